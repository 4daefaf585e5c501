//! Figures of one group, from any engine.

/// Figures of one group, or of all records.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ResultRow {
    /// Stored values, `None` for records without one.
    pub key: Vec<Option<String>>,
    pub values: Vec<Option<f64>>,
    /// Number of records.
    pub count: f64,
    /// The same for the period compared with.
    pub before: Option<(Vec<Option<f64>>, f64)>,
}

impl ResultRow {
    /// The first measure's increase over before.
    pub fn change(&self) -> Option<f64> {
        Some(
            self.values.first().copied().flatten()? - self.before.as_ref()?.0.first().copied().flatten().unwrap_or(0.0),
        )
    }
}
