//! When the largest topics began, and what the firm announced around then: as coincidence, never as the cause.

use model::answer::SourceKind;
use model::chart::Marker;
use model::number::{count, fine};
use serde_json::Value;

use super::super::plan;
use super::AnswerWriter;
use super::rows::date;
use crate::view::{Draft, View};

const TOPICS: &str = "analyze_topics";

/// On which days the largest topics began, the change in daily numbers, and what the firm announced around then.
pub fn began(story: &mut AnswerWriter<'_>) {
    let starts = story.list(TOPICS, "/starts");
    let clear = |row: &&Value| row["date"].is_string();
    if starts.is_empty() {
        return;
    }
    let line = |row: &Value| {
        let topic = row["topic"].as_str()?;
        if !clear(&row) {
            return Some(format!("{topic}: no clear start in this time."));
        }
        let of = |name: &str| row[name].as_f64();
        let (before, after) = (of("averageBefore")?, of("averageAfter")?);
        let (days_before, days_after) = (of("daysBefore")?, of("daysAfter")?);
        Some(format!(
            "{topic}: began on {}, {} a day in the {} days before, {} a day in the {} days from then on.",
            date(row)?,
            fine(before),
            count(days_before),
            fine(after),
            count(days_after)
        ))
    };
    if !starts.iter().any(|row| clear(&row)) {
        let cited = story.cites.rows(starts);
        return story.paragraph(&format!("The days do not show clearly when any of these topics began.{cited}"));
    }
    story.listed("When these topics began:\n", &story.cites.lines(starts, line));
    // One document may be near the starts of several topics.
    let mut told: Vec<&str> = Vec::new();
    let found = story.list(TOPICS, "/documentsAtStarts");
    let documents = story.cites.lines(found, |row| {
        let (id, title, kind) = (row["id"].as_str()?, row["title"].as_str()?, row["kind"].as_str()?);
        let day = date(row).filter(|_| !told.contains(&id))?;
        told.push(id);
        let source = story.sources(TOPICS).iter().find(|s| s.kind == SourceKind::Document && s.id == id);
        let cited = source.map(|s| story.cites.record(s)).unwrap_or_default();
        Some(format!("{title}, {kind} of {day}.{cited}"))
    });
    if let Some(row) = found.first()
        && let Some(days) = row["windowDays"].as_f64()
    {
        let cited = story.cites.rows([row]);
        story.paragraph(&format!(
            "We announced at the same time (within {} days of a start):{cited}\n\n{documents}",
            count(days)
        ));
        let gap = "That something was announced when a topic began does not show that it was the cause.";
        story.draft.gaps.push(gap.into());
    } else {
        story.paragraph("None of our own release notes, notices or policies is from those days.");
    }
}

/// Marks the documents near the starts of topics on the chart of the days.
pub fn mark(view: &View<'_>, draft: &mut Draft) {
    let Some(rows) = plan::output(view, TOPICS).and_then(|output| output.data["documentsAtStarts"].as_array()) else {
        return;
    };
    let text = |row: &Value, name: &str| row[name].as_str().map(str::to_owned);
    let marker = |row: &Value| {
        let day = text(row, "date")?.parse().ok()?;
        Some(Marker { day, title: text(row, "title")?, kind: text(row, "kind")?, document: text(row, "id")? })
    };
    for chart in &mut draft.charts {
        *chart = chart.clone().marked(rows.iter().filter_map(marker));
    }
}
