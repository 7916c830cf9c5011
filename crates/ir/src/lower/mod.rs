//! From bytecode to SSA.
//!
//! 1. [`raw`]: decode, and cut into blocks. [`explore`]: follow the blocks from the entry, copying
//!    subroutines (`jsr`, `ret`). [`graph`]: order them and connect them.
//! 2. [`liveness`]: which local variables are live where, so that only needed phis are made.
//! 3. [`phis`]: where phis go (dominance frontiers, all variables at once as bit sets).
//! 4. [`rename`]: walk the dominator tree, run the operand stack symbolically, emit instructions.
//! 5. [`types`]: types of phis and array elements, from the stack map where inference would guess.
//! 6. [`finish`]: drop phis that merge only one value, number values, fill in lines.
//!
//! Blocks under a handler are cut so that no local variable is stored after an instruction that can
//! throw. The locals at the exception edge are then those at the end of the block, and the handler's
//! phis need one operand for each block, not one for each instruction.

mod explore;
mod finish;
mod graph;
mod liveness;
mod locals;
mod phis;
mod raw;
mod rename;
mod resumption;
mod return_addresses;
mod simulate;
mod throwing;
mod types;

use std::borrow::Cow;
use std::fmt;

use snarl_classfile::{Code, Member, ParseError, access};
use snarl_hierarchy::{Hierarchy, MethodId, Type};

use crate::body::Body;
use graph::Graph;

/// Why a method has no body: its bytecode breaks the JVM's rules.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LowerError {
    /// Bytecode index, where it is known.
    pub index: Option<u16>,
    /// What is wrong.
    pub message: Cow<'static, str>,
}

impl LowerError {
    #[cold]
    fn at(index: u16, message: impl Into<Cow<'static, str>>) -> Self {
        Self { index: Some(index), message: message.into() }
    }

    #[cold]
    fn whole(message: impl Into<Cow<'static, str>>) -> Self {
        Self { index: None, message: message.into() }
    }
}

impl fmt::Display for LowerError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.index {
            Some(index) => write!(f, "at bytecode index {index}: {}", self.message),
            None => f.write_str(&self.message),
        }
    }
}

impl std::error::Error for LowerError {}

impl From<ParseError> for LowerError {
    fn from(error: ParseError) -> Self {
        Self::whole(error.to_string())
    }
}

type Result<T> = std::result::Result<T, LowerError>;

/// What every step of lowering one method reads.
struct Source<'a> {
    hierarchy: &'a Hierarchy,
    method: MethodId,
    member: Member<'a>,
    code: Code<'a>,
    /// Types of the parameters, the receiver first.
    parameters: Vec<Type>,
}

impl Source<'_> {
    fn is_synchronized(&self) -> bool {
        self.member.is(access::SYNCHRONIZED)
    }
}

/// Lowers a method; `None` if it has no code.
pub fn lower(hierarchy: &Hierarchy, method: MethodId) -> Option<Result<Body>> {
    let member = hierarchy.class(method.class).method(method.index)?;
    let code = match member.code()? {
        Ok(code) => code,
        Err(error) => return Some(Err(error.into())),
    };
    Some(lower_code(hierarchy, method, member, code))
}

fn lower_code(
    hierarchy: &Hierarchy,
    method: MethodId,
    member: Member<'_>,
    code: Code<'_>,
) -> Result<Body> {
    let (declared, _) = hierarchy.signature(member.descriptor(), method.class)?;
    let receiver = (!member.is(access::STATIC)).then(|| Type::class(method.class));
    let parameters = receiver.into_iter().chain(declared.into_iter().map(Type::on_stack)).collect();
    let source = Source { hierarchy, method, member, code, parameters };
    let graph = Graph::build(&source)?;
    let variables = locals::Variables::of(&source, &graph)?;
    let (stores, uses) = locals::stores_and_uses(&graph, &variables)?;
    let live = liveness::live_in(&graph, &stores, &uses);
    let phis = phis::place(&graph, &stores, &live);
    let mut draft = rename::rename(&source, &graph, &variables, &phis)?;
    let replaced = finish::single_value_phis(&graph, &draft);
    types::infer(&source, &graph, &mut draft, &replaced);
    Ok(finish::finish(&source, &graph, draft, &replaced))
}
