//! Jars, wars and jmods: which of their entries are the classes, and the jars inside them.

use rustc_hash::FxHashMap;

use crate::bytes::Bytes;
use crate::container::{Container, Entry, Source};
use crate::limits::{Budget, Limits};
use crate::names::{Layout, Rank, check_class_name, check_path, is_jar, is_multi_release, place};
use crate::problem::{Fault, Problem, ProblemKind};
use crate::zipfile::{self, Listing, Slot};

/// A hostile archive can have a million bad names; so many are told apart, the rest is counted.
const MOST_BAD_PATHS: usize = 20;

/// An outermost archive while it is opened.
pub(crate) struct Opening<'a> {
    release: u32,
    limits: &'a Limits,
    budget: Budget,
    pub containers: Vec<Container>,
    pub problems: Vec<Problem>,
}

/// An archive to be listed.
pub(crate) struct Archive {
    pub bytes: Bytes,
    pub label: String,
    pub layout: Layout,
    /// How many archives it is inside of.
    pub depth: u32,
}

impl<'a> Opening<'a> {
    pub fn new(release: u32, limits: &'a Limits) -> Opening<'a> {
        Opening {
            release,
            limits,
            budget: Budget::new(limits),
            containers: Vec::new(),
            problems: Vec::new(),
        }
    }

    /// Lists an archive and the jars inside it. Says whether it is an archive at all.
    pub fn archive(&mut self, archive: Archive) -> bool {
        let bytes = archive.bytes.clone();
        let Some(mut listing) = zipfile::list(&bytes, self.budget.entries()) else {
            return false;
        };
        self.budget.take_entries(listing.count);
        if let Some(cut) = listing.cut.take() {
            self.problems.push(cut.in_file(&archive.label));
        }
        let contents = self.sort_out(&archive, listing);
        self.add_container(&archive, contents.classes);
        for (path, slot) in contents.jars {
            self.nested(&archive, path, &slot);
        }
        true
    }

    /// Tells the classes, the jars and the manifest from the rest.
    fn sort_out<'b>(&mut self, archive: &Archive, listing: Listing<'b>) -> Contents<'b> {
        let mut contents = Contents::default();
        let mut manifest = None;
        let mut bad_paths = 0;
        for (raw, slot) in listing.items {
            let path = match check_entry(raw, archive.layout) {
                Ok(path) => path,
                Err(fault) => {
                    bad_paths += 1;
                    if bad_paths <= MOST_BAD_PATHS {
                        let shown = String::from_utf8_lossy(raw);
                        self.problems.push(fault.in_entry(&archive.label, shown));
                    }
                    continue;
                }
            };
            if let Some(place) = place(path, archive.layout) {
                contents.classes.push(Class {
                    name: place.name,
                    prefix: place.prefix,
                    rank: place.rank,
                    slot,
                });
            } else if archive.layout == Layout::Jar && is_jar(path) {
                contents.jars.push((path, slot));
            } else if manifest.is_none() && path.eq_ignore_ascii_case("META-INF/MANIFEST.MF") {
                manifest = Some(slot);
            }
        }
        if bad_paths > MOST_BAD_PATHS {
            let message = format!("has {bad_paths} entries with bad paths in all; skipped");
            let problem = Problem::of_file(ProblemKind::BadArchive, &archive.label, message);
            self.problems.push(problem);
        }
        self.pick_releases(archive, &mut contents.classes, manifest);
        contents
    }

    /// Drops the classes that are for other releases.
    fn pick_releases(
        &mut self,
        archive: &Archive,
        classes: &mut Vec<Class<'_>>,
        manifest: Option<Slot>,
    ) {
        if classes.iter().all(|class| class.rank.release == 0) {
            return;
        }
        let multi_release = manifest.is_some_and(|slot| {
            let most = self.limits.entry_bytes;
            let read = zipfile::read(&archive.bytes, &slot, most, self.limits);
            read.map(|bytes| is_multi_release(&bytes)).unwrap_or_else(|fault| {
                let path = "META-INF/MANIFEST.MF";
                self.problems.push(fault.in_entry(&archive.label, path));
                false
            })
        });
        let latest = if multi_release { self.release } else { 0 };
        classes.retain(|class| class.rank.release <= latest);
    }

    fn add_container(&mut self, archive: &Archive, mut classes: Vec<Class<'_>>) {
        classes.sort_by(|a, b| a.name.cmp(b.name).then(b.rank.cmp(&a.rank)));
        self.report_duplicates(archive, &classes);
        classes.dedup_by(|later, earlier| later.name == earlier.name);
        self.keep_to_budget(archive, &mut classes);
        if classes.is_empty() {
            return;
        }
        let mut prefixes = Prefixes::default();
        let entries = classes
            .iter()
            .map(|class| Entry { name: class.name.into(), prefix: prefixes.number(class.prefix) });
        let entries = entries.collect();
        self.containers.push(Container {
            depth: archive.depth,
            label: archive.label.clone(),
            entries,
            prefixes: prefixes.all,
            source: Source::Zip {
                archive: archive.bytes.clone(),
                slots: classes.iter().map(|class| class.slot).collect(),
            },
            limits: *self.limits,
        });
    }

    /// An entry that is there twice may be read differently by others: worth a word.
    fn report_duplicates(&mut self, archive: &Archive, sorted: &[Class<'_>]) {
        let mut twice = sorted
            .windows(2)
            .filter(|pair| pair[0].name == pair[1].name && pair[0].prefix == pair[1].prefix);
        let Some(first) = twice.next() else {
            return;
        };
        let path = format!("{}{}.class", first[0].prefix, first[0].name);
        let message = match twice.count() {
            0 => "is there twice; the first is used".to_owned(),
            others => format!("and {others} others are there twice; the first is used"),
        };
        let problem = Problem::of_entry(ProblemKind::Duplicate, &archive.label, path, message);
        self.problems.push(problem);
    }

    /// Drops classes from where the limit on what may be inflated in all is reached.
    fn keep_to_budget(&mut self, archive: &Archive, classes: &mut Vec<Class<'_>>) {
        let over = classes.iter().position(|class| {
            let bytes = class.slot.inflated_bytes();
            // A class that is too large by itself is refused when it is read, not inflated.
            let bytes = if bytes <= self.limits.entry_bytes { bytes } else { 0 };
            // Names count as well: many jars inside can share the bytes of one list of long names.
            !self.budget.take_bytes(bytes.saturating_add(class.name.len() as u64))
        });
        let Some(over) = over else {
            return;
        };
        let message = format!(
            "inflates to more than the limit of {} bytes in all; {} of its classes are skipped",
            self.limits.archive_bytes,
            classes.len() - over
        );
        classes.truncate(over);
        let problem = Problem::of_file(ProblemKind::TooLarge, &archive.label, message);
        self.problems.push(problem);
    }

    /// Opens a jar inside an archive.
    fn nested(&mut self, outer: &Archive, path: &str, slot: &Slot) {
        match self.read_nested(outer, slot) {
            Err(fault) => self.problems.push(fault.in_entry(&outer.label, path)),
            Ok(bytes) => {
                let label = format!("{}!/{path}", outer.label);
                let is_archive = self.archive(Archive {
                    bytes,
                    label: label.clone(),
                    layout: Layout::Jar,
                    depth: outer.depth + 1,
                });
                if !is_archive {
                    let message = "is not a zip archive, or is cut off";
                    let problem = Problem::of_file(ProblemKind::BadArchive, &label, message);
                    self.problems.push(problem);
                }
            }
        }
    }

    fn read_nested(&mut self, outer: &Archive, slot: &Slot) -> Result<Bytes, Fault> {
        if outer.depth >= self.limits.depth {
            let message = format!("is nested deeper than the limit of {}", self.limits.depth);
            return Err(Fault::new(ProblemKind::TooLarge, message));
        }
        let bytes = slot.inflated_bytes();
        if bytes <= self.limits.nested_bytes && !self.budget.take_bytes(bytes) {
            let message =
                format!("exceeds the limit of {} bytes inflated in all", self.limits.archive_bytes);
            return Err(Fault::new(ProblemKind::TooLarge, message));
        }
        // What is stored is a part of the map and costs nothing, however large.
        let most = if bytes == 0 { u64::MAX } else { self.limits.nested_bytes };
        zipfile::read_unchecked(&outer.bytes, slot, most, self.limits)
    }
}

/// The entries of an archive that matter.
#[derive(Default)]
struct Contents<'a> {
    classes: Vec<Class<'a>>,
    jars: Vec<(&'a str, Slot)>,
}

struct Class<'a> {
    name: &'a str,
    prefix: &'a str,
    rank: Rank,
    slot: Slot,
}

/// The path of an entry, if it is one to be trusted.
fn check_entry(raw: &[u8], layout: Layout) -> Result<&str, Fault> {
    let path = std::str::from_utf8(raw)
        .map_err(|_| Fault::bad_entry("has a path that is not UTF-8; skipped"))?;
    check_path(path)?;
    if let Some(place) = place(path, layout) {
        check_class_name(place.name)?;
    }
    Ok(path)
}

/// Numbers prefixes in the order in which they are first seen.
#[derive(Default)]
pub(crate) struct Prefixes<'a> {
    numbers: FxHashMap<&'a str, u32>,
    pub all: Vec<Box<str>>,
}

impl<'a> Prefixes<'a> {
    pub fn number(&mut self, prefix: &'a str) -> u32 {
        *self.numbers.entry(prefix).or_insert_with(|| {
            self.all.push(prefix.into());
            (self.all.len() - 1) as u32
        })
    }
}
