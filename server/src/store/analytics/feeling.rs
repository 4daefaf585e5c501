//! How customers feel: numbers by direction and the mean score, by group.

use sqlx::FromRow;

use super::sql::{Sql, rows};
use super::{Data, Filter, GroupBy};
use crate::store::{Db, Result, columns};

/// The feeling of a group of communications.
#[derive(Clone, Debug, Default, PartialEq, FromRow)]
pub struct Feeling {
    /// The group's value; `None` for records that have none.
    pub value: Option<String>,
    pub total: i64,
    pub positive: i64,
    pub neutral: i64,
    pub negative: i64,
    /// How many carry a score.
    pub scored: i64,
    /// Sum of the scores, each from -1 to 1.
    pub score_sum: f64,
}

impl Feeling {
    /// Mean score from -1 to 1, rounded to two decimals; `None` when nothing was scored.
    pub fn mean(&self) -> Option<f64> {
        (self.scored > 0).then(|| (self.score_sum / self.scored as f64 * 100.0).round() / 100.0)
    }

    /// How many have a direction.
    pub fn judged(&self) -> i64 {
        self.positive + self.neutral + self.negative
    }

    /// Both groups together, under no value.
    pub fn plus(mut self, other: &Self) -> Self {
        self.total += other.total;
        self.positive += other.positive;
        self.neutral += other.neutral;
        self.negative += other.negative;
        self.scored += other.scored;
        self.score_sum += other.score_sum;
        self
    }
}

/// Feeling of communications by group, largest group first.
pub async fn by(db: &Db, filter: &Filter, by: GroupBy) -> Result<Vec<Feeling>> {
    let select = format!(
        "{} AS value, COUNT(*) AS total,
        SUM(CASE WHEN t.sentiment = 'positive' THEN 1 ELSE 0 END) AS positive,
        SUM(CASE WHEN t.sentiment = 'neutral' THEN 1 ELSE 0 END) AS neutral,
        SUM(CASE WHEN t.sentiment = 'negative' THEN 1 ELSE 0 END) AS negative,
        COUNT(t.sentiment_score) AS scored,
        COALESCE(SUM(t.sentiment_score), 0.0) AS score_sum",
        by.column()
    );
    let mut groups: Vec<Feeling> = match columns::groups(db, Data::Communications, filter, by).await? {
        Some(groups) => groups,
        None => rows!(db, Sql::select(&select, Data::Communications, filter).push(" GROUP BY value")),
    };
    groups.sort_by(|a, b| b.total.cmp(&a.total).then_with(|| a.value.cmp(&b.value)));
    Ok(groups)
}

/// Numbers of scores from the lowest band to the highest: below -0.5, to below -0.2, to 0.2, to 0.5, above.
pub async fn bands(db: &Db, filter: &Filter) -> Result<[i64; 5]> {
    let band = |test: &str| format!("COALESCE(SUM(CASE WHEN {test} THEN 1 ELSE 0 END), 0)");
    let s = "t.sentiment_score";
    let select = [
        band(&format!("{s} < -0.5")),
        band(&format!("{s} >= -0.5 AND {s} < -0.2")),
        band(&format!("{s} >= -0.2 AND {s} <= 0.2")),
        band(&format!("{s} > 0.2 AND {s} <= 0.5")),
        band(&format!("{s} > 0.5")),
    ];
    let sql = Sql::select(&select.join(", "), Data::Communications, filter);
    let found: Vec<(i64, i64, i64, i64, i64)> = rows!(db, sql);
    Ok(found.into_iter().next().map_or([0; 5], |(a, b, c, d, e)| [a, b, c, d, e]))
}
