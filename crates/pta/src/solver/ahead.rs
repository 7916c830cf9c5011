//! Templates ahead of time: while the solver propagates, a second thread lowers the methods that are named
//! by calls, and makes their templates. Most of them are reached soon, and to make them takes a fifth of
//! the solver's time.
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
    requests: Sender<MethodId>,
    made: Receiver<(MethodId, Template)>,
    waiting: FxHashMap<MethodId, Template>,
}

impl Ahead {
    pub(crate) fn new(requests: Sender<MethodId>, made: Receiver<(MethodId, Template)>) -> Self {
        Self { asked: FxHashSet::default(), requests, made, waiting: FxHashMap::default() }
    }

    /// Asks for the template of a method.
    fn ask(&mut self, method: MethodId) {
        if self.asked.insert(method) {
            // Nobody listens any more if the other thread has failed; then it is done here.
            let _ = self.requests.send(method);
        }
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
    requests: &Receiver<MethodId>,
    made: &Sender<(MethodId, Template)>,
    is_over: &AtomicBool,
) {
    let mut safe: FxHashMap<ClassId, bool> = FxHashMap::default();
    for method in requests {
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
            if !self.inputs.models.contains_key(&method) {
                ahead.ask(method);
            }
        }
    }
}
