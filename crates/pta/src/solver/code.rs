//! Code that was reached, and its contexts.

use std::rc::Rc;

use snarl_classfile::access;
use snarl_hierarchy::{ClassId, MethodId, Origin};

use super::{Callees, Instance, Node, Owner, Solver};
use crate::context::{ContextId, EMPTY, Sensitivity};
use crate::object::{CodeId, Filter, FilterId, NO_FILTER};
use crate::template::{CallTarget, NO_VAR, NewKind, Template, Use, Var};

/// What can be reached.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Code {
    /// A method of a class.
    Method(MethodId),
    /// The method that the JVM makes for a lambda: the method and instruction that make the lambda.
    Lambda(MethodId, u32),
    /// A method that has a model, at one call: who calls, and the place among its calls. A model is taken
    /// anew at each call, in the caller's context.
    Model(MethodId, CodeId, u32),
    /// A method of an interface, as proxies have it.
    Proxy(MethodId),
    /// A method of a class made at run time, in place of this one; in place of the native method that
    /// defines classes, all code that is made at run time.
    Made(MethodId),
    /// A method that was handed in, by its place.
    Synthetic(u32),
}

/// Code with its template: what was reached, and what was only asked what it does.
pub(crate) struct CodeData {
    pub(crate) code: Code,
    pub(crate) template: Rc<Template>,
    /// The numbers of the template's filters.
    pub(crate) filters: Vec<FilterId>,
    /// Where it is told what is done with its first variable.
    first_use: u32,
    /// The first of the nodes that all contexts share.
    pub(crate) first_shared: Node,
    pub(crate) instances: Vec<Instance>,
    /// Whether the budget has merged some of its contexts.
    pub(crate) is_degraded: bool,
    /// As [`InstanceData::gives_back`]; `None` if nobody has asked.
    gives_back: Option<u16>,
}

impl CodeData {
    pub(crate) fn is_reached(&self) -> bool {
        !self.instances.is_empty()
    }
}

/// Code in a context.
pub(crate) struct InstanceData {
    pub(crate) code: CodeId,
    pub(crate) context: ContextId,
    /// The code's, here too: each turn of a node needs them.
    pub(super) template: Rc<Template>,
    pub(super) first_shared: Node,
    /// How many variables all contexts share.
    pub(super) shared: u32,
    pub(crate) first_node: Node,
    pub(crate) first_call: u32,
    /// Where the nodes of its parameters are, among those of all instances, and how many there are.
    pub(super) first_parameter: u32,
    pub(super) parameters: u16,
    /// The parameter that it does nothing but give back, or [`NO_PARAMETER`]: a check for null, a method
    /// that returns `this`. Its result is what each call gave it, however many calls share the code.
    pub(super) gives_back: u16,
    /// The nodes that wait for the result.
    pub(crate) results: Vec<Node>,
}

/// In place of the number of a parameter. A method has at most 255 (JVMS 4.3.3).
pub(super) const NO_PARAMETER: u16 = u16::MAX;

/// Through so many calls, side by side or one in the other, a parameter is followed that is given back.
const MOST_PASSES: usize = 4;

/// So many threads that one method starts are told apart.
const MOST_THREADS: usize = 32;

impl Solver<'_> {
    /// Makes the methods that were handed in reachable from outside.
    pub(crate) fn add_roots(&mut self) {
        for root in 0..self.inputs.roots.len() as u32 {
            self.instance_of(Code::Synthetic(root), EMPTY);
        }
    }

    pub(super) fn template_of(&mut self, code: Code) -> Rc<Template> {
        let id = self.code_id(code);
        Rc::clone(&self.code[id as usize].template)
    }

    fn code_id(&mut self, code: Code) -> CodeId {
        let (id, is_new) = self.codes.number(code);
        if is_new {
            let mut template = self.make_template(code);
            self.ask_ahead(&template);
            let filters = template.filters.iter().map(|filter| {
                let filter = Filter { include: filter.include, exclude: filter.exclude.clone() };
                self.objects.filter(self.hierarchy, filter)
            });
            let filters = filters.collect();
            self.count(code, &template);
            let first_use = self.uses.append(std::mem::take(&mut template.uses));
            let first_shared = self.nodes.len() as Node;
            for var in 0..template.shared {
                self.new_variable(Owner::Code(id), first_use + var);
            }
            self.code.push(CodeData {
                code,
                template: Rc::new(template),
                filters,
                first_use,
                first_shared,
                instances: Vec::new(),
                is_degraded: false,
                gives_back: None,
            });
        }
        id
    }

    fn make_template(&mut self, code: Code) -> Template {
        match code {
            Code::Method(method) => self.template_of_method(method),
            Code::Lambda(method, inst) => self.lambda_template(method, inst),
            Code::Model(method, caller, call) => {
                let arguments = self.is_polymorphic(method).then(|| {
                    let caller = self.code.get(caller as usize);
                    let call = caller.and_then(|it| it.template.calls.get(call as usize));
                    call.map_or(1, |it| it.arguments.len())
                });
                self.inputs.models[&method].template(self.hierarchy, &self.merging, arguments)
            }
            Code::Proxy(method) => Template::of_proxy(self.hierarchy, method),
            Code::Made(method) if self.defines_classes(method) => {
                Template::generated(self.hierarchy)
            }
            Code::Made(method) => Template::made_at_run_time(self.hierarchy, method),
            Code::Synthetic(index) => {
                self.inputs.roots[index as usize].root_template(self.hierarchy, &self.merging)
            }
        }
    }

    /// Whether a method takes whatever a call gives it (JVMS 2.9.3).
    fn is_polymorphic(&self, method: MethodId) -> bool {
        let member = self.hierarchy.class(method.class).method(method.index);
        let is_native = member.is_some_and(|it| it.is(access::NATIVE) && it.is(access::VARARGS));
        let name = self.hierarchy.name(method.class);
        is_native
            && matches!(&*name, b"java/lang/invoke/MethodHandle" | b"java/lang/invoke/VarHandle")
    }

    fn lambda_template(&self, method: MethodId, inst: u32) -> Template {
        // The lambda was made by the method's own template, so that is there.
        let id = self.codes.find(&Code::Method(method)).unwrap_or(0);
        let template = &self.code[id as usize].template;
        let made = template.news.iter().find_map(|new| match new.what {
            NewKind::Lambda(index) if new.inst == inst => Some(index as usize),
            _ => None,
        });
        Template::of_lambda(self.hierarchy, &template.lambdas[made.unwrap_or(0)])
    }

    /// What runs where a method is called: its model, if it has one.
    pub(super) fn code_at(&self, method: MethodId, caller: CodeId, call: u32) -> Code {
        if !self.inputs.models.contains_key(&method) {
            return Code::Method(method);
        }
        // A model that comes to itself again is taken as it was, or there would be no end.
        let mut above = caller;
        while let Some(CodeData { code: code @ Code::Model(of, next, _), .. }) =
            self.code.get(above as usize)
        {
            if *of == method {
                return *code;
            }
            above = *next;
        }
        Code::Model(method, caller, call)
    }

    pub(super) fn instance_of(&mut self, code: Code, context: ContextId) -> Instance {
        self.instance_or(code, context, EMPTY)
    }

    /// Code in a context, or in one that it shares with others if it has as many as the budget allows.
    pub(super) fn instance_or(
        &mut self,
        code: Code,
        context: ContextId,
        shared: ContextId,
    ) -> Instance {
        let id = self.code_id(code);
        let context = self.affordable(id, context, shared);
        let (instance, is_new) = self.instances.number((id, context));
        if is_new {
            let gives_back = self.given_back(id, MOST_PASSES);
            let template = Rc::clone(&self.code[id as usize].template);
            let first_node = self.nodes.len() as Node;
            let first_use = self.code[id as usize].first_use;
            for var in template.shared..template.vars {
                self.new_variable(Owner::Instance(instance), first_use + var);
            }
            let first_call = self.calls.len() as u32;
            for call in 0..template.calls.len() as u32 {
                self.calls.push((instance, call));
                self.callees.push(Callees::default());
            }
            self.data.push(InstanceData {
                code: id,
                context,
                template: Rc::clone(&template),
                first_shared: self.code[id as usize].first_shared,
                shared: template.shared,
                first_node,
                first_call,
                first_parameter: self.parameters.len() as u32,
                parameters: template.parameters.len() as u16,
                gives_back,
                results: Vec::new(),
            });
            for &parameter in &template.parameters {
                self.parameters.push(self.node(instance, parameter));
            }
            self.code[id as usize].instances.push(instance);
            self.work.push_back(instance);
        }
        instance
    }

    /// The parameter that code does nothing but give back, itself or by what it calls to get its result.
    fn given_back(&mut self, id: CodeId, passes: usize) -> u16 {
        if self.selector.sensitivity != Sensitivity::Auto {
            return NO_PARAMETER;
        }
        if let Some(known) = self.code[id as usize].gives_back {
            return known;
        }
        if passes == 0 {
            return NO_PARAMETER;
        }
        // What comes to itself again gives back nothing that is known.
        self.code[id as usize].gives_back = Some(NO_PARAMETER);
        let template = Rc::clone(&self.code[id as usize].template);
        let mut var = template.returns;
        for _ in 0..MOST_PASSES {
            let Some(before) = self.passed_on(id, &template, var, passes - 1) else { break };
            var = before;
        }
        let place = template.parameters.iter().position(|&it| it != NO_VAR && it == var);
        let place = place.map_or(NO_PARAMETER, |place| place as u16);
        self.code[id as usize].gives_back = Some(place);
        place
    }

    /// The variable whose objects a variable has, all of them and no others: it is the result of a call
    /// that gives back what it got.
    fn passed_on(
        &mut self,
        id: CodeId,
        template: &Template,
        var: Var,
        passes: usize,
    ) -> Option<Var> {
        // In bytecode, a variable is a value of the SSA form: if it is a call's result, it is nothing else.
        let is_bytecode = matches!(self.code[id as usize].code, Code::Method(_));
        if !is_bytecode || var == NO_VAR || template.parameters.contains(&var) {
            return None;
        }
        let place = template.calls.iter().position(|it| it.result == var && !it.spawns)?;
        let call = &template.calls[place];
        let method = self.surely_called(call.target)?;
        if !matches!(self.code_at(method, id, place as u32), Code::Method(_)) {
            return None;
        }
        let callee = self.code_id(Code::Method(method));
        call.arguments.get(usize::from(self.given_back(callee, passes))).copied()
    }

    /// The method that a call runs, if it is the same for all receivers.
    fn surely_called(&self, target: CallTarget) -> Option<MethodId> {
        let CallTarget::Virtual(method) = target else { return Some(target.method()) };
        let class = self.hierarchy.class(method.class);
        let is_final = class.method(method.index).is_some_and(|it| {
            !it.is(access::ABSTRACT) && (it.is(access::FINAL) || it.is(access::PRIVATE))
        });
        (is_final || class.access() & access::FINAL != 0).then_some(method)
    }

    /// The context, or the shared one if the code has as many contexts as the budget allows.
    fn affordable(&mut self, id: CodeId, context: ContextId, shared: ContextId) -> ContextId {
        if context == EMPTY {
            return shared;
        }
        if self.selector.sensitivity != Sensitivity::Auto
            || self.instances.find(&(id, context)).is_some()
        {
            return context;
        }
        // All that extends `Object` runs its methods, and they hold nothing.
        let object = self.hierarchy.object();
        if matches!(self.code[id as usize].code, Code::Method(it) if it.class == object) {
            return EMPTY;
        }
        let most = self.most_contexts(id);
        let code = &mut self.code[id as usize];
        if code.instances.len() < most {
            return context;
        }
        code.is_degraded = true;
        shared
    }

    /// How many contexts code may have.
    fn most_contexts(&mut self, id: CodeId) -> usize {
        let is_own = self.site_class(id).is_some_and(|it| self.hierarchy.origin(it) != Origin::Jdk);
        let code = self.code[id as usize].code;
        match code {
            // Threads that one method starts, or one class runs, are told apart as long as they are few.
            Code::Method(method) if is_own && self.tells_threads_apart(method) => {
                self.budget.contexts(false).min(MOST_THREADS)
            }
            Code::Lambda(..) if is_own && self.differs_by_call(code) => {
                self.budget.contexts(false).min(MOST_THREADS)
            }
            Code::Method(method) if is_own && self.is_adapter(method) => {
                self.budget.contexts(false)
            }
            Code::Method(method) if self.is_too_common(method) => 0,
            // What a model does is done by its caller.
            Code::Model(_, caller, _) => self.most_contexts(caller),
            _ => self.budget.contexts(is_own),
        }
    }

    /// Does what code does whatever its parameters are.
    pub(super) fn start(&mut self, instance: Instance) {
        let template = self.template(instance);
        let InstanceData { code, context, first_call, .. } = self.data[instance as usize];
        for &(class, _) in &template.initializes {
            self.initialize(class);
        }
        if !template.mentions.is_empty() {
            let by = self.site_class(code).map_or(Origin::Jdk, |it| self.hierarchy.origin(it));
            template.mentions.iter().for_each(|&class| self.mention(class, by));
        }
        self.catch_up(instance, &template);
        for new in &template.news {
            self.make(instance, &template, new);
        }
        for &(field, var) in &template.static_loads {
            let from = self.static_node(field);
            self.add_edge(from, self.node(instance, var), NO_FILTER);
        }
        for &(field, var) in &template.static_stores {
            let to = self.static_node(field);
            self.add_edge(self.node(instance, var), to, NO_FILTER);
        }
        for (index, call) in template.calls.iter().enumerate() {
            if let CallTarget::Static(callee) = call.target {
                let index = index as u32;
                let target = self.code_at(callee, code, index);
                let inherited = self.inherited(target, context);
                let inherited = self.at_site(target, inherited, instance, index);
                let callee = self.instance_of(target, inherited);
                self.connect(instance, first_call + index, &template, index, callee);
            }
        }
        if let Code::Made(method) = self.code[code as usize].code {
            self.start_generated(instance, method);
        }
        for index in 0..template.reflections.len() as u32 {
            self.reflect(instance, &template, index, None);
        }
    }

    /// Hands exceptions that other contexts of the method have met to the handlers in this one.
    fn catch_up(&mut self, instance: Instance, template: &Template) {
        let code = self.data[instance as usize].code;
        for var in 0..template.shared {
            for place in self.uses.places(self.code[code as usize].first_use + var) {
                let Use::Copy(copy) = self.uses.at(place) else { continue };
                if copy.to < template.shared {
                    continue;
                }
                let filter = self.copy_filter(code, copy.filter);
                self.flow(self.node(instance, var), self.node(instance, copy.to), filter);
            }
        }
    }

    /// Runs the static initializers of a class and its super classes (JVMS 5.5), and of interfaces that
    /// have code to run.
    pub(super) fn initialize(&mut self, class: ClassId) {
        let mut next = Some(class);
        while let Some(class) = next {
            if self.initialized.contains_key(&class) {
                return;
            }
            self.initialized.insert(class, None);
            let data = self.hierarchy.class(class);
            if let Some(index) = data.find_method(b"<clinit>", b"()V") {
                let instance = self.instance_of(Code::Method(MethodId { class, index }), EMPTY);
                let code = self.data[instance as usize].code;
                self.initialized.insert(class, Some(code));
            }
            if data.is_interface() {
                return;
            }
            for &above in data.ancestors() {
                if above != class && self.has_default(above) {
                    self.initialize(above);
                }
            }
            next = data.super_class();
        }
    }

    /// Whether a class initializes an interface above it (JVMS 5.5): one that has a default method.
    pub(crate) fn has_default(&self, class: ClassId) -> bool {
        let data = self.hierarchy.class(class);
        let own = access::STATIC | access::ABSTRACT;
        data.is_interface()
            && data.find_method(b"<clinit>", b"()V").is_some()
            && data.file().is_some_and(|file| file.methods().any(|it| it.access() & own == 0))
    }
}
