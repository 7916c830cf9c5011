//! The heap, seen backwards: who holds an object; and without its cycles: what leads to an object.

use rustc_hash::FxHashMap;
use snarl_graph::{Condensed, Graph};

use crate::object::ObjectId;
use crate::set::Set;
use crate::solution::Part;
use crate::solver::Node;

/// The sets of parts of objects, each once: many parts share one.
pub(crate) struct SharedSets<'a> {
    /// The number of the set of each part.
    of_parts: Vec<u32>,
    distinct: Vec<&'a Set>,
}

impl<'a> SharedSets<'a> {
    /// Numbers the sets of some parts.
    pub(crate) fn new(sets: impl Iterator<Item = &'a Set>) -> Self {
        let mut numbers: FxHashMap<*const Set, u32> = FxHashMap::default();
        let mut distinct = Vec::new();
        let of_parts = sets.map(|set| {
            *numbers.entry(std::ptr::from_ref(set)).or_insert_with(|| {
                distinct.push(set);
                distinct.len() as u32 - 1
            })
        });
        Self { of_parts: of_parts.collect(), distinct }
    }

    /// The heap without its cycles: the first nodes are the objects, those behind them the sets.
    pub(crate) fn condensed<P>(&self, parts: &[(ObjectId, P, Node)], objects: usize) -> Condensed {
        let (mut offsets, mut targets) = (vec![0], Vec::with_capacity(parts.len()));
        let mut part = 0;
        for object in 0..objects {
            while parts.get(part).is_some_and(|it| it.0 as usize == object) {
                targets.push(objects as u32 + self.of_parts[part]);
                part += 1;
            }
            offsets.push(targets.len() as u64);
        }
        for set in &self.distinct {
            targets.extend(set.iter());
            offsets.push(targets.len() as u64);
        }
        let graph = Graph::new(&offsets, &targets).expect("parts are in the order of objects");
        Condensed::new(&graph)
    }
}

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
    pub(crate) fn new(sets: &SharedSets<'_>, objects: usize) -> Self {
        let SharedSets { of_parts, distinct } = sets;
        let mut parts = vec![Vec::new(); distinct.len()];
        for (part, &number) in (0..).zip(of_parts) {
            parts[number as usize].push(part);
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
        for (number, set) in (0..).zip(distinct) {
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
        let parts_of = self.parts_holding(object);
        let mut found: Vec<u32> = parts_of.flat_map(|them| them.iter().copied()).collect();
        found.sort_unstable();
        found.into_iter().map(|at| (parts[at as usize].0, parts[at as usize].1)).collect()
    }

    /// How many parts hold an object.
    pub(crate) fn count(&self, object: ObjectId) -> usize {
        self.parts_holding(object).map(Vec::len).sum()
    }

    /// The parts that hold an object, set by set.
    fn parts_holding(&self, object: ObjectId) -> impl Iterator<Item = &Vec<u32>> {
        let object = object as usize;
        let sets = self.offsets[object] as usize..self.offsets[object + 1] as usize;
        self.sets[sets].iter().map(|&set| &self.parts[set as usize])
    }
}
