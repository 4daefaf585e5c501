//! Texts as vectors, without a library of machine learning: the word-piece tokenizer and the forward pass of
//! all-MiniLM-L6-v2, a static table distilled from it, an exact scan over int8 vectors, and logistic heads.
//!
//! A crate of its own so that it is optimised in every build: a debug server and the tests embed, too. Pure computation:
//! no clock, no randomness, no network; where weights come from and what vectors are kept for is the server's.

pub mod encoder;
pub mod head;
mod minilm;
pub mod scan;
mod table;
pub mod weights;
mod wordpiece;

pub use minilm::MiniLm;
pub use table::{SIF, StaticTable};
pub use wordpiece::WordPiece;

/// Turns texts into unit vectors.
///
/// Blocking work for the processor: callers on the async side wrap it in `spawn_blocking`.
pub trait Embedder: Send + Sync {
    /// Names the model and its version; vectors of different ids must never be compared.
    fn id(&self) -> &str;

    /// How many numbers a vector has.
    fn dim(&self) -> usize;

    /// One vector of length 1 a text, in the order of the texts. A text without a word gives a vector of zeros or of
    /// next to no meaning, never an error.
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
    // Eight sums at once, so that the compiler may use vector instructions.
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

/// Scales a vector to length 1; one of zeros stays.
pub fn normalise(v: &mut [f32]) {
    let length = dot(v, v).sqrt();
    if length > 0.0 {
        v.iter_mut().for_each(|x| *x /= length);
    }
}
