//! Reads `safetensors` files: an eight-byte length, a JSON header with names, types, shapes and offsets, then numbers.
//! A file is read a tensor at a time, large ones in parts, so that it is never in memory as a whole. Matrices may be
//! stored as 8-bit integers, with each row's scale in a tensor named `NAME.scale`.

use std::borrow::Cow;
use std::collections::HashMap;
use std::fs::File;
use std::os::unix::fs::FileExt;
use std::path::Path;

use ndarray::{Array1, Array2};
use serde::Deserialize;

use crate::EmbedError;
use crate::rows::Rows;

/// Rows of floats that are read at a time to be packed.
const ROWS_PER_READ: usize = 128;
/// No header is longer; the model's has 11 kB.
const LONGEST_HEADER: u64 = 1 << 20;

/// The tensors of a file: 32-bit floats, or rows of 8-bit integers with their scales.
pub struct Weights {
    file: String,
    bytes: Bytes,
    /// The offset of the numbers.
    start: u64,
    header: HashMap<String, Tensor>,
    metadata: HashMap<String, String>,
}

enum Bytes {
    /// Part of the program.
    Program(&'static [u8]),
    File(File),
}

#[derive(Deserialize)]
struct Tensor {
    dtype: String,
    shape: Vec<usize>,
    data_offsets: (u64, u64),
}

impl Bytes {
    fn read(&self, from: u64, length: usize) -> std::io::Result<Cow<'static, [u8]>> {
        match self {
            Self::Program(bytes) => {
                let from = usize::try_from(from).ok();
                let part = from.and_then(|from| bytes.get(from..)?.get(..length));
                Ok(part.ok_or(std::io::ErrorKind::UnexpectedEof)?.into())
            }
            Self::File(file) => {
                let mut part = vec![0; length];
                file.read_exact_at(&mut part, from)?;
                Ok(part.into())
            }
        }
    }
}

impl Weights {
    pub fn open(file: &Path) -> Result<Self, EmbedError> {
        let name = file.display().to_string();
        let opened = File::open(file).map_err(|cause| EmbedError::Unreadable { file: name.clone(), cause })?;
        Self::parse(name, Bytes::File(opened))
    }

    /// Likewise from bytes that are part of the program; `name` is for messages.
    pub fn from_static(name: &str, bytes: &'static [u8]) -> Result<Self, EmbedError> {
        Self::parse(name.to_owned(), Bytes::Program(bytes))
    }

    fn parse(name: String, bytes: Bytes) -> Result<Self, EmbedError> {
        let foreign = |what: &str| EmbedError::Foreign { file: name.clone(), what: what.into() };
        let length = bytes.read(0, 8).map_err(|_| foreign("it is too short"))?;
        let length = length.first_chunk().map_or(0, |b| u64::from_le_bytes(*b));
        if length > LONGEST_HEADER {
            return Err(foreign("its header is too long"));
        }
        let header = bytes.read(8, length as usize).map_err(|_| foreign("its header is longer than the file"))?;
        let mut all: HashMap<String, serde_json::Value> =
            serde_json::from_slice(&header).map_err(|e| foreign(&format!("its header is not JSON: {e}")))?;
        let metadata = all.remove("__metadata__").and_then(|own| serde_json::from_value(own).ok()).unwrap_or_default();
        let header = all.into_iter().filter_map(|(k, v)| Some((k, serde_json::from_value(v).ok()?))).collect();
        Ok(Self { file: name, bytes, start: 8 + length, header, metadata })
    }

    fn foreign(&self, what: String) -> EmbedError {
        EmbedError::Foreign { file: self.file.clone(), what }
    }

    /// A metadata entry of the file.
    pub fn metadata(&self, name: &str) -> Option<&str> {
        self.metadata.get(name).map(String::as_str)
    }

    fn tensor(&self, name: &str) -> Result<&Tensor, EmbedError> {
        self.header.get(name).ok_or_else(|| self.foreign(format!("it has no tensor {name}")))
    }

    /// The first byte of a tensor with this type and shape, `size` bytes per number.
    fn at(&self, name: &str, dtype: &str, shape: &[usize], size: usize) -> Result<u64, EmbedError> {
        let tensor = self.tensor(name)?;
        if tensor.dtype != dtype || tensor.shape != shape {
            let what = format!("{name} is {} {:?} and must be {dtype} {shape:?}", tensor.dtype, tensor.shape);
            return Err(self.foreign(what));
        }
        let (from, to) = tensor.data_offsets;
        let length = (size * shape.iter().product::<usize>()) as u64;
        let start = self.start.checked_add(from).filter(|_| to.checked_sub(from) == Some(length));
        start.ok_or_else(|| self.misplaced(name))
    }

    fn misplaced(&self, name: &str) -> EmbedError {
        self.foreign(format!("{name} is not where the header says"))
    }

    fn floats(&self, name: &str, from: u64, count: usize) -> Result<Vec<f32>, EmbedError> {
        let bytes = self.bytes.read(from, 4 * count).map_err(|_| self.misplaced(name))?;
        Ok(bytes.as_chunks::<4>().0.iter().map(|b| f32::from_le_bytes(*b)).collect())
    }

    pub fn vector(&self, name: &str, length: usize) -> Result<Array1<f32>, EmbedError> {
        Ok(Array1::from_vec(self.floats(name, self.at(name, "F32", &[length], 4)?, length)?))
    }

    /// A matrix of floats, whichever form the file has.
    pub fn matrix(&self, name: &str, rows: usize, columns: usize) -> Result<Array2<f32>, EmbedError> {
        let mut matrix = Array2::zeros((rows, columns));
        if self.is_packed(name) {
            let packed = self.rows(name, rows, columns)?;
            let each = matrix.rows_mut().into_iter().enumerate();
            each.for_each(|(row, mut to)| to.as_slice_mut().into_iter().for_each(|to| packed.add(row, to)));
            return Ok(matrix);
        }
        let numbers = self.floats(name, self.at(name, "F32", &[rows, columns], 4)?, rows * columns)?;
        Array2::from_shape_vec((rows, columns), numbers).map_err(|e| self.foreign(e.to_string()))
    }

    /// A matrix of 8-bit integers; floats are rounded to such.
    pub fn rows(&self, name: &str, rows: usize, columns: usize) -> Result<Rows, EmbedError> {
        if self.is_packed(name) {
            let at = self.at(name, "I8", &[rows, columns], 1)?;
            let numbers = self.bytes.read(at, rows * columns).map_err(|_| self.misplaced(name))?;
            let scales = self.vector(&format!("{name}.scale"), rows)?;
            return Ok(Rows::new(numbers, scales.to_vec(), columns));
        }
        let at = self.at(name, "F32", &[rows, columns], 4)?;
        let mut packed = Rows::with_capacity(rows, columns);
        for first in (0..rows).step_by(ROWS_PER_READ) {
            let count = ROWS_PER_READ.min(rows - first);
            let part = self.floats(name, at + (4 * first * columns) as u64, count * columns)?;
            part.chunks_exact(columns).for_each(|row| packed.push(row));
        }
        Ok(packed)
    }

    /// The number of rows of a matrix.
    pub fn height(&self, name: &str) -> Result<usize, EmbedError> {
        self.tensor(name)?.shape.first().copied().ok_or_else(|| self.foreign(format!("{name} has no rows")))
    }

    /// Whether a matrix is stored as 8-bit integers.
    pub fn is_packed(&self, name: &str) -> bool {
        self.header.get(name).is_some_and(|tensor| tensor.dtype == "I8")
    }
}
