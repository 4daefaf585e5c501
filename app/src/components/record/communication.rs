//! A message from or about a customer.

use leptos::prelude::*;

use super::{Fact, ask_link, customer_fact, fact, fact_or_none, facts, messages, to_record, written};
use crate::components::answer::evidence::source_icon;
use crate::components::frame::icon::{Icon, SentimentBadge};
use crate::components::words;
use crate::model::answer::SourceKind;
use crate::model::number;
use crate::model::record::{Case, Communication, Customer};
use crate::model::time;

pub fn view(
    c: Communication,
    customer: Option<&Customer>,
    of_case: Option<Case>,
    thread: Vec<Communication>,
) -> impl IntoView + use<> {
    let name = customer.map_or(c.customer_id.as_str(), |customer| customer.name.as_str());
    let ask = ask_link(&c.customer_id, name, &format!("Show me {}", c.id), "Ask about this message");
    let around = if of_case.is_some() { "The other messages of the case" } else { "The customer's messages around it" };
    let icon = source_icon(SourceKind::Communication, Some(c.channel.as_str()));
    let heading = c.subject.clone().filter(|s| !s.is_empty()).unwrap_or_else(|| format!("{} by {}", c.kind, c.channel));
    let case = c.case_id.as_ref().map(|id| Fact {
        name: "Case".to_owned(),
        value: of_case.as_ref().map_or_else(|| id.clone(), |case| format!("{id}, {}", case.title)),
        href: Some(to_record(SourceKind::Case, id)),
    });
    let list = vec![
        fact("Record", &c.id),
        customer_fact(&c.customer_id, customer),
        case,
        fact("Channel", c.channel),
        fact_or_none("Answered by", c.chat_mode),
        fact_or_none("Escalated from", c.escalated_from),
        fact("Status", words::plain_name(c.status.as_str())),
        fact("Kind", c.kind),
        fact_or_none("Category", c.category.as_ref()),
        fact_or_none("Subcategory", c.subcategory.as_ref()),
        fact_or_none("Product", c.product.as_ref()),
        fact_or_none("Sentiment score", c.sentiment_score.map(number::exact)),
        fact("Data set", &c.source),
    ];
    view! {
        <header class="page-head record-head">
            <p class="row small muted">
                <Icon name=icon />
                <span>{format!("Communication, {}", time::full_date(c.day))}</span>
                {c.sentiment.map(|sentiment| view! { <SentimentBadge sentiment /> })}
            </p>
            <h1>{heading}</h1>
        </header>
        <div class="with-panel">
            <div class="stack">
                {written(&c.body)}
                {(!thread.is_empty())
                    .then(|| {
                        view! {
                            <section class="record-part" aria-labelledby="message-thread">
                                <h2 id="message-thread">{around}</h2>
                                {messages(thread)}
                            </section>
                        }
                    })}
                <p>{ask}</p>
            </div>
            {facts(list, c.attributes)}
        </div>
    }
}
