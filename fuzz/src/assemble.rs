//! Writes class files: small ones for tests, and ones that no compiler would write.

use std::collections::HashMap;

/// A class file in the making.
pub struct ClassWriter {
    pool: Vec<u8>,
    count: u16,
    known: HashMap<Vec<u8>, u16>,
    /// Access flags of the class.
    pub access: u16,
    /// Major version.
    pub version: u16,
    this_class: u16,
    super_class: u16,
    interfaces: Vec<u16>,
    fields: Vec<Vec<u8>>,
    methods: Vec<Vec<u8>>,
    attributes: Vec<Vec<u8>>,
}

/// A method's code in the making.
#[derive(Clone, Default)]
pub struct CodeWriter {
    /// Deepest operand stack.
    pub max_stack: u16,
    /// Number of local slots.
    pub max_locals: u16,
    /// The instructions.
    pub bytes: Vec<u8>,
    /// Rows of the exception table: start, end, handler, catch type.
    pub table: Vec<[u16; 4]>,
    /// Attributes of the code: name and content.
    pub attributes: Vec<(&'static str, Vec<u8>)>,
}

impl CodeWriter {
    /// Code with room for everything.
    pub fn roomy(bytes: Vec<u8>) -> Self {
        Self { max_stack: u16::MAX, max_locals: u16::MAX, bytes, ..Self::default() }
    }
}

impl ClassWriter {
    /// A public class of Java 8 that extends another; none if that is empty.
    pub fn new(name: &str, super_name: &str) -> Self {
        let mut class = Self {
            pool: Vec::new(),
            count: 1,
            known: HashMap::new(),
            access: 0x21,
            version: 52,
            this_class: 0,
            super_class: 0,
            interfaces: Vec::new(),
            fields: Vec::new(),
            methods: Vec::new(),
            attributes: Vec::new(),
        };
        class.this_class = class.class(name);
        if !super_name.is_empty() {
            class.super_class = class.class(super_name);
        }
        class
    }

    /// How many more constants fit.
    pub fn free_constants(&self) -> u16 {
        u16::MAX - self.count
    }

    /// Adds a constant, unless it is there. When the pool is full, it is index 0.
    pub fn constant(&mut self, bytes: Vec<u8>) -> u16 {
        if let Some(&known) = self.known.get(&bytes) {
            return known;
        }
        let index = self.append(&bytes);
        self.known.insert(bytes, index);
        index
    }

    /// Adds a constant even if it is there already.
    pub fn append(&mut self, bytes: &[u8]) -> u16 {
        let slots = if matches!(bytes.first(), Some(5 | 6)) { 2 } else { 1 };
        if self.free_constants() < slots {
            return 0;
        }
        let index = self.count;
        self.pool.extend(bytes);
        self.count += slots;
        index
    }

    /// Text, cut off at the length that fits.
    pub fn utf8(&mut self, text: &[u8]) -> u16 {
        let text = &text[..text.len().min(usize::from(u16::MAX))];
        self.constant([&[1][..], &(text.len() as u16).to_be_bytes(), text].concat())
    }

    fn with_text(&mut self, tag: u8, text: &str) -> u16 {
        let text = self.utf8(text.as_bytes());
        self.constant([&[tag][..], &text.to_be_bytes()].concat())
    }

    /// A class.
    pub fn class(&mut self, name: &str) -> u16 {
        self.with_text(7, name)
    }

    /// A string.
    pub fn string(&mut self, text: &str) -> u16 {
        self.with_text(8, text)
    }

    /// A number.
    pub fn integer(&mut self, value: i32) -> u16 {
        self.constant([&[3][..], &value.to_be_bytes()].concat())
    }

    /// A constant made of two others.
    pub fn pair(&mut self, tag: u8, first: u16, second: u16) -> u16 {
        self.constant([&[tag][..], &first.to_be_bytes(), &second.to_be_bytes()].concat())
    }

    fn member(&mut self, tag: u8, owner: &str, name: &str, descriptor: &str) -> u16 {
        let owner = self.class(owner);
        let (name, descriptor) = (self.utf8(name.as_bytes()), self.utf8(descriptor.as_bytes()));
        let name_and_type = self.pair(12, name, descriptor);
        self.pair(tag, owner, name_and_type)
    }

    /// A reference to a field.
    pub fn field_ref(&mut self, owner: &str, name: &str, descriptor: &str) -> u16 {
        self.member(9, owner, name, descriptor)
    }

    /// A reference to a class's method.
    pub fn method_ref(&mut self, owner: &str, name: &str, descriptor: &str) -> u16 {
        self.member(10, owner, name, descriptor)
    }

    /// A reference to an interface's method.
    pub fn interface_method_ref(&mut self, owner: &str, name: &str, descriptor: &str) -> u16 {
        self.member(11, owner, name, descriptor)
    }

    /// Adds a super interface.
    pub fn implement(&mut self, name: &str) {
        let class = self.class(name);
        self.interfaces.push(class);
    }

    /// Adds an attribute of the class.
    pub fn attribute(&mut self, name: &str, content: &[u8]) {
        let attribute = self.attribute_bytes(name, content);
        self.attributes.push(attribute);
    }

    fn attribute_bytes(&mut self, name: &str, content: &[u8]) -> Vec<u8> {
        let name = self.utf8(name.as_bytes()).to_be_bytes();
        [&name[..], &(content.len() as u32).to_be_bytes(), content].concat()
    }

    fn header(&mut self, access: u16, name: &str, descriptor: &str) -> Vec<u8> {
        let (name, descriptor) = (self.utf8(name.as_bytes()), self.utf8(descriptor.as_bytes()));
        [access, name, descriptor].iter().flat_map(|word| word.to_be_bytes()).collect()
    }

    /// Adds a field.
    pub fn field(&mut self, access: u16, name: &str, descriptor: &str) {
        let header = self.header(access, name, descriptor);
        self.fields.push([&header[..], &[0, 0]].concat());
    }

    /// Adds a method, with or without code.
    pub fn method(&mut self, access: u16, name: &str, descriptor: &str, code: Option<CodeWriter>) {
        let mut method = self.header(access, name, descriptor);
        match code {
            None => method.extend([0, 0]),
            Some(code) => {
                let content = self.code_bytes(code);
                method.extend([0, 1]);
                method.extend(self.attribute_bytes("Code", &content));
            }
        }
        self.methods.push(method);
    }

    fn code_bytes(&mut self, code: CodeWriter) -> Vec<u8> {
        let mut content = Vec::with_capacity(code.bytes.len() + 8 * code.table.len() + 64);
        content.extend(code.max_stack.to_be_bytes());
        content.extend(code.max_locals.to_be_bytes());
        content.extend((code.bytes.len() as u32).to_be_bytes());
        content.extend(code.bytes);
        content.extend((code.table.len() as u16).to_be_bytes());
        content.extend(code.table.iter().flatten().flat_map(|word| word.to_be_bytes()));
        content.extend((code.attributes.len() as u16).to_be_bytes());
        for (name, bytes) in &code.attributes {
            content.extend(self.attribute_bytes(name, bytes));
        }
        content
    }

    /// The class file.
    pub fn bytes(&self) -> Vec<u8> {
        let mut bytes = 0xCAFE_BABE_u32.to_be_bytes().to_vec();
        let word = |bytes: &mut Vec<u8>, word: u16| bytes.extend(word.to_be_bytes());
        word(&mut bytes, 0);
        word(&mut bytes, self.version);
        word(&mut bytes, self.count);
        bytes.extend(&self.pool);
        for part in [self.access, self.this_class, self.super_class] {
            word(&mut bytes, part);
        }
        word(&mut bytes, self.interfaces.len() as u16);
        self.interfaces.iter().for_each(|&interface| word(&mut bytes, interface));
        for list in [&self.fields, &self.methods, &self.attributes] {
            word(&mut bytes, list.len() as u16);
            bytes.extend(list.iter().flatten());
        }
        bytes
    }
}

#[cfg(test)]
mod tests {
    use snarl_classfile::Layout;

    use super::*;

    #[test]
    fn what_is_written_can_be_read() {
        let mut class = ClassWriter::new("a/B", "java/lang/Object");
        class.implement("java/lang/Runnable");
        class.field(2, "lock", "Ljava/lang/Object;");
        class.method(1, "run", "()V", Some(CodeWriter::roomy(vec![0xB1])));
        class.attribute("SourceFile", &[0, 1]);
        let bytes = class.bytes();
        let layout = Layout::parse(&bytes).unwrap();
        let file = layout.on(&bytes);
        assert_eq!(file.name(), b"a/B");
        assert_eq!(file.interface_names().collect::<Vec<_>>(), [b"java/lang/Runnable"]);
        assert_eq!(file.fields().len(), 1);
        let code = file.method(0).unwrap().code().unwrap().unwrap();
        assert_eq!(code.bytes, [0xB1]);
    }
}
