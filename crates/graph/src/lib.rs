//! Kernels over graphs of millions of nodes: reachability, strongly connected components, union and
//! intersection fixpoints.
//!
//! A graph is two arrays (CSR): the successors of node `n` are `targets[offsets[n]..offsets[n + 1]]`.
//! The kernels know nothing of programs: a node may be a method, an object, a lock. None recurses, so
//! that a chain of a million nodes needs no deep stack, and all are deterministic.

mod components;
mod condensed;
mod csr;
mod intersection;
mod reach;
mod sets;
mod union;

pub use components::Components;
pub use condensed::Condensed;
pub use csr::{Graph, GraphError};
pub use intersection::{Intersection, Problem};
pub use sets::BitSets;
