//! Plug-ins: libraries named by `plugin.library.paths`.
//!
//! Runs on the thread that sets the property. A plug-in's `conf_init` gets the object and
//! adds its interceptors.

use std::ffi::{c_char, c_void};
use std::ptr::{self, NonNull};

use super::api::buffer_text;
use crate::ffi::own;
use crate::ffi::types::{RespErr, rd_kafka_conf_t};
use crate::sys::plugin::Library;

/// The libraries that a configuration object keeps loaded.
#[derive(Default)]
pub struct Plugins(Vec<Library>);

type ConfInit = unsafe extern "C" fn(*mut rd_kafka_conf_t, *mut *mut c_void, *mut c_char, usize) -> RespErr;

const ERRSTR_BYTES: usize = 512;

/// Loads the libraries in `paths` (separated by `;`) and calls their entry functions. All
/// are loaded before the first is called, so that a wrong path has no effects.
///
/// # Safety
/// `conf` is an object of ours to which no reference is held.
pub(super) unsafe fn load(conf: *mut rd_kafka_conf_t, paths: &str) -> Result<(), String> {
    let mut loaded = Vec::new();
    for path in paths.split(';').map(str::trim).filter(|path| !path.is_empty()) {
        let (library, init) = open(path).map_err(|text| format!("{text} (plugin {path})"))?;
        loaded.push((path, library, init));
    }
    for (path, library, init) in loaded {
        // From here on the library's functions may be interceptors: it stays loaded with the object.
        // SAFETY: as the caller promises.
        if let Some(object) = unsafe { own::borrow_mut(conf) } {
            object.plugins.0.push(library);
        }
        let mut buffer = [0u8; ERRSTR_BYTES];
        let mut plug_opaque = ptr::null_mut();
        // SAFETY: `init` is the entry function of a plug-in, loaded above; no reference to
        // the object is held.
        let code = unsafe { init(conf, &raw mut plug_opaque, buffer.as_mut_ptr().cast(), buffer.len()) };
        if code != RespErr::NO_ERROR {
            return Err(format!("{} (plugin {path})", buffer_text(&buffer)));
        }
    }
    Ok(())
}

fn open(path: &str) -> Result<(Library, ConfInit), String> {
    let library = Library::open(path).map_err(|text| format!("dlopen() failed: {text}"))?;
    let symbol = library
        .symbol(c"conf_init")
        .map_err(|text| format!("Failed to load symbol \"conf_init\": {text}"))?;
    // SAFETY: a plug-in's `conf_init` is a function of this type.
    let init = unsafe { std::mem::transmute::<NonNull<c_void>, ConfInit>(symbol) };
    Ok((library, init))
}
