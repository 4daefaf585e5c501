//! Search by scanning all rows, so that filters are free and nothing needs building or tuning: exactly over int8 codes
//! or, for very many rows, by the components' signs alone, with an eighth of the memory and some ten times faster, for
//! candidates that are then compared exactly. One fixed scale serves all vectors of a model, which makes their products
//! comparable.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// From a component to its code. Components of a unit vector with some hundred dimensions hardly ever exceed ±0.4,
/// where codes end (measured for all-MiniLM-L6-v2: recall of the first ten 0.985, after rescoring forty 1.0).
pub const SCALE: f32 = 317.5;

/// The codes of a vector.
pub fn quantise(vector: &[f32]) -> impl Iterator<Item = i8> + '_ {
    vector.iter().map(|x| (x * SCALE).round().clamp(-127.0, 127.0) as i8)
}

/// The product of two rows of codes; divided by `SCALE²`, approximately the cosine.
pub fn product(a: &[i8], b: &[i8]) -> i32 {
    a.iter().zip(b).map(|(x, y)| i32::from(i16::from(*x) * i16::from(*y))).sum()
}

/// The cosine for a product of codes.
pub fn cosine(product: i32) -> f32 {
    product as f32 / (SCALE * SCALE)
}

/// The signs of a vector's components, 64 per word.
pub fn signs(vector: &[f32]) -> impl Iterator<Item = u64> + '_ {
    vector.chunks(64).map(|part| part.iter().enumerate().fold(0, |word, (i, x)| word | (u64::from(*x > 0.0) << i)))
}

/// The `k` rows of `codes` (each `dim` long) with the largest product with `query`, among those that `keep` allows: row
/// number and product, best first, ties by row. Uses `threads` threads.
pub fn top(
    codes: &[i8],
    dim: usize,
    query: &[i8],
    k: usize,
    threads: usize,
    keep: impl Fn(usize) -> bool + Sync,
) -> Vec<(usize, i32)> {
    if dim == 0 || query.len() != dim {
        return Vec::new();
    }
    // The filter is much cheaper than the comparison.
    let value = |row: usize, _| keep(row).then(|| product(&codes[row * dim..(row + 1) * dim], query));
    best(codes.len() / dim, k, threads, value)
}

/// Likewise by signs, each row `query.len()` words: row number and number of different signs, fewest first.
pub fn top_by_signs(
    rows: &[u64],
    query: &[u64],
    k: usize,
    threads: usize,
    keep: impl Fn(usize) -> bool + Sync,
) -> Vec<(usize, u32)> {
    let words = query.len();
    if words == 0 {
        return Vec::new();
    }
    // The comparison is cheaper than the filter, and few rows are among the best.
    let value = |row: usize, least: i32| {
        let same = -differing(&rows[row * words..(row + 1) * words], query).cast_signed();
        (same > least && keep(row)).then_some(same)
    };
    best(rows.len() / words, k, threads, value).into_iter().map(|(row, same)| (row, same.unsigned_abs())).collect()
}

fn differing(a: &[u64], b: &[u64]) -> u32 {
    a.iter().zip(b).map(|(x, y)| (x ^ y).count_ones()).sum()
}

/// The `k` of `rows` rows with the largest value. `value` returns `None` for rows to skip; it may also do so for values
/// at or below its second argument.
fn best(rows: usize, k: usize, threads: usize, value: impl Fn(usize, i32) -> Option<i32> + Sync) -> Vec<(usize, i32)> {
    if k == 0 {
        return Vec::new();
    }
    let part = |from: usize, to: usize| {
        let mut best: BinaryHeap<Reverse<(i32, Reverse<usize>)>> = BinaryHeap::with_capacity(k + 1);
        let mut least = i32::MIN;
        for row in from..to {
            let Some(value) = value(row, least) else { continue };
            if value > least || best.len() < k {
                best.push(Reverse((value, Reverse(row))));
                if best.len() > k {
                    best.pop();
                }
                least = if best.len() == k { best.peek().map_or(i32::MIN, |r| r.0.0) } else { i32::MIN };
            }
        }
        best
    };
    // A thread costs some microseconds and needs more work than that.
    let threads = threads.clamp(1, rows / 16_384 + 1);
    let each = rows.div_ceil(threads);
    let part = &part;
    let mut all: Vec<(usize, i32)> = std::thread::scope(|scope| {
        let others: Vec<_> =
            (1..threads).map(|t| scope.spawn(move || part((t * each).min(rows), ((t + 1) * each).min(rows)))).collect();
        let mut all: Vec<_> = part(0, each.min(rows)).into_vec();
        for other in others {
            all.extend(other.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)).into_vec());
        }
        all.into_iter().map(|Reverse((value, Reverse(row)))| (row, value)).collect()
    });
    all.sort_unstable_by_key(|(row, value)| (Reverse(*value), *row));
    all.truncate(k);
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Pseudorandom unit vectors, always the same.
    fn vectors(count: usize, dim: usize) -> Vec<Vec<f32>> {
        let mut state: u64 = 7;
        let mut next = || {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (state >> 40) as f32 / (1u64 << 24) as f32 - 0.5
        };
        let mut all = vec![vec![0.0; dim]; count];
        for v in &mut all {
            v.iter_mut().for_each(|x| *x = next());
            crate::normalise(v);
        }
        all
    }

    #[test]
    fn the_scan_finds_what_comparing_all_finds() {
        let all = vectors(40_000, 32);
        let codes: Vec<i8> = all.iter().flat_map(|v| quantise(v)).collect();
        let query: Vec<i8> = quantise(&all[17]).collect();
        let found = top(&codes, 32, &query, 10, 3, |row| row % 2 == 1);
        let mut want: Vec<(usize, i32)> =
            (0..40_000).filter(|r| r % 2 == 1).map(|r| (r, product(&codes[r * 32..r * 32 + 32], &query))).collect();
        want.sort_by_key(|(row, value)| (Reverse(*value), *row));
        assert_eq!(found, want[..10]);
        assert_eq!(found[0].0, 17);
        // With so few dimensions a component may exceed the scale's end; the cosine is close anyway.
        assert!((cosine(found[1].1) - crate::dot(&all[17], &all[found[1].0])).abs() < 0.02);
        assert!(top(&codes, 32, &query, 10, 2, |_| false).is_empty());
        assert!(top(&[], 32, &query, 10, 2, |_| true).is_empty());
    }

    #[test]
    fn signs_find_the_candidates() {
        let all = vectors(40_000, 100);
        let rows: Vec<u64> = all.iter().flat_map(|v| signs(v)).collect();
        let query: Vec<u64> = signs(&all[17]).collect();
        assert_eq!((rows.len(), query.len()), (80_000, 2));
        let found = top_by_signs(&rows, &query, 10, 3, |row| row % 2 == 1);
        let differ = |row: usize| all[row].iter().zip(&all[17]).filter(|(a, b)| (**a > 0.0) != (**b > 0.0)).count();
        let mut want: Vec<(usize, u32)> =
            (0..40_000).filter(|r| r % 2 == 1).map(|r| (r, u32::try_from(differ(r)).unwrap())).collect();
        want.sort_by_key(|(row, differ)| (*differ, *row));
        assert_eq!(found, want[..10]);
        assert_eq!(found[0], (17, 0));
        assert!(top_by_signs(&rows, &query, 10, 2, |_| false).is_empty());
        assert!(top_by_signs(&[], &query, 10, 2, |_| true).is_empty());
    }
}
