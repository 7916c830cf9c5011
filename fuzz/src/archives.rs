//! Jars and images: how they are made, and how they are damaged.

use std::io::{Cursor, Write};

use flate2::Compression;
use flate2::write::ZlibEncoder;
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, ZipWriter};

use crate::random::Random;

/// A file: its name tells what it looks like.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct File {
    /// Its name, with the suffix.
    pub name: String,
    /// What it holds.
    pub bytes: Vec<u8>,
}

/// A jar that stores its entries as they are.
pub fn jar_of<'a>(entries: impl Iterator<Item = (&'a str, &'a [u8])>) -> Vec<u8> {
    zip_of(entries.map(|(path, bytes)| (path, bytes, CompressionMethod::Stored)))
}

fn zip_of<'a>(entries: impl Iterator<Item = (&'a str, &'a [u8], CompressionMethod)>) -> Vec<u8> {
    let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
    for (path, bytes, method) in entries {
        let options = SimpleFileOptions::default().compression_method(method);
        // An entry that is there twice is refused by the writer; then it is there once.
        if zip.start_file(path, options).is_ok() {
            let _ = zip.write_all(bytes);
        }
    }
    zip.finish().map(Cursor::into_inner).unwrap_or_default()
}

/// A jar or an image of some classes, most often damaged.
pub fn some_archive(random: &mut Random, classes: &[Vec<u8>]) -> File {
    let mut file = if random.one_in(3) {
        File { name: "modules".to_owned(), bytes: some_image(random, classes) }
    } else {
        let name = ["app.jar", "app.war", "module.jmod"][random.below(3)];
        let mut bytes = some_jar(random, classes, 2);
        if name == "module.jmod" {
            bytes.splice(0..0, *b"JM\x01\x00");
        }
        File { name: name.to_owned(), bytes }
    };
    for _ in 0..random.below(6) {
        damage(random, &mut file.bytes);
    }
    file
}

fn some_jar(random: &mut Random, classes: &[Vec<u8>], depth: usize) -> Vec<u8> {
    const FOLDERS: [&str; 8] = [
        "",
        "a/b/",
        "classes/a/",
        "BOOT-INF/classes/",
        "WEB-INF/classes/a/",
        "META-INF/versions/11/a/",
        "META-INF/versions/99999999999/",
        "../",
    ];
    let mut entries: Vec<(String, Vec<u8>)> = Vec::new();
    let attributes = ["Multi-Release: true\r\n", "Multi-Release: true", "", "\u{0}: \r\r\n:"];
    let manifest = format!("Manifest-Version: 1.0\r\n{}\r\n", attributes[random.below(4)]);
    entries.push(("META-INF/MANIFEST.MF".to_owned(), manifest.into_bytes()));
    for (number, class) in classes.iter().enumerate() {
        let folder = FOLDERS[random.below(FOLDERS.len())];
        entries.push((format!("{folder}C{number}.class"), class.clone()));
    }
    if depth > 0 && random.one_in(2) {
        let inside = some_jar(random, classes, depth - 1);
        entries.push(("BOOT-INF/lib/inside.jar".to_owned(), inside));
    }
    let methods: Vec<CompressionMethod> = entries
        .iter()
        .map(|_| match random.below(2) {
            0 => CompressionMethod::Stored,
            _ => CompressionMethod::Deflated,
        })
        .collect();
    let entries = entries.iter().zip(methods);
    zip_of(entries.map(|((path, bytes), method)| (&**path, &**bytes, method)))
}

/// An image (see `snarl_archive`'s `jimage.rs` for the format) in the making.
#[derive(Default)]
struct Image {
    big_endian: bool,
    offsets: Vec<u32>,
    attributes: Vec<u8>,
    strings: Vec<u8>,
    resources: Vec<u8>,
}

impl Image {
    fn number(&self, value: u64, length: usize) -> Vec<u8> {
        let mut bytes = value.to_be_bytes()[8 - length..].to_vec();
        if !self.big_endian {
            bytes.reverse();
        }
        bytes
    }

    fn string(&mut self, text: &str) -> u32 {
        let offset = self.strings.len() as u32;
        self.strings.extend(text.as_bytes());
        self.strings.push(0);
        offset
    }

    fn attribute(&mut self, kind: u8, value: u32) {
        self.attributes.push(kind << 3 | 3);
        self.attributes.extend(value.to_be_bytes());
    }

    fn add(&mut self, base: &str, class: &[u8], packed: Option<&[u8]>) {
        self.offsets.push(self.attributes.len() as u32);
        for (kind, part) in ["some.module", "a/b", base, "class"].into_iter().enumerate() {
            let text = self.string(part);
            self.attribute(kind as u8 + 1, text);
        }
        self.attribute(5, self.resources.len() as u32);
        let stored = packed.unwrap_or(class);
        if packed.is_some() {
            self.attribute(6, stored.len() as u32);
        }
        self.attribute(7, class.len() as u32);
        self.attributes.push(0);
        self.resources.extend(stored);
    }

    fn layer(&mut self, method: &str, content: &[u8], size: usize) -> Vec<u8> {
        let method = self.string(method);
        let mut layer = self.number(0xCAFE_FAFA, 4);
        layer.extend(self.number(content.len() as u64, 8));
        layer.extend(self.number(size as u64, 8));
        layer.extend(self.number(u64::from(method), 4));
        layer.extend([0, 0, 0, 0, 1]);
        layer.extend(content);
        layer
    }

    fn bytes(&self) -> Vec<u8> {
        let slots = self.offsets.len() as u32;
        let (attributes, strings) = (self.attributes.len() as u32, self.strings.len() as u32);
        let words = [0xCAFE_DADA, 1 << 16, 0, slots, slots, attributes, strings];
        let redirects = vec![0; self.offsets.len()];
        let words = words.iter().chain(&redirects).chain(&self.offsets);
        let mut bytes: Vec<u8> = words.flat_map(|&word| self.number(u64::from(word), 4)).collect();
        bytes.extend(&self.attributes);
        bytes.extend(&self.strings);
        bytes.extend(&self.resources);
        bytes
    }
}

fn some_image(random: &mut Random, classes: &[Vec<u8>]) -> Vec<u8> {
    let mut image = Image { big_endian: random.one_in(2), ..Image::default() };
    image.string("");
    image.attributes.push(0);
    for (number, class) in classes.iter().enumerate() {
        let packed = match random.below(3) {
            0 => None,
            1 => {
                let mut encoder = ZlibEncoder::new(Vec::new(), Compression::fast());
                let _ = encoder.write_all(class);
                let content = encoder.finish().unwrap_or_default();
                Some(image.layer("zip", &content, class.len()))
            }
            _ => {
                let compact = with_shared_strings(&mut image, class);
                Some(image.layer("compact-cp", &compact, class.len()))
            }
        };
        image.add(&format!("C{number}"), class, packed.as_deref());
    }
    image.bytes()
}

/// The class with every text constant of its pool moved to the image, as `jlink --compress=1` does.
fn with_shared_strings(image: &mut Image, class: &[u8]) -> Vec<u8> {
    let anatomy = crate::anatomy::Anatomy::of(class);
    let mut compact = Vec::with_capacity(class.len());
    let mut at = 0;
    for constant in anatomy.constants.iter().filter(|it| it.tag == 1) {
        let text = &class[constant.range.start + 2..constant.range.end];
        let Ok(text) = std::str::from_utf8(text) else { continue };
        if text.contains('\0') {
            continue;
        }
        compact.extend(&class[at..constant.range.start - 1]);
        compact.push(23);
        // A whole word; the highest bit would mean a shorter form.
        compact.extend(image.string(text).to_be_bytes());
        at = constant.range.end;
    }
    compact.extend(&class[at..]);
    compact
}

/// The headers that a zip has.
const SIGNATURES: [&[u8; 4]; 5] =
    [b"PK\x01\x02", b"PK\x03\x04", b"PK\x05\x06", b"PK\x06\x06", b"PK\x06\x07"];

fn damage(random: &mut Random, bytes: &mut Vec<u8>) {
    if bytes.is_empty() {
        return;
    }
    let headers: Vec<usize> = bytes
        .windows(4)
        .enumerate()
        .filter(|(_, window)| SIGNATURES.iter().any(|it| it.as_slice() == *window))
        .map(|(at, _)| at)
        .collect();
    // The headers and tables of an archive are where damage matters.
    let at = match (random.pick(&headers), random.below(4)) {
        (Some(header), 0..=2) => header + random.below(46),
        (None, 0..=2) => random.below(bytes.len().min(600)),
        _ => random.below(bytes.len()),
    };
    let at = at.min(bytes.len() - 1);
    match random.below(8) {
        0 => bytes[at] ^= 1 << random.below(8),
        1 => bytes[at] = random.byte(),
        2 => overwrite(bytes, at, &random.u16().to_le_bytes()),
        3 => overwrite(bytes, at, &random.u32().to_le_bytes()),
        4 => overwrite(bytes, at, &random.u32().to_be_bytes()),
        5 => {
            let end = (at + random.between(1, 64)).min(bytes.len());
            bytes.drain(at..end);
        }
        6 => {
            let end = (at + random.between(1, 128)).min(bytes.len());
            let copied = bytes[at..end].to_vec();
            let to = random.below(bytes.len());
            bytes.splice(to..to, copied);
        }
        _ if random.one_in(4) => bytes.truncate(at),
        _ => {
            bytes.extend(*b"PK\x05\x06\0\0\0\0\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\0\0")
        }
    }
}

fn overwrite(bytes: &mut [u8], at: usize, by: &[u8]) {
    for (byte, new) in bytes[at..].iter_mut().zip(by) {
        *byte = *new;
    }
}

#[cfg(test)]
mod tests {
    use snarl_archive::{Limits, open};

    use super::*;
    use crate::assemble::ClassWriter;
    use crate::folder::TempFolder;

    fn read_back(name: &str, bytes: &[u8]) -> Vec<Vec<u8>> {
        let folder = TempFolder::new().unwrap();
        let opened = open(&folder.write(name, bytes).unwrap(), 17, &Limits::default());
        let all = opened.containers.iter();
        all.flat_map(|it| (0..it.len()).filter_map(|index| it.read(index).ok()))
            .map(|bytes| bytes.to_vec())
            .collect()
    }

    #[test]
    fn undamaged_archives_give_back_their_classes() {
        let class = ClassWriter::new("a/B", "java/lang/Object").bytes();
        let classes = vec![class.clone(); 6];
        for seed in 0..20 {
            let mut random = Random::new(seed);
            assert_eq!(read_back("modules", &some_image(&mut random, &classes)), classes);
            let found = read_back("app.jar", &some_jar(&mut random, &classes, 1));
            assert!(!found.is_empty() && found.iter().all(|it| *it == class));
        }
    }
}
