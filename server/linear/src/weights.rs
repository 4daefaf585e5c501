//! The weights as stored in the repository: 8-bit integers, for significant buckets only. `evals::linear` writes them.

use thiserror::Error;

use crate::features::{BUCKETS, Feature};

/// How a file of weights begins.
pub const MAGIC: &[u8] = b"hearing 1\n";

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
    size: i8,
}

/// A linear classifier with several labels and calibrated logits.
#[derive(Clone, Debug, Default)]
pub struct Weights {
    pub labels: Vec<Label>,
    /// The weights of bucket `i` are from `starts[i]` to `starts[i + 1]`.
    starts: Vec<u32>,
    weights: Vec<Weight>,
}

impl Weights {
    fn of(&self, bucket: u32) -> &[Weight] {
        let at = bucket as usize;
        match (self.starts.get(at), self.starts.get(at + 1)) {
            (Some(from), Some(to)) => self.weights.get(*from as usize..*to as usize).unwrap_or_default(),
            _ => &[],
        }
    }

    /// The logit of each label, and the word of the message that contributes most.
    pub fn logits(&self, features: &[Feature]) -> Vec<(f32, u16)> {
        let words = features.iter().map(|f| usize::from(f.word) + 1).max().unwrap_or(1);
        let mut sums = vec![0.0_f32; self.labels.len() * words];
        for feature in features {
            for weight in self.of(feature.bucket) {
                let at = usize::from(weight.label) * words + usize::from(feature.word);
                let Some(sum) = sums.get_mut(at) else { continue };
                *sum += f32::from(weight.size) * feature.value;
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
    pub fn decode(file: &[u8]) -> Result<Self, Damaged> {
        let mut from = Reading { file, at: 0 };
        if from.take(MAGIC.len())? != MAGIC {
            return Err(Damaged(0));
        }
        let mut labels = Vec::new();
        for _ in 0..from.byte()? {
            let length = usize::from(from.byte()?);
            let name = std::str::from_utf8(from.take(length)?).map_err(|_| Damaged(0))?.to_owned();
            labels.push(Label { name, bias: from.figure()?, scale: from.figure()?, threshold: from.figure()? });
        }
        let mut made = Self { labels, starts: vec![0], weights: Vec::new() };
        let mut bucket = 0_u32;
        for _ in 0..u32::from_le_bytes(from.four()?) {
            let (mut step, mut shift) = (0_u32, 0);
            loop {
                let byte = from.byte()?;
                step |= u32::from(byte & 0x7f).checked_shl(shift).ok_or(Damaged(from.at))?;
                shift += 7;
                if byte < 0x80 {
                    break;
                }
            }
            bucket = bucket.checked_add(step).filter(|bucket| *bucket < BUCKETS).ok_or(Damaged(from.at))?;
            // Buckets without weights have an empty range.
            made.starts.resize(bucket as usize + 1, made.weights.len() as u32);
            let count = usize::from(from.byte()?);
            let pairs = from.take(count * 2)?.chunks_exact(2);
            made.weights.extend(pairs.map(|pair| Weight { label: pair[0], size: i8::from_le_bytes([pair[1]]) }));
            made.starts.push(made.weights.len() as u32);
        }
        Ok(made)
    }
}

struct Reading<'a> {
    file: &'a [u8],
    at: usize,
}

impl<'a> Reading<'a> {
    fn take(&mut self, count: usize) -> Result<&'a [u8], Damaged> {
        let found = self.file.get(self.at..self.at.saturating_add(count)).ok_or(Damaged(self.at))?;
        self.at += count;
        Ok(found)
    }

    fn byte(&mut self) -> Result<u8, Damaged> {
        Ok(self.take(1)?[0])
    }

    fn four(&mut self) -> Result<[u8; 4], Damaged> {
        let at = self.at;
        self.take(4)?.try_into().map_err(|_| Damaged(at))
    }

    fn figure(&mut self) -> Result<f32, Damaged> {
        Ok(f32::from_le_bytes(self.four()?))
    }
}
