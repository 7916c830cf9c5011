//! Members by name.

use std::rc::Rc;

use snarl_classfile::access;
use snarl_hierarchy::{ClassId, FieldId, MethodId, Origin, Type};

use super::Effect;
use crate::object::{Allocation, ObjectId};
use crate::solver::{NONE, Node, Solver};
use crate::template::{Reflect, parameter_types};

/// So many names are compared one by one.
const FEW_NAMES: usize = 3;

/// Names of members.
#[derive(Default)]
pub(super) struct Names {
    /// Whether any name may be meant, beside the others.
    any: bool,
    /// String constants by number, in order.
    texts: Vec<u32>,
}

impl Solver<'_> {
    pub(super) fn constructors(&mut self, effect: &Effect<'_>) {
        for class in self.classes(effect, 0) {
            let of = effect.it.of;
            let object = self.object(Allocation::Constructors(class, of), 0, of);
            self.add_object(effect.result, object);
        }
        self.generated_members(effect, 0);
    }

    /// What stands for the constructors and methods of classes made at run time.
    fn generated_members(&mut self, effect: &Effect<'_>, position: usize) {
        for class in self.generated_classes(effect, position) {
            let of = effect.it.of;
            let object = self.object(Allocation::GeneratedMembers(class, of), 0, of);
            self.add_object(effect.result, object);
        }
    }

    /// New instances by the constructors of a class.
    pub(super) fn construct(
        &mut self,
        effect: &Effect<'_>,
        class: ClassId,
        given: &[Node],
        spread: bool,
    ) {
        let Some(object) = self.made_by(effect, class) else { return };
        self.add_object(effect.result, object);
        let Some(file) = self.hierarchy.class(class).file() else { return };
        for (index, member) in file.methods().enumerate() {
            let method = MethodId { class, index: index as u16 };
            if member.name() != b"<init>" {
                continue;
            }
            let count = parameter_types(self.hierarchy, method).len() - 1;
            if spread {
                let all = given.first().copied().unwrap_or(NONE);
                self.call(effect, method, Some(object), &vec![all; count], NONE);
            } else if count == given.len() {
                self.call(effect, method, Some(object), given, NONE);
            }
        }
    }

    /// What the first argument of an effect stands for, each member by itself, and whether it is one of
    /// those of its class of which the name is not known. The JDK uses no such.
    pub(super) fn members(&mut self, effect: &Effect<'_>) -> Vec<(ObjectId, bool)> {
        let is_own = self.is_own(effect);
        let mut members = Vec::new();
        for object in self.values(effect, 0) {
            match self.objects.allocation(object) {
                Allocation::Methods(..)
                | Allocation::PublicMethods(..)
                | Allocation::Fields(..) => {
                    if is_own {
                        members.extend(self.members_of(object).iter().map(|&it| (it, true)));
                    }
                }
                _ => members.push((object, false)),
            }
        }
        members
    }

    /// The objects of the members that one object stands for.
    fn members_of(&mut self, object: ObjectId) -> Rc<[ObjectId]> {
        if let Some(known) = self.members_of.get(&object) {
            return Rc::clone(known);
        }
        let of = self.objects.of(object);
        let members = match self.objects.allocation(object) {
            Allocation::Methods(class, _) => self.methods_offered_by(class, of, false),
            Allocation::PublicMethods(class, _) => self.methods_offered_by(class, of, true),
            Allocation::Fields(class, _) => self.fields_offered_by(class, of),
            _ => Vec::new(),
        };
        let members: Rc<[ObjectId]> =
            members.into_iter().map(|member| self.object(member, 0, of)).collect();
        self.members_of.insert(object, Rc::clone(&members));
        members
    }

    /// Methods that a source has, all or the public ones; older compilers tell by an attribute which
    /// ones they made.
    fn methods_offered_by(&self, class: ClassId, of: Type, is_public: bool) -> Vec<Allocation> {
        let file = self.hierarchy.class(class).file();
        let methods = file.iter().flat_map(|it| it.methods()).enumerate().filter(|(_, member)| {
            (!is_public || member.is(access::PUBLIC))
                && !member.is(access::SYNTHETIC)
                && member.attribute("Synthetic").is_none()
                && member.name().first() != Some(&b'<')
        });
        let method = |index| MethodId { class, index: index as u16 };
        methods.map(|(index, _)| Allocation::Member(method(index), of)).collect()
    }

    fn fields_offered_by(&self, class: ClassId, of: Type) -> Vec<Allocation> {
        let fields = self.hierarchy.class(class).file().map_or(0, |it| it.fields().count());
        (0..fields as u16).map(|index| Allocation::Field(FieldId { class, index }, of)).collect()
    }

    /// The names that an argument may be.
    fn names(&mut self, effect: &Effect<'_>, position: usize) -> Names {
        if self.argument(effect, position) == NONE {
            return Names { any: true, texts: Vec::new() };
        }
        let mut names = Names::default();
        for object in self.values(effect, position) {
            match self.objects.allocation(object) {
                Allocation::Text(text) => names.texts.push(text),
                _ => names.any = true,
            }
        }
        names.texts.sort_unstable();
        names
    }

    /// Looks for members of the names of the first argument in the classes of the second.
    pub(super) fn members_named(
        &mut self,
        effect: &Effect<'_>,
        named: fn(&Self, &Names, ClassId, Type) -> Vec<Allocation>,
        some: fn(ClassId, Type) -> Allocation,
    ) {
        let names = self.names(effect, 0);
        for class in self.classes(effect, 1) {
            if names.any {
                self.some_members(effect, class, some);
            }
            if names.texts.is_empty() {
                continue;
            }
            for class in self.hierarchy.class(class).ancestors().to_vec() {
                let of = effect.it.of;
                for member in named(self, &names, class, of) {
                    let object = self.object(member, 0, of);
                    self.add_object(effect.result, object);
                }
            }
        }
        if matches!(effect.it.what, Reflect::Method | Reflect::PublicMethod) {
            self.generated_members(effect, 1);
        }
    }

    pub(super) fn methods_named(&self, names: &Names, class: ClassId, of: Type) -> Vec<Allocation> {
        self.methods_with(names, class, of, false)
    }

    pub(super) fn public_methods_named(
        &self,
        names: &Names,
        class: ClassId,
        of: Type,
    ) -> Vec<Allocation> {
        self.methods_with(names, class, of, true)
    }

    /// Methods of some names, all or the public ones.
    fn methods_with(
        &self,
        names: &Names,
        class: ClassId,
        of: Type,
        is_public: bool,
    ) -> Vec<Allocation> {
        let Some(file) = self.hierarchy.class(class).file() else { return Vec::new() };
        let methods = (0..).zip(file.methods()).filter(|(_, it)| {
            (!is_public || it.is(access::PUBLIC)) && self.is_named(names, it.name())
        });
        methods.map(|(index, _)| Allocation::Member(MethodId { class, index }, of)).collect()
    }

    pub(super) fn fields_named(&self, names: &Names, class: ClassId, of: Type) -> Vec<Allocation> {
        let Some(file) = self.hierarchy.class(class).file() else { return Vec::new() };
        let fields = (0..).zip(file.fields()).filter(|(_, it)| self.is_named(names, it.name()));
        fields.map(|(index, _)| Allocation::Field(FieldId { class, index }, of)).collect()
    }

    fn is_named(&self, names: &Names, name: &[u8]) -> bool {
        if names.texts.len() <= FEW_NAMES {
            return names.texts.iter().any(|&text| &**self.texts.get(text) == name);
        }
        self.texts.find(name).is_some_and(|text| names.texts.binary_search(&text).is_ok())
    }

    /// Members whose names are not known: any that the program's own classes have.
    fn some_members(
        &mut self,
        effect: &Effect<'_>,
        class: ClassId,
        some: fn(ClassId, Type) -> Allocation,
    ) {
        self.guess(effect);
        for class in self.hierarchy.class(class).ancestors().to_vec() {
            if self.hierarchy.origin(class) != Origin::Jdk {
                let of = effect.it.of;
                let object = self.object(some(class, of), 0, of);
                self.add_object(effect.result, object);
            }
        }
    }
}
