//! The cited rows of an answer as tables: one for each list of a result with cited rows. Pure.

use super::super::results::{At, Leads, Results, Walked, cell_text, lead};
use super::super::value;
use crate::components::words;
use crate::model::answer::{Answer, CitedRow};
use crate::model::rows::{Cell, Column, Table};
use crate::model::run::Run;
use crate::model::text::capital;
use crate::t;

/// Maximum columns of a table, unless figures of the answer come from more.
const MAX_COLUMNS: usize = 6;

/// Maximum values of an object, besides those that figures come from.
const MAX_OBJECT_VALUES: usize = 6;

/// Maximum characters in a cell; the call in the trace has the rest.
const MAX_CELL_CHARS: usize = 240;

/// The cited rows of one list.
#[derive(Clone, Debug, PartialEq)]
pub struct CitedTable {
    /// Unique within the answer.
    pub key: usize,
    pub caption: Caption,
    /// The anchor of the call.
    pub call: String,
    /// [`crate::model::run::Call::id`]; empty for a call that this run does not show.
    pub call_id: String,
    pub form: Form,
}

#[derive(Clone, Debug, Default, PartialEq)]
pub struct Caption {
    /// What the call is about, in words.
    pub about: String,
    /// The list's name in words; empty for a result's own values.
    pub list: String,
    /// The period of the call.
    pub days: Option<String>,
    /// False for a call that this run does not show.
    pub linked: bool,
    /// The answer's chart of this call's figures.
    pub chart: Option<usize>,
}

#[derive(Clone, Debug, PartialEq)]
pub enum Form {
    List {
        heads: Vec<Head>,
        lines: Vec<Line>,
    },
    /// An object's own values, by name.
    Values {
        n: usize,
        values: Vec<(String, Shown)>,
    },
    /// Rows in words, if their result is not available.
    Told(Vec<(usize, String)>),
}

#[derive(Clone, Debug, PartialEq)]
pub struct Head {
    pub name: String,
    /// Identifies the row.
    pub lead: bool,
    /// Only numbers: right-aligned.
    pub numbers: bool,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Line {
    /// The row's citation number.
    pub n: usize,
    /// JSON pointer to the row.
    pub path: String,
    pub cells: Vec<Shown>,
}

/// A cell as displayed.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Shown {
    pub text: String,
    /// JSON pointers of the values in it that figures of the answer come from.
    pub figures: Vec<String>,
}

/// Rows of one list, with their citation numbers.
struct Group<'a> {
    call: &'a str,
    /// The table's index in its call's result; `None` if the rows are not available.
    table: Option<usize>,
    /// The citation number, the row's index in the table, and the citation.
    rows: Vec<(usize, usize, &'a CitedRow)>,
}

/// The tables by first citation number.
pub fn tables(run: &Run, answer: &Answer, results: &Results<'_>) -> Vec<CitedTable> {
    let mut groups: Vec<Group<'_>> = Vec::new();
    for (n, cited) in answer.rows() {
        let place = results.call(&cited.call).and_then(|w| w.row(&cited.path));
        let (table, row) = place.map_or((None, 0), |(table, row)| (Some(table), row));
        match groups.iter_mut().find(|g| g.call == cited.call && g.table == table) {
            Some(group) => group.rows.push((n, row, cited)),
            None => groups.push(Group { call: &cited.call, table, rows: vec![(n, row, cited)] }),
        }
    }
    let one = |(key, group): (usize, &Group<'_>)| {
        let walked = results.call(group.call);
        let mut caption = Caption {
            about: walked.map_or_else(|| t!("answer-rows"), Walked::about),
            list: String::new(),
            days: walked.and_then(Walked::days),
            linked: walked.is_some(),
            chart: walked.and_then(|w| drawn(answer, w)),
        };
        let form = match (walked, group.table) {
            (Some(walked), Some(at)) => {
                caption.list = value::list_name(&walked.tables[at].name);
                let used = used(run, walked, at);
                if walked.tables[at].list { list(walked, at, group, &used) } else { values(walked, at, group, &used) }
            }
            _ => Form::Told(group.rows.iter().map(|(n, _, cited)| (*n, cited.text.clone())).collect()),
        };
        let call_id = walked.map_or_else(String::new, |w| w.call.id.clone());
        CitedTable { key, caption, call: words::call_anchor(&run.id, group.call), call_id, form }
    };
    groups.iter().enumerate().map(one).collect()
}

/// The answer's chart of a call.
fn drawn(answer: &Answer, walked: &Walked<'_>) -> Option<usize> {
    let charts = &walked.output()?.charts;
    answer.charts.iter().position(|chart| charts.contains(chart))
}

/// The cells of a table that figures of the answer come from, with the figures' own paths. A path to a whole row means
/// its label.
fn used<'r>(run: &'r Run, walked: &Walked<'_>, at: usize) -> Vec<(At, &'r str)> {
    let found = run.grounding.iter().flat_map(|g| &g.claims).filter_map(|c| c.found.as_ref());
    let cell = |path: &str| match walked.leads(path) {
        Leads::Cell(cell) => Some(cell),
        Leads::Row(table, row) => lead(&walked.tables[table], &[row]).map(|column| At { table, row, column }),
        Leads::List(_) | Leads::Nowhere => None,
    };
    let here = found.filter(|f| f.call == walked.call.id).filter_map(|f| Some((cell(&f.path)?, f.path.as_str())));
    here.filter(|(cell, _)| cell.table == at).collect()
}

fn shown(walked: &Walked<'_>, at: At, used: &[(At, &str)]) -> Shown {
    let text = walked.text(at);
    let text = match words::cut(&text, MAX_CELL_CHARS) {
        Some((head, _)) => format!("{head}…"),
        None => text,
    };
    let mut figures: Vec<String> = used.iter().filter(|(a, _)| *a == at).map(|(_, path)| (*path).to_owned()).collect();
    figures.sort_unstable();
    figures.dedup();
    Shown { text, figures }
}

fn list(walked: &Walked<'_>, at: usize, group: &Group<'_>, used: &[(At, &str)]) -> Form {
    let table = &walked.tables[at];
    let rows: Vec<usize> = group.rows.iter().map(|(_, row, _)| *row).collect();
    let lead = lead(table, &rows);
    let mut first: Vec<usize> = lead.into_iter().collect();
    first.extend(of_figures(used, &rows));
    let columns = chosen(table, &rows, first, MAX_COLUMNS);
    let heads = columns.iter().map(|column| {
        let name = &table.columns[*column].name;
        let of_rows = rows.iter().map(|row| table.rows[*row].cells[*column]);
        Head {
            name: capital(&if name.is_empty() { value::list_name(&table.name) } else { value::field_name(name) }),
            lead: lead == Some(*column),
            numbers: of_rows.filter(|c| *c != Cell::Empty).all(|c| matches!(c, Cell::Value(v) if v.is_number())),
        }
    });
    let lines = group.rows.iter().map(|(n, row, cited)| Line {
        n: *n,
        path: cited.path.clone(),
        cells: columns.iter().map(|column| shown(walked, At { table: at, row: *row, column: *column }, used)).collect(),
    });
    Form::List { heads: heads.collect(), lines: lines.collect() }
}

/// The columns that figures come from, in order.
fn of_figures(used: &[(At, &str)], rows: &[usize]) -> Vec<usize> {
    let mut columns: Vec<usize> =
        used.iter().filter(|(at, _)| rows.contains(&at.row)).map(|(at, _)| at.column).collect();
    columns.sort_unstable();
    columns.dedup();
    columns
}

/// The columns to show: the required ones first, so that a narrow screen shows them, and others with content, up to
/// `most` in total.
fn chosen(table: &Table<'_>, rows: &[usize], first: Vec<usize>, most: usize) -> Vec<usize> {
    let mut columns: Vec<usize> = Vec::new();
    for column in first {
        if !columns.contains(&column) {
            columns.push(column);
        }
    }
    for (column, Column { name, .. }) in table.columns.iter().enumerate() {
        let filled = || rows.iter().any(|row| !cell_text(name, table.rows[*row].cells[column]).is_empty());
        if columns.len() < most && !columns.contains(&column) && !value::lists_ids(name) && filled() {
            columns.push(column);
        }
    }
    columns
}

fn values(walked: &Walked<'_>, at: usize, group: &Group<'_>, used: &[(At, &str)]) -> Form {
    let table = &walked.tables[at];
    let (n, row) = group.rows.first().map_or((0, 0), |(n, row, _)| (*n, *row));
    let first = of_figures(used, &[row]);
    let most = first.len() + MAX_OBJECT_VALUES;
    let value = |column: usize| {
        let name = &table.columns[column].name;
        let name = if name.is_empty() { value::list_name(&table.name) } else { value::field_name(name) };
        (capital(&name), shown(walked, At { table: at, row, column }, used))
    };
    Form::Values { n, values: chosen(table, &[row], first, most).into_iter().map(value).collect() }
}

#[cfg(test)]
#[path = "tables_tests.rs"]
mod tests;
