//! The call graph without the code that no class file holds: lambdas' methods and those of proxies are
//! passed through, what was handed in calls from nowhere.

use snarl_hierarchy::MethodId;

use crate::object::CodeId;
use crate::solver::{Callees, Code, Instance, Solver};
use crate::template::Call;

/// How a method comes to run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum EdgeKind {
    /// A call.
    Call,
    /// In a new thread.
    Spawn,
    /// A static initializer, because of an instruction.
    ClassInit,
    /// Through reflection, a method handle or a proxy.
    Reflective,
    /// Through a lambda or method reference.
    Lambda,
}

/// An edge between methods in contexts. No instruction: the caller has a model.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct CallEdge {
    /// Who calls, by number; `None` from outside.
    pub caller: Option<u32>,
    /// Bytecode index of the call; -1 if there is none.
    pub site: i32,
    /// Who is called, by number.
    pub callee: u32,
    /// How.
    pub kind: EdgeKind,
}

/// Whether it is code that no class file holds, and that calls others.
fn is_passed_through(code: Code) -> bool {
    matches!(code, Code::Lambda(..) | Code::Proxy(_))
}

/// The method that code is part of, if it is one that people know.
fn real_method(code: Code) -> Option<MethodId> {
    match code {
        Code::Method(method) | Code::Model(method, ..) | Code::Made(method) => Some(method),
        Code::Lambda(..) | Code::Proxy(_) | Code::Synthetic(_) => None,
    }
}

/// What each instance calls, as the solver has it: there may be so many that a list of all is asked for with
/// care.
pub(crate) struct Calls {
    codes: Vec<CallsOfCode>,
    /// The code of each instance, and where its calls begin.
    instances: Vec<(CodeId, u32)>,
    callees: Vec<Callees>,
    /// Who calls by reflection, at which bytecode index, whom; in order.
    reflective: Vec<(Instance, i32, Instance)>,
}

/// The calls that code has: their bytecode indices and kinds.
struct CallsOfCode {
    code: Code,
    sites: Box<[(i32, EdgeKind)]>,
}

impl Calls {
    /// All calls of an instance: bytecode index, callee, kind.
    fn each(&self, instance: Instance, mut found: impl FnMut(i32, Instance, EdgeKind)) {
        let (code, first) = self.instances[instance as usize];
        let sites = &self.codes[code as usize].sites;
        for (&(site, kind), callees) in sites.iter().zip(&self.callees[first as usize..]) {
            callees.iter().for_each(|callee| found(site, callee, kind));
        }
        let first = self.reflective.partition_point(|it| it.0 < instance);
        let own = self.reflective[first..].iter().take_while(|it| it.0 == instance);
        own.for_each(|&(_, site, callee)| found(site, callee, EdgeKind::Reflective));
    }

    /// The same, where code is passed through that no class file holds; some perhaps more than once.
    fn each_real(&self, instance: Instance, mut found: impl FnMut(i32, Instance, EdgeKind)) {
        self.each(instance, |site, callee, kind| {
            if is_passed_through(self.code_of(callee)) {
                self.pass_through(callee, kind, |callee, kind| found(site, callee, kind));
            } else {
                found(site, callee, kind);
            }
        });
    }

    /// What code calls that no class file holds, also through others of its kind.
    fn pass_through(
        &self,
        callee: Instance,
        kind: EdgeKind,
        mut found: impl FnMut(Instance, EdgeKind),
    ) {
        let mut seen = vec![callee];
        let mut next = vec![(callee, kind)];
        while let Some((callee, kind)) = next.pop() {
            let kind = match self.code_of(callee) {
                Code::Lambda(..) if kind == EdgeKind::Call => EdgeKind::Lambda,
                Code::Proxy(_) if kind == EdgeKind::Call => EdgeKind::Reflective,
                Code::Lambda(..) | Code::Proxy(_) => kind,
                _ => {
                    found(callee, kind);
                    continue;
                }
            };
            self.each(callee, |_, further, _| {
                if !seen.contains(&further) {
                    seen.push(further);
                    next.push((further, kind));
                }
            });
        }
    }

    fn code_of(&self, instance: Instance) -> Code {
        self.codes[self.instances[instance as usize].0 as usize].code
    }

    /// The call graph between instances, each edge once, in order.
    pub(crate) fn edges(&self) -> Vec<CallEdge> {
        let (roots, others): (Vec<Instance>, Vec<Instance>) = (0..self.instances.len() as Instance)
            .filter(|&it| !is_passed_through(self.code_of(it)))
            .partition(|&it| matches!(self.code_of(it), Code::Synthetic(_)));
        let mut edges = Vec::with_capacity(4 * self.callees.len());
        for instance in roots {
            self.each_real(instance, |site, callee, kind| {
                edges.push(CallEdge { caller: None, site, callee, kind });
            });
        }
        edges.sort_unstable();
        for instance in others {
            let (first, caller) = (edges.len(), Some(instance));
            self.each_real(instance, |site, callee, kind| {
                edges.push(CallEdge { caller, site, callee, kind });
            });
            edges[first..].sort_unstable();
        }
        edges.dedup();
        edges
    }

    /// The methods that are reached, in order, and the calls between them by their places.
    pub(crate) fn between_methods(&self) -> MethodGraph {
        let mut methods: Vec<MethodId> = self
            .instances
            .iter()
            .filter_map(|it| real_method(self.codes[it.0 as usize].code))
            .collect();
        methods.sort_unstable();
        methods.dedup();
        let place = |code: &CallsOfCode| {
            real_method(code.code)
                .and_then(|it| methods.binary_search(&it).ok())
                .map(|it| it as u32)
        };
        let places: Vec<Option<u32>> = self.codes.iter().map(place).collect();
        let place_of = |instance: Instance| places[self.instances[instance as usize].0 as usize];
        let mut edges = Edges::default();
        for instance in 0..self.instances.len() as Instance {
            let Some(caller) = place_of(instance) else { continue };
            self.each_real(instance, |site, callee, kind| {
                if let Some(callee) = place_of(callee) {
                    edges.add((caller, site, callee, kind));
                }
            });
        }
        MethodGraph { methods, edges: edges.all() }
    }
}

/// Methods of the call graph, contexts left out: places in it are the numbers of its edges.
#[derive(Clone, Debug, Default)]
pub struct MethodGraph {
    /// The methods, in order.
    pub methods: Vec<MethodId>,
    /// Caller, site, callee, kind.
    pub edges: Vec<(u32, i32, u32, EdgeKind)>,
}

impl MethodGraph {
    /// The place of a method.
    pub(crate) fn place(&self, method: MethodId) -> u32 {
        self.methods.binary_search(&method).map_or(u32::MAX, |it| it as u32)
    }
}

/// Edges between methods: the same ones come from many contexts, so they are thinned out on the way.
#[derive(Default)]
struct Edges {
    found: Vec<(u32, i32, u32, EdgeKind)>,
    /// How many there were when each was there once.
    once: usize,
}

impl Edges {
    /// So many may wait to be thinned out, at least.
    const ROOM: usize = 1 << 20;

    fn add(&mut self, edge: (u32, i32, u32, EdgeKind)) {
        if self.found.len() == 2 * self.once + Self::ROOM {
            self.thin_out();
        }
        if self.found.last() != Some(&edge) {
            self.found.push(edge);
        }
    }

    fn thin_out(&mut self) {
        self.found.sort_unstable();
        self.found.dedup();
        self.once = self.found.len();
    }

    fn all(mut self) -> Vec<(u32, i32, u32, EdgeKind)> {
        self.thin_out();
        self.found
    }
}

impl Solver<'_> {
    /// The method that code is part of, if it is one that people know.
    pub(crate) fn real_method(&self, instance: Instance) -> Option<MethodId> {
        real_method(self.code_of(instance))
    }

    /// Bytecode index of an instruction of an instance; -1 if the instance has no bytecode.
    pub(crate) fn site(&self, instance: Instance, inst: u32) -> i32 {
        self.site_of(self.code_of(instance), inst)
    }

    fn site_of(&self, code: Code, inst: u32) -> i32 {
        let Code::Method(method) = code else { return -1 };
        self.site_in(method, inst)
    }

    /// Bytecode index of an instruction of a method; -1 if it has none.
    pub(crate) fn site_in(&self, method: MethodId, inst: u32) -> i32 {
        let body = self.program.body(method).and_then(Result::ok);
        let inst = body.and_then(|body| body.insts().get(inst as usize));
        inst.map_or(-1, |inst| i32::from(inst.index))
    }

    /// What each instance calls; the solver has it no more.
    pub(crate) fn take_calls(&mut self) -> Calls {
        let codes = self.code.iter().map(|data| {
            let site = |call: &Call| {
                let kind = if call.spawns { EdgeKind::Spawn } else { EdgeKind::Call };
                (self.site_of(data.code, call.inst), kind)
            };
            CallsOfCode { code: data.code, sites: data.template.calls.iter().map(site).collect() }
        });
        let codes = codes.collect();
        let instances = self.data.iter().map(|it| (it.code, it.first_call)).collect();
        let reflective = self.reflective_calls.iter();
        let mut reflective: Vec<_> =
            reflective.map(|&(by, inst, callee)| (by, self.site(by, inst), callee)).collect();
        reflective.sort_unstable();
        Calls { codes, instances, callees: std::mem::take(&mut self.callees), reflective }
    }

    fn code_of(&self, instance: Instance) -> Code {
        self.code[self.data[instance as usize].code as usize].code
    }

    /// What instructions initialize, contexts left out: caller, site, initializer, all by code.
    pub(crate) fn initializer_edges(&self) -> Vec<(MethodId, i32, MethodId)> {
        let mut edges = Vec::new();
        for data in self.code.iter().filter(|it| it.is_reached()) {
            let Code::Method(caller) = data.code else { continue };
            for &(class, inst) in &data.template.initializes {
                let site = self.site_in(caller, inst);
                for &above in self.hierarchy.class(class).ancestors() {
                    let is_related = above == class
                        || !self.hierarchy.class(above).is_interface()
                        || (!self.hierarchy.class(class).is_interface() && self.has_default(above));
                    let Some(Some(code)) = self.initialized.get(&above) else { continue };
                    let Code::Method(callee) = self.code[*code as usize].code else { continue };
                    if is_related && callee != caller {
                        edges.push((caller, site, callee));
                    }
                }
            }
        }
        edges.sort_unstable();
        edges.dedup();
        edges
    }
}
