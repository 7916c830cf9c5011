//! Basic blocks and the edges between them.

use snarl_classfile::opcode::*;
use snarl_classfile::{ExceptionEntry, Instruction, Operand};

use super::throwing::can_throw;
use super::{LowerError, Result, Source};
use crate::body::{BlockId, Handler};
use crate::dominators;

/// Bounds on what a hostile method can make us build; real code stays far below.
const MAX_NODES: usize = 200_000;
const MAX_EXCEPTION_EDGES: usize = 4_000_000;

/// What a block is made from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// The entry: parameters, the monitor of a synchronized method, and then the instructions
    /// `0..end`, which are none if something jumps back to the first.
    Entry { end: u32 },
    /// Instructions `first..end`. If they start a handler, the exception is caught first.
    Code { first: u32, end: u32, catches: bool },
    /// Catches an exception for a handler that is also reached without one.
    Landing { index: u16 },
    /// Leaves the monitor of a synchronized method when an exception does.
    Unlock,
}

/// A block of the graph.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node {
    pub(super) kind: Kind,
    /// Bytecode index of its start.
    pub(super) index: u16,
}

/// Lists of neighbours, one for each node.
#[derive(Debug, Default)]
pub(super) struct Lists<T> {
    offsets: Vec<u32>,
    items: Vec<T>,
}

impl<T> Lists<T> {
    fn new() -> Self {
        Self { offsets: vec![0], items: Vec::new() }
    }

    fn end_list(&mut self) {
        self.offsets.push(self.items.len() as u32);
    }

    pub(super) fn get(&self, node: u32) -> &[T] {
        let node = node as usize;
        &self.items[self.offsets[node] as usize..self.offsets[node + 1] as usize]
    }

    pub(super) fn items(&self) -> &[T] {
        &self.items
    }

    pub(super) fn offset(&self, node: u32) -> usize {
        self.offsets[node as usize] as usize
    }
}

/// The control-flow graph of a method. Node 0 is the entry and has no predecessor; all nodes are
/// reachable; they are in the order of the bytecode.
pub(super) struct Graph<'a> {
    pub(super) instructions: Vec<Instruction<'a>>,
    pub(super) nodes: Vec<Node>,
    /// After the terminator, in its order.
    pub(super) successors: Lists<BlockId>,
    pub(super) handlers: Lists<Handler>,
    /// All successors, handlers too, each once.
    pub(super) flow: Lists<BlockId>,
    /// For each item of `flow`: the place of this node among the predecessors of that one.
    pub(super) flow_places: Vec<u32>,
    pub(super) predecessors: Lists<BlockId>,
    /// Reverse post-order.
    pub(super) order: Vec<BlockId>,
    pub(super) idom: Vec<BlockId>,
}

/// A run of instructions with one entry and one exit, before subroutines are copied.
#[derive(Clone, Copy)]
struct RawBlock {
    first: u32,
    end: u32,
    throws: bool,
}

const NONE: u32 = u32::MAX;

/// Decoded instructions with a map from bytecode indices to them.
struct Decoded<'a> {
    instructions: Vec<Instruction<'a>>,
    at: Vec<u32>,
}

impl Decoded<'_> {
    fn find(&self, index: u16, from: u16) -> Result<u32> {
        match self.at.get(usize::from(index)) {
            Some(&found) if found != NONE => Ok(found),
            _ => Err(LowerError::at(from, format!("{index} is not the start of an instruction"))),
        }
    }
}

fn decode<'a>(source: &Source<'a>) -> Result<Decoded<'a>> {
    let length = source.code.bytes.len();
    let mut instructions = Vec::with_capacity(length / 2);
    let mut at = vec![NONE; length];
    for instruction in source.code.instructions() {
        let instruction = instruction?;
        at[usize::from(instruction.index)] = instructions.len() as u32;
        instructions.push(instruction);
    }
    Ok(Decoded { instructions, at })
}

impl<'a> Graph<'a> {
    pub(super) fn build(source: &Source<'a>) -> Result<Self> {
        let decoded = decode(source)?;
        let table = exception_table(source, &decoded)?;
        let raw = RawGraph::build(source, &decoded, table)?;
        let explored = raw.explore()?;
        Ok(explored.into_graph(decoded.instructions))
    }

    pub(super) fn len(&self) -> usize {
        self.nodes.len()
    }
}

/// A row of the exception table in terms of instructions.
#[derive(Clone, Copy)]
struct TableRow {
    first: u32,
    end: u32,
    handler: u32,
    catch_type: u16,
}

fn exception_table(source: &Source<'_>, decoded: &Decoded<'_>) -> Result<Vec<TableRow>> {
    let count = decoded.instructions.len() as u32;
    let row = |entry: ExceptionEntry| {
        let first = decoded.find(entry.start, entry.start)?;
        let is_end = usize::from(entry.end) == decoded.at.len();
        let end = if is_end { count } else { decoded.find(entry.end, entry.start)? };
        let handler = decoded.find(entry.handler, entry.start)?;
        Ok(TableRow { first, end, handler, catch_type: entry.catch_type })
    };
    // javac 1.1 wrote rows that cover nothing; they mean nothing.
    source.code.exception_table().filter(|entry| entry.start < entry.end).map(row).collect()
}

/// Blocks of the bytecode as it stands.
struct RawGraph<'d, 'a> {
    decoded: &'d Decoded<'a>,
    table: Vec<TableRow>,
    blocks: Vec<RawBlock>,
    block_of: Vec<u32>,
    /// Blocks that are reached without an exception.
    is_target: Vec<bool>,
    /// Whether nothing but the entry leads to the first block.
    first_is_free: bool,
    synchronized: bool,
    has_subroutines: bool,
}

impl<'d, 'a> RawGraph<'d, 'a> {
    fn build(source: &Source<'_>, decoded: &'d Decoded<'a>, table: Vec<TableRow>) -> Result<Self> {
        let mut leaders = leaders(decoded, &table)?;
        split_before_stores(decoded, &table, source.is_synchronized(), &mut leaders);
        let mut blocks: Vec<RawBlock> = Vec::new();
        let mut block_of = Vec::with_capacity(leaders.len());
        for (position, instruction) in decoded.instructions.iter().enumerate() {
            if leaders[position] {
                blocks.push(RawBlock {
                    first: position as u32,
                    end: position as u32,
                    throws: false,
                });
            }
            block_of.push((blocks.len() - 1) as u32);
            if let Some(block) = blocks.last_mut() {
                block.end += 1;
                block.throws |= can_throw(instruction.opcode);
            }
        }
        let has_subroutines =
            decoded.instructions.iter().any(|it| matches!(it.opcode, JSR | JSR_W | RET));
        let mut graph = Self {
            is_target: vec![false; blocks.len()],
            first_is_free: false,
            synchronized: source.is_synchronized(),
            decoded,
            table,
            blocks,
            block_of,
            has_subroutines,
        };
        graph.find_targets()?;
        Ok(graph)
    }

    fn find_targets(&mut self) -> Result<()> {
        let mut is_target = vec![false; self.blocks.len()];
        for block in 0..self.blocks.len() as u32 {
            let last = self.last(block);
            if matches!(last.opcode, JSR | JSR_W) {
                is_target[self.next_block(block)? as usize] = true;
            }
            for target in self.successors(block)? {
                is_target[target as usize] = true;
            }
        }
        let handles = self.table.iter().any(|row| self.block_of[row.handler as usize] == 0);
        self.first_is_free = !is_target[0] && !handles;
        is_target[0] = true;
        self.is_target = is_target;
        Ok(())
    }

    fn last(&self, block: u32) -> &Instruction<'a> {
        &self.decoded.instructions[self.blocks[block as usize].end as usize - 1]
    }

    fn next_block(&self, block: u32) -> Result<u32> {
        let end = self.blocks[block as usize].end as usize;
        match self.block_of.get(end) {
            Some(&next) => Ok(next),
            None => {
                Err(LowerError::at(self.last(block).index, "control falls off the end of the code"))
            }
        }
    }

    fn block_at(&self, index: u16, from: u16) -> Result<u32> {
        Ok(self.block_of[self.decoded.find(index, from)? as usize])
    }

    /// Where the last instruction goes; nowhere for `ret`, whose targets depend on the caller.
    fn successors(&self, block: u32) -> Result<Vec<u32>> {
        let last = self.last(block);
        let from = last.index;
        Ok(match (last.opcode, last.operand) {
            (GOTO | GOTO_W | JSR | JSR_W, Operand::Branch(target)) => {
                vec![self.block_at(target, from)?]
            }
            (_, Operand::Branch(target)) => {
                vec![self.block_at(target, from)?, self.next_block(block)?]
            }
            (_, Operand::Switch(switch)) => {
                let mut targets = Vec::with_capacity(switch.len() + 1);
                targets.push(self.block_at(switch.default, from)?);
                for case in switch.cases() {
                    targets.push(self.block_at(case?.1, from)?);
                }
                targets
            }
            (IRETURN..=RETURN | ATHROW | RET, _) => Vec::new(),
            _ => vec![self.next_block(block)?],
        })
    }

    fn explore(&self) -> Result<Explored> {
        let mut forced = vec![false; self.table.len()];
        loop {
            let explored = Explorer::run(self, &forced)?;
            let unreached = self.unreached_handlers(&explored, &forced);
            if unreached.is_empty() {
                return Ok(explored);
            }
            unreached.into_iter().for_each(|row| forced[row] = true);
        }
    }

    /// Rows of the exception table that cover reachable code while their handler is not reached,
    /// because nothing they cover throws in our eyes. They get their edges all the same, so that no
    /// code is lost.
    fn unreached_handlers(&self, explored: &Explored, forced: &[bool]) -> Vec<usize> {
        if self.table.is_empty() {
            return Vec::new();
        }
        let mut reached = vec![false; self.blocks.len()];
        for &block in &explored.raw_blocks {
            if block != NONE {
                reached[block as usize] = true;
            }
        }
        let covers = |row: &TableRow| {
            let blocks = self.block_of[row.first as usize] as usize
                ..self.block_of.get(row.end as usize).map_or(self.blocks.len(), |&it| it as usize);
            blocks.into_iter().any(|block| reached[block])
        };
        let rows = self.table.iter().enumerate();
        rows.filter(|&(position, row)| {
            !forced[position]
                && !reached[self.block_of[row.handler as usize] as usize]
                && covers(row)
        })
        .map(|(position, _)| position)
        .collect()
    }
}

/// First instructions of blocks, as control flow and the exception table ask for them.
fn leaders(decoded: &Decoded<'_>, table: &[TableRow]) -> Result<Vec<bool>> {
    let mut leaders = vec![false; decoded.instructions.len()];
    let Some(first) = leaders.first_mut() else {
        return Err(LowerError::whole("no instructions"));
    };
    *first = true;
    for (position, instruction) in decoded.instructions.iter().enumerate() {
        let from = instruction.index;
        match instruction.operand {
            Operand::Branch(target) => leaders[decoded.find(target, from)? as usize] = true,
            Operand::Switch(switch) => {
                leaders[decoded.find(switch.default, from)? as usize] = true;
                for case in switch.cases() {
                    leaders[decoded.find(case?.1, from)? as usize] = true;
                }
            }
            _ if !matches!(instruction.opcode, IRETURN..=RETURN | ATHROW | RET) => continue,
            _ => {}
        }
        if let Some(next) = leaders.get_mut(position + 1) {
            *next = true;
        }
    }
    for row in table {
        for position in [row.first, row.end, row.handler] {
            if let Some(leader) = leaders.get_mut(position as usize) {
                *leader = true;
            }
        }
    }
    Ok(leaders)
}

/// Cuts blocks under a handler before a store that follows an instruction that can throw, and around
/// monitors, so that a block has one state at all its exception edges.
fn split_before_stores(
    decoded: &Decoded<'_>,
    table: &[TableRow],
    synchronized: bool,
    leaders: &mut [bool],
) {
    if table.is_empty() && !synchronized {
        return;
    }
    let mut depth_changes = vec![0_i32; leaders.len() + 1];
    for row in table {
        depth_changes[row.first as usize] += 1;
        depth_changes[row.end as usize] -= 1;
    }
    let mut depth = 0;
    let mut thrown = false;
    for (position, instruction) in decoded.instructions.iter().enumerate() {
        depth += depth_changes[position];
        thrown &= !leaders[position];
        let is_monitor = matches!(instruction.opcode, MONITORENTER | MONITOREXIT);
        let is_store = matches!(instruction.opcode, ISTORE..=ASTORE | ISTORE_0..=ASTORE_3 | IINC);
        if thrown && (is_monitor || (is_store && depth > 0)) {
            leaders[position] = true;
            thrown = false;
        }
        thrown |= can_throw(instruction.opcode);
        if is_monitor && position + 1 < leaders.len() {
            leaders[position + 1] = true;
        }
    }
}

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
struct Explorer<'r, 'd, 'a> {
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
struct Explored {
    nodes: Vec<Node>,
    /// The raw block of each node, or `NONE`.
    raw_blocks: Vec<u32>,
    successors: Vec<Vec<BlockId>>,
    handlers: Vec<Vec<Handler>>,
}

impl Explored {
    fn add(&mut self, kind: Kind, index: u16, raw_block: u32) -> BlockId {
        self.nodes.push(Node { kind, index });
        self.raw_blocks.push(raw_block);
        self.successors.push(Vec::new());
        self.handlers.push(Vec::new());
        (self.nodes.len() - 1) as BlockId
    }

    /// Sorts the nodes by bytecode index and makes the lists of neighbours.
    fn into_graph<'a>(self, instructions: Vec<Instruction<'a>>) -> Graph<'a> {
        let count = self.nodes.len();
        let rank = |node: &Node| match node.kind {
            Kind::Entry { .. } => (0, 0, 0),
            Kind::Landing { .. } => (1, node.index, 0),
            Kind::Code { .. } => (1, node.index, 1),
            Kind::Unlock => (2, 0, 0),
        };
        let mut sorted: Vec<u32> = (0..count as u32).collect();
        sorted.sort_by_key(|&old| rank(&self.nodes[old as usize]));
        let mut new_id = vec![0; count];
        for (new, &old) in sorted.iter().enumerate() {
            new_id[old as usize] = new as BlockId;
        }
        let mut graph = Graph {
            nodes: sorted.iter().map(|&old| self.nodes[old as usize]).collect(),
            successors: Lists::new(),
            handlers: Lists::new(),
            flow: Lists::new(),
            flow_places: Vec::new(),
            predecessors: Lists::new(),
            order: Vec::new(),
            idom: Vec::new(),
            instructions,
        };
        for &old in &sorted {
            let renumbered = self.successors[old as usize].iter().map(|&it| new_id[it as usize]);
            graph.successors.items.extend(renumbered);
            graph.successors.end_list();
            graph.handlers.items.extend(self.handlers[old as usize].iter().map(|handler| {
                Handler { block: new_id[handler.block as usize], catch_type: handler.catch_type }
            }));
            graph.handlers.end_list();
        }
        graph.connect();
        graph
    }
}

impl Node {
    /// The instructions of the block.
    pub(super) fn code(&self) -> std::ops::Range<usize> {
        match self.kind {
            Kind::Entry { end } => 0..end as usize,
            Kind::Code { first, end, .. } => first as usize..end as usize,
            Kind::Landing { .. } | Kind::Unlock => 0..0,
        }
    }
}

impl Graph<'_> {
    /// Fills in what follows from successors and handlers.
    fn connect(&mut self) {
        let count = self.nodes.len();
        let mut last_seen = vec![NONE; count];
        for node in 0..count as u32 {
            let successors = self.successors.get(node).iter().copied();
            let handlers = self.handlers.get(node).iter().map(|handler| handler.block);
            for target in successors.chain(handlers) {
                if std::mem::replace(&mut last_seen[target as usize], node) != node {
                    self.flow.items.push(target);
                }
            }
            self.flow.end_list();
        }
        let mut counts = vec![0_u32; count + 1];
        for &target in &self.flow.items {
            self.flow_places.push(counts[target as usize + 1]);
            counts[target as usize + 1] += 1;
        }
        for node in 0..count {
            counts[node + 1] += counts[node];
        }
        self.predecessors = Lists { items: vec![0; self.flow.items.len()], offsets: counts };
        for node in 0..count as u32 {
            for position in self.flow.offset(node)..self.flow.offset(node + 1) {
                let target = self.flow.items[position];
                let place = self.predecessors.offset(target) + self.flow_places[position] as usize;
                self.predecessors.items[place] = node;
            }
        }
        self.order = dominators::reverse_post_order(count, |node| self.flow.get(node));
        self.idom = dominators::immediate(count, &self.order, |node| self.predecessors.get(node));
    }
}

impl<'r, 'd, 'a> Explorer<'r, 'd, 'a> {
    fn run(raw: &'r RawGraph<'d, 'a>, forced: &'r [bool]) -> Result<Explored> {
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
