//! A graph without its cycles: for many questions, whether something leads to something else.

use crate::components::Components;
use crate::csr::{Graph, GraphError};

/// The strongly connected components of a graph, and the edges between them, each once.
#[derive(Debug, Clone)]
pub struct Condensed {
    of: Vec<u32>,
    offsets: Vec<usize>,
    /// Where the edges of each component go, in order; to higher numbers.
    targets: Vec<u32>,
}

impl Condensed {
    /// Finds them.
    pub fn new(graph: &Graph<'_>) -> Self {
        let components = Components::new(graph);
        let of = components.of();
        let (mut offsets, mut targets) = (vec![0], Vec::new());
        let mut seen_from = vec![u32::MAX; components.len()];
        for component in 0..components.len() {
            let here = component as u32;
            seen_from[component] = here;
            let first = targets.len();
            for &node in components.members(component) {
                for &next in graph.successors(node) {
                    let there = of[next as usize];
                    if std::mem::replace(&mut seen_from[there as usize], here) != here {
                        targets.push(there);
                    }
                }
            }
            targets[first..].sort_unstable();
            offsets.push(targets.len());
        }
        Self { of: of.to_vec(), offsets, targets }
    }

    /// Whether one of some nodes is one of some others, or leads to it.
    pub fn leads(&self, from: &[u32], to: &[u32]) -> Result<bool, GraphError> {
        let mut wanted = vec![false; self.offsets.len() - 1];
        for component in self.components(to)? {
            wanted[component as usize] = true;
        }
        let Some(last) = wanted.iter().rposition(|&it| it) else { return Ok(false) };
        let mut seen = vec![false; last + 1];
        let mut waiting = Vec::new();
        // Edges go to higher numbers: behind the last that is wanted there is nothing to find.
        let mut reach = |component: u32, waiting: &mut Vec<u32>| {
            if !std::mem::replace(&mut seen[component as usize], true) {
                waiting.push(component);
            }
            wanted[component as usize]
        };
        for component in self.components(from)?.filter(|&it| it as usize <= last) {
            if reach(component, &mut waiting) {
                return Ok(true);
            }
        }
        while let Some(component) = waiting.pop() {
            let edges = self.offsets[component as usize]..self.offsets[component as usize + 1];
            for &next in self.targets[edges].iter().take_while(|&&it| it as usize <= last) {
                if reach(next, &mut waiting) {
                    return Ok(true);
                }
            }
        }
        Ok(false)
    }

    fn components(&self, nodes: &[u32]) -> Result<impl Iterator<Item = u32>, GraphError> {
        match nodes.iter().find(|&&node| node as usize >= self.of.len()) {
            Some(node) => Err(GraphError::new(format!(
                "{node} is no node: there are {} nodes",
                self.of.len()
            ))),
            None => Ok(nodes.iter().map(|&node| self.of[node as usize])),
        }
    }
}
