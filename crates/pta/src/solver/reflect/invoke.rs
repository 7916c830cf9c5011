//! Calls of what stands for methods.

use snarl_classfile::access;
use snarl_hierarchy::{MethodId, Type};

use super::Effect;
use crate::boxes::box_of;
use crate::object::{Allocation, Filter, NO_FILTER, ObjectId};
use crate::solver::{Code, NONE, Node, Solver};
use crate::template::parameter_types;

impl Solver<'_> {
    /// Calls methods: the first argument holds what stands for them. With `spread`, the last holds all
    /// that their parameters may be; else the arguments behind the first are theirs, receiver first.
    pub(super) fn invoke(&mut self, effect: &Effect<'_>, receivers: Option<usize>, spread: bool) {
        for (member, is_guess) in self.members(effect) {
            let count = effect.it.arguments.len();
            let (method, bound) = match self.objects.allocation(member) {
                Allocation::Constructors(class, _) => {
                    if self.is_first(effect, member, NONE) {
                        let first = if spread { count - 1 } else { 1 };
                        let given: Vec<Node> =
                            (first..count).map(|it| self.argument(effect, it)).collect();
                        self.construct(effect, class, &given, spread);
                    }
                    continue;
                }
                Allocation::Member(method, _) => (method, None),
                Allocation::Bound(method, receiver) => (method, Some(receiver)),
                Allocation::Field(field, _) if !spread => {
                    self.apply_to_field(effect, member, field);
                    continue;
                }
                _ => {
                    self.leave(effect);
                    continue;
                }
            };
            let data = self.hierarchy.class(method.class);
            let Some(declared) = data.method(method.index) else { continue };
            let is_static = declared.is(access::STATIC);
            let constructs = declared.name() == b"<init>";
            let is_receiver_given = !is_static && !constructs && bound.is_none();
            let first = if is_receiver_given { 2 } else { 1 };
            let given: Vec<Node> = if spread {
                let all = self.argument(effect, count - 1);
                vec![all; parameter_types(self.hierarchy, method).len()]
            } else {
                (first..count).map(|position| self.argument(effect, position)).collect()
            };
            if is_guess && !self.fits(method, &given) {
                continue;
            }
            if constructs {
                if self.is_first(effect, member, NONE)
                    && let Some(object) = self.made_by(effect, method.class)
                {
                    self.add_object(effect.result, object);
                    self.call(effect, method, Some(object), &given, NONE);
                }
            } else if is_static {
                if self.is_first(effect, member, NONE) {
                    self.initialize(method.class);
                    self.call(effect, method, None, &given, effect.result);
                }
            } else if let Some(position) = receivers {
                let objects = bound.map_or_else(|| self.values(effect, position), |it| vec![it]);
                for object in objects {
                    let class = self.objects.class(self.hierarchy, object);
                    if self.hierarchy.is_subclass(class, method.class)
                        && self.is_first(effect, member, object)
                    {
                        self.call(effect, method, Some(object), &given, effect.result);
                    }
                }
            }
        }
    }

    /// Whether there is something to give to each parameter of a method.
    fn fits(&mut self, method: MethodId, given: &[Node]) -> bool {
        let types = parameter_types(self.hierarchy, method);
        let member = self.hierarchy.class(method.class).method(method.index);
        let first = usize::from(member.is_some_and(|it| !it.is(access::STATIC)));
        let mut references =
            types.iter().skip(first).zip(given).filter(|(of, _)| of.is_reference());
        references.all(|(&include, &from)| {
            let filter = Filter { include, exclude: Vec::new() };
            let filter = self.objects.filter(self.hierarchy, filter);
            let Some(mask) = self.objects.mask(filter) else { return true };
            from != NONE && self.set(from).meets(mask)
        })
    }

    /// One call; `given` are the nodes of the arguments behind the receiver.
    pub(super) fn call(
        &mut self,
        effect: &Effect<'_>,
        method: MethodId,
        receiver: Option<ObjectId>,
        given: &[Node],
        result: Node,
    ) {
        let context = self.data[effect.instance as usize].context;
        let is_constructor = self
            .hierarchy
            .class(method.class)
            .method(method.index)
            .is_some_and(|it| it.name() == b"<init>");
        let callee = match receiver {
            None => {
                let code = self.code_at(method, effect.code, NONE);
                let inherited = self.inherited(code, context);
                self.instance_of(code, inherited)
            }
            Some(object) => {
                let code = if is_constructor {
                    Some(Code::Method(method))
                } else {
                    self.select(method, object)
                };
                let Some(code) = code else { return };
                self.instance_for(code, effect.code, NONE, context, object)
            }
        };
        if let Some(object) = receiver {
            self.add_object(self.parameter(callee, 0), object);
        }
        if !self.reflective_calls.insert((effect.instance, effect.it.inst, callee)) {
            return;
        }
        let first = usize::from(receiver.is_some());
        let types = parameter_types(self.hierarchy, method);
        for (position, &from) in given.iter().enumerate() {
            let position = position + first;
            let Some(&include) = types.get(position) else { break };
            let filter = if include.is_reference() {
                self.objects.filter(self.hierarchy, Filter { include, exclude: Vec::new() })
            } else {
                NO_FILTER
            };
            self.add_edge(from, self.parameter(callee, position), filter);
        }
        let template = self.template(callee);
        self.add_edge(self.node(callee, template.returns), result, NO_FILTER);
        let throws = self.node(effect.instance, effect.it.throws);
        self.add_edge(self.node(callee, template.throws), throws, NO_FILTER);
        if let Some(of) = self.primitive_result(method) {
            let object = self.merged(of);
            self.add_object(result, object);
        }
    }

    /// What a primitive result is wrapped into.
    pub(super) fn primitive_result(&self, method: MethodId) -> Option<Type> {
        let member = self.hierarchy.class(method.class).method(method.index)?;
        let signature = self.hierarchy.signature(member.descriptor(), method.class).ok()?;
        box_of(self.hierarchy, signature.1)
    }
}
