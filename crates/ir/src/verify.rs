//! Checks a body against what its users rely on: the shape of blocks and edges, that every use is
//! dominated by its definition, that types agree, and that every handler is reached by an exception.

use std::cell::OnceCell;
use std::fmt;

use rustc_hash::{FxHashMap, FxHashSet};
use snarl_classfile::{Code, Constant, FieldDescriptor, MethodDescriptor, access, opcode};
use snarl_hierarchy::{ClassId, Hierarchy, MethodId, Type};

use crate::body::{Body, ConstantKind, Inst, NO_VALUE, Op, Value};
use crate::dominators::Dominators;

/// A rule that a body breaks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct VerifyError {
    /// The instruction, if it is about one.
    pub inst: Option<usize>,
    /// What is wrong.
    pub message: String,
}

impl fmt::Display for VerifyError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.inst {
            Some(inst) => write!(f, "instruction {inst}: {}", self.message),
            None => f.write_str(&self.message),
        }
    }
}

impl std::error::Error for VerifyError {}

type Result<T> = std::result::Result<T, VerifyError>;

macro_rules! ensure {
    ($holds:expr, $inst:expr, $($message:tt)*) => {
        if !$holds {
            return Err(VerifyError { inst: $inst, message: format!($($message)*) });
        }
    };
}

/// Verifies a method's body.
pub fn verify(hierarchy: &Hierarchy, method: MethodId, body: &Body) -> Result<()> {
    let member = hierarchy.class(method.class).method(method.index);
    let Some((member, Ok(code))) = member.and_then(|member| Some((member, member.code()?))) else {
        return Err(VerifyError { inst: None, message: "the method has no code".to_owned() });
    };
    let sources = OnceCell::new();
    let verifier = Verifier { hierarchy, class: method.class, body, code, sources };
    verifier.shape()?;
    verifier.edges()?;
    verifier.definitions()?;
    verifier.handlers()?;
    let (declared, returns) = signature(hierarchy, method.class, member.descriptor())?;
    let receiver = (!member.is(access::STATIC)).then(|| Type::class(method.class));
    let parameters: Vec<Type> = receiver.into_iter().chain(declared).collect();
    verifier.types(&parameters, returns)
}

fn signature(
    hierarchy: &Hierarchy,
    class: ClassId,
    descriptor: &[u8],
) -> Result<(Vec<Type>, Type)> {
    let failed = |error| VerifyError { inst: None, message: format!("{error}") };
    hierarchy.signature(descriptor, class).map_err(failed)
}

struct Verifier<'v> {
    hierarchy: &'v Hierarchy,
    class: ClassId,
    body: &'v Body,
    code: Code<'v>,
    /// Found when they are first needed.
    sources: OnceCell<Sources>,
}

/// Where values come from.
struct Sources {
    /// The instruction that defines each value.
    defined: Vec<Option<usize>>,
    /// What the edges into the block of each [`Op::Catch`] let through.
    caught: FxHashMap<usize, Vec<Type>>,
}

impl Verifier<'_> {
    /// Blocks are not empty, phis come first, one terminator comes last.
    fn shape(&self) -> Result<()> {
        let body = self.body;
        ensure!(body.block_count() > 0, None, "no blocks");
        ensure!(body.predecessors(0).is_empty(), None, "the entry has predecessors");
        for block in 0..body.block_count() {
            let insts = body.block_insts(block);
            ensure!(!insts.is_empty(), None, "block {block} is empty");
            let last = insts.end - 1;
            let mut phis_over = false;
            for inst in insts {
                let op = body.insts()[inst].op;
                ensure!(
                    op.is_terminator() == (inst == last),
                    Some(inst),
                    "{op:?} in a wrong place"
                );
                ensure!(op != Op::Phi || !phis_over, Some(inst), "a phi after other instructions");
                phis_over |= op != Op::Phi;
            }
            let expected = match body.insts()[last].op {
                Op::Goto => 1,
                Op::If => 2,
                Op::Switch => 1 + body.switch_keys(block).len(),
                _ => 0,
            };
            let found = body.successors(block).len();
            ensure!(found == expected, Some(last), "{found} successors instead of {expected}");
        }
        Ok(())
    }

    /// Predecessors are exactly the sources of edges; phis have one operand for each.
    fn edges(&self) -> Result<()> {
        let body = self.body;
        let mut expected = vec![Vec::new(); body.block_count()];
        for block in 0..body.block_count() {
            let handlers = body.handlers(block).iter().map(|handler| handler.block);
            for next in body.successors(block).iter().copied().chain(handlers) {
                ensure!((next as usize) < body.block_count(), None, "an edge to no block");
                let sources: &mut Vec<u32> = &mut expected[next as usize];
                if sources.last() != Some(&(block as u32)) {
                    sources.push(block as u32);
                }
            }
        }
        for (block, expected) in expected.iter().enumerate() {
            let mut found = body.predecessors(block).to_vec();
            found.sort_unstable();
            ensure!(found == *expected, None, "block {block} has wrong predecessors");
            ensure!(block == 0 || !found.is_empty(), None, "block {block} is unreachable");
            for inst in body.block_insts(block) {
                let is_phi = body.insts()[inst].op == Op::Phi;
                let operands = body.operands(inst).len();
                ensure!(
                    !is_phi || operands == found.len(),
                    Some(inst),
                    "phi of {operands} operands"
                );
            }
        }
        Ok(())
    }

    /// Every value is defined once, and its definition dominates its uses.
    fn definitions(&self) -> Result<()> {
        let body = self.body;
        let mut place = vec![None; body.types().len()];
        for block in 0..body.block_count() {
            for inst in body.block_insts(block) {
                let result = body.insts()[inst].result;
                if result == NO_VALUE {
                    continue;
                }
                let place = place.get_mut(result as usize);
                ensure!(place.is_some(), Some(inst), "v{result} has no type");
                if let Some(place) = place {
                    ensure!(place.is_none(), Some(inst), "v{result} is defined twice");
                    *place = Some((block as u32, inst));
                }
            }
        }
        let tree = body.dominators();
        let definition = |inst: usize, value: Value| match place.get(value as usize) {
            Some(&Some(place)) => Ok(place),
            _ => Err(VerifyError { inst: Some(inst), message: format!("v{value} is not defined") }),
        };
        for block in 0..body.block_count() {
            for inst in body.block_insts(block) {
                let is_phi = body.insts()[inst].op == Op::Phi;
                for (position, &operand) in body.operands(inst).iter().enumerate() {
                    let (home, at) = definition(inst, operand)?;
                    let fits = if is_phi {
                        let from = body.predecessors(block)[position];
                        tree.dominates(home, from) && self.before_edge(home, at, from, block as u32)
                    } else if home == block as u32 {
                        at < inst
                    } else {
                        tree.dominates(home, block as u32)
                            && self.survives(&tree, home, at, block as u32)
                    };
                    ensure!(fits, Some(inst), "v{operand} does not dominate its use");
                }
            }
        }
        Ok(())
    }

    /// Whether a definition is made before control can leave its block by this edge: on an exception
    /// edge, before the first instruction that can throw.
    fn before_edge(&self, home: u32, at: usize, from: u32, to: u32) -> bool {
        let body = self.body;
        if home != from || body.successors(from as usize).contains(&to) {
            return true;
        }
        !body
            .block_insts(home as usize)
            .take_while(|&inst| inst <= at)
            .any(|inst| self.body.can_throw(inst))
    }

    /// A use in another block: if that block is only reached by way of an exception edge of the
    /// defining one, the definition must come before what throws.
    fn survives(&self, tree: &Dominators, home: u32, at: usize, using: u32) -> bool {
        let mut handlers = self.body.handlers(home as usize).iter().map(|handler| handler.block);
        handlers.all(|handler| {
            !tree.dominates(handler, using)
                || tree.immediate(handler) != home
                || self.before_edge(home, at, home, handler)
        })
    }

    /// A handler's block starts with a catch, nothing else does; and every handler in the exception
    /// table that covers code of the body is one.
    fn handlers(&self) -> Result<()> {
        let body = self.body;
        let mut is_handler = vec![false; body.block_count()];
        for block in 0..body.block_count() {
            for handler in body.handlers(block) {
                is_handler[handler.block as usize] = true;
            }
        }
        let mut reached = Vec::new();
        let mut covered = Vec::new();
        for (block, &is_handler) in is_handler.iter().enumerate() {
            let insts = body.block_insts(block);
            let first = insts.clone().find(|&inst| body.insts()[inst].op != Op::Phi);
            let first = first.unwrap_or(insts.start);
            let catches = body.insts()[first].op == Op::Catch;
            ensure!(catches == is_handler, Some(first), "a catch and a handler do not go together");
            if is_handler {
                reached.push(body.insts()[first].index);
            }
            covered.extend(insts.map(|inst| body.insts()[inst].index));
        }
        covered.sort_unstable();
        for row in self.code.exception_table() {
            let start = covered.partition_point(|&index| index < row.start);
            let covers = covered.get(start).is_some_and(|&index| index < row.end);
            // What an instruction becomes may be nothing at all (a load, a jump), so ask the blocks.
            let found = !covers || reached.contains(&row.handler);
            ensure!(found, None, "the handler at {} is not reached by an exception", row.handler);
        }
        Ok(())
    }

    fn types(&self, parameters: &[Type], returns: Type) -> Result<()> {
        for inst in 0..self.body.insts().len() {
            self.inst_types(inst, parameters, returns)?;
        }
        Ok(())
    }

    fn inst_types(&self, at: usize, parameters: &[Type], returns: Type) -> Result<()> {
        let inst = self.body.insts()[at];
        let operands = self.body.operands(at);
        let expect =
            |position: usize, expected: Type| self.expect(at, operands, position, expected);
        let count = |expected: usize| {
            let found = operands.len();
            ensure!(found == expected, Some(at), "{found} operands instead of {expected}");
            Ok(())
        };
        let object = Type::class(self.hierarchy.object());
        match inst.op {
            Op::Parameter => {
                count(0)?;
                let expected = parameters.get(usize::from(inst.constant)).map(|it| it.on_stack());
                ensure!(
                    expected == Some(self.result(&inst)),
                    Some(at),
                    "a parameter of wrong type"
                );
            }
            Op::Phi => {
                for position in 0..operands.len() {
                    expect(position, self.result(&inst))?;
                }
            }
            Op::Constant => {
                count(0)?;
                self.constant_type(at, &inst)?;
            }
            Op::Catch => {
                count(0)?;
                ensure!(self.result(&inst).is_reference(), Some(at), "an exception of wrong type");
            }
            Op::Negate => {
                count(1)?;
                expect(0, self.result(&inst))?;
            }
            Op::Binary => {
                count(2)?;
                let is_shift = (opcode::ISHL..=opcode::IUSHR).contains(&inst.detail);
                expect(0, self.result(&inst))?;
                expect(1, if is_shift { Type::INT } else { self.result(&inst) })?;
            }
            Op::Convert => {
                count(1)?;
                expect(0, converted_from(inst.detail))?;
            }
            Op::Compare => {
                count(2)?;
                expect(0, compared(inst.detail))?;
                expect(1, compared(inst.detail))?;
            }
            Op::New => count(0)?,
            Op::NewArray | Op::NewMultiArray => {
                for position in 0..operands.len() {
                    expect(position, Type::INT)?;
                }
                ensure!(self.result(&inst).dimensions() > 0, Some(at), "an array of wrong type");
            }
            Op::ArrayLength => {
                count(1)?;
                self.expect_array(at, operands, None)?;
            }
            Op::ArrayLoad => {
                count(2)?;
                expect(1, Type::INT)?;
                self.expect_array(at, operands, Some(inst.detail))?;
            }
            Op::ArrayStore => {
                count(3)?;
                expect(1, Type::INT)?;
                self.expect_array(at, operands, Some(inst.detail))?;
                let numbers = [Type::INT, Type::LONG, Type::FLOAT, Type::DOUBLE, object];
                expect(2, numbers.get(usize::from(inst.detail)).copied().unwrap_or(Type::INT))?;
            }
            Op::GetStatic | Op::PutStatic | Op::GetField | Op::PutField => {
                self.field_types(at, &inst)?
            }
            Op::Invoke | Op::InvokeDynamic => self.call_types(at, &inst)?,
            Op::CheckCast | Op::InstanceOf | Op::MonitorEnter | Op::MonitorExit => {
                count(1)?;
                expect(0, object)?;
            }
            Op::Goto => count(0)?,
            Op::If => {
                let of = operands.first().map(|&it| self.body.types()[it as usize]);
                ensure!((1..=2).contains(&operands.len()), Some(at), "a branch on nothing");
                let reference = of.is_some_and(Type::is_reference);
                for position in 0..operands.len() {
                    expect(position, if reference { object } else { Type::INT })?;
                }
            }
            Op::Switch => {
                count(1)?;
                expect(0, Type::INT)?;
            }
            Op::Return if returns == Type::VOID => count(0)?,
            Op::Return => {
                count(1)?;
                expect(0, returns.on_stack())?;
            }
            Op::Throw => {
                count(1)?;
                let throwable = self.hierarchy.class_named(b"java/lang/Throwable", None);
                expect(0, Type::class(throwable))?;
            }
        }
        Ok(())
    }

    fn result(&self, inst: &Inst) -> Type {
        self.body.types().get(inst.result as usize).copied().unwrap_or(Type::VOID)
    }

    fn expect(&self, at: usize, operands: &[Value], position: usize, expected: Type) -> Result<()> {
        let Some(&operand) = operands.get(position) else {
            return Err(VerifyError {
                inst: Some(at),
                message: format!("operand {position} is missing"),
            });
        };
        let found = self.body.types()[operand as usize];
        let name = |of: Type| self.hierarchy.type_name(of);
        ensure!(
            self.assignable(found, expected) || self.leaves_assignable(operand, expected),
            Some(at),
            "v{operand} has type {}, not {}",
            name(found),
            name(expected)
        );
        Ok(())
    }

    /// Whether all that a value merges is assignable. Without a stack map, a missing class among them
    /// makes the value's own type too wide.
    fn leaves_assignable(&self, value: Value, expected: Type) -> bool {
        let sources = self.sources.get_or_init(|| self.find_sources());
        let mut seen = FxHashSet::from_iter([value]);
        let mut work = vec![value];
        while let Some(value) = work.pop() {
            let Some(&Some(at)) = sources.defined.get(value as usize) else { return false };
            let fits = match self.body.insts()[at].op {
                Op::Phi => {
                    work.extend(self.body.operands(at).iter().filter(|&&it| seen.insert(it)));
                    true
                }
                Op::Catch => sources
                    .caught
                    .get(&at)
                    .into_iter()
                    .flatten()
                    .all(|&of| self.assignable(of, expected)),
                _ => self.assignable(self.body.types()[value as usize], expected),
            };
            if !fits {
                return false;
            }
        }
        true
    }

    fn find_sources(&self) -> Sources {
        let body = self.body;
        let mut defined = vec![None; body.types().len()];
        for (at, inst) in body.insts().iter().enumerate() {
            if let Some(place) = defined.get_mut(inst.result as usize) {
                *place = Some(at);
            }
        }
        let throwable = Type::class(self.hierarchy.class_named(b"java/lang/Throwable", None));
        let mut edges: Vec<(u32, u16)> = (0..body.block_count())
            .flat_map(|block| body.handlers(block))
            .map(|handler| (handler.block, handler.catch_type))
            .collect();
        edges.sort_unstable();
        edges.dedup();
        let mut caught: FxHashMap<usize, Vec<Type>> = FxHashMap::default();
        for (block, constant) in edges {
            let mut insts = body.block_insts(block as usize);
            let Some(at) = insts.find(|&it| body.insts()[it].op == Op::Catch) else { continue };
            let name = self.code.class().constants().class(constant).ok();
            let of = name.and_then(|name| self.hierarchy.type_of_constant(name, self.class).ok());
            caught.entry(at).or_default().push(of.unwrap_or(throwable));
        }
        Sources { defined, caught }
    }

    /// The JVM verifier's assignability (JVMS 4.10.1.2): an interface takes any object. Where a class
    /// or one of its super types is missing, nothing can be said.
    fn assignable(&self, found: Type, expected: Type) -> bool {
        if found == expected || self.hierarchy.is_subtype(found, expected) {
            return true;
        }
        if !found.is_reference() || !expected.is_reference() {
            return false;
        }
        if expected.dimensions() > found.dimensions() {
            return found.base_class().is_some_and(|class| {
                found.dimensions() > 0 && self.hierarchy.is_incomplete(class)
            });
        }
        let Some(expected) = expected.base_class() else { return false };
        let target = self.hierarchy.class(expected);
        target.is_interface()
            || self.hierarchy.is_phantom(expected)
            || found.base_class().is_some_and(|class| self.hierarchy.is_incomplete(class))
    }

    fn expect_array(&self, at: usize, operands: &[Value], kind: Option<u8>) -> Result<()> {
        let found = operands.first().map_or(Type::VOID, |&it| self.body.types()[it as usize]);
        let fits = found == Type::NULL
            || match (found.element(), kind) {
                (None, _) => false,
                (Some(_), None) => true,
                (Some(element), Some(kind)) => match kind {
                    0 => element == Type::INT,
                    1 => element == Type::LONG,
                    2 => element == Type::FLOAT,
                    3 => element == Type::DOUBLE,
                    4 => element.is_reference(),
                    5 => element == Type::BYTE || element == Type::BOOLEAN,
                    6 => element == Type::CHAR,
                    _ => element == Type::SHORT,
                },
            };
        let name = self.hierarchy.type_name(found);
        ensure!(fits, Some(at), "a {name} where an array of another kind is needed");
        Ok(())
    }

    fn constant_type(&self, at: usize, inst: &Inst) -> Result<()> {
        let of = self.result(inst);
        let fits = if inst.detail == ConstantKind::Null as u8 {
            of == Type::NULL
        } else if inst.detail == ConstantKind::Immediate as u8 {
            matches!(of, Type::INT | Type::LONG | Type::FLOAT | Type::DOUBLE)
        } else if inst.detail == ConstantKind::ThisClass as u8 {
            of.is_reference()
        } else {
            match self.code.class().constants().get(inst.constant) {
                Ok(Constant::Integer(_)) => of == Type::INT,
                Ok(Constant::Float(_)) => of == Type::FLOAT,
                Ok(Constant::Long(_)) => of == Type::LONG,
                Ok(Constant::Double(_)) => of == Type::DOUBLE,
                Ok(Constant::Dynamic(_)) => true,
                Ok(_) => of.is_reference(),
                Err(_) => false,
            }
        };
        ensure!(fits, Some(at), "a constant of wrong type");
        Ok(())
    }

    fn field_types(&self, at: usize, inst: &Inst) -> Result<()> {
        let operands = self.body.operands(at);
        let is_static = matches!(inst.op, Op::GetStatic | Op::PutStatic);
        let is_put = matches!(inst.op, Op::PutStatic | Op::PutField);
        let failed = |message: &str| VerifyError { inst: Some(at), message: message.to_owned() };
        let field = self.code.class().constants().field(inst.constant);
        let field = field.map_err(|_| failed("no field"))?;
        let parsed =
            FieldDescriptor::parse(field.descriptor).map_err(|_| failed("no descriptor"))?;
        let of = self.hierarchy.type_of(parsed, self.class).on_stack();
        let expected = usize::from(!is_static) + usize::from(is_put);
        ensure!(operands.len() == expected, Some(at), "{} operands", operands.len());
        if !is_static {
            self.expect(at, operands, 0, Type::class(self.hierarchy.owner(&field, self.class)))?;
        }
        if is_put {
            return self.expect(at, operands, expected - 1, of);
        }
        ensure!(self.result(inst) == of, Some(at), "a field of wrong type");
        Ok(())
    }

    fn call_types(&self, at: usize, inst: &Inst) -> Result<()> {
        let operands = self.body.operands(at);
        let pool = self.code.class().constants();
        let failed = |message: &str| VerifyError { inst: Some(at), message: message.to_owned() };
        let (descriptor, receiver) = if inst.op == Op::InvokeDynamic {
            let site = pool.invoke_dynamic(inst.constant).map_err(|_| failed("no call site"))?;
            (site.descriptor, None)
        } else {
            let method = pool.method(inst.constant).map_err(|_| failed("no method"))?;
            let owner = self.hierarchy.type_of_constant(method.owner, self.class);
            let owner = owner.map_err(|_| failed("no owner"))?;
            (method.descriptor, (inst.detail != 2).then_some(owner))
        };
        let parsed = MethodDescriptor::parse(descriptor).map_err(|_| failed("no descriptor"))?;
        let arguments =
            parsed.parameters().map(|it| self.hierarchy.type_of(it, self.class).on_stack());
        let expected: Vec<Type> = receiver.into_iter().chain(arguments).collect();
        ensure!(operands.len() == expected.len(), Some(at), "{} operands", operands.len());
        for (position, &of) in expected.iter().enumerate() {
            self.expect(at, operands, position, of)?;
        }
        let returns = parsed.returns().map(|it| self.hierarchy.type_of(it, self.class).on_stack());
        let found = (inst.result != NO_VALUE).then(|| self.result(inst));
        ensure!(found == returns, Some(at), "a result of wrong type");
        Ok(())
    }
}

fn converted_from(conversion: u8) -> Type {
    use opcode::*;
    match conversion {
        L2I | L2F | L2D => Type::LONG,
        F2I | F2L | F2D => Type::FLOAT,
        D2I | D2L | D2F => Type::DOUBLE,
        _ => Type::INT,
    }
}

fn compared(comparison: u8) -> Type {
    use opcode::*;
    match comparison {
        LCMP => Type::LONG,
        FCMPL | FCMPG => Type::FLOAT,
        _ => Type::DOUBLE,
    }
}
