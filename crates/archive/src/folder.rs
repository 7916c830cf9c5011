//! Folders of class files.

use std::fs;
use std::path::{Path, PathBuf};

use crate::container::{Container, Entry, Source};
use crate::file::fault_of;
use crate::limits::Limits;
use crate::names::{class_stem, is_jar};
use crate::problem::{Fault, Problem, ProblemKind};

/// Deeper than any package; the walk is recursive and must not run out of stack.
const DEEPEST: usize = 256;

/// What is in a folder.
pub(crate) struct Found {
    /// Its classes, at any depth.
    pub container: Container,
    /// The jars that lie directly in it, sorted.
    pub jars: Vec<PathBuf>,
    pub problems: Vec<Problem>,
}

/// Walks a folder.
pub(crate) fn list(root: &Path, label: &str, limits: &Limits) -> Found {
    let mut walk = Walk {
        label,
        left: limits.entries,
        cut: false,
        open: Vec::new(),
        classes: Vec::new(),
        jars: Vec::new(),
        problems: Vec::new(),
    };
    walk.folder(root, "");
    if walk.cut {
        let message = format!("holds more than {} files; the rest is skipped", limits.entries);
        walk.report("", Fault::new(ProblemKind::TooLarge, message));
    }
    walk.classes.sort_unstable();
    walk.jars.sort_unstable();
    let entries = walk.classes.into_iter();
    Found {
        container: Container {
            depth: 0,
            label: label.to_owned(),
            entries: entries.map(|name| Entry { name, prefix: 0 }).collect(),
            prefixes: vec!["".into()],
            source: Source::Folder(root.to_owned()),
            limits: *limits,
        },
        jars: walk.jars,
        problems: walk.problems,
    }
}

struct Walk<'a> {
    label: &'a str,
    /// How many more files and folders may be looked at.
    left: usize,
    /// Whether that was not enough.
    cut: bool,
    /// The real paths of the folders we are in: a link to one of these is a loop.
    open: Vec<PathBuf>,
    classes: Vec<Box<str>>,
    jars: Vec<PathBuf>,
    problems: Vec<Problem>,
}

impl Walk<'_> {
    fn report(&mut self, path: &str, fault: Fault) {
        let problem = match path {
            "" => fault.in_file(self.label),
            path => fault.in_entry(self.label, path.trim_end_matches('/')),
        };
        self.problems.push(problem);
    }

    /// Walks the folder at `path`, whose path below the root is `below`: empty, or ending in `/`.
    fn folder(&mut self, path: &Path, below: &str) {
        let real = match fs::canonicalize(path) {
            Ok(real) => real,
            Err(error) => return self.report(below, fault_of(&error)),
        };
        if self.open.contains(&real) {
            return;
        }
        if self.open.len() == DEEPEST {
            let message = format!("is nested more than {DEEPEST} folders deep; skipped");
            return self.report(below, Fault::new(ProblemKind::TooLarge, message));
        }
        self.open.push(real);
        self.files(path, below);
        self.open.pop();
    }

    fn files(&mut self, path: &Path, below: &str) {
        let listed = match fs::read_dir(path) {
            Ok(listed) => listed,
            Err(error) => return self.report(below, fault_of(&error)),
        };
        let mut files = Vec::new();
        for file in listed {
            match file {
                Ok(file) => files.push(file),
                Err(error) => {
                    self.report(below, fault_of(&error));
                    break;
                }
            }
        }
        // Sorted, so that what comes before the limit does not depend on the file system.
        files.sort_by_key(fs::DirEntry::file_name);
        for file in files {
            if self.left == 0 {
                self.cut = true;
                return;
            }
            self.left -= 1;
            self.file(&file, below);
        }
    }

    fn file(&mut self, file: &fs::DirEntry, below: &str) {
        let path = file.path();
        let name = file.file_name();
        let Some(name) = name.to_str() else {
            let shown = format!("{below}{}", name.display());
            return self.report(&shown, Fault::bad_entry("has a name that is not UTF-8; skipped"));
        };
        if is_folder(file, &path) {
            // `META-INF/versions` means nothing in a folder; see `java.util.jar.JarFile`.
            if below.is_empty() && name == "META-INF" {
                return;
            }
            return self.folder(&path, &format!("{below}{name}/"));
        }
        if let Some(stem) = class_stem(name).filter(|stem| !stem.is_empty()) {
            self.classes.push([below, stem].concat().into());
        } else if below.is_empty() && is_jar(name) {
            self.jars.push(path);
        }
    }
}

fn is_folder(file: &fs::DirEntry, path: &Path) -> bool {
    match file.file_type() {
        Ok(kind) if kind.is_symlink() => path.is_dir(),
        Ok(kind) => kind.is_dir(),
        Err(_) => false,
    }
}
