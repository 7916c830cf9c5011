//! Tables that give things dense numbers in the order in which they are first seen.

use std::borrow::Borrow;
use std::hash::Hash;
use std::ops::Range;

use rustc_hash::FxHashMap;

/// Numbers values of one kind.
pub(crate) struct Table<T> {
    ids: FxHashMap<T, u32>,
    items: Vec<T>,
}

impl<T: Clone + Eq + Hash> Table<T> {
    pub(crate) fn new() -> Self {
        Self { ids: FxHashMap::default(), items: Vec::new() }
    }

    /// The number of a value, and whether it is new.
    pub(crate) fn number(&mut self, item: T) -> (u32, bool) {
        if let Some(&id) = self.ids.get(&item) {
            return (id, false);
        }
        let id = self.items.len() as u32;
        self.ids.insert(item.clone(), id);
        self.items.push(item);
        (id, true)
    }

    pub(crate) fn find<Q: Eq + Hash + ?Sized>(&self, item: &Q) -> Option<u32>
    where
        T: Borrow<Q>,
    {
        self.ids.get(item).copied()
    }

    pub(crate) fn get(&self, id: u32) -> &T {
        &self.items[id as usize]
    }

    pub(crate) fn len(&self) -> usize {
        self.items.len()
    }
}

/// Lists of items by index, in two arrays.
pub(crate) struct Lists<T> {
    offsets: Vec<u32>,
    items: Vec<T>,
}

impl<T> Default for Lists<T> {
    fn default() -> Self {
        Self { offsets: vec![0], items: Vec::new() }
    }
}

impl<T: Copy> Lists<T> {
    /// Groups pairs of index and item by index; items keep their order.
    pub(crate) fn group(count: usize, pairs: &[(u32, T)]) -> Self {
        let mut offsets = vec![0_u32; count + 1];
        for (index, _) in pairs {
            offsets[*index as usize + 1] += 1;
        }
        for index in 0..count {
            offsets[index + 1] += offsets[index];
        }
        let mut sorted: Vec<u32> = (0..pairs.len() as u32).collect();
        sorted.sort_by_key(|&position| pairs[position as usize].0);
        let items = sorted.into_iter().map(|position| pairs[position as usize].1).collect();
        Self { offsets, items }
    }

    /// Adds the lists of another one behind its own; gives the index of the first.
    pub(crate) fn append(&mut self, more: Self) -> u32 {
        let (first, start) = (self.offsets.len() as u32 - 1, self.items.len() as u32);
        self.offsets.extend(more.offsets[1..].iter().map(|offset| start + offset));
        self.items.extend(more.items);
        first
    }

    /// Where the items of a list are.
    pub(crate) fn places(&self, index: u32) -> Range<usize> {
        let index = index as usize;
        self.offsets[index] as usize..self.offsets[index + 1] as usize
    }

    /// The item at a place.
    pub(crate) fn at(&self, place: usize) -> T {
        self.items[place]
    }

    pub(crate) fn get(&self, index: u32) -> &[T] {
        &self.items[self.places(index)]
    }
}
