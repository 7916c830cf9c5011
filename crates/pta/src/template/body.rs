//! Templates of methods that have code.

use rustc_hash::{FxHashMap, FxHashSet};
use snarl_classfile::{ClassFile, Constant, access};
use snarl_hierarchy::{ClassId, Hierarchy, InvokeKind, MethodId, Origin, Type};
use snarl_ir::{Body, ConstantKind, NO_VALUE, Op, Program};

use super::names::{Name, names_for_reflection};
use super::{
    Call, CallTarget, CopyFilter, Draft, NO_VAR, NewKind, Slot, Template, Var, is_tracked,
};

/// Which objects are one for a whole type.
#[derive(Clone, Debug, Default)]
pub(crate) struct Merging {
    /// Types whose objects are told apart all the same: they are used as locks.
    pub(crate) apart: FxHashSet<Type>,
}

/// Values of the JDK that carry no state that programs share: telling them apart costs much and
/// explains little. What the JDK itself makes of them is one object a type.
const VALUES: [&[u8]; 12] = [
    b"java/lang/Integer",
    b"java/lang/Long",
    b"java/lang/Short",
    b"java/lang/Byte",
    b"java/lang/Character",
    b"java/lang/Float",
    b"java/lang/Double",
    b"java/lang/Boolean",
    b"java/math/BigInteger",
    b"java/math/BigDecimal",
    b"java/math/MutableBigInteger",
    b"java/lang/invoke/MethodType",
];

impl Merging {
    /// Strings and exceptions are one object a type; so are plain values and arrays of primitives that the
    /// JDK makes for itself, and builders of strings, unless the program means them.
    fn merges(&self, hierarchy: &Hierarchy, of: Type, by: ClassId) -> bool {
        let by_jdk = || hierarchy.origin(by) == Origin::Jdk;
        if self.apart.contains(&of) && !by_jdk() {
            return false;
        }
        let Some(class) = of.as_class() else {
            return of.element().is_some_and(|it| !it.is_reference()) && by_jdk();
        };
        let name = hierarchy.name(class);
        let is_text = match &*name {
            b"java/lang/String" => true,
            b"java/lang/StringBuilder" | b"java/lang/StringBuffer" => {
                by_jdk() || concatenates_with_builders(hierarchy, by)
            }
            _ => false,
        };
        is_text
            || (VALUES.contains(&&*name) && by_jdk())
            || hierarchy
                .find(b"java/lang/Throwable")
                .is_some_and(|it| hierarchy.is_subclass(class, it))
    }
}

impl Merging {
    /// The same for what models make; a class that they cannot name is one for all.
    pub(crate) fn merges_in_model(&self, hierarchy: &Hierarchy, of: Type) -> bool {
        let is_class =
            || of.as_class().is_some_and(|it| &*hierarchy.name(it) == b"java/lang/Class");
        self.merges(hierarchy, of, hierarchy.object()) || is_class()
    }
}

/// The first version of class files whose compilers need no builder to put strings together: Java 9.
const WITHOUT_BUILDERS: u16 = 53;

/// Whether a class is so old that its builders are mostly the compiler's.
fn concatenates_with_builders(hierarchy: &Hierarchy, class: ClassId) -> bool {
    hierarchy.class(class).file().is_none_or(|file| file.version().0 < WITHOUT_BUILDERS)
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
    /// The template of a method. One without code gives an object of its declared result.
    pub(crate) fn of(program: &Program, method: MethodId, merging: &Merging) -> Self {
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
                Builder::new(hierarchy, method, file, body, merging).build(&parameters, returns)
            }
            _ => Self::opaque(hierarchy, &parameters, returns),
        }
    }
}

/// Reads a body into a draft.
pub(super) struct Builder<'a> {
    pub(super) hierarchy: &'a Hierarchy,
    pub(super) method: MethodId,
    pub(super) file: ClassFile<'a>,
    pub(super) body: &'a Body,
    pub(super) draft: Draft,
    merging: &'a Merging,
    /// The variable where exceptions of a block go, by the block's handlers.
    regions: FxHashMap<Vec<(u32, u16)>, Var>,
    /// Values that reflection may take as names.
    names: FxHashMap<u32, Name>,
    /// Types of which the method makes a whole table.
    tables: FxHashSet<Type>,
    /// Whether the method has so many names of classes that they are not told apart.
    pub(super) has_catalogue: bool,
}

/// So many of a kind are a table: constants of the JDK's enums and registries, names in a catalogue.
pub(super) const TABLE: usize = 8;

/// In place of the instruction that makes one of a table.
const TABLE_INST: u32 = u32::MAX - 1;

impl<'a> Builder<'a> {
    fn new(
        hierarchy: &'a Hierarchy,
        method: MethodId,
        file: ClassFile<'a>,
        body: &'a Body,
        merging: &'a Merging,
    ) -> Self {
        let mut draft = Draft::new();
        let mut regions = FxHashMap::default();
        for block in 0..body.block_count() {
            if !body.handlers(block).is_empty() {
                regions.entry(region_key(body, block)).or_insert_with(|| draft.var());
            }
        }
        draft.end_shared();
        let used = used_values(body);
        let wanted = body.types().iter().zip(used).map(|(&of, used)| used && is_tracked(of));
        draft.values = wanted.map(|wanted| draft.var_if(wanted)).collect();
        let by_jdk = hierarchy.origin(method.class) == Origin::Jdk;
        let names = names_for_reflection(file, body, by_jdk);
        let tables = FxHashSet::default();
        let mut builder = Self {
            hierarchy,
            method,
            file,
            body,
            draft,
            merging,
            regions,
            names,
            tables,
            has_catalogue: false,
        };
        if by_jdk {
            builder.tables = builder.find_tables();
        } else {
            builder.read_names();
        }
        builder
    }

    /// The types of which a method of the JDK has many allocations: one object stands for them all.
    fn find_tables(&self) -> FxHashSet<Type> {
        let mut counts: FxHashMap<Type, usize> = FxHashMap::default();
        for (at, inst) in self.body.insts().iter().enumerate() {
            if matches!(inst.op, Op::New | Op::NewArray) {
                *counts.entry(self.type_of(at)).or_default() += 1;
            }
        }
        counts.into_iter().filter(|&(_, count)| count > TABLE).map(|(of, _)| of).collect()
    }

    fn build(mut self, parameters: &[Type], returns: Type) -> Template {
        self.connect_regions();
        self.draft.returns = self.draft.var_if(is_tracked(returns));
        self.draft.parameters = vec![NO_VAR; parameters.len()];
        for block in 0..self.body.block_count() {
            let region = self.region(block);
            for inst in self.body.block_insts(block) {
                let found = &self.body.insts()[inst];
                if found.op == Op::Parameter {
                    let var = self.result(inst);
                    if let Some(parameter) =
                        self.draft.parameters.get_mut(usize::from(found.constant))
                    {
                        *parameter = var;
                    }
                } else {
                    self.inst(inst, region);
                }
            }
        }
        self.draft.finish()
    }

    fn region(&self, block: usize) -> Var {
        let throws = self.draft.throws;
        self.regions.get(&region_key(self.body, block)).copied().unwrap_or(throws)
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
                self.draft.filtered_copy(region, self.draft.throws, rest);
            }
        }
    }

    fn caught(&self, block: usize) -> Var {
        let insts = &self.body.insts()[self.body.block_insts(block)];
        let catch = insts.iter().find(|inst| inst.op == Op::Catch);
        catch.map_or(NO_VAR, |inst| self.draft.values[inst.result as usize])
    }

    pub(super) fn class_type(&self, constant: u16) -> Option<Type> {
        let name = self.file.constants().class(constant).ok()?;
        self.hierarchy.type_of_constant(name, self.method.class).ok()
    }

    pub(super) fn result(&self, inst: usize) -> Var {
        match self.body.insts()[inst].result {
            NO_VALUE => NO_VAR,
            value => self.draft.values[value as usize],
        }
    }

    pub(super) fn operand(&self, inst: usize, position: usize) -> Var {
        let operand = self.body.operands(inst).get(position);
        operand.map_or(NO_VAR, |&it| self.draft.values[it as usize])
    }

    pub(super) fn operands(&self, inst: usize) -> Box<[Var]> {
        (0..self.body.operands(inst).len()).map(|it| self.operand(inst, it)).collect()
    }

    fn inst(&mut self, at: usize, region: Var) {
        let inst = self.body.insts()[at];
        let result = self.result(at);
        match inst.op {
            // Arithmetic keeps an offset an offset.
            Op::Phi | Op::Binary if result != NO_VAR => {
                for position in 0..self.body.operands(at).len() {
                    let operand = self.operand(at, position);
                    self.draft.copy(operand, result);
                }
            }
            Op::Constant => self.constant(at, result, region),
            Op::Catch => self.jvm_exceptions(at, result),
            Op::New => self.new_object(at, result),
            Op::NewArray => self.new_array(at, result),
            Op::NewMultiArray => {
                let what = NewKind::MultiArray(self.type_of(at), inst.detail);
                self.draft.make(result, at as u32, what);
            }
            Op::ArrayLoad if self.type_of(at).is_reference() => {
                self.draft.load(self.operand(at, 0), Slot::Elements, result);
            }
            Op::ArrayStore if self.operand_type(at, 2).is_reference() => {
                self.draft.store(self.operand(at, 0), Slot::Elements, self.operand(at, 2));
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
            Op::Return => self.draft.copy(self.operand(at, 0), self.draft.returns),
            Op::Throw => self.draft.copy(self.operand(at, 0), region),
            Op::MonitorEnter => self.draft.monitors.push(self.operand(at, 0)),
            _ => {}
        }
    }

    pub(super) fn type_of(&self, at: usize) -> Type {
        let result = self.body.insts()[at].result;
        self.body.types().get(result as usize).copied().unwrap_or(Type::VOID)
    }

    fn operand_type(&self, at: usize, position: usize) -> Type {
        let operand = self.body.operands(at).get(position);
        operand.map_or(Type::VOID, |&value| self.body.types()[value as usize])
    }

    fn new_object(&mut self, at: usize, var: Var) {
        let of = self.type_of(at);
        self.draft.initializes.extend(of.as_class().map(|class| (class, at as u32)));
        self.make(at, var, of, false);
    }

    fn make(&mut self, at: usize, var: Var, of: Type, is_empty: bool) {
        if is_empty && !self.is_apart(of) {
            return self.draft.make(var, at as u32, NewKind::Empty(of));
        }
        if self.merging.merges(self.hierarchy, of, self.method.class) {
            return self.draft.make(var, at as u32, NewKind::Merged(of));
        }
        // The first of a table stands for the rest.
        let at = if self.tables.contains(&of) { TABLE_INST } else { at as u32 };
        self.draft.make(var, at, NewKind::Instance(of));
    }

    /// Whether objects of a type are told apart because the program locks on one.
    fn is_apart(&self, of: Type) -> bool {
        self.merging.apart.contains(&of) && self.hierarchy.origin(self.method.class) != Origin::Jdk
    }

    fn new_array(&mut self, at: usize, var: Var) {
        let of = self.type_of(at);
        self.make(at, var, of, self.is_empty_array(at));
    }

    fn is_empty_array(&self, at: usize) -> bool {
        let Some(&length) = self.body.operands(at).first() else { return false };
        // A definition comes before its uses in all but loops, and a length is near its array.
        let before = self.body.insts()[..at].iter().rev().take(4);
        before.filter(|inst| inst.result == length).any(|inst| {
            inst.op == Op::Constant
                && inst.detail == ConstantKind::Immediate as u8
                && inst.constant == 0
        })
    }

    fn constant(&mut self, at: usize, var: Var, region: Var) {
        let inst = self.body.insts()[at];
        if inst.detail == ConstantKind::ThisClass as u8 {
            let this = Type::class(self.method.class);
            return self.draft.make(var, at as u32, NewKind::ClassOf(this));
        }
        if inst.detail != ConstantKind::Pool as u8 || var == NO_VAR {
            return;
        }
        if !self.type_of(at).is_reference() {
            return;
        }
        if let Ok(Constant::Dynamic(site)) = self.file.constants().get(inst.constant) {
            return self.dynamic_constant(at, site, var, region);
        }
        let name = self.names.get(&inst.result).copied();
        self.pool_constant(at, inst.constant, var, name);
    }

    /// A constant of the pool; a string is told from others if it may be a name for reflection.
    pub(super) fn pool_constant(&mut self, at: usize, constant: u16, var: Var, name: Option<Name>) {
        let inst = at as u32;
        match self.file.constants().get(constant) {
            Ok(Constant::Class(_)) => {
                if let Some(of) = self.class_type(constant) {
                    self.draft.make(var, inst, NewKind::ClassOf(of));
                }
            }
            Ok(Constant::String(text)) => {
                let string = self.named_type(b"java/lang/String");
                if self.is_apart(string) || self.is_told_apart(text, name) {
                    self.draft.text(var, inst, text);
                } else {
                    self.draft.make(var, inst, NewKind::Merged(string));
                }
            }
            Ok(Constant::MethodHandle(handle)) => self.handle_constant(at, handle, var),
            Ok(Constant::MethodType(_)) => {
                let of = self.named_type(b"java/lang/invoke/MethodType");
                self.draft.make(var, inst, NewKind::Merged(of));
            }
            _ => {}
        }
    }

    fn named_type(&self, name: &[u8]) -> Type {
        Type::class(self.hierarchy.class_named(name, None))
    }

    fn jvm_exceptions(&mut self, at: usize, var: Var) {
        let caught = self.type_of(at);
        for name in JVM_EXCEPTIONS {
            let of = self.named_type(name);
            if self.hierarchy.is_subtype(of, caught) {
                self.draft.make(var, at as u32, NewKind::Merged(of));
            }
        }
    }

    fn field(&mut self, at: usize, constant: u16) {
        let Ok(reference) = self.file.constants().field(constant) else { return };
        let owner = self.hierarchy.owner(&reference, self.method.class);
        let found = self.hierarchy.resolve_field(owner, reference.name, reference.descriptor);
        let Ok(field) = found else { return };
        let is_reference = matches!(reference.descriptor.first(), Some(b'L' | b'['));
        // Offsets of fields are kept in static fields.
        let is_static = is_reference || reference.descriptor == b"J";
        match self.body.insts()[at].op {
            Op::GetStatic => {
                self.draft.initializes.push((field.class, at as u32));
                let var = self.result(at);
                let wanted = is_static && var != NO_VAR;
                self.draft.static_loads.extend(wanted.then_some((field, var)));
            }
            Op::PutStatic => {
                self.draft.initializes.push((field.class, at as u32));
                let var = self.operand(at, 0);
                let wanted = is_static && var != NO_VAR;
                self.draft.static_stores.extend(wanted.then_some((field, var)));
            }
            Op::GetField if is_reference => {
                self.draft.load(self.operand(at, 0), Slot::Field(field), self.result(at));
            }
            Op::PutField if is_reference => {
                self.draft.store(self.operand(at, 0), Slot::Field(field), self.operand(at, 1));
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
        self.call(at, target, self.operands(at), self.result(at), region);
    }

    pub(super) fn call(
        &mut self,
        at: usize,
        target: CallTarget,
        arguments: Box<[Var]>,
        result: Var,
        throws: Var,
    ) {
        let inst = at as u32;
        if let CallTarget::Static(method) = target {
            self.draft.initializes.push((method.class, inst));
        }
        let call = Call { inst, target, spawns: false, arguments, result, throws };
        self.draft.calls.push(call);
    }

    pub(super) fn target(
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
}

/// Whether each value matters: something uses it, or it is a variable of the source. What `Map.put` gives
/// back and nobody looks at would be a node with all that is in maps.
fn used_values(body: &Body) -> Vec<bool> {
    let mut used: Vec<bool> = body.names().iter().map(|&name| name != 0).collect();
    used.resize(body.types().len(), false);
    let mut phis: Vec<usize> = Vec::new();
    for (at, inst) in body.insts().iter().enumerate() {
        match inst.op {
            Op::Phi => phis.push(at),
            Op::Parameter if inst.constant == 0 => used[inst.result as usize] = true,
            _ => {}
        }
        if inst.op != Op::Phi {
            body.operands(at).iter().for_each(|&value| used[value as usize] = true);
        }
    }
    loop {
        let before = phis.len();
        phis.retain(|&at| {
            let is_used = used[body.insts()[at].result as usize];
            if is_used {
                body.operands(at).iter().for_each(|&value| used[value as usize] = true);
            }
            !is_used
        });
        if phis.len() == before {
            return used;
        }
    }
}

fn region_key(body: &Body, block: usize) -> Vec<(u32, u16)> {
    body.handlers(block).iter().map(|it| (it.block, it.catch_type)).collect()
}
