//! What a new instance is for: the cast behind the call that makes it.

use snarl_hierarchy::{ClassId, MethodId, Type};
use snarl_ir::{Body, Op};

use super::Effect;
use crate::object::CodeId;
use crate::solver::{Code, Solver};

impl Solver<'_> {
    /// Whether the program can use an instance of a class where an effect makes it. One that is cast at
    /// once to something else only ends in an exception.
    pub(super) fn is_wanted(&mut self, effect: &Effect<'_>, class: ClassId) -> bool {
        let wanted = match self.wanted.get(&effect.code) {
            Some(&known) => known,
            None => {
                let found = self.wanted_by_caller(effect.code);
                self.wanted.insert(effect.code, found);
                found
            }
        };
        wanted.is_none_or(|wanted| self.hierarchy.is_subtype(Type::class(class), wanted))
    }

    /// The type that the call of a model must give, or to which all its uses cast it.
    fn wanted_by_caller(&self, code: CodeId) -> Option<Type> {
        let Code::Model(called, caller, call) = self.code.get(code as usize)?.code else {
            return None;
        };
        // Others keep what they make: a loader of services.
        let called = self.hierarchy.class(called.class).method(called.index)?;
        if !called.descriptor().ends_with(b")Ljava/lang/Object;") {
            return None;
        }
        let caller = self.code.get(caller as usize)?;
        let Code::Method(method) = caller.code else { return None };
        let call = caller.template.calls.get(call as usize)?;
        self.wanted_at(method, call.inst)
    }

    fn wanted_at(&self, method: MethodId, inst: u32) -> Option<Type> {
        let body = self.program.body(method)?.ok()?;
        let result = body.insts().get(inst as usize)?.result;
        let given = *body.types().get(result as usize)?;
        if given.as_class() != Some(self.hierarchy.object()) {
            return given.as_class().map(Type::class);
        }
        only_cast(body, result)
    }
}

/// The type to which a value is cast, if nothing else is done with it.
fn only_cast(body: &Body, value: u32) -> Option<Type> {
    let mut wanted = None;
    for (at, inst) in body.insts().iter().enumerate() {
        if !body.operands(at).contains(&value) {
            continue;
        }
        let cast = body.types().get(inst.result as usize).copied();
        if inst.op != Op::CheckCast || wanted.is_some_and(|known| Some(known) != cast) {
            return None;
        }
        wanted = cast;
    }
    wanted
}
