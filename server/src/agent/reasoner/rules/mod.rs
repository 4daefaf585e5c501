//! Reasoning without a model: a table of intents, slots filled with values that the data holds, plans of several tools
//! whose results decide the next step, and answers written from what the tools returned. A question that is not
//! understood gets an honest answer with questions that are.
//!
//! A question is read once, by `query::words`. `intents` is the table of what is done for it; `understand` finds the row
//! that serves it, `heed` sees what the row would pass over, `unheld` what no record says, `asked` whether a tool answers it as it
//! stands, `figures` whether queries answer it better, `deals` what is asked of a sales pipeline; `conversation` knows what it goes
//! on from, `picked` what was clicked, `taught` what people may teach. `plan` makes the calls, `acts`
//! fills those that act, `paths` those about the way of a conversation, `write` writes the answers, `follow` says what to
//! ask next, `nearest` what to ask instead.

mod acts;
mod asked;
mod conversation;
mod deals;
mod figures;
mod follow;
mod heed;
mod intents;
mod methods;
pub mod nearest;
mod parts;
mod paths;
mod picked;
mod plan;
pub mod taught;
mod understand;
mod unheld;
mod write;

use app::model::run::{Part, Route, Strategy};
use app::model::text::capital;
use tokio::runtime::{Handle, RuntimeFlavor};

use super::draft::findings;
use crate::agent::talk::router;
use crate::agent::view::{Decision, Draft, View};
use crate::query::words::{self, Parse};
pub use conversation::change_of;
use understand::{Reading, Understood};

/// Questions that every desk can answer, shown where one begins and where one was not understood.
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

/// How the question was read: what is stored with the run, or read now.
fn parse<'a>(view: &View<'a>) -> &'a Parse {
    view.parse.get_or_init(|| {
        if let Some(known) = conversation::known(view) {
            return known;
        }
        aside(|| Parse::of(&picked::question(view), view.vocabulary, view.as_of, conversation::earlier(view)))
    })
}

fn read(view: &View<'_>) -> Reading {
    if let Some(method) = methods::asked(&view.run.question) {
        return Reading::Method(method);
    }
    if let Some(all) = asked::of(&view.run.question, view) {
        return Reading::Asked(all);
    }
    figures::serve(parse(view), view)
}

/// How taught words of the question were read.
pub fn taught_notes(view: &View<'_>) -> Vec<String> {
    taught::notes(parse(view))
}

/// How the question was read, in the form in which it is stored with the run.
pub fn stored(view: &View<'_>) -> serde_json::Value {
    parse(view).to_stored()
}

/// How the question was understood, in parts, and what of it was left out; see [`Route`].
pub fn understood_parts(view: &View<'_>) -> (Vec<Part>, Vec<String>) {
    parts::of(&read(view), parse(view), view)
}

/// Does what may take longer than other runs on this thread should wait: they go on on another.
fn aside<T>(work: impl FnOnce() -> T) -> T {
    let several = Handle::try_current().is_ok_and(|runtime| runtime.runtime_flavor() == RuntimeFlavor::MultiThread);
    if several { tokio::task::block_in_place(work) } else { work() }
}

/// How the question was understood.
pub fn route(view: &View<'_>) -> Route {
    let reading = &read(view);
    let own = match reading {
        Reading::Deals(_) => Some("pipeline"),
        // What is read of a declared source belongs where its tools are.
        Reading::Figures(_) if parse(view).of_source() => Some("reconciliation"),
        reading => plans_for(reading, view).then_some(DOMAIN),
    };
    let (intent, reasoning, recommended) = match reading {
        Reading::Understood(u) => (u.intent.name, understood(u, view), tools(u)),
        Reading::Figures(plans) => {
            let count = if plans.len() == 1 { "a figure".to_owned() } else { format!("{} figures", plans.len()) };
            let text = format!("A question for {count}, translated into the query language.{}", by_rules(view));
            (figures::intent(plans), text, plans.iter().map(|p| figures::tool(p).to_owned()).collect())
        }
        Reading::Deals(deals) => {
            let about = if deals.about.is_empty() { String::new() } else { format!(": {}", deals.about.join(", ")) };
            (deals.row.intent, format!("{}{about}.{}", deals.row.says, by_rules(view)), deals.tools())
        }
        Reading::Method(_) => ("EXPLANATION", "A question for a method. No data is needed.".into(), Vec::new()),
        Reading::Asked(all) => return asked::route(all, view),
        Reading::Abilities => ("GENERAL", "A question about the desk itself. No data is needed.".into(), Vec::new()),
        Reading::Unclear(why) => ("GENERAL", format!("Not understood. {why}"), Vec::new()),
    };
    // What the rules have a plan for is about customers and their records; what they have none for may be anything.
    let table =
        router::by_table(&view.run.question, view, own.and_then(router::domain).map(router::Field::from).as_ref());
    Route { intent: intent.into(), recommended, reasoning, ..table }
}

/// The domain of everything that the rules can look up.
const DOMAIN: &str = "customer_intelligence";

/// Whether a text is the method that a question asks for.
pub fn is_method(question: &str, text: &str) -> bool {
    methods::asked(question).is_some_and(|(method, _)| method == text)
}

/// The answer to a question that needs neither data nor a model: a greeting, one about the desk itself, or one for a method
///
pub fn at_once(view: &View<'_>) -> Option<Draft> {
    if let Some(method) = methods::asked(&view.run.question) {
        return Some(methods::told(method, view));
    }
    let about = speaks_of_the_desk(&view.run.question) && matches!(read(view), Reading::Abilities);
    about.then(|| write::abilities(view))
}

/// Whether a cue of questions about the desk stands in the question: without one, reading all of it can be spared.
fn speaks_of_the_desk(question: &str) -> bool {
    let all = words::words(question);
    let row = intents::of(intents::Goal::Abilities);
    row.is_some_and(|row| row.each_cue().any(|cue| words::find_cue(&all, cue).is_some()))
}

/// Whether there is a plan for the question, and it accounts for every word: then it is one about data.
pub fn understands(view: &View<'_>) -> bool {
    plans_for(&read(view), view)
}

fn plans_for(reading: &Reading, view: &View<'_>) -> bool {
    match reading {
        Reading::Understood(u) => plan::unanswerable(u, view).is_none(),
        Reading::Figures(_) | Reading::Asked(_) | Reading::Deals(_) => true,
        _ => false,
    }
}

/// The next step. What another reasoner has found before counts: where the rules have no plan of their own, it is told.
pub fn next(view: &View<'_>) -> Decision {
    let unclear = |why: &str| {
        let draft = findings(view).map(|mut draft| {
            draft.reasons.push(why.to_owned());
            draft
        });
        Decision::Answer { thought: None, draft: draft.unwrap_or_else(|| write::unclear(why, view)) }
    };
    match &read(view) {
        Reading::Method(method) => Decision::Answer { thought: None, draft: methods::told(*method, view) },
        Reading::Abilities => Decision::Answer { thought: None, draft: write::abilities(view) },
        Reading::Unclear(why) => unclear(why),
        Reading::Figures(plans) => match figures::next(plans, view) {
            Some(step) => Decision::Act { thought: step.thought, calls: step.calls },
            None => Decision::Answer {
                thought: Some("That is enough to answer.".into()),
                draft: write::of_figures(plans, view),
            },
        },
        Reading::Asked(all) => match asked::next(all, view) {
            Some(step) => Decision::Act { thought: step.thought, calls: step.calls },
            None => Decision::Answer {
                thought: Some("That is enough to answer.".into()),
                draft: write::of_asked(all, view),
            },
        },
        Reading::Deals(deals) => match deals.next(view) {
            calls if calls.is_empty() => Decision::Answer {
                thought: Some("That is enough to answer.".into()),
                draft: write::of_deals(deals, view),
            },
            calls => Decision::Act { thought: deals.row.thought.into(), calls },
        },
        Reading::Understood(u) => {
            if !acts::acts(u.intent.goal)
                && let Some(why) = plan::unanswerable(u, view)
            {
                return unclear(&why);
            }
            match plan::next(u, view) {
                Some(step) => Decision::Act { thought: step.thought, calls: step.calls },
                None => Decision::Answer {
                    thought: (!acts::acts(u.intent.goal)).then(|| "That is enough to answer.".into()),
                    draft: write::answer(u, view),
                },
            }
        }
    }
}

/// Questions to ask next, for a run that another reasoner answered.
pub fn follow_ups(view: &View<'_>) -> Vec<String> {
    follow::questions(view, Vec::new())
}

/// An answer from what there is, for a run that has to end.
pub fn conclude(view: &View<'_>, why: &str) -> Draft {
    let nothing = || Draft { text: "No answer was found before it had to end.".into(), ..Draft::default() };
    // What a model looked up need not be what the rules would have: then the results themselves are told.
    let by_rules = view.run.usage.model_calls == 0;
    let mut draft = match &read(view) {
        Reading::Understood(u) if by_rules && view.run.calls().next().is_some() => write::answer(u, view),
        Reading::Figures(plans) if by_rules && view.run.calls().next().is_some() => write::of_figures(plans, view),
        Reading::Asked(all) if by_rules && view.run.calls().next().is_some() => write::of_asked(all, view),
        Reading::Deals(deals) if by_rules && view.run.calls().next().is_some() => write::of_deals(deals, view),
        _ => findings(view).unwrap_or_else(nothing),
    };
    draft.reasons.insert(0, why.to_owned());
    draft
}

/// Who goes on from here, where that is the rules.
fn by_rules(view: &View<'_>) -> String {
    let max = view.run.limits.as_ref().map_or(0, |l| l.max_iterations);
    match view.run.strategy {
        Strategy::Rules => format!(" Rules reasoner, at most {max} iterations."),
        _ => String::new(),
    }
}

fn understood(u: &Understood, view: &View<'_>) -> String {
    let mut text = u.intent.says.to_owned();
    let about: Vec<&str> = u.slots.iter().map(|m| m.label.as_str()).collect();
    if !about.is_empty() {
        text.push_str(&format!(": {}", about.join(", ")));
    }
    let days = match (&u.range, view.run.scope.time_window) {
        (Some((resolved, _)), _) => resolved.label.clone(),
        (None, Some(window)) => window.label(),
        (None, None) => crate::query::range::parse(u.intent.range, view.as_of).map(|r| r.label).unwrap_or_default(),
    };
    text.push_str(&format!(". {}.", capital(&days)));
    if !u.carried.is_empty() {
        text.push_str(&format!(" Taken from the conversation: {}.", u.carried.join(", ")));
    }
    text.push_str(&by_rules(view));
    text
}

fn tools(u: &Understood) -> Vec<String> {
    u.intent.plan.iter().flat_map(|g| g.calls).map(|c| c.tool.to_owned()).collect()
}
