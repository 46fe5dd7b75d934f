//! Configuration of a client: see [`api`] for the object.
//!
//! Functions stand in the files below, by what they are about.

pub mod api;
pub mod callbacks;
pub mod dump;
pub mod interceptors;
mod plugins;
pub mod signatures;

#[cfg(test)]
mod tests;

pub use api::ConfObject;
pub use callbacks::Callbacks;
pub use interceptors::{Interceptor, Interceptors};
