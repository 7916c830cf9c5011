//! Inflating with a bound.

use std::cell::RefCell;

use flate2::{Decompress, FlushDecompress, Status};

/// Deflate cannot do better than 1032 to 1, so a larger claim is a lie and not worth a buffer.
const BEST_RATIO: usize = 1032;

thread_local! {
    /// One inflater a thread: its tables need not be allocated anew for every class.
    static INFLATER: RefCell<Decompress> = RefCell::new(Decompress::new(false));
}

/// How deflated data is wrapped.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Wrapper {
    /// Not at all, as in a zip.
    None,
    /// With zlib's header and checksum, as in a jimage.
    Zlib,
}

/// Inflates `input`, which must hold exactly `size` bytes: never a byte more is produced or
/// allocated, whatever the input says. The error ends a sentence about the entry.
pub(crate) fn inflate(input: &[u8], size: u64, wrapper: Wrapper) -> Result<Vec<u8>, String> {
    let Some(size) = possible_size(input, size) else {
        return Err(format!(
            "declares {size} bytes, more than its {} compressed bytes can hold",
            input.len()
        ));
    };
    let mut output = Vec::new();
    // One byte over, so that data that goes on after `size` bytes is noticed.
    if output.try_reserve_exact(size + 1).is_err() {
        return Err(format!("needs {size} bytes, which cannot be allocated"));
    }
    INFLATER.with_borrow_mut(|inflater| {
        inflater.reset(wrapper == Wrapper::Zlib);
        run(inflater, input, &mut output)
    })?;
    if output.len() == size {
        return Ok(output);
    }
    let least = if output.len() > size { "at least " } else { "" };
    Err(format!("declares {size} bytes but holds {least}{}", output.len()))
}

fn possible_size(input: &[u8], size: u64) -> Option<usize> {
    let most = input.len().saturating_add(1).saturating_mul(BEST_RATIO);
    usize::try_from(size).ok().filter(|&size| size <= most)
}

/// Fills `output` up to its capacity. Ends at the end of the data or when the output is full.
fn run(inflater: &mut Decompress, input: &[u8], output: &mut Vec<u8>) -> Result<(), String> {
    loop {
        let (consumed, produced) = (inflater.total_in(), output.len());
        let rest =
            usize::try_from(consumed).ok().and_then(|at| input.get(at..)).unwrap_or_default();
        let status = inflater
            .decompress_vec(rest, output, FlushDecompress::Finish)
            .map_err(|error| format!("has damaged compressed data ({error})"))?;
        if status == Status::StreamEnd || output.len() == output.capacity() {
            return Ok(());
        }
        if inflater.total_in() == consumed && output.len() == produced {
            return Err("has compressed data that ends too early".to_owned());
        }
    }
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use flate2::Compression;
    use flate2::write::{DeflateEncoder, ZlibEncoder};

    use super::*;

    fn deflated(data: &[u8]) -> Vec<u8> {
        let mut encoder = DeflateEncoder::new(Vec::new(), Compression::best());
        encoder.write_all(data).unwrap();
        encoder.finish().unwrap()
    }

    #[test]
    fn gives_back_what_was_deflated_in_either_wrapper() {
        let data = b"monitorenter monitorexit ".repeat(1000);
        let raw = deflated(&data);
        assert_eq!(inflate(&raw, data.len() as u64, Wrapper::None).unwrap(), data);

        let mut encoder = ZlibEncoder::new(Vec::new(), Compression::fast());
        encoder.write_all(&data).unwrap();
        let zlib = encoder.finish().unwrap();
        assert_eq!(inflate(&zlib, data.len() as u64, Wrapper::Zlib).unwrap(), data);
        assert_eq!(inflate(&deflated(b""), 0, Wrapper::None).unwrap(), b"");
    }

    #[test]
    fn a_lie_about_the_size_is_found_without_inflating_it_all() {
        let bomb = deflated(&vec![0; 10_000_000]);
        let error = inflate(&bomb, 100, Wrapper::None).unwrap_err();
        assert_eq!(error, "declares 100 bytes but holds at least 101");
        let error = inflate(&deflated(b"short"), 100, Wrapper::None).unwrap_err();
        assert_eq!(error, "declares 100 bytes but holds 5");
        let error = inflate(b"xx", u64::MAX, Wrapper::None).unwrap_err();
        assert!(error.contains("more than its 2 compressed bytes can hold"));
    }

    #[test]
    fn damage_is_an_error() {
        let data: Vec<u8> = (0..5000u32).flat_map(|i| (i * 7919).to_le_bytes()).collect();
        let raw = deflated(&data);
        let size = data.len() as u64;
        let cut = inflate(&raw[..raw.len() / 2], size, Wrapper::None).unwrap_err();
        assert_eq!(cut, "has compressed data that ends too early");
        assert!(inflate(&raw, size, Wrapper::Zlib).is_err());
        assert!(inflate(&[0xff; 64], 60, Wrapper::None).is_err());
    }
}
