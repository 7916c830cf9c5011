//! Suspending functions of Kotlin, read as if they never suspended.
//!
//! The compiler makes a state machine of them: a switch on the field `label` leads behind the call that
//! has suspended, where the locals are read back from fields. Whichever thread goes on there, it goes on
//! after what was before the call, with the same values: as if the call had just returned. So the switch
//! leads to the start alone, and what is held and known before a call is held and known behind it.

use snarl_classfile::opcode::*;
use snarl_classfile::{Constant, ConstantPool, Instruction, Operand};

/// What such a machine says of a label that it does not know.
const UNKNOWN_LABEL: &[u8] = b"call to 'resume' before 'invoke' with coroutine";

/// Whether a switch is that of a suspending function: of a label, and with what it says of unknown ones.
pub(super) fn is_resumption(
    pool: ConstantPool<'_>,
    before: Option<&Instruction<'_>>,
    unknown: &[Instruction<'_>],
) -> bool {
    let reads_label = before.is_some_and(|it| match (it.opcode, it.operand) {
        (GETFIELD, Operand::Constant(field)) => {
            pool.field(field).is_ok_and(|it| it.name == b"label")
        }
        _ => false,
    });
    reads_label
        && unknown.iter().take(3).any(|it| match (it.opcode, it.operand) {
            (LDC | LDC_W, Operand::Constant(text)) => {
                matches!(pool.get(text), Ok(Constant::String(said)) if said == UNKNOWN_LABEL)
            }
            _ => false,
        })
}
