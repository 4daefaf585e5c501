//! `fill_template`: a template of the firm's, filled with the records about a customer. It is a first draft: a person
//! edits it before it is stored, and nothing is sent.
//!
//! Templates are Markdown files: the subject, an empty line, the text. Those in the folder `templates` below the drafts
//! folder override built-in ones with the same name. A line that names a missing value is left out.

use std::collections::{BTreeMap, HashSet};
use std::path::Path;
use std::sync::Arc;

use model::record::sheet::{CallSheet, SheetContact};
use model::run::ToolOutput;
use model::text::capital;
use model::time::full_date;
use schemars::JsonSchema;
use search::words;
use serde::Deserialize;
use serde_json::json;

use crate::customer_intelligence::call_sheet;
use tools::{Tool, ToolContext, ToolError, given};

/// The built-in templates; the first is the default.
const OWN: [(&str, &str); 4] = [
    ("reply", include_str!("templates/reply.md")),
    ("apology", include_str!("templates/apology.md")),
    ("note", include_str!("templates/note.md")),
    ("meeting_summary", include_str!("templates/meeting_summary.md")),
];

/// The folder below that of drafts, the file extension, and the maximum file size in bytes.
const FOLDER: &str = "templates";
const END: &str = "md";
const MAX_TEMPLATE_BYTES: u64 = 100_000;
/// Common initial letters of equivalent words: "apologise" asks for an apology.
const PREFIX_CHARS: usize = 6;
/// Content words that an announcement must share with a message on the same topic.
const SAME_WORDS: usize = 2;

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct Args {
    /// Id or name.
    customer_id: String,
    /// reply, apology, note, meeting_summary, the firm's own; or the request in words.
    template: Option<String>,
    /// Sentences that go into the text as they are.
    about: Option<String>,
    /// In a word or two.
    topic: Option<String>,
}

pub fn tool(drafts: Arc<Path>) -> Tool {
    Tool::reads(
        "fill_template",
        "Fills a template with a customer's records: a first draft, to be revised for draft_email or generate_document.",
        move |ctx: ToolContext, args: Args| {
            let drafts = drafts.clone();
            async move { run(ctx, args, drafts).await }
        },
    )
}

async fn run(ctx: ToolContext, args: Args, drafts: Arc<Path>) -> Result<ToolOutput, ToolError> {
    let all = tokio::task::spawn_blocking(move || templates(&drafts.join(FOLDER)));
    let all = all.await.map_err(|error| ToolError::new(error.to_string()))?;
    let (name, text) = chosen(&all, args.template.as_deref().unwrap_or_default());
    let (sheet, mut output) = call_sheet::sheet(&ctx, &args.customer_id).await?;
    let argument = |text| given(text).map(str::to_owned);
    let topic = argument(&args.topic);
    let said = match &topic {
        Some(topic) => call_sheet::on_topic(&ctx, &args.customer_id, topic).await?,
        None => None,
    };
    let filled = fill(text, &values(&sheet, argument(&args.about), topic, said.as_ref()));
    let (title, body) = filled.split_once("\n\n").unwrap_or(("", &filled));
    let title = if title.trim().is_empty() { capital(&name.replace('_', " ")) } else { title.trim().to_owned() };
    // A model reads rows, in which line breaks are lost: each line is one.
    let lines = || body.lines().filter(|line| !line.trim().is_empty()).collect::<Vec<_>>();
    let body = if ctx.by_model { json!(lines()) } else { json!(body.trim()) };
    output.data = json!({
        "customerId": sheet.customer_id, "customerName": sheet.customer_name, "template": name,
        "title": title, "body": body,
    });
    output.summary = format!("A draft from the template {}.", name.replace('_', " "));
    (output.charts, output.counted) = (Vec::new(), Vec::new());
    Ok(output)
}

/// All templates by name, the firm's own before the built-in ones.
fn templates(folder: &Path) -> Vec<(String, String)> {
    let files = std::fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path());
    let read = |path: std::path::PathBuf| {
        let short = path.extension()? == END && std::fs::metadata(&path).ok()?.len() <= MAX_TEMPLATE_BYTES;
        let text = short.then(|| std::fs::read_to_string(&path).ok())??;
        Some((path.file_stem()?.to_str()?.to_lowercase(), text.replace("\r\n", "\n")))
    };
    let mut all: Vec<(String, String)> = files.filter_map(read).collect();
    all.sort();
    let missing: Vec<_> = OWN.iter().filter(|(own, _)| all.iter().all(|(name, _)| name != own)).collect();
    all.extend(missing.into_iter().map(|(name, text)| ((*name).to_owned(), (*text).to_owned())));
    all
}

/// The template whose name has most in common with the request; by default a reply.
fn chosen<'t>(all: &'t [(String, String)], request: &str) -> (&'t str, &'t str) {
    let start = |word: &str| word.to_lowercase().chars().take(PREFIX_CHARS).collect::<String>();
    let words: Vec<String> = request.split(|c: char| !c.is_alphanumeric()).map(start).collect();
    let held = |name: &str| name.split(['_', '-', ' ']).filter(|part| words.contains(&start(part))).count();
    let best = all.iter().max_by_key(|(name, _)| (held(name), name == OWN[0].0));
    best.map_or((OWN[0].0, OWN[0].1), |(name, text)| (name, text))
}

/// The values for templates. The message is what they said of the topic, the case the first on it; an announcement is included only if
/// on the same topic as the message.
fn values(
    sheet: &CallSheet,
    about: Option<String>,
    topic: Option<String>,
    said_of_it: Option<&SheetContact>,
) -> BTreeMap<&'static str, String> {
    let stems = |text: &str| words::distinct(text).into_iter().collect::<HashSet<String>>();
    let on = topic.as_deref().map(stems).filter(|on| !on.is_empty());
    let is_on = |text: &str| on.as_ref().is_none_or(|on| !stems(text).is_disjoint(on));
    let texts = |c: &SheetContact| {
        [c.topic.as_deref(), c.subject.as_deref(), Some(&c.text)].into_iter().flatten().collect::<Vec<_>>().join(" ")
    };
    let case = sheet.cases.iter().find(|case| is_on(&case.title));
    let of_topic = said_of_it.or_else(|| sheet.contacts.iter().chain(&sheet.wants).find(|c| is_on(&texts(c))));
    let last = of_topic.or(sheet.contacts.first().filter(|_| topic.is_none()));
    // Whoever wrote of it is answered, else who wrote last.
    let wrote = last.and_then(|last| last.signed_by.as_ref()).or(sheet.people.first().map(|person| &person.who));
    let contact = wrote.map(|who| who.name.clone());
    let labels = last.iter().flat_map(|c| [c.topic.as_deref(), c.subject.as_deref()]).chain([topic.as_deref()]);
    let said = stems(&labels.flatten().collect::<Vec<_>>().join(" "));
    let news = sheet
        .announcements
        .iter()
        .find(|news| stems(&format!("{} {}", news.title, news.says)).intersection(&said).count() >= SAME_WORDS);
    let all = [
        ("customer", Some(sheet.customer_name.clone())),
        ("contact", Some(contact.unwrap_or_else(|| sheet.customer_name.clone()))),
        ("manager", sheet.relationship_manager.clone()),
        ("today", Some(full_date(sheet.as_of))),
        ("about", about),
        ("topic", topic.as_deref().map(capital)),
        ("new_topic", topic.filter(|_| of_topic.is_none() && case.is_none())),
        ("open_cases", Some(sheet.open_cases.to_string())),
        ("overdue_cases", Some(sheet.overdue_cases.to_string())),
        ("case", case.map(|case| case.id.clone())),
        ("case_title", case.map(|case| case.title.clone())),
        ("case_due", case.and_then(|case| case.deadline).map(full_date)),
        ("case_with", case.and_then(|case| case.assigned_to.clone())),
        ("last_date", last.map(|last| full_date(last.date))),
        ("last_topic", last.and_then(|last| last.topic.clone().or_else(|| last.subject.clone()))),
        ("said", said_of_it.map(|c| c.text.clone())),
        ("want", sheet.wants.first().map(|want| want.text.clone())),
        ("promise", sheet.promises.first().map(|promise| promise.text.clone())),
        ("announced", news.map(|news| news.title.clone())),
        ("announced_date", news.map(|news| full_date(news.date))),
        ("announced_says", news.map(|news| news.says.clone())),
    ];
    all.into_iter().filter_map(|(name, value)| Some((name, value?))).collect()
}

/// The template with its values; a line with an unknown name is removed.
fn fill(template: &str, values: &BTreeMap<&str, String>) -> String {
    let line = |line: &str| {
        let mut out = String::new();
        let mut rest = line;
        while let Some((before, after)) = rest.split_once('{') {
            let (name, tail) = after.split_once('}')?;
            out.push_str(before);
            out.push_str(values.get(name.trim())?);
            rest = tail;
        }
        Some(out + rest)
    };
    let mut text = template.lines().filter_map(line).collect::<Vec<_>>().join("\n");
    while text.contains("\n\n\n") {
        text = text.replace("\n\n\n", "\n\n");
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_without_its_value_is_left_out() {
        let values = BTreeMap::from([("customer", "Hartmann".to_owned()), ("case", "case-1".to_owned())]);
        let text = "On {case}\n\nDear {customer},\n\n{about}\n\nDue {case_due}, see { case }.\nBye {";
        assert_eq!(fill(text, &values), "On case-1\n\nDear Hartmann,\n\n");
        assert_eq!(fill("Dear {customer}: {case}.", &values), "Dear Hartmann: case-1.");
    }

    #[test]
    fn the_firms_own_templates_come_first_and_a_request_names_one() {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("apology.md"), "Sorry\n\nDear {customer}").unwrap();
        std::fs::write(folder.path().join("price_change.md"), "Prices\n\nDear {customer}").unwrap();
        std::fs::write(folder.path().join("notes.txt"), "no template").unwrap();
        let all = templates(folder.path());
        let of = |request: &str| chosen(&all, request).0.to_owned();
        assert_eq!(all.len(), 5);
        assert_eq!(chosen(&all, "Apologise to Hartmann"), ("apology", "Sorry\n\nDear {customer}"));
        assert_eq!(of("write to Hartmann about the price change"), "price_change");
        assert_eq!((of("summary of the meeting"), of("write to them")), ("meeting_summary".into(), "reply".into()));
        for (name, text) in OWN {
            let names = text.contains("{customer}") || text.contains("{contact}");
            assert!(text.contains("\n\n") && names, "{name}");
        }
    }
}
