//! The course of cases and conversations: how long they take, which are late, why due diligence opens them, where they
//! continue.

use model::number::{count, finer, percent};
use serde_json::Value;

use super::AnswerWriter;
use super::drivers::rhythm;
use super::rows::{counted, date, number, peak, text};
use super::text::{and, days_of, things};

const RESOLUTION: &str = "analyze_resolution_times";
const CDD: &str = "analyze_cdd_cases";
const ESCALATION: &str = "analyze_channel_escalation";
const SLA: &str = "analyze_sla_compliance";

/// How long resolved cases took.
pub fn resolution(story: &mut AnswerWriter<'_>) {
    let Some(cases) = story.needs(RESOLUTION, "/casesAnalyzed") else { return };
    let (about, days) = (story.about.clone(), story.days(RESOLUTION));
    let of = |name: &str| story.number(RESOLUTION, &format!("/{name}")).map(days_of).unwrap_or_default();
    let hours = |name: &str| {
        story.number(RESOLUTION, &format!("/{name}")).map_or_else(String::new, |h| format!(" ({h} hours)"))
    };
    let shortest = match story.number(RESOLUTION, "/minResolutionDays").map(days_of) {
        Some(least) if !least.starts_with("0 ") => format!("at least {least} and "),
        _ => String::new(),
    };
    let (was, took) = if cases == 1.0 { ("was", "It took") } else { ("were", "They took") };
    let text = format!(
        "{}{about} {was} resolved (opened {days}). {took} {}{} on average, {shortest}at most {}. \
         Half of them took {}{} or less, nine in ten {} or less.{}",
        things(cases, "case", "cases"),
        of("avgResolutionDays"),
        hours("avgResolutionHours"),
        of("maxResolutionDays"),
        of("medianResolutionDays"),
        hours("medianResolutionHours"),
        of("ninetiethPercentileDays"),
        story.cites.rows(story.whole(RESOLUTION))
    );
    story.paragraph(&text);
    let rows = story.list(RESOLUTION, "/byCategory");
    let line = |r: &Value| {
        let (name, cases) = (r.get("category")?.as_str()?, r.get("cases")?.as_f64()?);
        let average = days_of(r.get("avgResolutionDays")?.as_f64()?);
        Some(format!("{name}: {average} on average over {}", things(cases, "case", "cases")))
    };
    if rows.len() > 1 {
        story.paragraph(&story.cites.lines(rows.iter().take(8), line));
    }
    if let Some(open) = story.number(RESOLUTION, "/notResolved").filter(|n| *n > 0.0) {
        story.draft.gaps.push(format!("{} not resolved yet are not counted.", things(open, "case", "cases")));
    }
    story.quotations(RESOLUTION, 2);
    story.draft.follow_ups = vec![
        "How many cases breached SLA?".into(),
        "Cases by category this year".into(),
        "Which customers are at risk?".into(),
    ];
}

/// Why due diligence opens cases, and their status.
pub fn cdd(story: &mut AnswerWriter<'_>) {
    let days = story.days(CDD);
    let reason = story.at(CDD, "/filters/reason").or_else(|| story.at(CDD, "/filters/subcategory"));
    let about = reason.and_then(Value::as_str).map(|r| format!(" for “{r}”")).unwrap_or_default();
    let none = format!("There are no cases of customer due diligence{about} in the data ({days}).");
    let Some(total) = story.total(CDD, "/totalCases", &none) else { return };
    let cited = story.cites.rows(story.whole(CDD));
    let of = |name: &str| story.number(CDD, &format!("/{name}")).unwrap_or(0.0);
    let (open, overdue) = (of("openCases"), of("overdueCases"));
    let are = if total == 1.0 { "is" } else { "are" };
    let past = if overdue == 1.0 { "is overdue" } else { "are overdue" };
    story.paragraph(&format!(
        "There {are} {} of customer due diligence{about} from {days}. {} still open; {} {past}.{cited}",
        things(total, "case", "cases"),
        match open {
            1.0 => "1 is".to_owned(),
            n => format!("{} are", count(n)),
        },
        count(overdue)
    ));
    if let Some(before) = story.number(CDD, "/previousCount") {
        story.paragraph(&format!("In the period before there were {}.{cited}", things(before, "case", "cases")));
    }
    let reasons = groups(story, CDD, "/byReason", "reason");
    if reasons.len() > 1 {
        story.listed("By reason:", &shares(story, reasons, "reason"));
    }
    for (pointer, name, lead) in
        [("/byStatus", "status", "By status"), ("/byChannel", "channel", "By the channel of the first message")]
    {
        let rows = groups(story, CDD, pointer, name);
        if !rows.is_empty() || name == "status" {
            let names: Vec<String> = rows.iter().filter_map(|row| counted(row, name)).collect();
            story.paragraph(&format!("{lead}: {}.{}", and(&names), story.cites.rows(rows)));
        }
    }
    story.quotations(CDD, 3);
    story.draft.follow_ups = vec![
        "Average time to resolve CDD cases?".into(),
        "CDD cases per day in the last 30 days".into(),
        "How many CDD cases breached SLA?".into(),
    ];
}

/// Where conversations continued.
pub fn escalation(story: &mut AnswerWriter<'_>) {
    let (days, from, to) = (story.days(ESCALATION), word(story, "fromChannel"), word(story, "toChannel"));
    let about = subject_without_channel(story);
    let way = match (&from, &to) {
        (Some(from), Some(to)) => format!(" from {from} to {to}"),
        (Some(from), None) => format!(" from {from}"),
        (None, Some(to)) => format!(" to {to}"),
        _ => String::new(),
    };
    let none = format!("No conversation{about} is recorded as escalated{way} in the data ({days}).");
    let Some(total) = story.total(ESCALATION, "/totalEscalations", &none) else { return };
    let mut text = format!("{}{way}{about} from {days}", things(total, "escalation", "escalations"));
    if let (Some(from), Some(rate), Some(all)) =
        (&from, story.number(ESCALATION, "/escalationRate"), story.number(ESCALATION, "/conversationsAtSource"))
    {
        text.push_str(&format!(": {} of the {} {from} conversations", percent(rate), count(all)));
    }
    if let (Some(to), Some(share), Some(all)) =
        (&to, story.number(ESCALATION, "/shareOfTarget"), story.number(ESCALATION, "/communicationsAtTarget"))
    {
        let join = if from.is_some() { "; they are" } else { ":" };
        text.push_str(&format!("{join} {} of the {} communications by {to}", percent(share), count(all)));
    }
    story.paragraph(&format!("{text}.{}", story.cites.rows(story.whole(ESCALATION))));
    let paths = groups(story, ESCALATION, "/byPath", "path");
    if paths.len() > 1 {
        story.paragraph(&shares(story, paths, "path"));
    }
    if let Some(bots) = story.number(ESCALATION, "/alsoFromChatbot").filter(|n| *n > 0.0) {
        story.draft.gaps.push(format!("Chats with a person are counted; {} more began with the chatbot.", count(bots)));
    }
    let peak = peak(story.list(ESCALATION, "/dailyBreakdown"));
    if let Some((row, most)) = peak.filter(|(_, n)| *n > 1.0) {
        let cited = story.cites.rows([row]);
        story.paragraph(&format!("The most, {}, came on {}.{cited}", count(most), date(row).unwrap_or_default()));
    }
    story.quotations(ESCALATION, 3);
    story.draft.follow_ups = vec![
        "How many chatbot conversations escalate to human agents?".into(),
        "What percentage of phone calls are escalations from chat?".into(),
        "Which customers are at risk?".into(),
    ];
}

/// Cases against their deadlines.
pub fn sla(story: &mut AnswerWriter<'_>) {
    let (about, days) = (story.about.clone(), story.days(SLA));
    let none = format!("There are no cases{about} in the data ({days}), so there is no rate.");
    let Some(total) = story.total(SLA, "/totalCases", &none) else { return };
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
    let late = |r: &&Value| {
        let (breached, total) = (count(number(r, "breached")), count(number(r, "total")));
        Some(format!("{} {breached} of {total}", r["category"].as_str()?))
    };
    let worst: Vec<String> = rows.iter().filter_map(late).collect();
    if !worst.is_empty() {
        story.paragraph(&format!("Most breaches: {}.{}", and(&worst), story.cites.rows(rows)));
    }
    story.paragraph(&rhythm(story));
    story.quotations(SLA, 2);
    story.draft.follow_ups =
        vec!["Cases per day in the last 30 days".into(), "Cases by category this year".into(), "Cases by tier".into()];
}

fn word(story: &AnswerWriter<'_>, name: &str) -> Option<String> {
    story.text(ESCALATION, &format!("/filters/{name}")).map(|v| match v {
        "human-agent" => "human agent".to_owned(),
        other => other.to_owned(),
    })
}

/// The channels are already stated as the route.
fn subject_without_channel(story: &AnswerWriter<'_>) -> String {
    let of = |name: &str| story.text(ESCALATION, &format!("/filters/{name}"));
    match (of("category"), of("product"), of("customerName")) {
        (Some(category), _, _) => format!(" about “{category}”"),
        (_, Some(product), _) => format!(" about {product}"),
        (_, _, Some(customer)) => format!(" of {customer}"),
        _ => String::new(),
    }
}

/// The first ten rows of a list that have a name.
fn groups<'a>(story: &AnswerWriter<'a>, tool: &str, pointer: &str, name: &str) -> Vec<&'a Value> {
    let named = |row: &&Value| row[name].is_string() && row["count"].is_number();
    story.list(tool, pointer).iter().take(10).filter(named).collect()
}

/// "- Account restrictions: 31 (34%) [7]", one per line.
fn shares(story: &AnswerWriter<'_>, rows: Vec<&Value>, name: &str) -> String {
    let share = |row: &Value| {
        let (n, share) = (count(number(row, "count")), percent(number(row, "share")));
        Some(format!("{}: {n} ({share})", text(row, name)))
    };
    story.cites.lines(rows, share)
}
