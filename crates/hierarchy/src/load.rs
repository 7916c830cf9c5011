//! From containers to a hierarchy: the index of all classes, who wins when a class is there twice, and
//! which classes are missing.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Mutex, OnceLock, PoisonError};

use rayon::prelude::*;
use rustc_hash::{FxHashMap, FxHashSet};
use snarl_archive::Container;
use snarl_classfile::{
    ClassFile, Constant, Descriptor, FieldDescriptor, MethodDescriptor, decode_mutf8, encode_mutf8,
};

use crate::class::{Origin, Parsed};
use crate::hierarchy::{Hierarchy, Slot, Source};
use crate::types::{ClassId, Type};
use crate::warning::{Warning, WarningKind};

/// What to load, in the order of the class path.
#[derive(Default)]
pub struct Input {
    /// What the user wants analysed; all of it is parsed.
    pub application: Vec<Container>,
    /// What the application uses.
    pub library: Vec<Container>,
    /// The JDK's own classes. They win over classes of the same name elsewhere, as in a JVM, whose
    /// loaders ask their parents first.
    pub jdk: Vec<Container>,
    /// If given, only these modules of the JDK are there.
    pub modules: Option<Vec<String>>,
    /// Classes of the JDK, by their internal names, that the user wants analysed: they count as
    /// application.
    pub own_of_jdk: FxHashSet<Box<[u8]>>,
    /// What went wrong before.
    pub warnings: Vec<Warning>,
}

/// How far a long piece of work has come, and whether somebody wants it to stop.
#[derive(Debug, Default)]
pub struct Progress {
    /// Steps done.
    pub done: AtomicUsize,
    /// Steps in all; 0 while not known.
    pub total: AtomicUsize,
    /// Set it, and the work ends early with what it has.
    pub cancelled: AtomicBool,
}

impl Progress {
    /// Starts a phase of so many steps.
    pub fn begin(&self, total: usize) {
        self.done.store(0, Ordering::Relaxed);
        self.total.store(total, Ordering::Relaxed);
    }

    /// One step is done. Says whether to go on.
    pub fn step(&self) -> bool {
        self.done.fetch_add(1, Ordering::Relaxed);
        !self.is_cancelled()
    }

    /// Whether somebody wants the work to stop.
    pub fn is_cancelled(&self) -> bool {
        self.cancelled.load(Ordering::Relaxed)
    }
}

impl Hierarchy {
    /// Loads a program.
    pub fn load(input: Input, progress: &Progress) -> Self {
        let mut index = Index::new(input.warnings);
        let jdk = Jdk { containers: input.jdk, modules: input.modules };
        let jdk_names = jdk.names();
        index.own_of_jdk = input.own_of_jdk;
        index.add_application(input.application, &jdk_names, progress);
        for container in input.library {
            let names: Vec<_> = names(&container).enumerate().collect();
            index.add_lazily(container, names, Origin::Library, Some(&jdk_names));
        }
        for container in jdk.containers {
            let names = in_modules(&container, jdk.modules.as_deref());
            index.add_lazily(container, names, Origin::Jdk, None);
        }
        let hierarchy = index.finish();
        let application = hierarchy.ids().filter(|&id| hierarchy.origin(id) == Origin::Application);
        let application: Vec<_> = application.collect();
        hierarchy.find_missing(&application, progress);
        hierarchy.link_in_order(&application, progress);
        hierarchy
    }

    /// Makes a phantom of every class that the application names and nobody has. Done at once, so that
    /// the warnings are complete whatever part of the program is looked at later; and before any class
    /// is linked, so that the phantoms' ids do not depend on threads.
    fn find_missing(&self, application: &[ClassId], progress: &Progress) {
        let find = |&id: &ClassId| {
            let parsed = self.slots[id.index()].parsed.lock();
            let parsed = parsed.unwrap_or_else(PoisonError::into_inner);
            let names = parsed.as_ref().map(|parsed| self.missing_in(parsed.file()));
            let names = names.unwrap_or_default().into_iter().map(Box::<[u8]>::from);
            (id, names.collect::<Vec<_>>())
        };
        let going = application.par_iter().filter(|_| !progress.is_cancelled());
        let missing: Vec<_> = going.map(find).collect();
        for (referrer, names) in missing {
            for name in names {
                self.class_named(&name, Some(referrer));
            }
        }
    }

    /// Whether a class names classes that nobody has.
    pub fn names_missing(&self, class: ClassId) -> bool {
        self.class(class).file().is_some_and(|file| !self.missing_in(file).is_empty())
    }

    /// Links the application in the order of its ids: what is missing or goes in circles above it is
    /// then found in this order too.
    fn link_in_order(&self, application: &[ClassId], progress: &Progress) {
        for &id in application {
            if progress.is_cancelled() {
                return;
            }
            self.class(id);
        }
    }

    fn missing_in<'a>(&self, file: ClassFile<'a>) -> Vec<&'a [u8]> {
        let mut missing = Vec::new();
        let mut visit = |descriptor: FieldDescriptor<'a>| {
            if let Descriptor::Class(name) = descriptor.base
                && !self.ids.contains_key(name)
            {
                missing.push(name);
            }
        };
        // Constants share texts: 65,000 of them can share one of 65,000 bytes. Each is looked at once.
        let (mut seen_texts, mut seen_names) = (FxHashSet::default(), FxHashSet::default());
        let mut visit_text = |text: &'a [u8]| {
            if !seen_texts.insert(text.as_ptr()) {
                return;
            }
            if let Ok(method) = MethodDescriptor::parse(text) {
                method.parameters().chain(method.returns()).for_each(&mut visit);
            } else if let Ok(field) = FieldDescriptor::parse(text) {
                visit(field);
            }
        };
        let pool = file.constants();
        for index in 1..pool.len() {
            if let Ok(Constant::NameAndType(_, descriptor) | Constant::MethodType(descriptor)) =
                pool.get(index)
            {
                visit_text(descriptor);
            }
        }
        file.fields().chain(file.methods()).for_each(|member| visit_text(member.descriptor()));
        pool.class_names()
            .filter(|name| seen_names.insert(name.as_ptr()))
            .filter_map(|name| FieldDescriptor::parse_class_constant(name).ok())
            .for_each(visit);
        missing
    }
}

fn names(container: &Container) -> impl Iterator<Item = Box<[u8]>> + '_ {
    (0..container.len()).map(|entry| encode_mutf8(container.name(entry)).into())
}

/// The JDK's containers, and which of its modules count.
struct Jdk {
    containers: Vec<Container>,
    modules: Option<Vec<String>>,
}

impl Jdk {
    fn names(&self) -> FxHashSet<Box<[u8]>> {
        let names = |it| in_modules(it, self.modules.as_deref()).into_iter().map(|(_, name)| name);
        self.containers.iter().flat_map(names).collect()
    }
}

/// The entries of a container of the JDK that are in one of the modules, with their names. The module
/// is the first folder in an image, and the name of the file among jmods.
fn in_modules(container: &Container, modules: Option<&[String]>) -> Vec<(usize, Box<[u8]>)> {
    let label = container.label();
    let file = label.rsplit(['/', '\\']).next().unwrap_or(label);
    let is_in = |entry: usize, module: &str| {
        let path = container.entry_path(entry);
        let rest = path.trim_start_matches('/').strip_prefix(module);
        rest.is_some_and(|rest| rest.starts_with('/')) || file.strip_suffix(".jmod") == Some(module)
    };
    let wanted = |entry: usize| {
        modules.is_none_or(|modules| modules.iter().any(|module| is_in(entry, module)))
    };
    names(container).enumerate().filter(|&(entry, _)| wanted(entry)).collect()
}

/// The index while it is made.
struct Index {
    sources: Vec<Source>,
    slots: Vec<Slot>,
    ids: FxHashMap<Box<[u8]>, ClassId>,
    warnings: Vec<Warning>,
    /// For each pair of winner and loser: how many classes both have, and the first of them.
    duplicates: BTreeMap<(String, String), (usize, String)>,
    own_of_jdk: FxHashSet<Box<[u8]>>,
}

impl Index {
    fn new(warnings: Vec<Warning>) -> Self {
        Self {
            sources: Vec::new(),
            slots: Vec::new(),
            ids: FxHashMap::default(),
            duplicates: BTreeMap::new(),
            own_of_jdk: FxHashSet::default(),
            warnings,
        }
    }

    fn add_source(&mut self, container: Container, origin: Origin) -> u32 {
        self.sources.push(Source { container, origin });
        (self.sources.len() - 1) as u32
    }

    /// Parses all entries in parallel and indexes them under the names they really have. An entry
    /// whose path does not fit its name (the user gave a folder above or below the root) comes after
    /// all that fit.
    fn add_application(
        &mut self,
        containers: Vec<Container>,
        jdk_names: &FxHashSet<Box<[u8]>>,
        progress: &Progress,
    ) {
        progress.begin(containers.iter().map(Container::len).sum());
        let mut misplaced = Vec::new();
        for container in containers {
            let parsed: Vec<_> = (0..container.len())
                .into_par_iter()
                .map(|entry| progress.step().then(|| parse_entry(&container, entry)))
                .collect();
            let path_names: Vec<_> = names(&container).collect();
            let source = self.add_source(container, Origin::Application);
            let first_misplaced = misplaced.len();
            for (entry, (parsed, path_name)) in parsed.into_iter().zip(path_names).enumerate() {
                match parsed {
                    None => return,
                    Some(Err(warning)) => self.warnings.push(warning),
                    Some(Ok(parsed)) if parsed.file().name() == &*path_name => {
                        self.add(path_name, source, entry, Some(parsed), Some(jdk_names));
                    }
                    Some(Ok(parsed)) => misplaced.push((source, entry, parsed)),
                }
            }
            self.note_misplaced(&misplaced[first_misplaced..]);
        }
        for (source, entry, parsed) in misplaced {
            let name = parsed.file().name().into();
            self.add(name, source, entry, Some(parsed), Some(jdk_names));
        }
    }

    /// Says once for each container that classes are not where a JVM would look for them.
    fn note_misplaced(&mut self, misplaced: &[(u32, usize, Box<Parsed>)]) {
        let Some((source, entry, parsed)) = misplaced.first() else { return };
        let container = &self.sources[*source as usize].container;
        // A folder above or below the root is a matter of taste; an archive is for a JVM.
        if !container.is_archive() {
            return;
        }
        let path = container.entry_path(*entry);
        let name = decode_mutf8(parsed.file().name()).replace('/', ".");
        let message = match misplaced.len() {
            1 => format!("{path} holds {name}, which belongs elsewhere; it is loaded by its name"),
            count => format!(
                "{count} classes are not where their names belong ({path} holds {name}, …); they are \
                 loaded by their names"
            ),
        };
        let file = container.label().to_owned();
        let kind = WarningKind::MisplacedClass;
        self.warnings.push(Warning { kind, file, entry: None, message });
    }

    fn add_lazily(
        &mut self,
        container: Container,
        names: Vec<(usize, Box<[u8]>)>,
        origin: Origin,
        jdk_names: Option<&FxHashSet<Box<[u8]>>>,
    ) {
        let source = self.add_source(container, origin);
        for (entry, name) in names {
            if origin == Origin::Jdk && self.own_of_jdk.contains(&name) {
                match parse_entry(&self.sources[source as usize].container, entry) {
                    Ok(parsed) => self.add(name, source, entry, Some(parsed), jdk_names),
                    Err(warning) => self.warnings.push(warning),
                }
                continue;
            }
            self.add(name, source, entry, None, jdk_names);
        }
    }

    fn add(
        &mut self,
        name: Box<[u8]>,
        source: u32,
        entry: usize,
        parsed: Option<Box<Parsed>>,
        jdk_names: Option<&FxHashSet<Box<[u8]>>>,
    ) {
        if jdk_names.is_some_and(|names| names.contains(&name)) {
            return self.note_duplicate(&name, "the JDK".to_owned(), source);
        }
        if let Some(&winner) = self.ids.get(&name) {
            let winner = self.slots[winner.index()].source;
            return self.note_duplicate(&name, self.label(winner), source);
        }
        if self.slots.len() >= Type::MAX_CLASSES {
            return;
        }
        self.ids.insert(name.clone(), ClassId(self.slots.len() as u32));
        let origin = self.origin_of(source, entry, &name);
        self.slots.push(Slot {
            name,
            origin,
            source,
            entry: entry as u32,
            parsed: Mutex::new(parsed),
            supers: OnceLock::new(),
            class: OnceLock::new(),
        });
    }

    /// A class beside the application's own folder in a fat jar or war is the packager's.
    fn origin_of(&self, source: u32, entry: usize, name: &[u8]) -> Origin {
        let source = &self.sources[source as usize];
        if source.origin == Origin::Jdk && self.own_of_jdk.contains(name) {
            return Origin::Application;
        }
        if source.origin == Origin::Application && !source.container.is_own(entry) {
            return Origin::Library;
        }
        source.origin
    }

    fn label(&self, source: u32) -> String {
        self.sources[source as usize].container.label().to_owned()
    }

    fn note_duplicate(&mut self, name: &[u8], winner: String, loser: u32) {
        let first = || (0, decode_mutf8(name).replace('/', "."));
        let loser = self.label(loser);
        self.duplicates.entry((winner, loser)).or_insert_with(first).0 += 1;
    }

    fn finish(mut self) -> Hierarchy {
        for ((winner, loser), (count, example)) in self.duplicates {
            let message = match (count, winner == loser) {
                (1, true) => format!("{example} is there twice; the first is used"),
                (1, false) => format!("{example} is also in {winner}, which is used"),
                (_, true) => {
                    format!("{count} classes are there twice ({example}, …); the first is used")
                }
                (_, false) => {
                    format!("{count} classes ({example}, …) are also in {winner}, which is used")
                }
            };
            let kind = WarningKind::DuplicateClass;
            self.warnings.push(Warning { kind, file: loser, entry: None, message });
        }
        if self.slots.len() >= Type::MAX_CLASSES {
            let message = format!("more than {} classes; the rest is left out", Type::MAX_CLASSES);
            let kind = WarningKind::Input;
            self.warnings.push(Warning { kind, file: String::new(), entry: None, message });
        }
        Hierarchy::new(self.sources, self.slots, self.ids, self.warnings)
    }
}

fn parse_entry(container: &Container, entry: usize) -> Result<Box<Parsed>, Warning> {
    let bytes = container.read(entry)?;
    Parsed::parse(bytes).map(Box::new).map_err(|error| Warning {
        kind: WarningKind::BadClass,
        file: container.label().to_owned(),
        entry: (!container.is_single_file()).then(|| container.entry_path(entry)),
        message: error.to_string(),
    })
}
