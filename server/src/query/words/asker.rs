//! The queries of a text: its questions one after another, each read and built.

use std::ops::Range;

use chrono::NaiveDate;

use super::asked::{Asked, Before, PARTS, Refusal};
use super::said::Said;
use super::tokens::{Text, Token, What, leads_up};
use super::{build, follow, parts, read};
use crate::query::catalog::Catalog;

/// What a text is asked for its queries with.
#[derive(Clone)]
pub struct Asker<'a> {
    pub found: &'a Text<'a>,
    pub catalog: &'a Catalog,
    pub as_of: NaiveDate,
    pub before: Option<&'a Before>,
    /// The question before was not understood.
    pub refused: bool,
    /// What it names is counted, though no word asks for it.
    pub counting: bool,
}

impl Asker<'_> {
    fn tokens(&self, part: Range<usize>) -> Vec<Token> {
        let count = (self.counting && part.start == 0).then(Token::count);
        count.into_iter().chain(self.found.tokens(part)).collect()
    }

    /// The queries that a question means, in order: several where it asks several things.
    ///
    /// # Errors
    /// When one of them is not understood to the last word.
    pub fn queries(&self) -> Result<Vec<Asked>, Refusal> {
        let Asker { found, catalog, as_of, before, .. } = *self;
        let text = found.text.as_str();
        // "now the same two numbers for October": each of what was asked before, anew.
        if let Some((once, many)) = parts::repeated(text)
            && let Some(before) = before.filter(|before| !before.also.is_empty())
        {
            let all: Vec<&Asked> = before.also.iter().chain([&before.asked]).collect();
            let tokens = self.found.again(&once).tokens(0..usize::MAX);
            let again =
                |asked: &&Asked| translated(&tokens, as_of, (catalog, None, Some(&Before::only(asked))), (true, None));
            let each: Result<Vec<_>, _> = all[all.len().saturating_sub(many)..].iter().map(again).collect();
            return each.map(|plans| plans.concat());
        }
        let mut out: Vec<Asked> = Vec::new();
        let parts = parts::parts(text);
        if parts.len() > PARTS {
            return Err(Refusal::Ask(format!("That is more than {PARTS} questions. Ask them one after another.")));
        }
        let halves = |half: Range<usize>| read::read(&self.tokens(half), catalog);
        if let Some((left, right)) = parts::conjoined(text, halves).filter(|_| parts.len() == 1) {
            return [left, right].into_iter().map(|said| build::build(said, catalog, as_of)).collect();
        }
        // A part that asks nothing belongs to the next: "complaints from Texas, how many?"
        let mut waiting: Option<usize> = None;
        let count = parts.len();
        for (n, (from, to)) in parts.iter().copied().enumerate() {
            let part = waiting.unwrap_or(from)..to;
            let tokens = self.tokens(part.clone());
            // "how many positive and how many negative messages in Q3?": what the first leaves out, the second says.
            let ahead = parts.get(n + 1).filter(|next| &text[to..next.0] == " and ");
            let ahead = ahead.map(|next| read::read(&self.tokens(next.0..next.1), catalog));
            // Nothing but a greeting or a reason: "thanks".
            if tokens.is_empty() && n + 1 == count && !out.is_empty() {
                continue;
            }
            // "customers with 40 or more complaints, how many?"
            let nothing_new = tokens.iter().all(|t| matches!(t.what, What::Word)) && tokens.len() <= 3;
            // "which companies? just the top one": the largest stands first anyhow.
            let shown = out.last().is_some_and(|asked| !asked.said.groups.is_empty()) && n + 1 == count;
            if shown && read::read(&tokens, catalog).only_the_first() {
                continue;
            }
            // "which category has the most? by how many, and how many is that?": the answer says both.
            let listed = out.last().is_some_and(|asked| !asked.said.groups.is_empty());
            let more = read::read(&tokens, catalog);
            if !out.is_empty() && (more.only_the_gap() || listed && more.only_how_many()) {
                continue;
            }
            // "per month, how many complaints": it only says by what; "A against B, how many complaints?" only what.
            if n + 1 < count && out.is_empty() && read::read(&tokens, catalog).opens() {
                waiting = Some(waiting.unwrap_or(from));
                continue;
            }
            match translated(&tokens, as_of, (catalog, out.last(), before), (count == 1, ahead)) {
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
                    if n + 1 < count && leads_up(&tokens, &text[to..parts[n + 1].0]) =>
                {
                    waiting = Some(waiting.unwrap_or(from));
                }
                // "… Two figures, the larger one on top.": what was asked is understood, how to tell it is not.
                Err(Refusal::Unknown(_)) if n + 1 == count && !out.is_empty() && !text[to..].contains('?') => {
                    let unread = text[part].trim().trim_start_matches(['.', ';', ',']).trim();
                    let note = format!("I left out \"{unread}\", which I do not understand.");
                    if let Some(asked) = out.first_mut() {
                        asked.notes.push(note);
                        asked.left_out.push(unread.to_owned());
                    }
                }
                other => {
                    out.extend(other?);
                    waiting = None;
                }
            }
        }
        // "Which of those are critical?": of what was not understood.
        let points = out.first().is_some_and(|asked| !asked.said.that.is_empty() || asked.said.theirs);
        if self.refused && before.is_none() && points {
            return Err(Refusal::Ask(
                "I did not understand the question before, so I do not know which records are meant. Say it in full."
                    .into(),
            ));
        }
        if out.is_empty() { Err(Refusal::Silent) } else { Ok(out) }
    }
}

/// One question of a text; `last` is the one before it in the same text.
fn translated(
    tokens: &[Token],
    as_of: NaiveDate,
    (catalog, last, before): (&Catalog, Option<&Asked>, Option<&Before>),
    (alone, ahead): (bool, Option<Said>),
) -> Result<Vec<Asked>, Refusal> {
    let mut said = read::read(tokens, catalog);
    build::roles::percent(&mut said);
    // "how many enquiries and how many requests did we receive in December?": what the second says of both.
    if let Some(ahead) = ahead.as_ref().filter(|_| said.verb_at.is_none() && said.times.is_empty() && before.is_none())
    {
        said.times.clone_from(&ahead.times);
    }
    if let Some(ahead) = ahead.filter(|_| said.noun_at.is_none() && !said.conds.is_empty() && !said.points()) {
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
    if let Some(before) = last.as_ref().or(before).filter(|_| said.leans()) {
        said = follow::merge(said, before);
    } else if let Some(last) = &last
        && said.times.is_empty()
    {
        said.times.clone_from(&last.asked.said.times);
    }
    parts::apart(said).into_iter().map(|said| build::build(said, catalog, as_of)).collect()
}
