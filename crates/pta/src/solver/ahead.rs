//! Templates ahead of time: while the solver propagates, a second thread lowers the methods that it will
//! probably reach, and makes their templates. To make them takes a fifth of the solver's time.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, Sender};

use rustc_hash::FxHashMap;
use snarl_hierarchy::{ClassId, Hierarchy, MethodId};

use super::Solver;
use crate::template::Template;
use crate::wanted::{Maker, Wanted};

/// The solver's side: what it asks for, and what has come.
pub(crate) struct Ahead {
    wanted: Wanted,
    requests: Sender<Vec<MethodId>>,
    made: Receiver<(MethodId, Template)>,
    waiting: FxHashMap<MethodId, Template>,
}

impl Ahead {
    /// Some templates may be there from the start.
    pub(crate) fn new(
        requests: Sender<Vec<MethodId>>,
        made: Receiver<(MethodId, Template)>,
        waiting: FxHashMap<MethodId, Template>,
    ) -> Self {
        Self { wanted: Wanted::default(), requests, made, waiting }
    }

    /// Sends all that is wanted at once: to wake a thread for each method would cost more than some
    /// templates do.
    fn send(&mut self) {
        let mut pending = self.wanted.take_pending();
        pending.retain(|method| !self.waiting.contains_key(method));
        if !pending.is_empty() {
            // Nobody listens any more if the other thread has failed; then it is done here.
            let _ = self.requests.send(pending);
        }
    }

    /// Asks for the methods of a class that now has an object.
    pub(super) fn instantiate(&mut self, hierarchy: &Hierarchy, class: ClassId) {
        self.wanted.instantiate(hierarchy, class);
        self.send();
    }

    /// The template of a method, if it has been made.
    fn take(&mut self, method: MethodId) -> Option<Template> {
        if let Some(template) = self.waiting.remove(&method) {
            return Some(template);
        }
        if self.wanted.give_up(method) {
            return None;
        }
        self.waiting.extend(self.made.try_iter());
        self.waiting.remove(&method)
    }
}

/// Makes what is asked for, until nobody can ask any more or it is over.
pub(crate) fn work_ahead(
    mut maker: Maker<'_>,
    requests: &Receiver<Vec<MethodId>>,
    made: &Sender<(MethodId, Template)>,
    is_over: &AtomicBool,
) {
    for method in requests.iter().flatten() {
        if is_over.load(Ordering::Relaxed) {
            return;
        }
        if let Some(template) = maker.make(method)
            && made.send((method, template)).is_err()
        {
            return;
        }
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
        let models = &self.inputs.models;
        ahead.wanted.ask_callees(self.hierarchy, template, |it| models.contains_key(&it));
        ahead.send();
    }
}
