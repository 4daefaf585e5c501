//! Settings, audit: who asked, opened, exported, decided and changed what. For admins.

use leptos::prelude::*;
use leptos_router::hooks::use_query_map;
use leptos_router::params::ParamsMap;

use crate::api::audit::get_audit_log;
use crate::components::chart::table::{Column, region};
use crate::components::form::{SelectField, TextField};
use crate::components::section::pager;
use crate::components::words::segment;
use crate::load::load;
use crate::model::account::Action;
use crate::model::account::audit::{AUDIT_PAGE, AuditFilter, AuditLine, AuditPage as Lines};
use crate::pages::{Page, fetched};
use crate::{i18n, id, t};

/// Parses the filter from the address. Invalid fields are ignored.
fn from_query(query: &ParamsMap) -> AuditFilter {
    let text = |name: &str| query.get(name).map(|v| v.trim().to_owned()).filter(|v| !v.is_empty());
    AuditFilter {
        who: text("who"),
        action: text("action").and_then(|v| v.parse().ok()),
        what: text("what"),
        from: text("from").and_then(|v| v.parse().ok()),
        to: text("to").and_then(|v| v.parse().ok()),
        offset: text("offset").and_then(|v| v.parse().ok()).filter(|n: &i64| *n > 0),
        limit: None,
    }
}

/// Serialises the filter, with the question mark; empty if there is none.
fn to_query(filter: &AuditFilter) -> String {
    let fields = [
        ("who", filter.who.clone()),
        ("action", filter.action.map(|a| a.to_string())),
        ("what", filter.what.clone()),
        ("from", filter.from.map(|d| d.to_string())),
        ("to", filter.to.map(|d| d.to_string())),
        ("offset", filter.offset.map(|n| n.to_string())),
    ];
    let parts: Vec<String> =
        fields.into_iter().filter_map(|(name, value)| Some(format!("{name}={}", segment(&value?)))).collect();
    if parts.is_empty() { String::new() } else { format!("?{}", parts.join("&")) }
}

#[component]
pub fn AuditPage() -> impl IntoView {
    let params = use_query_map();
    let filter = Memo::new(move |_| params.with(from_query));
    let lines = load(move || filter.get(), get_audit_log);
    view! {
        <Page
            class="page settings"
            title=t!("settings-audit-log")
            about=t!("settings-audit-about")
            settings="/settings/audit"
        >
            {move || view! { <Filters filter=filter.get() /> }}
            {fetched(
                t!("settings-audit-loading"),
                lines,
                move |page| view! { <List page filter=filter.get_untracked() /> }.into_any(),
            )}
        </Page>
    }
    .into_any()
}

/// A plain form: it puts the filter into the address.
#[component]
fn Filters(filter: AuditFilter) -> impl IntoView {
    let query = to_query(&AuditFilter { offset: None, ..filter.clone() });
    let (csv, xlsx) = (format!("/api/audit.csv{query}"), format!("/api/audit.xlsx{query}"));
    let day = |day: Option<chrono::NaiveDate>| day.map(|d| d.to_string()).unwrap_or_default();
    let named = |action: &Action| (action.to_string(), t!("settings-audit-action", action = action.as_str()));
    let actions =
        [(String::new(), t!("settings-audit-any"))].into_iter().chain(Action::ALL.iter().map(named)).collect();
    let action = filter.action.map(|action| action.to_string()).unwrap_or_default();
    view! {
        <form
            class="toolbar"
            role="search"
            aria-label=t!("settings-audit-filters")
            method="get"
            action="/settings/audit"
        >
            <Input name="who" label=t!("settings-audit-person") kind="text" value=filter.who.clone().unwrap_or_default() />
            <SelectField id="audit-action" label=t!("settings-audit-did") name="action" all=actions chosen=action />
            <Input name="what" label=t!("settings-audit-what") kind="wide" value=filter.what.clone().unwrap_or_default() />
            <Input name="from" label=t!("settings-audit-from") kind="date" value=day(filter.from) />
            <Input name="to" label=t!("settings-audit-to") kind="date" value=day(filter.to) />
            <button class="button" data-size="small">
                {t!("settings-audit-filter")}
            </button>
            <a class="button" data-size="small" href=csv rel="external" download="audit.csv">
                {t!("answer-export")}
            </a>
            <a class="button" data-size="small" href=xlsx rel="external" download="audit.xlsx">
                {t!("answer-export-xlsx")}
            </a>
        </form>
    }
    .into_any()
}

#[component]
fn Input(
    name: &'static str,
    label: String,
    /// "date", or the width of a text field.
    kind: &'static str,
    value: String,
) -> impl IntoView {
    let sort = if kind == "date" { "date" } else { "text" };
    view! { <TextField id=format!("audit-{name}") label name width=kind kind=sort value /> }
}

#[component]
fn List(page: Lines, filter: AuditFilter) -> impl IntoView {
    let Lines { entries, total } = page;
    let offset = filter.offset.unwrap_or(0);
    if entries.is_empty() {
        return view! {
            <div class="empty" data-size="small">
                <p>{t!("settings-audit-none")}</p>
                <a class="button" data-size="small" href="/settings/audit" rel="external">
                    {t!("settings-audit-clear")}
                </a>
            </div>
        }
        .into_any();
    }
    let shown = i64::try_from(entries.len()).unwrap_or(i64::MAX);
    let told = if total > shown {
        t!("settings-audit-range", from = offset + 1, to = offset + shown, count = total)
    } else {
        t!("settings-audit-lines", count = total)
    };
    let at = |to: i64| {
        let filter = AuditFilter { offset: Some(to).filter(|n| *n > 0), ..filter.clone() };
        format!("/settings/audit{}", to_query(&filter))
    };
    let before = (offset > 0).then(|| (at((offset - AUDIT_PAGE).max(0)), t!("settings-audit-newer")));
    let after = (offset + shown < total).then(|| (at(offset + AUDIT_PAGE), t!("settings-audit-older")));
    let columns = [
        id!("settings-audit-time"),
        id!("settings-audit-person"),
        id!("settings-audit-did"),
        id!("settings-audit-what"),
        id!("settings-audit-detail"),
        id!("settings-audit-address"),
    ];
    let columns = columns.map(|id| Column::words(&t!(id)));
    let rows = entries.into_iter().map(|line| view! { <Line line /> }).collect_view().into_any();
    view! {
        <p class="muted small">{told}</p>
        {region(&t!("settings-audit-log"), "audit-table", Some(t!("settings-audit-newest")), columns, rows)}
        {pager(t!("settings-audit-pages"), before, after)}
    }
    .into_any()
}

#[component]
fn Line(line: AuditLine) -> impl IntoView {
    let AuditLine { entry, href } = line;
    let what = entry.what.replacen(':', " ", 1);
    let what = match href {
        Some(href) => view! { <a href=href>{what}</a> }.into_any(),
        None => what.into_any(),
    };
    // The address, the channel and the token, as stored.
    let from: Vec<String> = [entry.address, entry.channel, entry.token].into_iter().flatten().collect();
    view! {
        <tr>
            <td class="nowrap">{i18n::full_time(entry.at)}</td>
            <td>{entry.who}</td>
            <td class="nowrap">{t!("settings-audit-action", action = entry.action.as_str())}</td>
            <td class="audit-what">{what}</td>
            <td class="audit-detail">{entry.detail}</td>
            <td class="nowrap">{from.join(" · ")}</td>
        </tr>
    }
    .into_any()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_address_keeps_what_fits() {
        let query = |pairs: &[(&str, &str)]| -> ParamsMap {
            pairs.iter().map(|(k, v)| ((*k).to_owned(), (*v).to_owned())).collect()
        };
        let filter =
            from_query(&query(&[("who", "ann b"), ("action", "decided"), ("from", "2026-01-02"), ("offset", "50")]));
        assert_eq!(to_query(&filter), "?who=ann%20b&action=decided&from=2026-01-02&offset=50");
        assert_eq!(
            from_query(&query(&[("who", " "), ("action", "danced"), ("to", "x"), ("offset", "-1")])),
            AuditFilter::default()
        );
    }
}
