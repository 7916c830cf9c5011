//! Class files whose constant pool shares its strings with the image they are in
//! (`jlink --compress=1`, OpenJDK's `SharedStringDecompressor`).
//!
//! Two kinds of constant that no class file has stand for a UTF-8 constant. A *shared string* is the
//! offset of its text in the image's strings. A *shared descriptor* is the offset of a descriptor
//! without its class names, `(L;I)V`, and for each `L` the offsets of a package and a simple name.

const UTF8: u8 = 1;
const LONG: u8 = 5;
const DOUBLE: u8 = 6;
const SHARED_STRING: u8 = 23;
const SHARED_DESCRIPTOR: u8 = 25;

/// Magic number and versions.
const BEFORE_POOL: usize = 8;

/// Expands a class file to exactly `size` bytes. `None` if it is damaged.
pub(crate) fn expand<'s>(
    compact: &[u8],
    size: u64,
    string: impl Fn(u64) -> Option<&'s [u8]>,
) -> Option<Vec<u8>> {
    let size = usize::try_from(size).ok()?;
    let mut input = Input(compact);
    let mut output = input.take(BEFORE_POOL)?.to_vec();
    let count = input.take(2)?;
    output.extend_from_slice(count);
    let count = u16::from_be_bytes([count[0], count[1]]);
    let mut index = 1;
    while index < count {
        let tag = input.byte()?;
        match tag {
            SHARED_STRING => put_utf8(&mut output, string(input.number()?)?)?,
            SHARED_DESCRIPTOR => put_utf8(&mut output, &descriptor(&mut input, &string)?)?,
            _ => {
                let length = constant_length(tag, &input)?;
                output.push(tag);
                output.extend_from_slice(input.take(length)?);
            }
        }
        // A long or double takes two places in the pool.
        index = index.checked_add(if matches!(tag, LONG | DOUBLE) { 2 } else { 1 })?;
        if output.len() > size {
            return None;
        }
    }
    output.extend_from_slice(input.0);
    (output.len() == size).then_some(output)
}

/// How many bytes follow the tag of an ordinary constant (JVMS 4.4).
fn constant_length(tag: u8, rest: &Input<'_>) -> Option<usize> {
    Some(match tag {
        UTF8 => 2 + usize::from(u16::from_be_bytes(*rest.0.first_chunk()?)),
        LONG | DOUBLE => 8,
        3 | 4 | 9..=12 | 17 | 18 => 4,
        15 => 3,
        7 | 8 | 16 | 19 | 20 => 2,
        _ => return None,
    })
}

fn descriptor<'s>(
    input: &mut Input<'_>,
    string: &impl Fn(u64) -> Option<&'s [u8]>,
) -> Option<Vec<u8>> {
    let pattern = string(input.number()?)?;
    let length = usize::try_from(input.number()?).ok()?;
    if length == 0 {
        return Some(pattern.to_vec());
    }
    let mut names = Input(input.take(length)?);
    let mut text = Vec::new();
    for &byte in pattern {
        text.push(byte);
        if byte != b'L' {
            continue;
        }
        let package = string(names.number()?)?;
        if !package.is_empty() {
            text.extend_from_slice(package);
            text.push(b'/');
        }
        text.extend_from_slice(string(names.number()?)?);
        if text.len() > usize::from(u16::MAX) {
            return None;
        }
    }
    Some(text)
}

fn put_utf8(output: &mut Vec<u8>, text: &[u8]) -> Option<()> {
    let length = u16::try_from(text.len()).ok()?;
    output.push(UTF8);
    output.extend_from_slice(&length.to_be_bytes());
    output.extend_from_slice(text);
    Some(())
}

struct Input<'a>(&'a [u8]);

impl<'a> Input<'a> {
    fn take(&mut self, length: usize) -> Option<&'a [u8]> {
        let (taken, rest) = self.0.split_at_checked(length)?;
        self.0 = rest;
        Some(taken)
    }

    fn byte(&mut self) -> Option<u8> {
        Some(self.take(1)?[0])
    }

    /// A number: four bytes, or fewer if the highest bit is set. Then the next two bits are how many
    /// bytes there are, and the low five of the first are the number's highest.
    fn number(&mut self) -> Option<u64> {
        let first = *self.0.first()?;
        let (length, mask) = match first & 0x80 {
            0 => (4, 0xff),
            _ => (usize::from(first >> 5 & 3), 0x1f),
        };
        let rest = self.take(length)?.get(1..)?;
        let start = u64::from(first & mask);
        Some(rest.iter().fold(start, |all, &byte| all << 8 | u64::from(byte)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const STRINGS: &[(u64, &[u8])] = &[
        (0, b""),
        (1, b"run"),
        (300, b"(L;IL;)V"),
        (9, b"java/lang"),
        (19, b"String"),
        (70_000, b"Local"),
    ];

    fn string(offset: u64) -> Option<&'static [u8]> {
        let found = STRINGS.iter().find(|(at, _)| *at == offset)?;
        Some(found.1)
    }

    /// A pool of a long (two places), a shared string, a shared descriptor and a plain string.
    fn compact() -> Vec<u8> {
        let mut class = b"\xca\xfe\xba\xbe\x00\x00\x00\x3d\x00\x06".to_vec();
        class.extend(b"\x05\x00\x00\x00\x00\x00\x00\x00\x07");
        class.extend([SHARED_STRING, 0xa1]);
        class.extend([SHARED_DESCRIPTOR, 0xc1, 0x2c, 0xaa]); // 300, then ten bytes of names
        class.extend([0xa9, 0xb3]); // 9 and 19, one byte each
        class.extend([0, 0, 0, 0, 0xe1, 0x11, 0x70]); // 0 as a whole word, 70,000 in three bytes
        class.push(0xa0); // not used
        class.extend(b"\x01\x00\x02hi");
        class.extend(b"the rest");
        class
    }

    const EXPANDED: &[u8] = b"\xca\xfe\xba\xbe\x00\x00\x00\x3d\x00\x06\
        \x05\x00\x00\x00\x00\x00\x00\x00\x07\
        \x01\x00\x03run\
        \x01\x00\x1d(Ljava/lang/String;ILLocal;)V\
        \x01\x00\x02hi\
        the rest";

    #[test]
    fn puts_shared_strings_back() {
        let expanded = expand(&compact(), EXPANDED.len() as u64, string).unwrap();
        assert_eq!(expanded, EXPANDED);
    }

    #[test]
    fn damage_is_no_class() {
        let size = EXPANDED.len() as u64;
        let compact = compact();
        for end in 0..compact.len() {
            assert_eq!(expand(&compact[..end], size, string), None);
        }
        assert_eq!(expand(&compact, size - 1, string), None);
        assert_eq!(expand(&compact, size, |_| None), None);
    }
}
