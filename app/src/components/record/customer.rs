//! A customer, firm or person: what to know before a call.

use leptos::prelude::*;

use super::sheet::{self, part};
use super::{ask_link, fact, fact_or_none, facts, messages};
use crate::components::chart::Charts;
use crate::components::frame::icon::Icon;
use crate::components::section::entry;
use crate::components::words;
use crate::live;
use crate::model::record::Customer;
use crate::model::record::page::{CustomerPage, Health};
use crate::{i18n, t};

pub fn view(c: Customer, page: CustomerPage) -> impl IntoView {
    let list = vec![
        fact(t!("record"), &c.id),
        fact(t!("record-tier"), t!("record-tier-name", tier = c.tier.as_str())),
        fact(t!("record-segment"), &c.segment),
        fact_or_none(t!("record-region"), c.region.as_ref()),
        fact_or_none(t!("record-manager"), c.relationship_manager.as_ref()),
        fact_or_none(t!("record-since"), c.since.map(i18n::full_date)),
        fact(t!("record-sla"), t!("record-sla-hours", count = c.tier.sla_hours())),
    ];
    let ask = ask_link(&c.id, &c.name, &format!("How healthy is {}?", c.name), t!("record-ask-customer"));
    let CustomerPage { communications, cases, sheet, health, charts, messages: latest } = page;
    let (run, has_sheet) = (c.id.clone(), sheet.is_some().then_some(""));
    view! {
        <header class="page-head record-head">
            <p class="row small muted">
                <Icon name="person" />
                <span>{t!("record-customer")}</span>
            </p>
            <h1>{c.name}</h1>
            <p class="row">
                {ask}
                <button class="button needs-scripts" data-kind="quiet" on:click=|_| live::print()>
                    {t!("record-print")}
                </button>
            </p>
        </header>
        <div class="with-panel" data-sheet=has_sheet>
            <div class="stack record-parts">
                {sheet.map(sheet::view)} {health.map(|health| health_part(health, communications, cases))}
                {(!charts.is_empty()).then(|| view! { <Charts run charts /> })}
                {part(
                    "customer-messages",
                    t!("record-messages"),
                    (!latest.is_empty()).then(|| messages(latest).into_any()),
                    t!("record-messages-none"),
                )}
            </div>
            {facts(list, c.attributes)}
        </div>
    }
}

fn health_part(h: Health, communications: i64, cases: i64) -> impl IntoView {
    let score = h.score.map_or_else(|| t!("record-health-none"), |score| t!("record-health-score", score = score));
    let status = [h.status.clone(), h.trend.clone()].into_iter().flatten().collect::<Vec<_>>().join(", ");
    let mean = |value: Option<f64>| value.map_or_else(|| t!("record-none"), words::signed);
    let rows = [
        (t!("record-health"), if status.is_empty() { score } else { format!("{score}, {status}") }),
        (t!("record-average"), t!("record-average-over", mean = mean(h.average_score), count = h.judged)),
        (t!("record-last-messages"), lately(h.last_mean, h.previous_mean)),
        (t!("record-communications"), i18n::whole(communications)),
        (t!("record-cases"), i18n::whole(cases)),
        (t!("record-open-cases"), open_and_overdue(h.open_cases, h.overdue_cases)),
        (t!("record-missed-cases"), i18n::whole(h.breached_cases)),
    ];
    let rows = rows.into_iter().map(|(name, value)| entry(name, value)).collect_view();
    let list = |items: Vec<String>| items.into_iter().map(|item| view! { <li>{item}</li> }).collect_view();
    let said: Vec<String> = h.risk_factors.into_iter().chain(h.positive_signals).collect();
    view! {
        <section class="record-part" aria-labelledby="customer-health">
            <h2 id="customer-health">{t!("record-health")}</h2>
            <dl class="facts record-health">{rows}</dl>
            {(!said.is_empty()).then(|| view! { <ul class="record-said">{list(said)}</ul> })}
            {(!h.recommendations.is_empty())
                .then(|| {
                    view! {
                        <h3 class="label">{t!("record-what-to-do")}</h3>
                        <ul class="record-said">{list(h.recommendations)}</ul>
                    }
                })}
            <p class="small muted">{h.method}</p>
        </section>
    }
}

/// "+0.30, before that −0.10"; "+0.30" without an earlier value.
fn lately(last: Option<f64>, before: Option<f64>) -> String {
    match (last.map(words::signed), before.map(words::signed)) {
        (None, _) => t!("record-none"),
        (Some(last), None) => last,
        (Some(last), Some(before)) => t!("record-lately", last = last, before = before),
    }
}

/// "3 (1 overdue)", "3", "none".
fn open_and_overdue(open: i64, overdue: i64) -> String {
    match (open, overdue) {
        (0, _) => t!("record-none"),
        (_, 0) => i18n::whole(open),
        _ => t!("record-open-overdue", open = open, overdue = overdue),
    }
}
