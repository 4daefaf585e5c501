//! One record as its page shows it: who it is about, what it says word for word, and all that is recorded of it.

mod case;
mod communication;
mod customer;
mod document;

use leptos::prelude::*;

use crate::components::words;
use crate::model::answer::SourceKind;
use crate::model::record::{Attributes, Customer, Record};
use crate::model::text::capital;

#[component]
pub fn RecordView(record: Record) -> impl IntoView {
    match record {
        Record::Communication { communication, customer } => {
            communication::view(*communication, customer.as_ref()).into_any()
        }
        Record::Case { case, customer, notes } => case::view(*case, customer.as_ref(), notes).into_any(),
        Record::Document { document } => document::view(document).into_any(),
        Record::Customer { customer, communications, cases } => {
            customer::view(customer, communications, cases).into_any()
        }
    }
}

/// What a record is called: the page's title.
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

/// A fact: its name, and a value that may lead somewhere.
struct Fact {
    name: String,
    value: String,
    href: Option<String>,
}

fn fact(name: &str, value: impl ToString) -> Option<Fact> {
    let value = value.to_string();
    (!value.is_empty()).then(|| Fact { name: name.to_owned(), value, href: None })
}

fn fact_or_none(name: &str, value: Option<impl ToString>) -> Option<Fact> {
    value.and_then(|v| fact(name, v))
}

/// The customer as a fact that leads to the customer's page.
fn customer_fact(id: &str, customer: Option<&Customer>) -> Option<Fact> {
    let value = customer.map_or_else(|| id.to_owned(), |c| format!("{}, {}", c.name, c.tier));
    (!id.is_empty()).then(|| Fact {
        name: "Customer".to_owned(),
        value,
        href: Some(words::record_href(SourceKind::Customer, id)),
    })
}

/// The facts of a record as a list, with the further fields that its source has.
fn facts(list: Vec<Option<Fact>>, attributes: Attributes) -> impl IntoView {
    let further = attributes.into_iter().map(|(name, value)| fact(&capital(&words::plain_name(&name)), value));
    let rows = list
        .into_iter()
        .chain(further)
        .flatten()
        .map(|fact| {
            let value = match fact.href {
                Some(href) => view! { <a href=href>{fact.value}</a> }.into_any(),
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
        <aside class="panel record-facts" aria-label="Facts">
            <dl class="facts">{rows}</dl>
        </aside>
    }
}

/// A text that somebody wrote, as paragraphs. Untrusted: it is text and nothing else.
fn written(text: &str) -> impl IntoView + use<> {
    let paragraphs: Vec<String> = text.split("\n\n").map(|p| p.trim().to_owned()).filter(|p| !p.is_empty()).collect();
    if paragraphs.is_empty() {
        return view! { <p class="muted">"The source has no text for this record."</p> }.into_any();
    }
    let paragraphs = paragraphs.into_iter().map(|p| view! { <p>{p}</p> }).collect_view();
    view! { <div class="record-text">{paragraphs}</div> }.into_any()
}
