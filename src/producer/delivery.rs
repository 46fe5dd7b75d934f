//! Delivery reports: one value per batch on its way back to the application.

/// Reports of messages of one partition that share their fate.
pub struct Delivery {}

impl Delivery {
    /// Messages inside.
    pub fn len(&self) -> usize {
        0
    }

    /// True if no message is inside.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}
