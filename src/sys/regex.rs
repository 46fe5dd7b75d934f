//! POSIX extended regular expressions: libc's own, since the patterns of users mean
//! what `regcomp(3)` makes of them.
//!
//! Any thread. Blocks for as long as matching takes; owns the compiled pattern.

use std::ffi::CString;

/// A compiled `REG_EXTENDED` pattern.
pub struct Regex {
    compiled: Box<libc::regex_t>,
    pattern: String,
}

// SAFETY: POSIX lets several threads run `regexec()` on one compiled pattern; it is
// changed only by `regfree()`, which needs the sole ownership that `drop` has.
unsafe impl Send for Regex {}
// SAFETY: as above.
unsafe impl Sync for Regex {}

impl Regex {
    /// Compiles `pattern`; the error is the system's explanation.
    pub fn new(pattern: &str) -> Result<Regex, String> {
        let Ok(text) = CString::new(pattern) else { return Err("contains a NUL byte".to_owned()) };
        let mut compiled = Box::new(std::mem::MaybeUninit::<libc::regex_t>::zeroed());
        // SAFETY: both pointers are valid for the call; `regcomp` initialises the target.
        let code = unsafe {
            libc::regcomp(compiled.as_mut_ptr(), text.as_ptr(), libc::REG_EXTENDED | libc::REG_NOSUB)
        };
        if code != 0 {
            return Err(explain(code, compiled.as_ptr()));
        }
        // SAFETY: `regcomp` succeeded, so the value is initialised.
        let compiled = unsafe { compiled.assume_init() };
        Ok(Regex { compiled, pattern: pattern.to_owned() })
    }

    /// True if the pattern occurs in `text`. A text with a NUL byte never matches.
    pub fn is_match(&self, text: &str) -> bool {
        let Ok(text) = CString::new(text) else { return false };
        // SAFETY: the pattern is compiled, the text ends with NUL, no matches are asked for.
        unsafe { libc::regexec(&*self.compiled, text.as_ptr(), 0, std::ptr::null_mut(), 0) == 0 }
    }

    /// The pattern as it was given.
    pub fn pattern(&self) -> &str {
        &self.pattern
    }
}

impl Drop for Regex {
    fn drop(&mut self) {
        // SAFETY: compiled by `regcomp` and freed only here.
        unsafe { libc::regfree(&mut *self.compiled) }
    }
}

impl std::fmt::Debug for Regex {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("Regex").field(&self.pattern).finish()
    }
}

fn explain(code: libc::c_int, compiled: *const libc::regex_t) -> String {
    let mut text = [0u8; 256];
    // SAFETY: the buffer is as long as said; the call writes a NUL-terminated text.
    unsafe { libc::regerror(code, compiled, text.as_mut_ptr().cast(), text.len()) };
    let end = text.iter().position(|&byte| byte == 0).unwrap_or(text.len());
    String::from_utf8_lossy(&text[..end]).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn posix_extended() {
        let regex = Regex::new("^a(b|c){2}$").unwrap();
        assert!(regex.is_match("abc"));
        assert!(!regex.is_match("abd"));
        assert_eq!(Regex::new("^[").unwrap_err(), "Invalid regular expression");
        assert_eq!(Regex::new("a\\").unwrap_err(), "Trailing backslash");
        assert!(Regex::new("^(a)\\1").unwrap().is_match("aa"));
    }
}
