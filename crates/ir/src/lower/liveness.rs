//! Which local variables are live at the start of each block.

use super::graph::Graph;
use super::locals::BlockSets;

/// Backward data flow. A handler's needs count like a successor's: in a block under a handler, all
/// stores come before what can throw.
pub(super) fn live_in(graph: &Graph<'_>, stores: &BlockSets, uses: &BlockSets) -> BlockSets {
    let mut live = uses.clone();
    let mut changed = true;
    let mut out = vec![0_u64; stores.get(0).len()];
    while changed {
        changed = false;
        for &block in graph.order.iter().rev() {
            out.fill(0);
            for &next in graph.flow.get(block) {
                for (word, &more) in out.iter_mut().zip(live.get(next)) {
                    *word |= more;
                }
            }
            let kept = out.iter().zip(stores.get(block)).map(|(out, stores)| out & !stores);
            for (word, more) in live.get_mut(block).iter_mut().zip(kept) {
                changed |= more & !*word != 0;
                *word |= more;
            }
        }
    }
    live
}
