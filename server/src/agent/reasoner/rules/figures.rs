//! What serves a question: the row of the table that it fits, or queries, where it asks for a figure that the row does not
//! give as well; and the calls of those queries.

use std::collections::BTreeMap;

use app::model::run::{Call, PlannedCall};
use serde_json::{Value, json};

use super::acts::acts;
use super::deals;
use super::intents::Goal;
use super::plan::{Step, unanswerable};
use super::understand::{self, Reading, Understood, nothing_called};
use super::unheld;
use crate::agent::view::View;
use crate::query::ast::Dataset;
use crate::query::values::pick;
use crate::query::words::{Asked, Parse, Refusal, Want, Word, find_cue};

pub const TOOL: &str = "query_data";

/// How a question that was read is served: by the row that it fits, by queries, or not.
pub fn serve(parse: &Parse, view: &View<'_>) -> Reading {
    if let Some(deals) = deals::asked(parse, view) {
        return Reading::Deals(Box::new(deals));
    }
    if let Some(all) = parse.queries.as_ref().ok().filter(|_| parse.of_source()) {
        return Reading::Figures(all.clone());
    }
    let row = understand::row(parse, view.vocabulary);
    let acting = matches!(&row, Reading::Understood(u) if acts(u.intent.goal));
    let unheld = || unheld::asked(parse, view.vocabulary);
    match parse.problem.clone().or_else(unheld).filter(|_| !acting) {
        Some(why) => Reading::Unclear(why),
        None => or_profile(of_row(parse, row, view), parse, view),
    }
}

/// Where a question is not understood that names one customer, what is known of that customer is more use than nothing.
fn or_profile(reading: Reading, parse: &Parse, view: &View<'_>) -> Reading {
    let why = match &reading {
        Reading::Unclear(why) => Some(why.clone()),
        Reading::Understood(u) if !acts(u.intent.goal) => unanswerable(u, view),
        _ => None,
    };
    let instead = why.and_then(|why| understand::of_customer(parse, why));
    instead.map_or(reading, |u| Reading::Understood(Box::new(u)))
}

/// How a question is served that fits this row: by queries where it asks for a figure that the row does not give as well.
fn of_row(parse: &Parse, row: Reading, view: &View<'_>) -> Reading {
    let acting = matches!(&row, Reading::Understood(u) if acts(u.intent.goal) || u.intent.goal == Goal::Record);
    if let Some(list) = listed(parse).filter(|_| !acting) {
        return Reading::Figures(list);
    }
    let (bare, leaves) = match &row {
        Reading::Abilities | Reading::Method(_) => return row,
        Reading::Understood(u) if acts(u.intent.goal) || u.intent.goal == Goal::Record => return row,
        Reading::Understood(u) => (u.bare, unanswerable(u, view)),
        Reading::Unclear(_) | Reading::Figures(_) | Reading::Asked(_) | Reading::Deals(_) => (true, None),
    };
    // Bare words that name no records are looked for: "mobile app login failures".
    let names = |all: &[Asked]| !bare || all.iter().all(|asked| asked.selects() || !asked.said.times.is_empty());
    let queries = match &parse.counted {
        // "SLA breaches of platinum and gold": what no tool narrows to is counted.
        Some(counted) if countable(&row, leaves.is_some()) && !parse.asks.what => match counted {
            Ok(all) if !names(all) => &parse.queries,
            counted => counted,
        },
        _ => &parse.queries,
    };
    let same = matches!(&row, Reading::Understood(u) if parse.earlier.goal.as_deref() == Some(u.intent.says));
    if same && leaves.is_none() && understand::goes_on(parse) {
        return row;
    }
    let all = match queries {
        Ok(all) => all,
        Err(refusal) => return refused(refusal, row, leaves, parse, view),
    };
    let Reading::Understood(u) = &row else { return Reading::Figures(all.clone()) };
    let leans = all.iter().any(Asked::leans);
    // Words that only name what they are about go on from the question before, unless they ask for something else; and
    // what leans on a question that only a row answered is for a row.
    if all.iter().any(|asked| asked.said.headless) && !u.bare || parse.earlier.lost && leans {
        return row;
    }
    // Only what leans on the question before is another question in a conversation than alone.
    let leaning = parse.earlier.before.is_some() && (!u.carried.is_empty() || leans);
    let own = leaves.is_none() && served(u, all, &parse.words(), leaning);
    if own { row } else { Reading::Figures(all.clone()) }
}

/// Words that ask for records rather than for how many.
const LISTING: [&str; 9] = [
    "list",
    "show",
    "give me",
    "which of them",
    "which of those",
    "which ones",
    "which cases",
    "which complaints",
    "which messages",
];

/// The records that a question asks to be listed.
fn listed(parse: &Parse) -> Option<Vec<Asked>> {
    let words = parse.words();
    let [asked] = parse.any_queries().ok()?.as_slice() else { return None };
    let said = &asked.said;
    let counts = parse.said.count || said.figure.is_some() || said.number.is_some() || said.distinct.is_some();
    let plain = asked.want == Want::Total && !counts && said.groups.is_empty() && asked.query.compare.is_none();
    let records = matches!(asked.query.dataset, Dataset::Communications | Dataset::Cases) && asked.selects();
    // "Messages from Northgate in November" are asked for themselves, not as a part of a profile.
    let named = parse.counted.is_some() && parse.said.noun_at.is_some() && !said.times.is_empty();
    let of_one = named && said.conds.iter().any(|c| c.column == "customer" && !c.carried);
    let asks = of_one || LISTING.iter().any(|cue| find_cue(&words, cue).is_some());
    (asks && plain && records).then(|| vec![Asked { want: Want::List, ..asked.clone() }])
}

/// Whether a question that asks for nothing by a word, or that the plan of its row cannot answer, is one for a count.
fn countable(row: &Reading, unanswerable: bool) -> bool {
    let Reading::Understood(u) = row else { return true };
    let counted =
        gives_figure(u.intent.goal) || matches!(u.intent.goal, Goal::Count | Goal::Breakdown | Goal::Customer);
    u.bare || counted && unanswerable
}

/// Whether the plan of a goal gives a count, a share or a mean.
const fn gives_figure(goal: Goal) -> bool {
    use Goal::*;
    matches!(goal, Sla | PerDay | Escalation | Resolution | Cdd | Nps | Risk | Anomalies)
}

/// What matters most is not what is counted most: weighing issues is the tool's own work.
const WEIGHED: [&str; 2] = ["main issue*", "main problem*"];

/// Whether the plan of a row answers it just as well.
fn served(u: &Understood, all: &[Asked], words: &[Word], leaning: bool) -> bool {
    let [asked] = all else { return false };
    let counted = matches!(u.intent.goal, Goal::Count | Goal::Breakdown | Goal::PerDay);
    if u.slots.len() != asked.plain_conditions() {
        return false;
    }
    match u.intent.goal {
        // A count tells the largest groups, not all of them.
        Goal::Count if !asked.said.groups.is_empty() => false,
        _ if counted => asked.simple && !leaning && asked.grouped_by() == u.group_by,
        Goal::Sentiment | Goal::Customer | Goal::Find | Goal::Drivers | Goal::Topics | Goal::When => false,
        // It counts cases and their reasons, not which share of others they are.
        Goal::Cdd if asked.want == Want::Share => false,
        Goal::Issues if WEIGHED.iter().any(|cue| find_cue(words, cue).is_some()) => {
            !leaning && asked.said.top.is_none()
        }
        // A tool of its own: it answers the plain question, not the comparison or the exception.
        _ => {
            let plain = matches!(asked.want, Want::Total | Want::Share | Want::Groups)
                && asked.plain(u.intent.goal == Goal::Sla);
            !leaning && plain && asked.by_category()
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

/// A question that means no query, and whether a row may have it: not one that asks for a figure and would get something
/// else. `leaves` is why the row's plan would not answer it.
fn refused(refusal: &Refusal, row: Reading, leaves: Option<String>, parse: &Parse, view: &View<'_>) -> Reading {
    let asks = parse.asks;
    let may = match &row {
        Reading::Understood(u) if leaves.is_none() => match u.intent.goal {
            Goal::Count | Goal::Breakdown => !u.carried.is_empty(),
            Goal::Find | Goal::Customer | Goal::Sentiment => !asks.figure,
            // A judgement or a list of texts is no answer to "how many".
            Goal::Ask => !asks.count && !asks.most,
            goal => gives_figure(goal) || !asks.count,
        },
        _ => false,
    };
    let unclear = match refusal {
        Refusal::Unknown(words) => match words.iter().find_map(|word| namesakes(word, view)) {
            Some(which) => Some(which),
            // A limit that was not understood is not looked for as a word.
            None if words.iter().any(|w| LIMITS.contains(&w.as_str())) && (may || !asks.figure) => {
                Some(format!("I do not know which records are meant by {}.", words.join(" and ")))
            }
            None if may => None,
            // The words that nothing accounts for say more than what a plan could not narrow to.
            None if asks.figure => Some(nothing_called(words)),
            None => leaves.or_else(|| Some(nothing_called(words))),
        },
        Refusal::Silent if may => None,
        Refusal::Silent if leaves.is_some() => leaves,
        Refusal::Silent => asks.figure.then(|| "I do not see which figure is asked for.".into()),
        Refusal::Ask(why) => (!may).then(|| why.clone()),
    };
    unclear.map_or(row, Reading::Unclear)
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

/// Which of the seven intents it is (D-037).
pub fn intent(all: &[Asked]) -> &'static str {
    if all.first().is_some_and(|asked| asked.against.is_some()) {
        return "COMPARISON";
    }
    match all.first().map(|asked| asked.want) {
        Some(Want::Change | Want::Versus) => "COMPARISON",
        Some(Want::Groups | Want::Extreme | Want::GroupCount) => "LISTING",
        _ => "AGGREGATION",
    }
}

/// The next step: all queries at once.
pub fn next(all: &[Asked], view: &View<'_>) -> Option<Step> {
    if all.iter().all(|asked| call(view, asked).is_some()) {
        return None;
    }
    let calls = all.iter().map(|p| PlannedCall { tool: tool(p).into(), args: arguments(p) }).collect();
    let thought = match all.len() {
        1 if all[0].against.is_some() => {
            "These are two sources to be held against each other: one comparison.".to_owned()
        }
        1 if all[0].want == Want::List => "These are records to list: one query.".to_owned(),
        1 => "This is a figure that the records give exactly: one query.".to_owned(),
        n => format!("These are {n} questions: a query for each."),
    };
    Some(Step { thought, calls })
}

/// What counts or lists what is asked.
pub fn tool(asked: &Asked) -> &'static str {
    match (asked.want, asked.query.dataset) {
        _ if asked.against.is_some() => "compare_sources",
        (Want::List, Dataset::Cases) => "list_cases",
        (Want::List, _) => "list_communications",
        _ => TOOL,
    }
}

fn arguments(asked: &Asked) -> Value {
    if let Some(other) = asked.against {
        return compared(asked, other);
    }
    match asked.want {
        // What is late is looked at by its deadline.
        Want::List if asked.said.late => json!({ "typed": asked.query, "sort": "deadline" }),
        _ => json!({ "typed": asked.query }),
    }
}

/// Two sources held against each other, by what they are grouped by, where that is said.
fn compared(asked: &Asked, other: Dataset) -> Value {
    let by = asked.said.groups.iter().map(crate::query::words::name_of);
    let mut filters: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for cond in asked.said.conds.iter().filter(|cond| !cond.negated) {
        filters.entry(&cond.column).or_default().extend(cond.values.iter().map(String::as_str));
    }
    json!({
        "sourceA": asked.query.dataset,
        "sourceB": other,
        "measure": asked.said.number,
        "alignOn": by.collect::<Vec<_>>(),
        "filters": filters,
    })
}

/// The call of what is asked.
pub fn call<'a>(view: &View<'a>, asked: &Asked) -> Option<&'a Call> {
    if asked.against.is_some() {
        let wanted = arguments(asked);
        return view.run.calls().find(|c| c.tool == tool(asked) && c.args == wanted);
    }
    let wanted = json!(asked.query);
    view.run.calls().find(|c| c.tool == tool(asked) && c.args.get("typed") == Some(&wanted))
}

/// What its call returned.
pub fn data<'a>(view: &View<'a>, asked: &Asked) -> Option<&'a Value> {
    Some(&call(view, asked)?.outcome.as_ref()?.output()?.data)
}
