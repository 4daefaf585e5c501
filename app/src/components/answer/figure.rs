//! A figure of an answer: a link to the call and the field it came from, or the words "not verified".

use leptos::prelude::*;
use serde_json::Value;

use crate::components::lit::Lit;
use crate::components::words;
use crate::live;
use crate::model::answer::{ClaimKind, Found, Grounding};
use crate::model::run::{Outcome, Run};

/// A claim with all that its note says.
#[derive(Clone, Debug, PartialEq)]
pub struct Figure {
    /// Unique on the page.
    pub id: String,
    pub kind: ClaimKind,
    pub text: String,
    pub origin: Option<Origin>,
    pub problem: Option<String>,
}

/// Where a figure stands in the run.
#[derive(Clone, Debug, PartialEq)]
pub struct Origin {
    /// The call's place on the page.
    pub anchor: String,
    pub path: String,
    /// "Rounded from 0.3398".
    pub head: String,
    /// "analyze_topics, call c4".
    pub call: String,
    /// The days that the call read.
    pub range: Option<String>,
}

/// The figures of a run's answer, in the order of its claims.
pub fn figures(run: &Run, grounding: &Grounding) -> Vec<Figure> {
    grounding
        .claims
        .iter()
        .enumerate()
        .map(|(i, claim)| Figure {
            id: format!("figure-{}-{i}", run.id),
            kind: claim.kind,
            text: claim.text.clone(),
            origin: claim.found.as_ref().map(|found| origin(run, found)),
            problem: claim.problem.clone(),
        })
        .collect()
}

fn origin(run: &Run, found: &Found) -> Origin {
    let call = run.calls().find(|c| c.id == found.call);
    let output = call.and_then(|c| c.outcome.as_ref()).and_then(Outcome::output);
    let value = output.and_then(|o| brief(o.with_summary().pointer(&found.path)?));
    Origin {
        anchor: words::call_anchor(&run.id, &found.call),
        path: found.path.clone(),
        head: how(&found.how, value.as_deref()),
        call: call.map_or_else(|| format!("call {}", found.call), |c| format!("{}, call {}", c.tool, c.id)),
        range: output
            .and_then(|o| o.coverage.as_ref())
            .filter(|c| c.range.from.is_some() || c.range.to.is_some())
            .map(|c| c.range.label()),
    }
}

/// A value short enough for a note; `None` for lists and objects.
pub fn brief(value: &Value) -> Option<String> {
    match value {
        Value::String(text) => Some(match words::cut(text, 60) {
            Some((head, _)) => format!("“{head}…”"),
            None => format!("“{text}”"),
        }),
        Value::Number(number) => Some(match number.as_f64() {
            // Six digits tell where a rounded figure came from; sixteen only tell how computers count.
            Some(float) if number.is_f64() => float_text(float),
            _ => number.to_string(),
        }),
        Value::Bool(is) => Some(is.to_string()),
        Value::Null | Value::Array(_) | Value::Object(_) => None,
    }
}

fn float_text(value: f64) -> String {
    let whole = value.abs().log10().floor().max(0.0) as usize + 1;
    let text = format!("{value:.*}", 6_usize.saturating_sub(whole));
    if text.contains('.') { text.trim_end_matches('0').trim_end_matches('.').to_owned() } else { text }
}

fn how(how: &str, value: Option<&str>) -> String {
    match (how, value) {
        ("equal", Some(value)) => format!("Recorded as {value}"),
        ("equal", None) => "Recorded so".to_owned(),
        ("rounded", Some(value)) => format!("Rounded from {value}"),
        ("count", None) => "Counted in what the call returned".to_owned(),
        (operation, Some(value)) => format!("Worked out: {operation}, with {value}"),
        (operation, None) => format!("Worked out: {operation}"),
    }
}

/// The figure as it stands in the text.
#[component]
pub fn FigureView(figure: Figure) -> impl IntoView {
    match figure.origin {
        Some(origin) => view! { <Grounded id=figure.id kind=figure.kind text=figure.text origin /> }.into_any(),
        None => view! { <Unverified id=figure.id text=figure.text problem=figure.problem /> }.into_any(),
    }
}

#[component]
fn Grounded(id: String, kind: ClaimKind, text: String, origin: Origin) -> impl IntoView {
    let lit = Lit::here();
    let place = StoredValue::new((origin.anchor.clone(), origin.path.clone()));
    let on = move |()| place.with_value(|(anchor, path)| lit.light(anchor, path));
    let is_lit = move || place.with_value(|(anchor, path)| lit.field(anchor, path, true));
    view! {
        <span class="figure">
            // `external`: the browser itself goes to the place, opens what it is folded in, and marks it as the target.
            <a
                class="grounded"
                data-kind=kind.as_str()
                href=format!("#{}", origin.anchor)
                rel="external"
                aria-describedby=id.clone()
                data-lit=is_lit
                on:click=move |event| place.with_value(|(anchor, _)| live::reveal(&event, anchor))
                on:pointerenter=move |_| on(())
                on:pointerleave=move |_| lit.off()
                on:focus=move |_| on(())
                on:blur=move |_| lit.off()
            >
                {text}
            </a>
            <span class="tooltip" role="tooltip" id=id>
                <b>{origin.head}</b>
                <span>{origin.call}</span>
                <code>{origin.path}</code>
                {origin.range.map(|range| view! { <span>{range}</span> })}
            </span>
        </span>
    }
    .into_any()
}

#[component]
fn Unverified(id: String, text: String, problem: Option<String>) -> impl IntoView {
    let short = text.chars().count() < 24;
    let problem = problem.unwrap_or_else(|| "Nothing that a tool returned says so.".to_owned());
    view! {
        <span class="figure unverified" data-short=short.then_some("") tabindex="0" aria-describedby=id.clone()>
            <span class="unverified-figure">{text}</span>
            " "
            <span class="unverified-tag">"not verified"</span>
            <span class="tooltip" role="tooltip" id=id.clone()>
                {problem}
            </span>
        </span>
    }
    .into_any()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn values_are_told_in_brief() {
        let table = [
            (json!(0.339_805_825), Some("0.33981")),
            (json!(412), Some("412")),
            (json!(19.75), Some("19.75")),
            (json!(1_234_567.891), Some("1234568")),
            (json!("2026-01-16"), Some("“2026-01-16”")),
            (json!([1, 2]), None),
            (json!(0.0), Some("0")),
        ];
        for (value, want) in table {
            assert_eq!(brief(&value).as_deref(), want, "{value}");
        }
    }

    #[test]
    fn the_note_names_the_operation() {
        assert_eq!(how("rounded", Some("0.3398")), "Rounded from 0.3398");
        assert_eq!(how("average", None), "Worked out: average");
        assert_eq!(how("sum", Some("140")), "Worked out: sum, with 140");
    }
}
