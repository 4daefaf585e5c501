//! The message about a watched figure: the figure, what it was before, why it moved, and the link. It quotes the
//! question and names what the figure counts only where an admin has allowed that.

use app::i18n;
use app::t;
use leptos::prelude::{Owner, provide_context};
use model::locale::Locale;
use model::session::watch::Rule;
use model::time::day_of;
use serde_json::{Value, json};

use crate::outbox::chat::{self, Message};
use crate::outbox::webhook::{self, WATCHED};
use crate::store::outbox::Delivery;
use crate::store::watches::Watch;

/// What happened to a figure.
pub struct FigureEvent<'a> {
    pub rule: &'a Rule,
    /// The figure and the one before, each with how it is displayed.
    pub now: (f64, &'a str),
    pub before: (f64, &'a str),
    /// When the one before was sent, or begun with.
    pub before_at: i64,
    pub why: &'a [(String, i64)],
    /// The question, and the name of the figure, if messages may quote them.
    pub texts: Option<(&'a str, &'a str)>,
    /// It is only a trial.
    pub trial: bool,
    pub at: i64,
    pub url: String,
}

/// The delivery of an event, with this id, in the language of the watch's owner.
pub fn delivery(watch: &Watch, id: String, event: &FigureEvent<'_>, language: Locale) -> Delivery {
    let data = for_programs(watch, event);
    let kind = if event.trial { "watch.tried" } else { WATCHED };
    let body = match watch.way.as_str() {
        webhook::WAY => json!({ "type": kind, "timestamp": iso(event.at), "data": data }).to_string(),
        _ => {
            let owner = Owner::new();
            let message = owner.with(|| {
                provide_context(language);
                in_words(event, data)
            });
            serde_json::to_string(&message).unwrap_or_default()
        }
    };
    let (way, address) = (watch.way.clone(), watch.address.clone());
    Delivery { id, way, address, kind: kind.into(), body, created_at: event.at, tries: 0 }
}

fn for_programs(watch: &Watch, event: &FigureEvent<'_>) -> Value {
    let why: Vec<Value> = event.why.iter().map(|(topic, by)| json!({ "topic": topic, "change": by })).collect();
    let mut data = json!({
        "watchId": watch.id,
        "rule": event.rule,
        "figure": event.now.0,
        "shown": event.now.1,
        "before": { "figure": event.before.0, "shown": event.before.1, "at": iso(event.before_at) },
        "why": why,
        "sessionId": watch.session_id,
        "url": event.url,
    });
    if let Some((question, name)) = event.texts {
        data["question"] = question.into();
        data["name"] = name.into();
    }
    data
}

fn in_words(event: &FigureEvent<'_>, data: Value) -> Message {
    let ((now, shown), (before, was)) = (event.now, event.before);
    let subject = match event.rule {
        _ if event.trial => t!("watch-mail-trial", figure = shown),
        Rule::Changes { .. } => t!("watch-mail-changed", figure = shown),
        Rule::Passes { level, side } => {
            t!("watch-mail-passed", figure = shown, side = side.as_str(), level = *level)
        }
        Rule::At { .. } => t!("watch-mail-due", figure = shown),
    };
    let mut lines = Vec::new();
    if let Some((question, name)) = event.texts {
        lines.push(question.to_owned());
        lines.push(format!("{name}: {shown}"));
    }
    let date = i18n::full_date(day_of(event.before_at));
    let change = now - before;
    lines.push(if change == 0.0 {
        t!("watch-mail-same", figure = shown, date = date)
    } else {
        t!("watch-mail-before", figure = shown, before = was, date = date, change = change_label(change, before, was))
    });
    if !event.why.is_empty() {
        let why: Vec<String> = event.why.iter().map(|(topic, by)| format!("{topic} {}", signed(*by as f64))).collect();
        lines.push(t!("watch-mail-why", why = why.join(", ")));
    }
    Message { subject, lines, url: event.url.clone(), open: t!("watch-mail-open"), event: data }
}

/// "+43, +16.7%"; of percentages, in points.
fn change_label(change: f64, before: f64, was: &str) -> String {
    if was.ends_with('%') {
        return t!("watch-points", change = signed(change));
    }
    match before {
        0.0 => signed(change),
        _ => {
            let percent = signed((1000.0 * change / before.abs()).round() / 10.0);
            format!("{}, {percent}%", signed(change))
        }
    }
}

fn signed(value: f64) -> String {
    format!("{}{}", if value > 0.0 { "+" } else { "" }, i18n::locale().exact(value))
}

fn iso(at_ms: i64) -> Option<String> {
    Some(chrono::DateTime::from_timestamp_millis(at_ms)?.to_rfc3339_opts(chrono::SecondsFormat::Millis, true))
}

/// The channel of the outbox for a chosen way: mail, the webhook, or a chat.
pub fn channel(way: &str) -> &str {
    match way {
        "mail" | "webhook" => way,
        _ => chat::WAY,
    }
}
