//! Random groups with the results of Kafka's own assignors, written by
//! `capi-tests/assignors/AssignorCases.java`: ours must be the same.

use super::{Assignor, GroupMember, GroupTopic, TopicPartition};
use std::io::Read;

/// A group and what each assignor makes of it.
pub(super) struct Case {
    /// The members.
    pub(super) members: Vec<GroupMember>,
    /// The topics.
    pub(super) topics: Vec<GroupTopic>,
    /// Assignor and partitions of each member, sorted.
    pub(super) results: Vec<(Assignor, Vec<Vec<TopicPartition>>)>,
}

/// All cases of the file.
pub(super) fn all() -> Vec<Case> {
    let packed: &[u8] = include_bytes!("cases.txt.gz");
    let mut text = String::new();
    flate2::read::GzDecoder::new(packed).read_to_string(&mut text).expect("cases.txt.gz");
    let mut cases: Vec<Case> = Vec::new();
    for line in text.lines() {
        let (kind, rest) = line.split_once(' ').unwrap_or((line, ""));
        let words: Vec<&str> = rest.split(' ').collect();
        if kind == "case" {
            cases.push(Case { members: Vec::new(), topics: Vec::new(), results: Vec::new() });
            continue;
        }
        let case = cases.last_mut().expect("a case begins with its own line");
        match kind {
            "topic" => case.topics.push(topic(&words)),
            "member" => case.members.push(member(&words)),
            _ => {
                let assignor = Assignor::by_name(kind).expect("name of an assignor");
                let result = words.iter().map(|w| {
                    let mut share = partitions(w);
                    share.sort();
                    share
                });
                case.results.push((assignor, result.collect()));
            }
        }
    }
    cases
}

fn topic(words: &[&str]) -> GroupTopic {
    let rack = |c: char| format!("r{c}");
    let racks: Vec<Vec<String>> =
        words[1].split(',').map(|p| p.chars().filter(|&c| c != 'n').map(rack).collect()).collect();
    GroupTopic { name: words[0].to_owned(), partitions: racks.len() as i32, racks }
}

fn member(words: &[&str]) -> GroupMember {
    let optional = |word: &str| (word != "-").then(|| word.to_owned());
    GroupMember {
        id: words[0].to_owned(),
        instance_id: optional(words[1]),
        rack: optional(words[2]),
        generation: optional(words[3]).map(|g| g.trim_start_matches('u').parse().expect("generation")),
        topics: optional(words[4]).map(|t| t.split(',').map(str::to_owned).collect()).unwrap_or_default(),
        owned: partitions(words[5]),
    }
}

fn partitions(word: &str) -> Vec<TopicPartition> {
    let of_topic = |part: &str| {
        let (topic, numbers) = part.split_once(':').expect("topic:partitions");
        let topic = topic.to_owned();
        let named =
            move |n: &str| TopicPartition { topic: topic.clone(), partition: n.parse().expect("number") };
        numbers.split(',').map(named).collect::<Vec<_>>()
    };
    if word == "-" { Vec::new() } else { word.split('/').flat_map(of_topic).collect() }
}
