//! Immutable bytes that may be a part of a memory map.

use std::fmt;
use std::ops::{Deref, Range};
use std::sync::Arc;

use memmap2::Mmap;

/// Immutable bytes, cheap to clone: a range of a memory map, or of a buffer in memory.
///
/// A class stored uncompressed in a jar or in the image of a JDK is never copied: its `Bytes` keep
/// the map alive.
#[derive(Clone)]
pub struct Bytes {
    owner: Arc<Owner>,
    range: Range<usize>,
}

enum Owner {
    Map(Mmap),
    Buffer(Vec<u8>),
}

impl Owner {
    fn whole(&self) -> &[u8] {
        match self {
            Owner::Map(map) => map,
            Owner::Buffer(buffer) => buffer,
        }
    }
}

impl Bytes {
    /// The part of these bytes in `range`, sharing their memory; `None` if it reaches outside.
    pub fn slice(&self, range: Range<usize>) -> Option<Bytes> {
        if range.start > range.end || range.end > self.range.len() {
            return None;
        }
        let start = self.range.start;
        Some(Bytes {
            owner: Arc::clone(&self.owner),
            range: start + range.start..start + range.end,
        })
    }

    fn new(owner: Owner) -> Bytes {
        let range = 0..owner.whole().len();
        Bytes { owner: Arc::new(owner), range }
    }
}

impl Deref for Bytes {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        &self.owner.whole()[self.range.clone()]
    }
}

impl AsRef<[u8]> for Bytes {
    fn as_ref(&self) -> &[u8] {
        self
    }
}

impl From<Vec<u8>> for Bytes {
    fn from(buffer: Vec<u8>) -> Bytes {
        Bytes::new(Owner::Buffer(buffer))
    }
}

impl From<Mmap> for Bytes {
    fn from(map: Mmap) -> Bytes {
        Bytes::new(Owner::Map(map))
    }
}

impl fmt::Debug for Bytes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Bytes({})", self.len())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_slice_of_a_slice_counts_from_the_slice() {
        let bytes = Bytes::from(b"abcdef".to_vec());
        let middle = bytes.slice(1..5).unwrap();
        assert_eq!(&*middle.slice(1..3).unwrap(), b"cd");
        assert_eq!(&*middle.slice(4..4).unwrap(), b"");
    }

    #[test]
    fn a_slice_cannot_leave_its_bytes() {
        let middle = Bytes::from(b"abcdef".to_vec()).slice(1..5).unwrap();
        assert!(middle.slice(0..5).is_none());
        assert!(middle.slice(usize::MAX..usize::MAX).is_none());
        #[allow(clippy::reversed_empty_ranges)]
        let reversed = middle.slice(3..2);
        assert!(reversed.is_none());
    }
}
