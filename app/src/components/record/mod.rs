//! One record on its page: its customer, its verbatim text, and all its recorded fields.

mod case;
mod communication;
mod customer;
mod document;
mod sheet;

use leptos::prelude::*;

use crate::components::answer::evidence::source_icon;
use crate::components::beside::{SidePanel, record_link};
use crate::components::desk::about;
use crate::components::frame::icon::{Icon, SentimentBadge};
use crate::components::words;
use crate::model::answer::SourceKind;
use crate::model::record::page::Record;
use crate::model::record::{Attributes, Communication, Customer};
use crate::model::run::Scope;
use crate::model::text::capital;
use crate::{i18n, t};

#[component]
pub fn RecordView(record: Record) -> impl IntoView {
    match record {
        Record::Communication { communication, customer, case, thread } => {
            communication::view(*communication, customer.as_ref(), case.map(|case| *case), thread)
        }
        Record::Case { case, customer, notes, messages, breached } => {
            case::view(*case, customer.as_ref(), notes, messages, breached)
        }
        Record::Document { document } => document::view(document),
        Record::Customer { customer, page } => customer::view(customer, *page).into_any(),
    }
}

/// The name of a record: the page's title.
pub fn title(record: &Record) -> String {
    match record {
        Record::Communication { communication: c, .. } => {
            c.subject.clone().filter(|s| !s.is_empty()).unwrap_or_else(|| c.id.clone())
        }
        Record::Case { case, .. } => case.title.clone(),
        Record::Document { document } => document.title.clone(),
        Record::Customer { customer, .. } => customer.name.clone(),
    }
}

/// A fact: its name, and a value with an optional link.
struct Fact {
    name: String,
    value: String,
    href: Option<String>,
}

fn fact(name: String, value: impl ToString) -> Option<Fact> {
    let value = value.to_string();
    (!value.is_empty()).then_some(Fact { name, value, href: None })
}

fn fact_or_none(name: String, value: Option<impl ToString>) -> Option<Fact> {
    value.and_then(|v| fact(name, v))
}

/// The customer as a fact linked to the customer's page.
fn customer_fact(id: &str, customer: Option<&Customer>) -> Option<Fact> {
    let value = customer
        .map_or_else(|| id.to_owned(), |c| format!("{}, {}", c.name, t!("record-tier-name", tier = c.tier.as_str())));
    (!id.is_empty()).then(|| Fact {
        name: t!("record-customer"),
        value,
        href: Some(to_record(SourceKind::Customer, id)),
    })
}

/// The URL of a record: beside the answer if this one is open there as well.
fn to_record(kind: SourceKind, id: &str) -> String {
    record_link(SidePanel::here(), kind, id)
}

/// A link to a question about a customer: it fills the question box, to be changed and asked.
fn ask_link(customer: &str, name: &str, question: &str, label: String) -> AnyView {
    let scope = Scope { customer_id: Some(customer.to_owned()), name: Some(name.to_owned()), ..Scope::default() };
    let href = format!("{}&ask={}", about::href("", Some(&scope)), words::segment(question));
    view! {
        <a class="button record-ask" href=href>
            {label}
        </a>
    }
    .into_any()
}

/// Messages as a list: day, channel, sentiment, and the beginning of each.
fn messages(list: Vec<Communication>) -> impl IntoView {
    let rows = list
        .into_iter()
        .map(|c| {
            let href = to_record(SourceKind::Communication, &c.id);
            let subject = c.subject.clone().filter(|s| !s.trim().is_empty());
            let text = subject.unwrap_or_else(|| c.body.clone());
            let text = match words::cut(text.trim(), 110) {
                Some((head, _)) => format!("{head} …"),
                None if text.trim().is_empty() => t!("record-no-text"),
                None => text.trim().to_owned(),
            };
            view! {
                <li>
                    <span class="record-line-meta">
                        <Icon name=source_icon(SourceKind::Communication, Some(c.channel.as_str())) />
                        <span>
                            {t!(
                                "record-message",
                                date = i18n::short_date(c.day),
                                kind = c.kind.as_str(),
                                channel = c.channel.as_str(),
                            )}
                        </span>
                        {c.sentiment.map(|sentiment| view! { <SentimentBadge sentiment /> })}
                    </span>
                    <a href=href data-noscroll>
                        {text}
                    </a>
                </li>
            }
        })
        .collect_view();
    view! { <ol class="record-lines">{rows}</ol> }
}

/// The page of a record: what it is, with an icon and a badge, its title, its body, and its facts.
fn page(
    (icon, kind, badge): (&'static str, String, Option<AnyView>),
    title: String,
    body: AnyView,
    (list, attributes): (Vec<Option<Fact>>, Attributes),
) -> AnyView {
    view! {
        <header class="page-head record-head">
            <p class="row small muted">
                <Icon name=icon />
                <span>{kind}</span>
                {badge}
            </p>
            <h1>{title}</h1>
        </header>
        <div class="with-panel">
            <div class="stack">{body}</div>
            {facts(list, attributes)}
        </div>
    }
    .into_any()
}

/// The facts of a record as a list, with the further fields of its source.
fn facts(list: Vec<Option<Fact>>, attributes: Attributes) -> impl IntoView {
    let further = attributes.into_iter().map(|(name, value)| fact(capital(&words::plain_name(&name)), value));
    let rows = list
        .into_iter()
        .chain(further)
        .flatten()
        .map(|fact| {
            let value = match fact.href {
                Some(href) => view! {
                    <a href=href data-noscroll>
                        {fact.value}
                    </a>
                }
                .into_any(),
                None => fact.value.into_any(),
            };
            view! {
                <div>
                    <dt>{fact.name}</dt>
                    <dd>{value}</dd>
                </div>
            }
        })
        .collect_view();
    view! {
        <aside class="panel record-facts" aria-label=t!("record-facts")>
            <dl class="facts">{rows}</dl>
        </aside>
    }
}

/// A text by a person, as paragraphs. Untrusted: it is never interpreted as markup.
fn written(text: &str) -> impl IntoView + use<> {
    let paragraphs: Vec<String> = text.split("\n\n").map(|p| p.trim().to_owned()).filter(|p| !p.is_empty()).collect();
    if paragraphs.is_empty() {
        return view! { <p class="muted">{t!("record-text-none")}</p> }.into_any();
    }
    let paragraphs = paragraphs.into_iter().map(|p| view! { <p>{p}</p> }).collect_view();
    view! { <div class="record-text">{paragraphs}</div> }.into_any()
}
