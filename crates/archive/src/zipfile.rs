//! Zip archives: the list of entries, and the bytes of one.
//!
//! Only what a JVM reads is read: the central directory at the end of the file (PKWARE's APPNOTE,
//! sections 4.3.12 to 4.3.16), then an entry's local header (4.3.7) when its bytes are asked for.
//! All of it straight from the mapped bytes, so that any number of threads can read at once.

use flate2::Crc;

use crate::bytes::Bytes;
use crate::inflate::{Wrapper, inflate};
use crate::limits::{Limits, check_size};
use crate::problem::{Fault, ProblemKind};

const LOCAL: &[u8; 4] = b"PK\x03\x04";
const LOCAL_BYTES: usize = 30;
const CENTRAL: &[u8; 4] = b"PK\x01\x02";
const CENTRAL_BYTES: usize = 46;
const END: &[u8; 4] = b"PK\x05\x06";
const END_BYTES: usize = 22;
const END64: &[u8; 4] = b"PK\x06\x06";
const END64_BYTES: usize = 56;
const LOCATOR64: &[u8; 4] = b"PK\x06\x07";
const LOCATOR64_BYTES: usize = 20;
const LONGEST_COMMENT: usize = u16::MAX as usize;

/// The value of a field that is too small and whose value is in the zip64 extension.
const SEE_ZIP64: u64 = u32::MAX as u64;
const ZIP64_EXTENSION: u16 = 1;

const STORED: u16 = 0;
const DEFLATED: u16 = 8;

/// Where the bytes of an entry are and what the central directory says of them.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Slot {
    header: u64,
    packed: u64,
    size: u64,
    crc: u32,
    method: u16,
    encrypted: bool,
}

impl Slot {
    /// How many bytes reading this entry allocates.
    pub fn inflated_bytes(&self) -> u64 {
        if self.method == STORED { 0 } else { self.size }
    }
}

/// The table of contents of an archive.
pub(crate) struct Listing<'a> {
    /// The paths, as raw bytes, and places of all entries that are no folders, in the order of the
    /// archive.
    pub items: Vec<(&'a [u8], Slot)>,
    /// How many entries there are, folders included.
    pub count: usize,
    /// Why the list ends early, if it does.
    pub cut: Option<Fault>,
}

/// Lists the entries of an archive, at most `most` of them. `None` if it is no zip archive, or one
/// whose end is missing.
pub(crate) fn list(archive: &[u8], most: usize) -> Option<Listing<'_>> {
    let directory = find_directory(archive)?;
    let mut listing = Listing { items: Vec::new(), count: 0, cut: None };
    let mut at = directory.start;
    while at < directory.end {
        if listing.count == most {
            let message = format!("holds more entries than the limit of {most} in all allows");
            listing.cut = Some(Fault::new(ProblemKind::TooLarge, message));
            break;
        }
        let Some((path, slot, next)) = central_entry(archive, at, &directory) else {
            let message = format!("has a damaged directory after {} entries", listing.count);
            listing.cut = Some(Fault::new(ProblemKind::BadArchive, message));
            break;
        };
        listing.count += 1;
        if !path.ends_with(b"/") {
            listing.items.push((path, slot));
        }
        at = next;
    }
    Some(listing)
}

/// The central directory.
struct Directory {
    start: usize,
    end: usize,
    /// What comes before the archive in the file: a launch script, the magic number of a jmod.
    /// Offsets in the archive do not count it.
    preamble: u64,
}

/// Finds the last end record that a central directory really precedes: its magic number may also
/// occur in a comment.
fn find_directory(archive: &[u8]) -> Option<Directory> {
    let last = archive.len().checked_sub(END_BYTES)?;
    (last.saturating_sub(LONGEST_COMMENT)..=last)
        .rev()
        .filter(|&at| archive[at..].starts_with(END))
        .find_map(|at| directory_before(archive, at))
}

fn directory_before(archive: &[u8], end: usize) -> Option<Directory> {
    let entries = u64::from(u16_at(archive, end + 10)?);
    let size = u64::from(u32_at(archive, end + 12)?);
    let offset = u64::from(u32_at(archive, end + 16)?);
    let comment = usize::from(u16_at(archive, end + 20)?);
    let ends_at_end = end + END_BYTES + comment == archive.len();
    let saturated = entries == u64::from(u16::MAX) || size == SEE_ZIP64 || offset == SEE_ZIP64;
    let (end, size, offset) =
        saturated.then(|| zip64_end(archive, end)).flatten().unwrap_or((end, size, offset));
    let start = end.checked_sub(usize::try_from(size).ok()?)?;
    let preamble = (start as u64).checked_sub(offset)?;
    let found = match size {
        0 => ends_at_end,
        _ => archive[start..].starts_with(CENTRAL),
    };
    if !found {
        return None;
    }
    Some(Directory { start, end, preamble })
}

/// Where the zip64 end record is that belongs to an end record, and the size and offset it gives
/// for the directory.
fn zip64_end(archive: &[u8], end: usize) -> Option<(usize, u64, u64)> {
    let locator = end.checked_sub(LOCATOR64_BYTES)?;
    if !archive[locator..].starts_with(LOCATOR64) {
        return None;
    }
    let declared = usize::try_from(u64_at(archive, locator + 8)?).ok();
    let adjacent = locator.checked_sub(END64_BYTES);
    let at = [declared, adjacent]
        .into_iter()
        .flatten()
        .find(|&at| archive.get(at..).is_some_and(|rest| rest.starts_with(END64)))?;
    let size = u64_at(archive, at.checked_add(40)?)?;
    let offset = u64_at(archive, at.checked_add(48)?)?;
    Some((at, size, offset))
}

/// The path and place of the entry whose central header is at `at`, and where the next one is.
fn central_entry<'a>(
    archive: &'a [u8],
    at: usize,
    directory: &Directory,
) -> Option<(&'a [u8], Slot, usize)> {
    let header = archive.get(at..directory.end)?;
    if header.len() < CENTRAL_BYTES || !header.starts_with(CENTRAL) {
        return None;
    }
    let length_at = |at| Some(usize::from(u16_at(header, at)?));
    let path_end = CENTRAL_BYTES + length_at(28)?;
    let extra_end = path_end + length_at(30)?;
    let next = at + extra_end + length_at(32)?;
    let path = header.get(CENTRAL_BYTES..path_end)?;
    let mut wide = Zip64Fields::of(header.get(path_end..extra_end)?);
    // The extension holds, in this order, those fields that did not fit.
    let size = wide.widen(u32_at(header, 24)?)?;
    let packed = wide.widen(u32_at(header, 20)?)?;
    let offset = wide.widen(u32_at(header, 42)?)?;
    let slot = Slot {
        header: offset.checked_add(directory.preamble)?,
        packed,
        size,
        crc: u32_at(header, 16)?,
        method: u16_at(header, 10)?,
        encrypted: u16_at(header, 8)? & 1 != 0,
    };
    Some((path, slot, next))
}

/// The fields of a zip64 extension that are yet to be used.
struct Zip64Fields<'a>(&'a [u8]);

impl<'a> Zip64Fields<'a> {
    fn of(mut extra: &'a [u8]) -> Zip64Fields<'a> {
        while let (Some(id), Some(length)) = (u16_at(extra, 0), u16_at(extra, 2)) {
            let Some((field, rest)) = extra[4..].split_at_checked(usize::from(length)) else {
                break;
            };
            if id == ZIP64_EXTENSION {
                return Zip64Fields(field);
            }
            extra = rest;
        }
        Zip64Fields(&[])
    }

    fn widen(&mut self, narrow: u32) -> Option<u64> {
        if u64::from(narrow) != SEE_ZIP64 {
            return Some(u64::from(narrow));
        }
        let wide = u64_at(self.0, 0)?;
        self.0 = &self.0[8..];
        Some(wide)
    }
}

/// The bytes of an entry of at most `most` bytes, its checksum checked.
pub(crate) fn read(
    archive: &Bytes,
    slot: &Slot,
    most: u64,
    limits: &Limits,
) -> Result<Bytes, Fault> {
    let bytes = read_unchecked(archive, slot, most, limits)?;
    let mut crc = Crc::new();
    crc.update(&bytes);
    if crc.sum() != slot.crc {
        return Err(Fault::bad_entry("has a wrong checksum"));
    }
    Ok(bytes)
}

/// The bytes of an entry that is itself an archive. Not checksummed: its own entries are, and that
/// way the pages of one stored uncompressed are not touched before they are needed.
pub(crate) fn read_unchecked(
    archive: &Bytes,
    slot: &Slot,
    most: u64,
    limits: &Limits,
) -> Result<Bytes, Fault> {
    if slot.encrypted {
        let message = "is encrypted and cannot be read";
        return Err(Fault::new(ProblemKind::Encrypted, message));
    }
    match slot.method {
        STORED => stored(archive, slot, most),
        DEFLATED => deflated(archive, slot, most, limits),
        other => Err(Fault::new(
            ProblemKind::Unsupported,
            format!("is compressed by method {other}; only deflate (8) is supported"),
        )),
    }
}

fn stored(archive: &Bytes, slot: &Slot, most: u64) -> Result<Bytes, Fault> {
    check_size(slot.packed, most)?;
    if slot.packed != slot.size {
        let message = format!("declares {} bytes but holds {}", slot.size, slot.packed);
        return Err(Fault::bad_entry(message));
    }
    data(archive, slot)
}

fn deflated(archive: &Bytes, slot: &Slot, most: u64, limits: &Limits) -> Result<Bytes, Fault> {
    limits.check_inflation(slot.packed, slot.size, most)?;
    inflate(&data(archive, slot)?, slot.size, Wrapper::None)
        .map(Bytes::from)
        .map_err(Fault::bad_entry)
}

/// The bytes of an entry as they are in the archive.
fn data(archive: &Bytes, slot: &Slot) -> Result<Bytes, Fault> {
    find_data(archive, slot)
        .ok_or_else(|| Fault::bad_entry("is not where the directory says; the archive is damaged"))
}

fn find_data(archive: &Bytes, slot: &Slot) -> Option<Bytes> {
    let header = usize::try_from(slot.header).ok()?;
    if !archive.get(header..)?.starts_with(LOCAL) {
        return None;
    }
    let path = usize::from(u16_at(archive, header.checked_add(26)?)?);
    let extra = usize::from(u16_at(archive, header.checked_add(28)?)?);
    let start = header.checked_add(LOCAL_BYTES + path + extra)?;
    let end = start.checked_add(usize::try_from(slot.packed).ok()?)?;
    archive.slice(start..end)
}

fn u16_at(bytes: &[u8], at: usize) -> Option<u16> {
    let field = bytes.get(at..)?.first_chunk()?;
    Some(u16::from_le_bytes(*field))
}

fn u32_at(bytes: &[u8], at: usize) -> Option<u32> {
    let field = bytes.get(at..)?.first_chunk()?;
    Some(u32::from_le_bytes(*field))
}

fn u64_at(bytes: &[u8], at: usize) -> Option<u64> {
    let field = bytes.get(at..)?.first_chunk()?;
    Some(u64::from_le_bytes(*field))
}
