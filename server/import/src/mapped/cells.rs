//! A row of any kind of file: names and texts.

use base::tabular::COLUMNS;
use model::record::slug;
use sha2::{Digest, Sha256};

/// The longest column name, in bytes, including its path.
const NAME: usize = 1_000;

/// The columns seen so far. In JSON lines, every line may add some.
#[derive(Debug, Default)]
pub struct Names {
    pub all: Vec<String>,
}

impl Names {
    /// The index of a column, known or new; `None` if there would be too many.
    fn place(&mut self, name: &str) -> Option<usize> {
        match self.all.iter().position(|n| n == name) {
            None if self.all.len() >= COLUMNS || name.len() > NAME => None,
            None => {
                self.all.push(name.to_owned());
                Some(self.all.len() - 1)
            }
            place => place,
        }
    }
}

/// A row's cells by index; may be shorter than the columns.
pub type Cells = Vec<String>;

/// Flattens a JSON object into cells: nested members by path, `user.name`; lists joined by commas.
///
/// # Errors
/// For too many or too long names.
pub fn flatten(object: &Object, names: &mut Names, cells: &mut Cells) -> Result<(), String> {
    cells.clear();
    members(object, "", names, cells)
}

type Object = serde_json::Map<String, serde_json::Value>;

fn members(object: &Object, path: &str, names: &mut Names, cells: &mut Cells) -> Result<(), String> {
    for (name, value) in object {
        let path = if path.is_empty() { name.clone() } else { format!("{path}.{name}") };
        match value {
            serde_json::Value::Object(inner) => members(inner, &path, names, cells)?,
            other => {
                let too_many = || format!("the file has more than {COLUMNS} names, or one of more than {NAME} bytes");
                let place = names.place(&path).ok_or_else(too_many)?;
                if cells.len() <= place {
                    cells.resize(place + 1, String::new());
                }
                cells[place] = text(other);
            }
        }
    }
    Ok(())
}

fn text(value: &serde_json::Value) -> String {
    match value {
        serde_json::Value::Null => String::new(),
        serde_json::Value::String(text) => text.clone(),
        serde_json::Value::Array(items) => items.iter().map(text).collect::<Vec<_>>().join(", "),
        other => other.to_string(),
    }
}

/// Identifies a row within its file.
pub fn key(own: &str) -> [u8; 8] {
    let mut key = [0; 8];
    key.copy_from_slice(&Sha256::digest(own)[..8]);
    key
}

/// The first 16 hex digits of the SHA-256.
pub fn hash(text: &str) -> String {
    key(text).iter().map(|b| format!("{b:02x}")).collect()
}

/// The customer id for a file's own id. Different ids never collide: ids with punctuation get part of their hash
/// appended, addresses are hashed.
pub fn customer_id(own: &str) -> String {
    let (own, plain) = (own.trim().to_lowercase(), slug(own));
    match (own.contains('@'), plain == own) {
        (true, _) => format!("cust-{}", hash(&own)),
        (false, true) => format!("cust-{plain}"),
        (false, false) => format!("cust-{plain}-{}", &hash(&own)[..8]),
    }
}

/// The customer id for a name, in files without ids.
pub fn customer_named(name: &str) -> String {
    if name.contains('@') { customer_id(name) } else { format!("cust-{}", slug(name)) }
}

/// The record id for a file's own id: `SOURCE-own`, where the first hyphen ends the source name, so ids of two sources
/// never collide. Cases have `kind` in front; a source named like such a prefix is marked.
pub fn record_id(kind: &str, source: &str, own: &str) -> String {
    const BEFORE: [&str; 2] = ["case", "cust"];
    let end = if BEFORE.contains(&source) { "_" } else { "" };
    let source = source.replace('.', "..").replace('_', "_.").replace('-', "_");
    format!("{kind}{source}{end}-{own}")
}

/// Identifies a customer without id: an address as is, a name without punctuation.
pub fn name_key(name: &str) -> String {
    if name.contains('@') { name.trim().to_lowercase() } else { slug(name) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_two_sources_make_one_id() {
        use proptest::prelude::*;
        proptest!(|(a in "[a-c._-]{1,5}", b in "[a-c._-]{1,5}", one in "[a-c_.-]{1,5}", two in "[a-c_.-]{1,5}")| {
            prop_assert_eq!(record_id("", &a, &one) == record_id("", &b, &two), (&a, &one) == (&b, &two));
        });
        assert_eq!(record_id("case-", "tickets", "7"), "case-tickets-7");
        for (id, other) in [
            (record_id("", "cust", "130"), customer_id("130")),
            (record_id("", "case", "desk-1"), record_id("case-", "desk", "1")),
            (customer_id("A/1"), customer_id("A-1")),
        ] {
            assert_ne!(id, other);
        }
    }

    #[test]
    fn names_are_bounded() {
        let (mut names, mut cells) = (Names::default(), Cells::new());
        let mut row = |from: usize| {
            let object = (from..from + 600).map(|n| (format!("name-{n}"), n.into())).collect();
            flatten(&object, &mut names, &mut cells)
        };
        assert!(row(0).is_ok() && row(0).is_ok());
        assert!(row(600).unwrap_err().contains("more than 1000 names"));
        let long = [("x".repeat(2_000), 1.into())].into_iter().collect();
        assert!(flatten(&long, &mut Names::default(), &mut Cells::new()).is_err());
    }

    #[test]
    fn paths_and_lists() {
        let value = serde_json::json!({"id": 7, "user": {"name": "Ann", "tags": ["a", "b"]}, "no": null});
        let (mut names, mut cells) = (Names::default(), Cells::new());
        flatten(value.as_object().unwrap(), &mut names, &mut cells).unwrap();
        let mut got: Vec<(String, String)> = names.all.into_iter().zip(cells).collect();
        got.sort();
        let want = [("id", "7"), ("no", ""), ("user.name", "Ann"), ("user.tags", "a, b")];
        assert_eq!(got, want.map(|(a, b)| (a.to_owned(), b.to_owned())));
    }
}
