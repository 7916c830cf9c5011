//! One source of classes.

use std::path::PathBuf;

use crate::bytes::Bytes;
use crate::file;
use crate::jimage::Image;
use crate::limits::Limits;
use crate::names::APPLICATION_FOLDERS;
use crate::problem::{Fault, Problem, ProblemKind};
use crate::zipfile::{self, Slot};

/// How a container came to be part of the input.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Role {
    /// What the user named: its own classes. For an archive that has none, such as an `ear`, those
    /// of the archives directly in it.
    Main,
    /// A jar inside that: `BOOT-INF/lib`, `WEB-INF/lib`, or any other jar in a jar.
    Nested,
}

/// A class of a [`Container`].
#[derive(Clone, Debug)]
pub struct Entry {
    /// The internal name that the path implies, such as `a/b/C`. What the class file itself says
    /// may differ.
    pub name: Box<str>,
    /// Which of the container's prefixes comes before the name in the entry's path.
    pub(crate) prefix: u32,
}

/// One source of classes: a folder, a jar, a jar inside a jar, a jmod or the image of a JDK.
#[derive(Debug)]
pub struct Container {
    /// How many archives it is inside of, those without classes of their own not counted.
    pub(crate) depth: u32,
    pub(crate) label: String,
    pub(crate) entries: Vec<Entry>,
    /// What comes before names in paths: an archive has few of these and many entries.
    pub(crate) prefixes: Vec<Box<str>>,
    pub(crate) source: Source,
    pub(crate) limits: Limits,
}

/// Where the bytes of entries come from. Slots are in the order of the entries.
#[derive(Debug)]
pub(crate) enum Source {
    File(PathBuf),
    Folder(PathBuf),
    Zip { archive: Bytes, slots: Vec<Slot> },
    Image(Image),
}

impl Container {
    /// Whether the user named it or it was found inside what the user named.
    pub fn role(&self) -> Role {
        if self.depth == 0 { Role::Main } else { Role::Nested }
    }

    /// The path as the user gave it, `app.jar`; for a jar inside, `app.war!/WEB-INF/lib/x.jar`.
    pub fn label(&self) -> &str {
        &self.label
    }

    /// The classes, sorted by name; no name occurs twice.
    pub fn entries(&self) -> &[Entry] {
        &self.entries
    }

    /// How many classes there are.
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Whether there are none. Opening never yields such a container.
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// The internal name of an entry; empty if there is no such entry.
    pub fn name(&self, index: usize) -> &str {
        self.entries.get(index).map_or("", |entry| &entry.name)
    }

    /// The index of the entry of that internal name.
    pub fn find(&self, name: &str) -> Option<usize> {
        self.entries.binary_search_by(|entry| (*entry.name).cmp(name)).ok()
    }

    /// The path of an entry as it is in the archive, such as `BOOT-INF/classes/a/b/C.class`; empty
    /// if there is no such entry.
    pub fn entry_path(&self, index: usize) -> String {
        let Some(entry) = self.entries.get(index) else {
            return String::new();
        };
        let prefix = self.prefixes.get(entry.prefix as usize);
        let prefix = prefix.map_or("", |prefix| prefix);
        [prefix, &entry.name, ".class"].concat()
    }

    /// Whether it is a class file by itself, whose path says all there is to say about its entry.
    pub fn is_single_file(&self) -> bool {
        matches!(self.source, Source::File(_))
    }

    /// Whether it is an archive, and not a folder or a single class file.
    pub fn is_archive(&self) -> bool {
        matches!(self.source, Source::Zip { .. } | Source::Image(_))
    }

    /// Whether a class is the application's own. In a fat jar or war that is what lies below
    /// `BOOT-INF/classes` or `WEB-INF/classes`; the packager's loader lies beside it.
    pub fn is_own(&self, index: usize) -> bool {
        let is_folder = |prefix: &str| APPLICATION_FOLDERS.iter().any(|it| prefix.ends_with(it));
        if !self.prefixes.iter().any(|prefix| is_folder(prefix)) {
            return true;
        }
        let entry = self.entries.get(index);
        let prefix = entry.and_then(|entry| self.prefixes.get(entry.prefix as usize));
        prefix.is_some_and(|prefix| is_folder(prefix))
    }

    /// The bytes of an entry. Every call reads anew.
    pub fn read(&self, index: usize) -> Result<Bytes, Problem> {
        self.read_entry(index).map_err(|fault| match self.is_single_file() {
            true => fault.in_file(&self.label),
            false => fault.in_entry(&self.label, self.entry_path(index)),
        })
    }

    fn read_entry(&self, index: usize) -> Result<Bytes, Fault> {
        let missing = || Fault::new(ProblemKind::Missing, format!("has no entry {index}"));
        if index >= self.entries.len() {
            return Err(missing());
        }
        let most = self.limits.entry_bytes;
        match &self.source {
            Source::File(path) => file::read(path, most),
            Source::Folder(root) => file::read(&root.join(self.entry_path(index)), most),
            Source::Zip { archive, slots } => {
                let slot = slots.get(index).ok_or_else(missing)?;
                zipfile::read(archive, slot, most, &self.limits)
            }
            Source::Image(image) => image.read(index, &self.limits),
        }
    }
}
