//! A first declaration of a database that nobody has described: which columns are dimensions and which measures, by their
//! types and values; how tables are joined, by keys that are declared or that the data shows; a day for time. It is a file to be read
//! and mended by a person.

mod keys;
mod names;
mod table;

use chrono::NaiveDate;

use self::keys::Known;
use self::table::Drafting;
use crate::store::foreign::{self, Looked};
use crate::store::{Db, Result};

/// Most tables of one draft.
pub const TABLES: usize = 60;

/// A draft, and what a person should know of it.
#[derive(Clone, Debug, PartialEq)]
pub struct Drafted {
    pub text: String,
    pub sources: Vec<String>,
    /// Questions that can be asked of it, in words.
    pub questions: Vec<String>,
}

/// Drafts the tables of a database. `connection` are the lines of the connection, under its `name`; `today` is the day by which the
/// last day of the data is old or not.
///
/// # Errors
/// When the database does not answer.
pub async fn draft(db: &Db, tables: &[Looked], name: &str, connection: &str, today: NaiveDate) -> Result<Drafted> {
    let mut known = Vec::new();
    for table in tables.iter().filter(|t| !t.columns.is_empty()) {
        known.push(Known { table, facts: foreign::facts(db, table).await?, keys: Vec::new() });
    }
    keys::find(db, &mut known).await?;
    let mut all: Vec<Drafting<'_>> = Vec::new();
    for place in 0..known.len() {
        // A table of nothing but keys only leads from one to another.
        if known[place].table.columns.len() > known[place].key_columns().len() {
            all.push(Drafting::of(&known, place));
        }
    }
    for source in &mut all {
        if let Some((table, column)) = source.time_column() {
            let last = foreign::last_day(db, table, column).await?;
            let last = last.and_then(|day| day.parse::<NaiveDate>().ok());
            source.old = last.is_some_and(|last| (today - last).num_days() > 60);
        }
    }
    // What has most to tell comes first.
    all.sort_by_key(Drafting::weight);
    all.reverse();
    let mut text = format!("connections:\n  {}:\n{connection}\nsources:\n", table::scalar(name));
    all.iter().for_each(|source| text.push_str(&source.yaml(name)));
    let sources = all.iter().map(|source| source.name.clone()).collect();
    let questions = all.iter().take(2).flat_map(Drafting::questions).collect();
    Ok(Drafted { text, sources, questions })
}
