//! Points-to analysis and its answers.

use std::collections::hash_map::Entry;
use std::sync::Arc;
use std::sync::atomic::Ordering;

use numpy::{PyArray1, PyReadonlyArray1, ToPyArray};
use pyo3::exceptions::{PyIndexError, PyValueError};
use pyo3::prelude::*;
use rustc_hash::FxHashMap;
use snarl_hierarchy::{ClassId, FieldId, MethodId, Origin};
use snarl_ir as ir;
use snarl_pta::{
    Allocation, Code, GivenCalls, Inputs, MethodGraph, Options, Part, Preparation, Selector,
    Sensitivity, Set, Site, analyse,
};

use crate::instructions;
use crate::pages::with_pages_ahead;
use crate::program::{Program, decoded};
use crate::progress;
use crate::synthetic::Synthetic;

type Ids<'py> = Bound<'py, PyArray1<u32>>;

/// A method: class and place in it.
type MethodRow = (u32, u16);

/// A place: class, method, bytecode index or -1.
type SiteRow = (u32, u16, i32);

fn method_row(method: MethodId) -> MethodRow {
    (method.class.0, method.index)
}

fn site_row((method, index): Site) -> SiteRow {
    (method.class.0, method.index, index)
}

fn method_of(class_: u32, method: u16) -> MethodId {
    MethodId { class: ClassId(class_), index: method }
}

/// Class and place of a field; class -1 for the elements of an array, -2 for what a lambda captured.
fn part_row(part: Part) -> (i64, u16) {
    match part {
        Part::Field(field) => (i64::from(field.class.0), field.index),
        Part::Elements => (-1, 0),
        Part::Captured(position) => (-2, position as u16),
    }
}

fn sensitivity(context: &str) -> Option<Sensitivity> {
    let (depth, kind) = context.split_at_checked(1)?;
    let depth = depth.parse().ok().filter(|depth| (1..=3).contains(depth));
    match (context, depth, kind) {
        ("ci", ..) => Some(Sensitivity::Insensitive),
        ("auto", ..) => Some(Sensitivity::Auto),
        (_, Some(depth), "obj") => Some(Sensitivity::Objects(depth)),
        (_, Some(depth), "type") => Some(Sensitivity::Types(depth)),
        _ => None,
    }
}

/// Sets written out, each once.
struct SharedSets {
    by_address: FxHashMap<*const Set, u32>,
    by_items: FxHashMap<Box<[u32]>, u32>,
    offsets: Vec<u64>,
    items: Vec<u32>,
}

impl Default for SharedSets {
    fn default() -> Self {
        let by_items = FxHashMap::from_iter([(Box::default(), 0)]);
        Self { by_address: FxHashMap::default(), by_items, offsets: vec![0, 0], items: Vec::new() }
    }
}

impl SharedSets {
    fn row(&mut self, set: &Set) -> u32 {
        if let Some(&row) = self.by_address.get(&std::ptr::from_ref(set)) {
            return row;
        }
        let items: Box<[u32]> = set.iter().collect();
        let next = self.by_items.len() as u32;
        let row = match self.by_items.entry(items) {
            Entry::Occupied(found) => *found.get(),
            Entry::Vacant(place) => {
                self.items.extend_from_slice(place.key());
                self.offsets.push(self.items.len() as u64);
                place.insert(next);
                next
            }
        };
        self.by_address.insert(std::ptr::from_ref(set), row);
        row
    }
}

/// What a points-to analysis found.
#[pyclass(frozen, module = "snarl._engine")]
pub(crate) struct Solution {
    program: Arc<ir::Program>,
    inner: snarl_pta::Solution,
    graph: MethodGraph,
    is_complete: bool,
}

#[pymethods]
impl Solution {
    /// Analyses what roots reach.
    #[staticmethod]
    #[pyo3(signature = (program, context, roots, models, mentioned, mentioned_by_libraries, services,
                        memory, static_inherits=true, progress=None))]
    #[allow(clippy::too_many_arguments)]
    fn analyse(
        py: Python<'_>,
        program: &Program,
        context: &str,
        roots: Vec<PyRef<'_, Synthetic>>,
        models: Vec<(u32, u16, PyRef<'_, Synthetic>)>,
        mentioned: Vec<u32>,
        mentioned_by_libraries: Vec<u32>,
        services: Vec<(u32, Vec<u32>)>,
        memory: usize,
        static_inherits: bool,
        progress: Option<Bound<'_, PyAny>>,
    ) -> PyResult<Self> {
        let Some(sensitivity) = sensitivity(context) else {
            return Err(PyValueError::new_err(format!(
                "expected context 'ci', '1obj' to '3obj', '1type' to '3type' or 'auto', but got \
                 {context:?}"
            )));
        };
        let preparation = program.take_preparation();
        let program = Arc::clone(program.inner());
        let hierarchy = program.hierarchy();
        let finalizer = hierarchy.find(b"java/lang/ref/Finalizer").and_then(|class| {
            let descriptor = b"(Ljava/lang/Object;)V";
            let index = hierarchy.class(class).find_method(b"register", descriptor)?;
            Some(MethodId { class, index })
        });
        let to_classes = |ids: Vec<u32>| ids.into_iter().map(ClassId).collect::<Vec<_>>();
        let inputs = Inputs {
            roots: roots.iter().map(|it| it.inner.clone()).collect(),
            models: models
                .iter()
                .map(|(class, index, model)| (method_of(*class, *index), model.inner.clone()))
                .collect(),
            mentioned: [
                (mentioned, Origin::Application),
                (mentioned_by_libraries, Origin::Library),
            ]
            .into_iter()
            .flat_map(|(ids, by)| ids.into_iter().map(move |id| (ClassId(id), by)))
            .collect(),
            services: services
                .into_iter()
                .map(|(service, providers)| (ClassId(service), to_classes(providers)))
                .collect(),
            finalizer,
        };
        let selector = Selector { sensitivity, static_inherits };
        let options = Options { selector, memory };
        let (inner, graph, is_complete) = progress::run(py, progress.as_ref(), |progress| {
            let stop = |reached: usize| {
                progress.done.store(reached, Ordering::Relaxed);
                progress.total.store(reached, Ordering::Relaxed);
                progress.is_cancelled()
            };
            let (solution, graph) = with_pages_ahead(|| {
                let prepared = preparation.map(Preparation::end).unwrap_or_default();
                let solution = analyse(&program, &inputs, options, prepared, &stop);
                let graph = solution.method_graph();
                (solution, graph)
            });
            (solution, graph, !progress.is_cancelled())
        })?;
        Ok(Self { program, inner, graph, is_complete })
    }

    /// Whether it came to its end.
    #[getter]
    fn is_complete(&self) -> bool {
        self.is_complete
    }

    /// How much was found, by name.
    fn counts(&self) -> Vec<(&'static str, usize)> {
        let counts = self.inner.counts();
        vec![
            ("methods", counts.methods),
            ("instances", counts.instances),
            ("contexts", counts.contexts),
            ("objects", counts.objects),
            ("nodes", counts.nodes),
            ("call_edges", counts.call_edges),
            ("facts", counts.facts),
            ("edges", counts.edges),
            ("work", counts.work),
        ]
    }

    /// The methods that are reached: their classes, and their places in these.
    fn methods<'py>(&self, py: Python<'py>) -> (Ids<'py>, Bound<'py, PyArray1<u16>>) {
        let methods = &self.graph.methods;
        let classes: Vec<u32> = methods.iter().map(|it| it.class.0).collect();
        let indices: Vec<u16> = methods.iter().map(|it| it.index).collect();
        (classes.to_pyarray(py), indices.to_pyarray(py))
    }

    /// The call graph, contexts left out: callers, sites, callees and kinds. Numbers are places in
    /// `methods`.
    #[allow(clippy::type_complexity)]
    fn call_graph<'py>(
        &self,
        py: Python<'py>,
    ) -> (Ids<'py>, Bound<'py, PyArray1<i32>>, Ids<'py>, Bound<'py, PyArray1<u8>>) {
        let edges = &self.graph.edges;
        let callers: Vec<u32> = edges.iter().map(|it| it.0).collect();
        let sites: Vec<i32> = edges.iter().map(|it| it.1).collect();
        let callees: Vec<u32> = edges.iter().map(|it| it.2).collect();
        let kinds: Vec<u8> = edges.iter().map(|it| it.3 as u8).collect();
        (callers.to_pyarray(py), sites.to_pyarray(py), callees.to_pyarray(py), kinds.to_pyarray(py))
    }

    /// Methods in contexts: the place in `methods` (the largest number for code that no class file
    /// holds) and the context of each.
    fn instances<'py>(&self, py: Python<'py>) -> (Ids<'py>, Ids<'py>) {
        let all = (0..self.inner.instance_count() as u32).map(|it| self.inner.instance(it));
        let number = |method| {
            self.graph.methods.binary_search(&method).map_or(u32::MAX, |place| place as u32)
        };
        let (methods, contexts): (Vec<u32>, Vec<u32>) = all
            .map(|(code, context)| match code {
                Code::Method(method) | Code::Model(method, ..) | Code::Made(method) => {
                    (number(method), context)
                }
                _ => (u32::MAX, context),
            })
            .unzip();
        (methods.to_pyarray(py), contexts.to_pyarray(py))
    }

    /// The call graph between methods in contexts: callers (the largest number for calls from
    /// outside), sites, callees and kinds. Numbers are places in `instances`.
    #[allow(clippy::type_complexity)]
    fn context_call_graph<'py>(
        &self,
        py: Python<'py>,
    ) -> (Ids<'py>, Bound<'py, PyArray1<i32>>, Ids<'py>, Bound<'py, PyArray1<u8>>) {
        let edges = self.inner.edges();
        let callers: Vec<u32> = edges.iter().map(|it| it.caller.unwrap_or(u32::MAX)).collect();
        let sites: Vec<i32> = edges.iter().map(|it| it.site).collect();
        let callees: Vec<u32> = edges.iter().map(|it| it.callee).collect();
        let kinds: Vec<u8> = edges.iter().map(|it| it.kind as u8).collect();
        (callers.to_pyarray(py), sites.to_pyarray(py), callees.to_pyarray(py), kinds.to_pyarray(py))
    }

    /// Whether the code of each of `methods` was analysed, and not a model in its place.
    fn analysed<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<bool>> {
        let methods = self.graph.methods.iter();
        let found: Vec<bool> = methods.map(|&method| self.inner.is_analysed(method)).collect();
        found.to_pyarray(py)
    }

    /// The contexts of a method.
    fn contexts_of(&self, class_: u32, method: u16) -> Vec<u32> {
        let contexts = self.inner.contexts_of(method_of(class_, method));
        contexts.into_iter().map(|(context, _)| context).collect()
    }

    /// The elements of a context, the oldest first: (kind, type, place or None).
    fn context(&self, context: u32) -> PyResult<Vec<(&'static str, u32, Option<SiteRow>)>> {
        if context as usize >= self.inner.context_count() {
            return Err(PyIndexError::new_err("no such context"));
        }
        let elements = self.inner.context(context).into_iter();
        Ok(elements.map(|allocation| self.described(allocation)).collect())
    }

    /// What an SSA value of a method points to, in one context or in all.
    #[pyo3(signature = (class_, method, value, context=None))]
    fn value<'py>(
        &self,
        py: Python<'py>,
        class_: u32,
        method: u16,
        value: u32,
        context: Option<u32>,
    ) -> Ids<'py> {
        self.inner.value(method_of(class_, method), value, context).to_pyarray(py)
    }

    /// What an SSA value of a method in a context points to, by the place in `instances`.
    fn value_in<'py>(&self, py: Python<'py>, instance: u32, value: u32) -> PyResult<Ids<'py>> {
        Ok(self.pointed_to(instance, value)?.to_pyarray(py))
    }

    /// What many values point to, each in an instance: the row of each, and the rows in CSR form.
    /// Equal sets share a row; row 0 is empty.
    #[allow(clippy::type_complexity)]
    fn values<'py>(
        &self,
        py: Python<'py>,
        instances: PyReadonlyArray1<'py, u32>,
        values: PyReadonlyArray1<'py, u32>,
    ) -> PyResult<(Ids<'py>, Bound<'py, PyArray1<u64>>, Ids<'py>)> {
        let (instances, values) = (instances.as_slice()?, values.as_slice()?);
        if instances.len() != values.len() {
            return Err(PyValueError::new_err("expected as many instances as values"));
        }
        let mut rows = Vec::with_capacity(values.len());
        let mut sets = SharedSets::default();
        for (&instance, &value) in instances.iter().zip(values) {
            rows.push(self.inner.in_instance(instance, value).map_or(0, |set| sets.row(set)));
        }
        Ok((rows.to_pyarray(py), sets.offsets.to_pyarray(py), sets.items.to_pyarray(py)))
    }

    /// Instructions with some operations, in all methods reached that are not the JDK's: place in
    /// `methods`, place in the body, operation, bytecode index, line, first operand, result, class
    /// and place of the member that is named.
    #[allow(clippy::type_complexity)]
    fn instructions<'py>(
        &self,
        py: Python<'py>,
        operations: Vec<u8>,
    ) -> (
        Ids<'py>,
        Ids<'py>,
        Bound<'py, PyArray1<u8>>,
        Bound<'py, PyArray1<u16>>,
        Bound<'py, PyArray1<u16>>,
        Ids<'py>,
        Ids<'py>,
        Ids<'py>,
        Bound<'py, PyArray1<u16>>,
    ) {
        let columns = instructions::of_program(&self.program, &self.graph.methods, &operations);
        (
            columns.methods.to_pyarray(py),
            columns.insts.to_pyarray(py),
            columns.ops.to_pyarray(py),
            columns.indices.to_pyarray(py),
            columns.lines.to_pyarray(py),
            columns.operands.to_pyarray(py),
            columns.results.to_pyarray(py),
            columns.classes.to_pyarray(py),
            columns.members.to_pyarray(py),
        )
    }

    /// Which objects can be reached from some others; not through those that are opaque.
    fn reachable<'py>(
        &self,
        py: Python<'py>,
        roots: PyReadonlyArray1<'py, u32>,
        opaque: PyReadonlyArray1<'py, u32>,
    ) -> PyResult<Bound<'py, PyArray1<bool>>> {
        let (roots, opaque) = (self.objects(&roots)?, self.objects(&opaque)?);
        Ok(self.inner.reachable(roots, opaque).to_pyarray(py))
    }

    /// Whether one of the objects that a value of an instance points to is one of another value's, or
    /// holds it, be it through more of them.
    fn leads_in(&self, instance: u32, from_value: u32, to_value: u32) -> PyResult<bool> {
        let (from, to) =
            (self.pointed_to(instance, from_value)?, self.pointed_to(instance, to_value)?);
        Ok(self.inner.leads(&from, &to))
    }

    /// The parameters of each instance that calls may give what stems from `given` ones, these too; but
    /// for those that `never` do. Calls are in the order of their callers, parameters are bits.
    fn arguments_from<'py>(
        &self,
        py: Python<'py>,
        callers: PyReadonlyArray1<'py, u32>,
        sites: PyReadonlyArray1<'py, i32>,
        callees: PyReadonlyArray1<'py, u32>,
        given: PyReadonlyArray1<'py, u64>,
        never: PyReadonlyArray1<'py, u64>,
    ) -> PyResult<Bound<'py, PyArray1<u64>>> {
        let calls = GivenCalls {
            callers: callers.as_slice()?,
            sites: sites.as_slice()?,
            callees: callees.as_slice()?,
        };
        let (given, never) = (given.as_slice()?, never.as_slice()?);
        let count = self.inner.instance_count();
        let are_known = |them: &[u32]| them.iter().all(|&it| (it as usize) < count);
        if calls.callers.len() != calls.sites.len() || calls.callers.len() != calls.callees.len() {
            return Err(PyValueError::new_err("expected as many callers as sites and callees"));
        }
        if given.len() != count || never.len() != count {
            return Err(PyValueError::new_err("expected parameters of each instance"));
        }
        if !are_known(calls.callers) || !are_known(calls.callees) || !calls.callers.is_sorted() {
            return Err(PyValueError::new_err("expected instances, in the order of the callers"));
        }
        let found = py.detach(|| self.inner.arguments_from(&self.program, calls, given, never));
        Ok(found.to_pyarray(py))
    }

    /// Who holds an object, and the class and place of the holder's field (class -1 for the elements
    /// of an array, -2 for what a lambda captured).
    fn holders(&self, object: u32) -> PyResult<Vec<(u32, (i64, u16))>> {
        if object as usize >= self.inner.object_count() {
            return Err(PyIndexError::new_err("no such object"));
        }
        let found = self.inner.holders(object).into_iter();
        Ok(found.map(|(holder, part)| (holder, part_row(part))).collect())
    }

    /// How many hold an object, each field counted.
    fn holder_count(&self, object: u32) -> PyResult<usize> {
        if object as usize >= self.inner.object_count() {
            return Err(PyIndexError::new_err("no such object"));
        }
        Ok(self.inner.holder_count(object))
    }

    /// What a field of an object points to.
    fn field<'py>(&self, py: Python<'py>, object: u32, class_: u32, field: u16) -> Ids<'py> {
        let field = FieldId { class: ClassId(class_), index: field };
        self.inner.part(object, Part::Field(field)).to_pyarray(py)
    }

    /// What the elements of an array point to.
    fn elements<'py>(&self, py: Python<'py>, object: u32) -> Ids<'py> {
        self.inner.part(object, Part::Elements).to_pyarray(py)
    }

    /// What a static field points to.
    fn static_field<'py>(&self, py: Python<'py>, class_: u32, field: u16) -> Ids<'py> {
        let field = FieldId { class: ClassId(class_), index: field };
        self.inner.static_field(field).to_pyarray(py)
    }

    /// The heap graph: for each edge the object, the class and place of the field (class -1 for the
    /// elements of an array, -2 for what a lambda captured), and the object that is held.
    #[allow(clippy::type_complexity)]
    fn heap<'py>(
        &self,
        py: Python<'py>,
    ) -> (Ids<'py>, Bound<'py, PyArray1<i64>>, Bound<'py, PyArray1<u16>>, Ids<'py>) {
        let (mut objects, mut classes, mut fields, mut held) =
            (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        for (object, part, set) in self.inner.heap() {
            let (class, field) = part_row(part);
            for target in set.iter() {
                objects.push(object);
                classes.push(class);
                fields.push(field);
                held.push(target);
            }
        }
        (objects.to_pyarray(py), classes.to_pyarray(py), fields.to_pyarray(py), held.to_pyarray(py))
    }

    /// Static fields and what they hold: class, place, object.
    #[allow(clippy::type_complexity)]
    fn statics<'py>(&self, py: Python<'py>) -> (Ids<'py>, Bound<'py, PyArray1<u16>>, Ids<'py>) {
        let (mut classes, mut fields, mut held) = (Vec::new(), Vec::new(), Vec::new());
        for (field, set) in self.inner.static_fields() {
            for target in set.iter() {
                classes.push(field.class.0);
                fields.push(field.index);
                held.push(target);
            }
        }
        (classes.to_pyarray(py), fields.to_pyarray(py), held.to_pyarray(py))
    }

    /// How many objects there are.
    #[getter]
    fn object_count(&self) -> usize {
        self.inner.object_count()
    }

    /// Kind, type, place or None, and heap context of an object.
    fn object(&self, object: u32) -> PyResult<(&'static str, u32, Option<SiteRow>, u32)> {
        if object as usize >= self.inner.object_count() {
            return Err(PyIndexError::new_err("no such object"));
        }
        let (of, allocation, context) = self.inner.object(object);
        let (kind, _, place) = self.described(allocation);
        Ok((kind, of.to_bits(), place, context))
    }

    /// Who makes each object, and in which heap context: place in `methods` (the largest number if
    /// no method does), bytecode index, context.
    #[allow(clippy::type_complexity)]
    fn origins<'py>(&self, py: Python<'py>) -> (Ids<'py>, Bound<'py, PyArray1<i32>>, Ids<'py>) {
        let (mut methods, mut indices, mut contexts) = (Vec::new(), Vec::new(), Vec::new());
        for object in 0..self.inner.object_count() as u32 {
            let (_, allocation, context) = self.inner.object(object);
            let place = self.inner.place(allocation);
            let method = place.and_then(|(it, _)| self.graph.methods.binary_search(&it).ok());
            methods.push(method.map_or(u32::MAX, |it| it as u32));
            indices.push(place.map_or(-1, |it| it.1));
            contexts.push(context);
        }
        (methods.to_pyarray(py), indices.to_pyarray(py), contexts.to_pyarray(py))
    }

    /// The types of all objects.
    fn object_types<'py>(&self, py: Python<'py>) -> Ids<'py> {
        let all = 0..self.inner.object_count() as u32;
        let types: Vec<u32> = all.map(|it| self.inner.object(it).0.to_bits()).collect();
        types.to_pyarray(py)
    }

    /// What an object stands for: the text of a string constant, the type of a class object.
    fn meaning(&self, object: u32) -> PyResult<Option<String>> {
        if object as usize >= self.inner.object_count() {
            return Err(PyIndexError::new_err("no such object"));
        }
        let hierarchy = self.program.hierarchy();
        Ok(match self.inner.object(object).1 {
            Allocation::Text(number) => Some(decoded(self.inner.text(number))),
            Allocation::ClassOf(of) => Some(hierarchy.type_name(of)),
            Allocation::Member(method, _) | Allocation::Bound(method, _) => {
                Some(hierarchy.method_name(method))
            }
            Allocation::Methods(class, _)
            | Allocation::PublicMethods(class, _)
            | Allocation::Fields(class, _)
            | Allocation::Constructors(class, _)
            | Allocation::GeneratedClass(class)
            | Allocation::GeneratedMembers(class, _) => Some(hierarchy.display_name(class)),
            Allocation::Field(field, _) => Some(hierarchy.field_name(field)),
            _ => None,
        })
    }

    /// Threads that are started: the call, its context, what runs, its context, the task objects.
    #[allow(clippy::type_complexity)]
    fn spawns(&self) -> Vec<(SiteRow, u32, MethodRow, u32, Vec<u32>)> {
        let spawns = self.inner.spawns().iter();
        spawns
            .map(|it| {
                let root = method_row(it.root);
                (site_row(it.site), it.context, root, it.root_context, it.tasks.clone())
            })
            .collect()
    }

    /// Reflection that could not be resolved: the call, the method called there, what it would do.
    fn unresolved(&self) -> Vec<(SiteRow, MethodRow, &'static str, bool)> {
        let sites = self.inner.unresolved().iter();
        sites.map(|it| (site_row(it.site), method_row(it.called), it.what, it.is_guessed)).collect()
    }

    /// Accesses through handles and offsets: the call, the method called there, the field or None
    /// for the elements of arrays.
    #[allow(clippy::type_complexity)] // a row of Python's
    fn accesses(&self) -> Vec<(SiteRow, MethodRow, Option<(u32, u16)>)> {
        let accesses = self.inner.accesses().iter();
        accesses
            .map(|it| {
                let field = it.field.map(|field| (field.class.0, field.index));
                (site_row(it.site), method_row(it.called), field)
            })
            .collect()
    }

    /// Methods whose contexts the budget merged.
    fn degraded(&self) -> Vec<MethodRow> {
        self.inner.degraded().into_iter().map(method_row).collect()
    }
}

impl Solution {
    fn pointed_to(&self, instance: u32, value: u32) -> PyResult<Vec<u32>> {
        if instance as usize >= self.inner.instance_count() {
            return Err(PyIndexError::new_err("no such instance"));
        }
        Ok(match self.inner.instance(instance) {
            (Code::Method(_), _) => self
                .inner
                .in_instance(instance, value)
                .map_or(Vec::new(), |set| set.iter().collect()),
            (Code::Model(method, ..) | Code::Made(method), context) => {
                self.inner.value(method, value, Some(context))
            }
            _ => Vec::new(),
        })
    }

    /// Numbers of objects that exist.
    fn objects<'a>(&self, given: &'a PyReadonlyArray1<'_, u32>) -> PyResult<&'a [u32]> {
        let objects = given.as_slice()?;
        if objects.iter().any(|&object| object as usize >= self.inner.object_count()) {
            return Err(PyIndexError::new_err("no such object"));
        }
        Ok(objects)
    }

    fn described(&self, allocation: Allocation) -> (&'static str, u32, Option<SiteRow>) {
        let place = self.inner.place(allocation).map(site_row);
        let (kind, of) = match allocation {
            Allocation::At(_, _, of) => ("site", of.to_bits()),
            Allocation::OfType(of) => ("type", of.to_bits()),
            Allocation::Empty(of) => ("empty", of.to_bits()),
            Allocation::ClassOf(of) => ("class", of.to_bits()),
            Allocation::Text(_) => ("text", 0),
            Allocation::Member(_, of) => ("method", of.to_bits()),
            Allocation::Methods(_, of)
            | Allocation::PublicMethods(_, of)
            | Allocation::Constructors(_, of) => ("method", of.to_bits()),
            Allocation::Fields(_, of) => ("field", of.to_bits()),
            Allocation::Bound(..) => ("method", 0),
            Allocation::Field(_, of) => ("field", of.to_bits()),
            Allocation::Elements(of) => ("elements", of.to_bits()),
            Allocation::Generated(of) => ("generated", of.to_bits()),
            Allocation::GeneratedClass(_) => ("generated class", 0),
            Allocation::GeneratedMembers(_, of) => ("method", of.to_bits()),
        };
        (kind, of, place)
    }
}
