//! Points-to analysis with call graph on the fly. (In the making: nothing calls it yet.)

mod set;

pub use set::{Iter, Set};
