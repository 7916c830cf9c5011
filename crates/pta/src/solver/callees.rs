//! What a call calls.
//!
//! Instances of one method are numbered as they are met, so those that a call has are far apart: bits would
//! cost more than numbers in a row. Most calls have one, and those that come later are mostly the newest.

use super::Instance;

/// The instances that a call in a context calls, in order.
#[derive(Clone, Debug, Default)]
pub(crate) struct Callees(Vec<Instance>);

impl Callees {
    /// Adds one; says whether it is new.
    pub(super) fn insert(&mut self, callee: Instance) -> bool {
        match self.0.binary_search(&callee) {
            Ok(_) => false,
            Err(place) => {
                self.0.insert(place, callee);
                true
            }
        }
    }

    /// How many there are.
    pub(crate) fn len(&self) -> usize {
        self.0.len()
    }

    /// All of them, in order.
    pub(crate) fn iter(&self) -> impl Iterator<Item = Instance> + '_ {
        self.0.iter().copied()
    }
}
