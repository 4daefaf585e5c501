//! The answer laid out for matching: its claims, its sentences and segments, and where it names rows of the results.
//!
//! Deliberately not here: the decision whether a claim holds (`matching`, `derive`, `quote`).

use crate::agent::ground::index::{Index, Set};
use crate::agent::ground::read::date::{self, DateAt, DateValue};
use crate::agent::ground::read::extract::{self, Cite, IdAt, Quote};
use crate::agent::ground::read::figure::{self, Figure};
use crate::agent::ground::read::stem::{Stem, is_small, stem};
use crate::agent::ground::read::{self, Shape, Token, grid, ordinal};

/// A name of a row, word for word: the tokens `first..=last`.
#[derive(Clone, Copy, Debug)]
pub struct Mention {
    pub phrase: u32,
    pub first: usize,
    pub last: usize,
}

/// An answer, read.
pub struct Scene<'a> {
    pub text: &'a str,
    pub tokens: Vec<Token<'a>>,
    /// By token: the segment it lies in, counted through the whole answer.
    pub segments: Vec<u32>,
    /// By sentence: its first token and the one after its last.
    pub sentences: Vec<(usize, usize)>,
    pub mentions: Vec<Mention>,
    pub dates: Vec<DateAt>,
    pub figures: Vec<Figure>,
    /// By figure: the head of its column, where it stands in a table.
    pub heads: Vec<Option<(usize, usize)>>,
    pub cites: Vec<Cite>,
    pub ids: Vec<IdAt>,
    pub quotes: Vec<Quote>,
    /// Phrases that the question names.
    pub asked: Set<u32>,
}

impl<'a> Scene<'a> {
    /// Reads an answer against the names of an index.
    pub fn new(text: &'a str, question: &str, index: &Index<'_>) -> Self {
        let quotes = extract::quotes(text);
        // A name between quotation marks is a name like any other.
        let said = |q: &&extract::Quote| index.phrase_of(&text[q.inner.start..q.inner.end]).is_none();
        let spans: Vec<(usize, usize)> = quotes.iter().filter(said).map(|q| (q.span.start, q.span.end)).collect();
        let tokens = read::tokens(text, &spans);
        let mut taken: Vec<bool> = tokens.iter().map(|t| t.quoted).collect();
        let cites = extract::cites(&tokens);
        cites.iter().for_each(|c| taken[c.tokens.0..=c.tokens.1].fill(true));
        let mentions = mentions(&tokens, &taken, index);
        // A number inside a name ("mobile banking 6.2") is part of the name.
        mentions.iter().filter(|m| m.last > m.first).for_each(|m| taken[m.first..=m.last].fill(true));
        let asked_tokens = read::tokens(question, &[]);
        let mut dates: Vec<DateAt> =
            date::find(&tokens).into_iter().filter(|d| !taken[d.first..=d.last].contains(&true)).collect();
        if index.month_first {
            let slashed = |d: &DateAt| tokens.get(d.first + 1).is_some_and(|t| t.is("/")) && d.last > d.first + 1;
            dates.iter_mut().filter(|d| slashed(d)).for_each(|d| d.value = d.value.month_first());
        }
        ordinal::add(&tokens, &mut dates, date::find(&asked_tokens).last().map(|d| d.value));
        dates.iter().for_each(|d| taken[d.first..=d.last].fill(true));
        let ids: Vec<IdAt> = extract::ids(&tokens).into_iter().filter(|i| !taken[i.at]).collect();
        ids.iter().for_each(|i| taken[i.at] = true);
        let mut figures = figure::find(&tokens, &taken);
        let heads = grid::heads(&tokens, &mut figures);
        let asked = self::mentions(&asked_tokens, &vec![false; asked_tokens.len()], index);
        let asked = asked.iter().map(|m| m.phrase).collect();
        let sentences = sentences(&tokens);
        let mut scene = Self {
            text,
            tokens,
            segments: vec![],
            sentences,
            mentions,
            dates,
            figures,
            heads,
            cites,
            ids,
            quotes,
            asked,
        };
        scene.segments = scene.segment();
        scene
    }

    /// The sentence that token `i` lies in, as a range of tokens.
    pub fn sentence(&self, i: usize) -> (usize, usize) {
        let number = self.tokens.get(i).map_or(0, |t| t.sentence);
        self.sentences.get(number as usize).copied().unwrap_or((i, i + 1))
    }

    /// The sentence that token `i` lies in, with the one before it; in a list, with the line that leads up to it.
    pub fn around(&self, i: usize) -> (usize, usize) {
        const LINES: usize = 9;
        let (from, to) = self.sentence(i);
        let mut start = from;
        for back in 0..LINES {
            let Some(last) = start.checked_sub(1) else { break };
            let before = self.sentence(last);
            let leads = self.tokens[last].is(":");
            if back == 0 || leads {
                start = before.0;
            }
            if leads || !self.is_item(before.0) && back > 0 {
                break;
            }
            if back > 0 {
                start = before.0;
            }
        }
        (start, to)
    }

    /// Whether a line of a list begins at token `i`.
    fn is_item(&self, i: usize) -> bool {
        let Some(t) = self.tokens.get(i) else { return false };
        // The mark of a line is no token of it.
        let before = &self.text[..t.start];
        let mark = before[before.rfind('\n').map_or(0, |at| at + 1)..].trim();
        let marked = !mark.is_empty() && mark.chars().all(|c| "-*•+–.)".contains(c) || c.is_ascii_digit());
        marked || t.is("|") || t.shape == Shape::Number
    }

    /// Mentions in a range of tokens.
    pub fn mentions_in(&self, (from, to): (usize, usize)) -> impl Iterator<Item = &Mention> + '_ {
        self.mentions.iter().filter(move |m| m.first >= from && m.first < to)
    }

    /// Single days in a range of tokens: ends of a range name no row.
    pub fn days_in(&self, (from, to): (usize, usize)) -> impl Iterator<Item = &DateAt> + '_ {
        self.dates.iter().filter(move |d| d.first >= from && d.first < to && d.end == date::End::Single)
    }

    /// True when one of these words stands in the range. Words are compared by stem.
    pub fn says(&self, (from, to): (usize, usize), words: &[Stem]) -> bool {
        self.tokens[from..to.min(self.tokens.len())].iter().any(|t| t.stem != 0 && !t.quoted && words.contains(&t.stem))
    }

    /// Like [`Self::says`], words inside names left out: "Change of details" speaks of no change.
    pub fn speaks(&self, (from, to): (usize, usize), words: &[Stem]) -> bool {
        let named = |i: usize| self.mentions.iter().any(|m| m.first < m.last && m.first <= i && i <= m.last);
        let said = |i: &usize| {
            let t = &self.tokens[*i];
            t.stem != 0 && !t.quoted && words.contains(&t.stem)
        };
        (from..to.min(self.tokens.len())).filter(said).any(|i| !named(i))
    }

    /// Like [`Self::says`], by word in any case.
    pub fn says_word(&self, (from, to): (usize, usize), words: &[&str]) -> bool {
        self.tokens[from..to.min(self.tokens.len())].iter().any(|t| !t.quoted && t.any(words))
    }

    /// True when one of these words stands in the figure's segment and is no part of a name.
    pub fn says_near(&self, figure: &Figure, words: &[&str]) -> bool {
        let (from, to) = self.sentence(figure.first);
        let segment = self.segments[figure.first];
        let name = |m: &Mention| m.first < m.last || self.tokens[m.first].capital();
        let named = |i: usize| self.mentions.iter().any(|m| m.first <= i && i <= m.last && name(m));
        (from..to)
            .any(|i| self.segments[i] == segment && !self.tokens[i].quoted && self.tokens[i].any(words) && !named(i))
    }

    /// True when a word with one of these stems stands in the figure's segment, nearer to it than to another figure.
    pub fn says_stem_near(&self, figure: &Figure, stems: &[Stem]) -> bool {
        let (from, to) = self.sentence(figure.first);
        let segment = self.segments[figure.first];
        let said = |i: &usize| {
            let own = figure.first <= *i && *i <= figure.last;
            !own && self.segments[*i] == segment && self.tokens[*i].stem != 0 && stems.contains(&self.tokens[*i].stem)
        };
        (from..to).filter(said).any(|i| crate::agent::ground::figures::rival::closest(self, figure, i))
    }

    /// The words after a figure, at most `most`, up to the next mark or figure.
    pub fn nouns(&self, figure: &Figure, most: usize) -> Vec<Stem> {
        let (_, end) = self.sentence(figure.first);
        let rest = &self.tokens[(figure.last + 1).min(end)..end];
        let words = rest.iter().skip_while(|t| t.is("-")).take_while(|t| t.shape == Shape::Word || t.is("-"));
        // "-0.45 and chat best at" counts no chats.
        let words = words.take_while(|t| !t.any(&["and", "but"]));
        // "39 of them" counts what was spoken of before.
        let pronoun = |t: &&Token<'_>| t.any(&["them", "these", "those", "which", "that", "it", "theirs"]);
        let words = words.filter(|t| t.stem != 0 && !is_small(t.text) && !pronoun(t));
        let after: Vec<Stem> = words.take(most).map(|t| t.stem).collect();
        // "Customers: 7".
        let (from, _) = self.sentence(figure.first);
        let colon = figure.first.checked_sub(1).filter(|i| *i > from && after.is_empty() && self.tokens[*i].is(":"));
        let Some(colon) = colon else { return after };
        let named = |i: usize| self.mentions.iter().any(|m| m.first <= i && i <= m.last);
        let before = (from..colon).rev().take_while(|i| self.tokens[*i].shape == Shape::Word && !named(*i));
        let before = before.map(|i| &self.tokens[i]).filter(|t| t.stem != 0 && !is_small(t.text));
        before.take(most).map(|t| t.stem).collect()
    }

    /// The head of the column that a figure stands in.
    pub fn head(&self, figure: &Figure) -> Option<(usize, usize)> {
        self.figures.iter().position(|f| f.first == figure.first).and_then(|f| self.heads[f])
    }

    /// The cell of a line of a table that token `at` stands in, from 1; `None` where its sentence is no such line.
    pub fn cell(&self, at: usize) -> Option<usize> {
        let (from, _) = self.sentence(at);
        self.tokens[from].is("|").then(|| self.tokens[from..=at].iter().filter(|t| t.is("|")).count())
    }

    /// The words of the tokens `first..=last`, as they stand.
    pub fn text_of(&self, first: usize, last: usize) -> String {
        self.text[self.tokens[first].start..self.tokens[last].end].to_owned()
    }

    /// The most recent date before token `i`.
    pub fn date_before(&self, i: usize) -> Option<DateValue> {
        self.dates.iter().rev().find(|d| d.last < i).map(|d| d.value)
    }

    /// Commas that part nothing: those around a figure ("the most, 41, came on …") and between figures in brackets
    /// ("Crashes (115, 28%)").
    fn appositions(&self, solid: &mut [bool]) {
        let t = &self.tokens;
        let word = |i: Option<usize>| i.and_then(|i| t.get(i)).is_some_and(|x| x.shape == Shape::Word);
        for f in &self.figures {
            let (before, after) = (f.first.checked_sub(1), f.last + 1);
            let commas = before.is_some_and(|i| t[i].is(",")) && t.get(after).is_some_and(|x| x.is(","));
            if let Some(before) = before
                && commas
                && word(before.checked_sub(1))
                && word(Some(after + 1))
            {
                (solid[before], solid[after]) = (true, true);
            }
        }
        for open in (0..t.len()).filter(|i| t[*i].is("(")) {
            let inside = || t[open + 1..].iter().take(8).take_while(|x| !x.is(")"));
            if inside().all(|x| x.shape == Shape::Number || x.shape == Shape::Mark && !x.is("(")) {
                let last = (open + 1 + inside().count()).min(t.len() - 1);
                solid[open..=last].fill(true);
            }
        }
    }

    /// Segments end at commas, semicolons, closing brackets and joining words that are part of nothing else.
    fn segment(&self) -> Vec<u32> {
        const JOINING: [&str; 11] =
            ["and", "while", "but", "whereas", "followed", "then", "versus", "vs", "against", "compared", "or"];
        let mut solid = vec![false; self.tokens.len()];
        for (first, last) in
            self.mentions.iter().map(|m| (m.first, m.last)).chain(self.dates.iter().map(|d| (d.first, d.last)))
        {
            solid[first..=last].fill(true);
        }
        self.appositions(&mut solid);
        let (mut segment, mut sentence, mut out) = (0, u32::MAX, Vec::with_capacity(solid.len()));
        for (i, (t, solid)) in self.tokens.iter().zip(&solid).enumerate() {
            // "since then" joins nothing.
            let t_then = i > 0 && t.word("then") && self.tokens[i - 1].word("since");
            let breaks = !t_then && (t.is(",") || t.is(";") || t.is(")") || t.any(&JOINING));
            if t.sentence != sentence || breaks && !solid {
                segment += 1;
                sentence = t.sentence;
            }
            out.push(segment);
        }
        out
    }
}

fn sentences(tokens: &[Token<'_>]) -> Vec<(usize, usize)> {
    let mut out = vec![(0, 0); tokens.last().map_or(0, |t| t.sentence as usize + 1)];
    for (i, t) in tokens.iter().enumerate() {
        let range = &mut out[t.sentence as usize];
        if range.1 == 0 {
            range.0 = i;
        }
        range.1 = i + 1;
    }
    out
}

/// Names of rows in a text, the longest at each place.
fn mentions(tokens: &[Token<'_>], taken: &[bool], index: &Index<'_>) -> Vec<Mention> {
    let mut out: Vec<Mention> = Vec::new();
    let mut i = 0;
    while i < tokens.len() {
        // "Complaint 3150274": what a record is called, in digits alone.
        let digits = || tokens[i].text.len() >= 5 && tokens[i].text.bytes().all(|b| b.is_ascii_digit());
        let word = if tokens[i].stem == 0 && digits() { stem(tokens[i].text) } else { tokens[i].stem };
        let candidates = if taken[i] || word == 0 { None } else { index.by_first.get(&word) };
        let hits = candidates.into_iter().flatten();
        let hits = hits.filter_map(|p| Some((*p, phrase_end(tokens, i, &index.phrases[*p as usize].stems)?)));
        // "Other" is a name only where it is written as one.
        let vague = tokens[i].any(&["other", "others", "all", "none", "general"]) && !tokens[i].capital();
        let hits = hits.filter(|(_, last)| !vague || *last > i);
        let small = !tokens[i].text.bytes().all(|b| b.is_ascii_uppercase());
        let hits = hits.filter(|(p, _)| !small || !index.phrases[*p as usize].capitals);
        // "Web and referral" are two rows, also beside a third, "Web referral".
        let alone = |first: usize, last: usize| {
            let phrases = index.by_first.get(&tokens[first].stem).into_iter().flatten();
            phrases.into_iter().any(|p| phrase_end(tokens, first, &index.phrases[*p as usize].stems) == Some(last))
        };
        let listed = |last: usize| {
            let joined = (i + 1..last).find(|k| tokens[*k].any(&["and", "or"]));
            joined.is_some_and(|k| alone(i, k - 1) && alone(k + 1, last))
        };
        let hits = hits.filter(|(_, last)| !listed(*last));
        match hits.max_by_key(|(_, last)| *last) {
            Some((phrase, last)) => {
                out.push(Mention { phrase, first: i, last });
                i = last + 1;
            }
            None => {
                out.extend(in_short(tokens, taken, index, i));
                i += 1;
            }
        }
    }
    out
}

/// "OneMain" for "OneMain Finance Corporation", where no other name begins with that word.
fn in_short(tokens: &[Token<'_>], taken: &[bool], index: &Index<'_>, i: usize) -> Option<Mention> {
    let word = &tokens[i];
    let goes_on =
        tokens.get(i + 1).is_some_and(|t| t.shape == Shape::Word && t.capital() && t.sentence == word.sentence);
    if taken[i] || goes_on || word.text.len() < 4 || !word.capital() || word.shape != Shape::Word {
        return None;
    }
    let begin = index.by_first.get(&word.stem)?;
    let stems = |p: u32| &index.phrases[p as usize].stems;
    let longest = *begin.iter().max_by_key(|p| stems(**p).len())?;
    let one = begin.iter().all(|p| stems(longest).starts_with(stems(*p)));
    (one && index.phrases[longest as usize].name).then_some(Mention { phrase: longest, first: i, last: i })
}

/// The last token of a phrase that begins at token `i`. Between its words small words and light marks may stand.
pub fn phrase_end(tokens: &[Token<'_>], i: usize, stems: &[Stem]) -> Option<usize> {
    let mut at = i;
    for (k, wanted) in stems.iter().enumerate() {
        if k > 0 {
            at += 1;
            let light = |t: &Token<'_>| {
                t.is("-") || t.is("_") || t.is(",") || t.is("&") || t.is("/") || t.word("to") || is_small(t.text)
            };
            while tokens.get(at).is_some_and(light) {
                at += 1;
            }
        }
        if tokens.get(at)?.stem != *wanted || tokens[at].sentence != tokens[i].sentence {
            return None;
        }
    }
    Some(at)
}

/// The stems of a list of words, once per use.
pub fn all(words: &[&str]) -> Vec<Stem> {
    words.iter().map(|w| stem(w)).collect()
}
