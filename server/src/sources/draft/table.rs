//! The draft of one table: its own columns, those of the tables that it leads to, its measures and its time.

use super::keys::{Known, is_id};
use super::names::snake;
use crate::sources::resolve::{full_name, singular};
use crate::store::foreign::{Looked, LookedColumn, Nature};

/// How far joins lead.
const HOPS: usize = 3;

/// Longer text is a note, and no dimension of a joined table.
const LONG: f64 = 80.0;

/// A column of a joined table with more values is only kept where it is a name.
const MANY: f64 = 300.0;

/// Numbers that are not added up.
const RATES: [&str; 14] = [
    "price",
    "rate",
    "percent",
    "pct",
    "discount",
    "score",
    "age",
    "level",
    "ratio",
    "average",
    "avg",
    "year",
    "lead_time",
    "margin",
];

/// Days that rows are seldom told by.
const LATER: [&str; 12] = [
    "birth", "hire", "modified", "updated", "required", "due", "end", "shipped", "changed", "deleted", "last", "start",
];

/// A join: the place of its table, its alias, the alias that leads to it, and the columns there and here.
type Joined = (usize, String, String, Vec<(String, String)>);

struct Dimension {
    name: String,
    /// `column` or `alias.column`.
    column: String,
    kind: &'static str,
    of: (usize, String),
}

/// A source in the making.
pub struct Drafting<'a> {
    pub name: String,
    many: String,
    table: &'a Looked,
    known: &'a [Known<'a>],
    joins: Vec<Joined>,
    dimensions: Vec<Dimension>,
    /// Name, column or formula, aggregation.
    measures: Vec<(String, String, &'static str)>,
    time: Option<usize>,
    /// Whether its last day is long ago.
    pub old: bool,
}

impl<'a> Drafting<'a> {
    pub fn of(known: &'a [Known<'a>], place: usize) -> Self {
        let table = known[place].table;
        let words = snake(&table.name).replace('_', " ");
        let many = if singular(&words) == words { plural(&words) } else { words };
        let name = name_of(&table.name);
        let own = crate::query::ast::Dataset::ALL.iter().any(|dataset| dataset.as_str() == name);
        let name = if own { format!("{name}_table") } else { name };
        let mut it = Self {
            name,
            many,
            table,
            known,
            joins: Vec::new(),
            dimensions: Vec::new(),
            measures: Vec::new(),
            time: None,
            old: false,
        };
        it.join(place);
        it.own(place);
        for at in 0..it.joins.len() {
            it.joined(at);
        }
        it.measure(place);
        it.time = it.best_time();
        it
    }

    /// The tables that rows lead to, nearest first.
    fn join(&mut self, place: usize) {
        let mut edge = vec![(place, String::new())];
        for _ in 0..HOPS {
            let mut next = Vec::new();
            for (from, alias) in edge {
                for (there, pairs) in &self.known[from].keys {
                    if *there == place || self.joins.iter().any(|(known, ..)| known == there) {
                        continue;
                    }
                    let name = self.known[*there].table.name.clone();
                    self.joins.push((*there, name.clone(), alias.clone(), pairs.clone()));
                    next.push((*there, name));
                }
            }
            edge = next;
        }
    }

    fn own(&mut self, place: usize) {
        let keys: Vec<&str> = self.known[place].key_columns();
        for (at, column) in self.known[place].table.columns.iter().enumerate() {
            let (filled, _, longest) = self.known[place].facts.columns.get(at).copied().unwrap_or_default();
            let key = keys.contains(&column.name.as_str());
            let kind = match column.nature {
                Nature::Other => continue,
                _ if filled == 0.0 && self.known[place].facts.rows > 0.0 => continue,
                Nature::Date => "date",
                Nature::Flag => "flag",
                Nature::Whole | Nature::Number if !key => continue,
                Nature::Text if longest > 2.0 * LONG => "note",
                _ => "",
            };
            self.dimension(&column.name, "", kind, (place, column.name.clone()));
        }
    }

    fn joined(&mut self, at: usize) {
        let (place, alias, ..) = self.joins[at].clone();
        let known = &self.known[place];
        let of = singular(&snake(&known.table.name));
        for (at, column) in known.table.columns.iter().enumerate() {
            let (filled, different, longest) = known.facts.columns.get(at).copied().unwrap_or_default();
            let named = is_title(&column.name, &of);
            let kept = match column.nature {
                Nature::Text => filled > 0.0 && longest <= LONG && (named || different <= MANY) && !is_id(&column.name),
                Nature::Date => true,
                Nature::Flag => true,
                Nature::Whole | Nature::Number | Nature::Other => false,
            };
            let here = self.dimensions.iter().any(|d| d.of == (place, column.name.clone()));
            // What leads there is the same value, already told by its own column.
            let key = self
                .joins
                .iter()
                .any(|(p, _, _, pairs)| *p == place && pairs.iter().any(|(_, theirs)| *theirs == column.name));
            if !kept || here || key {
                continue;
            }
            let kind = match column.nature {
                Nature::Date => "date",
                Nature::Flag => "flag",
                _ => "",
            };
            let name = if named { of.clone() } else { column.name.clone() };
            self.dimension(&name, &alias, kind, (place, column.name.clone()));
        }
    }

    fn dimension(&mut self, name: &str, alias: &str, kind: &'static str, of: (usize, String)) {
        let plain = name_of(name);
        let taken = |name: &String| self.dimensions.iter().any(|d| d.name == *name);
        let joined = format!("{}_{}", name_of(&singular(&snake(alias))), name_of(&of.1));
        let name =
            [plain.clone(), joined].into_iter().chain((2..).map(|n| format!("{plain}_{n}"))).find(|name| !taken(name));
        let column = if alias.is_empty() { of.1.clone() } else { format!("{alias}.{}", of.1) };
        self.dimensions.push(Dimension { name: name.unwrap_or(plain), column, kind, of });
    }

    fn measure(&mut self, place: usize) {
        let keys = self.known[place].key_columns();
        let numbers: Vec<&LookedColumn> = self.known[place]
            .table
            .columns
            .iter()
            .filter(|c| matches!(c.nature, Nature::Whole | Nature::Number) && !keys.contains(&c.name.as_str()))
            .collect();
        let called = |part: &str| numbers.iter().find(|c| snake(&c.name).contains(part)).map(|c| c.name.clone());
        if let Some((price, quantity)) = called("unit_price").zip(called("quantity").or(called("qty"))) {
            let less = called("discount").map(|d| format!(" * (1 - {})", formula_name(&d))).unwrap_or_default();
            let formula = format!("{} * {}{less}", formula_name(&price), formula_name(&quantity));
            self.measures.push(("revenue".into(), formula, "formula"));
        }
        for column in numbers {
            let name = name_of(&column.name);
            let rate = RATES
                .iter()
                .any(|part| name.split('_').any(|word| word == *part) || name.contains(part) && part.len() > 5);
            let taken =
                self.dimensions.iter().any(|d| d.name == name) || self.measures.iter().any(|(own, ..)| *own == name);
            let name = if taken { format!("{name}_value") } else { name };
            self.measures.push((name, column.name.clone(), if rate { "avg" } else { "sum" }));
        }
    }

    /// The day that rows are told by: one of their own before one of another table, and no birthday.
    fn best_time(&self) -> Option<usize> {
        let own = |d: &Dimension| !d.column.contains('.');
        let later = |d: &Dimension| LATER.iter().any(|part| d.name.contains(part));
        let days = self.dimensions.iter().enumerate().filter(|(_, d)| d.kind == "date");
        days.min_by_key(|(at, d)| (later(d), !own(d), *at)).filter(|(_, d)| !later(d) || own(d)).map(|(at, _)| at)
    }

    /// The table and the column of its time.
    pub fn time_column(&self) -> Option<(&'a Looked, &str)> {
        let (place, column) = &self.dimensions[self.time?].of;
        Some((self.known[*place].table, column))
    }

    /// How much there is to ask.
    pub fn weight(&self) -> (bool, bool, usize, usize) {
        (self.time.is_some(), !self.measures.is_empty(), self.joins.len(), self.dimensions.len())
    }

    /// Two questions that it should answer.
    pub fn questions(&self) -> Vec<String> {
        let by =
            self.dimensions.iter().find(|d| d.kind.is_empty() && !is_id(&d.of.1)).map(|d| d.name.replace('_', " "));
        let measure = self.measures.first().map(|(name, _, how)| match *how {
            "avg" => format!("average {}", name.replace('_', " ")),
            _ => name.replace('_', " "),
        });
        let first = measure.zip(by.clone()).map(|(measure, by)| format!("{measure} by {by}"));
        let counted = by.map(|by| format!("how many {} by {by}?", self.many));
        first.into_iter().chain(counted).collect()
    }

    pub fn yaml(&self, connection: &str) -> String {
        let mut out = format!(
            "- name: {}\n  description: {}\n  one: {}\n  many: {}\n  connection: {}\n  table: {}\n",
            scalar(&self.name),
            scalar(&format!("Rows of {}.", full_name(self.table))),
            scalar(&singular(&self.many)),
            scalar(&self.many),
            scalar(connection),
            scalar(&full_name(self.table))
        );
        let used = |alias: &str| {
            let names = self.dimensions.iter().any(|d| d.column.starts_with(&format!("{alias}.")));
            names || self.joins.iter().any(|(_, _, from, _)| from == alias)
        };
        let joins: Vec<&Joined> = self.joins.iter().filter(|(_, alias, ..)| used(alias)).collect();
        if !joins.is_empty() {
            out.push_str("  joins:\n");
        }
        for (place, _, from, on) in joins {
            let from = if from.is_empty() { String::new() } else { format!(", from: {}", scalar(from)) };
            let on = match on.as_slice() {
                [(here, there)] if here == there => scalar(here),
                pairs => {
                    let list: Vec<String> =
                        pairs.iter().map(|(a, b)| format!("{}: {}", scalar(a), scalar(b))).collect();
                    format!("{{{}}}", list.join(", "))
                }
            };
            out.push_str(&format!("  - {{table: {}{from}, on: {on}}}\n", scalar(&full_name(self.known[*place].table))));
        }
        if let Some(time) = self.time {
            out.push_str(&format!("  time: {}\n", scalar(&self.dimensions[time].name)));
            if self.old {
                out.push_str("  today: last_day  # the data ends long ago; \"last month\" counts from its last day\n");
            }
        }
        out.push_str("  dimensions:\n");
        for d in &self.dimensions {
            match d.kind {
                "" => out.push_str(&format!("    {}: {}\n", scalar(&d.name), scalar(&d.column))),
                kind => {
                    out.push_str(&format!("    {}: {{column: {}, type: {kind}}}\n", scalar(&d.name), scalar(&d.column)))
                }
            }
        }
        if !self.measures.is_empty() {
            out.push_str("  measures:\n");
        }
        for (name, column, how) in &self.measures {
            let said = match *how {
                "formula" => format!("{{formula: {}, synonyms: [sales, turnover]}}", scalar(column)),
                "sum" => scalar(column),
                how => format!("{{column: {}, aggregation: {how}}}", scalar(column)),
            };
            out.push_str(&format!("    {}: {said}\n", scalar(name)));
        }
        out
    }
}

/// Whether a column is what a row of its table is called by.
fn is_title(column: &str, of: &str) -> bool {
    let name = snake(column);
    let own = name.strip_prefix(&format!("{of}_")).unwrap_or(&name);
    matches!(own, "name" | "title" | "company_name" | "full_name" | "last_name" | "description") && !own.is_empty()
}

/// A name that a declaration may use.
fn name_of(name: &str) -> String {
    let plain: String = snake(name).chars().filter(|c| c.is_ascii_alphanumeric() || *c == '_').take(60).collect();
    if plain.starts_with(|c: char| c.is_ascii_lowercase()) {
        plain
    } else {
        format!("x_{plain}").trim_end_matches('_').to_owned()
    }
}

fn plural(words: &str) -> String {
    match words {
        w if w.ends_with('y') && !w.ends_with("ay") && !w.ends_with("ey") => format!("{}ies", &w[..w.len() - 1]),
        w if w.ends_with('s') || w.ends_with('x') || w.ends_with("ch") => format!("{w}es"),
        w => format!("{w}s"),
    }
}

/// A column as a formula names it.
fn formula_name(name: &str) -> String {
    let plain =
        name.chars().all(|c| c.is_alphanumeric() || c == '_') && !name.starts_with(|c: char| c.is_ascii_digit());
    if plain { name.to_owned() } else { format!("\"{name}\"") }
}

/// A text as YAML has it, in quotes where it could mean something else.
pub fn scalar(text: &str) -> String {
    let starts = text.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_');
    let plain = text.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '_' | '.' | ' ' | '*' | '(' | ')'))
        && !text.ends_with(' ');
    let word =
        matches!(text.to_lowercase().as_str(), "yes" | "no" | "true" | "false" | "null" | "on" | "off" | "y" | "n");
    if starts && plain && !word { text.to_owned() } else { serde_json::Value::from(text).to_string() }
}
