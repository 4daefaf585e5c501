//! A checked query as SQL for each database. Names come from the catalogue, values are bound, the caller's scope is
//! among the conditions. No text of the asker ever reaches a statement.
//!
//! Every condition is true or false, never unknown: for a record without a value it is false, and its negation true.

mod days;
mod declared;
mod lists;

use std::borrow::Cow;
use std::cell::Cell;
use std::collections::BTreeSet;

use model::time::DateRange;

pub use self::declared::LOOKED_AT;
use super::ast::{Aggregation, Dataset, Op};
use super::catalog::{Column, ColumnExpr, ColumnType};
use super::check::{Checked, CheckedMeasure, GroupKey, HasRecords, Predicate, Scalar, Scoped};
use super::week::{WEEKDAYS, part_of_week};
use store::Db;
use store::Dialect;
use store::analytics::bounded::Bind;
use store::analytics::{sla, stage};

/// Maximum groups computed.
pub const ROWS: usize = 100_000;

/// A statement: text columns first, then one number per measure.
#[derive(Clone, Debug, PartialEq)]
pub struct Statement {
    pub text: String,
    pub binds: Vec<Bind>,
    pub texts: usize,
}

/// The compiler of a query.
#[derive(Clone, Copy, Debug)]
pub struct SqlCompiler<'a> {
    pub query: &'a Checked,
    pub dialect: Dialect,
}

impl<'a> SqlCompiler<'a> {
    pub fn new(query: &'a Scoped, db: &Db) -> Self {
        Self { query, dialect: query.db(db).dialect() }
    }

    /// All measures except percentiles, over all records or by group, for the days of `range`.
    pub fn figures(self, grouped: bool, range: DateRange) -> Statement {
        let mut sql = Sql::new(self, "SELECT ");
        let keys = sql.keys(grouped);
        for measure in self.query.measures.iter() {
            let figure = sql.figure(measure);
            sql.text.push_str(&format!("{}, ", self.dialect.number(figure)));
        }
        sql.text.push_str(&self.dialect.number("COUNT(*)"));
        sql.from(range);
        sql.grouped(keys, keys + self.query.measures.len() + 1);
        Statement { text: sql.text, binds: sql.binds, texts: keys }
    }

    /// The value at a rank, interpolated between its neighbours as Postgres' `percentile_cont` does, in whole numbers so
    /// that both databases round alike.
    pub fn rank(self, measure: &CheckedMeasure, grouped: bool, range: DateRange) -> Statement {
        let mut sql = Sql::new(self, "SELECT ");
        let keys = sql.keys(grouped);
        let value = measure.column.as_ref().map_or_else(|| "NULL".to_owned(), |c| sql.number(c));
        let value = match &measure.only {
            Some(test) => {
                let test = sql.test(test);
                format!("CASE WHEN {test} THEN {value} END")
            }
            None => value,
        };
        sql.text.push_str(&format!("{value} AS v"));
        sql.from(range);
        let names: Vec<String> = (0..keys).map(|i| format!("g{i}")).collect();
        let list: String = names.iter().map(|n| format!("{n}, ")).collect();
        let part = if keys == 0 { String::new() } else { format!("PARTITION BY {}", names.join(", ")) };
        let p = measure.percentile;
        let (low, high) = ("MIN(CASE WHEN i = lo THEN v END)", "MIN(CASE WHEN i = hi THEN v END)");
        let between = self.dialect.number(format!("{low} + ({high} - {low}) * (MIN(rest) / 100.0)"));
        // Divided without remainder: one database divides integers into fractions.
        let place = format!("1 + ((n - 1) * {p} - ((n - 1) * {p}) % 100) / 100");
        let text = format!(
            "SELECT {list}{between} FROM
            (SELECT {list}v, i, {place} AS lo, ((n - 1) * {p}) % 100 AS rest,
            {place} + CASE WHEN ((n - 1) * {p}) % 100 > 0 THEN 1 ELSE 0 END AS hi FROM
            (SELECT {list}v, ROW_NUMBER() OVER ({part} ORDER BY v) AS i, COUNT(*) OVER ({part}) AS n FROM
            ({}) r WHERE v IS NOT NULL) s) u",
            sql.text
        );
        sql.text = text;
        if keys > 0 {
            sql.text
                .push_str(&format!(" GROUP BY {}", (1..=keys).map(|i| i.to_string()).collect::<Vec<_>>().join(", ")));
        }
        Statement { text: sql.text, binds: sql.binds, texts: keys }
    }
}

struct Sql<'a> {
    it: SqlCompiler<'a>,
    /// The dataset of `t`.
    dataset: Dataset,
    /// For a declared source: joined tables with listed columns, besides those in the query.
    listed: BTreeSet<String>,
    /// Whether a column of the records' customers (`c`) is used. Only then are they joined: databases do not drop a join
    /// that nothing needs, and it keeps them from reading an index alone.
    of_customers: Cell<bool>,
    text: String,
    binds: Vec<Bind>,
}

impl<'a> Sql<'a> {
    fn new(it: SqlCompiler<'a>, text: &str) -> Self {
        let (listed, of_customers) = (BTreeSet::new(), Cell::new(false));
        Self { it, dataset: it.query.dataset, listed, of_customers, text: text.into(), binds: Vec::new() }
    }
}

impl Sql<'_> {
    fn bind(&mut self, value: Bind) -> String {
        let is_text = matches!(value, Bind::Text(_));
        self.binds.push(value);
        let place = format!("${}", self.binds.len());
        if is_text { self.it.dialect.text(place) } else { self.it.dialect.number(place) }
    }

    fn text_of(&mut self, text: &str) -> String {
        self.bind(Bind::Text(text.to_owned()))
    }

    fn keys(&mut self, grouped: bool) -> usize {
        if !grouped {
            return 0;
        }
        for (i, key) in self.it.query.keys.iter().enumerate() {
            let expression = match key {
                GroupKey::Column(column) => self.words(column),
                GroupKey::Time(bucket) => self.bucket(*bucket),
            };
            self.text.push_str(&format!("{expression} AS g{i}, "));
        }
        self.it.query.keys.len()
    }

    fn grouped(&mut self, keys: usize, last: usize) {
        if keys > 0 {
            let list: Vec<String> = (1..=keys).map(|i| i.to_string()).collect();
            self.text.push_str(&format!(" GROUP BY {} ORDER BY {last} DESC LIMIT {}", list.join(", "), ROWS + 1));
        }
    }

    fn from(&mut self, range: DateRange) {
        let rows = self.rows(range, self.it.query.filter.as_ref());
        self.text.push_str(&rows);
    }

    /// The rows of the dataset within a range of days that meet a condition.
    fn rows(&mut self, range: DateRange, test: Option<&Predicate>) -> String {
        if let Some(opened) = self.it.query.source.clone() {
            return self.declared_rows(&opened, range, test);
        }
        let mut all = vec!["1 = 1".to_owned()];
        let day = self.day();
        for (end, op) in [(range.from, ">="), (range.to, "<=")] {
            if let Some(end) = end {
                let end = self.text_of(&end.to_string());
                all.push(format!("({day} IS NOT NULL AND {day} {op} {end})"));
            }
        }
        if let Some(test) = test {
            all.push(self.test(test));
        }
        let have_customers = matches!(self.dataset, Dataset::Communications | Dataset::Cases);
        let joined = have_customers && self.of_customers.get();
        let join = if joined { " LEFT JOIN customers c ON c.id = t.customer_id" } else { "" };
        format!(" FROM {} t{join} WHERE {}", self.dataset.as_str(), all.join(" AND "))
    }

    fn day(&self) -> Cow<'static, str> {
        match self.dataset {
            Dataset::Source(_) => self.declared_day().map_or(Cow::Borrowed("NULL"), Cow::Owned),
            Dataset::Customers => Cow::Borrowed("t.since"),
            _ => Cow::Borrowed("t.day"),
        }
    }

    fn figure(&mut self, measure: &CheckedMeasure) -> String {
        let only = measure.only.as_ref().map(|test| self.test(test));
        let of = |value: String| match &only {
            Some(test) => format!("CASE WHEN {test} THEN {value} END"),
            None => value,
        };
        let value = |sql: &Self| measure.column.as_ref().map_or_else(|| "NULL".to_owned(), |c| sql.number(c));
        match measure.of {
            Aggregation::Count => format!("COUNT({})", of("1".into())),
            Aggregation::Share if only.is_some() => format!("1e2 * COUNT({}) / NULLIF(COUNT(*), 0)", of("1".into())),
            // Computed from the counts.
            Aggregation::Share => "COUNT(*)".into(),
            Aggregation::Sum => format!("SUM({})", of(value(self))),
            Aggregation::Avg => format!("AVG({})", of(value(self))),
            // Uses the index of the days, if any.
            Aggregation::Min | Aggregation::Max if only.is_none() && measure.is_of_day() => {
                let end = if measure.of == Aggregation::Min { "MIN" } else { "MAX" };
                self.it.dialect.whole(format!("REPLACE({end}({}), '-', '')", self.day()))
            }
            Aggregation::Min => format!("MIN({})", of(value(self))),
            Aggregation::Max => format!("MAX({})", of(value(self))),
            Aggregation::Distinct => {
                let words = measure.column.as_ref().map_or_else(|| "NULL".to_owned(), |c| self.words(c));
                format!("COUNT(DISTINCT {})", of(words))
            }
            // Has its own statement.
            Aggregation::Median | Aggregation::Percentile => "NULL".into(),
        }
    }

    fn of_customer(&self, column: String) -> String {
        self.of_customers.set(true);
        column
    }

    /// A column as text, NULL if it has no value.
    fn words(&self, column: &Column) -> String {
        let bare = match &column.place {
            ColumnExpr::Declared(formula) => return self.declared_words(formula, column.kind),
            ColumnExpr::Own("sla_breached") => {
                let breached = sla::breached(self.it.query.as_of);
                return format!("CASE WHEN NOT {} THEN NULL WHEN {breached} THEN 'yes' ELSE 'no' END", sla::KNOWN);
            }
            // A list as stored: ["a", "b"].
            ColumnExpr::Own(name) if column.kind == ColumnType::List => {
                format!("REPLACE(REPLACE(REPLACE(CAST(t.{name} AS TEXT), '[', ''), ']', ''), '\"', '')")
            }
            ColumnExpr::Own(name) if column.kind == ColumnType::Flag => {
                return format!("CASE WHEN t.{name} THEN 'yes' ELSE 'no' END");
            }
            ColumnExpr::Own(name) => format!("t.{name}"),
            ColumnExpr::Customer(name) => self.of_customer(format!("c.{name}")),
            ColumnExpr::Attribute(key) => format!("t.attributes->>'{key}'"),
            ColumnExpr::CustomerAttribute(key) => self.of_customer(format!("c.attributes->>'{key}'")),
            ColumnExpr::Message(name) => format!("m.{name}"),
            ColumnExpr::Hours(..) => format!("CAST({} AS TEXT)", self.number(column)),
            ColumnExpr::Topic => "COALESCE(NULLIF(t.subcategory, ''), NULLIF(t.category, ''))".into(),
            ColumnExpr::Stage => stage("t"),
            ColumnExpr::FirstMessage(name) => {
                format!("(SELECT m.{name} FROM communications m WHERE m.case_id = t.id ORDER BY m.at, m.id LIMIT 1)")
            }
            ColumnExpr::Wrong => return "CASE WHEN t.resolved_at < t.created_at THEN 'yes' ELSE 'no' END".into(),
            ColumnExpr::DayOf(name) if self.it.dialect == Dialect::Postgres => {
                format!("TO_CHAR(TO_TIMESTAMP(FLOOR(t.{name} / 1000.0)) AT TIME ZONE 'UTC', 'YYYY-MM-DD')")
            }
            ColumnExpr::DayOf(name) => format!("DATE(t.{name} / 1000, 'unixepoch')"),
            ColumnExpr::Weekday => self.of_week(|day| WEEKDAYS[day]),
            ColumnExpr::PartOfWeek => self.of_week(part_of_week),
        };
        format!("NULLIF({bare}, '')")
    }

    /// A column as a number; days as 20260131.
    fn number(&self, column: &Column) -> String {
        match (&column.place, column.kind) {
            (ColumnExpr::Declared(formula), kind) => self.declared_number(formula, kind),
            // Implausible dates have no time between them.
            (ColumnExpr::Hours(later, earlier), _) => {
                format!("CASE WHEN t.{later} >= t.{earlier} THEN (t.{later} - t.{earlier}) / 3600000.0 END")
            }
            (ColumnExpr::Own(name), ColumnType::Number(_)) => format!("t.{name}"),
            (_, ColumnType::Number(_)) => self.number_in(&self.words(column)),
            _ => self.it.dialect.whole(format!("REPLACE({}, '-', '')", self.words(column))),
        }
    }

    fn test(&mut self, test: &Predicate) -> String {
        match test {
            Predicate::And(list) => self.joined(list, " AND "),
            Predicate::Or(list) => self.joined(list, " OR "),
            Predicate::Not(inner) => format!("NOT {}", self.test(inner)),
            Predicate::Is { column, op, values } => self.condition(column, *op, values),
            Predicate::Has(owned) => self.has(owned),
        }
    }

    /// Whether a customer, or a case, has such records, or a communication's case is one. Inside, `t` are the records.
    fn has(&mut self, owned: &HasRecords) -> String {
        if let Some(other) = &owned.source {
            return self.has_rows(other, owned);
        }
        let (own, of) = match self.dataset {
            Dataset::Communications => ("case_id", "id"),
            Dataset::Cases => ("id", "case_id"),
            _ => ("id", "customer_id"),
        };
        let outside = (std::mem::replace(&mut self.dataset, owned.of), self.of_customers.replace(false));
        let rows = self.rows(owned.range, owned.filter.as_deref());
        self.dataset = outside.0;
        self.of_customers.set(outside.1);
        let many = match owned.at_least {
            0 | 1 => String::new(),
            n => format!(" GROUP BY t.{of} HAVING COUNT(*) >= {n}"),
        };
        format!("t.{own} IN (SELECT t.{of}{rows} AND t.{of} IS NOT NULL{many})")
    }

    fn joined(&mut self, list: &[Predicate], by: &str) -> String {
        let list: Vec<String> = list.iter().map(|t| self.test(t)).collect();
        format!("({})", list.join(by))
    }

    fn condition(&mut self, column: &Column, op: Op, values: &[Scalar]) -> String {
        if column.kind == ColumnType::List && op == Op::Is {
            return self.member(column, values);
        }
        if op == Op::Is && values.is_empty() {
            return "(1 = 0)".into();
        }
        let number = matches!(column.kind, ColumnType::Number(_));
        // A column of the table itself is compared bare, so that an index is used.
        let left = match &column.place {
            _ if number => self.number(column),
            ColumnExpr::Own(name) if !matches!(column.kind, ColumnType::Flag | ColumnType::List) => format!("t.{name}"),
            ColumnExpr::Declared(formula) => self.declared_left(formula, column.kind),
            _ => self.words(column),
        };
        let binds: Vec<String> = values
            .iter()
            .map(|v| match v {
                Scalar::Text(text) if op == Op::Contains => Bind::Text(format!("%{}%", escaped(text))),
                Scalar::Text(text) if op == Op::Starts => Bind::Text(format!("{}%", escaped(text))),
                Scalar::Text(text) => Bind::Text(text.clone()),
                Scalar::Number(n) => Bind::Number(*n),
            })
            .map(|bind| self.bind(bind))
            .collect();
        let one = binds.first().cloned().unwrap_or_default();
        let says = match op {
            Op::Is if binds.len() == 1 => format!("= {one}"),
            Op::Is => format!("IN ({})", binds.join(", ")),
            Op::Less => format!("< {one}"),
            Op::AtMost => format!("<= {one}"),
            Op::More => format!("> {one}"),
            Op::AtLeast => format!(">= {one}"),
            Op::Between => format!("BETWEEN {}", binds.join(" AND ")),
            Op::Contains | Op::Starts => format!("LIKE LOWER({one}) ESCAPE '!'"),
            Op::Missing => String::new(),
        };
        let left = if matches!(op, Op::Contains | Op::Starts) { format!("LOWER({left})") } else { left };
        if let ColumnExpr::Message(name) = column.place {
            return match op {
                Op::Missing => format!("NOT {}", of_message(name, "<> ''")),
                _ if left.starts_with("LOWER") => of_message(name, &format!("IS NOT NULL AND LOWER(m.{name}) {says}")),
                _ => of_message(name, &says),
            };
        }
        match (op, number) {
            (Op::Missing, true) => format!("({left} IS NULL)"),
            (Op::Missing, false) => format!("({} IS NULL)", self.words(column)),
            _ => format!("({left} IS NOT NULL AND {left} {says})"),
        }
    }

    /// Whether a list contains one of the names.
    fn member(&mut self, column: &Column, values: &[Scalar]) -> String {
        let words = self.words(column);
        let list = format!("(',' || REPLACE(COALESCE({words}, ''), ', ', ',') || ',')");
        let any: Vec<String> = values
            .iter()
            .filter_map(|v| match v {
                Scalar::Text(text) => Some(self.text_of(&format!("%,{},%", escaped(text)))),
                Scalar::Number(_) => None,
            })
            .map(|bind| format!("{list} LIKE {bind} ESCAPE '!'"))
            .collect();
        format!("({})", any.join(" OR "))
    }
}

/// Cases by their original communications.
fn of_message(name: &str, says: &str) -> String {
    format!("t.id IN (SELECT m.case_id FROM communications m WHERE m.case_id IS NOT NULL AND m.{name} {says})")
}

/// Text for LIKE, with wildcards escaped.
fn escaped(text: &str) -> String {
    text.replace('!', "!!").replace('%', "!%").replace('_', "!_")
}
