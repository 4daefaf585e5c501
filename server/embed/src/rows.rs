//! Matrices of 8-bit integers with a scale for each row: a quarter of the memory of floats. They are never unpacked as a
//! whole: a product unpacks a block at a time, which stays in the processor's cache.

use std::borrow::Cow;
use std::sync::Arc;

use ndarray::linalg::general_mat_mul;
use ndarray::{Array2, ArrayView2, Axis, Slice};

use crate::shared::Shared;

/// Floats unpacked at a time.
const BLOCK_FLOATS: usize = 48 * 1024;

/// Rows of 8-bit integers, each with a scale.
pub struct Rows {
    /// Two's complement; borrowed where the file is part of the program.
    numbers: Cow<'static, [u8]>,
    scales: Vec<f32>,
    columns: usize,
}

impl Rows {
    /// One scale per row.
    pub(crate) fn new(numbers: Cow<'static, [u8]>, scales: Vec<f32>, columns: usize) -> Self {
        Self { numbers, scales, columns }
    }

    /// No rows, and room for some.
    pub(crate) fn with_capacity(rows: usize, columns: usize) -> Self {
        Self::new(Vec::with_capacity(rows * columns).into(), Vec::with_capacity(rows), columns)
    }

    /// Appends a row of floats, rounded to 127 steps on each side of 0, as `train.py` does.
    pub(crate) fn push(&mut self, row: &[f32]) {
        let largest = row.iter().fold(1e-8f32, |most, x| most.max(x.abs()));
        let scale = largest / 127.0;
        self.numbers.to_mut().extend(row.iter().map(|x| ((x / scale).round_ties_even() as i8).cast_unsigned()));
        self.scales.push(scale);
    }

    /// The same rows as another model has in memory, or these. Where thousands of scales agree to the last bit, the
    /// rows do: they are not compared, because those that are part of the program would come into memory for it.
    pub(crate) fn shared(self: Arc<Self>) -> Arc<Self> {
        static IN_USE: Shared<Rows> = Shared::new();
        IN_USE.get(self, |a, b| a.columns == b.columns && a.scales == b.scales)
    }

    fn row(&self, row: usize) -> &[u8] {
        &self.numbers[row * self.columns..][..self.columns]
    }

    /// Adds a row to `to`, which has the same length.
    pub fn add(&self, row: usize, to: &mut [f32]) {
        let scale = self.scales[row];
        to.iter_mut().zip(self.row(row)).for_each(|(to, n)| *to += scale * f32::from(n.cast_signed()));
    }

    /// The product of `x` with the transposed matrix, plus `bias`: one number per row of each.
    pub fn apply(&self, x: ArrayView2<f32>, bias: &[f32]) -> Array2<f32> {
        let outputs = self.scales.len();
        let mut y = Array2::zeros((x.nrows(), outputs));
        let height = (BLOCK_FLOATS / self.columns).clamp(1, outputs);
        let mut block = Array2::zeros((height, self.columns));
        for from in (0..outputs).step_by(height) {
            let to = (from + height).min(outputs);
            let mut block = block.slice_axis_mut(Axis(0), Slice::from(..to - from));
            let numbers = &self.numbers[from * self.columns..to * self.columns];
            if let Some(floats) = block.as_slice_mut() {
                floats.iter_mut().zip(numbers).for_each(|(to, n)| *to = f32::from(n.cast_signed()));
            }
            general_mat_mul(1.0, &x, &block.t(), 0.0, &mut y.slice_axis_mut(Axis(1), Slice::from(from..to)));
        }
        for mut row in y.rows_mut() {
            row.iter_mut().zip(&self.scales).zip(bias).for_each(|((y, scale), bias)| *y = *y * scale + bias);
        }
        y
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_product_is_that_of_the_unpacked_rows() {
        let (height, columns) = (133, 400);
        let number = |i: usize| (i as f32 * 0.7).sin() * (1.0 + (i / columns) as f32);
        let mut rows = Rows::with_capacity(height, columns);
        for row in 0..height {
            rows.push(&(0..columns).map(|i| number(row * columns + i)).collect::<Vec<_>>());
        }
        let bias: Vec<f32> = (0..height).map(|i| i as f32).collect();
        for texts in [1, 2, 3, 5, 8, 13] {
            let x = Array2::from_shape_fn((texts, columns), |(i, j)| ((i * 31 + j) as f32).cos());
            let y = rows.apply(x.view(), &bias);
            for (i, x) in x.rows().into_iter().enumerate() {
                for row in 0..height {
                    let mut floats = vec![0.0; columns];
                    rows.add(row, &mut floats);
                    let step = (1.0 + row as f32) / 127.0;
                    assert!(floats.iter().enumerate().all(|(j, x)| (x - number(row * columns + j)).abs() <= step));
                    let want = bias[row] + floats.iter().zip(x).map(|(a, b)| a * b).sum::<f32>();
                    assert!((y[[i, row]] - want).abs() < 1e-3 * step * 127.0, "{}, not {want}", y[[i, row]]);
                }
            }
        }
    }

    #[test]
    fn a_row_of_zeros_stays_one() {
        let mut rows = Rows::with_capacity(1, 2);
        rows.push(&[0.0, 0.0]);
        let mut sum = [1.0, 2.0];
        rows.add(0, &mut sum);
        assert_eq!(sum, [1.0, 2.0]);
    }
    #[test]
    fn rows_with_the_same_scales_are_in_memory_once() {
        let rows = |factor: f32| {
            let mut rows = Rows::with_capacity(2, 2);
            [[1.0, 2.0], [3.0, -4.0]].iter().for_each(|row| rows.push(&row.map(|x| x * factor)));
            Arc::new(rows).shared()
        };
        let (one, same, other) = (rows(1.0), rows(1.0), rows(2.0));
        assert!(Arc::ptr_eq(&one, &same) && !Arc::ptr_eq(&one, &other));
    }
}
