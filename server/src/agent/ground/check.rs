//! Goes through the claims of an answer and writes down for each where it was found, or why it was not.
//!
//! Deliberately not here: how anything is found.

use app::model::answer::{Claim, ClaimKind, Found};

use super::figures::derive::accepts;
use super::figures::evidence::{self, Told};
use super::figures::forms::{order, scale};
use super::figures::{lists, selection, selections};
use super::{Context, beside, calendar, elsewhere};
use crate::agent::ground::figures::matching::{self, Match};
use crate::agent::ground::index::field::Kind;
use crate::agent::ground::index::{Fact, Index, Place, RowSet, Set};
use crate::agent::ground::quote::{self, Quoted, Texts};
use crate::agent::ground::read::date::End;
use crate::agent::ground::read::extract::Span;
use crate::agent::ground::read::figure::Unit;
use crate::agent::ground::read::{self, extract};
use crate::agent::ground::scene::Scene;

/// All claims, in the order of the text.
pub fn claims(scene: &Scene<'_>, index: &Index<'_>, context: &Context<'_>) -> Vec<Claim> {
    let direct: Vec<Match> = scene.figures.iter().map(|f| matching::find(scene, index, f)).collect();
    let known: Vec<Option<u32>> =
        direct.iter().map(|m| if let Match::Found { fact, .. } = m { Some(*fact) } else { None }).collect();
    let told = repeated(scene, index);
    let mut book = Book { scene, index, told, claims: Vec::new(), open: Vec::new(), shown: Vec::new() };
    let mut verdicts = Vec::with_capacity(direct.len());
    for (f, found) in direct.iter().enumerate() {
        verdicts.push(book.figure(f, found, &known));
    }
    book.open_figures(&mut verdicts);
    book.dates(&verdicts, &known, context);
    book.clocks();
    book.ids(context);
    book.citations(context);
    book.quotations(context);
    book.names();
    book.claims.sort_by_key(|c| (c.start, c.end));
    book.claims
}

/// What became of a figure, as far as its neighbours care.
#[derive(Clone, Copy, PartialEq)]
enum Verdict {
    Found,
    /// Found by adding up or averaging rows.
    Stretch,
    Misplaced,
    Other,
}

struct Book<'s, 'a> {
    scene: &'s Scene<'a>,
    index: &'s Index<'s>,
    /// By sentence: the node of the tool's text that holds it word for word.
    told: Vec<Option<u32>>,
    claims: Vec<Claim>,
    /// Figures without a place so far, with what is wrong: what the others turn out to be may explain them.
    open: Vec<(usize, ClaimKind, String)>,
    /// What the figures that have a place are.
    shown: Vec<Told>,
}

/// "4 on each of three days: 12, 15 and 20 January": other days of the list with the same number.
fn equals(scene: &Scene<'_>, index: &Index<'_>, rows: &Set<u32>, sentence: (usize, usize)) -> Vec<u32> {
    if scene.days_in(sentence).count() < 2 {
        return Vec::new();
    }
    let alike = |r: &u32| {
        let value = |row: u32| index.cells.get(&row)?.first().map(|f| index.facts[*f as usize].value);
        let set = index.rows.get(*r as usize).and_then(|row| index.sets.get(row.set as usize));
        let series = |s: &&RowSet| s.series || s.rows.len() > 2 && !s.records;
        // A peak in an object of its own is one of the days of the list.
        let lists = set.into_iter().chain(&index.sets).filter(series).flat_map(|s| &s.rows);
        lists.filter(|o| value(**o).is_some() && value(**o) == value(*r)).copied().collect::<Vec<u32>>()
    };
    rows.iter().flat_map(alike).collect()
}

/// Sentences that a tool itself says word for word: what stands in them is the tool's claim, not the answer's.
fn repeated(scene: &Scene<'_>, index: &Index<'_>) -> Vec<Option<u32>> {
    let node = |(from, to): &(usize, usize)| {
        // Four words are the least that says anything.
        let last = to.checked_sub(1).filter(|last| *last >= from + 4)?;
        let words = scene.text.get(scene.tokens[*from].start..scene.tokens[last].end)?;
        index.said.iter().find(|(_, text)| text.contains(words)).map(|(node, _)| *node)
    };
    scene.sentences.iter().map(node).collect()
}

impl Book<'_, '_> {
    /// The tool's text that holds the sentence of token `i` word for word.
    fn repeats(&self, i: usize) -> Option<u32> {
        let sentence = self.scene.tokens.get(i)?.sentence;
        self.told.get(sentence as usize).copied().flatten()
    }

    fn push(&mut self, kind: ClaimKind, span: Span, result: Result<(Place, &str), String>) {
        let text = self.scene.text[span.start..span.end].to_owned();
        let (found, problem) = match result {
            Ok((place, how)) => {
                let (call, path) = self.index.place(place);
                (Some(Found { call, path, how: how.to_owned() }), None)
            }
            Err(problem) => (None, Some(problem)),
        };
        self.claims.push(Claim { kind, start: span.start, end: span.end, text, found, problem });
    }

    fn figure(&mut self, f: usize, direct: &Match, known: &[Option<u32>]) -> Verdict {
        let (scene, index) = (self.scene, self.index);
        let figure = &scene.figures[f];
        let kind = match figure.unit {
            Unit::Percent => ClaimKind::Percent,
            Unit::Money => ClaimKind::Amount,
            _ => ClaimKind::Number,
        };
        let no_claim = elsewhere::named_number(scene, index, figure) || elsewhere::percentile(scene, index, figure);
        if no_claim || elsewhere::row_year(scene, index, figure) || scale::is_end(scene, f, known, index) {
            return Verdict::Other;
        }
        if let Some(node) = self.repeats(figure.first) {
            self.push(kind, figure.span, Ok((Place::Node(node), "equal")));
            return Verdict::Found;
        }
        if let Some(problem) = elsewhere::foreign(scene, index, figure) {
            self.push(kind, figure.span, Err(problem));
            return Verdict::Misplaced;
        }
        if elsewhere::no_section(scene, index, figure) {
            self.push(kind, figure.span, Err("No result gives this section of the document.".into()));
            return Verdict::Misplaced;
        }
        if let Some(problem) = order::out_of_order(scene, f) {
            self.push(kind, figure.span, Err(problem));
            return Verdict::Misplaced;
        }
        let shown = |node: u32| Told { value: figure.value(), unit: figure.unit, node, first: figure.first };
        if let Match::Found { fact, how } = direct {
            let Fact { value, node, kind: given, .. } = index.facts[*fact as usize];
            let unit = match (figure.unit, given) {
                (Unit::Plain, Kind::Time(days)) => Unit::Time(days),
                (Unit::Plain, Kind::Money) => Unit::Money,
                (unit, _) => unit,
            };
            // A fraction that is told in percent.
            let value = if unit == Unit::Percent && !accepts(figure, value) { 100.0 * value } else { value };
            self.shown.push(Told { value, unit, ..shown(node) });
            self.push(kind, figure.span, Ok((Place::Node(node), how)));
            return Verdict::Found;
        }
        if let Some((kind, place, how)) = elsewhere::find(scene, index, known, f, kind) {
            if let Place::Node(node) = place {
                self.shown.push(shown(node));
            }
            self.push(kind, figure.span, Ok((place, how)));
            let days = matches!(place, Place::Node(n) if index.sets.iter().any(|s| s.series && s.node == n));
            return if days && matches!(how, "sum" | "average") { Verdict::Stretch } else { Verdict::Found };
        }
        if figure.spelled && !elsewhere::countable(scene, index, figure)
            || figure.frame && figure.unit == Unit::Plain && !elsewhere::refers(scene, figure)
        {
            return Verdict::Other;
        }
        if let Some(node) = elsewhere::year(scene, index, figure).filter(|_| matches!(direct, Match::Absent)) {
            self.push(ClaimKind::Date, figure.span, Ok((Place::Node(node), "equal")));
            return Verdict::Other;
        }
        let drawn = lists::bounded::limit(scene, index, figure);
        if drawn || matches!(direct, Match::Absent) && elsewhere::limit(scene, index, figure) {
            return Verdict::Other;
        }
        let word = scene.tokens[figure.first].text;
        let (problem, verdict) = match direct {
            Match::Misplaced(why) => (
                format!("“{}” is in the results, but {why}.", scene.text[figure.span.start..figure.span.end].trim()),
                Verdict::Misplaced,
            ),
            _ => (elsewhere::absent(index, word), Verdict::Other),
        };
        self.open.push((f, kind, problem));
        verdict
    }

    /// What no name and no word explains may still follow from the rest, one figure from another.
    fn open_figures(&mut self, verdicts: &mut [Verdict]) {
        for _ in 0..2 {
            for (f, kind, problem) in std::mem::take(&mut self.open) {
                let figure = &self.scene.figures[f];
                let rows = selections(self.scene, self.index, figure);
                let misplaced = verdicts[f] == Verdict::Misplaced;
                match evidence::find(self.scene, self.index, figure, &self.shown, &rows, misplaced) {
                    Some((node, how)) => {
                        self.shown.push(Told { value: figure.value(), unit: figure.unit, node, first: figure.first });
                        self.push(kind, figure.span, Ok((Place::Node(node), how)));
                        verdicts[f] = Verdict::Found;
                    }
                    None => self.open.push((f, kind, problem)),
                }
            }
        }
        for (f, kind, problem) in std::mem::take(&mut self.open) {
            self.push(kind, self.scene.figures[f].span, Err(problem));
        }
    }

    fn dates(&mut self, verdicts: &[Verdict], known: &[Option<u32>], context: &Context<'_>) {
        let (scene, index) = (self.scene, self.index);
        for date in &scene.dates {
            let sentence = scene.sentence(date.first);
            let here = |f: &usize| scene.figures[*f].first >= sentence.0 && scene.figures[*f].first < sentence.1;
            let near = |f: usize| scene.segments[scene.figures[f].first] == scene.segments[date.first];
            let mut rows: Set<u32> = Set::default();
            for f in (0..known.len()).filter(here) {
                rows.extend(known[f].map(|id| index.facts[id as usize].row));
            }
            rows.extend(equals(scene, index, &rows, sentence));
            let misplaced = (0..verdicts.len()).any(|f| verdicts[f] == Verdict::Misplaced && near(f) && here(&f));
            let stretch = (0..verdicts.len()).filter(here).any(|f| verdicts[f] == Verdict::Stretch)
                || date.end != End::Single && selection::tells_stretch(scene, index, date);
            let beside = calendar::Beside { rows: &rows, misplaced, stretch };
            let span = Span { start: scene.tokens[date.first].start, end: scene.tokens[date.last].end };
            if let Some(node) = self.repeats(date.first) {
                self.push(ClaimKind::Date, span, Ok((Place::Node(node), "equal")));
                continue;
            }
            let result = calendar::check(scene, index, date, &beside, context).map(|place| (place, "equal"));
            self.push(ClaimKind::Date, span, result);
        }
    }

    /// Times of day: one that a result or a text gives.
    fn clocks(&mut self) {
        for (i, token) in self.scene.tokens.iter().enumerate() {
            let Some(minutes) = read::clock(&self.scene.tokens, i).filter(|_| !token.quoted) else { continue };
            let span = Span { start: token.start, end: token.end };
            let known = self.index.clocks.iter().find(|(m, _)| *m == minutes).map(|(_, node)| Place::Node(*node));
            let place = known.or_else(|| self.repeats(i).map(Place::Node));
            let place = place.or_else(|| quote::clocked(self.index, minutes).map(|t| t.place));
            let result = place.map(|p| (p, "equal")).ok_or_else(|| "No result speaks of this time of day.".to_owned());
            self.push(ClaimKind::Date, span, result);
        }
    }

    /// "See comm-05982 for details [3]", where [3] is another record of that kind.
    fn cited_other(&self, id: &extract::IdAt, context: &Context<'_>) -> Option<String> {
        let (from, to) = self.scene.sentence(id.at);
        let alone = self.scene.ids.iter().filter(|i| i.at >= from && i.at < to).count() == 1;
        let text = self.scene.tokens[id.at].text.to_lowercase();
        let kind = extract::prefix(&text);
        let mut cited = self.scene.cites.iter().filter(|c| c.tokens.0 > id.at && c.tokens.1 < to).peekable();
        if context.guessed || !alone || kind.is_empty() || cited.peek().is_none() {
            return None;
        }
        let ids: Vec<String> =
            cited.filter_map(|c| Some(context.citations.get(c.number.checked_sub(1)?)?.id.to_lowercase())).collect();
        let others = ids.iter().all(|i| *i != text && extract::prefix(i) == kind);
        (others && !ids.is_empty()).then(|| ids[0].clone())
    }

    fn ids(&mut self, context: &Context<'_>) {
        for id in &self.scene.ids {
            let token = &self.scene.tokens[id.at];
            let lower = token.text.to_lowercase();
            let span = Span { start: token.start, end: token.end };
            let known = self.index.ids.get(&lower).copied();
            let place = known.or_else(|| quote::literal(self.index, token.text, false).map(|t| t.place));
            let prefix = extract::prefix(&lower);
            let of_a_kind = !prefix.is_empty() && self.index.prefixes.contains(prefix)
                || elsewhere::KNOWN_PREFIXES.contains(&prefix)
                || extract::lead(&lower).is_some_and(|lead| self.index.prefixes.contains(lead))
                || self.index.id_shapes.contains(&extract::shape(token.text));
            match place {
                Some(_) if let Some(other) = self.cited_other(id, context) => {
                    self.push(ClaimKind::Id, span, Err(format!("The source that is cited is {other}.")));
                }
                Some(place) => self.push(ClaimKind::Id, span, Ok((place, "equal"))),
                // A tool said that it knows no such record, and the answer says so, too: that claims no record.
                None if self.unknown(id, context) => {}
                // A name with digits ("PSD2") is not an identifier of ours.
                None if of_a_kind || id.announced => {
                    self.push(ClaimKind::Id, span, Err("No record with this identifier was read.".into()));
                }
                None => {}
            }
        }
    }

    /// An identifier of a call that was refused, in a sentence that denies it.
    fn unknown(&self, id: &extract::IdAt, context: &Context<'_>) -> bool {
        const DENIES: [&str; 12] = [
            "no", "not", "none", "nothing", "unknown", "cannot", "couldn't", "without", "isn't", "doesn't", "wasn't",
            "neither",
        ];
        let name = self.scene.tokens[id.at].text.to_lowercase();
        let bound = |c: Option<char>| c.is_none_or(|c| !c.is_alphanumeric() && c != '-' && c != '_');
        let named = |text: &str| {
            let text = text.to_lowercase();
            let mut at = text.match_indices(name.as_str()).map(|(at, word)| (at, at + word.len()));
            at.any(|(from, to)| bound(text[..from].chars().next_back()) && bound(text[to..].chars().next()))
        };
        self.scene.says_word(self.scene.sentence(id.at), &DENIES) && context.refusals.iter().any(|r| named(r))
    }

    fn citations(&mut self, context: &Context<'_>) {
        for cite in &self.scene.cites {
            let source = cite.number.checked_sub(1).and_then(|n| context.citations.get(n));
            let result = match source {
                // "[57]" where a record is called so.
                None if let Some(place) = self.index.ids.get(&cite.number.to_string()) => Ok((*place, "equal")),
                None => Err(format!("There is no source {}; the answer has {}.", cite.number, context.citations.len())),
                Some(s) => match self.index.ids.get(&s.id.to_lowercase()) {
                    Some(place) => Ok((*place, "equal")),
                    None => Err(format!("{} was not read in this run.", s.id)),
                },
            };
            self.push(ClaimKind::Citation, cite.span, result);
        }
    }

    fn quotations(&mut self, context: &Context<'_>) {
        let mut texts = Texts::default();
        let scene = self.scene;
        for quote in &scene.quotes {
            let words = &scene.text[quote.inner.start..quote.inner.end];
            let after = scene.tokens.iter().position(|t| t.start >= quote.span.end).unwrap_or(usize::MAX);
            let follows = |c: &&extract::Cite| c.tokens.0 >= after && c.tokens.0 - after <= 2;
            let cited =
                scene.cites.iter().filter(follows).filter_map(|c| context.citations.get(c.number.checked_sub(1)?));
            let cited: Vec<&str> = cited.filter(|_| !context.guessed).map(|s| s.id.as_str()).collect();
            let title = |i: u32| quote::title(&self.index.texts[i as usize]);
            let result = match texts.quotation(self.index, words, &cited) {
                Quoted::In(i) => Ok((self.index.texts[i as usize].place, "equal")),
                Quoted::Elsewhere(i) => {
                    Err(format!("These words stand in {}, not in the source that is cited.", title(i)))
                }
                Quoted::Near(i) => Err(format!("Not word for word: {} goes on differently.", title(i))),
                Quoted::Nowhere if let Some(phrase) = self.index.phrase_of(words) => {
                    Ok((Place::Node(self.index.phrases[phrase as usize].node), "equal"))
                }
                Quoted::Nowhere => Err("These words stand in no record that was read.".to_owned()),
            };
            self.push(ClaimKind::Quotation, quote.span, result);
        }
    }

    /// Names of customers and products, so that a reader can follow them. Other capitalised words are no claims.
    fn names(&mut self) {
        let strangers = beside::strangers(self.scene, self.index);
        for (m, problem) in &strangers {
            let span = Span { start: self.scene.tokens[m.first].start, end: self.scene.tokens[m.last].end };
            self.push(ClaimKind::Name, span, Err(problem.clone()));
        }
        for m in self.scene.mentions.iter().filter(|m| strangers.iter().all(|s| s.0.first != m.first)) {
            let phrase = &self.index.phrases[m.phrase as usize];
            let first = &self.scene.tokens[m.first];
            if phrase.name && first.capital() && !first.quoted {
                let span = Span { start: first.start, end: self.scene.tokens[m.last].end };
                self.push(ClaimKind::Name, span, Ok((Place::Node(phrase.node), "equal")));
            }
        }
    }
}
