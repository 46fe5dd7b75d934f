//! Sets the SONAME of the shared library; everything else is plain Cargo.

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    println!("cargo:rustc-cdylib-link-arg=-Wl,-soname,librdkafka.so.1");
}
