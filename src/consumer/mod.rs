//! What a consumer decides, as functions without I/O: who of a group reads which partition.

pub mod group;
