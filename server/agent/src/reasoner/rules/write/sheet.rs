//! The call sheet: what to say first, then the background, one part per heading.

use model::answer::SENDER_MARK;
use model::number::count;
use model::record::sheet::{CallSheet, SheetCase, SheetContact, mood_name};
use model::text::capital;
use model::time::full_date;
use serde_json::Value;

use super::AnswerWriter;
use super::text::{and, excerpt, table, things};

const SHEET: &str = "call_sheet";

/// What to know before a call with a customer.
pub fn sheet(story: &mut AnswerWriter<'_>) {
    let sheet = story.at(SHEET, "").and_then(|data| serde_json::from_value::<CallSheet>(data.clone()).ok());
    let Some(sheet) = sheet else { return story.missing(SHEET) };
    let cited = story.rows_at(SHEET, &[""]);
    let summary = story.summary(SHEET).unwrap_or_default().to_owned();
    story.paragraph(&format!("{summary}{cited}"));
    let points = sheet.points.iter().enumerate().map(|(i, point)| {
        let text = point.text.replace('[', "(").replace(']', ")");
        format!("- {text}{}", story.rows_at(SHEET, &[&point.from, &format!("/points/{i}")]))
    });
    let points = points.collect();
    part(story, "Points to make", points);
    if !sheet.cases.is_empty() {
        let rows = sheet.cases.iter().zip(story.list(SHEET, "/cases")).map(|(c, row)| case(story, c, row));
        let cases = table(&["Case", "About", "Due", "With"], rows);
        story.paragraph("### Open cases");
        story.paragraph(&cases);
    }
    let lines = |all: &[SheetContact], pointer: &str| -> Vec<String> {
        all.iter().zip(story.list(SHEET, pointer)).map(|(c, row)| contact(story, c, row)).collect()
    };
    let (contacts, mut wants) = (lines(&sheet.contacts, "/contacts"), lines(&sheet.wants, "/wants"));
    // Not repeated if already among the last contacts.
    let told =
        |want: &SheetContact| sheet.contacts.iter().any(|contact| contact.id == want.id && contact.text == want.text);
    let mut again = sheet.wants.iter().map(told);
    wants.retain(|_| !again.next().unwrap_or(false));
    let promises = lines(&sheet.promises, "/promises");
    let people = sheet.people.iter().zip(story.list(SHEET, "/people"));
    let people =
        people.map(|(p, row)| format!("- {}, last on {}{}", p.who, full_date(p.date), story.cites.rows([row])));
    let people = people.collect();
    part(story, "Who writes for them", people);
    part(story, "Last contacts", contacts);
    part(story, "What they want", wants);
    part(story, "What they were promised, in their words", promises);
    let mood = mood(story, &sheet);
    part(story, "Mood", mood);
    let news = sheet.announcements.iter().zip(story.list(SHEET, "/announcements")).map(|(d, row)| {
        let says = if d.says.is_empty() { String::new() } else { format!(": “{}”", excerpt(&d.says)) };
        format!("- {}: {}, about {}{says}{}", full_date(d.date), d.title, d.product, story.cites.rows([row]))
    });
    let news = news.collect();
    part(story, "What the firm announced", news);
    let products: Vec<String> =
        sheet.products.iter().map(|p| format!("{} ({})", p.name, count(p.count as f64))).collect();
    if !products.is_empty() {
        let cited = story.cites.rows(story.list(SHEET, "/products"));
        part(story, "Products they write about", vec![format!("- {}{cited}", and(&products))]);
    }
    let name = &sheet.customer_name;
    story.draft.follow_ups = vec![
        format!("Draft a reply to {name}"),
        format!("How healthy is {name}?"),
        format!("Complaints of {name} per day"),
    ];
}

fn part(story: &mut AnswerWriter<'_>, heading: &str, lines: Vec<String>) {
    if !lines.is_empty() {
        story.paragraph(&format!("### {heading}\n{}", lines.join("\n")));
    }
}

/// A row of the table of cases.
fn case(story: &AnswerWriter<'_>, c: &SheetCase, row: &Value) -> Vec<String> {
    let due = match (c.due(), c.deadline) {
        (due, Some(day)) => format!("{due}, {}", full_date(day)),
        _ => "no deadline".to_owned(),
    };
    let with = format!("{}{}", c.assigned_to.as_deref().unwrap_or("nobody"), story.cites.rows([row]));
    vec![c.id.clone(), excerpt(&c.title).trim_end_matches(" …").to_owned(), due, with]
}

fn contact(story: &AnswerWriter<'_>, c: &SheetContact, row: &Value) -> String {
    let about = c.topic.as_ref().map(|topic| format!(" about {topic}")).unwrap_or_default();
    let mood = c.sentiment.map(|mood| format!(", {mood}")).unwrap_or_default();
    let due = c.due.map(|day| format!(", due {}", full_date(day))).unwrap_or_default();
    let open = if c.unanswered { ", not answered yet" } else { "" };
    let sender = if c.unauthenticated { SENDER_MARK } else { "" };
    let words = if c.text.is_empty() { String::new() } else { format!(": “{}”", excerpt(&c.text)) };
    let from = c.signed_by.as_ref().map(|who| format!(" from {}", who.name)).unwrap_or_default();
    let cited = story.cites.rows([row]);
    format!("- {}, {} by {}{from}{sender}{about}{mood}{due}{open}{words}{cited}", full_date(c.date), c.kind, c.channel)
}

fn mood(story: &AnswerWriter<'_>, sheet: &CallSheet) -> Vec<String> {
    let mood = &sheet.mood;
    let lately = mood.last_mean.zip(mood.previous_mean).zip(sheet.mood_in_words()).map(|((last, before), how)| {
        let (now, then) = (mood_name(last), mood_name(before));
        let then = if now == then { String::new() } else { format!(", {then} in those before them") };
        let of = things(mood.of_each as f64, "message", "messages");
        format!("- {}: {now} in the last {of}{then}{}", capital(how), story.rows_at(SHEET, &["/mood"]))
    });
    let turned = mood.turn.as_ref().map(|turn| {
        let way = if turn.mean < turn.mean_before { "fell" } else { "rose" };
        let of = if way == "fell" { "negative" } else { "positive" };
        let why = turn.topic.as_ref().map(|topic| {
            format!("; most {of} messages of that month are about {topic} ({})", count(turn.messages as f64))
        });
        format!(
            "- It {way} most in {}{}{}{}",
            turn.month,
            turn.in_words(),
            why.unwrap_or_default(),
            story.rows_at(SHEET, &["/mood/turn"])
        )
    });
    lately.into_iter().chain(turned).collect()
}
