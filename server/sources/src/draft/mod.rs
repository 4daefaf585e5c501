//! A first declaration of a database that nobody has described: which columns are dimensions and which measures, by their
//! types, names and values; how tables are joined, by keys that are declared, and off where they are a guess; a day for time.
//! It is a file to be read and mended by a person: beside each choice stands what it was made for.

mod columns;
mod keys;
mod names;
mod table;

use self::keys::Known;
use self::table::Drafting;
use store::foreign::{self, Looked};
use store::{Result, SourceDb};

/// Most tables of one draft.
pub const TABLES: usize = 60;

/// A draft, and what a person should know of it.
#[derive(Clone, Debug, PartialEq)]
pub struct Drafted {
    pub text: String,
    pub sources: Vec<String>,
    /// Questions that can be asked of it, in words.
    pub questions: Vec<String>,
    /// Joins that no key declares, which are off until a person agrees.
    pub waiting: Vec<String>,
}

/// Drafts the tables of a database. `connection` are the lines of the connection, under its `name`; with `agreed`, joins that
/// no key declares are in use at once.
///
/// # Errors
/// When the database does not answer.
pub async fn draft(db: &SourceDb, tables: &[Looked], name: &str, connection: &str, agreed: bool) -> Result<Drafted> {
    let mut known = Vec::new();
    for table in tables.iter().filter(|t| !t.columns.is_empty()) {
        known.push(Known { table, facts: foreign::facts(db, table).await?, keys: Vec::new() });
    }
    keys::find(db, &mut known).await?;
    let mut all: Vec<Drafting<'_>> = Vec::new();
    for place in 0..known.len() {
        // A table of nothing but keys only leads from one to another.
        if known[place].table.columns.len() > known[place].key_columns().len() {
            all.push(Drafting::of(&known, place, agreed));
        }
    }
    // What has most to tell comes first.
    all.sort_by_key(Drafting::weight);
    all.reverse();
    let mut text = format!("connections:\n  {}:\n{connection}\nsources:\n", table::yaml::scalar(name));
    all.iter().for_each(|source| text.push_str(&source.yaml(name)));
    let sources = all.iter().map(|source| source.name.clone()).collect();
    let questions = all.iter().take(2).flat_map(Drafting::questions).collect();
    let waiting = all.iter().flat_map(Drafting::waiting).collect();
    Ok(Drafted { text, sources, questions, waiting })
}
