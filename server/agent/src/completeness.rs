//! Whether a run's results cover what its question names: a value that no call was filtered by, a time that none read.
//! Gaps are stated with the answer, and its evidence is not called high.

use model::answer::Answer;
use model::run::{Call, Origin, Outcome, Part, Role, Run, ToolOutput};
use serde_json::Value;

/// Parts of the question that no result covers, one sentence each.
pub fn uncovered(run: &Run) -> Vec<String> {
    let Some(route) = &run.route else { return Vec::new() };
    let done: Vec<(&Call, &ToolOutput)> =
        run.calls().filter_map(|call| Some((call, call.outcome.as_ref()?.output()?))).collect();
    if done.is_empty() {
        return Vec::new();
    }
    let parts = route.understood.iter().filter(|part| part.origin != Origin::Assumed);
    let open = parts.filter(|part| match part.role {
        Role::Filter => !narrowed(run, part) && !done.iter().any(|(call, output)| names(call, output, part)),
        Role::Period => !done.iter().any(|(call, output)| reads(call, output, part)),
        Role::Measure | Role::Records | Role::Grouping => false,
    });
    open.map(|part| match part.role {
        Role::Period => format!("No figure here is for {} alone.", part.label),
        _ => format!("No figure here is limited to {}.", part.label),
    })
    .collect()
}

/// Why an answer's evidence cannot be called high, however strong otherwise; the first reason counts.
pub fn doubt(run: &Run, answer: &Answer, uncovered: bool) -> Option<&'static str> {
    let left_out = run.route.as_ref().is_some_and(|route| !route.left_out.is_empty());
    let failed = |call: &Call| matches!(call.outcome, Some(Outcome::Error { .. }) | None);
    let again = |call: &Call| run.calls().any(|other| other.tool == call.tool && !failed(other));
    let empty = |call: &Call| {
        let output = call.outcome.as_ref().and_then(Outcome::output);
        SEARCHES.contains(&call.tool.as_str()) && output.is_some_and(|output| output.sources.is_empty())
    };
    if answer.partial {
        Some("the run ended early")
    } else if uncovered || left_out {
        Some("a part of the question is not covered")
    } else if run.calls().any(|call| failed(call) && !again(call)) {
        Some("a result is missing")
    } else if run.calls().any(empty) {
        Some("a search found nothing")
    } else {
        None
    }
}

/// Tools whose empty result is a search without hits. More than those that search by the question's words
/// (`rules::plan`): records like another are also searched, but not by words.
const SEARCHES: [&str; 3] = ["search_knowledge_base", "ask_question", "find_similar"];

/// Lists in results that are series over time.
const SERIES: [&str; 7] = ["daily", "byDay", "byWeek", "byMonth", "monthly", "series", "groups"];

/// Whether a click had filtered the question by it.
fn narrowed(run: &Run, part: &Part) -> bool {
    run.scope.values().iter().any(|(_, value)| part.values.iter().any(|v| v.eq_ignore_ascii_case(value)))
}

/// Whether a call was given a value, or its result contains it.
fn names(call: &Call, output: &ToolOutput, part: &Part) -> bool {
    let fits = |text: &str| {
        let text = text.to_lowercase();
        part.values.iter().chain([&part.label]).any(|value| text.contains(&value.to_lowercase()))
    };
    // A condition such as "is missing" has no value, only a column.
    let column = part.values.is_empty() && any_text(&call.args, &|text| text == part.column);
    column || any_text(&call.args, &fits) || any_text(&output.data, &fits)
}

/// Whether a call read only these days, or shows them separately.
fn reads(call: &Call, output: &ToolOutput, part: &Part) -> bool {
    let Some(asked) = part.range else { return true };
    let within = |outer: model::time::DateRange, inner: model::time::DateRange| {
        let from = outer.from.is_none_or(|from| inner.from.is_some_and(|day| from <= day));
        from && outer.to.is_none_or(|to| inner.to.is_some_and(|day| day <= to))
    };
    let read = output.coverage.as_ref().map(|coverage| coverage.range);
    if read.is_some_and(|read| within(asked, read) || read == asked) {
        return true;
    }
    // Days or months in a list, or a period that extends beyond the data.
    let days = |text: &str| {
        let day = text.parse().or_else(|_| format!("{text}-01").parse::<chrono::NaiveDate>());
        day.is_ok_and(|day: chrono::NaiveDate| {
            asked.from.is_none_or(|from| from <= day) && asked.to.is_none_or(|to| day <= to)
        })
    };
    let series = output.data.as_object().into_iter().flatten().filter(|(name, _)| SERIES.contains(&name.as_str()));
    let mut lists = series.map(|(_, list)| list);
    any_text(&call.args, &|text| text.eq_ignore_ascii_case(&asked.label())) || lists.any(|list| any_text(list, &days))
}

fn any_text(value: &Value, fits: &dyn Fn(&str) -> bool) -> bool {
    match value {
        Value::String(text) => fits(text),
        Value::Array(list) => list.iter().any(|value| any_text(value, fits)),
        Value::Object(map) => map.values().any(|value| any_text(value, fits)),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use model::answer::Coverage;
    use model::run::{Route, Step, StepKind};
    use model::time::DateRange;
    use serde_json::json;

    use super::*;

    fn run(args: Value, data: Value, range: DateRange) -> Run {
        let filter = Part {
            role: Role::Filter,
            column: "tier".into(),
            label: "gold".into(),
            origin: Origin::Asked,
            values: vec!["gold".into()],
            range: None,
        };
        let month = DateRange::new("2026-01-01".parse().unwrap(), "2026-01-31".parse().unwrap());
        let time =
            Part { role: Role::Period, label: month.label(), range: Some(month), values: Vec::new(), ..filter.clone() };
        let coverage = Coverage { range, ..Coverage::default() };
        let output = ToolOutput { data, coverage: Some(coverage), ..ToolOutput::default() };
        let call = Call {
            id: "c1".into(),
            iteration: 1,
            tool: "query_data".into(),
            args,
            offset_ms: 0,
            duration_ms: Some(1),
            outcome: Some(Outcome::Ok { output }),
        };
        let mut run = Run::new("r");
        run.route = Some(Route { understood: vec![filter, time], ..Route::default() });
        run.steps.push(Step { seq: 1, offset_ms: 0, kind: StepKind::Calls { calls: vec![call] }, models: Vec::new() });
        run
    }

    #[test]
    fn what_no_result_was_narrowed_to_is_said() {
        let day = |text: &str| text.parse::<chrono::NaiveDate>().unwrap();
        let month = DateRange::new(day("2026-01-01"), day("2026-01-31"));
        let year = DateRange::new(day("2025-02-01"), day("2026-01-31"));
        for (args, data, range, want) in [
            (json!({"tier": "gold"}), json!({"total": 3}), month, 0),
            (json!({}), json!({"total": 3}), month, 1),
            (json!({}), json!({"groups": [{"label": "gold", "count": 3}]}), month, 0),
            (json!({"tier": "gold"}), json!({"total": 3}), year, 1),
            (json!({"tier": "gold"}), json!({"byMonth": [{"month": "2026-01", "count": 3}]}), year, 0),
            (json!({"tier": "gold"}), json!({"total": 3}), DateRange::new(day("2026-01-10"), day("2026-01-12")), 0),
        ] {
            let run = run(args.clone(), data.clone(), range);
            assert_eq!(uncovered(&run).len(), want, "{args} {data} {range:?}");
        }
    }
}
