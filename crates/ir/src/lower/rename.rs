//! Walks the dominator tree and emits instructions: every store to a local renames it, every load
//! reads the current name.

use rustc_hash::FxHashSet;
use snarl_classfile::access;
use snarl_hierarchy::Type;

use super::graph::{Graph, Kind};
use super::locals::{BlockSets, Variables};
use super::{LowerError, Result, Source};
use crate::body::{ConstantKind, Inst, NO_VALUE, Op, Value};

/// Operands of all phis of a method. Real code stays far below; a hostile method of 64 KiB can ask for
/// hundreds of millions.
const MAX_PHI_OPERANDS: usize = 4_000_000;

/// A phi whose operands are collected while its predecessors are walked.
#[derive(Clone, Copy, Debug)]
pub(super) struct Phi {
    pub(super) value: Value,
    pub(super) place: PhiPlace,
    /// Where its operands start in [`Draft::phi_operands`].
    pub(super) first_operand: u32,
}

/// What a phi merges.
#[derive(Clone, Copy, Debug)]
pub(super) enum PhiPlace {
    /// A local variable's slot.
    Local(u16),
    /// A place on the operand stack, from the bottom.
    Stack(u16),
}

/// The code while it is made: blocks in the order of the walk, values as they were numbered then.
pub(super) struct Draft {
    pub(super) insts: Vec<Inst>,
    pub(super) operands: Vec<Value>,
    /// The type of each value; `Type::VOID` where inference has to find it.
    pub(super) types: Vec<Type>,
    pub(super) names: Vec<u16>,
    /// The instructions of each block, phis left out.
    pub(super) ranges: Vec<(u32, u32)>,
    pub(super) phis: Vec<Vec<Phi>>,
    pub(super) phi_operands: Vec<Value>,
    /// Values of handlers that catch several types, with the handlers' bytecode indices.
    pub(super) multi_catches: Vec<(Value, u16)>,
}

/// An entry of the symbolic operand stack.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Entry {
    pub(super) value: Value,
    pub(super) wide: bool,
}

/// The state of the walk.
pub(super) struct Renamer<'r, 'a> {
    pub(super) source: &'r Source<'a>,
    pub(super) graph: &'r Graph<'a>,
    pub(super) variables: &'r Variables<'a>,
    pub(super) draft: Draft,
    /// The current value of each variable.
    current: Vec<Value>,
    /// What `current` held before, to undo when a subtree is done.
    undo: Vec<(u32, Value)>,
    pub(super) stack: Vec<Entry>,
    /// Operand stack at the start of blocks with one predecessor, where it is not empty.
    entry_stacks: Vec<Vec<Entry>>,
    /// Whether the stack at the start of a block with several predecessors is known.
    stack_known: Vec<bool>,
    /// The object that a synchronized method locks.
    pub(super) monitor: Value,
    /// Bytecode index of what is being emitted.
    pub(super) index: u16,
}

pub(super) fn rename<'a>(
    source: &Source<'a>,
    graph: &Graph<'a>,
    variables: &Variables<'a>,
    phis: &BlockSets,
) -> Result<Draft> {
    let count = graph.len();
    let mut renamer = Renamer {
        draft: Draft {
            insts: Vec::with_capacity(graph.instructions.len()),
            operands: Vec::with_capacity(graph.instructions.len()),
            types: Vec::with_capacity(graph.instructions.len()),
            names: Vec::with_capacity(graph.instructions.len()),
            ranges: vec![(0, 0); count],
            phis: vec![Vec::new(); count],
            phi_operands: Vec::new(),
            multi_catches: Vec::new(),
        },
        current: vec![NO_VALUE; variables.len()],
        undo: Vec::new(),
        stack: Vec::new(),
        entry_stacks: vec![Vec::new(); count],
        stack_known: vec![false; count],
        monitor: NO_VALUE,
        index: 0,
        source,
        graph,
        variables,
    };
    renamer.add_local_phis(phis)?;
    renamer.walk()?;
    Ok(renamer.draft)
}

impl Renamer<'_, '_> {
    fn add_local_phis(&mut self, phis: &BlockSets) -> Result<()> {
        if self.variables.len() == 0 {
            return Ok(());
        }
        for block in 0..self.graph.len() as u32 {
            for variable in phis.members(block) {
                let slot = self.variables.slots[variable];
                self.add_phi(block, PhiPlace::Local(slot))?;
            }
        }
        Ok(())
    }

    fn add_phi(&mut self, block: u32, place: PhiPlace) -> Result<Value> {
        let value = self.new_value(Type::VOID);
        if let PhiPlace::Local(slot) = place {
            let index = self.graph.nodes[block as usize].index;
            self.draft.names[value as usize] = self.variables.name(slot, index);
        }
        let first_operand = self.draft.phi_operands.len() as u32;
        let predecessors = self.graph.predecessors.get(block).len();
        self.draft.phi_operands.resize(first_operand as usize + predecessors, NO_VALUE);
        self.draft.phis[block as usize].push(Phi { value, place, first_operand });
        if self.draft.phi_operands.len() > MAX_PHI_OPERANDS {
            return Err(LowerError::whole("too many values meet at too many places"));
        }
        Ok(value)
    }

    /// Pre-order over the dominator tree, children in reverse post-order: then some predecessor of
    /// every block is walked before it, and tells how deep its operand stack is.
    fn walk(&mut self) -> Result<()> {
        let children = self.dominator_children();
        let mut path: Vec<(u32, usize, usize)> = Vec::new();
        let mut next = Some(0);
        loop {
            if let Some(block) = next.take() {
                let mark = self.undo.len();
                self.block(block)?;
                path.push((block, 0, mark));
            }
            let Some((block, child, mark)) = path.last_mut() else { return Ok(()) };
            if let Some(&below) = children[*block as usize].get(*child) {
                *child += 1;
                next = Some(below);
                continue;
            }
            for (variable, value) in self.undo.drain(*mark..).rev() {
                self.current[variable as usize] = value;
            }
            path.pop();
        }
    }

    fn dominator_children(&self) -> Vec<Vec<u32>> {
        let mut children = vec![Vec::new(); self.graph.len()];
        for &block in self.graph.order.iter().skip(1) {
            children[self.graph.idom[block as usize] as usize].push(block);
        }
        children
    }

    fn block(&mut self, block: u32) -> Result<()> {
        let node = self.graph.nodes[block as usize];
        self.index = node.index;
        let start = self.draft.insts.len() as u32;
        self.enter(block);
        match node.kind {
            Kind::Entry { .. } => {
                self.emit_entry();
                self.simulate(node.code())?;
            }
            Kind::Code { catches, .. } => {
                if catches {
                    self.emit_catch(block);
                }
                self.simulate(node.code())?;
            }
            Kind::Landing { .. } => {
                self.emit_catch(block);
                self.emit(Op::Goto, 0, 0, None, &[]);
            }
            Kind::Unlock => {
                let exception = self.emit_catch(block);
                self.stack.clear();
                self.emit(Op::MonitorExit, 1, 0, None, &[self.monitor]);
                self.emit(Op::Throw, 0, 0, None, &[exception]);
            }
        }
        self.draft.ranges[block as usize] = (start, self.draft.insts.len() as u32);
        self.leave(block)
    }

    /// Sets up the locals and the operand stack at the start of a block.
    fn enter(&mut self, block: u32) {
        self.stack = std::mem::take(&mut self.entry_stacks[block as usize]);
        for position in 0..self.draft.phis[block as usize].len() {
            let phi = self.draft.phis[block as usize][position];
            if let PhiPlace::Local(slot) = phi.place {
                self.write(slot, phi.value);
            }
        }
    }

    /// Hands locals and operand stack on to the successors.
    fn leave(&mut self, block: u32) -> Result<()> {
        let graph = self.graph;
        let start = graph.flow.offset(block);
        for (position, &next) in graph.flow.get(block).iter().enumerate() {
            let catches = matches!(
                graph.nodes[next as usize].kind,
                Kind::Code { catches: true, .. } | Kind::Landing { .. } | Kind::Unlock
            );
            if !catches {
                self.pass_stack(next)?;
            }
            let place = graph.flow_places[start + position];
            self.fill_phis(next, place)?;
        }
        Ok(())
    }

    fn pass_stack(&mut self, next: u32) -> Result<()> {
        if self.graph.predecessors.get(next).len() < 2 {
            self.entry_stacks[next as usize] = self.stack.clone();
            return Ok(());
        }
        if !std::mem::replace(&mut self.stack_known[next as usize], true) {
            let mut entry = Vec::with_capacity(self.stack.len());
            for depth in 0..self.stack.len() {
                let value = self.add_phi(next, PhiPlace::Stack(depth as u16))?;
                entry.push(Entry { value, wide: self.stack[depth].wide });
            }
            self.entry_stacks[next as usize] = entry;
        }
        let is_stack = |phi: &&Phi| matches!(phi.place, PhiPlace::Stack(_));
        let expected = self.draft.phis[next as usize].iter().filter(is_stack).count();
        if expected != self.stack.len() {
            return Err(self.error("the operand stack has another depth on another way here"));
        }
        Ok(())
    }

    fn fill_phis(&mut self, next: u32, place: u32) -> Result<()> {
        for position in 0..self.draft.phis[next as usize].len() {
            let phi = self.draft.phis[next as usize][position];
            let value = match phi.place {
                PhiPlace::Local(slot) => self.read(slot)?,
                PhiPlace::Stack(depth) => self.stack[usize::from(depth)].value,
            };
            self.draft.phi_operands[(phi.first_operand + place) as usize] = value;
        }
        Ok(())
    }

    #[cold]
    pub(super) fn error(&self, message: impl Into<std::borrow::Cow<'static, str>>) -> LowerError {
        LowerError::at(self.index, message)
    }

    pub(super) fn read(&self, slot: u16) -> Result<Value> {
        let value = self.variables.get(slot).map_or(NO_VALUE, |variable| self.current[variable]);
        if value == NO_VALUE {
            return Err(self.error(format!("local {slot} is read before it is written")));
        }
        Ok(value)
    }

    pub(super) fn write(&mut self, slot: u16, value: Value) {
        if let Some(variable) = self.variables.get(slot) {
            let old = std::mem::replace(&mut self.current[variable], value);
            self.undo.push((variable as u32, old));
        }
    }

    pub(super) fn new_value(&mut self, of: Type) -> Value {
        self.draft.types.push(of);
        self.draft.names.push(0);
        (self.draft.types.len() - 1) as Value
    }

    /// Emits an instruction; gives its result, or `NO_VALUE` if it has no type.
    pub(super) fn emit(
        &mut self,
        op: Op,
        detail: u8,
        constant: u16,
        of: Option<Type>,
        operands: &[Value],
    ) -> Value {
        let result = of.map_or(NO_VALUE, |of| self.new_value(of));
        let first_operand = self.draft.operands.len() as u32;
        self.draft.operands.extend_from_slice(operands);
        let index = self.index;
        self.draft.insts.push(Inst { op, detail, constant, result, first_operand, index, line: 0 });
        result
    }

    fn emit_entry(&mut self) {
        let mut receiver = NO_VALUE;
        for position in 0..self.source.parameters.len() {
            let of = self.source.parameters[position];
            let slot = self.variables.parameter_slots[position];
            let value = self.emit(Op::Parameter, 0, position as u16, Some(of), &[]);
            self.draft.names[value as usize] = self.variables.name(slot, 0);
            self.write(slot, value);
            if position == 0 {
                receiver = value;
            }
        }
        if self.source.is_synchronized() {
            self.monitor = self.emit_monitor(receiver);
            self.emit(Op::MonitorEnter, 1, 0, None, &[self.monitor]);
        }
    }

    fn emit_monitor(&mut self, receiver: Value) -> Value {
        if !self.source.member.is(access::STATIC) {
            return receiver;
        }
        let class = Type::class(self.source.hierarchy.class_named(b"java/lang/Class", None));
        self.emit(Op::Constant, ConstantKind::ThisClass as u8, 0, Some(class), &[])
    }

    /// Catches the exception of the edges into a block. Its type is what they catch, or their common
    /// super class.
    fn emit_catch(&mut self, block: u32) -> Value {
        let hierarchy = self.source.hierarchy;
        let throwable = Type::class(hierarchy.class_named(b"java/lang/Throwable", None));
        let mut caught: Vec<Type> = Vec::new();
        let (mut seen, mut seen_types) = (FxHashSet::default(), FxHashSet::default());
        for &constant in self.graph.caught.get(block) {
            if seen.insert(constant) {
                let of = self.caught_type(constant).unwrap_or(throwable);
                caught.extend(seen_types.insert(of).then_some(of));
            }
        }
        let joined =
            caught.iter().copied().reduce(|a, b| hierarchy.join(a, b)).unwrap_or(throwable);
        // A missing class among several hides that all of them are exceptions.
        let is_exception = caught.len() == 1 || hierarchy.is_subtype(joined, throwable);
        let of = if is_exception { joined } else { throwable };
        let value = self.emit(Op::Catch, 0, 0, Some(of), &[]);
        if caught.len() > 1 {
            self.draft.multi_catches.push((value, self.index));
        }
        self.stack.clear();
        self.stack.push(Entry { value, wide: false });
        value
    }

    fn caught_type(&self, constant: u16) -> Option<Type> {
        let name = self.source.code.class().constants().class(constant).ok()?;
        self.source.hierarchy.type_of_constant(name, self.source.method.class).ok()
    }
}
