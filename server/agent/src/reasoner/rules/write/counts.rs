//! Cases against their deadlines.

use model::number::{count, finer};
use serde_json::Value;

use super::AnswerWriter;
use super::drivers::{rhythm, subject};
use super::text::{and, things};

const SLA: &str = "analyze_sla_compliance";

/// Cases against their deadlines.
pub fn sla(story: &mut AnswerWriter<'_>) {
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

fn number(row: &Value, name: &str) -> f64 {
    row.get(name).and_then(Value::as_f64).unwrap_or(0.0)
}
