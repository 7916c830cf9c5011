//! One bit set for each of many nodes; equal sets are stored once.

use std::hash::Hasher;

use rustc_hash::{FxHashMap, FxHasher};

use crate::csr::GraphError;

/// A set over `0..universe` for each of some nodes (or edges): a row of words, which nodes with equal
/// sets may share.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BitSets {
    universe: usize,
    rows: Vec<u32>,
    bits: Vec<u64>,
}

/// How many words a row has.
pub(crate) fn words_of(universe: usize) -> usize {
    universe.div_ceil(64)
}

impl BitSets {
    /// Sets by the row of each node; `bits` has `universe / 64` words a row, rounded up.
    pub fn new(universe: usize, rows: Vec<u32>, bits: Vec<u64>) -> Result<Self, GraphError> {
        let words = words_of(universe);
        if words == 0 {
            return Ok(Self { universe, rows: vec![0; rows.len()], bits });
        }
        if !bits.len().is_multiple_of(words) {
            return Err(GraphError::new(format!(
                "{} words are no rows of {words} words each",
                bits.len()
            )));
        }
        let count = bits.len() / words;
        if let Some(row) = rows.iter().find(|&&row| row as usize >= count) {
            return Err(GraphError::new(format!("row {row} is not there: there are {count} rows")));
        }
        let spare = spare_bits(universe);
        if bits.chunks(words).any(|row| row[words - 1] & spare != 0) {
            return Err(GraphError::new(format!("a set holds more than 0..{universe}")));
        }
        Ok(Self { universe, rows, bits })
    }

    /// The size of the universe.
    pub fn universe(&self) -> usize {
        self.universe
    }

    /// How many nodes have a set.
    pub fn len(&self) -> usize {
        self.rows.len()
    }

    /// Whether no node has.
    pub fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    /// The row of each node.
    pub fn rows(&self) -> &[u32] {
        &self.rows
    }

    /// All rows, one after the other.
    pub fn bits(&self) -> &[u64] {
        &self.bits
    }

    /// The row of each node, and all rows.
    pub fn into_parts(self) -> (Vec<u32>, Vec<u64>) {
        (self.rows, self.bits)
    }

    /// The set of a node, as words.
    pub fn get(&self, node: usize) -> &[u64] {
        let words = words_of(self.universe);
        let start = self.rows[node] as usize * words;
        &self.bits[start..start + words]
    }

    /// Whether a node's set holds an item.
    pub fn contains(&self, node: usize, item: usize) -> bool {
        item < self.universe && self.get(node)[item / 64] >> (item % 64) & 1 == 1
    }

    pub(crate) fn check(&self, what: &str, len: usize, universe: usize) -> Result<(), GraphError> {
        if self.len() != len {
            return Err(GraphError::new(format!(
                "expected {len} sets of {what}, but got {}",
                self.len()
            )));
        }
        if self.universe != universe {
            return Err(GraphError::new(format!(
                "the sets of {what} are over 0..{}, not 0..{universe}",
                self.universe
            )));
        }
        Ok(())
    }
}

/// The bits of the last word that stand for nothing.
fn spare_bits(universe: usize) -> u64 {
    if universe.is_multiple_of(64) { 0 } else { u64::MAX << (universe % 64) }
}

/// The set of everything.
pub(crate) fn full(universe: usize) -> Vec<u64> {
    let mut row = vec![u64::MAX; words_of(universe)];
    if let Some(last) = row.last_mut() {
        *last &= !spare_bits(universe);
    }
    row
}

/// Rows that are stored once each.
pub(crate) struct Rows {
    words: usize,
    bits: Vec<u64>,
    first: FxHashMap<u64, u32>,
    next: Vec<u32>, // of the same hash
}

const NONE: u32 = u32::MAX;

impl Rows {
    pub(crate) fn new(universe: usize) -> Self {
        Self {
            words: words_of(universe),
            bits: Vec::new(),
            first: FxHashMap::default(),
            next: Vec::new(),
        }
    }

    pub(crate) fn len(&self) -> usize {
        self.next.len()
    }

    pub(crate) fn get(&self, row: u32) -> &[u64] {
        &self.bits[row as usize * self.words..][..self.words]
    }

    /// The number of a row, which is added if it is new.
    pub(crate) fn add(&mut self, row: &[u64]) -> u32 {
        let mut hasher = FxHasher::default();
        for &word in row {
            hasher.write_u64(word);
        }
        let new = self.next.len() as u32;
        let first = self.first.entry(hasher.finish()).or_insert(NONE);
        let mut candidate = *first;
        while candidate != NONE {
            let start = candidate as usize * self.words;
            if self.bits[start..start + self.words] == *row {
                return candidate;
            }
            candidate = self.next[candidate as usize];
        }
        self.next.push(*first);
        *first = new;
        self.bits.extend_from_slice(row);
        new
    }

    pub(crate) fn sets(self, universe: usize, rows: Vec<u32>) -> BitSets {
        BitSets { universe, rows, bits: self.bits }
    }
}
