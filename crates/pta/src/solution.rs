//! What an analysis found, for others to read.

use std::sync::OnceLock;

use rustc_hash::{FxHashMap, FxHashSet};
use snarl_graph::Condensed;
use snarl_hierarchy::{ClassId, FieldId, MethodId, Type};

use crate::context::{ContextId, Contexts};
use crate::graph::{CallEdge, Calls, EdgeKind, MethodGraph};
use crate::holders::{Holders, SharedSets};
use crate::object::{Allocation, CodeId, ObjectId, Objects};
use crate::set::Set;
use crate::solver::{Code, Instance, Node, Nodes, Solver};
use crate::tables::Table;
use crate::template::{NO_VAR, Slot, Var};

/// Part of an object that holds references.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Part {
    /// A field.
    Field(FieldId),
    /// The elements of an array.
    Elements,
    /// What a lambda captured, by position.
    Captured(u32),
}

impl From<Slot> for Part {
    fn from(slot: Slot) -> Self {
        match slot {
            Slot::Field(field) => Self::Field(field),
            Slot::Elements => Self::Elements,
            Slot::Captured(position) => Self::Captured(position),
        }
    }
}

/// A place in the program: a method, and the index in its bytecode or -1.
pub type Site = (MethodId, i32);

/// A thread that is started.
#[derive(Clone, Debug)]
pub struct Spawn {
    /// The program's call that does it.
    pub site: Site,
    /// The context of the caller.
    pub context: ContextId,
    /// What runs in the thread.
    pub root: MethodId,
    /// The context that it runs in.
    pub root_context: ContextId,
    /// The thread or task objects.
    pub tasks: Vec<ObjectId>,
}

/// Reflection that could not be resolved.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct UnresolvedSite {
    /// The call.
    pub site: Site,
    /// The method that is called there.
    pub called: MethodId,
    /// The effect that could not be decided.
    pub what: &'static str,
    /// Whether something was taken in its place.
    pub is_guessed: bool,
}

/// An access through a handle, an offset or a `Field`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Access {
    /// The call.
    pub site: Site,
    /// The method that is called there: its name tells the mode.
    pub called: MethodId,
    /// The field; `None` for the elements of arrays.
    pub field: Option<FieldId>,
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
    pub edges: usize,
    /// Objects handed to nodes, known there or not: the work that was done.
    pub work: usize,
}

struct CodeResult {
    code: Code,
    values: Box<[Var]>,
    shared: u32,
    first_shared: Node,
    instances: Vec<Instance>,
    is_degraded: bool,
}

/// The answer of an analysis.
pub struct Solution {
    codes: Vec<CodeResult>,
    by_method: FxHashMap<MethodId, CodeId>,
    /// Code, context and first node of each instance.
    instances: Vec<(CodeId, ContextId, Node)>,
    nodes: Nodes,
    objects: Objects,
    contexts: Contexts,
    elements: Table<Allocation>,
    texts: Table<Box<[u8]>>,
    parts: Vec<(ObjectId, Part, Node)>,
    holders: OnceLock<Holders>,
    ways: OnceLock<Condensed>,
    statics: FxHashMap<FieldId, Node>,
    calls: Calls,
    initializers: Vec<(MethodId, i32, MethodId)>,
    spawns: Vec<Spawn>,
    unresolved: Vec<UnresolvedSite>,
    accesses: Vec<Access>,
    places: FxHashMap<(CodeId, u32), Site>,
    counts: Counts,
}

impl Solution {
    pub(crate) fn new(mut solver: Solver<'_>) -> Self {
        let counts = solver.counts();
        let initializers = solver.initializer_edges();
        let spawns = solver.spawns();
        let (unresolved, accesses) = (solver.unresolved_sites(), solver.accesses());
        let mut places = FxHashMap::default();
        let made = (0..solver.objects.len() as ObjectId).map(|it| solver.objects.allocation(it));
        let told_apart = (0..solver.elements.len() as u32).map(|it| *solver.elements.get(it));
        for allocation in made.chain(told_apart) {
            if let Allocation::At(code, inst, _) = allocation
                && let Some(place) = solver.place(code, inst)
            {
                places.insert((code, inst), place);
            }
        }
        let mut parts = Vec::new();
        for (object, slots) in solver.slots.iter().enumerate() {
            let slots = slots.iter().map(|&(slot, node)| (object as ObjectId, slot.into(), node));
            parts.extend(slots);
        }
        parts.sort_unstable();
        let calls = solver.take_calls();
        let mut by_method = FxHashMap::default();
        let codes: Vec<CodeResult> = solver
            .code
            .into_iter()
            .map(|data| CodeResult {
                code: data.code,
                values: data.template.values.clone(),
                shared: data.template.shared,
                first_shared: data.first_shared,
                instances: data.instances,
                is_degraded: data.is_degraded,
            })
            .collect();
        for (id, code) in codes.iter().enumerate() {
            if let Code::Method(method) = code.code {
                by_method.insert(method, id as CodeId);
            }
        }
        let instances = solver.data.iter().map(|it| (it.code, it.context, it.first_node)).collect();
        Self {
            codes,
            by_method,
            instances,
            nodes: solver.nodes,
            objects: solver.objects,
            contexts: solver.contexts,
            elements: solver.elements,
            texts: solver.texts,
            parts,
            holders: OnceLock::new(),
            ways: OnceLock::new(),
            statics: solver.statics,
            calls,
            initializers,
            spawns,
            unresolved,
            accesses,
            places,
            counts,
        }
    }

    /// How much was found.
    pub fn counts(&self) -> Counts {
        self.counts
    }

    /// The number of methods in contexts.
    pub fn instance_count(&self) -> usize {
        self.instances.len()
    }

    /// The code and context of an instance.
    pub fn instance(&self, instance: u32) -> (Code, ContextId) {
        let (code, context, _) = self.instances[instance as usize];
        (self.codes[code as usize].code, context)
    }

    /// The number of an instance's code.
    pub(crate) fn code_of(&self, instance: u32) -> CodeId {
        self.instances[instance as usize].0
    }

    /// Code by number.
    pub fn code(&self, code: CodeId) -> Code {
        self.codes[code as usize].code
    }

    /// The edges of the call graph between instances.
    pub fn edges(&self) -> Vec<CallEdge> {
        self.calls.edges()
    }

    /// Static initializers: caller, site, initializer.
    pub fn initializers(&self) -> &[(MethodId, i32, MethodId)] {
        &self.initializers
    }

    /// Whether a method's own code is analysed.
    pub fn is_analysed(&self, method: MethodId) -> bool {
        let code = self.by_method.get(&method);
        code.is_some_and(|&code| !self.codes[code as usize].instances.is_empty())
    }

    /// The contexts in which a method is analysed, with the number of the instance.
    pub fn contexts_of(&self, method: MethodId) -> Vec<(ContextId, u32)> {
        let Some(&code) = self.by_method.get(&method) else { return Vec::new() };
        let instances = &self.codes[code as usize].instances;
        instances.iter().map(|&it| (self.instances[it as usize].1, it)).collect()
    }

    /// Methods whose contexts the budget merged.
    pub fn degraded(&self) -> Vec<MethodId> {
        let degraded = self.codes.iter().filter(|it| it.is_degraded);
        let mut methods: Vec<MethodId> = degraded
            .filter_map(|it| match it.code {
                Code::Method(method) | Code::Model(method, ..) => Some(method),
                _ => None,
            })
            .collect();
        methods.sort_unstable();
        methods.dedup();
        methods
    }

    /// What an SSA value points to, in one context or in all.
    pub fn value(&self, method: MethodId, value: u32, context: Option<ContextId>) -> Vec<ObjectId> {
        let Some(&code) = self.by_method.get(&method) else { return Vec::new() };
        let data = &self.codes[code as usize];
        let Some(&var) = data.values.get(value as usize).filter(|&&var| var != NO_VAR) else {
            return Vec::new();
        };
        let mut all = Set::default();
        for &instance in &data.instances {
            let (_, own, first_node) = self.instances[instance as usize];
            if context.is_none_or(|context| context == own) {
                let is_shared = var < data.shared;
                let node = if is_shared {
                    data.first_shared + var
                } else {
                    first_node + var - data.shared
                };
                all.add_all(self.set(node), None, &mut Set::default());
            }
        }
        all.iter().collect()
    }

    /// What an SSA value points to in one instance; `None` where no set is kept for it.
    pub fn in_instance(&self, instance: u32, value: u32) -> Option<&Set> {
        let &(code, _, first_node) = self.instances.get(instance as usize)?;
        let data = &self.codes[code as usize];
        let Code::Method(_) = data.code else { return None };
        let &var = data.values.get(value as usize).filter(|&&var| var != NO_VAR)?;
        let is_shared = var < data.shared;
        let node = if is_shared { data.first_shared + var } else { first_node + var - data.shared };
        Some(self.set(node))
    }

    /// Which objects can be reached from some others; not through those that are opaque.
    pub fn reachable(&self, roots: &[ObjectId], opaque: &[ObjectId]) -> Vec<bool> {
        let (mut reached, mut next) = (Set::default(), Set::default());
        for &object in roots {
            if reached.insert(object) {
                next.insert(object);
            }
        }
        // Many parts share one set, and what most others hold is reached already.
        let mut seen = FxHashSet::default();
        let opaque: FxHashSet<ObjectId> = opaque.iter().copied().collect();
        while !next.is_empty() {
            let here = std::mem::take(&mut next);
            for object in here.iter().filter(|object| !opaque.contains(object)) {
                let first = self.parts.partition_point(|it| it.0 < object);
                for &(_, _, node) in self.parts[first..].iter().take_while(|it| it.0 == object) {
                    let set = self.set(node);
                    if seen.insert(std::ptr::from_ref(set)) {
                        reached.add_all(set, None, &mut next);
                    }
                }
            }
        }
        let mut mask = vec![false; self.objects.len()];
        reached.iter().for_each(|object| mask[object as usize] = true);
        mask
    }

    /// Who holds an object, and by which part, in order.
    pub fn holders(&self, object: ObjectId) -> Vec<(ObjectId, Part)> {
        self.all_holders().of(object, &self.parts)
    }

    /// How many parts hold an object.
    pub fn holder_count(&self, object: ObjectId) -> usize {
        self.all_holders().count(object)
    }

    fn all_holders(&self) -> &Holders {
        self.holders.get_or_init(|| Holders::new(&self.shared_sets(), self.objects.len()))
    }

    /// Whether one of some objects is one of some others, or holds it, be it through more of them.
    pub fn leads(&self, from: &[ObjectId], to: &[ObjectId]) -> bool {
        let ways =
            self.ways.get_or_init(|| self.shared_sets().condensed(&self.parts, self.objects.len()));
        ways.leads(from, to).is_ok_and(|leads| leads)
    }

    fn shared_sets(&self) -> SharedSets<'_> {
        SharedSets::new(self.parts.iter().map(|it| self.set(it.2)))
    }

    /// What a part of an object points to.
    pub fn part(&self, object: ObjectId, part: Part) -> Vec<ObjectId> {
        let found = self.parts.binary_search_by_key(&(object, part), |it| (it.0, it.1));
        found.map_or(Vec::new(), |at| self.at_node(self.parts[at].2))
    }

    fn set(&self, node: Node) -> &Set {
        self.nodes.set(node)
    }

    fn at_node(&self, node: Node) -> Vec<ObjectId> {
        self.set(node).iter().collect()
    }

    /// What a static field points to.
    pub fn static_field(&self, field: FieldId) -> Vec<ObjectId> {
        self.statics.get(&field).map_or(Vec::new(), |&node| self.at_node(node))
    }

    /// The heap graph: parts of objects and what they point to, in order.
    pub fn heap(&self) -> impl Iterator<Item = (ObjectId, Part, &Set)> + '_ {
        self.parts.iter().map(|&(object, part, node)| (object, part, self.set(node)))
    }

    /// Static fields and what they point to, in order.
    pub fn static_fields(&self) -> Vec<(FieldId, &Set)> {
        let mut fields: Vec<_> =
            self.statics.iter().map(|(&field, &node)| (field, self.set(node))).collect();
        fields.sort_unstable_by_key(|it| it.0);
        fields
    }

    /// How many objects there are.
    pub fn object_count(&self) -> usize {
        self.objects.len()
    }

    /// The type, the maker and the context of an object.
    pub fn object(&self, object: ObjectId) -> (Type, Allocation, ContextId) {
        let objects = &self.objects;
        (objects.of(object), objects.allocation(object), objects.context(object))
    }

    /// The place where something is made: of what a model makes, the call.
    pub fn place(&self, allocation: Allocation) -> Option<Site> {
        let Allocation::At(code, inst, _) = allocation else { return None };
        self.places.get(&(code, inst)).copied()
    }

    /// The text of a string constant.
    pub fn text(&self, number: u32) -> &[u8] {
        self.texts.get(number)
    }

    /// The elements of a context, the oldest first.
    pub fn context(&self, context: ContextId) -> Vec<Allocation> {
        let elements = self.contexts.elements(context).iter();
        elements.map(|&element| *self.elements.get(element)).collect()
    }

    /// How many contexts there are.
    pub fn context_count(&self) -> usize {
        self.contexts.len()
    }

    /// Threads that are started.
    pub fn spawns(&self) -> &[Spawn] {
        &self.spawns
    }

    /// Reflection that could not be resolved.
    pub fn unresolved(&self) -> &[UnresolvedSite] {
        &self.unresolved
    }

    /// Accesses through handles, offsets and `Field`.
    pub fn accesses(&self) -> &[Access] {
        &self.accesses
    }

    /// The call graph between methods.
    pub fn method_graph(&self) -> MethodGraph {
        let mut graph = self.calls.between_methods();
        let initialized = self.initializers.iter().map(|&(caller, site, callee)| {
            (graph.place(caller), site, graph.place(callee), EdgeKind::ClassInit)
        });
        let initialized: Vec<_> = initialized.collect();
        graph.edges.extend(initialized);
        graph.edges.sort_unstable();
        graph.edges.dedup();
        graph
    }

    /// The class that a class object stands for.
    pub fn class_object(&self, object: ObjectId) -> Option<ClassId> {
        match self.objects.allocation(object) {
            Allocation::ClassOf(of) => of.as_class(),
            _ => None,
        }
    }
}
