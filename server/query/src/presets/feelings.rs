//! Customers' sentiment: numbers by direction and the mean score, by group.

use model::number::hundredths;

use super::groups::{GroupBy, counting, groups, name, number, ranked, total};
use crate::ast::{Aggregation, Op};
use crate::catalog::{Column, ColumnExpr, ColumnType};
use crate::check::{CheckedMeasure, GroupKey, Predicate, Scalar};
use crate::run::ResultRow;
use crate::subset::{Subset, filled, is};
use store::analytics::Data;
use store::{Db, Result};

/// The sentiment of a group of communications.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SentimentCounts {
    /// The group's value; `None` for records without one.
    pub value: Option<String>,
    pub total: i64,
    pub positive: i64,
    pub neutral: i64,
    pub negative: i64,
    /// The number with a score.
    pub scored: i64,
    /// Sum of the scores, each from -1 to 1.
    pub score_sum: f64,
}

impl SentimentCounts {
    /// The mean score, from -1 to 1, rounded to two decimals; `None` if nothing was scored.
    pub fn mean(&self) -> Option<f64> {
        (self.scored > 0).then(|| hundredths(self.score_sum / self.scored as f64))
    }

    /// The number with a direction.
    pub fn judged(&self) -> i64 {
        self.positive + self.neutral + self.negative
    }

    /// All groups combined, without a value.
    pub fn sum(groups: &[Self]) -> Self {
        groups.iter().fold(Self::default(), Self::plus)
    }

    /// Both groups combined, without a value.
    pub fn plus(mut self, other: &Self) -> Self {
        self.total += other.total;
        self.positive += other.positive;
        self.neutral += other.neutral;
        self.negative += other.negative;
        self.scored += other.scored;
        self.score_sum += other.score_sum;
        self
    }

    fn of(line: &ResultRow) -> Self {
        Self {
            value: name(line, 0),
            total: line.count as i64,
            positive: number(line, 0),
            neutral: number(line, 1),
            negative: number(line, 2),
            scored: number(line, 3),
            score_sum: line.values.get(4).copied().flatten().unwrap_or(0.0),
        }
    }
}

const SCORE: Column = Column::at(ColumnExpr::Own("sentiment_score"), ColumnType::Number("points"));

/// Communications with a score.
pub fn scored() -> Predicate {
    filled(SCORE)
}

/// Communications with a direction.
pub fn judged() -> Predicate {
    is("sentiment", &["positive", "neutral", "negative"])
}

/// The measures of a [`SentimentCounts`].
fn measures() -> Vec<CheckedMeasure> {
    let mut all: Vec<CheckedMeasure> =
        ["positive", "neutral", "negative"].into_iter().map(|name| counting(is("sentiment", &[name]))).collect();
    all.push(counting(scored()));
    all.push(CheckedMeasure { of: Aggregation::Sum, column: Some(SCORE), percentile: 50, only: None });
    all
}

/// The sentiment of communications by group, largest group first.
pub async fn feeling_by(db: &Db, subset: &Subset, by: GroupBy) -> Result<Vec<SentimentCounts>> {
    let lines = ranked(db, Data::Communications, subset, by, measures(), |line| line.count as i64).await?;
    Ok(lines.iter().map(SentimentCounts::of).collect())
}

/// The bands of scores from the lowest to the highest: below -0.5, to below -0.2, to 0.2, to 0.5, above.
pub fn bands() -> [Predicate; 5] {
    let score = |op, values: &[f64]| Predicate::Is {
        column: SCORE,
        op,
        values: values.iter().map(|value| Scalar::Number(*value)).collect(),
    };
    [
        score(Op::Less, &[-0.5]),
        Predicate::And(vec![score(Op::AtLeast, &[-0.5]), score(Op::Less, &[-0.2])]),
        score(Op::Between, &[-0.2, 0.2]),
        Predicate::And(vec![score(Op::More, &[0.2]), score(Op::AtMost, &[0.5])]),
        score(Op::More, &[0.5]),
    ]
}

/// Numbers of scores from the lowest band to the highest.
pub async fn feeling_bands(db: &Db, subset: &Subset) -> Result<[i64; 5]> {
    let line = total(db, Data::Communications, subset, bands().map(counting).into()).await?;
    Ok(std::array::from_fn(|band| number(&line, band)))
}

/// Messages about a product at a stage, by sentiment.
#[derive(Clone, Debug, PartialEq)]
pub struct StageRow {
    pub product: Option<String>,
    /// Name of a [`model::analysis::Stage`].
    pub stage: String,
    pub feeling: SentimentCounts,
}

/// Communications that belong to a case, by product and the case's stage.
pub async fn stages(db: &Db, subset: &Subset) -> Result<Vec<StageRow>> {
    let stage = Column::at(ColumnExpr::Stage, ColumnType::Category);
    let keys = vec![GroupBy::Product.key(), GroupKey::Column(stage.clone())];
    let lines = groups(db, Data::Communications, &subset.and(filled(stage)), keys, measures()).await?;
    let row = |line: ResultRow| {
        Some(StageRow { product: name(&line, 0), stage: name(&line, 1)?, feeling: SentimentCounts::of(&line) })
    };
    Ok(lines.into_iter().filter_map(row).collect())
}
