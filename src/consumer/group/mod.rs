//! Consumer groups. The member that leads a group computes the assignment of all.

pub mod assignor;
