//! Proxies and clones.

use snarl_classfile::access;
use snarl_hierarchy::{FieldId, Type};

use super::Effect;
use crate::object::{Allocation, NO_FILTER};
use crate::solver::Solver;
use crate::template::Slot;

impl Solver<'_> {
    pub(super) fn proxy(&mut self, effect: &Effect<'_>) {
        let handler = self.argument(effect, 1);
        for class in self.classes(effect, 0) {
            if !self.hierarchy.class(class).is_interface() || !self.is_first(effect, class.0, 0) {
                continue;
            }
            let heap = self.heap_context(effect.instance);
            let of = Type::class(class);
            let allocation = Allocation::At(effect.code, effect.it.inst, of);
            let object = self.object(allocation, heap, of);
            self.proxies.insert(object);
            let slot = self.slot(object, Slot::Captured(0));
            self.add_edge(handler, slot, NO_FILTER);
            self.add_object(effect.result, object);
        }
    }

    pub(super) fn clone_objects(&mut self, effect: &Effect<'_>) {
        for object in self.values(effect, 0) {
            if !self.is_first(effect, object, 0) {
                continue;
            }
            let of = self.objects.of(object);
            // A copy of an array without elements may be longer (`Arrays.copyOf`).
            let is_empty = matches!(self.objects.allocation(object), Allocation::Empty(_));
            if !is_empty && !matches!(self.objects.allocation(object), Allocation::At(..)) {
                self.add_object(effect.result, object);
                continue;
            }
            let heap = self.heap_context(effect.instance);
            let allocation = Allocation::At(effect.code, effect.it.inst, of);
            let copy = self.object(allocation, heap, of);
            self.add_object(effect.result, copy);
            for slot in self.slots_of_type(of).into_iter().filter(|_| !is_empty) {
                let (from, to) = (self.slot(object, slot), self.slot(copy, slot));
                self.add_edge(from, to, NO_FILTER);
            }
        }
    }

    /// The parts of objects of a type that hold references.
    pub(super) fn slots_of_type(&self, of: Type) -> Vec<Slot> {
        if let Some(element) = of.element() {
            return if element.is_reference() { vec![Slot::Elements] } else { Vec::new() };
        }
        let mut slots = Vec::new();
        let mut next = of.as_class();
        while let Some(class) = next {
            let data = self.hierarchy.class(class);
            for (index, member) in data.file().iter().flat_map(|it| it.fields()).enumerate() {
                let is_reference = matches!(member.descriptor().first(), Some(b'L' | b'['));
                if is_reference && !member.is(access::STATIC) {
                    slots.push(Slot::Field(FieldId { class, index: index as u16 }));
                }
            }
            next = data.super_class();
        }
        slots
    }
}
