//! Typed SSA code of JVM methods.
//!
//! [`lower`] turns a method's bytecode into a [`Body`]: three-address instructions in basic blocks,
//! each value assigned once, with phis at joins, exception edges, monitors, and the bytecode index and
//! line of every instruction. [`verify`] checks a body against the rules that its users rely on.
//! [`Program`] holds the classes and the bodies that were asked for.
//!
//! What a body is: see [`Body`]. How it is made: see the module `lower`.

mod body;
mod dominators;
mod lower;
mod program;
mod stems;
mod verify;

pub use body::{Block, BlockId, Body, Condition, ConstantKind, Handler, Inst, NO_VALUE, Op, Value};
pub use dominators::Dominators;
pub use lower::{LowerError, lower};

pub use program::{Failure, LowerAll, Program, Summary};
pub use stems::stems;
pub use verify::{VerifyError, verify};
