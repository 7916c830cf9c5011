//! A checked big-endian cursor.

use crate::error::{ParseError, Result};

/// Reads big-endian numbers from a slice; every read is checked.
#[derive(Clone, Copy)]
pub(crate) struct Reader<'a> {
    data: &'a [u8],
    position: usize,
    reading: &'static str,
}

impl<'a> Reader<'a> {
    pub(crate) fn new(data: &'a [u8], reading: &'static str) -> Self {
        Self::at(data, 0, reading)
    }

    pub(crate) fn at(data: &'a [u8], position: usize, reading: &'static str) -> Self {
        Self { data, position, reading }
    }

    /// Names what is read next, for the error message.
    pub(crate) fn now(&mut self, reading: &'static str) {
        self.reading = reading;
    }

    pub(crate) fn position(&self) -> usize {
        self.position
    }

    pub(crate) fn remaining(&self) -> usize {
        self.data.len().saturating_sub(self.position)
    }

    #[cold]
    fn truncated(&self) -> ParseError {
        ParseError::Truncated { offset: self.position.min(self.data.len()), reading: self.reading }
    }

    #[cold]
    pub(crate) fn malformed(&self, what: &'static str) -> ParseError {
        ParseError::Malformed { offset: self.position, what }
    }

    #[inline]
    fn array<const N: usize>(&mut self) -> Result<[u8; N]> {
        let Some(bytes) = self.data.get(self.position..).and_then(|rest| rest.first_chunk::<N>())
        else {
            return Err(self.truncated());
        };
        self.position += N;
        Ok(*bytes)
    }

    #[inline]
    pub(crate) fn u8(&mut self) -> Result<u8> {
        self.array::<1>().map(|[byte]| byte)
    }

    #[inline]
    pub(crate) fn u16(&mut self) -> Result<u16> {
        self.array().map(u16::from_be_bytes)
    }

    #[inline]
    pub(crate) fn u32(&mut self) -> Result<u32> {
        self.array().map(u32::from_be_bytes)
    }

    #[inline]
    pub(crate) fn u64(&mut self) -> Result<u64> {
        self.array().map(u64::from_be_bytes)
    }

    #[inline]
    pub(crate) fn bytes(&mut self, length: usize) -> Result<&'a [u8]> {
        let end = self.position.checked_add(length).ok_or_else(|| self.truncated())?;
        let Some(bytes) = self.data.get(self.position..end) else {
            return Err(self.truncated());
        };
        self.position = end;
        Ok(bytes)
    }

    #[inline]
    pub(crate) fn skip(&mut self, length: usize) -> Result<()> {
        self.bytes(length).map(|_| ())
    }
}
