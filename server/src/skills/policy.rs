//! What a source lets a model see whose policy is `aggregates` (D-047): figures of groups. A row, a group of one or two, and
//! the largest and smallest of single values stay; people see all of it on the pages. Names in what is left have stand-ins,
//! see `agent::talk::pseudonyms`.
//!
//! Deliberately not here: what can be worked out from the difference of two groups.

use app::model::run::ToolOutput;

use crate::query::ast::Figure;
use crate::query::check::{Checked, Key};
use crate::query::declared::Opened;
use crate::query::run::{Found, Line};
use crate::tools::{ToolContext, ToolError};

/// Rows behind a figure that may leave.
pub const FEWEST: f64 = 3.0;

/// Whether only figures of groups may be told.
fn holds<'a>(ctx: &ToolContext, query: &'a Checked) -> Option<&'a Opened> {
    query.source.as_deref().filter(|opened| ctx.by_model && opened.source.aggregates_only)
}

/// Before anything is read: refuses what single rows would be told by.
///
/// # Errors
/// Says what may be asked instead.
pub fn asked(ctx: &ToolContext, query: &Checked, rows: bool) -> Result<(), ToolError> {
    let Some(opened) = holds(ctx, query) else { return Ok(()) };
    let name = opened.source.name.as_str();
    let single =
        query.measures.iter().any(|m| matches!(m.of, Figure::Min | Figure::Max | Figure::Median | Figure::Percentile));
    let many = query.keys.iter().find_map(|key| match key {
        Key::Column(column) => opened.values_of(&column.name).filter(|(_, all)| !all).map(|_| column.name.to_string()),
        Key::Time(_) => None,
    });
    let what = match (rows, single, many) {
        (true, ..) => "its rows".to_owned(),
        (_, true, _) => "single values of it, such as the largest".to_owned(),
        (.., Some(column)) => format!("its {column} one by one"),
        _ => return Ok(()),
    };
    Err(ToolError::new(format!(
        "The policy of {name} keeps {what} from a model. Ask for counts, sums or averages of groups; whoever asked sees the \
         rows on the page."
    )))
}

/// Takes out what fewer than three rows stand behind; returns how many groups went.
pub fn figures(ctx: &ToolContext, query: &Checked, found: &mut Found) -> usize {
    if holds(ctx, query).is_none() {
        return 0;
    }
    hide(&mut found.total);
    lines(&mut found.groups)
}

/// The same of lines alone.
pub fn kept(ctx: &ToolContext, query: &Checked, found: &mut Vec<Line>) -> usize {
    if holds(ctx, query).is_some() { lines(found) } else { 0 }
}

fn lines(found: &mut Vec<Line>) -> usize {
    let before = found.len();
    found.retain(|line| line.count == 0.0 || line.count >= FEWEST);
    found.iter_mut().for_each(hide);
    before - found.len()
}

fn hide(line: &mut Line) {
    let few = |count: f64| count > 0.0 && count < FEWEST;
    if few(line.count) {
        line.values.iter_mut().for_each(|value| *value = None);
    }
    if let Some((values, count)) = &mut line.before
        && few(*count)
    {
        values.iter_mut().for_each(|value| *value = None);
    }
}

/// Says that groups were taken out.
pub fn tell(output: &mut ToolOutput, withheld: usize) {
    if withheld > 0 {
        let groups = if withheld == 1 { "1 group".to_owned() } else { format!("{withheld} groups") };
        let text = format!(" {groups} of fewer than {FEWEST} rows are kept back by the source's policy.");
        output.summary.push_str(&text);
        if let Some(data) = output.data.as_object_mut() {
            data.insert("withheldGroups".into(), withheld.into());
        }
    }
}
