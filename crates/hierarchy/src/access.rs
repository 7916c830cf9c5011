//! Access control (JVMS 5.4.4), nest mates included.

use snarl_classfile::{ClassFile, Member, access};

use crate::hierarchy::Hierarchy;
use crate::types::ClassId;

impl Hierarchy {
    /// Whether two classes are in the same run-time package. There is one class loader for us, so the
    /// name decides.
    pub fn same_package(&self, a: ClassId, b: ClassId) -> bool {
        package(&self.name(a)) == package(&self.name(b))
    }

    /// Whether `caller` may use the class. Modules are not considered.
    pub(crate) fn can_access_class(&self, caller: ClassId, class: ClassId) -> bool {
        self.class(class).access() & access::PUBLIC != 0
            || self.is_phantom(class)
            || self.same_package(caller, class)
    }

    /// Whether `caller` may use a member that `declaring` declares and that the reference names
    /// through `owner`.
    pub(crate) fn can_access_member(
        &self,
        caller: ClassId,
        owner: ClassId,
        declaring: ClassId,
        member: Member<'_>,
    ) -> bool {
        if member.is(access::PUBLIC) {
            return true;
        }
        if member.is(access::PRIVATE) {
            return self.same_nest(caller, declaring);
        }
        if self.same_package(caller, declaring) {
            return true;
        }
        member.is(access::PROTECTED)
            && !self.class(caller).is_interface()
            && self.extends(caller, declaring)
            && (member.is(access::STATIC)
                || self.extends(owner, caller)
                || self.extends(caller, owner))
    }

    /// Whether a class is another or has it among its super classes.
    fn extends(&self, below: ClassId, above: ClassId) -> bool {
        let mut next = Some(below);
        while let Some(id) = next {
            if id == above {
                return true;
            }
            next = self.class(id).super_class();
        }
        false
    }

    fn same_nest(&self, a: ClassId, b: ClassId) -> bool {
        a == b || self.nest_host(a) == self.nest_host(b)
    }

    /// The host of a class's nest: the one it names, if that one names it back (JVMS 5.4.4). Class
    /// files have nests since Java 11.
    pub fn nest_host(&self, class: ClassId) -> ClassId {
        let has_nests = |file: &ClassFile<'_>| file.version().0 >= 55;
        let Some(file) = self.class(class).file().filter(has_nests) else { return class };
        let Some(host) = file.nest_host().and_then(|name| self.find(name)) else { return class };
        let names_it = |host: ClassId| {
            let members = self.class(host).file().filter(has_nests).map(|file| file.nest_members());
            members.unwrap_or_default().contains(&file.name())
        };
        if self.same_package(class, host) && names_it(host) { host } else { class }
    }
}

fn package(name: &[u8]) -> &[u8] {
    let end = name.iter().rposition(|&byte| byte == b'/').unwrap_or(0);
    &name[..end]
}
