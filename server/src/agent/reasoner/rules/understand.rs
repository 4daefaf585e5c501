//! From a question to what it asks for: the row of the table, the values it names, the days it means. Whatever is left
//! over is kept too, because an answer that ignores a word of the question is a wrong answer.

use std::cell::OnceCell;

use app::model::run::Run;
use app::model::session::Role;

use super::super::View;
use super::heed;
use super::intents::{self, Goal, Intent, NOUNS, PLAIN};
use super::words::{Word, find_cue, fits, words};
use super::{paths, picked};
use crate::query::range::{self, Resolved};
use crate::query::values::{Mention, Slot, Vocabulary};
use crate::query::words::{Before, Plan};
use crate::store::analytics::Attribute;

/// What a question asks for.
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
    /// Why the plan would pass over a part of the question.
    pub passed_over: Option<String>,
    /// What was taken from an earlier question of the conversation, for people.
    pub carried: Vec<String>,
}

/// A question, read.
#[derive(Clone, Debug)]
pub enum Reading {
    Understood(Box<Understood>),
    /// For figures: queries, in the order of the questions.
    Figures(Vec<Plan>),
    /// About the desk itself, or a greeting.
    Abilities,
    /// Not understood, and why.
    Unclear(String),
}

/// Groupings by the words that ask for them; the value is the tools' `groupBy`.
const GROUPS: &[(&str, &[&str])] = &[
    ("product", &["by product", "per product", "which product*", "products"]),
    ("channel", &["by channel", "per channel", "which channel*", "channels"]),
    ("state", &["by state", "per state", "which state*", "states"]),
    (
        "tier",
        &[
            "by tier",
            "per tier",
            "which tier*",
            "customer tiers",
            "customer segments",
            "which customer segments",
            "tiers",
        ],
    ),
    ("customer", &["by customer", "by company", "which customer*", "which compan*", "companies"]),
    ("sentiment", &["by sentiment"]),
    ("status", &["by status"]),
    ("month", &["by month", "per month", "monthly", "which month*", "each month"]),
    ("tags", &["by tag", "by tags"]),
    ("sub_product", &["by sub product", "by subproduct", "which sub product*"]),
    ("company_response", &["by response", "by company response", "company response*"]),
];

/// What the conversation before a question was about.
pub struct Context {
    understood: Option<Understood>,
    /// The last question for figures, and whether one after it was none; most questions do not need it.
    pub figures: OnceCell<(Option<Before>, bool)>,
}

impl Context {
    pub fn of(view: &View<'_>) -> Self {
        let mut before: Option<Understood> = None;
        let earlier = view.earlier.iter().map(|r: &Run| r.question.as_str());
        let sent = view.history.iter().filter(|t| t.role == Role::User).map(|t| t.content.as_str());
        let clicked = picked::before(view);
        for question in sent.chain(earlier).filter(|_| clicked.is_none()).chain(clicked) {
            if let Reading::Understood(u) = read_one(question, view, before.as_ref()) {
                before = Some(*u);
            }
        }
        Self { understood: before, figures: OnceCell::new() }
    }
}

/// Reads the question of the view's run, asked after this.
pub fn read(view: &View<'_>, context: &Context) -> Reading {
    let question = picked::question(view);
    let question = crate::query::words::plainly(&question);
    let by_intent = read_one(&question, view, context.understood.as_ref());
    let acting = matches!(&by_intent, Reading::Understood(u) if super::acts::acts(u.intent.goal));
    let unheld = || super::unheld::asked(&question, view.vocabulary);
    let problem = range::problem_in(&question, view.as_of).map(|p| p.to_string()).or_else(unheld);
    if let Some(why) = problem.filter(|_| !acting) {
        return Reading::Unclear(why);
    }
    super::figures::read(view, by_intent, context)
}

fn read_one(question: &str, view: &View<'_>, before: Option<&Understood>) -> Reading {
    let all = words(question);
    let mut taken = vec![false; all.len()];
    let mut slots = Vec::new();
    let values = view.vocabulary.find_in(question);
    for mut mention in values.clone() {
        // "not happy" is unhappy.
        if mention.slot == Slot::Sentiment && mention.value == "positive" && heed::left_out(&all, &mention) {
            (mention.value, mention.label) = ("negative".into(), "negative".into());
        }
        take(&all, &mut taken, mention.span.start, mention.span.end);
        if !slots.iter().any(|m: &Mention| m.slot == mention.slot) {
            slots.push(mention);
        }
    }
    let named = range::find_in(question, view.as_of);
    let range = named.map(|(resolved, span)| {
        take(&all, &mut taken, span.start, span.end);
        (resolved, question[span].trim().to_owned())
    });
    let record = paths::record(question);
    if let Some((_, span)) = &record {
        take(&all, &mut taken, span.start, span.end);
        // "case-0123" names no channel and no state.
        slots.retain(|m| m.span.end <= span.start || span.end <= m.span.start);
    }
    let Some(intent) = intent(&all, &mut taken, &slots, record.is_some()) else {
        return unclear(question, view.vocabulary, &slots);
    };
    if intent.goal == Goal::Sentiment {
        // "Are they happy or unhappy?" asks for the mood; "negative messages" are some of them.
        let follows = |m: &Mention| all.iter().find(|w| w.start >= m.span.end).is_some_and(is_noun);
        slots.retain(|m| m.slot != Slot::Sentiment || follows(m));
    }
    if intent.goal == Goal::Escalation {
        all.iter().zip(&mut taken).for_each(|(word, taken)| *taken |= paths::is_channel(&word.text));
    }
    if intent.goal == Goal::Abilities && slots.is_empty() {
        return Reading::Abilities;
    }
    let group_by = GROUPS.iter().find_map(|(name, cues)| {
        let found = cues.iter().find_map(|cue| find_cue(&all, cue))?;
        found.into_iter().for_each(|i| taken[i] = true);
        Some(*name)
    });
    let cases = all.iter().any(|w| matches!(w.text.as_str(), "case" | "cases" | "ticket" | "tickets"));
    let noun = all.iter().any(is_noun);
    let plain = |w: &Word| {
        w.text.chars().count() < 2
            || w.text.parse::<i64>().is_ok()
            || PLAIN.split(' ').any(|p| p == w.text)
            || is_noun(w)
    };
    let rest: Vec<String> =
        all.iter().zip(&taken).filter(|(w, taken)| !**taken && !plain(w)).map(|(w, _)| w.text.clone()).collect();
    let numbers: Vec<String> = (0..all.len())
        .filter(|i| !taken[*i] && all[*i].text.parse::<i64>().is_ok() && !heed::counts(&all, *i))
        .map(|i| all[i].text.clone())
        .collect();
    // Bare words are looked for, but "set the alarm for 7" is a request.
    let bare = intent.goal == Goal::Find && !intent.each_cue().any(|cue| find_cue(&all, cue).is_some());
    let by_words = heed::by_words(intent.goal, &values);
    let more = values.iter().filter(|m| by_words.contains(&m.slot) && !slots.contains(m));
    let subject: Vec<&str> = slots
        .iter()
        .filter(|m| {
            matches!(
                m.slot,
                Slot::Product | Slot::Category | Slot::Subcategory | Slot::Attribute(Attribute::SubProduct)
            )
        })
        .chain(more)
        .map(|m| &question[m.span.clone()])
        .chain(rest.iter().map(String::as_str))
        .collect();
    let mut understood = Understood {
        intent,
        data: if cases { "cases" } else { "communications" },
        subject: subject.join(" "),
        slots,
        range,
        group_by,
        rest,
        bare,
        by_words,
        passed_over: heed::passed_over(intent.goal, &all, &values)
            .or_else(|| heed::several_records(intent.goal, &paths::records(question)))
            .or_else(|| (bare && !numbers.is_empty()).then(|| heed::nothing_numbered(&numbers))),
        numbers,
        carried: Vec::new(),
    };
    if let Some(before) = before {
        carry(&mut understood, before, &all);
    }
    let noun = noun || record.is_some() || intent.goal.names_records();
    if !noun && understood.slots.is_empty() && understood.rest.is_empty() {
        return Reading::Unclear("It names nothing that the data holds.".into());
    }
    if !noun && understood.slots.is_empty() {
        return Reading::Unclear(nothing_called(&understood.rest));
    }
    Reading::Understood(Box::new(understood))
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
        None if record => of(Goal::Record),
        None if customer => of(Goal::Customer),
        // Bare words ("mobile app login failures") ask to be looked for.
        None if !slots.is_empty() => of(Goal::Find),
        None => None,
    }
}

/// Whether a cue of questions about the desk stands in the question: without one, reading all of it can be spared.
pub fn speaks_of_the_desk(question: &str) -> bool {
    let all = words(question);
    of(Goal::Abilities).is_some_and(|intent| intent.each_cue().any(|cue| find_cue(&all, cue).is_some()))
}

/// The row of a goal.
pub fn of(goal: Goal) -> Option<&'static Intent> {
    intents::each().find(|i| i.goal == goal)
}

/// Takes over what the conversation was about, for slots that the question leaves open.
fn carry(now: &mut Understood, before: &Understood, all: &[Word]) {
    const FRESH: &[&str] = &["overall", "altogether", "in total", "all customers", "all products", "everything"];
    let own_subject = now.slots.iter().any(|m| matches!(m.slot, Slot::Product | Slot::Customer | Slot::Category));
    if own_subject || FRESH.iter().any(|cue| find_cue(all, cue).is_some()) {
        return;
    }
    for mention in &before.slots {
        if matches!(mention.slot, Slot::Product | Slot::Customer | Slot::Category)
            && !now.slots.iter().any(|m| m.slot == mention.slot)
        {
            now.carried.push(mention.label.clone());
            now.slots.push(mention.clone());
        }
    }
    if now.range.is_none()
        && let Some((resolved, words)) = &before.range
    {
        now.carried.push(resolved.label.clone());
        now.range = Some((resolved.clone(), words.clone()));
    }
    if now.subject.is_empty() {
        now.subject.clone_from(&before.subject);
    }
}

fn unclear(question: &str, vocabulary: &Vocabulary, slots: &[Mention]) -> Reading {
    let greeting = ["hello", "hi", "hey", "thanks", "thank", "good morning", "good afternoon"];
    let all = words(question);
    if all.len() <= 4 && greeting.iter().any(|g| find_cue(&all, g).is_some()) {
        return Reading::Abilities;
    }
    let why = if slots.is_empty() && vocabulary.products.is_empty() && vocabulary.customers.is_empty() {
        "There is no data yet.".into()
    } else {
        "I do not see what to look up or to count.".into()
    };
    Reading::Unclear(why)
}

/// What to say of words that name nothing.
pub fn nothing_called(rest: &[String]) -> String {
    // Without quotation marks: these words need not stand side by side in the question.
    format!("Nothing in the data is called {}.", rest.join(" or "))
}

/// Whether a word says that a question is about this firm's records.
fn is_noun(word: &Word) -> bool {
    NOUNS.split(' ').any(|n| fits(&word.text, n))
}

fn take(all: &[Word], taken: &mut [bool], start: usize, end: usize) {
    for (word, taken) in all.iter().zip(taken) {
        *taken |= word.start < end && start < word.end;
    }
}
