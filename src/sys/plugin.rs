//! Shared libraries loaded at run time.
//!
//! Any thread. A library stays loaded as long as its [`Library`] lives; loading runs the
//! library's initialisers.

use std::ffi::{CStr, CString, c_void};
use std::ptr::NonNull;

/// Suffix of shared libraries.
const SUFFIX: &str = ".so";

/// A loaded library.
#[derive(Debug)]
pub struct Library(NonNull<c_void>);

// SAFETY: the dynamic loader locks for itself; a handle may be used and closed on any thread.
unsafe impl Send for Library {}
// SAFETY: as above.
unsafe impl Sync for Library {}

impl Library {
    /// Loads the library at `path`, or, if there is none, at `path` with the suffix of
    /// shared libraries. The error is the loader's text for the latter.
    pub fn open(path: &str) -> Result<Library, String> {
        open_exact(path).or_else(|_| open_exact(&format!("{path}{SUFFIX}")))
    }

    /// Address of the symbol called `name`, or the loader's text. Valid while the library lives.
    pub fn symbol(&self, name: &CStr) -> Result<NonNull<c_void>, String> {
        // SAFETY: the handle is open; the name ends with NUL.
        let address = unsafe { libc::dlsym(self.0.as_ptr(), name.as_ptr()) };
        NonNull::new(address).ok_or_else(loader_error)
    }
}

impl Drop for Library {
    fn drop(&mut self) {
        // SAFETY: opened once by `open_exact`, closed once here.
        unsafe { libc::dlclose(self.0.as_ptr()) };
    }
}

fn open_exact(path: &str) -> Result<Library, String> {
    let Ok(path) = CString::new(path) else { return Err("path contains a NUL byte".to_owned()) };
    // SAFETY: the path ends with NUL. The initialisers of the library are its author's affair.
    let handle = unsafe { libc::dlopen(path.as_ptr(), libc::RTLD_NOW | libc::RTLD_LOCAL) };
    NonNull::new(handle).map(Library).ok_or_else(loader_error)
}

/// The loader's text for the last failure on this thread.
fn loader_error() -> String {
    // SAFETY: dlerror() has no preconditions.
    let text = unsafe { libc::dlerror() };
    if text.is_null() {
        return "unknown error of the dynamic loader".to_owned();
    }
    // SAFETY: not null, ends with NUL, valid until the next call on this thread.
    unsafe { CStr::from_ptr(text) }.to_string_lossy().into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn missing_libraries_and_symbols() {
        let error = Library::open("/no/such/library").unwrap_err();
        assert!(error.starts_with("/no/such/library.so: "), "{error}");
        assert!(Library::open("a\0b").is_err());
        let libc = Library::open("libc.so.6").unwrap();
        assert!(libc.symbol(c"malloc").is_ok());
        assert!(libc.symbol(c"no_such_symbol").unwrap_err().contains("no_such_symbol"));
    }
}
