//! The forward pass of all-MiniLM-L6-v2: six BERT layers of width 384 with 12 heads, then the mean over the tokens.
//!
//! Several short texts go through the dense layers together, as consecutive rows; attention is per text. So there is no
//! padding and no masking. Weights are `[out][in]`, as 8-bit integers with a scale for each row.

use std::ops::Range;
use std::sync::Arc;

use ndarray::linalg::general_mat_mul;
use ndarray::{Array1, Array2, ArrayView1, ArrayView2, Axis, Slice};

use crate::rows::Rows;
use crate::weights::Weights;
use crate::{EmbedError, normalise};

pub const WIDTH: usize = 384;
const HEADS: usize = 12;
const HEAD_DIM: usize = WIDTH / HEADS;
const FEED_FORWARD_DIM: usize = 4 * WIDTH;
const LAYERS: usize = 6;
const EPSILON: f32 = 1e-12;

/// The weights of the network.
pub struct Encoder {
    words: Matrix,
    /// Position embeddings, including the embedding of token type 0.
    positions: Array2<f32>,
    norm: Norm,
    layers: Vec<Layer>,
}

/// A dense layer: `weight` is `[out][in]`.
pub struct Dense {
    weight: Matrix,
    bias: Vec<f32>,
}

enum Matrix {
    Plain(Array2<f32>),
    Packed(Arc<Rows>),
}

struct Norm {
    weight: Array1<f32>,
    bias: Array1<f32>,
}

struct Layer {
    query: Dense,
    key: Dense,
    value: Dense,
    output: Dense,
    output_norm: Norm,
    widen: Dense,
    narrow: Dense,
    narrow_norm: Norm,
}

/// Reads a matrix by its name, rows and columns.
type ReadMatrix = fn(&Weights, &str, usize, usize) -> Result<Matrix, EmbedError>;

impl Matrix {
    /// As 8-bit integers, in whichever form the file has it.
    fn packed(w: &Weights, name: &str, rows: usize, columns: usize) -> Result<Self, EmbedError> {
        Ok(Self::Packed(Arc::new(w.rows(name, rows, columns)?)))
    }

    fn as_stored(w: &Weights, name: &str, rows: usize, columns: usize) -> Result<Self, EmbedError> {
        if w.is_packed(name) {
            return Self::packed(w, name, rows, columns);
        }
        Ok(Self::Plain(w.matrix(name, rows, columns)?))
    }

    /// See [`Rows::shared`].
    fn shared(self) -> Self {
        match self {
            Self::Packed(rows) => Self::Packed(rows.shared()),
            plain => plain,
        }
    }

    /// Adds a row to `to`, which has the same length.
    fn add(&self, row: usize, to: &mut [f32]) {
        match self {
            Self::Plain(rows) => to.iter_mut().zip(rows.row(row)).for_each(|(to, x)| *to += x),
            Self::Packed(rows) => rows.add(row, to),
        }
    }
}

impl Encoder {
    /// Reads the weights from a file with `vocabulary` word pieces; floats are rounded to 8-bit integers.
    pub fn new(w: &Weights, vocabulary: usize) -> Result<Self, EmbedError> {
        Self::read(w, vocabulary, Matrix::packed)
    }

    /// Likewise in the form that the file has, to compare with.
    pub fn exact(w: &Weights, vocabulary: usize) -> Result<Self, EmbedError> {
        Self::read(w, vocabulary, Matrix::as_stored)
    }

    fn read(w: &Weights, vocabulary: usize, matrix: ReadMatrix) -> Result<Self, EmbedError> {
        let dense = |name: String, inputs, outputs| Dense::read(w, &name, inputs, outputs, matrix);
        let norm = |name: String| -> Result<Norm, EmbedError> {
            let weight = w.vector(&format!("{name}.weight"), WIDTH)?;
            Ok(Norm { weight, bias: w.vector(&format!("{name}.bias"), WIDTH)? })
        };
        let layer = |n: usize| -> Result<Layer, EmbedError> {
            let at = format!("encoder.layer.{n}");
            Ok(Layer {
                query: dense(format!("{at}.attention.self.query"), WIDTH, WIDTH)?,
                key: dense(format!("{at}.attention.self.key"), WIDTH, WIDTH)?,
                value: dense(format!("{at}.attention.self.value"), WIDTH, WIDTH)?,
                output: dense(format!("{at}.attention.output.dense"), WIDTH, WIDTH)?,
                output_norm: norm(format!("{at}.attention.output.LayerNorm"))?,
                widen: dense(format!("{at}.intermediate.dense"), WIDTH, FEED_FORWARD_DIM)?,
                narrow: dense(format!("{at}.output.dense"), FEED_FORWARD_DIM, WIDTH)?,
                narrow_norm: norm(format!("{at}.output.LayerNorm"))?,
            })
        };
        let types = w.matrix("embeddings.token_type_embeddings.weight", 2, WIDTH)?;
        let (words, positions) = ("embeddings.word_embeddings.weight", "embeddings.position_embeddings.weight");
        Ok(Self {
            words: matrix(w, words, vocabulary, WIDTH)?.shared(),
            positions: w.matrix(positions, w.height(positions)?, WIDTH)? + types.row(0),
            norm: norm("embeddings.LayerNorm".into())?,
            layers: (0..LAYERS).map(layer).collect::<Result<_, _>>()?,
        })
    }

    /// The sum of the pieces' input embeddings, before any layer.
    pub fn words(&self, ids: impl IntoIterator<Item = u32>) -> Array1<f32> {
        let mut sum = vec![0.0; WIDTH];
        ids.into_iter().for_each(|id| self.words.add(id as usize, &mut sum));
        sum.into()
    }

    /// One vector per token, texts concatenated. Each text is its ids with `[CLS]` and `[SEP]`: at least one, at most
    /// as many as there are positions.
    pub fn hidden(&self, texts: &[Vec<u32>]) -> Array2<f32> {
        let rows = texts.iter().map(Vec::len).sum();
        let mut x = Array2::zeros((rows, WIDTH));
        let ids = texts.iter().flat_map(|ids| ids.iter().enumerate());
        for (mut row, (position, id)) in x.rows_mut().into_iter().zip(ids) {
            if let Some(row) = row.as_slice_mut() {
                self.words.add(*id as usize, row);
            }
            row += &self.positions.row(position);
        }
        self.norm.apply(&mut x);
        for layer in &self.layers {
            layer.forward(&mut x, texts);
        }
        x
    }

    /// One unit vector per text.
    pub fn forward(&self, texts: &[Vec<u32>]) -> Vec<Vec<f32>> {
        let x = self.hidden(texts);
        let mut start = 0;
        let mean = |ids: &Vec<u32>| {
            let part = x.slice_axis(Axis(0), Slice::from(start..start + ids.len()));
            start += ids.len();
            let mut mean = part.sum_axis(Axis(0)).to_vec();
            normalise(&mut mean);
            mean
        };
        texts.iter().map(mean).collect()
    }
}

impl Dense {
    /// The layer `name.weight`, `name.bias`, in the form that the file has.
    pub fn new(w: &Weights, name: &str, inputs: usize, outputs: usize) -> Result<Self, EmbedError> {
        Self::read(w, name, inputs, outputs, Matrix::as_stored)
    }

    fn read(w: &Weights, name: &str, inputs: usize, outputs: usize, matrix: ReadMatrix) -> Result<Self, EmbedError> {
        let weight = matrix(w, &format!("{name}.weight"), outputs, inputs)?;
        Ok(Self { weight, bias: w.vector(&format!("{name}.bias"), outputs)?.to_vec() })
    }

    /// One row of outputs per row of inputs.
    pub fn apply(&self, x: ArrayView2<f32>) -> Array2<f32> {
        match &self.weight {
            Matrix::Plain(weight) => x.dot(&weight.t()) + ArrayView1::from(&self.bias),
            Matrix::Packed(weight) => weight.apply(x, &self.bias),
        }
    }
}

impl Norm {
    fn apply(&self, x: &mut Array2<f32>) {
        for mut row in x.rows_mut() {
            let Some(row) = row.as_slice_mut() else { continue };
            let mean = row.iter().sum::<f32>() / WIDTH as f32;
            let variance = row.iter().map(|v| (v - mean) * (v - mean)).sum::<f32>() / WIDTH as f32;
            let scale = 1.0 / (variance + EPSILON).sqrt();
            for ((v, weight), bias) in row.iter_mut().zip(&self.weight).zip(&self.bias) {
                *v = (*v - mean) * scale * weight + bias;
            }
        }
    }
}

impl Layer {
    fn forward(&self, x: &mut Array2<f32>, texts: &[Vec<u32>]) {
        let attended = self.attention(x, texts);
        *x += &self.output.apply(attended.view());
        self.output_norm.apply(x);
        let mut inner = self.widen.apply(x.view());
        inner.iter_mut().for_each(|v| *v = gelu(*v));
        *x += &self.narrow.apply(inner.view());
        self.narrow_norm.apply(x);
    }

    fn attention(&self, x: &Array2<f32>, texts: &[Vec<u32>]) -> Array2<f32> {
        let (q, k, v) = (self.query.apply(x.view()), self.key.apply(x.view()), self.value.apply(x.view()));
        let mut out = Array2::zeros(x.raw_dim());
        let mut start = 0;
        for ids in texts {
            let rows = start..start + ids.len();
            start = rows.end;
            let mut scores = Array2::zeros((ids.len(), ids.len()));
            for head in 0..HEADS {
                let columns = head * HEAD_DIM..(head + 1) * HEAD_DIM;
                let part = |of: &'_ Array2<f32>| block(of.view(), &rows, &columns).to_owned();
                let (q, k, v) = (part(&q), part(&k), part(&v));
                general_mat_mul(1.0 / (HEAD_DIM as f32).sqrt(), &q, &k.t(), 0.0, &mut scores);
                for mut row in scores.rows_mut() {
                    if let Some(row) = row.as_slice_mut() {
                        softmax(row);
                    }
                }
                let mut to = out.slice_axis_mut(Axis(0), Slice::from(rows.clone()));
                let mut to = to.slice_axis_mut(Axis(1), Slice::from(columns));
                general_mat_mul(1.0, &scores, &v, 0.0, &mut to);
            }
        }
        out
    }
}

fn block<'a>(of: ArrayView2<'a, f32>, rows: &Range<usize>, columns: &Range<usize>) -> ArrayView2<'a, f32> {
    let of = of.slice_axis_move(Axis(0), Slice::from(rows.clone()));
    of.slice_axis_move(Axis(1), Slice::from(columns.clone()))
}

/// Turns scores into probabilities.
pub fn softmax(row: &mut [f32]) {
    let max = row.iter().copied().fold(f32::NEG_INFINITY, f32::max);
    let mut sum = 0.0;
    for v in row.iter_mut() {
        *v = (*v - max).exp();
        sum += *v;
    }
    row.iter_mut().for_each(|v| *v /= sum);
}

/// x·Φ(x), with the exact Φ.
fn gelu(x: f32) -> f32 {
    0.5 * x * (1.0 + erf(x * std::f32::consts::FRAC_1_SQRT_2))
}

/// The error function to a few units in the last place: the rational approximation that Eigen and XLA use, which needs
/// no exponential and so runs in vector instructions.
fn erf(x: f32) -> f32 {
    const P: [f32; 7] =
        [-2.726_142_3e-10, 2.770_681_4e-8, -2.101_024e-6, -5.692_506e-5, -7.349_906_3e-4, -2.954_6e-3, -1.609_603_3e-2];
    const Q: [f32; 5] = [-1.456_607_2e-5, -2.133_740_6e-4, -1.682_827e-3, -7.373_329e-3, -1.426_473_9e-2];
    let x = x.clamp(-4.0, 4.0);
    let square = x * x;
    let p = P.iter().fold(0.0, |sum, c| sum * square + c);
    let q = Q.iter().fold(0.0, |sum, c| sum * square + c);
    x * p / q
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_error_function_is_exact_enough() {
        for (x, want) in
            [(0.0, 0.0), (0.1, 0.112_462_92), (0.5, 0.520_499_9), (1.0, 0.842_700_8), (2.0, 0.995_322_3), (9.0, 1.0)]
        {
            assert!((erf(x) - want).abs() < 3e-7 && (erf(-x) + want).abs() < 3e-7, "{x}: {}", erf(x));
        }
    }
}
