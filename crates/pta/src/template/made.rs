//! Templates of code that no class file holds: natives, the methods of lambdas and proxies.

use snarl_classfile::access;
use snarl_hierarchy::{Hierarchy, MethodId, Type};

use super::{
    Call, CallTarget, CopyFilter, Draft, Lambda, NO_INST, NO_VAR, NewKind, Reflect, Reflection,
    Slot, Template, Var, is_tracked,
};
use crate::boxes::box_of;

impl Template {
    /// A method without code. What it gives is one object of the declared type, if there can be one.
    pub(super) fn opaque(hierarchy: &Hierarchy, parameters: &[Type], returns: Type) -> Self {
        let mut draft = Draft::new();
        draft.end_shared();
        draft.parameters = parameters.iter().map(|&of| draft.var_if(is_tracked(of))).collect();
        draft.returns = draft.var_if(is_tracked(returns));
        if is_concrete(hierarchy, returns) {
            let given = draft.returns;
            draft.make(given, NO_INST, NewKind::Merged(returns));
            if let Some(element) = returns.element().filter(|&it| is_concrete(hierarchy, it)) {
                let inner = draft.var();
                draft.make(inner, NO_INST, NewKind::Merged(element));
                draft.store(given, Slot::Elements, inner);
            }
        }
        draft.finish()
    }

    /// The template of a lambda's method: it calls the implementation with what was captured and what is
    /// given.
    pub(crate) fn of_lambda(hierarchy: &Hierarchy, lambda: &Lambda) -> Self {
        let mut draft = Draft::new();
        draft.end_shared();
        let this = draft.var();
        let given: Vec<Var> =
            lambda.parameters.iter().map(|&of| draft.var_if(is_tracked(of))).collect();
        let mut arguments = Vec::with_capacity(lambda.captured.len() + given.len() + 1);
        for (position, &captured) in lambda.captured.iter().enumerate() {
            let var = draft.var_if(captured != NO_VAR);
            draft.load(this, Slot::Captured(position as u32), var);
            arguments.push(var);
        }
        for (&var, &of) in given.iter().zip(&lambda.parameters) {
            // A primitive may be wrapped for the implementation, which then takes this.
            let wrapped = box_of(hierarchy, of).filter(|_| var == NO_VAR);
            arguments.push(match wrapped {
                Some(of) => {
                    let wrapped = draft.var();
                    draft.make(wrapped, 0, NewKind::Merged(of));
                    wrapped
                }
                None => var,
            });
        }
        let mut result = draft.var_if(is_tracked(lambda.returns));
        draft.returns = result;
        if let Some(of) = lambda.constructs {
            let made = draft.var();
            draft.make(made, 0, NewKind::Instance(of));
            draft.initializes.extend(of.as_class().map(|class| (class, 0)));
            draft.copy(made, result);
            arguments.insert(0, made);
            result = NO_VAR;
        }
        if let Some(of) = lambda.boxes {
            draft.make(draft.returns, 0, NewKind::Merged(of));
            result = NO_VAR;
        }
        if let CallTarget::Static(method) = lambda.implementation {
            draft.initializes.push((method.class, 0));
        }
        self::narrow(hierarchy, &mut draft, lambda.implementation, &mut arguments);
        draft.calls.push(Call {
            inst: 0,
            target: lambda.implementation,
            spawns: false,
            arguments: arguments.into(),
            result,
            throws: draft.throws,
        });
        draft.parameters = [this].into_iter().chain(given).collect();
        draft.finish()
    }

    /// A method that a class made at run time has in place of one without code. What it does, the solver
    /// knows.
    pub(crate) fn made_at_run_time(hierarchy: &Hierarchy, method: MethodId) -> Self {
        let member = hierarchy.class(method.class).method(method.index);
        let descriptor = member.map(|it| it.descriptor()).unwrap_or_default();
        let returns = hierarchy.signature(descriptor, method.class).map_or(Type::VOID, |it| it.1);
        let mut draft = Draft::new();
        draft.end_shared();
        draft.parameters = parameter_types(hierarchy, method)
            .into_iter()
            .map(|of| draft.var_if(of.is_reference()))
            .collect();
        draft.returns = draft.var_if(returns.is_reference());
        draft.finish()
    }

    /// All code that is made at run time: a variable for what it holds. It calls through the call sites
    /// that bootstrap methods give it.
    pub(crate) fn generated(hierarchy: &Hierarchy) -> Self {
        let mut draft = Draft::new();
        draft.end_shared();
        let held = draft.var();
        draft.parameters = vec![held];
        let reflect = |draft: &mut Draft, what, arguments: &[Var]| {
            draft.reflections.push(Reflection {
                inst: NO_INST,
                what,
                arguments: arguments.into(),
                result: held,
                throws: NO_VAR,
                of: Type::VOID,
            });
        };
        reflect(&mut draft, Reflect::Hold, &[held]);
        let site = hierarchy.class_named(b"java/lang/invoke/CallSite", None);
        let handle = b"Ljava/lang/invoke/MethodHandle;";
        if let Ok(target) = hierarchy.resolve_field(site, b"target", handle) {
            let handles = draft.var();
            draft.load(held, Slot::Field(target), handles);
            reflect(&mut draft, Reflect::Invoke, &[handles, held, held]);
        }
        draft.finish()
    }

    /// A method of a proxy: it calls the handler, with its arguments in an array.
    pub(crate) fn of_proxy(hierarchy: &Hierarchy, method: MethodId) -> Self {
        let member = hierarchy.class(method.class).method(method.index);
        let descriptor = member.map(|it| it.descriptor()).unwrap_or_default();
        let signature = hierarchy.signature(descriptor, method.class);
        let (declared, returns) = signature.unwrap_or((Vec::new(), Type::VOID));
        let named = |name: &[u8]| Type::class(hierarchy.class_named(name, None));
        let mut draft = Draft::new();
        draft.end_shared();
        let this = draft.var();
        let given: Vec<Var> = declared.iter().map(|&of| draft.var_if(is_tracked(of))).collect();
        draft.returns = draft.var_if(is_tracked(returns));
        let (handler, reflected, array) = (draft.var(), draft.var(), draft.var());
        draft.load(this, Slot::Captured(0), handler);
        let of = named(b"java/lang/reflect/Method");
        draft.make(reflected, 0, NewKind::Member(method, of));
        if let Some(of) = Type::class(hierarchy.object()).array_of() {
            draft.make(array, 0, NewKind::Instance(of));
        }
        given.iter().for_each(|&it| draft.store(array, Slot::Elements, it));
        let class = hierarchy.class_named(b"java/lang/reflect/InvocationHandler", None);
        let descriptor =
            b"(Ljava/lang/Object;Ljava/lang/reflect/Method;[Ljava/lang/Object;)Ljava/lang/Object;";
        if let Some(index) = hierarchy.class(class).find_method(b"invoke", descriptor) {
            let result = draft.var();
            draft.calls.push(Call {
                inst: NO_INST,
                target: CallTarget::Virtual(MethodId { class, index }),
                spawns: false,
                arguments: [handler, this, reflected, array].into(),
                result,
                throws: draft.throws,
            });
            let filter = CopyFilter { include: returns, exclude: Vec::new() };
            draft.filtered_copy(result, draft.returns, filter);
        }
        draft.parameters = [this].into_iter().chain(given).collect();
        draft.finish()
    }
}

/// A lambda's method casts what it is given to what the implementation takes.
fn narrow(hierarchy: &Hierarchy, draft: &mut Draft, target: CallTarget, arguments: &mut [Var]) {
    let (CallTarget::Virtual(method) | CallTarget::Special(method) | CallTarget::Static(method)) =
        target;
    let types = parameter_types(hierarchy, method);
    for (argument, include) in arguments.iter_mut().zip(types) {
        if *argument != NO_VAR && include.is_reference() {
            let narrowed = draft.var();
            let filter = CopyFilter { include, exclude: Vec::new() };
            draft.filtered_copy(*argument, narrowed, filter);
            *argument = narrowed;
        }
    }
}

/// The types of a method's parameters, the receiver first.
pub(crate) fn parameter_types(hierarchy: &Hierarchy, method: MethodId) -> Vec<Type> {
    let Some(member) = hierarchy.class(method.class).method(method.index) else {
        return Vec::new();
    };
    let receiver = (!member.is(access::STATIC)).then(|| Type::class(method.class));
    let signature = hierarchy.signature(member.descriptor(), method.class);
    receiver.into_iter().chain(signature.map(|it| it.0).unwrap_or_default()).collect()
}

/// Whether there can be objects whose class is exactly this.
fn is_concrete(hierarchy: &Hierarchy, of: Type) -> bool {
    if of.element().is_some() {
        return true;
    }
    of.as_class().is_some_and(|class| {
        let class = hierarchy.class(class);
        class.file().is_some() && class.access() & (access::ABSTRACT | access::INTERFACE) == 0
    })
}
