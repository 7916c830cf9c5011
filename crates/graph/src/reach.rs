//! What some nodes reach.

use crate::csr::{Graph, GraphError};

impl Graph<'_> {
    /// Whether each node can be reached from one of the roots; roots are.
    pub fn reachable(&self, roots: &[u32]) -> Result<Vec<bool>, GraphError> {
        self.check_nodes("root", roots)?;
        let mut reached = vec![false; self.len()];
        let mut waiting = Vec::new();
        for &root in roots {
            if !std::mem::replace(&mut reached[root as usize], true) {
                waiting.push(root);
            }
        }
        while let Some(node) = waiting.pop() {
            for &next in self.successors(node) {
                if !std::mem::replace(&mut reached[next as usize], true) {
                    waiting.push(next);
                }
            }
        }
        Ok(reached)
    }
}
