//! Outliers: by standard deviations from the mean, or by the interquartile range (Tukey 1977). Pure.

/// How distance is measured, with the threshold.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Method {
    Zscore(f64),
    Iqr(f64),
}

/// Deviations above which an anomaly is serious.
const GRAVE: f64 = 3.0;

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Outlier {
    /// Its index among the values.
    pub at: usize,
    pub value: f64,
    /// The mean of all values, or their median.
    pub usual: f64,
    /// Standard deviations from the mean, or interquartile ranges beyond the quartile. Always above 0.
    pub distance: f64,
    pub high: bool,
}

impl Outlier {
    pub fn direction(&self) -> &'static str {
        if self.value > self.usual { "above" } else { "below" }
    }

    pub fn severity(&self) -> &'static str {
        if self.high { "high" } else { "medium" }
    }
}

impl Method {
    pub fn name(self) -> &'static str {
        match self {
            Self::Zscore(_) => "zscore",
            Self::Iqr(_) => "iqr",
        }
    }

    pub fn explained(self) -> String {
        match self {
            Self::Zscore(t) => format!(
                "Unusual is what lies more than {t} standard deviations from the mean; above {GRAVE} it is high."
            ),
            Self::Iqr(t) => format!(
                "Unusual is what lies more than {t} times the middle half beyond it; another one beyond that is high."
            ),
        }
    }
}

/// The outliers; or why there can be none: fewer than three values, or no deviation.
pub fn outliers(values: &[f64], method: Method) -> (Vec<Outlier>, Option<&'static str>) {
    if values.len() < 3 {
        return (Vec::new(), Some("fewer than 3 values"));
    }
    let found = |usual: f64, far: &dyn Fn(f64) -> Option<(f64, bool)>| {
        let each = |(at, value): (usize, &f64)| {
            far(*value).map(|(distance, high)| Outlier { at, value: *value, usual, distance, high })
        };
        values.iter().enumerate().filter_map(each).collect()
    };
    match method {
        Method::Zscore(threshold) => {
            let (mean, deviation) = model::number::spread(values);
            if deviation < 1e-12 {
                return (Vec::new(), Some("all values are equal"));
            }
            let far = |v: f64| {
                let z = (v - mean).abs() / deviation;
                (z > threshold).then_some((z, z > GRAVE))
            };
            (found(mean, &far), None)
        }
        Method::Iqr(threshold) => {
            let mut sorted = values.to_vec();
            sorted.sort_by(f64::total_cmp);
            let (low, middle, high) = (quantile(&sorted, 0.25), quantile(&sorted, 0.5), quantile(&sorted, 0.75));
            let width = high - low;
            if width < 1e-12 {
                return (Vec::new(), Some("the middle half of the values are equal"));
            }
            let far = |v: f64| {
                let beyond = ((low - v).max(v - high)) / width;
                (beyond > threshold).then_some((beyond, beyond > threshold + 1.0))
            };
            (found(middle, &far), None)
        }
    }
}

/// By linear interpolation between the values beside it (Hyndman and Fan 1996, type 7). `sorted` is not empty.
fn quantile(sorted: &[f64], part: f64) -> f64 {
    let at = (sorted.len() - 1) as f64 * part;
    let (below, above) = (sorted[at.floor() as usize], sorted[at.ceil() as usize]);
    below + (above - below) * at.fract()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn far_by_deviations() {
        // Mean 2, deviation 3: the eleven is three deviations away.
        let values = [1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 11.0];
        let (found, note) = outliers(&values, Method::Zscore(2.0));
        assert_eq!(
            (found.len(), found[0].at, found[0].distance, found[0].severity(), note),
            (1, 9, 3.0, "medium", None)
        );
        assert!(outliers(&values, Method::Zscore(3.0)).0.is_empty());
        let longer = [vec![1.0; 19], vec![21.0]].concat();
        assert_eq!(outliers(&longer, Method::Zscore(2.0)).0[0].severity(), "high");
    }

    #[test]
    fn far_by_the_middle_half() {
        // Quartiles 2 and 4: the bounds are -1 and 7, and another 2 beyond is high.
        for (last, want) in [(7.0, None), (7.5, Some("medium")), (9.5, Some("high"))] {
            let (found, _) = outliers(&[1.0, 2.0, 3.0, 4.0, last], Method::Iqr(1.5));
            assert_eq!(found.first().map(Outlier::severity), want, "{last}");
        }
    }

    #[test]
    fn too_little_to_tell() {
        assert_eq!(outliers(&[1.0, 9.0], Method::Zscore(2.0)).1, Some("fewer than 3 values"));
        assert_eq!(outliers(&[4.0; 9], Method::Zscore(2.0)).1, Some("all values are equal"));
        assert_eq!(outliers(&[4.0; 9], Method::Iqr(1.5)).1, Some("the middle half of the values are equal"));
        assert_eq!(outliers(&[], Method::Iqr(1.5)).1, Some("fewer than 3 values"));
    }
}
