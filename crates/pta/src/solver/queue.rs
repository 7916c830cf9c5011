//! Whose turn it is: nodes before those that they hand on to.
//!
//! A node that many objects pass through gets them a few at a time, and each turn hands the few on along
//! all its edges. Letting it wait until those before it are done makes its turns fewer and each worth more.
//! What is before what is found with the cycles, now and then; nodes that are new since come first, those
//! with few objects before those with many.

use std::collections::VecDeque;

use super::Node;

/// Sizes of sets, in bits, that wait together.
const STEP: u32 = 2;
const LEVELS: usize = (24 / STEP) as usize + 1;

/// Nodes that wait.
#[derive(Default)]
pub(super) struct Queue {
    /// The place of each node in a topological order, and the node of each place; later nodes have none yet.
    places: Vec<u32>,
    nodes: Vec<Node>,
    /// Those without a place, first in first out among those of like size.
    levels: [VecDeque<Node>; LEVELS],
    /// The places of the others.
    ranked: Places,
}

impl Queue {
    /// Lets a node wait, whose set has so many objects.
    pub(super) fn push(&mut self, node: Node, size: usize) {
        match self.places.get(node as usize) {
            Some(&place) => self.ranked.insert(place),
            None => {
                let bits = usize::BITS - size.leading_zeros();
                self.levels[(bits / STEP) as usize].push_back(node);
            }
        }
    }

    pub(super) fn pop(&mut self) -> Option<Node> {
        let unranked = self.levels.iter_mut().find_map(VecDeque::pop_front);
        unranked.or_else(|| self.ranked.pop().map(|place| self.nodes[place as usize]))
    }

    /// Whose turn is next, unless somebody comes before it.
    pub(super) fn peek(&self) -> Option<Node> {
        let unranked = self.levels.iter().find_map(|level| level.front().copied());
        unranked.or_else(|| self.ranked.first().map(|place| self.nodes[place as usize]))
    }

    /// Orders nodes by their ranks. Who waits goes on to wait, at its new place.
    pub(super) fn set_ranks(&mut self, ranks: &[u32]) {
        let mut waiting: Vec<Node> = Vec::new();
        while let Some(place) = self.ranked.pop() {
            waiting.push(self.nodes[place as usize]);
        }
        self.nodes = by_rank(ranks);
        self.places = vec![0; ranks.len()];
        for (place, &node) in self.nodes.iter().enumerate() {
            self.places[node as usize] = place as u32;
        }
        self.ranked = Places::new(ranks.len());
        waiting.into_iter().for_each(|node| self.ranked.insert(self.places[node as usize]));
    }
}

/// The nodes, those of lower rank first. Ranks are below the number of nodes.
fn by_rank(ranks: &[u32]) -> Vec<Node> {
    let mut next = vec![0_u32; ranks.len() + 1];
    ranks.iter().for_each(|&rank| next[rank as usize + 1] += 1);
    for rank in 0..ranks.len() {
        next[rank + 1] += next[rank];
    }
    let mut nodes = vec![0; ranks.len()];
    for (node, &rank) in ranks.iter().enumerate() {
        let place = &mut next[rank as usize];
        nodes[*place as usize] = node as Node;
        *place += 1;
    }
    nodes
}

/// A set of places that gives the first one: bits, and above each 64 of them one that tells whether there
/// are any. A heap would touch twenty places at each turn.
#[derive(Default)]
struct Places {
    /// From the places themselves to a level of one word.
    levels: Vec<Vec<u64>>,
}

impl Places {
    fn new(count: usize) -> Self {
        let mut levels = Vec::new();
        let mut words = count.div_ceil(64);
        while words > 0 {
            levels.push(vec![0; words]);
            words = if words == 1 { 0 } else { words.div_ceil(64) };
        }
        Self { levels }
    }

    fn insert(&mut self, place: u32) {
        let mut index = place as usize;
        for level in &mut self.levels {
            let word = &mut level[index / 64];
            let was_empty = *word == 0;
            *word |= 1 << (index % 64);
            if !was_empty {
                return;
            }
            index /= 64;
        }
    }

    fn first(&self) -> Option<u32> {
        if self.levels.last()?[0] == 0 {
            return None;
        }
        let mut index = 0;
        for level in self.levels.iter().rev() {
            index = index * 64 + level[index].trailing_zeros() as usize;
        }
        Some(index as u32)
    }

    fn pop(&mut self) -> Option<u32> {
        let first = self.first()?;
        let mut above = first as usize;
        for level in &mut self.levels {
            let word = &mut level[above / 64];
            *word &= !(1 << (above % 64));
            if *word != 0 {
                break;
            }
            above /= 64;
        }
        Some(first)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn places_come_in_order() {
        for count in [0, 1, 64, 65, 5_000, 300_000] {
            let mut places = Places::new(count);
            let mut expected = BTreeSet::new();
            let mut number = 7_u64;
            for round in 0..2_000_u32 {
                number = number.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                if count > 0 && round % 3 != 0 {
                    let place = ((number >> 33) % count as u64) as u32;
                    places.insert(place);
                    expected.insert(place);
                } else {
                    assert_eq!(places.first(), expected.first().copied());
                    assert_eq!(places.pop(), expected.pop_first());
                }
            }
            while let Some(first) = expected.pop_first() {
                assert_eq!(places.pop(), Some(first));
            }
            assert_eq!(places.pop(), None);
        }
    }

    #[test]
    fn who_waits_keeps_waiting_when_ranks_change() {
        let mut queue = Queue::default();
        queue.push(2, 1);
        queue.set_ranks(&[2, 1, 0, 1]);
        queue.push(0, 1);
        queue.push(3, 1);
        queue.push(1, 1);
        assert_eq!(queue.pop(), Some(2), "it has waited since before there were places");
        queue.set_ranks(&[0, 1, 0, 1, 0]);
        let rest: Vec<Node> = std::iter::from_fn(|| queue.pop()).collect();
        assert_eq!(rest, [0, 1, 3]);
    }
}
