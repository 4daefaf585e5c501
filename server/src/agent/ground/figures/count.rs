//! Figures that count what the results list: rows of an array, different names in it, rows with one name, days.
//!
//! Deliberately not here: numbers that a result gives (`matching`) and arithmetic on them (`derive`).

use super::lasting;
use super::lists::bounded;
use super::sense;
use crate::agent::ground::index::field::Kind;
use crate::agent::ground::index::{Fact, Index, NONE, RowSet, Set, Step, field};
use crate::agent::ground::read::date::{DateAt, DateValue, End};
use crate::agent::ground::read::figure::{Figure, Unit};
use crate::agent::ground::read::stem::{Stem, known, stem};
use crate::agent::ground::scene::{Mention, Scene, all};

/// Words for the rows of a list of records.
const RECORDS: [&str; 18] = [
    "passages",
    "hits",
    "texts",
    "excerpts",
    "records",
    "results",
    "communications",
    "messages",
    "complaints",
    "cases",
    "documents",
    "examples",
    "sources",
    "contacts",
    "tickets",
    "matches",
    "entries",
    "items",
];

/// Verbs of a tool that gives a list.
const RETURNED: [&str; 7] = ["returned", "returns", "listed", "lists", "shown", "shows", "retrieved"];

/// Words that speak of what is listed, not of all there is.
const SHOWN: [&str; 19] = [
    "returned",
    "retrieved",
    "shown",
    "listed",
    "examples",
    "example",
    "results",
    "best",
    "first",
    "top",
    "closest",
    "sample",
    "these",
    "read",
    "cited",
    "quoted",
    "following",
    "last",
    "latest",
];

/// Words behind the thing that is counted, for what stands in a list.
const PLACED: [&str; 7] = ["listed", "shown", "returned", "queried", "compared", "above", "below"];

/// The node whose items the figure counts.
pub fn find(scene: &Scene<'_>, index: &Index<'_>, figure: &Figure) -> Option<u32> {
    let whole = figure.value();
    if whole < 2.0 && figure.spelled || whole.fract() != 0.0 || whole < 0.0 || figure.value() > 1e6 {
        return None;
    }
    // "[LOM-101, 2]" and "§6" count nothing.
    let open = (figure.first.saturating_sub(6)..figure.first)
        .rev()
        .find(|i| scene.tokens[*i].is("[") || scene.tokens[*i].is("]"));
    if open.is_some_and(|i| scene.tokens[i].is("[")) || figure.first > 0 && scene.tokens[figure.first - 1].is("§") {
        return None;
    }
    let wanted = whole as usize;
    match figure.unit {
        Unit::Time(_) => lasting::find(scene, index, figure)
            .or_else(|| bounded::number(scene, index, figure))
            .or_else(|| days_listed(scene, index, figure)),
        Unit::Plain => listed(scene, index, figure, wanted)
            .or_else(|| enumerated(scene, index, figure, wanted))
            .or_else(|| items(scene, index, figure, wanted))
            .or_else(|| bounded::number(scene, index, figure))
            .or_else(|| bounded::beyond_theirs(scene, index, figure)),
        _ => None,
    }
}

/// "3 days were unusual": a list of days that is no series.
fn days_listed(scene: &Scene<'_>, index: &Index<'_>, figure: &Figure) -> Option<u32> {
    const UNUSUAL: [&str; 12] = [
        "unusual",
        "outlier",
        "outliers",
        "anomalous",
        "anomaly",
        "anomalies",
        "stand",
        "stood",
        "exceptional",
        "spikes",
        "peaks",
        "abnormal",
    ];
    let said = figure.unit == Unit::Time(1.0) && scene.says_word(scene.sentence(figure.first), &UNUSUAL);
    let day = |r: &u32| matches!(index.rows[*r as usize].date, Some(DateValue::Day(_)));
    let days = |s: &&RowSet| s.required && !s.series && s.rows.len() > 1 && s.rows.iter().all(day);
    let hit = index.sets.iter().filter(|_| said).filter(days).find(|s| s.rows.len() as f64 == figure.value());
    hit.map(|s| s.node)
}

fn listed(scene: &Scene<'_>, index: &Index<'_>, figure: &Figure, wanted: usize) -> Option<u32> {
    let nouns = scene.nouns(figure, 3);
    let sentence = scene.sentence(figure.first);
    let record = all(&RECORDS);
    for (id, set) in index.sets.iter().enumerate().filter(|(_, s)| s.required) {
        if wanted > 0
            && !set.series
            && nouns.iter().any(|n| record.contains(n))
            && dated(scene, index, figure, set) == Some(wanted)
        {
            return Some(set.node);
        }
        let rows = || set.rows.iter().map(|r| &index.rows[*r as usize]);
        let field = &index.fields[set.field as usize];
        let called = |stems: &[Stem]| nouns.iter().any(|n| stems.contains(n));
        let read =
            figure.first > 0 && scene.tokens[figure.first - 1].any(&["read", "cited", "quoted", "show", "opened"]);
        // "stopped three times", of a list of stops.
        let often = scene.tokens.get(figure.last + 1).is_some_and(|t| t.word("times"));
        // "Matched 380 and returned 3", "the three largest of 11", "seven of the 14".
        let verb = figure.first > 0 && scene.tokens[figure.first - 1].any(&RETURNED);
        let thing = |n: &Stem| sense::COUNTED.contains(n);
        let of_these = figure.whole && !nouns.iter().any(thing);
        // "The most complaints of the 4".
        let the = of_these && figure.first > 0 && scene.tokens[figure.first - 1].word("the");
        // "The 3 amounts add up to".
        let amounts = || {
            let cells = set.rows.first().and_then(|r| index.cells.get(r)).into_iter().flatten();
            let money = cells.map(|f| &index.facts[*f as usize]).filter(|f| f.kind == Kind::Money);
            money.into_iter().any(|f| called(&index.fields[f.field as usize].stems))
        };
        // `doc_id` in each row.
        let coded = || {
            let id = |l: &(u32, u32)| index.fields[l.0 as usize].stems.contains(&const { known("id") });
            set.rows.iter().all(|r| index.rows[*r as usize].labels.iter().any(id))
        };
        // "The eight groups listed", "five topics were found" by `top_topics`.
        let placed = scene.tokens.get(figure.last + 2).is_some_and(|t| t.any(&PLACED));
        let tool = || index.tool_of(set.node).is_some_and(|tool| called(&field::read(tool).stems));
        let by_name = (verb || of_these) && set.records
            || the
            || placed && !set.series && set.rows.len() > 1
            || !set.series && set.rows.len() > 1 && outermost(index, set) && tool()
            || amounts()
            || called(&field.stems)
            || often && scene.says_stem_near(figure, &field.stems)
            || called(&field.calls)
            || (set.records || coded()) && (read || nouns.iter().any(|n| record.contains(n) || thing(n)));
        let part = set.records && of_more(scene, figure)
            || outnumbered(scene, index, figure, set)
            || elsewhere(scene, index, figure, set);
        if set.rows.len() == wanted && by_name && (verb || !part) {
            return Some(set.node);
        }
        // "Three of the five variants are out of stock": as many have a mark, or have it not.
        let of = scene.tokens.get(figure.last + 1).is_some_and(|t| t.word("of"));
        let whole = scene.figures.iter().find(|f| f.first > figure.last && f.first <= figure.last + 3);
        let whole = whole.is_some_and(|f| f.value() as usize == set.rows.len());
        // "5 cases were returned, two of them with a breached deadline".
        let them = of && scene.tokens.get(figure.last + 2).is_some_and(|t| t.any(&["them", "these", "those", "which"]));
        let marked = |s: u32, name: u32, (yes, no): (usize, usize)| {
            let fits = s == id as u32 && (yes == wanted || no == wanted);
            fits && (whole || set.records && scene.says(sentence, &index.fields[name as usize].calls))
        };
        if of && (whole || them) && index.marks.iter().any(|((s, name), many)| marked(*s, *name, *many)) {
            return Some(set.node);
        }
        // "Across the eight products listed", asked for by product.
        let asked = || index.asked.iter().any(|a| !a.contains(' ') && nouns.first() == Some(&stem(a)));
        if set.rows.len() == wanted && wanted > 1 && !set.records && asked() {
            return Some(set.node);
        }
        let mut dims: Set<u32> = Set::default();
        rows().for_each(|r| dims.extend(r.labels.iter().map(|l| l.0)));
        for dim in dims {
            let names = || rows().flat_map(|r| r.labels.iter().filter(|l| l.0 == dim).map(|l| l.1));
            let different: Set<u32> = names().filter(|p| !index.aliases.contains(p)).collect();
            if called(&index.fields[dim as usize].stems) && (different.len() == wanted || set.rows.len() == wanted) {
                return Some(set.node);
            }
            // "Spread over the other four categories": as many as the sentence does not name.
            let spoken: Set<u32> = scene
                .mentions_in(scene.sentence(figure.first))
                .map(|m| m.phrase)
                .filter(|p| different.contains(p))
                .collect();
            let others = scene.says_word(scene.sentence(figure.first), &["other", "others", "remaining", "rest"]);
            if others && !spoken.is_empty() && different.len() == wanted + spoken.len() && !set.records {
                return Some(set.node);
            }
            if named_rows(scene, figure, names, &names().collect()) == Some(wanted) && small(set) {
                return Some(set.node);
            }
        }
    }
    None
}

/// "Harper has 3 orders on file" for `{"orders": ["W1", "W2", "W3"]}`.
fn items(scene: &Scene<'_>, index: &Index<'_>, figure: &Figure, wanted: usize) -> Option<u32> {
    let nouns = scene.nouns(figure, 2);
    let mut lengths: crate::agent::ground::index::Map<u32, usize> = crate::agent::ground::index::Map::default();
    for node in index.nodes.iter().filter(|n| matches!(n.step, Step::At(_))) {
        *lengths.entry(node.parent).or_default() += 1;
    }
    let called =
        |node: &u32| index.around(*node).is_some_and(|name| field::read(name).stems.iter().any(|s| nouns.contains(s)));
    lengths.into_iter().filter(|(_, n)| *n == wanted && wanted > 0).map(|(node, _)| node).filter(called).min()
}

/// "In March two cases were opened": how many rows have a date in the stretch that the sentence speaks of.
fn dated(scene: &Scene<'_>, index: &Index<'_>, figure: &Figure, set: &RowSet) -> Option<usize> {
    let (from, to) = scene.sentence(figure.first);
    let near = |d: &&DateAt| d.first >= from && d.last < to && scene.segments[d.first] == scene.segments[figure.first];
    let stretch = scene.dates.iter().find(near)?;
    let days = || set.rows.iter().filter_map(|r| index.rows[*r as usize].date.and_then(DateValue::days));
    (stretch.end == End::Single).then(|| days().filter(|(first, _)| stretch.value.holds(*first)).count())
}

/// The list is a part of a larger total beside it, and the sentence does not speak of what is shown.
fn outnumbered(scene: &Scene<'_>, index: &Index<'_>, figure: &Figure, set: &RowSet) -> bool {
    let above = index.nodes[set.node as usize].parent;
    let holder = if above == NONE { set.node } else { above };
    let beside = index.siblings.get(&holder).into_iter().flatten().map(|f| &index.facts[*f as usize]);
    const MATCHING: Stem = known("matching");
    let mut totals = beside.map(|f| (f, &index.fields[f.field as usize]));
    // "The oldest of the five messages": all that are listed.
    let (first, rows) = (figure.first, set.rows.len());
    let these = first > 0 && scene.tokens[first - 1].any(&["the", "these", "those"]) && figure.value() as usize == rows;
    let mut totals =
        totals.by_ref().filter(|(_, field)| field.total || field.stems.contains(&MATCHING)).map(|(f, _)| f);
    set.records && totals.any(|f| f.value as usize != rows) && !shown(scene, figure) && !these
}

/// Another call gives totals, and neither the words nor the verb say that what is listed here is counted.
fn elsewhere(scene: &Scene<'_>, index: &Index<'_>, figure: &Figure, set: &RowSet) -> bool {
    let call = |node: u32| {
        let mut at = node;
        while let Some(n) = index.nodes.get(at as usize).filter(|n| n.parent != NONE) {
            at = n.parent;
        }
        at
    };
    let own = call(set.node);
    let total = |f: &Fact| index.fields[f.field as usize].total && f.kind == Kind::Count && call(f.node) != own;
    set.records && !figure.spelled && index.facts.iter().any(total) && !shown(scene, figure)
}

/// "4 of 14 messages are negative": a part of more, not what is listed.
fn of_more(scene: &Scene<'_>, figure: &Figure) -> bool {
    let of = scene.tokens.get(figure.last + 1).is_some_and(|t| t.word("of"));
    let next = scene.figures.iter().any(|f| f.first > figure.last && f.first <= figure.last + 3);
    of && next && !shown(scene, figure)
}

/// The sentence speaks of what is listed. "3 read as negative" does not.
fn shown(scene: &Scene<'_>, figure: &Figure) -> bool {
    let (from, to) = scene.sentence(figure.first);
    let mood = |i: usize| scene.tokens[i].word("read") && scene.tokens.get(i + 1).is_some_and(|t| t.word("as"));
    (from..to).any(|i| scene.says_word((i, i + 1), &SHOWN) && !mood(i))
}

/// No other list stands around it.
fn outermost(index: &Index<'_>, set: &RowSet) -> bool {
    let around = set.rows.first().and_then(|r| index.rows.get(index.rows[*r as usize].parent as usize));
    around.is_none_or(|row| !index.sets[row.set as usize].required)
}

fn small(set: &RowSet) -> bool {
    set.rows.len() <= 50 && !set.series
}

/// How many rows bear the name that follows the figure: "3 by email".
fn named_rows<I: Iterator<Item = u32>>(
    scene: &Scene<'_>,
    figure: &Figure,
    names: impl Fn() -> I,
    all: &Set<u32>,
) -> Option<usize> {
    let segment = scene.segments[figure.first];
    // Where each name stands once, there is nothing to count.
    if figure.whole || names().count() <= all.len() {
        return None;
    }
    let after = scene.mentions.iter().find(|m| {
        m.first > figure.last
            && m.first - figure.last <= 12
            && scene.segments[m.first] == segment
            && all.contains(&m.phrase)
    });
    // "Most common product: credit card, with seven of the 14".
    let (from, _) = scene.sentence(figure.first);
    let before = || {
        let near = |m: &&Mention| m.first >= from && m.last < figure.first && figure.first - m.last <= 7;
        scene.mentions.iter().rev().find(near).filter(|m| all.contains(&m.phrase))
    };
    let mention = after.or_else(before)?;
    let (first, last) =
        if mention.first > figure.last { (figure.last, mention.first) } else { (mention.last, figure.first) };
    let between = |f: &&Figure| f.first > first && f.first < last && !f.whole && !f.frame;
    if scene.figures.iter().any(|f| between(&f)) {
        return None;
    }
    Some(names().filter(|p| *p == mention.phrase).count()).filter(|n| *n > 0)
}

/// "Three faults: login failures, crashes and slow performance": as many siblings are named in the sentence.
fn enumerated(scene: &Scene<'_>, index: &Index<'_>, figure: &Figure, wanted: usize) -> Option<u32> {
    let next = figure.last + 1;
    let name = scene.mentions.iter().any(|m| m.first == next);
    let counted = scene.nouns(figure, 1).iter().any(|n| sense::COUNTED.contains(n));
    let until = scene.mentions.iter().find(|m| m.first > figure.last).map_or(figure.last, |m| m.first);
    let opens = scene.tokens[figure.last..until].iter().any(|t| t.is(":") || t.is("("));
    if !(2..=10).contains(&wanted) || name || !figure.spelled && !opens || counted && !figure.spelled {
        return None;
    }
    // "California (99) and Texas (75) follow. The three states together …".
    let these = figure.first > 0 && scene.tokens[figure.first - 1].any(&["the", "these", "those", "all"]);
    let own = scene.sentence(figure.first);
    let back = |from: usize| from.checked_sub(1).map_or(from, |last| scene.sentence(last).0);
    let around = scene.around(figure.first);
    let further = [around, (back(around.0), own.1), (back(back(around.0)), own.1)];
    let stretches = if these { &further[..] } else { &[own][..] };
    stretches.iter().find_map(|stretch| named_in(scene, index, figure, wanted, *stretch))
}

/// A list of which as many rows are named in these sentences.
fn named_in(
    scene: &Scene<'_>,
    index: &Index<'_>,
    figure: &Figure,
    wanted: usize,
    stretch: (usize, usize),
) -> Option<u32> {
    // Digits announce what follows ("3 faults: …"); words may also sum up what went before ("… these three").
    let announced = |m: &&Mention| figure.spelled || m.first > figure.last;
    let phrases: Vec<u32> = scene.mentions_in(stretch).filter(announced).map(|m| m.phrase).collect();
    for (s, set) in index.sets.iter().enumerate().filter(|(_, s)| s.required) {
        let mut by_dim: crate::agent::ground::index::Map<u32, Set<u32>> = crate::agent::ground::index::Map::default();
        for (dim, p) in set.rows.iter().flat_map(|r| index.rows[*r as usize].labels.iter()) {
            if phrases.contains(p) && index.groups.contains(&(s as u32, *dim, *p)) {
                by_dim.entry(*dim).or_default().insert(*p);
            }
        }
        if by_dim.values().any(|named| named.len() == wanted) {
            return Some(set.node);
        }
    }
    None
}
