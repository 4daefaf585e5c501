//! How many, by day, by group, and against deadlines.

use app::model::number::{count, finer, percent};
use app::model::text::capital;
use serde_json::Value;

use super::Story;
use super::drivers::{rhythm, subject};
use super::text::{and, things};

const DAILY: &str = "get_daily_volumes";
const GROUPS: &str = "get_category_breakdown";
const SLA: &str = "analyze_sla_compliance";

/// Cases against their deadlines.
pub fn sla(story: &mut Story<'_>) {
    let Some(total) = story.needs(SLA, "/totalCases") else { return };
    let (about, days) = (subject(story), story.days(SLA));
    if total == 0.0 {
        let cited = story.cites.rows(story.whole(SLA));
        return story
            .paragraph(&format!("There are no cases{about} in the data ({days}), so there is no rate.{cited}"));
    }
    let breached = story.number(SLA, "/breachedCount").unwrap_or(0.0);
    let compliant = story.number(SLA, "/compliantCount").unwrap_or(0.0);
    let rate = finer(breached / total);
    story.paragraph(&format!(
        "{} of {}{about} breached their SLA, a breach rate of {rate}; {} kept it ({days}).{}",
        count(breached),
        things(total, "case", "cases"),
        count(compliant),
        story.cites.rows(story.whole(SLA))
    ));
    if let Some(others) = story.number(SLA, "/notJudged").filter(|n| *n > 0.0) {
        let text = format!(
            "{} with neither a deadline nor a word of their source are left out.",
            things(others, "case", "cases")
        );
        story.draft.gaps.push(text);
    }
    let late = |row: &&Value| number(row, "breached") > 0.0;
    let mut rows: Vec<&Value> = story.list(SLA, "/byCategory").iter().filter(late).collect();
    rows.sort_by(|a, b| number(b, "breached").total_cmp(&number(a, "breached")));
    rows.truncate(3);
    let worst: Vec<String> = rows
        .iter()
        .filter_map(|r| {
            Some(format!(
                "{} {} of {}",
                r.get("category")?.as_str()?,
                count(number(r, "breached")),
                count(number(r, "total"))
            ))
        })
        .collect();
    if !worst.is_empty() {
        story.paragraph(&format!("Most breaches: {}.{}", and(&worst), story.cites.rows(rows)));
    }
    let rhythm = rhythm(story);
    story.paragraph(&rhythm);
    story.quotations(SLA, 2);
    story.draft.follow_ups =
        vec!["Cases per day in the last 30 days".into(), "Cases by category this year".into(), "Cases by tier".into()];
}

/// The largest groups that have a name, three at most.
fn largest<'a>(story: &Story<'a>) -> Vec<&'a Value> {
    let mut groups: Vec<&Value> = groups_of(story).iter().filter(|row| label(row).is_some()).collect();
    // Months come in their order; a stable sort leaves the others as they are.
    groups.sort_by(|a, b| number(b, "count").total_cmp(&number(a, "count")));
    groups.truncate(3);
    groups
}

/// Their names with count and share.
fn named(groups: &[&Value]) -> Vec<String> {
    let row = |row: &&Value| {
        let n = row.get("count")?.as_f64()?;
        let share = row.get("share").and_then(Value::as_f64).map(|s| format!(", {}", percent(s))).unwrap_or_default();
        Some(format!("{} ({}{share})", label(row)?, count(n)))
    };
    groups.iter().filter_map(row).collect()
}

/// The groups of the breakdown, under either of its names.
fn groups_of<'a>(story: &Story<'a>) -> &'a [Value] {
    match story.list(GROUPS, "/groups") {
        [] => story.list(GROUPS, "/byCategory"),
        groups => groups,
    }
}

fn label(row: &Value) -> Option<&str> {
    row.get("label").or_else(|| row.get("category"))?.as_str()
}

/// What is being counted: one, many.
fn counted(story: &Story<'_>) -> (&'static str, &'static str) {
    let kind = story.u.slots.iter().find(|slot| slot.column == "kind").map(|slot| slot.values[0].as_str());
    match (story.u.data, kind) {
        ("cases", _) => ("case", "cases"),
        (_, Some("complaint")) => ("complaint", "complaints"),
        (_, Some("enquiry")) => ("enquiry", "enquiries"),
        (_, Some("request")) => ("request", "requests"),
        (_, Some("feedback")) => ("message of feedback", "messages of feedback"),
        _ => ("communication", "communications"),
    }
}

fn sentence_count(n: f64, one: &str, many: &str) -> String {
    match n {
        0.0 => format!("There are no {many}"),
        1.0 => format!("There is {}", things(n, one, many)),
        _ => format!("There are {}", things(n, one, many)),
    }
}

fn number(row: &Value, name: &str) -> f64 {
    row.get(name).and_then(Value::as_f64).unwrap_or(0.0)
}
