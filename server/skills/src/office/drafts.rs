//! The folder of drafts: a tool's file is shown first and written once.

use std::io::{self, Write as _};
use std::path::Path;
use std::sync::Arc;

use model::approval::{FieldChange, Proposal};
use model::run::{ToolOutput, WrittenDraft};
use schemars::JsonSchema;
use serde::de::DeserializeOwned;
use serde_json::json;
use sha2::{Digest as _, Sha256};

use tools::{ActContext, EffectError, Plan, RemoteEffect, SideEffect, Tool, ToolError};

/// Maximum characters of the topic in a file's name.
const MAX_TOPIC_CHARS: usize = 40;

/// A file to be written.
pub struct Draft {
    /// "Draft an e-mail to ann@example.com".
    pub title: String,
    /// Field by field, what a person approves.
    pub changes: Vec<FieldChange>,
    /// Its topic, for the file's name.
    pub about: String,
    /// The file extension, without the dot.
    pub end: &'static str,
    pub content: String,
    /// Its text for people, if the file is not read as such.
    pub text: Option<String>,
    /// What it is, and what to do with it: "Open it in a mail program, check it and send it."
    pub what: &'static str,
    pub next: &'static str,
}

/// A tool that writes a draft into a folder: what `draft` makes of its arguments.
pub fn tool<A>(
    folder: &Path,
    name: &'static str,
    description: &'static str,
    draft: fn(&ActContext, A) -> Result<Draft, ToolError>,
) -> Tool
where
    A: DeserializeOwned + JsonSchema + Send + 'static,
{
    let folder: Arc<Path> = folder.into();
    Tool::acts(name, description, move |ctx: ActContext, args: A| {
        let plan = draft(&ctx, args).and_then(|draft| plan(&ctx, &folder, draft));
        async move { plan }
    })
}

/// The plan that writes a draft into a folder. An existing file was written by the same call, and is left.
///
/// # Errors
/// In a support call, whose callers may not have files written.
fn plan(ctx: &ActContext, folder: &Arc<Path>, draft: Draft) -> Result<Plan, ToolError> {
    if ctx.tool.call.is_some() {
        return Err(ToolError::new("Drafts are not written in support calls."));
    }
    let Draft { title, mut changes, about, end, content, text, what, next } = draft;
    let name = format!("{}-{}.{end}", slug(&about), mark(&ctx.key));
    let written = written(&name, &changes, &content, text);
    changes.push(FieldChange::new("Saved as", &name));
    let path = folder.join(&name);
    let shown = path.display().to_string();
    let summary = format!("{what} was saved as {shown}. {next} Nothing was sent.");
    let data = json!({ "path": shown, "file": name, "kind": end, "next": next, "sent": false });
    let output = ToolOutput { data, summary, draft: Some(written), ..ToolOutput::default() };
    let errand = RemoteEffect::new({
        let (path, content, output) = (path, Arc::new(content), output.clone());
        move || {
            let (path, content, output) = (path.clone(), content.clone(), output.clone());
            async move {
                let written = tokio::task::spawn_blocking(move || write(&path, &content)).await;
                match written.unwrap_or_else(|error| Err(io::Error::other(error))) {
                    Ok(()) => Ok(output),
                    Err(error) => Err(EffectError::refused(format!(
                        "The draft could not be saved: {error}. Make the folder of PLUMBLINE_DRAFTS_DIR writable."
                    ))),
                }
            }
        }
    });
    Ok(Plan { proposal: Proposal { title, changes }, deed: SideEffect::Outside(errand), output })
}

/// The draft for the page. A text that is the whole file needs no fields beside it.
fn written(file: &str, changes: &[FieldChange], content: &str, text: Option<String>) -> WrittenDraft {
    let file = file.to_owned();
    let Some(text) = text else { return WrittenDraft { file, text: content.to_owned(), ..WrittenDraft::default() } };
    let field =
        |change: &FieldChange| Some((change.field.clone(), change.after.clone().filter(|after| *after != text)?));
    let fields = changes.iter().filter_map(field).collect();
    WrittenDraft { file, fields, text, content: Some(content.to_owned()) }
}

/// Writes a new file, completely or not at all.
fn write(path: &Path, content: &str) -> io::Result<()> {
    let folder = path.parent().unwrap_or(Path::new("."));
    std::fs::create_dir_all(folder)?;
    let mut file = tempfile::NamedTempFile::new_in(folder)?;
    file.write_all(content.as_bytes())?;
    file.as_file().sync_all()?;
    match file.persist_noclobber(path) {
        Ok(_) => Ok(()),
        Err(failed) if failed.error.kind() == io::ErrorKind::AlreadyExists => Ok(()),
        Err(failed) => Err(failed.error),
    }
}

/// Ten digits unique to one call.
pub fn mark(key: &str) -> String {
    Sha256::digest(key).iter().take(5).map(|byte| format!("{byte:02x}")).collect()
}

/// A text as a file name: lower-case letters and digits with hyphens between; never a path.
fn slug(text: &str) -> String {
    let plain = |c: char| if c.is_ascii_alphanumeric() { c.to_ascii_lowercase() } else { '-' };
    let words: String = text.chars().map(plain).collect();
    let words: Vec<&str> = words.split('-').filter(|word| !word.is_empty()).collect();
    let name: String = words.join("-").chars().take(MAX_TOPIC_CHARS).collect();
    let name = name.trim_end_matches('-');
    if name.is_empty() { "draft".to_owned() } else { name.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_never_lead_out_of_the_folder() {
        for (text, name) in [
            ("../../etc/passwd", "etc-passwd"),
            ("C:\\Windows\\x", "c-windows-x"),
            ("Übergabe: Q4!", "bergabe-q4"),
            ("…", "draft"),
            ("con\0", "con"),
        ] {
            assert_eq!(slug(text), name);
        }
        assert_eq!(slug(&"long ".repeat(100)).len(), 39);
        assert_ne!(mark("run:c1"), mark("run:c2"));
        assert_eq!(mark("run:c1").len(), 10);
    }

    #[test]
    fn a_draft_is_shown_as_people_read_it() {
        let changes = [FieldChange::new("To", "ann@example.com"), FieldChange::new("Body", "Dear Ann")];
        let mail = written("x.eml", &changes, "To: ann@example.com\r\n\r\nDear Ann", Some("Dear Ann".into()));
        assert_eq!(mail.fields, [("To".to_owned(), "ann@example.com".to_owned())]);
        assert_eq!((mail.text.as_str(), mail.content.as_deref().map(str::len)), ("Dear Ann", Some(31)));
        let letter = written("x.md", &changes, "# Offer", None);
        assert_eq!((letter.text.as_str(), letter.fields.len(), letter.content), ("# Offer", 0, None));
    }

    #[test]
    fn a_file_is_written_once() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("drafts/offer-0123456789.md");
        write(&path, "first").unwrap();
        write(&path, "second").unwrap();
        assert_eq!(std::fs::read_to_string(&path).unwrap(), "first");
        assert_eq!(std::fs::read_dir(folder.path().join("drafts")).unwrap().count(), 1, "nothing else is left behind");
    }
}
