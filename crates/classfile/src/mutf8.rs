//! Modified UTF-8, the encoding of names and strings in class files (JVMS 4.4.7).

use std::borrow::Cow;

/// Decodes modified UTF-8. Lone surrogates and broken sequences become U+FFFD: a name is shown, never
/// refused. Comparing two names needs no decoding, for the encoding is unique.
pub fn decode(bytes: &[u8]) -> Cow<'_, str> {
    match std::str::from_utf8(bytes) {
        Ok(text) => Cow::Borrowed(text),
        Err(_) => Cow::Owned(decode_units(bytes)),
    }
}

/// Encodes text as modified UTF-8.
pub fn encode(text: &str) -> Cow<'_, [u8]> {
    if text.bytes().all(|byte| byte != 0 && byte < 0xF0) {
        return Cow::Borrowed(text.as_bytes());
    }
    let mut bytes = Vec::with_capacity(text.len() + 8);
    for unit in text.encode_utf16() {
        match unit {
            1..0x80 => bytes.push(unit as u8),
            0 | 0x80..0x800 => {
                bytes.extend([0xC0 | (unit >> 6) as u8, 0x80 | (unit & 0x3F) as u8]);
            }
            _ => bytes.extend([
                0xE0 | (unit >> 12) as u8,
                0x80 | (unit >> 6 & 0x3F) as u8,
                0x80 | (unit & 0x3F) as u8,
            ]),
        }
    }
    Cow::Owned(bytes)
}

fn decode_units(bytes: &[u8]) -> String {
    String::from_utf16_lossy(&units(bytes).collect::<Vec<_>>())
}

/// The UTF-16 code units, as the JVM sees them.
pub(crate) fn units(bytes: &[u8]) -> impl Iterator<Item = u16> + '_ {
    let mut rest = bytes;
    std::iter::from_fn(move || {
        let (unit, length) = next_unit(rest)?;
        rest = &rest[length..];
        Some(unit)
    })
}

fn next_unit(bytes: &[u8]) -> Option<(u16, usize)> {
    let tail = |byte: u8| u16::from(byte & 0x3F);
    let is_tail = |byte: u8| byte & 0xC0 == 0x80;
    match *bytes {
        [] => None,
        [first, ..] if first < 0x80 => Some((u16::from(first), 1)),
        [first, second, ..] if first & 0xE0 == 0xC0 && is_tail(second) => {
            Some((u16::from(first & 0x1F) << 6 | tail(second), 2))
        }
        [first, second, third, ..] if first & 0xF0 == 0xE0 && is_tail(second) && is_tail(third) => {
            Some((u16::from(first & 0x0F) << 12 | tail(second) << 6 | tail(third), 3))
        }
        _ => Some((0xFFFD, 1)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn round_trips() {
        for text in ["", "a/b/C", "gr\u{fc}n", "\u{0}x", "\u{1F600}", "\u{20AC}"] {
            assert_eq!(decode(&encode(text)), text);
        }
        assert_eq!(&*encode("\u{0}"), [0xC0, 0x80]);
        assert_eq!(encode("\u{1F600}").len(), 6);
    }

    #[test]
    fn broken_sequences_do_not_panic() {
        assert_eq!(decode(&[b'a', 0xC0]), "a\u{FFFD}");
        assert_eq!(decode(&[0xED, 0xA0, 0x80]), "\u{FFFD}");
        assert_eq!(decode(&[0xFF, b'b']), "\u{FFFD}b");
    }
}
