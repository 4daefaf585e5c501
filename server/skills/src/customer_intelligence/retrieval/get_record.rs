//! `get_record`: cases, communications and documents by id, unchanged and with their whole text, and the records themselves
//! as sources.

use model::answer::Source;
use model::record::{Case, Communication, Document};
use model::run::ToolOutput;
use model::text::{excerpt, one};
use model::time::{DateRange, full_date, full_time};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Value, json};

use crate::{evidence, figures, filters};
use store::analytics::{self, Data};
use store::{acts, records};
use tools::{ToolContext, ToolError};

/// Maximum messages of a case shown.
const MAX_CASE_MESSAGES: usize = 5;
/// Characters per piece of a text: each is a row, short enough not to be cut for any reader.
const PIECE_CHARS: usize = 450;
/// Maximum length of an id.
const MAX_ID_BYTES: usize = 200;

/// Maximum records of a call.
const TOGETHER: usize = 10;

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Args {
    /// One or several, at most 10: such as case-0123, comm-00123 or doc-001, or the number where a record came from.
    #[serde(default)]
    #[schemars(length(min = 1, max = 10))]
    ids: Vec<String>,
    #[schemars(extend("x-hidden" = true))]
    id: Option<String>,
}

pub async fn run(ctx: ToolContext, args: Args) -> Result<ToolOutput, ToolError> {
    let mut ids: Vec<&str> = Vec::new();
    for id in args.id.iter().chain(&args.ids).map(|id| id.trim().trim_start_matches('#')) {
        if !id.is_empty() && !ids.contains(&id) {
            ids.push(id);
        }
    }
    match ids.as_slice() {
        [] => Err(ToolError::new("Give the ids of the records, e.g. ids: [\"case-0123\"].")),
        [one] => record(&ctx, one).await,
        several if several.len() > TOGETHER => {
            Err(ToolError::new(format!("{} ids are too many at once; give at most {TOGETHER}.", several.len())))
        }
        several => records_together(&ctx, several).await,
    }
}

/// Several records, each whole; those that cannot be read are named with the reason.
async fn records_together(ctx: &ToolContext, ids: &[&str]) -> Result<ToolOutput, ToolError> {
    let (mut all, mut missing): (Vec<ToolOutput>, Vec<(&str, ToolError)>) = Default::default();
    for id in ids {
        match record(ctx, id).await {
            Ok(output) => all.push(output),
            Err(error) => missing.push((id, error)),
        }
    }
    if all.is_empty() {
        let all: Vec<String> = missing.into_iter().map(|(_, error)| error.message).collect();
        return Err(ToolError::new(all.join(" ")));
    }
    let days = all.iter().filter_map(|output| output.coverage.as_ref()).map(|coverage| coverage.range);
    let days = days.reduce(|a, b| DateRange { from: a.from.min(b.from), to: a.to.max(b.to) }).unwrap_or(DateRange::ALL);
    let coverage = Some(figures::covered(figures::count(all.len()), "records", days));
    let summary: Vec<String> = all
        .iter()
        .map(|output| output.summary.clone())
        .chain(missing.iter().map(|(_, error)| error.message.clone()))
        .collect();
    let mut sources: Vec<Source> = Vec::new();
    for source in all.iter_mut().flat_map(|output| std::mem::take(&mut output.sources)) {
        if !sources.iter().any(|known| known.kind == source.kind && known.id == source.id) {
            sources.push(source);
        }
    }
    let records: Vec<Value> = all.into_iter().map(|output| output.data).collect();
    let mut data = json!({ "records": records });
    if !missing.is_empty() {
        data["notRead"] = missing.into_iter().map(|(id, error)| json!({ "id": id, "reason": error.message })).collect();
    }
    Ok(ToolOutput { data, summary: summary.join(" "), sources, coverage, ..ToolOutput::default() })
}

async fn record(ctx: &ToolContext, asked: &str) -> Result<ToolOutput, ToolError> {
    if asked.len() > MAX_ID_BYTES {
        return Err(ToolError::new("An id is too long. Give ids such as case-0123 and comm-00123."));
    }
    let found = records::called(&ctx.db, asked).await?;
    if found.is_empty()
        && let Ok(document) = records::document(&ctx.db, asked).await
    {
        return Ok(self::document(&document));
    }
    match found.as_slice() {
        [] => Err(ToolError::new(format!(
            "There is no case, communication or document \"{asked}\". Ids look like case-0123 and comm-00123; the number of an \
             imported one will do."
        ))),
        [(is_case, id)] => {
            let data = if *is_case { Data::Cases } else { Data::Communications };
            filters::expect_visible(ctx, data, id).await?;
            match data {
                Data::Cases => case(ctx, records::case(&ctx.db, id).await?).await,
                Data::Communications => communication(ctx, records::communication(&ctx.db, id).await?).await,
            }
        }
        several => {
            let list: Vec<&str> = several.iter().map(|(_, id)| id.as_str()).collect();
            Err(ToolError::new(format!("Several records are called \"{asked}\": {}. Say which.", list.join(", "))))
        }
    }
}

async fn customer_name(ctx: &ToolContext, id: &str) -> Result<String, ToolError> {
    let names = analytics::customer_names_of(&ctx.db, &[id.to_owned()]).await?;
    Ok(names.get(id).cloned().unwrap_or_else(|| id.to_owned()))
}

async fn case(ctx: &ToolContext, case: Case) -> Result<ToolOutput, ToolError> {
    let ids = records::communications_of_case(&ctx.db, &case.id, MAX_CASE_MESSAGES).await?;
    let messages = records::communications(&ctx.db, &ids).await?;
    let name = customer_name(ctx, &case.customer_id).await?;
    let notes = acts::notes(&ctx.db, &case.id).await?;
    let breached = case.is_breached(ctx.as_of);
    let deadline = match (case.sla_deadline, breached) {
        (Some(due), Some(true)) => format!(" It missed its deadline of {}.", full_time(due)),
        (Some(due), Some(false)) if case.resolved_at.is_some() => {
            format!(" It met its deadline of {}.", full_time(due))
        }
        (Some(due), _) => format!(" It is due by {}.", full_time(due)),
        (None, Some(true)) => " It was not answered in time, as its source says.".into(),
        (None, _) => String::new(),
    };
    let resolved = case.resolved_at.map(|at| format!(", resolved on {}", full_time(at))).unwrap_or_default();
    let summary = format!(
        "Case {} of {name}: {}. Status {}, priority {}, opened on {}{resolved}.{deadline}",
        case.id,
        case.title.trim_end_matches('.'),
        case.status.as_str().replace('_', " "),
        case.priority,
        full_date(case.day),
    );
    let mut sources: Vec<Source> = evidence::of_cases(&ctx.db, std::slice::from_ref(&case)).await?;
    sources.extend(evidence::of_communications(&ctx.db, &messages, "").await?);
    let data = json!({
        "kind": "case", "id": case.id, "customerId": case.customer_id, "customerName": name,
        "title": case.title, "text": pieces(&case.description), "status": case.status,
        "priority": case.priority, "category": case.category, "subcategory": case.subcategory, "product": case.product,
        "assignedTo": case.assigned_to, "opened": full_time(case.created_at),
        "resolved": case.resolved_at.map(full_time), "slaDeadline": case.sla_deadline.map(full_time),
        "slaBreached": breached, "resolution": case.resolution, "tags": case.tags, "attributes": case.attributes,
        "communicationIds": ids,
        "notes": notes.iter().map(|n| json!({ "by": n.author, "at": full_time(n.at), "text": n.body })).collect::<Vec<_>>(),
    });
    Ok(output(data, summary, sources, case.day))
}

async fn communication(ctx: &ToolContext, c: Communication) -> Result<ToolOutput, ToolError> {
    let name = customer_name(ctx, &c.customer_id).await?;
    let mood = c.sentiment.map(|s| format!(" It reads as {s}.")).unwrap_or_default();
    let case = c.case_id.as_ref().map(|id| format!(" It belongs to {id}.")).unwrap_or_default();
    let topic = c.subcategory.as_ref().or(c.category.as_ref());
    let about = topic.map(|t| format!(" about {t}")).unwrap_or_default();
    let summary = format!(
        "{} is {} by {} of {name}{about}, {}. Status {}.{mood}{case}",
        c.id,
        one(c.kind.as_str()),
        c.channel,
        full_date(c.day),
        c.status.as_str().replace('_', " ")
    );
    let sources = evidence::of_communications(&ctx.db, std::slice::from_ref(&c), "").await?;
    let data = json!({
        "kind": "communication", "id": c.id, "customerId": c.customer_id, "customerName": name,
        "date": c.day, "channel": c.channel, "type": c.kind, "status": c.status, "sentiment": c.sentiment,
        "category": c.category, "subcategory": c.subcategory, "product": c.product, "caseId": c.case_id,
        "subject": c.subject, "text": pieces(&c.body), "attributes": c.attributes,
    });
    Ok(output(data, summary, sources, c.day))
}

fn document(document: &Document) -> ToolOutput {
    let text: Vec<String> = document.chunks.iter().flat_map(|chunk| pieces(&chunk.text)).collect();
    let first = evidence::opening_of_document(document);
    let kind = document.kind.as_str().replace('_', " ");
    let summary = format!("“{}” is {} of the firm's own, {}.", document.title, one(&kind), full_date(document.day));
    let data = json!({
        "kind": "document", "id": document.id, "title": document.title, "type": document.kind, "date": document.day,
        "product": document.product, "text": text,
    });
    output(data, summary, first.into_iter().collect(), document.day)
}

/// A text in pieces that end at a sentence, or else at a word.
fn pieces(text: &str) -> Vec<String> {
    let mut out = Vec::new();
    let mut rest = text.trim();
    while !rest.is_empty() {
        let (piece, next) = rest.split_at(excerpt::end(rest, 0, PIECE_CHARS));
        out.push(piece.trim_end().to_owned());
        rest = next.trim_start();
    }
    out
}

fn output(data: Value, summary: String, sources: Vec<Source>, day: chrono::NaiveDate) -> ToolOutput {
    let coverage = Some(figures::covered(1, "records", DateRange::new(day, day)));
    ToolOutput { data, summary, sources, coverage, ..ToolOutput::default() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_is_cut_at_its_sentences_and_nothing_is_lost() {
        let text = format!("{} End of it! {}", "A sentence of six words here. ".repeat(20), "w".repeat(1000));
        let pieces = pieces(&text);
        assert!(pieces.len() >= 4 && pieces.iter().all(|p| p.chars().count() <= PIECE_CHARS), "{pieces:?}");
        assert!(pieces[0].ends_with("here."), "{}", pieces[0]);
        let bare = |text: &str| text.split_whitespace().collect::<String>();
        assert_eq!(bare(&pieces.concat()), bare(&text));
        assert!(super::pieces("  ").is_empty());
    }
}
