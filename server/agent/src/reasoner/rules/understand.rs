//! How a question is answered once read: by its act's plan, by queries, by tools of other skills, or by asking back.

use model::answer::Offer;
use model::run::PlannedCall;
use model::text::and;
use model::time::DateRange;
use reader::{Act, Role};

use super::intent::IntentMatch;
use super::reading::{Interpretation, Unclear};
use super::{conversation, deals, methods, plans};
use crate::view::View;
use query::ast::{Dataset, Op};
use query::catalog::Catalog;
use query::frame::grammar::{self, pointers};
use query::frame::{self, Certainty, FilterSlot, Frame, Group, Linker, Parse};
use skills::forecast::SOURCE;
use skills::forecast::answer::NO_DATA;

/// How the parts of a question are answered, in order.
pub fn serve(parse: &Parse, view: &View<'_>) -> Vec<Interpretation> {
    let mut all: Vec<Interpretation> = Vec::new();
    for frame in &parse.frames {
        let reading = of_frame(frame, view);
        match (all.last_mut(), reading) {
            (Some(Interpretation::Figures(list)), Interpretation::Figures(more)) => list.extend(more),
            (_, reading) => all.push(reading),
        }
    }
    all
}

/// Maximum words of a question that only goes on.
const MAX_FRAGMENT_WORDS: usize = 3;

fn of_frame(frame: &Frame, view: &View<'_>) -> Interpretation {
    // A person who chose this reading is not asked again.
    let chosen = view.run.change.is_some();
    if frame.sureness() == Certainty::Unsure && !chosen && !deals::names_figures(frame, view) {
        // Unknown words explain more than an unsure reading.
        let left = frame.left();
        return if left.is_empty() { unsure(frame, view) } else { Unclear::about(frame, not_used(&left), true) };
    }
    // "Which countries?" names no records of its own.
    let fragment = !frame.named && !frame.names_anything() && grammar::words(&frame.text).len() <= MAX_FRAGMENT_WORDS;
    let alone = (fragment || frame::points_back(&frame.text)) && frame.customer().is_none() && !chosen;
    if let Some(words) = conversation::unanswered(view).filter(|_| alone) {
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        let before = match words.as_slice() {
            [] => "I did not answer the question before".to_owned(),
            some => format!("I did not understand {} in the question before", quoted(some)),
        };
        return refused(format!("{before}, so I cannot build on it. Ask it as one question."));
    }
    whose(frame, view).unwrap_or_else(|| of_act(frame, view))
}

/// Asks whose customers "my customers" are, if several managers' are visible and none was named.
fn whose(frame: &Frame, view: &View<'_>) -> Option<Interpretation> {
    const MAX_OFFERS: usize = 3;
    let managers = view.vocabulary.managers();
    if managers.len() < 2 || matches!(frame.act, Act::Outside | Act::Unclear) || frame::mine(&frame.text).is_empty() {
        return None;
    }
    let why = format!(
        "Whose customers are yours? Say it once, like this: remember that I am {}. Or name a manager.",
        managers[0]
    );
    let of = |name: &String| Offer {
        question: frame::as_of_manager(&frame.text, name),
        counts: format!("Of the customers of {name}"),
    };
    let offers = managers.iter().take(MAX_OFFERS).map(of).collect();
    Some(Interpretation::Unclear(Unclear { why, offers, ..Unclear::default() }))
}

/// How a frame is answered, however sure it is.
pub fn of_act(frame: &Frame, view: &View<'_>) -> Interpretation {
    use Act::*;
    if let Some(problem) = &frame.problem {
        return refused(problem.clone());
    }
    if deals::lacks_its_deal(frame, view) {
        return self::Unclear::about(frame, "Which deal is meant? Give its id or its name.", false);
    }
    match deals::asked(frame, view) {
        Some(Ok(deals)) => return Interpretation::Deals(Box::new(deals)),
        Some(Err(left)) => {
            let left: Vec<&str> = left.iter().map(String::as_str).collect();
            // A manager of customers is no owner of deals.
            let manager = left.iter().find_map(|words| view.vocabulary.manager(words));
            let why = manager.map(|name| format!("No deal names {name}: deals have owners of their own."));
            return self::Unclear::about(frame, why.unwrap_or_else(|| not_used(&left)), true);
        }
        None => {}
    }
    // "Which topics grew most": the largest are not those that grew.
    if frame.grows() {
        return planned(&Frame { groups: Vec::new(), ..frame.clone() }, Trend, view);
    }
    if let Some(asked) = frame.feeling_over_time().or_else(|| frame.queried()) {
        return figures(&asked, view);
    }
    match frame.act {
        // D-033: deals are a declared source.
        Deals | Forecast | Pipeline
            if view.vocabulary.source(SOURCE).is_none() && !(frame.named && frame.dataset.is_some()) =>
        {
            self::Unclear::about(frame, NO_DATA, false)
        }
        Help => Interpretation::Abilities,
        Thanks => Interpretation::Thanks,
        Outside => self::Unclear::about(frame, OUTSIDE, false),
        Unclear => unsure(frame, view),
        Method => methods::find(frame).map_or_else(|| planned(frame, Act::Document, view), Interpretation::Method),
        // "Find documents about the app": these are no sources of data.
        Sources if frame.about.is_some() && frame::names_documents(&frame.text) => planned(frame, Document, view),
        // A list of all sources has no columns and no conditions.
        Sources if !frame.groups.is_empty() || frame.filters.iter().any(|f| !f.words.is_empty()) => unsure(frame, view),
        Sources if view.vocabulary.sources.is_empty() => Interpretation::Abilities,
        Sources => Interpretation::Tools(vec![tool("list_sources")]),
        CompareSources => compared(frame, view),
        Record | Similar if frame.id.is_none() => planned(frame, Said, view),
        Who if frame.id.is_some() => planned(frame, Record, view),
        Health if frame.customer().is_none() => planned(frame, Risk, view),
        act => planned(frame, act, view),
    }
}

fn tool(name: &str) -> PlannedCall {
    PlannedCall { tool: name.to_owned(), args: serde_json::json!({}) }
}

/// The query of a frame, or why there is none.
fn figures(frame: &Frame, view: &View<'_>) -> Interpretation {
    let mut frame = frame.clone();
    // A record by its id is one of the conditions, if these records have a column with that value.
    if let Some(id) = frame.id.take() {
        let linker = Linker::new(view.vocabulary, view.as_of);
        match frame.dataset.and_then(|dataset| linker.value(dataset, &id)) {
            Some(slots) if slots.iter().all(|slot| slot.near.is_none()) => frame.filters.extend(slots),
            _ => frame.unused.push(id),
        }
    }
    let frame = &frame;
    if frame.dataset.is_none() && !frame.names_anything() && frame.time.is_none() && frame.groups.is_empty() {
        return unsure(frame, view);
    }
    // The biggest customer by what? Messages are no size.
    let by_customer = frame.groups == [Group::Column("customer".into())] && frame.records.is_empty();
    let bare = !frame.named && frame.measure.is_none() && frame.filters.iter().all(|f| f.words.is_empty());
    if bare && by_customer && frame.ranks() {
        return Unclear::about(frame, "By what: the number of messages, of complaints, of cases?", false);
    }
    if let Some(what) = of_what(frame, view).or_else(|| which_value(frame, view)) {
        return what;
    }
    // A word that may be a condition is used, or there is no figure.
    let left = frame.left();
    if !left.is_empty() && view.run.change.is_none() && frame.unknown.is_empty() {
        return Unclear::about(frame, not_used(&left), true);
    }
    match frame.intent(view.vocabulary) {
        Ok(intent) if !intent.frame.unused.is_empty() && view.run.change.is_none() => {
            let left: Vec<&str> = intent.frame.unused.iter().map(String::as_str).collect();
            Unclear::about(frame, not_used(&left), true)
        }
        Ok(intent) => Interpretation::Figures(vec![intent]),
        Err(why) if frame.unknown.is_empty() => Unclear::about(frame, why, false),
        Err(why) => Unclear::about(frame, why, true),
    }
}

/// Asks which records are meant by a state alone ("closed this quarter"), if several kinds have it.
fn of_what(frame: &Frame, view: &View<'_>) -> Option<Interpretation> {
    const STATES: [&str; 2] = ["status", "stage"];
    let [state] = frame.filters.as_slice() else { return None };
    let alone = !frame.named
        && !frame.goes_on
        && frame.measure.is_none()
        && frame.records.is_empty()
        && frame.groups.is_empty()
        && !state.words.is_empty()
        && STATES.contains(&state.column.as_str());
    if !alone || view.run.change.is_some() {
        return None;
    }
    let linker = Linker::new(view.vocabulary, view.as_of);
    let has = |dataset: &Dataset| {
        let slots = linker.value(*dataset, &state.words).unwrap_or_default();
        slots.iter().any(|slot| slot.near.is_none() && STATES.contains(&slot.column.as_str()))
    };
    let kinds: Vec<String> =
        linker.datasets().into_iter().filter(has).map(|dataset| query::describe::noun(dataset).1.to_owned()).collect();
    let [_, _, ..] = kinds.as_slice() else { return None };
    let state = state.words.to_lowercase();
    let when = frame.time.as_ref().map(|time| format!(" {}", time.words)).unwrap_or_default();
    let offer = |kind: &String| Offer {
        question: format!("How many {state} {kind}{when}?"),
        counts: format!("Counts {kind} that are {state}"),
    };
    let why = format!("What is meant by “{state}”: {}?", kinds.join(", "));
    let offers = kinds.iter().take(3).map(offer).collect();
    Some(Interpretation::Unclear(Unclear { why, offers, ..Unclear::default() }))
}

/// Asks which is meant of two values that two words in a row name: "card payments" are neither all of the cards nor all of
/// the payments.
fn which_value(frame: &Frame, view: &View<'_>) -> Option<Interpretation> {
    if view.run.change.is_some() {
        return None;
    }
    let slot = frame.filters.iter().find(|slot| {
        slot.op == Op::Is
            && !slot.negated
            && !slot.carried
            && slot.values.len() == 2
            && slot.words.split_whitespace().count() == 2
            && matches!(slot.column.as_str(), "product" | "category" | "subcategory")
    })?;
    let linker = Linker::new(view.vocabulary, view.as_of);
    let dataset = frame.dataset.unwrap_or_default();
    let one =
        |word: &str| linker.value(dataset, word).is_some_and(|slots| slots.iter().all(|slot| slot.values.len() == 1));
    if !slot.words.split_whitespace().all(one) {
        return None;
    }
    let offer = |label: &String| Offer {
        question: frame.text.replacen(&slot.words, label, 1),
        counts: format!("Of {label} alone"),
    };
    let why = format!("Does “{}” mean {}?", slot.words, slot.labels.join(" or "));
    let offers = slot.labels.iter().map(offer).collect();
    Some(Interpretation::Unclear(Unclear { why, offers, ..Unclear::default() }))
}

/// Says that words may be conditions, but match nothing in the data; of several, only those that matter are named.
fn not_used(words: &[&str]) -> String {
    let words: Vec<String> = frame::that_matter(&distinct(words)).iter().map(|word| format!("“{word}”")).collect();
    let mean = if words.len() == 1 { "means" } else { "mean" };
    format!("I do not know what {} {mean} in this data.", and(&words))
}

/// The words without duplicates and parts of others.
fn distinct<'w>(words: &[&'w str]) -> Vec<&'w str> {
    let mut seen = std::collections::BTreeSet::new();
    let within = |word: &str| words.iter().any(|other| other.len() > word.len() && other.contains(word));
    words.iter().copied().filter(|word| !within(word) && seen.insert(word.to_lowercase())).collect()
}

/// The distinct words, in quotation marks.
fn quoted(words: &[&str]) -> String {
    distinct(words).iter().map(|word| format!("“{word}”")).collect::<Vec<_>>().join(", ")
}

fn compared(frame: &Frame, view: &View<'_>) -> Interpretation {
    let names = frame
        .reading
        .spans
        .iter()
        .filter(|s| matches!(s.role, Role::Value | Role::Versus | Role::Subject | Role::About));
    let source = |words: &str| {
        let phrase = words.to_lowercase().replace(' ', "_");
        let by_name = view.vocabulary.sources.iter().find(|opened| opened.source.name.as_str() == phrase);
        by_name.map(|opened| Dataset::Source(opened.source.name))
    };
    let mut found: Vec<Dataset> = names.clone().filter_map(|span| source(&span.text)).collect();
    found.dedup();
    let [one, other] = found[..] else {
        let unknown = names.map(|span| span.text.as_str()).filter(|words| source(words).is_none());
        return sources_meant(frame, unknown, view).unwrap_or_else(|| figures(frame, view));
    };
    let common = view.vocabulary.source(one.as_str()).zip(view.vocabulary.source(other.as_str())).and_then(|(a, b)| {
        let own = frame.measure.clone().filter(|name| b.source.measure(name).is_some());
        own.or_else(|| a.source.measures.iter().find(|m| b.source.measure(&m.name).is_some()).map(|m| m.name.clone()))
    });
    let Some(measure) = common else {
        return refused("These two sources have no measure in common that I could compare.".into());
    };
    let mut frame =
        Frame { dataset: Some(one), source: Some(other), measure: Some(measure), act: Act::Figure, ..frame.clone() };
    frame.unused.retain(|words| source(words).is_none());
    figures(&frame, view)
}

/// Asks whether the sources are meant that unknown names come close to (C-009).
fn sources_meant<'w>(frame: &Frame, unknown: impl Iterator<Item = &'w str>, view: &View<'_>) -> Option<Interpretation> {
    let known = || view.vocabulary.sources.iter().map(|opened| opened.source.name.as_str());
    let mut question = frame.text.clone();
    let mut close = Vec::new();
    for words in unknown {
        let name = query::values::pick::closest(words, known())?;
        question = question.replacen(words, name, 1);
        close.push((words, name));
    }
    let (words, names): (Vec<&str>, Vec<&str>) = close.iter().copied().unzip();
    let (there, is) = if names.len() == 1 { ("There is no source", "Is") } else { ("There are no sources", "Are") };
    let names = and(&names.iter().map(|name| (*name).to_owned()).collect::<Vec<_>>());
    let why = format!("{there} {}. {is} {names} meant?", quoted(&words));
    let counts = format!("Compares two sources, with {names}");
    let offers = vec![Offer { question, counts }];
    (!words.is_empty()).then(|| Interpretation::Unclear(Unclear { why, offers, ..Unclear::default() }))
}

/// The plan of an act; asks back if its customer or record is missing.
fn planned(frame: &Frame, act: Act, view: &View<'_>) -> Interpretation {
    let Some(plan) = plans::for_act(act) else { return unsure(frame, view) };
    if let Some(words) = frame.unknown.first().filter(|_| frame.customer().is_none()) {
        let why = if pointers::of_one_customer(act) { no_customer(words, view) } else { frame::not_called(words) };
        return Unclear::about(frame, why, true);
    }
    if pointers::of_one_customer(act) && frame.customer().is_none() {
        let named: Vec<&str> = frame.unused.iter().chain(&frame.about).map(String::as_str).collect();
        let why = match named.as_slice() {
            [] => return Unclear::about(frame, "Which customer is meant? Say the name.", false),
            [first, ..] => no_customer(first, view),
        };
        return Unclear::about(frame, why, true);
    }
    // "Is Hartmann happy?" is answered from all of its messages, not from the happy ones.
    let mut own = frame.clone();
    own.filters.retain(|f| act != Act::Sentiment || f.column != "sentiment" || f.carried);
    let single = |f: &&FilterSlot| f.op == Op::Is && !f.negated && f.values.len() == 1;
    let slots: Vec<FilterSlot> = own.filters.iter().filter(single).cloned().collect();
    let topical = |f: &&FilterSlot| matches!(f.column.as_str(), "product" | "category" | "subcategory" | "sub_product");
    let subject: Vec<&str> =
        slots.iter().filter(topical).map(|f| f.words.as_str()).chain(frame.about.as_deref()).collect();
    let mut u = IntentMatch {
        plan,
        data: if frame.dataset == Some(Dataset::Cases) { "cases" } else { "communications" },
        subject: subject.join(" "),
        usual: query::range::parse(&plan.range, view.as_of).map_or(DateRange::ALL, |time| time.range),
        slots,
        applied: Vec::new(),
        unread: Vec::new(),
        frame: own,
    };
    u.apply(view.tools, &Catalog::of(view.vocabulary));
    // Counts use each word that may be a condition, or there is no figure; unless a person chose to ignore it.
    let free = pointers::counts(act) && view.run.change.is_none();
    let left: Vec<&str> = frame.left().into_iter().filter(|_| free).collect();
    if !left.is_empty() {
        return Unclear::about(frame, not_used(&left), true);
    }
    let left = u.not_applied();
    if free && !left.is_empty() {
        let left: Vec<&str> = left.iter().map(String::as_str).collect();
        let why =
            format!("I cannot work out {} here, and a figure without it would answer another question.", quoted(&left));
        return Unclear::about(frame, why, true);
    }
    Interpretation::Planned(Box::new(u))
}

/// Says that no customer has this name, with similar ones.
fn no_customer(name: &str, view: &View<'_>) -> String {
    let shown: String = name.chars().take(60).collect();
    let names = view.vocabulary.customers.iter().map(|(_, name)| name.as_str());
    match query::values::pick::closest(name, names) {
        Some(close) => format!("No customer is called “{shown}”. Is {close} meant?"),
        None => format!("No customer is called “{shown}”."),
    }
}

/// A refusal without choices.
fn refused(why: String) -> Interpretation {
    Interpretation::Unclear(Unclear { why, ..Unclear::default() })
}

/// What a desk's records do not contain.
const OUTSIDE: &str = "That is not in the records of this desk: it knows what customers write, their cases, and the firm's own documents and tables.";

/// Asks back, with possible meanings.
fn unsure(frame: &Frame, view: &View<'_>) -> Interpretation {
    let is_empty = view.vocabulary.products.is_empty()
        && view.vocabulary.customers.is_empty()
        && view.vocabulary.sources.is_empty();
    let why = match () {
        () if is_empty => "There is no data yet.",
        () if !frame.names_anything() && frame.time.is_none() => "I do not see what to look up or count.",
        () => "I am not sure what is asked.",
    };
    Unclear::about(frame, why, false)
}
