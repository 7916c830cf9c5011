//! Instructions of many methods at once, with what they name resolved: the columns of one table.

use snarl_hierarchy::{Hierarchy, MethodId, Origin};
use snarl_ir::{Body, Inst, NO_VALUE, Op, Program};

/// In place of a class: the instruction names no member, or one that is not there.
const NO_CLASS: u32 = u32::MAX;

/// A row for each instruction.
#[derive(Default)]
pub(crate) struct Columns {
    pub(crate) methods: Vec<u32>,
    pub(crate) insts: Vec<u32>,
    pub(crate) ops: Vec<u8>,
    pub(crate) indices: Vec<u16>,
    pub(crate) lines: Vec<u16>,
    pub(crate) operands: Vec<u32>,
    pub(crate) results: Vec<u32>,
    pub(crate) classes: Vec<u32>,
    pub(crate) members: Vec<u16>,
}

/// The instructions with some operations, in those methods that are not the JDK's. A method's number is
/// its place among the methods.
pub(crate) fn of_program(program: &Program, methods: &[MethodId], wanted: &[u8]) -> Columns {
    let hierarchy = program.hierarchy();
    let mut columns = Columns::default();
    for (place, &method) in methods.iter().enumerate() {
        if hierarchy.origin(method.class) == Origin::Jdk {
            continue;
        }
        let Some(Ok(body)) = program.body(method) else { continue };
        for (at, inst) in body.insts().iter().enumerate() {
            if wanted.contains(&(inst.op as u8)) {
                columns.add(place as u32, at, inst, body);
                let (class, member) =
                    member(hierarchy, method, inst).unwrap_or((NO_CLASS, u16::MAX));
                columns.classes.push(class);
                columns.members.push(member);
            }
        }
    }
    columns
}

impl Columns {
    fn add(&mut self, method: u32, at: usize, inst: &Inst, body: &Body) {
        self.methods.push(method);
        self.insts.push(at as u32);
        self.ops.push(inst.op as u8);
        self.indices.push(inst.index);
        self.lines.push(inst.line);
        self.operands.push(body.operands(at).first().copied().unwrap_or(NO_VALUE));
        self.results.push(inst.result);
    }
}

/// The field or method that an instruction names: its class, and its place there.
fn member(hierarchy: &Hierarchy, method: MethodId, inst: &Inst) -> Option<(u32, u16)> {
    let file = hierarchy.class(method.class).file()?;
    match inst.op {
        Op::GetStatic | Op::PutStatic | Op::GetField | Op::PutField => {
            let named = file.constants().field(inst.constant).ok()?;
            let owner = hierarchy.owner(&named, method.class);
            let field = hierarchy.resolve_field(owner, named.name, named.descriptor).ok()?;
            Some((field.class.0, field.index))
        }
        Op::Invoke => {
            let named = file.constants().method(inst.constant).ok()?;
            let owner = hierarchy.owner(&named, method.class);
            let is_interface = hierarchy.class(owner).is_interface();
            let found =
                hierarchy.resolve_method(owner, named.name, named.descriptor, is_interface).ok()?;
            Some((found.class.0, found.index))
        }
        _ => None,
    }
}
