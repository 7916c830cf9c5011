//! The solver: inclusion constraints with difference propagation, call graph on the fly.
//!
//! A node is a variable of a method in a context, a field of an object, a static field, or the elements
//! of an array. A node that got new objects waits in the queue; its turn hands exactly these on, along
//! stored edges (fields) and along the method's template (everything within a method, and calls).
//!
//! One thread, one queue: the same program gives the same numbers and the same answer everywhere.

pub(crate) mod ahead;
mod budget;
mod callees;
mod calls;
mod code;
mod cycles;
mod heap;
mod nodes;
mod paying;
mod queue;
mod reflect;

use std::collections::VecDeque;
use std::rc::Rc;

use rustc_hash::{FxHashMap, FxHashSet};
use snarl_hierarchy::{ClassId, FieldId, Hierarchy, MethodId, Type};
use snarl_ir::Program;

use crate::Inputs;
use crate::context::{ContextId, Contexts, Selector, Sensitivity};
use crate::object::{Allocation, CodeId, FilterId, NO_FILTER, ObjectId, Objects};
use crate::set::Set;
use crate::tables::{Lists, Table};
use crate::template::{Merging, NO_VAR, Slot, Template, Use, Var};

use ahead::Ahead;
pub(crate) use budget::{Budget, Generosity};
pub(crate) use callees::Callees;
pub use code::Code;
pub(crate) use code::{CodeData, InstanceData};
pub(crate) use nodes::Nodes;
use nodes::{Gain, Turn, prefetch};
use reflect::Place;
pub(crate) use reflect::{HandleAccess, Unresolved};

/// A node, by number.
pub(crate) type Node = u32;
/// Code in a context, by number.
pub(crate) type Instance = u32;
/// A call of code in a context, by number.
type CallNode = u32;
/// A class and the context of a receiver, by number.
type Kind = u32;

pub(crate) const NONE: u32 = u32::MAX;

/// So many nodes ahead of the one that gets something: they are far from each other in memory.
const AHEAD: usize = 6;

/// The node of all threads.
const THREADS: Node = 0;
/// The node of the classes that the program makes at run time.
const DEFINED: Node = 1;

/// Who a node belongs to.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Owner {
    /// Nobody: a field, the elements of an array, or a variable with which nothing is done.
    Nobody,
    /// Code in a context.
    Instance(Instance),
    /// Code in all its contexts.
    Code(CodeId),
}

/// What a node does with what it gets. It is small: each turn needs that of some nodes, which are far from
/// each other in memory.
#[derive(Clone, Copy)]
struct Doing {
    owner: Owner,
    /// What its owner does with it, in [`Solver::uses`].
    uses: u32,
    /// Its edges, in [`Solver::edges`], or [`NONE`].
    edges: u32,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Edge {
    to: Node,
    filter: FilterId,
}

/// Where a lambda object was made, and its method.
struct LambdaData {
    code: Code,
    name: Box<[u8]>,
    descriptor: Box<[u8]>,
}

/// The state of the analysis.
pub(crate) struct Solver<'p> {
    pub(crate) program: &'p Program,
    pub(crate) hierarchy: &'p Hierarchy,
    inputs: &'p Inputs,
    selector: Selector,
    pub(crate) merging: Merging,
    pub(crate) budget: Budget,
    pub(crate) contexts: Contexts,
    pub(crate) objects: Objects,
    /// String constants that are told apart.
    pub(crate) texts: Table<Box<[u8]>>,
    /// The context in which each object's methods run.
    receiver_context: Vec<ContextId>,
    /// The kind of each object whose class and context alone decide what its methods run, else [`NONE`].
    kinds: Vec<Kind>,
    kinds_seen: Table<(ClassId, ContextId)>,
    lambdas: FxHashMap<ObjectId, LambdaData>,
    proxies: FxHashSet<ObjectId>,
    /// What contexts are made of: sites, or classes.
    pub(crate) elements: Table<Allocation>,
    codes: Table<Code>,
    pub(crate) code: Vec<CodeData>,
    instances: Table<(CodeId, ContextId)>,
    pub(crate) data: Vec<InstanceData>,
    /// The nodes of the parameters of each instance: most of what is handed on goes there.
    parameters: Vec<Node>,
    pub(crate) nodes: Nodes,
    doing: Vec<Doing>,
    /// What is done with the variables of all code.
    uses: Lists<Use>,
    edges: Vec<Vec<Edge>>,
    /// Calls along which exceptions flow: caller, index of the call, callee.
    throwing: FxHashSet<(CodeId, u32, CodeId)>,
    /// The parts of each object that were needed.
    pub(crate) slots: Vec<Vec<(Slot, Node)>>,
    pub(crate) statics: FxHashMap<FieldId, Node>,
    pub(crate) callees: Vec<Callees>,
    /// The instance and the index in its template, of each call.
    pub(crate) calls: Vec<(Instance, u32)>,
    /// Calls that reflection makes: who calls, at which instruction, whom.
    pub(crate) reflective_calls: FxHashSet<(Instance, u32, Instance)>,
    /// Edges that an effect has made already.
    reflected: FxHashSet<(Instance, u32, u32, u32)>,
    /// The members that each object of unknown members stands for.
    members_of: FxHashMap<ObjectId, Rc<[ObjectId]>>,
    pub(crate) unresolved: FxHashSet<Unresolved>,
    pub(crate) handle_accesses: FxHashSet<HandleAccess>,
    selected: FxHashMap<(MethodId, ClassId), Option<MethodId>>,
    /// Where virtual calls went: what was resolved, and then the receiver's kind.
    dispatched: FxHashMap<MethodId, FxHashMap<Kind, Instance>>,
    /// Types of objects that reflection makes, one for all.
    pub(crate) made_by_reflection: FxHashSet<Type>,
    finalized: FxHashMap<ClassId, bool>,
    /// Classes that hold what programs give them.
    holding: FxHashMap<ClassId, bool>,
    /// Whether methods of the program, and lambdas, do for their callers what differs from call to call.
    serving: FxHashMap<MethodId, bool>,
    serving_lambdas: FxHashMap<Code, bool>,
    /// How many places make objects of each class of the program.
    makers: FxHashMap<ClassId, u32>,
    /// How many methods of the program were reached.
    own_methods: usize,
    /// How many classes the application has, reached or not.
    application_classes: usize,
    pub(crate) initialized: FxHashMap<ClassId, Option<CodeId>>,
    queue: queue::Queue,
    /// Room for nodes that get something next.
    targets: Vec<Node>,
    work: VecDeque<Instance>,
    /// What the instances that models make are for.
    wanted: FxHashMap<CodeId, Option<Type>>,
    /// The nodes of the classes that computed names may mean, and where there are such names.
    mentioned: FxHashMap<Place, Node>,
    loading: FxHashSet<Place>,
    /// Who makes templates ahead of time, while it solves.
    pub(crate) ahead: Option<Ahead>,
    /// The code that the program makes at run time, if it does.
    generated: Option<Box<reflect::Generated>>,
}

impl<'p> Solver<'p> {
    pub(crate) fn new(
        program: &'p Program,
        inputs: &'p Inputs,
        selector: Selector,
        merging: Merging,
        budget: Budget,
    ) -> Self {
        let mut solver = Self {
            program,
            hierarchy: program.hierarchy(),
            inputs,
            selector,
            merging,
            budget,
            contexts: Contexts::new(selector.depth()),
            objects: Objects::new(),
            texts: Table::new(),
            receiver_context: Vec::new(),
            kinds: Vec::new(),
            kinds_seen: Table::new(),
            lambdas: FxHashMap::default(),
            proxies: FxHashSet::default(),
            elements: Table::new(),
            codes: Table::new(),
            code: Vec::new(),
            instances: Table::new(),
            data: Vec::new(),
            parameters: Vec::new(),
            nodes: Nodes::default(),
            doing: Vec::new(),
            uses: Lists::default(),
            edges: Vec::new(),
            throwing: FxHashSet::default(),
            slots: Vec::new(),
            statics: FxHashMap::default(),
            callees: Vec::new(),
            calls: Vec::new(),
            reflective_calls: FxHashSet::default(),
            reflected: FxHashSet::default(),
            members_of: FxHashMap::default(),
            unresolved: FxHashSet::default(),
            handle_accesses: FxHashSet::default(),
            selected: FxHashMap::default(),
            dispatched: FxHashMap::default(),
            made_by_reflection: FxHashSet::default(),
            finalized: FxHashMap::default(),
            holding: FxHashMap::default(),
            serving: FxHashMap::default(),
            serving_lambdas: FxHashMap::default(),
            makers: FxHashMap::default(),
            own_methods: 0,
            application_classes: paying::application_classes(program.hierarchy()),
            initialized: FxHashMap::default(),
            queue: queue::Queue::default(),
            targets: Vec::new(),
            work: VecDeque::new(),
            wanted: FxHashMap::default(),
            mentioned: FxHashMap::default(),
            loading: FxHashSet::default(),
            ahead: None,
            generated: None,
        };
        for _ in [THREADS, DEFINED] {
            solver.new_node();
        }
        for &(class, by) in &inputs.mentioned {
            solver.mention(class, by);
        }
        solver
    }

    /// Runs until nothing changes, or until it is told to stop, or until it is clear that it has to begin
    /// again: some locks have to be told apart, or it is too much work.
    pub(crate) fn solve(&mut self, stop: &dyn Fn(usize) -> bool) {
        let mut schedule = cycles::Schedule::default();
        loop {
            while let Some(instance) = self.work.pop_front() {
                self.start(instance);
            }
            self.read_clues();
            if !self.work.is_empty() {
                continue;
            }
            let Some(node) = self.queue.pop() else { return };
            if let Some(next) = self.queue.peek() {
                self.nodes.prefetch(next);
                prefetch(&self.doing, next);
            }
            self.take_turn(node);
            if schedule.is_time() {
                if !self.locks_to_tell_apart().is_empty() {
                    return;
                }
                self.collapse_cycles();
            }
            if schedule.turns().is_multiple_of(4096)
                && (stop(self.code.len()) || self.affords_less().is_some())
            {
                return;
            }
        }
    }

    /// With how many contexts to begin again, if this is too much work.
    pub(crate) fn affords_less(&self) -> Option<Generosity> {
        let is_auto = self.selector.sensitivity == Sensitivity::Auto;
        self.budget.less().filter(|_| is_auto)
    }

    // Nodes and sets.

    fn new_node(&mut self) -> Node {
        self.doing.push(Doing { owner: Owner::Nobody, uses: NONE, edges: NONE });
        self.budget.nodes += 1;
        self.nodes.add()
    }

    fn new_variable(&mut self, owner: Owner, uses: u32) {
        let node = self.new_node();
        if !self.uses.places(uses).is_empty() {
            let doing = &mut self.doing[node as usize];
            (doing.owner, doing.uses) = (owner, uses);
        }
    }

    /// The edges of a node, to which one is added.
    fn edges_of(&mut self, node: Node) -> &mut Vec<Edge> {
        let place = &mut self.doing[node as usize].edges;
        if *place == NONE {
            *place = self.edges.len() as u32;
            self.edges.push(Vec::new());
        }
        &mut self.edges[*place as usize]
    }

    pub(crate) fn node(&self, instance: Instance, var: Var) -> Node {
        if var == NO_VAR {
            return NONE;
        }
        let data = &self.data[instance as usize];
        let shared = data.template.shared;
        if var < shared { data.first_shared + var } else { data.first_node + (var - shared) }
    }

    fn add_object(&mut self, node: Node, object: ObjectId) {
        if node != NONE {
            let gain = self.nodes.insert(node, object);
            self.gained(node, gain);
        }
    }

    fn add_all(&mut self, node: Node, more: &Set, filter: FilterId) {
        if node == NONE || more.is_empty() {
            return;
        }
        let filter = if filter == NO_FILTER { self.nodes.filter(node) } else { filter };
        self.budget.delivered += more.len();
        let gain = self.nodes.add_all(node, more, self.objects.mask(filter));
        self.gained(node, gain);
    }

    fn gained(&mut self, node: Node, gain: Gain) {
        self.budget.facts += gain.facts;
        if gain.waits {
            let holder = self.nodes.holder(node);
            self.queue.push(holder, self.nodes.set(holder).len());
        }
    }

    /// Hands on, along an edge, some of what a node has. It is all there is for a node that has nothing yet.
    fn hand(&mut self, from: Node, to: Node, some: &Set, filter: FilterId) {
        if to == NONE || self.nodes.holder(from) == self.nodes.holder(to) {
            return;
        }
        if filter == NO_FILTER && self.nodes.follow(to, from) {
            self.queue.push(to, some.len());
        } else {
            self.add_all(to, some, filter);
        }
    }

    fn hand_to_all(&mut self, from: Node, to: &[Node], some: &Set) {
        for (position, &node) in to.iter().enumerate() {
            if let Some(&later) = to.get(position + AHEAD) {
                self.nodes.prefetch(later);
            }
            self.hand(from, node, some, NO_FILTER);
        }
    }

    fn add_edge(&mut self, from: Node, to: Node, filter: FilterId) {
        if from == NONE || to == NONE || from == to {
            return;
        }
        let (from, to) = (self.nodes.merged(from), self.nodes.merged(to));
        if from != to {
            self.edges_of(from).push(Edge { to, filter });
            self.budget.edges += 1;
            self.flow(from, to, filter);
        }
    }

    /// Hands on what a node has now.
    fn flow(&mut self, from: Node, to: Node, filter: FilterId) {
        if from == NONE || to == NONE || self.set(from).is_empty() {
            return;
        }
        let holder = self.nodes.holder(from);
        let set = self.nodes.take(holder);
        self.hand(from, to, &set, filter);
        self.nodes.put_back(holder, set);
    }

    /// Lets a node hand on what is new.
    fn take_turn(&mut self, node: Node) {
        match self.nodes.turn(node) {
            Turn::All(set) => self.hand_on(node, &set),
            // It may have come to share another's set while it waited; then that one has it.
            Turn::News(news) if news.is_empty() => {}
            Turn::News(news) => {
                let members = self.nodes.members(node).to_vec();
                self.hand_on(node, &news);
                for (position, &member) in members.iter().enumerate() {
                    if let Some(&later) = members.get(position + AHEAD) {
                        prefetch(&self.doing, later);
                    }
                    self.hand_on(member, &news);
                }
            }
        }
    }

    fn hand_on(&mut self, node: Node, news: &Set) {
        let Doing { owner, uses, edges } = self.doing[node as usize];
        if edges != NONE {
            self.follow_edges(node, edges, news);
        }
        match owner {
            Owner::Nobody => {}
            Owner::Instance(instance) => self.follow_template(instance, node, uses, news),
            Owner::Code(code) => self.follow_exceptions(code, node, uses, news),
        }
    }

    fn follow_edges(&mut self, node: Node, place: u32, news: &Set) {
        let edges = std::mem::take(&mut self.edges[place as usize]);
        for (position, edge) in edges.iter().enumerate() {
            if let Some(later) = edges.get(position + AHEAD) {
                self.nodes.prefetch(later.to);
            }
            self.hand(node, edge.to, news, edge.filter);
        }
        // Whoever added an edge meanwhile has handed on what there was.
        let added = std::mem::replace(&mut self.edges[place as usize], edges);
        self.edges[place as usize].extend(added);
    }

    fn copy_filter(&self, code: CodeId, index: u32) -> FilterId {
        if index == u32::MAX { NO_FILTER } else { self.code[code as usize].filters[index as usize] }
    }

    /// Hands exceptions on to handlers, in all contexts of the method.
    fn follow_exceptions(&mut self, code: CodeId, node: Node, uses: u32, news: &Set) {
        let shared = self.code[code as usize].template.shared;
        let first_shared = self.code[code as usize].first_shared;
        for place in self.uses.places(uses) {
            let Use::Copy(copy) = self.uses.at(place) else { continue };
            let filter = self.copy_filter(code, copy.filter);
            if copy.to < shared {
                self.hand(node, first_shared + copy.to, news, filter);
                continue;
            }
            for position in 0..self.code[code as usize].instances.len() {
                let instance = self.code[code as usize].instances[position];
                self.hand(node, self.node(instance, copy.to), news, filter);
            }
        }
    }

    fn follow_template(&mut self, instance: Instance, node: Node, uses: u32, news: &Set) {
        let data = &self.data[instance as usize];
        let (code, first_node, first_call) = (data.code, data.first_node, data.first_call);
        let (first_shared, shared) = (data.first_shared, data.shared);
        let node_of = |var: Var| {
            if var < shared { first_shared + var } else { first_node + (var - shared) }
        };
        for place in self.uses.places(uses) {
            match self.uses.at(place) {
                Use::Copy(copy) => {
                    let filter = self.copy_filter(code, copy.filter);
                    self.hand(node, node_of(copy.to), news, filter);
                }
                Use::Load(slot, to) => {
                    for object in news.iter() {
                        if let Some(from) = self.slot_of(object, slot) {
                            self.add_edge(from, node_of(to), NO_FILTER);
                        }
                    }
                }
                Use::Store(slot, from) => {
                    for object in news.iter() {
                        if let Some(to) = self.slot_of(object, slot) {
                            self.add_edge(node_of(from), to, NO_FILTER);
                        }
                    }
                }
                Use::Receiver(call) => {
                    let template = self.template(instance);
                    self.dispatch(instance, first_call + call, &template, call, news);
                }
                Use::Argument(call, position) => {
                    let mut parameters = std::mem::take(&mut self.targets);
                    let callees = &self.callees[(first_call + call) as usize];
                    parameters
                        .extend(callees.iter().map(|it| self.parameter(it, position as usize)));
                    self.hand_to_all(node, &parameters, news);
                    parameters.clear();
                    self.targets = parameters;
                }
                Use::Return => {
                    let results = std::mem::take(&mut self.data[instance as usize].results);
                    self.hand_to_all(node, &results, news);
                    self.data[instance as usize].results = results;
                }
                Use::Reflected(effect) => {
                    let template = self.template(instance);
                    let var = node - first_node + shared;
                    self.reflect_news(instance, &template, effect, var, news);
                }
            }
        }
    }

    /// What a node points to.
    pub(crate) fn set(&self, node: Node) -> &Set {
        self.nodes.set(node)
    }

    fn template(&self, instance: Instance) -> Rc<Template> {
        Rc::clone(&self.data[instance as usize].template)
    }

    fn parameter(&self, instance: Instance, position: usize) -> Node {
        let data = &self.data[instance as usize];
        if position < data.parameters as usize {
            self.parameters[data.first_parameter as usize + position]
        } else {
            NONE
        }
    }
}
