//! The `Code` attribute (JVMS 4.7.3) and its instructions.

use crate::attribute::Attributes;
use crate::class::ClassFile;
use crate::error::{ParseError, Result};
use crate::opcode::{self, FORMATS, Format};
use crate::reader::Reader;
use crate::stack_map::StackMap;

/// A method's code.
#[derive(Clone)]
pub struct Code<'a> {
    class: ClassFile<'a>,
    /// Deepest operand stack, in slots.
    pub max_stack: u16,
    /// Number of local variables, in slots.
    pub max_locals: u16,
    /// The instructions.
    pub bytes: &'a [u8],
    handlers: &'a [u8],
    attributes: Attributes<'a>,
}

/// A row of the exception table: the handler at `handler` covers `start..end`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ExceptionEntry {
    /// First index covered.
    pub start: u16,
    /// First index no longer covered.
    pub end: u16,
    /// Index of the handler.
    pub handler: u16,
    /// Constant of the class caught; 0 catches everything.
    pub catch_type: u16,
}

/// A row of a `LocalVariableTable`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LocalVariable<'a> {
    /// First index at which the variable has a value.
    pub start: u16,
    /// Length of the range.
    pub length: u16,
    /// Constant index of the name.
    pub name_index: u16,
    /// The name.
    pub name: &'a [u8],
    /// The type's descriptor.
    pub descriptor: &'a [u8],
    /// The local slot.
    pub slot: u16,
}

impl<'a> Code<'a> {
    pub(crate) fn parse(class: ClassFile<'a>, offset: usize) -> Result<Self> {
        // The attribute's length comes before it; nothing beyond is the method's.
        let mut reader = Reader::at(class.data(), offset - 4, "a method's code");
        let end = offset + reader.u32()? as usize;
        let data = class.data().get(..end).unwrap_or(class.data());
        let mut reader = Reader::at(data, offset, "a method's code");
        let (max_stack, max_locals) = (reader.u16()?, reader.u16()?);
        let length = reader.u32()?;
        if length == 0 || length > 0xFFFF {
            return Err(reader.malformed("code must have 1 to 65535 bytes"));
        }
        let bytes = reader.bytes(length as usize)?;
        let handler_count = reader.u16()?;
        let handlers = reader.bytes(8 * usize::from(handler_count))?;
        let attributes = Attributes::new(reader, class.constants());
        Ok(Self { class, max_stack, max_locals, bytes, handlers, attributes })
    }

    /// The class that the code is in.
    pub fn class(&self) -> ClassFile<'a> {
        self.class
    }

    /// The exception table, in order.
    pub fn exception_table(&self) -> impl ExactSizeIterator<Item = ExceptionEntry> + use<'a> {
        self.handlers.as_chunks::<8>().0.iter().map(|row| ExceptionEntry {
            start: u16::from_be_bytes([row[0], row[1]]),
            end: u16::from_be_bytes([row[2], row[3]]),
            handler: u16::from_be_bytes([row[4], row[5]]),
            catch_type: u16::from_be_bytes([row[6], row[7]]),
        })
    }

    /// The line table: pairs of index and line, from all its parts, in the order of the file.
    pub fn line_table(&self) -> Vec<(u16, u16)> {
        let mut lines = Vec::new();
        for attribute in self.attributes.clone().filter(|found| found.name == b"LineNumberTable") {
            let mut reader = attribute.reader();
            let count = reader.u16().unwrap_or(0);
            lines.extend((0..count).map_while(|_| Some((reader.u16().ok()?, reader.u16().ok()?))));
        }
        lines
    }

    /// The local variables' names, from all parts of the table, in the order of the file.
    pub fn local_variables(&self) -> Vec<LocalVariable<'a>> {
        let pool = self.class.constants();
        let mut variables = Vec::new();
        for attribute in self.attributes.clone().filter(|found| found.name == b"LocalVariableTable")
        {
            let mut reader = attribute.reader();
            let count = reader.u16().unwrap_or(0);
            variables.extend((0..count).map_while(|_| {
                let (start, length) = (reader.u16().ok()?, reader.u16().ok()?);
                let name_index = reader.u16().ok()?;
                let (name, descriptor) =
                    (pool.utf8(name_index).ok()?, pool.utf8(reader.u16().ok()?).ok()?);
                let slot = reader.u16().ok()?;
                Some(LocalVariable { start, length, name_index, name, descriptor, slot })
            }));
        }
        variables
    }

    /// The stack map, where the class has one.
    pub fn stack_map(&self) -> Option<StackMap<'a>> {
        self.attributes.clone().named("StackMapTable").map(StackMap::new)
    }

    /// The instructions, in order. Ends after the first that cannot be decoded.
    pub fn instructions(&self) -> Instructions<'a> {
        Instructions { code: self.bytes, position: 0 }
    }
}

/// One instruction.
#[derive(Clone, Copy, Debug)]
pub struct Instruction<'a> {
    /// Its index in the code.
    pub index: u16,
    /// The opcode; that of the modified instruction if it is `wide`.
    pub opcode: u8,
    /// Whether it had the prefix `wide`.
    pub wide: bool,
    /// What it works on.
    pub operand: Operand<'a>,
    /// Index of the next instruction.
    pub next: u16,
}

/// The operand of an instruction, decoded.
#[derive(Clone, Copy, Debug)]
pub enum Operand<'a> {
    /// None.
    None,
    /// An immediate number: `iconst_1`, `bipush 7`, `sipush 700`.
    Immediate(i16),
    /// A local variable.
    Local(u16),
    /// A constant-pool index.
    Constant(u16),
    /// A branch target.
    Branch(u16),
    /// A local variable and what to add to it.
    Iinc(u16, i16),
    /// A switch.
    Switch(Switch<'a>),
    /// The element type code of `newarray` (JVMS table 6.5.newarray-A).
    ElementType(u8),
    /// The class constant and the number of dimensions of `multianewarray`.
    MultiArray(u16, u8),
}

/// The targets of a `tableswitch` or `lookupswitch`.
#[derive(Clone, Copy, Debug)]
pub struct Switch<'a> {
    /// Where everything else goes.
    pub default: u16,
    base: u16,
    /// Lowest key of a table; `None` for a lookup.
    low: Option<i32>,
    rows: &'a [u8],
    code_length: usize,
}

impl Switch<'_> {
    /// Keys and targets, in the order of the file. A target outside the code is an error.
    pub fn cases(&self) -> impl Iterator<Item = Result<(i32, u16)>> + '_ {
        let word = |at: usize| {
            let bytes = self.rows.get(4 * at..).and_then(|rest| rest.first_chunk::<4>());
            bytes.map_or(0, |bytes| i32::from_be_bytes(*bytes))
        };
        (0..self.len()).map(move |row| match self.low {
            Some(low) => Ok((low.wrapping_add(row as i32), self.target(word(row))?)),
            None => Ok((word(2 * row), self.target(word(2 * row + 1))?)),
        })
    }

    /// Number of cases without the default.
    pub fn len(&self) -> usize {
        self.rows.len() / if self.low.is_some() { 4 } else { 8 }
    }

    /// Whether there is only the default.
    pub fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    fn target(&self, offset: i32) -> Result<u16> {
        branch_target(self.base, offset, self.code_length)
    }
}

/// An iterator over instructions.
#[derive(Clone)]
pub struct Instructions<'a> {
    code: &'a [u8],
    position: usize,
}

impl<'a> Iterator for Instructions<'a> {
    type Item = Result<Instruction<'a>>;

    #[inline]
    fn next(&mut self) -> Option<Self::Item> {
        if self.position >= self.code.len() {
            return None;
        }
        let decoded = decode(self.code, self.position);
        self.position = match &decoded {
            Ok(instruction) => usize::from(instruction.next),
            Err(_) => self.code.len(),
        };
        Some(decoded)
    }
}

fn branch_target(base: u16, offset: i32, code_length: usize) -> Result<u16> {
    let target = i32::from(base).checked_add(offset);
    match target.and_then(|target| u16::try_from(target).ok()) {
        Some(target) if usize::from(target) < code_length => Ok(target),
        _ => Err(ParseError::Malformed {
            offset: usize::from(base),
            what: "a branch out of the code",
        }),
    }
}

#[inline]
fn decode(code: &[u8], position: usize) -> Result<Instruction<'_>> {
    let index = position as u16;
    let mut reader = Reader::at(code, position, "an instruction");
    let mut opcode = reader.u8()?;
    let mut format = FORMATS[usize::from(opcode)];
    let wide = format == Format::Wide;
    if wide {
        opcode = reader.u8()?;
        format = FORMATS[usize::from(opcode)];
        if !matches!(format, Format::Local | Format::Iinc) {
            return Err(reader.malformed("wide before an instruction that has no wide form"));
        }
    }
    let operand = match format {
        Format::Plain => Operand::None,
        Format::Implicit(value) => Operand::Immediate(i16::from(value)),
        Format::Byte => Operand::Immediate(i16::from(reader.u8()? as i8)),
        Format::Short => Operand::Immediate(reader.u16()? as i16),
        Format::Constant1 => Operand::Constant(u16::from(reader.u8()?)),
        Format::Constant2 => Operand::Constant(reader.u16()?),
        Format::Local if wide => Operand::Local(reader.u16()?),
        Format::Local => Operand::Local(u16::from(reader.u8()?)),
        Format::ImplicitLocal(slot) => Operand::Local(u16::from(slot)),
        Format::Iinc if wide => Operand::Iinc(reader.u16()?, reader.u16()? as i16),
        Format::Iinc => Operand::Iinc(u16::from(reader.u8()?), i16::from(reader.u8()? as i8)),
        Format::Branch2 => {
            let offset = i32::from(reader.u16()? as i16);
            Operand::Branch(branch_target(index, offset, code.len())?)
        }
        Format::Branch4 => Operand::Branch(branch_target(index, reader.u32()? as i32, code.len())?),
        Format::TableSwitch | Format::LookupSwitch => {
            Operand::Switch(decode_switch(code, &mut reader, index, opcode)?)
        }
        Format::Constant4 => {
            let constant = reader.u16()?;
            reader.skip(2)?;
            Operand::Constant(constant)
        }
        Format::ElementType => Operand::ElementType(reader.u8()?),
        Format::MultiArray => Operand::MultiArray(reader.u16()?, reader.u8()?),
        Format::Wide | Format::Invalid => return Err(reader.malformed("not an instruction")),
    };
    // Code is at most 65535 bytes long, so the index after its last instruction fits.
    Ok(Instruction { index, opcode, wide, operand, next: reader.position() as u16 })
}

fn decode_switch<'a>(
    code: &'a [u8],
    reader: &mut Reader<'a>,
    index: u16,
    opcode: u8,
) -> Result<Switch<'a>> {
    reader.skip((4 - reader.position() % 4) % 4)?;
    let default = branch_target(index, reader.u32()? as i32, code.len())?;
    let (low, length) = if opcode == opcode::TABLESWITCH {
        let (low, high) = (reader.u32()? as i32, reader.u32()? as i32);
        let length = i64::from(high) - i64::from(low) + 1;
        (Some(low), 4 * length)
    } else {
        (None, 8 * i64::from(reader.u32()? as i32))
    };
    let length =
        usize::try_from(length).map_err(|_| reader.malformed("a switch of negative size"))?;
    Ok(Switch { default, base: index, low, rows: reader.bytes(length)?, code_length: code.len() })
}
