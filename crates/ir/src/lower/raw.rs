//! The bytecode cut into blocks, as it stands: before subroutines are followed.

use std::ops::Range;

use snarl_classfile::opcode::*;
use snarl_classfile::{ConstantPool, ExceptionEntry, Instruction, Operand};

use super::resumption::{Resumption, resumptions};
use super::throwing::can_throw;
use super::{LowerError, Result, Source};

pub(super) const NONE: u32 = u32::MAX;

/// Pairs of a row of the exception table and a block under it; real code stays far below.
const MAX_COVERED: usize = 4_000_000;

/// A run of instructions with one entry and one exit, before subroutines are copied.
#[derive(Clone, Copy)]
pub(super) struct RawBlock {
    pub(super) first: u32,
    pub(super) end: u32,
    pub(super) throws: bool,
    /// Whether it leaves a monitor, by an instruction or by the return of a synchronized method.
    pub(super) exits_monitor: bool,
}

/// Decoded instructions with a map from bytecode indices to them.
pub(super) struct Decoded<'a> {
    pub(super) instructions: Vec<Instruction<'a>>,
    pub(super) at: Vec<u32>,
}

impl Decoded<'_> {
    pub(super) fn find(&self, index: u16, from: u16) -> Result<u32> {
        match self.at.get(usize::from(index)) {
            Some(&found) if found != NONE => Ok(found),
            _ => Err(LowerError::at(from, format!("{index} is not the start of an instruction"))),
        }
    }
}

pub(super) fn decode<'a>(source: &Source<'a>) -> Result<Decoded<'a>> {
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

/// A row of the exception table in terms of instructions.
#[derive(Clone, Copy)]
pub(super) struct TableRow {
    pub(super) first: u32,
    pub(super) end: u32,
    pub(super) handler: u32,
    pub(super) catch_type: u16,
}

pub(super) fn exception_table(source: &Source<'_>, decoded: &Decoded<'_>) -> Result<Vec<TableRow>> {
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
pub(super) struct RawGraph<'d, 'a> {
    pub(super) decoded: &'d Decoded<'a>,
    pub(super) table: Vec<TableRow>,
    /// The rows that cover each block, in order; empty if there are none at all.
    covering: Vec<Vec<u32>>,
    pub(super) blocks: Vec<RawBlock>,
    pub(super) block_of: Vec<u32>,
    /// Blocks that are reached without an exception.
    pub(super) is_target: Vec<bool>,
    /// Whether nothing but the entry leads to the first block.
    pub(super) first_is_free: bool,
    pub(super) synchronized: bool,
    pub(super) pool: ConstantPool<'a>,
    pub(super) has_subroutines: bool,
    /// How the function goes on after calls that have suspended.
    resumptions: Vec<Resumption>,
}

impl<'d, 'a> RawGraph<'d, 'a> {
    pub(super) fn build(
        source: &Source<'a>,
        decoded: &'d Decoded<'a>,
        table: Vec<TableRow>,
    ) -> Result<Self> {
        let pool = source.code.class().constants();
        let resumptions = resumptions(pool, decoded)?;
        let mut leaders = leaders(decoded, &table)?;
        for resumption in &resumptions {
            if let Some(leader) = leaders.get_mut(resumption.end as usize) {
                *leader = true;
            }
        }
        split_before_stores(decoded, &table, source.is_synchronized(), &mut leaders);
        let mut blocks: Vec<RawBlock> = Vec::new();
        let mut block_of = Vec::with_capacity(leaders.len());
        for (position, instruction) in decoded.instructions.iter().enumerate() {
            if leaders[position] {
                blocks.push(RawBlock {
                    first: position as u32,
                    end: position as u32,
                    throws: false,
                    exits_monitor: false,
                });
            }
            block_of.push((blocks.len() - 1) as u32);
            if let Some(block) = blocks.last_mut() {
                block.end += 1;
                block.throws |= can_throw(instruction.opcode);
                block.exits_monitor |= instruction.opcode == MONITOREXIT
                    || source.is_synchronized() && is_return(instruction.opcode);
            }
        }
        let has_subroutines =
            decoded.instructions.iter().any(|it| matches!(it.opcode, JSR | JSR_W | RET));
        let mut graph = Self {
            is_target: vec![false; blocks.len()],
            first_is_free: false,
            synchronized: source.is_synchronized(),
            pool,
            resumptions,
            covering: Vec::new(),
            decoded,
            table,
            blocks,
            block_of,
            has_subroutines,
        };
        graph.find_targets();
        graph.find_covering()?;
        Ok(graph)
    }

    fn find_covering(&mut self) -> Result<()> {
        if self.table.is_empty() {
            return Ok(());
        }
        self.covering = vec![Vec::new(); self.blocks.len()];
        let mut total = 0;
        for (position, row) in self.table.iter().enumerate() {
            let blocks = self.covered_blocks(row);
            total += blocks.len();
            if total > MAX_COVERED {
                return Err(LowerError::whole("too many rows of the exception table"));
            }
            self.covering[blocks].iter_mut().for_each(|rows| rows.push(position as u32));
        }
        Ok(())
    }

    /// The blocks that a row covers. It starts and ends where blocks do.
    pub(super) fn covered_blocks(&self, row: &TableRow) -> Range<usize> {
        let end = self.block_of.get(row.end as usize);
        self.block_of[row.first as usize] as usize..end.map_or(self.blocks.len(), |&it| it as usize)
    }

    /// Whether a row of the exception table leaves nothing to later ones.
    pub(super) fn catches_all(&self, catch_type: u16) -> bool {
        catch_type == 0 || self.pool.class(catch_type) == Ok(b"java/lang/Throwable")
    }

    /// The rows that cover a block, in order.
    pub(super) fn rows_over(&self, block: u32) -> impl Iterator<Item = u32> + '_ {
        let first = self.blocks[block as usize].first;
        let is_resumption = self.resumptions.iter().any(|it| it.first <= first && first < it.end);
        let covering = if is_resumption { None } else { self.covering.get(block as usize) };
        covering.into_iter().flatten().copied()
    }

    fn find_targets(&mut self) {
        let mut is_target = vec![false; self.blocks.len()];
        for block in 0..self.blocks.len() as u32 {
            let last = self.last(block);
            if matches!(last.opcode, JSR | JSR_W)
                && let Ok(next) = self.next_block(block)
            {
                is_target[next as usize] = true;
            }
            // Code that falls off the end is an error only if it is reached.
            for target in self.successors(block).unwrap_or_default() {
                is_target[target as usize] = true;
            }
        }
        let handles = self.table.iter().any(|row| self.block_of[row.handler as usize] == 0);
        self.first_is_free = !is_target[0] && !handles && !self.synchronized;
        is_target[0] = true;
        self.is_target = is_target;
    }

    pub(super) fn last(&self, block: u32) -> &Instruction<'a> {
        &self.decoded.instructions[self.blocks[block as usize].end as usize - 1]
    }

    pub(super) fn next_block(&self, block: u32) -> Result<u32> {
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
    pub(super) fn successors(&self, block: u32) -> Result<Vec<u32>> {
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
                let default = self.block_at(switch.default, from)?;
                let mut targets = Vec::with_capacity(switch.len() + 1);
                targets.push(default);
                for case in switch.cases() {
                    targets.push(self.block_at(case?.1, from)?);
                }
                for it in self.resumptions.iter().filter(|it| it.first == it.end) {
                    let first = self.block_of[it.first as usize];
                    targets.iter_mut().filter(|it| **it == first).for_each(|it| *it = default);
                }
                targets
            }
            (IRETURN..=RETURN | ATHROW | RET, _) => Vec::new(),
            _ => {
                let end = self.blocks[block as usize].end;
                match self.resumptions.iter().find(|it| it.first < end && end == it.end) {
                    Some(it) => vec![self.block_of[it.unknown as usize]],
                    None => vec![self.next_block(block)?],
                }
            }
        })
    }
}

fn is_return(opcode: u8) -> bool {
    (IRETURN..=RETURN).contains(&opcode)
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
/// monitors, so that a block has one state at all its exception edges. A monitor instruction under a
/// handler has a block of its own, and the return of a synchronized method leaves its monitor in a block
/// without anything that throws.
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
        let leaves_monitor = is_monitor || synchronized && is_return(instruction.opcode);
        if is_monitor && depth > 0 || thrown && (leaves_monitor || is_store && depth > 0) {
            leaders[position] = true;
            thrown = false;
        }
        thrown |= can_throw(instruction.opcode);
        if is_monitor && position + 1 < leaders.len() {
            leaders[position + 1] = true;
        }
    }
}
