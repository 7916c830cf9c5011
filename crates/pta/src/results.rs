//! What the solver found, in words of the program: its sites instead of the solver's numbers.

use snarl_hierarchy::{MethodId, Type};

use crate::context::ContextId;
use crate::object::{Allocation, CodeId};
use crate::set::Set;
use crate::solution::{Access, Counts, Site, Spawn, UnresolvedSite};
use crate::solver::{Callees, Code, Instance, NONE, Node, Solver};
use crate::template::Reflect;

/// So many objects that a monitor may be are told apart.
const FEW_LOCKS: usize = 8;

impl Solver<'_> {
    /// How much was found.
    pub(crate) fn counts(&self) -> Counts {
        let methods =
            self.code.iter().filter(|it| it.is_reached() && matches!(it.code, Code::Method(_)));
        Counts {
            methods: methods.count(),
            instances: self.data.len(),
            contexts: self.contexts.len(),
            objects: self.objects.len(),
            nodes: self.nodes.len(),
            call_edges: self.callees.iter().map(Callees::len).sum(),
            facts: (0..self.nodes.len() as Node).map(|it| self.set(it).len()).sum(),
            edges: self.budget.edges,
            work: self.budget.delivered,
        }
    }

    /// Types of merged objects that the program's own code uses as monitors. Where it may lock on any of
    /// many objects, telling them apart says no more about the lock.
    pub(crate) fn locks_to_tell_apart(&self) -> Vec<Type> {
        self.merged_locks().filter(|of| !self.merging.apart.contains(of)).collect()
    }

    fn merged_locks(&self) -> impl Iterator<Item = Type> + '_ {
        let own = self.data.iter().enumerate().filter(move |(_, data)| {
            matches!(self.code[data.code as usize].code, Code::Method(method)
                if self.hierarchy.origin(method.class) != snarl_hierarchy::Origin::Jdk)
        });
        let nodes = own.flat_map(move |(instance, data)| {
            let template = &self.code[data.code as usize].template;
            template.monitors.iter().map(move |&var| self.node(instance as Instance, var))
        });
        let objects = nodes.filter(|&node| node != NONE);
        let sets = objects.map(|node| self.set(node)).filter(|set| set.len() <= FEW_LOCKS);
        let objects = sets.flat_map(Set::iter);
        objects.filter_map(move |object| match self.objects.allocation(object) {
            Allocation::Empty(of) => Some(of),
            Allocation::OfType(of)
                if self.merging.merges_in_model(self.hierarchy, of)
                    || !self.made_by_reflection.contains(&of) =>
            {
                Some(of)
            }
            _ => None,
        })
    }

    /// Where a model is called by the program: the site, and the context there.
    fn call_of_model(&self, code: CodeId) -> Option<(Site, MethodId)> {
        let Code::Model(called, caller, call) = self.code[code as usize].code else { return None };
        let caller_data = self.code.get(caller as usize)?;
        match caller_data.code {
            Code::Method(method) => {
                let inst = caller_data.template.calls.get(call as usize).map(|it| it.inst);
                let site = inst.map_or(-1, |inst| self.site(caller_data.instances[0], inst));
                Some(((method, site), called))
            }
            Code::Lambda(method, inst) => Some(((method, self.site_in(method, inst)), called)),
            Code::Model(..) => self.call_of_model(caller).map(|(site, _)| (site, called)),
            Code::Proxy(_) | Code::Made(_) | Code::Synthetic(_) => None,
        }
    }

    /// Where code makes something.
    pub(crate) fn place(&self, code: CodeId, inst: u32) -> Option<Site> {
        let data = &self.code[code as usize];
        match data.code {
            Code::Method(method) => Some((method, self.site(*data.instances.first()?, inst))),
            Code::Lambda(method, made) => Some((method, self.site_in(method, made))),
            Code::Model(method, ..) => {
                Some(self.call_of_model(code).map_or((method, -1), |(site, _)| site))
            }
            Code::Proxy(method) | Code::Made(method) => Some((method, -1)),
            Code::Synthetic(_) => None,
        }
    }

    /// The threads that are started.
    pub(crate) fn spawns(&self) -> Vec<Spawn> {
        let mut spawns = Vec::new();
        for (&(instance, index), callees) in self.calls.iter().zip(&self.callees) {
            let data = &self.data[instance as usize];
            let call = &self.code[data.code as usize].template.calls[index as usize];
            if !call.spawns {
                continue;
            }
            let own = match self.code[data.code as usize].code {
                Code::Method(method) => Some((method, self.site(instance, call.inst))),
                Code::Model(method, ..) => Some((method, -1)),
                _ => None,
            };
            let site = self.call_of_model(data.code).map(|it| it.0).or(own);
            let Some(site) = site else { continue };
            let receivers = call.arguments.first().map_or(NONE, |&it| self.node(instance, it));
            for callee in callees.iter() {
                self.add_spawns(&mut spawns, site, data.context, callee, receivers);
            }
        }
        spawns.sort_by_key(|it| (it.site, it.context, it.root, it.root_context));
        spawns.dedup_by(|a, b| {
            let same = (a.site, a.context, a.root, a.root_context)
                == (b.site, b.context, b.root, b.root_context);
            if same {
                b.tasks.append(&mut a.tasks);
                b.tasks.sort_unstable();
                b.tasks.dedup();
            }
            same
        });
        spawns
    }

    /// Adds the threads that one call starts: one for each method that it runs in them.
    fn add_spawns(
        &self,
        spawns: &mut Vec<Spawn>,
        site: Site,
        context: ContextId,
        callee: Instance,
        receivers: Node,
    ) {
        let data = &self.data[callee as usize];
        let tasks = match receivers {
            NONE => Vec::new(),
            node => {
                let this = self.code[data.code as usize].template.parameters.first();
                let own = this.map_or(NONE, |&var| self.node(callee, var));
                let all = self.set(node).iter();
                all.filter(|&it| own != NONE && self.set(own).contains(it)).collect()
            }
        };
        let mut add = |instance: Instance| {
            if let Some(root) = self.real_method(instance) {
                let root_context = self.data[instance as usize].context;
                let tasks = tasks.clone();
                spawns.push(Spawn { site, context, root, root_context, tasks });
            }
        };
        if let Code::Lambda(..) | Code::Proxy(_) = self.code[data.code as usize].code {
            let count = self.code[data.code as usize].template.calls.len();
            for call in data.first_call as usize..data.first_call as usize + count {
                self.callees[call].iter().for_each(&mut add);
            }
        } else {
            add(callee);
        }
    }

    /// Reflection that could not be decided.
    pub(crate) fn unresolved_sites(&self) -> Vec<UnresolvedSite> {
        let mut sites: Vec<UnresolvedSite> = self
            .unresolved
            .iter()
            .filter_map(|it| {
                let (site, called) = self.call_of_model(it.code)?;
                let name = Reflect::ALL.iter().find(|(_, what)| *what == it.what);
                let what = name.map_or("", |it| it.0);
                Some(UnresolvedSite { site, called, what, is_guessed: it.is_guessed })
            })
            .collect();
        // Where something was guessed in one case, that is what counts.
        sites.sort_unstable_by_key(|it| (it.site, it.called, it.what, !it.is_guessed));
        sites.dedup_by_key(|it| (it.site, it.called, it.what));
        sites
    }

    /// Fields that are accessed through handles.
    pub(crate) fn accesses(&self) -> Vec<Access> {
        let mut accesses: Vec<Access> = self
            .handle_accesses
            .iter()
            .filter_map(|it| {
                let (site, called) = self.call_of_model(it.code)?;
                Some(Access { site, called, field: it.field })
            })
            .collect();
        accesses.sort_unstable();
        accesses.dedup();
        accesses
    }
}
