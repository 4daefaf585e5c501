//! Judgements by analyses: who is at risk, the state of a relationship, what goes wrong, what is unusual, what rises;
//! and answers from the texts themselves.

use model::answer::SourceKind;
use model::number::{count, exact, percent};
use model::time::{DateRange, full_date};
use reader::Act;
use serde_json::Value;
use skills::signals::LEAVING;

use super::AnswerWriter;
use super::drivers::{asking, rhythm};
use super::figures::case_table;
use super::rows::{counted, date, number, text};
use super::text::{and, excerpt, quote, table, things};

const LISTED: &str = "list_communications";
const RISK: &str = "assess_risk";
const HEALTH: &str = "analyze_customer_health";
const ISSUES: &str = "detect_issues";
const ANOMALIES: &str = "detect_anomalies";
const TRENDS: &str = "analyze_trends";
const SIMILAR: &str = "find_similar";
const ASK: &str = "ask_question";

/// Customers per table.
const AT_RISK: usize = 6;
/// Sentences per list.
const MAX_SENTENCES: usize = 3;
/// Cases per table.
const MAX_TABLE_ROWS: usize = 8;
/// Rows of a list named by a tool's own sentence.
const MAX_NAMED_ROWS: usize = 3;

/// The tool's own sentence and lists of sentences, which code wrote from figures, unchanged. `named` are the JSON
/// pointers to the objects and lists with the sentence's figures besides the result's own values.
fn told(story: &mut AnswerWriter<'_>, tool: &str, named: &[&str], lists: &[(&str, &str)]) -> bool {
    let Some(summary) = story.summary(tool) else {
        story.missing(tool);
        return false;
    };
    let rows = named.iter().filter_map(|pointer| story.at(tool, pointer)).flat_map(|found| match found {
        Value::Array(list) => list.iter().take(MAX_NAMED_ROWS).collect(),
        one => vec![one],
    });
    let cited = story.cites.rows(story.at(tool, "").into_iter().chain(rows));
    story.paragraph(&format!("{summary}{cited}"));
    sentences(story, tool, lists);
    true
}

/// Lists of a tool's own sentences, each with its heading. A short list is a cell of the result's own row.
fn sentences(story: &mut AnswerWriter<'_>, tool: &str, lists: &[(&str, &str)]) {
    for (pointer, heading) in lists {
        let line = |row: &Value| {
            let cited = story.cites.rows(story.at(tool, pointer).into_iter().chain([row]));
            Some(format!("- {}{cited}", row.as_str()?))
        };
        let lines: Vec<String> = story.list(tool, pointer).iter().take(MAX_SENTENCES).filter_map(line).collect();
        story.listed(heading, &lines.join("\n"));
    }
}

/// Who says that they want to leave, newest first, with the sentence; whether there is anybody. Nothing if the messages
/// have no signals.
fn leaving(story: &mut AnswerWriter<'_>) -> bool {
    // Another part of the question may have listed other messages.
    if !story.text(LISTED, "/filters/where").is_some_and(|says| says.contains(LEAVING)) {
        return false;
    }
    let (total, days) = (story.number(LISTED, "/total").unwrap_or_default(), story.days(LISTED));
    let cited = story.cites.rows(story.whole(LISTED));
    let rows = story.list(LISTED, "/communications");
    if rows.is_empty() {
        story.paragraph(&format!("No message was found in which somebody wants to leave, {days}.{cited}"));
        return false;
    }
    let customers = things(story.number(LISTED, "/customers").unwrap_or(total), "customer", "customers");
    let messages = things(total, "message", "messages");
    let newest = match rows.len() as f64 {
        many if many < total => format!("; the newest {}", count(many)),
        _ => String::new(),
    };
    story.paragraph(&format!("{customers} wrote in {messages} that they want to leave, {days}{newest}.{cited}"));
    let line = |row: &Value| {
        let says = excerpt(text(row, "excerpt"));
        Some(format!("{}, {}: “{says}”", text(row, "customer"), date(row)?))
    };
    story.paragraph(&story.cites.lines(rows, line));
    story
        .draft
        .notes
        .push("Messages that announce a move are found by a trained classifier, which misses some.".into());
    story.paragraph("### Estimated from the mood of messages, and late cases");
    true
}

/// Who is at risk, and why: an announced move outweighs any mood.
pub fn risk(story: &mut AnswerWriter<'_>) {
    let quoted = leaving(story);
    if !told(story, RISK, &["/atRisk"], &[]) {
        return;
    }
    let row = |r: &Value| {
        let text = |name: &str| text(r, name).to_owned();
        let number = |name: &str| r[name].as_f64().map(count).unwrap_or_default();
        let late = format!("{}{}", number("breachedCases"), story.cites.rows([r]));
        vec![text("customer"), text("riskLevel"), number("riskScore"), number("negative"), number("judged"), late]
    };
    let rows = story.list(RISK, "/atRisk");
    if !rows.is_empty() {
        let heads = ["Customer", "Risk", "Score", "Negative", "Messages", "Late cases"];
        let table = table(&heads, rows.iter().take(AT_RISK).map(row));
        story.paragraph(&table);
    }
    sentences(story, RISK, &[("/factors", "What adds to it:"), ("/mitigations", "What can be done:")]);
    if !quoted {
        story.quotations(RISK, 2);
    }
    story.method(RISK, "How risk is scored");
    let first = story.text(RISK, "/atRisk/0/customer");
    story.draft.follow_ups = match first {
        Some(name) => {
            vec![format!("How healthy is {name}?"), format!("Tell me about {name}"), "What are the main issues?".into()]
        }
        None => vec!["Which customers are at risk?".into(), "What are the main issues?".into()],
    };
}

/// The state of one relationship.
pub fn health(story: &mut AnswerWriter<'_>) {
    let lists =
        [("/riskFactors", "Risks:"), ("/positiveSignals", "Good signs:"), ("/recommendations", "What can be done:")];
    if !told(story, HEALTH, &[], &lists) {
        return;
    }
    story.quotations(HEALTH, 3);
    story.method(HEALTH, "How health is scored");
    if let Some(name) = story.text(HEALTH, "/customerName") {
        story.draft.follow_ups = vec![
            format!("Tell me about {name}"),
            format!("Complaints of {name} per day"),
            format!("Is {name} at risk?"),
        ];
    }
}

/// What goes wrong.
pub fn issues(story: &mut AnswerWriter<'_>) {
    if !told(story, ISSUES, &["/issues"], &[]) {
        return;
    }
    let line = |i: &Value| {
        let (name, severity) = (i.get("topic")?.as_str()?, i.get("severity")?.as_str()?);
        let (n, share) = (i.get("problematic")?.as_f64()?, i.get("share")?.as_f64()?);
        let before = i.get("previousCount").and_then(Value::as_f64);
        let before = before.map(|b| format!(", after {} in the period before", count(b))).unwrap_or_default();
        Some(format!("{name} ({severity}): {} ({}){before}", count(n), percent(share)))
    };
    story.paragraph(&story.cites.lines(story.list(ISSUES, "/issues").iter().take(6), line));
    sentences(story, ISSUES, &[("/insights", "What stands out:"), ("/recommendations", "What to do first:")]);
    story.method(ISSUES, "How issues are found");
    story.draft.follow_ups = vec!["What is unusual this month?".into(), "Which customers are at risk?".into()];
    let why = asking(story, Act::Why);
    story.draft.follow_ups.extend(why);
}

/// What needs attention first: urgent cases, then what goes wrong most; the reverse if days are named.
pub fn urgent(story: &mut AnswerWriter<'_>, in_days: bool) {
    if in_days {
        issues(story);
    }
    urgent_cases(story);
    if !in_days {
        issues(story);
    }
}

/// Open cases that are critical or overdue, oldest first.
fn urgent_cases(story: &mut AnswerWriter<'_>) {
    const CASES: &str = "list_cases";
    let Some(total) = story.needs(CASES, "/total").filter(|total| *total > 0.0) else { return };
    let cited = story.cites.rows(story.whole(CASES));
    let many = if total == 1.0 { "1 open case is".to_owned() } else { format!("{} open cases are", count(total)) };
    story.paragraph(&format!("{many} urgent: critical, or past the deadline.{cited} The oldest first:"));
    let rows = story.list(CASES, "/cases");
    let table = case_table(&rows[..rows.len().min(MAX_TABLE_ROWS)], &story.cites);
    story.paragraph(&table);
}

/// What is out of the ordinary.
pub fn anomalies(story: &mut AnswerWriter<'_>) {
    if !told(story, ANOMALIES, &["/anomalies", "/concentration"], &[]) {
        return;
    }
    let line = |a: &Value| {
        let of = |name: &str| a.get(name).and_then(Value::as_f64);
        let severity = a.get("severity")?.as_str()?;
        let what = match (of("meanScore"), of("usualScore")) {
            (Some(score), Some(usual)) => {
                format!("{}: mean score {}, usually {}", date(a)?, exact(score), exact(usual))
            }
            _ => {
                let at = a.get("category").and_then(Value::as_str).map(str::to_owned).or_else(|| date(a))?;
                format!("{at}: {}, usually {}", exact(of("value")?), exact(of("usual")?))
            }
        };
        let mostly: Vec<String> = a.get("mostly")?.as_array()?.iter().filter_map(|t| counted(t, "topic")).collect();
        let mostly = if mostly.is_empty() { String::new() } else { format!("; mostly {}", and(&mostly)) };
        Some(format!("{what} ({severity}){mostly}"))
    };
    story.paragraph(&story.cites.lines(story.list(ANOMALIES, "/anomalies").iter().take(8), line));
    story.quotations(ANOMALIES, 3);
    story.draft.notes.extend(story.text(ANOMALIES, "/explanation").map(str::to_owned));
    story.draft.follow_ups = vec!["What are the main issues?".into(), "What is the trend in the last 30 days?".into()];
}

/// What rises and what falls.
pub fn trends(story: &mut AnswerWriter<'_>) {
    if !told(story, TRENDS, &["/rising", "/falling", "/previousPeriod"], &[]) {
        return;
    }
    for (pointer, heading) in [("/rising", "Rising:"), ("/falling", "Falling:")] {
        story.listed(heading, &story.cites.lines(story.list(TRENDS, pointer), moved));
    }
    story.paragraph(&rhythm(story));
    story.quotations(TRENDS, 3);
    let first = story.text(TRENDS, "/rising/0/topic");
    story.draft.follow_ups = vec!["What are the main issues?".into(), "What is unusual this month?".into()];
    if let Some(first) = first {
        story.draft.follow_ups.insert(0, format!("Show me examples of {first}"));
    }
}

/// "Crashes: 40 after 20 in the period before".
fn moved(t: &Value) -> Option<String> {
    let (name, now, before) = (t.get("topic")?.as_str()?, t.get("count")?.as_f64()?, t.get("previousCount")?.as_f64()?);
    Some(format!("{name}: {} after {} in the period before", count(now), count(before)))
}

/// Messages like a given one.
pub fn similar(story: &mut AnswerWriter<'_>) {
    if !told(story, SIMILAR, &["/asked"], &[]) {
        return;
    }
    let asked = story.text(SIMILAR, "/asked/content").unwrap_or_default();
    if !asked.is_empty() {
        let cited = story.rows_at(SIMILAR, &["/asked"]);
        story.paragraph(&format!("It says: “{}”{cited}", excerpt(asked)));
    }
    let mut topics: Vec<String> =
        story.list(SIMILAR, "/similar").iter().filter_map(|s| Some(s["topic"].as_str()?.to_owned())).collect();
    topics.dedup();
    topics.truncate(3);
    story.quotations(SIMILAR, 5);
    if !topics.is_empty() {
        story.paragraph(&format!("They are about {}.", and(&topics)));
    }
    story.method(SIMILAR, "How likeness is measured");
}

/// Answers from the texts themselves: sections of documents quoted below their titles, sentences of messages as a list.
pub fn ask(story: &mut AnswerWriter<'_>) {
    let Some(found) = story.needs(ASK, "/retrievedPassages") else { return };
    let sentences = story.list(ASK, "/sentences");
    if found == 0.0 || sentences.is_empty() {
        story.paragraph("Nothing in the documents or messages answers that.");
        if let Some(time) = story.text(ASK, "/noDocumentOf") {
            story.paragraph(&format!("No release note, notice or policy is of {time}.{}", story.rows_at(ASK, &[""])));
        }
        return;
    }
    let from_document = story.sources(ASK).first().is_some_and(|source| source.kind == SourceKind::Document);
    match (story.number(ASK, "/confidence").unwrap_or(0.0) >= 0.5, from_document) {
        (true, true) => {}
        (true, false) => story.paragraph("What messages say:"),
        (false, _) => {
            story.paragraph("Nothing says it in these words. The closest:");
        }
    }
    let mut lines = Vec::new();
    for sentence in sentences {
        let field = |name: &str| sentence.get(name).and_then(Value::as_str);
        let Some(text) = field("text") else { continue };
        let Some(source) = story.sources(ASK).iter().find(|s| field("source") == Some(s.id.as_str())) else { continue };
        // What the record's excerpt does not contain is cited by the quotation's row.
        let held = source.excerpt.contains(text.trim_matches(['…', ' ']));
        let row = if held { String::new() } else { story.cites.rows([sentence]) };
        let cited = format!("{row}{}", story.cites.record(source));
        match (field("heading"), source.day) {
            (Some(heading), Some(day)) => {
                story.paragraph(&format!("### {}: {heading}", source.title));
                story.paragraph(&format!("{}: “{}”{cited}", full_date(day), quote(text)));
            }
            _ => lines.push(format!("- {}{}: “{}”{cited}", source.title, source.mark(), quote(text))),
        }
    }
    story.paragraph(&lines.join("\n"));
    since(story);
    story.draft.notes.push("Quoted word for word; without a model nothing is put together into one answer.".into());
}

/// "31 messages on "Crashes" came in the 5 days from then on (27 to 31 January 2026), after 60 in as many days before [3]."
fn since(story: &mut AnswerWriter<'_>) {
    let Some(row) = story.at(ASK, "/since") else { return };
    let (after, before) = (number(row, "after"), number(row, "before"));
    let last = row.pointer("/afterRange/to").and_then(Value::as_str).unwrap_or_default();
    let days = match (text(row, "day").parse().ok(), last.parse().ok()) {
        (Some(from), Some(to)) => DateRange::new(from, to).label(),
        _ => return,
    };
    let cited = story.rows_at(ASK, &["/since"]);
    story.paragraph(&format!(
        "{} {} came in the {} days from then on ({days}), after {} in as many days before{cited}.",
        things(after, "message", "messages"),
        text(row, "about"),
        count(number(row, "days")),
        count(before),
    ));
}
