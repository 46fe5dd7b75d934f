//! Writes `src/protocol/messages` from Kafka's message schemas: one module per
//! message. The schemas are the JSON files in the `kafka-clients` jar; `make protocol`
//! fetches them and runs
//!
//! ```text
//! cargo run -p rdkafka-protocol-gen -- build/schemas/common/message src/protocol/messages
//! ```
//!
//! Names, types, versions and defaults are taken over; descriptions are not. What it
//! writes is formatted and committed.

mod emit;
mod schema;

use std::path::{Path, PathBuf};

/// Messages to generate, unless others are named. A name without `Request` or
/// `Response` stands for both.
const MESSAGES: &[&str] = &[
    "RequestHeader",
    "ResponseHeader",
    "ApiVersions",
    "Metadata",
    "Produce",
    "Fetch",
    "ListOffsets",
    "InitProducerId",
    "FindCoordinator",
    "JoinGroup",
    "SyncGroup",
    "Heartbeat",
    "LeaveGroup",
    "OffsetCommit",
    "OffsetFetch",
    "OffsetForLeaderEpoch",
    "ListGroups",
    "DescribeGroups",
    "ConsumerGroupHeartbeat",
    "ConsumerProtocolSubscription",
    "ConsumerProtocolAssignment",
];

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let [schemas, out, names @ ..] = args.as_slice() else {
        eprintln!("usage: rdkafka-protocol-gen <directory of schemas> <directory to write> [message...]");
        std::process::exit(2);
    };
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let names = if names.is_empty() { MESSAGES } else { &names };
    if let Err(e) = run(Path::new(schemas), Path::new(out), names) {
        eprintln!("rdkafka-protocol-gen: {e}");
        std::process::exit(1);
    }
}

/// Writes the modules of `names` and a `mod.rs` into `out`.
fn run(schemas: &Path, out: &Path, names: &[&str]) -> Result<(), String> {
    let mut messages = Vec::new();
    for name in names {
        if name.ends_with("Header") || name.starts_with("ConsumerProtocol") {
            messages.push(schema::load(schemas, name)?);
        } else {
            let request = schema::load(schemas, &format!("{name}Request"))?;
            let mut response = schema::load(schemas, &format!("{name}Response"))?;
            // Only the request says that its newest version is not final yet.
            response.versions = response.versions.intersect(request.versions);
            messages.push(request);
            messages.push(response);
        }
    }
    messages.sort_by(|a, b| a.name.cmp(&b.name));
    std::fs::create_dir_all(out).map_err(|e| format!("{}: {e}", out.display()))?;
    let mut files = Vec::new();
    for message in &messages {
        files.push(write(&out.join(format!("{}.rs", emit::snake(&message.name))), &emit::module(message)?)?);
    }
    files.push(write(&out.join("mod.rs"), &emit::index(&messages))?);
    format_files(&files)
}

fn write(path: &Path, text: &str) -> Result<PathBuf, String> {
    std::fs::write(path, text).map_err(|e| format!("{}: {e}", path.display()))?;
    Ok(path.to_owned())
}

fn format_files(files: &[PathBuf]) -> Result<(), String> {
    let status = std::process::Command::new("rustfmt")
        .args(["--edition", "2024"])
        .args(files)
        .status()
        .map_err(|e| format!("rustfmt: {e}"))?;
    if status.success() { Ok(()) } else { Err("rustfmt failed".to_owned()) }
}

/// Used by tests of both modules.
#[cfg(test)]
fn example() -> schema::Message {
    schema::parse(
        r#"
        // A comment.
        {
          "apiKey": 1, "type": "request", "name": "ExampleRequest",
          "validVersions": "1-4", "flexibleVersions": "3+",
          "fields": [
            { "name": "Type", "type": "string", "versions": "0-2", "nullableVersions": "2+" },
            // Another.
            { "name": "Limit", "type": "int32", "versions": "1+", "default": "0x7f" },
            { "name": "Items", "type": "[]Item", "versions": "2+", "ignorable": true, "fields": [
              { "name": "Id", "type": "uuid", "versions": "2+" },
              { "name": "Note", "type": "string", "versions": "3+", "tag": 0, "taggedVersions": "3+" }
            ]},
            { "name": "Future", "type": "int8", "versions": "9+" }
          ]
        }"#,
    )
    .expect("valid schema")
}
