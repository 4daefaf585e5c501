//! Figures that no result holds as such, but that one named operation makes from numbers that belong together.
//!
//! Kept narrow on purpose: with a few hundred numbers at hand, some pair of them differs by anything. Operands come from
//! one array or object, and are those that the sentence names. Deliberately not here: shares of a whole, which are
//! worked out while indexing (`shares`), and counting (`count`).

use chrono::NaiveDate;

use super::naming::same;
use super::rival::closest_name;
use super::sense;
use crate::agent::ground::index::field::Kind;
use crate::agent::ground::index::{Fact, Index, Map, NONE, Origin};
use crate::agent::ground::read::date::{DateAt, DateValue, End};
use crate::agent::ground::read::figure::{Figure, Unit};
use crate::agent::ground::scene::{Mention, Scene};

/// Where a derived figure leads to: a node of the results and the operation.
pub type Derived = (u32, &'static str);

/// What is known of the other figures when derivation begins: by figure, the fact that it restates.
pub type Known = [Option<u32>];

/// Tries each operation in turn.
pub fn find(scene: &Scene<'_>, index: &Index<'_>, known: &Known, f: usize) -> Option<Derived> {
    let figure = &scene.figures[f];
    let selections = selections(scene, index, figure);
    if selections.iter().any(|s| s.chosen && one_of_many(scene, index, figure, s)) {
        return None;
    }
    of_selections(scene, index, figure, &selections)
        .or_else(|| of_pairs(scene, index, figure, known, f, &selections))
        .or_else(|| of_claims(scene, index, figure, known, f))
}

/// Rows of one set that the words single out.
struct Selection {
    set: u32,
    rows: Vec<u32>,
    /// Chosen by a name, a rank or dates; otherwise all rows of the set.
    chosen: bool,
}

fn selections(scene: &Scene<'_>, index: &Index<'_>, figure: &Figure) -> Vec<Selection> {
    let sentence = scene.sentence(figure.first);
    let mut out = Vec::new();
    for (s, set) in index.sets.iter().enumerate().filter(|(_, set)| set.rows.len() >= 2) {
        let set_id = s as u32;
        let all = |rows, chosen| Selection { set: set_id, rows, chosen };
        let named = if set.rows.len() <= 60 || set.series { named(scene, index, sentence, set_id) } else { vec![] };
        if named.len() >= 2 {
            out.push(all(named, true));
        }
        if !set.required {
            continue;
        }
        if set.series {
            out.extend(spans(scene, figure).into_iter().map(|(from, to)| {
                let within =
                    |r: &u32| matches!(index.rows[*r as usize].date, Some(DateValue::Day(d)) if from <= d && d <= to);
                all(set.rows.iter().copied().filter(within).collect(), true)
            }));
        } else if let Some(k) = rank(scene, sentence).filter(|k| *k < set.rows.len()) {
            out.push(all(set.rows[..k].to_vec(), true));
        }
        out.push(all(set.rows.clone(), false));
    }
    out.retain(|s| !s.rows.is_empty());
    out
}

fn named(scene: &Scene<'_>, index: &Index<'_>, sentence: (usize, usize), set: u32) -> Vec<u32> {
    let phrases: Vec<u32> = scene.mentions_in(sentence).map(|m| m.phrase).collect();
    let days: Vec<DateValue> = scene.days_in(sentence).map(|d| d.value).collect();
    if phrases.is_empty() && days.is_empty() {
        return vec![];
    }
    let rows = index.sets[set as usize].rows.iter().copied();
    rows.filter(|r| {
        let row = &index.rows[*r as usize];
        row.labels.iter().any(|(_, p)| phrases.contains(p))
            || row.date.is_some_and(|d| days.iter().any(|x| same(d, *x)))
    })
    .collect()
}

/// "top three", "the three largest".
fn rank(scene: &Scene<'_>, sentence: (usize, usize)) -> Option<usize> {
    const RANKS: [&str; 8] = ["top", "largest", "biggest", "leading", "main", "most", "first", "highest"];
    let of = |f: &&Figure| f.first >= sentence.0 && f.first < sentence.1 && f.unit == Unit::Plain;
    let ranked = |f: &&Figure| {
        let before = f.first > 0 && scene.tokens[f.first - 1].any(&RANKS);
        before || scene.tokens.get(f.last + 1).is_some_and(|t| t.any(&RANKS))
    };
    let value = scene.figures.iter().filter(of).find(ranked)?.value();
    (2.0..=20.0).contains(&value).then_some(value as usize)
}

/// Stretches of days that the sentence, or the date last spoken of, sets off.
fn spans(scene: &Scene<'_>, figure: &Figure) -> Vec<(NaiveDate, NaiveDate)> {
    let (from, to) = scene.sentence(figure.first);
    let mut out = Vec::new();
    let day = |v: DateValue| if let DateValue::Day(d) = v { Some(d) } else { None };
    for pair in scene.dates.windows(2) {
        if pair[0].end == End::From
            && pair[0].first >= from
            && pair[1].last < to
            && let (Some(a), Some(b)) = (day(pair[0].value), day(pair[1].value))
        {
            out.push((a, b));
        }
    }
    let singles = scene.dates.iter().filter(|d| d.first >= from && d.last < to && d.end == End::Single);
    let segment = scene.segments[figure.first];
    let (near, far): (Vec<&DateAt>, Vec<&DateAt>) = singles.partition(|d| scene.segments[d.first] == segment);
    let mut anchors: Vec<DateValue> = if near.is_empty() { far } else { near }.iter().map(|d| d.value).collect();
    if anchors.is_empty() {
        anchors.extend(scene.date_before(from));
    }
    // The words of the figure's own segment decide, where there are any.
    let words = ["since", "from", "after", "following", "before", "prior", "until", "till"];
    let near = scene.says_near(figure, &words);
    let says = |words: &[&str]| if near { scene.says_near(figure, words) } else { scene.says_word((from, to), words) };
    for anchor in anchors {
        let Some(anchor) = day(anchor) else { continue };
        let one = chrono::Duration::days(1);
        if says(&["since", "from", "after", "following"]) {
            out.push((anchor, NaiveDate::MAX));
        }
        if says(&["after", "following"]) {
            out.push((anchor + one, NaiveDate::MAX));
        }
        if says(&["before", "prior", "until", "till"]) {
            out.push((NaiveDate::MIN, anchor - one));
        }
        if says(&["until", "till"]) {
            out.push((NaiveDate::MIN, anchor));
        }
    }
    out
}

fn column<'i>(index: &'i Index<'_>, selection: &Selection) -> Map<u32, Vec<&'i Fact>> {
    let mut columns: Map<u32, Vec<&Fact>> = Map::default();
    for row in &selection.rows {
        for id in index.cells.get(row).into_iter().flatten() {
            let fact = &index.facts[*id as usize];
            columns.entry(fact.field).or_default().push(fact);
        }
    }
    columns
}

fn accepts(figure: &Figure, value: f64) -> bool {
    figure.accepts().any(|(lo, hi)| (lo..=hi).contains(&value))
}

/// Whether the numbers of a kind can add up to a figure of a unit.
fn adds(unit: Unit, kind: Kind) -> bool {
    matches!(
        (unit, kind),
        (Unit::Plain, Kind::Count | Kind::Score)
            | (Unit::Percent, Kind::Share)
            | (Unit::Money, Kind::Money | Kind::Count)
            | (Unit::Time(_), Kind::Time(_))
    )
}

/// Sums, averages and shares of the rows that the sentence singles out.
fn of_selections(scene: &Scene<'_>, index: &Index<'_>, figure: &Figure, selections: &[Selection]) -> Option<Derived> {
    let sentence = scene.sentence(figure.first);
    // "… took 5.8 a day; since then it takes 19.8": the second figure borrows the unit of the first.
    let borrowed = scene.says_near(figure, &["since", "before", "after", "until"])
        && scene.figures.iter().any(|f| f.first >= sentence.0 && f.first < figure.first && sense::per_unit(scene, f));
    let mean = sense::per_unit(scene, figure) || borrowed;
    let all =
        scene.says_word(sentence, &["total", "together", "altogether", "all", "overall", "combined", "sum", "whole"]);
    let day = scene.days_in(sentence).any(|d| scene.segments[d.first] == scene.segments[figure.first]);
    for selection in selections {
        let set = &index.sets[selection.set as usize];
        let since = scene.says_near(figure, &["since", "before", "after", "until", "from", "following", "prior"]);
        if set.series && day && !since {
            continue;
        }
        for (field, facts) in column(index, selection) {
            let (kind, n) = (facts[0].kind, facts.len() as f64);
            let sum: f64 = facts.iter().map(|f| f.value).sum();
            if adds(figure.unit, kind) {
                if (selection.chosen || all)
                    && set.required
                    && !mean
                    && !index.fields[field as usize].mean
                    && accepts(figure, sum)
                {
                    return Some((set.node, "sum"));
                }
                if mean && n > 1.0 && (kind != Kind::Share) && accepts(figure, sum / n) {
                    return Some((set.node, "average"));
                }
            }
            let part = figure.unit == Unit::Percent && kind == Kind::Count && selection.chosen && set.required;
            if part && wholes(index, selection.set, field).any(|w| w > 0.0 && accepts(figure, 100.0 * sum / w)) {
                return Some((set.node, "share"));
            }
        }
    }
    None
}

/// The figure stands at the name of one row, and the sentence has a figure for each name: then it is that row's own.
fn one_of_many(scene: &Scene<'_>, index: &Index<'_>, figure: &Figure, selection: &Selection) -> bool {
    let sentence = scene.sentence(figure.first);
    let named = |p: u32| selection.rows.iter().any(|r| index.rows[*r as usize].labels.iter().any(|l| l.1 == p));
    let names: Vec<&Mention> = scene.mentions_in(sentence).filter(|m| named(m.phrase)).collect();
    let alike = |f: &&Figure| f.unit == figure.unit && f.first >= sentence.0 && f.first < sentence.1 && !f.spelled;
    let own = names.iter().any(|m| closest_name(scene, figure, m));
    own && names.len() > 1 && scene.figures.iter().filter(alike).count() >= names.len()
}

/// What a sum over rows may be a share of: the whole column, or a total beside the array.
fn wholes<'i>(index: &'i Index<'_>, set: u32, field: u32) -> impl Iterator<Item = f64> + 'i {
    let group = &index.sets[set as usize];
    let column: f64 =
        group.rows.iter().filter_map(|r| index.cell(*r, field)).map(|f| index.facts[f as usize].value).sum();
    let parent = index.nodes.get(group.node as usize).map_or(NONE, |n| n.parent);
    let beside = index.siblings.get(&parent).into_iter().flatten().map(|f| &index.facts[*f as usize]);
    let totals = beside.filter(|f| index.fields[f.field as usize].total).map(|f| f.value);
    std::iter::once(column).chain(totals)
}

/// Words that announce a comparison.
const COMPARING: [&str; 40] = [
    "more",
    "fewer",
    "less",
    "higher",
    "lower",
    "up",
    "down",
    "difference",
    "gap",
    "rose",
    "rise",
    "risen",
    "grew",
    "growth",
    "increase",
    "increased",
    "fell",
    "fall",
    "fallen",
    "drop",
    "dropped",
    "decline",
    "declined",
    "decrease",
    "decreased",
    "change",
    "changed",
    "above",
    "below",
    "ahead",
    "behind",
    "jump",
    "jumped",
    "than",
    "gained",
    "lost",
    "apart",
    "improved",
    "outnumber",
    "outnumbers",
];

/// Differences, changes and ratios of two numbers of one kind.
fn of_pairs(
    scene: &Scene<'_>,
    index: &Index<'_>,
    figure: &Figure,
    known: &Known,
    f: usize,
    selections: &[Selection],
) -> Option<Derived> {
    let sentence = scene.sentence(figure.first);
    let by = figure.first > 0 && scene.tokens[figure.first - 1].word("by");
    if figure.unit != Unit::Times
        && !by
        && (!scene.says_near(figure, &COMPARING) || scene.says_near(figure, &["make", "makes", "made"]))
    {
        return None;
    }
    for selection in selections.iter().filter(|s| s.chosen && s.rows.len() <= 4) {
        for (_, facts) in column(index, selection) {
            for (i, a) in facts.iter().enumerate() {
                if let Some(how) = facts[i + 1..].iter().find_map(|b| compare(figure, a, b)) {
                    return Some((a.node, how));
                }
            }
        }
    }
    let before = sentence.0.checked_sub(1).map_or(sentence, |last| scene.sentence(last));
    let near = |g: usize| g != f && scene.figures[g].first >= before.0 && scene.figures[g].first < sentence.1;
    let told: Vec<&Fact> =
        (0..known.len()).filter(|g| near(*g)).filter_map(|g| known[g]).map(|id| &index.facts[id as usize]).collect();
    for (i, a) in told.iter().enumerate() {
        let partner = told[i + 1..].iter().filter(|b| comparable(index, a, b));
        if let Some(how) = partner.into_iter().find_map(|b| compare(figure, a, b)) {
            return Some((a.node, how));
        }
    }
    of_twins(index, figure)
}

/// Two facts told near each other compare when they count the same.
fn comparable(index: &Index<'_>, a: &Fact, b: &Fact) -> bool {
    let sets = |f: &Fact| index.rows.get(f.row as usize).map_or(NONE, |r| r.set);
    a.kind == b.kind && (a.field == b.field || sets(a) == sets(b) || a.kind == Kind::Share)
}

/// Numbers that a result itself sets side by side (`current` and `previous`), and the same number of two calls of one tool.
fn of_twins(index: &Index<'_>, figure: &Figure) -> Option<Derived> {
    const TWINS: [(&str, &str); 6] = [
        ("current", "previous"),
        ("after", "before"),
        ("to", "from"),
        ("last", "first"),
        ("now", "then"),
        ("recent", "previous"),
    ];
    let last_key = |f: &Fact| match index.nodes[f.node as usize].step {
        crate::agent::ground::index::Step::Key(k) => crate::agent::ground::index::field::words(k),
        _ => vec![],
    };
    for facts in index.siblings.values() {
        for (i, a) in facts.iter().enumerate() {
            for b in &facts[i + 1..] {
                let (a, b) = (&index.facts[*a as usize], &index.facts[*b as usize]);
                let (ka, kb) = (last_key(a), last_key(b));
                let has = |words: &[String], w: &str| words.iter().any(|x| x == w);
                let twins = TWINS.iter().any(|(x, y)| has(&ka, x) && has(&kb, y) || has(&ka, y) && has(&kb, x));
                if twins && let Some(how) = compare(figure, a, b) {
                    return Some((a.node, how));
                }
            }
        }
    }
    let roots = index.facts.iter().filter(|f| f.origin == Origin::Given && is_root(index, f));
    // Means are rounded already; what two of them make is known no better than what their totals make.
    let roots: Vec<&Fact> = roots.filter(|f| !index.fields[f.field as usize].mean).collect();
    for (i, a) in roots.iter().enumerate() {
        let rows = |f: &Fact| index.rows.get(f.row as usize).map_or(NONE, |r| r.set);
        let other = roots[i + 1..].iter().filter(|b| b.field == a.field && b.row != a.row && rows(a) == rows(b));
        if let Some(how) = other.into_iter().find_map(|b| compare(figure, a, b)) {
            return Some((a.node, how));
        }
    }
    None
}

fn is_root(index: &Index<'_>, fact: &Fact) -> bool {
    index.rows.get(fact.row as usize).is_some_and(|r| r.parent == NONE && !index.sets[r.set as usize].required)
}

/// The operation that makes the figure from two numbers, if one does.
fn compare(figure: &Figure, a: &Fact, b: &Fact) -> Option<&'static str> {
    let (x, y) = (a.value, b.value);
    if a.kind != b.kind || x == y {
        return None;
    }
    let either = |value: f64| accepts(figure, value) || accepts(figure, -value);
    match figure.unit {
        Unit::Percent if a.kind != Kind::Share => {
            let change = |from: f64, to: f64| from != 0.0 && either(100.0 * (to - from) / from);
            (change(x, y) || change(y, x)).then_some("change")
        }
        Unit::Times => {
            let ratio = |from: f64, to: f64| from > 0.0 && to > from && accepts(figure, to / from);
            (ratio(x, y) || ratio(y, x)).then_some("change")
        }
        Unit::Points => {
            matches!(a.kind, Kind::Share | Kind::Score).then_some(()).filter(|()| either(x - y)).map(|()| "difference")
        }
        Unit::Plain => {
            matches!(a.kind, Kind::Count | Kind::Score).then_some(()).filter(|()| either(x - y)).map(|()| "difference")
        }
        Unit::Money => {
            matches!(a.kind, Kind::Money | Kind::Count).then_some(()).filter(|()| either(x - y)).map(|()| "difference")
        }
        Unit::Time(days) => match a.kind {
            Kind::Time(unit) => either((x - y) * unit / days).then_some("difference"),
            _ => None,
        },
        Unit::Percent => None,
    }
}

/// What follows from the other figures of the same sentence: their sum, or one as a share of another.
fn of_claims(scene: &Scene<'_>, index: &Index<'_>, figure: &Figure, known: &Known, f: usize) -> Option<Derived> {
    let (from, to) = scene.sentence(figure.first);
    let here = (0..known.len()).filter(|g| *g != f && scene.figures[*g].first >= from && scene.figures[*g].first < to);
    let told: Vec<(f64, Unit, u32)> =
        here.filter_map(|g| Some((scene.figures[g].value(), scene.figures[g].unit, known[g]?))).collect();
    let alike: Vec<&(f64, Unit, u32)> = told.iter().filter(|(_, unit, _)| *unit == figure.unit).collect();
    let sum: f64 = alike.iter().map(|t| t.0).sum();
    let adding = scene.says_word(
        (from, to),
        &["together", "total", "combined", "sum", "altogether", "make", "all", "account", "add"],
    );
    if alike.len() >= 2 && adding && accepts(figure, sum) {
        return Some((index.facts[alike[0].2 as usize].node, "sum"));
    }
    if figure.unit != Unit::Percent {
        return None;
    }
    let plain: Vec<&(f64, Unit, u32)> = told.iter().filter(|t| t.1 == Unit::Plain).collect();
    let share = |part: &&&(f64, Unit, u32)| {
        plain.iter().any(|w| w.0 > part.0 && part.0 > 0.0 && accepts(figure, 100.0 * part.0 / w.0))
    };
    plain.iter().find(share).map(|part| (index.facts[part.2 as usize].node, "share"))
}
