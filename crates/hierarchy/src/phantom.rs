//! Classes that are referred to but nowhere found.

use std::sync::{PoisonError, RwLock, RwLockReadGuard};

use rustc_hash::FxHashMap;

use crate::types::{ClassId, Type};

/// The phantoms, numbered from the end of the index on.
pub(crate) struct Phantoms {
    first: u32,
    known: RwLock<Known>,
}

#[derive(Default)]
struct Known {
    ids: FxHashMap<Box<[u8]>, ClassId>,
    list: Vec<Phantom>,
}

/// A phantom: its name and one class that refers to it.
#[derive(Clone)]
pub(crate) struct Phantom {
    pub(crate) name: Box<[u8]>,
    pub(crate) referrer: Option<ClassId>,
}

impl Phantoms {
    pub(crate) fn new(first: u32) -> Self {
        Self { first, known: RwLock::default() }
    }

    fn read(&self) -> RwLockReadGuard<'_, Known> {
        self.known.read().unwrap_or_else(PoisonError::into_inner)
    }

    /// The phantom of that name, made if need be. Of several referrers the one with the lowest id is
    /// remembered, so that the warning does not depend on which thread came first.
    pub(crate) fn get_or_add(&self, name: &[u8], referrer: Option<ClassId>) -> ClassId {
        if let Some(id) = self.known_well(name, referrer) {
            return id;
        }
        let mut known = self.known.write().unwrap_or_else(PoisonError::into_inner);
        if let Some(&id) = known.ids.get(name) {
            let phantom = &mut known.list[(id.0 - self.first) as usize];
            phantom.referrer = earlier(phantom.referrer, referrer);
            return id;
        }
        let count = self.first as usize + known.list.len();
        // A program that names sixteen million missing classes is none; they may as well be one.
        let is_full = count >= Type::MAX_CLASSES && !known.list.is_empty();
        if is_full {
            return ClassId(count as u32 - 1);
        }
        let id = ClassId(count as u32);
        known.ids.insert(name.into(), id);
        known.list.push(Phantom { name: name.into(), referrer });
        id
    }

    /// The phantom of that name, if the referrer would not change what is remembered of it. Holds the
    /// lock once: a reader that asks for it again while a writer waits would wait for ever.
    fn known_well(&self, name: &[u8], referrer: Option<ClassId>) -> Option<ClassId> {
        let known = self.read();
        let &id = known.ids.get(name)?;
        let remembered = known.list[(id.0 - self.first) as usize].referrer;
        (earlier(remembered, referrer) == remembered).then_some(id)
    }

    pub(crate) fn find(&self, name: &[u8]) -> Option<ClassId> {
        self.read().ids.get(name).copied()
    }

    pub(crate) fn get(&self, id: ClassId) -> Option<Phantom> {
        let index = id.0.checked_sub(self.first)?;
        self.read().list.get(index as usize).cloned()
    }

    pub(crate) fn all(&self) -> Vec<Phantom> {
        self.read().list.clone()
    }
}

fn earlier(a: Option<ClassId>, b: Option<ClassId>) -> Option<ClassId> {
    match (a, b) {
        (Some(a), Some(b)) => Some(a.min(b)),
        (a, b) => a.or(b),
    }
}

#[cfg(test)]
mod tests {
    use std::thread;

    use super::*;

    #[test]
    fn threads_agree_and_do_not_block_each_other() {
        let phantoms = Phantoms::new(10);
        thread::scope(|scope| {
            for offset in 0..4 {
                let phantoms = &phantoms;
                scope.spawn(move || {
                    for round in 0..20_000_u32 {
                        let name = [b"p/C", round.wrapping_mul(7).to_string().as_bytes()].concat();
                        phantoms.get_or_add(&name[..name.len() - 1], Some(ClassId(offset)));
                    }
                });
            }
        });
        let all = phantoms.all();
        assert!(all.iter().all(|phantom| phantom.referrer == Some(ClassId(0))));
        for (index, phantom) in all.iter().enumerate() {
            assert_eq!(phantoms.find(&phantom.name), Some(ClassId(10 + index as u32)));
        }
    }
}
