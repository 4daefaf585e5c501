//! `generate_document`: a letter, a memo or a report as Markdown.

use chrono::NaiveDate;
use model::approval::FieldChange;
use schemars::JsonSchema;
use serde::Deserialize;

use super::drafts::Draft;
use super::text;
use tools::{ActContext, ToolError};

#[derive(Deserialize, JsonSchema)]
pub(super) struct Args {
    /// One line.
    title: String,
    /// The text as Markdown, without the title.
    body: String,
    /// A report if not given.
    #[serde(default)]
    kind: Option<Kind>,
}

model::named! {
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, JsonSchema)]
    #[serde(rename_all = "snake_case")]
    enum Kind {
        Letter = "letter",
        Memo = "memo",
        #[default]
        Report = "report",
    }
}

pub(super) fn draft(ctx: &ActContext, args: Args) -> Result<Draft, ToolError> {
    let title = text::line("title", &args.title)?;
    let body = text::body("body", &args.body)?;
    let kind = args.kind.unwrap_or_default();
    let changes = vec![
        FieldChange::new("Title", &title),
        FieldChange::new("Kind", kind.as_str()),
        FieldChange::new("Text", &body),
    ];
    Ok(Draft {
        title: format!("Write the {} \"{title}\"", kind.as_str()),
        changes,
        content: document(kind, &title, &body, ctx.tool.as_of),
        about: title,
        end: "md",
        text: None,
        what: "The document",
        next: "Open it in any editor.",
    })
}

/// The file: a letter goes out as it is, so it has no marks of Markdown, and has its date before the subject, the others begin with their title.
fn document(kind: Kind, title: &str, body: &str, day: NaiveDate) -> String {
    let day = day.format("%-d %B %Y");
    match kind {
        Kind::Letter => format!("{day}\n\n{title}\n\n{body}\n"),
        Kind::Memo => format!("# Memo: {title}\n\nDate: {day}\n\n{body}\n"),
        Kind::Report => format!("# {title}\n\n*{day}*\n\n{body}\n"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_kind_has_its_form() {
        let day = NaiveDate::from_ymd_opt(2026, 1, 31).unwrap();
        let of = |kind| document(kind, "Stock", "Three items are low.", day);
        assert_eq!(of(Kind::Letter), "31 January 2026\n\nStock\n\nThree items are low.\n");
        assert_eq!(of(Kind::Memo), "# Memo: Stock\n\nDate: 31 January 2026\n\nThree items are low.\n");
        assert_eq!(of(Kind::default()), "# Stock\n\n*31 January 2026*\n\nThree items are low.\n");
    }
}
