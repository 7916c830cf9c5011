//! What could not be used, and why.

use std::fmt;

/// An input, or an entry of one, that could not be used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// What sort of problem it is.
    pub kind: ProblemKind,
    /// The file as the user named it; for a jar inside it, `app.war!/WEB-INF/lib/x.jar`.
    pub file: String,
    /// The entry concerned, as it is spelled in the archive; `None` if the whole file is.
    pub entry: Option<String>,
    /// What is wrong, as the end of a sentence that starts with the file or the entry.
    pub message: String,
}

/// The sorts of [`Problem`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ProblemKind {
    /// There is nothing at that path.
    Missing,
    /// The operating system refused to read it.
    Unreadable,
    /// Not an archive, or one whose table of contents is damaged.
    BadArchive,
    /// One entry is damaged: a bad name, bad compressed data, a wrong checksum or size.
    BadEntry,
    /// The entry's name points outside the archive (`..`, an absolute path, a drive).
    OutsideArchive,
    /// Over one of the [`Limits`](crate::Limits).
    TooLarge,
    /// The entry is encrypted.
    Encrypted,
    /// The entry is compressed in a way that is not supported.
    Unsupported,
    /// The archive holds the same entry more than once; the first is used.
    Duplicate,
    /// A readable input without any class.
    NoClasses,
}

impl Problem {
    pub(crate) fn of_file(kind: ProblemKind, file: &str, message: impl Into<String>) -> Problem {
        Problem { kind, file: file.to_owned(), entry: None, message: message.into() }
    }

    pub(crate) fn of_entry(
        kind: ProblemKind,
        file: &str,
        entry: impl Into<String>,
        message: impl Into<String>,
    ) -> Problem {
        Problem { kind, file: file.to_owned(), entry: Some(entry.into()), message: message.into() }
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.entry {
            Some(entry) => write!(f, "{}!{}", Shown(&self.file), Shown(entry))?,
            None => write!(f, "{}", Shown(&self.file))?,
        }
        write!(f, ": {}", self.message)
    }
}

/// A name with its control characters escaped: an archive must not get to command a terminal.
struct Shown<'a>(&'a str);

impl fmt::Display for Shown<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for part in self.0.split_inclusive(char::is_control) {
            match part.chars().next_back().filter(|last| last.is_control()) {
                None => f.write_str(part)?,
                Some(last) => {
                    f.write_str(&part[..part.len() - last.len_utf8()])?;
                    write!(f, "{}", last.escape_default())?;
                }
            }
        }
        Ok(())
    }
}

impl std::error::Error for Problem {}

/// A problem before it is known which file and entry it belongs to.
#[derive(Debug)]
pub(crate) struct Fault {
    pub kind: ProblemKind,
    pub message: String,
}

impl Fault {
    pub fn new(kind: ProblemKind, message: impl Into<String>) -> Fault {
        Fault { kind, message: message.into() }
    }

    pub fn bad_entry(message: impl Into<String>) -> Fault {
        Fault::new(ProblemKind::BadEntry, message)
    }

    pub fn in_file(self, file: &str) -> Problem {
        Problem::of_file(self.kind, file, self.message)
    }

    pub fn in_entry(self, file: &str, entry: impl Into<String>) -> Problem {
        Problem::of_entry(self.kind, file, entry, self.message)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn says_file_and_entry() {
        let fault = Fault::bad_entry("has a wrong checksum");
        let problem = fault.in_entry("app.jar", "a/B.class");
        assert_eq!(problem.to_string(), "app.jar!a/B.class: has a wrong checksum");
        let missing = Problem::of_file(ProblemKind::Missing, "x.jar", "does not exist");
        assert_eq!(missing.to_string(), "x.jar: does not exist");
    }

    #[test]
    fn a_name_cannot_command_a_terminal() {
        let fault = Fault::bad_entry("is bad");
        let problem = fault.in_entry("é.jar", "a\u{1b}[31mB\n");
        assert_eq!(problem.to_string(), "é.jar!a\\u{1b}[31mB\\n: is bad");
    }
}
