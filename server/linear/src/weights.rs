//! The weights as stored in the repository: 8-bit integers, for significant buckets only. `evals::linear` writes them.
//!
//! A file is [`MAGIC`]; the number of labels (a byte), and of each its name (a byte with the length, UTF-8), bias, scale
//! and threshold (`f32`); the number of buckets (`u32`), and of each the distance from the bucket before (LEB128), the
//! number of its weights (a byte), and of each weight the label's number and the value (`i8`). All is little-endian.

use thiserror::Error;

use crate::features::{BUCKETS, Feature};

/// How a file of weights begins.
pub const MAGIC: &[u8] = b"weights 1\n";

/// Error for unreadable weights.
#[derive(Debug, Error, PartialEq, Eq)]
#[error("The weights are damaged at byte {0}. Train them again")]
pub struct Damaged(usize);

/// An output: its bias, the scale of its weights, and its probability threshold.
#[derive(Clone, Debug, PartialEq)]
pub struct Label {
    pub name: String,
    pub bias: f32,
    pub scale: f32,
    pub threshold: f32,
}

/// A weight of a bucket for a label.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Weight {
    label: u8,
    value: i8,
}

/// A linear classifier with several labels and calibrated logits.
#[derive(Clone, Debug, Default)]
pub struct Weights {
    pub labels: Vec<Label>,
    /// The weights of bucket `i` are from `offsets[i]` to `offsets[i + 1]`.
    offsets: Vec<u32>,
    weights: Vec<Weight>,
}

impl Weights {
    fn in_bucket(&self, bucket: u32) -> &[Weight] {
        let at = bucket as usize;
        match (self.offsets.get(at), self.offsets.get(at + 1)) {
            (Some(from), Some(to)) => self.weights.get(*from as usize..*to as usize).unwrap_or_default(),
            _ => &[],
        }
    }

    /// The logit of each label, and the word of the message that contributes most.
    pub fn logits(&self, features: &[Feature]) -> Vec<(f32, u16)> {
        let words = features.iter().map(|f| usize::from(f.word) + 1).max().unwrap_or(1);
        let mut sums = vec![0.0_f32; self.labels.len() * words];
        for feature in features {
            for weight in self.in_bucket(feature.bucket) {
                let at = usize::from(weight.label) * words + usize::from(feature.word);
                let Some(sum) = sums.get_mut(at) else { continue };
                *sum += f32::from(weight.value) * feature.value;
            }
        }
        let label = |(label, sums): (&Label, &[f32])| {
            let most = sums.iter().enumerate().max_by(|a, b| a.1.total_cmp(b.1)).map_or(0, |(i, _)| i);
            let logit = sums.iter().sum::<f32>().mul_add(label.scale, label.bias);
            (logit, u16::try_from(most).unwrap_or(u16::MAX))
        };
        self.labels.iter().zip(sums.chunks(words)).map(label).collect()
    }

    /// Decodes a file.
    ///
    /// # Errors
    /// The file is of another format, cut, or too long.
    pub fn decode(file: &[u8]) -> Result<Self, Damaged> {
        let mut from = Reader { file, offset: 0 };
        if from.take(MAGIC.len())? != MAGIC {
            return Err(Damaged(0));
        }
        let mut labels = Vec::new();
        for _ in 0..from.byte()? {
            let length = usize::from(from.byte()?);
            let name = std::str::from_utf8(from.take(length)?).map_err(|_| Damaged(from.offset))?.to_owned();
            labels.push(Label { name, bias: from.f32()?, scale: from.f32()?, threshold: from.f32()? });
        }
        let mut weights = Self { labels, offsets: vec![0], weights: Vec::new() };
        let mut bucket = 0_u32;
        for _ in 0..u32::from_le_bytes(from.array()?) {
            bucket =
                bucket.checked_add(from.varint()?).filter(|bucket| *bucket < BUCKETS).ok_or(Damaged(from.offset))?;
            // Buckets without weights have an empty range.
            weights.offsets.resize(bucket as usize + 1, weights.weights.len() as u32);
            let count = usize::from(from.byte()?);
            for pair in from.take(count * 2)?.chunks_exact(2) {
                let label = pair[0];
                if usize::from(label) >= weights.labels.len() {
                    return Err(Damaged(from.offset));
                }
                weights.weights.push(Weight { label, value: i8::from_le_bytes([pair[1]]) });
            }
            weights.offsets.push(weights.weights.len() as u32);
        }
        if from.offset < file.len() {
            return Err(Damaged(from.offset));
        }
        Ok(weights)
    }
}

struct Reader<'a> {
    file: &'a [u8],
    offset: usize,
}

impl<'a> Reader<'a> {
    fn take(&mut self, count: usize) -> Result<&'a [u8], Damaged> {
        let found = self.file.get(self.offset..self.offset.saturating_add(count)).ok_or(Damaged(self.offset))?;
        self.offset += count;
        Ok(found)
    }

    fn byte(&mut self) -> Result<u8, Damaged> {
        Ok(self.take(1)?[0])
    }

    fn array(&mut self) -> Result<[u8; 4], Damaged> {
        let at = self.offset;
        self.take(4)?.try_into().map_err(|_| Damaged(at))
    }

    fn varint(&mut self) -> Result<u32, Damaged> {
        let mut value = 0_u64;
        for shift in (0..u32::BITS).step_by(7) {
            let byte = self.byte()?;
            value |= u64::from(byte & 0x7f) << shift;
            if byte < 0x80 {
                return u32::try_from(value).map_err(|_| Damaged(self.offset));
            }
        }
        Err(Damaged(self.offset))
    }

    fn f32(&mut self) -> Result<f32, Damaged> {
        Ok(f32::from_le_bytes(self.array()?))
    }
}
