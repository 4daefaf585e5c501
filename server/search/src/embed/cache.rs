//! Caches vectors by the SHA-256 of model and text in an append-only file, so that repeated measurements need not embed
//! again.

use std::collections::HashMap;
use std::fs::{File, OpenOptions};
use std::io::{Read, Write};
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

use embed::Embedder;
use sha2::{Digest, Sha256};

type Key = [u8; 32];

/// A caching embedder.
pub struct Cached {
    inner: Arc<dyn Embedder>,
    kept: Mutex<Kept>,
}

struct Kept {
    vectors: HashMap<Key, Vec<f32>>,
    file: File,
}

impl Cached {
    /// Opens the folder's cache for this embedder. A partial entry at its end, from a killed process, is removed.
    pub fn open(inner: Arc<dyn Embedder>, folder: &Path) -> std::io::Result<Self> {
        std::fs::create_dir_all(folder)?;
        let path = folder.join(format!("{}.vectors", inner.id()));
        let mut file = OpenOptions::new().read(true).append(true).create(true).open(path)?;
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes)?;
        let size = 32 + 4 * inner.dim();
        file.set_len((bytes.len() / size * size) as u64)?;
        let mut vectors = HashMap::with_capacity(bytes.len() / size);
        for entry in bytes.chunks_exact(size) {
            if let Some((key, numbers)) = entry.split_first_chunk::<32>() {
                let numbers = numbers.as_chunks::<4>().0.iter().map(|b| f32::from_le_bytes(*b));
                vectors.insert(*key, numbers.collect());
            }
        }
        Ok(Self { inner, kept: Mutex::new(Kept { vectors, file }) })
    }

    fn key(&self, text: &str) -> Key {
        Sha256::new().chain_update(self.inner.id()).chain_update([0]).chain_update(text).finalize().into()
    }
}

impl Embedder for Cached {
    fn id(&self) -> &str {
        self.inner.id()
    }

    fn dim(&self) -> usize {
        self.inner.dim()
    }

    fn embed(&self, texts: &[&str]) -> Vec<Vec<f32>> {
        let keys: Vec<Key> = texts.iter().map(|text| self.key(text)).collect();
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        let missing: Vec<usize> = (0..texts.len()).filter(|i| !kept.vectors.contains_key(&keys[*i])).collect();
        let new: Vec<&str> = missing.iter().map(|i| texts[*i]).collect();
        for (i, vector) in missing.into_iter().zip(self.inner.embed(&new)) {
            let numbers = vector.iter().flat_map(|x| x.to_le_bytes());
            let entry: Vec<u8> = keys[i].iter().copied().chain(numbers).collect();
            if let Err(error) = kept.file.write_all(&entry) {
                tracing::warn!(%error, "a vector could not be kept");
            }
            kept.vectors.insert(keys[i], vector);
        }
        keys.iter().map(|key| kept.vectors[key].clone()).collect()
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};

    use super::*;

    /// Maps a text to its length; counts its calls.
    #[derive(Default)]
    struct Length(AtomicUsize);

    impl Embedder for Length {
        fn id(&self) -> &str {
            "length"
        }

        fn dim(&self) -> usize {
            2
        }

        fn embed(&self, texts: &[&str]) -> Vec<Vec<f32>> {
            self.0.fetch_add(texts.len(), Ordering::Relaxed);
            texts.iter().map(|t| vec![t.len() as f32, 1.0]).collect()
        }
    }

    #[test]
    fn a_text_is_embedded_once_and_half_entries_are_cut_off() {
        let folder = tempfile::tempdir().unwrap();
        let asked = Arc::new(Length::default());
        let want = [vec![3.0, 1.0], vec![1.0, 1.0], vec![3.0, 1.0]];
        for _ in 0..2 {
            let cached = Cached::open(asked.clone(), folder.path()).unwrap();
            assert_eq!(cached.embed(&["abc", "d", "abc"]), want);
            assert!(asked.0.load(Ordering::Relaxed) <= 3);
            cached.kept.lock().unwrap().file.write_all(b"half").unwrap();
        }
        assert_eq!(Cached::open(asked.clone(), folder.path()).unwrap().embed(&["abc"]), want[..1]);
        assert!(asked.0.load(Ordering::Relaxed) <= 3);
    }
}
