//! Changes to the class, its members and attributes.

use super::Mutant;
use super::bytes::{count_one_more, put_u16, put_u32, replace};
use super::constants::some_constant;
use crate::anatomy::{Anatomy, u16_at};

pub(super) fn change_access(mutant: &mut Mutant<'_>) -> Option<()> {
    let Mutant { random, bytes, .. } = mutant;
    let anatomy = Anatomy::of(bytes);
    let members = anatomy.members.iter().map(|(_, range)| range.start);
    let places: Vec<usize> = members.chain([anatomy.header]).filter(|&at| at > 0).collect();
    let at = *random.pick(&places)?;
    let flags = u16_at(bytes, at)?;
    let changed =
        if random.one_in(4) { random.number() as u16 } else { flags ^ 1 << random.below(16) };
    put_u16(bytes, at, changed)
}

/// Another class, super class or interface.
pub(super) fn redirect_header(mutant: &mut Mutant<'_>) -> Option<()> {
    let Mutant { random, bytes, .. } = mutant;
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

pub(super) fn redirect_member(mutant: &mut Mutant<'_>) -> Option<()> {
    let Mutant { random, bytes, .. } = mutant;
    let anatomy = Anatomy::of(bytes);
    let (_, member) = random.pick(&anatomy.members)?;
    let at = member.start + if random.one_in(3) { 2 } else { 4 };
    // The name or descriptor of another member is more likely to make sense than any text.
    let (_, other) = random.pick(&anatomy.members)?;
    let likely = u16_at(bytes, at - member.start + other.start)?;
    let text = if random.one_in(3) { some_constant(random, &anatomy, Some(1)) } else { likely };
    put_u16(bytes, at, text)
}

pub(super) fn repeat_member(mutant: &mut Mutant<'_>) -> Option<()> {
    let Mutant { random, bytes, .. } = mutant;
    let anatomy = Anatomy::of(bytes);
    let (count_at, member) = random.pick(&anatomy.members)?.clone();
    let copied = bytes.get(member.clone())?.to_vec();
    count_one_more(bytes, count_at)?;
    replace(bytes, member.end..member.end, &copied, &[])
}

pub(super) fn change_count(mutant: &mut Mutant<'_>) -> Option<()> {
    let Mutant { random, bytes, .. } = mutant;
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

pub(super) fn rename_attribute(mutant: &mut Mutant<'_>) -> Option<()> {
    let Mutant { random, bytes, .. } = mutant;
    let anatomy = Anatomy::of(bytes);
    let attribute = random.pick(&anatomy.attributes)?;
    let other = random.pick(&anatomy.attributes)?;
    let likely = u16_at(bytes, other.start)?;
    let name = if random.one_in(3) { some_constant(random, &anatomy, Some(1)) } else { likely };
    put_u16(bytes, attribute.start, name)
}

pub(super) fn resize_attribute(mutant: &mut Mutant<'_>) -> Option<()> {
    let Mutant { random, bytes, .. } = mutant;
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

pub(super) fn change_attribute(mutant: &mut Mutant<'_>) -> Option<()> {
    let Mutant { random, bytes, .. } = mutant;
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

pub(super) fn repeat_attribute(mutant: &mut Mutant<'_>) -> Option<()> {
    let Mutant { random, bytes, .. } = mutant;
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
