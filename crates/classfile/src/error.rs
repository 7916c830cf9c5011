//! What can be wrong with a class file.

use std::fmt;

/// A class file, or a part of it, that cannot be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ParseError {
    /// The bytes end before what they announce.
    Truncated {
        /// Where the reader stood.
        offset: usize,
        /// What it was reading.
        reading: &'static str,
    },
    /// The file does not start with `CAFEBABE`.
    NotAClass,
    /// A version that this reader does not know.
    UnsupportedVersion {
        /// The major version found.
        major: u16,
        /// The minor version found.
        minor: u16,
    },
    /// Something is present but makes no sense.
    Malformed {
        /// Where it is.
        offset: usize,
        /// What is wrong with it.
        what: &'static str,
    },
    /// A constant-pool index that is out of range or names a constant of another kind.
    BadConstant {
        /// The index.
        index: u16,
        /// What was expected there.
        expected: &'static str,
    },
}

/// The result of reading.
pub type Result<T> = std::result::Result<T, ParseError>;

impl fmt::Display for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Truncated { offset, reading } => {
                write!(f, "truncated at byte {offset}, while reading {reading}")
            }
            Self::NotAClass => write!(f, "not a class file (it does not start with CAFEBABE)"),
            Self::UnsupportedVersion { major, minor } => write!(
                f,
                "class file version {major}.{minor} is not supported (45 to 69, Java 1.1 to 25, are)"
            ),
            Self::Malformed { offset, what } => write!(f, "malformed at byte {offset}: {what}"),
            Self::BadConstant { index, expected } => {
                write!(f, "constant {index} is not {expected}")
            }
        }
    }
}

impl std::error::Error for ParseError {}
