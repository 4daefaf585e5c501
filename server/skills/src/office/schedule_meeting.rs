//! `schedule_meeting`: a meeting as a calendar file (RFC 5545). Its time has no zone: it is local to whoever opens it.

use chrono::{DateTime, NaiveDateTime};
use model::approval::FieldChange;
use schemars::JsonSchema;
use serde::Deserialize;

use super::drafts::{self, Draft};
use super::text;
use tools::{ActContext, ToolError, given};

#[derive(Deserialize, JsonSchema)]
pub(super) struct Args {
    /// One line: what the meeting is called.
    title: String,
    /// As 2026-02-03.
    day: String,
    /// As 14:30, by the clock of whoever opens the file.
    start: String,
    /// How long it takes.
    #[schemars(range(min = 5, max = 1440))]
    minutes: u32,
    /// E-mail addresses. Only ones that the person or a tool gave: never make one up, leave them out.
    #[serde(default)]
    attendees: Vec<String>,
    /// What it is about.
    #[serde(default)]
    agenda: Option<String>,
}

pub(super) fn draft(ctx: &ActContext, args: Args) -> Result<Draft, ToolError> {
    let title = text::line("title", &args.title)?;
    let day = text::day("day", &args.day)?;
    let start = day.and_time(text::time("start", &args.start)?);
    if day < ctx.tool.as_of {
        return Err(ToolError::new(format!("{day} is past; today is {}. Give a day to come.", ctx.tool.as_of)));
    }
    if !(5..=1_440).contains(&args.minutes) {
        return Err(ToolError::new(format!("minutes is {}; a meeting takes 5 to 1440.", args.minutes)));
    }
    let addresses: Vec<&str> = args.attendees.iter().map(|one| one.trim()).filter(|one| !one.is_empty()).collect();
    let attendees = if addresses.is_empty() { Vec::new() } else { text::each_address("attendees", addresses)? };
    let agenda = given(&args.agenda).map(|agenda| text::body("agenda", agenda)).transpose()?;
    let mut changes = vec![
        FieldChange::new("Title", &title),
        FieldChange::new("Start", start.format("%-d %B %Y, %H:%M").to_string()),
        FieldChange::new("Length", format!("{} minutes", args.minutes)),
        FieldChange::new("Attendees", text::or_not_given(&attendees)),
    ];
    changes.extend(agenda.as_ref().map(|agenda| FieldChange::new("Agenda", agenda)));
    let event = Event { title: &title, start, minutes: args.minutes, attendees: &attendees, agenda: agenda.as_deref() };
    let content = event.calendar(&drafts::mark(&ctx.key), ctx.now);
    Ok(Draft {
        title: format!("Schedule \"{title}\" on {}", day.format("%-d %B %Y")),
        changes,
        about: title,
        end: "ics",
        content,
        text: Some(agenda.unwrap_or_default()),
        what: "The meeting",
        next: "Open it in a calendar, check it and invite from there.",
    })
}

struct Event<'a> {
    title: &'a str,
    start: NaiveDateTime,
    minutes: u32,
    attendees: &'a [String],
    agenda: Option<&'a str>,
}

impl Event<'_> {
    /// The file. Lines end with CRLF and are folded at 75 bytes.
    fn calendar(&self, mark: &str, now: i64) -> String {
        let stamp = DateTime::from_timestamp_millis(now).unwrap_or_default();
        let mut lines = vec![
            "BEGIN:VCALENDAR".to_owned(),
            "VERSION:2.0".to_owned(),
            "PRODID:-//Plumbline//Office//EN".to_owned(),
            "BEGIN:VEVENT".to_owned(),
            format!("UID:{mark}@plumbline"),
            format!("DTSTAMP:{}", stamp.format("%Y%m%dT%H%M%SZ")),
            format!("DTSTART:{}", self.start.format("%Y%m%dT%H%M%S")),
            format!("DURATION:PT{}M", self.minutes),
            format!("SUMMARY:{}", escaped(self.title)),
        ];
        lines.extend(self.agenda.map(|agenda| format!("DESCRIPTION:{}", escaped(agenda))));
        lines.extend(self.attendees.iter().map(|address| format!("ATTENDEE:mailto:{address}")));
        lines.extend(["END:VEVENT".to_owned(), "END:VCALENDAR".to_owned()]);
        lines.iter().map(|line| folded(line) + "\r\n").collect()
    }
}

/// A text value: RFC 5545, 3.3.11.
fn escaped(text: &str) -> String {
    let text = text.replace('\\', "\\\\").replace(';', "\\;").replace(',', "\\,");
    text.replace('\n', "\\n")
}

/// A line in pieces of at most 75 bytes, without splitting characters.
fn folded(line: &str) -> String {
    let (mut out, mut length) = (String::new(), 0);
    for c in line.chars() {
        if length + c.len_utf8() > 75 {
            out.push_str("\r\n ");
            length = 1;
        }
        length += c.len_utf8();
        out.push(c);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn calendar(title: &str, agenda: Option<&str>) -> String {
        let start = "2026-02-03T14:30:00".parse().unwrap();
        let attendees = ["ann@example.com".to_owned()];
        let event = Event { title, start, minutes: 45, attendees: &attendees, agenda };
        event.calendar("0123456789", 1_770_024_600_000)
    }

    #[test]
    fn a_meeting_is_a_calendar_file() {
        assert_eq!(
            calendar("Review", Some("1. Vendors; prices,\n2. C:\\stock")),
            "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//Plumbline//Office//EN\r\nBEGIN:VEVENT\r\nUID:0123456789@plumbline\r\n\
             DTSTAMP:20260202T093000Z\r\nDTSTART:20260203T143000\r\nDURATION:PT45M\r\nSUMMARY:Review\r\n\
             DESCRIPTION:1. Vendors\\; prices\\,\\n2. C:\\\\stock\r\nATTENDEE:mailto:ann@example.com\r\nEND:VEVENT\r\n\
             END:VCALENDAR\r\n"
        );
    }

    #[test]
    fn long_lines_are_folded_between_characters() {
        let agenda = "製品, ".repeat(60);
        let text = calendar("Review", Some(&agenda));
        assert!(text.split("\r\n").all(|line| line.len() <= 75));
        assert!(text.replace("\r\n ", "").contains(&agenda.replace(',', "\\,")));
    }

    #[test]
    fn nothing_breaks_out_of_its_line() {
        let text = calendar("Review", Some("x\nEND:VEVENT\nBEGIN:VALARM"));
        assert_eq!(text.matches("\r\nEND:VEVENT").count(), 1);
        assert!(!text.contains("\r\nBEGIN:VALARM"));
    }
}
