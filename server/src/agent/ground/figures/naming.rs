//! Does a sentence give a figure to the row that holds it? This is how the right number on the wrong thing is caught.
//!
//! A row is named by its labels or its date: in the figure's segment, else in its sentence by the order of names and
//! figures, else by what was last spoken of or asked for. Deliberately not here: which number is meant (`matching`).

use super::forms::brief;
use super::forms::crossed;
use super::forms::sequence::decide;
use crate::agent::ground::index::{Fact, Index, NONE, Row, field};
use crate::agent::ground::read::Token;
use crate::agent::ground::read::date::{DateAt, DateValue, End};
use crate::agent::ground::read::figure::Figure;
use crate::agent::ground::read::stem::{Stem, is_small, known};
use crate::agent::ground::scene::{Mention, Scene};

/// What a sentence says about a row, for one figure.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Naming {
    Named,
    /// Another row of the same set is named; near means in the figure's own segment.
    Other {
        near: bool,
        named: String,
    },
    Silent,
}

/// Whether the sentence of `figure` names row `r`.
pub fn naming(scene: &Scene<'_>, index: &Index<'_>, figure: &Figure, fact: &Fact, r: u32) -> Naming {
    if let Some(naming) = crossed::naming(scene, index, figure, r) {
        return naming;
    }
    let row = &index.rows[r as usize];
    let set = &index.sets[row.set as usize];
    let mut all: Vec<Naming> =
        row.labels.iter().map(|(dim, p)| by_label(scene, index, figure, row, (*dim, *p))).collect();
    if let Some(date) = row.date {
        all.push(by_date(scene, index, figure, row, date));
    }
    let named = all.contains(&Naming::Named);
    let other = all.iter().find(|n| matches!(n, Naming::Other { near: true, .. }));
    // One record has many names; that one of them also fits another record takes nothing away.
    if named && (set.records || other.is_none()) {
        return Naming::Named;
    }
    if let Some(near) = other {
        return near.clone();
    }
    // A superlative may name a row that nothing else names; beside the date of another day it must stand close.
    // "It also misses its deadline most often": that of which the sentence before spoke.
    let it = scene.tokens[scene.sentence(figure.first).0].any(&["it", "they", "she", "he"]);
    let silent = !it && all.iter().all(|n| *n == Naming::Silent) && !of_others(scene, index, figure, row);
    if (silent || row.date.is_some() && scene.says_near(figure, &MOST)) && extreme(scene, index, figure, fact, row) {
        return Naming::Named;
    }
    all.into_iter().find(|n| *n != Naming::Silent).unwrap_or(Naming::Silent)
}

/// "The biggest block is Mobile app with 12": the superlative is that of a row of another list, which is named.
fn of_others(scene: &Scene<'_>, index: &Index<'_>, figure: &Figure, row: &Row<'_>) -> bool {
    let segment = scene.segments[figure.first];
    let here = scene.mentions_in(scene.sentence(figure.first)).filter(|m| scene.segments[m.first] == segment);
    let listed = |phrase: u32| {
        let other = |r: &&Row<'_>| r.set != row.set && index.sets[r.set as usize].required;
        index
            .rows
            .iter()
            .filter(other)
            .any(|r| !index.sets[r.set as usize].records && r.labels.iter().any(|l| l.1 == phrase))
    };
    here.into_iter().any(|m| scene.tokens[m.first].capital() && listed(m.phrase))
}

fn by_label(scene: &Scene<'_>, index: &Index<'_>, figure: &Figure, row: &Row<'_>, (dim, phrase): (u32, u32)) -> Naming {
    let sentence = scene.sentence(figure.first);
    let sibling = |p: u32| index.groups.contains(&(row.set, dim, p));
    // A list of strings gives one row several names under one field.
    let own = |p: u32| p == phrase || row.labels.contains(&(dim, p));
    let here: Vec<(usize, bool)> =
        scene.mentions_in(sentence).filter(|m| sibling(m.phrase)).map(|m| (m.first, own(m.phrase))).collect();
    if here.is_empty() {
        if let Some(naming) = by_head(scene, index, figure, (row.set, dim, phrase), &own) {
            return naming;
        }
        // The line above in a table speaks of another row.
        let line = |i: usize| scene.tokens[scene.sentence(i).0].is("|");
        let above = |m: &Mention| {
            let between = scene.text.get(scene.tokens[m.last].end..figure.span.start);
            line(sentence.0) && line(m.first) && between.is_some_and(|text| text.contains('\n'))
        };
        let mut before = scene.mentions.iter().rev().filter(|m| m.first < sentence.0 && !above(m));
        let last = before.find(|m| sibling(m.phrase));
        // "The top of the list is Tom with 77, 1 above Vera. 10 of 11 messages were negative": what that one was about.
        let subject = || {
            let above = scene.sentence(sentence.0.checked_sub(1)?);
            scene
                .mentions_in(above)
                .find(|m| sibling(m.phrase))
                .filter(|m| !scene.tokens[above.0].is("|") && m.phrase == phrase)
        };
        let heard = last.is_some_and(|m| m.phrase == phrase) || scene.asked.contains(&phrase) || subject().is_some();
        return if heard || partly(scene, index, sentence, (row.set, dim, phrase)) {
            Naming::Named
        } else {
            Naming::Silent
        };
    }
    let spoken = here.iter().any(|h| h.1);
    // A sentence that names this row and none beside it speaks of this row throughout: "140 against 5 before".
    if here.iter().all(|h| h.1) {
        return Naming::Named;
    }
    let heard = || {
        let last = scene.mentions.iter().rev().find(|m| m.first < sentence.0 && sibling(m.phrase));
        last.is_some_and(|m| m.phrase == phrase)
    };
    let Some(decided) = decide(scene, figure, &here) else {
        let partly = || partly(scene, index, sentence, (row.set, dim, phrase));
        return if spoken || heard() || partly() { Naming::Named } else { Naming::Silent };
    };
    match decided {
        (true, _) => Naming::Named,
        (false, near) if !spoken && partly(scene, index, sentence, (row.set, dim, phrase)) && !near => Naming::Named,
        (false, near) => {
            let at = nearest(figure, here.iter().filter(|h| !h.1).map(|h| h.0)).unwrap_or(figure.first);
            let m = scene.mentions.iter().find(|m| m.first == at);
            let named = m.map_or_else(String::new, |m| scene.text_of(m.first, m.last));
            Naming::Other { near, named }
        }
    }
}

/// "| Month | Email | Chat |" above the figure.
fn by_head(
    scene: &Scene<'_>,
    index: &Index<'_>,
    figure: &Figure,
    (set, dim, phrase): (u32, u32, u32),
    own: &dyn Fn(u32) -> bool,
) -> Option<Naming> {
    let head = scene.head(figure)?;
    let named = scene.mentions_in(head).find(|m| index.groups.contains(&(set, dim, m.phrase)));
    if let Some(m) = named {
        let other = || Naming::Other { near: true, named: scene.text_of(m.first, m.last) };
        return Some(if own(m.phrase) { Naming::Named } else { other() });
    }
    partly(scene, index, head, (set, dim, phrase)).then_some(Naming::Named)
}

/// A word of the name that no sibling shares stands in the sentence: "failed logins" for "Login failures".
pub fn partly(
    scene: &Scene<'_>,
    index: &Index<'_>,
    sentence: (usize, usize),
    (set, dim, phrase): (u32, u32, u32),
) -> bool {
    let stems = &index.phrases[phrase as usize].stems;
    let own: Vec<u64> =
        stems.iter().copied().filter(|s| index.group_stems.get(&(set, dim, *s)).is_none_or(|n| *n == 1)).collect();
    // "account for" names no account.
    const VERB: Stem = known("account");
    let named =
        |i: usize| scene.mentions.iter().any(|m| m.phrase != phrase && m.first < m.last && m.first <= i && i <= m.last);
    // "unhappy" for "negative".
    let meant = match stems.as_slice() {
        [one] => field::synonyms(*one),
        _ => &[],
    };
    brief::names(scene, index, sentence, (set, dim, phrase))
        || (sentence.0..sentence.1).any(|i| {
            let t = &scene.tokens[i];
            !t.quoted && t.any(meant) && !named(i)
                || t.text.len() >= 3
                    && !is_small(t.text)
                    && !t.quoted
                    && own.contains(&t.stem)
                    && (t.stem != VERB || stems.len() == 1)
                    && !named(i)
        })
}

fn by_date(scene: &Scene<'_>, index: &Index<'_>, figure: &Figure, row: &Row<'_>, date: DateValue) -> Naming {
    let sentence = scene.sentence(figure.first);
    let alike = |v: DateValue| v.is_day() == date.is_day();
    if after_compared(scene, index, sentence, row, date) {
        return Naming::Named;
    }
    let here: Vec<(usize, bool)> = scene
        .days_in(sentence)
        .filter(|d| alike(d.value) && listed(index, row.set, d.value))
        .map(|d| (d.first, same(date, d.value)))
        .collect();
    // "| Channel | 2019 | 2023 |".
    if let (true, Some((a, b)), DateValue::Year(year)) = (here.is_empty(), scene.head(figure), date) {
        let year_of = |i: usize| scene.tokens[i].text.parse::<i32>().ok().filter(|y| (1900..2100).contains(y));
        if let Some(said) = (a..b).find_map(year_of) {
            let named = said.to_string();
            return if said == year { Naming::Named } else { Naming::Other { near: true, named } };
        }
    }
    if here.is_empty()
        && let Some(head) = scene.head(figure)
        && let Some(d) = scene.days_in(head).find(|d| alike(d.value))
    {
        let named = || scene.text_of(d.first, d.last);
        return if same(date, d.value) { Naming::Named } else { Naming::Other { near: true, named: named() } };
    }
    if here.is_empty()
        && let Some(naming) = by_end(scene, index, figure, row, date)
    {
        return naming;
    }
    if here.is_empty() {
        let before = scene.dates.iter().rev().find(|d| d.last < sentence.0 && alike(d.value));
        // The day of a record that is cited is not what the next sentence speaks of.
        let cited = |d: &&DateAt| scene.cites.iter().any(|c| scene.sentence(c.tokens.0) == scene.sentence(d.first));
        let heard = before.filter(|d| !cited(d)).is_some_and(|d| same(date, d.value));
        return if heard { Naming::Named } else { Naming::Silent };
    }
    // Several rows may have one date.
    if here.iter().all(|h| h.1) {
        return Naming::Named;
    }
    match decide(scene, figure, &here).unwrap_or((false, false)) {
        (true, _) => Naming::Named,
        (false, near) => {
            let at = nearest(figure, here.iter().map(|h| h.0)).unwrap_or(figure.first);
            let d = scene.dates.iter().find(|d| d.first == at);
            Naming::Other { near, named: d.map_or_else(String::new, |d| scene.text_of(d.first, d.last)) }
        }
    }
}

/// "Compared with December, the last month rose to 74": the last row, where the sentence names the one before it.
fn after_compared(
    scene: &Scene<'_>,
    index: &Index<'_>,
    sentence: (usize, usize),
    row: &Row<'_>,
    date: DateValue,
) -> bool {
    const UNITS: [&str; 5] = ["day", "week", "month", "quarter", "year"];
    let last =
        |i: usize| scene.tokens[i].any(&["last", "latest"]) && scene.tokens.get(i + 1).is_some_and(|t| t.any(&UNITS));
    if !(sentence.0..sentence.1).any(last) || !scene.says_word(sentence, &["compared", "against", "versus"]) {
        return false;
    }
    let rows = &index.sets[row.set as usize].rows;
    let mut dates: Vec<DateValue> = rows.iter().filter_map(|r| index.rows[*r as usize].date).collect();
    dates.sort_by_key(|d| d.days());
    let [.., before, latest] = dates.as_slice() else { return false };
    *latest == date && scene.days_in(sentence).any(|d| same(*before, d.value))
}

/// "From February to March it rose from 98 to 143": the ends of a stretch name rows to the figures after "from" and "to".
pub fn by_end(scene: &Scene<'_>, index: &Index<'_>, figure: &Figure, row: &Row<'_>, date: DateValue) -> Option<Naming> {
    const MOVED: [&str; 20] = [
        "rose",
        "rise",
        "fell",
        "grew",
        "growth",
        "dropped",
        "drop",
        "increased",
        "increase",
        "decreased",
        "decrease",
        "declined",
        "climbed",
        "jumped",
        "went",
        "up",
        "doubled",
        "tripled",
        "halved",
        "quadrupled",
    ];
    let (from, to) = scene.sentence(figure.first);
    let mut ends = scene.dates.windows(2).filter(|w| w[0].first >= from && w[1].last < to && w[0].end == End::From);
    let pair = ends.next().filter(|w| listed(index, row.set, w[0].value) && listed(index, row.set, w[1].value))?;
    let before = figure.first.checked_sub(1).map(|i| &scene.tokens[i])?;
    let arrow = |i: usize| scene.tokens.get(i).is_some_and(|t| t.is("→"));
    let wanted = match (before.word("from") || arrow(figure.last + 1), before.word("to") || before.is("→")) {
        (true, _) => pair[0],
        (_, true) => pair[1],
        _ => return None,
    };
    // "From 396 to 726, before easing to 630": the second "to" leads elsewhere.
    let after_to = |f: &Figure| f.first > from && f.last < figure.first && scene.tokens[f.first - 1].word("to");
    if before.word("to") && scene.figures.iter().any(after_to) {
        return None;
    }
    let named = || scene.text_of(wanted.first, wanted.last);
    scene
        .says_word((from, to), &MOVED)
        .then(|| if same(date, wanted.value) { Naming::Named } else { Naming::Other { near: true, named: named() } })
}

/// True when a row of the set has this date; a day that no row has is no rival of one that a row has, unless the set
/// is one object (a peak), whose date is then simply wrong.
fn listed(index: &Index<'_>, set: u32, value: DateValue) -> bool {
    let rows = &index.sets[set as usize].rows;
    rows.len() <= 3 || rows.iter().any(|r| index.rows[*r as usize].date.is_some_and(|d| same(d, value)))
}

/// True when a printed date means the date of a row.
pub fn same(row: DateValue, printed: DateValue) -> bool {
    match (row, printed) {
        (DateValue::Day(day), _) => printed.is_day() && printed.holds(day),
        (DateValue::Month(_, m), DateValue::MonthOnly(n)) => m == n,
        (DateValue::Quarter(_, q), DateValue::Quarter(None, r)) => q == r,
        _ => row == printed,
    }
}

/// Words for the largest of a column.
pub const MOST: [&str; 23] = [
    "peak",
    "peaked",
    "peaking",
    "highest",
    "most",
    "busiest",
    "busier",
    "largest",
    "biggest",
    "top",
    "maximum",
    "max",
    "main",
    "leading",
    "longest",
    "greatest",
    "leads",
    "lead",
    "strongest",
    "worst",
    "heaviest",
    "slowest",
    "single",
];

/// Words for the smallest of a column.
pub const LEAST: [&str; 12] = [
    "lowest", "fewest", "least", "quietest", "smallest", "minimum", "min", "shortest", "low", "quickest", "fastest",
    "weakest",
];

/// A superlative that holds of the number in its own column: "the quickest" of the row that took least.
pub fn holds_of(index: &Index<'_>, fact: &Fact, word: &Token<'_>) -> bool {
    let Some(set) = index.rows.get(fact.row as usize).and_then(|r| index.sets.get(r.set as usize)) else {
        return false;
    };
    let cells = || set.rows.iter().filter_map(|r| index.cell(*r, fact.field)).map(|f| index.facts[f as usize].value);
    let holds = |all: bool| all && cells().count() > 1;
    word.any(&MOST) && holds(cells().all(|v| v <= fact.value))
        || word.any(&LEAST) && holds(cells().all(|v| v >= fact.value))
}

/// "peak", "busiest" … for the largest of a column, "fewest" … for the smallest, "between … and …" for either.
fn extreme(scene: &Scene<'_>, index: &Index<'_>, figure: &Figure, fact: &Fact, row: &Row<'_>) -> bool {
    const SPAN: [&str; 5] = ["between", "ranged", "ranges", "ranging", "varied"];
    const ENDS: [&str; 2] = ["from", "to"];
    let sentence = scene.sentence(figure.first);
    let (most, least) = (scene.says_word(sentence, &MOST), scene.says_word(sentence, &LEAST));
    // "from 5 to 41": the word stands at the figure; "from 2 to 31 January" speaks of days.
    let ends = figure.first > sentence.0 && scene.tokens[figure.first - 1].any(&ENDS);
    let span = scene.says_word(sentence, &SPAN);
    if !(most || least || span || ends) || row.set == NONE {
        return false;
    }
    let rows = &index.sets[row.set as usize].rows;
    let cells = || rows.iter().filter_map(|r| index.cell(*r, fact.field)).map(|f| index.facts[f as usize].value);
    let own = rows
        .iter()
        .position(|r| index.rows[*r as usize].labels == row.labels && index.rows[*r as usize].date == row.date);
    let Some(value) = own.and_then(|i| index.cell(rows[i], fact.field)).map(|f| index.facts[f as usize].value) else {
        return false;
    };
    let (is_max, is_min) = (cells().all(|v| v <= value), cells().all(|v| v >= value));
    let end = rows.len() > 1 && (own == Some(0) || own == Some(rows.len() - 1));
    (most && is_max)
        || (least && is_min)
        || span && (is_max || is_min)
        || ends && (is_max || is_min || end && index.sets[row.set as usize].series)
}

fn nearest(figure: &Figure, tokens: impl Iterator<Item = usize>) -> Option<usize> {
    tokens.min_by_key(|t| t.abs_diff(figure.first))
}
