//! Strongly connected components (Tarjan 1972), without recursion.

use crate::csr::Graph;

/// The strongly connected components of a graph.
///
/// Their numbers are a topological order: an edge between two components goes from the lower number to
/// the higher.
#[derive(Debug, Clone)]
pub struct Components {
    of: Vec<u32>,
    offsets: Vec<u32>,
    members: Vec<u32>,
}

const UNSEEN: u32 = u32::MAX;

impl Components {
    /// Finds them.
    pub fn new(graph: &Graph<'_>) -> Self {
        let (mut of, count) = tarjan(graph);
        // Tarjan finishes a component after all that it leads to.
        for component in &mut of {
            *component = count - 1 - *component;
        }
        let mut offsets = vec![0_u32; count as usize + 1];
        for &component in &of {
            offsets[component as usize + 1] += 1;
        }
        for component in 0..count as usize {
            offsets[component + 1] += offsets[component];
        }
        let mut next = offsets.clone();
        let mut members = vec![0_u32; of.len()];
        for (node, &component) in of.iter().enumerate() {
            let place = &mut next[component as usize];
            members[*place as usize] = node as u32;
            *place += 1;
        }
        Self { of, offsets, members }
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.offsets.len() - 1
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The component of each node.
    pub fn of(&self) -> &[u32] {
        &self.of
    }

    /// The nodes of a component, in order.
    pub fn members(&self, component: usize) -> &[u32] {
        &self.members[self.offsets[component] as usize..self.offsets[component + 1] as usize]
    }
}

/// The component of each node, numbered as they are finished, and their number.
fn tarjan(graph: &Graph<'_>) -> (Vec<u32>, u32) {
    let nodes = graph.len();
    let mut index = vec![UNSEEN; nodes];
    let mut low = vec![0_u32; nodes];
    let mut of = vec![UNSEEN; nodes];
    let mut open: Vec<u32> = Vec::new();
    let mut path: Vec<(u32, usize)> = Vec::new(); // nodes with the next of their edges
    let mut seen = 0;
    let mut count = 0;
    for root in 0..nodes as u32 {
        if index[root as usize] != UNSEEN {
            continue;
        }
        path.push((root, graph.edges(root).start));
        while let Some(&mut (node, ref mut edge)) = path.last_mut() {
            let this = node as usize;
            if index[this] == UNSEEN {
                index[this] = seen;
                low[this] = seen;
                seen += 1;
                open.push(node);
            }
            if *edge < graph.edges(node).end {
                let next = graph.targets()[*edge];
                *edge += 1;
                if index[next as usize] == UNSEEN {
                    path.push((next, graph.edges(next).start));
                } else if of[next as usize] == UNSEEN {
                    low[this] = low[this].min(index[next as usize]);
                }
                continue;
            }
            path.pop();
            if let Some(&(above, _)) = path.last() {
                low[above as usize] = low[above as usize].min(low[this]);
            }
            if low[this] == index[this] {
                while let Some(member) = open.pop() {
                    of[member as usize] = count;
                    if member == node {
                        break;
                    }
                }
                count += 1;
            }
        }
    }
    (of, count)
}
