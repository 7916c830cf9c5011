//! Calls of what stands for methods.

use rustc_hash::FxHashMap;
use snarl_classfile::access;
use snarl_hierarchy::{ClassId, MethodId, Type};

use super::Effect;
use crate::boxes::{box_of, boxes_for};
use crate::object::{Allocation, Filter, NO_FILTER, ObjectId};
use crate::solver::{Code, Instance, NONE, Node, Solver};
use crate::template::parameter_types;

/// A method that an effect calls.
struct Called {
    member: ObjectId,
    method: MethodId,
    /// Whether its name is not known: any of its class may be meant.
    is_guess: bool,
}

impl Solver<'_> {
    /// Calls methods: the first argument holds what stands for them. With `spread`, the last holds all
    /// that their parameters may be; else the arguments behind the first are theirs, receiver first.
    pub(super) fn invoke(&mut self, effect: &Effect<'_>, receivers: Option<usize>, spread: bool) {
        // Methods that need a receiver, by their class: few of many receivers have it.
        let mut virtuals: FxHashMap<ClassId, Vec<Called>> = FxHashMap::default();
        for (member, is_guess) in self.members(effect) {
            let (method, bound) = match self.objects.allocation(member) {
                Allocation::Constructors(class, _) => {
                    if self.is_first(effect, member, NONE) {
                        let count = effect.it.arguments.len();
                        let first = if spread { count - 1 } else { 1 };
                        let given: Vec<Node> =
                            (first..count).map(|it| self.argument(effect, it)).collect();
                        self.construct(effect, class, &given, spread);
                    }
                    continue;
                }
                Allocation::GeneratedMembers(class, _) => {
                    if receivers.is_none() {
                        self.generated_instance(effect, class);
                    } else if self.is_first(effect, member, NONE) {
                        self.guess(effect);
                        self.call_generated(effect);
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
            let Some(declared) = self.hierarchy.class(method.class).method(method.index) else {
                continue;
            };
            let called = Called { member, method, is_guess };
            if declared.name() == b"<init>" {
                if let Some(given) = self.first_call(effect, &called, NONE, 1, spread)
                    && let Some(object) = self.made_by(effect, method.class)
                {
                    self.add_object(effect.result, object);
                    self.call(effect, method, Some(object), &given, NONE);
                }
            } else if declared.is(access::STATIC) {
                if let Some(given) = self.first_call(effect, &called, NONE, 1, spread) {
                    self.initialize(method.class);
                    self.call(effect, method, None, &given, effect.result);
                }
            } else if let Some(receiver) = bound {
                self.invoke_on(effect, &called, receiver, 1, spread);
            } else {
                virtuals.entry(method.class).or_default().push(called);
            }
        }
        let Some(position) = receivers.filter(|_| !virtuals.is_empty()) else { return };
        let hierarchy = self.hierarchy;
        for object in self.values(effect, position) {
            let class = self.objects.class(hierarchy, object);
            for above in hierarchy.class(class).ancestors() {
                for called in virtuals.get(above).into_iter().flatten() {
                    self.invoke_on(effect, called, object, 2, spread);
                }
            }
        }
    }

    fn invoke_on(
        &mut self,
        effect: &Effect<'_>,
        called: &Called,
        receiver: ObjectId,
        first: usize,
        spread: bool,
    ) {
        let class = self.objects.class(self.hierarchy, receiver);
        if self.hierarchy.is_subclass(class, called.method.class)
            && let Some(given) = self.first_call(effect, called, receiver, first, spread)
        {
            self.call(effect, called.method, Some(receiver), &given, effect.result);
        }
    }

    /// What a call gives to the parameters behind the receiver, unless it has been made already, or the
    /// arguments do not fit: an array holds those of many calls, and `readObject` cannot take a stream
    /// that is written to. The effect's own arguments for them begin at `first`.
    fn first_call(
        &mut self,
        effect: &Effect<'_>,
        called: &Called,
        receiver: u32,
        first: usize,
        spread: bool,
    ) -> Option<Vec<Node>> {
        if self.was_met(effect, called.member, receiver) {
            return None;
        }
        let count = effect.it.arguments.len();
        let given: Vec<Node> = if spread {
            let all = self.argument(effect, count - 1);
            vec![all; parameter_types(self.hierarchy, called.method).len()]
        } else {
            (first..count).map(|position| self.argument(effect, position)).collect()
        };
        let fits = !(called.is_guess || spread) || self.fits(called.method, &given);
        (fits && self.is_first(effect, called.member, receiver)).then_some(given)
    }

    /// Whether there is something to give to each parameter of a method: for primitives, what wraps some.
    fn fits(&mut self, method: MethodId, given: &[Node]) -> bool {
        let types = parameter_types(self.hierarchy, method);
        let member = self.hierarchy.class(method.class).method(method.index);
        let first = usize::from(member.is_some_and(|it| !it.is(access::STATIC)));
        types.iter().skip(first).zip(given).all(|(&of, &from)| {
            boxes_for(self.hierarchy, of).into_iter().any(|include| {
                let filter = Filter { include, exclude: Vec::new() };
                let filter = self.objects.filter(self.hierarchy, filter);
                let Some(mask) = self.objects.mask(filter) else { return true };
                from != NONE && self.set(from).meets(mask)
            })
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
        let callee = match receiver {
            None => {
                let code = self.code_at(method, effect.code, NONE);
                let inherited = self.inherited(code, context);
                self.instance_of(code, inherited)
            }
            Some(object) => {
                let code = if self.is_constructor(method) {
                    Some(Code::Method(method))
                } else {
                    self.select(method, object)
                };
                let Some(code) = code else { return };
                self.instance_for(code, effect.instance, NONE, object)
            }
        };
        self.connect_call(effect, method, callee, receiver, given, result);
    }

    pub(super) fn is_constructor(&self, method: MethodId) -> bool {
        let member = self.hierarchy.class(method.class).method(method.index);
        member.is_some_and(|it| it.name() == b"<init>")
    }

    /// Connects the arguments and the result of a call with what runs.
    pub(super) fn connect_call(
        &mut self,
        effect: &Effect<'_>,
        method: MethodId,
        callee: Instance,
        receiver: Option<ObjectId>,
        given: &[Node],
        result: Node,
    ) {
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
