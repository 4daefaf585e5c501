//! Limits decompression: a few bytes may expand to gigabytes.

use std::io::{self, Read};

/// Decompressed size allowed for any file, and the maximum ratio.
const MIN_UNPACKED_LIMIT_BYTES: u64 = 64 << 20;
const TIMES: u64 = 100;
/// Minimum size of a row, to limit rows whose bytes are not counted.
const MIN_ROW_BYTES: u64 = 16;

/// Allowed decompressed size of a file, in bytes.
pub const fn most_bytes(packed: u64) -> u64 {
    let times = packed.saturating_mul(TIMES);
    if times > MIN_UNPACKED_LIMIT_BYTES { times } else { MIN_UNPACKED_LIMIT_BYTES }
}

/// Allowed number of rows of a file of this size.
pub const fn most_rows(packed: u64) -> u64 {
    most_bytes(packed) / MIN_ROW_BYTES
}

/// A reader that fails beyond the limit.
pub struct Unpacked<R> {
    inner: R,
    left: u64,
    most: u64,
}

impl<R: Read> Unpacked<R> {
    /// For a file of this compressed size.
    pub const fn new(inner: R, packed: u64) -> Self {
        let most = most_bytes(packed);
        Self { inner, left: most, most }
    }
}

impl<R: Read> Read for Unpacked<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let n = self.inner.read(buffer)?;
        self.left = self.left.checked_sub(n as u64).ok_or_else(|| {
            let most = self.most >> 20;
            let why = format!(
                "it unpacks to more than {most} MiB, {TIMES} times its size. Unpack it yourself, and name that file"
            );
            io::Error::new(io::ErrorKind::FileTooLarge, why)
        })?;
        Ok(n)
    }
}
