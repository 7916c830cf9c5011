//! What a method does to references, once for all its contexts.
//!
//! A template numbers the method's reference variables and lists, for each, where its value goes: copies,
//! loads, stores, calls. The solver makes one row of nodes for each context of the method and follows the
//! template; edges inside a method are never stored for each context.
//!
//! Exceptions flow without contexts: their variables come first and are shared by all contexts of the
//! method. There are few kinds of exceptions and they reach almost everything, so that telling contexts
//! apart would multiply most of the facts and explain nothing.

use rustc_hash::FxHashMap;
use snarl_classfile::{ClassFile, Constant, MethodHandle, access};
use snarl_hierarchy::{ClassId, FieldId, Hierarchy, InvokeKind, MethodId, Type};
use snarl_ir::{Body, ConstantKind, NO_VALUE, Op, Program};

use crate::tables::Lists;

/// A reference variable of a method.
pub(crate) type Var = u32;

/// No variable: a primitive, or nothing.
pub(crate) const NO_VAR: Var = u32::MAX;

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
    /// What a lambda captured, by position.
    Captured(u32),
}

/// A copy from a variable.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Copy {
    pub(crate) to: Var,
    /// Index into [`Template::filters`], or `u32::MAX`.
    pub(crate) filter: u32,
}

/// A call, as the bytecode states it.
#[derive(Clone, Debug)]
pub(crate) struct Call {
    /// The instruction in the body.
    pub(crate) inst: u32,
    pub(crate) target: CallTarget,
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
    /// A class object.
    ClassOf(Type),
    /// A lambda: an index into [`Template::lambdas`].
    Lambda(u32),
    /// What a constructor reference makes.
    Constructed(Type),
}

/// A method that can be reached.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Code {
    /// A method of a class.
    Method(MethodId),
    /// The method that the JVM makes for a lambda: the method and instruction that make the lambda.
    Lambda(MethodId, u32),
}

/// A lambda or method reference.
#[derive(Clone, Debug)]
pub(crate) struct Lambda {
    /// The functional interface.
    pub(crate) interface: Type,
    /// The name of its method.
    pub(crate) name: Box<[u8]>,
    /// The types of its method's parameters.
    pub(crate) parameters: Box<[Type]>,
    pub(crate) returns: Type,
    /// What runs.
    pub(crate) implementation: CallTarget,
    /// Whether the implementation is a constructor: the result is a new object.
    pub(crate) constructs: Option<Type>,
    pub(crate) captured: Box<[Var]>,
}

/// The template of a method.
pub(crate) struct Template {
    /// How many variables, at the beginning, all contexts share.
    pub(crate) shared: u32,
    pub(crate) vars: u32,
    pub(crate) parameters: Box<[Var]>,
    pub(crate) returns: Var,
    pub(crate) throws: Var,
    pub(crate) filters: Vec<CopyFilter>,
    pub(crate) copies: Lists<Copy>,
    /// Parts of what the variable points to, and where they are loaded to.
    pub(crate) loads: Lists<(Slot, Var)>,
    /// Parts of what the variable points to, and what is stored there.
    pub(crate) stores: Lists<(Slot, Var)>,
    pub(crate) static_loads: Vec<(FieldId, Var)>,
    pub(crate) static_stores: Vec<(FieldId, Var)>,
    pub(crate) news: Vec<New>,
    pub(crate) lambdas: Vec<Lambda>,
    pub(crate) calls: Vec<Call>,
    /// Calls whose receiver the variable is.
    pub(crate) receiver_of: Lists<u32>,
    /// Calls and positions where the variable is another argument.
    pub(crate) argument_of: Lists<(u32, u32)>,
    /// Classes that running the method initializes.
    pub(crate) initializes: Vec<ClassId>,
}

/// JVM-made exceptions: any instruction may throw them without a `new`.
const JVM_EXCEPTIONS: [&[u8]; 10] = [
    b"java/lang/NullPointerException",
    b"java/lang/ArithmeticException",
    b"java/lang/ArrayIndexOutOfBoundsException",
    b"java/lang/NegativeArraySizeException",
    b"java/lang/ArrayStoreException",
    b"java/lang/ClassCastException",
    b"java/lang/OutOfMemoryError",
    b"java/lang/StackOverflowError",
    b"java/lang/NoClassDefFoundError",
    b"java/lang/ExceptionInInitializerError",
];

impl Template {
    /// The template of a method: empty but for its parameters if it has no code.
    pub(crate) fn of(program: &Program, method: MethodId) -> Self {
        let hierarchy = program.hierarchy();
        let class = hierarchy.class(method.class);
        let member = class.method(method.index);
        let descriptor = member.map(|it| it.descriptor()).unwrap_or_default();
        let signature = hierarchy.signature(descriptor, method.class);
        let (declared, returns) = signature.unwrap_or((Vec::new(), Type::VOID));
        let receiver =
            member.is_some_and(|it| !it.is(access::STATIC)).then(|| Type::class(method.class));
        let parameters: Vec<Type> = receiver.into_iter().chain(declared).collect();
        let body = program.body(method).and_then(Result::ok);
        match (class.file(), body) {
            (Some(file), Some(body)) => {
                Builder::new(hierarchy, method, file, body).build(&parameters, returns)
            }
            _ => Self::opaque(&parameters, returns),
        }
    }

    /// The template of a lambda's method: it calls the implementation with what was captured and what is
    /// given.
    pub(crate) fn of_lambda(lambda: &Lambda) -> Self {
        let mut draft = Draft::default();
        let throws = draft.var();
        draft.shared = draft.vars;
        let this = draft.var();
        let given: Vec<Var> =
            lambda.parameters.iter().map(|of| draft.var_if(of.is_reference())).collect();
        let mut arguments = Vec::with_capacity(lambda.captured.len() + given.len() + 1);
        for (position, &captured) in lambda.captured.iter().enumerate() {
            let var = draft.var_if(captured != NO_VAR);
            if var != NO_VAR {
                draft.loads.push((this, (Slot::Captured(position as u32), var)));
            }
            arguments.push(var);
        }
        arguments.extend(&given);
        let mut result = draft.var_if(lambda.returns.is_reference());
        let returns = result;
        if let Some(of) = lambda.constructs {
            let made = draft.var();
            draft.news.push(New { var: made, inst: 0, what: NewKind::Constructed(of) });
            draft.initializes.extend(of.as_class());
            draft.copy(made, returns);
            arguments.insert(0, made);
            result = NO_VAR;
        }
        let arguments = arguments.into();
        draft.calls.push(Call {
            inst: 0,
            target: lambda.implementation,
            arguments,
            result,
            throws,
        });
        let parameters = [this].into_iter().chain(given).collect();
        draft.finish(parameters, returns, throws)
    }

    /// Nothing happens but that parameters and result have their places.
    fn opaque(parameters: &[Type], returns: Type) -> Self {
        let mut draft = Draft::default();
        let throws = draft.var();
        draft.shared = draft.vars;
        let parameters = parameters.iter().map(|of| draft.var_if(of.is_reference())).collect();
        let returns = draft.var_if(returns.is_reference());
        draft.finish(parameters, returns, throws)
    }
}

/// The lists while they are made.
#[derive(Default)]
struct Draft {
    shared: u32,
    vars: u32,
    filters: Vec<CopyFilter>,
    copies: Vec<(Var, Copy)>,
    loads: Vec<(Var, (Slot, Var))>,
    stores: Vec<(Var, (Slot, Var))>,
    static_loads: Vec<(FieldId, Var)>,
    static_stores: Vec<(FieldId, Var)>,
    news: Vec<New>,
    lambdas: Vec<Lambda>,
    calls: Vec<Call>,
    initializes: Vec<ClassId>,
}

impl Draft {
    fn var(&mut self) -> Var {
        self.vars += 1;
        self.vars - 1
    }

    fn var_if(&mut self, wanted: bool) -> Var {
        if wanted { self.var() } else { NO_VAR }
    }

    fn copy(&mut self, from: Var, to: Var) {
        if from != NO_VAR && to != NO_VAR && from != to {
            self.copies.push((from, Copy { to, filter: u32::MAX }));
        }
    }

    fn filtered_copy(&mut self, from: Var, to: Var, filter: CopyFilter) {
        if from == NO_VAR || to == NO_VAR {
            return;
        }
        let known = self.filters.iter().position(|it| *it == filter);
        let filter = known.unwrap_or_else(|| {
            self.filters.push(filter);
            self.filters.len() - 1
        });
        self.copies.push((from, Copy { to, filter: filter as u32 }));
    }

    fn finish(self, parameters: Vec<Var>, returns: Var, throws: Var) -> Template {
        let count = self.vars as usize;
        let mut receiver_of = Vec::new();
        let mut argument_of = Vec::new();
        for (index, call) in self.calls.iter().enumerate() {
            let first = usize::from(call.target.has_receiver());
            for (position, &argument) in call.arguments.iter().enumerate() {
                if argument == NO_VAR {
                    continue;
                }
                if position < first {
                    receiver_of.push((argument, index as u32));
                } else {
                    argument_of.push((argument, (index as u32, position as u32)));
                }
            }
        }
        let mut initializes = self.initializes;
        initializes.sort_unstable();
        initializes.dedup();
        Template {
            shared: self.shared,
            vars: self.vars,
            parameters: parameters.into(),
            returns,
            throws,
            filters: self.filters,
            copies: Lists::group(count, &self.copies),
            loads: Lists::group(count, &self.loads),
            stores: Lists::group(count, &self.stores),
            static_loads: self.static_loads,
            static_stores: self.static_stores,
            news: self.news,
            lambdas: self.lambdas,
            receiver_of: Lists::group(count, &receiver_of),
            argument_of: Lists::group(count, &argument_of),
            calls: self.calls,
            initializes,
        }
    }
}

/// Reads a body into a draft.
struct Builder<'a> {
    hierarchy: &'a Hierarchy,
    method: MethodId,
    file: ClassFile<'a>,
    body: &'a Body,
    draft: Draft,
    var_of: Vec<Var>,
    throws: Var,
    returns: Var,
    /// The variable where exceptions of a block go, by the block's handlers.
    regions: FxHashMap<Vec<(u32, u16)>, Var>,
}

impl<'a> Builder<'a> {
    fn new(
        hierarchy: &'a Hierarchy,
        method: MethodId,
        file: ClassFile<'a>,
        body: &'a Body,
    ) -> Self {
        let mut draft = Draft::default();
        let throws = draft.var();
        let mut regions = FxHashMap::default();
        for block in 0..body.block_count() {
            if !body.handlers(block).is_empty() {
                regions.entry(region_key(body, block)).or_insert_with(|| draft.var());
            }
        }
        draft.shared = draft.vars;
        let var_of = body.types().iter().map(|of| draft.var_if(of.is_reference())).collect();
        Self { returns: NO_VAR, hierarchy, method, file, body, draft, var_of, throws, regions }
    }

    fn build(mut self, parameters: &[Type], returns: Type) -> Template {
        self.connect_regions();
        self.returns = self.draft.var_if(returns.is_reference());
        let mut vars = vec![NO_VAR; parameters.len()];
        for block in 0..self.body.block_count() {
            let region = self.region(block);
            for inst in self.body.block_insts(block) {
                let found = &self.body.insts()[inst];
                if found.op == Op::Parameter {
                    if let Some(var) = vars.get_mut(usize::from(found.constant)) {
                        *var = self.var_of[found.result as usize];
                    }
                } else {
                    self.inst(inst, region);
                }
            }
        }
        self.draft.finish(vars, self.returns, self.throws)
    }

    fn region(&self, block: usize) -> Var {
        self.regions.get(&region_key(self.body, block)).copied().unwrap_or(self.throws)
    }

    /// Each exception goes to the first handler that takes it, and the rest to the caller.
    fn connect_regions(&mut self) {
        let throwable = Type::class(self.hierarchy.class_named(b"java/lang/Throwable", None));
        let mut regions: Vec<_> =
            self.regions.iter().map(|(key, &var)| (var, key.clone())).collect();
        regions.sort_unstable();
        for (region, key) in regions {
            let mut taken: Vec<Type> = Vec::new();
            for (handler, catch_type) in key {
                let of = self.class_type(catch_type).unwrap_or(throwable);
                let caught = self.caught(handler as usize);
                let filter = CopyFilter { include: of, exclude: taken.clone() };
                self.draft.filtered_copy(region, caught, filter);
                taken.push(of);
            }
            if !taken.contains(&throwable) {
                let rest = CopyFilter { include: throwable, exclude: taken };
                self.draft.filtered_copy(region, self.throws, rest);
            }
        }
    }

    fn caught(&self, block: usize) -> Var {
        let insts = &self.body.insts()[self.body.block_insts(block)];
        let catch = insts.iter().find(|inst| inst.op == Op::Catch);
        catch.map_or(NO_VAR, |inst| self.var_of[inst.result as usize])
    }

    fn class_type(&self, constant: u16) -> Option<Type> {
        let name = self.file.constants().class(constant).ok()?;
        self.hierarchy.type_of_constant(name, self.method.class).ok()
    }

    fn result(&self, inst: usize) -> Var {
        match self.body.insts()[inst].result {
            NO_VALUE => NO_VAR,
            value => self.var_of[value as usize],
        }
    }

    fn operand(&self, inst: usize, position: usize) -> Var {
        self.body.operands(inst).get(position).map_or(NO_VAR, |&it| self.var_of[it as usize])
    }

    fn inst(&mut self, at: usize, region: Var) {
        let inst = self.body.insts()[at];
        let result = self.result(at);
        match inst.op {
            Op::Phi => {
                for position in 0..self.body.operands(at).len() {
                    let operand = self.operand(at, position);
                    self.draft.copy(operand, result);
                }
            }
            Op::Constant => self.constant(at, result),
            Op::Catch => self.jvm_exceptions(at, result),
            Op::New => self.new_object(at, result),
            Op::NewArray => self.new_var(at, result, NewKind::Instance(self.type_of(at))),
            Op::NewMultiArray => {
                self.new_var(at, result, NewKind::MultiArray(self.type_of(at), inst.detail));
            }
            Op::ArrayLoad if result != NO_VAR => {
                self.draft.loads.push((self.operand(at, 0), (Slot::Elements, result)));
            }
            Op::ArrayStore if self.operand(at, 2) != NO_VAR => {
                let stored = (Slot::Elements, self.operand(at, 2));
                self.draft.stores.push((self.operand(at, 0), stored));
            }
            Op::GetStatic | Op::PutStatic | Op::GetField | Op::PutField => {
                self.field(at, inst.constant)
            }
            Op::CheckCast => {
                let filter = CopyFilter { include: self.type_of(at), exclude: Vec::new() };
                self.draft.filtered_copy(self.operand(at, 0), result, filter);
            }
            Op::Invoke => self.invoke(at, region),
            Op::InvokeDynamic => self.dynamic(at, region),
            Op::Return => self.draft.copy(self.operand(at, 0), self.returns),
            Op::Throw => self.draft.copy(self.operand(at, 0), region),
            _ => {}
        }
    }

    fn type_of(&self, at: usize) -> Type {
        self.body.types()[self.body.insts()[at].result as usize]
    }

    fn new_var(&mut self, at: usize, var: Var, what: NewKind) {
        if var != NO_VAR {
            self.draft.news.push(New { var, inst: at as u32, what });
        }
    }

    fn new_object(&mut self, at: usize, var: Var) {
        let of = self.type_of(at);
        self.draft.initializes.extend(of.as_class());
        let is_merged = is_merged(self.hierarchy, of);
        self.new_var(at, var, if is_merged { NewKind::Merged(of) } else { NewKind::Instance(of) });
    }

    fn constant(&mut self, at: usize, var: Var) {
        let inst = self.body.insts()[at];
        if inst.detail == ConstantKind::ThisClass as u8 {
            return self.new_var(at, var, NewKind::ClassOf(Type::class(self.method.class)));
        }
        if inst.detail != ConstantKind::Pool as u8 || var == NO_VAR {
            return;
        }
        let what = match self.file.constants().get(inst.constant) {
            Ok(Constant::Class(_)) => self.class_type(inst.constant).map(NewKind::ClassOf),
            Ok(Constant::Dynamic(_)) | Err(_) => None,
            Ok(_) => Some(NewKind::Merged(self.type_of(at))),
        };
        if let Some(what) = what {
            self.new_var(at, var, what);
        }
    }

    fn jvm_exceptions(&mut self, at: usize, var: Var) {
        let caught = self.type_of(at);
        for name in JVM_EXCEPTIONS {
            let of = Type::class(self.hierarchy.class_named(name, None));
            if self.hierarchy.is_subtype(of, caught) {
                self.new_var(at, var, NewKind::Merged(of));
            }
        }
    }

    fn field(&mut self, at: usize, constant: u16) {
        let Ok(reference) = self.file.constants().field(constant) else { return };
        let owner = self.hierarchy.owner(&reference, self.method.class);
        let found = self.hierarchy.resolve_field(owner, reference.name, reference.descriptor);
        let Ok(field) = found else { return };
        let is_reference = matches!(reference.descriptor.first(), Some(b'L' | b'['));
        match self.body.insts()[at].op {
            Op::GetStatic => {
                self.draft.initializes.push(field.class);
                let var = self.result(at);
                self.draft
                    .static_loads
                    .extend((is_reference && var != NO_VAR).then_some((field, var)));
            }
            Op::PutStatic => {
                self.draft.initializes.push(field.class);
                let var = self.operand(at, 0);
                self.draft
                    .static_stores
                    .extend((is_reference && var != NO_VAR).then_some((field, var)));
            }
            Op::GetField if is_reference => {
                let loaded = (Slot::Field(field), self.result(at));
                self.draft.loads.push((self.operand(at, 0), loaded));
            }
            Op::PutField if is_reference => {
                let stored = (Slot::Field(field), self.operand(at, 1));
                self.draft.stores.push((self.operand(at, 0), stored));
            }
            _ => {}
        }
    }

    fn invoke(&mut self, at: usize, region: Var) {
        let inst = self.body.insts()[at];
        let Ok(reference) = self.file.constants().method(inst.constant) else { return };
        let kind = match inst.detail {
            0 => InvokeKind::Virtual,
            1 => InvokeKind::Special,
            2 => InvokeKind::Static,
            _ => InvokeKind::Interface,
        };
        let owner = self.hierarchy.owner(&reference, self.method.class);
        let Some(target) = self.target(kind, owner, reference.name, reference.descriptor) else {
            return;
        };
        if let CallTarget::Static(method) = target {
            self.draft.initializes.push(method.class);
        }
        let arguments = (0..self.body.operands(at).len()).map(|it| self.operand(at, it)).collect();
        let call =
            Call { inst: at as u32, target, arguments, result: self.result(at), throws: region };
        self.draft.calls.push(call);
    }

    fn target(
        &self,
        kind: InvokeKind,
        owner: ClassId,
        name: &[u8],
        descriptor: &[u8],
    ) -> Option<CallTarget> {
        let interface = self.hierarchy.class(owner).is_interface();
        let resolved = self.hierarchy.resolve_method(owner, name, descriptor, interface).ok()?;
        Some(match kind {
            InvokeKind::Static => CallTarget::Static(resolved),
            InvokeKind::Special => {
                let selected = self.hierarchy.select_special(self.method.class, owner, resolved);
                CallTarget::Special(selected.ok()?)
            }
            InvokeKind::Virtual | InvokeKind::Interface => CallTarget::Virtual(resolved),
        })
    }

    fn dynamic(&mut self, at: usize, region: Var) {
        let inst = self.body.insts()[at];
        let result = self.result(at);
        let pool = self.file.constants();
        let Ok(site) = pool.invoke_dynamic(inst.constant) else { return };
        let Ok((handle, arguments)) = self.file.bootstrap_method(site.index) else { return };
        let Ok(handle) = pool.method_handle(handle) else { return };
        match (handle.member.owner, handle.member.name) {
            (b"java/lang/invoke/LambdaMetafactory", _) => {
                let implementation = arguments.get(1).and_then(|&it| pool.method_handle(it).ok());
                let erased = arguments.first().and_then(|&it| pool.get(it).ok());
                if let (Some(implementation), Some(Constant::MethodType(erased))) =
                    (implementation, erased)
                {
                    self.lambda(at, site.name, erased, implementation);
                }
            }
            (b"java/lang/invoke/StringConcatFactory", _) => {
                self.new_var(at, result, NewKind::Merged(self.type_of(at)));
                self.call_to_string(at, region);
            }
            _ => {}
        }
    }

    fn lambda(&mut self, at: usize, name: &[u8], erased: &[u8], handle: MethodHandle<'_>) {
        let Ok((parameters, returns)) = self.hierarchy.signature(erased, self.method.class) else {
            return;
        };
        let owner = self.hierarchy.owner(&handle.member, self.method.class);
        let kind = match handle.kind {
            5 => InvokeKind::Virtual,
            6 => InvokeKind::Static,
            7 | 8 => InvokeKind::Special,
            9 => InvokeKind::Interface,
            _ => return,
        };
        let member = handle.member;
        let Some(implementation) = self.target(kind, owner, member.name, member.descriptor) else {
            return;
        };
        let captured = (0..self.body.operands(at).len()).map(|it| self.operand(at, it)).collect();
        let lambda = Lambda {
            interface: self.type_of(at),
            name: name.into(),
            parameters: parameters.into(),
            returns,
            constructs: (handle.kind == 8).then(|| Type::class(owner)),
            implementation,
            captured,
        };
        self.draft.lambdas.push(lambda);
        let index = (self.draft.lambdas.len() - 1) as u32;
        self.new_var(at, self.result(at), NewKind::Lambda(index));
    }

    /// String concatenation calls `toString` on what it is given.
    fn call_to_string(&mut self, at: usize, region: Var) {
        let object = self.hierarchy.object();
        let name = (b"toString".as_slice(), b"()Ljava/lang/String;".as_slice());
        let Some(index) = self.hierarchy.class(object).find_method(name.0, name.1) else { return };
        let target = CallTarget::Virtual(MethodId { class: object, index });
        for position in 0..self.body.operands(at).len() {
            let var = self.operand(at, position);
            if var != NO_VAR {
                let arguments = Box::new([var]);
                let call =
                    Call { inst: at as u32, target, arguments, result: NO_VAR, throws: region };
                self.draft.calls.push(call);
            }
        }
    }
}

fn region_key(body: &Body, block: usize) -> Vec<(u32, u16)> {
    body.handlers(block).iter().map(|it| (it.block, it.catch_type)).collect()
}

/// Strings, their builders and exceptions are one object a type: telling them apart costs much and
/// explains little.
fn is_merged(hierarchy: &Hierarchy, of: Type) -> bool {
    let Some(class) = of.as_class() else { return false };
    let name = hierarchy.name(class);
    matches!(&*name, b"java/lang/String" | b"java/lang/StringBuilder" | b"java/lang/StringBuffer")
        || hierarchy.find(b"java/lang/Throwable").is_some_and(|it| hierarchy.is_subclass(class, it))
}
