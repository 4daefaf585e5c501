//! Words right beside a figure that say what it must be: a change ("an increase of 190"), the period before ("against 30 in
//! the period before"), the thing counted ("3 cases"), a day in whose place it stands ("March 2013 (8, 44%)").
//!
//! Deliberately not here: names of rows (`naming`, `bound`) and rival fields of one object (`rival`).

use chrono::NaiveDate;

use super::naming::same;
use super::sense::COUNTED;
use crate::agent::ground::index::field::{Field, Kind};
use crate::agent::ground::index::{DateFact, Fact, Index, NONE, Origin};
use crate::agent::ground::read::Shape;
use crate::agent::ground::read::date::{DateAt, End};
use crate::agent::ground::read::figure::{Figure, Unit};
use crate::agent::ground::read::stem::each;
use crate::agent::ground::scene::Scene;

/// Words of a change, as names of fields have them too.
const CHANGES: [&str; 15] = [
    "increase",
    "decrease",
    "change",
    "difference",
    "delta",
    "rise",
    "fall",
    "drop",
    "decline",
    "growth",
    "reduction",
    "jump",
    "gap",
    "uplift",
    "gain",
];

/// Why this fact cannot be what the words beside the figure say, if so.
pub fn objection(scene: &Scene<'_>, index: &Index<'_>, figure: &Figure, fact: &Fact) -> Option<String> {
    let field = &index.fields[fact.field as usize];
    if let Some(why) = change(scene, figure, field) {
        return Some(why);
    }
    let before = || fact.kind == Kind::Count && in_range_before(scene, index, figure) && !followed(scene, figure);
    let earlier = earlier(scene, figure) || before();
    if earlier && !is_earlier(field) && index.fields.iter().any(is_earlier) && !dated(index, fact) {
        return Some("it is not that of the period before".into());
    }
    if other_noun(scene, index, figure, fact, field) {
        return Some("it counts other things".into());
    }
    if is_place(field) && figure.unit == Unit::Plain && counts_things(scene, figure) {
        return Some("it is a place in a list".into());
    }
    of_date(scene, index, figure, fact)
}

/// A place in a list counts nothing: "2 missed cases" of the second.
fn is_place(field: &Field) -> bool {
    matches!(field.stems.as_slice(), [one] if const { each(["rank", "position", "place"]) }.contains(one))
}

/// Within three words behind the figure stands something that is counted.
fn counts_things(scene: &Scene<'_>, figure: &Figure) -> bool {
    scene.nouns(figure, 3).iter().any(|n| COUNTED.contains(n))
}

/// True where a name speaks of a change downwards.
pub fn is_fall(field: &Field) -> bool {
    field.says(&const { each(["decrease", "fall", "drop", "decline", "reduction"]) })
}

/// True where a name speaks of a change.
pub fn is_change(field: &Field) -> bool {
    field.says(&const { each(CHANGES) })
}

/// "A decrease of 16" is no level, and what a result calls a decrease is none either.
fn change(scene: &Scene<'_>, figure: &Figure, field: &Field) -> Option<String> {
    let before = |k: usize| figure.first.checked_sub(k).map(|i| &scene.tokens[i]);
    let of = before(1).is_some_and(|t| t.word("of")) && before(2).is_some_and(|t| t.any(&CHANGES));
    match (of, is_change(field)) {
        (true, false) => Some("the sentence makes it a difference".into()),
        (false, true) if !super::compare::announced(scene, figure) && !scene.says_stem_near(figure, &field.calls) => {
            Some("it is a difference, of which the sentence does not speak".into())
        }
        _ => None,
    }
}

/// "… against 30 in the period before", "25 before (4 to 17 January)".
fn earlier(scene: &Scene<'_>, figure: &Figure) -> bool {
    let after = |k: usize| scene.tokens.get(figure.last + k);
    let word = |k: usize, words: &[&str]| after(k).is_some_and(|t| t.any(words));
    let period = word(1, &["in"])
        && word(2, &["the"])
        && word(3, &["period", "month", "week", "year", "quarter"])
        && word(4, &["before"]);
    let previous = word(1, &["in"]) && word(2, &["the"]) && word(3, &["previous", "preceding", "prior"]);
    let noted = word(1, &["before"]) && after(2).is_some_and(|t| t.is("("));
    figure.unit == Unit::Plain && (period || previous || noted)
}

/// "53 messages after 45": what the period before had comes next.
fn followed(scene: &Scene<'_>, figure: &Figure) -> bool {
    let after = |f: &&Figure| f.first > figure.last && f.first <= figure.last + 4;
    let next = scene.figures.iter().find(after);
    next.is_some_and(|f| scene.tokens[f.first - 1].any(&["after", "against", "versus"]))
}

pub fn is_earlier(field: &Field) -> bool {
    field.says(&const { each(["previous", "prev", "prior", "before"]) })
}

/// "Q3: 1.2k", where Q3 is what a result calls the range before: the words nearest to the figure name that range.
pub fn in_range_before(scene: &Scene<'_>, index: &Index<'_>, figure: &Figure) -> bool {
    let (from, to) = scene.sentence(figure.first);
    let here = || scene.dates.iter().filter(|d| d.first >= from && d.last < to);
    let near = here().filter(|d| scene.segments[d.first] == scene.segments[figure.first]);
    let Some(said) = near.min_by_key(|d| d.first.abs_diff(figure.first)).or_else(|| here().next()) else {
        return false;
    };
    !said.value.is_day() && range_before(index).is_some_and(|(a, b)| said.value.holds(a) && said.value.holds(b))
}

/// The first and the last day of what a result calls the range before.
pub fn range_before(index: &Index<'_>) -> Option<(NaiveDate, NaiveDate)> {
    let before = |d: &&DateFact| index.stands_under(d.node, "previous");
    let end = |end: End| {
        let fact = index.dates.iter().filter(|d| d.end == end && d.node != NONE).find(before)?;
        fact.value.days().map(|(first, last)| if end == End::From { first } else { last })
    };
    // `previous_period: "2025-Q1"`.
    let named =
        || index.dates.iter().filter(|d| d.end == End::Single && d.node != NONE && !d.value.is_day()).find(before);
    end(End::From).zip(end(End::To)).or_else(|| named()?.value.days())
}

/// The fact belongs to a day or month, which may be the period before.
fn dated(index: &Index<'_>, fact: &Fact) -> bool {
    index.lineage(fact.row).any(|(_, r)| r.date.is_some())
}

/// "3 cases", where a field beside the results' roots counts cases, is not a number whose name speaks of something else.
fn other_noun(scene: &Scene<'_>, index: &Index<'_>, figure: &Figure, fact: &Fact, field: &Field) -> bool {
    if figure.unit != Unit::Plain || fact.kind != Kind::Count || fact.origin != Origin::Given || field.calls.is_empty()
    {
        return false;
    }
    let nouns = scene.nouns(figure, 1);
    let listed = |f: &Fact| index.lineage(f.row).any(|(_, r)| index.sets[r.set as usize].required);
    let says = |f: &Field| f.calls.iter().any(|c| nouns.contains(c));
    if nouns.is_empty() || says(field) || scene.says_stem_near(figure, &field.calls) || listed(fact) {
        return false;
    }
    let counts = |f: &&Fact| {
        let other = &index.fields[f.field as usize];
        f.kind == Kind::Count && f.origin == Origin::Given && other.total && says(other) && !listed(f)
    };
    index.facts.iter().any(|f| counts(&f) && f.value != fact.value)
}

/// "March 2013 (8, 44%)": the day or month in front of the brackets is that of the row, where a row has it.
fn of_date(scene: &Scene<'_>, index: &Index<'_>, figure: &Figure, fact: &Fact) -> Option<String> {
    if fact.origin != Origin::Given {
        return None;
    }
    let day = beside(scene, figure)?;
    let own = |row: u32| index.lineage(row).any(|(_, r)| r.date.is_some_and(|d| same(d, day.value)));
    // A row of that day must give such a number; its own share of the whole is no fact of its own.
    let alike =
        |f: &Fact| f.row != NONE && std::mem::discriminant(&f.kind) == std::mem::discriminant(&fact.kind) && own(f.row);
    let given = index.dates.iter().any(|d| d.row != NONE && same(d.value, day.value)) && index.facts.iter().any(alike);
    (given && !own(fact.row)).then(|| format!("it is not that of {}", scene.text_of(day.first, day.last)))
}

/// The figure stands at a day or month as its own: nothing is made of several rows there.
pub fn at_date(scene: &Scene<'_>, index: &Index<'_>, figure: &Figure) -> bool {
    beside(scene, figure).is_some_and(|day| index.dates.iter().any(|d| d.row != NONE && same(d.value, day.value)))
}

/// The date right before the brackets, or the colon, in which the figure stands.
pub fn beside<'s>(scene: &'s Scene<'_>, figure: &Figure) -> Option<&'s DateAt> {
    let (from, _) = scene.sentence(figure.first);
    let mut at = figure.first;
    while at > from {
        let t = &scene.tokens[at - 1];
        if t.is("(") || t.is(":") {
            let last = (at - 1).checked_sub(1)?;
            // The end of a stretch is no day of its own.
            return scene.dates.iter().find(|d| d.last == last && d.end == End::Single);
        }
        if !(t.shape == Shape::Number || t.is(",") || t.is("%")) {
            return None;
        }
        at -= 1;
    }
    None
}
