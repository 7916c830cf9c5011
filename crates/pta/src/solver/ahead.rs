//! Templates ahead of time: while the solver propagates, a second thread lowers the methods that are named
//! by calls, and those that override them in classes of which there are objects, and makes their templates.
//! Most of them are reached soon, and to make them takes a fifth of the solver's time.
//!
//! What a template is depends on class files alone, so the answer is the same whoever makes it first. Only
//! what would make new phantoms is left to the solver: their numbers are given out in the order in which
//! they are met.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, Sender};

use rustc_hash::{FxHashMap, FxHashSet};
use snarl_hierarchy::{ClassId, Hierarchy, MethodId, Origin};
use snarl_ir::Program;

use super::Solver;
use crate::template::{CallTarget, Merging, Template};

/// The solver's side: what it asks for, and what has come.
pub(crate) struct Ahead {
    asked: FxHashSet<MethodId>,
    /// What is asked for next, all at once: to wake a thread for each method would cost more than some
    /// templates do.
    pending: Vec<MethodId>,
    requests: Sender<Vec<MethodId>>,
    made: Receiver<(MethodId, Template)>,
    waiting: FxHashMap<MethodId, Template>,
    /// Classes that have objects, or extend to one that has.
    instantiated: FxHashSet<ClassId>,
    /// Signatures of which there are virtual calls.
    called: FxHashSet<u32>,
    /// Methods of instantiated classes with signatures of which there are no calls yet.
    uncalled: FxHashMap<u32, Vec<MethodId>>,
}

impl Ahead {
    pub(crate) fn new(
        requests: Sender<Vec<MethodId>>,
        made: Receiver<(MethodId, Template)>,
    ) -> Self {
        Self {
            asked: FxHashSet::default(),
            pending: Vec::new(),
            requests,
            made,
            waiting: FxHashMap::default(),
            instantiated: FxHashSet::default(),
            called: FxHashSet::default(),
            uncalled: FxHashMap::default(),
        }
    }

    /// Asks for the template of a method; says whether nobody had.
    fn ask(&mut self, method: MethodId) -> bool {
        let is_new = self.asked.insert(method);
        if is_new {
            self.pending.push(method);
        }
        is_new
    }

    fn send(&mut self) {
        if !self.pending.is_empty() {
            // Nobody listens any more if the other thread has failed; then it is done here.
            let _ = self.requests.send(std::mem::take(&mut self.pending));
        }
    }

    /// Asks for the methods that a virtual call of a signature may run.
    fn call(&mut self, signature: u32) {
        if self.called.insert(signature) {
            for method in self.uncalled.remove(&signature).unwrap_or_default() {
                self.ask(method);
            }
        }
    }

    /// Asks for the methods of a class that now has an object.
    pub(super) fn instantiate(&mut self, hierarchy: &Hierarchy, class: ClassId) {
        let mut next = Some(class);
        while let Some(class) = next.filter(|&it| self.instantiated.insert(it)) {
            let data = hierarchy.class(class);
            for &(signature, index) in data.signatures() {
                let method = MethodId { class, index };
                if self.called.contains(&signature) {
                    self.ask(method);
                } else {
                    self.uncalled.entry(signature).or_default().push(method);
                }
            }
            next = data.super_class();
        }
        self.send();
    }

    /// The template of a method, if it has been made.
    fn take(&mut self, method: MethodId) -> Option<Template> {
        if !self.asked.contains(&method) {
            // Nobody needs to make it any more.
            self.asked.insert(method);
            return None;
        }
        self.waiting.extend(self.made.try_iter());
        self.waiting.remove(&method)
    }
}

/// Makes what is asked for, until nobody can ask any more or it is over.
pub(crate) fn work_ahead(
    program: &Program,
    merging: &Merging,
    requests: &Receiver<Vec<MethodId>>,
    made: &Sender<(MethodId, Template)>,
    is_over: &AtomicBool,
) {
    let mut safe: FxHashMap<ClassId, bool> = FxHashMap::default();
    for method in requests.iter().flatten() {
        if is_over.load(Ordering::Relaxed) {
            return;
        }
        let class = method.class;
        let is_safe =
            *safe.entry(class).or_insert_with(|| makes_no_phantoms(program.hierarchy(), class));
        // What has a body already, the solver was quicker with.
        if is_safe && !program.has_body(method) {
            let template = Template::of(program, method, merging);
            if made.send((method, template)).is_err() {
                return;
            }
        }
    }
}

fn makes_no_phantoms(hierarchy: &Hierarchy, class: ClassId) -> bool {
    match hierarchy.origin(class) {
        // What it lacks was found when it was loaded.
        Origin::Application => true,
        Origin::Library => false,
        Origin::Jdk => !hierarchy.names_missing(class),
    }
}

impl Solver<'_> {
    /// The template of a method with code, which may be there already.
    pub(super) fn template_of_method(&mut self, method: MethodId) -> Template {
        let made = self.ahead.as_mut().and_then(|it| it.take(method));
        made.unwrap_or_else(|| Template::of(self.program, method, &self.merging))
    }

    /// Asks for the templates of what a method calls.
    pub(super) fn ask_ahead(&mut self, template: &Template) {
        let Some(ahead) = &mut self.ahead else { return };
        for call in &template.calls {
            let (CallTarget::Virtual(method)
            | CallTarget::Special(method)
            | CallTarget::Static(method)) = call.target;
            if self.inputs.models.contains_key(&method) {
                continue;
            }
            let is_new = ahead.ask(method);
            let is_virtual = matches!(call.target, CallTarget::Virtual(_));
            if is_new
                && is_virtual
                && let Some(signature) = self.hierarchy.class(method.class).signature(method.index)
            {
                ahead.call(signature);
            }
        }
        ahead.send();
    }
}
