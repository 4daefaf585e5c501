//! A tool call: its name and arguments, when it ran, what it returned, and which of its fields the answer uses.

use leptos::prelude::*;
use serde_json::Value;

use super::observation::Observation;
use super::reading::call_failed;
use crate::components::answer::value::brief;
use crate::components::frame::icon::Icon;
use crate::components::lit::Lit;
use crate::components::words;
use crate::model::run::{Call, Outcome, Run};
use crate::t;

/// Maximum length of a result in the page, in characters; the export has all of it.
const RESULT_CHARS: usize = 4_000;

/// A field of a call's result that figures of the answer come from.
#[derive(Clone, Debug, PartialEq)]
pub struct Field {
    pub call: String,
    /// JSON pointer into the result.
    pub path: String,
    /// Its value, if short.
    pub value: Option<String>,
    /// The figures as printed in the answer; true for those whose sentence does not cite this.
    pub figures: Vec<(String, bool)>,
}

/// The fields that a run's answer uses, in the order of its claims.
pub fn fields(run: &Run) -> Vec<Field> {
    let mut out: Vec<Field> = Vec::new();
    for claim in run.grounding.iter().flat_map(|g| &g.claims) {
        let Some(found) = &claim.found else { continue };
        let figure = (claim.text.clone(), !found.cited);
        match out.iter_mut().find(|f| f.call == found.call && f.path == found.path) {
            Some(field) if field.figures.contains(&figure) => {}
            Some(field) => field.figures.push(figure),
            None => {
                let name = found.path.rsplit('/').next().unwrap_or_default();
                let output = run.calls().find(|c| c.id == found.call).and_then(|c| c.outcome.as_ref()?.output());
                out.push(Field {
                    call: found.call.clone(),
                    path: found.path.clone(),
                    value: output.and_then(|o| o.data.pointer(&found.path)).and_then(|v| brief(name, v)),
                    figures: vec![figure],
                });
            }
        }
    }
    out
}

#[component]
pub fn CallView(
    run: String,
    call: Call,
    /// False when the run is over: a call without an outcome was stopped then.
    open: bool,
    fields: Vec<Field>,
    elapsed: Signal<i64>,
) -> impl IntoView {
    let lit = Lit::here();
    let anchor = words::call_anchor(&run, &call.id);
    let place = StoredValue::new(anchor.clone());
    let state = match &call.outcome {
        None if open => "running",
        None => "stopped",
        Some(Outcome::Ok { .. }) => "ok",
        Some(Outcome::Error { .. }) => "failed",
    };
    let used = !fields.is_empty();
    let point = move |_| {
        if used {
            place.with_value(|anchor| lit.light(anchor, ""));
        }
    };
    view! {
        <div
            class="call"
            id=anchor
            data-state=state
            data-lit=move || place.with_value(|anchor| lit.call(anchor))
            on:pointerenter=point
            on:pointerleave=move |_| lit.off()
        >
            <p class="call-head">
                <code>{broken_name(&call.tool)}</code>
                <CallTime call=call.clone() open elapsed />
            </p>
            <Arguments args=call.args.clone() />
            <Waterfall call=call.clone() open elapsed />
            {call.outcome.map(|outcome| view! { <Result outcome /> })}
            {used.then(|| view! { <Fields anchor=anchor.clone() fields /> })}
        </div>
    }
    .into_any()
}

/// The name with a break opportunity after each underscore.
fn broken_name(name: &str) -> impl IntoView + use<> {
    let mut parts: Vec<AnyView> = Vec::new();
    for part in name.split_inclusive('_') {
        parts.push(part.to_owned().into_any());
        if part.ends_with('_') {
            parts.push(view! { <wbr /> }.into_any());
        }
    }
    parts
}

#[component]
fn CallTime(call: Call, open: bool, elapsed: Signal<i64>) -> impl IntoView {
    let failed = call_failed(&call);
    move || {
        let text = match call.duration_ms {
            Some(ms) if failed => t!("timeline-failed", time = words::duration(ms)),
            Some(ms) => words::duration(ms),
            None if !open => t!("timeline-stopped"),
            None => t!("timeline-running", time = words::duration((elapsed.get() - call.offset_ms).max(0))),
        };
        view! { <span class="call-time">{text}</span> }
    }
}

/// `(product: "mobile-banking", topK: 25)`.
#[component]
fn Arguments(args: Value) -> impl IntoView {
    let parts: Vec<(String, String)> = match args {
        Value::Object(map) => map.into_iter().filter(|(_, v)| !v.is_null()).map(|(k, v)| (k, v.to_string())).collect(),
        Value::Null => Vec::new(),
        other => vec![(String::new(), other.to_string())],
    };
    let last = parts.len().saturating_sub(1);
    let parts = parts
        .into_iter()
        .enumerate()
        .map(|(i, (name, value))| {
            let name = if name.is_empty() { name } else { format!("{name}: ") };
            view! {
                <i>{name}</i>
                {value}
                {(i < last).then_some(", ")}
            }
        })
        .collect_view();
    view! { <code class="call-args">"(" {parts} ")"</code> }.into_any()
}

/// The call's position in the run's time.
#[component]
fn Waterfall(call: Call, open: bool, elapsed: Signal<i64>) -> impl IntoView {
    let class = match &call.outcome {
        None if open => "w-running",
        None => "w-stopped",
        Some(Outcome::Ok { .. }) => "w-span",
        Some(Outcome::Error { .. }) => "w-failed",
    };
    let from = call.offset_ms;
    let until = move || call.duration_ms.map_or_else(|| elapsed.get(), |ms| from + ms).max(from);
    let total = move || elapsed.get().max(until()).max(1);
    // An instant call still gets some width.
    let width = move || (until() - from).max(total() / 120).max(1);
    view! {
        <svg
            class="waterfall"
            viewBox=move || format!("0 0 {} 8", total())
            preserveAspectRatio="none"
            role="img"
            aria-label=move || {
                let (from, to, total) = (from.to_string(), until().to_string(), total().to_string());
                t!("timeline-waterfall", from = from, to = to, total = total)
            }
        >
            <path class="w-track" d=move || format!("M0 4H{}", total()) />
            <rect
                class=class
                x=move || from.min(total() - width()).max(0).to_string()
                y="1"
                width=move || width().to_string()
                height="6"
            />
        </svg>
    }
    .into_any()
}

#[component]
fn Result(outcome: Outcome) -> impl IntoView {
    match outcome {
        Outcome::Ok { output } => {
            let coverage = output
                .coverage
                .filter(|c| c.read < c.available)
                .map(|c| t!("timeline-coverage", read = c.read, available = c.available, unit = c.unit));
            let text = format!("{}{}", output.summary, coverage.map(|told| format!(" {told}")).unwrap_or_default());
            view! {
                {(!text.is_empty()).then(|| view! { <Observation text class="observation" /> })}
                <Whole data=output.data />
            }
            .into_any()
        }
        Outcome::Error { error, suggestion, .. } => view! {
            <p class="call-error">
                <Icon name="cross" />
                <span>{error} {suggestion.map(|s| format!(" {}", s.instead))}</span>
            </p>
        }
        .into_any(),
    }
}

/// The result itself, folded.
#[component]
fn Whole(data: Value) -> impl IntoView {
    let empty = data.is_null() || data.as_object().is_some_and(serde_json::Map::is_empty);
    let text = if empty { String::new() } else { serde_json::to_string_pretty(&data).unwrap_or_default() };
    (!text.is_empty())
        .then(|| {
            let length = text.chars().count();
            let (shown, note) = match words::cut(&text, RESULT_CHARS) {
                Some((head, _)) => (head.to_owned(), Some(t!("timeline-result-rest"))),
                None => (text, None),
            };
            view! {
                <details class="call-result">
                    <summary>{t!("timeline-result", count = length)}</summary>
                    <pre tabindex="0">{shown}</pre>
                    {note.map(|note| view! { <p class="muted">{note}</p> })}
                </details>
            }
        })
        .into_any()
}

/// The fields that figures come from. Pointing at one highlights its figures.
#[component]
fn Fields(anchor: String, fields: Vec<Field>) -> impl IntoView {
    let figures = || fields.iter().flat_map(|f| &f.figures);
    let matched = figures().filter(|(_, matched)| *matched).count();
    let told = come_from_here(figures().count() - matched, matched);
    let rows = fields.into_iter().map(|field| view! { <FieldRow anchor=anchor.clone() field /> }).collect_view();
    view! {
        <details class="call-fields">
            <summary>{told}</summary>
            <dl>{rows}</dl>
        </details>
    }
    .into_any()
}

/// "3 figures of the answer come from here, 1 more matches".
fn come_from_here(cited: usize, matched: usize) -> String {
    match (cited, matched) {
        (_, 0) => t!("timeline-come", cited = cited),
        (0, _) => t!("timeline-match", matched = matched),
        _ => t!("timeline-come-and-match", cited = cited, matched = matched),
    }
}

#[component]
fn FieldRow(anchor: String, field: Field) -> impl IntoView {
    let lit = Lit::here();
    let figure = |(text, matched): &(String, bool)| match matched {
        true => t!("timeline-figure-matched", figure = text.as_str()),
        false => text.clone(),
    };
    let figures = field.figures.iter().map(figure).collect::<Vec<_>>().join(", ");
    let place = StoredValue::new((anchor, field.path.clone()));
    let value = field.value.map(|value| format!("{value} "));
    view! {
        <div
            data-lit=move || place.with_value(|(anchor, path)| lit.field(anchor, path, false))
            on:pointerenter=move |_| place.with_value(|(anchor, path)| lit.light(anchor, path))
            on:pointerleave=move |_| place.with_value(|(anchor, _)| lit.light(anchor, ""))
        >
            <dt>{figures}</dt>
            <dd>
                {value} <code>{field.path}</code>
            </dd>
        </div>
    }
    .into_any()
}

#[cfg(test)]
mod tests {
    use super::come_from_here;

    #[test]
    fn the_grades_of_what_a_call_holds_are_told() {
        assert_eq!(come_from_here(1, 0), "1 figure of the answer comes from here");
        assert_eq!(come_from_here(3, 1), "3 figures of the answer come from here, 1 more matches");
        assert_eq!(come_from_here(1, 2), "1 figure of the answer comes from here, 2 more match");
        assert_eq!(come_from_here(0, 1), "1 figure of the answer matches values from here");
        assert_eq!(come_from_here(0, 2), "2 figures of the answer match values from here");
    }
}
