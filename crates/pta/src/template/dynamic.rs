//! `invokedynamic` and dynamic constants (JVMS 6.5, 5.4.3.6).
//!
//! What the JDK's own bootstrap methods give is known: lambdas and method references, concatenation of
//! strings, methods of records, switches. Any other bootstrap method is called, and what it gives is
//! followed: the constant itself, or the method handle in a call site.

use snarl_classfile::{Bootstrap, Constant, MethodHandle, access};
use snarl_hierarchy::{InvokeKind, MethodId, Type};

use super::body::Builder;
use super::names::Name;
use super::{CallTarget, Lambda, NO_VAR, NewKind, Reflect, Reflection, Slot, Var};
use crate::boxes::box_of;

/// What a lambda's object has besides its interface (`LambdaMetafactory.altMetafactory`).
const SERIALIZABLE: i32 = 1;
const MARKERS: i32 = 2;

impl Builder<'_> {
    pub(super) fn dynamic(&mut self, at: usize, region: Var) {
        let constant = self.body.insts()[at].constant;
        let pool = self.file.constants();
        let Ok(site) = pool.invoke_dynamic(constant) else { return };
        let Ok((handle, arguments)) = self.file.bootstrap_method(site.index) else { return };
        let Ok(handle) = pool.method_handle(handle) else { return };
        match (handle.member.owner, handle.member.name) {
            (b"java/lang/invoke/LambdaMetafactory", _) => self.lambda(at, site.name, &arguments),
            (b"java/lang/invoke/StringConcatFactory", _) => {
                let result = self.result(at);
                self.draft.make(result, at as u32, NewKind::Merged(self.type_of(at)));
                for operand in self.operands(at) {
                    self.call_virtual(at, b"toString", b"()Ljava/lang/String;", &[operand], region);
                }
            }
            (b"java/lang/runtime/ObjectMethods", _) => {
                self.record_method(at, site.name, &arguments, region)
            }
            // Its result is an int, and what it asks of its labels is not the program's.
            (b"java/lang/runtime/SwitchBootstraps", _) => {}
            _ => self.call_site(at, site, handle, &arguments, region),
        }
    }

    fn lambda(&mut self, at: usize, name: &[u8], arguments: &[u16]) {
        let pool = self.file.constants();
        let handle = arguments.get(1).and_then(|&it| pool.method_handle(it).ok());
        let erased = arguments.first().and_then(|&it| pool.get(it).ok());
        let (Some(handle), Some(Constant::MethodType(erased))) = (handle, erased) else { return };
        let Ok((parameters, returns)) = self.hierarchy.signature(erased, self.method.class) else {
            return;
        };
        let Some((implementation, constructs)) = self.handle_target(handle) else { return };
        let descriptor = handle.member.descriptor;
        let given = self.hierarchy.signature(descriptor, self.method.class).map(|it| it.1);
        let boxes = match given {
            Ok(of) if returns.is_reference() && constructs.is_none() => box_of(self.hierarchy, of),
            _ => None,
        };
        let lambda = Lambda {
            interface: self.type_of(at),
            markers: self.markers(arguments).into(),
            name: name.into(),
            descriptor: erased.into(),
            parameters: parameters.into(),
            returns,
            constructs,
            boxes,
            implementation,
            captured: self.operands(at),
        };
        self.draft.lambdas.push(lambda);
        let index = (self.draft.lambdas.len() - 1) as u32;
        self.draft.make(self.result(at), at as u32, NewKind::Lambda(index));
    }

    /// The interfaces that the arguments of `altMetafactory` add.
    fn markers(&self, arguments: &[u16]) -> Vec<Type> {
        let pool = self.file.constants();
        let number = |position: usize| match arguments.get(position).map(|&it| pool.get(it)) {
            Some(Ok(Constant::Integer(number))) => number,
            _ => 0,
        };
        let flags = number(3);
        let mut markers = Vec::new();
        if flags & SERIALIZABLE != 0 {
            markers.push(Type::class(self.hierarchy.class_named(b"java/io/Serializable", None)));
        }
        if flags & MARKERS != 0 {
            let count = usize::try_from(number(4)).unwrap_or(0);
            let named = arguments.iter().skip(5).take(count);
            markers.extend(named.filter_map(|&it| self.class_type(it)));
        }
        markers
    }

    /// What a method handle calls, and what it makes if it is a constructor's.
    fn handle_target(&self, handle: MethodHandle<'_>) -> Option<(CallTarget, Option<Type>)> {
        let owner = self.hierarchy.owner(&handle.member, self.method.class);
        let kind = match handle.kind {
            5 => InvokeKind::Virtual,
            6 => InvokeKind::Static,
            7 | 8 => InvokeKind::Special,
            9 => InvokeKind::Interface,
            _ => return None,
        };
        let target = self.target(kind, owner, handle.member.name, handle.member.descriptor)?;
        Some((target, (handle.kind == 8).then(|| Type::class(owner))))
    }

    /// A call of a method that every object has.
    fn call_virtual(
        &mut self,
        at: usize,
        name: &[u8],
        descriptor: &[u8],
        arguments: &[Var],
        region: Var,
    ) {
        let class = self.hierarchy.object();
        let Some(index) = self.hierarchy.class(class).find_method(name, descriptor) else { return };
        if arguments[0] != NO_VAR {
            let target = CallTarget::Virtual(MethodId { class, index });
            self.call(at, target, arguments.into(), NO_VAR, region);
        }
    }

    /// `toString`, `hashCode` and `equals` of a record call those of its components.
    fn record_method(&mut self, at: usize, name: &[u8], arguments: &[u16], region: Var) {
        let this = self.operand(at, 0);
        let other = self.operand(at, 1);
        let pool = self.file.constants();
        for &argument in arguments.iter().skip(2) {
            let Ok(getter) = pool.method_handle(argument) else { continue };
            let owner = self.hierarchy.owner(&getter.member, self.method.class);
            let (field, of) = (getter.member.name, getter.member.descriptor);
            let Ok(field) = self.hierarchy.resolve_field(owner, field, of) else { continue };
            if !matches!(of.first(), Some(b'L' | b'[')) {
                continue;
            }
            let mine = self.draft.var();
            self.draft.load(this, Slot::Field(field), mine);
            match name {
                b"toString" => {
                    self.call_virtual(at, name, b"()Ljava/lang/String;", &[mine], region)
                }
                b"hashCode" => self.call_virtual(at, name, b"()I", &[mine], region),
                _ => {
                    let theirs = self.draft.var();
                    self.draft.load(other, Slot::Field(field), theirs);
                    let descriptor = b"(Ljava/lang/Object;)Z";
                    self.call_virtual(at, b"equals", descriptor, &[mine, theirs], region);
                }
            }
        }
        if self.type_of(at).is_reference() {
            self.draft.make(self.result(at), at as u32, NewKind::Merged(self.type_of(at)));
        }
    }

    /// A call through the call site that a bootstrap method gives.
    fn call_site(
        &mut self,
        at: usize,
        site: Bootstrap<'_>,
        handle: MethodHandle<'_>,
        arguments: &[u16],
        region: Var,
    ) {
        let of = self.draft.var();
        let method_type = self.hierarchy.class_named(b"java/lang/invoke/MethodType", None);
        self.draft.make(of, at as u32, NewKind::Merged(Type::class(method_type)));
        let made = self.draft.var();
        self.bootstrap(at, site.name, of, handle, arguments, made, region);
        let class = self.hierarchy.class_named(b"java/lang/invoke/CallSite", None);
        let descriptor = b"Ljava/lang/invoke/MethodHandle;";
        let Ok(field) = self.hierarchy.resolve_field(class, b"target", descriptor) else { return };
        let target = self.draft.var();
        self.draft.load(made, Slot::Field(field), target);
        let reflection = Reflection {
            inst: at as u32,
            what: Reflect::Apply,
            arguments: [target].into_iter().chain(self.operands(at)).collect(),
            result: self.result(at),
            throws: region,
            of: self.type_of(at),
        };
        self.draft.reflections.push(reflection);
    }

    /// A constant that a bootstrap method makes.
    pub(super) fn dynamic_constant(
        &mut self,
        at: usize,
        site: Bootstrap<'_>,
        var: Var,
        region: Var,
    ) {
        let pool = self.file.constants();
        let Ok((handle, arguments)) = self.file.bootstrap_method(site.index) else { return };
        let Ok(handle) = pool.method_handle(handle) else { return };
        let of = self.draft.var();
        self.draft.make(of, at as u32, NewKind::ClassOf(self.type_of(at)));
        self.bootstrap(at, site.name, of, handle, &arguments, var, region);
    }

    #[allow(clippy::too_many_arguments)]
    fn bootstrap(
        &mut self,
        at: usize,
        name: &[u8],
        of: Var,
        handle: MethodHandle<'_>,
        arguments: &[u16],
        result: Var,
        region: Var,
    ) {
        let Some((CallTarget::Static(method), None)) = self.handle_target(handle) else { return };
        let inst = at as u32;
        let lookup = self.draft.var();
        let class = self.hierarchy.class_named(b"java/lang/invoke/MethodHandles$Lookup", None);
        self.draft.make(lookup, inst, NewKind::Merged(Type::class(class)));
        let named = self.draft.var();
        self.draft.text(named, inst, name);
        let mut given = vec![lookup, named, of];
        for &argument in arguments {
            let var = self.draft.var();
            self.pool_constant(at, argument, var, Some(Name::Any));
            given.push(var);
        }
        let member = self.hierarchy.class(method.class).method(method.index);
        let signature = self.hierarchy.signature(handle.member.descriptor, self.method.class);
        let (Some(member), Ok((parameters, _))) = (member, signature) else { return };
        if member.is(access::VARARGS)
            && let Some(&array) = parameters.last()
        {
            let rest = given.split_off(given.len().min(parameters.len() - 1));
            let var = self.draft.var();
            self.draft.make(var, inst, NewKind::Instance(array));
            rest.iter().for_each(|&it| self.draft.store(var, Slot::Elements, it));
            given.push(var);
        }
        self.call(at, CallTarget::Static(method), given.into(), result, region);
    }

    /// A method handle in the constant pool.
    pub(super) fn handle_constant(&mut self, at: usize, handle: MethodHandle<'_>, var: Var) {
        let target = self.handle_target(handle).map(|it| it.0);
        let Some(
            CallTarget::Virtual(method) | CallTarget::Special(method) | CallTarget::Static(method),
        ) = target
        else {
            return;
        };
        let class = self.hierarchy.class_named(b"java/lang/invoke/MethodHandle", None);
        self.draft.make(var, at as u32, NewKind::Member(method, Type::class(class)));
    }
}
