//! The image of a JDK, `lib/modules`: all classes of all its modules in one file.
//!
//! The format, as documented in OpenJDK's `imageFile.hpp`: a header of seven 32-bit words; a hash
//! table of as many words as there are slots (not needed to list everything); the offsets of the
//! slots' attributes; the attributes; the strings, each ended by a NUL; then the resources. Words are
//! in the byte order of the machine that the JDK is for, which the magic number tells.

use std::borrow::Cow;
use std::ffi::CStr;
use std::ops::Range;

use crate::bytes::Bytes;
use crate::compact_cp;
use crate::container::{Container, Entry, Source};
use crate::inflate::{Wrapper, inflate};
use crate::jar::Prefixes;
use crate::limits::{Budget, Limits, check_size};
use crate::problem::{Fault, Problem, ProblemKind};

const MAGIC: u32 = 0xcafe_dada;
const MAJOR_VERSION: u32 = 1;
const HEADER_BYTES: usize = 28;

const RESOURCE_MAGIC: u32 = 0xcafe_fafa;
const RESOURCE_HEADER_BYTES: usize = 29;
/// What a class file can hold. Slots can share strings, so without it a small image could have a
/// long list of long names.
const LONGEST_STRING: usize = u16::MAX as usize;
/// A resource may be compressed several times over; `jlink` does it twice.
const MOST_LAYERS: usize = 4;

/// Whether these are the bytes of an image.
pub(crate) fn is_image(bytes: &[u8]) -> bool {
    Order::of(bytes).is_some()
}

/// Lists the classes of an image. No container if there are none.
pub(crate) fn open(
    bytes: Bytes,
    label: &str,
    limits: &Limits,
) -> Result<(Option<Container>, Vec<Problem>), Fault> {
    let damaged = || Fault::new(ProblemKind::BadArchive, "is a damaged or truncated image");
    let order = Order::of(&bytes).ok_or_else(damaged)?;
    let version = order.u32_at(&bytes, 4).ok_or_else(damaged)? >> 16;
    if version != MAJOR_VERSION {
        let message = format!("is an image of version {version}; only {MAJOR_VERSION} is known");
        return Err(Fault::new(ProblemKind::Unsupported, message));
    }
    let tables = Tables::of(&bytes, order).ok_or_else(damaged)?;
    let mut problems = Vec::new();
    let mut classes = list(&tables, label, limits, &mut problems);
    if classes.is_empty() {
        return Ok((None, problems));
    }
    classes.sort_unstable_by(|a, b| a.entry.name.cmp(&b.entry.name));
    classes.dedup_by(|later, earlier| later.entry.name == earlier.entry.name);

    let mut prefixes = Prefixes::default();
    for class in &mut classes {
        class.entry.prefix = prefixes.number(class.module);
    }
    let paths = prefixes.all.iter().map(|module| format!("/{module}/").into());
    let prefixes = paths.collect();
    let slots = classes.iter().map(|class| class.slot).collect();
    let entries = classes.into_iter().map(|class| class.entry).collect();
    let (strings, resources) = (tables.strings_range, tables.resources);
    let container = Container {
        depth: 0,
        label: label.to_owned(),
        entries,
        prefixes,
        source: Source::Image(Image { bytes, order, strings, resources, slots }),
        limits: *limits,
    };
    Ok((Some(container), problems))
}

/// The byte order of an image.
#[derive(Clone, Copy, Debug)]
enum Order {
    Little,
    Big,
}

impl Order {
    fn of(bytes: &[u8]) -> Option<Order> {
        [Order::Little, Order::Big].into_iter().find(|order| order.u32_at(bytes, 0) == Some(MAGIC))
    }

    fn u32_at(self, bytes: &[u8], at: usize) -> Option<u32> {
        let word = *bytes.get(at..)?.first_chunk()?;
        Some(match self {
            Order::Little => u32::from_le_bytes(word),
            Order::Big => u32::from_be_bytes(word),
        })
    }

    fn u64_at(self, bytes: &[u8], at: usize) -> Option<u64> {
        let word = *bytes.get(at..)?.first_chunk()?;
        Some(match self {
            Order::Little => u64::from_le_bytes(word),
            Order::Big => u64::from_be_bytes(word),
        })
    }
}

/// The index of an image.
struct Tables<'a> {
    order: Order,
    offsets: &'a [u8],
    attributes: &'a [u8],
    strings: &'a [u8],
    strings_range: Range<usize>,
    /// Where the resources start, and the index ends.
    resources: usize,
}

impl<'a> Tables<'a> {
    fn of(bytes: &'a [u8], order: Order) -> Option<Tables<'a>> {
        let length_at = |at| usize::try_from(order.u32_at(bytes, at)?).ok();
        let slots = length_at(16)?.checked_mul(4)?;
        let offsets = HEADER_BYTES.checked_add(slots)?;
        let attributes = offsets.checked_add(slots)?;
        let strings = attributes.checked_add(length_at(20)?)?;
        let resources = strings.checked_add(length_at(24)?)?;
        Some(Tables {
            order,
            offsets: bytes.get(offsets..attributes)?,
            attributes: bytes.get(attributes..strings)?,
            strings: bytes.get(strings..resources)?,
            strings_range: strings..resources,
            resources,
        })
    }

    /// The attributes of all resources; `None` for one whose attributes are damaged.
    fn locations(&self) -> impl Iterator<Item = Option<Location>> {
        let slots = self.offsets.len() / 4;
        (0..slots).filter_map(|slot| {
            let offset = self.order.u32_at(self.offsets, slot * 4)? as usize;
            // An offset of zero marks a slot that is not used.
            (offset != 0).then(|| Location::parse(self.attributes.get(offset..)?))
        })
    }

    fn string(&self, offset: u64) -> Option<&'a [u8]> {
        string_at(self.strings, offset)
    }
}

/// The string that starts at an offset of the table of strings, without its NUL.
fn string_at(strings: &[u8], offset: u64) -> Option<&[u8]> {
    let rest = strings.get(usize::try_from(offset).ok()?..)?;
    let rest = &rest[..rest.len().min(LONGEST_STRING + 1)];
    let string = CStr::from_bytes_until_nul(rest).ok()?;
    Some(string.to_bytes())
}

/// What an image says about a resource. Names are offsets in the table of strings.
#[derive(Default)]
struct Location {
    module: u64,
    parent: u64,
    base: u64,
    extension: u64,
    slot: Slot,
}

impl Location {
    /// Reads attributes: each a byte of kind (high five bits) and length less one (low three), then
    /// the value, its highest byte first. A kind of zero ends them.
    fn parse(mut stream: &[u8]) -> Option<Location> {
        let mut location = Location::default();
        loop {
            let (&head, rest) = stream.split_first()?;
            let length = usize::from(head & 7) + 1;
            let field = match head >> 3 {
                0 => return Some(location),
                1 => &mut location.module,
                2 => &mut location.parent,
                3 => &mut location.base,
                4 => &mut location.extension,
                5 => &mut location.slot.offset,
                6 => &mut location.slot.packed,
                7 => &mut location.slot.size,
                _ => return None,
            };
            let (value, rest) = rest.split_at_checked(length)?;
            *field = value.iter().fold(0, |all, &byte| all << 8 | u64::from(byte));
            stream = rest;
        }
    }
}

struct Class<'a> {
    entry: Entry,
    module: &'a str,
    slot: Slot,
}

impl Class<'_> {
    /// What listing and reading it allocates.
    fn allocated_bytes(&self) -> u64 {
        let inflated = match self.slot.packed {
            0 => 0,
            _ => self.slot.size,
        };
        inflated.saturating_add(self.entry.name.len() as u64)
    }
}

fn list<'a>(
    tables: &Tables<'a>,
    label: &str,
    limits: &Limits,
    problems: &mut Vec<Problem>,
) -> Vec<Class<'a>> {
    let mut budget = Budget::new(limits);
    let mut classes = Vec::with_capacity(tables.offsets.len() / 4);
    let (mut damaged, mut over) = (0, 0);
    for location in tables.locations() {
        let Some(class) = location.and_then(|location| class_at(tables, &location)) else {
            damaged += 1;
            continue;
        };
        let Some(class) = class else {
            continue;
        };
        if classes.len() == limits.entries || !budget.take_bytes(class.allocated_bytes()) {
            over += 1;
            continue;
        }
        classes.push(class);
    }
    if damaged > 0 {
        let message = format!("has {damaged} damaged entries; skipped");
        problems.push(Problem::of_file(ProblemKind::BadEntry, label, message));
    }
    if over > 0 {
        let message = format!(
            "exceeds the limit of {} entries or {} bytes inflated in all; {over} classes are skipped",
            limits.entries, limits.archive_bytes
        );
        problems.push(Problem::of_file(ProblemKind::TooLarge, label, message));
    }
    classes
}

/// The class at a location: `None` if the location is damaged, `Some(None)` if it is no class.
fn class_at<'a>(tables: &Tables<'a>, location: &Location) -> Option<Option<Class<'a>>> {
    let extension = tables.string(location.extension)?;
    let base = tables.string(location.base)?;
    if extension != b"class" || base == b"module-info" || base == b"package-info" {
        return Some(None);
    }
    let module = tables.string(location.module)?;
    let parent = tables.string(location.parent)?;
    // `/packages` is the image's own index; `META-INF` holds variants that are not loaded by name.
    if module == b"packages" || module == b"modules" || parent.starts_with(b"META-INF") {
        return Some(None);
    }
    let name = match parent {
        b"" => base.to_vec(),
        parent => [parent, b"/", base].concat(),
    };
    let name = String::from_utf8(name).ok()?;
    let module = std::str::from_utf8(module).ok()?;
    Some(Some(Class { entry: Entry { name: name.into(), prefix: 0 }, module, slot: location.slot }))
}

/// Where a resource is.
#[derive(Clone, Copy, Debug, Default)]
struct Slot {
    /// From where the resources start.
    offset: u64,
    /// The bytes it takes in the image if it is compressed, else zero.
    packed: u64,
    size: u64,
}

/// An image whose classes can be read.
#[derive(Debug)]
pub(crate) struct Image {
    bytes: Bytes,
    order: Order,
    strings: Range<usize>,
    resources: usize,
    slots: Vec<Slot>,
}

impl Image {
    /// The bytes of a class.
    pub fn read(&self, index: usize, limits: &Limits) -> Result<Bytes, Fault> {
        let slot = self.slots.get(index);
        let slot = slot.ok_or_else(|| Fault::new(ProblemKind::Missing, "does not exist"))?;
        check_size(slot.size, limits.entry_bytes)?;
        let stored = if slot.packed == 0 { slot.size } else { slot.packed };
        let resource = self
            .resource(slot.offset, stored)
            .ok_or_else(|| Fault::bad_entry("lies outside the image, which may be cut off"))?;
        if slot.packed == 0 {
            return Ok(resource);
        }
        self.unpack(&resource, slot.size, limits).map(Bytes::from)
    }

    fn resource(&self, offset: u64, length: u64) -> Option<Bytes> {
        let start = self.resources.checked_add(usize::try_from(offset).ok()?)?;
        let end = start.checked_add(usize::try_from(length).ok()?)?;
        self.bytes.slice(start..end)
    }

    /// Takes off one layer of compression after the other. Each has a header of its own.
    fn unpack(&self, resource: &[u8], size: u64, limits: &Limits) -> Result<Vec<u8>, Fault> {
        let mut current = Cow::Borrowed(resource);
        for _ in 0..MOST_LAYERS {
            if self.order.u32_at(&current, 0) != Some(RESOURCE_MAGIC) {
                break;
            }
            current = Cow::Owned(self.unpack_layer(&current, limits)?);
        }
        if current.len() as u64 != size {
            let message = format!("declares {size} bytes but holds {}", current.len());
            return Err(Fault::bad_entry(message));
        }
        Ok(current.into_owned())
    }

    fn unpack_layer(&self, layer: &[u8], limits: &Limits) -> Result<Vec<u8>, Fault> {
        let damaged = || Fault::bad_entry("has a damaged resource header");
        let packed = self.order.u64_at(layer, 4).ok_or_else(damaged)?;
        let size = self.order.u64_at(layer, 12).ok_or_else(damaged)?;
        let method = self.order.u32_at(layer, 20).ok_or_else(damaged)?;
        let content = layer.get(RESOURCE_HEADER_BYTES..).ok_or_else(damaged)?;
        let content = usize::try_from(packed)
            .ok()
            .and_then(|packed| content.get(..packed))
            .ok_or_else(damaged)?;
        check_size(size, limits.entry_bytes)?;
        let strings = self.bytes.get(self.strings.clone()).unwrap_or_default();
        let string = |offset| string_at(strings, offset);
        match string(u64::from(method)) {
            Some(b"zip") => inflate(content, size, Wrapper::Zlib).map_err(Fault::bad_entry),
            Some(b"compact-cp") => compact_cp::expand(content, size, string)
                .ok_or_else(|| Fault::bad_entry("has a damaged compact constant pool")),
            Some(other) => Err(Fault::new(
                ProblemKind::Unsupported,
                format!(
                    "is compressed by `{}`; only `zip` and `compact-cp` are supported",
                    String::from_utf8_lossy(other)
                ),
            )),
            None => Err(damaged()),
        }
    }
}
