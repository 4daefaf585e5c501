//! From values to coordinates: the arithmetic of the charts. Pure.

/// The gridlines of an axis from zero: round steps, at most five lines, the last at or below `max`.
pub fn ticks(max: f64) -> Vec<f64> {
    if !max.is_finite() || max <= 0.0 {
        return vec![0.0];
    }
    let raw = max / 3.0;
    let power = 10f64.powf(raw.log10().floor());
    let step = [1.0, 2.0, 2.5, 5.0].into_iter().map(|m| m * power).find(|s| *s >= raw).unwrap_or(10.0 * power);
    // Counts have no halves.
    let step = if max >= 1.0 { step.ceil() } else { step };
    (0..=(max / step) as usize).map(|i| i as f64 * step).collect()
}

/// A coordinate with one decimal, for SVG attributes.
pub fn at(value: f64) -> String {
    let text = format!("{value:.1}");
    text.strip_suffix(".0").map(str::to_owned).unwrap_or(text)
}

/// A label cut to a width in pixels, by the mean width of a character at 12 px.
pub fn fit(label: &str, width: f64) -> String {
    let room = (width / 6.4).max(6.0) as usize;
    if label.chars().count() <= room {
        return label.to_owned();
    }
    let mut cut: String = label.chars().take(room - 1).collect();
    cut.truncate(cut.trim_end().len());
    cut.push('…');
    cut
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ticks_are_round_and_few() {
        let table = [(41.0, vec![0.0, 20.0, 40.0]), (3.0, vec![0.0, 1.0, 2.0, 3.0]), (1.0, vec![0.0, 1.0])];
        for (max, want) in table {
            assert_eq!(ticks(max), want);
        }
        for max in [0.2, 1.0, 7.0, 99.0, 101.0, 12_345.0] {
            let got = ticks(max);
            assert!((2..=5).contains(&got.len()) && got[got.len() - 1] <= max, "{max}: {got:?}");
        }
        assert_eq!((ticks(f64::NAN), ticks(0.0)), (vec![0.0], vec![0.0]));
    }

    #[test]
    fn labels_fit() {
        assert_eq!(fit("Crashes", 100.0), "Crashes");
        assert_eq!(fit("Managing, opening or closing an account", 128.0), "Managing, opening o…");
    }
}
