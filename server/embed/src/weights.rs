//! Reading `safetensors` files: an eight-byte length, a JSON header with names, types, shapes and offsets, then numbers.
//! The file is read into memory and decoded once, which costs no more than mapping it would: every number is used.

use std::collections::HashMap;
use std::path::Path;

use ndarray::{Array1, Array2};
use serde::Deserialize;

use crate::EmbedError;

/// The tensors of a file, 32-bit floats only.
pub struct Weights {
    file: String,
    bytes: Vec<u8>,
    /// Where the numbers begin.
    start: usize,
    header: HashMap<String, Tensor>,
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
        let foreign = |what: &str| EmbedError::Foreign { file: name.clone(), what: what.into() };
        let length =
            bytes.first_chunk::<8>().map(|b| u64::from_le_bytes(*b)).ok_or_else(|| foreign("it is too short"))?;
        let start = usize::try_from(length).ok().and_then(|n| n.checked_add(8)).filter(|n| *n <= bytes.len());
        let start = start.ok_or_else(|| foreign("its header is longer than the file"))?;
        let mut all: HashMap<String, serde_json::Value> =
            serde_json::from_slice(&bytes[8..start]).map_err(|e| foreign(&format!("its header is no JSON: {e}")))?;
        all.remove("__metadata__");
        let header = all.into_iter().filter_map(|(k, v)| Some((k, serde_json::from_value(v).ok()?))).collect();
        Ok(Self { file: name, bytes, start, header })
    }

    fn foreign(&self, what: String) -> EmbedError {
        EmbedError::Foreign { file: self.file.clone(), what }
    }

    fn numbers(&self, name: &str, shape: &[usize]) -> Result<Vec<f32>, EmbedError> {
        let tensor = self.header.get(name).ok_or_else(|| self.foreign(format!("it has no tensor {name}")))?;
        if tensor.dtype != "F32" || tensor.shape != shape {
            let what = format!("{name} is {} {:?} and must be F32 {shape:?}", tensor.dtype, tensor.shape);
            return Err(self.foreign(what));
        }
        let (from, to) = tensor.data_offsets;
        let range = self.start.checked_add(from).zip(self.start.checked_add(to));
        let bytes = range.and_then(|(from, to)| self.bytes.get(from..to));
        let bytes = bytes.filter(|b| b.len() == 4 * shape.iter().product::<usize>());
        let bytes = bytes.ok_or_else(|| self.foreign(format!("{name} does not lie where the header says")))?;
        let (numbers, _) = bytes.as_chunks::<4>();
        Ok(numbers.iter().map(|b| f32::from_le_bytes(*b)).collect())
    }

    pub fn vector(&self, name: &str, length: usize) -> Result<Array1<f32>, EmbedError> {
        Ok(Array1::from_vec(self.numbers(name, &[length])?))
    }

    pub fn matrix(&self, name: &str, rows: usize, columns: usize) -> Result<Array2<f32>, EmbedError> {
        let numbers = self.numbers(name, &[rows, columns])?;
        Array2::from_shape_vec((rows, columns), numbers).map_err(|e| self.foreign(e.to_string()))
    }
}
