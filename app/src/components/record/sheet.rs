//! The call sheet on a customer's page: what to say, and what it rests on. It prints as one sheet.

use leptos::prelude::*;

use super::to_record;
use crate::components::answer::evidence::source_icon;
use crate::components::frame::icon::{Badge, Icon, SentimentBadge};
use crate::components::words;
use crate::model::answer::SourceKind;
use crate::model::record::sheet::{CallSheet, SheetCase, SheetContact, SheetDocument, SheetPoint};
use crate::model::text::capital;
use crate::model::time;

pub fn view(sheet: CallSheet) -> AnyView {
    let mood = mood(&sheet);
    let CallSheet { points, cases, open_cases, contacts, wants, promises, announcements, products, .. } = sheet;
    let products = products.iter().map(|p| format!("{} ({})", p.name, words::whole(p.count))).collect::<Vec<_>>();
    let products = (!products.is_empty()).then(|| view! { <p>{products.join(", ")}</p> }.into_any());
    let contact = |c: SheetContact| line(source_icon(SourceKind::Communication, Some(c.channel.as_str())), message(c));
    let lines = |all: Vec<SheetContact>| list(all.into_iter().map(contact).collect());
    view! {
        <section class="sheet" aria-labelledby="sheet">
            <h2 id="sheet">"Before you call"</h2>
            <ol class="sheet-points">{points.into_iter().map(point).collect_view()}</ol>
            <div class="sheet-parts">
                {part("customer-cases", format!("Open cases ({})", words::whole(open_cases)), list(cases.into_iter().map(case).collect()), "No open cases.")}
                {part("customer-contacts", "Last contacts", lines(contacts), "No messages.")}
                {part("customer-wants", "What they want", lines(wants), "Every message is answered.")}
                {part("customer-promises", "Promises", lines(promises), "No promises found.")}
                {part("customer-mood", "Mood", mood, "Too few messages to compare.")}
                {part("customer-documents", "What you announced", list(announcements.into_iter().map(document).collect()), "Nothing about the products they mention.")}
                {part("customer-products", "Products they write about", products, "No product is named.")}
            </div>
        </section>
    }
    .into_any()
}

/// A part of the sheet, or in a sentence that there is nothing.
pub(super) fn part(
    id: &'static str,
    title: impl Into<String>,
    content: Option<AnyView>,
    nothing: &'static str,
) -> impl IntoView {
    view! {
        <section class="record-part" aria-labelledby=id>
            <h2 id=id>{title.into()}</h2>
            {content.unwrap_or_else(|| view! { <p class="muted">{nothing}</p> }.into_any())}
        </section>
    }
}

fn list(rows: Vec<AnyView>) -> Option<AnyView> {
    (!rows.is_empty()).then(|| view! { <ol class="record-lines">{rows}</ol> }.into_any())
}

fn point(point: SheetPoint) -> impl IntoView {
    let href = to_record(point.record, &point.id);
    view! {
        <li>
            {point.text} " "
            <a href=href data-noscroll>
                {point.id}
            </a>
        </li>
    }
}

/// What stands above a line, whether it is late or of a mood, and where it leads.
struct Said {
    meta: String,
    mark: Option<AnyView>,
    text: String,
    kind: SourceKind,
    id: String,
}

fn line(icon: &'static str, said: Said) -> AnyView {
    let Said { meta, mark, text, kind, id } = said;
    view! {
        <li>
            <span class="record-line-meta">
                <Icon name=icon />
                <span>{meta}</span>
                {mark}
            </span>
            <a href=to_record(kind, &id) data-noscroll>
                {text}
            </a>
        </li>
    }
    .into_any()
}

fn case(c: SheetCase) -> AnyView {
    let with = c.assigned_to.clone().unwrap_or_else(|| "nobody assigned".into());
    let by = c.deadline.map(|day| format!(", by {}", time::short_date(day))).unwrap_or_default();
    let due = c.due();
    let (tone, text) = if c.days_overdue.is_some() { ("failure", due) } else { ("neutral", due) };
    let mark = (!text.is_empty()).then(|| view! { <Badge tone icon="clock" text /> }.into_any());
    let meta = format!("{}, {}, {with}{by}", c.id, c.priority);
    line("case", Said { meta, mark, text: c.title, kind: SourceKind::Case, id: c.id })
}

fn message(c: SheetContact) -> Said {
    let about = c.topic.map(|topic| format!(" about {topic}")).unwrap_or_default();
    let due = c.due.map(|day| format!(", due {}", time::short_date(day))).unwrap_or_default();
    let open = if c.open { ", not answered" } else { "" };
    let meta = format!("{}, {} by {}{about}{due}{open}", time::short_date(c.date), c.kind, c.channel);
    let text =
        if c.text.is_empty() { c.subject.unwrap_or_else(|| "No text".into()) } else { format!("“{}”", c.text) };
    let mark = c.sentiment.map(|sentiment| view! { <SentimentBadge sentiment /> }.into_any());
    Said { meta, mark, text, kind: SourceKind::Communication, id: c.id }
}

fn document(d: SheetDocument) -> AnyView {
    let meta = format!("{}, {}", capital(&words::plain_name(d.kind.as_str())), time::short_date(d.date));
    let text = if d.says.is_empty() { d.title } else { format!("{}: “{}”", d.title, d.says) };
    line("doc", Said { meta, mark: None, text, kind: SourceKind::Document, id: d.id })
}

/// How they feel lately, and the month that changed it.
fn mood(sheet: &CallSheet) -> Option<AnyView> {
    let mood = &sheet.mood;
    let lately = mood.last_mean.zip(mood.previous_mean).zip(sheet.mood_in_words()).map(|((last, before), how)| {
        format!(
            "{}: {} in the last {}, {} before.",
            capital(how),
            words::signed(last),
            words::count(mood.of_each, "message"),
            words::signed(before)
        )
    });
    let turn = mood.turn.as_ref().map(|turn| {
        let way = if turn.mean < turn.mean_before { "Fell" } else { "Rose" };
        let about = turn.topic.as_ref().map(|topic| format!(", mostly about {topic}")).unwrap_or_default();
        let said = format!(
            "{way} most in {}, from {} to {}{about}.",
            turn.month,
            words::signed(turn.mean_before),
            words::signed(turn.mean)
        );
        let href = turn.message.as_ref().map(|id| to_record(SourceKind::Communication, id));
        view! { <p>{said} " " {href.map(|href| view! { <a href=href data-noscroll>"See the first message"</a> })}</p> }
    });
    (lately.is_some() || turn.is_some())
        .then(|| view! { {lately.map(|said| view! { <p>{said}</p> })} {turn} }.into_any())
}
