//! One row of a file, whatever its form: names and texts.

use sha2::{Digest, Sha256};
/// The columns that a file has shown so far. In JSON lines they may grow with every line.
#[derive(Debug, Default)]
pub struct Names {
    pub all: Vec<String>,
}

impl Names {
    /// The place of a column, new or known.
    pub fn place(&mut self, name: &str) -> usize {
        match self.all.iter().position(|n| n == name) {
            Some(place) => place,
            None => {
                self.all.push(name.to_owned());
                self.all.len() - 1
            }
        }
    }
}

/// A row's cells by place; a row may be shorter than the columns.
pub type Cells = Vec<String>;

/// Puts the members of a JSON object into cells: nested ones under their path, `user.name`; lists as texts joined by a
/// comma.
pub fn flatten(object: &serde_json::Map<String, serde_json::Value>, names: &mut Names, cells: &mut Cells) {
    cells.clear();
    members(object, "", names, cells);
}

fn members(object: &serde_json::Map<String, serde_json::Value>, path: &str, names: &mut Names, cells: &mut Cells) {
    for (name, value) in object {
        let path = if path.is_empty() { name.clone() } else { format!("{path}.{name}") };
        match value {
            serde_json::Value::Object(inner) => members(inner, &path, names, cells),
            other => {
                let place = names.place(&path);
                if cells.len() <= place {
                    cells.resize(place + 1, String::new());
                }
                cells[place] = text(other);
            }
        }
    }
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_and_lists() {
        let value = serde_json::json!({"id": 7, "user": {"name": "Ann", "tags": ["a", "b"]}, "no": null});
        let (mut names, mut cells) = (Names::default(), Cells::new());
        flatten(value.as_object().unwrap(), &mut names, &mut cells);
        let mut got: Vec<(String, String)> = names.all.into_iter().zip(cells).collect();
        got.sort();
        let want = [("id", "7"), ("no", ""), ("user.name", "Ann"), ("user.tags", "a, b")];
        assert_eq!(got, want.map(|(a, b)| (a.to_owned(), b.to_owned())));
    }
}
