//! Whose turn it is: nodes with few objects before those with many.
//!
//! A node that many objects pass through gets them a few at a time, and each turn hands the few on along
//! all its edges. Letting it wait until the smaller ones are done makes its turns fewer and each worth more.

use std::collections::VecDeque;

use super::Node;

/// Sizes of sets, in bits, that wait together.
const STEP: u32 = 2;
const LEVELS: usize = (24 / STEP) as usize + 1;

/// Nodes that wait, first in first out among those of like size.
#[derive(Default)]
pub(super) struct Queue {
    levels: [VecDeque<Node>; LEVELS],
}

impl Queue {
    /// Lets a node wait, whose set has so many objects.
    pub(super) fn push(&mut self, node: Node, size: usize) {
        let bits = usize::BITS - size.leading_zeros();
        self.levels[(bits / STEP) as usize].push_back(node);
    }

    pub(super) fn pop(&mut self) -> Option<Node> {
        self.levels.iter_mut().find_map(VecDeque::pop_front)
    }
}
