//! Local variables: which slots are used, what each block does with them, and what they are called.

use snarl_classfile::opcode::*;
use snarl_classfile::{Instruction, LocalVariable, Operand};

use super::graph::{Graph, Kind};
use super::{LowerError, Result, Source};

const UNUSED: u16 = u16::MAX;

/// Blocks times variables. Without subroutines, 64 KiB of code stay below.
const MAX_SET_BITS: usize = 256 << 20;

/// What an instruction does to a local.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum LocalUse {
    Load(u16),
    Store(u16),
    Increment(u16),
}

pub(super) fn local_use(instruction: &Instruction<'_>) -> Option<LocalUse> {
    match (instruction.opcode, instruction.operand) {
        (ILOAD..=ALOAD | ILOAD_0..=ALOAD_3, Operand::Local(slot)) => Some(LocalUse::Load(slot)),
        (ISTORE..=ASTORE | ISTORE_0..=ASTORE_3, Operand::Local(slot)) => {
            Some(LocalUse::Store(slot))
        }
        (IINC, Operand::Iinc(slot, _)) => Some(LocalUse::Increment(slot)),
        _ => None,
    }
}

/// The slots that the code uses, numbered densely; a method may declare thousands and use three.
pub(super) struct Variables<'a> {
    variable_of: Vec<u16>,
    /// The slot of each variable.
    pub(super) slots: Vec<u16>,
    /// Slot of each parameter.
    pub(super) parameter_slots: Vec<u16>,
    names: Vec<LocalVariable<'a>>,
}

impl<'a> Variables<'a> {
    pub(super) fn of(source: &Source<'a>, graph: &Graph<'_>) -> Result<Self> {
        let mut parameter_slots = Vec::with_capacity(source.parameters.len());
        let mut next = 0_u16;
        for parameter in &source.parameters {
            parameter_slots.push(next);
            next = next
                .checked_add(1 + u16::from(parameter.is_wide()))
                .ok_or_else(|| LowerError::whole("more than 65535 parameter slots"))?;
        }
        if next > source.code.max_locals {
            return Err(LowerError::whole("more parameters than local variables"));
        }
        let mut names = source.code.local_variables();
        names.sort_by_key(|it| (it.slot, it.start));
        let mut variables = Self {
            variable_of: vec![UNUSED; usize::from(source.code.max_locals)],
            slots: Vec::new(),
            parameter_slots,
            names,
        };
        for instruction in &graph.instructions {
            if let Some(LocalUse::Load(slot) | LocalUse::Store(slot) | LocalUse::Increment(slot)) =
                local_use(instruction)
            {
                variables.number(slot, instruction.index)?;
            }
        }
        Ok(variables)
    }

    fn number(&mut self, slot: u16, index: u16) -> Result<()> {
        let Some(variable) = self.variable_of.get_mut(usize::from(slot)) else {
            return Err(LowerError::at(
                index,
                format!("local {slot} is beyond the method's locals"),
            ));
        };
        if *variable == UNUSED {
            *variable = self.slots.len() as u16;
            self.slots.push(slot);
        }
        Ok(())
    }

    pub(super) fn len(&self) -> usize {
        self.slots.len()
    }

    /// The variable in a slot; `None` if no instruction uses the slot.
    pub(super) fn get(&self, slot: u16) -> Option<usize> {
        let variable = *self.variable_of.get(usize::from(slot))?;
        (variable != UNUSED).then_some(usize::from(variable))
    }

    /// The name of a slot's variable at a bytecode index: a constant-pool index, or 0.
    pub(super) fn name(&self, slot: u16, index: u16) -> u16 {
        let end = self.names.partition_point(|it| (it.slot, it.start) <= (slot, index));
        match self.names[..end].last() {
            Some(it)
                if it.slot == slot
                    && u32::from(index) < u32::from(it.start) + u32::from(it.length) =>
            {
                it.name_index
            }
            _ => 0,
        }
    }
}

/// Sets of variables, one for each block, in one allocation.
#[derive(Clone)]
pub(super) struct BlockSets {
    words: usize,
    bits: Vec<u64>,
}

impl BlockSets {
    pub(super) fn new(blocks: usize, variables: usize) -> Self {
        let words = variables.div_ceil(64);
        Self { words, bits: vec![0; blocks * words] }
    }

    pub(super) fn get(&self, block: u32) -> &[u64] {
        &self.bits[block as usize * self.words..][..self.words]
    }

    pub(super) fn get_mut(&mut self, block: u32) -> &mut [u64] {
        &mut self.bits[block as usize * self.words..][..self.words]
    }

    pub(super) fn insert(&mut self, block: u32, variable: usize) {
        self.get_mut(block)[variable / 64] |= 1 << (variable % 64);
    }

    pub(super) fn contains(&self, block: u32, variable: usize) -> bool {
        self.get(block)[variable / 64] & 1 << (variable % 64) != 0
    }

    pub(super) fn members(&self, block: u32) -> impl Iterator<Item = usize> + '_ {
        self.get(block).iter().enumerate().flat_map(|(position, &word)| {
            let mut rest = word;
            std::iter::from_fn(move || {
                (rest != 0).then(|| {
                    let bit = rest.trailing_zeros() as usize;
                    rest &= rest - 1;
                    position * 64 + bit
                })
            })
        })
    }
}

/// The variables that each block stores to, and those it reads before it stores to them.
pub(super) fn stores_and_uses(
    graph: &Graph<'_>,
    variables: &Variables<'_>,
) -> Result<(BlockSets, BlockSets)> {
    if graph.len() * variables.len() > MAX_SET_BITS {
        return Err(LowerError::whole("subroutines expand to too much code"));
    }
    let mut stores = BlockSets::new(graph.len(), variables.len());
    let mut uses = BlockSets::new(graph.len(), variables.len());
    for (block, node) in graph.nodes.iter().enumerate() {
        let block = block as u32;
        if matches!(node.kind, Kind::Entry { .. }) {
            for variable in variables.parameter_slots.iter().filter_map(|&it| variables.get(it)) {
                stores.insert(block, variable);
            }
        }
        for found in graph.instructions[node.code()].iter().filter_map(local_use) {
            let (LocalUse::Load(slot) | LocalUse::Store(slot) | LocalUse::Increment(slot)) = found;
            let Some(variable) = variables.get(slot) else { continue };
            if !matches!(found, LocalUse::Store(_)) && !stores.contains(block, variable) {
                uses.insert(block, variable);
            }
            if !matches!(found, LocalUse::Load(_)) {
                stores.insert(block, variable);
            }
        }
    }
    Ok((stores, uses))
}
