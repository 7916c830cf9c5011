//! What went wrong while loading, without ending it.

use std::fmt;

use snarl_archive::{Problem, ProblemKind};

/// The kinds of warnings.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum WarningKind {
    /// An input that is missing, unreadable, or holds no class.
    Input,
    /// Something on the class path that holds no class: resources, perhaps.
    EmptyLibrary,
    /// An entry of an archive that cannot be used.
    Entry,
    /// A class file that cannot be read.
    BadClass,
    /// The same class twice on the path.
    DuplicateClass,
    /// A class whose path does not fit its name.
    MisplacedClass,
    /// Classes that are super types of each other, or that have far too many of them.
    Cycle,
    /// A class that is referred to but not found.
    MissingClass,
    /// The same, where only libraries refer to it.
    MissingOfLibrary,
}

impl WarningKind {
    /// Its name in reports.
    pub fn name(self) -> &'static str {
        match self {
            Self::Input => "input",
            Self::EmptyLibrary => "empty-library",
            Self::Entry => "entry",
            Self::BadClass => "bad-class",
            Self::DuplicateClass => "duplicate-class",
            Self::MisplacedClass => "misplaced-class",
            Self::Cycle => "hierarchy-cycle",
            Self::MissingClass => "missing-class",
            Self::MissingOfLibrary => "missing-of-library",
        }
    }

    /// Whether something that the user gave could not be analysed.
    pub fn loses_input(self) -> bool {
        matches!(self, Self::Input | Self::Entry | Self::BadClass | Self::Cycle)
    }
}

/// One thing that went wrong.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Warning {
    /// What kind of thing.
    pub kind: WarningKind,
    /// The file, as the user named it; empty if it is about no file.
    pub file: String,
    /// The entry within the file.
    pub entry: Option<String>,
    /// What is wrong.
    pub message: String,
}

impl Warning {
    /// A problem with something on the class path: nothing is lost if that has no class.
    pub fn of_library(problem: Problem) -> Self {
        let is_empty = matches!(problem.kind, ProblemKind::NoClasses);
        let warning = Self::from(problem);
        let kind = if is_empty { WarningKind::EmptyLibrary } else { warning.kind };
        Self { kind, ..warning }
    }
}

impl fmt::Display for Warning {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (&*self.file, &self.entry) {
            ("", _) => f.write_str(&self.message),
            (file, Some(entry)) => write!(f, "{file}!{entry}: {}", self.message),
            (file, None) => write!(f, "{file}: {}", self.message),
        }
    }
}

impl From<Problem> for Warning {
    fn from(problem: Problem) -> Self {
        let kind = match (problem.kind, &problem.entry) {
            (ProblemKind::Duplicate, _) => WarningKind::DuplicateClass,
            (_, Some(_)) => WarningKind::Entry,
            (_, None) => WarningKind::Input,
        };
        Self { kind, file: problem.file, entry: problem.entry, message: problem.message }
    }
}
