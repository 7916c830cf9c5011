//! Calls: what they reach, and how arguments and results flow.

use std::rc::Rc;

use rustc_hash::FxHashMap;
use snarl_classfile::access;
use snarl_hierarchy::{ClassId, MethodId};

use super::code::NO_PARAMETER;
use super::{CallNode, Code, Instance, Kind, NONE, Node, Solver};
use crate::context::{EMPTY, Sensitivity};
use crate::object::{Allocation, NO_FILTER, ObjectId};
use crate::set::Set;
use crate::template::{CallTarget, NO_VAR, Template};

impl Solver<'_> {
    /// Calls what new receivers select.
    pub(super) fn dispatch(
        &mut self,
        instance: Instance,
        node: CallNode,
        template: &Rc<Template>,
        call: u32,
        receivers: &Set,
    ) {
        let target = template.calls[call as usize].target;
        if let CallTarget::Special(method) = target {
            let data = &self.data[instance as usize];
            let (caller, context) = (data.code, data.context);
            let code = self.code_at(method, caller, call);
            let is_model = matches!(code, Code::Model(..));
            if is_model || self.selector.sensitivity == Sensitivity::Insensitive {
                let callee = self.instance_of(code, if is_model { context } else { EMPTY });
                return self.receive(instance, node, template, call, callee, receivers);
            }
        }
        // Where calls of this method went before, at hand for all receivers.
        let mut known = match target {
            CallTarget::Virtual(resolved) => self.dispatched.remove(&resolved).unwrap_or_default(),
            _ => FxHashMap::default(),
        };
        let mut found: Vec<(Instance, ObjectId)> = Vec::with_capacity(receivers.len());
        let (mut last, mut selected) = (NONE, None);
        for object in receivers.iter() {
            let kind = self.kinds[object as usize];
            if kind == NONE || kind != last {
                selected = known
                    .get(&kind)
                    .copied()
                    .or_else(|| self.callee(instance, target, call, object, &mut known));
                last = kind;
            }
            found.extend(selected.map(|callee| (callee, object)));
        }
        if let CallTarget::Virtual(resolved) = target {
            self.dispatched.insert(resolved, known);
        }
        if found.len() == receivers.len() && found.iter().all(|it| it.0 == found[0].0) {
            let callee = found[0].0;
            return self.receive(instance, node, template, call, callee, receivers);
        }
        found.sort_by_key(|&(callee, _)| callee);
        for group in found.chunk_by(|a, b| a.0 == b.0) {
            let objects = Set::from_sorted(group.iter().map(|&(_, object)| object));
            self.receive(instance, node, template, call, group[0].0, &objects);
        }
    }

    fn receive(
        &mut self,
        instance: Instance,
        node: CallNode,
        template: &Rc<Template>,
        call: u32,
        callee: Instance,
        receivers: &Set,
    ) {
        self.add_all(self.parameter(callee, 0), receivers, NO_FILTER);
        self.connect(instance, node, template, call, callee);
        if self.data[callee as usize].gives_back == 0 {
            let result = self.node(instance, template.calls[call as usize].result);
            self.add_all(result, receivers, NO_FILTER);
        }
    }

    /// What a call runs for a receiver; kept for all of its kind if it is the same for them everywhere.
    fn callee(
        &mut self,
        instance: Instance,
        target: CallTarget,
        call: u32,
        object: ObjectId,
        known: &mut FxHashMap<Kind, Instance>,
    ) -> Option<Instance> {
        let resolved = match target {
            CallTarget::Virtual(resolved) => resolved,
            CallTarget::Special(method) | CallTarget::Static(method) => {
                let code = Code::Method(method);
                return Some(self.instance_for(code, instance, call, object));
            }
        };
        let code = self.select(resolved, object)?;
        let callee = self.instance_for(code, instance, call, object);
        let is_same_elsewhere = match self.code[self.data[callee as usize].code as usize].code {
            Code::Model(..) => false,
            code => !self.differs_by_call(code),
        };
        let kind = self.kinds[object as usize];
        if kind != NONE && is_same_elsewhere {
            known.insert(kind, callee);
        }
        Some(callee)
    }

    /// The instance of code that a receiver needs: models run in the caller's context.
    pub(super) fn instance_for(
        &mut self,
        code: Code,
        by: Instance,
        call: u32,
        object: ObjectId,
    ) -> Instance {
        let (caller, context) = (self.data[by as usize].code, self.data[by as usize].context);
        if let Code::Method(method) = code
            && let model @ Code::Model(..) = self.code_at(method, caller, call)
        {
            return self.instance_of(model, context);
        }
        let context = self.receiver_context[object as usize];
        let context = self.at_site(code, context, by, call);
        let shared = self.shared_by(code, object);
        self.instance_or(code, context, shared)
    }

    /// What runs for a receiver: a lambda's method, or the one that its class selects.
    pub(super) fn select(&mut self, resolved: MethodId, object: ObjectId) -> Option<Code> {
        let hierarchy = self.hierarchy;
        if let Some(lambda) = self.lambdas.get(&object) {
            let member = hierarchy.class(resolved.class).method(resolved.index);
            // Its method overrides default ones too; of abstract ones, those that are bridges to it.
            if member.is_some_and(|it| {
                it.name() == &*lambda.name
                    && (it.is(access::ABSTRACT) || it.descriptor() == &*lambda.descriptor)
            }) {
                return Some(lambda.code);
            }
            // A default method of an interface that the lambda has besides.
            let class = self.objects.class(hierarchy, object);
            if !hierarchy.is_subclass(class, resolved.class)
                && member.is_some_and(|it| !it.is(access::ABSTRACT))
            {
                return Some(Code::Method(resolved));
            }
        }
        if self.proxies.contains(&object) && self.is_proxied(resolved) {
            return Some(Code::Proxy(resolved));
        }
        if self.is_handle(object) {
            // `unreflect` makes a method handle of a `Method`: what stands for a member is both.
            let member = hierarchy.class(resolved.class).method(resolved.index);
            let is_abstract = member.is_none_or(|it| it.is(access::ABSTRACT));
            return (!is_abstract).then_some(Code::Method(resolved));
        }
        let class = self.objects.class(hierarchy, object);
        let select = || hierarchy.select(class, resolved).ok();
        let selected = *self.selected.entry((resolved, class)).or_insert_with(select);
        if matches!(self.objects.allocation(object), Allocation::Generated(_)) {
            return self.select_generated(class, resolved, selected);
        }
        selected.map(Code::Method)
    }

    /// Whether an object's class alone decides what its methods run: that of a lambda or a proxy does not,
    /// nor what a class made at run time extends.
    pub(super) fn is_plain(&self, object: ObjectId, class: ClassId) -> bool {
        !self.hierarchy.class(class).is_interface()
            && !self.is_handle(object)
            && !matches!(self.objects.allocation(object), Allocation::Generated(_))
    }

    fn is_handle(&self, object: ObjectId) -> bool {
        use Allocation::{
            Bound, Constructors, Elements, Field, Fields, GeneratedMembers, Member, Methods,
            PublicMethods,
        };
        let allocation = self.objects.allocation(object);
        matches!(allocation, Member(..) | Methods(..) | PublicMethods(..) | Constructors(..))
            || matches!(allocation, Bound(..) | Field(..) | Fields(..) | Elements(..))
            || matches!(allocation, GeneratedMembers(..))
    }

    /// Whether a proxy sends a method to its handler.
    fn is_proxied(&self, resolved: MethodId) -> bool {
        let class = self.hierarchy.class(resolved.class);
        let Some(member) = class.method(resolved.index) else { return false };
        class.is_interface() && !member.is(access::STATIC)
            || matches!(member.name(), b"equals" | b"hashCode" | b"toString")
    }

    /// Connects arguments and results of a call with a callee, unless they are already.
    pub(super) fn connect(
        &mut self,
        instance: Instance,
        node: CallNode,
        template: &Rc<Template>,
        call: u32,
        callee: Instance,
    ) {
        if !self.callees[node as usize].insert(callee) {
            return;
        }
        let call = &template.calls[call as usize];
        let first = usize::from(call.target.has_receiver());
        for (position, &argument) in call.arguments.iter().enumerate().skip(first) {
            self.flow(self.node(instance, argument), self.parameter(callee, position), NO_FILTER);
        }
        let (result, throws) = (self.node(instance, call.result), self.node(instance, call.throws));
        match self.data[callee as usize].gives_back {
            NO_PARAMETER => self.add_result(callee, result),
            // Receivers come one by one, and only those that select this callee.
            0 if first == 1 => {}
            position => {
                let argument = call.arguments.get(position as usize).copied().unwrap_or(NO_VAR);
                self.add_edge(self.node(instance, argument), result, NO_FILTER);
            }
        }
        self.add_throws(node, callee, throws);
    }

    fn add_result(&mut self, callee: Instance, result: Node) {
        if result != NONE {
            let returns = self.data[callee as usize].template.returns;
            self.data[callee as usize].results.push(result);
            self.flow(self.node(callee, returns), result, NO_FILTER);
        }
    }

    fn add_throws(&mut self, call: CallNode, callee: Instance, throws: Node) {
        let (instance, index) = self.calls[call as usize];
        let codes = (self.data[instance as usize].code, self.data[callee as usize].code);
        if self.throwing.insert((codes.0, index, codes.1)) {
            let thrown = self.code[codes.1 as usize].template.throws;
            self.add_edge(self.node(callee, thrown), throws, NO_FILTER);
        }
    }
}
