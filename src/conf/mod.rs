//! Configuration: one property table from which everything else follows.
