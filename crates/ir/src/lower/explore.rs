//! Follows the blocks from the entry, and copies subroutines for each of their callers.

use std::rc::Rc;

use rustc_hash::{FxHashMap, FxHashSet};
use snarl_classfile::Operand;
use snarl_classfile::opcode::*;

use super::graph::{Kind, Node};
use super::raw::{RawBlock, RawGraph, TableRow};
use super::return_addresses::ReturnAddresses;
use super::{LowerError, Result};
use crate::body::{BlockId, Handler};

/// Bounds on what a hostile method can make us build; real code stays far below.
const MAX_NODES: usize = 200_000;
const MAX_EDGES: usize = 4_000_000;
/// Return addresses in all states together.
const MAX_ADDRESSES: usize = 4_000_000;

/// Walks the raw blocks from the entry. A block is copied for every combination of return addresses it
/// is reached with, which inlines subroutines (JVMS lets no subroutine call itself, so this ends).
///
/// When nothing more is found, there may be rows of the exception table that cover reached code while
/// their handler is not reached, because nothing they cover throws in our eyes. They are forced: they get
/// their edges all the same, so that no code is lost, and the walk goes on.
pub(super) struct Explorer<'r, 'd, 'a> {
    raw: &'r RawGraph<'d, 'a>,
    states: Vec<Rc<ReturnAddresses>>,
    known_states: FxHashMap<Rc<ReturnAddresses>, u32>,
    /// How many return addresses all states have.
    addresses: usize,
    /// (raw block, state, is a landing) to node.
    known: FxHashMap<(u32, u32, bool), BlockId>,
    found: Explored,
    work: Vec<(BlockId, u32, u32)>,
    /// The nodes of each raw block that were visited, with the state at their end.
    copies: Vec<Vec<(BlockId, u32)>>,
    /// Rows that cover reached code and were not yet looked at.
    candidates: Vec<u32>,
    forced: Vec<Forced>,
    /// The exception edges of the node at hand, each of which it has once.
    seen_edges: FxHashSet<(BlockId, u16)>,
    edges: usize,
    /// Made when the first block needs it.
    unlock: Option<BlockId>,
}

/// From where a handler gets edges that nothing we count as throwing asks for.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Forced {
    No,
    /// From covered blocks that do not leave a monitor, so that the handler does not leave it again.
    FromPlain,
    /// From all covered blocks, for there are no others.
    FromAll,
}

/// The nodes in the order of discovery, with their edges.
#[derive(Default)]
pub(super) struct Explored {
    pub(super) nodes: Vec<Node>,
    pub(super) successors: Vec<Vec<BlockId>>,
    pub(super) handlers: Vec<Vec<Handler>>,
}

impl Explored {
    fn add(&mut self, kind: Kind, index: u16) -> BlockId {
        self.nodes.push(Node { kind, index });
        self.successors.push(Vec::new());
        self.handlers.push(Vec::new());
        (self.nodes.len() - 1) as BlockId
    }
}

impl<'r, 'd, 'a> Explorer<'r, 'd, 'a> {
    pub(super) fn run(raw: &'r RawGraph<'d, 'a>) -> Result<Explored> {
        let mut explorer = Self {
            states: Vec::new(),
            known_states: FxHashMap::default(),
            addresses: 0,
            known: FxHashMap::default(),
            found: Explored::default(),
            work: Vec::new(),
            copies: vec![Vec::new(); raw.blocks.len()],
            candidates: Vec::new(),
            forced: vec![Forced::No; raw.table.len()],
            seen_edges: FxHashSet::default(),
            edges: 0,
            unlock: None,
            raw,
        };
        let start = explorer.state(ReturnAddresses::default())?;
        if raw.first_is_free {
            let end = raw.blocks[0].end;
            let entry = explorer.found.add(Kind::Entry { end }, 0);
            explorer.visit(entry, 0, start)?;
        } else {
            let entry = explorer.found.add(Kind::Entry { end: 0 }, 0);
            let first = explorer.node(0, start)?;
            explorer.found.successors[entry as usize].push(first);
        }
        loop {
            while let Some((node, block, state)) = explorer.work.pop() {
                explorer.visit(node, block, state)?;
            }
            if !explorer.force_handlers()? {
                return Ok(explorer.found);
            }
        }
    }

    /// Adds the edges to handlers that are not reached without. Says whether there were any.
    fn force_handlers(&mut self) -> Result<bool> {
        let raw = self.raw;
        let mut blocks = Vec::new();
        for row in std::mem::take(&mut self.candidates) {
            let TableRow { handler, .. } = raw.table[row as usize];
            let is_reached = !self.copies[raw.block_of[handler as usize] as usize].is_empty();
            if is_reached || self.forced[row as usize] != Forced::No {
                continue;
            }
            let covered = raw.covered_blocks(&raw.table[row as usize]);
            let is_plain =
                |block: usize| !self.copies[block].is_empty() && !raw.blocks[block].exits_monitor;
            let has_plain = covered.clone().any(is_plain);
            self.forced[row as usize] = if has_plain { Forced::FromPlain } else { Forced::FromAll };
            blocks.extend(covered);
        }
        blocks.sort_unstable();
        blocks.dedup();
        for &block in &blocks {
            for position in 0..self.copies[block].len() {
                let (node, state) = self.copies[block][position];
                self.set_handlers(node, block as u32, state)?;
            }
        }
        Ok(!blocks.is_empty())
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
        let node = self.found.add(Kind::Code { first, end, catches }, self.first_index(block));
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
        let landing = self.found.add(Kind::Landing { index }, index);
        self.known.insert((block, state, true), landing);
        let target = self.code_node(block, state, false)?;
        self.found.successors[landing as usize].push(target);
        Ok(landing)
    }

    fn visit(&mut self, node: BlockId, block: u32, state: u32) -> Result<()> {
        let raw = self.raw;
        let after = if raw.has_subroutines { self.at_end(block, state)? } else { state };
        let successors = self.successors(block, after)?;
        self.edges += successors.len();
        self.check_edges()?;
        self.found.successors[node as usize] = successors;
        if self.copies[block as usize].is_empty() {
            self.candidates.extend(raw.rows_over(block));
        }
        self.copies[block as usize].push((node, after));
        self.set_handlers(node, block, after)
    }

    fn check_edges(&self) -> Result<()> {
        if self.edges > MAX_EDGES {
            return Err(LowerError::whole("too many edges between blocks"));
        }
        Ok(())
    }

    fn set_handlers(&mut self, node: BlockId, block: u32, state: u32) -> Result<()> {
        self.edges -= self.found.handlers[node as usize].len();
        let handlers = self.handlers(block, state)?;
        self.edges += handlers.len();
        self.check_edges()?;
        self.found.handlers[node as usize] = handlers;
        Ok(())
    }

    fn successors(&mut self, block: u32, state: u32) -> Result<Vec<BlockId>> {
        let raw = self.raw;
        let last = raw.last(block);
        let (targets, state) = match (last.opcode, last.operand) {
            (JSR | JSR_W, _) => {
                let mut called = ReturnAddresses::clone(&self.states[state as usize]);
                called.push(raw.next_block(block)?);
                (raw.successors(block)?, self.state(called)?)
            }
            (RET, Operand::Local(slot)) => {
                let mut returned = ReturnAddresses::clone(&self.states[state as usize]);
                let Some(target) = returned.take(slot) else {
                    return Err(LowerError::at(last.index, "ret without a return address"));
                };
                (vec![target], self.state(returned)?)
            }
            _ => (raw.successors(block)?, state),
        };
        targets.into_iter().map(|target| self.node(target, state)).collect()
    }

    fn state(&mut self, wanted: ReturnAddresses) -> Result<u32> {
        if let Some(&known) = self.known_states.get(&wanted) {
            return Ok(known);
        }
        self.addresses += wanted.len();
        if self.addresses > MAX_ADDRESSES {
            return Err(LowerError::whole("subroutines are nested too deep"));
        }
        let (state, wanted) = (self.states.len() as u32, Rc::new(wanted));
        self.states.push(Rc::clone(&wanted));
        self.known_states.insert(wanted, state);
        Ok(state)
    }

    /// The return addresses at the end of a block.
    fn at_end(&mut self, block: u32, state: u32) -> Result<u32> {
        let raw = self.raw;
        let RawBlock { first, end, .. } = raw.blocks[block as usize];
        let mut addresses = ReturnAddresses::clone(&self.states[state as usize]);
        for instruction in &raw.decoded.instructions[first as usize..end as usize] {
            addresses.apply(instruction, raw.pool)?;
        }
        self.state(addresses)
    }

    fn handlers(&mut self, block: u32, state: u32) -> Result<Vec<Handler>> {
        let raw = self.raw;
        let RawBlock { throws, exits_monitor, .. } = raw.blocks[block as usize];
        let state = if raw.has_subroutines {
            let in_handler = self.states[state as usize].in_handler();
            self.state(in_handler)?
        } else {
            state
        };
        let mut handlers: Vec<Handler> = Vec::new();
        let mut all_caught = false;
        self.seen_edges.clear();
        for row in raw.rows_over(block) {
            let is_forced = match self.forced[row as usize] {
                Forced::No => false,
                Forced::FromPlain => !exits_monitor,
                Forced::FromAll => true,
            };
            if !(is_forced || throws && !all_caught) {
                continue;
            }
            let TableRow { handler, catch_type, .. } = raw.table[row as usize];
            let target = self.handler_node(raw.block_of[handler as usize], state)?;
            if self.seen_edges.insert((target, catch_type)) {
                handlers.push(Handler { block: target, catch_type });
            }
            all_caught |= raw.catches_all(catch_type);
        }
        if raw.synchronized && throws && !all_caught {
            let found = &mut self.found;
            let unlock = *self.unlock.get_or_insert_with(|| found.add(Kind::Unlock, 0));
            handlers.push(Handler { block: unlock, catch_type: 0 });
        }
        Ok(handlers)
    }
}
