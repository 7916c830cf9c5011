//! Everything that can be asked of the engine about an input.

use std::hint::black_box;
use std::path::Path;

use snarl_archive::{Container, Limits, open};
use snarl_classfile::{
    ClassFile, Code, Constant, FieldDescriptor, Frame, Layout, Member, MethodDescriptor, access,
    decode_mutf8, disassemble,
};
use snarl_hierarchy::{ClassId, Hierarchy, Input, InvokeKind, MethodId, Origin, Progress, Type};
use snarl_ir::{LowerAll, Program, lower, verify};

use crate::check::Counts;
use crate::corpus::Library;
use crate::random::Random;

/// References of one class that are resolved; a class can have 65,534.
const MOST_REFERENCES: usize = 4_000;

/// All that is said about a program, once everything is linked and lowered.
pub(crate) fn everything_said(path: &Path, jdk: Vec<Container>) -> Vec<String> {
    let program = Program::new(load(path, jdk));
    program.hierarchy().link_all();
    let what = LowerAll { origin: Some(Origin::Application), verify: true, keep: false };
    let failures = program.lower_all(what, &Progress::default()).failures;
    let hierarchy = program.hierarchy();
    // By name: what a library misses has a number by the order in which it was missed.
    let of = |id: ClassId| {
        let above = hierarchy.class(id).ancestors().iter().map(|&it| hierarchy.display_name(it));
        let mut above: Vec<String> = above.collect();
        above.sort_unstable();
        format!("{}: {above:?}", hierarchy.display_name(id))
    };
    let warnings = hierarchy.warnings().into_iter().map(|it| it.to_string());
    let failures = failures.into_iter().map(|it| format!("{:?}: {}", it.method, it.message));
    warnings.chain(failures).chain(hierarchy.ids().map(of)).collect()
}

/// Loads a program as the engine does.
pub(crate) fn load(path: &Path, jdk: Vec<Container>) -> Hierarchy {
    let opened = open(path, 17, &Limits::default());
    let warnings = opened.problems.into_iter().map(Into::into).collect();
    let input = Input { application: opened.containers, jdk, warnings, ..Input::default() };
    Hierarchy::load(input, &Progress::default())
}

/// The number of a class in its batch: its entry's name.
pub(crate) fn number_of(hierarchy: &Hierarchy, class: ClassId) -> Option<usize> {
    let (_, entry) = hierarchy.location(class)?;
    entry.strip_suffix(".class")?.parse().ok()
}

/// Takes what nobody needs, so that the compiler cannot leave out the work that made it.
fn used<T>(value: T) {
    black_box(value);
}

/// Reads all entries of an archive, and all that is said about it.
pub(crate) fn open_everything(path: &Path) {
    let opened = open(path, 17, &Limits::default());
    for container in &opened.containers {
        (0..container.len()).for_each(|entry| used(container.read(entry)));
    }
    opened.problems.iter().for_each(|problem| used(problem.to_string()));
}

/// Calls every accessor of a class file. Says whether the file could be parsed.
pub(crate) fn read_everything(bytes: &[u8]) -> bool {
    let Ok(layout) = Layout::parse(bytes) else { return false };
    let file = layout.on(bytes);
    read_constants(file);
    read_class(file);
    file.fields().chain(file.methods()).for_each(read_member);
    // The promise holds for other bytes, too.
    read_class(layout.on(&bytes[..bytes.len() / 2]));
    true
}

fn read_constants(file: ClassFile<'_>) {
    let pool = file.constants();
    for index in 0..pool.len() {
        match pool.get(index) {
            Ok(Constant::Utf8(text)) => used(decode_mutf8(text)),
            Ok(Constant::Class(name)) => used(FieldDescriptor::parse_class_constant(name)),
            Ok(Constant::NameAndType(_, text) | Constant::MethodType(text)) => {
                used(MethodDescriptor::parse(text).map(|it| it.parameters().count()));
                used(FieldDescriptor::parse(text));
            }
            // Looking one up takes as long as there are bootstrap methods, so not all of very many.
            Ok(Constant::Dynamic(site) | Constant::InvokeDynamic(site)) if index < 2_000 => {
                used(file.bootstrap_method(site.index));
            }
            _ => {}
        }
    }
    used(pool.get(u16::MAX));
    pool.class_names().for_each(used);
}

fn read_class(file: ClassFile<'_>) {
    used((file.version(), file.access(), file.name(), file.super_name()));
    file.interface_names().for_each(used);
    file.attributes().for_each(used);
    used((file.source_file(), file.signature(), file.nest_host()));
    used((file.nest_members(), file.permitted_subclasses(), file.record_components()));
    used((file.inner_classes(), file.annotations()));
    used((file.bootstrap_method(0), file.bootstrap_method(u16::MAX)));
}

fn read_member(member: Member<'_>) {
    used((member.name(), member.descriptor(), member.is(access::STATIC)));
    member.attributes().for_each(used);
    used((member.signature(), member.constant_value(), member.exceptions(), member.annotations()));
    if let Some(Ok(code)) = member.code() {
        read_code(&code);
    }
}

fn read_code(code: &Code<'_>) {
    code.exception_table().for_each(used);
    used((code.line_table(), code.local_variables()));
    if let Some(mut map) = code.stack_map() {
        let mut frame = Frame::default();
        let mut first = true;
        while let Ok(true) = map.advance(&mut frame, first) {
            first = false;
        }
    }
    code.instructions().for_each(used);
    used(disassemble(code));
}

/// Lowers and verifies all methods; gives what there is to say against them.
pub(crate) fn lower_everything(
    hierarchy: &Hierarchy,
    class: ClassId,
    counts: &mut Counts,
) -> Vec<String> {
    let mut complaints = Vec::new();
    let count = hierarchy.class(class).file().map_or(0, |file| file.methods().len());
    for index in 0..count {
        let method = MethodId { class, index: index as u16 };
        let complaint = match lower(hierarchy, method) {
            None => continue,
            Some(Err(error)) => {
                counts.refused += 1;
                error.to_string()
            }
            Some(Ok(body)) => {
                counts.lowered += 1;
                match verify(hierarchy, method, &body) {
                    Ok(()) => {
                        counts.verified += 1;
                        continue;
                    }
                    Err(error) => {
                        counts.rejected += 1;
                        error.to_string()
                    }
                }
            }
        };
        complaints.push(format!("{}: {complaint}", hierarchy.method_name(method)));
    }
    complaints
}

/// Resolves what the constants of a class refer to, in every way, and selects for random receivers.
/// Says how many references there were.
pub(crate) fn resolve_everything(
    hierarchy: &Hierarchy,
    class: ClassId,
    random: &mut Random,
) -> u64 {
    let Some(file) = hierarchy.class(class).file() else { return 0 };
    let pool = file.constants();
    let mut left = MOST_REFERENCES;
    for index in 1..pool.len() {
        let (reference, is_field) = match pool.get(index) {
            Ok(Constant::Field(it)) => (it, true),
            Ok(Constant::Method(it)) => (it, false),
            Ok(Constant::MethodHandle(it)) => (it.member, it.kind < 5),
            _ => continue,
        };
        if left == 0 {
            break;
        }
        left -= 1;
        let owner = hierarchy.owner(&reference, class);
        let (name, descriptor) = (reference.name, reference.descriptor);
        if is_field {
            for is_static in [true, false] {
                if let Ok(found) = hierarchy.link_field(class, owner, name, descriptor, is_static) {
                    used(hierarchy.field_name(found));
                }
            }
            continue;
        }
        let receiver = some_class(hierarchy, random);
        let kinds =
            [InvokeKind::Virtual, InvokeKind::Special, InvokeKind::Static, InvokeKind::Interface];
        for kind in kinds {
            let interface = reference.interface;
            for receiver in [None, Some(class), Some(receiver)] {
                used(hierarchy.target(kind, class, owner, name, descriptor, interface, receiver));
            }
        }
        if let Ok(found) = hierarchy.resolve_method(owner, name, descriptor, reference.interface) {
            used(hierarchy.select(receiver, found));
            used(hierarchy.select_special(class, owner, found));
            used(hierarchy.method_name(found));
        }
    }
    (MOST_REFERENCES - left) as u64
}

/// A class of the program; now and then a phantom, or a number that is none.
fn some_class(hierarchy: &Hierarchy, random: &mut Random) -> ClassId {
    ClassId(random.below(hierarchy.len() + 4) as u32)
}

pub(crate) fn ask_hierarchy(
    hierarchy: &Hierarchy,
    classes: &[ClassId],
    library: Library,
    random: &mut Random,
) {
    for &class in classes {
        let of = hierarchy.class(class);
        used((of.super_class(), of.interfaces().len(), of.ancestors().len()));
        used(hierarchy.nest_host(class));
        used(hierarchy.is_phantom(class));
        let other = some_class(hierarchy, random);
        used(hierarchy.is_subclass(class, other));
        let array = |class, dimensions| {
            (0..dimensions).fold(Type::class(class), |of, _| of.array_of().unwrap_or(of))
        };
        let (a, b) = (array(class, random.below(3)), array(other, random.below(3)));
        for (a, b) in [(a, b), (b, a), (a, Type::NULL), (Type::NULL, b)] {
            used(hierarchy.is_subtype(a, b));
            used(hierarchy.type_name(hierarchy.join(a, b)));
        }
    }
    // The first question about subtypes links the whole program.
    if library == Library::None || random.one_in(16) {
        let some: Vec<ClassId> = classes.iter().copied().take(100).collect();
        for class in some.into_iter().chain([hierarchy.object()]) {
            used(hierarchy.subtypes(class));
        }
    }
    for warning in hierarchy.warnings() {
        used(warning.to_string());
    }
}
