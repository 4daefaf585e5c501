//! An answer's figures with their evidence, and its sources and steps in words, for both export formats.

use app::components::answer::value::list_name;
use app::components::words::{duration, plain_name};
use model::answer::{Citation, Claim};
use model::rows::{self, Cell, Table};
use model::run::{Call, Run, StepKind};
use serde::Serialize;
use serde_json::Value;

/// A figure with its evidence.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Figure {
    pub text: String,
    pub kind: String,
    /// "cited", "matched" or "not verified".
    pub grade: String,
    /// How it follows from the evidence: "equal", "rounded", "share" …
    pub how: String,
    /// The call and the path in its result, e.g. `c1 /total`.
    pub place: String,
    /// The value at that path.
    pub record: String,
    /// The row that contains it.
    pub row: String,
    pub operands: Vec<String>,
}

/// The figures of a run's answer, in order.
pub fn figures(run: &Run) -> Vec<Figure> {
    let claims = run.grounding.as_ref().map(|g| g.claims.as_slice()).unwrap_or_default();
    claims.iter().map(|claim| figure(run, claim)).collect()
}

fn figure(run: &Run, claim: &Claim) -> Figure {
    let found = claim.found.as_ref();
    let call = found.and_then(|f| run.call(&f.call));
    let record = found.zip(call).and_then(|(f, call)| value(call, &f.path)).map(|v| short(&v)).unwrap_or_default();
    Figure {
        text: claim.text.clone(),
        kind: claim.kind.to_string(),
        grade: claim.grade().to_string(),
        how: found.map(|f| f.how.to_string()).unwrap_or_default(),
        place: found.map(|f| format!("{} {}", f.call, f.path)).unwrap_or_default(),
        record: if record.is_empty() { claim.problem.clone().unwrap_or_default() } else { record },
        row: found.zip(call).and_then(|(f, call)| row(call, &f.path)).map(|row| short(&row.into())).unwrap_or_default(),
        operands: found.map(|f| f.operands.clone()).unwrap_or_default(),
    }
}

/// The value at a path of a call: see [`model::answer::Found::path`].
fn value(call: &Call, path: &str) -> Option<Value> {
    if let Some(rest) = path.strip_prefix("/args") {
        return call.args.pointer(rest).cloned();
    }
    let output = call.output()?;
    match path.strip_prefix("/sources") {
        Some(rest) => serde_json::to_value(&output.sources).ok()?.pointer(rest).cloned(),
        None => output.with_summary().pointer(path).cloned(),
    }
}

/// The innermost row of a call's result that contains a path.
fn row(call: &Call, path: &str) -> Option<String> {
    if path.starts_with("/args") || path.starts_with("/sources") {
        return None;
    }
    let data = call.output()?.with_summary();
    let tables = rows::tables(&data);
    let all = tables.iter().flat_map(|table| table.rows.iter().enumerate().map(move |(n, row)| (table, n, &row.path)));
    let holds = |at: &str| path.strip_prefix(at).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'));
    all.filter(|(.., at)| holds(at)).max_by_key(|(.., at)| at.len()).map(|(table, n, _)| table.row_text(n))
}

/// A table of a result.
pub struct Listed {
    /// Call, tool and list, in words.
    pub name: String,
    /// A row of column names, then the rows.
    pub rows: Vec<Vec<String>>,
}

/// The tables of all results of a run, by call.
pub fn tables(run: &Run) -> Vec<Listed> {
    let of = |call: &Call| -> Vec<Listed> {
        let Some(output) = call.output() else { return Vec::new() };
        let named = |table: &Table<'_>| {
            let list = list_name(&table.name);
            let list = if list.is_empty() { "values".to_owned() } else { list };
            let heads = table.columns.iter().map(|c| if c.name.is_empty() { list.clone() } else { c.name.clone() });
            let rows = table.rows.iter().map(|row| row.cells.iter().map(Cell::text).collect());
            let rows = std::iter::once(heads.collect()).chain(rows).collect();
            Listed { name: format!("{} {}: {list}", call.id, plain_name(&call.tool)), rows }
        };
        rows::tables(&output.data).iter().filter(|table| !table.rows.is_empty()).map(named).collect()
    };
    run.calls().flat_map(of).collect()
}

fn short(value: &Value) -> String {
    let text = value.as_str().map_or_else(|| value.to_string(), ToOwned::to_owned);
    match text.char_indices().nth(300) {
        Some((at, _)) => format!("{}…", &text[..at]),
        None => text,
    }
}

/// A source: number, kind, and verbatim text.
#[derive(Serialize)]
pub struct Quoted {
    pub number: usize,
    pub what: String,
    pub says: String,
}

/// The sources cited by an answer, by number.
pub fn sources(run: &Run) -> Vec<Quoted> {
    let quoted = |(number, citation): (usize, &Citation)| match citation {
        Citation::Row(row) => {
            let tool = run.tool_of(row).map(plain_name).unwrap_or_default();
            let what = format!("Row of a result: {tool} ({}, {})", row.call, row.path);
            Quoted { number, what, says: row.text.clone() }
        }
        Citation::Record(source) => {
            let day = source.day.map(|day| format!(", {day}")).unwrap_or_default();
            let what = format!("{} {}: {}{}{day}", source.kind, source.id, source.title, source.mark());
            Quoted { number, what, says: source.excerpt.clone() }
        }
    };
    run.numbered_citations().map(quoted).collect()
}

/// The steps of a run, one line each.
pub fn trace(run: &Run) -> Vec<String> {
    run.steps.iter().flat_map(|step| told(&step.kind)).collect()
}

fn told(kind: &StepKind) -> Vec<String> {
    match kind {
        StepKind::Note { about, text } => vec![format!("{about}: {text}")],
        StepKind::Thought { text, .. } => vec![format!("Thought: {text}")],
        StepKind::Plan { text, calls } => {
            let names: Vec<String> = calls.iter().map(|c| c.tool.clone()).collect();
            vec![format!("Plan: {text} ({})", names.join(", "))]
        }
        StepKind::Calls { calls } => calls.iter().map(called).collect(),
        StepKind::Reflection { text, .. } => vec![format!("Looked at what was found: {text}")],
        StepKind::Approval { proposal, decision, by, .. } => {
            let decided = decision.clone().unwrap_or_else(|| "not decided".to_owned());
            let by = by.as_ref().map(|by| format!(" by {by}")).unwrap_or_default();
            vec![format!("Proposed: {}; {decided}{by}", proposal.title)]
        }
        StepKind::Answer { citations } => vec![format!("Answer written, {citations} sources cited")],
        StepKind::Grounding { checked, grounded, cited } => {
            vec![format!("Figures checked: {checked}; found in the results: {grounded}; cited: {cited}")]
        }
    }
}

fn called(call: &Call) -> String {
    let took = call.duration_ms.map(|ms| format!(", {}", duration(ms))).unwrap_or_default();
    let failed = call.error().map(|error| format!("failed: {error}"));
    let came = failed.or_else(|| call.observation()).unwrap_or_else(|| "no result".to_owned());
    format!("{} {} {}{took}: {came}", call.id, call.tool, call.args)
}

/// Names and values of the versions behind an answer.
pub fn versions(run: &Run) -> Vec<(&'static str, String)> {
    vec![
        ("Plumbline", env!("CARGO_PKG_VERSION").to_owned()),
        ("Answered by", if run.model.is_empty() { "rules".to_owned() } else { run.model.clone() }),
        ("Strategy", run.strategy.to_string()),
        ("Data up to", run.as_of.map(|day| day.to_string()).unwrap_or_default()),
        ("Run", run.id.clone()),
    ]
}
