//! The course of cases and conversations: how long they take, why due diligence opens them, where they continue.

use model::number::{count, percent};
use serde_json::Value;

use super::AnswerWriter;
use super::drivers::subject;
use super::text::{and, date, days_of, things};

const RESOLUTION: &str = "analyze_resolution_times";
const CDD: &str = "analyze_cdd_cases";
const ESCALATION: &str = "analyze_channel_escalation";

/// How long resolved cases took.
pub fn resolution(story: &mut AnswerWriter<'_>) {
    let Some(cases) = story.needs(RESOLUTION, "/casesAnalyzed") else { return };
    let (about, days) = (subject(story), story.days(RESOLUTION));
    let of = |name: &str| story.number(RESOLUTION, &format!("/{name}")).map(days_of).unwrap_or_default();
    let hours = |name: &str| {
        story.number(RESOLUTION, &format!("/{name}")).map_or_else(String::new, |h| format!(" ({h} hours)"))
    };
    let text = format!(
        "The {}{about} that were resolved took {}{} on average, from a minimum of {:.1} to a maximum of {} (opened {days}). \
         The median is {}{}; the ninetieth percentile is {}.{}",
        things(cases, "case", "cases"),
        of("avgResolutionDays"),
        hours("avgResolutionHours"),
        story.number(RESOLUTION, "/minResolutionDays").unwrap_or(0.0),
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
        let cited = story.cites.rows([r]);
        Some(format!("- {name}: {average} on average over {}{cited}", things(cases, "case", "cases")))
    };
    let lines: Vec<String> = rows.iter().take(8).filter_map(line).collect();
    if rows.len() > 1 {
        story.paragraph(&lines.join("\n"));
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
    let Some(total) = story.needs(CDD, "/totalCases") else { return };
    let days = story.days(CDD);
    let reason = story.at(CDD, "/filters/reason").or_else(|| story.at(CDD, "/filters/subcategory"));
    let about = reason.and_then(Value::as_str).map(|r| format!(" for “{r}”")).unwrap_or_default();
    let cited = story.cites.rows(story.whole(CDD));
    if total == 0.0 {
        return story
            .paragraph(&format!("There are no cases of customer due diligence{about} in the data ({days}).{cited}"));
    }
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
        story.paragraph(&format!("By reason:\n{}", list(story, &reasons)));
    }
    let (statuses, channels) = (groups(story, CDD, "/byStatus", "status"), groups(story, CDD, "/byChannel", "channel"));
    let said = |rows: &[Group<'_>]| {
        let names = rows.iter().map(|g| format!("{} ({})", g.name, count(g.count))).collect::<Vec<_>>();
        format!("{}.{}", and(&names), story.cites.rows(rows.iter().map(|g| g.row)))
    };
    let (by_status, by_channel) = (said(&statuses), said(&channels));
    story.paragraph(&format!("By status: {by_status}"));
    if !channels.is_empty() {
        story.paragraph(&format!("By the channel of the first message: {by_channel}"));
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
    let Some(total) = story.needs(ESCALATION, "/totalEscalations") else { return };
    let (days, from, to) = (story.days(ESCALATION), word(story, "fromChannel"), word(story, "toChannel"));
    let about = subject_without_channel(story);
    let way = match (&from, &to) {
        (Some(from), Some(to)) => format!(" from {from} to {to}"),
        (Some(from), None) => format!(" from {from}"),
        (None, Some(to)) => format!(" to {to}"),
        _ => String::new(),
    };
    let cited = story.cites.rows(story.whole(ESCALATION));
    if total == 0.0 {
        story.paragraph(&format!("No conversation{about} is recorded as escalated{way} in the data ({days}).{cited}"));
        return;
    }
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
    story.paragraph(&format!("{text}.{cited}"));
    let paths = groups(story, ESCALATION, "/byPath", "path");
    if paths.len() > 1 {
        story.paragraph(&list(story, &paths));
    }
    if let Some(bots) = story.number(ESCALATION, "/alsoFromChatbot").filter(|n| *n > 0.0) {
        story.draft.gaps.push(format!("Chats with a person are counted; {} more began with the chatbot.", count(bots)));
    }
    let peak = story.list(ESCALATION, "/dailyBreakdown").iter().fold(None, |best: Option<(&Value, f64)>, row| {
        let n = row.get("count").and_then(Value::as_f64).unwrap_or(0.0);
        if best.is_some_and(|b| b.1 >= n) { best } else { Some((row, n)) }
    });
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

fn word(story: &AnswerWriter<'_>, name: &str) -> Option<String> {
    story.at(ESCALATION, &format!("/filters/{name}")).and_then(Value::as_str).map(|v| match v {
        "human-agent" => "human agent".to_owned(),
        other => other.to_owned(),
    })
}

/// The channels are already stated as the route.
fn subject_without_channel(story: &AnswerWriter<'_>) -> String {
    let of = |name: &str| story.at(ESCALATION, &format!("/filters/{name}")).and_then(Value::as_str);
    match (of("category"), of("product"), of("customerName")) {
        (Some(category), _, _) => format!(" about “{category}”"),
        (_, Some(product), _) => format!(" about {product}"),
        (_, _, Some(customer)) => format!(" of {customer}"),
        _ => String::new(),
    }
}

/// A row of a list of groups.
struct Group<'a> {
    row: &'a Value,
    name: &'a str,
    count: f64,
    share: f64,
}

/// The first ten rows of a list.
fn groups<'a>(story: &AnswerWriter<'a>, tool: &str, pointer: &str, name: &str) -> Vec<Group<'a>> {
    let group = |row: &'a Value| {
        let share = row.get("share").and_then(Value::as_f64).unwrap_or(0.0);
        Some(Group { row, name: row.get(name)?.as_str()?, count: row.get("count")?.as_f64()?, share })
    };
    story.list(tool, pointer).iter().take(10).filter_map(group).collect()
}

/// "- Account restrictions: 31 (34%) [7]", one per line.
fn list(story: &AnswerWriter<'_>, groups: &[Group<'_>]) -> String {
    let line =
        |g: &Group<'_>| format!("- {}: {} ({}){}", g.name, count(g.count), percent(g.share), story.cites.rows([g.row]));
    groups.iter().map(line).collect::<Vec<_>>().join("\n")
}
