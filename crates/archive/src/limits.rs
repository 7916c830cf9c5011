//! How much an input may make us do.

use crate::problem::{Fault, ProblemKind};

const MIB: u64 = 1 << 20;

/// Entries that inflate to less than this are not held to [`Limits::ratio`]: a small class of one
/// repeated constant compresses very well and harms nobody.
const RATIO_FREE_BYTES: u64 = MIB;

/// Bounds on what one input may cost. The defaults are far above any real program; they are there
/// for files that were made to hurt.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Largest class file, in bytes (64 MiB).
    pub entry_bytes: u64,
    /// Largest compressed jar inside an archive, in bytes once inflated (1 GiB).
    pub nested_bytes: u64,
    /// What one outermost file may inflate to in all, jars inside it and names included (8 GiB). Declared
    /// sizes are summed up when the file is opened; an entry that holds more than it declares is
    /// refused when it is read.
    pub archive_bytes: u64,
    /// How many times larger than its compressed form an entry of over 1 MiB may be (250).
    pub ratio: u64,
    /// How many jars deep a jar may be, the outermost one not counted (4).
    pub depth: u32,
    /// Entries of one outermost file or folder, of jars inside it included (1,000,000).
    pub entries: usize,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            entry_bytes: 64 * MIB,
            nested_bytes: 1024 * MIB,
            archive_bytes: 8 * 1024 * MIB,
            ratio: 250,
            depth: 4,
            entries: 1_000_000,
        }
    }
}

impl Limits {
    /// Refuses an entry that would inflate from `packed` to `size` bytes, if that is too much.
    pub(crate) fn check_inflation(&self, packed: u64, size: u64, most: u64) -> Result<(), Fault> {
        check_size(size, most)?;
        if size <= RATIO_FREE_BYTES || size / packed.max(1) <= self.ratio {
            return Ok(());
        }
        let message =
            format!("inflates from {packed} to {size} bytes; the limit is {} times", self.ratio);
        Err(Fault::new(ProblemKind::TooLarge, message))
    }
}

/// Refuses something of `size` bytes, if that is more than `most`.
pub(crate) fn check_size(size: u64, most: u64) -> Result<(), Fault> {
    if size <= most {
        return Ok(());
    }
    let message = format!("is {size} bytes; the limit is {most}");
    Err(Fault::new(ProblemKind::TooLarge, message))
}

/// What is left of the limits that hold for an outermost file as a whole.
pub(crate) struct Budget {
    bytes: u64,
    entries: usize,
}

impl Budget {
    pub fn new(limits: &Limits) -> Budget {
        Budget { bytes: limits.archive_bytes, entries: limits.entries }
    }

    /// Takes `bytes` if that many are left.
    pub fn take_bytes(&mut self, bytes: u64) -> bool {
        let Some(left) = self.bytes.checked_sub(bytes) else {
            return false;
        };
        self.bytes = left;
        true
    }

    /// How many entries may still be listed.
    pub fn entries(&self) -> usize {
        self.entries
    }

    /// Takes that many entries, or all that are left.
    pub fn take_entries(&mut self, entries: usize) {
        self.entries = self.entries.saturating_sub(entries);
    }
}
