//! Changes to class files: blind ones, which test the reader, and ones that know the format and leave a
//! file that can still be read, which test what comes after.

use std::ops::Range;

use snarl_classfile::opcode::*;

use crate::anatomy::{
    Anatomy, Code, Constant, POOL_COUNT, has_variable_length, instruction_length, u16_at, u32_at,
};
use crate::random::Random;

/// Files are not grown beyond this.
const MOST_BYTES: usize = 1 << 20;

/// Names and descriptors that mean something to the engine, or nothing to anybody.
const TEXTS: &[&[u8]] = &[
    b"",
    b"()V",
    b"(I)V",
    b"(JD[[IL;)V",
    b"()[[[[[[[[J",
    b"(Ljava/lang/Object;)Ljava/lang/Object;",
    b"([Ljava/lang/Object;)Ljava/lang/Object;",
    b"V",
    b"I",
    b"J",
    b"[V",
    b"[[J",
    b"L;",
    b"Ljava/lang/Object;",
    b"[Ljava/lang/Object;",
    b"[[[Ljava/lang/String;",
    b"java/lang/Object",
    b"java/lang/Throwable",
    b"java/lang/String",
    b"java/lang/invoke/MethodHandle",
    b"java/lang/Cloneable",
    b"[I",
    b"[",
    b"/",
    b"//",
    b"a",
    b"<init>",
    b"<clinit>",
    b"Code",
    b"StackMapTable",
    b"BootstrapMethods",
    b"RuntimeVisibleAnnotations",
    b"LocalVariableTable",
    b"LineNumberTable",
    b"InnerClasses",
    b"Record",
    b"NestHost",
    b"NestMembers",
    b"PermittedSubclasses",
    b"Exceptions",
    b"ConstantValue",
    b"Signature",
    b"SourceFile",
    b"\xC0\x80",
    b"\xED\xA0\x80",
    b"\xFF\xFE",
];

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

type Mutation = fn(&mut Random, &mut Vec<u8>, &[u8]) -> Option<()>;

/// The mutations, each with its weight.
const MUTATIONS: &[(usize, Mutation)] = &[
    (2, flip_bit),
    (2, set_number),
    (1, copy_range),
    (1, delete_range),
    (1, take_from_donor),
    (1, truncate),
    (3, redirect_constant),
    (2, change_constant_kind),
    (1, resize_pool),
    (3, replace_text),
    (2, change_text),
    (2, change_access),
    (2, redirect_header),
    (2, redirect_member),
    (1, repeat_member),
    (2, rename_attribute),
    (1, resize_attribute),
    (3, change_attribute),
    (1, repeat_attribute),
    (1, change_count),
    (8, replace_opcode),
    (6, insert_instructions),
    (4, delete_instructions),
    (3, move_instructions),
    (8, redirect_branch),
    (6, redirect_operand),
    (4, change_operand),
    (4, change_limits),
    (8, redirect_handler),
    (4, add_handler),
    (2, repeat_handlers),
    (4, change_stack_map),
    (2, turn_into_subroutine),
];

/// Mutates a class file a few times over. Parts may come from a donor, another class file.
pub fn mutate(random: &mut Random, bytes: &mut Vec<u8>, donor: &[u8]) {
    let total: usize = MUTATIONS.iter().map(|(weight, _)| weight).sum();
    let mut left = 1;
    while random.one_in(2) && left < 12 {
        left += 1;
    }
    for _ in 0..left {
        // Some need a part that this class lacks; another then takes their place.
        for _ in 0..8 {
            let mut choice = random.below(total);
            let chosen = MUTATIONS.iter().find(|(weight, _)| {
                let found = choice < *weight;
                choice = choice.saturating_sub(*weight);
                found
            });
            let Some((_, mutation)) = chosen else { break };
            if bytes.len() < MOST_BYTES && mutation(random, bytes, donor).is_some() {
                break;
            }
        }
    }
}

fn put_u16(bytes: &mut [u8], at: usize, value: u16) -> Option<()> {
    bytes.get_mut(at..at + 2)?.copy_from_slice(&value.to_be_bytes());
    Some(())
}

fn put_u32(bytes: &mut [u8], at: usize, value: u32) -> Option<()> {
    bytes.get_mut(at..at + 4)?.copy_from_slice(&value.to_be_bytes());
    Some(())
}

fn count_one_more(bytes: &mut [u8], at: usize) -> Option<()> {
    let count = u16_at(bytes, at)?.checked_add(1)?;
    put_u16(bytes, at, count)
}

/// Replaces bytes, and corrects lengths of four bytes that come before them.
fn replace(bytes: &mut Vec<u8>, range: Range<usize>, by: &[u8], lengths: &[usize]) -> Option<()> {
    bytes.get(range.clone())?;
    for &at in lengths {
        let length = u32_at(bytes, at)?;
        let grown = i64::from(length) + by.len() as i64 - range.len() as i64;
        put_u32(bytes, at, u32::try_from(grown).ok()?)?;
    }
    bytes.splice(range, by.iter().copied());
    Some(())
}

/// A range of at most so many bytes.
fn some_range(random: &mut Random, bytes: &[u8], most: usize) -> Range<usize> {
    let length = random.between(1, most).min(bytes.len());
    let start = random.below(bytes.len() - length + 1);
    start..start + length
}

// Blind changes.

fn flip_bit(random: &mut Random, bytes: &mut Vec<u8>, _: &[u8]) -> Option<()> {
    let at = random.below(bytes.len());
    *bytes.get_mut(at)? ^= 1 << random.below(8);
    Some(())
}

fn set_number(random: &mut Random, bytes: &mut Vec<u8>, _: &[u8]) -> Option<()> {
    let at = random.below(bytes.len());
    match random.below(3) {
        0 => *bytes.get_mut(at)? = random.byte(),
        1 => put_u16(bytes, at, random.u16())?,
        _ => put_u32(bytes, at, random.u32())?,
    }
    Some(())
}

fn copy_range(random: &mut Random, bytes: &mut Vec<u8>, _: &[u8]) -> Option<()> {
    let copied = bytes.get(some_range(random, bytes, 64))?.to_vec();
    let at = random.below(bytes.len());
    let end = if random.one_in(2) { at } else { (at + copied.len()).min(bytes.len()) };
    replace(bytes, at..end, &copied, &[])
}

fn delete_range(random: &mut Random, bytes: &mut Vec<u8>, _: &[u8]) -> Option<()> {
    let range = some_range(random, bytes, 32);
    replace(bytes, range, &[], &[])
}

fn take_from_donor(random: &mut Random, bytes: &mut Vec<u8>, donor: &[u8]) -> Option<()> {
    let taken = donor.get(some_range(random, donor, 256))?.to_vec();
    let at = random.below(bytes.len());
    let end = (at + taken.len()).min(bytes.len());
    replace(bytes, at..end, &taken, &[])
}

fn truncate(random: &mut Random, bytes: &mut Vec<u8>, _: &[u8]) -> Option<()> {
    let length = bytes.len();
    let kept =
        if random.one_in(2) { length - random.below(64).min(length) } else { random.below(length) };
    bytes.truncate(kept.max(1));
    Some(())
}

// The constant pool.

/// An index into the pool: nearly always of an existing constant, preferably of a kind.
fn some_constant(random: &mut Random, anatomy: &Anatomy, tag: Option<u8>) -> u16 {
    let alike: Vec<&Constant> =
        anatomy.constants.iter().filter(|it| tag.is_none_or(|tag| it.tag == tag)).collect();
    match random.pick(&alike) {
        Some(found) if !random.one_in(8) => found.index,
        _ if random.one_in(4) => random.u16(),
        _ => random.pick(&anatomy.constants).map_or(0, |it| it.index),
    }
}

fn redirect_constant(random: &mut Random, bytes: &mut Vec<u8>, _: &[u8]) -> Option<()> {
    let anatomy = Anatomy::of(bytes);
    let referring: Vec<&Constant> =
        anatomy.constants.iter().filter(|it| !matches!(it.tag, 1 | 3..=6)).collect();
    let from = random.pick(&referring)?;
    let (at, tag) = match (from.tag, random.one_in(2)) {
        (15, true) => {
            bytes[from.range.start] = random.byte() % 12;
            return Some(());
        }
        (15, false) => (from.range.start + 1, 10),
        (9..=11, true) => (from.range.start, 7),
        (9..=11, false) | (17 | 18, false) => (from.range.start + 2, 12),
        (12, true) => (from.range.start + 2, 1),
        _ => (from.range.start, 1),
    };
    put_u16(bytes, at, some_constant(random, &anatomy, Some(tag)))
}

/// To a kind of the same length, so that the rest of the pool stays readable.
fn change_constant_kind(random: &mut Random, bytes: &mut Vec<u8>, _: &[u8]) -> Option<()> {
    let anatomy = Anatomy::of(bytes);
    let from = random.pick(&anatomy.constants)?;
    let kinds: &[u8] = match from.range.len() {
        _ if random.one_in(8) => &[0, 1, 2, 13, 14, 21, 255],
        2 if from.tag != 1 => &[7, 8, 16, 19, 20],
        4 if from.tag != 1 => &[3, 4, 9, 10, 11, 12, 17, 18],
        8 if from.tag != 1 => &[5, 6],
        _ => return None,
    };
    bytes[from.range.start - 1] = *random.pick(kinds)?;
    Some(())
}

fn resize_pool(random: &mut Random, bytes: &mut Vec<u8>, _: &[u8]) -> Option<()> {
    let count = u16_at(bytes, POOL_COUNT)?;
    let step = random.between(1, 3) as u16;
    let new = match random.below(3) {
        0 => count.wrapping_add(step),
        1 => count.wrapping_sub(step),
        _ => random.u16(),
    };
    put_u16(bytes, POOL_COUNT, new)
}

fn set_text(bytes: &mut Vec<u8>, text: &Constant, by: &[u8]) -> Option<()> {
    let length = u16::try_from(by.len()).ok()?;
    put_u16(bytes, text.range.start, length)?;
    replace(bytes, text.range.start + 2..text.range.end, by, &[])
}

fn some_text(random: &mut Random, anatomy: &Anatomy) -> Option<Constant> {
    let texts: Vec<&Constant> = anatomy.constants.iter().filter(|it| it.tag == 1).collect();
    random.pick(&texts).copied().cloned()
}

fn replace_text(random: &mut Random, bytes: &mut Vec<u8>, _: &[u8]) -> Option<()> {
    let anatomy = Anatomy::of(bytes);
    let text = some_text(random, &anatomy)?;
    let by = match random.below(10) {
        0 => [&vec![b'['; random.between(200, 300)][..], b"I"].concat(),
        1 => [b"(", &b"J".repeat(random.between(100, 300))[..], b")V"].concat(),
        2 => [b"(", &b"[[La;".repeat(random.between(1, 300))[..], b")[I"].concat(),
        3 => [b"L", &b"x/".repeat(random.between(1, 2000))[..], b"y;"].concat(),
        4 => {
            let other = some_text(random, &anatomy)?;
            bytes.get(other.range.start + 2..other.range.end)?.to_vec()
        }
        _ => random.pick(TEXTS)?.to_vec(),
    };
    set_text(bytes, &text, &by)
}

fn change_text(random: &mut Random, bytes: &mut Vec<u8>, _: &[u8]) -> Option<()> {
    let text = some_text(random, &Anatomy::of(bytes))?;
    let mut by = bytes.get(text.range.start + 2..text.range.end)?.to_vec();
    let at = random.below(by.len());
    const LETTERS: &[u8] = b"[[;L()VIJDFZBCS/$<>a\x00\xC0\xE0\xFF";
    match random.below(3) {
        0 => *by.get_mut(at)? = *random.pick(LETTERS)?,
        1 => by.insert(at, *random.pick(LETTERS)?),
        _ if by.is_empty() => return None,
        _ => drop(by.remove(at)),
    }
    set_text(bytes, &text, &by)
}

// The class and its members.

fn change_access(random: &mut Random, bytes: &mut Vec<u8>, _: &[u8]) -> Option<()> {
    let anatomy = Anatomy::of(bytes);
    let members = anatomy.members.iter().map(|(_, range)| range.start);
    let places: Vec<usize> = members.chain([anatomy.header]).filter(|&at| at > 0).collect();
    let at = *random.pick(&places)?;
    let flags = u16_at(bytes, at)?;
    let changed =
        if random.one_in(4) { random.next() as u16 } else { flags ^ 1 << random.below(16) };
    put_u16(bytes, at, changed)
}

/// Another class, super class or interface.
fn redirect_header(random: &mut Random, bytes: &mut Vec<u8>, _: &[u8]) -> Option<()> {
    let anatomy = Anatomy::of(bytes);
    if anatomy.header == 0 {
        return None;
    }
    let class = some_constant(random, &anatomy, Some(7));
    match random.below(4) {
        0 => put_u16(bytes, anatomy.header + 2, class),
        1 => put_u16(bytes, anatomy.header + 4, if random.one_in(4) { 0 } else { class }),
        _ => {
            let count_at = *anatomy.counts.first()?;
            count_one_more(bytes, count_at)?;
            replace(bytes, count_at + 2..count_at + 2, &class.to_be_bytes(), &[])
        }
    }
}

fn redirect_member(random: &mut Random, bytes: &mut Vec<u8>, _: &[u8]) -> Option<()> {
    let anatomy = Anatomy::of(bytes);
    let (_, member) = random.pick(&anatomy.members)?;
    let at = member.start + if random.one_in(3) { 2 } else { 4 };
    // The name or descriptor of another member is more likely to make sense than any text.
    let (_, other) = random.pick(&anatomy.members)?;
    let likely = u16_at(bytes, at - member.start + other.start)?;
    let text = if random.one_in(3) { some_constant(random, &anatomy, Some(1)) } else { likely };
    put_u16(bytes, at, text)
}

fn repeat_member(random: &mut Random, bytes: &mut Vec<u8>, _: &[u8]) -> Option<()> {
    let anatomy = Anatomy::of(bytes);
    let (count_at, member) = random.pick(&anatomy.members)?.clone();
    let copied = bytes.get(member.clone())?.to_vec();
    count_one_more(bytes, count_at)?;
    replace(bytes, member.end..member.end, &copied, &[])
}

fn change_count(random: &mut Random, bytes: &mut Vec<u8>, _: &[u8]) -> Option<()> {
    let anatomy = Anatomy::of(bytes);
    let inner = anatomy.attributes.iter().map(|it| it.content.start);
    let places: Vec<usize> = anatomy.counts.iter().copied().chain(inner).collect();
    let at = *random.pick(&places)?;
    let count = u16_at(bytes, at)?;
    let step = random.between(1, 2) as u16;
    let new = match random.below(3) {
        0 => count.wrapping_add(step),
        1 => count.wrapping_sub(step),
        _ => random.u16(),
    };
    put_u16(bytes, at, new)
}

// Attributes.

fn rename_attribute(random: &mut Random, bytes: &mut Vec<u8>, _: &[u8]) -> Option<()> {
    let anatomy = Anatomy::of(bytes);
    let attribute = random.pick(&anatomy.attributes)?;
    let other = random.pick(&anatomy.attributes)?;
    let likely = u16_at(bytes, other.start)?;
    let name = if random.one_in(3) { some_constant(random, &anatomy, Some(1)) } else { likely };
    put_u16(bytes, attribute.start, name)
}

fn resize_attribute(random: &mut Random, bytes: &mut Vec<u8>, _: &[u8]) -> Option<()> {
    let anatomy = Anatomy::of(bytes);
    let attribute = random.pick(&anatomy.attributes)?;
    if random.one_in(2) {
        return put_u32(bytes, *attribute.lengths.last()?, random.u32());
    }
    // Consistently, so that what follows can still be read.
    let content = &attribute.content;
    let cut = content.end - random.below(content.len().min(12) + 1);
    let by: &[u8] = if random.one_in(2) { &[] } else { &[0, 1, 0, 2, 0, 3] };
    let lengths = attribute.lengths.clone();
    replace(bytes, cut..content.end, by, &lengths)
}

fn change_attribute(random: &mut Random, bytes: &mut Vec<u8>, _: &[u8]) -> Option<()> {
    let anatomy = Anatomy::of(bytes);
    let others: Vec<_> = anatomy
        .attributes
        .iter()
        .filter(|it| it.name != b"Code" && !it.content.is_empty())
        .collect();
    let content = random.pick(&others)?.content.clone();
    let at = content.start + random.below(content.len());
    match random.below(4) {
        0 => bytes[at] = random.byte(),
        1 => bytes[at] ^= 1 << random.below(8),
        2 => put_u16(bytes, at, random.u16())?,
        _ => put_u16(bytes, at & !1, some_constant(random, &anatomy, None))?,
    }
    Some(())
}

fn repeat_attribute(random: &mut Random, bytes: &mut Vec<u8>, _: &[u8]) -> Option<()> {
    let anatomy = Anatomy::of(bytes);
    let inner: Vec<_> = anatomy.attributes.iter().filter(|it| it.lengths.len() == 2).collect();
    let attribute = *random.pick(&inner)?;
    let code = anatomy.codes.iter().find(|it| it.length == attribute.lengths[0])?;
    let copied = bytes.get(attribute.start..attribute.content.end)?.to_vec();
    let count_at = code.table.end;
    count_one_more(bytes, count_at)?;
    let (end, length) = (attribute.content.end, code.length);
    replace(bytes, end..end, &copied, &[length])
}

// Code.

fn some_code(random: &mut Random, bytes: &[u8]) -> Option<(Anatomy, Code)> {
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

fn replace_opcode(random: &mut Random, bytes: &mut Vec<u8>, _: &[u8]) -> Option<()> {
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

fn insert_instructions(random: &mut Random, bytes: &mut Vec<u8>, donor: &[u8]) -> Option<()> {
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

fn delete_instructions(random: &mut Random, bytes: &mut Vec<u8>, _: &[u8]) -> Option<()> {
    let (_, code) = some_code(random, bytes)?;
    let range = code.instruction(bytes, code.some_start(random))?;
    if random.one_in(2) {
        bytes[range].fill(NOP);
        return Some(());
    }
    code.replace(bytes, range, &[])
}

/// Swaps two instructions, or moves a run of them.
fn move_instructions(random: &mut Random, bytes: &mut Vec<u8>, _: &[u8]) -> Option<()> {
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

fn operand_format(bytes: &[u8], at: &Range<usize>) -> Format {
    FORMATS[usize::from(bytes[at.start])]
}

/// Lets a jump or a case of a switch go to another instruction.
fn redirect_branch(random: &mut Random, bytes: &mut Vec<u8>, _: &[u8]) -> Option<()> {
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
fn redirect_operand(random: &mut Random, bytes: &mut Vec<u8>, _: &[u8]) -> Option<()> {
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
fn change_operand(random: &mut Random, bytes: &mut Vec<u8>, _: &[u8]) -> Option<()> {
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

fn change_limits(random: &mut Random, bytes: &mut Vec<u8>, _: &[u8]) -> Option<()> {
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
fn redirect_handler(random: &mut Random, bytes: &mut Vec<u8>, _: &[u8]) -> Option<()> {
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

fn add_handler(random: &mut Random, bytes: &mut Vec<u8>, _: &[u8]) -> Option<()> {
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

fn repeat_handlers(random: &mut Random, bytes: &mut Vec<u8>, _: &[u8]) -> Option<()> {
    let (_, code) = some_code(random, bytes)?;
    let words = (code.table.start..code.table.end).step_by(2);
    let rows: Vec<u16> = words.filter_map(|at| u16_at(bytes, at)).collect();
    if rows.is_empty() {
        return None;
    }
    insert_rows(bytes, &code, &rows.repeat(random.between(1, 4)))
}

fn insert_rows(bytes: &mut Vec<u8>, code: &Code, words: &[u16]) -> Option<()> {
    let count_at = code.table.start - 2;
    let count = u16_at(bytes, count_at)?.checked_add(u16::try_from(words.len() / 4).ok()?)?;
    put_u16(bytes, count_at, count)?;
    let rows: Vec<u8> = words.iter().flat_map(|word| word.to_be_bytes()).collect();
    replace(bytes, code.table.start..code.table.start, &rows, &[code.length])
}

fn change_stack_map(random: &mut Random, bytes: &mut Vec<u8>, _: &[u8]) -> Option<()> {
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
fn turn_into_subroutine(random: &mut Random, bytes: &mut Vec<u8>, _: &[u8]) -> Option<()> {
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

/// Gives a class another super class, by rewriting the name that it refers to.
pub fn set_super_class(bytes: &mut Vec<u8>, name: &[u8]) -> Option<()> {
    let anatomy = Anatomy::of(bytes);
    let range = anatomy.super_name(bytes)?;
    let text = Constant { index: 0, tag: 1, range: range.start - 2..range.end };
    set_text(bytes, &text, name)
}

/// Gives a class another name of the same length, wherever it refers to itself.
pub fn rename(bytes: &mut [u8], new: impl FnOnce(&mut [u8])) -> Option<()> {
    let anatomy = Anatomy::of(bytes);
    let range = anatomy.name(bytes)?;
    let old = bytes.get(range)?.to_vec();
    let mut name = old.clone();
    new(&mut name);
    for text in anatomy.constants.iter().filter(|it| it.tag == 1) {
        let text = &mut bytes[text.range.start + 2..text.range.end];
        let mut at = 0;
        while at + old.len() <= text.len() {
            let begins = at == 0 || text[at - 1] == b'L';
            let ends = text.get(at + old.len()).is_none_or(|&next| next == b';' || next == b'<');
            if begins && ends && text[at..].starts_with(&old) {
                text[at..at + old.len()].copy_from_slice(&name);
                at += old.len();
            } else {
                at += 1;
            }
        }
    }
    Some(())
}

#[cfg(test)]
mod tests {
    use snarl_classfile::Layout;

    use super::*;
    use crate::assemble::{ClassWriter, CodeWriter};

    fn sample() -> Vec<u8> {
        let mut class = ClassWriter::new("a/Sample", "java/lang/Object");
        let call = class.method_ref("a/Sample", "run", "(La/Sample;[La/Sample;)V");
        let [high, low] = call.to_be_bytes();
        let bytes =
            vec![ALOAD_0, ACONST_NULL, ACONST_NULL, INVOKEVIRTUAL, high, low, GOTO, 0, 3, RETURN];
        let mut code = CodeWriter::roomy(bytes);
        code.table.push([0, 6, 9, 0]);
        class.method(1, "run", "(La/Sample;[La/Sample;)V", Some(code));
        class.bytes()
    }

    #[test]
    fn a_seed_gives_one_mutation() {
        let mutated = |seed| {
            let mut bytes = sample();
            mutate(&mut Random::new(seed), &mut bytes, &sample());
            bytes
        };
        assert_eq!(mutated(5), mutated(5));
        assert!((0..50).any(|seed| mutated(seed) != sample()));
    }

    #[test]
    fn every_mutation_works_on_some_class() {
        for (position, (_, mutation)) in MUTATIONS.iter().enumerate() {
            let worked = (0..400).any(|seed| {
                let mut bytes = sample();
                let done = mutation(&mut Random::new(seed), &mut bytes, &sample());
                done.is_some() && bytes != sample()
            });
            // This class has no attribute but its code.
            let needs_more = [repeat_attribute as Mutation, change_stack_map, change_attribute];
            let needs_more = needs_more.iter().any(|it| std::ptr::fn_addr_eq(*it, *mutation));
            assert!(worked || needs_more, "mutation {position}");
        }
    }

    #[test]
    fn many_mutants_can_still_be_read() {
        let readable = (0..1000).filter(|&seed| {
            let mut bytes = sample();
            mutate(&mut Random::new(seed), &mut bytes, &sample());
            Layout::parse(&bytes).is_ok()
        });
        assert!(readable.count() > 400);
    }

    #[test]
    fn renaming_reaches_descriptors() {
        let mut bytes = sample();
        rename(&mut bytes, |name| name[7] = b'X').unwrap();
        let layout = Layout::parse(&bytes).unwrap();
        let file = layout.on(&bytes);
        assert_eq!(file.name(), b"a/SamplX");
        assert_eq!(file.method(0).unwrap().descriptor(), b"(La/SamplX;[La/SamplX;)V");
        set_super_class(&mut bytes, b"a/much/longer/Name").unwrap();
        let layout = Layout::parse(&bytes).unwrap();
        assert_eq!(layout.on(&bytes).super_name(), Some(&b"a/much/longer/Name"[..]));
    }
}
