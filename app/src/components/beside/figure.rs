//! An opened figure: its meaning, the records it counts, and its result.

use leptos::prelude::*;
use serde_json::Value;

use super::SidePanel;
use super::list::ListPart;
use super::tree::Tree;
use crate::components::answer::value;
use crate::components::section::entry;
use crate::model::run::figure::FigurePage;
use crate::model::text::capital;
use crate::t;

#[component]
pub fn FigurePart(page: FigurePage, beside: SidePanel) -> impl IntoView {
    let FigurePage { at, name, from, records, result } = page;
    let parts = records.is_none().then(|| parts(&result, &at.path));
    let method = records.is_none().then(|| result.get("method").and_then(Value::as_str).map(str::to_owned)).flatten();
    let path = at.path.clone();
    view! {
        <header class="beside-head">
            <h2 id="beside-title">{name}</h2>
            <p>{from}</p>
        </header>
        {records.map(|list| view! { <ListPart list at beside /> })}
        {parts
            .map(|parts| {
                view! {
                    <p>{t!("beside-no-records")}</p>
                    <dl class="facts">
                        {parts.into_iter().map(|(name, text)| entry(name, text)).collect_view()}
                    </dl>
                }
            })}
        {method.map(|method| view! { <p class="small muted">{method}</p> })}
        <details class="beside-result">
            <summary>{t!("beside-whole-result")}</summary>
            <Tree result path />
        </details>
    }
    .into_any()
}

/// The plain values beside a figure: its operands.
fn parts(result: &Value, path: &str) -> Vec<(String, String)> {
    let own = result.pointer(path).filter(|value| value.is_object());
    let around = path.rsplit_once('/').and_then(|(outer, _)| result.pointer(outer)).filter(|value| value.is_object());
    let Some(map) = own.or(around).and_then(Value::as_object) else { return Vec::new() };
    let plain = map.iter().filter(|(name, value)| *name != "method" && !value.is_object() && !value.is_null());
    plain
        .filter(|(_, value)| !value.as_array().is_some_and(|list| list.iter().any(|v| v.is_object() || v.is_array())))
        .map(|(name, value)| (capital(&value::field_name(name)), value::cell_text(name, value)))
        .filter(|(_, text)| !text.is_empty())
        .collect()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::parts;

    #[test]
    fn a_figure_without_records_shows_what_it_is_made_of() {
        let result =
            json!({ "riskScore": 62, "negativeShare": 0.31, "atRisk": [{ "id": 1 }], "method": "So.", "range": {} });
        let want = [("Negative share", "31%"), ("Risk score", "62")];
        let found = parts(&result, "/riskScore");
        assert_eq!(found.iter().map(|(a, b)| (a.as_str(), b.as_str())).collect::<Vec<_>>(), want);
        assert_eq!(parts(&result, "/range"), []);
    }
}
