//! A firm or a person that the desk looks after: what one wants to know before a call.

use leptos::prelude::*;

use super::sheet::{self, part};
use super::{ask_link, fact, fact_or_none, facts, messages};
use crate::components::chart::Charts;
use crate::components::frame::icon::Icon;
use crate::components::words;
use crate::live;
use crate::model::number;
use crate::model::record::Customer;
use crate::model::record::page::{CustomerPage, Health};
use crate::model::time;

pub fn view(c: Customer, page: CustomerPage) -> impl IntoView {
    let list = vec![
        fact("Record", &c.id),
        fact("Tier", c.tier),
        fact("Segment", &c.segment),
        fact_or_none("Region", c.region.as_ref()),
        fact_or_none("Relationship manager", c.relationship_manager.as_ref()),
        fact_or_none("Customer since", c.since.map(time::full_date)),
        fact("SLA", format!("{} hours", c.tier.sla_hours())),
    ];
    let ask = ask_link(&c.id, &c.name, &format!("How healthy is {}?", c.name), "Ask about this customer");
    let CustomerPage { communications, cases, sheet, health, charts, messages: latest } = page;
    let (run, has_sheet) = (c.id.clone(), sheet.is_some().then_some(""));
    view! {
        <header class="page-head record-head">
            <p class="row small muted">
                <Icon name="person" />
                <span>"Customer"</span>
            </p>
            <h1>{c.name}</h1>
            <p class="row">
                {ask}
                <button class="button needs-scripts" data-kind="quiet" on:click=|_| live::print()>
                    "Print the call sheet"
                </button>
            </p>
        </header>
        <div class="with-panel" data-sheet=has_sheet>
            <div class="stack record-parts">
                {sheet.map(sheet::view)} {health.map(|health| health_part(health, communications, cases))}
                {(!charts.is_empty()).then(|| view! { <Charts run charts /> })}
                {part(
                    "customer-messages",
                    "Messages, newest first",
                    (!latest.is_empty()).then(|| messages(latest).into_any()),
                    "No messages.",
                )}
            </div>
            {facts(list, c.attributes)}
        </div>
    }
}

fn health_part(h: Health, communications: i64, cases: i64) -> impl IntoView {
    let score = h.score.map_or_else(|| "no score".to_owned(), |score| format!("{} of 100", number::exact(score)));
    let status = [h.status.clone(), h.trend.clone()].into_iter().flatten().collect::<Vec<_>>().join(", ");
    let mean = |value: Option<f64>| value.map_or_else(|| "none".to_owned(), words::signed);
    let rows = [
        ("Health", if status.is_empty() { score } else { format!("{score}, {status}") }),
        ("Average sentiment", format!("{} over {}", mean(h.average_score), words::count(h.judged, "message"))),
        ("Last 10 messages", lately(h.last_mean, h.previous_mean)),
        ("Communications", words::whole(communications)),
        ("Cases", words::whole(cases)),
        ("Open cases", open_and_overdue(h.open_cases, h.overdue_cases)),
        ("Cases that missed their SLA", words::whole(h.breached_cases)),
    ];
    let rows = rows
        .into_iter()
        .map(|(name, value)| {
            view! {
                <div>
                    <dt>{name}</dt>
                    <dd>{value}</dd>
                </div>
            }
        })
        .collect_view();
    let list = |items: Vec<String>| items.into_iter().map(|item| view! { <li>{item}</li> }).collect_view();
    let said: Vec<String> = h.risk_factors.into_iter().chain(h.positive_signals).collect();
    view! {
        <section class="record-part" aria-labelledby="customer-health">
            <h2 id="customer-health">"Health"</h2>
            <dl class="facts record-health">{rows}</dl>
            {(!said.is_empty()).then(|| view! { <ul class="record-said">{list(said)}</ul> })}
            {(!h.recommendations.is_empty())
                .then(|| {
                    view! {
                        <h3 class="label">"What to do"</h3>
                        <ul class="record-said">{list(h.recommendations)}</ul>
                    }
                })}
            <p class="small muted">{h.method}</p>
        </section>
    }
}

/// "+0.30, before that −0.10"; "+0.30" where there is nothing before it.
fn lately(last: Option<f64>, before: Option<f64>) -> String {
    match (last.map(words::signed), before.map(words::signed)) {
        (None, _) => "none".to_owned(),
        (Some(last), None) => last,
        (Some(last), Some(before)) => format!("{last}, before that {before}"),
    }
}

/// "3 (1 overdue)", "3", "none".
fn open_and_overdue(open: i64, overdue: i64) -> String {
    match (open, overdue) {
        (0, _) => "none".to_owned(),
        (_, 0) => words::whole(open),
        _ => format!("{} ({} overdue)", words::whole(open), words::whole(overdue)),
    }
}
