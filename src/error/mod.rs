//! Error codes and the rich error object.
//!
//! Lowest layer: knows nothing of the rest of the crate. Codes are those of
//! `rd_kafka_resp_err_t`; constants whose C name starts with `RD_KAFKA_RESP_ERR__`
//! (client-side errors) carry the prefix `LOCAL_` here.

mod table;

pub use table::{ERRORS, ErrorDescription};

/// A `rd_kafka_resp_err_t` value: negative codes arise in the client, positive
/// ones come from a broker, 0 is success. Unknown values are kept as they are.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ErrorCode(pub i32);

impl ErrorCode {
    /// Row of the error table, if the code is known.
    pub fn lookup(self) -> Option<&'static ErrorDescription> {
        ERRORS.binary_search_by_key(&self, |row| row.code).ok().map(|i| &ERRORS[i])
    }

    /// True for [`ErrorCode::NO_ERROR`].
    pub fn is_ok(self) -> bool {
        self == ErrorCode::NO_ERROR
    }

    /// Short name, for example `_TRANSPORT`, or `ERR_<n>?` for unknown codes and for the
    /// markers of the ranges, which are rows of the table but no codes.
    pub fn name(self) -> String {
        match self.lookup() {
            Some(row) if row.description.is_some() => row.name.to_owned(),
            _ => format!("ERR_{}?", self.0),
        }
    }

    /// Human readable description, or `Err-<n>?` for unknown codes.
    pub fn description(self) -> String {
        match self.lookup().and_then(|row| row.description) {
            Some(text) => text.to_owned(),
            None => format!("Err-{}?", self.0),
        }
    }
}

impl std::fmt::Debug for ErrorCode {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}({})", self.name(), self.0)
    }
}

impl std::fmt::Display for ErrorCode {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.description())
    }
}

/// An error with its cause in words and the three flags of `rd_kafka_error_t`.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{reason}")]
pub struct Error {
    /// The code.
    pub code: ErrorCode,
    /// What happened, for humans.
    pub reason: String,
    /// The handle can not be used any more.
    pub fatal: bool,
    /// The same call may succeed later.
    pub retriable: bool,
    /// The current transaction must be aborted.
    pub txn_requires_abort: bool,
}

impl Error {
    /// An error without flags.
    pub fn new(code: ErrorCode, reason: impl Into<String>) -> Error {
        Error { code, reason: reason.into(), fatal: false, retriable: false, txn_requires_abort: false }
    }

    /// The same error marked fatal.
    #[must_use]
    pub fn fatal(mut self) -> Error {
        self.fatal = true;
        self
    }

    /// The same error marked retriable.
    #[must_use]
    pub fn retriable(mut self) -> Error {
        self.retriable = true;
        self
    }
}

impl From<ErrorCode> for Error {
    /// The error whose text is the code's description.
    fn from(code: ErrorCode) -> Error {
        Error::new(code, code.description())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn table_is_sorted_and_complete() {
        assert!(ERRORS.windows(2).all(|w| w[0].code < w[1].code));
        assert_eq!(ErrorCode::LOCAL_TRANSPORT.name(), "_TRANSPORT");
        assert_eq!(ErrorCode(-195).description(), "Local: Broker transport failure");
        assert_eq!(ErrorCode(4711).description(), "Err-4711?");
    }
}
