//! A message from or about a customer.

use leptos::prelude::*;

use super::{Fact, customer_fact, fact, fact_or_none, facts, written};
use crate::components::answer::evidence::source_icon;
use crate::components::frame::icon::{Icon, SentimentBadge};
use crate::components::words;
use crate::model::answer::SourceKind;
use crate::model::number;
use crate::model::record::{Communication, Customer};
use crate::model::time;

pub fn view(c: Communication, customer: Option<&Customer>) -> impl IntoView + use<> {
    let icon = source_icon(SourceKind::Communication, Some(c.channel.as_str()));
    let heading = c.subject.clone().filter(|s| !s.is_empty()).unwrap_or_else(|| format!("{} by {}", c.kind, c.channel));
    let case = c.case_id.as_ref().map(|id| Fact {
        name: "Case".to_owned(),
        value: id.clone(),
        href: Some(words::record_href(SourceKind::Case, id)),
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
            {written(&c.body)}
            {facts(list, c.attributes)}
        </div>
    }
}
