//! Bytecode as text, in the form that `javap -c` made familiar.

use std::fmt::Write;

use crate::code::{Code, Instruction, Operand, Switch};
use crate::constant::{Constant, ConstantPool, MemberRef};
use crate::error::{ParseError, Result};
use crate::mutf8;
use crate::opcode::{self, NAMES};

const HANDLE_KINDS: [&str; 9] = [
    "REF_getField",
    "REF_getStatic",
    "REF_putField",
    "REF_putStatic",
    "REF_invokeVirtual",
    "REF_invokeStatic",
    "REF_invokeSpecial",
    "REF_newInvokeSpecial",
    "REF_invokeInterface",
];

/// Text beyond this many bytes is refused: 32,000 instructions can load one string of 65,535 bytes.
const MAX_TEXT: usize = 64 << 20;

/// (index, mnemonic, operands) of every instruction. Constants are resolved, branch targets are
/// indices; the wide forms are called `aload_w`, `iinc_w`, ….
pub fn disassemble(code: &Code<'_>) -> Result<Vec<(u16, String, String)>> {
    let pool = code.class().constants();
    let mut length = 0;
    let mut row = |instruction: Instruction<'_>| {
        let name = NAMES[usize::from(instruction.opcode)];
        let name = if instruction.wide { format!("{name}_w") } else { name.to_owned() };
        let operands = operands(&instruction, pool)?;
        length += operands.len();
        if length > MAX_TEXT {
            let (offset, what) = (usize::from(instruction.index), "too much text to show");
            return Err(ParseError::Malformed { offset, what });
        }
        Ok((instruction.index, name, operands))
    };
    code.instructions().map(|instruction| row(instruction?)).collect()
}

fn operands(instruction: &Instruction<'_>, pool: ConstantPool<'_>) -> Result<String> {
    Ok(match instruction.operand {
        Operand::None => String::new(),
        Operand::Immediate(_) if instruction.opcode < opcode::BIPUSH => String::new(),
        Operand::Immediate(number) => number.to_string(),
        Operand::Local(_) if is_implicit(instruction.opcode) => String::new(),
        Operand::Local(slot) => slot.to_string(),
        Operand::Branch(target) => target.to_string(),
        Operand::Iinc(slot, delta) => format!("{slot}, {delta}"),
        Operand::Switch(switch) => cases(&switch)?,
        Operand::ElementType(code) => element_type(code).to_owned(),
        Operand::MultiArray(class, dimensions) => {
            format!("{}, {dimensions}", text(pool.class(class)?))
        }
        Operand::Constant(index) => match instruction.opcode {
            opcode::LDC | opcode::LDC_W | opcode::LDC2_W => loaded(pool.get(index)?),
            _ => reference(pool.get(index)?),
        },
    })
}

fn is_implicit(opcode: u8) -> bool {
    matches!(opcode, opcode::ILOAD_0..=opcode::ALOAD_3 | opcode::ISTORE_0..=opcode::ASTORE_3)
}

fn text(name: &[u8]) -> String {
    mutf8::decode(name).into_owned()
}

fn member(found: MemberRef<'_>) -> String {
    format!("{}.{}:{}", text(found.owner), text(found.name), text(found.descriptor))
}

/// What other instructions than `ldc` refer to.
fn reference(constant: Constant<'_>) -> String {
    match constant {
        Constant::Class(name) => text(name),
        Constant::Field(found) | Constant::Method(found) => member(found),
        Constant::InvokeDynamic(site) | Constant::Dynamic(site) => {
            format!("{}:{}", text(site.name), text(site.descriptor))
        }
        other => loaded(other),
    }
}

/// What `ldc` loads: its kind, then its value.
fn loaded(constant: Constant<'_>) -> String {
    match constant {
        Constant::Integer(value) => format!("int {value}"),
        Constant::Long(value) => format!("long {value}"),
        Constant::Float(value) => format!("float {value:?}"),
        Constant::Double(value) => format!("double {value:?}"),
        Constant::String(value) => format!("String {}", escaped(value)),
        Constant::Class(name) => format!("class {}", text(name)),
        Constant::MethodType(descriptor) => format!("MethodType {}", text(descriptor)),
        Constant::MethodHandle(handle) => {
            let kind = HANDLE_KINDS[usize::from(handle.kind - 1) % HANDLE_KINDS.len()];
            format!("MethodHandle {kind} {}", member(handle.member))
        }
        Constant::Dynamic(site) => {
            format!("Dynamic {}:{}", text(site.name), text(site.descriptor))
        }
        other => format!("{other:?}"),
    }
}

fn cases(switch: &Switch<'_>) -> Result<String> {
    let mut all = "{".to_owned();
    for case in switch.cases() {
        let (key, target) = case?;
        // Writing to a string does not fail.
        let _ = write!(all, "{key}: {target}, ");
    }
    let _ = write!(all, "default: {}}}", switch.default);
    Ok(all)
}

fn element_type(code: u8) -> &'static str {
    match code {
        4 => "boolean",
        5 => "char",
        6 => "float",
        7 => "double",
        8 => "byte",
        9 => "short",
        10 => "int",
        11 => "long",
        _ => "?",
    }
}

/// A string with Java's escapes; control characters and halves of surrogate pairs as `\uxxxx`.
fn escaped(value: &[u8]) -> String {
    let mut result = String::with_capacity(value.len());
    for unit in char::decode_utf16(mutf8::units(value)) {
        match unit {
            Ok('\t') => result.push_str("\\t"),
            Ok('\n') => result.push_str("\\n"),
            Ok('\r') => result.push_str("\\r"),
            Ok('\u{8}') => result.push_str("\\b"),
            Ok('\u{c}') => result.push_str("\\f"),
            Ok(quoted @ ('"' | '\'' | '\\')) => result.extend(['\\', quoted]),
            Ok(control) if control.is_control() => {
                let _ = write!(result, "\\u{:04x}", u32::from(control));
            }
            Ok(plain) => result.push(plain),
            Err(half) => {
                let _ = write!(result, "\\u{:04x}", half.unpaired_surrogate());
            }
        }
    }
    result
}
