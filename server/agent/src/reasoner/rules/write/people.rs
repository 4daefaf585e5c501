//! How customers feel, and facts about one of them.

use model::number::{count, exact, percent, score};
use model::record::sheet::SheetPerson;
use model::text::one;
use model::time::full_date;
use reader::Act;
use serde::Deserialize;

use super::drivers::asking;
use super::figures::case_table;
use super::rows::{counted, date, text};
use super::text::{and, things};
use super::{AnswerWriter, acts};

const FEELING: &str = "analyze_sentiment";
const TOPICS: &str = "analyze_topics";
const CASES: &str = "list_cases";
const CUSTOMER: &str = "get_customer_info";

/// The sentiment of messages, and their topics.
pub fn sentiment(story: &mut AnswerWriter<'_>) {
    let (about, days) = (story.about.clone(), story.days(FEELING));
    let none = format!("There are no messages{about} whose mood could be read ({days}).");
    let Some(total) = story.total(FEELING, "/judged", &none) else { return };
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
    let largest = || story.list(TOPICS, "/topTopics").iter().take(3);
    let names: Vec<String> = largest().filter_map(|topic| counted(topic, "topic")).collect();
    if !names.is_empty() {
        story.paragraph(&format!("They are mostly about {}.{}", and(&names), story.cites.rows(largest())));
    }
    story.quotations(FEELING, 3);
    story.method(FEELING, "Sentiment was determined by");
    story.draft.follow_ups = asking(story, Act::Why);
    story.draft.follow_ups.push(format!("Show me negative messages{about}"));
}

/// The Net Promoter Score, estimated from the tone of messages: always called an estimate.
pub fn nps(story: &mut AnswerWriter<'_>) {
    let of = |name: &str| story.number(FEELING, &format!("/estimatedNps/{name}"));
    let (about, days) = (story.about.clone(), story.days(FEELING));
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
        story.draft.gaps.extend(story.text(FEELING, pointer).map(str::to_owned));
    }
    story.draft.follow_ups = asking(story, Act::Sentiment);
    story.draft.follow_ups.push("Which category has the worst sentiment?".into());
}

/// The last contact with a customer: when, how, about what.
pub fn last_contact(story: &mut AnswerWriter<'_>) {
    let Some(total) = story.needs(CUSTOMER, "/totalCommunications") else { return };
    let name = story.text(CUSTOMER, "/customerName").unwrap_or_default();
    let Some(last) = story.list(CUSTOMER, "/recentCommunications").first() else { return };
    let of = |field: &str| text(last, field);
    let day = date(last).unwrap_or_else(|| of("date").to_owned());
    story.paragraph(&format!(
        "The last contact with {name} was on {day}, by {}: {} about “{}”, which reads as {}.{}",
        of("channel"),
        one(of("kind")),
        of("summary"),
        of("sentiment"),
        story.cites.rows([last])
    ));
    signatories(story);
    story.paragraph(&format!(
        "There are {} on record.{} The latest:",
        things(total, "message", "messages"),
        story.rows_at(CUSTOMER, &[""])
    ));
    story.quotations(CUSTOMER, 3);
    story.draft.follow_ups = vec![format!("Tell me about {name}"), format!("How does {name} feel?")];
}

/// Who looks after a customer, and who works on open cases.
pub fn who(story: &mut AnswerWriter<'_>) {
    if story.needs(CUSTOMER, "/totalCommunications").is_none() {
        return;
    }
    let of = |pointer: &str| story.text(CUSTOMER, pointer).unwrap_or_default();
    let (name, manager) = (of("/customerName"), of("/relationshipManager"));
    let cited = story.rows_at(CUSTOMER, &[""]);
    let details = [of("/tier"), of("/segment"), of("/region")].into_iter().filter(|part| !part.is_empty());
    let details = details.collect::<Vec<_>>().join(", ");
    let whom = if details.is_empty() { name.to_owned() } else { format!("{name} ({details})") };
    let first = match manager.is_empty() {
        true => format!("No relationship manager is recorded for {whom}.{cited}"),
        false => format!("{manager} looks after {whom}.{cited}"),
    };
    story.paragraph(&first);
    signatories(story);
    open_cases(story);
    story.draft.follow_ups = vec![format!("Tell me about {name}"), format!("When did we last speak to {name}?")];
}

/// Who signs for the customer, as read from the foot of its letters.
fn signatories(story: &mut AnswerWriter<'_>) {
    let people = story.list(CUSTOMER, "/people").iter();
    let said = people.filter_map(|row| {
        let person = SheetPerson::deserialize(row).ok()?;
        Some(format!("{}, last on {}{}", person.who, full_date(person.date), story.cites.rows([row])))
    });
    let said: Vec<String> = said.collect();
    if !said.is_empty() {
        story.paragraph(&format!("They write to us through {}.", and(&said)));
    }
}

/// A letter to a customer: where it was stored, once a person had edited and approved it.
pub fn letter(story: &mut AnswerWriter<'_>) {
    const TEMPLATE: &str = "fill_template";
    let Some(name) = story.text(TEMPLATE, "/customerName") else { return story.missing(TEMPLATE) };
    acts::outcome(story, "generate_document", "Write to Hartmann Logistik about the delay");
    story.draft.follow_ups = vec![format!("Tell me about {name}"), format!("What did we promise {name}?")];
}

/// What may have been promised: messages that mention it, and open cases. Promises are not recorded as such.
pub fn promises(story: &mut AnswerWriter<'_>) {
    const SEARCH: &str = "search_knowledge_base";
    story.paragraph(
        "Promises are not recorded as such. These messages speak of calling back, refunds or answers that are due:",
    );
    story.quotations(SEARCH, 5);
    open_cases(story);
}

/// The unfinished cases, by due date.
pub fn open_cases(story: &mut AnswerWriter<'_>) {
    let open = story.list(CASES, "/cases");
    story.paragraph(&match open.is_empty() {
        true => format!("No case is open.{}", story.rows_at(CASES, &[""])),
        false => format!("Open cases:\n\n{}", case_table(&open[..open.len().min(8)], &story.cites)),
    });
}
