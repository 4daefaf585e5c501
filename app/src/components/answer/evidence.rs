//! The records that an answer cites, each with what it says, word for word.

use leptos::prelude::*;

use crate::components::frame::icon::{Icon, SentimentBadge};
use crate::components::words;
use crate::model::answer::{Source, SourceKind};
use crate::model::time;

/// The icon of a source, by what it is and how it came.
pub fn source_icon(kind: SourceKind, channel: Option<&str>) -> &'static str {
    match (kind, channel) {
        (SourceKind::Document, _) => "doc",
        (SourceKind::Case, _) => "case",
        (SourceKind::Customer, _) => "person",
        (SourceKind::Communication, Some("phone" | "fax")) => "phone",
        (SourceKind::Communication, Some("chat" | "social")) => "chat",
        (SourceKind::Communication, Some("web" | "referral")) => "globe",
        (SourceKind::Communication, Some("letter")) => "doc",
        (SourceKind::Communication, _) => "mail",
    }
}

/// The cards. The section's id is the run's, so that several answers stand on one page.
#[component]
pub fn Evidence(run: String, sources: Vec<Source>, records_read: i64) -> impl IntoView {
    if sources.is_empty() {
        return ().into_any();
    }
    let heading = format!("evidence-{run}");
    let read = if records_read > 0 {
        format!("{} cited of {} read", sources.len(), words::whole(records_read))
    } else {
        format!("{} cited", sources.len())
    };
    let cards = sources
        .into_iter()
        .enumerate()
        .map(|(i, source)| view! { <EvidenceCard id=words::evidence_anchor(&run, i + 1) n=i + 1 source /> })
        .collect_view();
    view! {
        <section class="section">
            <div class="section-head">
                <h2 id=heading>"Evidence"</h2>
                <p>{read}</p>
            </div>
            <div class="evidence">{cards}</div>
        </section>
    }
    .into_any()
}

#[component]
fn EvidenceCard(id: String, n: usize, source: Source) -> impl IntoView {
    let href = words::record_href(source.kind, &source.id);
    let icon = source_icon(source.kind, source.channel.as_deref());
    let how = source.channel.map_or_else(|| source.kind.to_string(), |c| words::plain_name(&c));
    let title = if source.title.is_empty() { source.id.clone() } else { source.title };
    view! {
        <article class="evidence-card" id=id>
            <span class="evidence-no">
                <span class="sr-only">"Source "</span>
                {n}
            </span>
            <p class="evidence-head">
                <Icon name=icon />
                <a href=href>{title}</a>
                {source.sentiment.map(|sentiment| view! { <SentimentBadge sentiment /> })}
            </p>
            {(!source.excerpt.is_empty()).then(|| view! { <Quotation text=source.excerpt /> })}
            <p class="evidence-foot">
                <span>{source.id}</span>
                <span>{how}</span>
                {source.day.map(|day| view! { <span>{time::short_date(day)}</span> })}
                {source.relevance.map(|r| view! { <span>{format!("relevance {r:.2}")}</span> })}
            </p>
        </article>
    }
    .into_any()
}

/// A long excerpt is cut to what a card can hold; the record has the rest.
#[component]
fn Quotation(text: String) -> impl IntoView {
    let quoted = match words::cut(text.trim(), 280) {
        Some((head, _)) => format!("“{head} …”"),
        None => format!("“{}”", text.trim()),
    };
    view! { <blockquote>{quoted}</blockquote> }
}
