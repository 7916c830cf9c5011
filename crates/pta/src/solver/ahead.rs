//! Bodies ahead of time: while the solver propagates, a second thread lowers the methods that are named by
//! calls. Most of them are reached soon, and lowering them takes a fifth of the solver's time.
//!
//! The program keeps the bodies, and what a body is depends on class files alone, so the answer is the same
//! whoever lowers first. Only what would make new phantoms is left to the solver: their numbers are given
//! out in the order in which they are met.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::Receiver;

use rustc_hash::FxHashMap;
use snarl_hierarchy::{ClassId, Hierarchy, MethodId, Origin};
use snarl_ir::Program;

use super::Solver;
use crate::template::{CallTarget, Template};

/// Lowers what is asked for, until nobody can ask any more or it is over.
pub(crate) fn lower(program: &Program, asked: &Receiver<MethodId>, is_over: &AtomicBool) {
    let mut safe: FxHashMap<ClassId, bool> = FxHashMap::default();
    for method in asked {
        if is_over.load(Ordering::Relaxed) {
            return;
        }
        let class = method.class;
        if *safe.entry(class).or_insert_with(|| makes_no_phantoms(program.hierarchy(), class)) {
            program.body(method);
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
    /// Asks for the bodies of what a method calls.
    pub(super) fn ask_ahead(&mut self, template: &Template) {
        for call in &template.calls {
            let (CallTarget::Virtual(method)
            | CallTarget::Special(method)
            | CallTarget::Static(method)) = call.target;
            if self.asked.insert(method) && !self.inputs.models.contains_key(&method) {
                // Nobody listens any more if the other thread has failed; then it is done here.
                let _ = self.ahead.send(method);
            }
        }
    }
}
