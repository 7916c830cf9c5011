//! Field and method descriptors (JVMS 4.3).

use crate::error::{ParseError, Result};

/// Most slots that parameters may take (JVMS 4.3.3). Longer descriptors would cost time at every call.
const MAX_PARAMETER_SLOTS: u16 = 255;

/// A primitive type, or `void`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs)]
pub enum Primitive {
    Boolean,
    Byte,
    Char,
    Short,
    Int,
    Long,
    Float,
    Double,
    Void,
}

impl Primitive {
    /// The primitive that a descriptor letter stands for.
    pub fn from_letter(letter: u8) -> Option<Self> {
        Some(match letter {
            b'Z' => Self::Boolean,
            b'B' => Self::Byte,
            b'C' => Self::Char,
            b'S' => Self::Short,
            b'I' => Self::Int,
            b'J' => Self::Long,
            b'F' => Self::Float,
            b'D' => Self::Double,
            b'V' => Self::Void,
            _ => return None,
        })
    }

    /// Its name in Java.
    pub fn name(self) -> &'static str {
        match self {
            Self::Boolean => "boolean",
            Self::Byte => "byte",
            Self::Char => "char",
            Self::Short => "short",
            Self::Int => "int",
            Self::Long => "long",
            Self::Float => "float",
            Self::Double => "double",
            Self::Void => "void",
        }
    }
}

/// What a descriptor's type is made of, below its array dimensions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Descriptor<'a> {
    /// A primitive.
    Primitive(Primitive),
    /// A class or interface, by internal name.
    Class(&'a [u8]),
}

/// A field descriptor: so many dimensions of a base.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct FieldDescriptor<'a> {
    /// Number of array dimensions, 0 for no array.
    pub dimensions: u8,
    /// The innermost component.
    pub base: Descriptor<'a>,
}

impl<'a> FieldDescriptor<'a> {
    /// Parses one whole field descriptor.
    pub fn parse(text: &'a [u8]) -> Result<Self> {
        match take_type(text)? {
            (found, []) if found.base != Descriptor::Primitive(Primitive::Void) => Ok(found),
            _ => Err(bad("not a field descriptor")),
        }
    }

    /// Parses the name in a `CONSTANT_Class`: an internal name, or an array's descriptor.
    pub fn parse_class_constant(name: &'a [u8]) -> Result<Self> {
        match name.first() {
            Some(b'[') => Self::parse(name),
            Some(_) => Ok(Self { dimensions: 0, base: Descriptor::Class(name) }),
            None => Err(bad("an empty class name")),
        }
    }

    /// How many local slots a value takes: 2 for `long` and `double`.
    pub fn slots(&self) -> u16 {
        let wide =
            [Descriptor::Primitive(Primitive::Long), Descriptor::Primitive(Primitive::Double)];
        if self.dimensions == 0 && wide.contains(&self.base) { 2 } else { 1 }
    }

    fn is_void(&self) -> bool {
        self.base == Descriptor::Primitive(Primitive::Void)
    }
}

/// A method descriptor, checked once and then iterated without further errors.
#[derive(Clone, Copy, Debug)]
pub struct MethodDescriptor<'a> {
    parameters: &'a [u8],
    returns: FieldDescriptor<'a>,
    count: usize,
}

impl<'a> MethodDescriptor<'a> {
    /// Parses and checks a whole method descriptor.
    pub fn parse(text: &'a [u8]) -> Result<Self> {
        let all = text.strip_prefix(b"(").ok_or_else(|| bad("not a method descriptor"))?;
        let mut rest = all;
        let (mut count, mut slots) = (0, 0);
        loop {
            if let Some(tail) = rest.strip_prefix(b")") {
                let parameters = &all[..all.len() - rest.len()];
                let (returns, []) = take_type(tail)? else {
                    return Err(bad("text after the return type"));
                };
                if returns.is_void() && returns.dimensions > 0 {
                    return Err(bad("an array of void"));
                }
                return Ok(Self { parameters, returns, count });
            }
            let (parameter, tail) = take_type(rest)?;
            if parameter.is_void() {
                return Err(bad("a parameter of type void"));
            }
            rest = tail;
            count += 1;
            slots += parameter.slots();
            if slots > MAX_PARAMETER_SLOTS {
                return Err(bad("more than 255 parameter slots"));
            }
        }
    }

    /// The parameters' types, in order, without the receiver.
    pub fn parameters(&self) -> impl Iterator<Item = FieldDescriptor<'a>> + use<'a> {
        let mut rest = self.parameters;
        std::iter::from_fn(move || {
            let (parameter, tail) = take_type(rest).ok()?;
            rest = tail;
            Some(parameter)
        })
    }

    /// How many parameters there are, without the receiver.
    pub fn parameter_count(&self) -> usize {
        self.count
    }

    /// The return type; `None` for `void`.
    pub fn returns(&self) -> Option<FieldDescriptor<'a>> {
        (!self.returns.is_void()).then_some(self.returns)
    }
}

fn take_type(text: &[u8]) -> Result<(FieldDescriptor<'_>, &[u8])> {
    let dimensions = text.iter().take_while(|&&byte| byte == b'[').count();
    let Ok(dimensions @ 0..=255) = u8::try_from(dimensions) else {
        return Err(bad("more than 255 array dimensions"));
    };
    let text = &text[usize::from(dimensions)..];
    let (&letter, rest) = text.split_first().ok_or_else(|| bad("a descriptor that ends early"))?;
    if letter == b'L' {
        let end = rest.iter().position(|&byte| byte == b';');
        let end = end.filter(|&end| end > 0).ok_or_else(|| bad("a class name without its end"))?;
        let base = Descriptor::Class(&rest[..end]);
        return Ok((FieldDescriptor { dimensions, base }, &rest[end + 1..]));
    }
    let primitive = Primitive::from_letter(letter).ok_or_else(|| bad("an unknown type letter"))?;
    if primitive == Primitive::Void && dimensions > 0 {
        return Err(bad("an array of void"));
    }
    Ok((FieldDescriptor { dimensions, base: Descriptor::Primitive(primitive) }, rest))
}

#[cold]
fn bad(what: &'static str) -> ParseError {
    ParseError::Malformed { offset: 0, what }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn methods() {
        let parsed = MethodDescriptor::parse(b"(I[[JLa/B;D)[La/C;").unwrap();
        let parameters: Vec<_> = parsed.parameters().collect();
        assert_eq!(parameters.len(), 4);
        assert_eq!(parsed.parameter_count(), 4);
        assert_eq!(parameters[1].dimensions, 2);
        assert_eq!(parameters[2].base, Descriptor::Class(b"a/B"));
        assert_eq!(parameters.iter().map(FieldDescriptor::slots).sum::<u16>(), 5);
        assert_eq!(parsed.returns().unwrap().base, Descriptor::Class(b"a/C"));
        assert!(MethodDescriptor::parse(b"()V").unwrap().returns().is_none());
    }

    #[test]
    fn bad_ones_are_refused() {
        for text in ["", "(", "()", "(V)V", "(L)V", "(La)V", "()VV", "()[V", "(X)V", "I", "([)V"] {
            assert!(MethodDescriptor::parse(text.as_bytes()).is_err(), "{text}");
        }
        let many = |letter: &str, count| format!("({})V", letter.repeat(count));
        assert!(MethodDescriptor::parse(many("I", 255).as_bytes()).is_ok());
        assert!(MethodDescriptor::parse(many("I", 256).as_bytes()).is_err());
        assert!(MethodDescriptor::parse(many("J", 128).as_bytes()).is_err());
        for text in ["", "V", "[V", "II", "La;I", "L;", "["] {
            assert!(FieldDescriptor::parse(text.as_bytes()).is_err(), "{text}");
        }
        let deep = [vec![b'['; 256], vec![b'I']].concat();
        assert!(FieldDescriptor::parse(&deep).is_err());
        assert!(FieldDescriptor::parse(&deep[1..]).is_ok());
    }
}
