//! The statistics document.
