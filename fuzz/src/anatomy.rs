//! Where the parts of a class file are, so that mutations can hit them. Unlike the engine's reader it
//! goes on as far as it gets: what was mutated before is mutated again.

use std::ops::Range;

use snarl_classfile::opcode::{FORMATS, Format, LOOKUPSWITCH, TABLESWITCH, WIDE};

/// A constant.
#[derive(Clone, Debug)]
pub struct Constant {
    /// Its place in the pool.
    pub index: u16,
    /// Its kind.
    pub tag: u8,
    /// Its bytes, without the tag.
    pub range: Range<usize>,
}

/// An attribute of a class, a member or code.
#[derive(Clone, Debug)]
pub struct Attribute {
    /// Its name.
    pub name: Vec<u8>,
    /// Where its name's index is.
    pub start: usize,
    /// Its content.
    pub content: Range<usize>,
    /// Where the lengths are that count its content: its own, and that of the code it is in.
    pub lengths: Vec<usize>,
}

/// A `Code` attribute.
#[derive(Clone, Debug)]
pub struct Code {
    /// Where its length is.
    pub length: usize,
    /// Where `max_stack` is; `max_locals` follows.
    pub limits: usize,
    /// The instructions.
    pub bytes: Range<usize>,
    /// Where each instruction starts, counted from the first.
    pub starts: Vec<u16>,
    /// The rows of the exception table; their number is in the two bytes before.
    pub table: Range<usize>,
}

/// The parts of a class file.
#[derive(Clone, Debug, Default)]
pub struct Anatomy {
    /// The constant pool.
    pub constants: Vec<Constant>,
    /// Where the access flags are; the class and its super class follow. 0 if the pool is broken.
    pub header: usize,
    /// Where counts of two bytes are: interfaces, fields, methods, attributes.
    pub counts: Vec<usize>,
    /// Fields and methods: where the count is that includes each, and its bytes.
    pub members: Vec<(usize, Range<usize>)>,
    /// All attributes.
    pub attributes: Vec<Attribute>,
    /// All code.
    pub codes: Vec<Code>,
}

/// Where the pool's size is; the constants follow.
pub const POOL_COUNT: usize = 8;

impl Anatomy {
    /// Takes a class file apart.
    pub fn of(bytes: &[u8]) -> Self {
        let mut anatomy = Self::default();
        let _ = Walk { bytes, at: POOL_COUNT, anatomy: &mut anatomy }.class();
        anatomy
    }

    /// The constant at an index, if it is of a kind.
    fn constant(&self, index: u16, tag: u8) -> Option<&Constant> {
        let place = self.constants.binary_search_by_key(&index, |it| it.index).ok()?;
        self.constants.get(place).filter(|found| found.tag == tag)
    }

    /// Where the text of a text constant is.
    pub fn text(&self, index: u16) -> Option<Range<usize>> {
        let found = self.constant(index, 1)?;
        Some(found.range.start + 2..found.range.end)
    }

    /// Where the name of a class constant is.
    pub fn class_name(&self, bytes: &[u8], index: u16) -> Option<Range<usize>> {
        let found = self.constant(index, 7)?;
        self.text(u16_at(bytes, found.range.start)?)
    }

    /// Where the name of the class itself is.
    pub fn name(&self, bytes: &[u8]) -> Option<Range<usize>> {
        self.class_name(bytes, u16_at(bytes, self.header + 2).filter(|_| self.header > 0)?)
    }

    /// Where the name of its super class is.
    pub fn super_name(&self, bytes: &[u8]) -> Option<Range<usize>> {
        self.class_name(bytes, u16_at(bytes, self.header + 4).filter(|_| self.header > 0)?)
    }
}

/// The two bytes at a place.
pub fn u16_at(bytes: &[u8], at: usize) -> Option<u16> {
    Some(u16::from_be_bytes(*bytes.get(at..)?.first_chunk()?))
}

/// The four bytes at a place.
pub fn u32_at(bytes: &[u8], at: usize) -> Option<u32> {
    Some(u32::from_be_bytes(*bytes.get(at..)?.first_chunk()?))
}

struct Walk<'a> {
    bytes: &'a [u8],
    at: usize,
    anatomy: &'a mut Anatomy,
}

impl Walk<'_> {
    fn u16(&mut self) -> Option<u16> {
        let value = u16_at(self.bytes, self.at)?;
        self.at += 2;
        Some(value)
    }

    fn skip(&mut self, length: usize) -> Option<Range<usize>> {
        let end = self.at.checked_add(length).filter(|&end| end <= self.bytes.len())?;
        let range = self.at..end;
        self.at = end;
        Some(range)
    }

    fn class(mut self) -> Option<()> {
        self.constants()?;
        self.anatomy.header = self.at;
        self.skip(6)?;
        self.anatomy.counts.push(self.at);
        let interfaces = self.u16()?;
        self.skip(2 * usize::from(interfaces))?;
        for _ in ["fields", "methods"] {
            let count_at = self.at;
            self.anatomy.counts.push(count_at);
            for _ in 0..self.u16()? {
                let start = self.at;
                self.skip(6)?;
                self.attributes(&[])?;
                self.anatomy.members.push((count_at, start..self.at));
            }
        }
        self.anatomy.counts.push(self.at);
        self.attributes(&[])
    }

    fn constants(&mut self) -> Option<()> {
        let count = self.u16()?;
        let mut index = 1_u16;
        while index < count {
            let tag = *self.bytes.get(self.at)?;
            self.at += 1;
            let length = match tag {
                1 => 2 + usize::from(u16_at(self.bytes, self.at)?),
                7 | 8 | 16 | 19 | 20 => 2,
                15 => 3,
                3 | 4 | 9..=12 | 17 | 18 => 4,
                5 | 6 => 8,
                _ => return None,
            };
            let range = self.skip(length)?;
            self.anatomy.constants.push(Constant { index, tag, range });
            index = index.checked_add(if matches!(tag, 5 | 6) { 2 } else { 1 })?;
        }
        Some(())
    }

    fn attributes(&mut self, outer: &[usize]) -> Option<()> {
        for _ in 0..self.u16()? {
            let start = self.at;
            let name = self.u16()?;
            let length_at = self.at;
            let length = u32_at(self.bytes, self.at)? as usize;
            self.skip(4)?;
            let content = self.skip(length)?;
            let name = self.anatomy.text(name).and_then(|text| self.bytes.get(text));
            let name = name.unwrap_or_default().to_vec();
            let lengths: Vec<usize> = outer.iter().copied().chain([length_at]).collect();
            if name == b"Code" && outer.is_empty() {
                let mut inside = Walk {
                    bytes: &self.bytes[..content.end],
                    at: content.start,
                    anatomy: self.anatomy,
                };
                let _ = inside.code(length_at);
            }
            self.anatomy.attributes.push(Attribute { name, start, content, lengths });
        }
        Some(())
    }

    fn code(&mut self, length_at: usize) -> Option<()> {
        let limits = self.skip(4)?.start;
        let length = u32_at(self.bytes, self.at)? as usize;
        self.skip(4)?;
        let bytes = self.skip(length)?;
        let rows = self.u16()?;
        let table = self.skip(8 * usize::from(rows))?;
        let starts = instruction_starts(&self.bytes[bytes.clone()]);
        self.anatomy.codes.push(Code { length: length_at, limits, bytes, starts, table });
        self.attributes(&[length_at])
    }
}

/// Where the instructions of some code start.
pub fn instruction_starts(code: &[u8]) -> Vec<u16> {
    let mut starts = Vec::with_capacity(code.len() / 2);
    let mut at = 0;
    while let Some(length) = instruction_length(code, at) {
        let Ok(start) = u16::try_from(at) else { break };
        starts.push(start);
        at += length;
    }
    starts
}

/// How long the instruction at a place is; `None` at the end, or if it is none.
pub fn instruction_length(code: &[u8], at: usize) -> Option<usize> {
    let opcode = *code.get(at)?;
    let padded = (at / 4 + 1) * 4;
    let length = match FORMATS[usize::from(opcode)] {
        Format::Plain | Format::Implicit(_) | Format::ImplicitLocal(_) => 1,
        Format::Byte | Format::Constant1 | Format::Local | Format::ElementType => 2,
        Format::Short | Format::Constant2 | Format::Iinc | Format::Branch2 => 3,
        Format::MultiArray => 4,
        Format::Constant4 | Format::Branch4 => 5,
        Format::Wide if code.get(at + 1) == Some(&snarl_classfile::opcode::IINC) => 6,
        Format::Wide => 4,
        Format::TableSwitch => {
            let low = i64::from(u32_at(code, padded + 4)? as i32);
            let high = i64::from(u32_at(code, padded + 8)? as i32);
            padded - at + 12 + 4 * usize::try_from(high - low + 1).ok()?
        }
        Format::LookupSwitch => padded - at + 8 + 8 * u32_at(code, padded + 4)? as usize,
        Format::Invalid => return None,
    };
    (at.checked_add(length)? <= code.len()).then_some(length)
}

/// Whether an opcode's length depends on what follows it.
pub fn has_variable_length(opcode: u8) -> bool {
    matches!(opcode, TABLESWITCH | LOOKUPSWITCH | WIDE)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::assemble::{ClassWriter, CodeWriter};

    #[test]
    fn finds_the_parts() {
        let mut class = ClassWriter::new("a/B", "java/lang/Object");
        let mut code = CodeWriter::roomy(vec![0x03, 0x57, 0xA7, 0xFF, 0xFE, 0xB1]);
        code.table.push([0, 2, 5, 0]);
        code.attributes.push(("LineNumberTable", vec![0, 0]));
        class.field(0, "f", "I");
        class.method(1, "run", "()V", Some(code));
        let bytes = class.bytes();
        let anatomy = Anatomy::of(&bytes);
        assert_eq!(anatomy.members.len(), 2);
        assert_eq!(anatomy.counts.len(), 4);
        assert_eq!(anatomy.codes[0].starts, [0, 1, 2, 5]);
        assert_eq!(anatomy.codes[0].table.len(), 8);
        let names: Vec<_> = anatomy.attributes.iter().map(|it| &*it.name).collect();
        assert_eq!(names, [&b"LineNumberTable"[..], b"Code"]);
        assert_eq!(anatomy.attributes[0].lengths.len(), 2);
        assert_eq!(&bytes[anatomy.name(&bytes).unwrap()], b"a/B");
        assert_eq!(&bytes[anatomy.super_name(&bytes).unwrap()], b"java/lang/Object");
    }

    #[test]
    fn lengths_agree_with_the_reader() {
        let code =
            [0xAA, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0xB1];
        assert_eq!(instruction_starts(&code), [0, 24]);
        assert_eq!(instruction_starts(&[0xC4, 0x84, 0, 1, 0, 1, 0xC4, 0x15, 0, 1]), [0, 6]);
        assert_eq!(instruction_starts(&[0x00, 0xFF, 0x00]), [0]);
    }
}
