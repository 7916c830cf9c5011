//! Annotations (JVMS 4.7.16): which ones an element carries, and their values.

use crate::attribute::Attributes;
use crate::constant::{Constant, ConstantPool};
use crate::error::Result;
use crate::reader::Reader;

/// Nesting of annotations in annotations beyond this is cut off, so that hostile input cannot exhaust
/// the stack.
const MAX_DEPTH: u32 = 16;

/// An annotation with its values.
#[derive(Clone, Debug, PartialEq)]
pub struct Annotation<'a> {
    /// Descriptor of the annotation's type, `Ljavax/annotation/concurrent/GuardedBy;`.
    pub descriptor: &'a [u8],
    /// Its elements that are given at the use, by name.
    pub elements: Vec<(&'a [u8], ElementValue<'a>)>,
}

/// The value of an annotation's element.
#[derive(Clone, Debug, PartialEq)]
pub enum ElementValue<'a> {
    /// A primitive or string.
    Constant(Constant<'a>),
    /// An enum constant: type descriptor and name.
    Enum(&'a [u8], &'a [u8]),
    /// A class, by its descriptor.
    Class(&'a [u8]),
    /// A nested annotation.
    Annotation(Annotation<'a>),
    /// An array.
    Array(Vec<ElementValue<'a>>),
}

/// All annotations of an element; a malformed list gives those before the fault.
pub(crate) fn all(attributes: Attributes<'_>) -> Vec<Annotation<'_>> {
    let mut found = Vec::new();
    for attribute in attributes {
        if attribute.name == b"RuntimeVisibleAnnotations"
            || attribute.name == b"RuntimeInvisibleAnnotations"
        {
            let mut reader = attribute.reader();
            let count = reader.u16().unwrap_or(0);
            let pool = attribute.pool;
            found.extend((0..count).map_while(|_| annotation(&mut reader, pool, 0).ok()));
        }
    }
    found
}

fn annotation<'a>(
    reader: &mut Reader<'a>,
    pool: ConstantPool<'a>,
    depth: u32,
) -> Result<Annotation<'a>> {
    let descriptor = pool.utf8(reader.u16()?)?;
    let count = reader.u16()?;
    let elements = (0..count)
        .map(|_| Ok((pool.utf8(reader.u16()?)?, element(reader, pool, depth)?)))
        .collect::<Result<_>>()?;
    Ok(Annotation { descriptor, elements })
}

fn element<'a>(
    reader: &mut Reader<'a>,
    pool: ConstantPool<'a>,
    depth: u32,
) -> Result<ElementValue<'a>> {
    if depth > MAX_DEPTH {
        return Err(reader.malformed("annotations nested too deep"));
    }
    Ok(match reader.u8()? {
        b'e' => ElementValue::Enum(pool.utf8(reader.u16()?)?, pool.utf8(reader.u16()?)?),
        b'c' => ElementValue::Class(pool.utf8(reader.u16()?)?),
        b'@' => ElementValue::Annotation(annotation(reader, pool, depth + 1)?),
        b'[' => {
            let count = reader.u16()?;
            let values = (0..count).map(|_| element(reader, pool, depth + 1));
            ElementValue::Array(values.collect::<Result<_>>()?)
        }
        _ => ElementValue::Constant(pool.get(reader.u16()?)?),
    })
}
