//! Changes that know nothing of the format, and the ways to change bytes that all others use.

use std::ops::Range;

use super::Mutant;
use crate::anatomy::{u16_at, u32_at};
use crate::random::Random;

pub(super) fn put_u16(bytes: &mut [u8], at: usize, value: u16) -> Option<()> {
    bytes.get_mut(at..at + 2)?.copy_from_slice(&value.to_be_bytes());
    Some(())
}

pub(super) fn put_u32(bytes: &mut [u8], at: usize, value: u32) -> Option<()> {
    bytes.get_mut(at..at + 4)?.copy_from_slice(&value.to_be_bytes());
    Some(())
}

pub(super) fn count_one_more(bytes: &mut [u8], at: usize) -> Option<()> {
    let count = u16_at(bytes, at)?.checked_add(1)?;
    put_u16(bytes, at, count)
}

/// Replaces bytes, and corrects lengths of four bytes that come before them.
pub(super) fn replace(
    bytes: &mut Vec<u8>,
    range: Range<usize>,
    by: &[u8],
    lengths: &[usize],
) -> Option<()> {
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
pub(super) fn some_range(random: &mut Random, bytes: &[u8], most: usize) -> Range<usize> {
    let length = random.between(1, most).min(bytes.len());
    let start = random.below(bytes.len() - length + 1);
    start..start + length
}

pub(super) fn flip_bit(mutant: &mut Mutant<'_>) -> Option<()> {
    let Mutant { random, bytes, .. } = mutant;
    let at = random.below(bytes.len());
    *bytes.get_mut(at)? ^= 1 << random.below(8);
    Some(())
}

pub(super) fn set_number(mutant: &mut Mutant<'_>) -> Option<()> {
    let Mutant { random, bytes, .. } = mutant;
    let at = random.below(bytes.len());
    match random.below(3) {
        0 => *bytes.get_mut(at)? = random.byte(),
        1 => put_u16(bytes, at, random.u16())?,
        _ => put_u32(bytes, at, random.u32())?,
    }
    Some(())
}

pub(super) fn copy_range(mutant: &mut Mutant<'_>) -> Option<()> {
    let Mutant { random, bytes, .. } = mutant;
    let copied = bytes.get(some_range(random, bytes, 64))?.to_vec();
    let at = random.below(bytes.len());
    let end = if random.one_in(2) { at } else { (at + copied.len()).min(bytes.len()) };
    replace(bytes, at..end, &copied, &[])
}

pub(super) fn delete_range(mutant: &mut Mutant<'_>) -> Option<()> {
    let Mutant { random, bytes, .. } = mutant;
    let range = some_range(random, bytes, 32);
    replace(bytes, range, &[], &[])
}

pub(super) fn take_from_donor(mutant: &mut Mutant<'_>) -> Option<()> {
    let Mutant { random, bytes, donor } = mutant;
    let taken = donor.get(some_range(random, donor, 256))?.to_vec();
    let at = random.below(bytes.len());
    let end = (at + taken.len()).min(bytes.len());
    replace(bytes, at..end, &taken, &[])
}

pub(super) fn truncate(mutant: &mut Mutant<'_>) -> Option<()> {
    let Mutant { random, bytes, .. } = mutant;
    let length = bytes.len();
    let kept =
        if random.one_in(2) { length - random.below(64).min(length) } else { random.below(length) };
    bytes.truncate(kept.max(1));
    Some(())
}
