//! What awaits the desk's user: lists of records that open beside, each with its question; for newcomers, an
//! introduction.

use leptos::prelude::*;

use super::composer::Asking;
use crate::components::beside::{SidePanel, record_link, record_mark};
use crate::components::frame::icon::Badge;
use crate::components::words;
use crate::model::session::DeskInfo;
use crate::model::session::home::{Home, HomeList, HomeListKind, HomeMark, HomeRow, Pin};
use crate::model::time;
use crate::{i18n, t};

/// What this is, whose data, how much; and what others have asked.
#[component]
pub fn Newcomer(home: Home, info: DeskInfo) -> impl IntoView {
    let Home { sources, recorded, newcomer, .. } = home;
    if !newcomer {
        return ().into_any();
    }
    let whose = whose(&sources);
    let much = [
        t!("customers", count = info.customers),
        t!("messages", count = info.communications),
        t!("cases", count = info.cases),
    ];
    let much = much.join(", ");
    let about = match info.as_of {
        Some(day) => t!("desk-newcomer-to", whose = whose, much = much, date = i18n::full_date(day)),
        None => t!("desk-newcomer", whose = whose, much = much),
    };
    let recorded = (!recorded.is_empty()).then(|| {
        let links = recorded.into_iter().map(|item| {
            view! {
                <li>
                    <a href=format!("/c/{}", words::segment(&item.id))>{item.title}</a>
                </li>
            }
        });
        view! {
            <h2 class="label">{t!("desk-recorded-list")}</h2>
            <ul class="home-recorded">{links.collect_view()}</ul>
        }
    });
    view! {
        <section class="home-new" aria-label=t!("desk-what-this-is")>
            <p>{about}</p>
            {recorded}
        </section>
    }
    .into_any()
}

/// "a made-up bank, to try the desk with", "imported from cfpb".
pub fn whose(sources: &[String]) -> String {
    match sources {
        [only] if only == "demo" => t!("desk-data-demo"),
        [] => t!("desk-data-none"),
        names => t!("desk-data-imported", names = names.join(", ")),
    }
}

/// Pinned figures, with the changes since their owner looked.
#[component]
pub fn Pins(pins: Vec<Pin>) -> impl IntoView {
    if pins.is_empty() {
        return ().into_any();
    }
    view! {
        <section class="home-pins" aria-labelledby="pins">
            <h2 class="label" id="pins">{t!("pinned")}</h2>
            <ul>{pins.into_iter().map(tile).collect_view()}</ul>
        </section>
    }
    .into_any()
}

fn tile(pin: Pin) -> impl IntoView {
    let Pin { session, question, says, figure, before, change, why } = pin;
    let page = format!("/c/{}", words::segment(&session));
    let figure = figure.map(|(text, at)| {
        let href = format!("{page}?figure={}", words::segment(&at.to_string()));
        view! {
            <p class="home-figure">
                <a href=href>{text}</a>
            </p>
        }
    });
    let changed = match (change, before) {
        (Some(change), Some((before, at))) => {
            let why: Vec<String> = why.iter().map(|(topic, n)| format!("{topic} {}", signed(*n as f64))).collect();
            let (change, date) = (signed(change), i18n::short_date(time::day_of(at)));
            Some(match why.is_empty() {
                true => t!("desk-changed", change = change, date = date, before = before),
                false => t!("desk-changed-why", change = change, date = date, before = before, why = why.join(", ")),
            })
        }
        (None, Some((_, at))) => Some(t!("desk-unchanged", date = i18n::short_date(time::day_of(at)))),
        _ => None,
    };
    view! {
        <li>
            <a href=page>{question}</a>
            {figure}
            <p class="small">{says}</p>
            {changed.map(|changed| view! { <p class="small home-changed">{changed}</p> })}
        </li>
    }
}

/// "+12", "−3", "0".
fn signed(value: f64) -> String {
    format!("{}{}", if value > 0.0 { "+" } else { "" }, i18n::locale().exact(value))
}

/// The lists. Each row links to its record, and asks its question.
#[component]
pub fn HomeLists(lists: Vec<HomeList>, asking: Asking) -> impl IntoView {
    let lists = lists.into_iter().enumerate().map(|(i, list)| {
        let HomeList { kind, total, all, rows } = list;
        let id = format!("home-{i}");
        let (all, labelled) = (all.map(|question| ask(t!("desk-all-of-them"), question, asking)), id.clone());
        view! {
            <section class="home-list" aria-labelledby=labelled>
                <h2 class="row" id=id>
                    {title(&kind)} " " <span class="count">{i18n::whole(total)}</span>
                </h2>
                <ol>{rows.into_iter().map(|it| row(it, asking)).collect_view()}</ol>
                {all}
            </section>
        }
    });
    view! { <form class="home" method="post" action="/desk/ask">{lists.collect_view()}</form> }.into_any()
}

/// The name of a list.
pub fn title(kind: &HomeListKind) -> String {
    match kind {
        HomeListKind::Due => t!("home-due"),
        HomeListKind::MoodFell => t!("home-mood-fell"),
        HomeListKind::Wrote { since } => t!("home-wrote", date = i18n::short_date(*since)),
        HomeListKind::Promised => t!("home-promised"),
    }
}

/// The text of a row.
pub fn text(row: &HomeRow) -> String {
    match row.mark {
        HomeMark::Mood { messages, .. } => t!("messages", count = messages),
        _ => row.text.clone(),
    }
}

/// Why a row is in its list.
pub fn mark(mark: &HomeMark) -> String {
    match mark {
        HomeMark::Deadline { days_overdue, days_left } => words::due(*days_overdue, *days_left).unwrap_or_default(),
        HomeMark::Mood { now, before, .. } => {
            t!("home-mood", now = words::signed(*now), before = words::signed(*before))
        }
        HomeMark::PromisedBy { date } => t!("record-due", date = i18n::short_date(*date)),
        HomeMark::Written { date } => i18n::short_date(*date),
    }
}

fn row(row: HomeRow, asking: Asking) -> impl IntoView {
    let (text, mark) = (text(&row), mark(&row.mark));
    let HomeRow { kind, id, customer, late, question, .. } = row;
    let beside = SidePanel::here();
    let opens = record_mark(kind, &id);
    let tone = if late { "failure" } else { "neutral" };
    let icon = if late { "warn" } else { "clock" };
    let href = move || record_link(beside, kind, &id);
    view! {
        <li>
            <a href=href data-opens=opens data-noscroll>
                <b>{customer}</b>
                <span>{text}</span>
            </a>
            <Badge tone icon text=mark />
            {ask(t!("desk-call-sheet"), question, asking)}
        </li>
    }
}

/// A button that asks; without scripts, the lists' form submits it.
fn ask(label: String, question: String, asking: Asking) -> impl IntoView {
    let (name, click) = (format!("{label}: {question}"), asking.click(question.clone()));
    view! {
        <button
            class="button"
            data-kind="quiet"
            data-size="small"
            name="query"
            value=question
            aria-label=name
            on:click=click
        >
            {label}
        </button>
    }
}
