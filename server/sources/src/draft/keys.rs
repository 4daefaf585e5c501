//! Joins between a database's tables: by declared keys. Without any, ids whose name points to a table are suggested,
//! and stay disabled until confirmed.

use store::foreign::{self, Facts, Looked, Nature};
use store::{Result, SourceDb};

/// A table with its statistics.
pub struct Known<'a> {
    pub table: &'a Looked,
    pub facts: Facts,
    pub keys: Vec<Key>,
}

/// A join to another table.
#[derive(Clone, Debug)]
pub struct Key {
    /// The index of the other table.
    pub there: usize,
    /// Pairs of a column here and one there.
    pub on: Vec<(String, String)>,
    /// Declared by the database; otherwise a guess to be confirmed.
    pub declared: bool,
    pub why: String,
}

/// The share of a column's values that must exist in the other table for a suggestion.
const MIN_MATCH_SHARE: f64 = 0.6;

impl Known<'_> {
    /// Whether a column is unique.
    fn is_unique(&self, column: &str) -> bool {
        let place = self.table.columns.iter().position(|c| c.name == column);
        let seen = place.and_then(|place| self.facts.columns.get(place));
        seen.is_some_and(|s| s.filled > 0.0 && s.filled == s.different && s.filled == self.facts.rows)
    }

    /// Key columns: the table's own key, and foreign keys.
    pub fn key_columns(&self) -> Vec<&str> {
        let leading = self.keys.iter().flat_map(|key| key.on.iter().map(|(here, _)| here.as_str()));
        let own = self.table.primary.iter().map(String::as_str);
        let mut all: Vec<&str> = own.chain(leading).collect();
        // "OrderID" by its name, if nothing is declared.
        all.extend(self.table.columns.iter().filter(|c| is_id(&c.name)).map(|c| c.name.as_str()));
        all.sort_unstable();
        all.dedup();
        all
    }
}

/// Whether a name looks like a key: `id`, `order_id`, `OrderID`.
pub fn is_id(name: &str) -> bool {
    let lower = name.to_lowercase();
    lower == "id" || lower.ends_with("_id") || name.ends_with("ID") || name.ends_with("Id") || lower.ends_with("_key")
}

/// Finds the keys of all tables.
pub async fn find(db: &SourceDb, all: &mut [Known<'_>]) -> Result<()> {
    for place in 0..all.len() {
        let mut keys: Vec<Key> = Vec::new();
        for key in &all[place].table.foreign {
            let same =
                |other: &Known<'_>| other.table.name == key.table && other.table.schema == all[place].table.schema;
            if let Some(there) = all.iter().position(same).filter(|there| *there != place) {
                let why = "a foreign key".to_owned();
                keys.push(Key { there, on: key.columns.clone(), declared: true, why });
            }
        }
        for column in &all[place].table.columns {
            let known = keys.iter().any(|key| key.on.iter().any(|(here, _)| *here == column.name));
            let may =
                matches!(column.nature, Nature::Text | Nature::Whole) && !known && !all[place].is_unique(&column.name);
            if !may {
                continue;
            }
            let mut found = Vec::new();
            for (there, other) in all.iter().enumerate().filter(|(there, _)| *there != place) {
                let Some(theirs) = pointed_to(&column.name, other.table).filter(|theirs| other.is_unique(theirs))
                else {
                    continue;
                };
                let here = (all[place].table, column.name.as_str());
                let share = foreign::found_in(db, here, (other.table, theirs)).await?;
                if share >= MIN_MATCH_SHARE {
                    found.push((there, theirs.to_owned(), share));
                }
            }
            // An equally good match with two tables is ambiguous and dropped.
            found.sort_by(|a, b| b.2.total_cmp(&a.2));
            if let [(there, theirs, share), rest @ ..] = found.as_slice()
                && rest.first().is_none_or(|second| second.2 < *share)
            {
                let other = &all[*there].table.name;
                let percent = (share * 100.0).floor();
                let why = format!("a guess: {} names {other}, and {percent}% of its values are there", column.name);
                keys.push(Key { there: *there, on: vec![(column.name.clone(), theirs.clone())], declared: false, why });
            }
        }
        all[place].keys = keys;
    }
    Ok(())
}

/// The column of another table that an id's name points to: `customer_id` to `customers.customer_id` or `customers.id`.
fn pointed_to<'a>(name: &str, other: &'a Looked) -> Option<&'a str> {
    let table = super::names::snake(&other.name);
    let of_table = super::super::resolve::singular(&table);
    let plain = super::names::snake(name);
    let ends = ["id", "key", "no", "nr", "number", "code"];
    let says = ends.iter().any(|end| [&table, &of_table].iter().any(|of| plain == format!("{of}_{end}")));
    let id = |c: &&store::foreign::LookedColumn| {
        let theirs = super::names::snake(&c.name);
        says && (theirs == plain || theirs == "id")
    };
    other.columns.iter().find(id).map(|column| column.name.as_str())
}
