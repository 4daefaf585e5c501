//! Reads `safetensors` files: an eight-byte length, a JSON header with names, types, shapes and offsets, then numbers.
//! The file is read into memory and decoded once, which costs no more than mapping it: every number is used. Matrices
//! may be stored as 8-bit integers, with each row's scale in a tensor named `NAME.scale`.

use std::borrow::Cow;
use std::collections::HashMap;
use std::path::Path;

use ndarray::{Array1, Array2, ArrayViewMut1};
use serde::Deserialize;

use crate::EmbedError;

/// The tensors of a file: 32-bit floats, or rows of 8-bit integers with their scales.
pub struct Weights {
    file: String,
    bytes: Cow<'static, [u8]>,
    /// The offset of the numbers.
    start: usize,
    header: HashMap<String, Tensor>,
    metadata: HashMap<String, String>,
}

/// Rows of 8-bit integers, each with a scale.
pub struct Rows {
    numbers: Array2<i8>,
    scales: Array1<f32>,
}

impl Rows {
    /// Adds a row to `to`, which has the same length.
    pub fn add(&self, row: usize, mut to: ArrayViewMut1<'_, f32>) {
        let scale = self.scales[row];
        to.iter_mut().zip(self.numbers.row(row)).for_each(|(to, n)| *to += scale * f32::from(*n));
    }
}

#[derive(Deserialize)]
struct Tensor {
    dtype: String,
    shape: Vec<usize>,
    data_offsets: (usize, usize),
}

impl Weights {
    pub fn open(file: &Path) -> Result<Self, EmbedError> {
        let name = file.display().to_string();
        let bytes = std::fs::read(file).map_err(|cause| EmbedError::Unreadable { file: name.clone(), cause })?;
        Self::parse(name, bytes.into())
    }

    /// Likewise from bytes in memory; `name` is for messages.
    pub fn parse(name: String, bytes: Cow<'static, [u8]>) -> Result<Self, EmbedError> {
        let foreign = |what: &str| EmbedError::Foreign { file: name.clone(), what: what.into() };
        let length =
            bytes.first_chunk::<8>().map(|b| u64::from_le_bytes(*b)).ok_or_else(|| foreign("it is too short"))?;
        let start = usize::try_from(length).ok().and_then(|n| n.checked_add(8)).filter(|n| *n <= bytes.len());
        let start = start.ok_or_else(|| foreign("its header is longer than the file"))?;
        let mut all: HashMap<String, serde_json::Value> =
            serde_json::from_slice(&bytes[8..start]).map_err(|e| foreign(&format!("its header is not JSON: {e}")))?;
        let metadata = all.remove("__metadata__").and_then(|own| serde_json::from_value(own).ok()).unwrap_or_default();
        let header = all.into_iter().filter_map(|(k, v)| Some((k, serde_json::from_value(v).ok()?))).collect();
        Ok(Self { file: name, bytes, start, header, metadata })
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

    /// The bytes of a tensor with this type and shape, `size` bytes per number.
    fn raw(&self, name: &str, dtype: &str, shape: &[usize], size: usize) -> Result<&[u8], EmbedError> {
        let tensor = self.tensor(name)?;
        if tensor.dtype != dtype || tensor.shape != shape {
            let what = format!("{name} is {} {:?} and must be {dtype} {shape:?}", tensor.dtype, tensor.shape);
            return Err(self.foreign(what));
        }
        let (from, to) = tensor.data_offsets;
        let range = self.start.checked_add(from).zip(self.start.checked_add(to));
        let bytes = range.and_then(|(from, to)| self.bytes.get(from..to));
        let bytes = bytes.filter(|b| b.len() == size * shape.iter().product::<usize>());
        bytes.ok_or_else(|| self.foreign(format!("{name} is not where the header says")))
    }

    fn numbers(&self, name: &str, shape: &[usize]) -> Result<Vec<f32>, EmbedError> {
        let (numbers, _) = self.raw(name, "F32", shape, 4)?.as_chunks::<4>();
        Ok(numbers.iter().map(|b| f32::from_le_bytes(*b)).collect())
    }

    pub fn vector(&self, name: &str, length: usize) -> Result<Array1<f32>, EmbedError> {
        Ok(Array1::from_vec(self.numbers(name, &[length])?))
    }

    /// A matrix in either form.
    pub fn matrix(&self, name: &str, rows: usize, columns: usize) -> Result<Array2<f32>, EmbedError> {
        if self.tensor(name)?.dtype == "I8" {
            let packed = self.rows(name, rows, columns)?;
            let mut matrix = Array2::zeros((rows, columns));
            matrix.rows_mut().into_iter().enumerate().for_each(|(row, to)| packed.add(row, to));
            return Ok(matrix);
        }
        let numbers = self.numbers(name, &[rows, columns])?;
        Array2::from_shape_vec((rows, columns), numbers).map_err(|e| self.foreign(e.to_string()))
    }

    /// A matrix of 8-bit integers.
    pub fn rows(&self, name: &str, rows: usize, columns: usize) -> Result<Rows, EmbedError> {
        let bytes = self.raw(name, "I8", &[rows, columns], 1)?;
        let numbers = bytes.iter().map(|b| b.cast_signed()).collect();
        let numbers = Array2::from_shape_vec((rows, columns), numbers).map_err(|e| self.foreign(e.to_string()))?;
        Ok(Rows { numbers, scales: self.vector(&format!("{name}.scale"), rows)? })
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
