//! `evals knowledge FILE`: searches the support articles for a file's questions, by words alone
//! and with meaning, and counts how often the right article is first, or among those returned. A line is a JSON object
//! `{id, language, form, question, article}`; `article` is null for a question that none answers.

use std::collections::BTreeSet;
use std::path::Path;

use anyhow::{Context, Result};
use model::support::Language;
use serde::{Deserialize, Serialize};

use server::config::Config;
use server::search::articles::meaning;
use server::search::embed::{Choice, EmbedSettings, Embedder, Models, Tier};
use support::knowledge::{self, MOST};

#[derive(Debug, Deserialize)]
struct Line {
    id: String,
    language: Language,
    /// Its style: "written", or "typed" as people do in a hurry.
    form: String,
    question: String,
    article: Option<String>,
}

/// One way to search, over the questions in one language and form.
#[derive(Debug, Default, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
struct Row {
    /// The weight of meaning.
    meaning: f64,
    /// Whether the desk searches this way.
    used: bool,
    language: String,
    form: String,
    questions: usize,
    first: usize,
    returned: usize,
    /// Answerable questions without results.
    nothing: usize,
    /// Unanswerable questions, and how many of them had no results.
    others: usize,
    others_nothing: usize,
}

/// The weights of meaning to compare.
const MEANING_WEIGHTS: [f64; 4] = [0.0, 0.25, 0.5, 0.75];

/// Measures the file and prints the table, or with `json` its rows. Without the embedding model, by words alone.
///
/// # Errors
/// If the file cannot be read, or a line is malformed; the message names the line.
pub async fn run(file: &Path, json: bool, config: &Config) -> Result<()> {
    let lines = read(file)?;
    let settings = EmbedSettings { choice: Choice::Only(Tier::Full), ..config.search.embed() };
    let work = move || {
        let models = Models::new(settings);
        let missing = models.missing();
        let model = if missing.is_none() { Some(models.get(Tier::Full)?) } else { None };
        anyhow::Ok((measure(&lines, model.as_deref()), missing))
    };
    let (rows, missing) = tokio::task::spawn_blocking(work).await.context("The evaluation broke off")??;
    if json {
        say!("{}", serde_json::to_string(&rows)?);
        return Ok(());
    }
    say!("{}", table(&rows).trim_end());
    if let Some(missing) = missing {
        say!("{missing}");
    }
    Ok(())
}

fn read(path: &Path) -> Result<Vec<Line>> {
    let lines: Vec<Line> = crate::lines(path)?;
    for (line, article) in lines.iter().filter_map(|line| Some((line, line.article.as_ref()?))) {
        let known = knowledge::all().iter().any(|a| a.name == article);
        anyhow::ensure!(known, "{}: no article is called {article}", line.id);
    }
    Ok(lines)
}

fn measure(lines: &[Line], model: Option<&dyn Embedder>) -> Vec<Row> {
    let groups: BTreeSet<(Language, &str)> = lines.iter().map(|l| (l.language, l.form.as_str())).collect();
    let mut rows = Vec::new();
    for weight in MEANING_WEIGHTS.into_iter().filter(|weight| *weight == 0.0 || model.is_some()) {
        for (language, form) in &groups {
            let with = model.filter(|_| weight > 0.0).map(|model| (model, weight));
            let mut row = Row {
                meaning: weight,
                used: weight == model.map_or(0.0, |_| meaning(*language)),
                language: language.to_string(),
                form: (*form).to_owned(),
                ..Row::default()
            };
            for line in lines.iter().filter(|l| l.language == *language && l.form == *form) {
                let found = knowledge::scored(&line.question, *language, with);
                row.count(line, &found.iter().take(MOST).map(|(a, _)| a.name).collect::<Vec<_>>());
            }
            rows.push(row);
        }
    }
    rows
}

impl Row {
    fn count(&mut self, line: &Line, found: &[&str]) {
        let Some(right) = line.article.as_deref() else {
            self.others += 1;
            self.others_nothing += usize::from(found.is_empty());
            return;
        };
        self.questions += 1;
        self.first += usize::from(found.first() == Some(&right));
        self.returned += usize::from(found.contains(&right));
        self.nothing += usize::from(found.is_empty());
    }
}

fn table(rows: &[Row]) -> String {
    let mut out = format!(
        "  {:>7}  {:<4} {:<8} {:>6} {:>6} {:>8} {:>24}\n",
        "meaning", "lang", "form", "hit@1", "hit@3", "nothing", "nothing for no article"
    );
    for r in rows {
        let mark = if r.used { "*" } else { " " };
        let share = |n: usize| format!("{n}/{}", r.questions);
        out += &format!(
            "{mark} {:>7}  {:<4} {:<8} {:>6} {:>6} {:>8} {:>24}\n",
            r.meaning,
            r.language,
            r.form,
            share(r.first),
            share(r.returned),
            share(r.nothing),
            format!("{}/{}", r.others_nothing, r.others)
        );
    }
    out + "* as the desk searches\n"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_questions_of_customers_find_their_articles() {
        let lines = read(Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../eval/knowledge.jsonl"))).unwrap();
        let rows = measure(&lines, None);
        println!("{}", table(&rows));
        let used: Vec<&Row> = rows.iter().filter(|r| r.used).collect();
        assert_eq!(used.len(), 3, "two languages, one of them in two forms");
        for row in used {
            assert_eq!((row.questions, row.others), (30, 10));
            // Measured by words alone: 21, 21 and 19 first; 7, 8 and 9 of ten without results.
            assert!(row.first >= 18 && row.others_nothing >= 6, "{row:?}");
        }
    }
}
