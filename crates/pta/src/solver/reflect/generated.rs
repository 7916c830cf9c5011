//! Code that the program makes at run time and defines as classes: statements of a database that are
//! compiled, scripts.
//!
//! Nobody has its class files. What is known is what the code that makes it must say: the name of what it
//! extends, and the names of what it calls and reads. So a class that is made at run time may extend each
//! abstract class and interface that reached code of the program names. Its methods, all together, may
//! call what the program names on whatever comes to them: as arguments, as results, from fields. One node
//! holds that, for all such classes.

use rustc_hash::{FxHashMap, FxHashSet};
use snarl_classfile::access;
use snarl_hierarchy::{ClassId, FieldId, MethodId, Origin, Type};
use snarl_ir::Op;

use super::Effect;
use crate::context::EMPTY;
use crate::object::{Allocation, Filter, FilterId, NO_FILTER, ObjectId};
use crate::solver::{Code, DEFINED, Instance, NONE, Node, Solver};
use crate::template::{NO_INST, Slot, clues, parameter_types};

/// A member that generated code uses if it knows its name.
#[derive(Clone, Copy)]
enum Offer {
    Method(MethodId),
    Field(FieldId),
}

/// What generated code holds of a class.
#[derive(Default)]
struct Held {
    objects: Vec<ObjectId>,
    /// The members that it uses.
    used: Vec<Offer>,
}

/// What is known of the code that is made at run time.
#[derive(Default)]
pub(in crate::solver) struct Generated {
    /// All of it.
    instance: Instance,
    /// What it holds.
    held: Node,
    /// The names that the program's code has.
    words: FxHashSet<Box<[u8]>>,
    /// The members of what it holds, by name.
    offers: FxHashMap<Box<[u8]>, Vec<(ClassId, Offer)>>,
    by_class: FxHashMap<ClassId, Held>,
    /// The types of arrays that it makes.
    arrays: FxHashSet<Type>,
    /// How much of the reached code has been read for names.
    read: usize,
}

impl Solver<'_> {
    /// A class is defined from bytes.
    pub(super) fn define(&mut self, effect: &Effect<'_>) {
        if !self.is_own(effect) || !self.is_first(effect, 0, 0) {
            return;
        }
        self.guess(effect);
        self.add_edge(DEFINED, effect.result, NO_FILTER);
        if self.generated.is_none()
            && let Some(native) = self.native_definition()
        {
            let instance = self.instance_of(Code::Made(native), EMPTY);
            let held = self.parameter(instance, 0);
            self.generated = Some(Box::new(Generated { instance, held, ..Generated::default() }));
            let string = Type::class(self.hierarchy.class_named(b"java/lang/String", None));
            let string = self.merged(string);
            self.add_object(held, string);
            self.read_clues();
        }
    }

    /// The native method that defines classes: what stands for all code that is made at run time.
    fn native_definition(&self) -> Option<MethodId> {
        let class = self.hierarchy.find(b"java/lang/ClassLoader")?;
        let mut methods = self.hierarchy.class(class).file()?.methods();
        let index = methods.position(|it| it.name() == b"defineClass1")?;
        Some(MethodId { class, index: index as u16 })
    }

    pub(in crate::solver) fn defines_classes(&self, method: MethodId) -> bool {
        self.native_definition() == Some(method)
    }

    /// Reads what newly reached code of the program tells about code that is made at run time.
    pub(in crate::solver) fn read_clues(&mut self) {
        let Some(known) = &mut self.generated else { return };
        let first = std::mem::replace(&mut known.read, self.code.len());
        for id in first..self.code.len() {
            let Code::Method(method) = self.code[id].code else { continue };
            if self.hierarchy.origin(method.class) == Origin::Jdk {
                continue;
            }
            let Some(clues) = clues(self.program, method) else { continue };
            for &class in &clues.classes {
                if !self.hierarchy.class(class).is_interface() {
                    self.extend_at_run_time(class);
                }
                self.call_named(class, &clues.words);
            }
            for &class in &clues.casts {
                self.extend_at_run_time(class);
            }
            for word in clues.words {
                self.know_word(word);
            }
        }
    }

    /// Notes a class that one made at run time may extend or implement.
    fn extend_at_run_time(&mut self, class: ClassId) {
        let data = self.hierarchy.class(class);
        let is_abstract = data.access() & (access::ABSTRACT | access::INTERFACE) != 0;
        if !is_abstract || self.hierarchy.origin(class) == Origin::Jdk {
            return;
        }
        let object = self.generated_class(class);
        self.add_object(DEFINED, object);
    }

    /// The class object of the classes made at run time that extend or implement a class.
    pub(super) fn generated_class(&mut self, class: ClassId) -> ObjectId {
        let of = Type::class(self.hierarchy.class_named(b"java/lang/Class", None));
        self.object(Allocation::GeneratedClass(class), EMPTY, of)
    }

    /// Static methods whose class and name stand side by side.
    fn call_named(&mut self, class: ClassId, words: &[&[u8]]) {
        if self.hierarchy.origin(class) == Origin::Jdk {
            return;
        }
        let Some(file) = self.hierarchy.class(class).file() else { return };
        for (index, member) in file.methods().enumerate() {
            let is_offered = member.is(access::STATIC) && member.is(access::PUBLIC);
            if is_offered && words.contains(&member.name()) {
                self.call_from_generated(MethodId { class, index: index as u16 }, None);
            }
        }
    }

    fn know_word(&mut self, word: &[u8]) {
        let Some(known) = &mut self.generated else { return };
        if known.words.contains(word) {
            return;
        }
        known.words.insert(word.into());
        let offers = known.offers.remove(word).unwrap_or_default();
        for (class, offer) in offers {
            let known = self.generated.as_mut().and_then(|it| it.by_class.get_mut(&class));
            let Some(known) = known else { continue };
            known.used.push(offer);
            for object in known.objects.clone() {
                self.take_offer(offer, object);
            }
        }
    }

    /// Uses what generated code gets: calls what it names, and looks into arrays.
    pub(super) fn hold(&mut self, effect: &Effect<'_>) {
        for object in self.values(effect, 0) {
            let of = self.objects.of(object);
            if of.element().is_some_and(Type::is_reference) {
                let elements = self.slot(object, Slot::Elements);
                self.add_edge(elements, effect.result, NO_FILTER);
            }
            let Some(class) = of.as_class() else { continue };
            if self.hierarchy.origin(class) != Origin::Jdk {
                self.hold_object(class, object);
            }
        }
    }

    fn hold_object(&mut self, class: ClassId, object: ObjectId) {
        if self.generated.as_ref().is_some_and(|it| !it.by_class.contains_key(&class)) {
            let held = self.held_of(class);
            if let Some(known) = &mut self.generated {
                known.by_class.insert(class, held);
            }
        }
        let held = self.generated.as_mut().and_then(|it| it.by_class.get_mut(&class));
        let Some(held) = held else { return };
        held.objects.push(object);
        for offer in held.used.clone() {
            self.take_offer(offer, object);
        }
    }

    /// Notes what a class offers, and what of that the program names already.
    fn held_of(&mut self, class: ClassId) -> Held {
        let offers = self.offers_of(class);
        let mut held = Held::default();
        let Some(known) = &mut self.generated else { return held };
        for (name, offer) in offers {
            if known.words.contains(&name) {
                held.used.push(offer);
            } else {
                known.offers.entry(name).or_default().push((class, offer));
            }
        }
        held
    }

    /// The members of a class that other code can use: public methods, and what a class that extends it
    /// inherits.
    fn offers_of(&self, class: ClassId) -> Vec<(Box<[u8]>, Offer)> {
        let mut seen = FxHashSet::default();
        let mut offers = Vec::new();
        for &above in self.hierarchy.class(class).ancestors() {
            let Some(file) = self.hierarchy.class(above).file() else { continue };
            if self.hierarchy.origin(above) == Origin::Jdk {
                continue;
            }
            for (index, member) in file.methods().enumerate() {
                let is_hidden = member.is(access::STATIC) || member.is(access::PRIVATE);
                if is_hidden || member.name().first() == Some(&b'<') {
                    continue;
                }
                if seen.insert((member.name(), member.descriptor())) {
                    let method = MethodId { class: above, index: index as u16 };
                    offers.push((member.name().into(), Offer::Method(method)));
                }
            }
            for (index, member) in file.fields().enumerate() {
                if !member.is(access::STATIC) && !member.is(access::PRIVATE) {
                    let field = FieldId { class: above, index: index as u16 };
                    offers.push((member.name().into(), Offer::Field(field)));
                }
            }
        }
        offers
    }

    fn take_offer(&mut self, offer: Offer, object: ObjectId) {
        let is_generated = matches!(self.objects.allocation(object), Allocation::Generated(_));
        match offer {
            Offer::Method(method) => {
                let member = self.hierarchy.class(method.class).method(method.index);
                if is_generated || member.is_some_and(|it| it.is(access::PUBLIC)) {
                    self.call_from_generated(method, Some(object));
                }
            }
            Offer::Field(field) if is_generated => self.share_field(object, field),
            Offer::Field(..) => {}
        }
    }

    /// Generated code reads and writes a field that its class inherits.
    fn share_field(&mut self, object: ObjectId, field: FieldId) {
        let Some(held) = self.generated.as_ref().map(|it| it.held) else { return };
        let Some(node) = self.slot_of(object, Slot::Field(field)) else { return };
        let filter = self.filter_of(field);
        if filter != NO_FILTER {
            self.add_edge(held, node, filter);
            self.add_edge(node, held, NO_FILTER);
        }
    }

    fn call_from_generated(&mut self, method: MethodId, receiver: Option<ObjectId>) {
        let Some((instance, held)) = self.generated.as_ref().map(|it| (it.instance, it.held))
        else {
            return;
        };
        let template = self.template(instance);
        let Some(it) = template.reflections.first() else { return };
        let code = self.data[instance as usize].code;
        let effect = Effect { instance, code, it, result: held, news: None };
        if receiver.is_none() {
            self.initialize(method.class);
        }
        let first = usize::from(receiver.is_some());
        let types = parameter_types(self.hierarchy, method);
        let given = types.iter().skip(first).map(|&of| self.made_for(of, held)).collect::<Vec<_>>();
        let code = match receiver {
            Some(object) if !self.is_constructor(method) => self.select(method, object),
            _ => Some(Code::Method(method)),
        };
        let Some(code) = code else { return };
        // What it holds, it mixes: to tell its receivers apart would say nothing.
        let callee = self.instance_of(code, EMPTY);
        self.connect_call(&effect, method, callee, receiver, &given, held);
    }

    /// What generated code gives for a parameter: what it holds, or an array of that. For an `Object` it
    /// could give anything, which would say nothing.
    fn made_for(&mut self, of: Type, held: Node) -> Node {
        let object = self.hierarchy.object();
        if !of.is_reference() || of.as_class() == Some(object) {
            return NONE;
        }
        let mut of = of;
        while let Some(element) = of.element().filter(|it| it.is_reference()) {
            let array = self.object(Allocation::Generated(of), EMPTY, of);
            let is_new = self.generated.as_mut().is_some_and(|it| it.arrays.insert(of));
            if is_new && element.as_class() != Some(object) {
                let elements = self.slot(array, Slot::Elements);
                self.add_edge(held, elements, NO_FILTER);
            }
            self.add_object(held, array);
            of = element;
        }
        held
    }

    /// What runs for an instance of a class made at run time: its own code, where what it extends has none
    /// or has nothing to do.
    pub(in crate::solver) fn select_generated(
        &self,
        class: ClassId,
        resolved: MethodId,
        selected: Option<MethodId>,
    ) -> Option<Code> {
        match selected {
            Some(method) if self.does_nothing(method) => Some(Code::Made(method)),
            Some(method) => Some(Code::Method(method)),
            None if self.hierarchy.is_subclass(class, resolved.class) => Some(Code::Made(resolved)),
            None => None,
        }
    }

    /// Whether a method is there to be overridden: all it does is to return a constant.
    fn does_nothing(&self, method: MethodId) -> bool {
        let member = self.hierarchy.class(method.class).method(method.index);
        let is_fixed = member.is_none_or(|it| it.is(access::FINAL) || it.is(access::PRIVATE));
        let body = self.program.body(method).and_then(Result::ok);
        !is_fixed
            && self.hierarchy.origin(method.class) != Origin::Jdk
            && body.is_some_and(|body| {
                let plain = [Op::Parameter, Op::Constant, Op::Return];
                body.insts().iter().all(|inst| plain.contains(&inst.op))
            })
    }

    /// A method that a class made at run time has in place of another: what it gets, the generated code
    /// holds.
    pub(in crate::solver) fn start_generated(&mut self, instance: Instance, method: MethodId) {
        let Some((all, held)) = self.generated.as_ref().map(|it| (it.instance, it.held)) else {
            return;
        };
        if instance == all {
            return;
        }
        let template = self.template(instance);
        for &parameter in &template.parameters {
            self.add_edge(self.node(instance, parameter), held, NO_FILTER);
        }
        let member = self.hierarchy.class(method.class).method(method.index);
        let signature =
            member.map(|it| self.hierarchy.signature(it.descriptor(), method.class).map(|it| it.1));
        if let Some(Ok(include)) = signature {
            let filter = self.filter_for(include);
            self.add_edge(held, self.node(instance, template.returns), filter);
        }
        self.reflective_calls.insert((instance, NO_INST, all));
    }

    fn filter_for(&mut self, include: Type) -> FilterId {
        self.objects.filter(self.hierarchy, Filter { include, exclude: Vec::new() })
    }

    /// The classes made at run time that an argument may be, by what they extend.
    pub(super) fn generated_classes(
        &mut self,
        effect: &Effect<'_>,
        position: usize,
    ) -> Vec<ClassId> {
        if self.generated.is_none() || !self.is_own(effect) {
            return Vec::new();
        }
        let values = self.values(effect, position).into_iter();
        let class = |object| match self.objects.allocation(object) {
            Allocation::GeneratedClass(class) => Some(class),
            _ => None,
        };
        values.filter_map(class).collect()
    }

    /// A new instance of a class made at run time: its constructor calls one of what it extends.
    pub(super) fn generated_instance(&mut self, effect: &Effect<'_>, class: ClassId) {
        let of = Type::class(class);
        let object = self.object(Allocation::Generated(of), EMPTY, of);
        self.add_object(effect.result, object);
        if let Some(known) = &self.generated {
            self.reflective_calls.insert((effect.instance, effect.it.inst, known.instance));
        }
        let Some(file) = self.hierarchy.class(class).file() else { return };
        for (index, member) in file.methods().enumerate() {
            if member.name() == b"<init>" && !member.is(access::PRIVATE) {
                let method = MethodId { class, index: index as u16 };
                self.call_from_generated(method, Some(object));
            }
        }
    }

    /// A call, by reflection, of a method that a class made at run time adds.
    pub(super) fn call_generated(&mut self, effect: &Effect<'_>) {
        let Some((all, held)) = self.generated.as_ref().map(|it| (it.instance, it.held)) else {
            return;
        };
        for position in 1..effect.it.arguments.len() {
            self.add_edge(self.argument(effect, position), held, NO_FILTER);
        }
        self.add_edge(held, effect.result, NO_FILTER);
        self.reflective_calls.insert((effect.instance, effect.it.inst, all));
    }
}
