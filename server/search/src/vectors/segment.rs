//! Vectors on disk: immutable segments. A segment is a header line of JSON, a line of JSON per record, then the vectors
//! as 16-bit integers. A list (`held.json`) names the valid segments and their change number; it is replaced
//! atomically, so a crash leaves the previous state.

use std::fs::File;
use std::io::{BufRead, BufReader, Read, Write};
use std::path::Path;

use serde::{Deserialize, Serialize};
use store::changes::Cursor;

/// Increment it when the meaning of the format changes.
const VERSION: u32 = 2;
/// Scale from a component, -1 to 1, to its 16-bit integer.
const I16_SCALE: f32 = 32_767.0;

/// The contents of a folder of vectors.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Held {
    version: u32,
    /// The embedder of the vectors, and their length.
    pub model: String,
    pub dim: usize,
    /// Everything up to this change number of the store is included.
    pub change: i64,
    /// If a pass was unfinished, the last included record of that number; else empty.
    pub last: String,
    pub segments: Vec<String>,
}

impl Held {
    pub fn new(model: &str, dim: usize) -> Self {
        Self { version: VERSION, model: model.into(), dim, ..Self::default() }
    }

    pub fn is_up_to(&self, change: i64) -> bool {
        self.change == change && self.last.is_empty()
    }

    /// Where to resume.
    pub fn next(&self) -> Cursor {
        Cursor::resume(self.change, &self.last)
    }

    /// Reads the list of a folder; `None` if there is none for this model.
    pub fn read(folder: &Path, model: &str, dim: usize) -> Option<Self> {
        let bytes = std::fs::read(folder.join("held.json")).ok()?;
        let held: Self = serde_json::from_slice(&bytes).ok()?;
        (held.version == VERSION && held.model == model && held.dim == dim).then_some(held)
    }

    pub fn write(&self, folder: &Path) -> std::io::Result<()> {
        let new = folder.join("held.new");
        let mut file = File::create(&new)?;
        file.write_all(&serde_json::to_vec(self)?)?;
        file.sync_all()?;
        std::fs::rename(new, folder.join("held.json"))
    }
}

/// A communication or document with its searchable parts. Without parts it is deleted.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Entry {
    /// "communication:ID" or "document:ID".
    pub record: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub customer: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub product: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub category: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub subcategory: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub channel: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub kind: Option<String>,
    /// Days since the start of the common era.
    #[serde(default)]
    pub day: i32,
    #[serde(default)]
    pub parts: Vec<Part>,
}

/// The unit of a hit: a communication, or a chunk of a document. Each of its passages has a vector.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Part {
    pub id: String,
    /// The first eight bytes of the SHA-256 of model and text, per passage.
    pub texts: Vec<u64>,
}

/// Records with the vectors of all their passages, in order.
#[derive(Clone, Debug, Default)]
pub struct Segment {
    pub entries: Vec<Entry>,
    pub fine: Vec<i16>,
}

#[derive(Serialize, Deserialize)]
struct Head {
    version: u32,
    entries: usize,
    numbers: usize,
}

impl Segment {
    pub fn write(&self, file: &Path) -> std::io::Result<()> {
        let new = file.with_extension("new");
        let mut out = std::io::BufWriter::with_capacity(1 << 18, File::create(&new)?);
        let head = Head { version: VERSION, entries: self.entries.len(), numbers: self.fine.len() };
        for line in std::iter::once(serde_json::to_vec(&head)).chain(self.entries.iter().map(serde_json::to_vec)) {
            out.write_all(&line?)?;
            out.write_all(b"\n")?;
        }
        for number in &self.fine {
            out.write_all(&number.to_le_bytes())?;
        }
        out.into_inner().map_err(std::io::IntoInnerError::into_error)?.sync_all()?;
        std::fs::rename(new, file)
    }

    /// Reads a segment, and the offset of its vectors in the file.
    pub fn read(file: &Path) -> std::io::Result<(Self, u64)> {
        let mut from = BufReader::with_capacity(1 << 18, File::open(file)?);
        let mut start = 0;
        let mut line = Vec::new();
        let mut next = |from: &mut BufReader<File>, line: &mut Vec<u8>| {
            line.clear();
            start += from.read_until(b'\n', line)? as u64;
            std::io::Result::Ok(start)
        };
        next(&mut from, &mut line)?;
        let head: Head = serde_json::from_slice(&line)?;
        let mut entries = Vec::new();
        let mut start = 0;
        for _ in 0..head.entries {
            start = next(&mut from, &mut line)?;
            entries.push(serde_json::from_slice(&line)?);
        }
        let mut bytes = Vec::new();
        from.read_to_end(&mut bytes)?;
        if bytes.len() != 2 * head.numbers || head.version != VERSION {
            return Err(std::io::Error::other("it is cut short, or of another version"));
        }
        let (pairs, _) = bytes.as_chunks::<2>();
        let fine = pairs.iter().map(|b| i16::from_le_bytes(*b)).collect();
        Ok((Self { entries, fine }, start))
    }
}

/// A vector in stored form.
pub fn to_fine(vector: &[f32]) -> impl Iterator<Item = i16> + '_ {
    vector.iter().map(|x| (x.clamp(-1.0, 1.0) * I16_SCALE).round() as i16)
}

pub fn from_fine(fine: &[i16]) -> Vec<f32> {
    fine.iter().map(|n| f32::from(*n) / I16_SCALE).collect()
}
