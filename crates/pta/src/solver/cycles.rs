//! Cycles: nodes that hand each other everything point to the same, and share one set.
//!
//! Now and then, when the work done since has doubled, all strongly connected components of unfiltered
//! edges are found at once. Looking for a cycle at each edge costs more than the cycles do.

use snarl_graph::{Components, Graph};

use super::{Node, Owner, Solver};
use crate::object::NO_FILTER;
use crate::set::Set;

/// Propagations before cycles are looked for, the first time.
pub(super) const FIRST: usize = 60_000;

impl Solver<'_> {
    /// The node whose set a node shares.
    pub(super) fn holder(&self, node: Node) -> Node {
        self.holder[node as usize]
    }

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
        let count = self.points_to.len();
        let mut offsets = Vec::with_capacity(count + 1);
        let mut targets: Vec<Node> = Vec::new();
        offsets.push(0);
        for node in 0..count as Node {
            if self.holder(node) == node && !self.points_to[node as usize].is_empty() {
                self.add_targets(node, node, &mut targets);
                for &member in self.members.get(&node).map_or(&[][..], Vec::as_slice) {
                    self.add_targets(member, node, &mut targets);
                }
            }
            offsets.push(targets.len() as u64);
        }
        (offsets, targets)
    }

    fn add_targets(&self, node: Node, holder: Node, targets: &mut Vec<Node>) {
        let mut add = |target: Node| {
            if target != super::NONE && self.node_filter[target as usize] == NO_FILTER {
                let target = self.holder(target);
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
        let kept = component[0];
        let mut all = std::mem::take(&mut self.points_to[kept as usize]);
        let mut before: Vec<(Vec<Node>, Set)> = Vec::with_capacity(component.len());
        before.push((self.take_members(kept), all.clone()));
        for &node in &component[1..] {
            let own = std::mem::take(&mut self.points_to[node as usize]);
            all.add_all(&own, None, &mut Set::default());
            before.push((self.take_members(node), own));
        }
        self.points_to[kept as usize] = all;
        let mut members: Vec<Node> = Vec::new();
        for (nodes, _) in &before {
            members.extend(nodes);
        }
        for &node in &members {
            self.holder[node as usize] = kept;
        }
        let waiting: Vec<Set> =
            component.iter().map(|&it| std::mem::take(&mut self.news[it as usize])).collect();
        self.members.insert(kept, members.iter().copied().filter(|&it| it != kept).collect());
        for ((nodes, own), news) in before.into_iter().zip(waiting) {
            let mut own = own;
            let mut fresh = news;
            let all = std::mem::take(&mut self.points_to[kept as usize]);
            own.add_all(&all, None, &mut fresh);
            self.points_to[kept as usize] = all;
            if fresh.is_empty() {
                continue;
            }
            for node in nodes {
                self.hand_on(node, &fresh);
            }
        }
    }

    fn take_members(&mut self, holder: Node) -> Vec<Node> {
        let mut members = self.members.remove(&holder).unwrap_or_default();
        members.push(holder);
        members
    }
}
