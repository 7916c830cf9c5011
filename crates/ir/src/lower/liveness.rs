//! Which local variables are live at the start of each block.

use super::graph::Graph;
use super::locals::BlockSets;

/// Backward data flow. A handler's needs count like a successor's: in a block under a handler, all
/// stores come before what can throw.
pub(super) fn live_in(graph: &Graph<'_>, stores: &BlockSets, uses: &BlockSets) -> BlockSets {
    let mut live = uses.clone();
    let mut out = vec![0_u64; stores.get(0).len()];
    // The last block first. Passes over all blocks would be as many as a way has jumps back.
    let mut work = graph.order.clone();
    let mut waits = vec![true; graph.len()];
    while let Some(block) = work.pop() {
        waits[block as usize] = false;
        out.fill(0);
        for &next in graph.flow.get(block) {
            for (word, &more) in out.iter_mut().zip(live.get(next)) {
                *word |= more;
            }
        }
        let mut changed = false;
        let kept = out.iter().zip(stores.get(block)).map(|(out, stores)| out & !stores);
        for (word, more) in live.get_mut(block).iter_mut().zip(kept) {
            changed |= more & !*word != 0;
            *word |= more;
        }
        let above = graph.predecessors.get(block).iter().filter(|_| changed);
        work.extend(above.filter(|&&it| !std::mem::replace(&mut waits[it as usize], true)));
    }
    live
}
