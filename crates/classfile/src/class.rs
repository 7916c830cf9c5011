//! The class as a whole: [`Layout`] (owned offsets) and [`ClassFile`] (offsets with bytes).

use crate::annotation::{self, Annotation};
use crate::attribute::{Attribute, Attributes, InnerClass, RecordComponent};
use crate::code::Code;
use crate::constant::{self, ConstantPool};
use crate::error::{ParseError, Result};
use crate::reader::Reader;

/// Access flags (JVMS 4.1, 4.5, 4.6).
#[allow(missing_docs)]
pub mod access {
    pub const PUBLIC: u16 = 0x0001;
    pub const PRIVATE: u16 = 0x0002;
    pub const PROTECTED: u16 = 0x0004;
    pub const STATIC: u16 = 0x0008;
    pub const FINAL: u16 = 0x0010;
    pub const SYNCHRONIZED: u16 = 0x0020;
    pub const VOLATILE: u16 = 0x0040;
    pub const VARARGS: u16 = 0x0080;
    pub const NATIVE: u16 = 0x0100;
    pub const INTERFACE: u16 = 0x0200;
    pub const ABSTRACT: u16 = 0x0400;
    pub const SYNTHETIC: u16 = 0x1000;
}

const MAGIC: u32 = 0xCAFE_BABE;
const OLDEST: u16 = 45;
const NEWEST: u16 = 69;

/// Where the parts of a class file are. Small, owned, made once for each class.
#[derive(Clone, Debug)]
pub struct Layout {
    constants: Box<[u32]>,
    major: u16,
    minor: u16,
    access: u16,
    this_class: u16,
    super_class: u16,
    interfaces: u32,
    fields: Box<[MemberLayout]>,
    methods: Box<[MemberLayout]>,
    attributes: u32,
}

/// Where a field or method is.
#[derive(Clone, Copy, Debug)]
pub struct MemberLayout {
    /// Access flags.
    pub access: u16,
    name: u16,
    descriptor: u16,
    attributes: u32,
    /// Offset of the body of the `Code` attribute, 0 without one.
    code: u32,
}

impl Layout {
    /// Walks the file once. Fails when the class as a whole cannot be used; a broken method body is
    /// found only when the method is asked for.
    pub fn parse(data: &[u8]) -> Result<Self> {
        if u32::try_from(data.len()).is_err() {
            return Err(ParseError::Malformed { offset: 0, what: "larger than 4 GiB" });
        }
        let mut reader = Reader::new(data, "the header");
        if reader.u32().ok() != Some(MAGIC) {
            return Err(ParseError::NotAClass);
        }
        let (minor, major) = (reader.u16()?, reader.u16()?);
        if !(OLDEST..=NEWEST).contains(&major) {
            return Err(ParseError::UnsupportedVersion { major, minor });
        }
        let constants = constant::scan(&mut reader)?;
        let pool = ConstantPool { data, offsets: &constants };
        reader.now("the class header");
        let (access, this_class, super_class) = (reader.u16()?, reader.u16()?, reader.u16()?);
        let interfaces = reader.position() as u32;
        let interface_count = reader.u16()?;
        reader.skip(2 * usize::from(interface_count))?;
        let fields = members(&mut reader, pool, "the fields")?;
        let methods = members(&mut reader, pool, "the methods")?;
        let attributes = reader.position() as u32;
        skip_attributes(&mut reader, "the class's attributes")?;
        if reader.remaining() > 0 {
            return Err(reader.malformed("bytes after the end of the class"));
        }
        let layout = Self {
            major,
            minor,
            access,
            this_class,
            super_class,
            interfaces,
            fields,
            methods,
            attributes,
            constants,
        };
        layout.on(data).check_names()?;
        Ok(layout)
    }

    /// Pairs the layout with the bytes it was made from. With any other bytes, reading gives errors or
    /// nonsense, but never a panic.
    pub fn on<'a>(&'a self, data: &'a [u8]) -> ClassFile<'a> {
        ClassFile { data, layout: self }
    }
}

fn members(
    reader: &mut Reader<'_>,
    pool: ConstantPool<'_>,
    what: &'static str,
) -> Result<Box<[MemberLayout]>> {
    reader.now(what);
    let count = reader.u16()?;
    let mut members = Vec::with_capacity(usize::from(count).min(reader.remaining() / 8));
    for _ in 0..count {
        let (access, name, descriptor) = (reader.u16()?, reader.u16()?, reader.u16()?);
        let attributes = reader.position() as u32;
        let mut code = 0;
        for _ in 0..reader.u16()? {
            let attribute = reader.u16()?;
            let length = reader.u32()?;
            if pool.utf8(attribute)? == b"Code" {
                code = reader.position() as u32;
            }
            reader.skip(length as usize)?;
        }
        members.push(MemberLayout { access, name, descriptor, attributes, code });
    }
    Ok(members.into_boxed_slice())
}

fn skip_attributes(reader: &mut Reader<'_>, what: &'static str) -> Result<()> {
    reader.now(what);
    for _ in 0..reader.u16()? {
        reader.skip(2)?;
        let length = reader.u32()?;
        reader.skip(length as usize)?;
    }
    Ok(())
}

/// A class file: its layout with its bytes.
#[derive(Clone, Copy)]
pub struct ClassFile<'a> {
    data: &'a [u8],
    layout: &'a Layout,
}

impl<'a> ClassFile<'a> {
    /// The names that the class cannot do without; checked once, so that the accessors below have a
    /// value to return.
    fn check_names(&self) -> Result<()> {
        let pool = self.constants();
        if pool.class(self.layout.this_class)?.is_empty() {
            return Err(ParseError::BadConstant {
                index: self.layout.this_class,
                expected: "a class name",
            });
        }
        pool.optional_class(self.layout.super_class)?;
        for index in self.interface_indices() {
            pool.class(index)?;
        }
        for member in self.layout.fields.iter().chain(&self.layout.methods) {
            pool.utf8(member.name)?;
            pool.utf8(member.descriptor)?;
        }
        Ok(())
    }

    /// The constant pool.
    #[inline]
    pub fn constants(&self) -> ConstantPool<'a> {
        ConstantPool { data: self.data, offsets: &self.layout.constants }
    }

    /// Major and minor version.
    pub fn version(&self) -> (u16, u16) {
        (self.layout.major, self.layout.minor)
    }

    /// Access flags.
    pub fn access(&self) -> u16 {
        self.layout.access
    }

    /// Internal name.
    pub fn name(&self) -> &'a [u8] {
        self.constants().class(self.layout.this_class).unwrap_or_default()
    }

    /// Internal name of the super class; `None` for `java.lang.Object` (and module-info).
    pub fn super_name(&self) -> Option<&'a [u8]> {
        self.constants().optional_class(self.layout.super_class).ok().flatten()
    }

    fn interface_indices(&self) -> impl Iterator<Item = u16> + use<'a> {
        let mut reader = Reader::at(self.data, self.layout.interfaces as usize, "the interfaces");
        let count = reader.u16().unwrap_or(0);
        (0..count).map_while(move |_| reader.u16().ok())
    }

    /// Internal names of the direct super interfaces.
    pub fn interface_names(&self) -> impl Iterator<Item = &'a [u8]> + use<'a> {
        let pool = self.constants();
        self.interface_indices().filter_map(move |index| pool.class(index).ok())
    }

    /// The fields, in the order of the file.
    pub fn fields(&self) -> impl ExactSizeIterator<Item = Member<'a>> + use<'a> {
        let class = *self;
        self.layout.fields.iter().map(move |layout| Member { class, layout })
    }

    /// The methods, in the order of the file.
    pub fn methods(&self) -> impl ExactSizeIterator<Item = Member<'a>> + use<'a> {
        let class = *self;
        self.layout.methods.iter().map(move |layout| Member { class, layout })
    }

    /// The field at a position.
    pub fn field(&self, index: usize) -> Option<Member<'a>> {
        Some(Member { class: *self, layout: self.layout.fields.get(index)? })
    }

    /// The method at a position.
    pub fn method(&self, index: usize) -> Option<Member<'a>> {
        Some(Member { class: *self, layout: self.layout.methods.get(index)? })
    }

    /// All attributes of the class.
    pub fn attributes(&self) -> Attributes<'a> {
        Attributes::at(self.data, self.layout.attributes as usize, self.constants())
    }

    /// The attribute of a given name.
    pub fn attribute(&self, name: &str) -> Option<Attribute<'a>> {
        self.attributes().named(name)
    }

    /// Name of the source file, where the class has it.
    pub fn source_file(&self) -> Option<&'a [u8]> {
        self.attribute("SourceFile")?.utf8()
    }

    /// Generic signature.
    pub fn signature(&self) -> Option<&'a [u8]> {
        self.attribute("Signature")?.utf8()
    }

    /// The class's host in its nest (JVMS 4.7.28).
    pub fn nest_host(&self) -> Option<&'a [u8]> {
        self.attribute("NestHost")?.class()
    }

    /// The classes that a nest host names as members (JVMS 4.7.29).
    pub fn nest_members(&self) -> Vec<&'a [u8]> {
        self.attribute("NestMembers").map(|attribute| attribute.classes()).unwrap_or_default()
    }

    /// The subclasses that a sealed class permits; `None` if it is not sealed.
    pub fn permitted_subclasses(&self) -> Option<Vec<&'a [u8]>> {
        Some(self.attribute("PermittedSubclasses")?.classes())
    }

    /// The components of a record; `None` if it is none.
    pub fn record_components(&self) -> Option<Vec<RecordComponent<'a>>> {
        Some(self.attribute("Record")?.record_components())
    }

    /// The entries of `InnerClasses`.
    pub fn inner_classes(&self) -> Vec<InnerClass<'a>> {
        self.attribute("InnerClasses")
            .map(|attribute| attribute.inner_classes())
            .unwrap_or_default()
    }

    /// The bootstrap method at an index: its handle's constant and its arguments' constants.
    pub fn bootstrap_method(&self, index: u16) -> Result<(u16, Vec<u16>)> {
        let missing =
            ParseError::BadConstant { index, expected: "a bootstrap method of this class" };
        let attribute = self.attribute("BootstrapMethods").ok_or_else(|| missing.clone())?;
        attribute.bootstrap_method(index)?.ok_or(missing)
    }

    /// Annotations, visible at run time or not.
    pub fn annotations(&self) -> Vec<Annotation<'a>> {
        annotation::all(self.attributes())
    }

    pub(crate) fn data(&self) -> &'a [u8] {
        self.data
    }
}

/// A field or method.
#[derive(Clone, Copy)]
pub struct Member<'a> {
    class: ClassFile<'a>,
    layout: &'a MemberLayout,
}

impl<'a> Member<'a> {
    /// The class that declares it.
    pub fn class(&self) -> ClassFile<'a> {
        self.class
    }

    /// Access flags.
    #[inline]
    pub fn access(&self) -> u16 {
        self.layout.access
    }

    /// Whether a flag is set.
    #[inline]
    pub fn is(&self, flag: u16) -> bool {
        self.layout.access & flag != 0
    }

    /// The name.
    #[inline]
    pub fn name(&self) -> &'a [u8] {
        self.class.constants().utf8(self.layout.name).unwrap_or_default()
    }

    /// The descriptor; well formed only if the class is.
    #[inline]
    pub fn descriptor(&self) -> &'a [u8] {
        self.class.constants().utf8(self.layout.descriptor).unwrap_or_default()
    }

    /// All attributes.
    pub fn attributes(&self) -> Attributes<'a> {
        Attributes::at(self.class.data, self.layout.attributes as usize, self.class.constants())
    }

    /// The attribute of a given name.
    pub fn attribute(&self, name: &str) -> Option<Attribute<'a>> {
        self.attributes().named(name)
    }

    /// Generic signature.
    pub fn signature(&self) -> Option<&'a [u8]> {
        self.attribute("Signature")?.utf8()
    }

    /// Whether the method has code.
    pub fn has_code(&self) -> bool {
        self.layout.code != 0
    }

    /// The method's code; `None` for abstract and native methods, and for fields.
    pub fn code(&self) -> Option<Result<Code<'a>>> {
        self.has_code().then(|| Code::parse(self.class, self.layout.code as usize))
    }

    /// The index of a static field's `ConstantValue`.
    pub fn constant_value(&self) -> Option<u16> {
        self.attribute("ConstantValue")?.index()
    }

    /// Classes in the method's `Exceptions` attribute.
    pub fn exceptions(&self) -> Vec<&'a [u8]> {
        self.attribute("Exceptions").map(|attribute| attribute.classes()).unwrap_or_default()
    }

    /// Annotations, visible at run time or not.
    pub fn annotations(&self) -> Vec<Annotation<'a>> {
        annotation::all(self.attributes())
    }
}
