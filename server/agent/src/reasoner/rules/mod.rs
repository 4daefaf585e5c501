//! Reasoning without a model: the act of a question has a plan or is a query, tools run, and answers are written from
//! their results. A question that is not understood gets an honest answer with questions that are.
//!
//! A question is read and linked once a run, by `query::frame`; `reading` is what came of it. `plans` is the table of
//! plans by act, and `intent` an act with its plan and conditions; `understand` decides how a question is answered,
//! `asked` whether a declared tool answers it directly, `deals` handles sales pipelines; `conversation` knows what a
//! follow-up builds on, `taught` what people may teach. `plan` and `figures` make the calls, `write` writes the
//! answers, `follow` suggests follow-ups.

mod asked;
mod conversation;
mod deals;
mod figures;
mod follow;
mod intent;
mod methods;
mod offer;
mod parts;
mod plan;
mod plans;
pub mod reading;
mod understand;
mod words;
mod write;

use model::run::{Part, PlannedCall, Route, Strategy, Stretch};
use model::session::taught::TaughtWord;
use model::text::capital;
use reader::Act;
use tokio::runtime::{Handle, RuntimeFlavor};

use super::draft::findings;
use crate::talk::router;
use crate::view::{Decision, Draft, View};
pub use conversation::change_of;
pub use follow::to_begin_with;
use intent::IntentMatch;
use query::ast::Op;
use query::frame::{self, Certainty, FilterSlot, Parse};
use query::values::MINE;
use reading::{Interpretation, Reading};
pub use words::taught;
use words::{asides, namesakes, nearest, topics};

/// Questions that every desk can answer, shown where a conversation begins and where one was not understood.
pub const EXAMPLES: &[&str] = &[
    "Why are customers complaining about the mobile app?",
    "Top complaint reasons this month?",
    "How many cases breached SLA?",
    "Complaints per day this month",
    "How do customers feel about mobile banking this month?",
    "What do customers talk about this year?",
    "How many complaints came by phone last month?",
    "Which customers complain most?",
    "Complaints by product this year",
    "Show me examples of login failures",
    "When did login failures start to increase?",
];

/// Reads the question, which computes for some milliseconds; all else here begins with it.
pub fn read_question(view: &View<'_>) {
    reading(view);
}

/// How the question was read: as stored with the run, or now; once.
fn reading<'a>(view: &View<'a>) -> &'a Reading {
    view.reading.get_or_init(|| {
        aside(|| {
            let parse = conversation::known(view).unwrap_or_else(|| parsed(view));
            let direct = || asked::direct_calls(view.question(), view).map(Interpretation::Tools);
            if let Some(part) = asked::office::asked(view.question(), view).or_else(direct) {
                return Reading { parse, parts: vec![part] };
            }
            let parts = understand::serve(&parse, view);
            let (parse, parts) = asides::apart(parse, parts, view);
            let (parse, parts) = topics::linked(parse, parts, view);
            let (parse, parts) = nearest::instead(parse, parts, view);
            let (parse, parts) = asked::documents::instead(parse, parts, view);
            let parts = namesakes::asked(parts, view);
            Reading { parse, parts }
        })
    })
}

fn parsed(view: &View<'_>) -> Parse {
    let (text, mut own) = view.vocabulary.read_as(view.question(), view.own);
    let me = view.own.iter().find(|word| word.word == MINE).filter(|_| !frame::mine(&text).is_empty());
    let text = me.map_or(text.clone(), |me| frame::as_of_manager(&text, &me.meaning).into());
    own.extend(me.cloned());
    parsed_as(&text, own, view)
}

/// A question in the desk's words, once the words of people were replaced by their meanings.
fn parsed_as(text: &str, taught: Vec<TaughtWord>, view: &View<'_>) -> Parse {
    let before = conversation::before(view);
    let mut parse = Parse::new(text, view.vocabulary, view.as_of, before.as_ref());
    parse.taught.extend(taught);
    let mut parse = asked::documents::take(parse, view);
    if let Some(bubble) = &view.run.scope.selected_bubble {
        parse.frames.iter_mut().for_each(|frame| frame.click(bubble));
    }
    parse
}

fn parse<'a>(view: &View<'a>) -> &'a Parse {
    &reading(view).parse
}

/// The interpretations of the question's parts.
fn read<'a>(view: &View<'a>) -> &'a [Interpretation] {
    &reading(view).parts
}

/// How taught words of the question were read.
pub fn taught_notes(view: &View<'_>) -> Vec<String> {
    taught::notes(parse(view))
}

/// How the question was read, as stored with the run.
pub fn stored(view: &View<'_>) -> serde_json::Value {
    parse(view).to_stored()
}

/// How the question was understood, in parts, and what was left out; see [`Route`].
pub fn understood_parts(view: &View<'_>) -> (Vec<Part>, Vec<String>) {
    let (parts, mut left_out) = parts::from_readings(read(view), view);
    if view.question().len() < view.run.question.len() {
        left_out.push(format!("all beyond the first {} characters", reader::MOST_CHARS));
    }
    (parts, left_out)
}

/// The question in stretches, by the parts shown. Words without a part are marked if an answer ignores them or is
/// refused because of them: `left_out` are those, or `None` if a model reads the question itself.
pub fn stretches(view: &View<'_>, parts: &[Part], left_out: Option<&[String]>) -> Vec<Stretch> {
    let told = read(view).iter().any(|reading| match reading {
        Interpretation::Unclear(unclear) => unclear.words,
        other => other.is_linked(),
    });
    let mut all = parse(view).stretches(&view.run.question, parts, left_out.unwrap_or_default());
    if !told || left_out.is_none() {
        all.iter_mut().for_each(|stretch| stretch.unused = false);
    }
    let says = |stretch: &Stretch| stretch.unused || !stretch.parts.is_empty();
    if all.iter().any(says) { all } else { Vec::new() }
}

/// Runs work that could delay other runs on this thread; they move to another.
fn aside<T>(work: impl FnOnce() -> T) -> T {
    let several = Handle::try_current().is_ok_and(|runtime| runtime.runtime_flavor() == RuntimeFlavor::MultiThread);
    if several { tokio::task::block_in_place(work) } else { work() }
}

/// How the question was understood.
pub fn route(view: &View<'_>) -> Route {
    let all = read(view);
    let Some(reading) = all.first() else { return Route::default() };
    let frame = parse(view).first();
    let own = router::of_act(frame.act, frame.of_source()).filter(|_| !matches!(reading, Interpretation::Unclear(_)));
    let (intent, reasoning, recommended) = match reading {
        Interpretation::Planned(u) => (u.plan.name.as_str(), understood(u, view), tools(u)),
        Interpretation::Figures(list) => {
            let count = if list.len() == 1 { "a figure".to_owned() } else { format!("{} figures", list.len()) };
            let text = format!("A question for {count}, translated into the query language.{}", by_rules(view));
            (figures::intent(list), text, list.iter().map(|p| figures::tool(p).to_owned()).collect())
        }
        Interpretation::Deals(deals) => {
            let about = if deals.about.is_empty() { String::new() } else { format!(": {}", deals.about.join(", ")) };
            (deals.plan.name.as_str(), format!("{}{about}.{}", deals.plan.says, by_rules(view)), names(&deals.calls))
        }
        Interpretation::Method(_) => ("EXPLANATION", "A question for a method. No data is needed.".into(), Vec::new()),
        Interpretation::Tools(all) => return asked::route(all, view),
        Interpretation::Abilities => {
            ("GENERAL", "A question about the desk itself. No data is needed.".into(), Vec::new())
        }
        Interpretation::Thanks => ("GENERAL", "Nothing is asked.".into(), Vec::new()),
        Interpretation::Unclear(unclear) => ("GENERAL", format!("Not understood. {}", unclear.why), Vec::new()),
    };
    let table = router::by_table(view, own.and_then(router::domain).map(router::Field::from).as_ref());
    let recommended: Vec<String> = if recommended.is_empty() { table.recommended.clone() } else { recommended };
    let needs = !matches!(reading, Interpretation::Method(_) | Interpretation::Abilities | Interpretation::Thanks);
    Route {
        intent: intent.into(),
        recommended: if needs { recommended } else { Vec::new() },
        reasoning,
        confidence: f64::from(frame.certainty),
        ..table
    }
}

/// Whether a text is the method asked for.
pub fn is_method(view: &View<'_>, text: &str) -> bool {
    matches!(read(view).first(), Some(Interpretation::Method((method, _))) if *method == text)
}

/// The answer to a question that needs neither data nor a model: a greeting, or about the desk itself or a method
/// . Unsure readings are left to the model.
pub fn at_once(view: &View<'_>) -> Option<Draft> {
    let frame = parse(view).first();
    if !matches!(frame.act, Act::Help | Act::Thanks | Act::Method) || frame.sureness() != Certainty::Sure {
        return None;
    }
    match read(view) {
        [part @ (Interpretation::Method(_) | Interpretation::Abilities | Interpretation::Thanks)] => {
            Some(write::one(part, view))
        }
        _ => None,
    }
}

/// Whether the reading is sure and has a plan or a query for everything named: then it is the route.
pub fn understands(view: &View<'_>) -> bool {
    let named = parse(view).frames.iter().all(|f| f.unused.is_empty());
    is_sure(view)
        && named
        && read(view).iter().all(|reading| match reading {
            Interpretation::Planned(u) => u.not_applied().is_empty(),
            other => other.needs_data(),
        })
}

/// Whether the reading is sure: an unsure one is useless to a model's run.
pub fn is_sure(view: &View<'_>) -> bool {
    parse(view).frames.iter().all(|f| f.sureness() == Certainty::Sure)
}

/// Another reasoner's findings, if the rules have no plan.
fn found(all: &[Interpretation], view: &View<'_>) -> Option<Draft> {
    let [Interpretation::Unclear(unclear)] = all else { return None };
    let mut draft = findings(view)?;
    draft.reasons.push(unclear.why.clone());
    Some(draft)
}

/// The next step, for the question's first unfinished part. Another reasoner's earlier findings count: if the rules
/// have no plan, they are presented.
pub fn next(view: &View<'_>) -> Decision {
    let all = read(view);
    if let Some(step) = all.iter().find_map(|reading| plan::next(reading, view)) {
        return step;
    }
    let acted = all.iter().any(|reading| match reading {
        Interpretation::Planned(u) => plans::acts(u.plan.act),
        Interpretation::Tools(calls) => calls.iter().any(|call| asked::office::DRAFTS.contains(&call.tool.as_str())),
        _ => false,
    });
    let from_data = all.iter().any(Interpretation::needs_data);
    let thought = (from_data && !acted).then(|| "That is enough to answer.".to_owned());
    Decision::Answer { thought, draft: found(all, view).unwrap_or_else(|| write::all(all, view)) }
}

/// Follow-up questions for a run that another reasoner answered.
pub fn follow_ups(view: &View<'_>) -> Vec<String> {
    follow::questions(view, Vec::new())
}

/// An answer from the findings so far, for a run that has to end.
pub fn conclude(view: &View<'_>, why: &str) -> Draft {
    let nothing = || Draft { text: "No answer was found before it had to end.".into(), ..Draft::default() };
    // A model's calls may differ from those of the rules: then the results themselves are presented.
    let by_rules = view.run.usage.model_calls == 0 && view.run.calls().next().is_some();
    let mut draft = match by_rules {
        true => write::all(read(view), view),
        false => findings(view).unwrap_or_else(nothing),
    };
    draft.reasons.insert(0, why.to_owned());
    draft
}

/// Says that the rules continue, if so.
fn by_rules(view: &View<'_>) -> String {
    let max = view.run.limits.as_ref().map_or(0, |l| l.max_iterations);
    match view.run.strategy {
        Strategy::Rules => format!(" Rules reasoner, at most {max} iterations."),
        _ => String::new(),
    }
}

/// What a plan does, about what, for which period.
fn told(u: &IntentMatch, view: &View<'_>) -> String {
    let mut text = u.plan.says.clone();
    // The plan states its own condition ("what drives complaints").
    let own = u.applied.iter().filter(|f| f.column != "kind");
    // A bound is said as it was asked: "longer than 30 days".
    let said = |f: &FilterSlot| if f.op == Op::Is { f.labels.join(" or ") } else { f.words.clone() };
    let about: Vec<String> = own.map(said).filter(|words| !words.is_empty()).collect();
    if !about.is_empty() {
        text.push_str(&format!(": {}", about.join(", ")));
    }
    let days = match (u.time(), view.run.scope.time_window) {
        (Some(resolved), _) => resolved.label.clone(),
        (None, Some(window)) => window.label(),
        (None, None) => u.usual.label(),
    };
    text.push_str(&format!(". {}", capital(&days)));
    text
}

fn understood(u: &IntentMatch, view: &View<'_>) -> String {
    let mut text = format!("{}.", told(u, view));
    let carried: Vec<String> = u.frame.filters.iter().filter(|f| f.carried).map(|f| f.labels.join(" or ")).collect();
    if !carried.is_empty() {
        text.push_str(&format!(" Taken from the conversation: {}.", carried.join(", ")));
    }
    text.push_str(&by_rules(view));
    text
}

fn tools(u: &IntentMatch) -> Vec<String> {
    u.plan.groups.iter().flat_map(|g| &g.calls).map(|c| c.tool.clone()).collect()
}

fn names(calls: &[PlannedCall]) -> Vec<String> {
    calls.iter().map(|call| call.tool.clone()).collect()
}
