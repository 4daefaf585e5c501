//! Three points to make in a call, each with its record.

use model::answer::SourceKind;
use model::record::sheet::{CallSheet, SheetCase, SheetContact, SheetDocument, SheetPoint};
use model::time::full_date;

const MAX_POINTS: usize = 3;

/// The three most important: the first of each kind, in this order, then the seconds.
pub fn points(sheet: &CallSheet) -> Vec<SheetPoint> {
    let point = |text: String, record, id: &str, from: String| SheetPoint { text, record, id: id.to_owned(), from };
    let case = |(i, c): (usize, &SheetCase)| {
        let say = match (c.days_overdue, c.assigned_to.as_deref()) {
            (Some(_), Some(name)) => format!("agree with {name} when it will be done, and say the day"),
            (Some(_), None) => "nobody is assigned: say who takes it, and by when".to_owned(),
            (None, _) => "say how far it is".to_owned(),
        };
        point(format!("“{}” ({}) is {}: {say}.", c.title, c.id, of(c)), SourceKind::Case, &c.id, format!("/cases/{i}"))
    };
    let leaving = |l: &SheetContact| {
        let text = format!(
            "On {} they wrote: “{}” It reads as if they want to leave: ask first what would make them stay.",
            full_date(l.date),
            l.text
        );
        point(text, SourceKind::Communication, &l.id, "/leaving".into())
    };
    let promise = |(i, p): (usize, &SheetContact)| {
        let text = format!("They say of {}: “{}” Keep it, or give a new day.", full_date(p.date), p.text);
        point(text, SourceKind::Communication, &p.id, format!("/promises/{i}"))
    };
    let want = |(i, w): (usize, &SheetContact)| {
        let about = w.topic.as_ref().or(w.subject.as_ref()).map(|t| format!(" about {t}")).unwrap_or_default();
        let text = format!("Their {} of {}{about} is not answered yet: answer it.", w.kind, full_date(w.date));
        point(text, SourceKind::Communication, &w.id, format!("/wants/{i}"))
    };
    let turned = sheet.mood.turn.iter().filter(|turn| turn.mean < turn.mean_before).filter_map(|turn| {
        let about = turn.topic.as_ref().map(|topic| format!(", mostly about {topic}")).unwrap_or_default();
        let text = format!("The mood fell in {}{}{about}: ask what would put it right.", turn.month, turn.in_words());
        Some(point(text, SourceKind::Communication, turn.message.as_ref()?, "/mood/turn".into()))
    });
    let answer = |(i, d): (usize, &SheetDocument)| {
        let want = sheet.wants.iter().find(|want| Some(&want.id) == d.answers.as_ref())?;
        let about = want.topic.as_ref().map(|topic| format!(" about {topic}")).unwrap_or_default();
        let text = format!(
            "“{}” ({}) came after their {} of {}{about} and may settle it: “{}” Ask whether it did.",
            d.title,
            full_date(d.date),
            want.kind,
            full_date(want.date),
            d.says
        );
        Some(point(text, SourceKind::Document, &d.id, format!("/announcements/{i}")))
    };
    let news = |(i, d): (usize, &SheetDocument)| {
        let says = if d.says.is_empty() { String::new() } else { format!(" “{}”", d.says) };
        let (title, day) = (&d.title, full_date(d.date));
        let text = format!("They use {}: say what “{title}” ({day}) means for them.{says}", d.product);
        point(text, SourceKind::Document, &d.id, format!("/announcements/{i}"))
    };
    let last = |(i, c): (usize, &SheetContact)| {
        let text = format!("You last heard from them on {}: ask how things are.", full_date(c.date));
        point(text, SourceKind::Communication, &c.id, format!("/contacts/{i}"))
    };
    let promises = sheet.promises.iter().enumerate().filter(|(_, p)| p.unanswered).map(promise);
    let wants = sheet.wants.iter().enumerate().map(want);
    let mut kinds: Vec<Vec<SheetPoint>> = vec![
        sheet.leaving.iter().map(leaving).collect(),
        sheet.cases.iter().enumerate().map(case).collect(),
        promises.collect(),
        sheet.announcements.iter().enumerate().filter_map(answer).collect(),
        turned.collect(),
        wants.collect(),
        sheet.announcements.iter().enumerate().map(news).collect(),
        sheet.contacts.iter().enumerate().take(1).map(last).collect(),
    ];
    let mut out: Vec<SheetPoint> = Vec::new();
    while out.len() < MAX_POINTS && kinds.iter().any(|kind| !kind.is_empty()) {
        for kind in kinds.iter_mut().filter(|kind| !kind.is_empty()) {
            let next = kind.remove(0);
            // One point per record.
            if out.iter().all(|point| point.id != next.id) {
                out.push(next);
            }
        }
    }
    out.truncate(MAX_POINTS);
    out
}

/// "12 days overdue", "open".
fn of(case: &SheetCase) -> String {
    Some(case.due()).filter(|due| !due.is_empty()).unwrap_or_else(|| "open".into())
}
