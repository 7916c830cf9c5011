//! Ids and types.

use std::fmt;

use snarl_classfile::{Descriptor, FieldDescriptor, Primitive};

/// A class of the program, or a phantom: its place in the index.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ClassId(pub u32);

impl ClassId {
    pub(crate) fn index(self) -> usize {
        self.0 as usize
    }
}

/// A method: its class and its place among the class's methods.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct MethodId {
    /// The declaring class.
    pub class: ClassId,
    /// Place in the class file.
    pub index: u16,
}

/// A field: its class and its place among the class's fields.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct FieldId {
    /// The declaring class.
    pub class: ClassId,
    /// Place in the class file.
    pub index: u16,
}

/// A type in one word: so many array dimensions (the upper 8 bits) of a base, which is a primitive, the
/// type of `null`, or a class. Array types need no table: a component type is a subtraction.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Type(u32);

const DIMENSION: u32 = 1 << 24;
const BASE: u32 = DIMENSION - 1;
const FIRST_CLASS: u32 = 16;

impl Type {
    /// `void`.
    pub const VOID: Self = Self(0);
    /// `boolean`, as an array element or in a descriptor; on the stack it is an `int`.
    pub const BOOLEAN: Self = Self(1);
    /// `byte`.
    pub const BYTE: Self = Self(2);
    /// `char`.
    pub const CHAR: Self = Self(3);
    /// `short`.
    pub const SHORT: Self = Self(4);
    /// `int`.
    pub const INT: Self = Self(5);
    /// `long`.
    pub const LONG: Self = Self(6);
    /// `float`.
    pub const FLOAT: Self = Self(7);
    /// `double`.
    pub const DOUBLE: Self = Self(8);
    /// The type of `null`, a subtype of every reference type.
    pub const NULL: Self = Self(9);
    /// How many classes a program can have.
    pub(crate) const MAX_CLASSES: usize = (BASE - FIRST_CLASS) as usize;

    /// The type of a class's instances.
    pub fn class(class: ClassId) -> Self {
        Self(class.0 + FIRST_CLASS)
    }

    /// The type that a descriptor names, once its class has an id.
    pub(crate) fn primitive(primitive: Primitive) -> Self {
        match primitive {
            Primitive::Void => Self::VOID,
            Primitive::Boolean => Self::BOOLEAN,
            Primitive::Byte => Self::BYTE,
            Primitive::Char => Self::CHAR,
            Primitive::Short => Self::SHORT,
            Primitive::Int => Self::INT,
            Primitive::Long => Self::LONG,
            Primitive::Float => Self::FLOAT,
            Primitive::Double => Self::DOUBLE,
        }
    }

    pub(crate) fn from_descriptor(
        descriptor: FieldDescriptor<'_>,
        mut class: impl FnMut(&[u8]) -> ClassId,
    ) -> Self {
        let base = match descriptor.base {
            Descriptor::Primitive(primitive) => Self::primitive(primitive),
            Descriptor::Class(name) => Self::class(class(name)),
        };
        Self(base.0 + u32::from(descriptor.dimensions) * DIMENSION)
    }

    /// The class, if this is a class type and no array.
    pub fn as_class(self) -> Option<ClassId> {
        (self.dimensions() == 0 && self.0 >= FIRST_CLASS).then(|| ClassId(self.0 - FIRST_CLASS))
    }

    /// The class below all array dimensions, if there is one.
    pub fn base_class(self) -> Option<ClassId> {
        self.base().as_class()
    }

    /// The type below all array dimensions.
    pub fn base(self) -> Self {
        Self(self.0 & BASE)
    }

    /// Number of array dimensions.
    pub fn dimensions(self) -> u8 {
        (self.0 / DIMENSION) as u8
    }

    /// The type of an array's elements; `None` if this is no array.
    pub fn element(self) -> Option<Self> {
        (self.dimensions() > 0).then(|| Self(self.0 - DIMENSION))
    }

    /// An array of this; `None` at 255 dimensions.
    pub fn array_of(self) -> Option<Self> {
        self.0.checked_add(DIMENSION).map(Self)
    }

    pub(crate) fn with_dimensions(self, dimensions: u8) -> Self {
        Self((self.0 & BASE) + u32::from(dimensions) * DIMENSION)
    }

    /// Whether values are references: classes, arrays, `null`.
    pub fn is_reference(self) -> bool {
        self.0 >= Self::NULL.0
    }

    /// Whether a value takes two slots.
    pub fn is_wide(self) -> bool {
        self == Self::LONG || self == Self::DOUBLE
    }

    /// The type of such a value on the operand stack: everything smaller than `int` is an `int`.
    pub fn on_stack(self) -> Self {
        match self {
            Self::BOOLEAN | Self::BYTE | Self::CHAR | Self::SHORT => Self::INT,
            other => other,
        }
    }

    /// The Java name of a primitive base, or `null`; `None` for a class.
    pub fn base_name(self) -> Option<&'static str> {
        const NAMES: [&str; 10] =
            ["void", "boolean", "byte", "char", "short", "int", "long", "float", "double", "null"];
        NAMES.get((self.0 & BASE) as usize).copied()
    }

    /// The word itself, for arrays that cross into Python.
    pub fn to_bits(self) -> u32 {
        self.0
    }

    /// The type of a word that [`Self::to_bits`] gave.
    pub fn from_bits(bits: u32) -> Self {
        Self(bits)
    }
}

impl fmt::Debug for Type {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.base_name(), self.base().as_class()) {
            (Some(name), _) => f.write_str(name)?,
            (None, Some(class)) => write!(f, "class{}", class.0)?,
            (None, None) => write!(f, "type{}", self.0 & BASE)?,
        }
        (0..self.dimensions()).try_for_each(|_| f.write_str("[]"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arrays_are_arithmetic() {
        let class = Type::class(ClassId(7));
        let array = class.array_of().and_then(Type::array_of).unwrap();
        assert_eq!(array.dimensions(), 2);
        assert_eq!(array.element().and_then(Type::element), Some(class));
        assert_eq!(array.base_class(), Some(ClassId(7)));
        assert_eq!(array.as_class(), None);
        assert!(array.is_reference() && Type::NULL.is_reference() && !Type::DOUBLE.is_reference());
        assert_eq!(format!("{:?}", Type::INT.array_of().unwrap()), "int[]");
        assert_eq!(Type::INT.with_dimensions(255).array_of(), None);
    }
}
