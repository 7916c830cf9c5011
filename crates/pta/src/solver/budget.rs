//! How much the analysis may take. Counts, not clocks: the same program degrades in the same way.

/// What was used, and what may be.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Budget {
    /// Bytes that nodes, facts and edges may take.
    limit: usize,
    pub(crate) nodes: usize,
    pub(crate) facts: usize,
    pub(crate) edges: usize,
    /// Objects that were handed to nodes, known there or not: the work that was done.
    pub(crate) delivered: usize,
}

/// How much work may be done: some half a minute.
const WORK: usize = 600_000_000;

/// Rough sizes: a node with its lists, a stored edge, a fact in a set.
const NODE: usize = 140;
const EDGE: usize = 12;
const FACT: usize = 1;

impl Budget {
    pub(crate) fn new(limit: usize) -> Self {
        Self { limit, nodes: 0, facts: 0, edges: 0, delivered: 0 }
    }

    /// How many contexts a method may have from now on: few for the program's own, which are many and
    /// large, more for those of collections.
    pub(crate) fn contexts(&self, is_own: bool) -> usize {
        let used = self.nodes * NODE + self.edges * EDGE + self.facts * FACT;
        let memory = used.saturating_mul(100) / self.limit.max(1);
        let work = self.delivered.saturating_mul(100) / WORK;
        match memory.max(work) {
            0..50 if is_own => 6,
            0..50 => 256,
            50..75 => 4,
            _ => 1,
        }
    }
}
