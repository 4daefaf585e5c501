//! How much a match proves. A number of one digit meets something in any result; one of five digits that meets a number
//! exactly was hardly changed. So where neither a name nor a word binds a figure to its place, the print decides: a match
//! counts when chance would rarely make it, given how many numbers there are to meet.
//!
//! Deliberately not here: figures that names and words do bind (`matching`, `derive`, `compare`).

use super::bound::attached;
use super::compare::{COMPARING, level};
use super::derive::{Derived, accepts, clash};
use super::limits;
use super::naming::same;
use super::selection::{Selection, column};
use crate::agent::ground::index::field::Kind;
use crate::agent::ground::index::{Fact, Index, Map, NONE, Origin, Set};
use crate::agent::ground::read::figure::{Figure, Unit};
use crate::agent::ground::scene::Scene;

/// The most hits that chance may make on average where nothing else speaks for a match.
const RARE: f64 = 0.02;
/// The same where a word of the sentence speaks for the operation.
const UNUSUAL: f64 = 0.12;
/// No more operands than this are tried on each other.
const OPERANDS: usize = 48;

/// The sizes that count as near: within a factor of three, whose logarithm both ways is [`SPREAD`].
const NEAR: f64 = 3.0;
const SPREAD: f64 = 2.2;

/// How many of `near` values a random figure of this size and precision would meet: their number, spread evenly by size,
/// times the width of the print.
fn by_chance(figure: &Figure, near: usize) -> f64 {
    let size = figure.value().abs();
    let width = figure.accepts().map(|(lo, hi)| hi - lo).fold(0.0, f64::max);
    if size > 0.0 { near as f64 * width / (SPREAD * size) } else { f64::INFINITY }
}

/// True when a match of this figure with a number of the results is hardly by chance, though no name says whose it is.
pub fn telling(index: &Index<'_>, figure: &Figure) -> bool {
    let size = figure.value().abs();
    let near = index.near(figure.unit == Unit::Percent, size / NEAR, size * NEAR);
    !figure.spelled && by_chance(figure, near) < RARE
}

/// A number that an operation may take.
#[derive(Clone, Copy)]
struct Operand {
    value: f64,
    kind: Kind,
    node: u32,
    field: u32,
    row: u32,
    set: u32,
    /// The sentence speaks of its field.
    spoken: bool,
    /// The sentence names its row.
    named: bool,
    /// What its row is called.
    label: u32,
    /// The whole column of a list.
    column: bool,
    /// A total by its name.
    total: bool,
}

/// What an operation makes.
struct Made {
    value: f64,
    node: u32,
    how: &'static str,
    /// Of a whole column.
    column: bool,
    /// 0: the answer itself tells both numbers; 1: a word of the sentence speaks for the operation; 2: nothing does.
    tier: u8,
}

/// A figure that another figure of the answer was found to be.
#[derive(Clone, Copy, Debug)]
pub struct Told {
    pub value: f64,
    pub unit: Unit,
    pub node: u32,
    pub first: usize,
}

/// One operation on two numbers, or a sum or mean of a column, that makes the figure and would hardly do so by chance.
/// Where the number itself is `misplaced`, only a word for the operation counts.
pub fn find(
    scene: &Scene<'_>,
    index: &Index<'_>,
    figure: &Figure,
    told: &[Told],
    rows: &[Selection],
    misplaced: bool,
) -> Option<Derived> {
    let own = (misplaced || figure.unit == Unit::Points) && attached(scene, index, figure).is_some();
    if own || misplaced && level(scene, figure) || limits::find(scene, index, figure).is_some() {
        return None;
    }
    let operands = operands(scene, index, figure, told, rows);
    let mut made = Vec::new();
    let words = Words::of(scene, figure);
    columns(figure, &operands, &words, &mut made);
    for (i, a) in operands.iter().enumerate() {
        for b in &operands[i + 1..] {
            pair(figure, a, b, &words, &mut made);
        }
    }
    // At a name, nothing is made of other rows; and a whole is given, not made.
    if let Some(name) = attached(scene, index, figure) {
        let share = !gives_share(index, name.phrase);
        made.retain(|m| m.how == "average" || m.how == "share" && share || m.tier < 2 && words.compare && m.how != "sum");
    }
    // What a result gives in percent is not worked out otherwise, unless several are put together.
    let sentence = scene.sentence(figure.first);
    let names: Set<u32> = scene.mentions_in(sentence).map(|m| m.phrase).collect();
    if figure.unit == Unit::Percent && !words.add && names.iter().any(|n| gives_share(index, *n)) {
        made.retain(|m| m.how != "share");
    }
    if figure.whole {
        made.retain(|m| m.how == "sum" && m.column);
    }
    made.sort_by(|a, b| a.value.total_cmp(&b.value));
    made.dedup_by(|a, b| a.value == b.value && a.tier == b.tier && a.how == b.how);
    // Each operation is a family of its own: that many others were tried says little of it.
    let odds = |m: &Made| by_chance(figure, made.iter().filter(|o| o.tier == m.tier && o.how == m.how).count());
    let holds = |m: &&Made| if m.tier < 2 { odds(m) < UNUSUAL } else { !misplaced && odds(m) < RARE };
    let mut hits: Vec<&Made> = made.iter().filter(|m| accepts(figure, m.value)).collect();
    hits.sort_by_key(|m| m.tier);
    hits.into_iter().find(holds).map(|m| (m.node, m.how))
}

/// A row of this name comes with its share.
fn gives_share(index: &Index<'_>, phrase: u32) -> bool {
    let own = |f: &Fact| index.rows.get(f.row as usize).is_some_and(|r| r.labels.iter().any(|l| l.1 == phrase));
    let plain = |f: &Fact| index.fields[f.field as usize].calls.is_empty();
    index.facts.iter().any(|f| f.kind == Kind::Share && f.origin == Origin::Given && plain(f) && own(f))
}

/// What the words around a figure speak for.
struct Words {
    compare: bool,
    add: bool,
    per: bool,
    worth: bool,
    points: bool,
}

impl Words {
    fn of(scene: &Scene<'_>, figure: &Figure) -> Self {
        const LEFT: [&str; 14] = [
            "net", "leaves", "left", "leaving", "remaining", "remain", "gap", "short", "against", "versus", "vs", "uplift",
            "margin", "balance",
        ];
        const ADD: [&str; 16] = [
            "total", "totals", "totalled", "totaled", "together", "altogether", "combined", "sum", "overall", "all", "across",
            "both", "adds", "amount", "cumulative", "between",
        ];
        const PER: [&str; 10] =
            ["per", "each", "average", "averaged", "averages", "mean", "every", "typical", "apiece", "ratio"];
        let sentence = scene.sentence(figure.first);
        let before = figure.first.checked_sub(1).map(|i| &scene.tokens[i]);
        Self {
            compare: scene.says_near(figure, &COMPARING)
                || scene.says_near(figure, &LEFT)
                || before.is_some_and(|t| t.word("by")),
            add: scene.says_word(sentence, &ADD),
            points: !before.is_some_and(|t| t.word("at") || t.is("("))
                && (scene.says_word(sentence, &COMPARING) || scene.says_word(sentence, &LEFT)),
            per: scene.says_near(figure, &PER),
            worth: scene.says_word(sentence, &["worth", "value", "valued", "cost", "costs", "total", "amounts"]),
        }
    }
}

/// The numbers at hand: what the sentence and the one before it tell, the rows that are named or so few that none needs a
/// name, and what stands in no list.
fn operands(
    scene: &Scene<'_>,
    index: &Index<'_>,
    figure: &Figure,
    told: &[Told],
    selections: &[Selection],
) -> Vec<Operand> {
    let sentence = scene.sentence(figure.first);
    let from = sentence.0.checked_sub(1).map_or(sentence.0, |last| scene.sentence(last).0);
    let mut out: Vec<Operand> = Vec::new();
    let kind = |unit: Unit| match unit {
        Unit::Percent => Kind::Share,
        Unit::Money => Kind::Money,
        Unit::Time(days) => Kind::Time(days),
        Unit::Plain | Unit::Points | Unit::Times => Kind::Count,
    };
    for t in told.iter().filter(|t| t.first >= from && t.first < sentence.1 && t.first != figure.first) {
        out.push(Operand {
            value: t.value, kind: kind(t.unit), node: t.node, field: NONE, row: NONE, set: NONE, spoken: true, named: false, label: NONE, column: false, total: false,
        });
    }
    let mut columns: Map<(u32, u32), ()> = Map::default();
    for s in selections.iter().filter(|s| !s.chosen && index.sets[s.set as usize].required) {
        for (field, facts) in column(index, s) {
            let mean = index.fields[field as usize].mean || matches!(facts[0].kind, Kind::Share | Kind::Score);
            if facts.len() < 2 || mean || clash(figure, facts[0]) || columns.insert((s.set, field), ()).is_some() {
                continue;
            }
            let value = facts.iter().map(|f| f.value).sum();
            out.push(Operand { value, node: index.sets[s.set as usize].node, column: true, ..operand(scene, index, sentence, facts[0]) });
        }
    }
    let chosen = selections.iter().filter(|s| s.chosen && s.rows.len() <= 8);
    let mut named: Set<u32> = chosen.flat_map(|s| s.rows.iter().copied()).collect();
    named.extend(of_days(scene, index, sentence));
    // Where the words beside the figure name rows of a list, the others of that list are not meant.
    let segment = scene.segments[figure.first];
    let words_gather = scene.says_near(figure, &COMPARING) || scene.says_word(sentence, &["together", "combined", "total", "or"]);
    let mut near: Set<u32> = Set::default();
    let mut narrowed: Set<u32> = Set::default();
    for m in scene.mentions_in(sentence).filter(|m| scene.segments[m.first] == segment) {
        let rows = index.rows.iter().filter(|r| r.labels.iter().any(|l| l.1 == m.phrase));
        narrowed.extend(rows.map(|r| r.set));
        near.insert(m.phrase);
    }
    let spoken = |row: u32| {
        let id = index.rows[row as usize].set;
        let set = &index.sets[id as usize];
        if narrowed.contains(&id) {
            return index.rows[row as usize].labels.iter().any(|l| near.contains(&l.1)) || named.contains(&row) && words_gather;
        }
        // Where a row is named, what stands in no list is at most the whole.
        !set.required || set.rows.len() <= 6 || named.contains(&row) || mentioned(scene, index, sentence, row)
    };
    let mut rows: Map<u32, bool> = Map::default();
    let mean = |f: &Fact| index.fields[f.field as usize].mean && figure.unit == Unit::Percent;
    for fact in index.facts.iter().filter(|f| f.origin == Origin::Given && !clash(figure, f) && !mean(f)) {
        if out.len() >= OPERANDS {
            break;
        }
        let all = || index.lineage(fact.row).all(|(r, _)| spoken(r));
        if *rows.entry(fact.row).or_insert_with(all) {
            out.push(operand(scene, index, sentence, fact));
        }
    }
    out
}

fn operand(scene: &Scene<'_>, index: &Index<'_>, sentence: (usize, usize), fact: &Fact) -> Operand {
    let set = index.rows.get(fact.row as usize).map_or(NONE, |r| r.set);
    let total = index.fields[fact.field as usize].total;
    let Fact { value, kind, node, field, row, .. } = *fact;
    let label = index.rows.get(fact.row as usize).and_then(|r| r.labels.first()).map_or(NONE, |l| l.1);
    let spoken = scene.says(sentence, &index.fields[field as usize].calls);
    let named = label != NONE && scene.mentions_in(sentence).any(|m| m.phrase == label);
    Operand { value, kind, node, field, row, set, spoken, named, label, column: false, total }
}

/// The rows of the days that the sentence names; where it speaks of the day before or after, those beside them as well.
fn of_days(scene: &Scene<'_>, index: &Index<'_>, sentence: (usize, usize)) -> Vec<u32> {
    let beside = scene.says_word(sentence, &["before", "previous", "earlier", "after", "next", "following"]);
    let mut out = Vec::new();
    for set in index.sets.iter().filter(|s| s.series) {
        let named = |r: &u32| {
            let date = index.rows[*r as usize].date;
            scene.days_in(sentence).any(|d| date.is_some_and(|own| same(own, d.value)))
        };
        for i in (0..set.rows.len()).filter(|i| named(&set.rows[*i])) {
            let (from, to) = if beside { (i.saturating_sub(1), i + 1) } else { (i, i) };
            out.extend(set.rows[from..=to.min(set.rows.len() - 1)].iter().copied());
        }
    }
    out
}

/// A row that the sentence, or else the last name before it, speaks of.
fn mentioned(scene: &Scene<'_>, index: &Index<'_>, sentence: (usize, usize), row: u32) -> bool {
    let own = |phrase: u32| index.rows[row as usize].labels.iter().any(|l| l.1 == phrase);
    let mut here = scene.mentions_in(sentence).peekable();
    match here.peek() {
        Some(_) => here.any(|m| own(m.phrase)),
        None => scene.mentions.iter().rev().find(|m| m.first < sentence.0).is_some_and(|m| own(m.phrase)),
    }
}

/// Sums and means of whole columns.
fn columns(figure: &Figure, operands: &[Operand], words: &Words, made: &mut Vec<Made>) {
    for o in operands.iter().filter(|o| o.column && like(figure.unit, o.kind)) {
        let value = in_unit(figure.unit, o.kind, o.value);
        if near(figure, value) {
            made.push(Made { value, node: o.node, how: "sum", column: true, tier: if words.add { 1 } else { 2 } });
        }
    }
}

fn near(figure: &Figure, value: f64) -> bool {
    let size = figure.value().abs();
    (size / NEAR..=size * NEAR).contains(&value.abs())
}

/// A figure of this unit may stand for numbers of this kind.
fn like(unit: Unit, kind: Kind) -> bool {
    match unit {
        Unit::Plain => matches!(kind, Kind::Count | Kind::Score | Kind::Money),
        Unit::Money => matches!(kind, Kind::Money | Kind::Count),
        Unit::Time(_) => matches!(kind, Kind::Time(_)),
        Unit::Percent | Unit::Points | Unit::Times => false,
    }
}

fn in_unit(unit: Unit, kind: Kind, value: f64) -> f64 {
    match (unit, kind) {
        (Unit::Time(days), Kind::Time(own)) => value * own / days,
        _ => value,
    }
}

/// All that two numbers make in the unit of the figure.
fn pair(figure: &Figure, a: &Operand, b: &Operand, words: &Words, made: &mut Vec<Made>) {
    let alike = std::mem::discriminant(&a.kind) == std::mem::discriminant(&b.kind);
    let (large, small) = if a.value.abs() >= b.value.abs() { (a, b) } else { (b, a) };
    // One name in two maps is one thing at two times.
    let named = a.label != NONE && a.label == b.label && a.row != b.row && a.set != b.set;
    let same_field = a.field == b.field && a.column == b.column || named;
    let answers = |o: &Operand| o.set == NONE && o.row == NONE;
    let both = answers(a) && answers(b);
    let mut push = |value: f64, how: &'static str, said: bool| {
        if near(figure, value) {
            let tier = if !said { 2 } else if both { 0 } else { 1 };
            made.push(Made { value, node: large.node, how, column: false, tier });
        }
    };
    // Numbers of one object, of one column, or that the answer itself tells belong together; a column and a number
    // of one of its rows do, too.
    let together = same_field || a.row == b.row || a.set == b.set || a.row == NONE || b.row == NONE || a.column || b.column;
    if !together || small.value == 0.0 {
        return;
    }
    // The answer itself tells one of the two, or the larger is a whole.
    let told = answers(a) || answers(b);
    let object = a.row == b.row && a.field != b.field && a.spoken && b.spoken;
    let known = both || object || (large.column || large.total) && (small.spoken || small.named);
    match figure.unit {
        Unit::Percent if alike && large.value != 0.0 && small.value != 0.0 => {
            if !matches!(a.kind, Kind::Share | Kind::Score) {
                push(100.0 * small.value / large.value, "share", known);
            }
            if !matches!(a.kind, Kind::Share | Kind::Score) && (same_field || told) {
                push(100.0 * (large.value - small.value) / small.value, "change", words.compare);
                push(100.0 * (large.value - small.value) / large.value, "change", words.compare);
            }
        }
        Unit::Points if alike && matches!(a.kind, Kind::Share | Kind::Score) => {
            if words.points {
                push(large.value - small.value, "difference", true);
            }
        }
        Unit::Times if alike && small.value > 0.0 => push(large.value / small.value, "change", true),
        Unit::Plain | Unit::Money | Unit::Time(_) => {
            if alike && like(figure.unit, a.kind) {
                let (x, y) = (in_unit(figure.unit, a.kind, a.value), in_unit(figure.unit, b.kind, b.value));
                if a.column == b.column && words.compare {
                    push((x - y).abs(), "difference", true);
                }
                // "579 found it easy or very easy": both are named.
                if !a.column && !b.column && (words.add || a.named && b.named) {
                    push(x + y, "sum", true);
                }
            }
            // So much money, or so many, for each of the others.
            let whole = match (a.kind, b.kind) {
                (Kind::Money, Kind::Count) => Some((a, b)),
                (Kind::Count, Kind::Money) => Some((b, a)),
                (Kind::Count, Kind::Count) if figure.unit == Unit::Plain && words.per => Some((large, small)),
                _ => None,
            };
            if figure.unit == Unit::Money && a.row == b.row && !answers(a) && !alike && words.worth {
                push(a.value * b.value, "product", true);
            }
            if let Some((whole, by)) = whole.filter(|w| w.1.value > 0.0 && like(figure.unit, w.0.kind)) {
                push(whole.value / by.value, "average", words.per);
            }
        }
        _ => {}
    }
}
