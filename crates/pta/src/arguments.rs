//! What becomes of arguments: from parameters of callers to those of callees.

use rustc_hash::FxHashMap;
use snarl_ir::{Op, Program, stems};

use crate::object::CodeId;
use crate::solution::Solution;
use crate::solver::Code;

/// Calls between instances, in the order of their callers.
#[derive(Clone, Copy)]
pub struct GivenCalls<'a> {
    /// Who calls.
    pub callers: &'a [u32],
    /// At which bytecode index.
    pub sites: &'a [i32],
    /// Who is called.
    pub callees: &'a [u32],
}

/// What the operands of each call of some code stem from, by bytecode index: parameters as bits.
type Operands = FxHashMap<i32, Box<[u64]>>;

impl Solution {
    /// The parameters of each instance that some calls may give what stems from `given` ones, these too;
    /// but for some that `never` do. Parameters are bits; those behind the 64th are left out, and so are
    /// calls in code that cannot be looked at.
    pub fn arguments_from(
        &self,
        program: &Program,
        calls: GivenCalls<'_>,
        given: &[u64],
        never: &[u64],
    ) -> Vec<u64> {
        let mut found = given.to_vec();
        let mut codes: FxHashMap<CodeId, Operands> = FxHashMap::default();
        let has_some = (0..found.len() as u32).filter(|&it| found[it as usize] != 0);
        let mut waiting: Vec<u32> = has_some.collect();
        let mut is_waiting: Vec<bool> = found.iter().map(|&bits| bits != 0).collect();
        while let Some(caller) = waiting.pop() {
            is_waiting[caller as usize] = false;
            let Code::Method(_) = self.instance(caller).0 else { continue };
            let operands = codes
                .entry(self.code_of(caller))
                .or_insert_with(|| self.operands_of(program, caller));
            let known = found[caller as usize];
            let first = calls.callers.partition_point(|&it| it < caller);
            for at in first..calls.callers.len() {
                if calls.callers[at] != caller {
                    break;
                }
                let Some(stems) = operands.get(&calls.sites[at]) else { continue };
                let callee = calls.callees[at] as usize;
                let bits = stems.iter().take(64).enumerate().fold(0, |bits, (position, &stem)| {
                    bits | u64::from(stem & known != 0) << position
                });
                let new = bits & !never[callee] & !found[callee];
                if new != 0 {
                    found[callee] |= new;
                    if !std::mem::replace(&mut is_waiting[callee], true) {
                        waiting.push(callee as u32);
                    }
                }
            }
        }
        found
    }

    /// What the operands of the calls of an instance's code stem from. Where one index has several calls,
    /// as a subroutine that was copied has, the first counts.
    fn operands_of(&self, program: &Program, instance: u32) -> Operands {
        let mut found = Operands::default();
        let Code::Method(method) = self.instance(instance).0 else { return found };
        let Some(Ok(body)) = program.body(method) else { return found };
        let stems = stems(body);
        for (at, inst) in body.insts().iter().enumerate() {
            if matches!(inst.op, Op::Invoke | Op::InvokeDynamic) {
                let operands = body.operands(at).iter().map(|&it| stems[it as usize]);
                found.entry(i32::from(inst.index)).or_insert_with(|| operands.collect());
            }
        }
        found
    }
}
