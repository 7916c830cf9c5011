//! Files on disk: mapping large ones, reading small ones.

use std::fs::{self, File};
use std::io::{ErrorKind, Read};
use std::path::Path;

use memmap2::Mmap;

use crate::bytes::Bytes;
use crate::limits::check_size;
use crate::problem::{Fault, ProblemKind};

/// Maps a regular file into memory.
pub(crate) fn map(path: &Path) -> Result<Bytes, Fault> {
    if check_regular(path)? == 0 {
        return Ok(Bytes::from(Vec::new())); // an empty map is an error on some systems
    }
    let file = File::open(path).map_err(|error| fault_of(&error))?;
    // SAFETY: the map is read only and private to us. That nobody else truncates the file while it
    // is open cannot be checked; the crate's documentation says what happens then.
    let map = unsafe { Mmap::map(&file) }.map_err(|error| fault_of(&error))?;
    Ok(Bytes::from(map))
}

/// Reads a regular file of at most `most` bytes. For a class file this is cheaper than a map, which
/// costs a page fault and two more system calls.
pub(crate) fn read(path: &Path, most: u64) -> Result<Bytes, Fault> {
    let size = check_regular(path)?;
    check_size(size, most)?;
    let file = File::open(path).map_err(|error| fault_of(&error))?;
    let mut buffer = Vec::with_capacity(usize::try_from(size).unwrap_or(0).saturating_add(1));
    file.take(most.saturating_add(1)).read_to_end(&mut buffer).map_err(|error| fault_of(&error))?;
    check_size(buffer.len() as u64, most)?; // it may have grown since
    Ok(Bytes::from(buffer))
}

/// The size of a regular file. Anything else is refused before it is opened: opening a pipe would
/// wait for a writer forever.
fn check_regular(path: &Path) -> Result<u64, Fault> {
    let metadata = fs::metadata(path).map_err(|error| fault_of(&error))?;
    if !metadata.is_file() {
        return Err(Fault::new(ProblemKind::Unreadable, "is not a regular file"));
    }
    Ok(metadata.len())
}

/// What the operating system said, as a fault.
pub(crate) fn fault_of(error: &std::io::Error) -> Fault {
    match error.kind() {
        ErrorKind::NotFound => Fault::new(ProblemKind::Missing, "does not exist"),
        _ => Fault::new(ProblemKind::Unreadable, format!("cannot be read ({error})")),
    }
}
