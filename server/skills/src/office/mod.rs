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

/// The tools of this skill, in display order. `drafts` is the folder that they write into; it is created on first use.
pub fn tools(drafts: &Path) -> Vec<Tool> {
    vec![
        fill_template::tool(drafts.into()),
        draft_email::tool(drafts.into()),
        schedule_meeting::tool(drafts.into()),
        generate_document::tool(drafts.into()),
        generate_quote::tool(drafts.into()),
    ]
}
