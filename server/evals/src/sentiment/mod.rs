//! `evals sentiment FILE`: judges labelled texts like an import, and compares. `train` trains the heads, for `evals
//! train-sentiment` (`heads`).

pub mod heads;
pub mod train;

use std::collections::BTreeMap;
use std::path::PathBuf;

use anyhow::{Context, Result};
use model::record::Sentiment;
use serde::Serialize;

use server::config::Config;
use server::import::mood::{self, Judge};
use server::search::embed::{EmbedSettings, Models};

use train::Labelled;

/// How well the sentiment of texts is judged: accuracy, and macro-F1 over the classes that the file has
#[derive(Debug, clap::Args)]
pub struct Args {
    /// CSV, plain or .gz
    file: PathBuf,
    /// The column of the text
    #[arg(long, default_value = "text", value_name = "COLUMN")]
    text: String,
    /// The column of the label: positive, neutral or negative
    #[arg(long, default_value = "sentiment", value_name = "COLUMN")]
    label: String,
    /// Print one JSON object instead of the table
    #[arg(long)]
    json: bool,
}

#[derive(Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
struct Report {
    method: &'static str,
    texts: usize,
    /// Rows with another label.
    left_out: usize,
    accuracy: f64,
    macro_f1: f64,
    classes: BTreeMap<&'static str, Class>,
}

#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
struct Class {
    texts: usize,
    precision: f64,
    recall: f64,
    f1: f64,
}

pub async fn run(args: Args, config: &Config) -> Result<()> {
    let settings =
        EmbedSettings { threads: std::thread::available_parallelism().map_or(1, usize::from), ..config.search.embed() };
    let (texts, left_out) = train::labelled(&args.file, &args.text, &args.label)?;
    let work = move || {
        let judge = Judge::choose(&Models::new(settings), false);
        (evaluate(&judge, &texts), judge.method())
    };
    let (judged, method) = tokio::task::spawn_blocking(work).await.context("The evaluation broke off")?;
    let report = Report { method, left_out, ..report(&judged) };
    if args.json {
        println!("{}", serde_json::to_string(&report)?);
    } else {
        print!("{}", table(&report));
    }
    Ok(())
}

/// The label and the judgement of each text; a text without words counts as neutral.
fn evaluate(judge: &Judge, texts: &[Labelled]) -> Vec<(Sentiment, Sentiment)> {
    let mut out = Vec::with_capacity(texts.len());
    for part in texts.chunks(512) {
        let words: Vec<String> = part.iter().map(|t| mood::plain(&t.text)).collect();
        let judged = judge.judge_texts(&words).into_iter().map(|j| j.map_or(Sentiment::Neutral, |(s, _)| s));
        out.extend(part.iter().map(|t| t.sentiment).zip(judged));
    }
    out
}

fn report(judged: &[(Sentiment, Sentiment)]) -> Report {
    let mut classes = BTreeMap::new();
    for class in [Sentiment::Negative, Sentiment::Neutral, Sentiment::Positive] {
        let count = |of: fn(&(Sentiment, Sentiment), Sentiment) -> bool| judged.iter().filter(|j| of(j, class)).count();
        let (labelled, found) = (count(|j, c| j.0 == c), count(|j, c| j.1 == c));
        let both = count(|j, c| *j == (c, c)) as f64;
        if labelled > 0 {
            let (precision, recall) = (both / found.max(1) as f64, both / labelled as f64);
            let f1 = if both > 0.0 { 2.0 * precision * recall / (precision + recall) } else { 0.0 };
            classes.insert(class.as_str(), Class { texts: labelled, precision, recall, f1 });
        }
    }
    let right = judged.iter().filter(|(label, found)| label == found).count();
    let macro_f1 = classes.values().map(|c| c.f1).sum::<f64>() / classes.len().max(1) as f64;
    let accuracy = right as f64 / judged.len().max(1) as f64;
    Report { method: "", texts: judged.len(), left_out: 0, accuracy, macro_f1, classes }
}

fn table(report: &Report) -> String {
    let mut out = format!("{:<10} {:>7} {:>10} {:>7} {:>6}\n", "", "texts", "precision", "recall", "F1");
    for (name, c) in &report.classes {
        out += &format!("{name:<10} {:>7} {:>10.3} {:>7.3} {:>6.3}\n", c.texts, c.precision, c.recall, c.f1);
    }
    let left_out = if report.left_out > 0 {
        format!(" ({} rows with other labels left out)", report.left_out)
    } else {
        String::new()
    };
    out + &format!(
        "accuracy {:.1}%, macro-F1 {:.3} over {} texts{left_out}\n{}\n",
        100.0 * report.accuracy,
        report.macro_f1,
        report.texts,
        report.method
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_figures_are_those_of_the_definition() {
        use Sentiment::{Negative, Neutral, Positive};
        let judged = [(Negative, Negative), (Negative, Neutral), (Positive, Positive), (Positive, Negative)];
        let report = report(&judged);
        assert_eq!(report.accuracy, 0.5);
        assert_eq!(report.classes.len(), 2, "no text is labelled neutral");
        assert_eq!(report.classes["negative"], Class { texts: 2, precision: 0.5, recall: 0.5, f1: 0.5 });
        assert!((report.classes["positive"].f1 - 2.0 / 3.0).abs() < 1e-12);
        assert!((report.macro_f1 - (0.5 + 2.0 / 3.0) / 2.0).abs() < 1e-12);
        assert!(table(&report).contains("accuracy 50.0%"));
    }
}
