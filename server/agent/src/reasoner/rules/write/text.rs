//! Lists, nouns and quotations as people write them. Numbers are in `model::number`.

use model::number::count;
pub use model::text::{and, plural};

/// "1 day", "2.5 days".
pub fn days_of(value: f64) -> String {
    things(value, "day", "days")
}

/// "1 complaint", "2 complaints".
pub fn things(n: f64, one: &str, many: &str) -> String {
    format!("{} {}", count(n), if n == 1.0 { one } else { many })
}

/// A quotation on one line, without marks that would end it early.
pub fn quote(text: &str) -> String {
    let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    line.replace(['“', '”'], "\"").replace('[', "(").replace(']', ")")
}

/// The same for an excerpt, with "…" if it ends within a sentence.
pub fn excerpt(text: &str) -> String {
    let line = quote(text);
    let ends = line.trim_end_matches(['"', '\'', '’', ')', '*']).ends_with(['.', '!', '?', '…', ':']);
    if ends || line.is_empty() { line } else { format!("{line} …") }
}

/// A Markdown table, with escaped bars.
pub fn table(heads: &[&str], rows: impl Iterator<Item = Vec<String>>) -> String {
    let line = |cells: Vec<String>| format!("| {} |", cells.join(" | "));
    let head = line(heads.iter().map(|head| (*head).to_owned()).collect());
    let rule = format!("|{}", "---|".repeat(heads.len()));
    let cells = |row: Vec<String>| row.into_iter().map(|cell| cell.replace('|', "/")).collect();
    [head, rule].into_iter().chain(rows.map(|row| line(cells(row)))).collect::<Vec<_>>().join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_read_well() {
        for (text, want) in
            [("It closes", "It closes …"), ("It closes.", "It closes."), ("“Why?”", "\"Why?\""), ("", "")]
        {
            assert_eq!(excerpt(text), want);
        }
        assert_eq!(and(&["a".into(), "b".into(), "c".into()]), "a, b and c");
        assert_eq!(things(1.0, "case", "cases"), "1 case");
    }
}
