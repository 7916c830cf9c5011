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

impl Solver<'_> {
    /// The method that code is part of, if it is one that people know.
    pub(crate) fn real_method(&self, instance: Instance) -> Option<MethodId> {
        match self.code[self.data[instance as usize].code as usize].code {
            Code::Method(method) | Code::Model(method, ..) | Code::Made(method) => Some(method),
            Code::Lambda(..) | Code::Proxy(_) | Code::Synthetic(_) => None,
        }
    }

    /// Bytecode index of an instruction of an instance; -1 if the instance has no bytecode.
    pub(crate) fn site(&self, instance: Instance, inst: u32) -> i32 {
        let Code::Method(method) = self.code[self.data[instance as usize].code as usize].code
        else {
            return -1;
        };
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
        let plain = self.plain_edges();
        let mut edges = Vec::new();
        for instance in 0..self.data.len() as Instance {
            let code = self.code[self.data[instance as usize].code as usize].code;
            if matches!(code, Code::Lambda(..) | Code::Proxy(_)) {
                continue;
            }
            let is_root = matches!(code, Code::Synthetic(_));
            let caller = (!is_root).then_some(instance);
            let mut last = (NO_INST, -1);
            for &(inst, callee, kind) in &plain[instance as usize] {
                if !is_root && inst != last.0 {
                    last = (inst, self.site(instance, inst));
                }
                let site = last.1;
                self.expand(&plain, callee, kind, &mut |callee, kind| {
                    edges.push(CallEdge { caller, site, callee, kind });
                });
            }
        }
        edges.sort_unstable();
        edges.dedup();
        edges
    }

    fn plain_edges(&self) -> Vec<Vec<(u32, Instance, EdgeKind)>> {
        let mut edges = vec![Vec::new(); self.data.len()];
        for (&(caller, index), callees) in self.calls.iter().zip(&self.callees) {
            let code = &self.code[self.data[caller as usize].code as usize];
            let call = &code.template.calls[index as usize];
            let kind = if call.spawns { EdgeKind::Spawn } else { EdgeKind::Call };
            edges[caller as usize].extend(callees.iter().map(|it| (call.inst, it, kind)));
        }
        let mut reflective: Vec<_> = self.reflective_calls.iter().copied().collect();
        reflective.sort_unstable();
        for (caller, inst, callee) in reflective {
            edges[caller as usize].push((inst, callee, EdgeKind::Reflective));
        }
        edges
    }

    /// Passes through code that no class file holds.
    fn expand(
        &self,
        plain: &[Vec<(u32, Instance, EdgeKind)>],
        callee: Instance,
        kind: EdgeKind,
        found: &mut impl FnMut(Instance, EdgeKind),
    ) {
        let mut seen = vec![callee];
        let mut next = vec![(callee, kind)];
        while let Some((callee, kind)) = next.pop() {
            let kind = match self.code[self.data[callee as usize].code as usize].code {
                Code::Lambda(..) if kind == EdgeKind::Call => EdgeKind::Lambda,
                Code::Proxy(_) if kind == EdgeKind::Call => EdgeKind::Reflective,
                Code::Lambda(..) | Code::Proxy(_) => kind,
                _ => {
                    found(callee, kind);
                    continue;
                }
            };
            for &(_, further, _) in &plain[callee as usize] {
                if !seen.contains(&further) {
                    seen.push(further);
                    next.push((further, kind));
                }
            }
        }
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
