//! Results equal to those of Kafka's assignors, and what each assignor promises.

use super::*;
use proptest::prelude::*;
use std::collections::{BTreeMap, HashMap, HashSet};
use std::time::{Duration, Instant};

#[test]
fn results_are_those_of_the_java_client() {
    let cases = cases::all();
    assert_eq!(cases.len(), 1000);
    for (number, case) in cases.iter().enumerate() {
        assert_eq!(case.results.len(), Assignor::ALL.len(), "case {number}");
        for (assignor, expected) in &case.results {
            let result = assignor.assign(&case.members, &case.topics);
            assert_eq!(&result, expected, "{} in case {number}", assignor.name());
        }
    }
}

#[test]
fn names_and_protocols() {
    for assignor in Assignor::ALL {
        assert_eq!(Assignor::by_name(assignor.name()), Some(assignor));
    }
    assert_eq!(Assignor::by_name("sticky"), None);
    assert_eq!(Assignor::Range.protocol(), RebalanceProtocol::Eager);
    assert_eq!(Assignor::RoundRobin.protocol(), RebalanceProtocol::Eager);
    assert_eq!(Assignor::CooperativeSticky.protocol(), RebalanceProtocol::Cooperative);
}

#[test]
fn generation_by_field_and_by_user_data() {
    let sticky = Assignor::CooperativeSticky;
    assert_eq!(sticky.user_data(258), [0, 0, 1, 2]);
    assert_eq!(sticky.generation(-1, &sticky.user_data(258)), Some(258));
    assert_eq!(sticky.generation(7, &sticky.user_data(258)), Some(7));
    assert_eq!(sticky.generation(-1, &sticky.user_data(-1)), None);
    assert_eq!(sticky.generation(-1, &[0, 0, 1]), None);
    assert_eq!(sticky.generation(-1, &[0, 0, 0, 1, 0]), None);
    assert!(Assignor::Range.user_data(3).is_empty());
    assert_eq!(Assignor::Range.generation(-1, &[0, 0, 1, 2]), None);
}

fn topic(name: &str, partitions: i32) -> GroupTopic {
    GroupTopic { name: name.to_owned(), partitions, racks: Vec::new() }
}

fn member(id: &str, topics: &[&str]) -> GroupMember {
    let topics = topics.iter().map(|&t| t.to_owned()).collect();
    GroupMember { id: id.to_owned(), topics, ..GroupMember::default() }
}

fn partitions(topic: &str, numbers: impl IntoIterator<Item = i32>) -> Vec<TopicPartition> {
    numbers.into_iter().map(|partition| TopicPartition { topic: topic.to_owned(), partition }).collect()
}

#[test]
fn nobody_and_nothing() {
    let odd = [topic("gone", 0), topic("odd", -1)];
    for assignor in Assignor::ALL {
        assert!(assignor.assign(&[], &[topic("t", 3)]).is_empty());
        let idle = [member("a", &[]), member("b", &["gone", "odd", "unknown"])];
        assert_eq!(assignor.assign(&idle, &odd), [vec![], vec![]]);
    }
}

#[test]
fn odd_claims_do_no_harm() {
    let mut odd = member("a", &["t"]);
    odd.owned = partitions("t", [-1, 0, 0, 7, i32::MAX, i32::MIN]);
    odd.owned.extend(partitions("unknown", [0]));
    odd.generation = Some(i32::MIN);
    let result = Assignor::CooperativeSticky.assign(&[odd], &[topic("t", 2)]);
    assert_eq!(result, [partitions("t", [0, 1])]);
}

/// A member without subscription gets nothing, whatever its id: it makes the others' topics
/// no topics of its own.
#[test]
fn an_idle_member_stays_idle() {
    for idle in ["a", "b", "c", "d", "e", "f", "g", "h"] {
        let members = [member("member", &["t"]), member(idle, &[])];
        let result = Assignor::CooperativeSticky.assign(&members, &[topic("t", 5)]);
        assert_eq!(result, [partitions("t", 0..5), vec![]]);
    }
}

#[test]
fn a_partition_is_given_up_before_it_moves() {
    let mut old = member("old", &["t"]);
    old.owned = partitions("t", 0..4);
    old.generation = Some(1);
    let mut members = [old, member("new", &["t"])];
    let first = Assignor::CooperativeSticky.assign(&members, &[topic("t", 4)]);
    assert_eq!(first, [partitions("t", 0..2), vec![]]);
    settle(&mut members, first, 2);
    let second = Assignor::CooperativeSticky.assign(&members, &[topic("t", 4)]);
    assert_eq!(second, [partitions("t", 0..2), partitions("t", 2..4)]);
}

#[test]
fn the_newer_claim_holds() {
    let mut stale = member("a", &["t"]);
    stale.owned = partitions("t", 0..2);
    stale.generation = Some(4);
    let mut fresh = member("b", &["t"]);
    fresh.owned = partitions("t", 0..2);
    fresh.generation = Some(5);
    let result = Assignor::CooperativeSticky.assign(&[stale, fresh], &[topic("t", 4)]);
    assert_eq!(result, [partitions("t", 2..4), partitions("t", 0..2)]);
}

/// Members take over what they were given.
fn settle(members: &mut [GroupMember], given: Vec<Vec<TopicPartition>>, generation: i32) {
    for (member, given) in members.iter_mut().zip(given) {
        member.owned = given;
        member.generation = Some(generation);
    }
}

fn group() -> impl Strategy<Value = (Vec<GroupMember>, Vec<GroupTopic>)> {
    let name = |i: usize| format!("topic-{i}");
    let rack = || proptest::option::weighted(0.8, (0..3u8).prop_map(|r| format!("rack-{r}")));
    let one_topic = (0..9usize).prop_flat_map(move |partitions| {
        proptest::collection::vec(proptest::collection::vec(rack(), 1..3), partitions)
    });
    let topics = proptest::collection::vec(one_topic, 1..6).prop_map(move |all| {
        let named = all.into_iter().enumerate().map(|(i, racks)| GroupTopic {
            name: name(i),
            partitions: racks.len() as i32,
            racks: racks.into_iter().map(|r| r.into_iter().flatten().collect()).collect(),
        });
        named.collect::<Vec<_>>()
    });
    let claim =
        (0..6usize, -1..9i32).prop_map(move |(t, partition)| TopicPartition { topic: name(t), partition });
    let one_member = (
        any::<bool>(),
        rack(),
        proptest::collection::btree_set(0..6usize, 0..6),
        proptest::collection::vec(claim, 0..8),
        proptest::option::of(0..3i32),
    );
    let members = proptest::collection::vec(one_member, 1..9).prop_map(move |all| {
        let named = all.into_iter().enumerate().map(|(i, (fixed, rack, topics, owned, generation))| {
            let id = format!("member-{}", i * 7919 % 1000);
            let instance_id = fixed.then(|| format!("instance-{}", i * 31 % 100));
            GroupMember {
                id,
                instance_id,
                rack,
                topics: topics.into_iter().map(name).collect(),
                owned,
                generation,
            }
        });
        named.collect::<Vec<_>>()
    });
    (members, topics)
}

/// Each partition of a topic with subscribers is one subscriber's, exactly once.
fn check_complete(members: &[GroupMember], topics: &[GroupTopic], shares: &[Vec<TopicPartition>]) {
    assert_eq!(members.len(), shares.len());
    let mut owners = HashMap::new();
    for (member, share) in members.iter().zip(shares) {
        for partition in share {
            assert!(member.topics.contains(&partition.topic), "{} does not want {partition:?}", member.id);
            assert!(owners.insert(partition, &member.id).is_none(), "{partition:?} is given out twice");
        }
    }
    let wanted: HashSet<&String> = members.iter().flat_map(|m| &m.topics).collect();
    let expected: i32 = topics.iter().filter(|t| wanted.contains(&t.name)).map(|t| t.partitions).sum();
    assert_eq!(owners.len(), expected as usize, "all partitions of wanted topics, and no others");
}

/// Difference between the largest and the smallest number of partitions.
fn spread<'a>(counts: impl Iterator<Item = usize> + Clone + 'a) -> usize {
    counts.clone().max().unwrap_or(0) - counts.min().unwrap_or(0)
}

/// Rebalances until nothing moves any more, as a cooperative group does.
fn until_settled(members: &mut [GroupMember], topics: &[GroupTopic]) -> Vec<Vec<TopicPartition>> {
    for generation in 10..20 {
        let shares = Assignor::CooperativeSticky.assign(members, topics);
        let same = members.iter().zip(&shares).all(|(m, share)| &m.owned == share);
        settle(members, shares.clone(), generation);
        if same {
            return shares;
        }
    }
    panic!("no rest after ten rebalances");
}

proptest! {
    #[test]
    fn range_keeps_topics_even((members, topics) in group()) {
        let shares = Assignor::Range.assign(&members, &topics);
        check_complete(&members, &topics, &shares);
        for topic in &topics {
            let of = |share: &Vec<TopicPartition>| share.iter().filter(|p| p.topic == topic.name).count();
            let takers = members.iter().zip(&shares).filter(|(m, _)| m.topics.contains(&topic.name));
            prop_assert!(spread(takers.map(|(_, share)| of(share))) <= 1);
        }
    }

    #[test]
    fn roundrobin_is_even_if_all_want_the_same((mut members, topics) in group(), equal in any::<bool>()) {
        if equal {
            let same = members[0].topics.clone();
            members.iter_mut().for_each(|m| m.topics = same.clone());
        }
        let shares = Assignor::RoundRobin.assign(&members, &topics);
        check_complete(&members, &topics, &shares);
        prop_assert!(!equal || spread(shares.iter().map(Vec::len)) <= 1);
    }

    /// Whatever members claim at first: no partition has two owners on the way, the group comes
    /// to rest with all of them given out, as even as subscriptions allow.
    #[test]
    fn sticky_comes_to_rest((mut members, topics) in group(), equal in any::<bool>()) {
        if equal {
            let same = members[0].topics.clone();
            members.iter_mut().for_each(|m| m.topics = same.clone());
        }
        let shares = until_settled(&mut members, &topics);
        check_complete(&members, &topics, &shares);
        prop_assert!(!equal || spread(shares.iter().map(Vec::len)) <= 1);
        let owner: BTreeMap<_, _> =
            shares.iter().enumerate().flat_map(|(m, share)| share.iter().map(move |p| (p, m))).collect();
        for (partition, &m) in &owner {
            let better = |(other, share): (&GroupMember, &Vec<TopicPartition>)| {
                other.topics.contains(&partition.topic) && share.len() + 1 < shares[m].len()
            };
            prop_assert!(!members.iter().zip(&shares).any(better), "{partition:?} should move");
        }
    }

    /// Members that leave take nothing from those that stay.
    #[test]
    fn sticky_keeps_what_members_have((mut members, topics) in group(), leaver in any::<prop::sample::Index>()) {
        let same = members[0].topics.clone();
        members.iter_mut().for_each(|m| { m.topics = same.clone(); m.rack = None; });
        until_settled(&mut members, &topics);
        members.remove(leaver.index(members.len()));
        let shares = Assignor::CooperativeSticky.assign(&members, &topics);
        check_complete(&members, &topics, &shares);
        for (member, share) in members.iter().zip(&shares) {
            prop_assert!(member.owned.iter().all(|p| share.contains(p)));
        }
    }
}

/// 100 members, 1 000 partitions, every member with its own choice of topics: all assignors
/// together, from nothing and after a change, far below the time of a rebalance.
#[test]
fn large_groups_are_quick() {
    let topics: Vec<GroupTopic> = (0..20).map(|t| topic(&format!("t{t}"), 50)).collect();
    for uneven in [false, true] {
        let wants = |m: usize, t: usize| !uneven || !(m * 7 + t * 3).is_multiple_of(5);
        let mut members: Vec<GroupMember> = (0..100)
            .map(|m| {
                let names = (0..20).filter(|&t| wants(m, t)).map(|t| format!("t{t}"));
                GroupMember { topics: names.collect(), ..member(&format!("m{m}"), &[]) }
            })
            .collect();
        let begin = Instant::now();
        for assignor in Assignor::ALL {
            check_complete(&members, &topics, &assignor.assign(&members, &topics));
        }
        until_settled(&mut members, &topics);
        members.truncate(90);
        let shares = until_settled(&mut members, &topics);
        assert!(spread(shares.iter().map(Vec::len)) <= 1);
        assert!(begin.elapsed() < Duration::from_secs(10), "took {:?}", begin.elapsed());
    }
}
