//! Questions for figures that are translated into queries: whether a question is one, and the calls that answer it.
//! Questions that a tool of their own answers as well go on to it.

use app::model::run::{Call, PlannedCall, Run};
use app::model::session::Role;
use serde_json::{Value, json};

use super::super::View;
use super::intents::Goal;
use super::picked;
use super::plan::Step;
use super::understand::{Context, Reading, Understood};
use super::words as cue;
use crate::query::values::pick;
use crate::query::words::{self, Before, Plan, Refusal, Want};

pub const TOOL: &str = "query_data";

/// How the question was read: as queries where it asks for a figure that no other plan gives as well.
pub fn read(view: &View<'_>, by_intent: Reading, context: &Context) -> Reading {
    if matches!(by_intent, Reading::Abilities)
        || matches!(&by_intent, Reading::Understood(u) if super::acts::acts(u.intent.goal) || u.intent.goal == Goal::Record)
    {
        return by_intent;
    }
    let (before, lost) = context.figures.get_or_init(|| before(view));
    let question = picked::question(view);
    let bare = match &by_intent {
        Reading::Understood(u) => u.bare,
        _ => true,
    };
    let translate = |text: &str| words::translate(text, view.vocabulary, view.as_of, before.as_ref());
    let plans = match translate(&question) {
        // "SLA breaches of platinum and gold": what no tool narrows to is counted.
        Err(Refusal::Silent) if countable(&by_intent, view) && !words::asks_what(&question) => {
            // Bare words that name no records are looked for: "mobile app login failures".
            let counted = translate(&format!("count {}", question));
            counted.and_then(|plans| {
                if !bare || plans.iter().all(|p| words::selects(p) || !p.said.times.is_empty()) {
                    Ok(plans)
                } else {
                    Err(Refusal::Silent)
                }
            })
        }
        other => other,
    };
    let plans = match plans {
        Ok(plans) => plans,
        Err(refusal) => return refused(refusal, by_intent, view),
    };
    // Words that only name what they are about go on from the question before, unless they ask for something else.
    if plans.iter().any(|p| p.said.headless) && matches!(&by_intent, Reading::Understood(u) if !u.bare) {
        return by_intent;
    }
    // It leans on a question that only the intents understood.
    if *lost && plans.iter().any(words::leans) {
        return by_intent;
    }
    let own = match &by_intent {
        Reading::Understood(u) if super::unanswerable(u, view).is_none() => {
            // Only what leans on the question before is another question in a conversation than alone.
            let leaning = before.is_some() && (!u.carried.is_empty() || plans.iter().any(words::leans));
            served(u, &plans, &view.run.question, leaning)
        }
        _ => false,
    };
    if own { by_intent } else { Reading::Figures(plans) }
}

/// Whether a question that asks for nothing by a word, or that the plan of its intent cannot answer, is one for a count.
fn countable(by_intent: &Reading, view: &View<'_>) -> bool {
    let Reading::Understood(u) = by_intent else { return matches!(by_intent, Reading::Unclear(_)) };
    let counted =
        gives_figure(u.intent.goal) || matches!(u.intent.goal, Goal::Count | Goal::Breakdown | Goal::Customer);
    u.bare || counted && super::unanswerable(u, view).is_some()
}

/// Whether the plan of a goal gives a count, a share or a mean.
const fn gives_figure(goal: Goal) -> bool {
    use Goal::*;
    matches!(goal, Sla | PerDay | Escalation | Resolution | Cdd | Nps | Risk | Anomalies)
}

/// What matters most is not what is counted most: weighing issues is the tool's own work.
const WEIGHED: [&str; 2] = ["main issue*", "main problem*"];

/// Whether the plan of an intent answers it just as well.
fn served(u: &Understood, plans: &[Plan], question: &str, leaning: bool) -> bool {
    let [plan] = plans else { return false };
    let counted = matches!(u.intent.goal, Goal::Count | Goal::Breakdown | Goal::PerDay);
    if u.slots.len() != words::plain_conditions(plan) {
        return false;
    }
    match u.intent.goal {
        // A count tells the largest groups, not all of them.
        Goal::Count if !plan.said.groups.is_empty() => false,
        _ if counted => plan.simple && !leaning && words::grouped_by(plan) == u.group_by,
        Goal::Sentiment | Goal::Customer | Goal::Find | Goal::Drivers | Goal::Topics | Goal::When => false,
        // It counts cases and their reasons, not which share of others they are.
        Goal::Cdd if plan.want == Want::Share => false,
        Goal::Issues if WEIGHED.iter().any(|cue| cue::find_cue(&cue::words(question), cue).is_some()) => {
            !leaning && plan.said.top.is_none()
        }
        // A tool of its own: it answers the plain question, not the comparison or the exception.
        _ => {
            let plain = matches!(plan.want, Want::Total | Want::Share | Want::Groups) && words::plain(plan);
            !leaning && plain && words::by_category(plan)
        }
    }
}

/// Words that say from when to when, or how many.
const LIMITS: [&str; 22] = [
    "since",
    "until",
    "till",
    "before",
    "after",
    "mid",
    "early",
    "including",
    "between",
    "through",
    "weekend",
    "weekends",
    "easter",
    "than",
    "not",
    "except",
    "without",
    "excluding",
    "minus",
    "holiday",
    "holidays",
    "monday",
];

/// A question that was not translated, and whether an intent may have it: not one that asks for a figure and would get
/// something else.
fn refused(refusal: Refusal, by_intent: Reading, view: &View<'_>) -> Reading {
    let why_not = match &by_intent {
        Reading::Understood(u) => super::unanswerable(u, view),
        _ => None,
    };
    let may = match &by_intent {
        Reading::Understood(u) if super::unanswerable(u, view).is_none() => match u.intent.goal {
            Goal::Count | Goal::Breakdown => !u.carried.is_empty(),
            Goal::Find | Goal::Customer | Goal::Sentiment => !words::asks_figure(&view.run.question),
            // A judgement or a list of texts is no answer to "how many".
            Goal::Ask => !words::asks_count(&view.run.question) && !words::asks_most(&view.run.question),
            goal if !gives_figure(goal) => !words::asks_count(&view.run.question),
            _ => true,
        },
        _ => false,
    };
    if let Refusal::Unknown(words) = &refusal
        && let Some(which) = words.iter().find_map(|word| namesakes(word, view))
    {
        return Reading::Unclear(which);
    }
    match refusal {
        // The words that nothing accounts for say more than what a plan could not narrow to.
        Refusal::Unknown(words) if !may && words::asks_figure(&view.run.question) => {
            Reading::Unclear(super::understand::nothing_called(&words))
        }
        // A limit that was not understood is not looked for as a word.
        Refusal::Unknown(words) if words.iter().any(|w| LIMITS.contains(&w.as_str())) => {
            Reading::Unclear(format!("I do not know which records are meant by {}.", words.join(" and ")))
        }
        Refusal::Silent | Refusal::Unknown(_) if why_not.is_some() && !may => {
            Reading::Unclear(why_not.unwrap_or_default())
        }
        Refusal::Silent if !may && words::asks_figure(&view.run.question) => {
            Reading::Unclear("I do not see which figure is asked for.".into())
        }
        Refusal::Ask(why) if !may => Reading::Unclear(why),
        Refusal::Unknown(words) if !may => Reading::Unclear(super::understand::nothing_called(&words)),
        _ => by_intent,
    }
}

/// Whom an unknown word may mean, where several customers have it in their names.
fn namesakes(word: &str, view: &View<'_>) -> Option<String> {
    let has = |name: &str| name.split_whitespace().any(|part| part.eq_ignore_ascii_case(word));
    let phrase = pick::phrase(word);
    let like = view.vocabulary.with_word(phrase.split(' ').next().unwrap_or_default());
    let names: Vec<&str> = like.map(|(_, name)| name.as_str()).filter(|n| has(n)).take(9).collect();
    if word.len() < 4 || !(2..=8).contains(&names.len()) {
        return None;
    }
    Some(format!("Several customers are called so: {}. Say which.", names.join(", ")))
}

/// The last question of the conversation that was translated, with what led its answer; and whether one after it was not.
fn before(view: &View<'_>) -> (Option<Before>, bool) {
    let sent = view.history.iter().filter(|t| t.role == Role::User).map(|t| (t.content.as_str(), None));
    let asked = view.earlier.iter().map(|r| (r.question.as_str(), Some(r)));
    let clicked = picked::before(view);
    let (mut before, mut lost) = (None, false);
    let all = sent.chain(asked).filter(|_| clicked.is_none());
    for (question, run) in all.chain(clicked.map(|question| (question, None))) {
        // A bare noun phrase was answered by its count.
        let translate = |text: &str| words::translate(text, view.vocabulary, view.as_of, before.as_ref());
        let read = match translate(question) {
            Err(Refusal::Silent) => translate(&format!("count {question}")),
            other => other,
        };
        match read {
            Ok(plans) => {
                before = Before::of(plans, run.and_then(leader), before);
                lost = false;
            }
            Err(_) => lost = true,
        }
    }
    (before.filter(|_| !lost), lost)
}

/// The stored value of the group that an answer named first.
fn leader(run: &Run) -> Option<String> {
    let output = run.calls().filter_map(|c| c.outcome.as_ref()?.output()).next()?;
    let first = ["/groups/0/value", "/groups/0/label", "/byCategory/0/category"];
    let first = first.iter().find_map(|at| output.data.pointer(at))?;
    first.as_str().map(str::to_owned)
}

/// Which of the seven intents it is (D-037).
pub fn intent(plans: &[Plan]) -> &'static str {
    match plans.first().map(|p| p.want) {
        Some(Want::Change | Want::Versus) => "COMPARISON",
        Some(Want::Groups | Want::Extreme | Want::GroupCount) => "LISTING",
        _ => "AGGREGATION",
    }
}

/// The next step: all queries at once.
pub fn next(plans: &[Plan], view: &View<'_>) -> Option<Step> {
    if view.run.calls().any(|c| c.tool == TOOL) {
        return None;
    }
    let calls = plans.iter().map(|p| PlannedCall { tool: TOOL.into(), args: json!({ "typed": p.query }) }).collect();
    let thought = match plans.len() {
        1 => "This is a figure that the records give exactly: one query.".to_owned(),
        n => format!("These are {n} questions: a query for each."),
    };
    Some(Step { thought, calls })
}

/// The call of a plan.
pub fn call<'a>(view: &View<'a>, plan: &Plan) -> Option<&'a Call> {
    let wanted = json!(plan.query);
    view.run.calls().find(|c| c.tool == TOOL && c.args.get("typed") == Some(&wanted))
}

/// What its call returned.
pub fn data<'a>(view: &View<'a>, plan: &Plan) -> Option<&'a Value> {
    Some(&call(view, plan)?.outcome.as_ref()?.output()?.data)
}
