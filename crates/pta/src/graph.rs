//! The call graph without the code that no class file holds: lambdas' methods and those of proxies are
//! passed through, what was handed in calls from nowhere.

use snarl_hierarchy::MethodId;

use crate::solver::{Code, Instance, Solver};
use crate::template::NO_INST;

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

/// What each instance calls.
struct Calls<'s, 'p> {
    solver: &'s Solver<'p>,
    /// Who calls by reflection, at which instruction, whom; in order.
    reflective: Vec<(Instance, u32, Instance)>,
}

impl Calls<'_, '_> {
    /// Adds the edges of an instance, some perhaps more than once.
    fn add_edges(&self, instance: Instance, caller: Option<u32>, edges: &mut Vec<CallEdge>) {
        let mut last = (NO_INST, -1);
        self.each(instance, |inst, callee, kind| {
            if caller.is_some() && inst != last.0 {
                last = (inst, self.solver.site(instance, inst));
            }
            let site = last.1;
            if is_passed_through(self.solver.code_of(callee)) {
                self.pass_through(callee, kind, |callee, kind| {
                    edges.push(CallEdge { caller, site, callee, kind });
                });
            } else {
                edges.push(CallEdge { caller, site, callee, kind });
            }
        });
    }

    /// All calls of an instance: instruction, callee, kind.
    fn each(&self, instance: Instance, mut found: impl FnMut(u32, Instance, EdgeKind)) {
        let data = &self.solver.data[instance as usize];
        let template = &self.solver.code[data.code as usize].template;
        for (call, callees) in
            template.calls.iter().zip(&self.solver.callees[data.first_call as usize..])
        {
            let kind = if call.spawns { EdgeKind::Spawn } else { EdgeKind::Call };
            callees.iter().for_each(|callee| found(call.inst, callee, kind));
        }
        let first = self.reflective.partition_point(|it| it.0 < instance);
        let own = self.reflective[first..].iter().take_while(|it| it.0 == instance);
        own.for_each(|&(_, inst, callee)| found(inst, callee, EdgeKind::Reflective));
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
            let kind = match self.solver.code_of(callee) {
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
}

impl Solver<'_> {
    /// The method that code is part of, if it is one that people know.
    pub(crate) fn real_method(&self, instance: Instance) -> Option<MethodId> {
        match self.code_of(instance) {
            Code::Method(method) | Code::Model(method, ..) | Code::Made(method) => Some(method),
            Code::Lambda(..) | Code::Proxy(_) | Code::Synthetic(_) => None,
        }
    }

    /// Bytecode index of an instruction of an instance; -1 if the instance has no bytecode.
    pub(crate) fn site(&self, instance: Instance, inst: u32) -> i32 {
        let Code::Method(method) = self.code_of(instance) else { return -1 };
        self.site_in(method, inst)
    }

    /// Bytecode index of an instruction of a method; -1 if it has none.
    pub(crate) fn site_in(&self, method: MethodId, inst: u32) -> i32 {
        let body = self.program.body(method).and_then(Result::ok);
        let inst = body.and_then(|body| body.insts().get(inst as usize));
        inst.map_or(-1, |inst| i32::from(inst.index))
    }

    /// The call graph between instances, each edge once, in order.
    pub(crate) fn edges_of_instances(&self) -> Vec<CallEdge> {
        let mut reflective: Vec<_> = self.reflective_calls.iter().copied().collect();
        reflective.sort_unstable();
        let calls = Calls { solver: self, reflective };
        let (roots, others): (Vec<Instance>, Vec<Instance>) = (0..self.data.len() as Instance)
            .filter(|&it| !is_passed_through(self.code_of(it)))
            .partition(|&it| matches!(self.code_of(it), Code::Synthetic(_)));
        let mut edges = Vec::with_capacity(4 * self.callees.len());
        for instance in roots {
            calls.add_edges(instance, None, &mut edges);
        }
        edges.sort_unstable();
        for instance in others {
            let first = edges.len();
            calls.add_edges(instance, Some(instance), &mut edges);
            edges[first..].sort_unstable();
        }
        edges.dedup();
        edges
    }

    fn code_of(&self, instance: Instance) -> Code {
        self.code[self.data[instance as usize].code as usize].code
    }

    /// What instructions initialize, contexts left out: caller, site, initializer, all by code.
    pub(crate) fn initializer_edges(&self) -> Vec<(MethodId, i32, MethodId)> {
        let mut edges = Vec::new();
        for data in &self.code {
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
