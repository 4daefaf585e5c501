//! Resolves a declaration to a source: looks names up in the database's tables, takes undeclared types from it, and
//! reports every problem with its line.

mod rest;

use model::text::capital;
use serde_saphyr::Spanned;

use super::declaration::{
    DimensionSaid, JoinText, MeasureSaid, Policy, Problem, Short, SourceText, Text, Visible, line,
};
use query::ast::Aggregation;
use query::catalog::ColumnType;
use query::declared::{Declared, Dimension, Field, Formula, Join, Source, SourceName, Stored, Table, kept};
use query::values::pick;
use store::foreign::{Looked, LookedColumn, Nature};

/// Tables that identify Plumbline's own database, whatever its connection's name.
const OURS: [&str; 3] = ["communications", "run_events", "sign_ins"];

/// Maximum numbers of joins, dimensions and measures per source.
const MOST: usize = 200;

/// A declared source and its problems; `None` after a fatal one.
pub fn resolve(text: &SourceText, tables: &[Looked]) -> (Option<Source>, Vec<Problem>) {
    let mut it = Resolver { tables, off: Vec::new(), joins: Vec::new(), own: None, problems: Vec::new() };
    let source = it.source(text);
    let fatal = it.problems.iter().any(|problem| !problem.harmless);
    (source.filter(|_| !fatal), it.problems)
}

struct Resolver<'a> {
    tables: &'a [Looked],
    /// Aliases of unconfirmed joins.
    off: Vec<String>,
    /// Joins so far, each with its actual table.
    joins: Vec<(Join, &'a Looked)>,
    own: Option<&'a Looked>,
    problems: Vec<Problem>,
}

impl<'a> Resolver<'a> {
    fn wrong(&mut self, line: u64, message: impl Into<String>) {
        self.problems.push(Problem::new(line, message));
    }

    /// Reports an unknown name.
    fn unknown(&mut self, line: u64, what: &str, name: &str, known: impl Iterator<Item = impl ToString>) {
        let known: Vec<String> = known.map(|name| name.to_string()).collect();
        self.wrong(line, pick::unknown(what, name, &known).0);
    }

    fn source(&mut self, text: &SourceText) -> Option<Source> {
        let name = text.name.value.as_str();
        let own = query::ast::Dataset::ALL.iter().any(|dataset| dataset.as_str() == name);
        if !is_name(name) || own {
            let why = if own { "is a dataset of Plumbline's own" } else { "is not small letters, digits and _" };
            self.wrong(line(&text.name), format!("The name \"{name}\" {why}."));
            return None;
        }
        let (table, looked) = self.table(&text.table)?;
        self.own = Some(looked);
        for join in &text.joins {
            self.join(join);
        }
        let behind = |column: Option<&str>, off: &[String]| {
            column.and_then(|c| c.split_once('.')).is_some_and(|(alias, _)| off.iter().any(|o| o == alias))
        };
        let mut dimensions = Vec::new();
        let mut waiting = Vec::new();
        for (name, said) in &text.dimensions {
            if behind(said.value.0.column.as_deref(), &self.off) {
                waiting.push(name.clone());
                continue;
            }
            dimensions.extend(self.dimension(name, said));
        }
        let mut measures = Vec::new();
        for (name, said) in &text.measures {
            if let Some(formula) = &said.value.0.formula
                && Formula::read(formula).is_ok_and(|f| f.columns().iter().any(|c| behind(Some(c), &self.off)))
            {
                waiting.push(name.clone());
                continue;
            }
            if dimensions.iter().any(|d: &Dimension| d.name == *name) {
                self.wrong(line(said), format!("{name} is both a dimension and a measure. Rename one of them."));
            }
            measures.extend(self.measure(name, said, &dimensions));
        }
        if dimensions.len() > MOST || measures.len() > MOST || text.joins.len() > MOST {
            self.wrong(line(&text.name), format!("A source has at most {MOST} joins, dimensions and measures each."));
        }
        let time = text.time.as_ref().filter(|time| !waiting.contains(&time.value));
        let time = self.time(time, &dimensions);
        if !self.off.is_empty() {
            let (tables, names) = (self.off.join(", "), waiting.join(", "));
            let message = format!(
                "Not in use until a person agrees to the joins with {tables}: {names}. Delete \"agreed: false\" where a join \
                 is right."
            );
            self.problems.push(Problem::note(line(&text.name), message));
        }
        let today = self.today(text.today.as_ref());
        let scope = self.scope(text, &dimensions);
        let comparison = self.comparison(&text.comparison, &dimensions);
        let plain = name.replace('_', " ");
        let many = text.many.clone().unwrap_or_else(|| plain.clone());
        let one = text.one.clone().unwrap_or_else(|| singular(&many));
        if text.visible == Visible::Everyone && OURS.iter().all(|ours| self.tables.iter().any(|t| t.name == *ours)) {
            let why = "visible: everyone needs a connection to another database: Plumbline's own tables hold customers of \
                       every manager.";
            self.wrong(line(&text.name), why);
        }
        Some(Source {
            name: SourceName::declare(name, (&one, &many)),
            description: text.description.trim().to_owned(),
            synonyms: [vec![plain, one, many], text.synonyms.clone()].concat(),
            connection: text.connection.as_ref().map_or_else(String::new, |c| c.value.clone()),
            table,
            joins: self.joins.iter().map(|(join, _)| join.clone()).collect(),
            time,
            today,
            dimensions,
            measures,
            scope,
            aggregates_only: text.policy == Policy::Aggregates,
            for_everyone: text.visible == Visible::Everyone,
            comparison,
        })
    }

    /// The table with this name, optionally with schema.
    fn table(&mut self, text: &Text) -> Option<(Table, &'a Looked)> {
        let wanted = text.value.as_str();
        let full = |t: &&Looked| t.schema.as_ref().is_some_and(|schema| format!("{schema}.{}", t.name) == wanted);
        let plain = |t: &&Looked| t.name == wanted && t.schema.as_deref().is_none_or(|schema| schema == "public");
        let alone = || {
            let mut all = self.tables.iter().filter(|t| t.name == wanted);
            all.next().filter(|_| all.next().is_none())
        };
        let found = self.tables.iter().find(plain).or_else(|| self.tables.iter().find(full)).or_else(alone);
        let Some(found) = found else {
            self.unknown(line(text), "table", wanted, self.tables.iter().map(full_name));
            return None;
        };
        Some((Table { schema: found.schema.clone(), name: found.name.clone() }, found))
    }

    fn join(&mut self, text: &JoinText) {
        let Some((table, looked)) = self.table(&text.table) else { return };
        let alias = text.r#as.clone().unwrap_or_else(|| table.name.clone());
        let at = line(&text.table);
        if alias.is_empty() || self.joins.iter().any(|(join, _)| join.alias == alias) {
            return self.wrong(at, format!("{alias} is joined twice. Give one of them another name with \"as\"."));
        }
        let from = text.from.as_ref().map_or("", |from| from.value.as_str());
        if !text.agreed || self.off.iter().any(|off| off == from) {
            return self.off.push(alias);
        }
        let Some(there) = self.aliased(from) else {
            return self
                .wrong(text.from.as_ref().map_or(at, line), format!("No table \"{from}\" is joined before {alias}."));
        };
        let on: Vec<(String, String)> = text.on.value.0.clone().into_iter().collect();
        if on.is_empty() {
            self.wrong(line(&text.on), format!("Say by which columns {alias} is joined."));
        }
        for (left, right) in &on {
            self.column(there, left, line(&text.on));
            self.column(looked, right, line(&text.on));
        }
        let from = if from == self.own.map_or("", |own| own.name.as_str()) { "" } else { from };
        self.joins.push((Join { table, alias, from: from.to_owned(), on }, looked));
    }

    /// The table of an alias; its own name or an empty one is the source's table.
    fn aliased(&self, alias: &str) -> Option<&'a Looked> {
        let joined = self.joins.iter().find(|(join, _)| join.alias == alias).map(|(_, looked)| *looked);
        joined.or_else(|| self.own.filter(|own| alias.is_empty() || alias == own.name))
    }

    fn column(&mut self, table: &'a Looked, name: &str, line: u64) -> Option<&'a LookedColumn> {
        let found = table.column(name);
        if found.is_none() {
            let what = format!("column of {}", table.name);
            self.unknown(line, &what, name, table.columns.iter().map(|column| &column.name));
        }
        found
    }

    /// A field given as `column` or `table.column`.
    fn field(&mut self, text: &str, stored: Option<Stored>, line: u64) -> Option<(Field, &'a LookedColumn)> {
        // Field names of an index contain dots.
        let whole = self.own.is_some_and(|own| own.is_index() && own.column(text).is_some());
        let joined = text.split_once('.').filter(|(alias, _)| !whole && self.aliased(alias).is_some());
        let (alias, name) = joined.unwrap_or(("", text));
        let table = self.aliased(alias)?;
        let column = self.column(table, name, line)?;
        let uncounted =
            ["money", "bytea", "json", "jsonb", "bit", "binary", "varbinary", "blob", "mediumblob", "longblob"];
        let unknown = table.is_index() || uncounted.contains(&column.type_name.as_str());
        if column.nature == Nature::Other && unknown {
            let message = format!(
                "{name} is {}, which cannot be grouped by. Leave it out, or make a view that gives it another type.",
                column.type_name
            );
            self.wrong(line, message);
        }
        let own_date = table.typed && column.nature == Nature::Date;
        let usual = if own_date { Stored::Date } else { Stored::Plain };
        let joined = self.joins.iter().any(|(join, _)| join.alias == alias);
        let alias = if joined { alias.to_owned() } else { String::new() };
        let field = Field {
            alias,
            column: name.to_owned(),
            stored: stored.unwrap_or(usual),
            text: column.nature == Nature::Text,
            key: None,
        };
        Some((field, column))
    }

    fn stored(&mut self, text: Option<&str>, line: u64) -> Option<Stored> {
        let text = text?;
        let found = Stored::ALL.iter().find(|(name, _)| *name == text);
        if found.is_none() {
            self.unknown(line, "format", text, Stored::ALL.iter().map(|(name, _)| name));
        }
        found.map(|(_, stored)| *stored)
    }

    fn dimension(&mut self, name: &str, said: &Spanned<Short<DimensionSaid>>) -> Option<Dimension> {
        let (at, Short(said)) = (line(said), &said.value);
        self.name(name, at)?;
        let stored = self.stored(said.format.as_deref(), at);
        let (mut field, column) = self.field(said.column.as_deref().unwrap_or(name), stored, at)?;
        if let Some(key) = &said.key {
            let table = self.aliased(&field.alias)?;
            self.column(table, key, at)?;
            field.key = Some(key.clone());
        }
        let unit = kept::text(said.unit.as_deref().unwrap_or(""));
        let kind = match said.r#type.as_deref() {
            Some("text") => ColumnType::Category,
            Some("note") => ColumnType::Text,
            Some("number") => ColumnType::Number(unit),
            Some("date") => ColumnType::Day,
            Some("flag") => ColumnType::Flag,
            Some(other) => {
                self.wrong(at, format!("No type \"{other}\". There is: text, note, number, date, flag."));
                return None;
            }
            None if !matches!(stored, None | Some(Stored::Plain | Stored::Text)) => ColumnType::Day,
            None => match column.nature {
                Nature::Date => ColumnType::Day,
                Nature::Flag => ColumnType::Flag,
                _ => ColumnType::Category,
            },
        };
        Some(Dimension {
            name: name.to_owned(),
            says: said.says.clone().unwrap_or_else(|| name.replace('_', " ")),
            synonyms: said.synonyms.clone(),
            kind,
            field,
            aliases: said.values.iter().map(|(alias, value)| (alias.clone(), value.clone())).collect(),
        })
    }

    fn measure(
        &mut self,
        name: &str,
        said: &Spanned<Short<MeasureSaid>>,
        dimensions: &[Dimension],
    ) -> Option<Declared> {
        let (at, Short(said)) = (line(said), &said.value);
        self.name(name, at)?;
        if said.column.is_some() && said.formula.is_some() {
            self.wrong(at, format!("{name} has a column and a formula. Leave one of them out."));
        }
        let stored = self.stored(said.format.as_deref(), at);
        let formula = match &said.formula {
            Some(text) => match Formula::read(text) {
                Ok(formula) => formula,
                Err(why) => {
                    self.wrong(at, format!("{}.", capital(&why)));
                    return None;
                }
            },
            None => Formula::Column(said.column.clone().unwrap_or_else(|| name.to_owned())),
        };
        let mut fields = Vec::new();
        let moments = formula.moments();
        for column in formula.columns() {
            // The format of a date column is declared with its dimension.
            let moment = moments.contains(&column);
            let known = dimensions.iter().find(|d| moment && of_column(&d.field) == *column).map(|d| d.field.stored);
            let (field, looked) = self.field(column, known.or(stored), at)?;
            if !moment && matches!(looked.nature, Nature::Date | Nature::Flag) {
                self.wrong(at, format!("{column} is a {}, not a number.", looked.type_name.to_lowercase()));
            }
            fields.push((column.clone(), field));
        }
        let find = |column: &String| fields.iter().find(|(name, _)| name == column).map(|(_, f)| f.clone()).ok_or(());
        let formula = formula.over(&find).ok()?;
        let aggregation = match said.aggregation.as_deref().unwrap_or("sum") {
            "sum" => Aggregation::Sum,
            "avg" | "average" | "mean" => Aggregation::Avg,
            "min" => Aggregation::Min,
            "max" => Aggregation::Max,
            "median" => Aggregation::Median,
            other => {
                self.wrong(at, format!("No aggregation \"{other}\". There is: sum, avg, min, max, median."));
                return None;
            }
        };
        Some(Declared {
            name: name.to_owned(),
            says: said.says.clone().unwrap_or_else(|| name.replace('_', " ")),
            synonyms: said.synonyms.clone(),
            unit: kept::text(said.currency.as_deref().or(said.unit.as_deref()).unwrap_or("")),
            formula,
            aggregation,
        })
    }

    fn name(&mut self, name: &str, line: u64) -> Option<()> {
        if !is_name(name) {
            self.wrong(line, format!("The name \"{name}\" is not small letters, digits and _."));
            return None;
        }
        Some(())
    }
}

/// A field as declared: `column` or `table.column`.
fn of_column(field: &Field) -> String {
    if field.alias.is_empty() { field.column.clone() } else { format!("{}.{}", field.alias, field.column) }
}

/// Whether this is a valid name for a source, dimension or measure.
pub fn is_name(name: &str) -> bool {
    let first = name.chars().next().is_some_and(|c| c.is_ascii_lowercase());
    first && name.len() <= 60 && name.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_')
}

/// A table's name, with its schema unless that is the default.
pub fn full_name(table: &Looked) -> String {
    match table.schema.as_deref() {
        None | Some("public") => table.name.clone(),
        Some(schema) => format!("{schema}.{}", table.name),
    }
}

/// "order" of "orders", "payment received" of "payments received".
pub fn singular(many: &str) -> String {
    let words: Vec<&str> = many.split(' ').collect();
    let noun = noun_at(&words);
    let of = |(at, word): (usize, &&str)| if at == noun { pick::plain(word) } else { (*word).to_owned() };
    words.iter().enumerate().map(of).collect::<Vec<_>>().join(" ")
}

/// The place of the noun among words that name rows: the last, or the one before participles.
pub fn noun_at(words: &[&str]) -> usize {
    const PARTICIPLES: [&str; 14] = [
        "made", "sent", "paid", "sold", "bought", "given", "held", "taken", "lost", "won", "kept", "written", "done",
        "drawn",
    ];
    let participle = |word: &&str| word.ends_with("ed") || PARTICIPLES.contains(word);
    words.iter().rposition(|word| !participle(word)).unwrap_or(words.len().saturating_sub(1))
}
