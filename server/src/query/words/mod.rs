//! From words to queries, by rules: values that the data holds, times, names of columns, and a table of the words of
//! asking. What is not understood to the last word is not answered: then it says which words those are, or asks.
//!
//! `lexicon` is the table, `tokens` cuts a question, `read` collects what it says (`acts` does what each phrase asks), `follow` adds what it takes from the
//! question before, `build` makes the query.

mod build;
mod follow;
pub mod lexicon;
mod parts;
mod plainly;
mod read;
mod said;
#[cfg(test)]
mod tests;
mod tokens;
mod unread;

use chrono::NaiveDate;

use super::ast::{Bucket, Query};
use super::catalog::Catalog;
use super::check::QueryError;
use super::values::Vocabulary;
pub use plainly::plainly;
pub use said::{Group, Said};
pub use tokens::Further;

/// What an answer must say first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Want {
    /// One figure.
    Total,
    Groups,
    /// Which group has the most or the least.
    Extreme,
    /// The mean of a count per stretch of time.
    Per(Bucket),
    /// The mean of a count per group.
    PerGroup,
    /// How many groups there are.
    GroupCount,
    /// Groups against each other.
    Versus,
    Share,
    /// Now against before.
    Change,
}

/// A question, understood.
#[derive(Clone, Debug)]
pub struct Plan {
    pub said: Said,
    pub query: Query,
    pub want: Want,
    /// What a reader must know of how it was understood.
    pub notes: Vec<String>,
    /// Whether the tools that count by day or by one group answer it just as well.
    pub simple: bool,
}

/// Why there is no query.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// Words that nothing accounts for.
    Unknown(Vec<String>),
    /// It may mean several things, or cannot be known: what to say.
    Ask(String),
    /// It asks for no figure.
    Silent,
}

/// The question before.
#[derive(Clone, Debug)]
pub struct Before {
    pub plan: Plan,
    /// The stored value of the group that its answer named first.
    pub top: Option<String>,
    /// What was asked just before it, in the same question or in one that it goes on from, oldest first.
    also: Vec<Plan>,
}

impl Before {
    /// The last of a question's plans; `before` is what the question may go on from.
    pub fn of(plans: Vec<Plan>, top: Option<String>, before: Option<Self>) -> Option<Self> {
        let goes_on = before.filter(|_| plans.first().is_some_and(leans));
        let mut also = goes_on.map_or_else(Vec::new, |before| [before.also, vec![before.plan]].concat());
        also.extend(plans);
        let plan = also.pop()?;
        also.drain(..also.len().saturating_sub(PARTS - 1));
        Some(Self { plan, top, also })
    }

    fn only(plan: &Plan) -> Self {
        Self { plan: plan.clone(), top: None, also: Vec::new() }
    }
}

/// The most questions in one.
const PARTS: usize = 3;

/// The queries that a question means, in order: several where it asks several things.
///
/// # Errors
/// When one of them is not understood to the last word.
pub fn translate(text: &str, v: &Vocabulary, as_of: NaiveDate, before: Option<&Before>) -> Result<Vec<Plan>, Refusal> {
    let text = &plainly(text);
    match asked(text, v, as_of, before) {
        // "I am putting together a note for tomorrow. How many …?": what only leads up to the question.
        Err(refusal @ (Refusal::Unknown(_) | Refusal::Ask(_))) => match parts::without_preface(text, v, as_of) {
            Some((alone, preface)) => {
                let mut plans = asked(&alone, v, as_of, before).or(Err(refusal))?;
                let left = format!("I left out \"{}\".", preface.trim());
                plans.iter_mut().take(1).for_each(|plan| plan.notes.push(left.clone()));
                Ok(plans)
            }
            None => Err(refusal),
        },
        other => other,
    }
}

fn asked(text: &str, v: &Vocabulary, as_of: NaiveDate, before: Option<&Before>) -> Result<Vec<Plan>, Refusal> {
    if let Some(problem) = super::range::problem_in(text, as_of) {
        return Err(Refusal::Ask(problem.to_string()));
    }
    let text = &parts::restated(parts::corrected(text), as_of);
    let catalog = Catalog::of(v);
    // "now the same two numbers for October": each of what was asked before, anew.
    if let Some((once, many)) = parts::repeated(text)
        && let Some(before) = before.filter(|before| !before.also.is_empty())
    {
        let all: Vec<&Plan> = before.also.iter().chain([&before.plan]).collect();
        let tokens = tokens::tokens(&once, v, as_of);
        let again =
            |plan: &&Plan| translated(&tokens, as_of, (&catalog, None, Some(&Before::only(plan))), (true, None));
        let each: Result<Vec<_>, _> = all[all.len().saturating_sub(many)..].iter().map(again).collect();
        return each.map(|plans| plans.concat());
    }
    let mut out: Vec<Plan> = Vec::new();
    let parts = parts::parts(text);
    if parts.len() > PARTS {
        return Err(Refusal::Ask(format!("That is more than {PARTS} questions. Ask them one after another.")));
    }
    let halves = |half: &str| read::read(&tokens::tokens(half, v, as_of), &catalog);
    if let Some((left, right)) = parts::conjoined(text, halves).filter(|_| parts.len() == 1) {
        return [left, right].into_iter().map(|said| build::build(said, &catalog, as_of)).collect();
    }
    // A part that asks nothing belongs to the next: "complaints from Texas, how many?"
    let mut waiting: Option<usize> = None;
    let count = parts.len();
    for (n, (from, to)) in parts.iter().copied().enumerate() {
        let part = &text[waiting.unwrap_or(from)..to];
        let tokens = tokens::tokens(part, v, as_of);
        // "how many positive and how many negative messages in Q3?": what the first leaves out, the second says.
        let ahead = parts.get(n + 1).filter(|next| &text[to..next.0] == " and ");
        let ahead = ahead.map(|next| read::read(&tokens::tokens(&text[next.0..next.1], v, as_of), &catalog));
        // Nothing but a greeting or a reason: "thanks".
        if tokens.is_empty() && n + 1 == count && !out.is_empty() {
            continue;
        }
        // "customers with 40 or more complaints, how many?"
        let nothing_new = tokens.iter().all(|t| matches!(t.what, tokens::What::Word)) && tokens.len() <= 3;
        // "which companies? just the top one": the largest stands first anyhow.
        let shown = out.last().is_some_and(|plan| !plan.said.groups.is_empty()) && n + 1 == count;
        if shown && read::read(&tokens, &catalog).only_the_first() {
            continue;
        }
        // "which category has the most? by how many, and how many is that?": the answer says both.
        let listed = out.last().is_some_and(|plan| !plan.said.groups.is_empty());
        let more = read::read(&tokens, &catalog);
        if !out.is_empty() && (more.only_the_gap() || listed && more.only_how_many()) {
            continue;
        }
        // "per month, how many complaints": it only says by what; "A against B, how many complaints?" only what.
        if n + 1 < count && out.is_empty() && read::read(&tokens, &catalog).opens() {
            waiting = Some(waiting.unwrap_or(from));
            continue;
        }
        match translated(&tokens, as_of, (&catalog, out.last(), before), (count == 1, ahead)) {
            Err(Refusal::Silent) if nothing_new && n + 1 == count && !out.is_empty() => {}
            Err(Refusal::Silent) if n + 1 < count => waiting = Some(waiting.unwrap_or(from)),
            // "After California, which state …": what it is asked besides.
            Err(Refusal::Unknown(_))
                if n + 1 < count
                    && out.is_empty()
                    && tokens.first().is_some_and(|t| matches!(t.text.as_str(), "after" | "behind")) =>
            {
                waiting = Some(waiting.unwrap_or(from));
            }
            Err(Refusal::Unknown(_) | Refusal::Ask(_))
                if n + 1 < count && unread::leads_up(&tokens, &text[to..parts[n + 1].0]) =>
            {
                waiting = Some(waiting.unwrap_or(from));
            }
            // "… Two figures, the larger one on top.": what was asked is understood, how to tell it is not.
            Err(Refusal::Unknown(_)) if n + 1 == count && !out.is_empty() && !text[to..].contains('?') => {
                let unread = part.trim().trim_start_matches(['.', ';', ',']).trim();
                let note = format!("I left out \"{unread}\", which I do not understand.");
                out.iter_mut().take(1).for_each(|plan| plan.notes.push(note.clone()));
            }
            other => {
                out.extend(other?);
                waiting = None;
            }
        }
    }
    if out.is_empty() { Err(Refusal::Silent) } else { Ok(out) }
}

/// One question of a text; `last` is the one before it in the same text.
fn translated(
    tokens: &[tokens::Token],
    as_of: NaiveDate,
    (catalog, last, before): (&Catalog, Option<&Plan>, Option<&Before>),
    (alone, ahead): (bool, Option<Said>),
) -> Result<Vec<Plan>, Refusal> {
    let mut said = read::read(tokens, catalog);
    build::roles::percent(&mut said);
    // "how many enquiries and how many requests did we receive in December?": what the second says of both.
    if let Some(ahead) = ahead.as_ref().filter(|_| said.verb_at.is_none() && said.times.is_empty() && before.is_none())
    {
        said.times.clone_from(&ahead.times);
    }
    if let Some(ahead) = ahead.filter(|_| said.noun_at.is_none() && !said.conds.is_empty() && !follow::points(&said)) {
        said.noun_at = ahead.noun_at.map(|_| 0);
        said.dataset = said.dataset.or(ahead.dataset);
        if said.times.is_empty() {
            said.times = ahead.times;
        }
    }
    let named = !said.conds.is_empty() || !said.times.is_empty();
    said.headless = alone && before.is_some() && named && !said.asks() && !said.again;
    build::roles::roles(&mut said);
    let last = last.map(Before::only);
    if let Some(before) = last.as_ref().or(before).filter(|_| follow::leans(&said)) {
        said = follow::merge(said, before);
    } else if let Some(last) = &last
        && said.times.is_empty()
    {
        said.times.clone_from(&last.plan.said.times);
    }
    parts::apart(said).into_iter().map(|said| build::build(said, catalog, as_of)).collect()
}

/// Whether a text asks for the largest or the smallest, understood or not.
pub fn asks_most(text: &str) -> bool {
    use lexicon::Act::{Least, Most, Second, Third, Worst};
    says(text, |act| matches!(act, Most | Least | Second | Third | Worst))
}

/// Whether a text asks for a count, a share or a mean, understood or not.
pub fn asks_count(text: &str) -> bool {
    use lexicon::Act::{Average, Count, HowLong, Median, Share, ShareBefore};
    let counts = |act| matches!(act, Count | Share | ShareBefore | Average | Median | HowLong);
    !text.to_lowercase().split(|c: char| !c.is_alphanumeric()).any(|w| w == "why") && says(text, counts)
}

/// Whether a phrase of the table that does one of these stands in a text.
fn says(text: &str, acts: impl Fn(lexicon::Act) -> bool) -> bool {
    let lower = text.to_lowercase();
    let words: Vec<&str> = lower.split(|c: char| !c.is_alphanumeric() && c != '\'').filter(|w| !w.is_empty()).collect();
    (0..words.len()).any(|i| lexicon::at(&words[i..]).is_some_and(|(_, act)| acts(act)))
}

/// Whether a text asks for a figure, understood or not.
pub fn asks_figure(text: &str) -> bool {
    use lexicon::Act::*;
    let lower = text.to_lowercase();
    let words: Vec<&str> =
        lower.split(|c: char| !c.is_alphanumeric() && c != '\'' && c != '%').filter(|w| !w.is_empty()).collect();
    (0..words.len()).any(|i| {
        let act = lexicon::at(&words[i..]).map(|(_, act)| act);
        matches!(
            act,
            Some(
                Count
                    | Share
                    | ShareBefore
                    | Average
                    | Median
                    | Most
                    | Least
                    | More
                    | Fewer
                    | Compare
                    | Second
                    | Third
                    | Longest
                    | Shortest
                    | HowLong
                    | Not
            )
        ) || matches!(words[i], "which" | "hw" | "best" | "worst")
    }) || words.windows(2).any(|w| w[0] == "per" && matches!(w[1], "day" | "week" | "month" | "quarter" | "year"))
        || rate(&words)
        || money(&words)
        || moved(text)
}

/// "How did X move year by year?" asks for figures.
fn moved(text: &str) -> bool {
    use lexicon::Act::{Change, Fell, Grew, Trend};
    let first = text.split_whitespace().next().unwrap_or_default().to_lowercase();
    matches!(first.as_str(), "how" | "did" | "by") && says(text, |act| matches!(act, Change | Fell | Grew | Trend))
}

/// "What is the interest rate on X?" asks what something is, and no count of records is an answer to it.
pub fn asks_what(text: &str) -> bool {
    let lower = text.to_lowercase();
    ["what is ", "what's ", "whats ", "what was "].iter().any(|head| lower.starts_with(head))
}

/// "What interest rate do we pay?" asks for a figure, "messages about exchange rates" does not.
fn rate(words: &[&str]) -> bool {
    matches!(words.first(), Some(&("what" | "what's" | "how"))) && words.iter().any(|w| matches!(*w, "rate" | "rates"))
}

/// "What did it cost us?", "how much revenue …": of money the records know only what texts say.
fn money(words: &[&str]) -> bool {
    const MONEY: [&str; 11] =
        ["cost", "costs", "euros", "eur", "dollars", "pounds", "revenue", "profit", "budget", "salary", "turnover"];
    matches!(words.first(), Some(&("what" | "how"))) && words.iter().any(|w| MONEY.contains(w))
}

/// Whether a plan names the records that it is about: complaints, messages, cases.
pub fn selects(plan: &Plan) -> bool {
    let of_texts = |c: &said::Cond| {
        matches!(c.column.as_str(), "product" | "category" | "subcategory" | "customer" | "sentiment" | "kind" | "body")
    };
    plan.said.noun_at.is_some() || !plan.said.conds.iter().all(of_texts)
}

/// Whether a plan takes something from the question before.
pub fn leans(plan: &Plan) -> bool {
    follow::leans(&plan.said)
}

/// The one column or time that it is grouped by, if any; a category is what counts are broken down by of themselves.
pub fn grouped_by(plan: &Plan) -> Option<&str> {
    match plan.said.groups.first()? {
        said::Group::Column(name) if name == "category" => None,
        said::Group::Column(name) => Some(name),
        // Counts by day are what the daily tool gives.
        said::Group::Time(Bucket::Day) => None,
        said::Group::Time(bucket) => Some(bucket.as_str()),
    }
}

/// Whether it is grouped by nothing, or by the category, as the tools for single analyses group of themselves.
pub fn by_category(plan: &Plan) -> bool {
    plan.said.groups.iter().all(|g| matches!(g, said::Group::Column(name) if name == "category"))
}

/// How many of its conditions a tool's own parameters could hold.
pub fn plain_conditions(plan: &Plan) -> usize {
    plan.said.conds.iter().filter(|c| c.plain).count()
}

/// Whether it filters by single values and compares nothing.
pub fn plain(plan: &Plan) -> bool {
    let known = |c: &said::Cond| c.column == "sla_breached" && c.op == super::ast::Op::Missing;
    let one = |c: &said::Cond| (c.plain || c.column == "sla_breached") && !c.negated && c.values.len() == 1 || known(c);
    let said = &plan.said;
    said.conds.iter().all(one)
        && !(said.most || said.least || said.compare || said.or)
        && said.rank == 0
        && said.top.is_none()
        && said.bound.is_none()
        && plan.query.compare.is_none()
        && said.groups.len() < 2
        && plan.notes.is_empty()
}

/// The one query that a text means.
///
/// # Errors
/// When it is not understood, or means several.
pub fn one(text: &str, v: &Vocabulary, as_of: NaiveDate) -> Result<Query, QueryError> {
    // A bare noun phrase asks for its count: "emails by sentiment this week".
    let plans = match translate(text, v, as_of, None) {
        Err(Refusal::Silent) => translate(&format!("count {text}"), v, as_of, None),
        other => other,
    };
    match plans.as_deref() {
        Ok([plan]) => Ok(plan.query.clone()),
        Ok(_) => Err(QueryError::new("That is more than one question. Ask them one by one.")),
        Err(Refusal::Unknown(words)) => Err(QueryError::new(format!(
            "These words mean nothing here: {}. Use names of columns and values, or `typed`.",
            words.join(", ")
        ))),
        Err(Refusal::Ask(why)) => Err(QueryError::new(why.clone())),
        Err(Refusal::Silent) => {
            Err(QueryError::new("I do not see what to count. Say e.g. \"count emails by sentiment this week\"."))
        }
    }
}
