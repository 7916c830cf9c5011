//! Follows the blocks from the entry, and copies subroutines for each of their callers.

use snarl_classfile::Operand;
use snarl_classfile::opcode::*;

use super::graph::{Kind, Node};
use super::raw::{NONE, RawBlock, RawGraph};
use super::{LowerError, Result};
use crate::body::{BlockId, Handler};

/// Bounds on what a hostile method can make us build; real code stays far below.
const MAX_NODES: usize = 200_000;
const MAX_EXCEPTION_EDGES: usize = 4_000_000;

/// Return addresses that a subroutine's caller left in locals or, right after `jsr`, on the stack.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct ReturnAddresses {
    on_stack: Option<u32>,
    /// (local slot, block to return to), by slot.
    in_locals: Vec<(u16, u32)>,
}

impl ReturnAddresses {
    fn forget(&mut self, slot: u16) {
        self.in_locals.retain(|&(found, _)| found != slot);
    }

    fn store(&mut self, slot: u16, block: u32) {
        self.forget(slot);
        self.in_locals.push((slot, block));
        self.in_locals.sort_unstable();
    }
}

/// Walks the raw blocks from the entry. A block is copied for every combination of return addresses it
/// is reached with, which inlines subroutines (JVMS lets no subroutine call itself, so this ends).
pub(super) struct Explorer<'r, 'd, 'a> {
    raw: &'r RawGraph<'d, 'a>,
    forced: &'r [bool],
    states: Vec<ReturnAddresses>,
    /// (raw block, state, is a landing) to node.
    known: rustc_hash::FxHashMap<(u32, u32, bool), BlockId>,
    found: Explored,
    work: Vec<(BlockId, u32, u32)>,
    edges: usize,
    /// Made when the first block needs it.
    unlock: Option<BlockId>,
}

/// The nodes in the order of discovery, with their edges.
#[derive(Default)]
pub(super) struct Explored {
    pub(super) nodes: Vec<Node>,
    /// The raw block of each node, or `NONE`.
    pub(super) raw_blocks: Vec<u32>,
    pub(super) successors: Vec<Vec<BlockId>>,
    pub(super) handlers: Vec<Vec<Handler>>,
}

impl Explored {
    fn add(&mut self, kind: Kind, index: u16, raw_block: u32) -> BlockId {
        self.nodes.push(Node { kind, index });
        self.raw_blocks.push(raw_block);
        self.successors.push(Vec::new());
        self.handlers.push(Vec::new());
        (self.nodes.len() - 1) as BlockId
    }
}

impl<'r, 'd, 'a> Explorer<'r, 'd, 'a> {
    pub(super) fn run(raw: &'r RawGraph<'d, 'a>, forced: &'r [bool]) -> Result<Explored> {
        let mut explorer = Self {
            states: vec![ReturnAddresses::default()],
            known: rustc_hash::FxHashMap::default(),
            found: Explored::default(),
            work: Vec::new(),
            edges: 0,
            unlock: None,
            raw,
            forced,
        };
        if raw.first_is_free {
            let end = raw.blocks[0].end;
            let entry = explorer.found.add(Kind::Entry { end }, 0, 0);
            explorer.visit(entry, 0, 0)?;
        } else {
            let entry = explorer.found.add(Kind::Entry { end: 0 }, 0, NONE);
            let first = explorer.node(0, 0)?;
            explorer.found.successors[entry as usize].push(first);
        }
        while let Some((node, block, state)) = explorer.work.pop() {
            explorer.visit(node, block, state)?;
        }
        Ok(explorer.found)
    }

    fn first_index(&self, block: u32) -> u16 {
        let first = self.raw.blocks[block as usize].first;
        self.raw.decoded.instructions[first as usize].index
    }

    fn node(&mut self, block: u32, state: u32) -> Result<BlockId> {
        self.code_node(block, state, !self.raw.is_target[block as usize])
    }

    fn code_node(&mut self, block: u32, state: u32, catches: bool) -> Result<BlockId> {
        if let Some(&known) = self.known.get(&(block, state, false)) {
            return Ok(known);
        }
        if self.found.nodes.len() > MAX_NODES {
            return Err(LowerError::whole("subroutines expand to too much code"));
        }
        let RawBlock { first, end, .. } = self.raw.blocks[block as usize];
        let node =
            self.found.add(Kind::Code { first, end, catches }, self.first_index(block), block);
        self.known.insert((block, state, false), node);
        self.work.push((node, block, state));
        Ok(node)
    }

    /// The node where a handler's exception arrives: the handler's own block, unless control also comes
    /// there without an exception.
    fn handler_node(&mut self, block: u32, state: u32) -> Result<BlockId> {
        if !self.raw.is_target[block as usize] {
            return self.code_node(block, state, true);
        }
        if let Some(&known) = self.known.get(&(block, state, true)) {
            return Ok(known);
        }
        let index = self.first_index(block);
        let landing = self.found.add(Kind::Landing { index }, index, NONE);
        self.known.insert((block, state, true), landing);
        let target = self.code_node(block, state, false)?;
        self.found.successors[landing as usize].push(target);
        Ok(landing)
    }

    fn visit(&mut self, node: BlockId, block: u32, state: u32) -> Result<()> {
        let raw = self.raw;
        let after = if raw.has_subroutines { self.after_stores(block, state)? } else { state };
        let successors = self.successors(block, after)?;
        self.found.successors[node as usize] = successors;
        self.found.handlers[node as usize] = self.handlers(block, after)?;
        Ok(())
    }

    fn successors(&mut self, block: u32, state: u32) -> Result<Vec<BlockId>> {
        let raw = self.raw;
        let last = raw.last(block);
        let (targets, state) = match (last.opcode, last.operand) {
            (JSR | JSR_W, _) => {
                let mut called = self.states[state as usize].clone();
                called.on_stack = Some(raw.next_block(block)?);
                (raw.successors(block)?, self.state(called))
            }
            (RET, Operand::Local(slot)) => {
                let mut returned = self.states[state as usize].clone();
                let address = returned.in_locals.iter().find(|&&(found, _)| found == slot);
                let Some(&(_, target)) = address else {
                    return Err(LowerError::at(last.index, "ret without a return address"));
                };
                // An address can be used once (JVMS 4.10.2.5), so it may be forgotten.
                returned.forget(slot);
                (vec![target], self.state(returned))
            }
            _ => (raw.successors(block)?, state),
        };
        targets.into_iter().map(|target| self.node(target, state)).collect()
    }

    fn state(&mut self, wanted: ReturnAddresses) -> u32 {
        let known = self.states.iter().position(|found| *found == wanted);
        known.unwrap_or_else(|| {
            self.states.push(wanted);
            self.states.len() - 1
        }) as u32
    }

    /// The return addresses after a block's stores.
    fn after_stores(&mut self, block: u32, state: u32) -> Result<u32> {
        let RawBlock { first, end, .. } = self.raw.blocks[block as usize];
        let mut addresses = self.states[state as usize].clone();
        for instruction in &self.raw.decoded.instructions[first as usize..end as usize] {
            let pending = addresses.on_stack.take();
            match (pending, instruction.opcode, instruction.operand) {
                (Some(target), ASTORE | ASTORE_0..=ASTORE_3, Operand::Local(slot)) => {
                    addresses.store(slot, target);
                }
                (None, ISTORE..=ASTORE | ISTORE_0..=ASTORE_3, Operand::Local(slot)) => {
                    addresses.forget(slot);
                }
                (Some(_), POP, _) | (None, ..) => {}
                (Some(_), ..) => {
                    let message = "a subroutine that does not first store its return address";
                    return Err(LowerError::at(instruction.index, message));
                }
            }
        }
        Ok(self.state(addresses))
    }

    fn handlers(&mut self, block: u32, state: u32) -> Result<Vec<Handler>> {
        let raw = self.raw;
        let RawBlock { first, throws, .. } = raw.blocks[block as usize];
        let mut handlers: Vec<Handler> = Vec::new();
        let mut all_caught = false;
        for (position, row) in raw.table.iter().enumerate() {
            let covers = (row.first..row.end).contains(&first);
            if !covers || !(self.forced[position] || throws && !all_caught) {
                continue;
            }
            let target = self.handler_node(raw.block_of[row.handler as usize], state)?;
            let handler = Handler { block: target, catch_type: row.catch_type };
            if !handlers.contains(&handler) {
                handlers.push(handler);
            }
            all_caught |= row.catch_type == 0;
        }
        if raw.synchronized && throws && !all_caught {
            let found = &mut self.found;
            let unlock = *self.unlock.get_or_insert_with(|| found.add(Kind::Unlock, 0, NONE));
            handlers.push(Handler { block: unlock, catch_type: 0 });
        }
        self.edges += handlers.len();
        if self.edges > MAX_EXCEPTION_EDGES {
            return Err(LowerError::whole("too many exception edges"));
        }
        Ok(handlers)
    }
}
