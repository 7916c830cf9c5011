//! Dominators, after Cooper, Harvey and Kennedy: simple, and fast on graphs of this size.

/// The dominator tree of a control-flow graph whose blocks are `0..n` with entry 0.
pub struct Dominators {
    /// Immediate dominator of each block; unreachable ones and the entry have themselves.
    idom: Vec<u32>,
    /// Pre-order interval of each block in the tree, for constant-time tests.
    first: Vec<u32>,
    last: Vec<u32>,
    reachable: Vec<bool>,
}

/// Blocks in reverse post-order from block 0; unreachable ones are left out.
pub(crate) fn reverse_post_order<'a>(
    count: usize,
    successors: impl Fn(u32) -> &'a [u32],
) -> Vec<u32> {
    let mut order = Vec::with_capacity(count);
    let mut seen = vec![false; count];
    let mut stack = vec![(0, 0)];
    seen[0] = true;
    while let Some((block, position)) = stack.last_mut() {
        let Some(&next) = successors(*block).get(*position) else {
            order.push(*block);
            stack.pop();
            continue;
        };
        *position += 1;
        if !seen[next as usize] {
            seen[next as usize] = true;
            stack.push((next, 0));
        }
    }
    order.reverse();
    order
}

/// Immediate dominators of the blocks in `order`, which is a reverse post-order.
pub(crate) fn immediate<'a>(
    count: usize,
    order: &[u32],
    predecessors: impl Fn(u32) -> &'a [u32],
) -> Vec<u32> {
    const UNKNOWN: u32 = u32::MAX;
    let mut number = vec![UNKNOWN; count];
    for (position, &block) in order.iter().enumerate() {
        number[block as usize] = position as u32;
    }
    // In terms of positions in the order.
    let mut idom = vec![UNKNOWN; order.len()];
    idom[0] = 0;
    let mut changed = true;
    while changed {
        changed = false;
        for (position, &block) in order.iter().enumerate().skip(1) {
            let mut new = UNKNOWN;
            // The lowest first: then the way up is gone once, not once for each predecessor.
            for &predecessor in predecessors(block).iter().rev() {
                let other = number[predecessor as usize];
                if other == UNKNOWN || idom[other as usize] == UNKNOWN {
                    continue;
                }
                new = if new == UNKNOWN { other } else { intersect(&idom, new, other) };
            }
            if new != UNKNOWN && idom[position] != new {
                idom[position] = new;
                changed = true;
            }
        }
    }
    let mut result: Vec<u32> = (0..count as u32).collect();
    for (position, &block) in order.iter().enumerate() {
        if idom[position] != UNKNOWN {
            result[block as usize] = order[idom[position] as usize];
        }
    }
    result
}

fn intersect(idom: &[u32], mut a: u32, mut b: u32) -> u32 {
    while a != b {
        while a > b {
            a = idom[a as usize];
        }
        while b > a {
            b = idom[b as usize];
        }
    }
    a
}

impl Dominators {
    /// Computes the tree from immediate dominators; `order` is a reverse post-order.
    pub(crate) fn new(idom: Vec<u32>, order: &[u32]) -> Self {
        let count = idom.len();
        let mut size = vec![0_u32; count];
        let mut reachable = vec![false; count];
        for &block in order.iter().rev() {
            size[block as usize] += 1;
            reachable[block as usize] = true;
            let above = idom[block as usize];
            if above != block {
                size[above as usize] += size[block as usize];
            }
        }
        // A dominator precedes what it dominates in the order, so its interval is known already.
        let mut first = vec![0_u32; count];
        let mut last = vec![0_u32; count];
        let mut free = vec![0_u32; count];
        for &block in order {
            let above = idom[block as usize];
            let start = if above == block { 0 } else { free[above as usize] };
            if above != block {
                free[above as usize] += size[block as usize];
            }
            first[block as usize] = start;
            last[block as usize] = start + size[block as usize];
            free[block as usize] = start + 1;
        }
        Self { idom, first, last, reachable }
    }

    /// Whether every way from the entry to `below` goes through `above`; a block dominates itself.
    pub fn dominates(&self, above: u32, below: u32) -> bool {
        let (above, below) = (above as usize, below as usize);
        self.reachable[above]
            && self.reachable[below]
            && self.first[above] <= self.first[below]
            && self.first[below] < self.last[above]
    }

    /// The immediate dominator; the entry's is itself.
    pub fn immediate(&self, block: u32) -> u32 {
        self.idom[block as usize]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn dominators(edges: &[(u32, u32)], count: usize) -> Dominators {
        let mut successors = vec![Vec::new(); count];
        let mut predecessors = vec![Vec::new(); count];
        for &(from, to) in edges {
            successors[from as usize].push(to);
            predecessors[to as usize].push(from);
        }
        let order = reverse_post_order(count, |block| &successors[block as usize]);
        let idom = immediate(count, &order, |block| &predecessors[block as usize]);
        Dominators::new(idom, &order)
    }

    #[test]
    fn diamond_and_loop() {
        let tree = dominators(&[(0, 1), (0, 2), (1, 3), (2, 3), (3, 0), (3, 4)], 6);
        assert_eq!(tree.immediate(3), 0);
        assert!(tree.dominates(0, 4) && tree.dominates(3, 4) && tree.dominates(4, 4));
        assert!(!tree.dominates(1, 3) && !tree.dominates(4, 3) && !tree.dominates(0, 5));
    }

    #[test]
    fn irreducible() {
        let tree = dominators(&[(0, 1), (0, 2), (1, 2), (2, 1), (1, 3)], 4);
        assert_eq!((tree.immediate(1), tree.immediate(2), tree.immediate(3)), (0, 0, 1));
    }
}
