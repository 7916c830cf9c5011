//! A folder that goes away.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};

/// A folder in the place for temporary files; deleted with what is in it when dropped.
#[derive(Debug)]
pub struct TempFolder(PathBuf);

impl TempFolder {
    /// Makes one.
    pub fn new() -> io::Result<Self> {
        static NEXT: AtomicUsize = AtomicUsize::new(0);
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        let name = format!("snarl-fuzz-{}-{number}", std::process::id());
        let path = std::env::temp_dir().join(name);
        fs::create_dir_all(&path)?;
        Ok(Self(path))
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.0
    }

    /// Writes a file, and the folders above it.
    pub fn write(&self, name: &str, bytes: &[u8]) -> io::Result<PathBuf> {
        let path = self.0.join(name);
        if let Some(parent) = path.parent() {
            fs::create_dir_all(parent)?;
        }
        fs::write(&path, bytes)?;
        Ok(path)
    }
}

impl Drop for TempFolder {
    fn drop(&mut self) {
        // Nothing can be done about a folder that does not want to go.
        let _ = fs::remove_dir_all(&self.0);
    }
}
