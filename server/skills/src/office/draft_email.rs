//! `draft_email`: an e-mail as a file that mail programs open as a draft (RFC 5322). It names no sender: the mail
//! program adds its own.

use std::fmt::Write as _;

use chrono::DateTime;
use model::approval::FieldChange;
use schemars::JsonSchema;
use serde::Deserialize;

use super::drafts::Draft;
use super::text;
use tools::{ActContext, ToolError, given};

#[derive(Deserialize, JsonSchema)]
pub(super) struct Args {
    /// Addresses, separated by commas: "ann@example.com, bo@example.com". Only ones that the person or a tool gave: never
    /// make one up, leave it out.
    #[serde(default)]
    to: Option<String>,
    /// One line.
    subject: String,
    /// The text, without the subject and without citation marks such as [3].
    body: String,
    /// Who gets a copy, as `to`.
    #[serde(default)]
    cc: Option<String>,
}

pub(super) fn draft(ctx: &ActContext, args: Args) -> Result<Draft, ToolError> {
    let to = given(&args.to).map_or(Ok(Vec::new()), |to| text::addresses("to", to))?;
    let cc = given(&args.cc).map_or(Ok(Vec::new()), |cc| text::addresses("cc", cc))?;
    let subject = text::line("subject", &args.subject)?;
    let body = text::body("body", &args.body)?;
    let mut changes = vec![FieldChange::new("To", text::or_not_given(&to))];
    if !cc.is_empty() {
        changes.push(FieldChange::new("Cc", cc.join(", ")));
    }
    changes.extend([FieldChange::new("Subject", &subject), FieldChange::new("Body", &body)]);
    let content = message(&to, &cc, &subject, &body, ctx.now);
    let title = match to.as_slice() {
        [] => format!("Draft an e-mail: {subject}"),
        to => format!("Draft an e-mail to {}", to.join(", ")),
    };
    Ok(Draft {
        title,
        changes,
        about: subject,
        end: "eml",
        content,
        text: Some(body),
        what: "The e-mail",
        next: "Open it in a mail program, check it and send it from there.",
    })
}

/// The file. Every line ends with CRLF and is shorter than 78 characters; non-ASCII text is encoded.
fn message(to: &[String], cc: &[String], subject: &str, body: &str, now: i64) -> String {
    let mut out = String::new();
    if let Some(at) = DateTime::from_timestamp_millis(now) {
        let _ = write!(out, "Date: {}\r\n", at.to_rfc2822());
    }
    for (name, all) in [("To", to), ("Cc", cc)] {
        if !all.is_empty() {
            let _ = write!(out, "{name}: {}\r\n", all.join(",\r\n "));
        }
    }
    let _ = write!(out, "Subject: {}\r\n", words(subject));
    out.push_str("X-Unsent: 1\r\nMIME-Version: 1.0\r\nContent-Type: text/plain; charset=utf-8\r\n");
    out.push_str("Content-Transfer-Encoding: quoted-printable\r\n\r\n");
    for line in body.lines() {
        out.push_str(&quoted(line));
        out.push_str("\r\n");
    }
    out
}

/// A header's text as encoded words (RFC 2047), each of at most 75 characters; short plain ASCII is unchanged.
fn words(text: &str) -> String {
    let plain = text.chars().all(|c| c == ' ' || c.is_ascii_graphic());
    if plain && text.len() <= 66 && !text.contains("=?") {
        return text.to_owned();
    }
    let mut all = vec![String::new()];
    for c in text.chars() {
        let coded = match c {
            ' ' => "_".to_owned(),
            c if c.is_ascii_alphanumeric() => c.to_string(),
            c => hex(c),
        };
        // Including the marks around it, and "Subject: " before the first.
        match all.last_mut().filter(|last| last.len() + coded.len() <= 52) {
            Some(last) => last.push_str(&coded),
            None => all.push(coded),
        }
    }
    let all: Vec<String> = all.iter().map(|word| format!("=?utf-8?Q?{word}?=")).collect();
    all.join("\r\n ")
}

/// A line in quoted-printable (RFC 2045), split if longer than 76 characters.
fn quoted(line: &str) -> String {
    let (mut out, mut length) = (String::new(), 0);
    let mut rest = line.chars().peekable();
    while let Some(c) = rest.next() {
        let last = rest.peek().is_none();
        let coded = match c {
            '\t' | ' ' if last => hex(c),
            '\t' | ' ' => c.to_string(),
            // A dot alone on a line ends a message in transit.
            '.' if length == 0 => hex(c),
            c if c.is_ascii_graphic() && c != '=' => c.to_string(),
            c => hex(c),
        };
        if length + coded.len() > 75 {
            out.push_str("=\r\n");
            length = 0;
        }
        length += coded.len();
        out.push_str(&coded);
    }
    out
}

/// The bytes of a character as `=C3=A9`.
fn hex(c: char) -> String {
    let mut bytes = [0; 4];
    c.encode_utf8(&mut bytes).bytes().fold(String::new(), |mut out, byte| {
        let _ = write!(out, "={byte:02X}");
        out
    })
}

#[cfg(test)]
mod tests {
    use mail_parser::{HeaderValue, MessageParser};

    use super::*;

    /// 2 February 2026, 09:30.
    const NOW: i64 = 1_770_024_600_000;

    #[test]
    fn a_plain_message_is_plain() {
        let to = ["ann@example.com".to_owned(), "bo@example.com".to_owned()];
        assert_eq!(
            message(&to, &["cy@example.com".to_owned()], "Offer", "Dear Ann,\n\nhere it is.\n.\n", NOW),
            "Date: Mon, 2 Feb 2026 09:30:00 +0000\r\nTo: ann@example.com,\r\n bo@example.com\r\nCc: cy@example.com\r\n\
             Subject: Offer\r\nX-Unsent: 1\r\nMIME-Version: 1.0\r\nContent-Type: text/plain; charset=utf-8\r\n\
             Content-Transfer-Encoding: quoted-printable\r\n\r\nDear Ann,\r\n\r\nhere it is.\r\n=2E\r\n"
        );
    }

    #[test]
    fn a_draft_needs_no_recipient() {
        let text = message(&[], &[], "Offer", "Dear Ann", NOW);
        assert!(!text.contains("To:") && text.contains("\r\nSubject: Offer\r\n"), "{text}");
        assert!(MessageParser::default().parse(text.as_bytes()).unwrap().to().is_none());
    }

    #[test]
    fn any_text_comes_back_as_it_was() {
        let subject =
            "Préparation: 50 % = “moitié” — 製品の見積もり =?x?= and words that go on for more than one line of it";
        let long = "é".repeat(120);
        let body = format!("Line with = and space at its end \n{long}\n\n--\n製品\tEUR 5.00");
        let text = message(&["ann@example.com".to_owned()], &[], subject, &body, NOW);
        assert!(text.is_ascii() && text.split("\r\n").all(|line| line.len() <= 78 && !line.contains('\n')));
        let read = MessageParser::default().parse(text.as_bytes()).unwrap();
        assert_eq!(read.subject(), Some(subject));
        assert_eq!(read.body_text(0).unwrap().replace("\r\n", "\n").trim_end_matches('\n'), body);
        assert!(matches!(read.header("To"), Some(HeaderValue::Address(_))));
        assert!(read.header("Bcc").is_none());
    }
}
