//! What a method does to references, once for all its contexts.
//!
//! A template numbers the method's reference variables and lists, for each, where its value goes: copies,
//! loads, stores, calls. The solver makes one row of nodes for each context of the method and follows the
//! template; edges inside a method are never stored for each context.
//!
//! Exceptions flow without contexts: their variables come first and are shared by all contexts of the
//! method. There are few kinds of exceptions and they reach almost everything, so that telling contexts
//! apart would multiply most of the facts and explain nothing.
//!
//! A `long` is a variable too: it may hold the offset of a field (`Unsafe`).

mod body;
mod draft;
mod dynamic;
mod made;
mod names;
mod simplify;

use snarl_hierarchy::{ClassId, FieldId, MethodId, Type};

use crate::tables::Lists;

pub(crate) use body::Merging;
pub(crate) use draft::Draft;
pub(crate) use made::parameter_types;
pub(crate) use names::clues;

/// A reference variable of a method.
pub(crate) type Var = u32;

/// No variable: a primitive, or nothing.
pub(crate) const NO_VAR: Var = u32::MAX;

/// In place of an instruction: code that is not the program's.
pub(crate) const NO_INST: u32 = u32::MAX;

/// Whether values of a type are variables.
pub(crate) fn is_tracked(of: Type) -> bool {
    of.is_reference() || of == Type::LONG
}

/// What may pass a copy.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct CopyFilter {
    pub(crate) include: Type,
    pub(crate) exclude: Vec<Type>,
}

/// A part of an object.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Slot {
    Field(FieldId),
    /// All elements of an array.
    Elements,
    /// What a lambda captured, by position; the handler of a proxy.
    Captured(u32),
}

/// A copy from a variable.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Copy {
    pub(crate) to: Var,
    /// Index into [`Template::filters`], or `u32::MAX`.
    pub(crate) filter: u32,
}

/// One thing that a method does with what a variable points to.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Use {
    Copy(Copy),
    /// A part of it is loaded to a variable.
    Load(Slot, Var),
    /// What a variable has is stored in a part of it.
    Store(Slot, Var),
    /// It is the receiver of a call.
    Receiver(u32),
    /// It is another argument of a call, at a position.
    Argument(u32, u32),
    /// The method gives it back.
    Return,
    /// It has a part in an effect.
    Reflected(u32),
}

/// A call, as the bytecode states it.
#[derive(Clone, Debug)]
pub(crate) struct Call {
    /// The instruction in the body.
    pub(crate) inst: u32,
    pub(crate) target: CallTarget,
    /// Whether it runs in a new thread.
    pub(crate) spawns: bool,
    /// Receiver first; `NO_VAR` for primitives.
    pub(crate) arguments: Box<[Var]>,
    pub(crate) result: Var,
    /// Where its exceptions go.
    pub(crate) throws: Var,
}

/// What a call calls.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum CallTarget {
    /// Selected by the receiver's class.
    Virtual(MethodId),
    /// This method, with a receiver.
    Special(MethodId),
    /// This method.
    Static(MethodId),
}

impl CallTarget {
    pub(crate) fn has_receiver(self) -> bool {
        !matches!(self, Self::Static(_))
    }

    /// The method that is named.
    pub(crate) fn method(self) -> MethodId {
        let (Self::Virtual(method) | Self::Special(method) | Self::Static(method)) = self;
        method
    }
}

/// Something that a method makes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct New {
    pub(crate) var: Var,
    pub(crate) inst: u32,
    pub(crate) what: NewKind,
}

/// What is made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum NewKind {
    /// An instance or an array of one dimension.
    Instance(Type),
    /// An array of so many given dimensions.
    MultiArray(Type, u8),
    /// One object for the whole type.
    Merged(Type),
    /// An array without elements: one for the whole type.
    Empty(Type),
    /// A class object.
    ClassOf(Type),
    /// A string constant that is told from others: an index into [`Template::texts`].
    Text(u32),
    /// A method handle, or another object that stands for a method.
    Member(MethodId, Type),
    /// A lambda: an index into [`Template::lambdas`].
    Lambda(u32),
}

/// A lambda or method reference.
#[derive(Clone, Debug)]
pub(crate) struct Lambda {
    /// The functional interface.
    pub(crate) interface: Type,
    /// Interfaces that it has besides.
    pub(crate) markers: Box<[Type]>,
    /// The name of its method.
    pub(crate) name: Box<[u8]>,
    /// The descriptor of its method, as the interface declares it.
    pub(crate) descriptor: Box<[u8]>,
    /// The types of its method's parameters.
    pub(crate) parameters: Box<[Type]>,
    pub(crate) returns: Type,
    /// What runs.
    pub(crate) implementation: CallTarget,
    /// Whether the implementation is a constructor: the result is a new object.
    pub(crate) constructs: Option<Type>,
    /// What the result is wrapped into, if the implementation gives a primitive.
    pub(crate) boxes: Option<Type>,
    pub(crate) captured: Box<[Var]>,
}

/// What only values decide: reflection, handles, copies of objects. The effects that library models have
/// (`python/snarl/program/models`), beside plain flow.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Reflect {
    /// The class of a name.
    ClassNamed,
    /// A class of bytes.
    Define,
    /// What code that is made at run time does with what comes to it. No model has it.
    Hold,
    /// The class of an object.
    ClassOf,
    /// A new instance of a class, with its constructor without parameters.
    Instance,
    /// The constructors of a class.
    Constructor,
    /// The methods of a name in a class: name, class.
    Method,
    /// The same for public ones.
    PublicMethod,
    /// The field of a name in a class: name, class.
    Field,
    /// The elements of arrays.
    Elements,
    /// A new instance by a constructor: constructor, array of arguments.
    Construct,
    /// A call of a method: method, receiver, array of arguments.
    Invoke,
    /// A call of a method handle with the arguments themselves.
    Apply,
    /// What a field holds: field or offset, object.
    Get,
    /// A write of a field: field or offset, object, value.
    Set,
    /// A read by a variable handle; its coordinates follow.
    Read,
    /// A write by a variable handle; coordinates and the value follow.
    Write,
    /// A read and write by a variable handle; coordinates and values follow.
    Update,
    /// An object that implements interfaces by a handler: array of classes, handler.
    Proxy,
    /// Instances of the providers of a service.
    Providers,
    /// A copy of an object.
    Clone,
    /// The class of an array class's elements.
    Component,
    /// A new array of a class.
    Array,
    /// A method handle with its receiver: handle, receiver.
    Bind,
    /// All threads there are: which one runs depends on who asks.
    CurrentThread,
    /// The class whose code calls.
    CallingClass,
}

impl Reflect {
    /// Those that models use, with their names there.
    pub const ALL: [(&'static str, Self); 25] = [
        ("class-named", Self::ClassNamed),
        ("defined-class", Self::Define),
        ("class-of", Self::ClassOf),
        ("instance", Self::Instance),
        ("constructor", Self::Constructor),
        ("method", Self::Method),
        ("public-method", Self::PublicMethod),
        ("field", Self::Field),
        ("elements", Self::Elements),
        ("construct", Self::Construct),
        ("invoke", Self::Invoke),
        ("apply", Self::Apply),
        ("get", Self::Get),
        ("set", Self::Set),
        ("read", Self::Read),
        ("write", Self::Write),
        ("update", Self::Update),
        ("proxy", Self::Proxy),
        ("providers", Self::Providers),
        ("clone", Self::Clone),
        ("component", Self::Component),
        ("array", Self::Array),
        ("bind", Self::Bind),
        ("current-thread", Self::CurrentThread),
        ("calling-class", Self::CallingClass),
    ];

    /// Whether the further arguments of the call are its own.
    pub(crate) fn takes_rest(self) -> bool {
        matches!(self, Self::Apply | Self::Read | Self::Write | Self::Update)
    }
}

/// One such effect.
#[derive(Clone, Debug)]
pub(crate) struct Reflection {
    pub(crate) inst: u32,
    pub(crate) what: Reflect,
    pub(crate) arguments: Box<[Var]>,
    pub(crate) result: Var,
    pub(crate) throws: Var,
    /// The type of what it gives, where the effect does not say.
    pub(crate) of: Type,
}

/// The template of a method.
pub(crate) struct Template {
    /// How many variables, at the beginning, all contexts share.
    pub(crate) shared: u32,
    pub(crate) vars: u32,
    /// The variable of each SSA value; of code that is not the program's, none.
    pub(crate) values: Box<[Var]>,
    pub(crate) parameters: Box<[Var]>,
    pub(crate) returns: Var,
    pub(crate) throws: Var,
    pub(crate) filters: Vec<CopyFilter>,
    /// What is done with each variable. The solver takes it, to have that of all code in one place.
    pub(crate) uses: Lists<Use>,
    pub(crate) static_loads: Vec<(FieldId, Var)>,
    pub(crate) static_stores: Vec<(FieldId, Var)>,
    pub(crate) news: Vec<New>,
    pub(crate) texts: Vec<Box<[u8]>>,
    pub(crate) lambdas: Vec<Lambda>,
    pub(crate) calls: Vec<Call>,
    pub(crate) reflections: Vec<Reflection>,
    /// Classes that running the method initializes, and the instruction that does.
    pub(crate) initializes: Vec<(ClassId, u32)>,
    /// Variables that are used as monitors.
    pub(crate) monitors: Vec<Var>,
    /// Classes that a catalogue of names in the method means, or parts that it puts together.
    pub(crate) mentions: Vec<ClassId>,
}
