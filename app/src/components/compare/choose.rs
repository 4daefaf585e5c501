//! The form for choosing the comparison. A plain form: it works without scripts, and its result has an address.

use leptos::prelude::*;

use crate::components::form::{self, chip};
use crate::model::sources::{CompareAsk, SourceBrief};
use crate::model::text::capital;
use crate::t;

/// What both sources have in common.
fn common(sources: &[SourceBrief], ask: &CompareAsk) -> (Vec<String>, Vec<(String, Vec<String>)>) {
    let find = |name: &str| sources.iter().find(|source| source.name == name);
    let (Some(a), Some(b)) = (find(&ask.a), find(&ask.b)) else { return (Vec::new(), Vec::new()) };
    let measures = a.measures.iter().filter(|name| b.measures.contains(name)).cloned().collect();
    let dimensions =
        a.dimensions.iter().filter(|(name, _)| b.dimensions.iter().any(|(other, _)| other == name)).cloned().collect();
    (measures, dimensions)
}

#[component]
pub fn Choose(sources: Vec<SourceBrief>, ask: CompareAsk) -> impl IntoView {
    let (measures, dimensions) = common(&sources, &ask);
    let names: Vec<String> = sources.iter().map(|source| source.name.clone()).collect();
    let by = dimensions
        .iter()
        .map(|(name, _)| chip("checkbox", "by", name.clone(), ask.by.contains(name), capital(&name.replace('_', " "))))
        .collect_view();
    let filters = dimensions
        .iter()
        .filter(|(_, values)| !values.is_empty())
        .map(|(name, values)| {
            let chosen = ask.filters.get(name).cloned().unwrap_or_default();
            let mut options = vec![(String::new(), t!("compare-all"))];
            options.extend(values.iter().map(|value| (value.clone(), value.clone())));
            view! { <Select name=format!("f.{name}") title=capital(&name.replace('_', " ")) options chosen /> }
        })
        .collect_view();
    let pick = |names: &[String]| names.iter().map(|name| (name.clone(), name.clone())).collect::<Vec<_>>();
    view! {
        <form class="compare-form" method="get" action="/compare">
            <div class="row">
                <Select name="a".to_owned() title=t!("compare-first") options=pick(&names) chosen=ask.a.clone() />
                <Select name="b".to_owned() title=t!("compare-second") options=pick(&names) chosen=ask.b.clone() />
                <Select name="measure".to_owned() title=t!("compare-measure") options=pick(&measures) chosen=ask.measure.clone() />
            </div>
            <fieldset class="row">
                <legend class="label">{t!("compare-by")}</legend>
                {by}
            </fieldset>
            <div class="row">{filters}</div>
            <button class="button" data-kind="primary">
                {t!("compare-submit")}
            </button>
        </form>
    }
    .into_any()
}

#[component]
fn Select(name: String, title: String, options: Vec<(String, String)>, chosen: String) -> impl IntoView {
    view! {
        <label class="field">
            <span class="label">{title}</span>
            <select name=name class="select">
                {form::options(options, &chosen)}
            </select>
        </label>
    }
}
