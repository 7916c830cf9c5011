//! Runs the operand stack symbolically over a block's instructions, and emits what they do.

use std::ops::Range;

use snarl_classfile::opcode::*;
use snarl_classfile::{Constant, FieldDescriptor, Instruction, MethodDescriptor, Operand};
use snarl_hierarchy::{InvokeKind, Type};

use super::Result;
use super::rename::{Entry, Renamer};
use crate::body::{Condition, ConstantKind, NO_VALUE, Op, Value};

/// The stack types of `int`, `long`, `float`, `double`, in the order in which opcodes have them.
const NUMBERS: [Type; 4] = [Type::INT, Type::LONG, Type::FLOAT, Type::DOUBLE];

impl<'a> Renamer<'_, 'a> {
    /// Emits instructions and, if the last one does not, the jump to what follows.
    pub(super) fn simulate(&mut self, code: Range<usize>) -> Result<()> {
        let graph = self.graph;
        let mut ended = false;
        for instruction in &graph.instructions[code] {
            self.index = instruction.index;
            ended = self.instruction(instruction)?;
        }
        if !ended {
            self.emit(Op::Goto, 0, 0, None, &[]);
        }
        Ok(())
    }

    fn push(&mut self, value: Value, wide: bool) -> Result<()> {
        if self.stack.len() >= usize::from(self.source.code.max_stack) {
            return Err(self.error("the operand stack overflows"));
        }
        self.stack.push(Entry { value, wide });
        Ok(())
    }

    fn push_typed(&mut self, value: Value, of: Type) -> Result<()> {
        self.push(value, of.is_wide())
    }

    fn pop_entry(&mut self) -> Result<Entry> {
        match self.stack.pop() {
            Some(entry) => Ok(entry),
            None => Err(self.error("the operand stack is empty")),
        }
    }

    fn pop(&mut self) -> Result<Value> {
        self.pop_entry().map(|entry| entry.value)
    }

    fn pop_two(&mut self) -> Result<[Value; 2]> {
        let second = self.pop()?;
        Ok([self.pop()?, second])
    }

    fn emit_push(
        &mut self,
        op: Op,
        detail: u8,
        constant: u16,
        of: Type,
        operands: &[Value],
    ) -> Result<()> {
        let value = self.emit(op, detail, constant, Some(of), operands);
        self.push_typed(value, of)
    }

    /// Whether the instruction ended the block with a terminator of its own.
    fn instruction(&mut self, instruction: &Instruction<'a>) -> Result<bool> {
        let opcode = instruction.opcode;
        match (opcode, instruction.operand) {
            (NOP, _) => {}
            (ACONST_NULL, _) => {
                self.emit_push(Op::Constant, ConstantKind::Null as u8, 0, Type::NULL, &[])?;
            }
            (_, Operand::Immediate(number)) => {
                let of = match opcode {
                    LCONST_0 | LCONST_1 => Type::LONG,
                    FCONST_0..=FCONST_2 => Type::FLOAT,
                    DCONST_0 | DCONST_1 => Type::DOUBLE,
                    _ => Type::INT,
                };
                let kind = ConstantKind::Immediate as u8;
                self.emit_push(Op::Constant, kind, number as u16, of, &[])?;
            }
            (LDC | LDC_W | LDC2_W, Operand::Constant(constant)) => self.load_constant(constant)?,
            (ILOAD..=ALOAD, Operand::Local(slot)) => self.load(slot, opcode - ILOAD)?,
            (ILOAD_0..=ALOAD_3, Operand::Local(slot)) => self.load(slot, (opcode - ILOAD_0) / 4)?,
            (ISTORE..=ASTORE | ISTORE_0..=ASTORE_3, Operand::Local(slot)) => {
                let value = self.pop()?;
                let named = &mut self.draft.names[value as usize];
                if *named == 0 {
                    *named = self.variables.name(slot, instruction.next);
                }
                self.write(slot, value);
            }
            (IINC, Operand::Iinc(slot, delta)) => self.increment(slot, delta, instruction.next)?,
            (IALOAD..=SALOAD, _) => {
                let operands = self.pop_two()?;
                let of = array_element(opcode - IALOAD);
                self.emit_push(Op::ArrayLoad, opcode - IALOAD, 0, of, &operands)?;
            }
            (IASTORE..=SASTORE, _) => {
                let value = self.pop()?;
                let [array, index] = self.pop_two()?;
                self.emit(Op::ArrayStore, opcode - IASTORE, 0, None, &[array, index, value]);
            }
            (POP..=SWAP, _) => self.shuffle(opcode)?,
            (IADD..=DREM, _) => {
                let of = NUMBERS[usize::from((opcode - IADD) % 4)];
                let operands = self.pop_two()?;
                self.emit_push(Op::Binary, opcode - (opcode - IADD) % 4, 0, of, &operands)?;
            }
            (INEG..=DNEG, _) => {
                let operand = self.pop()?;
                let of = NUMBERS[usize::from(opcode - INEG)];
                self.emit_push(Op::Negate, 0, 0, of, &[operand])?;
            }
            (ISHL..=LXOR, _) => {
                let of = NUMBERS[usize::from((opcode - ISHL) % 2)];
                let operands = self.pop_two()?;
                self.emit_push(Op::Binary, opcode - (opcode - ISHL) % 2, 0, of, &operands)?;
            }
            (I2L..=I2S, _) => {
                let operand = self.pop()?;
                self.emit_push(Op::Convert, opcode, 0, converted(opcode), &[operand])?;
            }
            (LCMP..=DCMPG, _) => {
                let operands = self.pop_two()?;
                self.emit_push(Op::Compare, opcode, 0, Type::INT, &operands)?;
            }
            (GOTO | GOTO_W | RET, _) => {}
            // The return address is followed when the graph is built; here it only takes its place.
            (JSR | JSR_W, _) => {
                self.emit_push(Op::Constant, ConstantKind::Null as u8, 0, Type::NULL, &[])?;
            }
            (_, Operand::Branch(_)) => return self.branch(opcode),
            (TABLESWITCH | LOOKUPSWITCH, _) => {
                let key = self.pop()?;
                self.emit(Op::Switch, 0, 0, None, &[key]);
                return Ok(true);
            }
            (IRETURN..=ARETURN, _) => {
                let value = self.pop()?;
                self.leave_monitor();
                self.emit(Op::Return, 0, 0, None, &[value]);
                return Ok(true);
            }
            (RETURN, _) => {
                self.leave_monitor();
                self.emit(Op::Return, 0, 0, None, &[]);
                return Ok(true);
            }
            (GETSTATIC..=PUTFIELD, Operand::Constant(constant)) => self.field(opcode, constant)?,
            (INVOKEVIRTUAL..=INVOKEINTERFACE, Operand::Constant(constant)) => {
                self.invoke(opcode, constant)?;
            }
            (INVOKEDYNAMIC, Operand::Constant(constant)) => {
                let site = self.pool().invoke_dynamic(constant)?;
                self.call(Op::InvokeDynamic, 0, constant, site.descriptor, false)?;
            }
            (NEW, Operand::Constant(constant)) => {
                let of = self.class_constant(constant)?;
                self.emit_push(Op::New, 0, constant, of, &[])?;
            }
            (NEWARRAY, Operand::ElementType(code)) => self.new_primitive_array(code)?,
            (ANEWARRAY, Operand::Constant(constant)) => {
                let length = self.pop()?;
                let element = self.class_constant(constant)?;
                let of = element.array_of().ok_or_else(|| self.error("too many dimensions"))?;
                self.emit_push(Op::NewArray, 0, constant, of, &[length])?;
            }
            (MULTIANEWARRAY, Operand::MultiArray(constant, dimensions)) => {
                let mut lengths = vec![NO_VALUE; usize::from(dimensions)];
                for length in lengths.iter_mut().rev() {
                    *length = self.pop()?;
                }
                let of = self.class_constant(constant)?;
                if dimensions == 0 || dimensions > of.dimensions() {
                    return Err(self.error("more dimensions than the array type has"));
                }
                self.emit_push(Op::NewMultiArray, dimensions, constant, of, &lengths)?;
            }
            (ARRAYLENGTH, _) => {
                let array = self.pop()?;
                self.emit_push(Op::ArrayLength, 0, 0, Type::INT, &[array])?;
            }
            (ATHROW, _) => {
                let exception = self.pop()?;
                self.emit(Op::Throw, 0, 0, None, &[exception]);
                return Ok(true);
            }
            (CHECKCAST, Operand::Constant(constant)) => {
                let object = self.pop()?;
                let of = self.class_constant(constant)?;
                self.emit_push(Op::CheckCast, 0, constant, of, &[object])?;
            }
            (INSTANCEOF, Operand::Constant(constant)) => {
                let object = self.pop()?;
                self.class_constant(constant)?;
                self.emit_push(Op::InstanceOf, 0, constant, Type::INT, &[object])?;
            }
            (MONITORENTER, _) => {
                let object = self.pop()?;
                self.emit(Op::MonitorEnter, 0, 0, None, &[object]);
            }
            (MONITOREXIT, _) => {
                let object = self.pop()?;
                self.emit(Op::MonitorExit, 0, 0, None, &[object]);
            }
            _ => return Err(self.error("not an instruction")),
        }
        Ok(false)
    }

    fn pool(&self) -> snarl_classfile::ConstantPool<'a> {
        self.source.code.class().constants()
    }

    fn class_constant(&self, constant: u16) -> Result<Type> {
        let name = self.pool().class(constant)?;
        Ok(self.source.hierarchy.type_of_constant(name, self.source.method.class)?)
    }

    fn well_known(&self, name: &[u8]) -> Type {
        Type::class(self.source.hierarchy.class_named(name, None))
    }

    fn field_type(&self, descriptor: &[u8]) -> Result<Type> {
        let parsed = FieldDescriptor::parse(descriptor)?;
        Ok(self.source.hierarchy.type_of(parsed, self.source.method.class))
    }

    fn load_constant(&mut self, constant: u16) -> Result<()> {
        let of = match self.pool().get(constant)? {
            Constant::Integer(_) => Type::INT,
            Constant::Float(_) => Type::FLOAT,
            Constant::Long(_) => Type::LONG,
            Constant::Double(_) => Type::DOUBLE,
            Constant::String(_) => self.well_known(b"java/lang/String"),
            Constant::Class(_) => self.well_known(b"java/lang/Class"),
            Constant::MethodType(_) => self.well_known(b"java/lang/invoke/MethodType"),
            Constant::MethodHandle(_) => self.well_known(b"java/lang/invoke/MethodHandle"),
            Constant::Dynamic(site) => self.field_type(site.descriptor)?.on_stack(),
            _ => return Err(self.error("ldc of a constant that cannot be loaded")),
        };
        self.emit_push(Op::Constant, ConstantKind::Pool as u8, constant, of, &[])
    }

    fn load(&mut self, slot: u16, kind: u8) -> Result<()> {
        let value = self.read(slot)?;
        // The type of a phi is not known yet; what loads it tells at least how wide it is.
        let wide = kind == 1 || kind == 3;
        self.push(value, wide)
    }

    fn increment(&mut self, slot: u16, delta: i16, next: u16) -> Result<()> {
        let old = self.read(slot)?;
        let kind = ConstantKind::Immediate as u8;
        let step = self.emit(Op::Constant, kind, delta as u16, Some(Type::INT), &[]);
        let new = self.emit(Op::Binary, IADD, 0, Some(Type::INT), &[old, step]);
        self.draft.names[new as usize] = self.variables.name(slot, next);
        self.write(slot, new);
        Ok(())
    }

    fn branch(&mut self, opcode: u8) -> Result<bool> {
        let (condition, operands) = match opcode {
            IFEQ..=IFLE => (opcode - IFEQ, 1),
            IF_ICMPEQ..=IF_ICMPLE => (opcode - IF_ICMPEQ, 2),
            IF_ACMPEQ | IF_ACMPNE => (opcode - IF_ACMPEQ, 2),
            IFNULL | IFNONNULL => (opcode - IFNULL, 1),
            _ => return Err(self.error("not a branch")),
        };
        let detail = Condition::from_number(condition) as u8;
        if operands == 1 {
            let operand = self.pop()?;
            self.emit(Op::If, detail, 0, None, &[operand]);
        } else {
            let operands = self.pop_two()?;
            self.emit(Op::If, detail, 0, None, &operands);
        }
        Ok(true)
    }

    fn leave_monitor(&mut self) {
        if self.source.is_synchronized() {
            self.emit(Op::MonitorExit, 1, 0, None, &[self.monitor]);
        }
    }

    fn field(&mut self, opcode: u8, constant: u16) -> Result<()> {
        let of = self.field_type(self.pool().field(constant)?.descriptor)?.on_stack();
        match opcode {
            GETSTATIC => self.emit_push(Op::GetStatic, 0, constant, of, &[])?,
            PUTSTATIC => {
                let value = self.pop()?;
                self.emit(Op::PutStatic, 0, constant, None, &[value]);
            }
            GETFIELD => {
                let object = self.pop()?;
                self.emit_push(Op::GetField, 0, constant, of, &[object])?;
            }
            _ => {
                let operands = self.pop_two()?;
                self.emit(Op::PutField, 0, constant, None, &operands);
            }
        }
        Ok(())
    }

    fn invoke(&mut self, opcode: u8, constant: u16) -> Result<()> {
        let method = self.pool().method(constant)?;
        let kind = match opcode {
            INVOKEVIRTUAL => InvokeKind::Virtual,
            INVOKESPECIAL => InvokeKind::Special,
            INVOKESTATIC => InvokeKind::Static,
            _ => InvokeKind::Interface,
        };
        let has_receiver = kind != InvokeKind::Static;
        self.call(Op::Invoke, kind as u8, constant, method.descriptor, has_receiver)
    }

    fn call(
        &mut self,
        op: Op,
        detail: u8,
        constant: u16,
        descriptor: &[u8],
        has_receiver: bool,
    ) -> Result<()> {
        let parsed = MethodDescriptor::parse(descriptor)?;
        let count = parsed.parameter_count() + usize::from(has_receiver);
        let Some(first) = self.stack.len().checked_sub(count) else {
            return Err(self.error("the operand stack is empty"));
        };
        let arguments: Vec<Value> = self.stack.drain(first..).map(|entry| entry.value).collect();
        let hierarchy = self.source.hierarchy;
        let returns =
            parsed.returns().map(|it| hierarchy.type_of(it, self.source.method.class).on_stack());
        let result = self.emit(op, detail, constant, returns, &arguments);
        match returns {
            Some(of) => self.push_typed(result, of),
            None => Ok(()),
        }
    }

    fn new_primitive_array(&mut self, code: u8) -> Result<()> {
        let element = match code {
            4 => Type::BOOLEAN,
            5 => Type::CHAR,
            6 => Type::FLOAT,
            7 => Type::DOUBLE,
            8 => Type::BYTE,
            9 => Type::SHORT,
            10 => Type::INT,
            11 => Type::LONG,
            _ => return Err(self.error("newarray of an unknown type")),
        };
        let length = self.pop()?;
        let of = element.array_of().unwrap_or(element);
        self.emit_push(Op::NewArray, 0, 0, of, &[length])
    }

    /// The instructions that only move stack entries. An entry is one value; the JVM's forms for two
    /// slots take two narrow values or one wide one.
    fn shuffle(&mut self, opcode: u8) -> Result<()> {
        match opcode {
            POP => {
                self.pop()?;
            }
            POP2 => {
                if !self.pop_entry()?.wide {
                    self.pop()?;
                }
            }
            SWAP => {
                let (top, below) = (self.pop_entry()?, self.pop_entry()?);
                self.stack.extend([top, below]);
            }
            _ => {
                // dup, dup_x1, dup_x2, dup2, dup2_x1, dup2_x2: copy so many slots under so many.
                let copied = self.take_slots(if opcode >= DUP2 { 2 } else { 1 })?;
                let under = self.take_slots((opcode - DUP) % 3)?;
                self.stack.extend_from_slice(&copied);
                self.stack.extend_from_slice(&under);
                self.stack.extend_from_slice(&copied);
                if self.stack.len() > usize::from(self.source.code.max_stack) {
                    return Err(self.error("the operand stack overflows"));
                }
            }
        }
        Ok(())
    }

    /// Takes so many slots off the stack, in the order in which they lie there.
    fn take_slots(&mut self, slots: u8) -> Result<Vec<Entry>> {
        let mut taken = Vec::with_capacity(2);
        let mut left = slots;
        while left > 0 {
            let entry = self.pop_entry()?;
            let width = 1 + u8::from(entry.wide);
            left = left.checked_sub(width).ok_or_else(|| self.error("half of a wide value"))?;
            taken.push(entry);
        }
        taken.reverse();
        Ok(taken)
    }
}

fn array_element(kind: u8) -> Type {
    match kind {
        1 => Type::LONG,
        2 => Type::FLOAT,
        3 => Type::DOUBLE,
        4 => Type::VOID,
        _ => Type::INT,
    }
}

fn converted(opcode: u8) -> Type {
    match opcode {
        I2L | F2L | D2L => Type::LONG,
        I2F | L2F | D2F => Type::FLOAT,
        I2D | L2D | F2D => Type::DOUBLE,
        _ => Type::INT,
    }
}
