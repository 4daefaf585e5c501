//! Figures that tools and pages often need: each is one query over a [`super::subset::Subset`], computed by
//! [`super::run::lines`] like any other. No rates, shares or words here: the tools derive them from these numbers.

mod cases;
mod counts;
mod feelings;
mod groups;
mod problems;
#[cfg(test)]
mod tests;

pub use cases::{
    Resolution, SlaRow, SlaStatus, late, open_changes, overdue, resolutions, resolved, sla, sla_known, standing,
    unfinished, urgent, wrong_dates,
};
pub use counts::{by_columns, by_day, by_group, by_group_and_day, count, extent};
pub use feelings::{SentimentCounts, StageRow, bands, feeling_bands, feeling_by, judged, scored, stages};
pub use groups::{GroupBy, topic};
pub use problems::{Problems, problem, problems};
