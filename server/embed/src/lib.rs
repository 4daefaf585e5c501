//! Text embeddings without a machine learning library: the WordPiece tokenizer and the forward pass of
//! all-MiniLM-L6-v2, a static table distilled from it, an exact scan over int8 vectors, and logistic heads.
//!
//! A separate crate, so that it is optimised in every build: debug servers and tests also embed. Pure computation: no
//! clock, no randomness, no network; the server supplies weights and uses the vectors.

pub mod encoder;
pub mod head;
mod minilm;
pub mod rows;
pub mod scan;
mod shared;
mod table;
pub mod weights;
mod wordpiece;

pub use minilm::MiniLm;
pub use table::{SIF, StaticTable};
pub use wordpiece::WordPiece;

/// Turns texts into unit vectors.
///
/// CPU-bound and blocking: async callers use `spawn_blocking`.
pub trait Embedder: Send + Sync {
    /// Identifies the model and its version; vectors with different ids must never be compared.
    fn id(&self) -> &str;

    /// The length of vectors.
    fn dim(&self) -> usize;

    /// One unit vector per text, in order. A text without words gives a zero or nearly meaningless vector, never an
    /// error.
    fn embed(&self, texts: &[&str]) -> Vec<Vec<f32>>;
}

/// Why a model cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum EmbedError {
    #[error("{file} cannot be read: {cause}")]
    Unreadable { file: String, cause: std::io::Error },
    #[error("{file} is not the file of this model: {what}")]
    Foreign { file: String, what: String },
}

/// Cosine of two unit vectors, or their dot product.
pub fn dot(a: &[f32], b: &[f32]) -> f32 {
    // Eight partial sums, so that the compiler can use vector instructions.
    let mut sums = [0.0f32; 8];
    let (a8, b8) = (a.chunks_exact(8), b.chunks_exact(8));
    let rest: f32 = a8.remainder().iter().zip(b8.remainder()).map(|(x, y)| x * y).sum();
    for (x, y) in a8.zip(b8) {
        for i in 0..8 {
            sums[i] += x[i] * y[i];
        }
    }
    sums.iter().sum::<f32>() + rest
}

/// Scales a vector to length 1; a zero vector stays.
pub fn normalise(v: &mut [f32]) {
    let length = dot(v, v).sqrt();
    if length > 0.0 {
        v.iter_mut().for_each(|x| *x /= length);
    }
}
