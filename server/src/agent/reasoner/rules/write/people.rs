//! How customers feel, and who one of them is.

use app::model::number::{count, exact, percent, score};
use serde_json::Value;

use super::Story;
use super::drivers::subject;
use super::figures::case;
use super::text::{and, things};

const FEELING: &str = "analyze_sentiment";
const TOPICS: &str = "analyze_topics";
const CASES: &str = "list_cases";
const CUSTOMER: &str = "get_customer_info";

/// The mood of messages, and what they are about.
pub fn sentiment(story: &mut Story<'_>) {
    let Some(total) = story.needs(FEELING, "/judged") else { return };
    let (about, days) = (subject(story), story.days(FEELING));
    if total == 0.0 {
        let cited = story.cites.rows(story.whole(FEELING));
        return story.paragraph(&format!("There are no messages{about} whose mood could be read ({days}).{cited}"));
    }
    let of = |name: &str| story.number(FEELING, &format!("/sentimentBreakdown/{name}")).unwrap_or(0.0);
    let (negative, neutral, positive) = (of("negative"), of("neutral"), of("positive"));
    let average = story.number(FEELING, "/averageScore").map(|s| {
        format!(" The average score is {} on a scale from −1 to 1.{}", score(s), story.rows_at(FEELING, &[""]))
    });
    story.paragraph(&format!(
        "Of {}{about} from {days}, {} ({}) read as negative, {} as neutral and {} as positive.{}{}",
        things(total, "message", "messages"),
        count(negative),
        percent(negative / total),
        count(neutral),
        count(positive),
        story.cites.rows(story.whole(FEELING).into_iter().chain(story.at(FEELING, "/sentimentBreakdown"))),
        average.unwrap_or_default()
    ));
    if let Some(topics) = topics(story, "They are mostly about") {
        story.paragraph(&topics);
    }
    story.quotations(FEELING, 3);
    if let Some(method) = story.at(FEELING, "/method").and_then(Value::as_str) {
        story.draft.notes.push(format!("Sentiment was determined by: {method}"));
    }
    story.draft.follow_ups =
        vec![format!("Why are customers complaining{about}?"), format!("Show me negative messages{about}")];
}

/// The Net Promoter Score, estimated from how messages read: never without that word.
pub fn nps(story: &mut Story<'_>) {
    let of = |name: &str| story.number(FEELING, &format!("/estimatedNps/{name}"));
    let (about, days) = (subject(story), story.days(FEELING));
    let (Some(value), Some(scored)) = (of("value"), of("scored")) else {
        if story.summary(FEELING).is_none() {
            return story.missing(FEELING);
        }
        return story
            .paragraph(&format!("There are no messages{about} with a score to estimate an NPS from ({days})."));
    };
    let cited = story.rows_at(FEELING, &["/estimatedNps", "/filters/customerName"]);
    let part = |name: &str| count(of(name).unwrap_or(0.0));
    let percent = |name: &str| exact(of(name).unwrap_or(0.0));
    story.paragraph(&format!(
        "The Estimated NPS is {}, from {}{about}, {days}: {} promoters ({}%), {} passives ({}%) and {} detractors ({}%).{cited}",
        count(value),
        things(scored, "message", "messages"),
        part("promoters"),
        percent("promoterPercent"),
        part("passives"),
        percent("passivePercent"),
        part("detractors"),
        percent("detractorPercent")
    ));
    story.quotations(FEELING, 2);
    for pointer in ["/estimatedNps/method", "/method"] {
        if let Some(method) = story.at(FEELING, pointer).and_then(Value::as_str) {
            story.draft.gaps.push(method.to_owned());
        }
    }
    story.draft.follow_ups =
        vec![format!("How do customers feel{about}?"), "Which category has the worst sentiment?".into()];
}

/// One customer: who, how much contact, in which mood, about what.
pub fn customer(story: &mut Story<'_>) {
    let text = |pointer: &str| story.at(CUSTOMER, pointer).and_then(Value::as_str).unwrap_or_default().to_owned();
    let (name, tier) = (text("/customerName"), text("/tier"));
    let Some(total) = story.needs(CUSTOMER, "/totalCommunications") else { return };
    let cases = story.number(CUSTOMER, "/totalCases");
    let with_cases = cases.map(|n| format!(" and {}", things(n, "case", "cases"))).unwrap_or_default();
    if let Some(why) = &story.u.instead {
        story
            .paragraph(&format!("I cannot answer that as it was asked. {why} This is what the records say of {name}."));
    }
    story.paragraph(&format!(
        "{name} is a {tier} customer with {}{with_cases} on record.{}",
        things(total, "communication", "communications"),
        story.rows_at(CUSTOMER, &[""])
    ));
    let summary = story.summary(CUSTOMER).unwrap_or_default();
    let cited = story.rows_at(CUSTOMER, &["", "/latestMood"]);
    story.paragraph(&format!("{summary}{cited}"));
    if let Some(topics) = topics(story, "Most of it is about") {
        story.paragraph(&topics);
    }
    let open = story.list(CASES, "/cases");
    if !open.is_empty() {
        let lines: Vec<String> =
            open.iter().take(8).map(|row| format!("- {}{}", case(row), story.cites.rows([row]))).collect();
        story.paragraph(&format!("Open cases:\n{}", lines.join("\n")));
    }
    if !story.sources(CUSTOMER).is_empty() {
        story.paragraph("Latest:");
        story.quotations(CUSTOMER, 4);
    }
    story.draft.follow_ups = vec![format!("Complaints of {name} per day"), format!("How does {name} feel this year?")];
}

/// A sentence about the largest three topics, where there are any.
fn topics(story: &Story<'_>, lead: &str) -> Option<String> {
    let row = |t: &Value| Some(format!("{} ({})", t.get("topic")?.as_str()?, count(t.get("count")?.as_f64()?)));
    let largest = || story.list(TOPICS, "/topTopics").iter().take(3);
    let names: Vec<String> = largest().filter_map(row).collect();
    (!names.is_empty()).then(|| format!("{lead} {}.{}", and(&names), story.cites.rows(largest())))
}
