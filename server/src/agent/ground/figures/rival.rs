//! Does a sentence give a figure to the field that holds it? "68 were breached" is wrong when 68 stands under
//! `compliantCount`, although no row is mixed up.
//!
//! Deliberately not here: rows (`naming`).

use super::derive::accepts;
use super::forms::level;
use super::naming::{holds_of, same};
use super::sense::{COUNTED, averaged_over};
use crate::agent::ground::index::field::Kind;
use crate::agent::ground::index::{Fact, Index, Origin, Step, field};
use crate::agent::ground::read::Token;
use crate::agent::ground::read::figure::{Figure, Unit};
use crate::agent::ground::read::stem::{Stem, each, known};
use crate::agent::ground::scene::{Mention, Scene};

/// What a sentence says about a figure's field.
pub enum Rival {
    None,
    /// It speaks of this very field.
    Own,
    /// It speaks of another field nearby, by this word.
    Other(String),
}

/// Among the words of the figure's segment that speak of a field beside the fact's own, and stand nearer to this figure
/// than to any other: are they this field's?
pub fn rival(scene: &Scene<'_>, index: &Index<'_>, figure: &Figure, fact: &Fact) -> Rival {
    let (own, others) = calls(index, fact);
    if others.is_empty() || level::side_by_side(scene, figure) || figure.whole || averaged_over(scene, figure) {
        return Rival::None;
    }
    if let Some((from, to)) = scene.head(figure) {
        let said = |words: &[Stem]| scene.tokens[from..to].iter().find(|t| t.stem != 0 && words.contains(&t.stem));
        return match (said(&own), said(&others)) {
            (None, Some(t)) => Rival::Other(t.text.to_owned()),
            (Some(_), None) => Rival::Own,
            _ => Rival::None,
        };
    }
    // "82.8 complaints per 100,000 inhabitants" is the rate that stands beside the complaints.
    let rate = index.fields[fact.field as usize].stems.contains(&const { known("per") });
    if rate && scene.says_near(figure, &["per"]) {
        return other_rate(scene, index, figure, fact).map_or(Rival::Own, Rival::Other);
    }
    let (from, to) = scene.sentence(figure.first);
    let segment = scene.segments[figure.first];
    // "Service quality (32) drags the score down": its own name stands right before it.
    let own_row =
        |m: &&Mention| index.rows.get(fact.row as usize).is_some_and(|r| r.labels.iter().any(|l| l.1 == m.phrase));
    let open = figure.first > from && scene.tokens[figure.first - 1].is("(");
    if open && scene.mentions_in((from, figure.first)).filter(own_row).any(|m| m.last + 2 == figure.first) {
        return Rival::Own;
    }
    let mut other = None;
    for at in (from..to).filter(|at| scene.segments[*at] == segment) {
        let t = &scene.tokens[at];
        let name = || scene.mentions.iter().any(|m| m.first <= at && at <= m.last && m.last > m.first);
        if t.stem == 0 || t.quoted || !closest(scene, figure, at) || negated(scene, at) || name() {
            continue;
        }
        match (own.contains(&t.stem), others.contains(&t.stem)) {
            (true, false) => return Rival::Own,
            // "Was" speaks of the period before only right in front of its figure, and where something is now.
            (false, true)
                if t.word("was")
                    && (at > figure.first || figure.first - at > 2 || !scene.says_word((from, to), &NOW)) => {}
            // "Second slowest is X at 69 hours": not the most.
            (false, true) if at > from && scene.tokens[at - 1].any(&["second", "third", "fourth", "next"]) => {}
            // "Payment processing (11 messages)", of a map of names that stands beside the number of messages.
            (false, true) if in_named_map(scene, index, fact) && COUNTED.contains(&t.stem) => {}
            // "24.7% (18 cases)": the brackets say what the share is in numbers.
            (false, true) if in_numbers(scene, index, figure, fact) => {}
            (false, true) if holds_of(index, fact, t) || of_whole(scene, index, figure, fact, at) => {}
            // The row's own name: "won deals: 25" for `{"Won": 25}`.
            (false, true) if own_name(index, fact, t.stem) => {}
            // "Highest breach rate: 36.1% (13 cases)": the sentence speaks of the field, the noun of its things.
            (false, true) if COUNTED.contains(&t.stem) && scene.says(scene.around(figure.first), &own) => {}
            (false, true) => other = other.or_else(|| Some(t.text.to_owned())),
            // "The mood is mixed: 29 negative": the row's own name right beside its number.
            (false, false) if at == figure.last + 1 && own_name(index, fact, t.stem) => return Rival::Own,
            // A word that both fields share tells them not apart.
            (true, true) | (false, false) => {}
        }
    }
    other.map_or(Rival::None, Rival::Other)
}

/// "26 of 140 calls", "48 of its 79 chats": the word after the whole speaks of the whole.
fn of_whole(scene: &Scene<'_>, index: &Index<'_>, figure: &Figure, fact: &Fact, at: usize) -> bool {
    let whole = scene.figures.iter().find(|f| f.whole && f.first > figure.last && f.last < at && at - f.last <= 2);
    let beside = || index.siblings.get(&fact.holder).into_iter().flatten().map(|f| &index.facts[*f as usize]);
    let called = |f: &Fact| index.fields[f.field as usize].calls.contains(&scene.tokens[at].stem);
    // The word right behind it is its noun, whatever else counts such things.
    let noun = |w: &Figure| at == w.last + 1;
    whole.is_some_and(|w| beside().any(|f| f.field != fact.field && accepts(w, f.value) && (noun(w) || called(f))))
}

/// "67 per 10,000" of `per100k`: for how many the sentence says the rate, where the field says another number.
fn other_rate(scene: &Scene<'_>, index: &Index<'_>, figure: &Figure, fact: &Fact) -> Option<String> {
    let number = |text: &str| {
        let plain = text.to_lowercase().replace([',', '.', '\''], "");
        match plain.strip_suffix('k') {
            Some(thousands) => thousands.parse::<f64>().ok().map(|n| 1e3 * n),
            None => plain.parse().ok(),
        }
    };
    let Step::Key(name) = index.nodes[fact.node as usize].step else { return None };
    let own = field::words(name).iter().find_map(|w| number(w))?;
    let (_, to) = scene.sentence(figure.first);
    let per = (figure.last + 1..to).find(|i| scene.tokens[*i].word("per"))?;
    let said = scene.tokens.get(per + 1)?;
    // "100k" is read as a number and a letter.
    let thousands = scene.tokens.get(per + 2).is_some_and(|t| t.glued && t.word("k"));
    let value = number(said.text)? * if thousands { 1e3 } else { 1.0 };
    (value != own).then(|| said.text.to_owned())
}

/// Words of a time that another one came before.
const NOW: [&str; 8] = ["now", "is", "are", "currently", "since", "today", "then", "later"];

/// One of the names of a map that hold a number each, which the sentence names.
fn in_named_map(scene: &Scene<'_>, index: &Index<'_>, fact: &Fact) -> bool {
    let Some(row) = index.rows.get(fact.row as usize) else { return false };
    let alone = index.cells.get(&fact.row).is_some_and(|cells| cells.len() == 1);
    let beside = index.siblings.get(&fact.holder).is_some_and(|facts| facts.len() > 1);
    let name = |m: &Mention| row.labels.iter().any(|l| l.1 == m.phrase);
    let dated = || row.date.is_some_and(|own| scene.dates.iter().any(|d| same(own, d.value)));
    alone && beside && index.sets[row.set as usize].required && (scene.mentions.iter().any(name) || dated())
}

/// The figure stands in brackets behind a share, and is that share of a number beside it.
fn in_numbers(scene: &Scene<'_>, index: &Index<'_>, figure: &Figure, fact: &Fact) -> bool {
    let open = figure.first.checked_sub(1).is_some_and(|i| scene.tokens[i].is("("));
    let share = scene.figures.iter().find(|f| open && f.last + 2 == figure.first && f.unit == Unit::Percent);
    let beside = || index.siblings.get(&fact.holder).into_iter().flatten().map(|f| &index.facts[*f as usize]);
    let whole = |w: &Fact| w.kind == Kind::Count && w.value > fact.value;
    share.is_some_and(|share| beside().any(|w| whole(w) && accepts(share, 100.0 * fact.value / w.value)))
}

fn own_name(index: &Index<'_>, fact: &Fact, word: Stem) -> bool {
    let row = index.rows.get(fact.row as usize);
    row.is_some_and(|r| r.labels.iter().any(|l| index.phrases[l.1 as usize].stems == [word]))
}

/// The words that speak of the fact's field, and those that speak of fields beside it: siblings, objects beside it, and
/// for a number in such an object the fields around that object.
fn calls(index: &Index<'_>, fact: &Fact) -> (Vec<Stem>, Vec<Stem>) {
    let field = |f: u32| &index.fields[f as usize];
    let mut own = field(fact.field).calls.clone();
    let mut others: Vec<Stem> = Vec::new();
    // The noun of its parts ("complaints") is that of a total, too.
    let noun = |s: &Stem| COUNTED.contains(s);
    let total = field(fact.field).total;
    let mut beside = |holder: u32, skip: u32| {
        for s in index.siblings.get(&holder).into_iter().flatten().map(|s| &index.facts[*s as usize]) {
            // The noun of a total ("cases") is the noun of all its parts.
            let kind = if fact.origin == Origin::Share { Kind::Count } else { fact.kind };
            if s.field != fact.field && comparable(s.kind, kind) && !field(s.field).total {
                others.extend(field(s.field).calls.iter().filter(|s| !total || !noun(s)));
            }
        }
        for (_, inner) in index.inner.get(&holder).into_iter().flatten().filter(|(node, _)| *node != skip) {
            others.extend(&field(*inner).calls);
        }
    };
    beside(fact.holder, fact.node);
    let around = index.nodes[fact.holder as usize].parent;
    let key = index.inner.get(&around).into_iter().flatten().find(|(node, _)| *node == fact.holder);
    if let Some((node, name)) = key {
        beside(around, *node);
        own.extend(&field(*name).calls);
    }
    // "On the wrong day" does not speak of an average per day, "in the window" of no object that is called so.
    const TIMES: [Stem; 8] = each(["day", "week", "month", "quarter", "year", "window", "range", "period"]);
    others.retain(|w| !TIMES.contains(w));
    own.retain(|w| !TIMES.contains(w));
    (own, others)
}

fn comparable(a: Kind, b: Kind) -> bool {
    std::mem::discriminant(&a) == std::mem::discriminant(&b)
}

/// No other figure of the segment stands nearer to token `at`; the whole of "12 of 80" does not count.
pub fn closest(scene: &Scene<'_>, figure: &Figure, at: usize) -> bool {
    let distance = |f: &Figure| if at < f.first { 2 * (f.first - at) + 1 } else { 2 * at.saturating_sub(f.last) };
    let segment = scene.segments[figure.first];
    // "12 of 31 sessions were escalated (38.7%)": what stands in brackets repeats the part.
    let whole = scene.figures.iter().any(|w| w.whole && w.first > figure.last && w.last < at);
    let repeats = |f: &&Figure| whole && f.first > at && scene.tokens[f.first - 1].is("(") && f.first != figure.first;
    let rivals = scene.figures.iter().filter(|f| !f.whole && scene.segments[f.first] == segment && !repeats(f));
    rivals.map(distance).min().is_none_or(|d| distance(figure) <= d)
}

/// The same for a name of several words, measured from its nearer end.
pub fn closest_name(scene: &Scene<'_>, figure: &Figure, m: &Mention) -> bool {
    let distance =
        |f: &Figure| if m.last < f.first { 2 * (f.first - m.last) + 1 } else { 2 * m.first.saturating_sub(f.last) };
    let segment = scene.segments[figure.first];
    let rivals = scene.figures.iter().filter(|f| !f.whole && scene.segments[f.first] == segment);
    scene.segments[m.first] == segment && rivals.map(distance).min().is_none_or(|d| distance(figure) <= d)
}

fn negated(scene: &Scene<'_>, at: usize) -> bool {
    let word = |k: usize| at.checked_sub(k).map(|i| &scene.tokens[i]);
    let no = |t: Option<&Token<'_>>| t.is_some_and(|t| t.any(&["not", "no", "without", "never", "non", "un"]));
    no(word(1)) || no(word(2))
}
