//! Zero-copy reader of JVM class files, versions 45 (Java 1.1) to 69 (Java 25).
//!
//! [`Layout::parse`] walks a class file once and keeps only offsets: where each constant, field,
//! method and attribute starts. [`Layout::on`] pairs it with the bytes again and gives a
//! [`ClassFile`], a `Copy` view through which everything else is decoded on demand. Loading a class
//! therefore costs one pass over its constant pool and two small allocations, and a method's code is
//! looked at only when somebody asks for it.
//!
//! The reader promises never to panic, whatever the bytes: every index and length is checked where it
//! is used, and what is wrong comes back as a [`ParseError`] with an offset.
//!
//! # Why a reader of our own
//!
//! Measured on the 26,975 classes of JDK 25, one thread, all members and then all 12.5 million
//! instructions (`bench/parsers` does it again):
//!
//! | reader | members | with instructions | classes refused |
//! | --- | --- | --- | --- |
//! | this one | 0.035 s | 0.11 s | 0 |
//! | noak 0.7 | 0.25 s | 0.63 s | 0 |
//! | cafebabe 0.9 | 1.4 s | 1.4 s | 1 (constant-dynamic bootstrap arguments) |
//!
//! Other reasons weigh as much: names stay raw bytes (modified UTF-8 is compared as bytes), and a class
//! that is broken in one method is readable in all others.

mod annotation;
mod attribute;
mod class;
mod code;
mod constant;
mod descriptor;
mod disassemble;
mod error;
mod mutf8;
pub mod opcode;
mod reader;
mod stack_map;

pub use annotation::{Annotation, ElementValue};
pub use attribute::{Attribute, Attributes, InnerClass, RecordComponent};
pub use class::{ClassFile, Layout, Member, access};
pub use code::{Code, ExceptionEntry, Instruction, Instructions, LocalVariable, Operand, Switch};
pub use constant::{Bootstrap, Constant, ConstantPool, MemberRef, MethodHandle};
pub use descriptor::{Descriptor, FieldDescriptor, MethodDescriptor, Primitive};
pub use disassemble::disassemble;
pub use error::{ParseError, Result};
pub use mutf8::decode as decode_mutf8;
pub use mutf8::encode as encode_mutf8;
pub use stack_map::{Frame, StackMap, VerificationType};
