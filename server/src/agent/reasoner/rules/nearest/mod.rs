//! The nearest questions that can be answered, for one that was not: forms of questions are found by its words and by what
//! it asks for, filled with what was understood of it, and read as if they were asked. What is not understood so, or
//! loses what it says, is not offered.

mod form;
mod known;

use std::sync::LazyLock;

use chrono::NaiveDate;

use self::form::{FORMS, Filled, tag};
use self::known::Known;
use super::understand::Reading;
use super::{acts, conversation, figures, intents, parse};
use crate::agent::view::View;
use crate::query::values::Vocabulary;
use crate::query::words::{Cond, Earlier, Parse, find_cue};
use crate::search::shelf::Shelf;

/// How many are offered.
pub const COUNT: usize = 3;
/// Forms that are looked at for them, and of these so many are read.
const FOUND: usize = 40;
const READ: usize = 12;
/// What a form loses in the ranking for each understood value that it does not say, for days that it does not say, for a
/// value that nobody named, for a column that nobody named, and for counting cases where messages are meant. BM25 scores of these forms are from 1 to 15.
const LOST: f32 = 4.0;
const UNTIMED: f32 = 3.0;
const MADE_UP: f32 = 5.0;
const USUAL: f32 = 0.7;
const OTHER: f32 = 3.0;

static SHELF: LazyLock<Option<Shelf>> = LazyLock::new(|| Shelf::of(FORMS.iter().map(|f| f.found_by.as_str())).ok());

/// Up to three questions, the nearest first.
pub fn questions(view: &View<'_>) -> Vec<String> {
    let parse = parse(view);
    let known = Known::of(parse, view.vocabulary);
    let sought = sought(parse, &known);
    let Some(found) = SHELF.as_ref().and_then(|shelf| shelf.nearest(&sought, FOUND).ok()) else { return Vec::new() };
    let mut ranked: Vec<(f32, Filled)> = found
        .into_iter()
        .filter_map(|(at, score)| {
            let form = FORMS.get(at)?;
            let filled = form.fill(&known)?;
            let other = form.of_cases.is_some_and(|cases| cases != known.cases);
            Some((score - cost(&filled, &known) - if other { OTHER } else { 0.0 }, filled))
        })
        // What says less than it makes up is not near.
        .filter(|(score, _)| *score > 0.0)
        .collect();
    ranked.sort_by(|(a, _), (b, _)| b.total_cmp(a));
    ranked.dedup_by(|(_, a), (_, b)| a.question == b.question);
    let own = key(&view.run.question);
    let earlier = conversation::then(parse, Some(view.run), view);
    let fits = |f: &Filled| key(&f.question) != own && holds(f, &known, view, &earlier);
    let fit = ranked.into_iter().take(READ).filter(|(_, filled)| fits(filled));
    let mut list: Vec<String> = Vec::new();
    for (_, filled) in fit {
        if !list.contains(&filled.question) {
            list.push(filled.question);
        }
        if list.len() == COUNT {
            break;
        }
    }
    list
}

/// Every form, filled with what a question says and with what the data holds; `None` where that fills it not. For tests
/// of the forms.
pub fn filled(question: &str, vocabulary: &Vocabulary, as_of: NaiveDate) -> Vec<(&'static str, Option<String>)> {
    let parse = Parse::of(question, vocabulary, as_of, Earlier::default());
    let known = Known::of(&parse, vocabulary);
    FORMS.iter().map(|form| (form.text, form.fill(&known).map(|filled| filled.question))).collect()
}

/// The words that are no values, and the tags of what is asked for.
fn sought(parse: &Parse, known: &Known<'_>) -> String {
    let named = |at: usize| {
        parse.values.iter().any(|m| m.span.contains(&at)) || parse.times.iter().any(|(_, span)| span.contains(&at))
    };
    let all = parse.words();
    let words = all.iter().filter(|w| !named(w.start)).map(|w| w.text.clone());
    let goals = intents::each().filter(|row| row.each_cue().any(|cue| find_cue(&all, cue).is_some()));
    let goals = goals.map(|row| tag(&format!("goal{:?}", row.goal).to_lowercase()));
    let tags = known.tags().into_iter().map(tag);
    words.chain(tags).chain(goals).collect::<Vec<_>>().join(" ")
}

fn cost(filled: &Filled, known: &Known<'_>) -> f32 {
    let said = |at: usize| filled.says.contains(&at) || known.conds[at].column == "kind";
    let lost = (0..known.conds.len()).filter(|at| !said(*at)).count() as f32;
    let untimed = if known.has_time() && !filled.says_time { UNTIMED } else { 0.0 };
    LOST * lost + untimed + MADE_UP * filled.made_up as f32 + USUAL * filled.usual as f32
}

/// Whether it is answered, and understood to say what it was filled with.
fn holds(filled: &Filled, known: &Known<'_>, view: &View<'_>, earlier: &Earlier) -> bool {
    let read = Parse::of(&filled.question, view.vocabulary, view.as_of, earlier.clone());
    let same = |cond: &Cond| {
        let alike = |c: &Cond| c.column == cond.column && c.negated == cond.negated && c.values == cond.values;
        read.said.conds.iter().any(alike) || read.values.iter().any(|m| cond.values.contains(&m.value))
    };
    filled.says.iter().all(|at| same(known.conds[*at])) && understood(&read, view)
}

/// Whether the rules have a plan for a question, to the last word, that changes nothing.
pub fn understood(read: &Parse, view: &View<'_>) -> bool {
    let whole = read.said.left.is_empty() && read.said.unread.is_empty();
    match figures::serve(read, view) {
        Reading::Understood(u) => !acts::acts(u.intent.goal) && super::plan::unanswerable(&u, view).is_none(),
        Reading::Figures(_) => whole,
        Reading::Asked(_) | Reading::Deals(_) => true,
        Reading::Abilities | Reading::Method(_) | Reading::Unclear(_) => false,
    }
}

/// Questions that differ in case or punctuation alone are one.
pub fn key(question: &str) -> String {
    question.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

#[cfg(test)]
mod tests {
    use super::super::intents::Goal;
    use super::*;

    #[test]
    fn every_row_of_the_table_has_a_form() {
        let lines = include_str!("forms.txt").lines().filter(|line| !line.starts_with('#') && !line.is_empty());
        assert_eq!(lines.count(), FORMS.len(), "a line is no form");
        let plain = |goal: Goal| matches!(goal, Goal::Abilities | Goal::Count);
        for goal in intents::each().map(|row| row.goal).filter(|goal| !acts::acts(*goal) && !plain(*goal)) {
            let tag = tag(&format!("goal{goal:?}").to_lowercase());
            assert!(FORMS.iter().any(|form| form.found_by.split(' ').any(|word| word == tag)), "{goal:?}");
        }
    }
}
