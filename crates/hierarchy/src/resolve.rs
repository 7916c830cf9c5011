//! Resolution of fields and methods (JVMS 5.4.3.2 to 5.4.3.4) and the checks that each kind of call
//! makes after it.

use std::fmt;

use rustc_hash::FxHashSet;
use snarl_classfile::{MemberRef, access};

use crate::hierarchy::Hierarchy;
use crate::types::{ClassId, FieldId, MethodId};

/// The four kinds of calls.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[allow(missing_docs)]
pub enum InvokeKind {
    Virtual,
    Special,
    Static,
    Interface,
}

/// Why a reference means nothing: the error that the JVM throws.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs)]
pub enum LinkageError {
    NoClassDefFound,
    NoSuchField,
    NoSuchMethod,
    IncompatibleClassChange,
    IllegalAccess,
    AbstractMethod,
}

impl LinkageError {
    /// The simple name of the JVM's error.
    pub fn name(self) -> &'static str {
        match self {
            Self::NoClassDefFound => "NoClassDefFoundError",
            Self::NoSuchField => "NoSuchFieldError",
            Self::NoSuchMethod => "NoSuchMethodError",
            Self::IncompatibleClassChange => "IncompatibleClassChangeError",
            Self::IllegalAccess => "IllegalAccessError",
            Self::AbstractMethod => "AbstractMethodError",
        }
    }
}

impl fmt::Display for LinkageError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl std::error::Error for LinkageError {}

impl Hierarchy {
    /// The class that a member reference names; arrays have the members of `Object`.
    pub fn owner(&self, reference: &MemberRef<'_>, referrer: ClassId) -> ClassId {
        match reference.owner.first() {
            Some(b'[') => self.object(),
            _ => self.class_named(reference.owner, Some(referrer)),
        }
    }

    /// Field resolution (JVMS 5.4.3.2), without access control.
    pub fn resolve_field(
        &self,
        owner: ClassId,
        name: &[u8],
        descriptor: &[u8],
    ) -> Result<FieldId, LinkageError> {
        if self.is_phantom(owner) {
            return Err(LinkageError::NoClassDefFound);
        }
        let mut next = Some(owner);
        while let Some(id) = next {
            let class = self.class(id);
            if let Some(index) = class.find_field(name, descriptor) {
                return Ok(FieldId { class: id, index });
            }
            if let Some(found) = self.interface_field(class.interfaces(), name, descriptor) {
                return Ok(found);
            }
            next = class.super_class();
        }
        Err(self.not_found(owner, LinkageError::NoSuchField))
    }

    /// Why a member is not found: where a super type is missing, the JVM stops at that.
    fn not_found(&self, owner: ClassId, error: LinkageError) -> LinkageError {
        if self.is_incomplete(owner) { LinkageError::NoClassDefFound } else { error }
    }

    /// Depth first through super interfaces, in the order of declaration.
    fn interface_field(&self, from: &[ClassId], name: &[u8], descriptor: &[u8]) -> Option<FieldId> {
        let mut stack: Vec<ClassId> = from.iter().rev().copied().collect();
        // Without it, diamonds above diamonds would take exponential time.
        let mut seen = FxHashSet::default();
        while let Some(id) = stack.pop() {
            if !seen.insert(id) {
                continue;
            }
            let class = self.class(id);
            if let Some(index) = class.find_field(name, descriptor) {
                return Some(FieldId { class: id, index });
            }
            stack.extend(class.interfaces().iter().rev());
        }
        None
    }

    /// Field resolution as `caller` does it, with access control and the check that a static
    /// instruction means a static field.
    pub fn link_field(
        &self,
        caller: ClassId,
        owner: ClassId,
        name: &[u8],
        descriptor: &[u8],
        is_static: bool,
    ) -> Result<FieldId, LinkageError> {
        if !self.can_access_class(caller, owner) {
            return Err(LinkageError::IllegalAccess);
        }
        let found = self.resolve_field(owner, name, descriptor)?;
        let member = self.class(found.class).field(found.index).ok_or(LinkageError::NoSuchField)?;
        if !self.can_access_member(caller, owner, found.class, member) {
            return Err(LinkageError::IllegalAccess);
        }
        if member.is(access::STATIC) != is_static {
            return Err(LinkageError::IncompatibleClassChange);
        }
        Ok(found)
    }

    /// Method resolution, without access control: JVMS 5.4.3.3 for a class's method, 5.4.3.4 for an
    /// interface's.
    pub fn resolve_method(
        &self,
        owner: ClassId,
        name: &[u8],
        descriptor: &[u8],
        interface: bool,
    ) -> Result<MethodId, LinkageError> {
        if self.is_phantom(owner) {
            return Err(LinkageError::NoClassDefFound);
        }
        if self.class(owner).is_interface() != interface {
            return Err(LinkageError::IncompatibleClassChange);
        }
        let found = self.lookup_method(owner, name, descriptor);
        found.ok_or_else(|| self.not_found(owner, LinkageError::NoSuchMethod))
    }

    /// Method lookup, once it is known whether the owner is an interface.
    fn lookup_method(&self, owner: ClassId, name: &[u8], descriptor: &[u8]) -> Option<MethodId> {
        if self.class(owner).is_interface() {
            if let Some(index) = self.class(owner).find_method(name, descriptor) {
                return Some(MethodId { class: owner, index });
            }
            if let Some(found) = self.public_object_method(name, descriptor) {
                return Some(found);
            }
        } else {
            if let Some(found) = self.signature_polymorphic(owner, name) {
                return Some(found);
            }
            if let Some(found) = self.class_method(owner, name, descriptor) {
                return Some(found);
            }
        }
        let specific = self.maximally_specific(owner, name, descriptor);
        let mut concrete = specific.iter().filter(|&&it| !self.method_is(it, access::ABSTRACT));
        match (concrete.next(), concrete.next()) {
            (Some(&only), None) => Some(only),
            _ => specific.first().copied(),
        }
    }

    /// The first method of that signature in a class and its super classes.
    pub(crate) fn class_method(
        &self,
        from: ClassId,
        name: &[u8],
        descriptor: &[u8],
    ) -> Option<MethodId> {
        let mut next = Some(from);
        while let Some(id) = next {
            let class = self.class(id);
            if let Some(index) = class.find_method(name, descriptor) {
                return Some(MethodId { class: id, index });
            }
            next = class.super_class();
        }
        None
    }

    /// The public instance method of `Object` with that signature: every interface has it.
    pub(crate) fn public_object_method(&self, name: &[u8], descriptor: &[u8]) -> Option<MethodId> {
        let object = self.object();
        let found =
            MethodId { class: object, index: self.class(object).find_method(name, descriptor)? };
        let eligible =
            self.method_is(found, access::PUBLIC) && !self.method_is(found, access::STATIC);
        eligible.then_some(found)
    }

    /// A signature-polymorphic method (JVMS 2.9.3): one of `MethodHandle` or `VarHandle` that is native
    /// and takes any arguments.
    fn signature_polymorphic(&self, owner: ClassId, name: &[u8]) -> Option<MethodId> {
        let owner_name = self.name(owner);
        if !matches!(&*owner_name, b"java/lang/invoke/MethodHandle" | b"java/lang/invoke/VarHandle")
        {
            return None;
        }
        let file = self.class(owner).file()?;
        let polymorphic = access::NATIVE | access::VARARGS;
        let index = file.methods().position(|it| {
            it.name() == name
                && it.access() & polymorphic == polymorphic
                && it.descriptor().starts_with(b"([Ljava/lang/Object;)")
        })?;
        Some(MethodId { class: owner, index: index as u16 })
    }

    /// The maximally-specific super-interface methods of a class (JVMS 5.4.3.3): neither private nor
    /// static, and no other such method is declared in an interface below. In the order of ids.
    pub(crate) fn maximally_specific(
        &self,
        class: ClassId,
        name: &[u8],
        descriptor: &[u8],
    ) -> Vec<MethodId> {
        let mut found: Vec<MethodId> = Vec::new();
        for &interface in self.class(class).ancestors() {
            let candidate = self.class(interface);
            if interface == class || !candidate.is_interface() {
                continue;
            }
            if let Some(index) = candidate.find_method(name, descriptor) {
                let method = MethodId { class: interface, index };
                if !self.method_is(method, access::PRIVATE | access::STATIC) {
                    found.push(method);
                }
            }
        }
        let all = found.clone();
        let overridden = |it: MethodId| {
            all.iter()
                .any(|other| other.class != it.class && self.is_subclass(other.class, it.class))
        };
        found.retain(|&it| !overridden(it));
        found
    }

    /// Whether a method has one of these flags.
    pub(crate) fn method_is(&self, method: MethodId, flags: u16) -> bool {
        self.class(method.class).method(method.index).is_some_and(|it| it.is(flags))
    }

    /// Method resolution as a call in `caller` does it: with access control, and the checks that the
    /// kind of call makes.
    pub fn link_method(
        &self,
        kind: InvokeKind,
        caller: ClassId,
        owner: ClassId,
        name: &[u8],
        descriptor: &[u8],
        interface: bool,
    ) -> Result<MethodId, LinkageError> {
        if !self.can_access_class(caller, owner) {
            return Err(LinkageError::IllegalAccess);
        }
        let found = self.resolve_method(owner, name, descriptor, interface)?;
        let member =
            self.class(found.class).method(found.index).ok_or(LinkageError::NoSuchMethod)?;
        if !self.can_access_member(caller, owner, found.class, member) {
            return Err(LinkageError::IllegalAccess);
        }
        if member.is(access::STATIC) != (kind == InvokeKind::Static) {
            return Err(LinkageError::IncompatibleClassChange);
        }
        if kind == InvokeKind::Special && name == b"<init>" && found.class != owner {
            return Err(LinkageError::NoSuchMethod);
        }
        Ok(found)
    }
}
