//! Attributes of classes, members and code (JVMS 4.7).

use crate::constant::ConstantPool;
use crate::error::Result;
use crate::reader::Reader;

/// An iterator over attributes. It ends at the first one that does not fit.
#[derive(Clone)]
pub struct Attributes<'a> {
    reader: Reader<'a>,
    left: u16,
    pool: ConstantPool<'a>,
}

impl<'a> Attributes<'a> {
    pub(crate) fn at(data: &'a [u8], offset: usize, pool: ConstantPool<'a>) -> Self {
        Self::new(Reader::at(data, offset, "attributes"), pool)
    }

    pub(crate) fn new(mut reader: Reader<'a>, pool: ConstantPool<'a>) -> Self {
        let left = reader.u16().unwrap_or(0);
        Self { reader, left, pool }
    }

    /// The first attribute of that name.
    pub fn named(self, name: &str) -> Option<Attribute<'a>> {
        let mut attributes = self;
        attributes.find(|attribute| attribute.name == name.as_bytes())
    }
}

impl<'a> Iterator for Attributes<'a> {
    type Item = Attribute<'a>;

    fn next(&mut self) -> Option<Attribute<'a>> {
        if self.left == 0 {
            return None;
        }
        self.left -= 1;
        let name = self.pool.utf8(self.reader.u16().ok()?).ok()?;
        let length = self.reader.u32().ok()?;
        let content = self.reader.bytes(length as usize).ok()?;
        Some(Attribute { name, content, pool: self.pool })
    }
}

/// One attribute: its name and what it holds.
#[derive(Clone, Copy)]
pub struct Attribute<'a> {
    /// The attribute's name.
    pub name: &'a [u8],
    /// Its bytes.
    pub content: &'a [u8],
    pub(crate) pool: ConstantPool<'a>,
}

/// A component of a record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RecordComponent<'a> {
    /// Its name.
    pub name: &'a [u8],
    /// Its field descriptor.
    pub descriptor: &'a [u8],
}

/// An entry of `InnerClasses`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct InnerClass<'a> {
    /// Internal name of the inner class.
    pub inner: &'a [u8],
    /// The class it is a member of; `None` for local and anonymous ones.
    pub outer: Option<&'a [u8]>,
    /// Simple name; `None` for anonymous ones.
    pub name: Option<&'a [u8]>,
    /// The flags that its source declares.
    pub access: u16,
}

impl<'a> Attribute<'a> {
    pub(crate) fn reader(&self) -> Reader<'a> {
        Reader::new(self.content, "an attribute")
    }

    pub(crate) fn index(&self) -> Option<u16> {
        self.reader().u16().ok()
    }

    pub(crate) fn utf8(&self) -> Option<&'a [u8]> {
        self.pool.utf8(self.index()?).ok()
    }

    pub(crate) fn class(&self) -> Option<&'a [u8]> {
        self.pool.class(self.index()?).ok()
    }

    pub(crate) fn classes(&self) -> Vec<&'a [u8]> {
        self.list(|reader, pool| pool.class(reader.u16()?))
    }

    pub(crate) fn record_components(&self) -> Vec<RecordComponent<'a>> {
        self.list(|reader, pool| {
            let name = pool.utf8(reader.u16()?)?;
            let descriptor = pool.utf8(reader.u16()?)?;
            for _ in 0..reader.u16()? {
                reader.skip(2)?;
                let length = reader.u32()?;
                reader.skip(length as usize)?;
            }
            Ok(RecordComponent { name, descriptor })
        })
    }

    pub(crate) fn inner_classes(&self) -> Vec<InnerClass<'a>> {
        self.list(|reader, pool| {
            let inner = pool.class(reader.u16()?)?;
            let outer = pool.optional_class(reader.u16()?)?;
            let name = match reader.u16()? {
                0 => None,
                index => Some(pool.utf8(index)?),
            };
            Ok(InnerClass { inner, outer, name, access: reader.u16()? })
        })
    }

    pub(crate) fn bootstrap_method(&self, wanted: u16) -> Result<Option<(u16, Vec<u16>)>> {
        let mut reader = self.reader();
        reader.now("the bootstrap methods");
        let count = reader.u16()?;
        if wanted >= count {
            return Ok(None);
        }
        for _ in 0..wanted {
            reader.skip(2)?;
            let arguments = reader.u16()?;
            reader.skip(2 * usize::from(arguments))?;
        }
        let handle = reader.u16()?;
        let arguments = (0..reader.u16()?).map(|_| reader.u16()).collect::<Result<_>>()?;
        Ok(Some((handle, arguments)))
    }

    /// A table with a u2 count. What follows the first bad row is left out: these tables describe,
    /// they do not decide.
    fn list<T>(
        &self,
        mut row: impl FnMut(&mut Reader<'a>, ConstantPool<'a>) -> Result<T>,
    ) -> Vec<T> {
        let mut reader = self.reader();
        let count = reader.u16().unwrap_or(0);
        (0..count).map_while(|_| row(&mut reader, self.pool).ok()).collect()
    }
}
