//! The constant pool (JVMS 4.4), decoded entry by entry on demand.

use crate::error::{ParseError, Result};
use crate::reader::Reader;

/// A view of a class's constant pool.
#[derive(Clone, Copy)]
pub struct ConstantPool<'a> {
    pub(crate) data: &'a [u8],
    /// Offset of each constant's tag; 0 for index 0 and for the second half of long and double.
    pub(crate) offsets: &'a [u32],
}

/// A field or method that code refers to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct MemberRef<'a> {
    /// The class named in the reference: an internal name, or an array's descriptor.
    pub owner: &'a [u8],
    /// The member's name.
    pub name: &'a [u8],
    /// Its descriptor.
    pub descriptor: &'a [u8],
    /// Whether the constant is an `InterfaceMethodref`.
    pub interface: bool,
}

/// A method handle: its kind (JVMS 4.4.8, 1 to 9) and what it refers to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct MethodHandle<'a> {
    /// `REF_getField` (1) to `REF_invokeInterface` (9).
    pub kind: u8,
    /// The field or method.
    pub member: MemberRef<'a>,
}

/// An `invokedynamic` or constant-dynamic entry: an index into the class's bootstrap methods, and the
/// name and descriptor asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Bootstrap<'a> {
    /// Index into the `BootstrapMethods` attribute.
    pub index: u16,
    /// The name at the call site.
    pub name: &'a [u8],
    /// The call site's method descriptor, or the constant's field descriptor.
    pub descriptor: &'a [u8],
}

/// One decoded constant.
#[derive(Clone, Copy, Debug, PartialEq)]
#[allow(missing_docs)]
pub enum Constant<'a> {
    Utf8(&'a [u8]),
    Integer(i32),
    Float(f32),
    Long(i64),
    Double(f64),
    Class(&'a [u8]),
    String(&'a [u8]),
    Field(MemberRef<'a>),
    Method(MemberRef<'a>),
    NameAndType(&'a [u8], &'a [u8]),
    MethodHandle(MethodHandle<'a>),
    MethodType(&'a [u8]),
    Dynamic(Bootstrap<'a>),
    InvokeDynamic(Bootstrap<'a>),
    Module(&'a [u8]),
    Package(&'a [u8]),
}

mod tag {
    pub const UTF8: u8 = 1;
    pub const INTEGER: u8 = 3;
    pub const FLOAT: u8 = 4;
    pub const LONG: u8 = 5;
    pub const DOUBLE: u8 = 6;
    pub const CLASS: u8 = 7;
    pub const STRING: u8 = 8;
    pub const FIELD: u8 = 9;
    pub const METHOD: u8 = 10;
    pub const INTERFACE_METHOD: u8 = 11;
    pub const NAME_AND_TYPE: u8 = 12;
    pub const METHOD_HANDLE: u8 = 15;
    pub const METHOD_TYPE: u8 = 16;
    pub const DYNAMIC: u8 = 17;
    pub const INVOKE_DYNAMIC: u8 = 18;
    pub const MODULE: u8 = 19;
    pub const PACKAGE: u8 = 20;
}

/// Reads past the pool and notes where each constant starts.
pub(crate) fn scan(reader: &mut Reader<'_>) -> Result<Box<[u32]>> {
    reader.now("the constant pool");
    let count = usize::from(reader.u16()?);
    if count == 0 {
        return Err(reader.malformed("a constant pool of size 0"));
    }
    let mut offsets = vec![0_u32; count];
    let mut index = 1;
    while index < count {
        offsets[index] = reader.position() as u32;
        let tag = reader.u8()?;
        match tag {
            tag::UTF8 => {
                let length = reader.u16()?;
                reader.skip(usize::from(length))?;
            }
            tag::CLASS | tag::STRING | tag::METHOD_TYPE | tag::MODULE | tag::PACKAGE => {
                reader.skip(2)?;
            }
            tag::METHOD_HANDLE => reader.skip(3)?,
            tag::INTEGER
            | tag::FLOAT
            | tag::FIELD
            | tag::METHOD
            | tag::INTERFACE_METHOD
            | tag::NAME_AND_TYPE
            | tag::DYNAMIC
            | tag::INVOKE_DYNAMIC => reader.skip(4)?,
            tag::LONG | tag::DOUBLE => {
                reader.skip(8)?;
                index += 1;
            }
            _ => return Err(reader.malformed("an unknown kind of constant")),
        }
        index += 1;
    }
    Ok(offsets.into_boxed_slice())
}

impl<'a> ConstantPool<'a> {
    /// One more than the highest index.
    pub fn len(&self) -> u16 {
        // The count is a u2 in the file.
        self.offsets.len() as u16
    }

    /// Whether there is nothing in it.
    pub fn is_empty(&self) -> bool {
        self.offsets.len() <= 1
    }

    #[inline]
    fn entry(&self, index: u16, expected: &'static str) -> Result<(u8, Reader<'a>)> {
        let offset = self.offsets.get(usize::from(index)).copied().unwrap_or(0);
        if offset == 0 {
            return Err(ParseError::BadConstant { index, expected });
        }
        let mut reader = Reader::at(self.data, offset as usize, "a constant");
        Ok((reader.u8()?, reader))
    }

    #[inline]
    fn tagged(&self, index: u16, tag: u8, expected: &'static str) -> Result<Reader<'a>> {
        match self.entry(index, expected)? {
            (found, reader) if found == tag => Ok(reader),
            _ => Err(ParseError::BadConstant { index, expected }),
        }
    }

    /// The bytes of a `Utf8`.
    #[inline]
    pub fn utf8(&self, index: u16) -> Result<&'a [u8]> {
        let mut reader = self.tagged(index, tag::UTF8, "text")?;
        let length = reader.u16()?;
        reader.bytes(usize::from(length))
    }

    /// The name in a `Class`.
    #[inline]
    pub fn class(&self, index: u16) -> Result<&'a [u8]> {
        let mut reader = self.tagged(index, tag::CLASS, "a class")?;
        self.utf8(reader.u16()?)
    }

    /// The name in a `Class`, or `None` for index 0.
    pub fn optional_class(&self, index: u16) -> Result<Option<&'a [u8]>> {
        if index == 0 { Ok(None) } else { self.class(index).map(Some) }
    }

    /// A `NameAndType`.
    pub fn name_and_type(&self, index: u16) -> Result<(&'a [u8], &'a [u8])> {
        let mut reader = self.tagged(index, tag::NAME_AND_TYPE, "a name and type")?;
        Ok((self.utf8(reader.u16()?)?, self.utf8(reader.u16()?)?))
    }

    fn member(&self, mut reader: Reader<'a>, interface: bool) -> Result<MemberRef<'a>> {
        let owner = self.class(reader.u16()?)?;
        let (name, descriptor) = self.name_and_type(reader.u16()?)?;
        Ok(MemberRef { owner, name, descriptor, interface })
    }

    /// A `Fieldref`.
    pub fn field(&self, index: u16) -> Result<MemberRef<'a>> {
        let reader = self.tagged(index, tag::FIELD, "a field")?;
        self.member(reader, false)
    }

    /// A `Methodref` or `InterfaceMethodref`.
    pub fn method(&self, index: u16) -> Result<MemberRef<'a>> {
        match self.entry(index, "a method")? {
            (tag::METHOD, reader) => self.member(reader, false),
            (tag::INTERFACE_METHOD, reader) => self.member(reader, true),
            _ => Err(ParseError::BadConstant { index, expected: "a method" }),
        }
    }

    /// A `MethodHandle`.
    pub fn method_handle(&self, index: u16) -> Result<MethodHandle<'a>> {
        let mut reader = self.tagged(index, tag::METHOD_HANDLE, "a method handle")?;
        let kind = reader.u8()?;
        let target = reader.u16()?;
        let member = match kind {
            1..=4 => self.field(target)?,
            5..=9 => self.method(target)?,
            _ => return Err(reader.malformed("an unknown kind of method handle")),
        };
        Ok(MethodHandle { kind, member })
    }

    fn bootstrap(&self, mut reader: Reader<'a>) -> Result<Bootstrap<'a>> {
        let index = reader.u16()?;
        let (name, descriptor) = self.name_and_type(reader.u16()?)?;
        Ok(Bootstrap { index, name, descriptor })
    }

    /// An `InvokeDynamic`.
    pub fn invoke_dynamic(&self, index: u16) -> Result<Bootstrap<'a>> {
        let reader = self.tagged(index, tag::INVOKE_DYNAMIC, "an invokedynamic site")?;
        self.bootstrap(reader)
    }

    /// Any constant.
    pub fn get(&self, index: u16) -> Result<Constant<'a>> {
        let (tag, mut reader) = self.entry(index, "a constant")?;
        Ok(match tag {
            tag::UTF8 => Constant::Utf8(self.utf8(index)?),
            tag::INTEGER => Constant::Integer(reader.u32()? as i32),
            tag::FLOAT => Constant::Float(f32::from_bits(reader.u32()?)),
            tag::LONG => Constant::Long(reader.u64()? as i64),
            tag::DOUBLE => Constant::Double(f64::from_bits(reader.u64()?)),
            tag::CLASS => Constant::Class(self.class(index)?),
            tag::STRING => Constant::String(self.utf8(reader.u16()?)?),
            tag::FIELD => Constant::Field(self.member(reader, false)?),
            tag::METHOD => Constant::Method(self.member(reader, false)?),
            tag::INTERFACE_METHOD => Constant::Method(self.member(reader, true)?),
            tag::NAME_AND_TYPE => {
                let (name, descriptor) = self.name_and_type(index)?;
                Constant::NameAndType(name, descriptor)
            }
            tag::METHOD_HANDLE => Constant::MethodHandle(self.method_handle(index)?),
            tag::METHOD_TYPE => Constant::MethodType(self.utf8(reader.u16()?)?),
            tag::DYNAMIC => Constant::Dynamic(self.bootstrap(reader)?),
            tag::INVOKE_DYNAMIC => Constant::InvokeDynamic(self.bootstrap(reader)?),
            tag::MODULE => Constant::Module(self.utf8(reader.u16()?)?),
            tag::PACKAGE => Constant::Package(self.utf8(reader.u16()?)?),
            _ => return Err(reader.malformed("an unknown kind of constant")),
        })
    }

    /// Every class that the pool names: by `Class` constants (arrays by their element class).
    pub fn class_names(&self) -> impl Iterator<Item = &'a [u8]> + use<'a> {
        let pool = *self;
        (1..self.len()).filter_map(move |index| pool.class(index).ok())
    }
}
