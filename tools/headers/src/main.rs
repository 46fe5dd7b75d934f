//! Writes include/librdkafka/*.h from src/ffi: `cargo run -p rdkafka-headers`.
//!
//! `--check` writes nothing and fails if a committed header differs.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

mod render;

fn main() -> ExitCode {
    let check = std::env::args().nth(1).as_deref() == Some("--check");
    let root = root();
    let headers = match render::headers(&root) {
        Ok(headers) => headers,
        Err(error) => {
            eprintln!("rdkafka-headers: {error}");
            return ExitCode::FAILURE;
        }
    };
    let mut stale = false;
    for (name, text) in headers {
        let path = root.join("include/librdkafka").join(name);
        if std::fs::read_to_string(&path).is_ok_and(|old| old == text) {
            continue;
        }
        if check {
            eprintln!("{} is stale: run `cargo run -p rdkafka-headers`", path.display());
            stale = true;
        } else if let Err(error) = std::fs::write(&path, text) {
            eprintln!("rdkafka-headers: {}: {error}", path.display());
            return ExitCode::FAILURE;
        }
    }
    if stale { ExitCode::FAILURE } else { ExitCode::SUCCESS }
}

/// The repository.
fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn committed_headers_are_fresh() {
        let root = root();
        for (name, text) in render::headers(&root).expect("src/ffi renders") {
            let path = root.join("include/librdkafka").join(name);
            let committed = std::fs::read_to_string(&path).expect("header is committed");
            assert!(committed == text, "{name} is stale: run `cargo run -p rdkafka-headers`");
        }
    }

    #[test]
    fn every_function_is_declared_once() {
        for (name, text) in render::headers(&root()).expect("src/ffi renders") {
            let mut seen = std::collections::HashSet::new();
            for declaration in text.split("RD_EXPORT").skip(1) {
                let declared = declaration.split('(').next().unwrap_or("").trim();
                assert!(seen.insert(declared), "{name}: twice: {declared}");
            }
        }
    }

    #[test]
    fn every_function_has_documentation() {
        for (name, text) in render::headers(&root()).expect("src/ffi renders") {
            let lines: Vec<&str> = text.lines().collect();
            for (i, line) in lines.iter().enumerate() {
                if line.starts_with("RD_EXPORT") {
                    let before = lines[i - 1].trim();
                    assert!(
                        before.ends_with("*/") || before == "RD_DEPRECATED",
                        "{name}: no comment: {line}"
                    );
                }
            }
        }
    }
}
