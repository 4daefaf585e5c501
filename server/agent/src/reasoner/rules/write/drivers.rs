//! Why, what about, since when, and "show me": answers based on topics and customers' texts.

use model::answer::SourceKind;
use model::number::{count, fine, percent};
use model::text::inner;
use model::time::full_date;
use reader::Act;
use serde_json::Value;

use super::super::intent::IntentMatch;
use super::rows::{date, list, peak};
use super::text::{and, things};
use super::{AnswerWriter, starts};

use query::ast::Op;
use query::describe;
use query::frame::{self, FilterSlot, Frame};

const TOPICS: &str = "analyze_topics";
const DAILY: &str = "get_daily_volumes";
const SEARCH: &str = "search_knowledge_base";

/// What drives complaints: the largest topics with their shares, the days, then quotations.
pub fn drivers(story: &mut AnswerWriter<'_>) {
    let (about, days) = (story.about.clone(), story.days(TOPICS));
    let none = format!("There are no complaints{about} in the data ({days}).");
    let Some(total) = story.total(TOPICS, "/total", &none) else { return story.quotations(SEARCH, 3) };
    let topics = story.list(TOPICS, "/topTopics");
    let lead: Vec<String> = topics.iter().take(3).filter_map(topic_share).collect();
    let sum: f64 = topics.iter().take(3).filter_map(|t| t.get("share")?.as_f64()).sum();
    let whole = format!("{}{about} from {days}", things(total, "complaint", "complaints"));
    let text = about_one(topics, total, &whole).unwrap_or_else(|| match sum >= 0.9999 {
        true => format!("The {whole} are about {}.", and(&lead)),
        false => format!("{} make up {} of the {whole}.", and(&lead), percent(sum)),
    });
    story.paragraph(&format!("{text}{}", largest_of_all(story, topics)));
    story.paragraph(&[rhythm(story), growth(story, topics)].join(" "));
    starts::began(story);
    story.paragraph(&in_words(story));
    if let Some(matching) = story.number(SEARCH, "/communicationsMatching").filter(|n| *n > 0.0) {
        let has = if matching == 1.0 { "message holds" } else { "messages hold" };
        let (query, cited) = (searched(story), story.rows_at(SEARCH, &[""]));
        story.paragraph(&format!(
            "{} {has} all the words searched for ({query}).{cited} What customers say:",
            count(matching)
        ));
    } else {
        story.paragraph("What customers say:");
    }
    voices(story, topics);
    own_words(story);
    story.draft.gaps.push("The records show what customers wrote about and what grew, not what caused it.".into());
    if let Some(first) = topics.first().and_then(|t| t.get("topic")?.as_str()) {
        story.draft.follow_ups = vec![
            format!("When did {} start to increase?", inner(first)),
            "Which customer segments are most affected?".into(),
            release(story).unwrap_or_else(|| format!("Show me examples of {}", inner(first))),
        ];
    }
}

/// A question about the release near a topic's start, or found by the search, if any.
fn release(story: &AnswerWriter<'_>) -> Option<String> {
    let found = story.sources(TOPICS).iter().chain(story.sources(SEARCH));
    let notes = found.filter(|s| s.kind == SourceKind::Document);
    let day = notes.filter(|s| s.channel.as_deref() == Some("release_note")).find_map(|s| s.day)?;
    Some(format!("What changed in the update of {}?", full_date(day)))
}

/// What customers talk about.
pub fn topics(story: &mut AnswerWriter<'_>, u: &IntentMatch) {
    let Some(total) = story.needs(TOPICS, "/total") else { return };
    let (about, days) = (story.about.clone(), story.days(TOPICS));
    let topics = story.list(TOPICS, "/topTopics");
    if total == 0.0 || topics.is_empty() {
        return story.none(TOPICS, &format!("There are no messages{about} in the data ({days})."));
    }
    let lead: Vec<String> = topics.iter().take(3).filter_map(topic_share).collect();
    let complaints = u.slots.iter().any(|slot| slot.column == "kind" && slot.values[0] == "complaint");
    let (one, many) = if complaints { ("complaint", "complaints") } else { ("message", "messages") };
    let whole = format!("{}{about} from {days}", things(total, one, many));
    let text =
        about_one(topics, total, &whole).unwrap_or_else(|| format!("The {whole} are mostly about {}.", and(&lead)));
    story.paragraph(&format!("{text}{}", largest_of_all(story, topics)));
    story.paragraph(&growth(story, topics));
    story.paragraph(&in_words(story));
    story.quotations(SEARCH, 3);
    if let Some(first) = topics.first().and_then(|t| t.get("topic")?.as_str()) {
        story.draft.follow_ups = vec![
            format!("When did {} start to increase?", inner(first)),
            format!("Show me examples of {}", inner(first)),
        ];
    }
}

/// Records with a single topic: a list and its sum would be odd.
fn about_one(topics: &[Value], total: f64, whole: &str) -> Option<String> {
    let [topic] = topics else { return None };
    let (name, share) = (topic.get("topic")?.as_str()?, topic.get("share")?.as_f64()?);
    Some(match total {
        1.0 => format!("The {whole} is about {name}."),
        _ if share >= 1.0 => format!("All of the {whole} are about {name}."),
        _ => format!("{} of the {whole} are about {name}; the rest has no label.", percent(share)),
    })
}

/// The rows of the three largest topics, and of their total.
fn largest_of_all(story: &AnswerWriter<'_>, topics: &[Value]) -> String {
    story.cites.rows(story.whole(TOPICS).into_iter().chain(topics.iter().take(3)))
}

/// When something began: the first day well above the days before, and the peak.
pub fn when(story: &mut AnswerWriter<'_>) {
    let Some(total) = story.needs(DAILY, "/total") else { return story.quotations(SEARCH, 3) };
    let (about, days) = (story.about.clone(), story.days(DAILY));
    if total == 0.0 {
        return story.none(DAILY, &format!("There are none{about} in the data ({days})."));
    }
    let of = |name: &str| story.number(DAILY, &format!("/rise/{name}"));
    let rise = story.at(DAILY, "/rise").and_then(date).zip(of("count")).zip(of("averageBefore").zip(of("daysBefore")));
    let cited = match rise {
        Some(_) => story.rows_at(DAILY, &["/rise"]),
        None => story.cites.rows(story.whole(DAILY)),
    };
    story.paragraph(&match rise {
        Some(((day, most), (average, before))) => format!(
            "They rose on {day}: {} on that day, after {} a day on average over the {} days before.{cited}",
            count(most),
            count(average),
            count(before)
        ),
        None => format!(
            "There is no clear rise{about} from {days}: the days differ little, or there are too few of them.{cited}"
        ),
    });
    story.paragraph(&rhythm(story));
    if !story.sources(SEARCH).is_empty() {
        story.paragraph("What was written about it:");
        story.quotations(SEARCH, 3);
    }
    story.draft.follow_ups =
        vec!["Why are customers complaining about it?".into(), "Which customer tiers are most affected?".into()];
}

/// Examples in customers' own words.
pub fn find(story: &mut AnswerWriter<'_>) {
    let query = searched(story);
    let Some(all) = story.needs(SEARCH, "/matchingAllWords") else { return };
    let any = story.number(SEARCH, "/matchingAnyWord").unwrap_or(0.0);
    if story.sources(SEARCH).is_empty() {
        return story.paragraph(&format!("Nothing in messages or documents matches the words {query}."));
    }
    let first = match (all, any) {
        (a, _) if a > 0.0 => format!("{} all the words searched for ({query}).", holds(a)),
        (_, n) => format!("No record holds all the words searched for ({query}); {} some of them.", holds(n)),
    };
    let cited = story.rows_at(SEARCH, &[""]);
    story.paragraph(&format!("{first}{cited} The closest:"));
    story.quotations(SEARCH, 5);
    if let Some(negative) = story.number("analyze_sentiment", "/sentimentBreakdown/negative")
        && let Some(read) = story.number("analyze_sentiment", "/total").filter(|read| *read > 0.0)
    {
        let cited = story.rows_at("analyze_sentiment", &["", "/sentimentBreakdown"]);
        story.paragraph(&format!(
            "Of {} on this, {} read as negative.{cited}",
            things(read, "message", "messages"),
            count(negative)
        ));
    }
}

/// One quotation for each of the largest topics: the tool's own example of it.
fn voices(story: &mut AnswerWriter<'_>, topics: &[Value]) {
    let mut lines = Vec::new();
    for topic in topics.iter().take(3) {
        let mut ids = list(topic, "exampleIds").iter().filter_map(Value::as_str);
        let example = ids.find_map(|id| story.sources(TOPICS).iter().find(|s| s.id == id));
        lines.extend(example.map(|source| story.quotation(source)));
    }
    match lines.is_empty() {
        true => story.quotations(SEARCH, 3),
        false => story.paragraph(&lines.join("\n")),
    }
}

/// What the firm itself wrote, if the search found it.
fn own_words(story: &mut AnswerWriter<'_>) {
    let document = story.sources(SEARCH).iter().find(|s| s.kind == SourceKind::Document);
    if let Some(source) = document {
        story.paragraph(&format!("Our own documents on it:\n\n{}", story.quotation(source)));
    }
}

/// The search terms, without quotation marks: nobody said them.
fn searched(story: &AnswerWriter<'_>) -> String {
    story.text(SEARCH, "/query").unwrap_or_default().to_owned()
}

/// The subject of the figures, worded for each kind of value: " about Mobile banking in Texas by phone".
pub fn subject(u: &IntentMatch) -> String {
    let applied = u.applied.iter().filter(|slot| slot.column != "kind");
    let phrase = |slot: &FilterSlot| {
        let flag = matches!(slot.labels.as_slice(), [one] if matches!(one.as_str(), "yes" | "no"));
        let label = if flag || slot.op != Op::Is { slot.words.clone() } else { slot.labels.join(" or ") };
        let (place, lead, tail) = match (slot.column.as_str(), describe::lead(&slot.column)) {
            ("customer", _) if u.data == "cases" => (1, "for", ""),
            (_, Some(phrase)) => phrase,
            ("status", _) => (8, "with the status", ""),
            _ if u.says(slot) => return None,
            _ => (9, "marked", ""),
        };
        let not = if slot.negated { "not " } else { "" };
        (!label.is_empty()).then(|| (place, format!(" {not}{lead} {label}{tail}")))
    };
    let mut phrases: Vec<(usize, String)> = applied.filter_map(phrase).collect();
    phrases.sort_by_key(|(place, _)| *place);
    phrases.into_iter().map(|(_, phrase)| phrase).collect()
}

/// Another question on the same subject, as people ask it.
pub fn asking(story: &AnswerWriter<'_>, act: Act) -> Vec<String> {
    let questions = |frame: &Frame| frame::questions(&Frame { act, ..frame.clone() }, story.view.vocabulary);
    story.frame.map(questions).unwrap_or_default().into_iter().take(1).collect()
}

/// "13.7 a day; most on 16 January 2026: 41."
pub fn rhythm(story: &AnswerWriter<'_>) -> String {
    let days = story.list(DAILY, "/daily");
    let (Some(average), Some((row, most))) = (story.number(DAILY, "/avgPerDay"), peak(days)) else {
        return String::new();
    };
    if days.len() < 2 || most == 0.0 {
        return String::new();
    }
    let (most, when) = (count(most), date(row).unwrap_or_default());
    // Below that it would print as zero.
    if average < 0.01 {
        return format!("The most, {most}, came on {when}.{}", story.cites.rows([row]));
    }
    let cited = story.cites.rows(story.at(DAILY, "").into_iter().chain([row]));
    format!("That is {} a day on average; the most, {most}, came on {when}.{cited}", fine(average))
}

/// The most frequent phrases in the texts read.
fn in_words(story: &AnswerWriter<'_>) -> String {
    let read = story.number(TOPICS, "/textsRead").unwrap_or(0.0);
    let theme = |t: &Value| Some(format!("{} ({})", t.get("theme")?.as_str()?, count(t.get("texts")?.as_f64()?)));
    let topic =
        |t: &Value| Some(format!("{} ({})", inner(t.get("topic")?.as_str()?), count(t.get("count")?.as_f64()?)));
    // Without labels the themes are the topics.
    let themes = story.at(TOPICS, "/themes").and_then(Value::as_array);
    let told: Vec<&Value> = themes.map_or(story.list(TOPICS, "/topTopics"), Vec::as_slice).iter().take(5).collect();
    let themes: Vec<String> = told.iter().filter_map(|t| theme(t).or_else(|| topic(t))).collect();
    if themes.len() < 2 {
        return String::new();
    }
    let cited = story.cites.rows(story.at(TOPICS, "").into_iter().chain(told));
    format!("Words used most, in {}: {}.{cited}", things(read, "message", "messages"), and(&themes))
}

/// The topic that grew most since the previous period, if one grew much.
fn growth(story: &AnswerWriter<'_>, topics: &[Value]) -> String {
    let grown = topics.iter().filter_map(|t| {
        let now = t.get("count")?.as_f64()?;
        let before = t.get("previousCount")?.as_f64()?;
        (now >= 10.0 && now >= 1.5 * before).then_some((t, now, before))
    });
    let most = grown.max_by(|a, b| (a.1 - a.2).total_cmp(&(b.1 - b.2)));
    match most.and_then(|(t, now, before)| Some((t, t.get("topic")?.as_str()?, now, before))) {
        Some((row, topic, now, before)) => format!(
            "{topic} grew most: {} against {} in the period before.{}",
            count(now),
            count(before),
            story.cites.rows([row])
        ),
        None => String::new(),
    }
}

fn topic_share(topic: &Value) -> Option<String> {
    let name = topic.get("topic")?.as_str()?;
    let (share, n) = (topic.get("share")?.as_f64()?, topic.get("count")?.as_f64()?);
    Some(format!("{name} {} ({})", percent(share), count(n)))
}

fn holds(n: f64) -> String {
    format!("{} {}", count(n), if n == 1.0 { "record holds" } else { "records hold" })
}
