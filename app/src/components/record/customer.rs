//! A firm or a person that the desk looks after: what one wants to know before a call.

use leptos::prelude::*;

use super::{ask_link, fact, fact_or_none, facts, messages, to_record};
use crate::components::chart::Charts;
use crate::components::frame::icon::{Badge, Icon};
use crate::components::words;
use crate::model::answer::SourceKind;
use crate::model::number;
use crate::model::record::page::{CustomerPage, Health, OpenCase, Quote};
use crate::model::record::{Customer, Document};
use crate::model::text::capital;
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
    let CustomerPage {
        communications, cases, health, charts, open_cases, open, complaints, promises, documents, ..
    } = page;
    let run = c.id.clone();
    view! {
        <header class="page-head record-head">
            <p class="row small muted">
                <Icon name="person" />
                <span>"Customer"</span>
            </p>
            <h1>{c.name}</h1>
            <p>{ask}</p>
        </header>
        <div class="with-panel">
            <div class="stack record-parts">
                {health.map(|health| health_part(health, communications, cases))}
                {part(
                    "customer-cases",
                    format!("Open cases ({})", words::whole(open_cases)),
                    (!open.is_empty()).then(|| open_cases_part(open)),
                    "No open cases.",
                )}
                {(!charts.is_empty()).then(|| view! { <Charts run charts /> })}
                {part(
                    "customer-complaints",
                    "Latest complaints".to_owned(),
                    (!complaints.is_empty()).then(|| quotes(complaints)),
                    "No complaints.",
                )}
                {part(
                    "customer-promises",
                    "Promises".to_owned(),
                    (!promises.is_empty()).then(|| quotes(promises)),
                    "No promises found.",
                )}
                {part(
                    "customer-messages",
                    "Messages, newest first".to_owned(),
                    (!page.messages.is_empty()).then(|| messages(page.messages).into_any()),
                    "No messages.",
                )}
                {part(
                    "customer-documents",
                    "Related documents".to_owned(),
                    (!documents.is_empty()).then(|| documents_part(documents)),
                    "No documents about the products they mention.",
                )}
            </div>
            {facts(list, c.attributes)}
        </div>
    }
}

/// A part of the page, or in a sentence that there is nothing.
fn part(id: &'static str, title: String, content: Option<AnyView>, nothing: &'static str) -> impl IntoView {
    view! {
        <section class="record-part" aria-labelledby=id>
            <h2 id=id>{title}</h2>
            {content.unwrap_or_else(|| view! { <p class="muted">{nothing}</p> }.into_any())}
        </section>
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

fn open_cases_part(open: Vec<OpenCase>) -> AnyView {
    let rows = open
        .into_iter()
        .map(|OpenCase { case, late }| {
            let due =
                case.sla_deadline.map_or_else(|| "no deadline".to_owned(), |at| format!("due {}", time::full_time(at)));
            let status = capital(&words::plain_name(case.status.as_str()));
            view! {
                <li>
                    <span class="record-line-meta">
                        <Icon name="case" />
                        <span>{format!("{}, {}, {status}, {due}", case.id, case.priority)}</span>
                        {late.then(|| view! { <Badge tone="failure" icon="clock" text="past deadline" /> })}
                    </span>
                    <a href=to_record(SourceKind::Case, &case.id) data-noscroll>
                        {case.title}
                    </a>
                </li>
            }
        })
        .collect_view();
    view! { <ol class="record-lines">{rows}</ol> }.into_any()
}

fn quotes(list: Vec<Quote>) -> AnyView {
    let rows = list
        .into_iter()
        .map(|Quote { message, text }| {
            view! {
                <li>
                    <blockquote>{format!("“{text}”")}</blockquote>
                    <a href=to_record(SourceKind::Communication, &message.id) data-noscroll>
                        {format!("{}, {} by {}", time::full_date(message.day), message.kind, message.channel)}
                    </a>
                </li>
            }
        })
        .collect_view();
    view! { <ul class="record-quotes">{rows}</ul> }.into_any()
}

fn documents_part(list: Vec<Document>) -> AnyView {
    let rows = list
        .into_iter()
        .map(|d| {
            view! {
                <li>
                    <span class="record-line-meta">
                        <Icon name="doc" />
                        <span>{format!("{}, {}", capital(&words::plain_name(d.kind.as_str())), time::full_date(d.day))}</span>
                    </span>
                    <a href=to_record(SourceKind::Document, &d.id) data-noscroll>
                        {d.title}
                    </a>
                </li>
            }
        })
        .collect_view();
    view! { <ol class="record-lines">{rows}</ol> }.into_any()
}
