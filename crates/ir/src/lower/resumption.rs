//! Suspending functions of Kotlin, read as if they never suspended.
//!
//! The compiler makes a state machine of them: a switch on the field `label` leads behind the call that
//! has suspended, where the locals are read back from fields, and what the call ended with is thrown if
//! it is an exception. Whichever thread goes on there, it goes on after what was before the call, with
//! the same values: as if the call had just returned. So what is held and known before a call is held
//! and known behind it, and the way by which the function goes on ends where it would come there. It has
//! no handlers either: what the call throws, it throws where it stands.

use snarl_classfile::opcode::*;
use snarl_classfile::{Constant, ConstantPool, Instruction, Operand};

use super::Result;
use super::raw::Decoded;

/// What such a machine says of a label that it does not know.
const UNKNOWN_LABEL: &[u8] = b"call to 'resume' before 'invoke' with coroutine";

/// By position of instructions: how a function goes on after a call that has suspended.
pub(super) struct Resumption {
    /// Where the switch leads.
    pub(super) first: u32,
    /// Behind the last instruction before the values are those that the call would have left. It is
    /// `first` where the compiler wrote nothing that is known.
    pub(super) end: u32,
    /// Where the switch leads with a label that it does not know.
    pub(super) unknown: u32,
}

/// The ways by which a suspending function goes on; none in other code.
pub(super) fn resumptions(
    pool: ConstantPool<'_>,
    decoded: &Decoded<'_>,
) -> Result<Vec<Resumption>> {
    let mut found = Vec::new();
    for (position, instruction) in decoded.instructions.iter().enumerate() {
        let Operand::Switch(switch) = instruction.operand else { continue };
        let unknown = decoded.find(switch.default, instruction.index)?;
        if position == 0
            || !reads_label(pool, &decoded.instructions[position - 1])
            || !says_unknown(pool, &decoded.instructions[unknown as usize..])
        {
            continue;
        }
        // The first label is that of a function that has not suspended yet.
        for case in switch.cases().skip(1) {
            let first = decoded.find(case?.1, instruction.index)?;
            let length = until_result(pool, &decoded.instructions[first as usize..]).unwrap_or(0);
            found.push(Resumption { first, end: first + length as u32, unknown });
        }
    }
    Ok(found)
}

fn reads_label(pool: ConstantPool<'_>, instruction: &Instruction<'_>) -> bool {
    match (instruction.opcode, instruction.operand) {
        (GETFIELD, Operand::Constant(field)) => {
            pool.field(field).is_ok_and(|it| it.name == b"label")
        }
        _ => false,
    }
}

fn says_unknown(pool: ConstantPool<'_>, instructions: &[Instruction<'_>]) -> bool {
    instructions.iter().take(3).any(|it| match (it.opcode, it.operand) {
        (LDC | LDC_W, Operand::Constant(text)) => {
            matches!(pool.get(text), Ok(Constant::String(said)) if said == UNKNOWN_LABEL)
        }
        _ => false,
    })
}

/// How many instructions it takes to read locals back, and to throw what the call ended with.
fn until_result(pool: ConstantPool<'_>, instructions: &[Instruction<'_>]) -> Option<usize> {
    let restores = |it: &&Instruction<'_>| matches!(it.opcode, NOP..=DCONST_1 | ILOAD..=ALOAD_3 | ISTORE..=ASTORE_3 | GETFIELD | CHECKCAST);
    let before = instructions.iter().take_while(restores).count();
    let last = instructions.get(before)?;
    let is_check = match (last.opcode, last.operand) {
        (INVOKESTATIC, Operand::Constant(method)) => {
            pool.method(method).is_ok_and(|it| it.name == b"throwOnFailure")
        }
        _ => false,
    };
    is_check.then_some(before + 1)
}
