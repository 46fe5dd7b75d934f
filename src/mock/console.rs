//! The controls of a mock cluster as lines of text, for the program `rdkafka-mock`.
//!
//! Runs on whatever thread reads the lines. [`run`] answers one line with data
//! lines, if any, and one last line that starts with `ok` or `error`.

use std::collections::HashMap;
use std::fmt::Write;
use std::str::FromStr;

use super::MockCluster;
use super::control::ControlResult;
use super::error_stack::PushedError;
use super::partition_log::Retention;
use crate::error::{ERRORS, ErrorCode};
use crate::protocol::ApiKey;

/// Longest delay that a pushed error may have, milliseconds.
const MAX_RTT_MS: u32 = 3_600_000;

/// One command.
struct Entry {
    name: &'static str,
    usage: &'static str,
    help: &'static str,
    run: fn(&MockCluster, &mut Words<'_>) -> Result<String, String>,
}

/// All commands, in the order in which `help` shows them.
static COMMANDS: &[Entry] = &[
    Entry { name: "bootstrap", usage: "", help: "addresses of the brokers", run: bootstrap },
    Entry {
        name: "broker",
        usage: "ID|all down|up|rtt MS|rack NAME|address HOST PORT|add|unlist|decommission",
        help: "take down or up, delay, change, add or remove a broker",
        run: broker,
    },
    Entry {
        name: "topic",
        usage: "NAME PARTITIONS [REPLICATION]",
        help: "create a topic",
        run: |cluster, words| {
            let (name, partitions) = (words.text("NAME")?, words.number("PARTITIONS")?);
            let replication = words.optional("REPLICATION")?.unwrap_or(1);
            done(cluster.topic_create(name, partitions, replication))
        },
    },
    Entry { name: "topics", usage: "", help: "names and partition counts", run: topics },
    Entry {
        name: "delete-topic",
        usage: "NAME",
        help: "delete a topic and what it stores",
        run: |cluster, words| done(cluster.topic_delete(words.text("NAME")?)),
    },
    Entry {
        name: "topic-error",
        usage: "NAME ERROR",
        help: "what Metadata says about a topic",
        run: |cluster, words| done(cluster.topic_set_error(words.text("NAME")?, words.error()?)),
    },
    Entry {
        name: "leader",
        usage: "TOPIC PARTITION BROKER",
        help: "move a partition to a broker (-1: to none)",
        run: |cluster, words| {
            let (topic, partition) = words.partition()?;
            done(cluster.partition_set_leader(topic, partition, words.number("BROKER")?))
        },
    },
    Entry {
        name: "leader-response",
        usage: "TOPIC PARTITION BROKER EPOCH",
        help: "make one Metadata answer claim this leader",
        run: |cluster, words| {
            let (topic, partition) = words.partition()?;
            let (broker, epoch) = (words.number("BROKER")?, words.number("EPOCH")?);
            done(cluster.partition_push_leader_response(topic, partition, broker, epoch))
        },
    },
    Entry {
        name: "follower",
        usage: "TOPIC PARTITION BROKER",
        help: "send consumers to a follower (-1: to none)",
        run: |cluster, words| {
            let (topic, partition) = words.partition()?;
            done(cluster.partition_set_follower(topic, partition, words.number("BROKER")?))
        },
    },
    Entry {
        name: "follower-wmarks",
        usage: "TOPIC PARTITION LOW HIGH",
        help: "watermarks of the follower (-1: the leader's)",
        run: |cluster, words| {
            let (topic, partition) = words.partition()?;
            let (low, high) = (words.number("LOW")?, words.number("HIGH")?);
            done(cluster.partition_set_follower_wmarks(topic, partition, low, high))
        },
    },
    Entry {
        name: "delete-records",
        usage: "TOPIC PARTITION OFFSET",
        help: "delete the records before an offset",
        run: |cluster, words| {
            let (topic, partition) = words.partition()?;
            done(cluster.partition_delete_records(topic, partition, words.number("OFFSET")?))
        },
    },
    Entry {
        name: "push-error",
        usage: "API ERROR...",
        help: "errors for the next requests to any broker",
        run: |cluster, words| done(cluster.push_request_errors(words.api()?, words.errors()?)),
    },
    Entry {
        name: "push-broker-error",
        usage: "BROKER API ERROR[:RTT]...",
        help: "errors, with extra delay in ms, for the next requests to one broker",
        run: push_broker_error,
    },
    Entry {
        name: "push-partition-error",
        usage: "TOPIC PARTITION API ERROR...",
        help: "errors for the next requests that name a partition",
        run: |cluster, words| {
            let (topic, partition) = words.partition()?;
            let (api, errors) = (words.api()?, words.errors()?);
            done(cluster.partition_push_request_errors(topic, partition, api, errors))
        },
    },
    Entry {
        name: "clear-errors",
        usage: "API",
        help: "forget what push-error pushed",
        run: |cluster, words| done(cluster.clear_request_errors(words.api()?)),
    },
    Entry {
        name: "apiversion",
        usage: "API MIN MAX",
        help: "narrow the versions of an API (-1 -1: hide it)",
        run: |cluster, words| {
            done(cluster.set_apiversion(words.api()?, words.number("MIN")?, words.number("MAX")?))
        },
    },
    Entry {
        name: "coordinator",
        usage: "group|transaction KEY BROKER",
        help: "set a coordinator",
        run: |cluster, words| {
            let (kind, key) = (words.text("group|transaction")?, words.text("KEY")?);
            done(cluster.coordinator_set(kind, key, words.number("BROKER")?))
        },
    },
    Entry {
        name: "controller",
        usage: "BROKER",
        help: "set the controller that Metadata names",
        run: |cluster, words| done(cluster.set_controller_id(words.number("BROKER")?)),
    },
    Entry {
        name: "retention",
        usage: "BYTES BATCHES",
        help: "how much each partition keeps",
        run: |cluster, words| {
            let (bytes, batches) = (words.number("BYTES")?, words.number("BATCHES")?);
            done(cluster.set_retention(Retention { bytes, batches }))
        },
    },
    Entry {
        name: "requests",
        usage: "start|stop|clear|list",
        help: "record requests; list shows broker, API and time in us",
        run: requests,
    },
    Entry {
        name: "log",
        usage: "TOPIC PARTITION [FROM [MAX]]",
        help: "stored records: offset, timestamp, key, value, separated by tabs",
        run: log,
    },
    Entry { name: "count", usage: "TOPIC", help: "first and next offset of each partition", run: count },
    Entry {
        name: "check",
        usage: "TOPIC [FIRST LAST]",
        help: "are the numbers in the values stored once, in order, and all of FIRST to LAST",
        run: check,
    },
    Entry { name: "help", usage: "", help: "this list", run: |_, _| Ok(help()) },
    Entry { name: "quit", usage: "", help: "close everything and end", run: |_, _| Ok(String::new()) },
];

/// What a line asks for.
#[derive(Debug, PartialEq, Eq)]
pub enum Answer {
    /// Write this and go on.
    Text(String),
    /// Write this and end.
    Quit(String),
    /// An empty line or a comment (`#`).
    Nothing,
}

/// Runs one line.
pub fn run(cluster: &MockCluster, line: &str) -> Answer {
    let mut words = Words(line.split_whitespace());
    let name = match words.0.next() {
        None => return Answer::Nothing,
        Some(name) if name.starts_with('#') => return Answer::Nothing,
        Some(name) => name,
    };
    let Some(entry) = COMMANDS.iter().find(|c| c.name == name) else {
        return Answer::Text(format!("error unknown command \"{name}\", try help\n"));
    };
    let text = match (entry.run)(cluster, &mut words).and_then(|text| words.end().map(|()| text)) {
        Ok(text) => match text.rsplit_once('\n') {
            // Data lines come first; the last line is the summary.
            Some((data, last)) => format!("{data}\n{}\n", ok(last)),
            None => format!("{}\n", ok(&text)),
        },
        Err(why) if why.contains('\n') => why,
        Err(why) => format!("error {why}\n"),
    };
    if entry.name == "quit" && text.starts_with("ok") { Answer::Quit(text) } else { Answer::Text(text) }
}

fn ok(summary: &str) -> String {
    if summary.is_empty() { "ok".to_owned() } else { format!("ok {summary}") }
}

/// The commands, one per line.
pub fn help() -> String {
    let mut text = String::new();
    for entry in COMMANDS {
        let call = format!("{} {}", entry.name, entry.usage);
        let _ = writeln!(text, "  {:<58} {}", call.trim_end(), entry.help);
    }
    text
}

fn describe(error: ErrorCode) -> String {
    format!("{} {}", error.name(), error.description())
}

fn done(result: ControlResult) -> Result<String, String> {
    result.map(|()| String::new()).map_err(describe)
}

/// Words of a line, taken one by one.
struct Words<'a>(std::str::SplitWhitespace<'a>);

impl<'a> Words<'a> {
    fn text(&mut self, what: &str) -> Result<&'a str, String> {
        self.0.next().ok_or_else(|| format!("{what} is missing"))
    }

    fn number<T: FromStr>(&mut self, what: &str) -> Result<T, String> {
        let word = self.text(what)?;
        word.parse().map_err(|_| format!("{what}: \"{word}\" is not a number that fits"))
    }

    fn optional<T: FromStr>(&mut self, what: &str) -> Result<Option<T>, String> {
        match self.0.clone().next() {
            None => Ok(None),
            Some(_) => self.number(what).map(Some),
        }
    }

    fn partition(&mut self) -> Result<(&'a str, i32), String> {
        Ok((self.text("TOPIC")?, self.number("PARTITION")?))
    }

    fn api(&mut self) -> Result<i16, String> {
        let word = self.text("API")?;
        if let Ok(key) = word.parse() {
            return Ok(key);
        }
        // ApiVersions shows as "ApiVersion" in log lines.
        let same = |api: &&ApiKey| {
            let name = api.name();
            [word, word.strip_suffix(['s', 'S']).unwrap_or(word)].iter().any(|w| name.eq_ignore_ascii_case(w))
        };
        let api = ApiKey::ALL.iter().find(same).ok_or_else(|| format!("unknown API \"{word}\""))?;
        Ok(api.0)
    }

    fn error(&mut self) -> Result<ErrorCode, String> {
        parse_error(self.text("ERROR")?)
    }

    fn errors(&mut self) -> Result<Vec<ErrorCode>, String> {
        let mut errors = vec![self.error()?];
        while self.0.clone().next().is_some() {
            errors.push(self.error()?);
        }
        Ok(errors)
    }

    fn end(&mut self) -> Result<(), String> {
        match self.0.next() {
            None => Ok(()),
            Some(word) => Err(format!("\"{word}\" is one word too many")),
        }
    }
}

/// A code as number or name, with or without the prefix of the C constants.
fn parse_error(word: &str) -> Result<ErrorCode, String> {
    if let Ok(code) = word.parse() {
        return Ok(ErrorCode(code));
    }
    let name = word.strip_prefix("RD_KAFKA_RESP_ERR_").unwrap_or(word);
    let row = ERRORS.iter().find(|row| row.name.eq_ignore_ascii_case(name));
    row.map(|row| row.code).ok_or_else(|| format!("unknown error \"{word}\""))
}

fn bootstrap(cluster: &MockCluster, _: &mut Words<'_>) -> Result<String, String> {
    Ok(format!("bootstrap.servers={}", cluster.bootstraps()))
}

fn broker(cluster: &MockCluster, words: &mut Words<'_>) -> Result<String, String> {
    let id = match words.0.clone().next() {
        Some("all") => words.0.next().map(|_| -1).unwrap_or(-1),
        _ => words.number("ID")?,
    };
    let action = words.text("action")?;
    done(match action {
        "down" => cluster.broker_set_down(id),
        "up" => cluster.broker_set_up(id),
        "rtt" => cluster.broker_set_rtt(id, words.number("MS")?),
        "rack" => cluster.broker_set_rack(id, words.0.next()),
        "address" => cluster.broker_set_host_port(id, words.text("HOST")?, words.number("PORT")?),
        "add" => cluster.broker_add(id),
        "unlist" => cluster.broker_remove_from_metadata(id),
        "decommission" => cluster.broker_decommission(id),
        other => return Err(format!("unknown action \"{other}\"")),
    })
}

fn topics(cluster: &MockCluster, _: &mut Words<'_>) -> Result<String, String> {
    let topics = cluster.topics().map_err(describe)?;
    let mut text = String::new();
    for (name, partitions) in &topics {
        let _ = writeln!(text, "{name}\t{partitions}");
    }
    Ok(format!("{text}topics={}", topics.len()))
}

fn push_broker_error(cluster: &MockCluster, words: &mut Words<'_>) -> Result<String, String> {
    let (id, api) = (words.number("BROKER")?, words.api()?);
    let mut errors = Vec::new();
    loop {
        let word = words.text("ERROR")?;
        let (error, rtt) = word.split_once(':').unwrap_or((word, "0"));
        let rtt_ms = rtt.parse().ok().filter(|ms| *ms <= MAX_RTT_MS);
        let rtt_ms = rtt_ms.ok_or_else(|| format!("\"{rtt}\" is no delay in ms"))?;
        errors.push(PushedError { error: parse_error(error)?, rtt_ms });
        if words.0.clone().next().is_none() {
            return done(cluster.broker_push_request_error_rtts(id, api, errors));
        }
    }
}

fn requests(cluster: &MockCluster, words: &mut Words<'_>) -> Result<String, String> {
    match words.text("start|stop|clear|list")? {
        "start" => done(cluster.start_request_tracking()),
        "stop" => done(cluster.stop_request_tracking()),
        "clear" => done(cluster.clear_requests()),
        "list" => {
            let requests = cluster.requests().map_err(describe)?;
            let mut text = String::new();
            for r in &requests {
                let _ = writeln!(text, "{}\t{}\t{}", r.broker_id, ApiKey(r.api_key).name(), r.timestamp_us);
            }
            Ok(format!("{text}requests={}", requests.len()))
        }
        other => Err(format!("unknown action \"{other}\"")),
    }
}

fn printable(bytes: &Option<Vec<u8>>) -> String {
    match bytes {
        None => "NULL".to_owned(),
        Some(bytes) => bytes.escape_ascii().to_string(),
    }
}

fn log(cluster: &MockCluster, words: &mut Words<'_>) -> Result<String, String> {
    let (topic, partition) = words.partition()?;
    let from = words.optional("FROM")?.unwrap_or(i64::MIN);
    let max = words.optional("MAX")?.unwrap_or(usize::MAX);
    let records = cluster.log_records(topic, partition).map_err(describe)?;
    let mut text = String::new();
    let mut shown = 0;
    for record in records.iter().filter(|r| r.offset >= from).take(max) {
        let (key, value) = (printable(&record.key), printable(&record.value));
        let _ = writeln!(text, "{}\t{}\t{key}\t{value}", record.offset, record.timestamp);
        shown += 1;
    }
    Ok(format!("{text}records={shown}"))
}

/// Number of partitions of a topic.
fn partitions(cluster: &MockCluster, topic: &str) -> Result<i32, String> {
    let topics = cluster.topics().map_err(describe)?;
    let found = topics.iter().find(|(name, _)| name == topic);
    found.map(|(_, count)| *count as i32).ok_or_else(|| describe(ErrorCode::UNKNOWN_TOPIC_OR_PART))
}

fn count(cluster: &MockCluster, words: &mut Words<'_>) -> Result<String, String> {
    let topic = words.text("TOPIC")?;
    let mut text = String::new();
    let mut total = 0;
    for partition in 0..partitions(cluster, topic)? {
        let (low, high) = cluster.watermarks(topic, partition).map_err(describe)?;
        let _ = writeln!(text, "{partition}\t{low}\t{high}");
        total += high - low;
    }
    Ok(format!("{text}records={total}"))
}

/// The first run of digits in a value.
fn number_in(value: &[u8]) -> Option<u64> {
    let start = value.iter().position(u8::is_ascii_digit)?;
    let digits = value[start..].iter().take_while(|b| b.is_ascii_digit()).count();
    std::str::from_utf8(&value[start..start + digits]).ok()?.parse().ok()
}

fn check(cluster: &MockCluster, words: &mut Words<'_>) -> Result<String, String> {
    let topic = words.text("TOPIC")?;
    let range = match words.optional::<u64>("FIRST")? {
        None => None,
        Some(first) => Some(first..=words.number::<u64>("LAST")?),
    };
    let (mut records, mut disordered, mut unnumbered) = (0u64, 0u64, 0u64);
    let mut times: HashMap<u64, u64> = HashMap::new();
    for partition in 0..partitions(cluster, topic)? {
        let mut last = None;
        for record in cluster.log_records(topic, partition).map_err(describe)? {
            records += 1;
            let Some(number) = record.value.as_deref().and_then(number_in) else {
                unnumbered += 1;
                continue;
            };
            *times.entry(number).or_default() += 1;
            disordered += u64::from(last.is_some_and(|last| number < last));
            last = Some(number);
        }
    }
    let duplicates: u64 = times.values().map(|n| n - 1).sum();
    // Bounded by what is stored, not by the range that was asked for.
    let missing = range.map_or(0, |range| {
        let wanted = range.end().saturating_sub(*range.start()).saturating_add(u64::from(!range.is_empty()));
        wanted - times.keys().filter(|n| range.contains(n)).count() as u64
    });
    let result = format!(
        "records={records} unique={} duplicates={duplicates} out-of-order={disordered} missing={missing} \
         without-number={unnumbered}",
        times.len()
    );
    if duplicates + disordered + missing + unnumbered == 0 { Ok(result) } else { Err(result) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mock::testing::produce;

    fn text(cluster: &MockCluster, line: &str) -> String {
        match run(cluster, line) {
            Answer::Text(text) => text,
            other => panic!("{line}: {other:?}"),
        }
    }

    #[test]
    fn every_command_answers() {
        let cluster = MockCluster::new(2).unwrap();
        for line in [
            "bootstrap",
            "broker 1 down",
            "broker all up",
            "broker 1 rtt 10",
            "broker 1 rtt 0",
            "broker 1 rack a",
            "broker 2 address localhost 9999",
            "broker 3 add",
            "broker 2 unlist",
            "broker 3 decommission",
            "topic t 2",
            "topics",
            "topic-error t 3",
            "topic-error t NO_ERROR",
            "leader t 0 1",
            "leader-response t 0 2 9",
            "follower t 0 2",
            "follower-wmarks t 0 -1 -1",
            "delete-records t 0 0",
            "push-error Produce 7 _TRANSPORT RD_KAFKA_RESP_ERR_NOT_LEADER_FOR_PARTITION",
            "push-broker-error 1 fetch 7:100 NO_ERROR",
            "push-partition-error t 0 Produce 7 7",
            "clear-errors Produce",
            "apiversion ApiVersions 0 0",
            "coordinator group g 2",
            "controller 2",
            "retention 1000 10",
            "requests start",
            "requests list",
            "requests clear",
            "requests stop",
            "log t 0",
            "count t",
            "check t",
            "delete-topic t",
            "help",
        ] {
            let answer = text(&cluster, line);
            let last = answer.lines().last().unwrap();
            assert!(last == "ok" || last.starts_with("ok "), "{line}: {answer}");
            assert!(answer.ends_with('\n'));
        }
        assert_eq!(cluster.broker_error_stack_cnt(1, 1), Ok(2));
        assert_eq!(run(&cluster, "quit"), Answer::Quit("ok\n".to_owned()));
        assert_eq!(run(&cluster, "  "), Answer::Nothing);
        assert_eq!(run(&cluster, "# note"), Answer::Nothing);
    }

    #[test]
    fn mistakes_are_told() {
        let cluster = MockCluster::new(1).unwrap();
        for (line, answer) in [
            ("frobnicate", "error unknown command \"frobnicate\", try help\n"),
            ("broker", "error ID is missing\n"),
            ("broker 1", "error action is missing\n"),
            ("broker x down", "error ID: \"x\" is not a number that fits\n"),
            ("broker 9 down", "error BROKER_NOT_AVAILABLE Broker: Broker not available\n"),
            ("broker 1 sideways", "error unknown action \"sideways\"\n"),
            ("push-error Nonsense 7", "error unknown API \"Nonsense\"\n"),
            ("push-error Produce", "error ERROR is missing\n"),
            ("push-error Produce WRONG", "error unknown error \"WRONG\"\n"),
            ("push-broker-error 1 Produce 7:-1", "error \"-1\" is no delay in ms\n"),
            ("log t 0", "error UNKNOWN_TOPIC_OR_PART Broker: Unknown topic or partition\n"),
            ("topics x", "error \"x\" is one word too many\n"),
            ("quit now", "error \"now\" is one word too many\n"),
        ] {
            assert_eq!(text(&cluster, line), answer, "{line}");
        }
    }

    #[test]
    fn log_and_check_read_what_is_stored() {
        let cluster = MockCluster::new(1).unwrap();
        cluster.topic_create("t", 1, 1).unwrap();
        let append = |count| {
            cluster.call(move |core, _| produce(core, 1, "t", 0, count).base_offset).unwrap();
        };
        append(3);
        assert_eq!(
            text(&cluster, "log t 0"),
            "0\t1000\tNULL\t0\n1\t1001\tNULL\t1\n2\t1002\tNULL\t2\nok records=3\n"
        );
        assert_eq!(text(&cluster, "log t 0 1 1"), "1\t1001\tNULL\t1\nok records=1\n");
        assert_eq!(text(&cluster, "count t"), "0\t0\t3\nok records=3\n");
        let clean = "records=3 unique=3 duplicates=0 out-of-order=0 missing=0 without-number=0\n";
        assert_eq!(text(&cluster, "check t 0 2"), format!("ok {clean}"));
        assert!(text(&cluster, "check t 0 9").starts_with("error records=3 unique=3"));
        assert!(text(&cluster, "check t 0 9").contains("missing=7"));
        append(2);
        let bad = "records=5 unique=3 duplicates=2 out-of-order=1 missing=0 without-number=0\n";
        assert_eq!(text(&cluster, "check t"), format!("error {bad}"));
    }
}
