//! A bound on what packed files unpack to: a few bytes may hold gigabytes of the same line.

use std::io::{self, Read};

/// What any file may unpack to, and how many times its size.
const ANY: u64 = 64 << 20;
const TIMES: u64 = 100;
/// The fewest bytes of a row, by which rows are bounded whose bytes are not counted.
const ROW: u64 = 16;

/// Bytes that a file of so many may unpack to.
pub const fn most_bytes(packed: u64) -> u64 {
    let times = packed.saturating_mul(TIMES);
    if times > ANY { times } else { ANY }
}

/// Rows that a file of so many bytes may hold.
pub const fn most_rows(packed: u64) -> u64 {
    most_bytes(packed) / ROW
}

/// Reads what is unpacked, up to the bound; then it is an error.
pub struct Unpacked<R> {
    inner: R,
    left: u64,
    most: u64,
}

impl<R: Read> Unpacked<R> {
    /// Of a file of so many bytes.
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
