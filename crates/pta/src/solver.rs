//! The solver: inclusion constraints with difference propagation, call graph on the fly.
//!
//! A node is a variable of a method in a context, a field of an object, a static field, or the elements
//! of an array. A node that got new objects waits in the queue; its turn hands exactly these on, along
//! stored edges (fields) and along the method's template (everything within a method, and calls).

use std::collections::VecDeque;
use std::rc::Rc;

use rustc_hash::{FxHashMap, FxHashSet};
use snarl_classfile::access;
use snarl_hierarchy::{ClassId, FieldId, Hierarchy, MethodId, Type};
use snarl_ir::Program;

use crate::context::{ContextId, Contexts, EMPTY, Selector};
use crate::object::{Allocation, Filter, FilterId, NO_FILTER, ObjectId, Objects};
use crate::set::Set;
use crate::tables::Table;
use crate::template::{CallTarget, Code, NO_VAR, New, NewKind, Slot, Template, Var};

/// A node, by number.
type Node = u32;
/// A method, by number.
type MethodNumber = u32;
/// A method in a context, by number.
type Instance = u32;
/// A call of a method in a context, by number.
type CallNode = u32;

const NONE: u32 = u32::MAX;

/// A method that was reached, with its template.
struct Method {
    code: Code,
    template: Rc<Template>,
    /// The numbers of the template's filters.
    filters: Vec<FilterId>,
    /// The first of the nodes that all contexts share.
    first_shared: Node,
    instances: Vec<Instance>,
}

/// A method in a context.
struct InstanceData {
    method: MethodNumber,
    context: ContextId,
    first_node: Node,
    first_call: CallNode,
    /// The nodes that wait for the result.
    results: Vec<Node>,
}

/// Who a node belongs to.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Owner {
    /// A field, or the elements of an array.
    Heap,
    /// A method in a context.
    Instance(Instance),
    /// A method in all its contexts.
    Method(MethodNumber),
}

#[derive(Clone, Copy)]
struct Edge {
    to: Node,
    filter: FilterId,
}

/// Where a lambda object was made, and its method.
struct LambdaData {
    code: Code,
    name: Box<[u8]>,
}

/// The state of the analysis.
pub(crate) struct Solver<'p> {
    program: &'p Program,
    hierarchy: &'p Hierarchy,
    selector: Selector,
    pub(crate) contexts: Contexts,
    pub(crate) objects: Objects,
    /// The context in which each object's methods run.
    receiver_context: Vec<ContextId>,
    lambdas: FxHashMap<ObjectId, LambdaData>,
    elements: Table<Allocation>,
    method_numbers: Table<Code>,
    methods: Vec<Method>,
    instances: Table<(MethodNumber, ContextId)>,
    data: Vec<InstanceData>,
    points_to: Vec<Set>,
    news: Vec<Set>,
    edges: Vec<Vec<Edge>>,
    owner: Vec<Owner>,
    /// Calls along which exceptions flow: caller, index of the call, callee.
    throwing: FxHashSet<(MethodNumber, u32, MethodNumber)>,
    /// What may be in a node: for the elements of arrays.
    node_filter: FxHashMap<Node, FilterId>,
    fields: FxHashMap<(ObjectId, Slot), Node>,
    statics: FxHashMap<FieldId, Node>,
    callees: Vec<Set>,
    /// The instance and the index in its template, of each call.
    calls: Vec<(Instance, u32)>,
    selected: FxHashMap<(MethodId, ClassId), Option<MethodId>>,
    initialized: FxHashMap<ClassId, ()>,
    queue: VecDeque<Node>,
    work: VecDeque<Instance>,
}

impl<'p> Solver<'p> {
    pub(crate) fn new(program: &'p Program, selector: Selector) -> Self {
        Self {
            program,
            hierarchy: program.hierarchy(),
            selector,
            contexts: Contexts::new(selector),
            objects: Objects::new(),
            receiver_context: Vec::new(),
            lambdas: FxHashMap::default(),
            elements: Table::new(),
            method_numbers: Table::new(),
            methods: Vec::new(),
            instances: Table::new(),
            data: Vec::new(),
            points_to: Vec::new(),
            news: Vec::new(),
            edges: Vec::new(),
            owner: Vec::new(),
            throwing: FxHashSet::default(),
            node_filter: FxHashMap::default(),
            fields: FxHashMap::default(),
            statics: FxHashMap::default(),
            callees: Vec::new(),
            calls: Vec::new(),
            selected: FxHashMap::default(),
            initialized: FxHashMap::default(),
            queue: VecDeque::new(),
            work: VecDeque::new(),
        }
    }

    /// Makes a method reachable from outside; reference parameters get one object of their type each.
    pub(crate) fn add_root(&mut self, method: MethodId) {
        self.initialize(method.class);
        let instance = self.instance(method, EMPTY);
        let template = self.template(instance);
        let parameters = self.parameter_types(method);
        for (&var, of) in template.parameters.iter().zip(parameters) {
            if var == NO_VAR {
                continue;
            }
            let object = self.merged(of);
            self.add_object(self.node(instance, var), object);
            if let Some(element) = of.element().filter(|element| element.is_reference()) {
                let inner = self.merged(element);
                let elements = self.slot(object, Slot::Elements);
                self.add_object(elements, inner);
            }
        }
    }

    fn parameter_types(&self, method: MethodId) -> Vec<Type> {
        let member = self.hierarchy.class(method.class).method(method.index);
        let Some(member) = member else { return Vec::new() };
        let receiver = (!member.is(access::STATIC)).then(|| Type::class(method.class));
        let signature = self.hierarchy.signature(member.descriptor(), method.class);
        receiver.into_iter().chain(signature.map(|it| it.0).unwrap_or_default()).collect()
    }

    /// Runs until nothing changes.
    pub(crate) fn solve(&mut self) {
        loop {
            while let Some(instance) = self.work.pop_front() {
                self.start(instance);
            }
            let Some(node) = self.queue.pop_front() else { return };
            let news = std::mem::take(&mut self.news[node as usize]);
            self.propagate(node, &news);
        }
    }

    // Nodes and sets.

    fn new_node(&mut self, owner: Owner) -> Node {
        self.points_to.push(Set::default());
        self.news.push(Set::default());
        self.edges.push(Vec::new());
        self.owner.push(owner);
        (self.points_to.len() - 1) as Node
    }

    fn node(&self, instance: Instance, var: Var) -> Node {
        if var == NO_VAR {
            return NONE;
        }
        let data = &self.data[instance as usize];
        let method = &self.methods[data.method as usize];
        let shared = method.template.shared;
        if var < shared { method.first_shared + var } else { data.first_node + (var - shared) }
    }

    fn slot(&mut self, object: ObjectId, slot: Slot) -> Node {
        if let Some(&node) = self.fields.get(&(object, slot)) {
            return node;
        }
        let node = self.new_node(Owner::Heap);
        self.fields.insert((object, slot), node);
        if slot == Slot::Elements
            && let Some(include) = self.objects.of(object).element()
        {
            let filter = Filter { include, exclude: Vec::new() };
            let filter = self.objects.filter(self.hierarchy, filter);
            self.node_filter.insert(node, filter);
        }
        node
    }

    fn static_node(&mut self, field: FieldId) -> Node {
        if let Some(&node) = self.statics.get(&field) {
            return node;
        }
        let node = self.new_node(Owner::Heap);
        self.statics.insert(field, node);
        node
    }

    fn add_object(&mut self, node: Node, object: ObjectId) {
        if node == NONE || !self.points_to[node as usize].insert(object) {
            return;
        }
        let news = &mut self.news[node as usize];
        if news.is_empty() {
            self.queue.push_back(node);
        }
        news.insert(object);
    }

    fn add_all(&mut self, node: Node, more: &Set, filter: FilterId) {
        if node == NONE || more.is_empty() {
            return;
        }
        let own = if filter == NO_FILTER && self.owner[node as usize] == Owner::Heap {
            self.node_filter.get(&node).copied().unwrap_or(NO_FILTER)
        } else {
            filter
        };
        let mask = self.objects.mask(own);
        let news = &mut self.news[node as usize];
        let waits = !news.is_empty();
        if self.points_to[node as usize].add_all(more, mask, news) && !waits {
            self.queue.push_back(node);
        }
    }

    fn add_edge(&mut self, from: Node, to: Node, filter: FilterId) {
        if from == NONE || to == NONE || from == to {
            return;
        }
        self.edges[from as usize].push(Edge { to, filter });
        self.flow(from, to, filter);
    }

    /// Hands on what a node has now.
    fn flow(&mut self, from: Node, to: Node, filter: FilterId) {
        if from == NONE || to == NONE || from == to {
            return;
        }
        let set = std::mem::take(&mut self.points_to[from as usize]);
        self.add_all(to, &set, filter);
        self.points_to[from as usize] = set;
    }

    fn propagate(&mut self, node: Node, news: &Set) {
        let edges = std::mem::take(&mut self.edges[node as usize]);
        for edge in &edges {
            self.add_all(edge.to, news, edge.filter);
        }
        // Whoever added an edge meanwhile has handed on what there was.
        let added = std::mem::replace(&mut self.edges[node as usize], edges);
        self.edges[node as usize].extend(added);
        match self.owner[node as usize] {
            Owner::Heap => {}
            Owner::Instance(instance) => self.follow_template(instance, node, news),
            Owner::Method(method) => self.follow_exceptions(method, node, news),
        }
    }

    fn copy_filter(&self, method: MethodNumber, index: u32) -> FilterId {
        if index == u32::MAX {
            NO_FILTER
        } else {
            self.methods[method as usize].filters[index as usize]
        }
    }

    /// Hands exceptions on to handlers, in all contexts of the method.
    fn follow_exceptions(&mut self, number: MethodNumber, node: Node, news: &Set) {
        let template = Rc::clone(&self.methods[number as usize].template);
        let first_shared = self.methods[number as usize].first_shared;
        for copy in template.copies.get(node - first_shared) {
            let filter = self.copy_filter(number, copy.filter);
            if copy.to < template.shared {
                self.add_all(first_shared + copy.to, news, filter);
                continue;
            }
            for position in 0..self.methods[number as usize].instances.len() {
                let instance = self.methods[number as usize].instances[position];
                self.add_all(self.node(instance, copy.to), news, filter);
            }
        }
    }

    fn follow_template(&mut self, instance: Instance, node: Node, news: &Set) {
        let data = &self.data[instance as usize];
        let (number, first_node, first_call) = (data.method, data.first_node, data.first_call);
        let template = Rc::clone(&self.methods[number as usize].template);
        let var = node - first_node + template.shared;
        for copy in template.copies.get(var) {
            let filter = self.copy_filter(number, copy.filter);
            self.add_all(self.node(instance, copy.to), news, filter);
        }
        for object in news.iter() {
            for &(slot, to) in template.loads.get(var) {
                let from = self.slot(object, slot);
                self.add_edge(from, self.node(instance, to), NO_FILTER);
            }
            for &(slot, from) in template.stores.get(var) {
                let to = self.slot(object, slot);
                self.add_edge(self.node(instance, from), to, NO_FILTER);
            }
            for &call in template.receiver_of.get(var) {
                self.dispatch(instance, first_call + call, &template, call, object);
            }
        }
        for &(call, position) in template.argument_of.get(var) {
            let callees = std::mem::take(&mut self.callees[(first_call + call) as usize]);
            for callee in callees.iter() {
                let parameter = self.parameter(callee, position as usize);
                self.add_all(parameter, news, NO_FILTER);
            }
            self.callees[(first_call + call) as usize] = callees;
        }
        if var == template.returns {
            for position in 0..self.data[instance as usize].results.len() {
                let result = self.data[instance as usize].results[position];
                self.add_all(result, news, NO_FILTER);
            }
        }
    }

    // Methods.

    fn template(&self, instance: Instance) -> Rc<Template> {
        let method = self.data[instance as usize].method;
        Rc::clone(&self.methods[method as usize].template)
    }

    fn parameter(&self, instance: Instance, position: usize) -> Node {
        let method = self.data[instance as usize].method;
        let parameters = &self.methods[method as usize].template.parameters;
        parameters.get(position).map_or(NONE, |&var| self.node(instance, var))
    }

    fn method_number(&mut self, code: Code) -> MethodNumber {
        let (number, is_new) = self.method_numbers.number(code);
        if is_new {
            let template = self.make_template(code);
            let filters = template.filters.iter().map(|filter| {
                let filter = Filter { include: filter.include, exclude: filter.exclude.clone() };
                self.objects.filter(self.hierarchy, filter)
            });
            let filters = filters.collect();
            let first_shared = self.points_to.len() as Node;
            for _ in 0..template.shared {
                self.new_node(Owner::Method(number));
            }
            let (template, instances) = (Rc::new(template), Vec::new());
            self.methods.push(Method { code, template, filters, first_shared, instances });
        }
        number
    }

    fn make_template(&self, code: Code) -> Template {
        let (method, inst) = match code {
            Code::Method(method) => return Template::of(self.program, method),
            Code::Lambda(method, inst) => (method, inst),
        };
        // The lambda was made by the method's own template, so that is there.
        let number = self.method_numbers.find(&Code::Method(method)).unwrap_or(0);
        let template = &self.methods[number as usize].template;
        let made = template.news.iter().find_map(|new| match new.what {
            NewKind::Lambda(index) if new.inst == inst => Some(index as usize),
            _ => None,
        });
        Template::of_lambda(&template.lambdas[made.unwrap_or(0)])
    }

    fn instance(&mut self, method: MethodId, context: ContextId) -> Instance {
        self.instance_of(Code::Method(method), context)
    }

    fn instance_of(&mut self, code: Code, context: ContextId) -> Instance {
        let number = self.method_number(code);
        let (instance, is_new) = self.instances.number((number, context));
        if is_new {
            let template = Rc::clone(&self.methods[number as usize].template);
            let first_node = self.points_to.len() as Node;
            for _ in template.shared..template.vars {
                self.new_node(Owner::Instance(instance));
            }
            let first_call = self.calls.len() as CallNode;
            for call in 0..template.calls.len() as u32 {
                self.calls.push((instance, call));
                self.callees.push(Set::default());
            }
            let results = Vec::new();
            self.data.push(InstanceData {
                method: number,
                context,
                first_node,
                first_call,
                results,
            });
            self.methods[number as usize].instances.push(instance);
            self.work.push_back(instance);
        }
        instance
    }

    /// Does what a method does whatever its parameters are.
    fn start(&mut self, instance: Instance) {
        let template = self.template(instance);
        let context = self.data[instance as usize].context;
        let code = self.methods[self.data[instance as usize].method as usize].code;
        for &class in &template.initializes {
            self.initialize(class);
        }
        self.catch_up(instance, &template);
        for new in &template.news {
            self.make(instance, code, &template, new);
        }
        for &(field, var) in &template.static_loads {
            let from = self.static_node(field);
            self.add_edge(from, self.node(instance, var), NO_FILTER);
        }
        for &(field, var) in &template.static_stores {
            let to = self.static_node(field);
            self.add_edge(self.node(instance, var), to, NO_FILTER);
        }
        let first_call = self.data[instance as usize].first_call;
        for (index, call) in template.calls.iter().enumerate() {
            if let CallTarget::Static(callee) = call.target {
                let inherited = if self.selector.static_inherits { context } else { EMPTY };
                let callee = self.instance(callee, inherited);
                self.connect(instance, first_call + index as u32, &template, index as u32, callee);
            }
        }
    }

    /// Hands exceptions that other contexts of the method have met to the handlers in this one.
    fn catch_up(&mut self, instance: Instance, template: &Template) {
        let number = self.data[instance as usize].method;
        for var in 0..template.shared {
            for copy in template.copies.get(var).iter().filter(|copy| copy.to >= template.shared) {
                let filter = self.copy_filter(number, copy.filter);
                self.flow(self.node(instance, var), self.node(instance, copy.to), filter);
            }
        }
    }

    fn initialize(&mut self, class: ClassId) {
        let mut next = Some(class);
        while let Some(class) = next {
            if self.initialized.insert(class, ()).is_some() {
                return;
            }
            let data = self.hierarchy.class(class);
            if let Some(index) = data.find_method(b"<clinit>", b"()V") {
                self.instance(MethodId { class, index }, EMPTY);
            }
            next = data.super_class();
        }
    }

    // Objects.

    fn object(&mut self, allocation: Allocation, heap: ContextId, of: Type) -> ObjectId {
        let (object, is_new) = self.objects.object(self.hierarchy, allocation, heap, of);
        if is_new {
            let element = self.elements.number(allocation).0;
            let context = self.contexts.of_receiver(heap, element);
            self.receiver_context.push(context);
        }
        object
    }

    fn merged(&mut self, of: Type) -> ObjectId {
        self.object(Allocation::OfType(of), EMPTY, of)
    }

    fn make(&mut self, instance: Instance, code: Code, template: &Template, new: &New) {
        let (Code::Method(method) | Code::Lambda(method, _)) = code;
        let context = self.data[instance as usize].context;
        let heap = self.contexts.of_object(context);
        let site = Allocation::Site(method, new.inst);
        let object = match new.what {
            NewKind::Merged(of) => self.merged(of),
            NewKind::ClassOf(of) => {
                let class = Type::class(self.hierarchy.class_named(b"java/lang/Class", None));
                self.object(Allocation::ClassOf(of), EMPTY, class)
            }
            NewKind::Instance(of) => self.object(site, heap, of),
            NewKind::Constructed(of) => {
                let inst = if let Code::Lambda(_, inst) = code { inst } else { new.inst };
                self.object(Allocation::Constructed(method, inst), heap, of)
            }
            NewKind::MultiArray(of, dimensions) => {
                self.multi_array(method, heap, new.inst, of, dimensions)
            }
            NewKind::Lambda(index) => {
                let lambda = &template.lambdas[index as usize];
                let object = self.object(site, heap, lambda.interface);
                for (position, &captured) in lambda.captured.iter().enumerate() {
                    let slot = self.slot(object, Slot::Captured(position as u32));
                    self.add_edge(self.node(instance, captured), slot, NO_FILTER);
                }
                let code = Code::Lambda(method, new.inst);
                let name = lambda.name.clone();
                self.lambdas.entry(object).or_insert(LambdaData { code, name });
                object
            }
        };
        self.add_object(self.node(instance, new.var), object);
    }

    fn multi_array(
        &mut self,
        method: MethodId,
        heap: ContextId,
        inst: u32,
        of: Type,
        dimensions: u8,
    ) -> ObjectId {
        let outermost = self.object(Allocation::Site(method, inst), heap, of);
        let mut outer = outermost;
        let mut of = of;
        for depth in 1..dimensions {
            let Some(element) = of.element() else { break };
            let inner = self.object(Allocation::Inner(method, inst, depth), heap, element);
            let elements = self.slot(outer, Slot::Elements);
            self.add_object(elements, inner);
            (outer, of) = (inner, element);
        }
        outermost
    }

    // Calls.

    fn dispatch(
        &mut self,
        instance: Instance,
        node: CallNode,
        template: &Rc<Template>,
        call: u32,
        object: ObjectId,
    ) {
        let code = match template.calls[call as usize].target {
            CallTarget::Virtual(resolved) => self.select(resolved, object),
            CallTarget::Special(method) | CallTarget::Static(method) => Some(Code::Method(method)),
        };
        let Some(code) = code else { return };
        let context = self.receiver_context[object as usize];
        let callee = self.instance_of(code, context);
        self.add_object(self.parameter(callee, 0), object);
        self.connect(instance, node, template, call, callee);
    }

    /// What runs for a receiver: a lambda's method, or the one that its class selects.
    fn select(&mut self, resolved: MethodId, object: ObjectId) -> Option<Code> {
        let hierarchy = self.hierarchy;
        if let Some(lambda) = self.lambdas.get(&object) {
            let member = hierarchy.class(resolved.class).method(resolved.index);
            if member.is_some_and(|it| it.is(access::ABSTRACT) && it.name() == &*lambda.name) {
                return Some(lambda.code);
            }
        }
        let class = self.objects.class(hierarchy, object);
        let select = || hierarchy.select(class, resolved).ok();
        let selected = *self.selected.entry((resolved, class)).or_insert_with(select);
        selected.map(Code::Method)
    }

    /// Connects arguments and results of a call with a callee, unless they are already.
    fn connect(
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
        self.add_caller(node, callee, result, throws);
    }

    fn add_caller(&mut self, call: CallNode, callee: Instance, result: Node, throws: Node) {
        let template = self.template(callee);
        if result != NONE {
            self.data[callee as usize].results.push(result);
            self.flow(self.node(callee, template.returns), result, NO_FILTER);
        }
        let (instance, index) = self.calls[call as usize];
        let methods = (self.data[instance as usize].method, self.data[callee as usize].method);
        if self.throwing.insert((methods.0, index, methods.1)) {
            self.add_edge(self.node(callee, template.throws), throws, NO_FILTER);
        }
    }

    // What was found.

    pub(crate) fn counts(&self) -> Counts {
        let edges = self.callees.iter().map(Set::len).sum();
        Counts {
            methods: self.methods.len(),
            instances: self.data.len(),
            contexts: self.contexts.len(),
            objects: self.objects.len(),
            nodes: self.points_to.len(),
            call_edges: edges,
            facts: self.points_to.iter().map(Set::len).sum(),
        }
    }

    pub(crate) fn reached(&self) -> impl Iterator<Item = MethodId> + '_ {
        self.methods.iter().filter_map(|method| match method.code {
            Code::Method(id) => Some(id),
            Code::Lambda(..) => None,
        })
    }

    /// The edges of the call graph, contexts left out, each once.
    pub(crate) fn call_edges(&self) -> Vec<CallEdge> {
        let mut edges = Vec::new();
        for (&(caller, index), callees) in self.calls.iter().zip(&self.callees) {
            let method = &self.methods[self.data[caller as usize].method as usize];
            let inst = method.template.calls[index as usize].inst;
            for callee in callees.iter() {
                let callee = self.methods[self.data[callee as usize].method as usize].code;
                edges.push(CallEdge { caller: method.code, inst, callee });
            }
        }
        edges.sort_unstable();
        edges.dedup();
        edges
    }
}

/// An edge of the call graph: an instruction of the caller's body, and what it calls.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct CallEdge {
    /// Who calls.
    pub caller: Code,
    /// The instruction; 0 in the method that the JVM makes for a lambda.
    pub inst: u32,
    /// Who is called.
    pub callee: Code,
}

/// How much there is.
#[derive(Clone, Copy, Debug)]
#[allow(missing_docs)]
pub struct Counts {
    pub methods: usize,
    pub instances: usize,
    pub contexts: usize,
    pub objects: usize,
    pub nodes: usize,
    pub call_edges: usize,
    pub facts: usize,
}
