//! The output of a dry run: the mapping, and the first rows as they would be stored.

use std::path::Path;

use crate::import::mapped::{Table, noun};
use crate::import::preview::records;

/// Maximum length of a shown field, in characters.
const MAX_FIELD_CHARS: usize = 100;

/// The mapping as a file for `--map`, then the first rows.
pub fn text(file: &Path, table: Table, rows: u64) -> String {
    let (mapping, attributes) = (table.mapping().clone(), table.attributes());
    let kept = if attributes.is_empty() { "none".to_owned() } else { attributes.join(", ") };
    let mut out = format!(
        "# How {} is read; save it as a file for --map to change it.\n{}\n# Kept as attributes: {kept}\n",
        file.display(),
        mapping.to_toml()
    );
    let piece = table.first(rows);
    for bad in &piece.bad {
        out.push_str(&format!("\nLine {} would be left out: {}\n", bad.line, bad.fault));
    }
    for (n, record) in records(&piece.batch).iter().enumerate() {
        out.push_str(&format!("\n{} {}\n", noun(mapping.row), n + 1));
        record.iter().for_each(|(name, text)| out.push_str(&line(name, text)));
    }
    out.push_str("\nNothing was stored.\n");
    out
}

/// On one line, without control characters, for the terminal.
fn line(name: &str, text: &str) -> String {
    let mut shown: String = text.chars().take(MAX_FIELD_CHARS).map(|c| if c.is_control() { ' ' } else { c }).collect();
    if text.chars().nth(MAX_FIELD_CHARS).is_some() {
        shown.push('…');
    }
    format!("  {name:<30}  {shown}\n")
}
