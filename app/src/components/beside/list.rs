//! The records of a figure as a table: sorted, filtered, paged, and as a file.

use leptos::prelude::*;
use leptos_router::NavigateOptions;
use leptos_router::hooks::use_navigate;

use super::{Open, SidePanel};
use crate::components::form::{on_query, options};
use crate::components::words;
use crate::model::run::figure::{FigureAt, Limit, ListView, ONLY, RecordList, RecordRow};
use crate::t;

#[component]
pub fn ListPart(list: RecordList, at: FigureAt, beside: SidePanel) -> impl IntoView {
    let noun = list.dataset.trim_end_matches('s').to_owned();
    let told = match list.told.filter(|told| *told != list.total) {
        Some(told) => t!("beside-records-changed", noun = noun, count = list.total, told = told),
        None => t!("beside-records", noun = noun, count = list.total),
    };
    let files = file_links(&at, &list.view);
    let empty = list.rows.is_empty();
    view! {
        <p class="beside-said">
            {t!("beside-counted")} " " <b>{list.said.clone()}</b>
        </p>
        <p class="row beside-told">
            <strong>{told}</strong>
            {files}
        </p>
        <Look list=list.clone() at=at.clone() beside />
        {if empty {
            view! { <p class="muted">{t!("beside-none")}</p> }.into_any()
        } else {
            view! {
                <Rows columns=list.columns.clone() rows=list.rows.clone() beside />
                <Pages list at beside />
            }
                .into_any()
        }}
    }
    .into_any()
}

/// Links to a list's file, as CSV and as a workbook.
pub fn file_links(at: &FigureAt, view: &ListView) -> impl IntoView + use<> {
    let (csv, xlsx) = (file_href(at, view, "csv"), file_href(at, view, "xlsx"));
    view! {
        <a href=csv rel="external" download>
            {t!("answer-export")}
        </a>
        <a href=xlsx rel="external" download>
            {t!("answer-export-xlsx")}
        </a>
    }
}

fn file_href(at: &FigureAt, view: &ListView, ending: &str) -> String {
    let view = ListView { page: 1, all: false, ..view.clone() };
    let mut fields = vec![("call".to_owned(), at.call.clone()), ("path".to_owned(), at.path.clone())];
    fields.extend(view.pairs());
    let fields: Vec<String> = fields.iter().map(|(name, value)| format!("{name}={}", words::segment(value))).collect();
    format!("/api/research/runs/{}/records.{ending}?{}", words::segment(&at.run), fields.join("&"))
}

/// Order and filter: a form, so that it works without scripts; with them a choice applies at once.
#[component]
fn Look(list: RecordList, at: FigureAt, beside: SidePanel) -> impl IntoView {
    let navigate = use_navigate();
    let path = beside.session.with_value(|session| format!("/c/{}", words::segment(session)));
    let action = path.clone();
    let look = Callback::new(move |query: String| {
        navigate(&format!("{path}?{query}"), NavigateOptions { scroll: false, ..NavigateOptions::default() });
    });
    let (changed, submitted) = on_query(look);
    let RecordList { view, orders, limits, .. } = list;
    let kept = beside.about.with_untracked(|scope| scope.as_ref().map(|s| s.pairs()).unwrap_or_default());
    let kept = kept.into_iter().map(|(name, value)| view! { <input type="hidden" name=name value=value /> });
    let kept = kept.collect_view();
    let clear = view.is_narrowed().then(|| {
        let href = beside.href(&Open {
            figure: Some(at.clone()),
            view: ListView { sort: view.sort.clone(), ..ListView::default() },
            record: None,
            ..beside.open.get_untracked()
        });
        view! {
            <a href=href data-noscroll>
                {t!("beside-clear")}
            </a>
        }
    });
    let chosen = view.only.clone();
    let limits = limits.into_iter().map(|limit| limit_view(limit, &chosen)).collect_view();
    view! {
        <form
            class="beside-look"
            method="get"
            action=action
            on:submit=submitted
            on:change=changed
        >
            {kept}
            <input type="hidden" name="figure" value=at.to_string() />
            <label>
                <span class="sr-only">{t!("beside-order")}</span>
                <select class="input" name="sort">
                    {options(orders, &view.sort)}
                </select>
            </label>
            {limits}
            <label>
                <span class="sr-only">{t!("beside-find")}</span>
                <input
                    class="input"
                    type="search"
                    name="find"
                    value=view.find.clone()
                    placeholder=t!("beside-find-hint")
                    maxlength="200"
                />
            </label>
            <button class="button" data-size="small">
                {t!("beside-show")}
            </button>
            {clear}
        </form>
    }
    .into_any()
}

fn limit_view(limit: Limit, chosen: &[(String, String)]) -> impl IntoView + use<> {
    let Limit { column, title, values } = limit;
    let now = chosen.iter().find(|(name, _)| *name == column).map(|(_, value)| value.clone()).unwrap_or_default();
    let any = (String::new(), t!("beside-any", title = title.as_str()));
    let values = values.into_iter().map(|value| (value.clone(), words::plain_name(&value)));
    let all = [any].into_iter().chain(values).collect();
    view! {
        <label>
            <span class="sr-only">{title}</span>
            <select class="input" name=format!("{ONLY}{column}")>
                {options(all, &now)}
            </select>
        </label>
    }
}

#[component]
fn Rows(columns: Vec<String>, rows: Vec<RecordRow>, beside: SidePanel) -> impl IntoView {
    let heads = columns.iter().map(|name| view! { <th scope="col">{name.clone()}</th> }).collect_view();
    let lines = rows
        .into_iter()
        .map(|row| {
            let RecordRow { kind, id, cells } = row;
            let mut cells = cells.into_iter();
            let first = cells.next().unwrap_or_default();
            let rest = cells
                .map(|cell| {
                    let long = (cell.chars().count() > 40).then_some("long");
                    view! { <td data-fit=long>{cell}</td> }
                })
                .collect_view();
            view! {
                <tr>
                    <th scope="row">
                        {match kind {
                            Some(kind) => view! {
                                <a href=move || beside.record(kind, &id) data-noscroll>
                                    {first}
                                </a>
                            }
                                .into_any(),
                            None => first.into_any(),
                        }}
                    </th>
                    {rest}
                </tr>
            }
        })
        .collect_view();
    view! {
        <div class="scroll" tabindex="0" role="region" aria-labelledby="beside-title">
            <table class="table beside-table" aria-labelledby="beside-title">
                <thead>
                    <tr>{heads}</tr>
                </thead>
                <tbody>{lines}</tbody>
            </table>
        </div>
    }
    .into_any()
}

#[component]
fn Pages(list: RecordList, at: FigureAt, beside: SidePanel) -> impl IntoView {
    let (page, pages, found) = (list.view.page, list.pages(), list.found);
    let first = (page - 1) * list.size + 1;
    let last = first + list.rows.len().saturating_sub(1);
    let to = |view: ListView| {
        beside.href(&Open { figure: Some(at.clone()), view, record: None, ..beside.open.get_untracked() })
    };
    let link = |page: usize, text: String| {
        let href = to(ListView { page, ..list.view.clone() });
        view! {
            <a href=href data-noscroll>
                {text}
            </a>
        }
    };
    let all = (pages > 1 && !list.view.all && found <= list.most as i64).then(|| {
        let href = to(ListView { page: 1, all: true, ..list.view.clone() });
        view! {
            <a href=href data-noscroll>
                {t!("beside-show-all", count = found)}
            </a>
        }
    });
    view! {
        <nav class="row beside-pages" aria-label=t!("beside-pages")>
            <span>{t!("beside-range", first = first, last = last, count = found)}</span>
            {(page > 1).then(|| link(page - 1, t!("beside-previous")))}
            {(page < pages).then(|| link(page + 1, t!("beside-next")))}
            {all}
        </nav>
    }
    .into_any()
}
