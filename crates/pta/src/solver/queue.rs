//! Whose turn it is: nodes before those that they hand on to.
//!
//! A node that many objects pass through gets them a few at a time, and each turn hands the few on along
//! all its edges. Letting it wait until those before it are done makes its turns fewer and each worth more.
//! What is before what is found with the cycles, now and then; nodes that are new since come first, those
//! with few objects before those with many.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, VecDeque};

use super::Node;

/// Sizes of sets, in bits, that wait together.
const STEP: u32 = 2;
const LEVELS: usize = (24 / STEP) as usize + 1;

/// Nodes that wait.
#[derive(Default)]
pub(super) struct Queue {
    /// The place of each node in a topological order; later nodes have none yet.
    ranks: Vec<u32>,
    /// Those without a place, first in first out among those of like size.
    levels: [VecDeque<Node>; LEVELS],
    /// Those with a place.
    ranked: BinaryHeap<Reverse<(u32, Node)>>,
}

impl Queue {
    /// Lets a node wait, whose set has so many objects.
    pub(super) fn push(&mut self, node: Node, size: usize) {
        match self.ranks.get(node as usize) {
            Some(&rank) => self.ranked.push(Reverse((rank, node))),
            None => {
                let bits = usize::BITS - size.leading_zeros();
                self.levels[(bits / STEP) as usize].push_back(node);
            }
        }
    }

    pub(super) fn pop(&mut self) -> Option<Node> {
        let unranked = self.levels.iter_mut().find_map(VecDeque::pop_front);
        unranked.or_else(|| self.ranked.pop().map(|Reverse((_, node))| node))
    }

    /// Gives nodes their places. Who waits already keeps its old one.
    pub(super) fn set_ranks(&mut self, ranks: Vec<u32>) {
        self.ranks = ranks;
    }
}
