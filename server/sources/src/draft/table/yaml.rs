//! Writes a draft as YAML, with a comment on each choice.

use super::{Drafting, Joined};
use crate::resolve::{full_name, singular};

impl Drafting<'_> {
    pub fn yaml(&self, connection: &str) -> String {
        let own = full_name(self.table);
        let rows = self.rows();
        let mut out = format!(
            "# {}: {rows}, each taken for one {}.\n- name: {}\n  description: {}\n  one: {}\n  many: {}\n  connection: {}\n  table: {}\n",
            comment(&own),
            comment(&singular(&self.many)),
            scalar(&self.name),
            scalar(&format!("Rows of {own}.")),
            scalar(&singular(&self.many)),
            scalar(&self.many),
            scalar(connection),
            scalar(&own)
        );
        for (column, why) in &self.left_out {
            out.push_str(&format!("  # left out: {}, {}\n", comment(column), comment(why)));
        }
        self.yaml_joins(&mut out);
        if let Some(d) = self.time.map(|at| &self.dimensions[at]) {
            let others = self.dimensions.iter().filter(|o| o.kind == "date" && o.name != d.name);
            let others: Vec<&str> = others.map(|o| o.name.as_str()).collect();
            let own = if d.column.contains('.') { "of another table, since it has none of its own" } else { "its own" };
            let also = if others.is_empty() { String::new() } else { format!("; others: {}", others.join(", ")) };
            out.push_str(&format!("  time: {}  # {own}: {}{also}\n", scalar(&d.name), comment(&d.why)));
        }
        let mut list = String::new();
        for d in &self.dimensions {
            let mut said = vec![format!("column: {}", scalar(&d.column))];
            if let Some(key) = &d.key {
                said.push(format!("key: {}", scalar(key)));
            }
            if !d.kind.is_empty() {
                said.push(format!("type: {}", d.kind));
            }
            if !matches!(d.format, "" | "plain") {
                said.push(format!("format: {}", d.format));
            }
            // People still use a name that a declaration cannot.
            if is_spoken_otherwise(&d.of.1) {
                said.push(format!("synonyms: [{}]", scalar(&d.of.1)));
            }
            let said = if said.len() == 1 { scalar(&d.column) } else { format!("{{{}}}", said.join(", ")) };
            list.push_str(&format!("    {}: {said}{}\n", scalar(&d.name), remark(&d.why)));
        }
        if !list.is_empty() {
            out.push_str(&format!("  dimensions:\n{list}"));
        }
        if !self.measures.is_empty() {
            out.push_str("  measures:\n");
        }
        for measure in &self.measures {
            let mut said =
                vec![format!("{}: {}", if measure.formula { "formula" } else { "column" }, scalar(&measure.of))];
            if measure.aggregation != "sum" {
                said.push(format!("aggregation: {}", measure.aggregation));
            }
            if measure.name == "revenue" {
                // A word for the rows is none for a measure of them.
                let words = ["sales", "turnover"].into_iter().filter(|word| *word != self.many && *word != self.name);
                said.push(format!("synonyms: [{}]", words.collect::<Vec<_>>().join(", ")));
            }
            if !measure.formula && is_spoken_otherwise(&measure.of) {
                said.push(format!("synonyms: [{}]", scalar(&measure.of)));
            }
            let plain = said.len() == 1 && !measure.formula;
            let said = if plain { scalar(&measure.of) } else { format!("{{{}}}", said.join(", ")) };
            out.push_str(&format!("    {}: {said}{}\n", scalar(&measure.name), remark(&measure.why)));
        }
        out
    }

    fn rows(&self) -> String {
        let facts = self.known.iter().find(|known| std::ptr::eq(known.table, self.table)).map_or(0.0, |k| k.facts.rows);
        match facts as usize {
            store::foreign::LOOKED_AT => format!("{} rows and more", store::foreign::LOOKED_AT),
            n => format!("{n} rows"),
        }
    }

    fn yaml_joins(&self, out: &mut String) {
        let used = |alias: &str| {
            let names = self.dimensions.iter().any(|d| d.column.starts_with(&format!("{alias}.")));
            names || self.joins.iter().any(|join| join.from == alias)
        };
        let joins: Vec<&Joined> = self.joins.iter().filter(|join| used(&join.alias)).collect();
        if !joins.is_empty() {
            out.push_str("  joins:\n");
        }
        for join in joins {
            let from = if join.from.is_empty() { String::new() } else { format!(", from: {}", scalar(&join.from)) };
            let on = match join.key.on.as_slice() {
                [(here, there)] if here == there => scalar(here),
                pairs => {
                    let list: Vec<String> =
                        pairs.iter().map(|(a, b)| format!("{}: {}", scalar(a), scalar(b))).collect();
                    format!("{{{}}}", list.join(", "))
                }
            };
            let table = scalar(&full_name(self.known[join.place].table));
            let off = if join.off { ", agreed: false" } else { "" };
            out.push_str(&format!("  - {{table: {table}{from}, on: {on}{off}}}{}\n", remark(&join.key.why)));
        }
    }
}

/// Whether a column's own name, which people use, cannot be its name in a declaration.
fn is_spoken_otherwise(column: &str) -> bool {
    !column.is_ascii() || column.starts_with(|c: char| c.is_ascii_digit())
}

/// A comment at the end of a line.
fn remark(why: &str) -> String {
    if why.is_empty() { String::new() } else { format!("  # {}", comment(why)) }
}

/// Text that cannot end its comment.
fn comment(text: &str) -> String {
    text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect()
}

/// A YAML scalar, quoted if ambiguous.
pub fn scalar(text: &str) -> String {
    let starts = text.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_');
    let plain = text.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '_' | '.' | ' ' | '*' | '(' | ')'))
        && !text.ends_with(' ');
    let word =
        matches!(text.to_lowercase().as_str(), "yes" | "no" | "true" | "false" | "null" | "on" | "off" | "y" | "n");
    if starts && plain && !word { text.to_owned() } else { serde_json::Value::from(text).to_string() }
}
