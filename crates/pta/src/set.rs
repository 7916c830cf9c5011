//! Sets of object ids that start as a few ids in a row and grow to bit sets.
//!
//! Most points-to sets hold a handful of objects, some hold ten thousands. A few ids are in the set
//! itself, some more in a sorted array; a large set is a table of chunks of 2,048 bits, so that union,
//! difference and filters work on words, and ids that are close together (made by one method) are in one
//! chunk. Sets that came from one another share the chunks in which they are equal: most of what is handed
//! on costs a pointer, and that it is known already is seen at a glance.

use std::sync::Arc;

const CHUNK_BITS: u32 = 11;
const WORDS: usize = 1 << (CHUNK_BITS - 6);
const INLINE: usize = 7;
const SMALL: usize = 24;

type Chunk = [u64; WORDS];
type Chunks = Vec<Option<Arc<Chunk>>>;

/// A set of ids.
#[derive(Clone, Debug)]
pub struct Set {
    form: Form,
    len: u32,
}

#[derive(Clone, Debug)]
enum Form {
    /// The first `len` are in use, in order.
    Inline([u32; INLINE]),
    Small(Vec<u32>),
    Large(Chunks),
}

impl Default for Set {
    fn default() -> Self {
        Self { form: Form::Inline([0; INLINE]), len: 0 }
    }
}

fn place(id: u32) -> (usize, usize, u64) {
    let within = id & ((1 << CHUNK_BITS) - 1);
    ((id >> CHUNK_BITS) as usize, (within >> 6) as usize, 1 << (within & 63))
}

impl Set {
    /// How many ids it holds.
    pub fn len(&self) -> usize {
        self.len as usize
    }

    /// Whether it holds none.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// The ids in a row, unless they are bits.
    fn row(&self) -> Option<&[u32]> {
        match &self.form {
            Form::Inline(ids) => Some(&ids[..self.len as usize]),
            Form::Small(ids) => Some(ids),
            Form::Large(_) => None,
        }
    }

    /// Whether it holds an id.
    pub fn contains(&self, id: u32) -> bool {
        match &self.form {
            Form::Inline(ids) => ids[..self.len as usize].contains(&id),
            Form::Small(ids) => ids.binary_search(&id).is_ok(),
            Form::Large(chunks) => {
                let (chunk, word, bit) = place(id);
                matches!(chunks.get(chunk), Some(Some(words)) if words[word] & bit != 0)
            }
        }
    }

    /// Adds an id; says whether it is new.
    pub fn insert(&mut self, id: u32) -> bool {
        let len = self.len as usize;
        if let Some(ids) = self.row() {
            let Err(position) = ids.binary_search(&id) else { return false };
            self.make_room();
            match &mut self.form {
                Form::Inline(ids) => {
                    ids.copy_within(position..len, position + 1);
                    ids[position] = id;
                }
                Form::Small(ids) => ids.insert(position, id),
                Form::Large(chunks) => set_bit(chunks, id),
            }
            self.len += 1;
            return true;
        }
        if self.contains(id) {
            return false;
        }
        let Form::Large(chunks) = &mut self.form else { return false };
        set_bit(chunks, id);
        self.len += 1;
        true
    }

    /// Takes the next form if one more id has no place in this one.
    fn make_room(&mut self) {
        match &self.form {
            Form::Inline(ids) if self.len as usize == INLINE => {
                let mut more = Vec::with_capacity(2 * INLINE);
                more.extend(ids);
                self.form = Form::Small(more);
            }
            Form::Small(ids) if ids.len() == SMALL => self.grow(),
            _ => {}
        }
    }

    /// Makes it bits.
    fn grow(&mut self) {
        let Some(ids) = self.row() else { return };
        let mut chunks = Vec::new();
        ids.iter().for_each(|&id| set_bit(&mut chunks, id));
        self.form = Form::Large(chunks);
    }

    /// The ids, in order.
    pub fn iter(&self) -> Iter<'_> {
        match &self.form {
            Form::Inline(ids) => Iter::Small(ids[..self.len as usize].iter()),
            Form::Small(ids) => Iter::Small(ids.iter()),
            Form::Large(chunks) => {
                Iter::Large { chunks, chunk: 0, word: 0, bits: first_word(chunks) }
            }
        }
    }

    /// Adds to `self`, and to `news`, the ids of `more` that `self` does not hold and `filter` does, if
    /// there is one. Says whether there were any.
    pub fn add_all(&mut self, more: &Set, filter: Option<&Set>, news: &mut Set) -> bool {
        let before = self.len;
        match &more.form {
            Form::Large(chunks) => {
                self.grow();
                self.add_chunks(chunks, filter, news);
            }
            _ => {
                for id in more.iter() {
                    if filter.is_none_or(|filter| filter.contains(id)) && self.insert(id) {
                        news.insert(id);
                    }
                }
            }
        }
        self.len != before
    }

    /// Whether it holds an id of another set.
    pub fn meets(&self, other: &Set) -> bool {
        let (Form::Large(own), Form::Large(chunks)) = (&self.form, &other.form) else {
            let (few, many) = if self.len < other.len { (self, other) } else { (other, self) };
            return few.iter().any(|id| many.contains(id));
        };
        let both =
            own.iter().zip(chunks).filter_map(|(own, other)| own.as_ref().zip(other.as_ref()));
        both.into_iter().any(|(own, other)| own.iter().zip(&**other).any(|(own, it)| own & it != 0))
    }

    /// Whether it holds all ids of another set that a filter holds, if there is one.
    pub fn covers(&self, other: &Set, filter: Option<&Set>) -> bool {
        let (Form::Large(own), Form::Large(chunks)) = (&self.form, &other.form) else {
            let mut wanted = other.iter().filter(|&id| filter.is_none_or(|it| it.contains(id)));
            return wanted.all(|id| self.contains(id));
        };
        chunks.iter().enumerate().all(|(index, chunk)| {
            let Some(chunk) = chunk else { return true };
            let known = own.get(index).and_then(Option::as_ref);
            if known.is_some_and(|known| Arc::ptr_eq(known, chunk)) {
                return true;
            }
            let mut rest: Chunk = **chunk;
            if let Some(filter) = filter {
                filter.mask(index, &mut rest);
            }
            holds(known.map_or(&[0; WORDS], |known| known), &rest)
        })
    }

    fn add_chunks(&mut self, more: &[Option<Arc<Chunk>>], filter: Option<&Set>, news: &mut Set) {
        let Form::Large(chunks) = &mut self.form else { return };
        for (index, source) in more.iter().enumerate() {
            let Some(source) = source else { continue };
            let known = chunks.get(index).and_then(Option::as_ref);
            // Most of what is handed on is known already: that is seen without a copy and a count.
            if known.is_some_and(|known| Arc::ptr_eq(known, source) || holds(known, source)) {
                continue;
            }
            let mut added: Chunk = **source;
            if let Some(filter) = filter {
                filter.mask(index, &mut added);
            }
            if let Some(known) = known {
                added.iter_mut().zip(known.iter()).for_each(|(added, known)| *added &= !known);
            }
            let count: u32 = added.iter().map(|word| word.count_ones()).sum();
            if count == 0 {
                continue;
            }
            self.len += count;
            if added == **source {
                news.add_new_chunk(index, source, count);
            } else {
                news.add_chunk(index, &added, count);
            }
            let mut union = added;
            if let Some(known) = known {
                union.iter_mut().zip(known.iter()).for_each(|(union, known)| *union |= known);
            }
            if union == **source {
                share(chunks, index, source);
            } else {
                *chunk_at(chunks, index) = union;
            }
        }
    }

    /// Keeps of a chunk's bits those that the set holds.
    fn mask(&self, index: usize, bits: &mut Chunk) {
        match &self.form {
            Form::Large(chunks) => match chunks.get(index) {
                Some(Some(own)) => {
                    bits.iter_mut().zip(own.iter()).for_each(|(bit, own)| *bit &= own)
                }
                _ => bits.fill(0),
            },
            _ => {
                let mut own = [0; WORDS];
                for (chunk, word, bit) in self.iter().map(place) {
                    if chunk == index {
                        own[word] |= bit;
                    }
                }
                bits.iter_mut().zip(&own).for_each(|(bit, own)| *bit &= own);
            }
        }
    }

    /// Adds a chunk of which nothing is in the set yet.
    fn add_new_chunk(&mut self, index: usize, added: &Arc<Chunk>, count: u32) {
        if self.len() + count as usize > SMALL {
            self.grow();
        }
        match &mut self.form {
            Form::Large(chunks) if !matches!(chunks.get(index), Some(Some(_))) => {
                share(chunks, index, added);
                self.len += count;
            }
            _ => self.add_chunk(index, added, count),
        }
    }

    /// Adds bits of which none is in the set yet.
    fn add_chunk(&mut self, index: usize, added: &Chunk, count: u32) {
        if !matches!(self.form, Form::Large(_)) && self.len() + count as usize <= SMALL {
            let first = (index as u32) << CHUNK_BITS;
            for (position, &word) in added.iter().enumerate() {
                let mut rest = word;
                while rest != 0 {
                    self.insert(first + (position as u32) * 64 + rest.trailing_zeros());
                    rest &= rest - 1;
                }
            }
            return;
        }
        self.grow();
        let Form::Large(chunks) = &mut self.form else { return };
        let known = chunk_at(chunks, index);
        known.iter_mut().zip(added).for_each(|(known, added)| *known |= added);
        self.len += count;
    }
}

fn set_bit(chunks: &mut Chunks, id: u32) {
    let (chunk, word, bit) = place(id);
    chunk_at(chunks, chunk)[word] |= bit;
}

fn chunk_at(chunks: &mut Chunks, index: usize) -> &mut Chunk {
    if chunks.len() <= index {
        chunks.resize(index + 1, None);
    }
    Arc::make_mut(chunks[index].get_or_insert_with(|| Arc::new([0; WORDS])))
}

/// Puts a chunk in the place of what is there.
fn share(chunks: &mut Chunks, index: usize, chunk: &Arc<Chunk>) {
    if chunks.len() <= index {
        chunks.resize(index + 1, None);
    }
    chunks[index] = Some(Arc::clone(chunk));
}

/// Whether a chunk has all bits of another.
fn holds(chunk: &Chunk, other: &Chunk) -> bool {
    other.iter().zip(chunk).fold(0, |rest, (it, own)| rest | it & !own) == 0
}

fn first_word(chunks: &[Option<Arc<Chunk>>]) -> u64 {
    chunks.first().and_then(|chunk| chunk.as_ref()).map_or(0, |words| words[0])
}

/// Iterator over the ids of a [`Set`].
#[derive(Clone, Debug)]
pub enum Iter<'a> {
    /// Of a small set.
    #[doc(hidden)]
    Small(std::slice::Iter<'a, u32>),
    /// Of a large set.
    #[doc(hidden)]
    Large { chunks: &'a [Option<Arc<Chunk>>], chunk: usize, word: usize, bits: u64 },
}

impl Iterator for Iter<'_> {
    type Item = u32;

    fn next(&mut self) -> Option<u32> {
        match self {
            Self::Small(ids) => ids.next().copied(),
            Self::Large { chunks, chunk, word, bits } => {
                while *bits == 0 {
                    *word += 1;
                    let current = chunks.get(*chunk)?;
                    if current.is_none() || *word == WORDS {
                        *chunk += 1;
                        *word = 0;
                    }
                    *bits = match chunks.get(*chunk)? {
                        Some(words) => words[*word],
                        None => 0,
                    };
                }
                let bit = bits.trailing_zeros();
                *bits &= *bits - 1;
                Some(((*chunk as u32) << CHUNK_BITS) + (*word as u32) * 64 + bit)
            }
        }
    }
}

impl Set {
    /// A set of ids that come in order.
    pub(crate) fn from_sorted(ids: impl ExactSizeIterator<Item = u32>) -> Self {
        let len = ids.len();
        let form = if len <= INLINE {
            let mut row = [0; INLINE];
            ids.zip(&mut row).for_each(|(id, place)| *place = id);
            Form::Inline(row)
        } else if len <= SMALL {
            Form::Small(ids.collect())
        } else {
            let mut chunks = Chunks::new();
            ids.for_each(|id| set_bit(&mut chunks, id));
            Form::Large(chunks)
        };
        Self { form, len: len as u32 }
    }
}

impl FromIterator<u32> for Set {
    fn from_iter<I: IntoIterator<Item = u32>>(ids: I) -> Self {
        let mut set = Self::default();
        for id in ids {
            set.insert(id);
        }
        set
    }
}

impl PartialEq for Set {
    fn eq(&self, other: &Self) -> bool {
        self.len == other.len && self.iter().eq(other.iter())
    }
}

impl Eq for Set {}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    /// A small deterministic generator of numbers.
    struct Numbers(u64);

    impl Numbers {
        fn next(&mut self, below: u32) -> u32 {
            self.0 = self
                .0
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            ((self.0 >> 33) % u64::from(below)) as u32
        }

        fn some(&mut self, most: u32, below: u32) -> BTreeSet<u32> {
            let count = self.next(most);
            (0..count).map(|_| self.next(below)).collect()
        }
    }

    #[test]
    fn agrees_with_a_plain_set() {
        let mut numbers = Numbers(7);
        for round in 0..2_000 {
            let below = [60, 5_000, 40_000][round % 3];
            let (known, more, allowed) =
                (numbers.some(90, below), numbers.some(90, below), numbers.some(2_000, below));
            let filtered = numbers.next(2) == 0;
            let mut set: Set = known.iter().copied().collect();
            let source: Set = more.iter().copied().collect();
            let filter: Set = allowed.iter().copied().collect();
            let mut news = Set::default();
            let changed = set.add_all(&source, filtered.then_some(&filter), &mut news);
            let expected_news: BTreeSet<u32> = more
                .iter()
                .copied()
                .filter(|id| !known.contains(id) && (!filtered || allowed.contains(id)))
                .collect();
            assert_eq!(changed, !expected_news.is_empty());
            assert_eq!(news.len(), expected_news.len());
            assert!(news.iter().eq(expected_news.iter().copied()));
            let expected: BTreeSet<u32> = known.union(&expected_news).copied().collect();
            assert!(set.iter().eq(expected.iter().copied()));
            let source: Set = more.iter().copied().collect();
            assert_eq!(
                (known.iter().copied().collect::<Set>())
                    .covers(&source, filtered.then_some(&filter)),
                expected_news.is_empty()
            );
            let plain: BTreeSet<u32> = known.intersection(&more).copied().collect();
            let known: Set = known.iter().copied().collect();
            assert_eq!(known.meets(&source), !plain.is_empty());
            assert!(set.covers(&source, filtered.then_some(&filter)));
            assert!(expected.iter().all(|&id| set.contains(id)) && set.len() == expected.len());
        }
    }

    #[test]
    fn sparse_chunks() {
        let ids = [0, 63, 64, 4_095, 4_096, 1_000_000, u32::MAX >> 4];
        let set: Set = ids.iter().copied().chain(10_000..10_100).collect();
        assert_eq!(set.len(), ids.len() + 100);
        assert!(ids.iter().all(|&id| set.contains(id)) && !set.contains(65));
        assert_eq!(set.iter().count(), set.len());
        assert_eq!(set.iter().max(), Some(u32::MAX >> 4));
    }
}
