//! Documents that a question names by their day or as the latest of their kind: "the update of 15 January", "the last
//! release".

use model::record::library::DocumentFilter;
use model::record::{Document, DocumentKind};
use model::time::DateRange;
use query::frame::grammar;
use query::range;
use search::words;
use store::{analytics, documents, records};
use tools::{ToolContext, ToolError};

/// What a question calls documents of a kind.
const KINDS: &[(&str, DocumentKind)] = &[
    ("release releases update updates version versions rollout", DocumentKind::ReleaseNote),
    ("notice notices announcement announcements announced announce", DocumentKind::Notice),
];
/// Other words of a question for what is new.
const NEW: &str =
    "change changes changed changing new news published introduced happen happened include included contain";
const LATEST: &str = "last latest newest recent";
/// The longest time that names a document, in days: a month.
const MAX_RANGE_DAYS: i64 = 31;

/// The documents that a question names.
#[derive(Debug)]
pub struct Named {
    /// Those of the day, best first; none if no document is of it.
    pub documents: Vec<Document>,
    /// The day or the month, if one is named.
    pub days: Option<DateRange>,
    /// The stems of what else the question asks about them.
    pub rest: Vec<String>,
}

/// The kind of document that a question names, and whether it is the latest.
fn kind(question: &str) -> Option<(DocumentKind, bool)> {
    let words = grammar::words(question);
    let in_list = |list: &str, word: &str| list.split_whitespace().any(|own| own == word);
    let (at, kind) = words.iter().enumerate().find_map(|(at, word)| {
        KINDS.iter().find(|(names, _)| in_list(names, &word.text)).map(|(_, kind)| (at, *kind))
    })?;
    // "The last mobile banking release": a few words may stand between.
    let latest = words[at.saturating_sub(3)..at].iter().any(|word| in_list(LATEST, &word.text));
    Some((kind, latest))
}

/// The documents that a question names; `None` if it names no kind of them with a day.
///
/// # Errors
/// Database errors.
pub async fn find(ctx: &ToolContext, question: &str) -> Result<Option<Named>, ToolError> {
    let Some((kind, latest)) = kind(question) else { return Ok(None) };
    let dated = range::find_all(question, ctx.as_of)
        .into_iter()
        .find(|(time, _)| time.range.days().is_some_and(|days| days <= MAX_RANGE_DAYS));
    let mut text = question.to_owned();
    let ids: Vec<String> = match &dated {
        Some((time, at)) => {
            text.replace_range(at.clone(), " ");
            let mut found = analytics::events(&ctx.db, time.range, ctx.scope.product.as_deref()).await?;
            found.sort_by_key(|event| event.kind != kind);
            found.into_iter().map(|event| event.id).collect()
        }
        None if latest => {
            let filter = DocumentFilter { kind: Some(kind), ..DocumentFilter::default() };
            let (all, _) = documents::list(&ctx.db, &filter).await?;
            let fits = |product: &Option<String>| ctx.scope.product.is_none() || *product == ctx.scope.product;
            all.into_iter().filter(|document| fits(&document.product)).take(1).map(|document| document.id).collect()
        }
        None => return Ok(None),
    };
    let names: Vec<&str> = KINDS.iter().map(|(names, _)| *names).collect();
    let known = words::distinct(&format!("{} {NEW} {LATEST}", names.join(" ")));
    let rest = words::distinct(&text).into_iter().filter(|stem| !known.contains(stem)).collect();
    let mut found = Vec::new();
    for id in &ids {
        // A document may be deleted a moment ago.
        found.extend(records::document(&ctx.db, id).await.ok());
    }
    Ok(Some(Named { documents: found, days: dated.map(|(time, _)| time.range), rest }))
}

/// Whether a text names these days.
pub fn names_days(text: &str, days: DateRange, ctx: &ToolContext) -> bool {
    range::find_all(text, ctx.as_of).iter().any(|(time, _)| time.range == days)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_kind_is_named_with_or_without_being_the_latest() {
        assert_eq!(kind("What changed in the January 15th update?"), Some((DocumentKind::ReleaseNote, false)));
        assert_eq!(kind("what was in the last release?"), Some((DocumentKind::ReleaseNote, true)));
        assert_eq!(kind("What was announced on 12 May 2025?"), Some((DocumentKind::Notice, false)));
        assert_eq!(kind("What does a recall cost?"), None);
    }
}
