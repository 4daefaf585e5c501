//! What waits for whoever opens the desk: lists of records that open beside, each with its question; for a newcomer, what
//! this is and where to begin.

use leptos::prelude::*;

use super::composer::Asking;
use crate::components::beside::{SidePanel, record_link, record_mark};
use crate::components::frame::icon::Badge;
use crate::components::words;
use crate::model::number;
use crate::model::session::DeskInfo;
use crate::model::session::home::{Home, HomeList, HomeRow, Pin};
use crate::model::time;

/// What this is, whose data, how much; and what others have asked.
#[component]
pub fn Newcomer(home: Home, info: DeskInfo) -> impl IntoView {
    let Home { whose, recorded, newcomer, .. } = home;
    if !newcomer {
        return ().into_any();
    }
    let to = info.as_of.map(|day| format!(", to {}", time::full_date(day))).unwrap_or_default();
    let much = [
        words::count(info.customers, "customer"),
        words::count(info.communications, "message"),
        words::count(info.cases, "case"),
    ];
    let recorded = (!recorded.is_empty()).then(|| {
        let links = recorded.into_iter().map(|item| {
            view! {
                <li>
                    <a href=format!("/c/{}", words::segment(&item.id))>{item.title}</a>
                </li>
            }
        });
        view! {
            <h2 class="label">"Answered with a model, to be read"</h2>
            <ul class="home-recorded">{links.collect_view()}</ul>
        }
    });
    view! {
        <section class="home-new" aria-label="What this is">
            <p>
                "Ask in plain English about customers, what they write and what is open. The data: " {whose} ", "
                {much.join(", ")} {to} "."
            </p>
            {recorded}
        </section>
    }
    .into_any()
}

/// What was pinned: the figure, and what changed since its owner looked.
#[component]
pub fn Pins(pins: Vec<Pin>) -> impl IntoView {
    if pins.is_empty() {
        return ().into_any();
    }
    view! {
        <section class="home-pins" aria-labelledby="pins">
            <h2 class="label" id="pins">"Pinned"</h2>
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
            let parts: Vec<String> =
                why.iter().map(|(topic, n)| format!("{topic} {}", number::signed(*n as f64))).collect();
            let why = if parts.is_empty() { String::new() } else { format!(": {}", parts.join(", ")) };
            Some(format!("{} since {} ({before}){why}", number::signed(change), time::short_date(time::day_of(at))))
        }
        (None, Some((_, at))) => Some(format!("Unchanged since {}", time::short_date(time::day_of(at)))),
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

/// The lists. Each row leads to its record, and asks its question.
#[component]
pub fn HomeLists(lists: Vec<HomeList>, asking: Asking) -> impl IntoView {
    let lists = lists.into_iter().enumerate().map(|(i, list)| {
        let HomeList { title, total, all, rows } = list;
        let id = format!("home-{i}");
        let (all, labelled) = (all.map(|question| ask("All of them", question, asking)), id.clone());
        view! {
            <section class="home-list" aria-labelledby=labelled>
                <h2 class="row" id=id>
                    {title} " " <span class="count">{words::whole(total)}</span>
                </h2>
                <ol>{rows.into_iter().map(|it| row(it, asking)).collect_view()}</ol>
                {all}
            </section>
        }
    });
    view! { <form class="home" method="post" action="/desk/ask">{lists.collect_view()}</form> }.into_any()
}

fn row(row: HomeRow, asking: Asking) -> impl IntoView {
    let HomeRow { kind, id, customer, text, mark, late, question } = row;
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
            {ask("Call sheet", question, asking)}
        </li>
    }
}

/// A button that asks; the form of the lists sends it where no scripts run.
fn ask(label: &'static str, question: String, asking: Asking) -> impl IntoView {
    let (name, asked) = (format!("{label}: {question}"), question.clone());
    let click = move |event: leptos::ev::MouseEvent| {
        event.prevent_default();
        if !asking.busy.get_untracked() {
            asking.ask.run(asked.clone());
        }
    };
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
