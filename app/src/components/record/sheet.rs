//! The call sheet on a customer's page: what to say, and the background. It prints on one sheet.

use chrono::NaiveDate;
use leptos::prelude::*;

use super::to_record;
use crate::components::answer::evidence::source_icon;
use crate::components::frame::icon::{Badge, Icon, SentimentBadge};
use crate::components::words;
use crate::model::answer::SourceKind;
use crate::model::record::sheet::{CallSheet, SheetCase, SheetContact, SheetDocument, SheetPerson, SheetPoint};
use crate::model::text::capital;
use crate::{i18n, t};

pub fn view(sheet: CallSheet) -> AnyView {
    let mood = mood(&sheet);
    let CallSheet { points, cases, open_cases, people, contacts, wants, promises, announcements, products, .. } = sheet;
    let products = products.iter().map(|p| format!("{} ({})", p.name, i18n::whole(p.count))).collect::<Vec<_>>();
    let products = (!products.is_empty()).then(|| view! { <p>{products.join(", ")}</p> }.into_any());
    let contact = |c: SheetContact| line(source_icon(SourceKind::Communication, Some(c.channel.as_str())), message(c));
    let lines = |all: Vec<SheetContact>| list(all.into_iter().map(contact).collect());
    view! {
        <section class="sheet" aria-labelledby="sheet">
            <h2 id="sheet">{t!("record-sheet")}</h2>
            <ol class="sheet-points">{points.into_iter().map(point).collect_view()}</ol>
            <div class="sheet-parts">
                {part("customer-cases", t!("record-sheet-cases", count = open_cases), list(cases.into_iter().map(case).collect()), t!("record-sheet-cases-none"))}
                {(!people.is_empty()).then(|| part("customer-people", t!("record-people"), list(people.into_iter().map(person).collect()), String::new()))}
                {part("customer-contacts", t!("record-contacts"), lines(contacts), t!("record-messages-none"))}
                {part("customer-wants", t!("record-wants"), lines(wants), t!("record-wants-none"))}
                {part("customer-promises", t!("record-promises"), lines(promises), t!("record-promises-none"))}
                {part("customer-mood", t!("record-mood"), mood, t!("record-mood-none"))}
                {part("customer-documents", t!("record-announced"), list(announcements.into_iter().map(document).collect()), t!("record-announced-none"))}
                {part("customer-products", t!("record-products"), products, t!("record-products-none"))}
            </div>
        </section>
    }
    .into_any()
}

/// A part of the sheet, or a sentence that it is empty.
pub(super) fn part(id: &'static str, title: String, content: Option<AnyView>, nothing: String) -> impl IntoView {
    view! {
        <section class="record-part" aria-labelledby=id>
            <h2 id=id>{title}</h2>
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

/// The heading of a line, whether it is late or has a sentiment, and its link.
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
    let with = c.assigned_to.clone().unwrap_or_else(|| t!("record-assigned-none"));
    let by = c.deadline.map(|day| t!("record-by", date = i18n::short_date(day)));
    let tone = if c.days_overdue.is_some() { "failure" } else { "neutral" };
    let due = words::due(c.days_overdue, c.days_left);
    let mark = due.map(|text| view! { <Badge tone icon="clock" text /> }.into_any());
    let parts = [c.id.clone(), t!("record-priority-name", priority = c.priority.as_str()), with];
    let meta = parts.into_iter().chain(by).collect::<Vec<_>>().join(", ");
    line("case", Said { meta, mark, text: c.title, kind: SourceKind::Case, id: c.id })
}

fn message(c: SheetContact) -> Said {
    let (date, kind, channel) = (i18n::short_date(c.date), c.kind.as_str(), c.channel.as_str());
    let said = match c.topic {
        Some(topic) => t!("record-message-about", date = date, kind = kind, channel = channel, topic = topic),
        None => t!("record-message", date = date, kind = kind, channel = channel),
    };
    let due = c.due.map(|day| t!("record-due", date = i18n::short_date(day)));
    let open = c.unanswered.then(|| t!("record-unanswered"));
    let meta = [said].into_iter().chain(due).chain(open).collect::<Vec<_>>().join(", ");
    let text = match c.text.is_empty() {
        true => c.subject.unwrap_or_else(|| t!("record-no-text")),
        false => t!("record-quote", text = c.text),
    };
    let mark = c.sentiment.map(|sentiment| view! { <SentimentBadge sentiment /> }.into_any());
    Said { meta, mark, text, kind: SourceKind::Communication, id: c.id }
}

fn person(p: SheetPerson) -> AnyView {
    let meta = t!("record-person-last", date = i18n::short_date(p.date));
    line("person", Said { meta, mark: None, text: p.who.to_string(), kind: SourceKind::Communication, id: p.id })
}

fn document(d: SheetDocument) -> AnyView {
    let kind = capital(&t!("record-document-kind", kind = d.kind.as_str()));
    let meta = format!("{kind}, {}", i18n::short_date(d.date));
    let text = match d.says.is_empty() {
        true => d.title,
        false => format!("{}: {}", d.title, t!("record-quote", text = d.says)),
    };
    line("doc", Said { meta, mark: None, text, kind: SourceKind::Document, id: d.id })
}

/// Their recent sentiment, and the month that changed it.
fn mood(sheet: &CallSheet) -> Option<AnyView> {
    let mood = &sheet.mood;
    let lately = mood.last_mean.zip(mood.previous_mean).zip(sheet.mood_in_words()).map(|((last, before), how)| {
        let how = match how {
            "better than before" => "better",
            "worse than before" => "worse",
            _ => "same",
        };
        let (last, before) = (words::signed(last), words::signed(before));
        t!("record-mood-lately", how = how, last = last, count = mood.of_each, before = before)
    });
    let turn = mood.turn.as_ref().map(|turn| {
        let way = if turn.mean < turn.mean_before { "fell" } else { "rose" };
        let (from, to) = (words::signed(turn.mean_before), words::signed(turn.mean));
        let first = NaiveDate::parse_from_str(&format!("1 {}", turn.month), "%d %B %Y");
        let month = first.map_or_else(|_| turn.month.clone(), i18n::month);
        let said = match &turn.topic {
            Some(topic) => {
                t!("record-mood-turn-about", way = way, month = month, from = from, to = to, topic = topic.as_str())
            }
            None => t!("record-mood-turn", way = way, month = month, from = from, to = to),
        };
        let href = turn.message.as_ref().map(|id| to_record(SourceKind::Communication, id));
        view! { <p>{said} " " {href.map(|href| view! { <a href=href data-noscroll>{t!("record-first-message")}</a> })}</p> }
    });
    (lately.is_some() || turn.is_some())
        .then(|| view! { {lately.map(|said| view! { <p>{said}</p> })} {turn} }.into_any())
}
