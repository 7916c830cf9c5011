//! Subtype tests, least common super types, and the subtypes of a class.

use rayon::prelude::*;

use crate::hierarchy::Hierarchy;
use crate::types::{ClassId, Type};

/// The direct subtypes of every class, as one array with offsets.
pub(crate) struct Subtypes {
    offsets: Box<[u32]>,
    targets: Box<[ClassId]>,
}

impl Subtypes {
    fn of(&self, class: ClassId) -> &[ClassId] {
        let index = class.index();
        match (self.offsets.get(index), self.offsets.get(index + 1)) {
            (Some(&start), Some(&end)) => &self.targets[start as usize..end as usize],
            _ => &[],
        }
    }
}

impl Hierarchy {
    /// Whether each instance of `sub` is an instance of `above`.
    pub fn is_subclass(&self, sub: ClassId, above: ClassId) -> bool {
        sub == above
            || above == self.object()
            || self.class(sub).ancestors.binary_search(&above).is_ok()
    }

    /// Whether a value of type `sub` can be assigned to `above` (JVMS 5.3.3 for arrays).
    pub fn is_subtype(&self, sub: Type, above: Type) -> bool {
        if sub == above {
            return true;
        }
        if !sub.is_reference() || !above.is_reference() {
            return false;
        }
        if sub == Type::NULL {
            return true;
        }
        match (sub.as_class(), above.as_class()) {
            (Some(sub), Some(above)) => self.is_subclass(sub, above),
            (None, Some(above)) => {
                sub.dimensions() > 0
                    && (above == self.object() || self.array_interfaces().contains(&above))
            }
            (Some(_), None) => false,
            (None, None) => match (sub.element(), above.element()) {
                (Some(sub), Some(above)) => self.is_subtype(sub, above),
                _ => false,
            },
        }
    }

    /// The least type above both, as the JVM's type-inferring verifier sees it: a common super class;
    /// an interface only if one of the two is below it.
    pub fn join(&self, a: Type, b: Type) -> Type {
        if self.is_subtype(a, b) {
            return b;
        }
        if self.is_subtype(b, a) {
            return a;
        }
        let object = Type::class(self.object());
        match (a.as_class(), b.as_class()) {
            (Some(a), Some(b)) => Type::class(self.common_super_class(a, b)),
            (None, None) => {
                let shared = a.dimensions().min(b.dimensions());
                if a.dimensions() == b.dimensions()
                    && let (Some(a), Some(b)) = (a.base_class(), b.base_class())
                {
                    return Type::class(self.common_super_class(a, b)).with_dimensions(shared);
                }
                // Below the shared dimensions one is an array or a primitive, the other is not.
                let primitive = |it: Type| it.dimensions() == shared && it.base_class().is_none();
                let lost = u8::from(primitive(a) || primitive(b));
                object.with_dimensions(shared.saturating_sub(lost))
            }
            _ => object,
        }
    }

    fn common_super_class(&self, a: ClassId, b: ClassId) -> ClassId {
        let mut above = self.class(a).super_class;
        while let Some(candidate) = above {
            if self.is_subclass(b, candidate) {
                return candidate;
            }
            above = self.class(candidate).super_class;
        }
        self.object()
    }

    /// Whether a class, or one of its super types, is missing: then its members are not all known.
    pub fn is_incomplete(&self, class: ClassId) -> bool {
        let ancestors = self.class(class).ancestors.iter();
        self.is_phantom(class) || ancestors.into_iter().any(|&above| self.is_phantom(above))
    }

    /// Links all classes, in parallel.
    pub fn link_all(&self) {
        self.ids().collect::<Vec<_>>().into_par_iter().for_each(|id| {
            self.class(id);
        });
    }

    /// The direct subtypes of a class among all classes of the program, in the order of their ids. The
    /// first question links the whole program.
    pub fn direct_subtypes(&self, class: ClassId) -> &[ClassId] {
        self.subtypes.get_or_init(|| self.all_subtypes()).of(class)
    }

    /// All subtypes of a class, itself included, in the order of their ids.
    pub fn subtypes(&self, class: ClassId) -> Vec<ClassId> {
        let mut found = vec![class];
        let mut next = 0;
        let mut seen = rustc_hash::FxHashSet::from_iter([class]);
        while let Some(&class) = found.get(next) {
            next += 1;
            found.extend(self.direct_subtypes(class).iter().filter(|&&it| seen.insert(it)));
        }
        found.sort_unstable();
        found
    }

    fn all_subtypes(&self) -> Subtypes {
        self.link_all();
        let mut pairs: Vec<(ClassId, ClassId)> = Vec::with_capacity(self.len() * 2);
        for id in self.ids() {
            let class = self.class(id);
            pairs.extend(
                class.super_class.iter().chain(&class.interfaces).map(|&above| (above, id)),
            );
        }
        pairs.sort_unstable();
        pairs.dedup();
        let count = pairs.last().map_or(0, |(above, _)| above.index() + 1);
        let mut offsets = vec![0_u32; count + 1];
        for (above, _) in &pairs {
            offsets[above.index() + 1] += 1;
        }
        for index in 0..count {
            offsets[index + 1] += offsets[index];
        }
        Subtypes {
            offsets: offsets.into(),
            targets: pairs.into_iter().map(|(_, below)| below).collect(),
        }
    }
}
