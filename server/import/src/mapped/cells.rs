//! One row of a file, whatever its form: names and texts.

use base::tabular::COLUMNS;
use model::record::slug;
use sha2::{Digest, Sha256};

/// The longest name of a column, in bytes, with its path.
const NAME: usize = 1_000;

/// The columns that a file has shown so far. In JSON lines they may grow with every line.
#[derive(Debug, Default)]
pub struct Names {
    pub all: Vec<String>,
}

impl Names {
    /// The place of a column, new or known; none where there would be too many.
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

/// A row's cells by place; a row may be shorter than the columns.
pub type Cells = Vec<String>;

/// Puts the members of a JSON object into cells: nested ones under their path, `user.name`; lists as texts joined by a
/// comma.
///
/// # Errors
/// For names that are too many or too long.
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

/// What tells a row from the others of its file.
pub fn key(own: &str) -> [u8; 8] {
    let mut key = [0; 8];
    key.copy_from_slice(&Sha256::digest(own)[..8]);
    key
}

/// The first 16 hex digits of the SHA-256.
pub fn hash(text: &str) -> String {
    key(text).iter().map(|b| format!("{b:02x}")).collect()
}

/// The customer that files call by this id, or by this name where they have no ids. An address names nobody whose address only
/// looks alike, and is not read in the id.
pub fn customer_id(own: &str) -> String {
    match own.contains('@') {
        true => format!("cust-{}", hash(&own.trim().to_lowercase())),
        false => format!("cust-{}", slug(own)),
    }
}

/// By what a customer is known again who has no id: an address as it is, a name without its marks.
pub fn name_key(name: &str) -> String {
    if name.contains('@') { name.trim().to_lowercase() } else { slug(name) }
}

#[cfg(test)]
mod tests {
    use super::*;

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
