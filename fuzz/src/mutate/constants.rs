//! Changes to the constant pool: what constants refer to, their kinds, names and descriptors.

use super::Mutant;
use super::bytes::{put_u16, replace};
use crate::anatomy::{Anatomy, Constant, POOL_COUNT, u16_at};
use crate::random::Random;

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

/// An index into the pool: nearly always of an existing constant, preferably of a kind.
pub(super) fn some_constant(random: &mut Random, anatomy: &Anatomy, tag: Option<u8>) -> u16 {
    let alike: Vec<&Constant> =
        anatomy.constants.iter().filter(|it| tag.is_none_or(|tag| it.tag == tag)).collect();
    match random.pick(&alike) {
        Some(found) if !random.one_in(8) => found.index,
        _ if random.one_in(4) => random.u16(),
        _ => random.pick(&anatomy.constants).map_or(0, |it| it.index),
    }
}

pub(super) fn redirect_constant(mutant: &mut Mutant<'_>) -> Option<()> {
    let Mutant { random, bytes, .. } = mutant;
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
pub(super) fn change_constant_kind(mutant: &mut Mutant<'_>) -> Option<()> {
    let Mutant { random, bytes, .. } = mutant;
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

pub(super) fn resize_pool(mutant: &mut Mutant<'_>) -> Option<()> {
    let Mutant { random, bytes, .. } = mutant;
    let count = u16_at(bytes, POOL_COUNT)?;
    let step = random.between(1, 3) as u16;
    let new = match random.below(3) {
        0 => count.wrapping_add(step),
        1 => count.wrapping_sub(step),
        _ => random.u16(),
    };
    put_u16(bytes, POOL_COUNT, new)
}

pub(super) fn set_text(bytes: &mut Vec<u8>, text: &Constant, by: &[u8]) -> Option<()> {
    let length = u16::try_from(by.len()).ok()?;
    put_u16(bytes, text.range.start, length)?;
    replace(bytes, text.range.start + 2..text.range.end, by, &[])
}

pub(super) fn some_text(random: &mut Random, anatomy: &Anatomy) -> Option<Constant> {
    let texts: Vec<&Constant> = anatomy.constants.iter().filter(|it| it.tag == 1).collect();
    random.pick(&texts).copied().cloned()
}

pub(super) fn replace_text(mutant: &mut Mutant<'_>) -> Option<()> {
    let Mutant { random, bytes, .. } = mutant;
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

pub(super) fn change_text(mutant: &mut Mutant<'_>) -> Option<()> {
    let Mutant { random, bytes, .. } = mutant;
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
