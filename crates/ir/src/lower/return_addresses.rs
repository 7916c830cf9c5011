//! Where the return addresses of subroutines are (`jsr` pushes one, `ret` uses one; JVMS 3.13).

use snarl_classfile::opcode::*;
use snarl_classfile::{ConstantPool, FieldDescriptor, Instruction, MethodDescriptor, Operand};

use super::Result;

/// The return addresses in locals and on the operand stack: blocks to return to.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub(super) struct ReturnAddresses {
    /// The slots of the stack from the lowest address up; empty if there is none.
    stack: Vec<Option<u32>>,
    /// (local slot, block), by slot.
    locals: Vec<(u16, u32)>,
}

impl ReturnAddresses {
    /// How many there are.
    pub(super) fn len(&self) -> usize {
        self.stack.len() + self.locals.len()
    }

    /// What a handler sees: the stack is gone.
    pub(super) fn in_handler(&self) -> Self {
        Self { stack: Vec::new(), locals: self.locals.clone() }
    }

    /// `jsr`.
    pub(super) fn push(&mut self, block: u32) {
        self.stack.push(Some(block));
    }

    /// `ret`: the block to return to. An address can be used once (JVMS 4.10.2.5), so it is forgotten.
    pub(super) fn take(&mut self, slot: u16) -> Option<u32> {
        let position = self.locals.iter().position(|&(found, _)| found == slot)?;
        Some(self.locals.remove(position).1)
    }

    fn pop(&mut self, slots: usize) -> Option<u32> {
        let mut last = None;
        for _ in 0..slots {
            last = self.stack.pop().flatten();
        }
        last
    }

    fn store(&mut self, slot: u16, address: Option<u32>) {
        self.locals.retain(|&(found, _)| found != slot);
        if let Some(block) = address {
            self.locals.push((slot, block));
            self.locals.sort_unstable();
        }
    }

    /// What an instruction other than `jsr` and `ret` does to them.
    pub(super) fn apply(
        &mut self,
        instruction: &Instruction<'_>,
        pool: ConstantPool<'_>,
    ) -> Result<()> {
        let opcode = instruction.opcode;
        match (opcode, instruction.operand) {
            (ISTORE..=ASTORE, Operand::Local(slot)) => self.pop_into(slot, opcode - ISTORE),
            (ISTORE_0..=ASTORE_3, Operand::Local(slot)) => {
                self.pop_into(slot, (opcode - ISTORE_0) / 4);
            }
            (JSR | JSR_W | RET, _) => {}
            _ if self.stack.is_empty() => {}
            (DUP..=DUP2_X2, _) => self.copy(if opcode >= DUP2 { 2 } else { 1 }, (opcode - DUP) % 3),
            (SWAP, _) => {
                let (top, below) = (self.pop(1), self.pop(1));
                self.stack.extend([top, below]);
            }
            _ => {
                let (pops, pushes) = stack_effect(instruction, pool)?;
                self.pop(pops);
                if !self.stack.is_empty() {
                    self.stack.extend(std::iter::repeat_n(None, pushes));
                }
            }
        }
        let lowest = self.stack.iter().position(Option::is_some).unwrap_or(self.stack.len());
        self.stack.drain(..lowest);
        Ok(())
    }

    fn pop_into(&mut self, slot: u16, kind: u8) {
        let is_wide = kind == 1 || kind == 3;
        let address = self.pop(if is_wide { 2 } else { 1 });
        self.store(slot, address);
        if is_wide && let Some(next) = slot.checked_add(1) {
            self.store(next, None);
        }
    }

    /// The forms of `dup`: so many slots are copied under so many.
    fn copy(&mut self, copied: u8, under: u8) {
        let mut take = |count: u8| {
            let mut taken: Vec<Option<u32>> =
                (0..count).map(|_| self.stack.pop().flatten()).collect();
            taken.reverse();
            taken
        };
        let (copied, under) = (take(copied), take(under));
        self.stack.extend_from_slice(&copied);
        self.stack.extend_from_slice(&under);
        self.stack.extend_from_slice(&copied);
    }
}

/// How many slots an instruction pops and pushes.
fn stack_effect(instruction: &Instruction<'_>, pool: ConstantPool<'_>) -> Result<(usize, usize)> {
    // Slots of int, long, float, double, reference, as opcodes order them.
    const WIDTHS: [usize; 5] = [1, 2, 1, 2, 1];
    let width = |kind: u8| WIDTHS[usize::from(kind) % WIDTHS.len()];
    let opcode = instruction.opcode;
    Ok(match opcode {
        LCONST_0 | LCONST_1 | DCONST_0 | DCONST_1 | LDC2_W => (0, 2),
        ACONST_NULL..=LDC_W => (0, 1),
        ILOAD..=ALOAD => (0, width(opcode - ILOAD)),
        ILOAD_0..=ALOAD_3 => (0, width((opcode - ILOAD_0) / 4)),
        LALOAD | DALOAD => (2, 2),
        IALOAD..=SALOAD => (2, 1),
        LASTORE | DASTORE => (4, 0),
        IASTORE..=SASTORE => (3, 0),
        POP | IFEQ..=IFLE | IFNULL | IFNONNULL | TABLESWITCH | LOOKUPSWITCH => (1, 0),
        ATHROW | MONITORENTER | MONITOREXIT => (1, 0),
        POP2 | IF_ICMPEQ..=IF_ACMPNE => (2, 0),
        IADD..=DREM => (2 * width((opcode - IADD) % 4), width((opcode - IADD) % 4)),
        INEG..=DNEG => (width(opcode - INEG), width(opcode - INEG)),
        LSHL | LSHR | LUSHR => (3, 2),
        ISHL..=IUSHR => (2, 1),
        IAND..=LXOR => (2 * width((opcode - IAND) % 2), width((opcode - IAND) % 2)),
        I2L | I2D | F2L | F2D => (1, 2),
        L2I | L2F | D2I | D2F => (2, 1),
        L2D | D2L => (2, 2),
        I2F | F2I | I2B..=I2S => (1, 1),
        LCMP | DCMPL | DCMPG => (4, 1),
        FCMPL | FCMPG => (2, 1),
        NEW => (0, 1),
        NEWARRAY | ANEWARRAY | ARRAYLENGTH | CHECKCAST | INSTANCEOF => (1, 1),
        _ => match instruction.operand {
            Operand::MultiArray(_, dimensions) => (usize::from(dimensions), 1),
            Operand::Constant(constant) => member_effect(opcode, constant, pool)?,
            _ => (0, 0),
        },
    })
}

fn member_effect(opcode: u8, constant: u16, pool: ConstantPool<'_>) -> Result<(usize, usize)> {
    if (GETSTATIC..=PUTFIELD).contains(&opcode) {
        let slots = FieldDescriptor::parse(pool.field(constant)?.descriptor)?.slots().into();
        return Ok(match opcode {
            GETSTATIC => (0, slots),
            PUTSTATIC => (slots, 0),
            GETFIELD => (1, slots),
            _ => (1 + slots, 0),
        });
    }
    let descriptor = if opcode == INVOKEDYNAMIC {
        pool.invoke_dynamic(constant)?.descriptor
    } else {
        pool.method(constant)?.descriptor
    };
    let parsed = MethodDescriptor::parse(descriptor)?;
    let receiver = usize::from(!matches!(opcode, INVOKESTATIC | INVOKEDYNAMIC));
    let arguments: usize = parsed.parameters().map(|it| usize::from(it.slots())).sum();
    Ok((receiver + arguments, parsed.returns().map_or(0, |it| usize::from(it.slots()))))
}
