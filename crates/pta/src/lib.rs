//! Points-to analysis with call graph on the fly (paper 1, sections 2.2.1 and 2.2.2): inclusion-based,
//! field-sensitive, flow-insensitive over SSA, k-object-sensitive.
//!
//! In the making: nothing calls it yet.

mod context;
mod object;
mod set;
mod solver;
mod tables;
mod template;

use snarl_hierarchy::MethodId;
use snarl_ir::Program;

pub use context::{ContextId, EMPTY, Selector};
pub use object::{Allocation, ObjectId};
pub use set::{Iter, Set};
pub use solver::{CallEdge, Counts};
pub use template::Code;

/// The result of an analysis.
pub struct Analysis {
    counts: Counts,
    reached: Vec<MethodId>,
    call_edges: Vec<CallEdge>,
}

impl Analysis {
    /// Analyses what some methods reach.
    pub fn run(program: &Program, roots: &[MethodId], selector: Selector) -> Self {
        let mut solver = solver::Solver::new(program, selector);
        for &root in roots {
            solver.add_root(root);
        }
        solver.solve();
        Self {
            counts: solver.counts(),
            reached: solver.reached().collect(),
            call_edges: solver.call_edges(),
        }
    }

    /// How much was found.
    pub fn counts(&self) -> Counts {
        self.counts
    }

    /// The methods that are reached, in the order of discovery.
    pub fn reached(&self) -> &[MethodId] {
        &self.reached
    }

    /// The edges of the call graph, contexts left out, in order.
    pub fn call_edges(&self) -> &[CallEdge] {
        &self.call_edges
    }
}
