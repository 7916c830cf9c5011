//! The form of lowered code.

use std::ops::Range;

use snarl_classfile::opcode;
use snarl_hierarchy::Type;

use crate::dominators::{self, Dominators};

/// A value: a parameter or the result of one instruction. Numbered in the order of definition.
pub type Value = u32;

/// In place of a result: the instruction has none.
pub const NO_VALUE: Value = u32::MAX;

/// Index of a block.
pub type BlockId = u32;

/// What an instruction does. Operands are values; `constant` and `detail` are fields of [`Inst`].
///
/// The order is known to Python (`snarl.program.Op`), where a test compares the two.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Op {
    /// A parameter, the receiver first. `constant`: its position.
    Parameter,
    /// One operand for each predecessor of the block, in their order.
    Phi,
    /// A constant; see [`ConstantKind`] in `detail`.
    Constant,
    /// The exception, at the start of a handler.
    Catch,
    /// `-a`.
    Negate,
    /// Arithmetic on two operands of one type; `detail` is the JVM's opcode for `int`
    /// (`iadd` for all additions).
    Binary,
    /// Conversion between numbers. `detail`: the JVM's opcode.
    Convert,
    /// `lcmp`, `fcmpl`, …: `detail` is the JVM's opcode.
    Compare,
    /// A new object. `constant`: its class.
    New,
    /// A new array of one dimension. Operand: its length. The result's type says of what.
    NewArray,
    /// A new array of several dimensions. Operands: their lengths. `constant`: its class.
    NewMultiArray,
    /// Operand: an array.
    ArrayLength,
    /// Operands: array, index.
    ArrayLoad,
    /// Operands: array, index, value.
    ArrayStore,
    /// `constant`: the field.
    GetStatic,
    /// Operand: value. `constant`: the field.
    PutStatic,
    /// Operand: object. `constant`: the field.
    GetField,
    /// Operands: object, value. `constant`: the field.
    PutField,
    /// Operands: receiver (unless static), arguments. `constant`: the method. `detail`: 0 virtual,
    /// 1 special, 2 static, 3 interface.
    Invoke,
    /// Operands: arguments. `constant`: the call site.
    InvokeDynamic,
    /// Operand: object. `constant`: the class. The result is the object with the better type.
    CheckCast,
    /// Operand: object. `constant`: the class.
    InstanceOf,
    /// Operand: object. `detail` is 1 if the method is `synchronized` and has no such instruction.
    MonitorEnter,
    /// Operand: object. `detail` as for [`Op::MonitorEnter`].
    MonitorExit,
    /// To the block's only successor.
    Goto,
    /// Two operands, or one that is compared with zero or null. `detail`: [`Condition`]. Successors:
    /// where it holds, where not.
    If,
    /// Operand: the key. Successors: the default, then one for each of the block's switch keys.
    Switch,
    /// Operand: the result, unless `void`.
    Return,
    /// Operand: the exception.
    Throw,
}

impl Op {
    /// All of them, in order.
    pub const ALL: [Self; 29] = [
        Self::Parameter,
        Self::Phi,
        Self::Constant,
        Self::Catch,
        Self::Negate,
        Self::Binary,
        Self::Convert,
        Self::Compare,
        Self::New,
        Self::NewArray,
        Self::NewMultiArray,
        Self::ArrayLength,
        Self::ArrayLoad,
        Self::ArrayStore,
        Self::GetStatic,
        Self::PutStatic,
        Self::GetField,
        Self::PutField,
        Self::Invoke,
        Self::InvokeDynamic,
        Self::CheckCast,
        Self::InstanceOf,
        Self::MonitorEnter,
        Self::MonitorExit,
        Self::Goto,
        Self::If,
        Self::Switch,
        Self::Return,
        Self::Throw,
    ];

    /// Whether it ends a block.
    pub fn is_terminator(self) -> bool {
        self >= Self::Goto
    }
}

/// Where a constant's value is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum ConstantKind {
    /// `null`.
    Null,
    /// A small number: `constant` holds it as an `i16`; the value's type says which kind.
    Immediate,
    /// In the constant pool, at `constant`.
    Pool,
    /// The class that the method is in, as the lock of a static synchronized method.
    ThisClass,
}

/// The condition of an [`Op::If`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
#[allow(missing_docs)]
pub enum Condition {
    Equal,
    NotEqual,
    Less,
    GreaterOrEqual,
    Greater,
    LessOrEqual,
}

impl Condition {
    pub(crate) fn from_number(number: u8) -> Self {
        match number {
            0 => Self::Equal,
            1 => Self::NotEqual,
            2 => Self::Less,
            3 => Self::GreaterOrEqual,
            4 => Self::Greater,
            _ => Self::LessOrEqual,
        }
    }
}

/// One instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C)]
pub struct Inst {
    /// What it does.
    pub op: Op,
    /// More about it; see [`Op`].
    pub detail: u8,
    /// A constant-pool index or a small number; see [`Op`].
    pub constant: u16,
    /// The value that it defines, or [`NO_VALUE`].
    pub result: Value,
    /// Where its operands start in the body's list; they end where the next instruction's start.
    pub first_operand: u32,
    /// Bytecode index.
    pub index: u16,
    /// Line; 0 if the class does not say.
    pub line: u16,
}

/// An exception edge: the handler's block and what it catches (a class constant; 0 for everything).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Handler {
    /// Where the exception goes.
    pub block: BlockId,
    /// Constant of the class caught.
    pub catch_type: u16,
}

/// Where a block's parts start in the body's lists; they end where the next block's start.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Block {
    pub(crate) inst: u32,
    pub(crate) successor: u32,
    pub(crate) handler: u32,
    pub(crate) predecessor: u32,
    pub(crate) key: u32,
}

/// A method's code in SSA form.
///
/// - Block 0 is the entry; it has no predecessor. Blocks are in the order of the bytecode.
/// - A block's phis come first. Its last instruction, and no other, is a terminator.
/// - Exception edges leave a block as a whole: any of its instructions that can throw
///   ([`Body::can_throw`]) may take them, in the order of the block's handlers. No local variable changes
///   between two such instructions of one block. A monitor instruction shares a block with none: where one
///   has an exception edge itself, the edge has the state before it.
/// - A handler's block starts (after phis) with [`Op::Catch`].
/// - A phi has one operand for each distinct predecessor.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Body {
    pub(crate) insts: Box<[Inst]>,
    pub(crate) operands: Box<[Value]>,
    pub(crate) types: Box<[Type]>,
    pub(crate) names: Box<[u16]>,
    /// One more than there are blocks: the last holds the ends.
    pub(crate) blocks: Box<[Block]>,
    pub(crate) successors: Box<[BlockId]>,
    pub(crate) handlers: Box<[Handler]>,
    pub(crate) predecessors: Box<[BlockId]>,
    pub(crate) keys: Box<[i32]>,
}

impl Body {
    /// Number of blocks.
    pub fn block_count(&self) -> usize {
        self.blocks.len() - 1
    }

    /// All instructions, block after block.
    pub fn insts(&self) -> &[Inst] {
        &self.insts
    }

    /// The operands of all instructions.
    pub fn operand_pool(&self) -> &[Value] {
        &self.operands
    }

    /// The operands of an instruction.
    pub fn operands(&self, inst: usize) -> &[Value] {
        let end =
            self.insts.get(inst + 1).map_or(self.operands.len(), |it| it.first_operand as usize);
        &self.operands[self.insts[inst].first_operand as usize..end]
    }

    /// The type of each value.
    pub fn types(&self) -> &[Type] {
        &self.types
    }

    /// The local variable's name of each value: a constant-pool index, 0 if it has none.
    pub fn names(&self) -> &[u16] {
        &self.names
    }

    fn range(&self, block: usize, part: impl Fn(&Block) -> u32) -> Range<usize> {
        part(&self.blocks[block]) as usize..part(&self.blocks[block + 1]) as usize
    }

    /// The instructions of a block.
    pub fn block_insts(&self, block: usize) -> Range<usize> {
        self.range(block, |it| it.inst)
    }

    /// Where control goes after the block's terminator.
    pub fn successors(&self, block: usize) -> &[BlockId] {
        &self.successors[self.range(block, |it| it.successor)]
    }

    /// Where exceptions of the block go, first match first.
    pub fn handlers(&self, block: usize) -> &[Handler] {
        &self.handlers[self.range(block, |it| it.handler)]
    }

    /// The blocks that control can come from, each once.
    pub fn predecessors(&self, block: usize) -> &[BlockId] {
        &self.predecessors[self.range(block, |it| it.predecessor)]
    }

    /// The keys of the switch that ends the block; the key's successor is one further than the key.
    pub fn switch_keys(&self, block: usize) -> &[i32] {
        &self.keys[self.range(block, |it| it.key)]
    }

    /// Whether control can leave an instruction by an exception that the program can catch: the
    /// instructions that take a block's exception edges. Errors of the JVM itself (linkage, memory, stack)
    /// do not count, nor does leaving a monitor.
    pub fn can_throw(&self, inst: usize) -> bool {
        let inst = &self.insts[inst];
        match inst.op {
            Op::MonitorEnter => inst.detail != 1,
            Op::Binary => {
                let is_division = matches!(inst.detail, opcode::IDIV | opcode::IREM);
                let of = self.types.get(inst.result as usize);
                is_division && matches!(of, Some(&Type::INT | &Type::LONG))
            }
            Op::New
            | Op::NewArray
            | Op::NewMultiArray
            | Op::ArrayLength
            | Op::ArrayLoad
            | Op::ArrayStore
            | Op::GetStatic
            | Op::PutStatic
            | Op::GetField
            | Op::PutField
            | Op::Invoke
            | Op::InvokeDynamic
            | Op::CheckCast
            | Op::Throw => true,
            _ => false,
        }
    }

    /// The dominator tree of the blocks, exception edges included.
    pub fn dominators(&self) -> Dominators {
        let count = self.block_count();
        let flow: Vec<Vec<u32>> = (0..count)
            .map(|block| {
                let handlers = self.handlers(block).iter().map(|handler| handler.block);
                self.successors(block).iter().copied().chain(handlers).collect()
            })
            .collect();
        let order = dominators::reverse_post_order(count, |block| &flow[block as usize]);
        let idom = dominators::immediate(count, &order, |block| self.predecessors(block as usize));
        Dominators::new(idom, &order)
    }

    /// Bytes that the body takes.
    pub fn heap_size(&self) -> usize {
        size_of_val(&*self.insts)
            + size_of_val(&*self.operands)
            + size_of_val(&*self.types)
            + size_of_val(&*self.names)
            + size_of_val(&*self.blocks)
            + size_of_val(&*self.successors)
            + size_of_val(&*self.handlers)
            + size_of_val(&*self.predecessors)
            + size_of_val(&*self.keys)
    }
}
