//! What values stem from.

use crate::body::{Body, Op};

/// The parameters that each value stems from, as bits; those behind the 64th are left out.
///
/// A value stems from a parameter if it is that one, or may be where control joins, or is loaded from a
/// field or element of what stems from it. What a call gives stems from nothing that is known here.
pub fn stems(body: &Body) -> Vec<u64> {
    let mut found = vec![0; body.types().len()];
    loop {
        let mut has_changed = false;
        for (at, inst) in body.insts().iter().enumerate() {
            let operands = body.operands(at);
            let bits = match inst.op {
                Op::Parameter => 1_u64.checked_shl(u32::from(inst.constant)).unwrap_or(0),
                Op::CheckCast | Op::GetField | Op::ArrayLoad => found[operands[0] as usize],
                Op::Phi => operands.iter().fold(0, |bits, &it| bits | found[it as usize]),
                _ => continue,
            };
            has_changed |= found[inst.result as usize] != bits;
            found[inst.result as usize] = bits;
        }
        if !has_changed {
            return found;
        }
    }
}
