//! Where phis go: on the iterated dominance frontier of a variable's stores, where it is live.

use super::graph::Graph;
use super::locals::BlockSets;

/// The variables that need a phi at the start of each block.
pub(super) fn place(graph: &Graph<'_>, stores: &BlockSets, live: &BlockSets) -> BlockSets {
    let frontiers = dominance_frontiers(graph);
    let mut phis = stores.clone();
    (0..graph.len() as u32).for_each(|block| phis.get_mut(block).fill(0));
    let mut work: Vec<u32> = graph.order.clone();
    while let Some(block) = work.pop() {
        for &join in &frontiers[block as usize] {
            let mut changed = false;
            for word in 0..stores.get(0).len() {
                let defined = stores.get(block)[word] | phis.get(block)[word];
                let needed = defined & live.get(join)[word];
                let placed = &mut phis.get_mut(join)[word];
                changed |= needed & !*placed != 0;
                *placed |= needed;
            }
            if changed {
                work.push(join);
            }
        }
    }
    phis
}

fn dominance_frontiers(graph: &Graph<'_>) -> Vec<Vec<u32>> {
    let mut frontiers: Vec<Vec<u32>> = vec![Vec::new(); graph.len()];
    for join in 0..graph.len() as u32 {
        let predecessors = graph.predecessors.get(join);
        if predecessors.len() < 2 {
            continue;
        }
        let idom = graph.idom[join as usize];
        for &predecessor in predecessors {
            let mut runner = predecessor;
            while runner != idom {
                let frontier = &mut frontiers[runner as usize];
                // Joins come in order, so a repeated one is the last.
                if frontier.last() == Some(&join) {
                    break;
                }
                frontier.push(join);
                runner = graph.idom[runner as usize];
            }
        }
    }
    frontiers
}
