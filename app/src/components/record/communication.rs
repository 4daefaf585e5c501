//! A message from or about a customer.

use leptos::prelude::*;

use super::sheet::part;
use super::{Fact, ask_link, customer_fact, fact, fact_or_none, messages, page, to_record, written};
use crate::components::answer::evidence::source_icon;
use crate::components::frame::icon::SentimentBadge;
use crate::model::answer::SourceKind;
use crate::model::record::{Case, Communication, Customer};
use crate::{i18n, t};

pub fn view(
    c: Communication,
    customer: Option<&Customer>,
    of_case: Option<Case>,
    thread: Vec<Communication>,
) -> AnyView {
    let name = customer.map_or(c.customer_id.as_str(), |customer| customer.name.as_str());
    let ask = ask_link(&c.customer_id, name, &format!("Show me {}", c.id), t!("record-ask-message"));
    let around = if of_case.is_some() { t!("record-thread-case") } else { t!("record-thread-around") };
    let icon = source_icon(SourceKind::Communication, Some(c.channel.as_str()));
    let unnamed = || t!("record-kind-by", kind = c.kind.as_str(), channel = c.channel.as_str());
    let heading = c.subject.clone().filter(|s| !s.is_empty()).unwrap_or_else(unnamed);
    let case = c.case_id.as_ref().map(|id| Fact {
        name: t!("record-case"),
        value: of_case.as_ref().map_or_else(|| id.clone(), |case| format!("{id}, {}", case.title)),
        href: Some(to_record(SourceKind::Case, id)),
    });
    let list = vec![
        fact(t!("record"), &c.id),
        customer_fact(&c.customer_id, customer),
        case,
        fact(t!("record-channel"), t!("record-channel-name", channel = c.channel.as_str())),
        fact_or_none(t!("record-answered-by"), c.chat_mode.map(|mode| t!("record-agent", agent = mode.as_str()))),
        fact_or_none(
            t!("record-escalated-from"),
            c.escalated_from.map(|from| t!("record-agent", agent = from.as_str())),
        ),
        fact(t!("record-status"), t!("record-status-name", status = c.status.as_str())),
        fact(t!("record-kind"), t!("record-kind-name", kind = c.kind.as_str())),
        fact_or_none(t!("record-category"), c.category.as_ref()),
        fact_or_none(t!("record-subcategory"), c.subcategory.as_ref()),
        fact_or_none(t!("record-product"), c.product.as_ref()),
        fact_or_none(t!("record-score"), c.sentiment_score.map(|score| i18n::locale().exact(score))),
        fact(t!("record-data-set"), &c.source),
    ];
    let badge = c.sentiment.map(|sentiment| view! { <SentimentBadge sentiment /> }.into_any());
    let thread = (!thread.is_empty()).then(|| messages(thread).into_any());
    let body = view! {
        {written(&c.body)}
        {thread.map(|thread| part("message-thread", around, Some(thread), String::new()))}
        <p>{ask}</p>
    };
    let kind = t!("record-communication-of", date = i18n::full_date(c.day));
    page((icon, kind, badge), heading, body.into_any(), (list, c.attributes))
}
