//! Reading a question for the sources that somebody declared: by their own names and values, times, and a small table of the words of
//! asking. No source is known here by name. A question is read for each of them, and the one that accounts for every word
//! is asked; where none does, the words that are not understood are named.

mod build;
mod lexicon;
mod read;
#[cfg(test)]
mod tests;
mod tokens;

use std::sync::Arc;

use chrono::NaiveDate;

use self::read::Reading;
use super::asked::{Asked, Before, Refusal};
use super::said::Said;
use crate::query::ast::Dataset;
use crate::query::declared::{Opened, Source};
use crate::query::values::Vocabulary;

/// The queries that a question means of the declared sources; `None` where it names nothing of theirs.
pub fn queries(
    text: &str,
    v: &Vocabulary,
    as_of: NaiveDate,
    before: Option<&Before>,
) -> Option<Result<Vec<Asked>, Refusal>> {
    let before = before.filter(|before| matches!(before.asked.query.dataset, Dataset::Source(_)));
    if let Some((one, other, rest)) = two_sources(text, v) {
        return Some(held_against(&rest, one, other, as_of).map(|asked| vec![asked]));
    }
    let mut best: Option<(usize, Result<Asked, Refusal>)> = None;
    let mut missed: Option<Reading> = None;
    for opened in v.sources.iter() {
        let Some(mut reading) = reading(opened, text, as_of) else { continue };
        let same = before.filter(|before| before.asked.query.dataset == Dataset::Source(opened.source.name));
        if reading.weight == 0 && same.is_none() {
            continue;
        }
        if !reading.unknown.is_empty() {
            if missed
                .as_ref()
                .is_none_or(|other| (other.unknown.len(), reading.weight) > (reading.unknown.len(), other.weight))
            {
                missed = Some(reading);
            }
            continue;
        }
        let leans = reading.said.noun_at.is_none() && reading.said.number.is_none() && !reading.said.count;
        if let Some(before) = same.filter(|_| leans || reading.said.again) {
            reading.said = merged(reading.said, &before.asked.said);
            reading.weight += 5;
        }
        reading.said.dataset = Some(Dataset::Source(opened.source.name));
        let built = build::build(reading.said, &opened.source);
        let better = match &best {
            None => true,
            Some((weight, known)) => (built.is_ok(), reading.weight) > (known.is_ok(), *weight),
        };
        if better {
            best = Some((reading.weight, built));
        }
    }
    match (best, missed) {
        (Some((_, Ok(asked))), _) => Some(Ok(vec![asked])),
        (Some((weight, Err(why))), missed) => match missed {
            Some(missed) if missed.weight > weight => Some(Err(Refusal::Unknown(missed.unknown))),
            _ => Some(Err(why)),
        },
        (None, Some(missed)) if missed.weight > 1 => Some(Err(Refusal::Unknown(missed.unknown))),
        (None, _) => None,
    }
}

/// The two sources that a question names by their very names, and the rest of it.
fn two_sources<'a>(text: &str, v: &'a Vocabulary) -> Option<(&'a Arc<Opened>, &'a Arc<Opened>, String)> {
    let mut found: Vec<(usize, &Arc<Opened>)> = Vec::new();
    let mut rest = text.to_owned();
    let mut names: Vec<&Arc<Opened>> = v.sources.iter().collect();
    // The longest name first, so that none is found within another.
    names.sort_by_key(|opened| std::cmp::Reverse(opened.source.name.as_str().len()));
    for opened in names {
        let name = opened.source.name.as_str();
        let spoken = name.replace('_', " ");
        let lower = rest.to_ascii_lowercase();
        let at = [name, spoken.as_str()].into_iter().find_map(|name| Some((lower.find(name)?, name.len())));
        // A name of one word may be a word of the question.
        let at = at.filter(|_| name.contains('_') || text.contains(name));
        if let Some((at, length)) = at {
            found.push((at, opened));
            rest.replace_range(at..at + length, &" ".repeat(length));
        }
    }
    found.sort_by_key(|(at, _)| *at);
    match found.as_slice() {
        [(_, one), (_, other)] => Some((one, other, rest)),
        _ => None,
    }
}

/// The comparison of a measure of two sources.
fn held_against(rest: &str, one: &Arc<Opened>, other: &Arc<Opened>, as_of: NaiveDate) -> Result<Asked, Refusal> {
    let Some(reading) = reading(one, rest, as_of) else { return Err(Refusal::Silent) };
    if !reading.unknown.is_empty() {
        return Err(Refusal::Unknown(reading.unknown));
    }
    let mut said = reading.said;
    let common: Vec<&str> = one
        .source
        .measures
        .iter()
        .map(|m| m.name.as_str())
        .filter(|name| other.source.measure(name).is_some())
        .collect();
    if said.number.is_none() {
        said.number = common.first().map(|name| (*name).to_owned());
    }
    if !said.number.as_deref().is_some_and(|name| common.contains(&name)) {
        return Err(Refusal::Ask("These two sources have no measure in common that I could compare.".into()));
    }
    (said.compare, said.change, said.figure, said.dataset) =
        (false, None, None, Some(Dataset::Source(one.source.name)));
    let mut asked = build::build(said, &one.source)?;
    asked.against = Some(Dataset::Source(other.source.name));
    Ok(asked)
}

/// The query of what is said of a source, once a part of it was changed.
///
/// # Errors
/// As of any question; also when the source is not declared any more.
pub fn rebuilt(said: Said, v: &Vocabulary) -> Result<Asked, Refusal> {
    let Some(Dataset::Source(name)) = said.dataset else { return Err(Refusal::Silent) };
    let Some(opened) = v.source(name.as_str()) else {
        return Err(Refusal::Ask(format!("The source {} is not declared any more.", name.as_str())));
    };
    build::build(said, &opened.source)
}

fn reading(opened: &Arc<Opened>, text: &str, as_of: NaiveDate) -> Option<Reading> {
    let tokens = tokens::tokens(text, opened, opened.today(as_of))?;
    let mut reading = read::read(opened, &tokens);
    // What a source is called where it stands may be said: "in northwind".
    let place = |source: &Source, word: &str| source.connection.eq_ignore_ascii_case(word);
    let named = reading.unknown.iter().any(|word| place(&opened.source, word));
    if named {
        reading.weight += 2;
        reading.unknown.retain(|word| !place(&opened.source, word));
    }
    Some(reading)
}

/// A question that goes on from the one before: what it leaves out stays as it was.
fn merged(mut said: Said, before: &Said) -> Said {
    if said.number.is_none() && !said.count {
        said.number.clone_from(&before.number);
        said.count = before.count;
        said.noun_at = said.noun_at.or(before.noun_at.map(|_| 0));
        said.distinct = said.distinct.or_else(|| before.distinct.clone());
    }
    said.figure = said.figure.or(before.figure);
    for cond in before
        .conds
        .iter()
        .filter(|cond| !said.conds.iter().any(|own| own.column == cond.column))
        .cloned()
        .collect::<Vec<_>>()
    {
        said.conds.push(super::said::Cond { carried: true, ..cond });
    }
    if said.times.is_empty() {
        said.times.clone_from(&before.times);
    }
    if said.groups.is_empty()
        && !said
            .conds
            .iter()
            .any(|cond| !cond.carried && before.groups.contains(&super::said::Group::Column(cond.column.clone())))
    {
        said.groups.clone_from(&before.groups);
        said.most |= before.most;
        said.least |= before.least;
        said.top = said.top.or(before.top);
    }
    said
}
