//! Statements over declared sources. Table and column names come from a declaration checked against its database, and
//! are quoted; values are bound.

use std::collections::BTreeSet;
use std::sync::Arc;

use model::run::Scope;
use model::time::DateRange;

use super::{Sql, SqlCompiler, Statement};
use crate::catalog::{Column, ColumnExpr, ColumnType};
use crate::check::{Checked, GroupKey, HasRecords, Predicate};
use crate::declared::{Dimension, Field, Formula, Opened, Sign, Source, Stored, Table};
use store::Dialect;
use store::foreign::quoted;

/// Maximum rows examined for a dimension's values.
pub const LOOKED_AT: usize = 200_000;

impl Sql<'_> {
    /// The rows of a declared source within a range of days that meet a condition.
    pub(super) fn declared_rows(&mut self, opened: &Opened, range: DateRange, test: Option<&Predicate>) -> String {
        let source = &opened.source;
        let mut all = vec!["1 = 1".to_owned()];
        let mut used = self.aliases(source);
        if let Some(day) = source.day() {
            self.days(day, range, &mut all);
            if range != DateRange::ALL {
                used.insert(day.field.alias.clone());
            }
        }
        if let Some(test) = test {
            all.push(self.test(test));
        }
        format!(" FROM {} t{} WHERE {}", table(&source.table), joins(source, &used), all.join(" AND "))
    }

    /// Whether a row has such rows of another source that joins its table. Inside, `t` are the rows of the other. If the
    /// caller's access does not extend to them it is unknown, so that neither the condition nor its opposite holds.
    pub(super) fn has_rows(&mut self, other: &Arc<Opened>, owned: &HasRecords) -> String {
        let join = self.it.query.source.as_ref().and_then(|own| other.join_to(own));
        let Some(join) = join.filter(|_| owned.at_least > 0) else {
            return "(1 = NULL)".into();
        };
        let tests = owned.filter.as_deref().cloned().into_iter().collect();
        let days = (self.it.query.as_of, owned.range);
        // The scope is among the conditions already.
        let query = Checked::listing(owned.of, Some(other.clone()), Scope::default(), days, tests);
        let mut sql = Sql::new(SqlCompiler { query: &query, ..self.it }, "");
        sql.binds = std::mem::take(&mut self.binds);
        sql.listed.insert(join.alias.clone());
        let rows = sql.rows(query.range, query.filter.as_ref());
        self.binds = sql.binds;
        let keys = |alias: &str| {
            join.on.iter().map(|(_, key)| format!("{}.{}", aliased(alias), quoted(key))).collect::<Vec<_>>()
        };
        let (own, theirs) = (keys(""), keys(&join.alias));
        let known =
            |keys: &[String]| keys.iter().map(|key| format!("{key} IS NOT NULL")).collect::<Vec<_>>().join(" AND ");
        let many = match owned.at_least {
            0 | 1 => String::new(),
            n => format!(" GROUP BY {} HAVING COUNT(*) >= {n}", theirs.join(", ")),
        };
        let one = if own.len() == 1 { own[0].clone() } else { format!("({})", own.join(", ")) };
        let found = format!("SELECT {}{rows} AND {}{many}", theirs.join(", "), known(&theirs));
        format!("({} AND {one} IN ({found}))", known(&own))
    }

    /// The aliases of everything in the query.
    fn aliases(&self, source: &Source) -> BTreeSet<String> {
        let mut used = self.listed.clone();
        let query: &Checked = self.it.query;
        for key in &query.keys {
            match key {
                GroupKey::Column(column) => of_column(column, &mut used),
                GroupKey::Time(_) => used.extend(source.day().map(|day| day.field.alias.clone())),
            }
        }
        for measure in &query.measures {
            measure.column.iter().for_each(|column| of_column(column, &mut used));
            measure.only.iter().for_each(|test| of_test(test, &mut used));
        }
        query.filter.iter().for_each(|test| of_test(test, &mut used));
        used
    }

    /// The ends of a range. If days are stored in comparable form, an index is used.
    fn days(&mut self, day: &Dimension, range: DateRange, all: &mut Vec<String>) {
        let (base, told) = (base(&day.field), self.day_of(&day.field));
        let raw = match day.field.stored {
            Stored::Plain => self.it.dialect == Dialect::Sqlite || day.field.text,
            Stored::Date => true,
            _ => false,
        };
        let dialect = self.it.dialect;
        let cast = |bind: String| if day.field.stored == Stored::Date { dialect.moment(bind) } else { bind };
        if range != DateRange::ALL && raw {
            all.push(format!("{told} IS NOT NULL"));
        }
        match range.from {
            Some(from) if raw => {
                let bind = self.text_of(&from.to_string());
                all.push(format!("{base} >= {}", cast(bind)));
            }
            Some(from) => {
                let bind = self.text_of(&from.to_string());
                all.push(format!("({told} IS NOT NULL AND {told} >= {bind})"));
            }
            None => {}
        }
        match range.to {
            Some(to) if raw => {
                let bind = self.text_of(&to.succ_opt().unwrap_or(to).to_string());
                all.push(format!("{base} < {}", cast(bind)));
            }
            Some(to) => {
                let bind = self.text_of(&to.to_string());
                all.push(format!("({told} IS NOT NULL AND {told} <= {bind})"));
            }
            None => {}
        }
    }

    /// The date column of the declared source, as text.
    pub(super) fn declared_day(&self) -> Option<String> {
        let source = &self.it.query.source.as_ref()?.source;
        Some(self.day_of(&source.day()?.field))
    }

    /// A declared column as text, NULL if it has no value.
    pub(super) fn declared_words(&self, formula: &Formula<Field>, kind: ColumnType) -> String {
        let dialect = self.it.dialect;
        match (formula, kind) {
            (Formula::Column(field), ColumnType::Day) => self.day_of(field),
            (Formula::Column(field), ColumnType::Flag) => {
                let text = format!("LOWER({})", dialect.text(base(field)));
                format!(
                    "CASE WHEN {text} IN ('1', 't', 'true', 'y', 'yes') THEN 'yes' \
                     WHEN {text} IN ('0', 'f', 'false', 'n', 'no') THEN 'no' END"
                )
            }
            (Formula::Column(field), ColumnType::Category | ColumnType::Text | ColumnType::List) => {
                let bare = self.is_bare(field);
                let words = format!("NULLIF({}, '')", if bare { base(field) } else { dialect.text(base(field)) });
                self.with_key(words, field)
            }
            _ => dialect.text(self.declared_number(formula, kind)),
        }
    }

    /// A name with its key, where several rows have the name: groups by it are groups by the key.
    fn with_key(&self, words: String, field: &Field) -> String {
        let Some((key, source)) = field.key.as_ref().zip(self.it.query.source.as_ref()) else { return words };
        let (name, of) = (quoted(&field.column), table(table_of(&source.source, field)));
        let key = self.it.dialect.text(format!("{}.{}", aliased(&field.alias), quoted(key)));
        format!(
            "CASE WHEN {} IN (SELECT {name} FROM {of} GROUP BY {name} HAVING COUNT(*) > 1) \
             THEN {words} || ' (' || {key} || ')' ELSE {words} END",
            base(field)
        )
    }

    /// Whether a text column compares exactly as stored. MySQL ignores case in most columns.
    fn is_bare(&self, field: &Field) -> bool {
        field.text && self.it.dialect != Dialect::Mysql
    }

    /// The left side of a comparison: a text column bare, so that an index is used.
    pub(super) fn declared_left(&self, formula: &Formula<Field>, kind: ColumnType) -> String {
        match (formula, kind) {
            (Formula::Column(field), ColumnType::Category | ColumnType::Text)
                if self.is_bare(field) && field.key.is_none() =>
            {
                base(field)
            }
            _ => self.declared_words(formula, kind),
        }
    }

    /// A declared column as a number; days as 20260131.
    pub(super) fn declared_number(&self, formula: &Formula<Field>, kind: ColumnType) -> String {
        if matches!(formula, Formula::Column(_)) && !matches!(kind, ColumnType::Number(_)) {
            return self.it.dialect.whole(format!("REPLACE({}, '-', '')", self.declared_words(formula, kind)));
        }
        self.formula(formula)
    }

    fn formula(&self, formula: &Formula<Field>) -> String {
        match formula {
            Formula::Column(field) => self.number_of(field),
            Formula::Number(number) => format!("{number:?}"),
            Formula::Days(from, to) => {
                let (from, to) = (self.day_of(from), self.day_of(to));
                match self.it.dialect {
                    Dialect::Postgres => {
                        format!("CAST(CAST({to} AS DATE) - CAST({from} AS DATE) AS DOUBLE PRECISION)")
                    }
                    Dialect::Sqlite => format!("(JULIANDAY({to}) - JULIANDAY({from}))"),
                    Dialect::Mysql => format!("(DATEDIFF({to}, {from}) + 0e0)"),
                }
            }
            Formula::Binary(a, sign, b) => {
                let (a, b) = (self.formula(a), self.formula(b));
                match sign {
                    Sign::Plus => format!("({a} + {b})"),
                    Sign::Minus => format!("({a} - {b})"),
                    Sign::Times => format!("({a} * {b})"),
                    Sign::Over => format!("({a} * 1.0 / NULLIF({b}, 0))"),
                }
            }
        }
    }

    /// A field as a number. Anything else has no value, whatever the column's type.
    fn number_of(&self, field: &Field) -> String {
        let base = base(field);
        let text = field.text || field.stored == Stored::Text;
        match (text, self.it.dialect) {
            (true, _) => self.number_in(&base),
            (false, Dialect::Postgres | Dialect::Mysql) => self.it.dialect.number(base),
            (false, Dialect::Sqlite) => format!("CASE WHEN TYPEOF({base}) IN ('integer', 'real') THEN {base} END"),
        }
    }

    /// A text converted to a number.
    pub(super) fn number_in(&self, text: &str) -> String {
        match self.it.dialect {
            Dialect::Mysql => format!(
                "CASE WHEN {text} REGEXP '^[[:space:]]*[-+]?([0-9]+[.]?[0-9]*|[.][0-9]+)([eE][-+]?[0-9]{{1,2}})?[[:space:]]*$' \
                 THEN {text} + 0e0 END"
            ),
            Dialect::Postgres => format!(
                "CASE WHEN {text} ~ '^\\s*[-+]?([0-9]+\\.?[0-9]*|\\.[0-9]+)([eE][-+]?[0-9]{{1,2}})?\\s*$' \
                 THEN CAST({text} AS DOUBLE PRECISION) END"
            ),
            Dialect::Sqlite => format!(
                "CASE WHEN TYPEOF({text}) IN ('integer', 'real') THEN {text} WHEN {text} GLOB '*[0-9]*' \
                 AND {text} NOT GLOB '*[^-+.0-9eE]*' THEN CAST({text} AS REAL) END"
            ),
        }
    }
}

impl SqlCompiler<'_> {
    /// The first rows, each with some columns as text: newest first if there is a date.
    pub fn declared_list(self, columns: &[Column], many: usize, offset: usize) -> Statement {
        let mut sql = Sql::new(self, "SELECT ");
        columns.iter().for_each(|column| of_column(column, &mut sql.listed));
        let list: Vec<String> = columns.iter().map(|column| sql.words(column)).collect();
        sql.text.push_str(&list.join(", "));
        let day = sql.declared_day();
        sql.from(self.query.range);
        let order: Vec<String> = day
            .map(|day| format!("{day} DESC"))
            .into_iter()
            .chain((1..=columns.len()).map(|n| n.to_string()))
            .collect();
        sql.text.push_str(&format!(" ORDER BY {} LIMIT {many} OFFSET {offset}", order.join(", ")));
        Statement { text: sql.text, binds: sql.binds, texts: columns.len() }
    }

    /// The distinct values of a dimension that the first rows of the source have, at most `many`: of a joined table only
    /// what rows refer to.
    pub fn declared_values(self, source: &Source, dimension: &Dimension, many: usize) -> Statement {
        let sql = Sql::new(self, "");
        let field = &dimension.field;
        let words = sql.declared_words(&Formula::Column(field.clone()), dimension.kind);
        let joins = joins(source, &BTreeSet::from([field.alias.clone()]));
        let own = |alias: &str| alias.is_empty();
        let leading = source.joins.iter().filter(|join| own(&join.from)).flat_map(|join| &join.on).map(|(own, _)| own);
        let leading: Vec<&String> = leading.filter(|_| !own(&field.alias)).collect();
        let here = [Some(&field.column), field.key.as_ref()].into_iter().flatten().filter(|_| own(&field.alias));
        let columns: BTreeSet<String> = leading.into_iter().chain(here).map(|column| quoted(column)).collect();
        let columns = columns.into_iter().collect::<Vec<_>>().join(", ");
        let text = format!(
            "SELECT DISTINCT v FROM (SELECT {words} AS v FROM (SELECT {columns} FROM {} LIMIT {LOOKED_AT}) t{joins}) s \
             WHERE v IS NOT NULL LIMIT {many}",
            table(&source.table)
        );
        Statement { text, binds: Vec::new(), texts: 1 }
    }

    /// The number of rows of a source, up to one more than the limit.
    pub fn declared_count(self, source: &Source) -> Statement {
        let many = self.dialect.number("COUNT(*)");
        let text = format!("SELECT {many} FROM (SELECT 1 FROM {} LIMIT {}) t", table(&source.table), LOOKED_AT + 1);
        Statement { text, binds: Vec::new(), texts: 0 }
    }

    /// The first and the last day of a source, as 20260131.
    pub fn declared_days(self, source: &Source) -> Option<Statement> {
        let sql = Sql::new(self, "");
        let day = source.day()?;
        let own = Field { alias: String::new(), ..day.field.clone() };
        let number = sql.declared_number(&Formula::Column(own), ColumnType::Day);
        let of = table(table_of(source, &day.field));
        let text = format!(
            "SELECT {}, {} FROM {of} t",
            self.dialect.number(format!("MIN({number})")),
            self.dialect.number(format!("MAX({number})"))
        );
        Some(Statement { text, binds: Vec::new(), texts: 0 })
    }

    /// The number of rows, up to one more than the limit; and of them, how many have a value in a field and how many
    /// fit its declared kind.
    pub fn declared_fit(self, source: &Source, field: &Field, kind: ColumnType) -> Statement {
        let sql = Sql::new(self, "");
        let own = Field { alias: String::new(), ..field.clone() };
        let told = match kind {
            ColumnType::Number(_) => sql.number_of(&own),
            kind => sql.declared_words(&Formula::Column(own.clone()), kind),
        };
        let of = table(table_of(source, field));
        let column = quoted(&own.column);
        let counts = ["*", &base(&own), &told].map(|what| self.dialect.number(format!("COUNT({what})"))).join(", ");
        let text = format!("SELECT {counts} FROM (SELECT {column} FROM {of} LIMIT {}) t", LOOKED_AT + 1);
        Statement { text, binds: Vec::new(), texts: 0 }
    }

    /// How many keys of a joined table are not unique: a join on them would count rows twice.
    pub fn declared_repeats(self, source: &Source, alias: &str) -> Option<Statement> {
        let join = source.joins.iter().find(|join| join.alias == alias)?;
        let keys: Vec<String> = join.on.iter().map(|(_, theirs)| quoted(theirs)).collect();
        let keys = keys.join(", ");
        let text = format!(
            "SELECT {} FROM (SELECT 1 FROM (SELECT {keys} FROM {} LIMIT {LOOKED_AT}) t \
             GROUP BY {keys} HAVING COUNT(*) > 1) s",
            self.dialect.number("COUNT(*)"),
            table(&join.table)
        );
        Some(Statement { text, binds: Vec::new(), texts: 0 })
    }
}

fn of_column(column: &Column, used: &mut BTreeSet<String>) {
    if let ColumnExpr::Declared(formula) = &column.place {
        used.extend(formula.columns().into_iter().map(|field| field.alias.clone()));
    }
}

fn of_test(test: &Predicate, used: &mut BTreeSet<String>) {
    match test {
        Predicate::And(list) | Predicate::Or(list) => list.iter().for_each(|test| of_test(test, used)),
        Predicate::Not(inner) => of_test(inner, used),
        Predicate::Is { column, .. } => of_column(column, used),
        Predicate::Has(_) => {}
    }
}

/// The joins these aliases need, in dependency order.
fn joins(source: &Source, used: &BTreeSet<String>) -> String {
    let mut wanted = used.clone();
    for join in source.joins.iter().rev() {
        if wanted.contains(&join.alias) {
            wanted.insert(join.from.clone());
        }
    }
    let mut text = String::new();
    for join in source.joins.iter().filter(|join| wanted.contains(&join.alias)) {
        let here = aliased(&join.alias);
        let on: Vec<String> = join
            .on
            .iter()
            .map(|(there, own)| format!("{here}.{} = {}.{}", quoted(own), aliased(&join.from), quoted(there)))
            .collect();
        text.push_str(&format!(" LEFT JOIN {} {here} ON {}", table(&join.table), on.join(" AND ")));
    }
    text
}

fn table_of<'a>(source: &'a Source, field: &Field) -> &'a Table {
    source.joins.iter().find(|join| join.alias == field.alias).map_or(&source.table, |join| &join.table)
}

pub(super) fn base(field: &Field) -> String {
    format!("{}.{}", aliased(&field.alias), quoted(&field.column))
}

/// A table's name in a statement; no alias of a declaration can be `t`.
fn aliased(alias: &str) -> String {
    if alias.is_empty() { "t".into() } else { quoted(&format!("j_{alias}")) }
}

fn table(table: &Table) -> String {
    match &table.schema {
        Some(schema) => format!("{}.{}", quoted(schema), quoted(&table.name)),
        None => quoted(&table.name),
    }
}
