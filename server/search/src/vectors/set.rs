//! The vectors in memory: `codes` for the scan, and the data for filters. A row's place on disk follows from its
//! number, since segments are in order.

use std::collections::{HashMap, HashSet};
use std::fs::File;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::ops::Range;
use std::sync::Arc;

use embed::dot;
use hashbrown::HashTable;

use super::codes::Codes;
use super::segment::{Entry, Held, Part, Segment, from_fine};
use crate::HitKind;

/// Everything searchable by meaning.
#[derive(Default)]
pub struct Set {
    pub held: Held,
    dim: usize,
    codes: Codes,
    /// Each row's part, and the hash of its text.
    of: Vec<u32>,
    texts: Vec<u64>,
    parts: Vec<Known>,
    ids: String,
    /// The first part of each record, by the hash of its name.
    records: HashTable<u32>,
    /// Numbers for the values of filters; 0 is none.
    values: HashMap<String, u32>,
    fine: Vec<(usize, Fine)>,
    living: usize,
    communications: usize,
    dead_rows: usize,
}

/// The location of a segment's precise vectors.
enum Fine {
    Memory(Vec<i16>),
    Disk(File, u64),
}

/// A part's data for filters.
struct Known {
    /// The end of its id in `ids`; it begins where the previous one ends.
    id_end: usize,
    kind_of_hit: HitKind,
    customer: u32,
    product: u32,
    category: u32,
    subcategory: u32,
    channel: u32,
    kind: u32,
    day: i32,
    /// The row of this part's first passage.
    first_row: u32,
    record: u64,
    lives: bool,
}

/// A filter; `None` allows everything.
#[derive(Clone, Debug, Default)]
pub struct Keep {
    pub customer: Option<String>,
    pub product: Option<String>,
    pub category: Option<String>,
    pub channel: Option<String>,
    pub kind: Option<String>,
    pub what: Option<HitKind>,
    /// Days since the start of the common era, inclusive.
    pub from: Option<i32>,
    pub to: Option<i32>,
    /// Id of a part to exclude.
    pub but: Option<String>,
    /// Only these communications, and no documents.
    pub ids: Option<Arc<HashSet<String>>>,
    /// Only communications of these customers; documents have no customer.
    pub seen: Option<Arc<HashSet<String>>>,
}

/// A part, its similarity, and its best passage.
#[derive(Clone, Debug, PartialEq)]
pub struct Near {
    pub kind: HitKind,
    pub id: String,
    /// -1 to 1.
    pub cosine: f32,
    /// Index of the passage, from 0.
    pub passage: usize,
}

fn hash(name: &str) -> u64 {
    let mut hasher = DefaultHasher::new();
    name.hash(&mut hasher);
    hasher.finish()
}

impl Set {
    pub fn new(held: Held) -> Self {
        Self { dim: held.dim, codes: Codes::new(held.dim), held, ..Self::default() }
    }

    /// Number of communications, including those without text.
    pub fn communications(&self) -> usize {
        self.communications
    }

    /// Number of searchable parts, including those without text.
    pub fn len(&self) -> usize {
        self.living
    }

    pub fn is_empty(&self) -> bool {
        self.living == 0
    }

    /// Whether enough is dead to make rewriting worthwhile.
    pub fn is_wasteful(&self) -> bool {
        self.dead_rows > 1_000 && self.dead_rows * 3 > self.of.len()
    }

    /// Adds a segment, replacing existing records.
    pub fn add(&mut self, segment: &Segment, on_disk: Option<(File, u64)>) -> std::io::Result<()> {
        let rows: usize = segment.entries.iter().flat_map(|e| &e.parts).map(|p| p.texts.len()).sum();
        if rows * self.dim != segment.fine.len() {
            return Err(std::io::Error::other("it has more or fewer vectors than passages"));
        }
        let fine = on_disk.map_or_else(|| Fine::Memory(segment.fine.clone()), |(file, start)| Fine::Disk(file, start));
        self.fine.push((self.of.len(), fine));
        self.codes.add(segment.fine.chunks_exact(self.dim.max(1)).map(from_fine));
        segment.entries.iter().for_each(|entry| self.add_entry(entry));
        Ok(())
    }

    fn add_entry(&mut self, entry: &Entry) {
        let record = hash(&entry.record);
        self.remove(record);
        let mut value = |v: &Option<String>| match v {
            None => 0,
            Some(v) => match self.values.get(v) {
                Some(n) => *n,
                None => {
                    let n = u32::try_from(self.values.len() + 1).unwrap_or(u32::MAX);
                    self.values.insert(v.clone(), n);
                    n
                }
            },
        };
        let (customer, product, category) = (value(&entry.customer), value(&entry.product), value(&entry.category));
        let (channel, kind, subcategory) = (value(&entry.channel), value(&entry.kind), value(&entry.subcategory));
        let is_document = entry.record.starts_with("document:");
        let kind_of_hit = if is_document { HitKind::Chunk } else { HitKind::Communication };
        let first_part = u32::try_from(self.parts.len()).unwrap_or(u32::MAX);
        for part in &entry.parts {
            let number = u32::try_from(self.parts.len()).unwrap_or(u32::MAX);
            let first_row = u32::try_from(self.of.len()).unwrap_or(u32::MAX);
            self.of.extend(part.texts.iter().map(|_| number));
            self.texts.extend(&part.texts);
            self.ids.push_str(&part.id);
            self.parts.push(Known {
                id_end: self.ids.len(),
                kind_of_hit,
                customer,
                product,
                category,
                subcategory,
                channel,
                kind,
                day: entry.day,
                first_row,
                record,
                lives: true,
            });
        }
        if !entry.parts.is_empty() {
            let parts = &self.parts;
            self.records.insert_unique(record, first_part, |part| parts[*part as usize].record);
            self.living += entry.parts.len();
            self.communications += usize::from(!is_document);
        }
    }

    fn remove(&mut self, record: u64) {
        let parts = self.parts_of(record);
        let first = parts.start;
        if let Ok(found) = self.records.find_entry(record, |part| *part as usize == first) {
            found.remove();
        }
        for part in parts {
            self.dead_rows += self.rows(part).len();
            let known = &mut self.parts[part];
            known.lives = false;
            self.living -= 1;
            self.communications -= usize::from(known.kind_of_hit == HitKind::Communication);
        }
    }

    /// The living parts of a record, by the hash of its name.
    fn parts_of(&self, record: u64) -> Range<usize> {
        let of = |part: usize| self.parts.get(part).is_some_and(|part| part.record == record && part.lives);
        let first =
            self.records.find(record, |part| of(*part as usize)).map_or(self.parts.len(), |part| *part as usize);
        first..(first..).find(|part| !of(*part)).unwrap_or(first)
    }

    fn rows(&self, part: usize) -> Range<usize> {
        let end = self.parts.get(part + 1).map_or(self.of.len(), |next| next.first_row as usize);
        self.parts[part].first_row as usize..end
    }

    fn id(&self, part: usize) -> &str {
        let start = if part == 0 { 0 } else { self.parts[part - 1].id_end };
        &self.ids[start..self.parts[part].id_end]
    }

    /// The precise vector of a row; if unreadable, from its codes.
    fn fine(&self, row: usize) -> Vec<f32> {
        let n = self.fine.partition_point(|(start, _)| *start <= row) - 1;
        let (start, fine) = &self.fine[n];
        let at = (row - start) * self.dim;
        match fine {
            Fine::Memory(numbers) => from_fine(&numbers[at..at + self.dim]),
            Fine::Disk(file, from) => {
                let mut bytes = vec![0; 2 * self.dim];
                match read_at(file, &mut bytes, from + 2 * at as u64) {
                    Ok(()) => {
                        from_fine(&bytes.as_chunks::<2>().0.iter().map(|b| i16::from_le_bytes(*b)).collect::<Vec<_>>())
                    }
                    Err(_) => self.codes.row(row),
                }
            }
        }
    }

    /// `keep` as a predicate on rows; `None` if it names a value that no part has.
    fn filter(&self, keep: &Keep) -> Option<impl Fn(usize) -> bool + Sync + '_> {
        let number = |value: &Option<String>| match value {
            None => Some(None),
            Some(v) => self.values.get(v).map(|n| Some(*n)),
        };
        let (customer, product) = (number(&keep.customer)?, number(&keep.product)?);
        let (category, channel) = (number(&keep.category)?, number(&keep.channel)?);
        let kind = number(&keep.kind)?;
        let (what, from, to) = (keep.what, keep.from.unwrap_or(i32::MIN), keep.to.unwrap_or(i32::MAX));
        let (but, ids) = (keep.but.clone(), keep.ids.clone());
        let seen = keep.seen.as_ref().map(|all| all.iter().filter_map(|id| self.values.get(id).copied()).collect());
        let seen: Option<HashSet<u32>> = seen;
        let is = |wanted: Option<u32>, has: u32| wanted.is_none_or(|w| w == has);
        Some(move |row: usize| {
            let part = self.of[row] as usize;
            let p = &self.parts[part];
            p.lives
                && seen.as_ref().is_none_or(|all| p.kind_of_hit == HitKind::Chunk || all.contains(&p.customer))
                && is(customer, p.customer)
                && is(product, p.product)
                && is(category, p.category)
                && is(channel, p.channel)
                && is(kind, p.kind)
                && what.is_none_or(|w| w == p.kind_of_hit)
                && (from..=to).contains(&p.day)
                && but.as_deref().is_none_or(|but| but != self.id(part))
                && ids.as_ref().is_none_or(|ids| p.kind_of_hit == HitKind::Communication && ids.contains(self.id(part)))
        })
    }

    /// The nearest parts, best first; ties by id.
    pub fn nearest(&self, query: &[f32], k: usize, keep: &Keep) -> Vec<Near> {
        let Some(filter) = self.filter(keep) else { return Vec::new() };
        let mut best: HashMap<u32, (f32, usize)> = HashMap::new();
        // Several passages may belong to one part.
        for row in self.codes.candidates(query, 2 * k, filter) {
            let cosine = dot(&self.fine(row), query);
            let seen = best.entry(self.of[row]).or_insert((cosine, row));
            if cosine > seen.0 {
                *seen = (cosine, row);
            }
        }
        let mut near: Vec<Near> = best.into_iter().map(|(part, (cosine, row))| self.near(part, cosine, row)).collect();
        near.sort_by(|a, b| b.cosine.total_cmp(&a.cosine).then_with(|| a.id.cmp(&b.id)));
        near.truncate(k);
        near
    }

    /// How near the messages of each topic are, best first: the mean cosine of its `each` nearest ones among the `k`
    /// nearest of all. Topics with fewer among these are left out. A message's topic is its subcategory, else its
    /// category.
    pub fn topics(&self, query: &[f32], k: usize, each: usize, keep: &Keep) -> Vec<(String, f32)> {
        let mut found: HashMap<u32, Vec<f32>> = HashMap::new();
        for near in self.nearest(query, k, keep) {
            let Some(part) = self.part(&format!("communication:{}", near.id), &near.id) else { continue };
            let known = &self.parts[part as usize];
            let topic = if known.subcategory > 0 { known.subcategory } else { known.category };
            let cosines = found.entry(topic).or_default();
            if topic > 0 && cosines.len() < each {
                cosines.push(near.cosine);
            }
        }
        let mean = |n: &u32| {
            let cosines = found.get(n).filter(|cosines| cosines.len() == each)?;
            Some(cosines.iter().sum::<f32>() / each as f32)
        };
        let mut all: Vec<(String, f32)> =
            self.values.iter().filter_map(|(name, n)| Some((name.clone(), mean(n)?))).collect();
        all.sort_by(|(a, x), (b, y)| y.total_cmp(x).then_with(|| a.cmp(b)));
        all
    }

    fn near(&self, part: u32, cosine: f32, row: usize) -> Near {
        let known = &self.parts[part as usize];
        let passage = row - known.first_row as usize;
        Near { kind: known.kind_of_hit, id: self.id(part as usize).to_owned(), cosine, passage }
    }

    pub fn part(&self, record: &str, id: &str) -> Option<u32> {
        let mut parts = self.parts_of(hash(record));
        parts.find(|part| self.id(*part) == id).map(|part| part as u32)
    }

    pub fn cosine(&self, query: &[f32], record: &str, id: &str) -> Option<Near> {
        let part = self.part(record, id)?;
        let rows = self.rows(part as usize).map(|row| (dot(&self.fine(row), query), row));
        let (cosine, row) = rows.max_by(|a, b| a.0.total_cmp(&b.0))?;
        Some(self.near(part, cosine, row))
    }

    /// The mean direction of a part's passages.
    pub fn centre(&self, record: &str, id: &str) -> Option<Vec<f32>> {
        let rows = self.rows(self.part(record, id)? as usize);
        let mut sum = vec![0.0; self.dim];
        rows.for_each(|row| sum.iter_mut().zip(self.fine(row)).for_each(|(s, x)| *s += x));
        embed::normalise(&mut sum);
        sum.iter().any(|x| *x != 0.0).then_some(sum)
    }

    /// An existing vector of a record's passage, by the hash of its text.
    pub fn known(&self, record: &str, text: u64) -> Option<Vec<f32>> {
        let mut rows = self.parts_of(hash(record)).flat_map(|part| self.rows(part));
        rows.find(|row| self.texts[*row] == text).map(|row| self.fine(row))
    }

    /// All live records as one segment. `name` turns a record's parts back into its name.
    pub fn living(&self) -> Segment {
        let mut names: Vec<(&str, u32)> = self.values.iter().map(|(name, n)| (name.as_str(), *n)).collect();
        names.sort_by_key(|(_, n)| *n);
        let value = |n: u32| (n > 0).then(|| names[n as usize - 1].0.to_owned());
        let mut out = Segment::default();
        let mut last = None;
        for (n, p) in self.parts.iter().enumerate().filter(|(_, p)| p.lives) {
            let id = self.id(n).to_owned();
            let part = Part { texts: self.texts[self.rows(n)].to_vec(), id: id.clone() };
            for row in self.rows(n) {
                out.fine.extend(super::segment::to_fine(&self.fine(row)));
            }
            if last == Some(p.record)
                && let Some(entry) = out.entries.last_mut()
            {
                entry.parts.push(part);
                continue;
            }
            last = Some(p.record);
            let record = match p.kind_of_hit {
                HitKind::Communication => format!("communication:{id}"),
                HitKind::Chunk => format!("document:{}", id.rsplit_once('#').map_or(id.as_str(), |(d, _)| d)),
            };
            let (customer, product, category) = (value(p.customer), value(p.product), value(p.category));
            let (channel, kind, subcategory) = (value(p.channel), value(p.kind), value(p.subcategory));
            out.entries.push(Entry {
                record,
                customer,
                product,
                category,
                subcategory,
                channel,
                kind,
                day: p.day,
                parts: vec![part],
            });
        }
        out
    }
}

#[cfg(unix)]
fn read_at(file: &File, bytes: &mut [u8], at: u64) -> std::io::Result<()> {
    std::os::unix::fs::FileExt::read_exact_at(file, bytes, at)
}

#[cfg(not(unix))]
fn read_at(mut file: &File, bytes: &mut [u8], at: u64) -> std::io::Result<()> {
    use std::io::{Read, Seek, SeekFrom};
    file.seek(SeekFrom::Start(at))?;
    file.read_exact(bytes)
}
