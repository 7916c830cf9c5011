//! Temporary folders and zips for the tests.
#![allow(dead_code)] // each test file uses a part of it

use std::fs;
use std::io::{Cursor, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};

use snarl_archive::{Container, Limits, Opened, ProblemKind, open};
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, ZipWriter};

/// The release for which tests open multi-release jars, unless they say otherwise.
pub const RELEASE: u32 = 17;

/// A folder that is deleted when the test ends.
pub struct TempFolder(PathBuf);

impl TempFolder {
    pub fn new() -> TempFolder {
        static NEXT: AtomicUsize = AtomicUsize::new(0);
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        let name = format!("snarl-archive-{}-{number}", std::process::id());
        let path = std::env::temp_dir().join(name);
        fs::create_dir_all(&path).unwrap();
        TempFolder(path)
    }

    pub fn path(&self) -> &Path {
        &self.0
    }

    /// Writes a file, and the folders above it.
    pub fn write(&self, path: &str, bytes: &[u8]) -> PathBuf {
        let path = self.0.join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(&path, bytes).unwrap();
        path
    }
}

impl Drop for TempFolder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// A zip in the making.
pub struct Zip(ZipWriter<Cursor<Vec<u8>>>);

impl Zip {
    pub fn new() -> Zip {
        Zip(ZipWriter::new(Cursor::new(Vec::new())))
    }

    pub fn with(self, path: &str, bytes: &[u8]) -> Zip {
        self.add(path, bytes, CompressionMethod::Deflated)
    }

    pub fn with_stored(self, path: &str, bytes: &[u8]) -> Zip {
        self.add(path, bytes, CompressionMethod::Stored)
    }

    pub fn with_manifest(self, attributes: &str) -> Zip {
        let manifest = format!("Manifest-Version: 1.0\r\n{attributes}\r\n\r\n");
        self.with("META-INF/MANIFEST.MF", manifest.as_bytes())
    }

    fn add(mut self, path: &str, bytes: &[u8], method: CompressionMethod) -> Zip {
        let options = SimpleFileOptions::default().compression_method(method);
        self.0.start_file(path, options).unwrap();
        self.0.write_all(bytes).unwrap();
        self
    }

    pub fn bytes(self) -> Vec<u8> {
        self.0.finish().unwrap().into_inner()
    }
}

/// Opens bytes as a file of that name, which is gone afterwards: maps stay valid.
pub fn open_bytes(name: &str, bytes: &[u8]) -> Opened {
    open_bytes_within(name, bytes, &Limits::default())
}

pub fn open_bytes_within(name: &str, bytes: &[u8], limits: &Limits) -> Opened {
    let folder = TempFolder::new();
    open(&folder.write(name, bytes), RELEASE, limits)
}

pub fn names(container: &Container) -> Vec<&str> {
    container.entries().iter().map(|entry| &*entry.name).collect()
}

pub fn kinds(opened: &Opened) -> Vec<ProblemKind> {
    opened.problems.iter().map(|problem| problem.kind).collect()
}

/// The one container of an input without problems.
pub fn only(opened: Opened) -> Container {
    assert_eq!(opened.problems, []);
    assert_eq!(opened.containers.len(), 1);
    opened.containers.into_iter().next().unwrap()
}

pub fn read(container: &Container, name: &str) -> Vec<u8> {
    let index = container.find(name).expect(name);
    container.read(index).unwrap().to_vec()
}

/// Replaces every occurrence of some bytes by others of the same length.
pub fn patch(bytes: &mut [u8], from: &[u8], to: &[u8]) {
    assert_eq!(from.len(), to.len());
    let mut found = 0;
    for at in 0..=bytes.len() - from.len() {
        if bytes[at..].starts_with(from) {
            bytes[at..at + from.len()].copy_from_slice(to);
            found += 1;
        }
    }
    assert!(found > 0, "nothing to patch");
}

/// Where the central header of an entry is.
pub fn central_header(zip: &[u8], path: &str) -> usize {
    (0..zip.len())
        .find(|&at| {
            zip[at..].starts_with(b"PK\x01\x02") && zip[at + 46..].starts_with(path.as_bytes())
        })
        .expect(path)
}
