//! Objects and what they hold.

use std::rc::Rc;

use snarl_hierarchy::{ClassId, FieldId, MethodId, Type};

use super::{Code, Instance, LambdaData, NONE, Node, Solver, THREADS};
use crate::context::{ContextId, EMPTY, Sensitivity};
use crate::object::{Allocation, CodeId, Filter, NO_FILTER, ObjectId};
use crate::template::{New, NewKind, Slot, Template};

impl Solver<'_> {
    /// The node of a part of an object.
    pub(super) fn slot(&mut self, object: ObjectId, slot: Slot) -> Node {
        if let Some(node) = self.known_slot(object, slot) {
            return node;
        }
        let node = self.new_node();
        self.slots[object as usize].push((slot, node));
        if slot == Slot::Elements
            && let Some(include) = self.objects.of(object).element()
        {
            let filter = Filter { include, exclude: Vec::new() };
            let filter = self.objects.filter(self.hierarchy, filter);
            self.nodes.set_filter(node, filter);
        }
        node
    }

    fn known_slot(&self, object: ObjectId, slot: Slot) -> Option<Node> {
        let slots = &self.slots[object as usize];
        slots.iter().find(|(known, _)| *known == slot).map(|&(_, node)| node)
    }

    /// The node of a part that an object's type says it has. What a variable points to by imprecision
    /// alone has no such field.
    pub(super) fn slot_of(&mut self, object: ObjectId, slot: Slot) -> Option<Node> {
        if let Some(node) = self.known_slot(object, slot) {
            return Some(node);
        }
        let of = self.objects.of(object);
        let has = match slot {
            Slot::Field(field) => {
                let class = of.as_class()?;
                class == field.class || self.hierarchy.is_subclass(class, field.class)
            }
            Slot::Elements if matches!(self.objects.allocation(object), Allocation::Empty(_)) => {
                false
            }
            // Models keep what a thread-local holds in the elements of an object that is no array.
            Slot::Elements | Slot::Captured(_) => true,
        };
        has.then(|| self.slot(object, slot))
    }

    pub(super) fn static_node(&mut self, field: FieldId) -> Node {
        if let Some(&node) = self.statics.get(&field) {
            return node;
        }
        let node = self.new_node();
        self.statics.insert(field, node);
        node
    }

    pub(super) fn object(&mut self, allocation: Allocation, heap: ContextId, of: Type) -> ObjectId {
        let (object, is_new) = self.objects.object(self.hierarchy, allocation, heap, of);
        if is_new {
            let context = self.context_of_receiver(allocation, heap, of);
            self.receiver_context.push(context);
            let class = self.objects.class(self.hierarchy, object);
            let is_plain = self.is_plain(object, class);
            let kind = if is_plain { self.kinds_seen.number((class, context)).0 } else { NONE };
            self.kinds.push(kind);
            if let (true, Some(ahead)) = (is_plain, &mut self.ahead) {
                ahead.instantiate(self.hierarchy, class);
            }
            self.slots.push(Vec::new());
            if let (Allocation::At(..), Some(class)) = (allocation, of.as_class()) {
                self.finalize_later(object, class);
                if self.is_thread(class) {
                    self.add_object(THREADS, object);
                }
            }
        }
        object
    }

    pub(super) fn is_thread(&self, class: ClassId) -> bool {
        let thread = self.hierarchy.find(b"java/lang/Thread");
        thread.is_some_and(|thread| self.hierarchy.is_subclass(class, thread))
    }

    /// The context in which the methods of a new object run.
    fn context_of_receiver(
        &mut self,
        allocation: Allocation,
        heap: ContextId,
        of: Type,
    ) -> ContextId {
        let element = match self.selector.sensitivity {
            Sensitivity::Insensitive => return EMPTY,
            Sensitivity::Objects(_) => allocation,
            Sensitivity::Types(_) => self.by_class(allocation),
            Sensitivity::Auto => {
                if !self.pays(allocation, heap, of) {
                    return EMPTY;
                }
                allocation
            }
        };
        let element = self.elements.number(element).0;
        self.contexts.of_receiver(heap, element)
    }

    /// The class whose code allocates, in place of the site.
    fn by_class(&self, allocation: Allocation) -> Allocation {
        match allocation {
            Allocation::At(code, ..) => match self.site_class(code) {
                Some(class) => Allocation::OfType(Type::class(class)),
                None => allocation,
            },
            _ => allocation,
        }
    }

    /// The class that code is in; of a model, who calls it.
    pub(super) fn site_class(&self, code: CodeId) -> Option<ClassId> {
        match self.code.get(code as usize)?.code {
            Code::Method(method)
            | Code::Lambda(method, _)
            | Code::Proxy(method)
            | Code::Made(method) => Some(method.class),
            Code::Model(method, caller, _) => self.site_class(caller).or(Some(method.class)),
            Code::Synthetic(_) => None,
        }
    }

    pub(super) fn merged(&mut self, of: Type) -> ObjectId {
        self.object(Allocation::OfType(of), EMPTY, of)
    }

    pub(super) fn class_object(&mut self, of: Type) -> ObjectId {
        let class = Type::class(self.hierarchy.class_named(b"java/lang/Class", None));
        self.object(Allocation::ClassOf(of), EMPTY, class)
    }

    /// The object that stands for a string constant.
    pub(super) fn text(&mut self, text: &[u8]) -> ObjectId {
        let string = Type::class(self.hierarchy.class_named(b"java/lang/String", None));
        let number = self.texts.number(text.into()).0;
        self.object(Allocation::Text(number), EMPTY, string)
    }

    /// The heap context of what an instance makes.
    pub(super) fn heap_context(&mut self, instance: Instance) -> ContextId {
        let context = self.data[instance as usize].context;
        self.contexts.of_object(context)
    }

    pub(super) fn make(&mut self, instance: Instance, template: &Rc<Template>, new: &New) {
        let code = self.data[instance as usize].code;
        let heap = self.heap_context(instance);
        let object = match new.what {
            NewKind::Merged(of) => self.merged(of),
            NewKind::Empty(of) => self.object(Allocation::Empty(of), EMPTY, of),
            NewKind::ClassOf(of) => self.class_object(of),
            NewKind::Text(index) => self.text(&template.texts[index as usize]),
            NewKind::Member(method, of) => self.object(Allocation::Member(method, of), EMPTY, of),
            NewKind::Instance(of) => self.object(Allocation::At(code, new.inst, of), heap, of),
            NewKind::MultiArray(of, dimensions) => {
                self.multi_array(code, heap, new.inst, of, dimensions)
            }
            NewKind::Lambda(index) => {
                let lambda = &template.lambdas[index as usize];
                let of = lambda.interface;
                let object = self.object(Allocation::At(code, new.inst, of), heap, of);
                for (position, &captured) in lambda.captured.iter().enumerate() {
                    let slot = self.slot(object, Slot::Captured(position as u32));
                    self.add_edge(self.node(instance, captured), slot, NO_FILTER);
                }
                if let Code::Method(method) = self.code[code as usize].code
                    && !self.lambdas.contains_key(&object)
                {
                    self.objects.mark(self.hierarchy, object, &lambda.markers);
                    let code = Code::Lambda(method, new.inst);
                    let (name, descriptor) = (lambda.name.clone(), lambda.descriptor.clone());
                    self.lambdas.insert(object, LambdaData { code, name, descriptor });
                }
                object
            }
        };
        self.add_object(self.node(instance, new.var), object);
    }

    fn multi_array(
        &mut self,
        code: CodeId,
        heap: ContextId,
        inst: u32,
        of: Type,
        dimensions: u8,
    ) -> ObjectId {
        let outermost = self.object(Allocation::At(code, inst, of), heap, of);
        let mut outer = outermost;
        let mut of = of;
        for _ in 1..dimensions {
            let Some(element) = of.element() else { break };
            let inner = self.object(Allocation::At(code, inst, element), heap, element);
            let elements = self.slot(outer, Slot::Elements);
            self.add_object(elements, inner);
            (outer, of) = (inner, element);
        }
        outermost
    }

    /// The JVM registers an object that has a finalizer; the model of that runs it in its thread.
    fn finalize_later(&mut self, object: ObjectId, class: ClassId) {
        let hierarchy = self.hierarchy;
        let has = *self.finalized.entry(class).or_insert_with(|| {
            let above = hierarchy.object();
            let own = hierarchy.class(above).find_method(b"finalize", b"()V");
            let own = own.map(|index| MethodId { class: above, index });
            own.is_some_and(|own| hierarchy.select(class, own).is_ok_and(|it| it != own))
        });
        if !has {
            return;
        }
        let Some(register) = self.inputs.finalizer else { return };
        let code = self.code_at(register, super::NONE, 0);
        let instance = self.instance_of(code, EMPTY);
        self.add_object(self.parameter(instance, 0), object);
    }
}
