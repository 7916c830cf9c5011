//! The heap, seen backwards: who holds an object.

use rustc_hash::FxHashMap;

use crate::object::ObjectId;
use crate::set::Set;
use crate::solution::Part;

/// Which parts hold each object. Many parts share one set, so that it goes by sets: a table of all
/// holders of all objects is large.
#[derive(Default)]
pub(crate) struct Holders {
    /// The parts that share each set, by their places.
    parts: Vec<Vec<u32>>,
    /// Where the sets of each object begin.
    offsets: Vec<u32>,
    /// The sets that have each object.
    sets: Vec<u32>,
}

impl Holders {
    /// For the sets of some parts, and so many objects.
    pub(crate) fn new<'a>(sets: impl Iterator<Item = &'a Set>, objects: usize) -> Self {
        let mut numbers: FxHashMap<*const Set, usize> = FxHashMap::default();
        let (mut distinct, mut parts): (Vec<&Set>, Vec<Vec<u32>>) = (Vec::new(), Vec::new());
        for (part, set) in (0..).zip(sets) {
            let number = *numbers.entry(std::ptr::from_ref(set)).or_insert_with(|| {
                distinct.push(set);
                parts.push(Vec::new());
                distinct.len() - 1
            });
            parts[number].push(part);
        }
        let mut offsets = vec![0u32; objects + 1];
        for object in distinct.iter().flat_map(|set| set.iter()) {
            offsets[object as usize + 1] += 1;
        }
        for object in 0..objects {
            offsets[object + 1] += offsets[object];
        }
        let mut next = offsets.clone();
        let mut having = vec![0; offsets[objects] as usize];
        for (number, set) in (0..).zip(&distinct) {
            for object in set.iter() {
                having[next[object as usize] as usize] = number;
                next[object as usize] += 1;
            }
        }
        Self { parts, offsets, sets: having }
    }

    /// The holders of an object and the part by which each one does, in order; `parts` are those
    /// that the sets were of.
    pub(crate) fn of<N>(
        &self,
        object: ObjectId,
        parts: &[(ObjectId, Part, N)],
    ) -> Vec<(ObjectId, Part)> {
        let object = object as usize;
        let sets = self.offsets[object] as usize..self.offsets[object + 1] as usize;
        let mut found: Vec<u32> = self.sets[sets]
            .iter()
            .flat_map(|&set| self.parts[set as usize].iter().copied())
            .collect();
        found.sort_unstable();
        found.into_iter().map(|at| (parts[at as usize].0, parts[at as usize].1)).collect()
    }
}
