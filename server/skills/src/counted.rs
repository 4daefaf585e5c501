//! Drill-through rules shared by several tools: which records their figures count.

use model::record::Sentiment;
use model::run::drill_through::FigureRule;
use serde_json::{Value, json};

use query::check::Predicate;
use query::presets::SentimentCounts;
use query::subset::is;
use query::{filter_codec, presets};

/// A figure that is the number of records matching a condition.
pub fn part(path: &str, test: &Predicate) -> FigureRule {
    of(path, test).counts("")
}

/// A figure computed from the records matching a condition.
pub fn of(path: &str, test: &Predicate) -> FigureRule {
    FigureRule::at(path).only(filter_codec::json(test))
}

/// For a row: a field that is the number of the row's records matching a condition.
pub fn part_of_row(row: &FigureRule, field: &str, test: &Predicate) -> FigureRule {
    FigureRule { path: format!("{}{field}", row.path), count: None, ..row.clone() }
        .counts("")
        .only(filter_codec::json(test))
}

/// The field of these figures in a result.
pub fn breakdown(f: &SentimentCounts) -> Value {
    json!({ "positive": f.positive, "neutral": f.neutral, "negative": f.negative })
}

/// The messages by their sentiment, and the mean score.
pub fn feeling() -> Vec<FigureRule> {
    let by = |s: &Sentiment| part(&format!("/sentimentBreakdown/{s}"), &is("sentiment", &[s.as_str()]));
    let mut all: Vec<FigureRule> = Sentiment::ALL.iter().map(by).collect();
    all.push(of("/averageScore", &presets::scored()));
    all
}

/// The cases of a customer, or of a list, by status.
pub fn standing() -> Vec<FigureRule> {
    vec![
        part("/openCases", &presets::unfinished()),
        part("/overdueCases", &presets::overdue()),
        part("/breachedCases", &presets::late()),
    ]
}
