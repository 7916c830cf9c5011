//! Opening whatever the user named.

use std::fs;
use std::path::Path;

use crate::bytes::Bytes;
use crate::container::{Container, Entry, Source};
use crate::file;
use crate::folder;
use crate::jar::{Archive, Opening};
use crate::jimage;
use crate::limits::Limits;
use crate::names::Layout;
use crate::problem::{Problem, ProblemKind};

const CLASS: &[u8] = &[0xca, 0xfe, 0xba, 0xbe];
const JMOD: &[u8] = b"JM\x01\x00";
const ZIP: &[u8] = b"PK";

/// What an input holds, and what of it could not be used.
#[derive(Debug, Default)]
pub struct Opened {
    /// The sources of classes, none of them empty: the input's own first, then the jars inside it.
    pub containers: Vec<Container>,
    /// What could not be used. Entries that cannot be read are found when they are read.
    pub problems: Vec<Problem>,
}

impl Opened {
    fn failed(problem: Problem) -> Opened {
        Opened { containers: Vec::new(), problems: vec![problem] }
    }

    pub(crate) fn add(&mut self, other: Opened) {
        self.containers.extend(other.containers);
        self.problems.extend(other.problems);
    }
}

/// Opens a folder, jar, war, zip, jmod, JDK image or single class file. `release` is the feature
/// version of the JDK that the program runs on: it decides what a multi-release jar holds.
///
/// What a file is, its first bytes say; only for a damaged one is its name considered. A folder
/// without a class, such as `lib/`, stands for the jars that lie directly in it, and so does an
/// archive without a class of its own, such as an `ear`.
pub fn open(path: &Path, release: u32, limits: &Limits) -> Opened {
    let label = path.display().to_string();
    let mut opened = match fs::metadata(path) {
        Err(error) => return Opened::failed(file::fault_of(&error).in_file(&label)),
        Ok(metadata) if metadata.is_dir() => open_folder(path, &label, release, limits),
        Ok(_) => open_file(path, &label, release, limits),
    };
    if opened.containers.is_empty() && !opened.problems.iter().any(explains_no_class) {
        let problem = Problem::of_file(ProblemKind::NoClasses, &label, "holds no class");
        opened.problems.push(problem);
    }
    opened
}

/// Whether a problem says by itself why there is no class in an input.
fn explains_no_class(problem: &Problem) -> bool {
    matches!(problem.kind, ProblemKind::NoClasses)
        || (problem.entry.is_none() && !matches!(problem.kind, ProblemKind::Duplicate))
}

fn open_folder(path: &Path, label: &str, release: u32, limits: &Limits) -> Opened {
    let found = folder::list(path, label, limits);
    let mut opened = Opened { containers: Vec::new(), problems: found.problems };
    if !found.container.is_empty() {
        opened.containers.push(found.container);
        return opened;
    }
    for jar in found.jars {
        let label = jar.display().to_string();
        opened.add(open_file(&jar, &label, release, limits));
    }
    opened
}

/// Opens a file. Unlike [`open`] it does not mind if there is no class in it.
pub(crate) fn open_file(path: &Path, label: &str, release: u32, limits: &Limits) -> Opened {
    let bytes = match file::map(path) {
        Ok(bytes) => bytes,
        Err(fault) => return Opened::failed(fault.in_file(label)),
    };
    if bytes.is_empty() {
        let problem = Problem::of_file(ProblemKind::NoClasses, label, "is empty");
        return Opened::failed(problem);
    }
    if bytes.starts_with(CLASS) || has_suffix(path, &["class"]) {
        return single_class(path, label, limits);
    }
    if jimage::is_image(&bytes) {
        return open_image(bytes, label, limits);
    }
    let layout = match bytes.starts_with(JMOD) {
        true => Layout::Jmod,
        false => Layout::Jar,
    };
    let looks_like_zip = bytes.starts_with(ZIP)
        || layout == Layout::Jmod
        || has_suffix(path, &["jar", "war", "ear", "zip", "jmod"]);
    let mut opening = Opening::new(release, limits);
    let is_archive = opening.archive(Archive { bytes, label: label.to_owned(), layout, depth: 0 });
    if !is_archive {
        let message = match looks_like_zip {
            true => "is not a zip archive, or is cut off",
            false => "is neither a folder, a jar nor a class file",
        };
        return Opened::failed(Problem::of_file(ProblemKind::BadArchive, label, message));
    }
    let mut containers = opening.containers;
    let outermost = containers.iter().map(|container| container.depth).min().unwrap_or(0);
    containers.iter_mut().for_each(|container| container.depth -= outermost);
    Opened { containers, problems: opening.problems }
}

fn has_suffix(path: &Path, suffixes: &[&str]) -> bool {
    path.extension()
        .is_some_and(|suffix| suffixes.iter().any(|known| suffix.eq_ignore_ascii_case(known)))
}

fn single_class(path: &Path, label: &str, limits: &Limits) -> Opened {
    let name = path.file_stem().unwrap_or_default().to_string_lossy();
    let container = Container {
        depth: 0,
        label: label.to_owned(),
        entries: vec![Entry { name: name.into(), prefix: 0 }],
        prefixes: vec!["".into()],
        source: Source::File(path.to_owned()),
        limits: *limits,
    };
    Opened { containers: vec![container], problems: Vec::new() }
}

fn open_image(bytes: Bytes, label: &str, limits: &Limits) -> Opened {
    match jimage::open(bytes, label, limits) {
        Err(fault) => Opened::failed(fault.in_file(label)),
        Ok((container, problems)) => {
            Opened { containers: container.into_iter().collect(), problems }
        }
    }
}
