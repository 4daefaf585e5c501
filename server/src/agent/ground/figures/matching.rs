//! Matches a figure with the numbers of the results: same kind, value within the print's precision, given to the right
//! row and field.
//!
//! Deliberately not here: figures that no result holds as such (`derive`).

use super::derive::accepts;
use super::forms::{run, scale};
use super::naming::{Naming, naming, partly};
use super::rival::{Rival, rival};
use super::sense;
use super::{agree, bound, evidence, limits, quoted};
use crate::agent::ground::index::field::{self, Kind};
use crate::agent::ground::index::{Fact, Index, NONE, Origin};
use crate::agent::ground::read::figure::{Figure, Unit};
use crate::agent::ground::scene::Scene;

/// What looking for a figure came to.
#[derive(Clone, Debug)]
pub enum Match {
    /// The fact, and how: "equal", "rounded" or "share".
    Found {
        fact: u32,
        how: &'static str,
    },
    /// The number is there but belongs to something else; the words say to what.
    Misplaced(String),
    Absent,
}

/// How well one fact fits.
enum Fit {
    /// Smaller is better.
    Yes(u32),
    No(String),
    Never,
}

/// Looks a figure up.
pub fn find(scene: &Scene<'_>, index: &Index<'_>, figure: &Figure) -> Match {
    if let Some(bound) = limits::find(scene, index, figure) {
        return bound;
    }
    let mut best: Option<(u32, u32)> = None;
    let mut misplaced = None;
    let mut ids = candidates(scene, index, figure);
    // What a tool's sentence says also stands in its fields, which say more exactly what it belongs to.
    let given = |id: &u32| !matches!(index.facts[*id as usize].origin, Origin::Prose(_));
    if ids.iter().any(|id| given(id) && suits(scene, index, figure, &index.facts[*id as usize])) {
        ids.retain(given);
    }
    for id in ids {
        match fit(scene, index, figure, &index.facts[id as usize]) {
            Fit::Yes(cost) if best.is_none_or(|(c, _)| cost < c) => best = Some((cost, id)),
            Fit::No(why) => misplaced = misplaced.or(Some(why)),
            Fit::Yes(_) | Fit::Never => {}
        }
    }
    match (best, misplaced) {
        (Some((_, fact)), _) => Match::Found { fact, how: how(index, figure, fact) },
        (None, Some(why)) => Match::Misplaced(why),
        (None, None) => Match::Absent,
    }
}

fn how(index: &Index<'_>, figure: &Figure, id: u32) -> &'static str {
    let fact = &index.facts[id as usize];
    if fact.origin == Origin::Share {
        "share"
    } else if index.summed.contains(&id) {
        "sum"
    } else if figure.readings.iter().any(|r| (r.value.abs() - fact.value.abs()).abs() < 1e-9) {
        "equal"
    } else {
        "rounded"
    }
}

/// Facts whose value the print accepts, of a kind that the unit accepts.
fn candidates(scene: &Scene<'_>, index: &Index<'_>, figure: &Figure) -> Vec<u32> {
    let mut out: Vec<u32> = Vec::new();
    let down = ["fell", "down", "negative", "minus", "below", "dropped", "declined", "decrease", "decreased", "fall"];
    let mirrored = figure.value() > 0.0 && scene.says_word(scene.sentence(figure.first), &down);
    for (lo, hi) in figure.accepts() {
        if let Unit::Time(days) = figure.unit {
            let timed = |f: &Fact| match f.kind {
                Kind::Time(unit) => (lo..=hi).contains(&(f.value * unit / days)),
                _ => false,
            };
            out.extend(index.facts.iter().enumerate().filter(|(_, f)| timed(f)).map(|(i, _)| i as u32));
            continue;
        }
        let percent = figure.unit == Unit::Percent;
        out.extend(index.between(percent, lo, hi));
        if percent {
            // "Her score is 87.1%" where a result gives 0.871.
            let scored =
                |f: &u32| index.facts[*f as usize].kind == Kind::Score && index.facts[*f as usize].value.abs() <= 1.0;
            out.extend(index.between(false, lo / 100.0, hi / 100.0).filter(scored));
        }
        // An amount that went out may stand with its sign.
        let paid = |f: &u32| matches!(index.facts[*f as usize].kind, Kind::Money | Kind::Count);
        if mirrored || figure.unit == Unit::Money && figure.value() > 0.0 {
            out.extend(index.between(percent, -hi, -lo).filter(|f| mirrored || paid(f)));
        }
        if percent {
            // "The commission rate is 1.5%" where a result gives `commission_pct: 0.015`.
            let part = |f: &u32| {
                let fact = &index.facts[*f as usize];
                fact.kind == Kind::Share && fact.origin == Origin::Given && fact.value.abs() < 1.0
            };
            out.extend(index.between(true, lo / 100.0, hi / 100.0).filter(part));
        }
        if figure.unit == Unit::Points {
            // "Up by 21.4 points" where a result gives 0.214.
            let part = |f: &u32| index.facts[*f as usize].value.fract() != 0.0;
            out.extend(index.between(false, lo / 100.0, hi / 100.0).filter(part));
            out.extend(index.between(false, -hi / 100.0, -lo / 100.0).filter(part));
        }
        if figure.value() < 0.0 {
            // "−39%" where a result gives a decrease of 39%.
            let fallen = |f: &u32| agree::is_fall(&index.fields[index.facts[*f as usize].field as usize]);
            out.extend(index.between(percent, -hi, -lo).filter(fallen));
        }
    }
    out
}

/// True when a fact of this kind may stand behind a figure of this unit.
fn suits(scene: &Scene<'_>, index: &Index<'_>, figure: &Figure, fact: &Fact) -> bool {
    let words = &index.fields[fact.field as usize].calls;
    let calls = || scene.says(scene.sentence(figure.first), words);
    let near = || scene.says_stem_near(figure, words);
    match (figure.unit, fact.kind) {
        (Unit::Percent, Kind::Share) | (Unit::Money, Kind::Money) | (Unit::Time(_), Kind::Time(_)) => true,
        (Unit::Points, Kind::Score | Kind::Count) if fact.value.abs() < 0.2 * figure.value().abs() => {
            agree::is_change(&index.fields[fact.field as usize])
        }
        (Unit::Points, Kind::Score) => {
            // `"healthScore": {"value": 64}`.
            let around = || index.around(fact.holder).map(|name| field::read(name).calls).unwrap_or_default();
            matches!(fact.origin, Origin::Prose(_))
                || near()
                || calls()
                || scene.says((0, scene.tokens.len()), &around())
        }
        (Unit::Percent, Kind::Score) => near() || scene.says(scene.around(figure.first), words),
        (Unit::Percent, Kind::Count) => {
            fact.origin == Origin::Given
                && !index.fields[fact.field as usize].mean
                && fact.value.abs() < 10.0
                && fact.value.fract() != 0.0
        }
        (Unit::Money, Kind::Count | Kind::Score) => {
            // "The property is worth €485,000" where a result gives `value: 485000`.
            let amount = fact.origin == Origin::Given && fact.value.abs() >= 100.0;
            amount && fact.kind == Kind::Count && !index.fields[fact.field as usize].counts
                || fact.value.fract() != 0.0
                || near()
                || !index.facts.iter().any(|f| f.kind == Kind::Money)
                || fact.currency.is_some() && evidence::telling(index, figure)
        }
        (Unit::Plain, Kind::Count | Kind::Score) => true,
        (Unit::Plain, Kind::Time(_)) if index.fields[fact.field as usize].between => false,
        (Unit::Plain, Kind::Money | Kind::Time(_)) => {
            // "30.9 hours; silver follows at 17.8": the unit was said before.
            let (from, _) = scene.sentence(figure.first);
            let said = |f: &&Figure| {
                f.first < figure.first && matches!((f.unit, fact.kind), (Unit::Time(a), Kind::Time(b)) if a == b)
            };
            let before = scene.figures.iter().filter(said).max_by_key(|f| f.first);
            let carried = before.is_some_and(|f| f.first >= scene.around(from).0);
            carried || calls() || evidence::telling(index, figure)
        }
        // A fraction restated as it stands; in percent it would carry its sign.
        (Unit::Plain, Kind::Share) => figure.value().abs() <= 1.0 && figure.readings.iter().any(|r| r.half < 0.5),
        _ => false,
    }
}

fn fit(scene: &Scene<'_>, index: &Index<'_>, figure: &Figure, fact: &Fact) -> Fit {
    if !suits(scene, index, figure, fact) {
        return Fit::Never;
    }
    if let Origin::Prose(n) = fact.origin {
        return match sense::not_of_peak(scene, index, figure, fact) {
            Some(why) => Fit::No(why),
            None if bound::attached(scene, index, figure).is_some() => Fit::Never,
            // A sentence that says "17%" does not say "17.0%".
            None if sense::decimals(figure) && fact.value.fract() == 0.0 && !said(scene, index, figure) => Fit::Never,
            None => prose_fit(scene, index, figure, &index.prose[n as usize]),
        };
    }
    let objection =
        sense::objection(scene, index, figure, fact).or_else(|| agree::objection(scene, index, figure, fact));
    if let Some(why) = objection.or_else(|| bound::objection(scene, index, figure, fact)) {
        return Fit::No(why);
    }
    if quoted::is_label(scene, index, figure, fact) {
        return Fit::Yes(1);
    }
    let mut named = quoted::names(scene, index, figure, fact) == Some(true)
        || of_its_whole(scene, index, figure, fact)
        || scale::is_best(scene, index, figure, fact);
    let mut cost = u32::from(fact.origin == Origin::Share);
    for (r, row) in index.lineage(fact.row) {
        // A number beside a date is that day's, even in an object of its own.
        let required = index.sets[row.set as usize].required || row.date.is_some() && row.parent != NONE;
        match naming(scene, index, figure, fact, r) {
            Naming::Named => named |= required,
            _ if required
                && !named
                && (run::holds(scene, index, figure, fact, r)
                    || run::before(scene, index, figure, r)
                    || run::after(scene, index, figure, fact, r)
                    || run::period_before(scene, index, figure, r)
                    || run::year_before(scene, index, figure, r)
                    || run::from_before(scene, index, figure, fact, r)) =>
            {
                cost += 4;
            }
            Naming::Other { .. } if required && !named && the_others(scene, index, figure, r) => cost += 4,
            Naming::Other { near, named: other } if near || required && !named => {
                let not = if other.is_empty() { String::new() } else { format!(", not to {other}") };
                return Fit::No(format!("it belongs to {}{not}", owner(index, r)));
            }
            Naming::Silent
                if required
                    && !named
                    && evidence::telling(index, figure)
                    && !others_meant(scene, index, figure, r)
                    && !of_another(scene, index, figure, r) =>
            {
                cost += 4;
            }
            Naming::Silent | Naming::Other { near: false, .. }
                if required && !named && carried(scene, index, figure, r) =>
            {
                cost += 3;
            }
            // "The other three took 22, 51 and 90 hours": rows that the sentence does not name.
            Naming::Silent if required && !named && the_others(scene, index, figure, r) => cost += 4,
            Naming::Silent | Naming::Other { .. } if required && !named => {
                return Fit::No(format!("it is given for {}, which the sentence does not name", owner(index, r)));
            }
            Naming::Silent | Naming::Other { .. } => cost += 2,
        }
    }
    match rival(scene, index, figure, fact) {
        Rival::None => {}
        Rival::Own => cost = cost.saturating_sub(1),
        Rival::Other(word) => {
            return Fit::No(format!("it stands under {}, not under “{word}”", field_name(index, fact)));
        }
    }
    Fit::Yes(cost)
}

/// "It handed over 37.7% of its 122 conversations": the whole that is told stands beside the share.
fn of_its_whole(scene: &Scene<'_>, index: &Index<'_>, figure: &Figure, fact: &Fact) -> bool {
    let of = scene.tokens.get(figure.last + 1).is_some_and(|t| t.word("of"));
    let whole = scene.figures.iter().find(|f| f.first > figure.last + 1 && f.first <= figure.last + 3);
    let beside = || index.siblings.get(&fact.holder).into_iter().flatten().map(|f| &index.facts[*f as usize]);
    let told = |f: &Figure| beside().any(|b| b.kind == Kind::Count && b.value >= 10.0 && accepts(f, b.value));
    of && fact.kind == Kind::Share && whole.is_some_and(told)
}

/// The sentence names another row of the list by a word of its own: "ABB" for "ABB Ltd".
fn others_meant(scene: &Scene<'_>, index: &Index<'_>, figure: &Figure, r: u32) -> bool {
    let segment = |i: &usize| scene.segments[*i] == scene.segments[figure.first];
    let (from, to) = scene.sentence(figure.first);
    let (Some(first), Some(last)) = ((from..to).find(segment), (from..to).rev().find(segment)) else { return false };
    let near = (first, last + 1);
    let row = &index.rows[r as usize];
    let rows = index.sets[row.set as usize].rows.iter().filter(|o| **o != r).take(40);
    let meant = |l: &(u32, u32)| !row.labels.contains(l) && partly(scene, index, near, (row.set, l.0, l.1));
    rows.into_iter().any(|o| index.rows[*o as usize].labels.iter().any(meant))
}

/// "The most recent is PO-925. Its total is …": a row that the sentence before does not speak of.
fn of_another(scene: &Scene<'_>, index: &Index<'_>, figure: &Figure, r: u32) -> bool {
    let (from, _) = scene.sentence(figure.first);
    let led = scene.tokens[from].any(&["it", "its"]) && figure.first <= from + 6;
    let Some(last) = from.checked_sub(1).filter(|_| led) else { return false };
    let row = &index.rows[r as usize];
    let before: Vec<u32> = scene.mentions_in(scene.sentence(last)).map(|m| m.phrase).collect();
    let said = |o: &u32| index.rows[*o as usize].labels.iter().any(|l| before.contains(&l.1));
    let mut spoken = index.sets[row.set as usize].rows.iter().filter(|o| said(o));
    spoken.next().is_some_and(|o| *o != r) && spoken.next().is_none()
}

/// "Lending is the slowest team. It also misses …": the row that the sentence before speaks of, and no other.
fn carried(scene: &Scene<'_>, index: &Index<'_>, figure: &Figure, r: u32) -> bool {
    const POINTS: [&str; 10] = ["it", "its", "they", "their", "she", "her", "he", "his", "this", "that"];
    let (from, to) = scene.sentence(figure.first);
    let Some(last) = from.checked_sub(1) else { return false };
    let row = &index.rows[r as usize];
    let of_set = |phrase: u32| {
        let rows = &index.sets[row.set as usize].rows;
        rows.iter().any(|o| index.rows[*o as usize].labels.iter().any(|l| l.1 == phrase))
    };
    let here = scene.mentions_in((from, to)).any(|m| of_set(m.phrase));
    let mut before = scene.mentions_in(scene.sentence(last)).filter(|m| of_set(m.phrase)).peekable();
    // What the sentence before begins with is what it speaks of.
    let begins = before.peek().is_some_and(|m| m.first <= scene.sentence(last).0 + 2);
    let first = before.peek().map(|m| m.phrase);
    let alone = begins || before.all(|m| Some(m.phrase) == first);
    let own = first.is_some_and(|phrase| row.labels.iter().any(|l| l.1 == phrase));
    // "The account's median is 9 minutes".
    let kind = |l: &(u32, u32)| {
        let stems = &index.fields[l.0 as usize].stems;
        (from + 1..figure.first).any(|i| stems.contains(&scene.tokens[i].stem) && scene.tokens[i - 1].word("the"))
            || stems.contains(&scene.tokens[from + usize::from(scene.tokens[from].word("the"))].stem)
    };
    let pointed = scene.says_word((from, figure.first), &POINTS)
        || row.labels.iter().any(kind)
        || possessed(scene, index, figure, row);
    !here && alone && own && pointed
}

/// "Over all 27 replies, the account's median is 9.9": the words after the figure point to the row.
fn possessed(
    scene: &Scene<'_>,
    index: &Index<'_>,
    figure: &Figure,
    row: &crate::agent::ground::index::Row<'_>,
) -> bool {
    let (_, to) = scene.sentence(figure.first);
    let kind = |stem: u64| row.labels.iter().any(|l| index.fields[l.0 as usize].stems.contains(&stem));
    let owns = |i: usize| scene.tokens[i].text.ends_with("'s") || scene.tokens[i].text.ends_with("’s");
    (figure.last + 1..to).any(|i| scene.tokens[i - 1].word("the") && owns(i) && kind(scene.tokens[i].stem))
}

/// The words before a figure speak of the others, of which this row is one: no name in the sentence is its own.
fn the_others(scene: &Scene<'_>, index: &Index<'_>, figure: &Figure, r: u32) -> bool {
    let (from, _) = scene.sentence(figure.first);
    let others = |i: usize| scene.tokens[i].any(&["other", "others", "remaining", "rest"]);
    let Some(at) = (from..figure.first).rev().find(|i| others(*i)) else { return false };
    let row = &index.rows[r as usize];
    let set = &index.sets[row.set as usize];
    let code = |i: usize| [scene.tokens[i].stem];
    let own = |l: &(u32, u32)| {
        let ids = scene.ids.iter().filter(|i| i.at >= from && i.at < at);
        ids.into_iter().any(|i| index.phrases[l.1 as usize].stems == code(i.at))
    };
    let names: usize = scene.ids.iter().filter(|i| i.at > at && i.at < figure.first).count();
    set.rows.len() <= 12 && names == 0 && !row.labels.iter().any(own)
}

/// A tool's sentence has the figure in this very print.
fn said(scene: &Scene<'_>, index: &Index<'_>, figure: &Figure) -> bool {
    let print = scene.text_of(figure.first, figure.last);
    index.said.iter().any(|(_, text)| text.contains(&print))
}

/// A figure in a tool's sentence fits when the answer's sentence shares a word with it.
fn prose_fit(scene: &Scene<'_>, index: &Index<'_>, figure: &Figure, words: &[u64]) -> Fit {
    let sentence = scene.sentence(figure.first);
    let segment = scene.segments[figure.first];
    if sense::per_unit(scene, figure) {
        // "7 a day" is not the 7 of "7 in the days before".
        let end = scene.tokens.len().min(figure.last + 3);
        let words = scene.text_of(figure.first, end - 1);
        if !index.said.iter().any(|(_, text)| text.contains(&words)) {
            return Fit::Never;
        }
    }
    for m in scene.mentions_in(sentence).filter(|m| scene.segments[m.first] == segment) {
        let stems = &index.phrases[m.phrase as usize].stems;
        if !stems.iter().any(|s| words.contains(s)) {
            return Fit::No("the tool's sentence gives it to something else".into());
        }
    }
    if scene.says(sentence, words) { Fit::Yes(4) } else { Fit::Never }
}

/// What people would call a row.
pub fn owner(index: &Index<'_>, r: u32) -> String {
    let Some(row) = index.rows.get(r as usize).filter(|_| r != NONE) else { return "something else".into() };
    if !row.title.is_empty() {
        return format!("“{}”", row.title);
    }
    match row.date {
        Some(crate::agent::ground::read::date::DateValue::Day(day)) => app::model::time::full_date(day),
        Some(crate::agent::ground::read::date::DateValue::Month(y, m)) => format!("{y}-{m:02}"),
        _ => "another row".into(),
    }
}

fn field_name(index: &Index<'_>, fact: &Fact) -> String {
    let (_, path) = index.pointer(fact.node);
    format!("“{}”", path.rsplit('/').next().unwrap_or_default())
}
