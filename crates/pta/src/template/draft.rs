//! The lists of a template while they are made.

use snarl_hierarchy::{ClassId, FieldId, Type};

use super::{
    Call, Copy, CopyFilter, Lambda, NO_INST, NO_VAR, New, NewKind, Reflection, Slot, Template, Use,
    Var, simplify,
};
use crate::tables::Lists;

/// A template in the making.
#[derive(Clone, Default)]
pub(crate) struct Draft {
    pub(super) shared: u32,
    pub(super) vars: u32,
    pub(super) values: Vec<Var>,
    pub(super) parameters: Vec<Var>,
    pub(super) returns: Var,
    pub(super) throws: Var,
    pub(super) filters: Vec<CopyFilter>,
    pub(super) copies: Vec<(Var, Copy)>,
    pub(super) loads: Vec<(Var, (Slot, Var))>,
    pub(super) stores: Vec<(Var, (Slot, Var))>,
    pub(super) static_loads: Vec<(FieldId, Var)>,
    pub(super) static_stores: Vec<(FieldId, Var)>,
    pub(super) news: Vec<New>,
    pub(super) texts: Vec<Box<[u8]>>,
    pub(super) lambdas: Vec<Lambda>,
    pub(super) calls: Vec<Call>,
    pub(super) reflections: Vec<Reflection>,
    pub(super) initializes: Vec<(ClassId, u32)>,
    pub(super) monitors: Vec<Var>,
    pub(super) mentions: Vec<ClassId>,
}

impl Draft {
    /// A draft with the variable of its exceptions.
    pub(crate) fn new() -> Self {
        let mut draft = Self { returns: NO_VAR, ..Self::default() };
        draft.throws = draft.var();
        draft
    }

    /// From now on, variables are of one context each.
    pub(crate) fn end_shared(&mut self) {
        self.shared = self.vars;
    }

    pub(crate) fn var(&mut self) -> Var {
        self.vars += 1;
        self.vars - 1
    }

    pub(crate) fn var_if(&mut self, wanted: bool) -> Var {
        if wanted { self.var() } else { NO_VAR }
    }

    pub(crate) fn copy(&mut self, from: Var, to: Var) {
        if from != NO_VAR && to != NO_VAR && from != to {
            self.copies.push((from, Copy { to, filter: u32::MAX }));
        }
    }

    pub(crate) fn filtered_copy(&mut self, from: Var, to: Var, filter: CopyFilter) {
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

    pub(crate) fn load(&mut self, base: Var, slot: Slot, to: Var) {
        if base != NO_VAR && to != NO_VAR {
            self.loads.push((base, (slot, to)));
        }
    }

    pub(crate) fn store(&mut self, base: Var, slot: Slot, from: Var) {
        if base != NO_VAR && from != NO_VAR {
            self.stores.push((base, (slot, from)));
        }
    }

    pub(crate) fn make(&mut self, var: Var, inst: u32, what: NewKind) {
        if var != NO_VAR {
            self.news.push(New { var, inst, what });
        }
    }

    /// A string constant that is told from others.
    pub(crate) fn text(&mut self, var: Var, inst: u32, text: &[u8]) {
        self.texts.push(text.into());
        self.make(var, inst, NewKind::Text(self.texts.len() as u32 - 1));
    }

    pub(crate) fn set_interface(&mut self, parameters: Vec<Var>, returns: Var) {
        self.parameters = parameters;
        self.returns = returns;
    }

    pub(crate) fn parameters(&self) -> &[Var] {
        &self.parameters
    }

    pub(crate) fn returns(&self) -> Var {
        self.returns
    }

    pub(crate) fn throws(&self) -> Var {
        self.throws
    }

    pub(crate) fn initialize(&mut self, class: ClassId, inst: u32) {
        self.initializes.push((class, inst));
    }

    pub(crate) fn load_static(&mut self, field: FieldId, var: Var) {
        self.initialize(field.class, NO_INST);
        self.static_loads.push((field, var));
    }

    pub(crate) fn store_static(&mut self, field: FieldId, var: Var) {
        self.initialize(field.class, NO_INST);
        if var != NO_VAR {
            self.static_stores.push((field, var));
        }
    }

    pub(crate) fn call(&mut self, call: Call) {
        self.calls.push(call);
    }

    pub(crate) fn reflect(&mut self, reflection: Reflection) {
        self.reflections.push(reflection);
    }

    pub(super) fn mention(&mut self, classes: Vec<ClassId>) {
        self.mentions.extend(classes);
    }

    /// Makes what is told one object for its whole type.
    pub(crate) fn merge(&mut self, is_merged: impl Fn(Type) -> bool) {
        for new in &mut self.news {
            if let NewKind::Instance(of) = new.what
                && is_merged(of)
            {
                new.what = NewKind::Merged(of);
            }
        }
    }

    /// Forgets what calls throw: nobody is there to catch it.
    pub(crate) fn drop_exceptions(&mut self) {
        self.calls.iter_mut().for_each(|call| call.throws = NO_VAR);
        self.reflections.iter_mut().for_each(|reflection| reflection.throws = NO_VAR);
    }

    /// Puts the arguments of a call behind the receiver, for the effects that take whatever is given.
    pub(crate) fn take_arguments(&mut self, count: usize) {
        self.parameters.truncate(1);
        let rest: Vec<Var> = (1..count).map(|_| self.var()).collect();
        for reflection in self.reflections.iter_mut().filter(|it| it.what.takes_rest()) {
            reflection.arguments = reflection.arguments.iter().chain(&rest).copied().collect();
        }
        self.parameters.extend(rest);
    }

    /// The template.
    pub(crate) fn finish(mut self) -> Template {
        simplify::simplify(&mut self);
        let count = self.vars as usize;
        let mut uses: Vec<(Var, Use)> =
            Vec::with_capacity(self.copies.len() + 2 * self.calls.len());
        uses.extend(self.copies.iter().map(|&(from, copy)| (from, Use::Copy(copy))));
        uses.extend(self.loads.iter().map(|&(base, (slot, to))| (base, Use::Load(slot, to))));
        uses.extend(self.stores.iter().map(|&(base, (slot, from))| (base, Use::Store(slot, from))));
        let mut arguments = Vec::new();
        for (index, call) in self.calls.iter().enumerate() {
            let first = usize::from(call.target.has_receiver());
            for (position, &argument) in call.arguments.iter().enumerate() {
                if argument == NO_VAR {
                    continue;
                }
                if position < first {
                    uses.push((argument, Use::Receiver(index as u32)));
                } else {
                    arguments.push((argument, Use::Argument(index as u32, position as u32)));
                }
            }
        }
        uses.extend(arguments);
        uses.extend((self.returns != NO_VAR).then_some((self.returns, Use::Return)));
        for (index, reflection) in self.reflections.iter().enumerate() {
            let known = reflection.arguments.iter().filter(|&&it| it != NO_VAR);
            uses.extend(known.map(|&argument| (argument, Use::Reflected(index as u32))));
        }
        let mut initializes = self.initializes;
        initializes.sort_unstable();
        initializes.dedup();
        Template {
            shared: self.shared,
            vars: self.vars,
            values: self.values.into(),
            parameters: self.parameters.into(),
            returns: self.returns,
            throws: self.throws,
            filters: self.filters,
            uses: Lists::group(count, &uses),
            static_loads: self.static_loads,
            static_stores: self.static_stores,
            news: self.news,
            texts: self.texts,
            lambdas: self.lambdas,
            calls: self.calls,
            reflections: self.reflections,
            initializes,
            monitors: self.monitors,
            mentions: self.mentions,
        }
    }
}
