//! Drafts a declaration of an unknown database: dimensions and measures by type, name and values; joins by declared
//! keys, or guessed and disabled; and a time dimension. The file is for a person to read and correct: each choice has a
//! comment with its reason.

mod columns;
mod keys;
mod names;
mod table;

use self::keys::Known;
use self::table::Drafting;
pub use self::table::yaml::scalar;
use store::foreign::{self, Looked};
use store::{Result, SourceDb};

/// Maximum number of tables per draft.
pub const TABLES: usize = 60;

/// A draft with notes for the user.
#[derive(Clone, Debug, PartialEq)]
pub struct Drafted {
    pub text: String,
    pub sources: Vec<String>,
    /// Example questions.
    pub questions: Vec<String>,
    /// Guessed joins, disabled until confirmed.
    pub waiting: Vec<String>,
}

/// Drafts tables of a database. `connection` is the connection's YAML, under its `name`; `agreed` enables guessed joins
/// at once.
///
/// # Errors
/// If the database does not answer.
pub async fn draft(db: &SourceDb, tables: &[Looked], name: &str, connection: &str, agreed: bool) -> Result<Drafted> {
    let mut known = Vec::new();
    for table in tables.iter().filter(|t| !t.columns.is_empty()) {
        known.push(Known { table, facts: foreign::facts(db, table).await?, keys: Vec::new() });
    }
    keys::find(db, &mut known).await?;
    let mut all: Vec<Drafting<'_>> = Vec::new();
    for place in 0..known.len() {
        // A table of only keys merely links others.
        if known[place].table.columns.len() > known[place].key_columns().len() {
            all.push(Drafting::new(&known, place, agreed));
        }
    }
    // Richest tables first.
    all.sort_by_key(Drafting::weight);
    all.reverse();
    let mut text = format!("connections:\n  {}:\n{connection}\nsources:\n", scalar(name));
    all.iter().for_each(|source| text.push_str(&source.yaml(name)));
    let sources = all.iter().map(|source| source.name.clone()).collect();
    let questions = all.iter().take(2).flat_map(Drafting::questions).collect();
    let waiting = all.iter().flat_map(Drafting::waiting).collect();
    Ok(Drafted { text, sources, questions, waiting })
}
