//! Reads and writes of what stands for fields.

use rustc_hash::FxHashMap;
use snarl_classfile::{FieldDescriptor, access};
use snarl_hierarchy::{ClassId, FieldId};

use super::{Effect, HandleAccess};
use crate::object::{Allocation, Filter, FilterId, NO_FILTER, ObjectId};
use crate::solver::{NONE, Node, Solver};
use crate::template::{Reflect, Slot};

impl Solver<'_> {
    /// Reads and writes what the first argument stands for. Elements of an array need no such thing: any
    /// offset into an array is one of an element.
    pub(super) fn access(&mut self, effect: &Effect<'_>) {
        let what = effect.it.what;
        let (reads, writes) = match what {
            Reflect::Get | Reflect::Read => (true, false),
            Reflect::Set | Reflect::Write => (false, true),
            _ => (true, true),
        };
        let last = effect.it.arguments.len() - 1;
        let value = if writes { self.argument(effect, last) } else { NONE };
        // Fields that need an object, by their class: few of many objects have them.
        let mut fields: FxHashMap<ClassId, Vec<(ObjectId, FieldId)>> = FxHashMap::default();
        for (part, _) in self.members(effect) {
            let Allocation::Field(field, _) = self.objects.allocation(part) else { continue };
            if !self.is_static(field) {
                fields.entry(field.class).or_default().push((part, field));
            } else if self.is_first(effect, part, NONE) {
                self.initialize(field.class);
                let node = self.static_node(field);
                self.transfer(effect, node, value, reads, Some(field));
            }
        }
        let hierarchy = self.hierarchy;
        for base in self.values(effect, 1) {
            if self.objects.of(base).element().is_some() {
                if self.is_first(effect, NONE, base)
                    && let Some(node) = self.slot_of(base, Slot::Elements)
                {
                    self.transfer(effect, node, value, reads, None);
                }
                continue;
            }
            let class = self.objects.class(hierarchy, base);
            for above in hierarchy.class(class).ancestors() {
                for &(part, field) in fields.get(above).into_iter().flatten() {
                    if self.is_first(effect, part, base)
                        && let Some(node) = self.slot_of(base, Slot::Field(field))
                    {
                        self.transfer(effect, node, value, reads, Some(field));
                    }
                }
            }
        }
    }

    /// A method handle that reads or writes a field: with a value, it writes.
    pub(super) fn apply_to_field(&mut self, effect: &Effect<'_>, part: ObjectId, field: FieldId) {
        let is_static = self.is_static(field);
        let count = effect.it.arguments.len();
        let writes = count > if is_static { 1 } else { 2 };
        let value = if writes { self.argument(effect, count - 1) } else { NONE };
        if is_static {
            if self.is_first(effect, part, NONE) {
                self.initialize(field.class);
                let node = self.static_node(field);
                self.transfer(effect, node, value, !writes, Some(field));
            }
            return;
        }
        for base in self.values(effect, 1) {
            if self.is_first(effect, part, base)
                && let Some(node) = self.slot_of(base, Slot::Field(field))
            {
                self.transfer(effect, node, value, !writes, Some(field));
            }
        }
    }

    pub(super) fn is_static(&self, field: FieldId) -> bool {
        let member = self.hierarchy.class(field.class).field(field.index);
        member.is_some_and(|it| it.is(access::STATIC))
    }

    /// What a field can hold.
    pub(super) fn filter_of(&mut self, field: FieldId) -> FilterId {
        let member = self.hierarchy.class(field.class).field(field.index);
        let declared = member.and_then(|it| FieldDescriptor::parse(it.descriptor()).ok());
        match declared.map(|it| self.hierarchy.type_of(it, field.class)) {
            Some(include) if include.is_reference() => {
                self.objects.filter(self.hierarchy, Filter { include, exclude: Vec::new() })
            }
            _ => NO_FILTER,
        }
    }

    pub(super) fn transfer(
        &mut self,
        effect: &Effect<'_>,
        node: Node,
        value: Node,
        reads: bool,
        field: Option<FieldId>,
    ) {
        let filter = field.map_or(NO_FILTER, |field| self.filter_of(field));
        self.add_edge(value, node, filter);
        if reads {
            self.add_edge(node, effect.result, NO_FILTER);
        }
        let what = effect.it.what;
        self.handle_accesses.insert(HandleAccess { code: effect.code, field, what });
    }
}
