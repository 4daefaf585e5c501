//! What people say around a question: greetings, what they need it for, who asked them. It names nothing of the data,
//! so it is left out; anything that may narrow a figure stays, and is answered for.

use super::super::lexicon::{self, Act};
use super::token::{Token, What};

/// A clause is an aside only with one of these: it speaks of the people who talk, or of what they are doing.
const CUES: &str = "i i'm my me we our us you your hi hello hey hiya morning afternoon evening thanks thank thx cheers please \
    sorry quick meeting meetings report reports deck board boss slide slides presentation review audit paper committee \
    wondering curious asap urgent urgently question one ok okay right well so regards colleague colleagues briefing \
    interested remind background context dear all team regulator auditor auditors ceo cfo asks asked";
/// What narrows: a clause that begins so says which records are meant.
const NARROWS: &str = "of among amongst in from within with without except excluding only not by about on regarding concerning \
    where whose that which who per against via through and or but";
/// After "for" and the like, these say that it is told what the figure is for.
const OCCASIONS: &str = "report reports meeting meetings deck board slide slides presentation review audit paper committee \
    briefing purposes reference pack file note memo newsletter dashboard";

fn is(list: &str, word: &str) -> bool {
    list.split_whitespace().any(|w| w == word)
}

/// Leaves out the clauses and lead-ins that only speak around the question.
pub(super) fn without(tokens: Vec<Token>, question: &str) -> Vec<Token> {
    let mut clauses: Vec<Vec<Token>> = Vec::new();
    // "Still learning the names here: how many …": what a colon follows leads up to the rest.
    let mut leads: Vec<usize> = Vec::new();
    let mut end = 0;
    for token in tokens {
        let gap = question.get(end..token.span.start).unwrap_or_default();
        leads.extend(gap.contains(':').then_some(clauses.len()).filter(|n| *n > 0).map(|n| n - 1));
        let parted = gap.contains(['.', '!', '?', ':', ';', ',', '–', '—', '(', ')']) || gap.contains(" - ");
        end = token.span.end;
        match clauses.last_mut() {
            Some(clause) if !parted && !matches!(token.what, What::Comma) => clause.push(token),
            _ => clauses.push(vec![token]),
        }
    }
    let count = clauses.len();
    let mut out: Vec<Token> = Vec::new();
    for (n, clause) in clauses.into_iter().enumerate() {
        if aside(&clause, n + 1 == count, leads.contains(&n)) {
            continue;
        }
        out.extend(led(clause));
    }
    // What an aside was parted by goes with it.
    let first = out.iter().position(|t| !matches!(t.what, What::Comma)).unwrap_or(out.len());
    out.drain(..first);
    out
}

fn own_words(clause: &[Token]) -> Vec<&str> {
    clause.iter().filter(|t| !matches!(t.what, What::Comma)).map(|t| t.text.as_str()).collect()
}

/// Whether a clause names nothing, asks nothing, and speaks of the people who talk.
fn aside(clause: &[Token], last: bool, leads: bool) -> bool {
    let words = own_words(clause);
    let Some(first) = words.first() else { return false };
    // "Before my call".
    let own_call = |i: usize| i > 0 && is("call", &clause[i].text) && is("my our next a", &clause[i - 1].text);
    let occasional = |i: usize| is(OCCASIONS, &clause[i].text) || own_call(i);
    let plain = (0..clause.len()).all(|i| matches!(clause[i].what, What::Word | What::Comma) || occasional(i));
    let cue = leads || own_call(clause.len() - 1) || words.iter().any(|w| is(CUES, w));
    let occasion = is("for before ahead as to", first) && words.iter().any(|w| is(OCCASIONS, w));
    // A question is never only an aside where nothing else is there to be asked.
    plain && (cue || occasion) && !is(NARROWS, first) && !asks(&words, occasion) && (!last || words.len() < 9)
}

/// Whether one of the words asks, counts, bounds or names records; the time of an occasion does not: "half-year report".
fn asks(words: &[&str], occasion: bool) -> bool {
    let mut at = 0;
    while at < words.len() {
        match lexicon::at(&words[at..]) {
            Some((n, Act::Filler | Act::Verb | Act::That | Act::And | Act::Again | Act::Now | Act::With)) => at += n,
            Some((n, Act::Year | Act::Month | Act::Quarter | Act::Week | Act::Trend)) if occasion => at += n,
            Some(_) => return true,
            None => at += 1,
        }
    }
    false
}

/// "my boss wants to know how many …": from the words that ask, where those before speak only of who asks.
fn led(mut clause: Vec<Token>) -> Vec<Token> {
    const HEADS: [&str; 16] = [
        "the average",
        "the median",
        "the share",
        "the percentage",
        "average",
        "how many",
        "how much",
        "what share",
        "what percentage",
        "which",
        "how long",
        "what is",
        "the number",
        "the total",
        "what proportion",
        "what was",
    ];
    let words: Vec<&str> = clause.iter().map(|t| t.text.as_str()).collect();
    let head = (1..words.len()).find(|at| {
        let rest = words[*at..].iter().take(2).copied().collect::<Vec<_>>().join(" ");
        HEADS.iter().any(|h| rest == *h || rest.starts_with(&format!("{h} ")))
    });
    let Some(head) = head else { return clause };
    let before = &clause[..head];
    let plain = before.iter().all(|t| matches!(t.what, What::Word | What::Comma));
    let said = own_words(before);
    let speaks =
        said.iter().any(|w| is("i i'm my me we us you wants wanted asks asked asking needs wonders wondering", w));
    // "For the service review I need …": what it is for.
    let occasion = said.first().is_some_and(|w| is("for before as to", w)) && said.iter().any(|w| is(OCCASIONS, w));
    let leads = !occasion && said.first().is_some_and(|w| is(NARROWS, w) && !is("and but", w));
    // "and", "now" and "then" go on from the question before: they stay.
    let occasional = said.iter().any(|w| is(OCCASIONS, w));
    let goes_on = said.iter().any(|w| is("those these them it that now then same", w)) || said.first() == Some(&"and");
    // "Our team lead would like to know what …": whatever stands before that, it is who asks.
    let by_each = said.iter().any(|w| is("each per every by which what how", w));
    let introduced = said.last().is_some_and(|w| is("know see learn hear tell asks asked wonders", w)) && !by_each;
    if plain && !leads && !goes_on && (introduced || speaks && !asks(&said, occasional)) {
        clause.drain(..head);
    }
    clause
}
