//! Texts of a method that are names of classes and members, or parts of such names.

use rustc_hash::{FxHashMap, FxHashSet};
use snarl_classfile::{ClassFile, Constant};
use snarl_hierarchy::{ClassId, Hierarchy, MethodId, Origin, Type};
use snarl_ir::{Body, ConstantKind, Op, Program};

use super::body::{Builder, TABLE};

/// What a text that is given to reflection may name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Name {
    /// A class or a member.
    Any,
    /// A class, with its package.
    OfClass,
}

/// So many classes that a part of a name may mean are as good as all.
const MANY: usize = 3_000;

/// So many classes of a package are taken, if only the package is known.
const MANY_OF_PACKAGE: usize = 32;

/// So many are taken of more.
const PLAINEST: usize = 8;

impl<'a> Builder<'a> {
    /// Notes the classes that names in the program's code may mean: a catalogue of names, parts that are
    /// put together to a name.
    pub(super) fn read_names(&mut self) {
        let texts = self.texts();
        let named: Vec<ClassId> = texts.iter().filter_map(|text| self.named_class(text)).collect();
        self.has_catalogue = named.len() > TABLE;
        if self.has_catalogue {
            self.draft.mention(named);
        }
        if self.loads_classes() {
            let parts = texts.into_iter().chain(self.parts_of_texts());
            let mut composed: Vec<ClassId> =
                parts.flat_map(|part| self.composed_of(part)).collect();
            for package in self.packages_asked_for() {
                let meant = self.composed_of(&package);
                composed.extend(self.some_of(meant, &self.texts()));
            }
            self.draft.mention(composed);
        }
    }

    fn texts(&self) -> Vec<&'a [u8]> {
        let constants = self
            .body
            .insts()
            .iter()
            .filter(|inst| inst.op == Op::Constant && inst.detail == ConstantKind::Pool as u8);
        let text = |constant| match self.file.constants().get(constant) {
            Ok(Constant::String(text)) => Some(text),
            _ => None,
        };
        constants.filter_map(|inst| text(inst.constant)).collect()
    }

    /// The constant parts of texts that the method puts together (`makeConcatWithConstants`).
    fn parts_of_texts(&self) -> Vec<&'a [u8]> {
        let pool = self.file.constants();
        let sites = self.body.insts().iter().filter(|inst| inst.op == Op::InvokeDynamic);
        let mut parts = Vec::new();
        for inst in sites {
            let Ok(site) = pool.invoke_dynamic(inst.constant) else { continue };
            if site.name != b"makeConcatWithConstants" {
                continue;
            }
            let Ok((_, arguments)) = self.file.bootstrap_method(site.index) else { continue };
            for &argument in &arguments {
                if let Ok(Constant::String(recipe)) = pool.get(argument) {
                    parts.extend(recipe.split(|&it| it <= 2).filter(|part| !part.is_empty()));
                }
            }
        }
        parts
    }

    /// Of many classes of a package those that have a member that the method names, and of many such the
    /// plainest: a name that is made of letters for features has hundreds of variants.
    fn some_of(&self, meant: Vec<ClassId>, texts: &[&[u8]]) -> Vec<ClassId> {
        if meant.len() <= MANY_OF_PACKAGE {
            return meant;
        }
        let has_member = |&class: &ClassId| {
            let file = self.hierarchy.class(class).file();
            file.is_some_and(|file| {
                file.fields().any(|it| texts.contains(&it.name()))
                    || file.methods().any(|it| texts.contains(&it.name()))
            })
        };
        let mut fitting: Vec<ClassId> = meant.into_iter().filter(has_member).collect();
        if fitting.len() > MANY_OF_PACKAGE {
            fitting.sort_by_key(|&class| (self.hierarchy.name(class).len(), class));
            fitting.truncate(PLAINEST);
        }
        fitting
    }

    /// The packages of the classes that a method knows, with a point behind, if it asks for a package.
    fn packages_asked_for(&self) -> Vec<Vec<u8>> {
        let pool = self.file.constants();
        let calls = self.body.insts().iter().filter(|inst| inst.op == Op::Invoke);
        let mut called = calls.filter_map(|inst| pool.method(inst.constant).ok());
        let asks = called.any(|it| match it.owner {
            b"java/lang/Class" => it.name == b"getPackageName",
            b"java/lang/Package" => it.name == b"getName",
            _ => false,
        });
        if !asks {
            return Vec::new();
        }
        let mut names: Vec<&[u8]> = vec![self.file.name()];
        let constants = self.body.insts().iter().filter(|inst| inst.op == Op::Constant);
        let constants = constants.filter(|inst| inst.detail == ConstantKind::Pool as u8);
        names.extend(constants.filter_map(|inst| pool.class(inst.constant).ok()));
        names.sort_unstable();
        names.dedup();
        let package = |name: &[u8]| {
            let end = name.iter().rposition(|&it| it == b'/')?;
            Some(name[..=end].to_vec())
        };
        let mut packages: Vec<Vec<u8>> = names.into_iter().filter_map(package).collect();
        packages.dedup();
        packages
    }

    /// Whether the method asks for a class by its name.
    fn loads_classes(&self) -> bool {
        let calls = self.body.insts().iter().filter(|inst| inst.op == Op::Invoke);
        calls.filter_map(|inst| self.file.constants().method(inst.constant).ok()).any(|called| {
            called.descriptor.starts_with(b"(Ljava/lang/String;")
                && called.descriptor.ends_with(b")Ljava/lang/Class;")
        })
    }

    /// Classes of the program whose name begins with a text that ends a package or an outer class; or
    /// ends with it behind the name of another class: `Impl`.
    fn composed_of(&self, part: &[u8]) -> Vec<ClassId> {
        let is_name = |it: &u8| it.is_ascii_alphanumeric() || b"._$/".contains(it);
        let is_simple = |it: &u8| it.is_ascii_alphanumeric() || b"_$".contains(it);
        if part.len() < 3 || part.len() > 200 || !part.iter().all(is_name) {
            return Vec::new();
        }
        let part: Vec<u8> = part.iter().map(|&it| if it == b'.' { b'/' } else { it }).collect();
        let begins = matches!(part.last(), Some(b'/' | b'$'));
        if !begins && !part.iter().all(is_simple) {
            return Vec::new();
        }
        let meant = self.hierarchy.program_classes().iter().copied().filter(|&class| {
            let name = self.hierarchy.name(class);
            if begins {
                return name.strip_prefix(&*part).is_some_and(|rest| rest.iter().all(is_simple));
            }
            let stem = name.strip_suffix(&*part).filter(|stem| !stem.is_empty());
            stem.and_then(|stem| self.hierarchy.find(stem))
                .is_some_and(|of| self.hierarchy.origin(of) != Origin::Jdk)
        });
        let meant: Vec<ClassId> = meant.take(MANY + 1).collect();
        if meant.len() > MANY { Vec::new() } else { meant }
    }

    /// Whether a text is told from others: it may name a class or a member for reflection.
    pub(super) fn is_told_apart(&self, text: &[u8], name: Option<Name>) -> bool {
        // The JDK's own tables of names are long, and lead to all of it.
        let by_jdk = self.hierarchy.origin(self.method.class) == Origin::Jdk;
        match name {
            Some(Name::Any) => true,
            Some(Name::OfClass) => self.named_class(text).is_some(),
            None => !by_jdk && !self.has_catalogue && self.named_class(text).is_some(),
        }
    }

    /// The class that a text names.
    pub(super) fn named_class(&self, text: &[u8]) -> Option<ClassId> {
        named_class(self.hierarchy, text)
    }
}

/// The class that a text names, with its package.
fn named_class(hierarchy: &Hierarchy, text: &[u8]) -> Option<ClassId> {
    let is_name = |it: &u8| it.is_ascii_alphanumeric() || b"._$/".contains(it);
    if text.len() > 200 || !text.iter().all(is_name) {
        return None;
    }
    if !text.contains(&b'.') && !text.contains(&b'/') {
        return None;
    }
    let internal: Vec<u8> = text.iter().map(|&it| if it == b'.' { b'/' } else { it }).collect();
    hierarchy.find(&internal).filter(|&it| !hierarchy.is_phantom(it))
}

/// What a method of the program says that may tell of code that it makes: names of members, and classes.
pub(crate) struct Clues<'p> {
    pub(crate) words: Vec<&'p [u8]>,
    pub(crate) classes: Vec<ClassId>,
    /// What instances that reflection makes are cast to.
    pub(crate) casts: Vec<ClassId>,
}

/// The names in a method; `None` if it has no code.
pub(crate) fn clues(program: &Program, method: MethodId) -> Option<Clues<'_>> {
    let hierarchy = program.hierarchy();
    let file = hierarchy.class(method.class).file()?;
    let body = program.body(method)?.ok()?;
    let mut clues = Clues { words: Vec::new(), classes: Vec::new(), casts: Vec::new() };
    let constants = body
        .insts()
        .iter()
        .filter(|inst| inst.op == Op::Constant && inst.detail == ConstantKind::Pool as u8);
    for inst in constants {
        match file.constants().get(inst.constant) {
            Ok(Constant::String(text)) if is_member_name(text) => {
                // What names a method of its own class is for messages.
                let is_own = file.methods().any(|it| it.name() == text);
                clues.words.extend((!is_own).then_some(text));
            }
            Ok(Constant::String(text)) => clues.classes.extend(named_class(hierarchy, text)),
            Ok(Constant::Class(name)) => {
                let of = hierarchy.type_of_constant(name, method.class).ok();
                clues.classes.extend(of.and_then(Type::as_class));
            }
            _ => {}
        }
    }
    clues.casts = casts_of_new_instances(file, body);
    Some(clues)
}

/// The classes to which a method casts the instances that it makes by reflection.
fn casts_of_new_instances(file: ClassFile<'_>, body: &Body) -> Vec<ClassId> {
    let insts = body.insts();
    let mut made = FxHashSet::default();
    for inst in insts.iter().filter(|inst| inst.op == Op::Invoke) {
        let Ok(called) = file.constants().method(inst.constant) else { continue };
        if called.name == b"newInstance" && called.descriptor.ends_with(b")Ljava/lang/Object;") {
            made.insert(inst.result);
        }
    }
    if made.is_empty() {
        return Vec::new();
    }
    let casts = insts.iter().enumerate().filter(|(at, inst)| {
        inst.op == Op::CheckCast && body.operands(*at).iter().any(|it| made.contains(it))
    });
    casts.filter_map(|(_, inst)| body.types()[inst.result as usize].as_class()).collect()
}

fn is_member_name(text: &[u8]) -> bool {
    let is_letter = |it: &u8| it.is_ascii_alphabetic() || b"_$".contains(it);
    let is_simple = |it: &u8| it.is_ascii_alphanumeric() || b"_$".contains(it);
    (2..100).contains(&text.len()) && is_letter(&text[0]) && text.iter().all(is_simple)
}

/// The values that are given to calls whose signature speaks of classes, members or handles: a string
/// among them may be a name. In the JDK, which has many such calls for other ends, one that gives back
/// nothing of the kind is taken to name a class at most.
pub(super) fn names_for_reflection(
    file: ClassFile<'_>,
    body: &Body,
    by_jdk: bool,
) -> FxHashMap<u32, Name> {
    let mut names = FxHashMap::default();
    for (at, inst) in body.insts().iter().enumerate() {
        if inst.op != Op::Invoke {
            continue;
        }
        let Ok(reference) = file.constants().method(inst.constant) else { continue };
        let (owner, descriptor) = (reference.owner, reference.descriptor);
        let is_wanted = if by_jdk { gives_handle(descriptor) } else { is_reflective(descriptor) };
        if is_wanted || owner == b"java/lang/Class" || owner == b"java/lang/ClassLoader" {
            names.extend(body.operands(at).iter().map(|&value| (value, Name::Any)));
        } else if by_jdk && is_reflective(descriptor) {
            for &value in body.operands(at) {
                names.entry(value).or_insert(Name::OfClass);
            }
        }
    }
    names
}

/// How descriptors speak of classes, members and handles.
const MARKS: [&[u8]; 3] = [b"Ljava/lang/Class;", b"Ljava/lang/reflect/", b"Ljava/lang/invoke/"];

fn is_reflective(descriptor: &[u8]) -> bool {
    MARKS.iter().any(|mark| descriptor.windows(mark.len()).any(|it| it == *mark))
}

/// Whether a method gives a class, a member or a handle; an updater of fields; the offset of a field.
fn gives_handle(descriptor: &[u8]) -> bool {
    let end = descriptor.iter().position(|&it| it == b')').map_or(0, |it| it + 1);
    let (given, result) = descriptor.split_at(end);
    let is_offset = result == b"J" && is_reflective(given);
    is_offset
        || MARKS.iter().any(|mark| result.starts_with(mark))
        || result.starts_with(b"Ljava/util/concurrent/atomic/")
}
