//! Teaching words: checked against what is understood, stored, used from the next question on. And the example
//! questions that people are shown.

use std::sync::OnceLock;

use model::account::DataAccess;
use model::error::AppError;
use model::run::Run;
use model::session::taught::{Meaning, NewWord, TaughtWord};

use super::Agent;
use super::reasoner::rules::{self, taught};
use super::view::View;
use query::ast::Dataset;
use query::catalog::{Catalog, ColumnType};
use query::values::{Vocabulary, pick};
use store::{runs, taught as words};

/// Maximum number of values offered for a text.
const MAX_OFFERED_VALUES: usize = 12;

impl Agent {
    /// Example questions that the data can answer.
    pub async fn examples(&self) -> Result<Vec<String>, AppError> {
        let (vocabulary, as_of, inner) = (self.vocabulary().await?, self.as_of().await?, self.inner.clone());
        if let Some(known) = vocabulary.examples.get() {
            return Ok(known.clone());
        }
        let found = base::compute(move || {
            let (run, reading, tools) = (Run::new(""), OnceLock::new(), inner.tools.now());
            let view = View {
                run: &run,
                reading: &reading,
                earlier: &[],
                history: &[],
                tools: &tools,
                offers: &inner.offers,
                search: &inner.search,
                vocabulary: &vocabulary,
                own: &[],
                settings: &inner.settings,
                as_of,
                warning: String::new(),
            };
            vocabulary.examples.get_or_init(|| rules::to_begin_with(&view)).clone()
        });
        found.await.map_err(|_| AppError::internal())
    }

    /// Teaches a word; `by` is the teacher.
    ///
    /// # Errors
    /// `Invalid` with the field for a word already understood, for an unknown meaning, and for a cycle; `Conflict` for
    /// a word already taught; `NotFound` for an unknown run.
    pub async fn teach(&self, new: NewWord, by: &str) -> Result<TaughtWord, AppError> {
        let (vocabulary, as_of) = (self.vocabulary().await?, self.as_of().await?);
        if let Some(run) = &new.run_id {
            runs::status(&self.inner.db, run).await?;
        }
        let run_id = new.run_id.clone();
        let checked = base::compute(move || taught::check(&new, &vocabulary, as_of)).await;
        let (word, meaning) = checked.map_err(|_| AppError::internal())??;
        let world = &self.inner.world;
        let (id, at) = (world.id(), world.now());
        let word = TaughtWord { id, word, meaning, by: by.to_owned(), at, run_id, ..TaughtWord::default() };
        words::teach(&self.inner.db, &word).await?;
        Ok(word)
    }

    /// Revokes a word; `by` is the person who does so.
    ///
    /// # Errors
    /// `NotFound` for an unknown id, `Conflict` if already revoked.
    pub async fn revoke_word(&self, id: &str, by: &str) -> Result<TaughtWord, AppError> {
        Ok(words::revoke(&self.inner.db, id, by, self.inner.world.now()).await?)
    }

    /// All taught words, newest first.
    pub async fn taught_words(&self) -> Result<Vec<TaughtWord>, AppError> {
        match self.inner.sees {
            DataAccess::All => Ok(words::all(&self.inner.db).await?),
            DataAccess::Some(_) => self.heard_words().await,
        }
    }

    /// Active words whose meaning the caller may know, oldest first.
    pub async fn heard_words(&self) -> Result<Vec<TaughtWord>, AppError> {
        Ok(self.vocabulary().await?.taught.clone())
    }

    /// Values whose names contain a text, those that begin with it first; at most twelve.
    pub async fn meanings(&self, text: &str) -> Result<Vec<Meaning>, AppError> {
        let vocabulary = self.vocabulary().await?;
        let phrase = pick::phrase(text);
        let found = base::compute(move || meanings(&phrase, &vocabulary)).await;
        found.map_err(|_| AppError::internal())
    }
}

fn meanings(phrase: &str, v: &Vocabulary) -> Vec<Meaning> {
    if phrase.is_empty() {
        return Vec::new();
    }
    let catalog = Catalog::of(v);
    let mut found: Vec<(usize, Meaning)> = Vec::new();
    let mut add = |value: &str, of: &str| {
        let have = pick::phrase(value);
        let begins = have.starts_with(phrase);
        let rank = if have == phrase { 0 } else { 2 - usize::from(begins) };
        if (begins || have.contains(&format!(" {phrase}"))) && found.iter().all(|(_, m)| m.value != value) {
            found.push((rank, Meaning { value: value.to_owned(), of: of.to_owned() }));
        }
    };
    for dataset in [Dataset::Communications, Dataset::Cases] {
        let listed = |kind: ColumnType| matches!(kind, ColumnType::Category | ColumnType::List);
        for column in catalog.columns(dataset).iter().filter(|c| listed(c.kind) && c.name != "customer") {
            for value in v.values(column).0 {
                add(&v.readable(&column.name, &value), &column.says);
            }
        }
    }
    // Of many customers, only those are scored whose name contains the first word, or begins with its typed part.
    let first = phrase.split(' ').next().unwrap_or_default();
    let of_word = v.with_word(first).take(10 * MAX_OFFERED_VALUES);
    let beginning = v.beginning(phrase, 10 * MAX_OFFERED_VALUES);
    of_word.chain(beginning).for_each(|(_, name)| add(name, "customer"));
    found.sort_by(|(a, one), (b, other)| a.cmp(b).then_with(|| one.value.cmp(&other.value)));
    found.into_iter().map(|(_, meaning)| meaning).take(MAX_OFFERED_VALUES).collect()
}
