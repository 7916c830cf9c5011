//! Everything that is done with an input, and what is noticed meanwhile.

use std::fmt;
use std::hint::black_box;
use std::io;
use std::path::Path;
use std::time::Duration;

use snarl_archive::{Container, Limits as ArchiveLimits, open};
use snarl_classfile::{
    ClassFile, Code, Constant, FieldDescriptor, Frame, Layout, Member, MethodDescriptor, access,
    decode_mutf8, disassemble,
};
use snarl_hierarchy::{
    ClassId, Hierarchy, Input as ProgramInput, InvokeKind, MethodId, Origin, Progress, Type,
};
use snarl_ir::{LowerAll, Program, lower, verify};

use crate::archives::{File, jar_of};
use crate::corpus::{Corpus, Library};
use crate::folder::TempFolder;
use crate::random::Random;
use crate::watch::{Watched, watched};

/// References of one class that are resolved; a class can have 65,534.
const MOST_REFERENCES: usize = 4_000;

/// What one step may cost.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Processor time.
    pub time: Duration,
    /// Memory.
    pub bytes: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Self { time: Duration::from_secs(2), bytes: 512 << 20 }
    }
}

/// What was done.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Inputs looked at: classes and archives.
    pub iterations: u64,
    /// Archives among them.
    pub archives: u64,
    /// Classes that could be parsed.
    pub parsed: u64,
    /// Methods that were lowered.
    pub lowered: u64,
    /// Methods whose code breaks the JVM's rules so that it cannot be lowered.
    pub refused: u64,
    /// Bodies that passed the verifier.
    pub verified: u64,
    /// Bodies that did not.
    pub rejected: u64,
    /// References that were resolved, successfully or not.
    pub resolved: u64,
    /// Panics.
    pub panics: u64,
    /// Steps that took too long.
    pub slow: u64,
    /// Steps that took too much memory.
    pub large: u64,
}

impl Counts {
    const FIELDS: usize = 11;

    /// The numbers, in a fixed order.
    pub fn to_array(self) -> [u64; Self::FIELDS] {
        [
            self.iterations,
            self.archives,
            self.parsed,
            self.lowered,
            self.refused,
            self.verified,
            self.rejected,
            self.resolved,
            self.panics,
            self.slow,
            self.large,
        ]
    }

    /// From what [`Self::to_array`] gave.
    pub fn from_array(all: [u64; Self::FIELDS]) -> Self {
        let [iterations, archives, parsed, lowered, refused, verified, rejected, resolved, ..] =
            all;
        let [.., panics, slow, large] = all;
        Self {
            iterations,
            archives,
            parsed,
            lowered,
            refused,
            verified,
            rejected,
            resolved,
            panics,
            slow,
            large,
        }
    }

    /// Adds others.
    pub fn add(&mut self, other: Self) {
        let mut all = self.to_array();
        all.iter_mut().zip(other.to_array()).for_each(|(sum, more)| *sum += more);
        *self = Self::from_array(all);
    }
}

impl fmt::Display for Counts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{} iterations ({} archives), {} classes parsed, {} methods lowered ({} refused), \
             {} verified, {} rejected by the verifier, {} references resolved, \
             panics {}, slow {}, large {}",
            self.iterations,
            self.archives,
            self.parsed,
            self.lowered,
            self.refused,
            self.verified,
            self.rejected,
            self.resolved,
            self.panics,
            self.slow,
            self.large
        )
    }
}

/// Something that must not happen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// What it is, in a form that is the same for the same fault: `panic at …`, `slow: lower`.
    pub what: String,
    /// More about it.
    pub detail: String,
    /// Which class of the input it is about, if it is about one.
    pub class: Option<usize>,
}

/// Something to be looked at.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Input {
    /// Class files that make up a program.
    Classes(Vec<Vec<u8>>),
    /// A file of any kind.
    File(File),
}

/// An input with all that decides what is done with it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Case {
    /// What is looked at.
    pub input: Input,
    /// What it is loaded with.
    pub library: Library,
    /// Whether a JVM would take it, so that the verifier must not reject it.
    pub valid: bool,
    /// Decides what is asked of the hierarchy.
    pub seed: u64,
}

/// Looks at inputs, counts, and collects what must not happen.
pub struct Checker<'c> {
    corpus: &'c Corpus,
    limits: Limits,
    folder: TempFolder,
    /// What was done.
    pub counts: Counts,
    /// What was found.
    pub findings: Vec<Finding>,
}

impl<'c> Checker<'c> {
    /// A checker that has done nothing yet.
    pub fn new(corpus: &'c Corpus, limits: Limits) -> io::Result<Self> {
        let (counts, findings) = (Counts::default(), Vec::new());
        Ok(Self { corpus, limits, folder: TempFolder::new()?, counts, findings })
    }

    /// Looks at an input.
    pub fn check(&mut self, case: &Case) {
        match &case.input {
            Input::Classes(classes) => {
                self.counts.iterations += classes.len() as u64;
                for (number, class) in classes.iter().enumerate() {
                    let parsed = self.step("read", Some(number), |_| read_everything(class));
                    self.counts.parsed += u64::from(parsed == Some(true));
                }
                self.classes(classes, case);
            }
            Input::File(file) => {
                self.counts.iterations += 1;
                self.counts.archives += 1;
                self.file(file, case);
            }
        }
    }

    /// Does one thing with an input and notes if it panics or costs too much.
    fn step<T>(
        &mut self,
        name: &str,
        class: Option<usize>,
        work: impl FnOnce(&mut Counts) -> T,
    ) -> Option<T> {
        let counts = &mut self.counts;
        let Watched { result, cost, panics } = watched(|| work(counts));
        for panic in panics {
            self.counts.panics += 1;
            let what = format!("panic at {}", panic.place);
            let detail = format!("{name}: {}\n{}", panic.message, panic.backtrace);
            self.findings.push(Finding { what, detail, class });
        }
        if cost.time > self.limits.time {
            self.counts.slow += 1;
            let what = format!("slow: {name}");
            self.findings.push(Finding { what, detail: format!("{:?}", cost.time), class });
        }
        if cost.bytes > self.limits.bytes {
            self.counts.large += 1;
            let what = format!("large: {name}");
            self.findings.push(Finding { what, detail: format!("{} bytes", cost.bytes), class });
        }
        result
    }

    fn classes(&mut self, classes: &[Vec<u8>], case: &Case) {
        // Entries are named by their number, so that what is found can be traced to its class.
        let names: Vec<String> = (0..classes.len()).map(|it| format!("{it}.class")).collect();
        let entries = names.iter().zip(classes).map(|(name, class)| (&**name, &**class));
        let Ok(path) = self.folder.write("batch.jar", &jar_of(entries)) else { return };
        self.program(&path, case);
    }

    fn file(&mut self, file: &File, case: &Case) {
        let Ok(path) = self.folder.write(&file.name, &file.bytes) else { return };
        self.step("open", None, |_| {
            let opened = open(&path, 17, &ArchiveLimits::default());
            for container in &opened.containers {
                (0..container.len()).for_each(|entry| used(container.read(entry)));
            }
            opened.problems.iter().map(|problem| problem.to_string().len()).sum::<usize>()
        });
        self.program(&path, case);
    }

    /// Looks at a program: a jar, a folder, whatever is at a path.
    fn program(&mut self, path: &Path, case: &Case) {
        let library = case.library;
        let jdk = self.corpus.library(library);
        let loaded = self.step("load", None, |_| load(path, jdk));
        let Some(hierarchy) = loaded else { return };
        let classes: Vec<ClassId> =
            hierarchy.ids().take_while(|&id| hierarchy.origin(id) == Origin::Application).collect();
        let mut random = Random::new(case.seed);
        for &class in &classes {
            let number = number_of(&hierarchy, class);
            let complaints =
                self.step("lower", number, |counts| lower_everything(&hierarchy, class, counts));
            for detail in complaints.into_iter().flatten().filter(|_| case.valid) {
                let what = "valid code is refused".to_owned();
                self.findings.push(Finding { what, detail, class: number });
            }
            self.step("resolve", number, |counts| {
                counts.resolved += resolve_everything(&hierarchy, class, &mut random);
            });
        }
        self.step("hierarchy", None, |_| ask_hierarchy(&hierarchy, &classes, library, &mut random));
        // The same again as Python does it: through a program that guards itself.
        if random.one_in(8) {
            self.step("program", None, |_| {
                let program = Program::new(hierarchy);
                let what = LowerAll { origin: Some(Origin::Application), verify: true, keep: true };
                program.lower_all(what, &Progress::default()).failures.len()
            });
        }
    }
}

/// Loads a program as the engine does.
fn load(path: &Path, jdk: Vec<Container>) -> Hierarchy {
    let opened = open(path, 17, &ArchiveLimits::default());
    let warnings = opened.problems.into_iter().map(Into::into).collect();
    let input =
        ProgramInput { application: opened.containers, jdk, warnings, ..ProgramInput::default() };
    Hierarchy::load(input, &Progress::default())
}

/// The number of a class in its batch: its entry's name.
fn number_of(hierarchy: &Hierarchy, class: ClassId) -> Option<usize> {
    let (_, entry) = hierarchy.location(class)?;
    entry.strip_suffix(".class")?.parse().ok()
}

/// Takes what nobody needs, so that the compiler cannot leave out the work that made it.
fn used<T>(value: T) {
    black_box(value);
}

/// Calls every accessor of a class file. Says whether the file could be parsed.
pub fn read_everything(bytes: &[u8]) -> bool {
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
fn lower_everything(hierarchy: &Hierarchy, class: ClassId, counts: &mut Counts) -> Vec<String> {
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
fn resolve_everything(hierarchy: &Hierarchy, class: ClassId, random: &mut Random) -> u64 {
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

fn ask_hierarchy(
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
