//! The union fixpoint.

use crate::components::Components;
use crate::csr::{Graph, GraphError};
use crate::sets::{BitSets, Rows, words_of};

impl Graph<'_> {
    /// What flows to each node: the least sets with
    ///
    /// > value(n) = own(n) ∪ ⋃ { value(m) | an edge m → n }
    ///
    /// All nodes of a component have the same set, so each component is looked at once, in topological
    /// order.
    pub fn union(&self, own: &BitSets) -> Result<BitSets, GraphError> {
        own.check("nodes", self.len(), own.universe())?;
        let components = Components::new(self);
        let (reversed, _) = self.reversed();
        let mut rows = Rows::new(own.universe());
        let mut row_of_component = vec![0_u32; components.len()];
        let mut value = vec![0_u64; words_of(own.universe())];
        let mut included: Vec<u32> = Vec::new(); // by row: the last component that included it, plus one
        for component in 0..components.len() {
            let stamp = component as u32 + 1;
            value.fill(0);
            for &node in components.members(component) {
                include(&mut value, own.get(node as usize));
                for &before in reversed.successors(node) {
                    let from = components.of()[before as usize] as usize;
                    let row = row_of_component[from];
                    if from != component && included[row as usize] != stamp {
                        included[row as usize] = stamp;
                        include(&mut value, rows.get(row));
                    }
                }
            }
            row_of_component[component] = rows.add(&value);
            included.resize(rows.len(), 0);
        }
        let of = components.of().iter().map(|&it| row_of_component[it as usize]).collect();
        Ok(rows.sets(own.universe(), of))
    }
}

fn include(value: &mut [u64], more: &[u64]) {
    for (word, more) in value.iter_mut().zip(more) {
        *word |= more;
    }
}
