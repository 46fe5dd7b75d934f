//! Assignors of the classic group protocol: from the members of a group and the partitions
//! of their topics to the partitions of each member.
//!
//! Pure functions, called by the main core of the group's leader. Results are those of the
//! Java client (4.4.0), partition by partition, so that members of both kinds can lead a group
//! in turn. Not taken over: with cooperative-sticky that client may give a partition to a member
//! that does not subscribe to the topic (a claim of an old generation, or an empty subscription
//! beside equal ones), and it assigns partitions that do not exist when a member claims them.

#[cfg(test)]
mod cases;
mod java_order;
mod layout;
mod racks;
mod range;
mod roundrobin;
mod sticky;
#[cfg(test)]
mod tests;

use layout::Layout;

/// A partition of a topic.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct TopicPartition {
    /// Name of the topic.
    pub topic: String,
    /// Number of the partition.
    pub partition: i32,
}

/// A member of the group, as its subscription (ConsumerProtocolSubscription) describes it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct GroupMember {
    /// Member id, unique in the group.
    pub id: String,
    /// `group.instance.id` of a static member.
    pub instance_id: Option<String>,
    /// `client.rack`; members of version 3 and later tell it (KIP-881).
    pub rack: Option<String>,
    /// Names of the topics it subscribes to, in any order.
    pub topics: Vec<String>,
    /// Partitions it says it owns, in its order; members of version 1 and later tell them (KIP-429).
    pub owned: Vec<TopicPartition>,
    /// Generation in which it came to own them; `None` when it does not say.
    pub generation: Option<i32>,
}

/// A topic as the metadata describes it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct GroupTopic {
    /// Name of the topic.
    pub name: String,
    /// Number of its partitions; 0 or less: as if the topic did not exist.
    pub partitions: i32,
    /// For each partition the racks of its replicas; shorter than `partitions`, or empty, when unknown.
    pub racks: Vec<Vec<String>>,
}

/// How members change from one assignment to the next (KIP-429).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RebalanceProtocol {
    /// Members give up all partitions before they join.
    Eager,
    /// Members keep what they own; what has to move is given up first and assigned in a
    /// second rebalance.
    Cooperative,
}

/// The assignors that `partition.assignment.strategy` can name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Assignor {
    /// Consecutive partitions of each topic.
    Range,
    /// All partitions in turn.
    RoundRobin,
    /// Balanced over all topics, with as few moves as possible.
    CooperativeSticky,
}

impl Assignor {
    /// All of them, in the order of the property's documentation.
    pub const ALL: [Assignor; 3] = [Assignor::Range, Assignor::RoundRobin, Assignor::CooperativeSticky];

    /// The assignor with this protocol name.
    pub fn by_name(name: &str) -> Option<Assignor> {
        Self::ALL.into_iter().find(|assignor| assignor.name() == name)
    }

    /// Name in `partition.assignment.strategy` and in JoinGroup.
    pub fn name(self) -> &'static str {
        match self {
            Assignor::Range => "range",
            Assignor::RoundRobin => "roundrobin",
            Assignor::CooperativeSticky => "cooperative-sticky",
        }
    }

    /// The rebalance protocol that its members follow.
    pub fn protocol(self) -> RebalanceProtocol {
        match self {
            Assignor::Range | Assignor::RoundRobin => RebalanceProtocol::Eager,
            Assignor::CooperativeSticky => RebalanceProtocol::Cooperative,
        }
    }

    /// User data of a subscription: for cooperative-sticky the generation in which the member came
    /// to own its partitions (-1: none), as the Java client sends it; empty for the others.
    pub fn user_data(self, generation: i32) -> Vec<u8> {
        match self {
            Assignor::Range | Assignor::RoundRobin => Vec::new(),
            Assignor::CooperativeSticky => generation.to_be_bytes().to_vec(),
        }
    }

    /// [`GroupMember::generation`] from a subscription: its field (version 2 and later, -1: none),
    /// else its user data if that is a generation and nothing else.
    pub fn generation(self, field: i32, user_data: &[u8]) -> Option<i32> {
        let told = match (self, <[u8; 4]>::try_from(user_data)) {
            _ if field >= 0 => field,
            (Assignor::CooperativeSticky, Ok(bytes)) => i32::from_be_bytes(bytes),
            _ => return None,
        };
        (told >= 0).then_some(told)
    }

    /// Partitions for each member, at the member's index, sorted by topic and partition.
    ///
    /// `members` stand in the order of the JoinGroup answer. Topics nobody subscribes to, and
    /// subscribed topics that are not in `topics`, play no part. A cooperative assignor leaves
    /// out what another member has to give up first ([`RebalanceProtocol::Cooperative`]).
    pub fn assign(self, members: &[GroupMember], topics: &[GroupTopic]) -> Vec<Vec<TopicPartition>> {
        let layout = Layout::new(members, topics);
        layout.name_partitions(match self {
            Assignor::Range => range::assign(&layout),
            Assignor::RoundRobin => roundrobin::assign(&layout),
            Assignor::CooperativeSticky => sticky::assign_cooperative(&layout),
        })
    }
}
