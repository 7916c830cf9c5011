//! Classes by name, of objects, and their instances.

use snarl_classfile::access;
use snarl_hierarchy::{ClassId, MethodId, Origin, Type};

use super::{Effect, FEW_CLASSES, MANY_BOUND, MANY_CLASSES};
use crate::object::{Allocation, NO_FILTER, ObjectId};
use crate::solver::{NONE, Node, Solver};

/// A part of the program whose classes are loaded by names that are computed there.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(in crate::solver) enum Place {
    /// The program itself, with what it mentions of others.
    Program,
    /// A library, by the number of its archive.
    Library(u32),
    /// The JDK: what its own computed names mean is not followed.
    Jdk,
}

impl Solver<'_> {
    pub(super) fn class_named(&mut self, effect: &Effect<'_>) {
        for name in self.values(effect, 0) {
            if !self.is_first(effect, name, 0) {
                continue;
            }
            if let Allocation::Text(text) = self.objects.allocation(name) {
                let internal: Vec<u8> = self.texts.get(text).iter().map(dot_to_slash).collect();
                if let Some(class) = self.hierarchy.find(&internal)
                    && !self.hierarchy.is_phantom(class)
                {
                    self.found_class(effect, class);
                }
                continue;
            }
            if !self.is_own(effect) {
                continue;
            }
            self.guess(effect);
            if self.is_first(effect, NONE, 0) {
                self.load_mentioned(effect);
            }
        }
    }

    /// Notes a class that a computed name may mean, as the program itself says, or a library.
    pub(in crate::solver) fn mention(&mut self, class: ClassId, by: Origin) {
        let place = self.place_of(class);
        if place == Place::Jdk {
            return;
        }
        let everywhere = (by == Origin::Application).then_some(Place::Program);
        for place in everywhere.into_iter().chain((everywhere != Some(place)).then_some(place)) {
            let object = self.class_object(Type::class(class));
            let node = self.mentioned_in(place);
            self.add_object(node, object);
            if self.loading.contains(&place) {
                self.initialize(class);
            }
        }
    }

    /// Where classes are that a computed name may mean.
    fn place_of(&self, class: ClassId) -> Place {
        match self.hierarchy.origin(class) {
            Origin::Jdk => Place::Jdk,
            Origin::Application => Place::Program,
            Origin::Library => Place::Library(self.hierarchy.source(class).unwrap_or(NONE)),
        }
    }

    fn mentioned_in(&mut self, place: Place) -> Node {
        if let Some(&node) = self.mentioned.get(&place) {
            return node;
        }
        let node = self.new_node();
        self.mentioned.insert(place, node);
        node
    }

    /// A computed name: it means what the program mentions, and in a library what is of this library. One
    /// library does not load what is inside another; if that were taken, one such name would reach all
    /// that is on the class path.
    fn load_mentioned(&mut self, effect: &Effect<'_>) {
        let here = self.site_class(effect.code).map(|class| self.place_of(class));
        let further = here.filter(|&it| it != Place::Program);
        for place in [Place::Program].into_iter().chain(further) {
            let node = self.mentioned_in(place);
            self.add_edge(node, effect.result, NO_FILTER);
            if !self.loading.insert(place) {
                continue;
            }
            let classes: Vec<ObjectId> = self.set(node).iter().collect();
            for object in classes {
                if let Allocation::ClassOf(of) = self.objects.allocation(object)
                    && let Some(class) = of.as_class()
                {
                    self.initialize(class);
                }
            }
        }
    }

    pub(super) fn found_class(&mut self, effect: &Effect<'_>, class: ClassId) {
        let object = self.class_object(Type::class(class));
        self.add_object(effect.result, object);
        self.initialize(class);
    }

    pub(super) fn class_of(&mut self, effect: &Effect<'_>) {
        let is_own = self.is_own(effect);
        for object in self.values(effect, 0) {
            // Where anything can come, its class says nothing. The class of an array is what new arrays
            // are made of, in the JDK too.
            let known = self.set(effect.result).len();
            let is_told = is_own || self.objects.of(object).element().is_some();
            let class = if let Allocation::Generated(of) = self.objects.allocation(object)
                && let Some(class) = of.as_class()
            {
                self.generated_class(class)
            } else if known < MANY_CLASSES && is_told {
                self.class_object(self.objects.of(object))
            } else {
                let class = self.hierarchy.class_named(b"java/lang/Class", None);
                self.merged(Type::class(class))
            };
            self.add_object(effect.result, class);
        }
    }

    /// The classes that an argument's class objects stand for.
    pub(super) fn classes(&mut self, effect: &Effect<'_>, position: usize) -> Vec<ClassId> {
        let mut classes = Vec::new();
        for object in self.values(effect, position) {
            match self.objects.allocation(object) {
                Allocation::ClassOf(of) => classes.extend(of.as_class()),
                Allocation::GeneratedClass(_) => {}
                _ => self.leave(effect),
            }
        }
        classes
    }

    pub(super) fn components(&mut self, effect: &Effect<'_>) {
        for object in self.values(effect, 0) {
            match self.objects.allocation(object) {
                Allocation::ClassOf(of) => {
                    if let Some(element) = of.element() {
                        let object = self.class_object(element);
                        self.add_object(effect.result, object);
                    }
                }
                _ => self.add_object(effect.result, object),
            }
        }
    }

    pub(super) fn arrays(&mut self, effect: &Effect<'_>) {
        for object in self.values(effect, 0) {
            let element = match self.objects.allocation(object) {
                Allocation::ClassOf(of) => of,
                _ => {
                    self.leave(effect);
                    Type::class(self.hierarchy.object())
                }
            };
            // A program that makes arrays of the class of what it got would never end.
            let is_flat = element != Type::VOID && element.dimensions() < 2;
            let Some(of) = element.array_of().filter(|_| is_flat) else { continue };
            let made = self.made_at(effect, of);
            self.add_object(effect.result, made);
        }
    }

    /// Method handles with their receivers. One of a method that may be any is left open, and so are more
    /// than can mean anything.
    pub(super) fn bind(&mut self, effect: &Effect<'_>) {
        for (member, is_guess) in self.members(effect) {
            let Allocation::Member(method, of) = self.objects.allocation(member) else { continue };
            if is_guess {
                self.leave(effect);
                continue;
            }
            for receiver in self.values(effect, 1) {
                let class = self.objects.class(self.hierarchy, receiver);
                if !self.hierarchy.is_subclass(class, method.class) {
                    continue;
                }
                if self.set(effect.result).len() >= MANY_BOUND {
                    return self.leave(effect);
                }
                let object = self.object(Allocation::Bound(method, receiver), 0, of);
                self.add_object(effect.result, object);
            }
        }
    }

    pub(super) fn new_instances(&mut self, effect: &Effect<'_>) {
        for class in self.generated_classes(effect, 0) {
            self.generated_instance(effect, class);
        }
        for class in self.classes(effect, 0) {
            if self.is_first(effect, class.0, 0) {
                self.new_instance(effect, class);
            }
        }
    }

    pub(super) fn providers(&mut self, effect: &Effect<'_>) {
        for service in self.classes(effect, 0) {
            let providers = self.inputs.services.get(&service).cloned().unwrap_or_default();
            for class in providers {
                if self.is_first(effect, class.0, 0) {
                    self.new_instance(effect, class);
                }
            }
        }
    }

    pub(super) fn new_instance(&mut self, effect: &Effect<'_>, class: ClassId) {
        let Some(object) = self.made_by(effect, class) else { return };
        self.add_object(effect.result, object);
        if let Some(index) = self.hierarchy.class(class).find_method(b"<init>", b"()V") {
            let constructor = MethodId { class, index };
            self.call(effect, constructor, Some(object), &[], NONE);
        }
    }

    /// The object of a class that an effect makes; `None` if there can be none.
    pub(super) fn made_by(&mut self, effect: &Effect<'_>, class: ClassId) -> Option<ObjectId> {
        let data = self.hierarchy.class(class);
        let is_abstract = data.access() & (access::ABSTRACT | access::INTERFACE) != 0;
        if data.file().is_none() || is_abstract || !self.is_wanted(effect, class) {
            return None;
        }
        self.initialize(class);
        Some(self.made_at(effect, Type::class(class)))
    }

    /// The object of a type that an effect makes. Where any of many types is made, one object a type is
    /// enough.
    fn made_at(&mut self, effect: &Effect<'_>, of: Type) -> ObjectId {
        let known = self.argument(effect, 0);
        if known != NONE && self.set(known).len() > FEW_CLASSES {
            self.made_by_reflection.insert(of);
            return self.merged(of);
        }
        let heap = self.heap_context(effect.instance);
        self.object(Allocation::At(effect.code, effect.it.inst, of), heap, of)
    }
}

fn dot_to_slash(byte: &u8) -> u8 {
    if *byte == b'.' { b'/' } else { *byte }
}
