//! Methods that are handed to the engine: library models, and the harness of an open program.

use snarl_hierarchy::{FieldId, Hierarchy, MethodId, Type};

use crate::template::{
    Call, CallTarget, CopyFilter, Draft, Merging, NO_INST, NO_VAR, NewKind, Reflect, Reflection,
    Slot, Template, is_tracked,
};

/// A variable of a [`Synthetic`].
pub type Variable = u32;

/// In place of a variable: a primitive, `null`, or no result.
pub const NO_VARIABLE: Variable = NO_VAR;

/// A method in the making: what it does to references, in no order.
#[derive(Clone)]
pub struct Synthetic {
    draft: Draft,
    returns: Type,
    next_inst: u32,
}

impl Synthetic {
    /// A method with these parameters, the receiver first if it has one.
    pub fn new(parameters: &[Type], returns: Type) -> Self {
        let mut draft = Draft::new();
        draft.end_shared();
        let vars = parameters.iter().map(|&of| draft.var_if(is_tracked(of))).collect();
        let result = draft.var_if(is_tracked(returns));
        draft.set_interface(vars, result);
        Self { draft, returns, next_inst: 0 }
    }

    /// The variables of its parameters.
    pub fn parameters(&self) -> &[Variable] {
        self.draft.parameters()
    }

    /// The variable of its result.
    pub fn result(&self) -> Variable {
        self.draft.returns()
    }

    /// A new variable.
    pub fn variable(&mut self) -> Variable {
        self.draft.var()
    }

    /// What one variable holds, another holds too; with a type, its instances alone.
    pub fn copy(&mut self, from: Variable, to: Variable, cast: Option<Type>) {
        match cast {
            Some(include) => {
                self.draft.filtered_copy(from, to, CopyFilter { include, exclude: Vec::new() })
            }
            None => self.draft.copy(from, to),
        }
    }

    /// A new object; no constructor runs.
    pub fn make(&mut self, of: Type) -> Variable {
        let var = self.draft.var();
        let inst = self.inst();
        self.draft.make(var, inst, NewKind::Instance(of));
        if let Some(class) = of.as_class() {
            self.draft.initialize(class, inst);
        }
        var
    }

    /// How many objects it makes.
    pub(crate) fn made(&self) -> u32 {
        self.next_inst
    }

    fn inst(&mut self) -> u32 {
        self.next_inst += 1;
        self.next_inst - 1
    }

    /// The field of an object.
    pub fn load(&mut self, base: Variable, field: FieldId) -> Variable {
        let var = self.draft.var();
        self.draft.load(base, Slot::Field(field), var);
        var
    }

    /// Writes the field of an object.
    pub fn store(&mut self, base: Variable, field: FieldId, value: Variable) {
        self.draft.store(base, Slot::Field(field), value);
    }

    /// The elements of an array.
    pub fn load_elements(&mut self, base: Variable) -> Variable {
        let var = self.draft.var();
        self.draft.load(base, Slot::Elements, var);
        var
    }

    /// Writes the elements of an array.
    pub fn store_elements(&mut self, base: Variable, value: Variable) {
        self.draft.store(base, Slot::Elements, value);
    }

    /// A static field.
    pub fn load_static(&mut self, field: FieldId) -> Variable {
        let var = self.draft.var();
        self.draft.load_static(field, var);
        var
    }

    /// Writes a static field.
    pub fn store_static(&mut self, field: FieldId, value: Variable) {
        self.draft.store_static(field, value);
    }

    /// A call, the receiver first among its arguments; its result, if it has one.
    pub fn call(
        &mut self,
        target: Target,
        arguments: &[Variable],
        returns: Type,
        spawns: bool,
    ) -> Variable {
        let result = self.draft.var_if(is_tracked(returns));
        let target = match target {
            Target::Virtual(method) => CallTarget::Virtual(method),
            Target::Special(method) => CallTarget::Special(method),
            Target::Static(method) => CallTarget::Static(method),
        };
        let throws = self.draft.throws();
        if let CallTarget::Static(method) = target {
            self.draft.initialize(method.class, NO_INST);
        }
        // A thread's exceptions do not reach who started it.
        let throws = if spawns { NO_VAR } else { throws };
        let call =
            Call { inst: NO_INST, target, spawns, arguments: arguments.into(), result, throws };
        self.draft.call(call);
        result
    }

    /// An effect that depends on values; its result.
    pub fn reflect(&mut self, what: Reflect, arguments: &[Variable]) -> Variable {
        let mut arguments = arguments.to_vec();
        // What these take is in an array.
        let array = match what {
            Reflect::Proxy => arguments.first_mut(),
            Reflect::Construct | Reflect::Invoke => arguments.last_mut(),
            _ => None,
        };
        if let Some(array) = array {
            *array = self.load_elements(*array);
        }
        let result = self.draft.var();
        let reflection = Reflection {
            inst: self.inst(),
            what,
            arguments: arguments.into(),
            result,
            throws: self.draft.throws(),
            of: self.returns.element().unwrap_or(self.returns),
        };
        self.draft.reflect(reflection);
        result
    }

    /// The template of a method that is called from outside.
    pub(crate) fn root_template(&self, hierarchy: &Hierarchy, merging: &Merging) -> Template {
        let mut root = self.clone();
        root.draft.drop_exceptions();
        root.template(hierarchy, merging, None)
    }

    /// The template; for a signature-polymorphic method, as a call with so many arguments needs it.
    pub(crate) fn template(
        &self,
        hierarchy: &Hierarchy,
        merging: &Merging,
        arguments: Option<usize>,
    ) -> Template {
        let mut draft = self.draft.clone();
        draft.merge(|of| merging.merges_in_model(hierarchy, of));
        if let Some(count) = arguments {
            draft.take_arguments(count);
        }
        draft.finish()
    }
}

/// What a call of a [`Synthetic`] calls.
#[derive(Clone, Copy, Debug)]
pub enum Target {
    /// What the receiver's class selects.
    Virtual(MethodId),
    /// This method.
    Special(MethodId),
    /// This static method.
    Static(MethodId),
}
