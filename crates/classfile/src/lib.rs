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
//! `cargo run --release -p snarl-classfile --example compare -- JDK` measures the crates that exist
//! against this one; `bench/results/engine.md` has the figures. Other reasons weigh as much: we need
//! the raw bytes of names (modified UTF-8 is compared as bytes), `jsr`/`ret`, constant-dynamic
//! bootstrap arguments, and classes that are broken in one method but readable in all others.

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
pub use class::{ClassFile, Layout, Member, MemberLayout, access};
pub use code::{Code, ExceptionEntry, Instruction, Instructions, LocalVariable, Operand, Switch};
pub use constant::{Bootstrap, Constant, ConstantPool, MemberRef, MethodHandle};
pub use descriptor::{Descriptor, FieldDescriptor, MethodDescriptor, Primitive};
pub use disassemble::disassemble;
pub use error::{ParseError, Result};
pub use mutf8::decode as decode_mutf8;
pub use mutf8::encode as encode_mutf8;
pub use stack_map::{Frame, StackMap, VerificationType};
