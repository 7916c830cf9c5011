//! Changes to code: instructions, jumps, handlers, limits, stack maps, subroutines.

use std::ops::Range;

use snarl_classfile::opcode::*;

use super::Mutant;
use super::bytes::{put_u16, put_u32, replace};
use super::constants::some_constant;
use crate::anatomy::{Anatomy, Code, has_variable_length, instruction_length, u16_at};
use crate::random::Random;

/// Instructions that are rare in compiled code, whole.
const SNIPPETS: &[&[u8]] = &[
    &[JSR, 0, 3],
    &[JSR, 0, 0],
    &[JSR_W, 0, 0, 0, 5],
    &[RET, 0],
    &[RET, 1],
    &[WIDE, RET, 0, 1],
    &[WIDE, ILOAD, 0xFF, 0xFF],
    &[WIDE, ASTORE, 1, 0],
    &[WIDE, IINC, 0, 1, 0x80, 0],
    &[WIDE, NOP, 0, 0],
    &[GOTO, 0, 0],
    &[GOTO, 0, 3],
    &[GOTO_W, 0, 0, 0, 5],
    &[GOTO_W, 0x7F, 0xFF, 0xFF, 0xFF],
    &[DUP],
    &[DUP_X1],
    &[DUP_X2],
    &[DUP2],
    &[DUP2_X1],
    &[DUP2_X2],
    &[SWAP],
    &[POP],
    &[POP2],
    &[NOP],
    &[ACONST_NULL],
    &[ACONST_NULL, ATHROW],
    &[ACONST_NULL, MONITORENTER],
    &[ACONST_NULL, MONITOREXIT],
    &[ALOAD_0, ASTORE_1],
    &[ASTORE_1],
    &[ASTORE_0],
    &[ISTORE_0],
    &[DLOAD_1],
    &[LCONST_0, LSTORE_0],
    &[LCONST_0, POP],
    &[ICONST_0, IFEQ, 0, 0],
    &[ICONST_0, IFNE, 0, 3],
    &[ACONST_NULL, IFNULL, 0xFF, 0xFF],
    &[ICONST_0, TABLESWITCH, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0],
    &[ICONST_0, LOOKUPSWITCH, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0],
    &[ICONST_0, TABLESWITCH, 0, 0, 0, 0, 0, 0, 0x80, 0, 0, 0, 0x7F, 0xFF, 0xFF, 0xFF],
    &[ICONST_0, ICONST_0, MULTIANEWARRAY, 0, 1, 2],
    &[MULTIANEWARRAY, 0, 1, 255],
    &[ICONST_0, NEWARRAY, 7],
    &[ICONST_0, NEWARRAY, 3],
    &[ICONST_0, ANEWARRAY, 0, 1],
    &[INVOKEDYNAMIC, 0, 1, 0, 0],
    &[ARRAYLENGTH],
    &[AALOAD],
    &[AASTORE],
    &[RETURN],
    &[ARETURN],
    &[0xCA],
    &[0xFF],
];

pub(super) fn some_code(random: &mut Random, bytes: &[u8]) -> Option<(Anatomy, Code)> {
    let anatomy = Anatomy::of(bytes);
    let code = random.pick(&anatomy.codes)?.clone();
    (!code.starts.is_empty()).then_some((anatomy, code))
}

impl Code {
    /// Where an instruction's bytes are.
    fn instruction(&self, bytes: &[u8], start: u16) -> Option<Range<usize>> {
        let length = instruction_length(bytes.get(self.bytes.clone())?, usize::from(start))?;
        let at = self.bytes.start + usize::from(start);
        Some(at..at + length)
    }

    fn some_start(&self, random: &mut Random) -> u16 {
        random.pick(&self.starts).copied().unwrap_or(0)
    }

    /// Replaces instructions. Jumps over the place then go elsewhere, which is welcome.
    fn replace(&self, bytes: &mut Vec<u8>, range: Range<usize>, by: &[u8]) -> Option<()> {
        let length_at = self.bytes.start - 4;
        replace(bytes, range, by, &[self.length, length_at])
    }
}

pub(super) fn replace_opcode(mutant: &mut Mutant<'_>) -> Option<()> {
    let Mutant { random, bytes, .. } = mutant;
    let (_, code) = some_code(random, bytes)?;
    let at = code.instruction(bytes, code.some_start(random))?;
    let old = bytes[at.start];
    if random.one_in(16) {
        bytes[at.start] = random.byte();
        return Some(());
    }
    // One of the same length and, most often, of the same neighbourhood: iload for aload.
    for _ in 0..32 {
        let near = old.wrapping_add(random.between(0, 16) as u8).wrapping_sub(8);
        let new = if random.one_in(2) { near } else { random.byte() % 202 };
        bytes[at.start] = new;
        let length = instruction_length(&bytes[code.bytes.clone()], at.start - code.bytes.start);
        if new != old && !has_variable_length(new) && length == Some(at.len()) {
            return Some(());
        }
    }
    bytes[at.start] = old;
    None
}

pub(super) fn insert_instructions(mutant: &mut Mutant<'_>) -> Option<()> {
    let Mutant { random, bytes, donor } = mutant;
    let (_, code) = some_code(random, bytes)?;
    let start = code.some_start(random);
    let at = code.bytes.start + usize::from(start);
    let mut inserted = Vec::new();
    for _ in 0..random.between(1, 3) {
        match random.below(4) {
            0 => {
                let (_, other) = some_code(random, donor)?;
                inserted.extend(&donor[other.instruction(donor, other.some_start(random))?]);
            }
            1 => {
                let range = code.instruction(bytes, code.some_start(random))?;
                inserted.extend(&bytes[range]);
            }
            _ => inserted.extend(*random.pick(SNIPPETS)?),
        }
    }
    // Some over what is there, which keeps the targets of jumps.
    let over = if random.one_in(3) { inserted.len() } else { 0 };
    let end = (at + over).min(code.bytes.end);
    code.replace(bytes, at..end, &inserted)
}

pub(super) fn delete_instructions(mutant: &mut Mutant<'_>) -> Option<()> {
    let Mutant { random, bytes, .. } = mutant;
    let (_, code) = some_code(random, bytes)?;
    let range = code.instruction(bytes, code.some_start(random))?;
    if random.one_in(2) {
        bytes[range].fill(NOP);
        return Some(());
    }
    code.replace(bytes, range, &[])
}

/// Swaps two instructions, or moves a run of them.
pub(super) fn move_instructions(mutant: &mut Mutant<'_>) -> Option<()> {
    let Mutant { random, bytes, .. } = mutant;
    let (_, code) = some_code(random, bytes)?;
    let first = code.instruction(bytes, code.some_start(random))?;
    let second = code.instruction(bytes, code.some_start(random))?;
    let (first, second) =
        if first.start <= second.start { (first, second) } else { (second, first) };
    if first.end > second.start {
        return None;
    }
    bytes.get_mut(first.start..second.end)?.rotate_left(first.len());
    Some(())
}

pub(super) fn operand_format(bytes: &[u8], at: &Range<usize>) -> Format {
    FORMATS[usize::from(bytes[at.start])]
}

/// Lets a jump or a case of a switch go to another instruction.
pub(super) fn redirect_branch(mutant: &mut Mutant<'_>) -> Option<()> {
    let Mutant { random, bytes, .. } = mutant;
    let (_, code) = some_code(random, bytes)?;
    let is_branch = |&&start: &&u16| {
        let opcode = bytes[code.bytes.start + usize::from(start)];
        matches!(
            FORMATS[usize::from(opcode)],
            Format::Branch2 | Format::Branch4 | Format::TableSwitch | Format::LookupSwitch
        )
    };
    let branches: Vec<u16> = code.starts.iter().filter(is_branch).copied().collect();
    let start = *random.pick(&branches)?;
    let range = code.instruction(bytes, start)?;
    let target = i32::from(code.some_start(random)) - i32::from(start);
    match operand_format(bytes, &range) {
        Format::Branch2 => put_u16(bytes, range.start + 1, target as u16),
        Format::Branch4 => put_u32(bytes, range.start + 1, target as u32),
        _ => {
            // Any word of the switch: a target, a key, a bound.
            let words = range.len() / 4;
            let at = range.end.checked_sub(4 * random.between(1, words))?;
            let word = if random.one_in(6) { random.u32() } else { target as u32 };
            put_u32(bytes, at.max(range.start + 1), word)
        }
    }
}

/// Lets an instruction use another constant.
pub(super) fn redirect_operand(mutant: &mut Mutant<'_>) -> Option<()> {
    let Mutant { random, bytes, .. } = mutant;
    let (anatomy, code) = some_code(random, bytes)?;
    for _ in 0..16 {
        let range = code.instruction(bytes, code.some_start(random))?;
        let tag = match bytes[range.start] {
            GETSTATIC..=PUTFIELD => 9,
            INVOKEVIRTUAL..=INVOKESTATIC => 10,
            INVOKEINTERFACE => 11,
            INVOKEDYNAMIC => 18,
            NEW | ANEWARRAY | CHECKCAST | INSTANCEOF | MULTIANEWARRAY => 7,
            LDC_W => 8,
            LDC2_W => 5,
            _ => continue,
        };
        return put_u16(bytes, range.start + 1, some_constant(random, &anatomy, Some(tag)));
    }
    None
}

/// Changes a local, a number, a kind of array.
pub(super) fn change_operand(mutant: &mut Mutant<'_>) -> Option<()> {
    let Mutant { random, bytes, .. } = mutant;
    let (_, code) = some_code(random, bytes)?;
    for _ in 0..16 {
        let range = code.instruction(bytes, code.some_start(random))?;
        if range.len() < 2 {
            continue;
        }
        let at = range.start + random.between(1, range.len() - 1);
        bytes[at] = if random.one_in(2) { random.byte() } else { random.byte() % 8 };
        return Some(());
    }
    None
}

pub(super) fn change_limits(mutant: &mut Mutant<'_>) -> Option<()> {
    let Mutant { random, bytes, .. } = mutant;
    let (_, code) = some_code(random, bytes)?;
    let at = code.limits + if random.one_in(2) { 2 } else { 0 };
    let old = u16_at(bytes, at)?;
    let new = match random.below(4) {
        0 => old.wrapping_sub(1),
        1 => old.saturating_add(random.between(1, 8) as u16),
        2 => u16::MAX,
        _ => random.u16(),
    };
    put_u16(bytes, at, new)
}

/// Moves an end of a row of the exception table, its handler, or what it catches.
pub(super) fn redirect_handler(mutant: &mut Mutant<'_>) -> Option<()> {
    let Mutant { random, bytes, .. } = mutant;
    let (anatomy, code) = some_code(random, bytes)?;
    let rows = code.table.len() / 8;
    if rows == 0 {
        return None;
    }
    let row = code.table.start + 8 * random.below(rows);
    let column = random.below(4);
    let value = match column {
        _ if random.one_in(10) => random.u16(),
        3 if random.one_in(2) => 0,
        3 => some_constant(random, &anatomy, Some(7)),
        _ => code.some_start(random),
    };
    put_u16(bytes, row + 2 * column, value)
}

pub(super) fn add_handler(mutant: &mut Mutant<'_>) -> Option<()> {
    let Mutant { random, bytes, .. } = mutant;
    let (anatomy, code) = some_code(random, bytes)?;
    let mut rows = Vec::new();
    for _ in 0..random.between(1, 3) {
        let ends = [code.some_start(random), code.some_start(random)];
        let (start, end) = (ends[0].min(ends[1]), ends[0].max(ends[1]));
        let end = if random.one_in(3) { code.bytes.len() as u16 } else { end };
        let handler = if random.one_in(4) { start } else { code.some_start(random) };
        let catch = if random.one_in(2) { 0 } else { some_constant(random, &anatomy, Some(7)) };
        rows.extend([start, end, handler, catch]);
    }
    insert_rows(bytes, &code, &rows)
}

pub(super) fn repeat_handlers(mutant: &mut Mutant<'_>) -> Option<()> {
    let Mutant { random, bytes, .. } = mutant;
    let (_, code) = some_code(random, bytes)?;
    let words = (code.table.start..code.table.end).step_by(2);
    let rows: Vec<u16> = words.filter_map(|at| u16_at(bytes, at)).collect();
    if rows.is_empty() {
        return None;
    }
    insert_rows(bytes, &code, &rows.repeat(random.between(1, 4)))
}

pub(super) fn insert_rows(bytes: &mut Vec<u8>, code: &Code, words: &[u16]) -> Option<()> {
    let count_at = code.table.start - 2;
    let count = u16_at(bytes, count_at)?.checked_add(u16::try_from(words.len() / 4).ok()?)?;
    put_u16(bytes, count_at, count)?;
    let rows: Vec<u8> = words.iter().flat_map(|word| word.to_be_bytes()).collect();
    replace(bytes, code.table.start..code.table.start, &rows, &[code.length])
}

pub(super) fn change_stack_map(mutant: &mut Mutant<'_>) -> Option<()> {
    let Mutant { random, bytes, .. } = mutant;
    let anatomy = Anatomy::of(bytes);
    let maps: Vec<_> = anatomy
        .attributes
        .iter()
        .filter(|it| it.name == b"StackMapTable" && it.content.len() > 2)
        .collect();
    let content = random.pick(&maps)?.content.clone();
    let at = content.start + random.between(2, content.len() - 1);
    match random.below(4) {
        0 => bytes[at] = random.byte() % 9,
        1 => bytes[at] = random.between(240, 255) as u8,
        2 => put_u16(bytes, at, some_constant(random, &anatomy, Some(7)))?,
        _ => bytes[at] = random.byte(),
    }
    Some(())
}

/// Makes a jump call a subroutine, and a return come back from one.
pub(super) fn turn_into_subroutine(mutant: &mut Mutant<'_>) -> Option<()> {
    let Mutant { random, bytes, .. } = mutant;
    let (_, code) = some_code(random, bytes)?;
    let body = &bytes[code.bytes.clone()];
    let gotos: Vec<u16> =
        code.starts.iter().copied().filter(|&it| body[usize::from(it)] == GOTO).collect();
    let jump = *random.pick(&gotos)?;
    let target = i32::from(u16_at(body, usize::from(jump) + 1)? as i16) + i32::from(jump);
    bytes[code.bytes.start + usize::from(jump)] = JSR;
    let target = code.bytes.start + usize::try_from(target).ok()?;
    if target >= code.bytes.end {
        return None;
    }
    let slot = random.below(6) as u8;
    // Return addresses are stored first; then something returns to one.
    code.replace(bytes, target..target, &[ASTORE, slot])?;
    let back = code.instruction(bytes, code.some_start(random))?;
    code.replace(bytes, back.start..back.start, &[RET, slot])
}
