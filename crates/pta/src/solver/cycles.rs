//! Cycles: nodes that hand each other everything point to the same, and share one set.
//!
//! Now and then, when the work done since has doubled, all strongly connected components of unfiltered
//! edges are found at once. Looking for a cycle at each edge costs more than the cycles do.

use snarl_graph::{Components, Graph};

use super::{Node, Owner, Solver};
use crate::object::NO_FILTER;

/// Propagations before cycles are looked for, the first time.
pub(super) const FIRST: usize = 60_000;

impl Solver<'_> {
    /// Finds all cycles and lets their nodes share a set.
    pub(super) fn collapse_cycles(&mut self) {
        let (offsets, targets) = self.unfiltered_edges();
        let Ok(graph) = Graph::new(&offsets, &targets) else { return };
        let components = Components::new(&graph);
        for component in 0..components.len() {
            let members = components.members(component);
            if members.len() > 1 {
                self.unify(members);
            }
        }
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
            if target != super::NONE
                && self.nodes.filter(target) == NO_FILTER
                && !self.nodes.follows(target)
            {
                let target = self.nodes.holder(target);
                if target != holder {
                    targets.push(target);
                }
            }
        };
        for edge in self.edges[node as usize].iter().filter(|it| it.filter == NO_FILTER) {
            add(edge.to);
        }
        let Owner::Instance(instance) = self.owner[node as usize] else { return };
        let data = &self.data[instance as usize];
        let template = &self.code[data.code as usize].template;
        let var = node - data.first_node + template.shared;
        for copy in template.copies.get(var) {
            if self.copy_filter(data.code, copy.filter) == NO_FILTER {
                add(self.node(instance, copy.to));
            }
        }
        for &(call, position) in template.argument_of.get(var) {
            for callee in self.callees[(data.first_call + call) as usize].iter() {
                add(self.parameter(callee, position as usize));
            }
        }
        if var == template.returns {
            data.results.iter().copied().for_each(&mut add);
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
