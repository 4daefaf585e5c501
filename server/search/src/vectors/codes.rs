//! The data of a scan: an int8 code per component or, for very many vectors, only the components' signs, which select
//! candidates for an exact comparison.

use embed::scan;

/// Minimum number of rows compared exactly after a scan of codes.
const MIN_RESCORED_ROWS: usize = 40;
/// Rows compared exactly after a scan of signs, per wanted result.
const RESCORED_BY_SIGNS: usize = 8;
/// Up to this many rows, all codes are scanned. Beyond, at a million rows of 256 components, the scan reads 32 MB
/// instead of 256.
const MAX_EXACT_ROWS: usize = 300_000;

/// The coarse form of all rows.
pub struct Codes {
    dim: usize,
    /// Rows up to which codes are kept.
    exact: usize,
    form: Form,
}

enum Form {
    Exact(Vec<i8>),
    Signs(Vec<u64>),
}

impl Default for Codes {
    fn default() -> Self {
        Self::new(0)
    }
}

impl Codes {
    /// For vectors of `dim` numbers.
    pub fn new(dim: usize) -> Self {
        Self { dim, exact: MAX_EXACT_ROWS, form: Form::Exact(Vec::new()) }
    }

    pub fn add(&mut self, rows: impl ExactSizeIterator<Item = Vec<f32>>) {
        if let Form::Exact(codes) = &self.form
            && codes.len() + rows.len() * self.dim > self.exact * self.dim
        {
            let known = 0..codes.len() / self.dim.max(1);
            let signs = known.flat_map(|row| scan::signs(&self.row(row)).collect::<Vec<_>>()).collect();
            self.form = Form::Signs(signs);
        }
        match &mut self.form {
            Form::Exact(codes) => {
                codes.reserve_exact(rows.len() * self.dim);
                rows.for_each(|row| codes.extend(scan::quantise(&row)));
            }
            Form::Signs(signs) => rows.for_each(|row| signs.extend(scan::signs(&row))),
        }
    }

    /// A row reconstructed from its coarse form.
    pub fn row(&self, row: usize) -> Vec<f32> {
        match &self.form {
            Form::Exact(codes) => {
                codes[row * self.dim..][..self.dim].iter().map(|c| f32::from(*c) / scan::SCALE).collect()
            }
            Form::Signs(signs) => {
                let words = &signs[row * self.dim.div_ceil(64)..];
                let length = 1.0 / (self.dim as f32).sqrt();
                (0..self.dim).map(|i| if words[i / 64] >> (i % 64) & 1 == 1 { length } else { -length }).collect()
            }
        }
    }

    /// Candidate rows for the `k` nearest to a vector.
    pub fn candidates(&self, vector: &[f32], k: usize, keep: impl Fn(usize) -> bool + Sync) -> Vec<usize> {
        let threads = std::thread::available_parallelism().map_or(1, usize::from);
        match &self.form {
            Form::Exact(codes) => {
                let vector: Vec<i8> = scan::quantise(vector).collect();
                let rows = scan::top(codes, self.dim, &vector, k.max(MIN_RESCORED_ROWS), threads, keep);
                rows.into_iter().map(|(row, _)| row).collect()
            }
            Form::Signs(signs) => {
                let vector: Vec<u64> = scan::signs(vector).collect();
                let rows = scan::top_by_signs(signs, &vector, RESCORED_BY_SIGNS * k, threads, keep);
                rows.into_iter().map(|(row, _)| row).collect()
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use rand::{Rng, SeedableRng};
    use rand_chacha::ChaCha8Rng;

    use super::*;

    #[test]
    fn signs_take_over_without_losing_what_is_near() {
        let mut rng = ChaCha8Rng::seed_from_u64(3);
        let mut vector = || {
            let mut v: Vec<f32> = (0..128).map(|_| rng.random_range(-1.0..1.0)).collect();
            embed::normalise(&mut v);
            v
        };
        let rows: Vec<Vec<f32>> = (0..3_000).map(|_| vector()).collect();
        let mut exact = Codes::new(128);
        exact.add(rows.clone().into_iter());
        let mut signs = Codes { exact: 1_500, ..Codes::new(128) };
        for part in rows.chunks(1_000) {
            signs.add(part.iter().cloned());
        }
        assert!(matches!(signs.form, Form::Signs(_)) && matches!(exact.form, Form::Exact(_)));
        let odd = |row: usize| row % 2 == 1;
        let mut found = 0;
        for n in 0..50 {
            // A vector similar to one of them.
            let asked: Vec<f32> = rows[2 * n + 1].iter().zip(vector()).map(|(a, b)| a + 0.7 * b).collect();
            let candidates = signs.candidates(&asked, 10, odd);
            assert_eq!((candidates.len(), candidates[0]), (80, 2 * n + 1));
            assert!(candidates.iter().all(|row| odd(*row)));
            found += exact.candidates(&asked, 10, odd)[..10].iter().filter(|row| candidates.contains(row)).count();
        }
        // Random vectors have no neighbours but the one; texts do, and keep far more.
        assert!(found > 300, "{found} of 500");
        let near = signs.row(17).iter().zip(&rows[17]).filter(|(a, b)| (**a > 0.0) == (**b > 0.0)).count();
        assert!(near >= 126, "numbers that are all but 0 may lose their sign: {near}");
    }
}
