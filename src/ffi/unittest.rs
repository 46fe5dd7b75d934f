//! Self tests.

use std::ffi::c_int;

use super::guard::guard;
use crate::selftest;

/// Runs the library's built-in self tests, prints a line to stderr for each that fails, and
/// returns their number.
#[unsafe(no_mangle)]
pub extern "C" fn rd_kafka_unittest() -> c_int {
    guard("rd_kafka_unittest", 1, || {
        let mut failures = 0;
        for (name, test) in selftest::TESTS {
            // A panic in one of them counts as well, and the others still run.
            let result = guard("rd_kafka_unittest", Err("panic".to_owned()), test);
            if let Err(what) = result {
                eprintln!("self test {name} failed: {what}");
                failures += 1;
            }
        }
        failures
    })
}
