//! The table of all classes, and how one of them is parsed and linked when it is first needed.

use std::borrow::Cow;
use std::sync::{Mutex, OnceLock, PoisonError};

use rustc_hash::{FxHashMap, FxHashSet};
use snarl_archive::Container;
use snarl_classfile::{FieldDescriptor, MethodDescriptor, Result, decode_mutf8};

use crate::class::{Class, Origin, Parsed};
use crate::phantom::Phantoms;
use crate::subtypes::Subtypes;
use crate::types::{ClassId, FieldId, MethodId, Type};
use crate::warning::{Warning, WarningKind};

/// Most super types that a class may have. Real programs stay below a hundred; more is an attack on our
/// memory, for every class keeps the list of its super types.
const MAX_ANCESTORS: usize = 2_000;

/// A source of classes: a container with the origin of what is in it.
pub(crate) struct Source {
    pub(crate) container: Container,
    pub(crate) origin: Origin,
}

/// A class of the index: where it is, and what is known of it so far.
pub(crate) struct Slot {
    pub(crate) name: Box<[u8]>,
    pub(crate) origin: Origin,
    pub(crate) source: u32,
    pub(crate) entry: u32,
    pub(crate) parsed: Mutex<Option<Box<Parsed>>>,
    pub(crate) supers: OnceLock<Supers>,
    pub(crate) class: OnceLock<Class>,
}

/// The direct super types as the class file names them.
pub(crate) struct Supers {
    super_class: Option<ClassId>,
    interfaces: Box<[ClassId]>,
}

/// The classes of a program.
pub struct Hierarchy {
    pub(crate) sources: Vec<Source>,
    pub(crate) slots: Vec<Slot>,
    pub(crate) ids: FxHashMap<Box<[u8]>, ClassId>,
    pub(crate) phantoms: Phantoms,
    pub(crate) subtypes: OnceLock<Subtypes>,
    program_classes: OnceLock<Box<[ClassId]>>,
    pub(crate) warnings: Mutex<Vec<Warning>>,
    phantom_class: Class,
    /// `java.lang.Object`, where it is missing itself: nothing is above it.
    phantom_object: Class,
    object: ClassId,
    cloneable: ClassId,
    serializable: ClassId,
}

impl Hierarchy {
    pub(crate) fn new(
        sources: Vec<Source>,
        slots: Vec<Slot>,
        ids: FxHashMap<Box<[u8]>, ClassId>,
        warnings: Vec<Warning>,
    ) -> Self {
        let phantoms = Phantoms::new(slots.len() as u32);
        let well_known =
            |name: &[u8]| ids.get(name).copied().unwrap_or_else(|| phantoms.get_or_add(name, None));
        let object = well_known(b"java/lang/Object");
        let cloneable = well_known(b"java/lang/Cloneable");
        let serializable = well_known(b"java/io/Serializable");
        Self {
            phantom_class: Class::new(
                None,
                Some(object),
                Box::default(),
                Box::new([object]),
                false,
            ),
            phantom_object: Class::new(None, None, Box::default(), Box::new([object]), false),
            subtypes: OnceLock::new(),
            program_classes: OnceLock::new(),
            warnings: Mutex::new(warnings),
            sources,
            slots,
            ids,
            phantoms,
            object,
            cloneable,
            serializable,
        }
    }

    /// Number of classes in the index, phantoms left out. Their ids are `0..len`.
    pub fn len(&self) -> usize {
        self.slots.len()
    }

    /// Whether there is no class at all.
    pub fn is_empty(&self) -> bool {
        self.slots.is_empty()
    }

    /// All classes in the index, in the order of their ids.
    pub fn ids(&self) -> impl DoubleEndedIterator<Item = ClassId> + ExactSizeIterator + use<> {
        (0..self.slots.len() as u32).map(ClassId)
    }

    /// The classes that are not the JDK's.
    pub fn program_classes(&self) -> &[ClassId] {
        self.program_classes
            .get_or_init(|| self.ids().filter(|&class| self.origin(class) != Origin::Jdk).collect())
    }

    /// `java.lang.Object`.
    pub fn object(&self) -> ClassId {
        self.object
    }

    /// The class or phantom of an internal name, if it is known.
    pub fn find(&self, name: &[u8]) -> Option<ClassId> {
        self.ids.get(name).copied().or_else(|| self.phantoms.find(name))
    }

    /// The class of an internal name; a phantom if there is none.
    pub fn class_named(&self, name: &[u8], referrer: Option<ClassId>) -> ClassId {
        match self.ids.get(name) {
            Some(&id) => id,
            None => self.phantoms.get_or_add(name, referrer),
        }
    }

    /// The internal name of a class.
    pub fn name(&self, class: ClassId) -> Cow<'_, [u8]> {
        if let Some(slot) = self.slots.get(class.index()) {
            return Cow::Borrowed(&slot.name);
        }
        let phantom = self.phantoms.get(class);
        Cow::Owned(phantom.map_or_else(|| b"?".into(), |phantom| phantom.name.into_vec()))
    }

    /// The name of a class as people write it, with dots.
    pub fn display_name(&self, class: ClassId) -> String {
        decode_mutf8(&self.name(class)).replace('/', ".")
    }

    /// The name of a type as people write it.
    pub fn type_name(&self, of: Type) -> String {
        let mut name = match of.base_class() {
            Some(class) => self.display_name(class),
            None => of.base_name().unwrap_or("?").to_owned(),
        };
        (0..of.dimensions()).for_each(|_| name.push_str("[]"));
        name
    }

    /// Whether a class is a phantom: referred to, but nowhere found or not readable.
    pub fn is_phantom(&self, class: ClassId) -> bool {
        self.class(class).parsed.is_none()
    }

    /// Where a class comes from; phantoms count as library.
    pub fn origin(&self, class: ClassId) -> Origin {
        let slot = self.slots.get(class.index());
        slot.map_or(Origin::Library, |slot| slot.origin)
    }

    /// The file and the entry a class was read from.
    pub fn location(&self, class: ClassId) -> Option<(&str, String)> {
        let slot = self.slots.get(class.index())?;
        let container = &self.sources[slot.source as usize].container;
        Some((container.label(), container.entry_path(slot.entry as usize)))
    }

    /// The number of the folder or archive a class was read from.
    pub fn source(&self, class: ClassId) -> Option<u32> {
        self.slots.get(class.index()).map(|slot| slot.source)
    }

    /// A class with its super types; parsed and linked now if it was not yet.
    pub fn class(&self, id: ClassId) -> &Class {
        let Some(slot) = self.slots.get(id.index()) else {
            return if id == self.object { &self.phantom_object } else { &self.phantom_class };
        };
        slot.class.get().unwrap_or_else(|| self.link(id))
    }

    /// The type that a field descriptor names.
    pub fn type_of(&self, descriptor: FieldDescriptor<'_>, referrer: ClassId) -> Type {
        Type::from_descriptor(descriptor, |name| self.class_named(name, Some(referrer)))
    }

    /// The type that a class constant names: a class or an array.
    pub fn type_of_constant(&self, name: &[u8], referrer: ClassId) -> Result<Type> {
        Ok(self.type_of(FieldDescriptor::parse_class_constant(name)?, referrer))
    }

    /// Parameter types (without the receiver) and return type of a method descriptor.
    pub fn signature(&self, descriptor: &[u8], referrer: ClassId) -> Result<(Vec<Type>, Type)> {
        let parsed = MethodDescriptor::parse(descriptor)?;
        let parameters = parsed.parameters().map(|it| self.type_of(it, referrer)).collect();
        let returns = parsed.returns().map_or(Type::VOID, |it| self.type_of(it, referrer));
        Ok((parameters, returns))
    }

    /// `java.lang.Cloneable` and `java.io.Serializable`, the super interfaces of all arrays.
    pub fn array_interfaces(&self) -> [ClassId; 2] {
        [self.cloneable, self.serializable]
    }

    /// The method as `a.b.C.name(descriptor)`, for messages.
    pub fn method_name(&self, method: MethodId) -> String {
        let found = self.class(method.class).method(method.index);
        let text = |bytes: &[u8]| decode_mutf8(bytes).into_owned();
        let (name, descriptor) =
            found.map(|it| (text(it.name()), text(it.descriptor()))).unwrap_or_default();
        format!("{}.{name}{descriptor}", self.display_name(method.class))
    }

    /// The field as `a.b.C.name`, for messages.
    pub fn field_name(&self, field: FieldId) -> String {
        let found = self.class(field.class).field(field.index);
        let name = found.map(|it| decode_mutf8(it.name()).into_owned()).unwrap_or_default();
        format!("{}.{name}", self.display_name(field.class))
    }

    /// All warnings so far, in an order that does not depend on threads.
    pub fn warnings(&self) -> Vec<Warning> {
        let mut all = self.warnings.lock().unwrap_or_else(PoisonError::into_inner).clone();
        // The JDK refers to classes that it makes at run time; nobody has to know.
        for phantom in self.phantoms.all() {
            match phantom.referrer {
                Some(referrer) if self.origin(referrer) != Origin::Jdk => {
                    all.push(self.missing(&phantom.name, referrer));
                }
                _ => {}
            }
        }
        all.sort();
        all.dedup();
        all
    }

    fn missing(&self, name: &[u8], referrer: ClassId) -> Warning {
        let name = decode_mutf8(name).replace('/', ".");
        let message =
            format!("class {name} is missing; {} refers to it", self.display_name(referrer));
        let kind = match self.origin(referrer) {
            Origin::Library => WarningKind::MissingOfLibrary,
            _ => WarningKind::MissingClass,
        };
        Warning { kind, file: String::new(), entry: None, message }
    }

    pub(crate) fn warn(&self, warning: Warning) {
        self.warnings.lock().unwrap_or_else(PoisonError::into_inner).push(warning);
    }

    fn warn_of(&self, class: ClassId, kind: WarningKind, message: String) {
        let (file, entry) = self.location(class).unwrap_or(("", String::new()));
        self.warn(Warning { kind, file: file.to_owned(), entry: Some(entry), message });
    }

    fn parse(&self, id: ClassId) -> Option<Box<Parsed>> {
        let slot = &self.slots[id.index()];
        let container = &self.sources[slot.source as usize].container;
        let bytes = match container.read(slot.entry as usize) {
            Ok(bytes) => bytes,
            Err(problem) => {
                self.warn(problem.into());
                return None;
            }
        };
        match Parsed::parse(bytes) {
            Ok(parsed) if parsed.file().name() == &*slot.name => Some(Box::new(parsed)),
            Ok(parsed) => {
                let found = decode_mutf8(parsed.file().name()).replace('/', ".");
                self.warn_of(id, WarningKind::BadClass, format!("holds another class, {found}"));
                None
            }
            Err(error) => {
                self.warn_of(id, WarningKind::BadClass, error.to_string());
                None
            }
        }
    }

    /// The direct super types as the class file names them. Computed with the lock on the parsed class
    /// held, so that each class is parsed once.
    fn supers(&self, id: ClassId) -> Option<&Supers> {
        let slot = self.slots.get(id.index())?;
        Some(slot.supers.get_or_init(|| {
            let mut parsed = slot.parsed.lock().unwrap_or_else(PoisonError::into_inner);
            if parsed.is_none() {
                *parsed = self.parse(id);
            }
            // Nothing is above `Object`, whatever its class file says.
            if id == self.object {
                return Supers { super_class: None, interfaces: Box::default() };
            }
            let named = |name: &[u8]| self.class_named(name, Some(id));
            match &*parsed {
                Some(parsed) => {
                    let file = parsed.file();
                    Supers {
                        super_class: file.super_name().map(named),
                        interfaces: file.interface_names().map(named).collect(),
                    }
                }
                None => Supers { super_class: Some(self.object), interfaces: Box::default() },
            }
        }))
    }

    fn direct_supers(&self, id: ClassId) -> impl Iterator<Item = ClassId> + use<'_> {
        let supers = self.supers(id);
        supers
            .into_iter()
            .flat_map(|it| it.super_class.into_iter().chain(it.interfaces.iter().copied()))
    }

    /// Links a class after all its super types. Those that are their own super types are found on the
    /// way, as strongly connected components (Tarjan's algorithm, iterative: hierarchies can be deep).
    fn link(&self, id: ClassId) -> &Class {
        let mut search = Search::default();
        search.enter(id, self.unsettled(id));
        while let Some(step) = search.path.last_mut() {
            if let Some(above) = step.above.pop() {
                match search.numbers.get(&above) {
                    None => search.enter(above, self.unsettled(above)),
                    Some(&number) if search.waiting.contains(&above) => {
                        step.lowest = step.lowest.min(number);
                    }
                    Some(_) => {}
                }
                continue;
            }
            let component = search.leave();
            let loops = |&it: &ClassId| self.direct_supers(it).any(|above| above == it);
            let in_cycle = component.len() > 1 || component.first().is_some_and(loops);
            if in_cycle {
                self.warn_of_cycle(&component);
            }
            for member in component {
                self.slots[member.index()].class.get_or_init(|| self.linked(member, in_cycle));
            }
        }
        self.slots[id.index()].class.get().unwrap_or(&self.phantom_class)
    }

    /// The direct super types that are not linked yet, or that are in a cycle, which then goes on.
    fn unsettled(&self, id: ClassId) -> Vec<ClassId> {
        let is_unsettled = |above: &ClassId| {
            let slot = self.slots.get(above.index());
            slot.is_some_and(|slot| slot.class.get().is_none_or(|class| class.is_cut_loose))
        };
        let mut found: Vec<ClassId> = self.direct_supers(id).filter(is_unsettled).collect();
        found.reverse();
        found
    }

    /// Makes the linked form; all super types are linked already, unless the class is in a cycle.
    fn linked(&self, id: ClassId, in_cycle: bool) -> Class {
        let slot = &self.slots[id.index()];
        let supers = self.supers(id);
        let parsed = slot.parsed.lock().unwrap_or_else(PoisonError::into_inner).take();
        let object = (id != self.object).then_some(self.object);
        if !in_cycle && let Some(supers) = supers {
            let super_class = supers.super_class.or(object);
            let ancestors = self.ancestors(id, super_class.iter().chain(&supers.interfaces));
            if ancestors.len() <= MAX_ANCESTORS {
                return Class::new(
                    parsed,
                    super_class,
                    supers.interfaces.clone(),
                    ancestors,
                    false,
                );
            }
            let name = self.display_name(id);
            let message = format!(
                "class {name} has more than {MAX_ANCESTORS} super types; it is taken to extend \
                 Object alone"
            );
            self.warn_of(id, WarningKind::Cycle, message);
        }
        let ancestors = self.ancestors(id, object.iter());
        Class::new(parsed, object, Box::default(), ancestors, in_cycle)
    }

    fn ancestors<'a>(
        &self,
        id: ClassId,
        above: impl Iterator<Item = &'a ClassId>,
    ) -> Box<[ClassId]> {
        let mut ancestors = vec![id];
        for &above in above {
            ancestors.push(above);
            ancestors.extend_from_slice(&self.class(above).ancestors);
        }
        ancestors.sort_unstable();
        ancestors.dedup();
        ancestors.into_boxed_slice()
    }

    fn warn_of_cycle(&self, members: &[ClassId]) {
        let Some(&first) = members.iter().min() else { return };
        let name = self.display_name(first);
        let message = match members.len() {
            1 => format!("class {name} is its own super type; it is taken to extend Object alone"),
            count => format!(
                "{count} classes ({name}, …) are super types of each other; they are taken to extend \
                 Object alone"
            ),
        };
        self.warn_of(first, WarningKind::Cycle, message);
    }
}

/// The state of a search for cycles above a class.
#[derive(Default)]
struct Search {
    numbers: FxHashMap<ClassId, u32>,
    /// Classes whose component is not complete, in the order in which they were met.
    stack: Vec<ClassId>,
    waiting: FxHashSet<ClassId>,
    path: Vec<Step>,
}

struct Step {
    class: ClassId,
    lowest: u32,
    above: Vec<ClassId>,
}

impl Search {
    fn enter(&mut self, class: ClassId, above: Vec<ClassId>) {
        let number = self.numbers.len() as u32;
        self.numbers.insert(class, number);
        self.stack.push(class);
        self.waiting.insert(class);
        self.path.push(Step { class, lowest: number, above });
    }

    /// Leaves the last class on the path. If a component is complete with it: its classes.
    fn leave(&mut self) -> Vec<ClassId> {
        let Some(step) = self.path.pop() else { return Vec::new() };
        if let Some(below) = self.path.last_mut() {
            below.lowest = below.lowest.min(step.lowest);
        }
        if self.numbers.get(&step.class) != Some(&step.lowest) {
            return Vec::new();
        }
        let start = self.stack.iter().rposition(|&it| it == step.class).unwrap_or(0);
        let members = self.stack.split_off(start);
        members.iter().for_each(|it| _ = self.waiting.remove(it));
        members
    }
}
