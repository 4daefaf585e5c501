//! Office: e-mails, meetings, documents and quotes as drafts (E-047, E-048). Each tool acts, so a person sees the whole
//! text first; once approved, a file is written into the folder of drafts. Nothing is ever sent.

mod draft_email;
mod drafts;
mod fill_template;
mod generate_document;
mod generate_quote;
mod schedule_meeting;
mod text;

use std::path::Path;

use tools::Tool;

/// When to use which tool, for a reasoner.
pub const INSTRUCTIONS: &str = include_str!("instructions.md");

/// The tools of this skill, in display order. `folder` is the one that they write into; it is created on first use.
pub fn tools(folder: &Path) -> Vec<Tool> {
    vec![
        fill_template::tool(folder.into()),
        drafts::tool(
            folder,
            "draft_email",
            "Writes an e-mail as a draft into a file, which a person opens in a mail program. Nothing is sent. It acts: a person \
             sees the proposal and must agree before anything happens. Use it only when the person asked for it.",
            draft_email::draft,
        ),
        drafts::tool(
            folder,
            "schedule_meeting",
            "Writes a meeting as a calendar file, which a person opens in a calendar. Nobody is invited by it. It acts: a person \
             sees the proposal and must agree before anything happens. Use it only when the person asked for it.",
            schedule_meeting::draft,
        ),
        drafts::tool(
            folder,
            "generate_document",
            "Writes a letter, a memo or a report as a Markdown file from a text that is given. It acts: a person sees the proposal \
             and must agree before anything happens. Use it only when the person asked for it.",
            generate_document::draft,
        ),
        drafts::tool(
            folder,
            "generate_quote",
            "Writes a quote to a customer as a Markdown file, with the sum of its positions. It acts: a person sees the proposal \
             and must agree before anything happens. Use it only when the person asked for it.",
            generate_quote::draft,
        ),
    ]
}
