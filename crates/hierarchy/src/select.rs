//! Selection: which method runs for a receiver (JVMS 5.4.5, 5.4.6, and invokespecial's own rule).

use snarl_classfile::access;

use crate::hierarchy::Hierarchy;
use crate::resolve::{InvokeKind, LinkageError};
use crate::types::{ClassId, MethodId};

impl Hierarchy {
    /// The method that a virtual or interface call of `resolved` runs for a receiver of a class.
    pub fn select(&self, receiver: ClassId, resolved: MethodId) -> Result<MethodId, LinkageError> {
        self.select_any(receiver, resolved).and_then(|found| self.runnable(found))
    }

    /// Selection before the check that the method can run.
    fn select_any(&self, receiver: ClassId, resolved: MethodId) -> Result<MethodId, LinkageError> {
        if self.method_is(resolved, access::PRIVATE) {
            return Ok(resolved);
        }
        let member =
            self.class(resolved.class).method(resolved.index).ok_or(LinkageError::NoSuchMethod)?;
        let (name, descriptor) = (member.name(), member.descriptor());
        let candidates = self.instance_methods_above(receiver, resolved, name, descriptor);
        match self.lowest_overrider(&candidates, resolved) {
            Some(found) => Ok(found),
            None => self.select_default(receiver, name, descriptor),
        }
    }

    /// The methods with the resolved one's signature in the receiver's class and its super classes, up
    /// to the resolved one; lowest first.
    fn instance_methods_above(
        &self,
        receiver: ClassId,
        resolved: MethodId,
        name: &[u8],
        descriptor: &[u8],
    ) -> Vec<MethodId> {
        let mut candidates = Vec::new();
        let mut next = Some(receiver);
        while let Some(id) = next {
            let class = self.class(id);
            if let Some(index) = class.find_method(name, descriptor) {
                let candidate = MethodId { class: id, index };
                if !self.method_is(candidate, access::PRIVATE | access::STATIC) {
                    candidates.push(candidate);
                }
            }
            next = class.super_class().filter(|_| id != resolved.class);
        }
        candidates
    }

    /// The lowest of the candidates that overrides the resolved method or is it (JVMS 5.4.5). A
    /// package-private method is overridden within its package, and from elsewhere only by way of a
    /// method that does; so we go down, and remember from where one can go on overriding.
    fn lowest_overrider(&self, candidates: &[MethodId], resolved: MethodId) -> Option<MethodId> {
        let is_open = |it: MethodId| self.method_is(it, access::PUBLIC | access::PROTECTED);
        let mut open = is_open(resolved);
        let mut packages = vec![resolved.class];
        let mut lowest = None;
        for &candidate in candidates.iter().rev() {
            let in_package = |&it: &ClassId| self.same_package(it, candidate.class);
            if candidate == resolved || open || packages.iter().any(in_package) {
                lowest = Some(candidate);
                open |= is_open(candidate);
                packages.push(candidate.class);
            }
        }
        lowest
    }

    /// The one concrete maximally-specific super-interface method.
    fn select_default(
        &self,
        receiver: ClassId,
        name: &[u8],
        descriptor: &[u8],
    ) -> Result<MethodId, LinkageError> {
        let specific = self.maximally_specific(receiver, name, descriptor);
        let mut concrete = specific.iter().filter(|&&it| !self.method_is(it, access::ABSTRACT));
        match (concrete.next(), concrete.next()) {
            (Some(&only), None) => Ok(only),
            (Some(_), Some(_)) => Err(LinkageError::IncompatibleClassChange),
            (None, _) => Err(LinkageError::AbstractMethod),
        }
    }

    fn runnable(&self, method: MethodId) -> Result<MethodId, LinkageError> {
        if self.method_is(method, access::ABSTRACT) {
            return Err(LinkageError::AbstractMethod);
        }
        Ok(method)
    }

    /// The method that an `invokespecial` in `caller` runs.
    pub fn select_special(
        &self,
        caller: ClassId,
        owner: ClassId,
        resolved: MethodId,
    ) -> Result<MethodId, LinkageError> {
        let member =
            self.class(resolved.class).method(resolved.index).ok_or(LinkageError::NoSuchMethod)?;
        let (name, descriptor) = (member.name(), member.descriptor());
        let is_super_call = name != b"<init>"
            && !self.class(owner).is_interface()
            && owner != caller
            && self.is_subclass(caller, owner);
        let from = match self.class(caller).super_class() {
            Some(above) if is_super_call => above,
            _ => owner,
        };
        if let Some(found) = self.instance_method(from, name, descriptor) {
            return self.runnable(found);
        }
        if self.class(from).is_interface()
            && let Some(found) = self.public_object_method(name, descriptor)
        {
            return self.runnable(found);
        }
        self.select_default(from, name, descriptor)
    }

    /// The first instance method of that signature in a class and its super classes; of an interface,
    /// its own.
    fn instance_method(&self, from: ClassId, name: &[u8], descriptor: &[u8]) -> Option<MethodId> {
        let mut next = Some(from);
        while let Some(id) = next {
            let class = self.class(id);
            let found =
                class.find_method(name, descriptor).map(|index| MethodId { class: id, index });
            if let Some(found) = found.filter(|&it| !self.method_is(it, access::STATIC)) {
                return Some(found);
            }
            next = class.super_class().filter(|_| !class.is_interface());
        }
        None
    }

    /// The whole way of a call: resolution, the checks of its kind, and selection.
    #[allow(clippy::too_many_arguments)]
    pub fn target(
        &self,
        kind: InvokeKind,
        caller: ClassId,
        owner: ClassId,
        name: &[u8],
        descriptor: &[u8],
        interface: bool,
        receiver: Option<ClassId>,
    ) -> Result<MethodId, LinkageError> {
        let resolved = self.link_method(kind, caller, owner, name, descriptor, interface)?;
        let is_below = |above| receiver.is_none_or(|receiver| self.is_subclass(receiver, above));
        match kind {
            InvokeKind::Static => Ok(resolved),
            InvokeKind::Special if name != b"<init>" && !is_below(caller) => {
                Err(LinkageError::IllegalAccess)
            }
            InvokeKind::Special => self.select_special(caller, owner, resolved),
            InvokeKind::Virtual => self.select(receiver.unwrap_or(owner), resolved),
            InvokeKind::Interface if !is_below(owner) => Err(LinkageError::IncompatibleClassChange),
            InvokeKind::Interface => {
                let selected = self.select_any(receiver.unwrap_or(owner), resolved)?;
                if self.method_is(selected, access::PUBLIC | access::PRIVATE) {
                    return self.runnable(selected);
                }
                Err(LinkageError::IllegalAccess)
            }
        }
    }
}
