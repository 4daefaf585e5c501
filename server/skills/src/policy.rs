//! Queries over sources, restricted to what the source's policy lets a model see. With `aggregates` (D-047), a model
//! gets figures of groups; rows, figures from fewer than three rows, and the largest and smallest of single values are
//! withheld; people see everything on the pages. Names in the rest are pseudonyms, see `agent::talk::pseudonyms`.
//!
//! Deliberately not here: what can be inferred from the difference of two groups.

use std::time::Duration;

use model::run::ToolOutput;

use query::ast::Aggregation;
use query::check::{Checked, CheckedMeasure, GroupKey, Predicate};
use query::declared::Opened;
use query::run::{self, QueryResult, ResultRow};
use tools::{ToolContext, ToolError};

/// Minimum rows behind a figure that may leave.
const FEWEST: f64 = 3.0;

/// Runs a query; returns how many groups were withheld.
///
/// # Errors
/// What may be asked instead of what the policy withholds; as [`run::run`].
pub async fn run(ctx: &ToolContext, query: &Checked, limit: Duration) -> Result<(QueryResult, usize), ToolError> {
    related(ctx, query)?;
    let Some(opened) = holds(ctx, query) else {
        return Ok((run::run(&ctx.db, query, limit).await?, 0));
    };
    let guard = Guard::of(opened, query)?;
    let mut found = run::run(&ctx.db, &guard.query, limit).await?;
    guard.hide(&mut found.total);
    let withheld = guard.lines(&mut found.groups);
    Ok((found, withheld))
}

/// The figures of each group, unordered, and whether there were more groups than are computed.
pub async fn lines(ctx: &ToolContext, query: &Checked, limit: Duration) -> Result<(Vec<ResultRow>, bool), ToolError> {
    related(ctx, query)?;
    let Some(opened) = holds(ctx, query) else {
        return Ok(run::lines(&ctx.db, query, limit).await?);
    };
    let guard = Guard::of(opened, query)?;
    let (mut found, cut) = run::lines(&ctx.db, &guard.query, limit).await?;
    guard.lines(&mut found);
    Ok((found, cut))
}

/// Checks the policy before listing rows.
///
/// # Errors
/// If the policy withholds them.
pub fn rows(ctx: &ToolContext, query: &Checked) -> Result<(), ToolError> {
    related(ctx, query)?;
    holds(ctx, query).map_or(Ok(()), |opened| Err(kept(opened, "its rows")))
}

/// Rejects conditions on which rows of such a source belong to others: each would reveal a single row.
fn related(ctx: &ToolContext, query: &Checked) -> Result<(), ToolError> {
    let tests = query.filter.iter().chain(query.measures.iter().filter_map(|measure| measure.only.as_ref()));
    let hidden = tests.flat_map(Predicate::related).find(|opened| ctx.by_model && opened.source.aggregates_only);
    hidden.map_or(Ok(()), |opened| Err(kept(opened, "which rows others have of it")))
}

/// The source, if only figures of groups may be shown.
fn holds<'a>(ctx: &ToolContext, query: &'a Checked) -> Option<&'a Opened> {
    query.source.as_deref().filter(|opened| ctx.by_model && opened.source.aggregates_only)
}

fn kept(opened: &Opened, what: &str) -> ToolError {
    ToolError::new(format!(
        "The policy of {} keeps {what} from a model. Ask for counts, sums or averages of groups; the \
        person who asked sees the rows on the page.",
        opened.source.name.as_str()
    ))
}

/// A query with the number of rows behind each figure.
struct Guard {
    query: Checked,
    /// For each requested measure: the index of its count, if it has its own condition.
    behind: Vec<Option<usize>>,
}

impl Guard {
    /// Rejects what would reveal single rows.
    fn of(opened: &Opened, query: &Checked) -> Result<Self, ToolError> {
        let alone = |of: Aggregation| {
            matches!(of, Aggregation::Min | Aggregation::Max | Aggregation::Median | Aggregation::Percentile)
        };
        if query.measures.iter().any(|m| alone(m.of)) {
            return Err(kept(opened, "single values of it, such as the largest"));
        }
        for key in &query.keys {
            if let GroupKey::Column(column) = key
                && opened.values_of(&column.name).is_some_and(|(_, all)| !all)
            {
                return Err(kept(opened, &format!("its {} one by one", column.name)));
            }
        }
        let mut wide = query.clone();
        let mut behind = Vec::new();
        for measure in &query.measures {
            behind.push(measure.only.as_ref().map(|_| wide.measures.len()));
            if measure.only.is_some() {
                wide.measures.push(CheckedMeasure { of: Aggregation::Count, column: None, ..measure.clone() });
            }
        }
        Ok(Self { query: wide, behind })
    }

    /// Removes groups of few rows; returns how many.
    fn lines(&self, found: &mut Vec<ResultRow>) -> usize {
        let before = found.len();
        found.retain(|line| !few(line.count));
        found.iter_mut().for_each(|line| self.hide(line));
        before - found.len()
    }

    /// Removes figures of few rows, and the added counts.
    fn hide(&self, line: &mut ResultRow) {
        self.values(&mut line.values, line.count);
        if let Some((values, count)) = &mut line.before {
            self.values(values, *count);
        }
    }

    fn values(&self, values: &mut Vec<Option<f64>>, count: f64) {
        for (place, behind) in self.behind.iter().enumerate() {
            let rows = behind.map_or(count, |at| values.get(at).copied().flatten().unwrap_or(0.0));
            if few(rows)
                && let Some(value) = values.get_mut(place)
            {
                *value = None;
            }
        }
        values.truncate(self.behind.len());
    }
}

fn few(rows: f64) -> bool {
    rows > 0.0 && rows < FEWEST
}

/// Adds a note that groups were withheld.
pub fn tell(output: &mut ToolOutput, withheld: usize) {
    if withheld > 0 {
        let groups = if withheld == 1 { "1 group".to_owned() } else { format!("{withheld} groups") };
        let text = format!(" {groups} of fewer than {FEWEST} rows are withheld by the source's policy.");
        output.summary.push_str(&text);
        if let Some(data) = output.data.as_object_mut() {
            data.insert("withheldGroups".into(), withheld.into());
        }
    }
}
