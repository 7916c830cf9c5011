//! Abstract objects: an allocation site with its heap context.

use rustc_hash::FxHashMap;
use snarl_hierarchy::{ClassId, FieldId, Hierarchy, MethodId, Type};

use crate::context::ContextId;
use crate::set::Set;
use crate::tables::Table;

/// An abstract object, by number.
pub type ObjectId = u32;

/// Reached code, by number.
pub type CodeId = u32;

/// What makes an object.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Allocation {
    /// An instruction: `new`, an array and its inner arrays, a lambda, what reflection makes there.
    At(CodeId, u32, Type),
    /// One for all instances of a type: strings, exceptions, what the JVM makes itself.
    OfType(Type),
    /// One for all arrays of a type that have no elements.
    Empty(Type),
    /// The `Class` object of a type.
    ClassOf(Type),
    /// A string constant, by number.
    Text(u32),
    /// What stands for a method: `Method`, `MethodHandle`.
    Member(MethodId, Type),
    /// What stands for some method of a class, which is not known.
    Methods(ClassId, Type),
    /// The same for those that are public.
    PublicMethods(ClassId, Type),
    /// What stands for some field of a class.
    Fields(ClassId, Type),
    /// What stands for the constructors of a class.
    Constructors(ClassId, Type),
    /// A method handle with its receiver.
    Bound(MethodId, ObjectId),
    /// What stands for a field: `Field`, `VarHandle`, an updater, an offset.
    Field(FieldId, Type),
    /// What stands for the elements of arrays.
    Elements(Type),
    /// The class objects of classes made at run time that extend or implement a class.
    GeneratedClass(ClassId),
    /// What stands for constructors and methods of such classes.
    GeneratedMembers(ClassId, Type),
    /// Instances of classes made at run time that extend or implement a type; arrays that their code makes.
    Generated(Type),
}

/// All objects, with the masks that filter them by type.
pub(crate) struct Objects {
    table: Table<(Allocation, ContextId)>,
    types: Vec<Type>,
    /// Further types of objects that have several.
    markers: FxHashMap<ObjectId, Box<[Type]>>,
    /// Objects that pass each filter.
    masks: Vec<Set>,
    filters: Table<Filter>,
    /// What is known of each type that has an object.
    by_type: FxHashMap<Type, OfType>,
    /// The types of objects by what is above them, and the filters by what passes them: to try each type
    /// with each filter would be millions of questions.
    below: FxHashMap<ClassId, Vec<Type>>,
    by_include: FxHashMap<ClassId, Vec<FilterId>>,
}

/// The objects of a type, and the filters that they pass.
#[derive(Default)]
struct OfType {
    objects: Vec<ObjectId>,
    passed: Vec<FilterId>,
}

/// A filter, by number.
pub(crate) type FilterId = u32;

/// In place of a filter: everything passes.
pub(crate) const NO_FILTER: FilterId = u32::MAX;

/// What may pass an edge: instances of a type, except of some others.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Filter {
    pub(crate) include: Type,
    pub(crate) exclude: Vec<Type>,
}

impl Filter {
    fn passes(&self, hierarchy: &Hierarchy, of: Type) -> bool {
        hierarchy.is_subtype(of, self.include)
            && !self.exclude.iter().any(|&except| hierarchy.is_subtype(of, except))
    }
}

impl Objects {
    pub(crate) fn new() -> Self {
        Self {
            table: Table::new(),
            types: Vec::new(),
            markers: FxHashMap::default(),
            masks: Vec::new(),
            filters: Table::new(),
            by_type: FxHashMap::default(),
            below: FxHashMap::default(),
            by_include: FxHashMap::default(),
        }
    }

    pub(crate) fn object(
        &mut self,
        hierarchy: &Hierarchy,
        allocation: Allocation,
        context: ContextId,
        of: Type,
    ) -> (ObjectId, bool) {
        let (object, is_new) = self.table.number((allocation, context));
        if is_new {
            self.types.push(of);
            if !self.by_type.contains_key(&of) {
                self.add_type(hierarchy, of);
            }
            if let Some(known) = self.by_type.get_mut(&of) {
                known.objects.push(object);
                for &filter in &known.passed {
                    self.masks[filter as usize].insert(object);
                }
            }
        }
        (object, is_new)
    }

    /// Finds the filters that objects of a new type pass.
    fn add_type(&mut self, hierarchy: &Hierarchy, of: Type) {
        let mut passed: Vec<FilterId> = Vec::new();
        for above in classes_above(hierarchy, of) {
            self.below.entry(above).or_default().push(of);
            let all = self.by_include.get(&above).into_iter().flatten().copied();
            passed.extend(all.filter(|&it| self.filters.get(it).passes(hierarchy, of)));
        }
        self.by_type.insert(of, OfType { objects: Vec::new(), passed });
    }

    /// Gives a new object further types.
    pub(crate) fn mark(&mut self, hierarchy: &Hierarchy, object: ObjectId, markers: &[Type]) {
        if markers.is_empty() {
            return;
        }
        for filter in 0..self.filters.len() as u32 {
            if markers.iter().any(|&of| self.filters.get(filter).passes(hierarchy, of)) {
                self.masks[filter as usize].insert(object);
            }
        }
        self.markers.insert(object, markers.into());
    }

    pub(crate) fn filter(&mut self, hierarchy: &Hierarchy, filter: Filter) -> FilterId {
        if filter.include == Type::class(hierarchy.object()) && filter.exclude.is_empty() {
            return NO_FILTER;
        }
        let (id, is_new) = self.filters.number(filter);
        if is_new {
            let filter = self.filters.get(id);
            let include = class_included(hierarchy, filter.include);
            self.by_include.entry(include).or_default().push(id);
            let mut mask = Set::default();
            for of in self.below.get(&include).into_iter().flatten() {
                if let Some(known) = self.by_type.get_mut(of)
                    && filter.passes(hierarchy, *of)
                {
                    known.passed.push(id);
                    known.objects.iter().for_each(|&object| {
                        mask.insert(object);
                    });
                }
            }
            for (&object, markers) in &self.markers {
                if markers.iter().any(|&of| filter.passes(hierarchy, of)) {
                    mask.insert(object);
                }
            }
            self.masks.push(mask);
        }
        id
    }

    pub(crate) fn mask(&self, filter: FilterId) -> Option<&Set> {
        self.masks.get(filter as usize)
    }

    pub(crate) fn of(&self, object: ObjectId) -> Type {
        self.types[object as usize]
    }

    pub(crate) fn allocation(&self, object: ObjectId) -> Allocation {
        self.table.get(object).0
    }

    pub(crate) fn context(&self, object: ObjectId) -> ContextId {
        self.table.get(object).1
    }

    pub(crate) fn len(&self) -> usize {
        self.types.len()
    }

    /// The class whose methods an object has: arrays have those of `Object`.
    pub(crate) fn class(&self, hierarchy: &Hierarchy, object: ObjectId) -> ClassId {
        self.of(object).as_class().unwrap_or(hierarchy.object())
    }
}

/// The classes under which a type is found: itself and all above it; of an array, those of all arrays.
fn classes_above(hierarchy: &Hierarchy, of: Type) -> Vec<ClassId> {
    let object = hierarchy.object();
    let mut above = match of.as_class() {
        Some(class) => hierarchy.class(class).ancestors().to_vec(),
        None => hierarchy.array_interfaces().to_vec(),
    };
    if !above.contains(&object) {
        above.push(object);
    }
    above
}

/// The class under which all types are found that may pass a filter.
fn class_included(hierarchy: &Hierarchy, include: Type) -> ClassId {
    include.as_class().unwrap_or(hierarchy.object())
}
