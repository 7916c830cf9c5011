//! Points-to analysis with call graph on the fly (paper 1, sections 2.2.1 and 2.2.2): inclusion-based,
//! field-sensitive, flow-insensitive over SSA, with contexts.

mod arguments;
mod boxes;
mod context;
mod graph;
mod holders;
mod object;
mod preparation;
mod results;
mod set;
mod solution;
mod solver;
mod synthetic;
mod tables;
mod template;
mod wanted;

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc;
use std::thread;

use rustc_hash::FxHashMap;
use snarl_hierarchy::{ClassId, MethodId, Origin};
use snarl_ir::Program;

pub use arguments::GivenCalls;
pub use context::{ContextId, EMPTY, Selector, Sensitivity};
pub use graph::{CallEdge, EdgeKind, MethodGraph};
pub use object::{Allocation, CodeId, ObjectId};
pub use preparation::{Preparation, Prepared};
pub use set::{Iter, Set};
pub use solution::{Access, Counts, Part, Site, Solution, Spawn, UnresolvedSite};
pub use solver::Code;
pub use synthetic::{NO_VARIABLE, Synthetic, Target, Variable};
pub use template::Reflect;

use solver::ahead::{Ahead, work_ahead};
use solver::{Budget, Generosity, Solver};
use template::Merging;
use wanted::Maker;

/// What an analysis starts from, beside the program.
#[derive(Default)]
pub struct Inputs {
    /// What is called from outside.
    pub roots: Vec<Synthetic>,
    /// What methods do, in place of their code.
    pub models: FxHashMap<MethodId, Synthetic>,
    /// Classes that resources mention, and whose resources: what a computed name may mean.
    pub mentioned: Vec<(ClassId, Origin)>,
    /// The providers of services.
    pub services: FxHashMap<ClassId, Vec<ClassId>>,
    /// The method to which the JVM gives every object that has a finalizer.
    pub finalizer: Option<MethodId>,
}

/// How an analysis is done.
#[derive(Clone, Copy, Debug)]
pub struct Options {
    /// How contexts are made.
    pub selector: Selector,
    /// Bytes that [`Sensitivity::Auto`] may take before it merges contexts.
    pub memory: usize,
}

/// Analyses what the roots reach. `stop` is told now and then how many methods are reached, and may end
/// the analysis; the solution then is a part of the whole.
pub fn analyse(
    program: &Program,
    inputs: &Inputs,
    options: Options,
    mut prepared: Prepared,
    stop: &dyn Fn(usize) -> bool,
) -> Solution {
    let mut merging = Merging::default();
    let mut generosity = Generosity::Full;
    loop {
        let budget = Budget::new(options.memory, generosity);
        let mut solver = Solver::new(program, inputs, options.selector, merging.clone(), budget);
        // What was prepared holds for the first try: after it, other objects are told apart.
        solve(&mut solver, &merging, std::mem::take(&mut prepared), stop);
        if stop(0) {
            return Solution::new(solver);
        }
        // An object that is used as a lock must not stand for others: tell its type's apart, and again.
        let locks = solver.locks_to_tell_apart();
        if !locks.is_empty() {
            merging.apart.extend(locks);
        } else if let Some(less) = solver.affords_less() {
            generosity = less;
        } else {
            return Solution::new(solver);
        }
    }
}

/// Solves, with a second thread that works ahead.
fn solve(
    solver: &mut Solver<'_>,
    merging: &Merging,
    prepared: Prepared,
    stop: &dyn Fn(usize) -> bool,
) {
    let is_over = AtomicBool::new(false);
    let maker = Maker::new(solver.program, merging);
    thread::scope(|scope| {
        let is_over = &is_over;
        let (requests, asked) = mpsc::channel();
        let (made, finished) = mpsc::channel();
        scope.spawn(move || work_ahead(maker, &asked, &made, is_over));
        solver.ahead = Some(Ahead::new(requests, finished, prepared.0));
        solver.add_roots();
        solver.solve(stop);
        is_over.store(true, Ordering::Relaxed);
        solver.ahead = None;
    });
}
