//! Cycles: nodes that hand each other everything point to the same, and share one set.
//!
//! Now and then, when enough work was done since, all strongly connected components of unfiltered edges are
//! found at once, and with them a topological order. Looking for a cycle at each edge costs more than the
//! cycles do. One node stands for all of a cycle then: it has their edges, each once.

use snarl_graph::{Components, Graph};

use super::{Doing, NONE, Node, Owner, Solver};
use crate::object::NO_FILTER;
use crate::template::Use;

/// Turns before cycles are looked for, the first time.
const FIRST: usize = 20_000;

/// When cycles are looked for.
pub(super) struct Schedule {
    turns: usize,
    next: usize,
}

impl Default for Schedule {
    fn default() -> Self {
        Self { turns: 0, next: FIRST }
    }
}

impl Schedule {
    /// Counts a turn; says whether it is time, which is so after twice as many turns each time.
    pub(super) fn is_time(&mut self) -> bool {
        self.turns += 1;
        if self.turns < self.next {
            return false;
        }
        self.next *= 2;
        true
    }

    pub(super) fn turns(&self) -> usize {
        self.turns
    }
}

impl Solver<'_> {
    /// Finds all cycles and lets their nodes share a set.
    pub(super) fn collapse_cycles(&mut self) {
        let (offsets, targets) = self.unfiltered_edges();
        let Ok(graph) = Graph::new(&offsets, &targets) else { return };
        let components = Components::new(&graph);
        self.queue.set_ranks(components.of());
        let mut merged = Vec::new();
        for component in 0..components.len() {
            let members = components.members(component);
            if members.len() > 1 {
                self.unify(members);
                merged.push(members[0]);
            }
        }
        merged.iter().for_each(|&node| self.gather_edges(node));
        for node in 0..self.nodes.len() as Node {
            let place = self.doing[node as usize].edges;
            if place != NONE {
                self.simplify_edges(node, place);
            }
        }
    }

    /// Gives the node that stands for a cycle the edges of all its nodes.
    fn gather_edges(&mut self, node: Node) {
        let members = self.nodes.members(node).iter().copied();
        let members: Vec<Node> = members.filter(|&it| !self.nodes.follows(it)).collect();
        for &member in &members {
            let place = self.doing[member as usize].edges;
            if place != NONE {
                let edges = std::mem::take(&mut self.edges[place as usize]);
                self.edges_of(node).extend(edges);
            }
        }
        let silent = members
            .into_iter()
            .filter(|&it| self.doing[it as usize].owner == Owner::Nobody)
            .collect();
        self.nodes.silence(node, silent);
    }

    /// Leaves each edge of a node once.
    fn simplify_edges(&mut self, node: Node, place: u32) {
        let edges = &mut self.edges[place as usize];
        if edges.is_empty() {
            return;
        }
        let own = self.nodes.merged(node);
        for edge in edges.iter_mut() {
            edge.to = self.nodes.merged(edge.to);
        }
        edges.retain(|edge| edge.to != own);
        edges.sort_unstable();
        let before = edges.len();
        edges.dedup();
        self.budget.edges -= before - edges.len();
    }

    /// What each holder of a set hands on without a filter.
    fn unfiltered_edges(&self) -> (Vec<u64>, Vec<Node>) {
        let count = self.nodes.len();
        let mut offsets = Vec::with_capacity(count + 1);
        let mut targets: Vec<Node> = Vec::new();
        offsets.push(0);
        for node in 0..count as Node {
            if self.nodes.holder(node) == node && !self.set(node).is_empty() {
                self.add_targets(node, node, &mut targets);
                for &member in self.nodes.members(node) {
                    self.add_targets(member, node, &mut targets);
                }
            }
            offsets.push(targets.len() as u64);
        }
        (offsets, targets)
    }

    fn add_targets(&self, node: Node, holder: Node, targets: &mut Vec<Node>) {
        let mut add = |target: Node| {
            // What comes to a node that follows another one does not come to that one.
            if target != NONE
                && self.nodes.filter(target) == NO_FILTER
                && !self.nodes.follows(target)
            {
                let target = self.nodes.holder(target);
                if target != holder {
                    targets.push(target);
                }
            }
        };
        let Doing { owner, uses, edges } = self.doing[node as usize];
        if edges != NONE {
            let edges = self.edges[edges as usize].iter();
            edges.filter(|it| it.filter == NO_FILTER).for_each(|it| add(it.to));
        }
        let Owner::Instance(instance) = owner else { return };
        let data = &self.data[instance as usize];
        for &used in self.uses.get(uses) {
            match used {
                Use::Copy(copy) if self.copy_filter(data.code, copy.filter) == NO_FILTER => {
                    add(self.node(instance, copy.to));
                }
                Use::Argument(call, position) => {
                    for callee in self.callees[(data.first_call + call) as usize].iter() {
                        add(self.parameter(callee, position as usize));
                    }
                }
                Use::Return => data.results.iter().copied().for_each(&mut add),
                _ => {}
            }
        }
    }

    /// Lets holders share one set. Each hands on what it did not have before.
    fn unify(&mut self, component: &[Node]) {
        for (nodes, fresh) in self.nodes.unify(component) {
            if fresh.is_empty() {
                continue;
            }
            for node in nodes {
                self.hand_on(node, &fresh);
            }
        }
    }
}
