//! The draft of one table: its own and joined columns, its measures and its time.

pub mod yaml;

use super::columns::{Judged, LONG, Taken, judge};
use super::keys::{Key, Known, is_id};
use super::names::{declared, plural, snake};
use crate::resolve::singular;
use store::foreign::index::ID;
use store::foreign::{Looked, LookedColumn, Nature};

/// Maximum length of a chain of joins.
const MAX_JOIN_CHAIN: usize = 3;

/// Columns of joined tables with more values are kept only if they are names.
const MAX_VALUES: f64 = 300.0;

/// Dates that rarely serve as a row's time.
const LATER: [&str; 20] = [
    "birth", "hire", "modified", "updated", "required", "due", "end", "shipped", "changed", "deleted", "last", "start",
    "returned", "closed", "resolved", "completed", "delivered", "paid", "terminat", "expir",
];
/// Words for the start and end of a row, and for its due date.
const BEGINS: [&str; 12] = [
    "opened", "created", "ordered", "order", "started", "start", "begin", "placed", "received", "submitted",
    "admitted", "from",
];
const ENDS: [&str; 12] = [
    "closed", "resolved", "completed", "finished", "shipped", "delivered", "returned", "ended", "end", "paid",
    "discharged", "until",
];
const DUE: [&str; 6] = ["due", "required", "deadline", "promised", "target", "expected"];

/// A joined table.
struct Joined {
    /// The index of its table.
    place: usize,
    alias: String,
    /// The alias it is joined to; empty for the source's own table.
    from: String,
    key: Key,
    /// It, or a join it depends on, needs confirmation.
    off: bool,
}

struct Dimension {
    name: String,
    /// `column` or `alias.column`.
    column: String,
    /// The declared type; empty if not needed.
    kind: &'static str,
    format: &'static str,
    /// Identifies the rows that a name may not.
    key: Option<String>,
    /// The index of its table, and the column's name there.
    of: (usize, String),
    /// Behind an unconfirmed join.
    off: bool,
    /// The comment in the draft.
    why: String,
}

struct Measure {
    name: String,
    /// A column or formula.
    of: String,
    formula: bool,
    aggregation: &'static str,
    why: String,
}

/// A source being drafted.
pub struct Drafting<'a> {
    pub name: String,
    many: String,
    table: &'a Looked,
    known: &'a [Known<'a>],
    joins: Vec<Joined>,
    dimensions: Vec<Dimension>,
    measures: Vec<Measure>,
    /// Omitted columns with reasons.
    left_out: Vec<(String, String)>,
    time: Option<usize>,
}

impl<'a> Drafting<'a> {
    /// Drafts a table. `agreed` enables guessed joins at once.
    pub fn new(known: &'a [Known<'a>], place: usize, agreed: bool) -> Self {
        let table = known[place].table;
        let words = snake(&table.name).replace('_', " ");
        let many = if singular(&words) == words { plural(&words) } else { words };
        let name = declared(&table.name);
        let own = query::ast::Dataset::ALL.iter().any(|dataset| dataset.as_str() == name);
        let name = if own { format!("{name}_table") } else { name };
        let mut it = Self {
            name,
            many,
            table,
            known,
            joins: Vec::new(),
            dimensions: Vec::new(),
            measures: Vec::new(),
            left_out: Vec::new(),
            time: None,
        };
        it.join(place, agreed);
        it.own(place);
        for at in 0..it.joins.len() {
            it.joined(at);
        }
        it.measure(place);
        it.spans();
        // An index only aggregates fields.
        it.measures.retain(|measure| !(table.is_index() && measure.formula));
        it.time = it.best_time();
        it
    }

    /// The tables reachable from rows, nearest first.
    fn join(&mut self, place: usize, agreed: bool) {
        let mut edge = vec![(place, String::new(), false)];
        for _ in 0..MAX_JOIN_CHAIN {
            let mut next = Vec::new();
            for (from, alias, off) in edge {
                for key in &self.known[from].keys {
                    if key.there == place || self.joins.iter().any(|known| known.place == key.there) {
                        continue;
                    }
                    let name = self.known[key.there].table.name.clone();
                    let off = off || !(key.declared || agreed);
                    let (place, from, key) = (key.there, alias.clone(), key.clone());
                    self.joins.push(Joined { place, alias: name.clone(), from, key, off });
                    next.push((place, name, off));
                }
            }
            edge = next;
        }
    }

    fn judged(&self, place: usize, at: usize) -> Judged {
        let known = &self.known[place];
        let seen = known.facts.columns.get(at).copied().unwrap_or_default();
        let sample = known.facts.sample.get(at).map(Vec::as_slice).unwrap_or_default();
        let column = &known.table.columns[at];
        let judged = judge(column, seen, &sample.iter().map(String::as_str).collect::<Vec<_>>());
        if known.table.is_index() { as_kept(judged, column) } else { judged }
    }

    fn own(&mut self, place: usize) {
        let keys: Vec<&str> = self.known[place].key_columns();
        for (at, column) in self.known[place].table.columns.iter().enumerate() {
            let judged = self.judged(place, at);
            let key = keys.contains(&column.name.as_str());
            let (kind, format) = match judged.taken {
                Taken::Secret => {
                    self.left_out.push((column.name.clone(), judged.why));
                    continue;
                }
                Taken::Nothing if column.nature == Nature::Other => {
                    self.left_out
                        .push((column.name.clone(), format!("{}: its type cannot be grouped by", column.type_name)));
                    continue;
                }
                // Without rows, only the types count.
                Taken::Nothing if self.known[place].facts.rows > 0.0 => continue,
                Taken::Nothing => ("", ""),
                Taken::Amount | Taken::Rate if !key => continue,
                Taken::Moment(_) if key => ("", ""),
                Taken::Moment(format) => ("date", format),
                Taken::Flag => ("flag", ""),
                Taken::Note => ("note", ""),
                Taken::Name if column.nature == Nature::Date => ("text", ""),
                Taken::Name | Taken::Code | Taken::Amount | Taken::Rate => ("", ""),
            };
            let told = if key { "a key, not added up".to_owned() } else { judged.why.clone() };
            let why = if kind.is_empty() && column.nature == Nature::Text { judged.why } else { told };
            let of = (place, column.name.clone());
            self.dimension(&column.name, "", Dimension { kind, format, why, ..Dimension::new(of, false) });
        }
    }

    fn joined(&mut self, at: usize) {
        let Joined { place, alias, from, key, off } = &self.joins[at];
        let (place, alias, from, off, on) = (*place, alias.clone(), from.clone(), *off, key.on.clone());
        let known = &self.known[place];
        let of = singular(&snake(&known.table.name));
        // The key of a farther table is in the table between; the source's own columns have those of the nearest.
        if let ([(there, theirs)], Some(between)) = (on.as_slice(), self.joins.iter().find(|join| join.alias == from)) {
            let name = if is_id(theirs) && snake(theirs) != "id" { theirs.clone() } else { format!("{of}_id") };
            let (between, why) = (between.place, "a key, not added up".to_owned());
            let dimension = Dimension { why, ..Dimension::new((between, there.clone()), off) };
            if !self.dimensions.iter().any(|d| d.of == dimension.of) {
                self.dimension(&name, &from, dimension);
            }
        }
        for (at, column) in known.table.columns.iter().enumerate() {
            let seen = known.facts.columns.get(at).copied().unwrap_or_default();
            let named = is_title(&column.name, &of);
            let judged = self.judged(place, at);
            let (kind, format) = match judged.taken {
                Taken::Name if is_id(&column.name) || seen.longest > LONG || !named && seen.different > MAX_VALUES => {
                    continue;
                }
                Taken::Name if column.nature == Nature::Date => ("text", ""),
                Taken::Name => ("", ""),
                Taken::Moment(format) => ("date", format),
                Taken::Flag => ("flag", ""),
                Taken::Secret | Taken::Nothing | Taken::Note | Taken::Code | Taken::Amount | Taken::Rate => continue,
            };
            let here = self.dimensions.iter().any(|d| d.of == (place, column.name.clone()));
            // A foreign key's own column already has the same value.
            let leads =
                |join: &Joined| join.place == place && join.key.on.iter().any(|(_, theirs)| *theirs == column.name);
            if here || self.joins.iter().any(leads) {
                continue;
            }
            let name = if named { of.clone() } else { column.name.clone() };
            let why = if kind.is_empty() { String::new() } else { judged.why };
            // Two rows may have one name.
            let key = on.first().map(|(_, theirs)| theirs.clone()).filter(|_| named && on.len() == 1);
            let of = (place, column.name.clone());
            self.dimension(&name, &alias, Dimension { kind, format, key, why, ..Dimension::new(of, off) });
        }
    }

    fn dimension(&mut self, name: &str, alias: &str, dimension: Dimension) {
        let (plain, own) = (declared(name), &dimension.of.1);
        let taken = |name: &String| self.dimensions.iter().any(|d| d.name == *name);
        let joined = format!("{}_{}", declared(&singular(&snake(alias))), declared(own));
        let name =
            [plain.clone(), joined].into_iter().chain((2..).map(|n| format!("{plain}_{n}"))).find(|name| !taken(name));
        let column = if alias.is_empty() { own.clone() } else { format!("{alias}.{own}") };
        self.dimensions.push(Dimension { name: name.unwrap_or(plain), column, ..dimension });
    }

    /// A name not yet used in the source.
    fn free(&self, name: String) -> String {
        let taken =
            self.dimensions.iter().any(|d| d.name == name) || self.measures.iter().any(|measure| measure.name == name);
        if taken { format!("{name}_value") } else { name }
    }

    fn measure(&mut self, place: usize) {
        let keys = self.known[place].key_columns();
        let numbers: Vec<(&LookedColumn, Judged)> = self.known[place]
            .table
            .columns
            .iter()
            .enumerate()
            .filter(|(_, column)| !keys.contains(&column.name.as_str()))
            .map(|(at, column)| (column, self.judged(place, at)))
            .filter(|(_, judged)| matches!(judged.taken, Taken::Amount | Taken::Rate))
            .collect();
        let called =
            |part: &str| numbers.iter().find(|(c, _)| snake(&c.name).contains(part)).map(|(c, _)| c.name.clone());
        if let Some((price, quantity)) = called("unit_price").zip(called("quantity").or(called("qty"))) {
            let less = called("discount").map(|d| format!(" * (1 - {})", formula_name(&d))).unwrap_or_default();
            let of = format!("{} * {}{less}", formula_name(&price), formula_name(&quantity));
            let why = "price by quantity, less the discount as a share: check that it is one".to_owned();
            let why = if less.is_empty() { "price by quantity".to_owned() } else { why };
            self.measures.push(Measure { name: "revenue".into(), of, formula: true, aggregation: "sum", why });
        }
        for (column, judged) in numbers {
            let name = self.free(declared(&column.name));
            let aggregation = if judged.taken == Taken::Amount { "sum" } else { "avg" };
            let (of, why) = (column.name.clone(), judged.why);
            self.measures.push(Measure { name, of, formula: false, aggregation, why });
        }
    }

    /// Days between two dates of a row: durations and delays.
    fn spans(&mut self) {
        let moment = |words: &[&str]| {
            let says = |d: &&Dimension| snake(&d.of.1).split('_').any(|word| words.contains(&word));
            let days = self.dimensions.iter().filter(|d| d.kind == "date" && !d.column.contains('.'));
            days.filter(|d| !matches!(d.format, "yyyy" | "yyyymm")).find(says).map(|d| d.of.1.clone())
        };
        let (begins, ends, due) = (moment(&BEGINS), moment(&ENDS), moment(&DUE));
        for (name, from, to) in [("days_taken", begins, ends.clone()), ("days_late", due, ends)] {
            let Some((from, to)) = from.zip(to).filter(|(from, to)| from != to) else { continue };
            let (of, name) = (format!("days({}, {})", formula_name(&from), formula_name(&to)), self.free(name.into()));
            let why = format!("days from {from} to {to}, of rows that have both");
            self.measures.push(Measure { name, of, formula: true, aggregation: "avg", why });
        }
    }

    /// The main date of a row: its own if possible, never a birthday.
    fn best_time(&self) -> Option<usize> {
        let own = |d: &Dimension| !d.column.contains('.');
        let later = |d: &Dimension| LATER.iter().any(|part| d.name.contains(part));
        let days = self.dimensions.iter().enumerate().filter(|(_, d)| d.kind == "date" && !d.off);
        let best = days.min_by_key(|(at, d)| (!own(d), later(d), *at));
        best.filter(|(_, d)| !d.name.contains("birth") && (own(d) || !later(d))).map(|(at, _)| at)
    }

    /// How much there is to query; tables are ordered by it.
    pub fn weight(&self) -> (bool, bool, usize, usize) {
        (self.time.is_some(), !self.measures.is_empty(), self.joins.len(), self.dimensions.len())
    }

    /// Two example questions.
    pub fn questions(&self) -> Vec<String> {
        let by = self
            .dimensions
            .iter()
            .find(|d| d.kind.is_empty() && !is_id(&d.of.1) && !d.off)
            .map(|d| d.name.replace('_', " "));
        let measure = self.measures.first().map(|measure| match measure.aggregation {
            "avg" => format!("average {}", measure.name.replace('_', " ")),
            _ => measure.name.replace('_', " "),
        });
        let first = measure.zip(by.clone()).map(|(measure, by)| format!("{measure} by {by}"));
        let counted = by.map(|by| format!("how many {} by {by}?", self.many));
        first.into_iter().chain(counted).collect()
    }

    /// Unconfirmed joins, each as a sentence.
    pub fn waiting(&self) -> Vec<String> {
        let off = self.joins.iter().filter(|join| join.off && join.from.is_empty());
        off.map(|join| format!("{} to {}: {}", self.name, join.alias, join.key.why)).collect()
    }
}

impl Dimension {
    fn new(of: (usize, String), off: bool) -> Self {
        Self {
            name: String::new(),
            column: String::new(),
            kind: "",
            format: "",
            key: None,
            of,
            off,
            why: String::new(),
        }
    }
}

/// For an index column: whatever its values look like, its indexed form counts.
fn as_kept(judged: Judged, column: &LookedColumn) -> Judged {
    let taken = match (judged.taken, column.nature) {
        (Taken::Secret | Taken::Nothing, _) => return judged,
        (Taken::Moment(_) | Taken::Name, Nature::Date) => Taken::Moment("plain"),
        (Taken::Moment(_) | Taken::Flag, Nature::Whole) => Taken::Code,
        (Taken::Moment(_) | Taken::Flag | Taken::Code, Nature::Number) => Taken::Rate,
        (Taken::Moment(_) | Taken::Name, Nature::Text) if column.type_name == "text" || column.name == ID => {
            Taken::Note
        }
        (Taken::Moment(_), Nature::Text) => Taken::Name,
        _ => return judged,
    };
    let why = match (taken, column.nature) {
        (Taken::Note, _) if column.name != ID => "kept as a note: shown, not grouped by".to_owned(),
        (_, Nature::Text) => String::new(),
        _ => format!("{} there", column.type_name),
    };
    Judged { taken, why }
}

/// Whether a column is the title of its table's rows.
fn is_title(column: &str, of: &str) -> bool {
    let name = snake(column);
    let own = name.strip_prefix(&format!("{of}_")).unwrap_or(&name);
    matches!(own, "name" | "title" | "company_name" | "full_name" | "last_name" | "description") && !own.is_empty()
}

/// A column's name in a formula.
fn formula_name(name: &str) -> String {
    let plain =
        name.chars().all(|c| c.is_alphanumeric() || c == '_') && !name.starts_with(|c: char| c.is_ascii_digit());
    if plain { name.to_owned() } else { format!("\"{name}\"") }
}
