//! The last step: drop what is superfluous, number values and blocks in order, fill in lines.

use snarl_classfile::Operand;
use snarl_hierarchy::Type;

use super::Source;
use super::graph::Graph;
use super::rename::{Draft, Phi};
use crate::body::{Block, Body, Inst, NO_VALUE, Op, Value};

/// How often all phis are looked at for ones that are superfluous. Real code needs a handful of passes.
const MAX_PASSES: usize = 50;

/// Which value stands for which, after phis of only one value are dropped.
pub(super) struct Replaced {
    by: Vec<Value>,
}

impl Replaced {
    pub(super) fn get(&self, value: Value) -> Value {
        let mut value = value;
        while let Some(&by) = self.by.get(value as usize) {
            if by == value {
                break;
            }
            value = by;
        }
        value
    }

    fn set(&mut self, value: Value, by: Value) {
        self.by[value as usize] = by;
    }

    /// Makes every way to what stands for a value one step long.
    fn shorten(&mut self) {
        for value in 0..self.by.len() as Value {
            self.by[value as usize] = self.get(value);
        }
    }
}

/// Finds the phis whose operands are all one value, or the phi itself. In hostile code some may be left,
/// which is no harm.
pub(super) fn single_value_phis(graph: &Graph<'_>, draft: &Draft) -> Replaced {
    let mut replaced = Replaced { by: (0..draft.types.len() as Value).collect() };
    for _ in 0..MAX_PASSES {
        let mut changed = false;
        for &block in &graph.order {
            for phi in &draft.phis[block as usize] {
                if replaced.get(phi.value) != phi.value {
                    continue;
                }
                if let Some(only) = only_operand(graph, draft, &replaced, block, phi) {
                    replaced.set(phi.value, only);
                    changed = true;
                }
            }
        }
        if !changed {
            break;
        }
        replaced.shorten();
    }
    replaced
}

fn phi_operands<'d>(graph: &Graph<'_>, draft: &'d Draft, block: u32, phi: &Phi) -> &'d [Value] {
    &draft.phi_operands[phi.first_operand as usize..][..graph.predecessors.get(block).len()]
}

fn only_operand(
    graph: &Graph<'_>,
    draft: &Draft,
    replaced: &Replaced,
    block: u32,
    phi: &Phi,
) -> Option<Value> {
    let mut only = None;
    for &operand in phi_operands(graph, draft, block, phi) {
        let operand = replaced.get(operand);
        if operand == phi.value || only == Some(operand) {
            continue;
        }
        if only.is_some() {
            return None;
        }
        only = Some(operand);
    }
    only
}

pub(super) fn finish(
    source: &Source<'_>,
    graph: &Graph<'_>,
    draft: Draft,
    replaced: &Replaced,
) -> Body {
    let mut assembly = Assembly::new(source, graph, &draft, replaced);
    for block in 0..graph.len() as u32 {
        assembly.block(block);
    }
    assembly.into_body()
}

struct Assembly<'s> {
    graph: &'s Graph<'s>,
    draft: &'s Draft,
    replaced: &'s Replaced,
    lines: Vec<(u16, u16)>,
    new_number: Vec<Value>,
    insts: Vec<Inst>,
    operands: Vec<Value>,
    types: Vec<Type>,
    names: Vec<u16>,
    blocks: Vec<Block>,
    keys: Vec<i32>,
}

impl<'s> Assembly<'s> {
    fn new(
        source: &Source<'_>,
        graph: &'s Graph<'s>,
        draft: &'s Draft,
        replaced: &'s Replaced,
    ) -> Self {
        let mut lines = source.code.line_table();
        lines.sort_by_key(|&(index, _)| index);
        Self {
            new_number: vec![NO_VALUE; draft.types.len()],
            insts: Vec::with_capacity(draft.insts.len()),
            operands: Vec::with_capacity(draft.operands.len() + draft.phi_operands.len()),
            types: Vec::with_capacity(draft.types.len()),
            names: Vec::with_capacity(draft.types.len()),
            blocks: Vec::with_capacity(graph.len() + 1),
            keys: Vec::new(),
            graph,
            draft,
            replaced,
            lines,
        }
    }

    fn block(&mut self, block: u32) {
        self.blocks.push(Block {
            inst: self.insts.len() as u32,
            successor: self.graph.successors.offset(block) as u32,
            handler: self.graph.handlers.offset(block) as u32,
            predecessor: self.graph.predecessors.offset(block) as u32,
            key: self.keys.len() as u32,
        });
        let index = self.graph.nodes[block as usize].index;
        for phi in &self.draft.phis[block as usize] {
            if self.replaced.get(phi.value) == phi.value {
                let operands = phi_operands(self.graph, self.draft, block, phi);
                let op = Op::Phi;
                let inst = Inst {
                    op,
                    detail: 0,
                    constant: 0,
                    result: phi.value,
                    first_operand: 0,
                    index,
                    line: 0,
                };
                self.push(inst, operands);
            }
        }
        let (start, end) = self.draft.ranges[block as usize];
        for position in start as usize..end as usize {
            let inst = self.draft.insts[position];
            let next = self.draft.insts.get(position + 1);
            let last = next.map_or(self.draft.operands.len(), |next| next.first_operand as usize);
            self.push(inst, &self.draft.operands[inst.first_operand as usize..last]);
        }
        self.switch_keys(block);
    }

    fn push(&mut self, inst: Inst, operands: &[Value]) {
        let first_operand = self.operands.len() as u32;
        self.operands.extend_from_slice(operands);
        let mut result = NO_VALUE;
        if inst.result != NO_VALUE {
            result = self.types.len() as Value;
            self.new_number[inst.result as usize] = result;
            self.types.push(self.draft.types[inst.result as usize]);
            self.names.push(self.draft.names[inst.result as usize]);
        }
        let line = self.line(inst.index);
        self.insts.push(Inst { result, first_operand, line, ..inst });
    }

    fn line(&self, index: u16) -> u16 {
        let end = self.lines.partition_point(|&(start, _)| start <= index);
        self.lines[..end].last().map_or(0, |&(_, line)| line)
    }

    fn switch_keys(&mut self, block: u32) {
        let code = self.graph.nodes[block as usize].code();
        let last = self.graph.instructions[code].last().map(|instruction| instruction.operand);
        if let Some(Operand::Switch(switch)) = last {
            self.keys.extend(switch.cases().filter_map(|case| Some(case.ok()?.0)));
        }
    }

    fn into_body(mut self) -> Body {
        for operand in &mut self.operands {
            *operand = self.new_number[self.replaced.get(*operand) as usize];
        }
        let count = self.graph.len() as u32;
        self.blocks.push(Block {
            inst: self.insts.len() as u32,
            successor: self.graph.successors.offset(count) as u32,
            handler: self.graph.handlers.offset(count) as u32,
            predecessor: self.graph.predecessors.offset(count) as u32,
            key: self.keys.len() as u32,
        });
        Body {
            insts: self.insts.into(),
            operands: self.operands.into(),
            types: self.types.into(),
            names: self.names.into(),
            blocks: self.blocks.into(),
            successors: self.graph.successors.items().into(),
            handlers: self.graph.handlers.items().into(),
            predecessors: self.graph.predecessors.items().into(),
            keys: self.keys.into(),
        }
    }
}
