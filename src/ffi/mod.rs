//! The C interface: the only place that knows C names, raw pointers and callbacks.
