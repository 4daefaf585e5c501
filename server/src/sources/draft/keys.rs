//! How the tables of a database lead to each other: by keys that it declares, and where it declares none, by columns of the same
//! name whose values stand in the other table once each.

use crate::store::foreign::{self, Facts, Looked, Nature};
use crate::store::{Db, Result};

/// A table with what was seen of it.
pub struct Known<'a> {
    pub table: &'a Looked,
    pub facts: Facts,
    /// Each with the place of the other table, and the columns here and there.
    pub keys: Vec<(usize, Vec<(String, String)>)>,
}

/// How much of a column must be found in the other table for it to be a key.
const FOUND: f64 = 0.6;

impl Known<'_> {
    /// Whether a column has a value of its own in each row.
    fn is_unique(&self, column: &str) -> bool {
        let place = self.table.columns.iter().position(|c| c.name == column);
        let seen = place.and_then(|place| self.facts.columns.get(place));
        seen.is_some_and(|(filled, different, _)| *filled > 0.0 && filled == different && *filled == self.facts.rows)
    }

    /// Columns that name rows: its own key's, and those that lead to other tables.
    pub fn key_columns(&self) -> Vec<&str> {
        let leading = self.keys.iter().flat_map(|(_, pairs)| pairs.iter().map(|(here, _)| here.as_str()));
        let own = self.table.primary.iter().map(String::as_str);
        let mut all: Vec<&str> = own.chain(leading).collect();
        // "OrderID" by its name, where nothing says so.
        all.extend(self.table.columns.iter().filter(|c| is_id(&c.name)).map(|c| c.name.as_str()));
        all.sort_unstable();
        all.dedup();
        all
    }
}

/// Whether a name is that of a key: `id`, `order_id`, `OrderID`.
pub fn is_id(name: &str) -> bool {
    let lower = name.to_lowercase();
    lower == "id" || lower.ends_with("_id") || name.ends_with("ID") || name.ends_with("Id") || lower.ends_with("_key")
}

/// Finds the keys of all tables.
pub async fn find(db: &Db, all: &mut [Known<'_>]) -> Result<()> {
    for place in 0..all.len() {
        let mut keys: Vec<(usize, Vec<(String, String)>)> = Vec::new();
        for key in &all[place].table.foreign {
            let same =
                |other: &Known<'_>| other.table.name == key.table && other.table.schema == all[place].table.schema;
            if let Some(there) = all.iter().position(same).filter(|there| *there != place) {
                keys.push((there, key.columns.clone()));
            }
        }
        for column in &all[place].table.columns {
            let declared = keys.iter().any(|(_, pairs)| pairs.iter().any(|(here, _)| *here == column.name));
            let may = matches!(column.nature, Nature::Text | Nature::Whole)
                && !declared
                && !all[place].is_unique(&column.name);
            if !may {
                continue;
            }
            let mut found = Vec::new();
            for (there, other) in all.iter().enumerate().filter(|(there, _)| *there != place) {
                let Some(theirs) = same_name(&column.name, other.table).filter(|theirs| other.is_unique(theirs)) else {
                    continue;
                };
                let here = (all[place].table, column.name.as_str());
                let share = foreign::found_in(db, here, (other.table, theirs)).await?;
                if share >= FOUND {
                    found.push((there, theirs.to_owned(), share));
                }
            }
            // What fits two tables equally well leads to neither.
            found.sort_by(|a, b| b.2.total_cmp(&a.2));
            if let [first, rest @ ..] = found.as_slice()
                && rest.first().is_none_or(|second| second.2 < first.2)
            {
                keys.push((first.0, vec![(column.name.clone(), first.1.clone())]));
            }
        }
        all[place].keys = keys;
    }
    Ok(())
}

/// The column of another table that a name may lead to: of the same name, or its `id` where the name is the table's.
fn same_name<'a>(name: &str, other: &'a Looked) -> Option<&'a str> {
    let lower = name.to_lowercase();
    let same = other.columns.iter().find(|c| c.name.to_lowercase() == lower && lower != "id");
    let table = super::names::snake(&other.name);
    let of_table = super::super::resolve::singular(&table);
    let by_table =
        lower == format!("{of_table}_id") || lower == format!("{table}_id") || lower == format!("{of_table}id");
    let id = other.columns.iter().find(|c| by_table && c.name.eq_ignore_ascii_case("id"));
    same.or(id).map(|column| column.name.as_str())
}
