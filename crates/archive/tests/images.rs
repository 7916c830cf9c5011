//! Images made by hand, in both byte orders.

mod support;

use std::io::Write;

use flate2::Compression;
use flate2::write::ZlibEncoder;
use snarl_archive::{Limits, Opened, ProblemKind};
use support::*;

#[derive(Clone, Copy)]
enum Order {
    Little,
    Big,
}

impl Order {
    fn u32(self, value: u32) -> [u8; 4] {
        match self {
            Order::Little => value.to_le_bytes(),
            Order::Big => value.to_be_bytes(),
        }
    }

    fn u64(self, value: u64) -> [u8; 8] {
        match self {
            Order::Little => value.to_le_bytes(),
            Order::Big => value.to_be_bytes(),
        }
    }
}

/// An image in the making.
struct Image {
    order: Order,
    offsets: Vec<u32>,
    attributes: Vec<u8>,
    strings: Vec<u8>,
    resources: Vec<u8>,
}

impl Image {
    fn new(order: Order) -> Image {
        Image {
            order,
            offsets: vec![0], // a slot that is not used
            attributes: vec![0],
            strings: vec![0],
            resources: Vec::new(),
        }
    }

    fn string(&mut self, text: &str) -> u32 {
        let offset = self.strings.len() as u32;
        self.strings.extend(text.as_bytes());
        self.strings.push(0);
        offset
    }

    fn attribute(&mut self, kind: u8, value: u32) {
        let bytes = value.to_be_bytes();
        let start = bytes.iter().position(|&byte| byte != 0).unwrap_or(3);
        self.attributes.push(kind << 3 | (bytes.len() - start - 1) as u8);
        self.attributes.extend(&bytes[start..]);
    }

    /// Adds `/module/parent/base.extension`, which holds `stored`. Not compressed if `size` is none.
    fn add(&mut self, path: [&str; 4], stored: &[u8], size: Option<usize>) {
        self.offsets.push(self.attributes.len() as u32);
        for (kind, part) in path.into_iter().enumerate() {
            let offset = if part.is_empty() { 0 } else { self.string(part) };
            self.attribute(kind as u8 + 1, offset);
        }
        self.attribute(5, self.resources.len() as u32);
        if size.is_some() {
            self.attribute(6, stored.len() as u32);
        }
        self.attribute(7, size.unwrap_or(stored.len()) as u32);
        self.attributes.push(0);
        self.resources.extend(stored);
    }

    /// Puts the header of a compressed resource before its content.
    fn wrap(&mut self, method: &str, content: &[u8], size: usize) -> Vec<u8> {
        let name = self.string(method);
        let order = self.order;
        let mut resource = Vec::new();
        resource.extend(order.u32(0xcafe_fafa));
        resource.extend(order.u64(content.len() as u64));
        resource.extend(order.u64(size as u64));
        resource.extend(order.u32(name));
        resource.extend(order.u32(0));
        resource.push(1);
        resource.extend(content);
        resource
    }

    fn bytes(&self) -> Vec<u8> {
        let slots = self.offsets.len() as u32;
        let words = [
            0xcafe_dada,
            1 << 16,
            0,
            slots - 1,
            slots,
            self.attributes.len() as u32,
            self.strings.len() as u32,
        ];
        let unused_redirects = vec![0; self.offsets.len()];
        let words = words.iter().chain(&unused_redirects).chain(&self.offsets);
        let mut bytes: Vec<u8> = words.flat_map(|&word| self.order.u32(word)).collect();
        bytes.extend(&self.attributes);
        bytes.extend(&self.strings);
        bytes.extend(&self.resources);
        bytes
    }

    fn open(&self) -> Opened {
        open_bytes("modules", &self.bytes())
    }
}

fn zlib(data: &[u8]) -> Vec<u8> {
    let mut encoder = ZlibEncoder::new(Vec::new(), Compression::default());
    encoder.write_all(data).unwrap();
    encoder.finish().unwrap()
}

/// A class file with one constant, in the plain form and with that constant shared at `offset`.
fn plain_and_compact(offset: u8) -> (Vec<u8>, Vec<u8>) {
    let start = b"\xca\xfe\xba\xbe\x00\x00\x00\x3d\x00\x02";
    let plain = [start, &b"\x01\x00\x05synch"[..], b"rest"].concat();
    let compact = [start, &[23, 0, 0, 0, offset][..], b"rest"].concat();
    (plain, compact)
}

fn small(order: Order) -> Image {
    let mut image = Image::new(order);
    let shared = image.string("synch");
    let (plain, compact) = plain_and_compact(shared as u8);
    image.add(["java.base", "java/lang", "Object", "class"], b"object", None);
    image.add(["java.base", "", "module-info", "class"], b"-", None);
    image.add(["java.base", "java/lang", "package-info", "class"], b"-", None);
    image.add(["java.base", "java/lang", "x", "properties"], b"-", None);
    image.add(["packages", "", "java", "class"], b"-", None);
    image.add(["other", "", "Default", "class"], b"default", None);
    let zipped = image.wrap("zip", &zlib(&plain), plain.len());
    image.add(["other", "o", "Zipped", "class"], &zipped, Some(plain.len()));
    let compacted = image.wrap("compact-cp", &compact, plain.len());
    image.add(["other", "o", "Compact", "class"], &compacted, Some(plain.len()));
    let both = image.wrap("zip", &zlib(&compacted), compacted.len());
    image.add(["other", "o", "Both", "class"], &both, Some(plain.len()));
    image
}

#[test]
fn reads_images_of_either_byte_order() {
    for order in [Order::Little, Order::Big] {
        let image = only(small(order).open());
        assert_eq!(
            names(&image),
            ["Default", "java/lang/Object", "o/Both", "o/Compact", "o/Zipped"]
        );
        assert_eq!(image.entry_path(0), "/other/Default.class");
        assert_eq!(image.entry_path(1), "/java.base/java/lang/Object.class");
        assert_eq!(read(&image, "java/lang/Object"), b"object");
        assert_eq!(read(&image, "Default"), b"default");
        let (plain, _) = plain_and_compact(0);
        for name in ["o/Zipped", "o/Compact", "o/Both"] {
            assert_eq!(read(&image, name), plain, "{name}");
        }
    }
}

#[test]
fn what_cannot_be_unpacked_is_said() {
    let mut image = Image::new(Order::Little);
    let unknown = image.wrap("brotli", b"xyz", 9);
    image.add(["m", "p", "Unknown", "class"], &unknown, Some(9));
    let lying = image.wrap("zip", &zlib(b"123456789"), 9);
    image.add(["m", "p", "Lying", "class"], &lying, Some(8));
    let huge = image.wrap("zip", &zlib(b"123456789"), 1 << 40);
    image.add(["m", "p", "Huge", "class"], &huge, Some(9));
    let opened = image.open();
    let problems: Vec<_> = (0..3)
        .map(|i| opened.containers[0].read(i).unwrap_err())
        .map(|problem| (problem.kind, problem.entry.unwrap(), problem.message))
        .collect();
    assert_eq!(problems[0].0, ProblemKind::TooLarge);
    assert_eq!(problems[1].0, ProblemKind::BadEntry);
    assert_eq!(problems[1].1, "/m/p/Lying.class");
    assert_eq!(problems[2].0, ProblemKind::Unsupported);
    assert!(problems[2].2.contains("`brotli`"));
}

#[test]
fn a_resource_outside_the_image_is_said() {
    let mut image = Image::new(Order::Big);
    image.add(["m", "p", "A", "class"], b"class", None);
    image.resources.pop();
    let problem = image.open().containers[0].read(0).unwrap_err();
    assert_eq!(problem.kind, ProblemKind::BadEntry);
}

#[test]
fn another_version_or_an_empty_image_is_said() {
    let mut bytes = small(Order::Little).bytes();
    bytes[6] = 2;
    let opened = open_bytes("modules", &bytes);
    assert_eq!(kinds(&opened), [ProblemKind::Unsupported]);
    let opened = Image::new(Order::Little).open();
    assert_eq!(kinds(&opened), [ProblemKind::NoClasses]);
    let opened = open_bytes("modules", &bytes[..20]);
    assert_eq!(opened.containers.len(), 0);
}

#[test]
fn no_damage_makes_it_panic() {
    let whole = small(Order::Little).bytes();
    let folder = TempFolder::new();
    let check = |bytes: &[u8]| {
        let path = folder.write("modules", bytes);
        let opened = snarl_archive::open(&path, RELEASE, &Limits::default());
        for container in &opened.containers {
            for index in 0..container.len() {
                let _ = container.read(index);
            }
        }
    };
    for end in 0..whole.len() {
        check(&whole[..end]);
    }
    let mut damaged = whole.clone();
    for at in 0..whole.len() {
        for value in [0x00, 0x7f, 0xff] {
            damaged[at] = value;
            check(&damaged);
        }
        damaged[at] = whole[at];
    }
}
