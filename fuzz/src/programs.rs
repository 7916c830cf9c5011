//! Random methods that a JVM would accept: any control flow, irreducible loops, handlers around anything,
//! subroutines, but a type in every local and nothing on the stack between statements. Unlike with
//! mutated code, a method that is refused or that the verifier rejects is a fault of ours.

use snarl_classfile::opcode::*;

use crate::assemble::{ClassWriter, CodeWriter};
use crate::random::Random;

/// The locals of a method, by their kind: first slot and how many.
const INTS: (u8, usize) = (0, 6);
const REFERENCES: (u8, usize) = (6, 6);
const ARRAYS: (u8, usize) = (12, 3);
const LONGS: (u8, usize) = (15, 3);
const ADDRESSES: u8 = 21;
const MOST_SUBROUTINES: usize = 6;

/// Where a jump goes, while it is not known where that is.
#[derive(Clone, Copy, Debug)]
enum Label {
    Statement(usize),
    Subroutine(usize),
}

struct Method<'r> {
    random: &'r mut Random,
    code: Vec<u8>,
    /// Where each statement and subroutine starts.
    statements: Vec<usize>,
    subroutines: Vec<usize>,
    /// Jumps to be filled in: where the instruction starts, where the offset is, and its target.
    jumps: Vec<(usize, usize, Label)>,
    wide_jumps: Vec<(usize, usize, Label)>,
    statement_count: usize,
    /// Which subroutine calls each, `None` if the method itself does. HotSpot's verifier takes a subroutine
    /// from several callers, but not from several depths.
    callers: Vec<Option<usize>>,
    constants: Constants,
}

#[derive(Clone, Copy)]
struct Constants {
    string: u16,
    integer: u16,
    field: u16,
    new_class: u16,
    new_call: u16,
    cast: u16,
}

/// A class with some random methods.
pub fn some_program(random: &mut Random, number: usize) -> Vec<u8> {
    let name = format!("random/Program{number}");
    let mut class = ClassWriter::new(&name, "java/lang/Object");
    // The last version whose classes need no stack map and may have subroutines.
    class.version = 49;
    let constants = Constants {
        string: class.string("text"),
        integer: class.class("java/lang/Integer"),
        field: class.field_ref("java/lang/System", "out", "Ljava/io/PrintStream;"),
        new_class: class.class("java/lang/RuntimeException"),
        new_call: class.method_ref("java/lang/RuntimeException", "<init>", "()V"),
        cast: class.class("java/lang/Comparable"),
    };
    let catches = ["java/lang/Throwable", "java/lang/Exception", "java/lang/ArithmeticException"]
        .map(|it| class.class(it));
    for method in 0..random.between(1, 6) {
        let size = if random.one_in(40) { 800 } else { random.between(2, 60) };
        let access = [1, 0x21][random.below(2)] | [0, 8][random.below(2)];
        let code = some_method(random, constants, size, &catches);
        class.method(access, &format!("m{method}"), "()Ljava/lang/Object;", Some(code));
    }
    class.bytes()
}

fn some_method(
    random: &mut Random,
    constants: Constants,
    statement_count: usize,
    catches: &[u16],
) -> CodeWriter {
    let subroutine_count = if random.one_in(3) { random.between(1, MOST_SUBROUTINES) } else { 0 };
    let callers = (0..subroutine_count).map(|number| random.below(number + 1).checked_sub(1));
    let callers = callers.collect();
    let mut method = Method {
        random,
        code: Vec::new(),
        statements: Vec::new(),
        subroutines: Vec::new(),
        jumps: Vec::new(),
        wide_jumps: Vec::new(),
        statement_count,
        callers,
        constants,
    };
    method.initialise();
    for _ in 0..statement_count {
        method.statements.push(method.code.len());
        method.statement();
    }
    // One more place to jump to: the return.
    method.statements.push(method.code.len());
    method.load_reference();
    method.code.push(ARETURN);
    for number in 0..subroutine_count {
        method.subroutine(number);
    }
    let table = method.handlers(catches);
    method.fill_in();
    let bytes = method.code;
    CodeWriter { max_stack: 8, max_locals: 32, bytes, table, attributes: Vec::new() }
}

impl Method<'_> {
    fn local(&mut self, (first, count): (u8, usize)) -> u8 {
        first + self.random.below(count) as u8
    }

    fn emit(&mut self, bytes: &[u8]) {
        self.code.extend(bytes);
    }

    fn constant(&mut self, opcode: u8, constant: u16) {
        let [high, low] = constant.to_be_bytes();
        self.emit(&[opcode, high, low]);
    }

    fn load_int(&mut self) {
        let local = self.local(INTS);
        self.emit(&[ILOAD, local]);
    }

    fn load_reference(&mut self) {
        let local = self.local(REFERENCES);
        self.emit(&[ALOAD, local]);
    }

    fn store_reference(&mut self) {
        let local = self.local(REFERENCES);
        self.emit(&[ASTORE, local]);
    }

    /// A value in every local, so that none is read before it is written.
    fn initialise(&mut self) {
        for slot in INTS.0..INTS.0 + INTS.1 as u8 {
            self.emit(&[ICONST_1, ISTORE, slot]);
        }
        for slot in REFERENCES.0..REFERENCES.0 + REFERENCES.1 as u8 {
            self.emit(&[ACONST_NULL, ASTORE, slot]);
        }
        for slot in ARRAYS.0..ARRAYS.0 + ARRAYS.1 as u8 {
            let integer = self.constants.integer;
            self.emit(&[ICONST_3]);
            self.constant(ANEWARRAY, integer);
            self.emit(&[ASTORE, slot]);
        }
        for slot in 0..LONGS.1 as u8 {
            self.emit(&[LCONST_1, LSTORE, LONGS.0 + 2 * slot]);
        }
    }

    fn jump(&mut self, opcode: u8, target: Label) {
        let at = self.code.len();
        self.emit(&[opcode, 0, 0]);
        self.jumps.push((at, at + 1, target));
    }

    fn some_statement(&mut self) -> Label {
        Label::Statement(self.random.below(self.statement_count + 1))
    }

    /// Something that leaves the stack as it was.
    fn statement(&mut self) {
        match self.random.below(20) {
            0..=2 => self.branch(),
            3 => {
                let target = self.some_statement();
                self.jump(GOTO, target);
            }
            4 => self.switch(),
            5 if !self.callers.is_empty() => self.call(None),
            6 if self.random.one_in(3) => {
                self.load_reference();
                self.emit(&[ARETURN]);
            }
            7 if self.random.one_in(3) => {
                let Constants { new_class, new_call, .. } = self.constants;
                self.constant(NEW, new_class);
                self.emit(&[DUP]);
                self.constant(INVOKESPECIAL, new_call);
                self.emit(&[ATHROW]);
            }
            8 => self.choice(),
            _ => self.simple_statement(),
        }
    }

    fn branch(&mut self) {
        let target = self.some_statement();
        match self.random.below(4) {
            0 => {
                self.load_int();
                self.load_int();
                self.jump(IF_ICMPLT, target);
            }
            1 => {
                self.load_reference();
                self.jump(IFNULL, target);
            }
            2 => {
                self.load_reference();
                self.load_reference();
                self.jump(IF_ACMPEQ, target);
            }
            _ => {
                self.load_int();
                self.jump(IFEQ, target);
            }
        }
    }

    fn switch(&mut self) {
        self.load_int();
        let at = self.code.len();
        let count = self.random.between(1, 4);
        self.emit(&[TABLESWITCH]);
        let padded = self.code.len().next_multiple_of(4);
        self.code.resize(padded, 0);
        let default = self.some_statement();
        self.wide_jumps.push((at, padded, default));
        self.emit(&[0, 0, 0, 0, 0, 0, 0, 0]);
        let high = count as i32 - 1;
        self.emit(&high.to_be_bytes());
        for _ in 0..count {
            let target = self.some_statement();
            self.wide_jumps.push((at, self.code.len(), target));
            self.emit(&[0; 4]);
        }
    }

    /// Two values that meet on the stack, with something below them.
    fn choice(&mut self) {
        self.load_reference();
        self.load_int();
        self.emit(&[IFEQ, 0, 8]);
        self.load_reference();
        self.emit(&[GOTO, 0, 5]);
        let string = self.constants.string as u8;
        self.emit(&[LDC, string]);
        if self.random.one_in(2) {
            self.emit(&[SWAP]);
        }
        self.store_reference();
        self.store_reference();
    }

    fn simple_statement(&mut self) {
        let (a, b) = (self.local(INTS), self.local(INTS));
        let long = LONGS.0 + 2 * self.random.below(LONGS.1) as u8;
        let array = self.local(ARRAYS);
        let Constants { string, integer, field, cast, .. } = self.constants;
        match self.random.below(15) {
            0 => self.emit(&[ILOAD, a, ILOAD, b, IDIV, ISTORE, a]),
            1 => self.emit(&[IINC, a, 0xFF]),
            2 => self.emit(&[ILOAD, a, ISTORE, b]),
            3 => {
                self.load_reference();
                self.store_reference();
            }
            4 => {
                self.emit(&[LDC, string as u8]);
                self.store_reference();
            }
            5 => {
                self.constant(GETSTATIC, field);
                self.store_reference();
            }
            6 => {
                self.emit(&[ALOAD, array, ILOAD, a, AALOAD]);
                self.store_reference();
            }
            7 => self.emit(&[ALOAD, array, ILOAD, a, ACONST_NULL, AASTORE]),
            8 => {
                self.emit(&[ALOAD, array]);
                self.store_reference();
            }
            9 => self.emit(&[LLOAD, long, ILOAD, a, I2L, LADD, DUP2, LSTORE, LONGS.0, POP2]),
            10 => {
                self.load_reference();
                self.emit(&[MONITORENTER]);
            }
            11 => {
                self.load_reference();
                self.emit(&[MONITOREXIT]);
            }
            12 => {
                self.load_reference();
                self.constant(CHECKCAST, integer);
                self.emit(&[ALOAD, array, SWAP, ICONST_0, SWAP, AASTORE]);
            }
            13 => {
                self.load_reference();
                self.constant(CHECKCAST, cast);
                self.store_reference();
            }
            _ => {
                self.load_reference();
                self.constant(INSTANCEOF, integer);
                self.emit(&[ISTORE, a]);
            }
        }
    }

    /// Calls a subroutine that its place may call, if there is one.
    fn call(&mut self, caller: Option<usize>) {
        let all = self.callers.iter().enumerate();
        let own: Vec<usize> = all.filter(|(_, it)| **it == caller).map(|(at, _)| at).collect();
        if let Some(&called) = self.random.pick(&own) {
            self.jump(JSR, Label::Subroutine(called));
        }
    }

    fn subroutine(&mut self, number: usize) {
        self.subroutines.push(self.code.len());
        let address = ADDRESSES + number as u8;
        self.emit(&[ASTORE, address]);
        for _ in 0..self.random.below(4) {
            if self.random.one_in(2) {
                self.call(Some(number));
            } else {
                self.simple_statement();
            }
        }
        self.emit(&[RET, address]);
    }

    /// Rows over any statements, each with a handler of its own that goes on anywhere.
    fn handlers(&mut self, catches: &[u16]) -> Vec<[u16; 4]> {
        let mut table = Vec::new();
        for _ in 0..self.random.below(8) {
            let ends =
                [self.random.below(self.statement_count), self.random.below(self.statement_count)];
            let (start, end) = (ends[0].min(ends[1]), ends[0].max(ends[1]));
            let handler = self.code.len();
            self.store_reference();
            let target = self.some_statement();
            self.jump(GOTO, target);
            let catch = match self.random.below(3) {
                0 => 0,
                _ => self.random.pick(catches).copied().unwrap_or(0),
            };
            if start < end {
                let [start, end] = [start, end].map(|it| self.statements[it] as u16);
                table.push([start, end, handler as u16, catch]);
            }
        }
        table
    }

    fn fill_in(&mut self) {
        let place = |label: Label| match label {
            Label::Statement(number) => self.statements[number],
            Label::Subroutine(number) => self.subroutines[number],
        };
        for &(from, at, target) in &self.jumps {
            let offset = (place(target) as i64 - from as i64) as i16;
            self.code[at..at + 2].copy_from_slice(&offset.to_be_bytes());
        }
        for &(from, at, target) in &self.wide_jumps {
            let offset = (place(target) as i64 - from as i64) as i32;
            self.code[at..at + 4].copy_from_slice(&offset.to_be_bytes());
        }
    }
}

#[cfg(test)]
mod tests {
    use snarl_classfile::Layout;

    use super::*;
    use crate::anatomy::instruction_starts;

    #[test]
    fn jumps_go_to_instructions() {
        for seed in 0..200 {
            let bytes = some_program(&mut Random::new(seed), 0);
            let layout = Layout::parse(&bytes).unwrap();
            for method in layout.on(&bytes).methods() {
                let code = method.code().unwrap().unwrap();
                let starts = instruction_starts(code.bytes);
                for instruction in code.instructions() {
                    let instruction = instruction.unwrap();
                    if let snarl_classfile::Operand::Branch(target) = instruction.operand {
                        assert!(starts.contains(&target));
                    }
                }
            }
        }
    }
}
