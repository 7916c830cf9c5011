//! The `StackMapTable` (JVMS 4.7.4): the types of locals and stack at branch targets, as the compiler
//! states them. They are precise where our own inference would have to guess.

use crate::attribute::Attribute;
use crate::error::Result;
use crate::reader::Reader;

/// A type in a frame.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum VerificationType {
    /// Not usable.
    Top,
    /// `int` and what the JVM treats like it.
    Int,
    /// `float`.
    Float,
    /// `double`; takes two slots.
    Double,
    /// `long`; takes two slots.
    Long,
    /// `null`.
    Null,
    /// `this` before the call of a super constructor.
    UninitializedThis,
    /// A class, by its constant.
    Object(u16),
    /// What the `new` at an index made, before its constructor ran.
    Uninitialized(u16),
    /// A reference parameter, by position: for the frame at the start of a method, which is not in the
    /// file. Later frames inherit it.
    Parameter(u16),
}

/// The frame at one index.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Frame {
    /// Index of the instruction that the frame describes.
    pub index: u32,
    /// Locals, one entry a value (long and double are one).
    pub locals: Vec<VerificationType>,
    /// Operand stack, bottom first.
    pub stack: Vec<VerificationType>,
}

/// A method's stack map.
pub struct StackMap<'a> {
    reader: Reader<'a>,
    left: u16,
}

impl<'a> StackMap<'a> {
    pub(crate) fn new(attribute: Attribute<'a>) -> Self {
        let mut reader = attribute.reader();
        reader.now("the stack map");
        let left = reader.u16().unwrap_or(0);
        Self { reader, left }
    }

    /// Advances `frame` to the next one. Start with the method's parameters as its locals; the first
    /// frame's index is its delta, every other one adds one to it.
    pub fn advance(&mut self, frame: &mut Frame, first: bool) -> Result<bool> {
        if self.left == 0 {
            return Ok(false);
        }
        self.left -= 1;
        let tag = self.reader.u8()?;
        frame.stack.clear();
        let delta = match tag {
            0..64 => u16::from(tag),
            64..128 => {
                frame.stack.push(self.verification_type()?);
                u16::from(tag - 64)
            }
            247 => {
                let delta = self.reader.u16()?;
                frame.stack.push(self.verification_type()?);
                delta
            }
            248..251 => {
                let delta = self.reader.u16()?;
                let kept = frame.locals.len().saturating_sub(usize::from(251 - tag));
                frame.locals.truncate(kept);
                delta
            }
            251 => self.reader.u16()?,
            252..255 => {
                let delta = self.reader.u16()?;
                for _ in 251..tag {
                    frame.locals.push(self.verification_type()?);
                }
                delta
            }
            255 => {
                let delta = self.reader.u16()?;
                frame.locals.clear();
                for _ in 0..self.reader.u16()? {
                    frame.locals.push(self.verification_type()?);
                }
                for _ in 0..self.reader.u16()? {
                    frame.stack.push(self.verification_type()?);
                }
                delta
            }
            _ => return Err(self.reader.malformed("a reserved kind of frame")),
        };
        frame.index += u32::from(delta) + u32::from(!first);
        Ok(true)
    }

    fn verification_type(&mut self) -> Result<VerificationType> {
        Ok(match self.reader.u8()? {
            0 => VerificationType::Top,
            1 => VerificationType::Int,
            2 => VerificationType::Float,
            3 => VerificationType::Double,
            4 => VerificationType::Long,
            5 => VerificationType::Null,
            6 => VerificationType::UninitializedThis,
            7 => VerificationType::Object(self.reader.u16()?),
            8 => VerificationType::Uninitialized(self.reader.u16()?),
            _ => return Err(self.reader.malformed("an unknown verification type")),
        })
    }
}
