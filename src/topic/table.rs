//! The partitions of a topic by id: grows, never shrinks, and is read without a lock and
//! without counting references, since every produced message looks here.

use super::Partition;
use std::sync::{Arc, OnceLock};

type Row = Box<[OnceLock<Arc<Partition>>]>;

/// Rows of 1, 2, 4, ... partitions, so that growing moves nothing.
#[derive(Default)]
pub struct PartitionTable {
    rows: [OnceLock<Row>; ROWS],
}

const ROWS: usize = 24;

/// Most partitions of a topic that the table holds; Kafka's own limits are far below.
pub const PARTITION_CNT_MAX: usize = (1 << ROWS) - 1;

fn place(id: usize) -> (usize, usize) {
    let row = (id + 1).ilog2() as usize;
    (row, id + 1 - (1 << row))
}

impl PartitionTable {
    /// The partition, if it was ever added.
    #[inline]
    pub fn get(&self, id: usize) -> Option<&Arc<Partition>> {
        let (row, column) = place(id);
        self.rows.get(row)?.get()?.get(column)?.get()
    }

    /// Adds the partitions that are not there yet.
    pub fn extend(&self, partitions: &[Arc<Partition>]) {
        for (id, partition) in partitions.iter().enumerate().take(PARTITION_CNT_MAX) {
            let (row, column) = place(id);
            let row = self.rows[row].get_or_init(|| (0..1usize << row).map(|_| OnceLock::new()).collect());
            let _ = row[column].set(partition.clone());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Weak;

    #[test]
    fn grows_without_moving_what_is_there() {
        let table = PartitionTable::default();
        let partitions: Vec<_> =
            (0..100).map(|id| Arc::new(Partition::new("t".into(), id, Weak::new()))).collect();
        table.extend(&partitions[..3]);
        let first = table.get(0).unwrap() as *const _;
        assert!(table.get(2).is_some() && table.get(3).is_none() && table.get(usize::MAX - 1).is_none());
        table.extend(&partitions);
        assert_eq!(table.get(0).unwrap() as *const _, first);
        assert!((0..100).all(|id| table.get(id).unwrap().id == id as i32));
        assert!(table.get(100).is_none());
    }
}
