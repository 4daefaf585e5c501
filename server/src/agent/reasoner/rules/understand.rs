//! Which row of the table serves a question that was read, and what its plan is given: the values, the days, the words.
//! Whatever the row leaves over is kept too, because an answer that ignores a word of the question is a wrong answer.

use super::deals::Deals;
use super::heed;
use super::intents::{self, Goal, Intent};
use super::paths;
use app::model::run::PlannedCall;
use app::model::time::DateRange;

use crate::agent::view::View;
use crate::query::ast::Dataset;
use crate::query::range::{self, Resolved};
use crate::query::values::{Mention, Slot, Vocabulary};
use crate::query::words::{self, Asked, Cond, Group, Parse, Said, Topic, Word, find_cue, names_records};
use crate::store::analytics::Attribute;

/// A row of the table with what a question gives it.
#[derive(Clone, Debug)]
pub struct Understood {
    pub intent: &'static Intent,
    /// "communications" or "cases".
    pub data: &'static str,
    /// Values that it names, at most one a slot.
    pub slots: Vec<Mention>,
    /// The days it means, with the words that said so; `None` when it names none.
    pub range: Option<(Resolved, String)>,
    /// The subject in the person's own words, for searching: "mobile app".
    pub subject: String,
    /// What to group by, as the tools name it.
    pub group_by: Option<&'static str>,
    /// Words that nothing accounts for.
    pub rest: Vec<String>,
    /// Numbers that stand for nothing that is known.
    pub numbers: Vec<String>,
    /// No word asks for anything: "complaints about fees in January".
    pub bare: bool,
    /// Slots that are found by their words, because several of their values are named.
    pub by_words: Vec<Slot>,
    /// The record that it names, by its id.
    pub record: Option<String>,
    /// Where a conversation began, and where it went on.
    pub way: (Option<&'static str>, Option<&'static str>),
    /// Why the plan would pass over a part of the question.
    pub passed_over: Option<String>,
    /// What was taken from an earlier question of the conversation, for people.
    pub carried: Vec<String>,
    /// Why the question itself is not answered, and this is told instead.
    pub instead: Option<String>,
}

/// How a question is served.
#[derive(Clone, Debug)]
pub enum Reading {
    Understood(Box<Understood>),
    /// For figures: queries, in the order of the questions.
    Figures(Vec<Asked>),
    /// For what tools answer as it stands: their calls.
    Asked(Vec<PlannedCall>),
    /// About deals of a declared source.
    Deals(Box<Deals>),
    /// About the desk itself, or a greeting.
    Abilities,
    /// For a method: its text, and a question that applies it.
    Method((&'static str, &'static str)),
    /// Not understood, and why.
    Unclear(String),
}

/// Groupings that the tools know.
const GROUPS: [&str; 11] = [
    "product",
    "channel",
    "state",
    "tier",
    "customer",
    "sentiment",
    "status",
    "month",
    "tags",
    "sub_product",
    "company_response",
];

/// Words that ask for what only rows give, or say nothing beside their cues.
const PASSING: &str = "why often summarise summarize reason reasons time period far filed start started begin began happening \
    happened affected new first last";

/// The row that a question fits; never queries.
pub fn row(parse: &Parse, vocabulary: &Vocabulary) -> Reading {
    let all = parse.words();
    let mut taken = vec![false; all.len()];
    let mut slots = Vec::new();
    for mut mention in parse.values.clone() {
        // "not happy" is unhappy.
        if mention.slot == Slot::Sentiment && mention.value == "positive" && heed::left_out(parse, &mention) {
            (mention.value, mention.label) = ("negative".into(), "negative".into());
        }
        take(&all, &mut taken, mention.span.start, mention.span.end);
        if !slots.iter().any(|m: &Mention| m.slot == mention.slot) {
            slots.push(mention);
        }
    }
    if let Some((_, span)) = parse.times.first() {
        take(&all, &mut taken, span.start, span.end);
    }
    let record = parse.records.first();
    if let Some((_, span)) = record {
        take(&all, &mut taken, span.start, span.end);
        // "case-0123" names no channel and no state.
        slots.retain(|m| m.span.end <= span.start || span.end <= m.span.start);
    }
    // "And in December?" asks for the same of another time.
    let same = parse.earlier.goal.as_ref().filter(|_| goes_on(parse) && record.is_none());
    let same = same.and_then(|says| intents::each().find(|row| row.says == says));
    let Some(intent) = same.or_else(|| intent(&all, &mut taken, &slots, record.is_some())) else {
        return unclear(&all, vocabulary, &slots);
    };
    if intent.goal == Goal::Sentiment {
        // "Are they happy or unhappy?" asks for the mood; "negative messages" are some of them.
        let noun = |w: &Word| {
            names_records(w) || parse.values.iter().any(|m| m.slot == Slot::Kind && m.span.contains(&w.start))
        };
        let follows = |m: &Mention| all.iter().find(|w| w.start >= m.span.end).is_some_and(noun);
        slots.retain(|m| m.slot != Slot::Sentiment || follows(m));
    }
    if intent.goal == Goal::Escalation {
        all.iter().zip(&mut taken).for_each(|(word, taken)| *taken |= paths::is_channel(&word.text));
    }
    if intent.goal == Goal::Abilities && slots.is_empty() {
        return Reading::Abilities;
    }
    let open = |word: &String| all.iter().zip(&taken).any(|(w, taken)| w.text == *word && !*taken);
    let plain = |w: &str| w.chars().count() < 2 || PASSING.split(' ').any(|p| p == w) || number(w);
    let words = parse.said.left.iter().chain(&parse.said.unread).filter(|w| open(w) && !plain(w)).cloned();
    let rest: Vec<String> = words.chain(beyond(parse, intent.goal)).collect();
    let time = parse.time();
    let dated = |word: &str| time.as_ref().is_some_and(|(_, said)| said.contains(word));
    let numbers: Vec<String> = (0..all.len())
        .filter(|i| !taken[*i] && number(&all[*i].text) && !dated(&all[*i].text) && !heed::counts(&all, *i))
        .map(|i| all[i].text.clone())
        .collect();
    // Bare words are looked for, but "set the alarm for 7" is a request.
    let bare = intent.goal == Goal::Find && !intent.each_cue().any(|cue| find_cue(&all, cue).is_some());
    let by_words = heed::by_words(intent.goal, &parse.values);
    let more = parse.values.iter().filter(|m| by_words.contains(&m.slot) && !slots.contains(m));
    let subject: Vec<&str> = slots
        .iter()
        .filter(|m| {
            matches!(
                m.slot,
                Slot::Product | Slot::Category | Slot::Subcategory | Slot::Attribute(Attribute::SubProduct)
            )
        })
        .chain(more)
        .filter_map(|m| parse.text.get(m.span.clone()))
        .chain(rest.iter().map(String::as_str))
        .collect();
    let group = match parse.group() {
        // To the tools, the segments of customers are their tiers.
        Some(Group::Column(name)) if name == "segment" => "tier",
        Some(Group::Column(name)) => name.as_str(),
        Some(Group::Time(bucket)) => bucket.as_str(),
        None => "",
    };
    let mut understood = Understood {
        intent,
        data: if parse.said.dataset == Some(Dataset::Cases) { "cases" } else { "communications" },
        subject: subject.join(" "),
        range: time,
        group_by: GROUPS.into_iter().find(|known| *known == group),
        bare,
        record: record.map(|(id, _)| id.clone()),
        way: paths::way(&all),
        passed_over: heed::passed_over(intent.goal, &all, parse)
            .or_else(|| heed::several_records(intent.goal, &parse.records))
            .or_else(|| (bare && !numbers.is_empty()).then(|| heed::nothing_numbered(&numbers))),
        slots,
        rest,
        by_words,
        numbers,
        carried: Vec::new(),
        instead: None,
    };
    carry(&mut understood, &parse.earlier.topic, &all, goes_on(parse));
    let named = parse.names_records() || record.is_some() || intent.goal.names_records();
    if !named && understood.slots.is_empty() && understood.rest.is_empty() {
        return Reading::Unclear("It names nothing that the data holds.".into());
    }
    if !named && understood.slots.is_empty() {
        return Reading::Unclear(nothing_called(&understood.rest));
    }
    Reading::Understood(Box::new(understood))
}

/// The profile of the one customer that a question names, in the place of an answer.
pub fn of_customer(parse: &Parse, why: String) -> Option<Understood> {
    let mut named = parse.values.iter().filter(|m| m.slot == Slot::Customer);
    let customer = named.next()?;
    if named.any(|other| other.value != customer.value) || !parse.records.is_empty() {
        return None;
    }
    Some(Understood {
        intent: intents::of(Goal::Customer)?,
        data: "communications",
        slots: vec![customer.clone()],
        range: None,
        subject: String::new(),
        group_by: None,
        rest: Vec::new(),
        numbers: Vec::new(),
        bare: false,
        by_words: Vec::new(),
        record: None,
        way: (None, None),
        passed_over: None,
        carried: Vec::new(),
        instead: Some(why),
    })
}

/// Whether a question only names something, and leaves to the one before what is asked of it.
pub fn goes_on(parse: &Parse) -> bool {
    let said = &parse.said;
    let names = !said.conds.is_empty() || !said.times.is_empty() || !parse.values.is_empty();
    names && !said.asks() && said.left.is_empty() && said.unread.is_empty() && said.noun_at.is_none()
}

/// The count of the records that a row was asked about, for questions that go on from it.
pub fn counted(u: &Understood, view: &View<'_>) -> Option<Asked> {
    if u.intent.goal.is_searched() || u.record.is_some() || !u.rest.is_empty() || u.passed_over.is_some() {
        return None;
    }
    let cond = |column: &str, value: &str, label: &str| Cond {
        column: column.to_owned(),
        values: vec![value.to_owned()],
        labels: vec![label.to_owned()],
        plain: true,
        ..Cond::default()
    };
    let mut conds: Vec<Cond> = u.slots.iter().map(|m| cond(m.slot.column(), &m.value, &m.label)).collect();
    if u.intent.goal == Goal::Drivers && !u.slots.iter().any(|m| m.slot == Slot::Kind) {
        conds.push(cond("kind", "complaint", "complaint"));
    }
    let usual = || range::parse(u.intent.range, view.as_of).ok();
    let time = u.range.as_ref().map(|(time, _)| time.clone()).or_else(usual).filter(|t| t.range != DateRange::ALL);
    let cases = u.data == "cases" || u.intent.goal.of_cases();
    let said = Said {
        conds,
        times: time.map(|time| (time.clone(), time.label)).into_iter().collect(),
        count: true,
        noun_at: Some(0),
        dataset: Some(if cases { Dataset::Cases } else { Dataset::Communications }),
        ..Said::default()
    };
    words::counting(said, view.vocabulary, view.as_of)
}

/// Conditions that the question states of what no value of a row is.
fn beyond(parse: &Parse, goal: Goal) -> impl Iterator<Item = String> {
    let held = move |column: &str| match column {
        "chat_mode" => goal == Goal::Escalation || parse.values.iter().any(|m| m.slot == Slot::Channel),
        "sla_breached" => goal == Goal::Sla,
        column => parse.values.iter().any(|m| m.slot.column() == column),
    };
    let conds = parse.said.conds.iter().filter(move |c| !c.plain && !held(&c.column));
    conds.map(|c| c.labels.join(" or ").to_lowercase())
}

fn number(word: &str) -> bool {
    word.replace(',', "").trim_end_matches('%').parse::<i64>().is_ok()
}

/// The first row of the table whose cue occurs. A customer's name with nothing else asked means that customer.
fn intent(all: &[Word], taken: &mut [bool], slots: &[Mention], record: bool) -> Option<&'static Intent> {
    let customer = slots.iter().any(|m| m.slot == Slot::Customer);
    let fits = |goal: Goal| match goal {
        // A record that is named is read, unless something is to be done with it or it is to be compared.
        goal if record && !super::acts::acts(goal) => matches!(goal, Goal::Similar | Goal::Record),
        Goal::Similar | Goal::Record => false,
        goal => customer || !goal.of_one_customer(),
    };
    let by_cue = intents::each().filter(|i| fits(i.goal)).find_map(|intent| {
        let cues: Vec<Vec<usize>> = intent.each_cue().filter_map(|cue| find_cue(all, cue)).collect();
        (!cues.is_empty()).then_some((intent, cues))
    });
    match by_cue {
        Some((intent, cues)) => {
            cues.into_iter().flatten().for_each(|i| taken[i] = true);
            Some(intent)
        }
        None if record => intents::of(Goal::Record),
        None if customer => intents::of(Goal::Customer),
        // Bare words ("mobile app login failures") ask to be looked for.
        None if !slots.is_empty() => intents::of(Goal::Find),
        None => None,
    }
}

/// What the conversation is about after this question.
pub fn topic(parse: &Parse, vocabulary: &Vocabulary) -> Topic {
    match row(parse, vocabulary) {
        Reading::Understood(u) => {
            let values = u.slots.into_iter().filter(topical).collect();
            Topic { values, time: u.range, subject: u.subject }
        }
        // What a question named that was not understood is still what the conversation is about.
        _ if parse.values.iter().any(topical) => {
            let values = parse.values.iter().filter(|m| topical(m)).cloned().collect();
            Topic { values, time: parse.time(), subject: String::new() }
        }
        _ => parse.earlier.topic.clone(),
    }
}

fn topical(m: &Mention) -> bool {
    matches!(m.slot, Slot::Product | Slot::Customer | Slot::Category)
}

/// Takes over what the conversation was about, for slots that the question leaves open.
fn carry(now: &mut Understood, before: &Topic, all: &[Word], goes_on: bool) {
    const FRESH: &[&str] = &["overall", "altogether", "in total", "all customers", "all products", "everything"];
    let own = now.slots.iter().any(topical);
    if own && !goes_on || FRESH.iter().any(|cue| find_cue(all, cue).is_some()) {
        return;
    }
    // Another product or category takes the place of both; whom it is about stays.
    let kept = |m: &&Mention| !own || m.slot == Slot::Customer;
    for mention in before.values.iter().filter(kept) {
        if !now.slots.iter().any(|m| m.slot == mention.slot) {
            now.carried.push(mention.label.clone());
            now.slots.push(mention.clone());
        }
    }
    if now.range.is_none()
        && let Some((resolved, words)) = &before.time
    {
        now.carried.push(resolved.label.clone());
        now.range = Some((resolved.clone(), words.clone()));
    }
    if now.subject.is_empty() && !own {
        now.subject.clone_from(&before.subject);
    }
}

fn unclear(all: &[Word], vocabulary: &Vocabulary, slots: &[Mention]) -> Reading {
    let greeting = ["hello", "hi", "hey", "thanks", "thank", "good morning", "good afternoon"];
    if all.len() <= 4 && greeting.iter().any(|g| find_cue(all, g).is_some()) {
        return Reading::Abilities;
    }
    let why = if slots.is_empty() && vocabulary.products.is_empty() && vocabulary.customers.is_empty() {
        "There is no data yet.".into()
    } else {
        "I do not see what to look up or count.".into()
    };
    Reading::Unclear(why)
}

/// What to say of words that name nothing.
pub fn nothing_called(rest: &[String]) -> String {
    // Each by itself: these words need not stand side by side in the question.
    format!("I did not understand “{}”.", rest.join("” or “"))
}

fn take(all: &[Word], taken: &mut [bool], start: usize, end: usize) {
    for (word, taken) in all.iter().zip(taken) {
        *taken |= word.start < end && start < word.end;
    }
}
