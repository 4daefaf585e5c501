//! Plants errors in right answers, so that grounding can be measured. Every variant differs from its right answer in one
//! place and is wrong there. The randomness is handed in.
//!
//! Deliberately not here: right answers, and any look at how grounding works; errors are planted by the text alone.

use rand::Rng;
use rand::seq::{IndexedRandom, IteratorRandom};
use serde_json::Value;

use super::{Case, Planted};
use crate::agent::ground::read::date::{self, DateValue};
use crate::agent::ground::read::extract::{self, Span};
use crate::agent::ground::read::figure::{self, Figure, Lean, Unit};
use crate::agent::ground::read::{self, Shape, Token};

/// The kinds of error, in the order of trying.
pub const KINDS: [&str; 8] = [
    "changed_digit",
    "swapped_year",
    "wrong_unit",
    super::WRONG_THING,
    "invented_citation",
    "invented_quotation",
    "changed_id",
    "changed_date",
];

/// One wrong variant of each right answer per kind of error that it has room for.
pub fn plant(cases: &[Case], rng: &mut impl Rng) -> Vec<Case> {
    let mut out = Vec::new();
    for case in cases.iter().filter(|c| c.label) {
        let reading = Reading::new(&case.answer);
        for kind in KINDS {
            let tries = (0..8).filter_map(|_| {
                let change = reading.change(kind, rng)?;
                let mut answer = case.answer.clone();
                answer.replace_range(change.span.start..change.span.end, &change.to);
                Some((change, answer))
            });
            let mut wrong = tries.filter(|(change, answer)| !still_true(case, change, answer));
            let Some((change, answer)) = wrong.next() else { continue };
            let span = [change.span.start, change.span.start + change.to.len()];
            let correct = case.answer[change.span.start..change.span.end].to_owned();
            let error = Some(Planted { kind: kind.to_owned(), span, or_at: Vec::new(), correct });
            out.push(Case { id: format!("{}/{kind}", case.id), answer, label: false, error, ..case.clone() });
        }
    }
    out
}

/// "The most, 2, came on 5 March" is no error where 5 March had two as well: the days of the results are compared, so that
/// every variant is wrong.
fn still_true(case: &Case, change: &Change, answer: &str) -> bool {
    let span = (change.span.start, change.span.start + change.to.len());
    let day = |text: &str, (from, to): (usize, usize)| {
        let tokens = read::tokens(text, &[]);
        let overlaps = |d: &&date::DateAt| tokens[d.first].start < to && from < tokens[d.last].end;
        date::find(&tokens).iter().find(overlaps).map(|d| d.value)
    };
    let (before, after) = (day(&case.answer, (change.span.start, change.span.end)), day(answer, span));
    let (Some(DateValue::Day(before)), Some(DateValue::Day(after))) = (before, after) else { return false };
    let (before, after) = (before.to_string(), after.to_string());
    case.observations.iter().any(|o| {
        let lists = o.result.as_object().into_iter().flat_map(|m| m.values()).filter_map(|v| v.as_array());
        lists.into_iter().any(|list| {
            let row = |day: &str| list.iter().find(|r| r.get("date").and_then(Value::as_str) == Some(day));
            // Two days of one count are alike in what an answer says of them.
            let rest = |row: &Value| {
                if let Some(count) = row.get("count") {
                    return Some(vec![("count".to_owned(), count.clone())]);
                }
                row.as_object().map(|m| {
                    m.iter().filter(|(k, _)| *k != "date").map(|(k, v)| (k.clone(), v.clone())).collect::<Vec<_>>()
                })
            };
            row(&before).and_then(rest).is_some_and(|b| row(&after).and_then(rest) == Some(b))
        })
    })
}

struct Change {
    span: Span,
    to: String,
}

/// A right answer, read by its text alone.
struct Reading<'a> {
    text: &'a str,
    tokens: Vec<Token<'a>>,
    dates: Vec<date::DateAt>,
    figures: Vec<Figure>,
}

impl<'a> Reading<'a> {
    fn new(text: &'a str) -> Self {
        let quotes: Vec<(usize, usize)> = extract::quotes(text).iter().map(|q| (q.span.start, q.span.end)).collect();
        let tokens = read::tokens(text, &quotes);
        let mut taken: Vec<bool> = tokens.iter().map(|t| t.quoted).collect();
        extract::cites(&tokens).iter().for_each(|c| taken[c.tokens.0..=c.tokens.1].fill(true));
        let mut dates = date::find(&tokens);
        dates.retain(|d| !taken[d.first..=d.last].contains(&true));
        dates.iter().for_each(|d| taken[d.first..=d.last].fill(true));
        extract::ids(&tokens).iter().for_each(|i| taken[i.at] = true);
        let mut figures = figure::find(&tokens, &taken);
        // Only figures in digits: a changed digit needs one, and a hedge or a frame may stay true.
        figures.retain(|f| !f.spelled && !f.frame && f.lean == Lean::Exact);
        Self { text, tokens, dates, figures }
    }

    fn change(&self, kind: &str, rng: &mut impl Rng) -> Option<Change> {
        match kind {
            "changed_digit" => self.digit(rng),
            "swapped_year" => self.year(rng),
            "wrong_unit" => self.unit(rng),
            super::WRONG_THING => self.swap(rng),
            "invented_citation" => self.citation(rng),
            "invented_quotation" => self.quotation(rng),
            "changed_id" => self.id(rng),
            "changed_date" => self.date(rng),
            _ => None,
        }
    }

    fn digit(&self, rng: &mut impl Rng) -> Option<Change> {
        let figure = self.figures.choose(rng)?;
        let token = self.tokens[figure.first..=figure.last].iter().find(|t| t.shape == Shape::Number)?;
        let span = Span { start: token.start, end: token.end };
        // Some digits change nothing ("5.0" to "5.00" in print); try until the value has left the print's precision.
        (0..20).find_map(|_| {
            let to = other_digit(token.text, rng)?;
            let value = read::number::readings(&to).first()?.value;
            let before = read::number::readings(token.text);
            let outside = before.iter().all(|b| (b.value - value).abs() > 1.01 * b.half);
            outside.then_some(Change { span, to })
        })
    }

    fn year(&self, rng: &mut impl Rng) -> Option<Change> {
        let year = |t: &&Token<'_>| t.shape == Shape::Number && t.text.len() == 4 || t.shape == Shape::Iso;
        let years = self.dates.iter().flat_map(|d| self.tokens[d.first..=d.last].iter()).filter(year);
        let token = years.choose(rng)?;
        let now: i32 = token.text.get(..4)?.parse().ok()?;
        let to = now + *[-3, -2, -1, 1, 2, 3].choose(rng)?;
        Some(Change { span: Span { start: token.start, end: token.start + 4 }, to: to.to_string() })
    }

    fn unit(&self, rng: &mut impl Rng) -> Option<Change> {
        let mut all = Vec::new();
        for figure in &self.figures {
            let last = &self.tokens[figure.last];
            let to = match (figure.unit, last.text) {
                (Unit::Percent, "%") => " points",
                (Unit::Points, "points") => "percent",
                (_, "k") => "m",
                (_, "million") => "billion",
                (_, "thousand") => "million",
                _ => {
                    let Some(next) = self.tokens.get(figure.last + 1) else { continue };
                    let to = match next.text {
                        "days" => "hours",
                        "hours" => "days",
                        "weeks" => "months",
                        _ => continue,
                    };
                    all.push(Change { span: Span { start: next.start, end: next.end }, to: to.to_owned() });
                    continue;
                }
            };
            all.push(Change { span: Span { start: last.start, end: last.end }, to: to.to_owned() });
        }
        all.into_iter().choose(rng)
    }

    /// Two different figures of one unit change places within a sentence.
    fn swap(&self, rng: &mut impl Rng) -> Option<Change> {
        let mut pairs = Vec::new();
        for (i, a) in self.figures.iter().enumerate() {
            for b in &self.figures[i + 1..] {
                let alike = a.unit == b.unit && self.tokens[a.first].sentence == self.tokens[b.first].sentence;
                let text = |f: &Figure| &self.text[f.span.start..f.span.end];
                let far = (a.value() - b.value()).abs() > 1e-9;
                if alike && far && text(a) != text(b) {
                    let between = &self.text[a.span.end..b.span.start];
                    let to = format!("{}{between}{}", text(b), text(a));
                    pairs.push(Change { span: Span { start: a.span.start, end: b.span.end }, to });
                }
            }
        }
        pairs.into_iter().choose(rng)
    }

    fn citation(&self, rng: &mut impl Rng) -> Option<Change> {
        let cites = extract::cites(&self.tokens);
        let cite = cites.choose(rng)?;
        let to = rng.random_range(40..99);
        let bracketed = self.text[cite.span.start..].starts_with('[');
        let to = if bracketed { format!("[{to}]") } else { to.to_string() };
        Some(Change { span: cite.span, to })
    }

    fn quotation(&self, rng: &mut impl Rng) -> Option<Change> {
        const OTHERS: [&str; 8] = ["never", "always", "branch", "terrible", "morning", "refund", "quickly", "account"];
        let quote = *extract::quotes(self.text).choose(rng)?;
        let inner = &self.text[quote.inner.start..quote.inner.end];
        let word = inner.split(|c: char| !c.is_alphabetic()).filter(|w| w.len() >= 4).choose(rng)?;
        let start = word.as_ptr() as usize - self.text.as_ptr() as usize;
        let to = OTHERS.iter().filter(|o| !o.eq_ignore_ascii_case(word)).choose(rng)?;
        Some(Change { span: Span { start, end: start + word.len() }, to: (*to).to_owned() })
    }

    fn id(&self, rng: &mut impl Rng) -> Option<Change> {
        let ids = extract::ids(&self.tokens);
        let token = &self.tokens[ids.choose(rng)?.at];
        let to = other_digit(token.text, rng)?;
        Some(Change { span: Span { start: token.start, end: token.end }, to })
    }

    fn date(&self, rng: &mut impl Rng) -> Option<Change> {
        let date = self.dates.choose(rng)?;
        let tokens = &self.tokens[date.first..=date.last];
        match date.value {
            DateValue::Day(_) | DateValue::DayMonth(..) => {
                let token =
                    tokens.iter().find(|t| t.shape == Shape::Iso || t.shape == Shape::Number && t.text.len() <= 2)?;
                let iso = token.shape == Shape::Iso;
                let start = if iso { token.start + 8 } else { token.start };
                let end = if iso { token.start + 10 } else { token.end };
                let now: u32 = self.text[start..end].parse().ok()?;
                let day = (1..=28).filter(|d| *d != now).choose(rng)?;
                let to = if iso { format!("{day:02}") } else { day.to_string() };
                Some(Change { span: Span { start, end }, to })
            }
            _ => {
                let token = tokens.iter().find(|t| t.shape == Shape::Word && date::month(t.text).is_some())?;
                let names = ["January", "February", "April", "June", "August", "October", "December"];
                let to = names.iter().filter(|n| date::month(n) != date::month(token.text)).choose(rng)?;
                Some(Change { span: Span { start: token.start, end: token.end }, to: (*to).to_owned() })
            }
        }
    }
}

/// The text with one of its digits replaced; a first digit does not become 0.
fn other_digit(text: &str, rng: &mut impl Rng) -> Option<String> {
    let digits: Vec<usize> = text.char_indices().filter(|(_, c)| c.is_ascii_digit()).map(|(i, _)| i).collect();
    let at = *digits.choose(rng)?;
    let now = text[at..].chars().next()?;
    let lowest = if at == digits[0] && digits.len() > 1 { '1' } else { '0' };
    let to = (lowest..='9').filter(|d| *d != now).choose(rng)?;
    let mut out = text.to_owned();
    out.replace_range(at..=at, &to.to_string());
    Some(out)
}
