//! One class of the program.

use std::hash::Hasher;

use rustc_hash::FxHasher;
use snarl_archive::Bytes;
use snarl_classfile::{ClassFile, Layout, Member, ParseError, access};

use crate::types::ClassId;

/// Where a class comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Origin {
    /// What the user wants analysed.
    Application,
    /// What the application uses.
    Library,
    /// The JDK's own classes.
    Jdk,
}

impl Origin {
    /// Its name in reports.
    pub fn name(self) -> &'static str {
        match self {
            Self::Application => "application",
            Self::Library => "library",
            Self::Jdk => "jdk",
        }
    }
}

/// A parsed class file with its bytes.
pub(crate) struct Parsed {
    bytes: Bytes,
    layout: Layout,
}

impl Parsed {
    pub(crate) fn parse(bytes: Bytes) -> Result<Self, ParseError> {
        let layout = Layout::parse(&bytes)?;
        Ok(Self { bytes, layout })
    }

    pub(crate) fn file(&self) -> ClassFile<'_> {
        self.layout.on(&self.bytes)
    }
}

/// A class whose super types are known.
pub struct Class {
    pub(crate) parsed: Option<Box<Parsed>>,
    pub(crate) super_class: Option<ClassId>,
    pub(crate) interfaces: Box<[ClassId]>,
    /// The class itself and all its super types, sorted.
    pub(crate) ancestors: Box<[ClassId]>,
    /// Whether it was its own super type.
    pub(crate) is_cut_loose: bool,
    /// (hash of name and descriptor, index), sorted, for each method.
    methods: Box<[(u32, u16)]>,
}

impl Class {
    pub(crate) fn new(
        parsed: Option<Box<Parsed>>,
        super_class: Option<ClassId>,
        interfaces: Box<[ClassId]>,
        ancestors: Box<[ClassId]>,
        is_cut_loose: bool,
    ) -> Self {
        let mut methods = Vec::new();
        if let Some(parsed) = &parsed {
            let hashes =
                parsed.file().methods().map(|it| signature_hash(it.name(), it.descriptor()));
            // A class file holds at most 65535 methods.
            methods.extend(hashes.enumerate().map(|(index, hash)| (hash, index as u16)));
            methods.sort_unstable();
        }
        let methods = methods.into_boxed_slice();
        Self { parsed, super_class, interfaces, ancestors, is_cut_loose, methods }
    }

    /// The class file; `None` for phantoms and classes that could not be read.
    pub fn file(&self) -> Option<ClassFile<'_>> {
        Some(self.parsed.as_ref()?.file())
    }

    /// The super class; `None` for `java.lang.Object`.
    pub fn super_class(&self) -> Option<ClassId> {
        self.super_class
    }

    /// The direct super interfaces.
    pub fn interfaces(&self) -> &[ClassId] {
        &self.interfaces
    }

    /// The class itself and all its super types, sorted by id.
    pub fn ancestors(&self) -> &[ClassId] {
        &self.ancestors
    }

    /// Access flags; 0 if unknown.
    pub fn access(&self) -> u16 {
        self.file().map_or(0, |file| file.access())
    }

    /// Whether it is known to be an interface.
    pub fn is_interface(&self) -> bool {
        self.access() & access::INTERFACE != 0
    }

    /// The declared method of that name and descriptor: its index.
    pub fn find_method(&self, name: &[u8], descriptor: &[u8]) -> Option<u16> {
        let file = self.file()?;
        let hash = signature_hash(name, descriptor);
        let start = self.methods.partition_point(|&(found, _)| found < hash);
        let candidates = self.methods[start..].iter().take_while(|&&(found, _)| found == hash);
        candidates.map(|&(_, index)| index).find(|&index| {
            file.method(usize::from(index))
                .is_some_and(|it| it.name() == name && it.descriptor() == descriptor)
        })
    }

    /// A number for the name and descriptor of each declared method, and its index. Methods with the same
    /// name and descriptor have the same number, in all classes.
    pub fn signatures(&self) -> &[(u32, u16)] {
        &self.methods
    }

    /// The number of one declared method.
    pub fn signature(&self, index: u16) -> Option<u32> {
        self.method(index).map(|it| signature_hash(it.name(), it.descriptor()))
    }

    /// The declared field of that name and descriptor: its index.
    pub fn find_field(&self, name: &[u8], descriptor: &[u8]) -> Option<u16> {
        let matches = |it: Member<'_>| it.name() == name && it.descriptor() == descriptor;
        self.file()?.fields().position(matches).map(|index| index as u16)
    }

    /// The method at a position.
    pub fn method(&self, index: u16) -> Option<Member<'_>> {
        self.file()?.method(usize::from(index))
    }

    /// The field at a position.
    pub fn field(&self, index: u16) -> Option<Member<'_>> {
        self.file()?.field(usize::from(index))
    }
}

fn signature_hash(name: &[u8], descriptor: &[u8]) -> u32 {
    let mut hasher = FxHasher::default();
    hasher.write(name);
    hasher.write(descriptor);
    let hash = hasher.finish();
    (hash ^ hash >> 32) as u32
}
