//! Effects that values decide: reflection, method and variable handles, proxies, services, clones.
//!
//! An effect is looked at again whenever one of its arguments points to more. What stands for a class,
//! a method or a field is an object like any other, so that it may come from anywhere: a constant, a
//! static field, a map.

mod access;
mod classes;
mod generated;
mod invoke;
mod members;
mod objects;
mod uses;

use std::rc::Rc;

use snarl_hierarchy::{FieldId, Origin, Type};

use super::{Instance, NONE, Node, Solver, THREADS};
use crate::object::{Allocation, CodeId, NO_FILTER, ObjectId};
use crate::set::Set;
use crate::template::{Reflect, Reflection, Template, Var};

pub(super) use classes::Place;
pub(super) use generated::Generated;

/// So many classes that an object may have are as good as all.
const MANY_CLASSES: usize = 32;

/// What a look at an object costs, beside handing it on along an edge.
const LOOK: usize = 20;

/// So many method handles with receivers come from one place, at most.
const MANY_BOUND: usize = 256;

/// So many classes at one place are told apart by place.
const FEW_CLASSES: usize = 8;

/// An effect that could not be decided: the code, its instruction, the effect.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Unresolved {
    pub(crate) code: CodeId,
    pub(crate) what: Reflect,
    /// Whether something was taken in its place: classes that names elsewhere mean, members that fit.
    pub(crate) is_guessed: bool,
}

/// An access through a handle, an offset or a `Field`. No field: the elements of an array.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct HandleAccess {
    pub(crate) code: CodeId,
    pub(crate) field: Option<FieldId>,
    pub(crate) what: Reflect,
}

/// One effect of an instance.
struct Effect<'a> {
    instance: Instance,
    code: CodeId,
    it: &'a Reflection,
    result: Node,
    /// The argument that points to more, and what is new there. None: look at all.
    news: Option<(usize, &'a Set)>,
}

impl Solver<'_> {
    /// Does what an effect does for what is new in a variable.
    pub(super) fn reflect_news(
        &mut self,
        instance: Instance,
        template: &Rc<Template>,
        index: u32,
        var: Var,
        news: &Set,
    ) {
        let arguments = &template.reflections[index as usize].arguments;
        for position in (0..arguments.len()).filter(|&position| arguments[position] == var) {
            self.reflect(instance, template, index, Some((position, news)));
        }
    }

    /// Does what an effect does with what its arguments point to now.
    pub(super) fn reflect(
        &mut self,
        instance: Instance,
        template: &Rc<Template>,
        index: u32,
        news: Option<(usize, &Set)>,
    ) {
        let it = &template.reflections[index as usize];
        let code = self.data[instance as usize].code;
        let effect = Effect { instance, code, it, result: self.node(instance, it.result), news };
        match it.what {
            Reflect::ClassNamed => self.class_named(&effect),
            Reflect::Define => self.define(&effect),
            Reflect::Hold => self.hold(&effect),
            Reflect::ClassOf => self.class_of(&effect),
            Reflect::Instance => self.new_instances(&effect),
            Reflect::Providers => self.providers(&effect),
            Reflect::Constructor => self.constructors(&effect),
            Reflect::Method => {
                self.members_named(&effect, Self::methods_named, Allocation::Methods);
            }
            Reflect::PublicMethod => {
                let some = Allocation::PublicMethods;
                self.members_named(&effect, Self::public_methods_named, some);
            }
            Reflect::Field => {
                self.members_named(&effect, Self::fields_named, Allocation::Fields);
            }
            Reflect::Elements => {
                let object = self.object(Allocation::Elements(it.of), 0, it.of);
                self.add_object(effect.result, object);
            }
            Reflect::Construct => self.invoke(&effect, None, true),
            Reflect::Invoke => self.invoke(&effect, Some(1), true),
            Reflect::Apply => self.invoke(&effect, Some(1), false),
            Reflect::Get | Reflect::Set => self.access(&effect),
            Reflect::Read | Reflect::Write | Reflect::Update => self.access(&effect),
            Reflect::Proxy => self.proxy(&effect),
            Reflect::Clone => self.clone_objects(&effect),
            Reflect::Component => self.components(&effect),
            Reflect::Array => self.arrays(&effect),
            Reflect::Bind => self.bind(&effect),
            Reflect::CurrentThread => {
                if self.is_first(&effect, 0, 0) {
                    self.add_edge(THREADS, effect.result, NO_FILTER);
                }
            }
            Reflect::CallingClass => {
                if let Some(class) = self.site_class(effect.code) {
                    let object = self.class_object(Type::class(class));
                    self.add_object(effect.result, object);
                }
            }
        }
    }

    fn argument(&self, effect: &Effect<'_>, position: usize) -> Node {
        let var = effect.it.arguments.get(position);
        var.map_or(NONE, |&var| self.node(effect.instance, var))
    }

    /// What an argument points to; of the one that got more, what is new.
    fn values(&mut self, effect: &Effect<'_>, position: usize) -> Vec<ObjectId> {
        let values: Vec<ObjectId> = match effect.news {
            Some((changed, news)) if changed == position => news.iter().collect(),
            _ => match self.argument(effect, position) {
                NONE => Vec::new(),
                node => self.set(node).iter().collect(),
            },
        };
        self.budget.delivered += values.len() * LOOK;
        values
    }

    /// Whether the program itself asks. What the JDK does with classes and names that it computes is its
    /// own affair: following it would reach most of the JDK, and say nothing of the program.
    fn is_own(&self, effect: &Effect<'_>) -> bool {
        let class = self.site_class(effect.code);
        class.is_some_and(|class| self.hierarchy.origin(class) != Origin::Jdk)
    }

    /// Notes an effect that cannot be decided.
    fn leave(&mut self, effect: &Effect<'_>) {
        self.note(effect, false);
    }

    /// Notes an effect that cannot be decided, but for which something is taken.
    fn guess(&mut self, effect: &Effect<'_>) {
        self.note(effect, true);
    }

    fn note(&mut self, effect: &Effect<'_>, is_guessed: bool) {
        if self.is_own(effect) {
            let (code, what) = (effect.code, effect.it.what);
            self.unresolved.insert(Unresolved { code, what, is_guessed });
        }
    }

    fn was_met(&self, effect: &Effect<'_>, a: u32, b: u32) -> bool {
        self.reflected.contains(&(effect.instance, effect.it.inst, a, b))
    }

    /// Whether an effect meets a pair of things for the first time.
    fn is_first(&mut self, effect: &Effect<'_>, a: u32, b: u32) -> bool {
        self.reflected.insert((effect.instance, effect.it.inst, a, b))
    }
}
