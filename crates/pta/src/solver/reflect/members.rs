//! Members by name.

use std::rc::Rc;

use snarl_classfile::access;
use snarl_hierarchy::{ClassId, FieldId, MethodId, Origin, Type};

use super::Effect;
use crate::object::{Allocation, ObjectId};
use crate::solver::{NONE, Node, Solver};
use crate::template::{Reflect, parameter_types};

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

    fn found_methods(&mut self, effect: &Effect<'_>, class: ClassId, wanted: &[u8]) {
        let Some(file) = self.hierarchy.class(class).file() else { return };
        for (index, member) in file.methods().enumerate() {
            if member.name() == wanted {
                let method = MethodId { class, index: index as u16 };
                let of = effect.it.of;
                let object = self.object(Allocation::Member(method, of), 0, of);
                self.add_object(effect.result, object);
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
                Allocation::Methods(..) | Allocation::Fields(..) => {
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
            Allocation::Methods(class, _) => self.methods_offered_by(class, of),
            Allocation::Fields(class, _) => self.fields_offered_by(class, of),
            _ => Vec::new(),
        };
        let members: Rc<[ObjectId]> =
            members.into_iter().map(|member| self.object(member, 0, of)).collect();
        self.members_of.insert(object, Rc::clone(&members));
        members
    }

    /// Methods that a source has; older compilers tell by an attribute which ones they made.
    fn methods_offered_by(&self, class: ClassId, of: Type) -> Vec<Allocation> {
        let file = self.hierarchy.class(class).file();
        let methods = file.iter().flat_map(|it| it.methods()).enumerate().filter(|(_, member)| {
            !member.is(access::SYNTHETIC)
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

    /// The names that an argument may be; `None` among them is any.
    pub(super) fn names(&mut self, effect: &Effect<'_>, position: usize) -> Vec<Option<u32>> {
        if self.argument(effect, position) == NONE {
            return vec![None];
        }
        let values = self.values(effect, position);
        let name = |object| match self.objects.allocation(object) {
            Allocation::Text(text) => Some(text),
            _ => None,
        };
        values.into_iter().map(name).collect()
    }

    /// Looks for members of the names of the first argument in the classes of the second.
    pub(super) fn members_named(
        &mut self,
        effect: &Effect<'_>,
        found: fn(&mut Self, &Effect<'_>, ClassId, Option<u32>),
    ) {
        let names = self.names(effect, 0);
        for class in self.classes(effect, 1) {
            for &name in &names {
                if self.is_first(effect, class.0, name.unwrap_or(NONE)) {
                    found(self, effect, class, name);
                }
            }
        }
        if effect.it.what == Reflect::Method {
            self.generated_members(effect, 1);
        }
    }

    pub(super) fn methods_of(&mut self, effect: &Effect<'_>, class: ClassId, name: Option<u32>) {
        let Some(text) = name else {
            return self.some_members(effect, class, Allocation::Methods);
        };
        let text = self.texts.get(text).clone();
        for class in self.hierarchy.class(class).ancestors().to_vec() {
            self.found_methods(effect, class, &text);
        }
    }

    pub(super) fn fields_of(&mut self, effect: &Effect<'_>, class: ClassId, name: Option<u32>) {
        let Some(text) = name else {
            return self.some_members(effect, class, Allocation::Fields);
        };
        let text = self.texts.get(text).clone();
        for class in self.hierarchy.class(class).ancestors().to_vec() {
            let Some(file) = self.hierarchy.class(class).file() else { continue };
            for (index, member) in file.fields().enumerate() {
                if member.name() == &*text {
                    let field = FieldId { class, index: index as u16 };
                    let of = effect.it.of;
                    let object = self.object(Allocation::Field(field, of), 0, of);
                    self.add_object(effect.result, object);
                }
            }
        }
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
