//! Programs at the limits of the format. Each asks for something that grows faster than the input, if
//! somebody is not careful: a frame of 65,535 locals at every index, a class with 2⁶⁰ ways to its super
//! interfaces, a subroutine that expands to 2³⁰ copies.

use snarl_classfile::opcode::*;

use crate::assemble::{ClassWriter, CodeWriter};
use crate::random::Random;

/// A program at a limit.
pub struct Giant {
    /// What is large about it.
    pub name: &'static str,
    /// Writes its classes, at so many percent of their full size.
    pub classes: fn(usize) -> Vec<Vec<u8>>,
}

/// All of them.
pub const GIANTS: &[Giant] = &[
    Giant { name: "wide stack maps", classes: wide_stack_maps },
    Giant { name: "many rows for one handler", classes: many_rows },
    Giant { name: "many handlers", classes: many_handlers },
    Giant { name: "a ladder of handlers", classes: ladder_of_handlers },
    Giant { name: "nested subroutines", classes: nested_subroutines },
    Giant { name: "subroutines that expand", classes: expanding_subroutines },
    Giant { name: "subroutines and locals", classes: subroutines_and_locals },
    Giant { name: "one long descriptor", classes: one_long_descriptor },
    Giant { name: "one long name", classes: one_long_name },
    Giant { name: "a deep stack at many joins", classes: deep_stack },
    Giant { name: "nested loops with many locals", classes: nested_loops },
    Giant { name: "jumps back and forth", classes: back_and_forth },
    Giant { name: "jumps anywhere", classes: jumps_anywhere },
    Giant { name: "a web of missing types", classes: missing_types },
    Giant { name: "much caught and used", classes: caught_and_used },
    Giant { name: "many returns from a large switch", classes: large_switch },
    Giant { name: "an array that contains itself", classes: array_of_itself },
    Giant { name: "diamonds of interfaces", classes: diamonds },
    Giant { name: "a long chain of super classes", classes: long_chain },
    Giant { name: "many interfaces", classes: many_interfaces },
    Giant { name: "a root that extends something", classes: rootless },
    Giant { name: "long strings", classes: long_strings },
    Giant { name: "many fields", classes: many_fields },
    Giant { name: "deep annotations", classes: deep_annotations },
    Giant { name: "many bootstrap methods", classes: many_bootstrap_methods },
];

const STATIC: u16 = 9;

fn part(of: usize, percent: usize) -> usize {
    (of * percent / 100).max(1)
}

fn single(descriptor: &str, code: CodeWriter) -> Vec<Vec<u8>> {
    let mut class = ClassWriter::new("giant/Method", "java/lang/Object");
    class.method(STATIC, "m", descriptor, Some(code));
    vec![class.bytes()]
}

/// A jump of two bytes at the end of the code so far.
fn jump(code: &mut Vec<u8>, opcode: u8, target: usize) {
    let offset = target as i64 - code.len() as i64;
    code.push(opcode);
    code.extend((offset as i16).to_be_bytes());
}

fn wide(code: &mut Vec<u8>, opcode: u8, slot: usize) {
    code.extend([WIDE, opcode]);
    code.extend((slot as u16).to_be_bytes());
}

/// One frame of as many locals as there can be, and then one that repeats it at every index.
fn wide_stack_maps(percent: usize) -> Vec<Vec<u8>> {
    // Two types meet at index 9, so that somebody asks the map.
    let bytes = vec![
        ILOAD_0, IFEQ, 0, 8, ALOAD_1, ASTORE_3, GOTO, 0, 5, ALOAD_2, ASTORE_3, ALOAD_3, POP, RETURN,
    ];
    let mut map = (part(65_535, percent) as u16).to_be_bytes().to_vec();
    map.extend([255, 0, 0]);
    map.extend((part(65_535, percent) as u16).to_be_bytes());
    map.extend(vec![0; part(65_535, percent)]);
    map.extend([0, 0]);
    map.extend(vec![0; part(65_534, percent)]);
    let mut code = CodeWriter::roomy(bytes);
    code.attributes.push(("StackMapTable", map));
    single("(ILjava/lang/String;Ljava/lang/Integer;)V", code)
}

/// Blocks that can throw, as many as fit.
fn throwing_blocks(count: usize) -> Vec<u8> {
    [ICONST_1, ICONST_1, IDIV, IFEQ, 0, 3].repeat(count)
}

fn many_rows(percent: usize) -> Vec<Vec<u8>> {
    let mut bytes = throwing_blocks(part(10_000, percent));
    let end = bytes.len() as u16;
    bytes.extend([RETURN, POP, RETURN]);
    let mut code = CodeWriter::roomy(bytes);
    let rows = part(65_535, percent) as u16;
    code.table = (0..rows).map(|row| [0, end, end + 1, row.wrapping_add(1)]).collect();
    single("()V", code)
}

fn many_handlers(percent: usize) -> Vec<Vec<u8>> {
    let mut bytes = throwing_blocks(part(5_000, percent));
    let end = bytes.len() as u16;
    bytes.push(RETURN);
    let handlers = part(16_000, percent) as u16;
    bytes.extend([POP, RETURN].repeat(usize::from(handlers)));
    let mut code = CodeWriter::roomy(bytes);
    code.table = (0..handlers).map(|row| [0, end, end + 1 + 2 * row, 1]).collect();
    single("()V", code)
}

/// Each handler is there for the code of the one before, where nothing can throw.
fn ladder_of_handlers(percent: usize) -> Vec<Vec<u8>> {
    let handlers = part(20_000, percent) as u16;
    let mut bytes = vec![NOP, RETURN];
    bytes.extend([POP, RETURN].repeat(usize::from(handlers)));
    let mut code = CodeWriter::roomy(bytes);
    code.table = (0..handlers).map(|row| [2 * row, 2 * row + 2, 2 * row + 2, 0]).collect();
    single("()V", code)
}

/// A subroutine calls a subroutine calls a subroutine, and none returns.
fn nested_subroutines(percent: usize) -> Vec<Vec<u8>> {
    let mut bytes = Vec::new();
    for slot in 0..part(9_000, percent) {
        bytes.extend([JSR, 0, 3]);
        wide(&mut bytes, ASTORE, slot);
    }
    bytes.push(RETURN);
    single("()V", CodeWriter::roomy(bytes))
}

/// Each subroutine calls the next one twice.
fn expanding_subroutines(percent: usize) -> Vec<Vec<u8>> {
    const LENGTH: usize = 12;
    let depth = part(60, percent).max(20);
    let mut bytes = vec![JSR, 0, 4, RETURN];
    for level in 0..depth {
        let next = 4 + (level + 1) * LENGTH;
        wide(&mut bytes, ASTORE, level);
        for _ in 0..2 {
            match level + 1 == depth {
                true => bytes.extend([NOP; 3]),
                false => jump(&mut bytes, JSR, next),
            }
        }
        bytes.extend([RET, level as u8]);
    }
    single("()V", CodeWriter::roomy(bytes))
}

/// A subroutine with many blocks and locals, called from many places.
fn subroutines_and_locals(percent: usize) -> Vec<Vec<u8>> {
    let (calls, locals) = (part(400, percent), part(8_000, percent));
    let mut bytes = Vec::new();
    let subroutine = 3 * calls + 1;
    for _ in 0..calls {
        jump(&mut bytes, JSR, subroutine);
    }
    bytes.push(RETURN);
    bytes.push(ASTORE_0);
    for slot in 1..=locals {
        bytes.push(ICONST_0);
        wide(&mut bytes, ISTORE, slot);
    }
    for _ in 0..part(400, percent) {
        bytes.extend([ICONST_0, IFEQ, 0, 3]);
    }
    bytes.extend([RET, 0]);
    single("()V", CodeWriter::roomy(bytes))
}

/// All names and types share one descriptor, of all the length there is.
fn one_long_descriptor(percent: usize) -> Vec<Vec<u8>> {
    let mut class = ClassWriter::new("giant/Descriptor", "java/lang/Object");
    let types: String = (0..part(13_000, percent)).map(|it| format!("L{it:x};")).collect();
    let descriptor = format!("({}", &types[..types.len().min(65_000)]);
    let end = descriptor.rfind(';').map_or(0, |at| at + 1);
    let descriptor = format!("{})V", &descriptor[..end]);
    let call = class.method_ref("giant/Descriptor", "m", &descriptor);
    let name = class.utf8(b"m");
    let text = class.utf8(descriptor.as_bytes());
    for _ in 0..part(500, percent) {
        let code = CodeWriter::roomy(vec![RETURN]);
        class.method(STATIC, "m", &descriptor, Some(code));
    }
    let [high, low] = call.to_be_bytes();
    let code = CodeWriter::roomy([INVOKESTATIC, high, low].repeat(part(20_000, percent)));
    class.method(STATIC, "calls", "()V", Some(code));
    let constant = [&[12][..], &name.to_be_bytes(), &text.to_be_bytes()].concat();
    for _ in 0..part(65_000, percent).min(usize::from(class.free_constants())) {
        class.append(&constant);
    }
    vec![class.bytes()]
}

/// All class constants and all methods share one name.
fn one_long_name(percent: usize) -> Vec<Vec<u8>> {
    let name = "n".repeat(part(65_000, percent));
    let mut class = ClassWriter::new("giant/Name", "java/lang/Object");
    let field =
        class.field_ref(&name, &name, &format!("L{};", &name[..name.len().min(65_000) - 2]));
    let [high, low] = field.to_be_bytes();
    let code = CodeWriter::roomy(
        [&[GETSTATIC, high, low, POP].repeat(part(10_000, percent))[..], &[RETURN]].concat(),
    );
    class.method(STATIC, "reads", "()V", Some(code));
    for _ in 0..part(2_000, percent) {
        class.method(STATIC, &name, "()V", Some(CodeWriter::roomy(vec![RETURN])));
    }
    let text = class.utf8(name.as_bytes());
    let constant = [&[7][..], &text.to_be_bytes()].concat();
    for _ in 0..part(65_000, percent).min(usize::from(class.free_constants())) {
        class.append(&constant);
    }
    vec![class.bytes()]
}

/// A switch to many blocks, each of which also falls into the next, with much on the stack.
fn deep_stack(percent: usize) -> Vec<Vec<u8>> {
    let (depth, joins) = (part(20_000, percent), part(8_000, percent));
    let mut bytes = vec![ICONST_0; depth + 1];
    let start = bytes.len();
    bytes.push(TABLESWITCH);
    bytes.resize(bytes.len().next_multiple_of(4), 0);
    let first = bytes.len() + 12 + 4 * joins;
    let word = |bytes: &mut Vec<u8>, value: usize| bytes.extend((value as u32).to_be_bytes());
    word(&mut bytes, first - start);
    word(&mut bytes, 0);
    word(&mut bytes, joins - 1);
    for join in 0..joins {
        word(&mut bytes, first + join - start);
    }
    bytes.resize(first + joins, NOP);
    bytes.push(RETURN);
    single("()V", CodeWriter::roomy(bytes))
}

/// Every head of a loop needs a phi for every local.
fn nested_loops(percent: usize) -> Vec<Vec<u8>> {
    let (locals, loops) = (part(3_000, percent), part(6_000, percent));
    let mut bytes = Vec::new();
    for slot in 1..=locals {
        bytes.push(ICONST_0);
        wide(&mut bytes, ISTORE, slot);
    }
    let heads = bytes.len();
    bytes.extend(vec![NOP; loops]);
    for slot in 1..=locals {
        wide(&mut bytes, ILOAD, slot);
        wide(&mut bytes, ISTORE, slot % locals + 1);
    }
    for head in (0..loops).rev() {
        bytes.push(ILOAD_0);
        jump(&mut bytes, IFEQ, heads + head);
        if bytes.len() > 65_000 {
            break;
        }
    }
    bytes.push(RETURN);
    single("(I)V", CodeWriter::roomy(bytes))
}

/// Each block goes on to the next or back to the one before, and what one end does to the locals is seen
/// at the other.
fn back_and_forth(percent: usize) -> Vec<Vec<u8>> {
    let mut bytes = vec![ALOAD_1, ASTORE_3];
    for slot in 4..part(250, percent).max(5) {
        bytes.extend([ICONST_0, ISTORE, slot as u8]);
    }
    let first = bytes.len();
    bytes.extend([ALOAD_3, POP]);
    for slot in 4..part(250, percent).max(5) {
        bytes.extend([ILOAD, slot as u8, POP]);
    }
    let mut before = first;
    for _ in 0..part(15_000, percent) {
        let here = bytes.len();
        bytes.push(ILOAD_0);
        jump(&mut bytes, IFEQ, before);
        before = here;
    }
    bytes.extend([ALOAD_2, ASTORE_3, ILOAD_0]);
    jump(&mut bytes, IFEQ, before);
    bytes.push(RETURN);
    single("(ILjava/lang/String;Ljava/lang/Integer;)V", CodeWriter::roomy(bytes))
}

/// Values of types that nobody knows meet everywhere, and are used everywhere as something else.
fn missing_types(percent: usize) -> Vec<Vec<u8>> {
    let mut class = ClassWriter::new("giant/Web", "java/lang/Object");
    let call = class.method_ref("giant/Web", "use", "(Lgiant/Web;)V");
    let [high, low] = call.to_be_bytes();
    let mut bytes = vec![ALOAD_1, ASTORE_3];
    let mut before = bytes.len();
    for block in 0..part(7_000, percent) {
        let here = bytes.len();
        bytes.extend([ALOAD_3, INVOKESTATIC, high, low, ILOAD_0]);
        jump(&mut bytes, IFEQ, before);
        before = here;
        if block % 1_000 == 0 {
            bytes.extend([ALOAD_2, ASTORE_3]);
        }
    }
    bytes.push(RETURN);
    class.method(STATIC, "m", "(ILlost/A;Llost/B;)V", Some(CodeWriter::roomy(bytes)));
    vec![class.bytes()]
}

/// What a block computes after it can throw is used in many places, and the block has many handlers.
fn caught_and_used(percent: usize) -> Vec<Vec<u8>> {
    let mut bytes = vec![ICONST_1, ICONST_1, IDIV, ISTORE_0];
    let end = bytes.len() as u16;
    for _ in 0..part(6_000, percent) {
        bytes.extend([ILOAD_0, IFEQ, 0, 3]);
    }
    bytes.push(RETURN);
    let first = bytes.len() as u16;
    let handlers = part(16_000, percent) as u16;
    bytes.extend([POP, RETURN].repeat(usize::from(handlers)));
    let mut code = CodeWriter::roomy(bytes);
    code.table = (0..handlers).map(|row| [0, end, first + 2 * row, 1]).collect();
    single("()V", code)
}

fn jumps_anywhere(percent: usize) -> Vec<Vec<u8>> {
    let mut random = Random::new(1);
    let blocks = part(9_000, percent);
    let mut bytes = vec![ALOAD_1, ASTORE_3];
    let first = bytes.len();
    for block in 0..blocks {
        match random.below(8) {
            0 => bytes.extend([ALOAD_2, ASTORE_3]),
            1 => bytes.extend([ALOAD_3, ASTORE_1]),
            _ => bytes.extend([NOP, NOP]),
        }
        bytes.push(ILOAD_0);
        // Offsets have a sign and 15 bits.
        let target = random.between(block.saturating_sub(4_000), (block + 4_000).min(blocks));
        jump(&mut bytes, IFEQ, first + 6 * target);
    }
    bytes.push(RETURN);
    single("(ILjava/lang/String;Ljava/lang/Integer;)V", CodeWriter::roomy(bytes))
}

fn large_switch(percent: usize) -> Vec<Vec<u8>> {
    let cases = part(7_000, percent);
    let mut bytes = vec![ILOAD_0, LOOKUPSWITCH, 0, 0];
    let first = bytes.len() + 8 + 8 * cases;
    bytes.extend((first as u32 - 1).to_be_bytes());
    bytes.extend((cases as u32).to_be_bytes());
    for case in 0..cases {
        bytes.extend((case as u32).to_be_bytes());
        bytes.extend(((first + case % 999) as u32 - 1).to_be_bytes());
    }
    bytes.extend([RETURN; 1000]);
    single("(I)V", CodeWriter::roomy(bytes))
}

/// A local is an array and then its own element; the stack map says that it has one dimension more.
fn array_of_itself(_: usize) -> Vec<Vec<u8>> {
    let mut class = ClassWriter::new("giant/Array", "java/lang/Object");
    let bytes = vec![
        ALOAD_0, ASTORE_2, ALOAD_2, ICONST_0, AALOAD, ASTORE_2, ILOAD_1, IFNE, 0xFF, 0xFB, RETURN,
    ];
    let mut code = CodeWriter::roomy(bytes);
    let stated = class.class("[[Lgiant/Array;").to_be_bytes();
    code.attributes.push(("StackMapTable", [&[0, 1, 252, 0, 2, 7][..], &stated].concat()));
    class.method(STATIC, "m", "([Lgiant/Array;I)V", Some(code));
    vec![class.bytes()]
}

fn interface(name: &str, above: &[String]) -> ClassWriter {
    let mut interface = ClassWriter::new(name, "java/lang/Object");
    interface.access = 0x601;
    above.iter().for_each(|it| interface.implement(it));
    interface
}

/// Two ways from each level to the next.
fn diamonds(percent: usize) -> Vec<Vec<u8>> {
    let levels = part(100, percent).max(40);
    let mut classes = vec![interface("giant/I0", &[]).bytes()];
    for level in 1..=levels {
        let below = format!("giant/I{}", level - 1);
        let sides = ["L", "R"].map(|side| format!("giant/{side}{level}"));
        for side in &sides {
            let mut class = interface(side, std::slice::from_ref(&below));
            class.method(1, "m", "()V", Some(CodeWriter::roomy(vec![RETURN])));
            classes.push(class.bytes());
        }
        classes.push(interface(&format!("giant/I{level}"), &sides).bytes());
    }
    let top = format!("giant/I{levels}");
    let mut class = ClassWriter::new("giant/User", "java/lang/Object");
    class.implement(&top);
    class.field_ref("giant/User", "missing", "I");
    class.field_ref(&top, "missing", "I");
    class.method_ref("giant/User", "missing", "()V");
    class.method_ref("giant/User", "m", "()V");
    class.interface_method_ref(&top, "m", "()V");
    classes.push(class.bytes());
    classes
}

fn long_chain(percent: usize) -> Vec<Vec<u8>> {
    let length = part(6_000, percent);
    let mut classes = Vec::new();
    for number in 0..length {
        let above = format!("giant/C{}", number + 1);
        let last = number + 1 == length;
        let mut class = ClassWriter::new(
            &format!("giant/C{number}"),
            if last { "java/lang/Object" } else { &above },
        );
        class.method(1, "m", "()V", Some(CodeWriter::roomy(vec![RETURN])));
        if number % 500 == 0 {
            class.field_ref("giant/C0", "missing", "I");
            class.method_ref("giant/C0", "missing", "()V");
            class.method_ref(&format!("giant/C{}", length - 1), "m", "()V");
        }
        classes.push(class.bytes());
    }
    classes
}

fn many_interfaces(percent: usize) -> Vec<Vec<u8>> {
    let names: Vec<String> = (0..part(6_000, percent)).map(|it| format!("giant/I{it}")).collect();
    let mut classes: Vec<Vec<u8>> = names
        .iter()
        .map(|name| {
            let mut interface = interface(name, &[]);
            interface.method(1, "m", "()V", Some(CodeWriter::roomy(vec![RETURN])));
            interface.bytes()
        })
        .collect();
    let mut class = ClassWriter::new("giant/All", "java/lang/Object");
    names.iter().for_each(|name| class.implement(name));
    class.method_ref("giant/All", "m", "()V");
    class.field_ref("giant/All", "missing", "I");
    classes.push(class.bytes());
    classes
}

/// `java.lang.Object` extends a class that is not there.
fn rootless(_: usize) -> Vec<Vec<u8>> {
    let mut root = ClassWriter::new("java/lang/Object", "giant/Missing");
    root.implement("giant/Other");
    let mut class = ClassWriter::new("giant/User", "java/lang/Object");
    class.method_ref("giant/User", "missing", "()V");
    class.field_ref("giant/User", "missing", "I");
    class.method_ref("java/lang/Object", "missing", "()V");
    vec![root.bytes(), class.bytes()]
}

fn long_strings(percent: usize) -> Vec<Vec<u8>> {
    let mut class = ClassWriter::new("giant/Strings", "java/lang/Object");
    let text = class.string(&"\u{1}".repeat(part(65_000, percent)));
    let code = [&[LDC, text as u8, POP].repeat(part(20_000, percent))[..], &[RETURN]].concat();
    class.method(STATIC, "m", "()V", Some(CodeWriter::roomy(code)));
    vec![class.bytes()]
}

fn many_fields(percent: usize) -> Vec<Vec<u8>> {
    let mut class = ClassWriter::new("giant/Fields", "java/lang/Object");
    for number in 0..part(30_000, percent) {
        class.field(STATIC, &format!("f{number}"), "I");
    }
    for number in 0..part(4_000, percent) {
        class.field_ref("giant/Fields", &format!("g{number}"), "I");
    }
    vec![class.bytes()]
}

fn deep_annotations(percent: usize) -> Vec<Vec<u8>> {
    let mut class = ClassWriter::new("giant/Annotated", "java/lang/Object");
    let text = class.utf8(b"La;").to_be_bytes();
    let depth = part(100_000, percent);
    let mut content = [&[0, 1][..], &text, &[0, 1], &text].concat();
    content.extend([b'[', 0, 1].repeat(depth));
    class.attribute("RuntimeVisibleAnnotations", &content);
    let nested = [&b"@"[..], &text, &[0, 1], &text].concat().repeat(depth);
    let content = [&[0, 1][..], &text, &[0, 1], &text, &nested].concat();
    class.attribute("RuntimeInvisibleAnnotations", &content);
    // Wide instead of deep.
    let wide = [&[0, 1][..], &text, &[0xFF, 0xFF]].concat();
    let elements = [&text[..], b"s", &text].concat().repeat(part(65_535, percent));
    class.attribute("RuntimeVisibleAnnotations", &[&wide[..], &elements].concat());
    vec![class.bytes()]
}

fn many_bootstrap_methods(percent: usize) -> Vec<Vec<u8>> {
    let mut class = ClassWriter::new("giant/Bootstraps", "java/lang/Object");
    let count = part(60_000, percent) as u16;
    let (name, text) = (class.utf8(b"m"), class.utf8(b"()V"));
    let name_and_type = class.pair(12, name, text);
    for site in (0..count).rev() {
        class.pair(18, site, name_and_type);
    }
    let mut content = count.to_be_bytes().to_vec();
    content.extend([0, 1, 0, 0].repeat(usize::from(count)));
    class.attribute("BootstrapMethods", &content);
    vec![class.bytes()]
}

#[cfg(test)]
mod tests {
    use snarl_classfile::Layout;

    use super::*;

    #[test]
    fn all_are_class_files_of_legal_size() {
        for giant in GIANTS {
            for percent in [1, 100] {
                for bytes in (giant.classes)(percent) {
                    let layout = Layout::parse(&bytes);
                    let layout = layout.unwrap_or_else(|error| panic!("{}: {error}", giant.name));
                    for method in layout.on(&bytes).methods() {
                        if let Some(Err(error)) = method.code() {
                            panic!("{} at {percent} %: {error}", giant.name);
                        }
                    }
                }
            }
        }
    }
}
