//! Runs a checked query: the figures over all its records, and by group; then shares, bounds, order and the comparison,
//! which are computed here, so that they are the same for every engine.

use std::cmp::Ordering;
use std::collections::BTreeMap;
use std::time::Duration;

use model::time::DateRange;

use super::ast::{Aggregation, By};
use super::check::{Checked, Scoped};
use super::columns;
use super::dsl;
pub use super::line::ResultRow;
use super::sql::{ROWS, SqlCompiler, Statement};
use store::analytics::bounded;
use store::columns::figures::ColumnQuery;
use store::columns::rows::Wanted;
use store::{self, Db};

/// The time limit for figures and lists that a tool or a page asks for on its own.
pub const LIMIT: Duration = Duration::from_secs(60);

/// The engine that computed figures.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Engine {
    /// The columns in memory.
    Columns,
    #[default]
    Database,
    Cluster,
}

impl Engine {
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Columns => "columns",
            Self::Database => "database",
            Self::Cluster => "opensearch",
        }
    }
}

#[derive(Clone, Debug, Default, PartialEq)]
pub struct QueryResult {
    pub total: ResultRow,
    /// In the query's order, and at most its limit.
    pub groups: Vec<ResultRow>,
    /// How many groups are within the bounds, listed or not.
    pub group_count: usize,
    /// There were more groups than can be computed: the figures of the groups are right, but the smallest groups are
    /// missing.
    pub cut: bool,
    /// The engines that computed the figures.
    pub answered: Vec<Engine>,
    /// Indexes of the measures that are estimates.
    pub estimated: Vec<usize>,
}

/// Runs a query: the total and the groups, each with its shares and its comparison.
pub async fn run(db: &Db, query: &Checked, limit: Duration) -> store::Result<QueryResult> {
    let query = &query.scoped();
    let mut it = Runner::new(db, query, limit);
    let mut total = it.lines(false, query.range).await?.0.pop().unwrap_or_default();
    let (mut groups, mut cut) =
        if query.keys.is_empty() { (Vec::new(), false) } else { it.lines(true, query.range).await? };
    shares(query, &mut groups, &mut total);
    if let Some(against) = query.against {
        let mut before = it.lines(false, against).await?.0.pop().unwrap_or_default();
        let (mut then, more) =
            if query.keys.is_empty() { (Vec::new(), false) } else { it.lines(true, against).await? };
        cut |= more;
        shares(query, &mut then, &mut before);
        total.before = Some((before.values, before.count));
        beside(query, &mut groups, then);
    }
    let (answered, estimated) = (it.answered, it.estimated);
    let mut found = QueryResult { total, groups, cut, group_count: 0, answered, estimated };
    arrange(query, &mut found);
    Ok(found)
}

/// The figures of each group, unordered, and whether there were more groups than can be computed. A query without keys
/// gives one line for all records.
pub async fn lines(db: &Db, query: &Checked, limit: Duration) -> store::Result<(Vec<ResultRow>, bool)> {
    let query = &query.scoped();
    let mut it = Runner { exact: true, ..Runner::new(db, query, limit) };
    it.lines(!query.keys.is_empty(), query.range).await
}

struct Runner<'a> {
    db: &'a Db,
    query: &'a Scoped,
    it: SqlCompiler<'a>,
    /// The same query for the columns in memory, if they can answer it.
    asked: Option<ColumnQuery>,
    limit: Duration,
    /// Refuses estimates, because `lines` cannot mark them as such.
    exact: bool,
    answered: Vec<Engine>,
    estimated: Vec<usize>,
}

impl<'a> Runner<'a> {
    fn new(db: &'a Db, query: &'a Scoped, limit: Duration) -> Self {
        let (it, asked) = (SqlCompiler::new(query, db), columns::asked(db, query));
        Self { db, query, it, asked, limit, exact: false, answered: Vec::new(), estimated: Vec::new() }
    }

    fn note(&mut self, answered: Engine, estimated: Vec<usize>) {
        if !self.answered.contains(&answered) {
            self.answered.push(answered);
        }
        for place in estimated {
            if !self.estimated.contains(&place) {
                self.estimated.push(place);
            }
        }
    }

    async fn rows(&self, sql: &Statement) -> store::Result<Vec<bounded::Line>> {
        bounded::rows(self.query.db(self.db), &sql.text, &sql.binds, sql.texts, self.limit).await
    }

    /// Lines with all measures, and whether there were more groups than can be computed.
    async fn lines(&mut self, grouped: bool, range: DateRange) -> store::Result<(Vec<ResultRow>, bool)> {
        if let Some(told) = dsl::lines(self.db, self.query, (grouped, range), self.limit).await?
            && (told.estimated.is_empty() || !self.exact)
        {
            self.note(Engine::Cluster, told.estimated);
            return Ok((told.lines, false));
        }
        if let Some(asked) = &self.asked {
            let keys = if grouped { asked.keys.clone() } else { Vec::new() };
            let wanted = Wanted { range, ..asked.wanted.clone() };
            let asked = ColumnQuery { wanted, keys, ..asked.clone() };
            if let Some(found) = store::columns::lines(self.db, asked).await? {
                self.note(Engine::Columns, Vec::new());
                return Ok(from_columns(found));
            }
        }
        self.note(Engine::Database, Vec::new());
        let rows = self.rows(&self.it.figures(grouped, range)).await?;
        let cut = rows.len() > ROWS;
        let mut lines: Vec<ResultRow> = rows
            .into_iter()
            .take(ROWS)
            .map(|(key, mut values)| {
                let count = values.pop().flatten().unwrap_or(0.0);
                ResultRow { key, values, count, before: None }
            })
            .collect();
        for (place, measure) in self.query.measures.iter().enumerate().filter(|(_, m)| m.ranked()) {
            let rows = self.rows(&self.it.rank(measure, grouped, range)).await?;
            let by_key: BTreeMap<_, _> = rows.into_iter().map(|(k, v)| (k, v.first().copied().flatten())).collect();
            for line in &mut lines {
                line.values[place] = by_key.get(&line.key).copied().flatten();
            }
        }
        Ok((lines, cut))
    }
}

/// The largest groups, and whether there were more.
fn from_columns(mut found: Vec<store::columns::figures::Line>) -> (Vec<ResultRow>, bool) {
    let cut = found.len() > ROWS;
    if cut {
        found.sort_by(|a, b| b.2.total_cmp(&a.2));
        found.truncate(ROWS);
    }
    let line = |(key, values, count)| ResultRow { key, values, count, before: None };
    (found.into_iter().map(line).collect(), cut)
}

/// Fills in the measures that are shares of all records.
fn shares(query: &Checked, groups: &mut [ResultRow], total: &mut ResultRow) {
    let all = total.count;
    for line in groups.iter_mut().chain([total]) {
        for (value, measure) in line.values.iter_mut().zip(&query.measures) {
            if measure.of_all() {
                *value = (all > 0.0).then(|| 100.0 * line.count / all);
            }
        }
    }
}

/// Joins the earlier figures to the current ones, group by group. A group that only the earlier period has is kept,
/// with counts of 0 and no other figures.
fn beside(query: &Checked, now: &mut Vec<ResultRow>, then: Vec<ResultRow>) {
    let mut before: BTreeMap<_, _> = then.into_iter().map(|l| (l.key.clone(), (l.values, l.count))).collect();
    let nothing: Vec<Option<f64>> = query
        .measures
        .iter()
        .map(|m| matches!(m.of, Aggregation::Count | Aggregation::Distinct).then_some(0.0))
        .collect();
    for line in now.iter_mut() {
        line.before = Some(before.remove(&line.key).unwrap_or_else(|| (nothing.clone(), 0.0)));
    }
    now.extend(before.into_iter().map(|(key, before)| ResultRow {
        key,
        values: nothing.clone(),
        count: 0.0,
        before: Some(before),
    }));
}

/// Applies bounds, order and limit.
fn arrange(query: &Checked, found: &mut QueryResult) {
    found
        .groups
        .retain(|line| query.having.iter().all(|t| line.values[t.measure].is_some_and(|v| t.op.holds(v, t.value))));
    found.group_count = found.groups.len();
    let order = &query.order;
    found.groups.sort_by(|a, b| {
        let by = match order.by {
            By::Group => Ordering::Equal,
            By::Measure(m) => sized(a.values[m], b.values[m], order.ascending),
            By::Change => sized(a.change(), b.change(), order.ascending),
        };
        let keys = a.key.cmp(&b.key);
        by.then(if order.by == By::Group && !order.ascending { keys.reverse() } else { keys })
    });
    // If there are more periods than the limit, the latest are kept.
    if order.by == By::Group && order.ascending {
        let first = found.groups.len().saturating_sub(query.limit);
        found.groups.drain(..first);
    }
    found.groups.truncate(query.limit);
}

/// Missing values come last in both directions.
fn sized(a: Option<f64>, b: Option<f64>, ascending: bool) -> Ordering {
    match (a, b) {
        (Some(a), Some(b)) if ascending => a.total_cmp(&b),
        (Some(a), Some(b)) => b.total_cmp(&a),
        (Some(_), None) => Ordering::Less,
        (None, Some(_)) => Ordering::Greater,
        (None, None) => Ordering::Equal,
    }
}
