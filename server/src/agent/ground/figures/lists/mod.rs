//! What people say of a list as a whole: its ends, its spread, its mean, its last step, the sum of it.
//!
//! Deliberately not here: rows that a sentence singles out by name or by time (`selection`).

pub mod bounded;
pub mod buckets;
mod kept;
mod lines;
mod moved;
mod parts;
mod ratio;

use super::compare::announced;
use super::derive::{Derived, Known, accepts, clash};
use super::naming::same;
use super::sense;
use crate::agent::ground::index::field::Kind;
use crate::agent::ground::index::{Fact, Index, Map, RowSet};
use crate::agent::ground::read::date::{DateAt, DateValue};
use crate::agent::ground::read::figure::{Figure, Unit};
use crate::agent::ground::scene::Scene;

/// Longer lists are not looked through.
const MOST_ROWS: usize = 100;

/// Words for the upper end of a list, for its lower end, and for either.
const HIGH: [&str; 9] = ["largest", "biggest", "highest", "top", "busiest", "longest", "most", "strongest", "leading"];

const LOW: [&str; 8] = ["smallest", "lowest", "fewest", "bottom", "least", "shortest", "quietest", "weakest"];

const EITHER: [&str; 9] = ["best", "worst", "first", "last", "latest", "oldest", "newest", "slowest", "fastest"];

/// One number of each row, in the order of the rows and in the unit of the figure.
struct Column<'i> {
    set: &'i RowSet,
    facts: Vec<&'i Fact>,
    values: Vec<f64>,
}

impl Column<'_> {
    /// Whether the words name a row.
    fn names(&self, scene: &Scene<'_>, index: &Index<'_>, range: (usize, usize)) -> bool {
        self.facts.iter().any(|f| named(scene, index, range, f))
    }
}

/// Whether the words name the row of a number.
fn named(scene: &Scene<'_>, index: &Index<'_>, range: (usize, usize), fact: &Fact) -> bool {
    index
        .rows
        .get(fact.row as usize)
        .is_some_and(|row| scene.mentions_in(range).any(|m| row.labels.iter().any(|l| l.1 == m.phrase)))
}

/// What the sentence says of a whole list makes the figure, or what the lines of the answer's own list make.
pub fn find(scene: &Scene<'_>, index: &Index<'_>, known: &Known, figure: &Figure) -> Option<Derived> {
    let columns = columns(index);
    let found = columns.iter().filter_map(|c| in_unit(figure, c)).find_map(|c| {
        let how = ends(scene, figure, &c)
            .or_else(|| spread(scene, figure, &c))
            .or_else(|| range(scene, figure, &c))
            .or_else(|| course(scene, index, figure, &c))
            .or_else(|| step(scene, figure, &c))
            .or_else(|| lead(scene, figure, &c))
            .or_else(|| mean(scene, index, figure, &c))
            .or_else(|| total(scene, index, figure, &c))
            .or_else(|| parts::rest(scene, index, figure, &c));
        Some((c.set.node, how?))
    });
    found
        .or_else(|| parts::change(scene, index, figure))
        .or_else(|| ratio::find(scene, index, figure))
        .or_else(|| ratio::of_whom(scene, index, figure))
        .or_else(|| columns.iter().find_map(|c| onward(scene, index, figure, c)))
        .or_else(|| columns.iter().find_map(|c| since(scene, index, figure, c)))
        .or_else(|| buckets::find(scene, index, figure))
        .or_else(|| moved::share(scene, index, figure))
        .or_else(|| moved::sum(scene, figure, &columns))
        .or_else(|| moved::whole(scene, index, figure))
        .or_else(|| parts::share_apart(scene, index, figure, &columns))
        .or_else(|| parts::share_from_told(scene, index, figure))
        .or_else(|| parts::share_from_overall(scene, index, figure))
        .or_else(|| parts::won(scene, index, figure, &columns))
        .or_else(|| parts::of_all(scene, index, figure, &columns))
        .or_else(|| parts::under_row(scene, index, figure))
        .or_else(|| parts::superlative(scene, index, figure, &columns))
        .or_else(|| parts::peak_share(scene, index, figure, &columns))
        .or_else(|| kept::find(scene, index, figure, &columns))
        .or_else(|| lines::in_line(scene, index, known, figure))
        .or_else(|| lines::of_own_list(scene, index, known, figure))
        .or_else(|| lines::respectively(scene, index, figure, &columns))
}

/// The columns of the lists that have a number in each row, in the row itself or in an object of one name in each.
fn columns<'i>(index: &'i Index<'_>) -> Vec<Column<'i>> {
    let mut out = Vec::new();
    for set in index.sets.iter().filter(|s| s.required && (2..=MOST_ROWS).contains(&s.rows.len())) {
        let mut by_field: Map<u32, Vec<&Fact>> = Map::default();
        for id in set.rows.iter().flat_map(|r| index.cells.get(r).into_iter().flatten()) {
            let fact = &index.facts[*id as usize];
            by_field.entry(fact.field).or_default().push(fact);
        }
        let whole =
            |facts: &Vec<&Fact>| facts.len() == set.rows.len() && facts.iter().zip(&set.rows).all(|(f, r)| f.row == *r);
        let mut whole: Vec<_> = by_field.into_values().filter(whole).collect();
        whole.sort_by_key(|facts| facts[0].node);
        out.extend(nested(index, set).into_iter().map(|facts| Column { set, values: vec![], facts }));
        out.extend(whole.into_iter().map(|facts| Column { set, values: vec![], facts }));
    }
    out
}

/// `{"category": …, "before": {"incidents": 136}, "after": {"incidents": 144}}`: the column of `before/incidents`.
fn nested<'i>(index: &'i Index<'_>, set: &RowSet) -> Vec<Vec<&'i Fact>> {
    let mut by_name: Map<(u32, u32), Vec<&Fact>> = Map::default();
    for (r, row) in index.rows.iter().enumerate().filter(|(_, row)| set.rows.contains(&row.parent)) {
        let name = row.labels.first().map_or(u32::MAX, |l| l.1);
        for id in index.cells.get(&(r as u32)).into_iter().flatten() {
            let fact = &index.facts[*id as usize];
            by_name.entry((name, fact.field)).or_default().push(fact);
        }
    }
    let mut out: Vec<_> = by_name.into_values().filter(|facts| facts.len() == set.rows.len()).collect();
    out.sort_by_key(|facts| facts[0].node);
    out
}

/// The numbers of a column in the unit of a figure, where they have one.
fn in_unit<'i>(figure: &Figure, column: &Column<'i>) -> Option<Column<'i>> {
    let first = column.facts.first().filter(|f| !clash(figure, f))?;
    let scale = match (figure.unit, first.kind) {
        (Unit::Plain, Kind::Count | Kind::Score)
        | (Unit::Percent | Unit::Points, Kind::Share)
        | (Unit::Points, Kind::Score)
        | (Unit::Money, Kind::Money | Kind::Count) => 1.0,
        (Unit::Time(days), Kind::Time(own)) => own / days,
        _ => return None,
    };
    let values = column.facts.iter().map(|f| f.value * scale).collect();
    Some(Column { set: column.set, facts: column.facts.clone(), values })
}

fn sum(values: &[f64]) -> f64 {
    values.iter().sum()
}

/// The least and the largest number.
fn bounds(values: &[f64]) -> (f64, f64) {
    values.iter().fold((f64::INFINITY, f64::NEG_INFINITY), |(lo, hi), v| (lo.min(*v), hi.max(*v)))
}

/// "The two smallest groups together come to 176".
fn ends(scene: &Scene<'_>, figure: &Figure, c: &Column<'_>) -> Option<&'static str> {
    let (from, _) = scene.sentence(figure.first);
    let said = |f: &Figure, words: &[&str]| {
        scene.tokens.get(f.last + 1).is_some_and(|t| t.any(words))
            || f.first > from && scene.tokens[f.first - 1].any(words)
    };
    let kinds = [&HIGH[..], &LOW[..], &["first"][..], &["last"][..]];
    // "45 points of the book" is no share.
    if figure.unit == Unit::Points {
        return None;
    }
    let counts = |f: &Figure| matches!(f.unit, Unit::Plain | Unit::Time(_));
    let few =
        scene.figures.iter().rev().find(|f| {
            f.first >= from && f.last < figure.first && counts(f) && kinds.iter().any(|words| said(f, words))
        })?;
    let many = few.value() as usize;
    if !(2..c.values.len()).contains(&many) || !(2.0..=20.0).contains(&few.value()) {
        return None;
    }
    let mut values = c.values.clone();
    if said(few, &HIGH) || said(few, &LOW) {
        values.sort_by(f64::total_cmp);
    }
    if said(few, &HIGH) || said(few, &["last"]) {
        values.reverse();
    }
    let part = sum(&values[..many]);
    accepts(figure, part).then_some("sum")
}

/// "Between the first and the last lie 16.8 points".
fn spread(scene: &Scene<'_>, figure: &Figure, c: &Column<'_>) -> Option<&'static str> {
    const APART: [&str; 10] =
        ["between", "gap", "spread", "range", "difference", "apart", "separate", "separates", "lie", "distance"];
    const POLES: [(&str, &str); 11] = [
        ("first", "last"),
        ("best", "worst"),
        ("top", "bottom"),
        ("highest", "lowest"),
        ("largest", "smallest"),
        ("slowest", "fastest"),
        ("longest", "shortest"),
        ("strongest", "weakest"),
        ("busiest", "quietest"),
        ("most", "fewest"),
        ("oldest", "youngest"),
    ];
    let sentence = scene.sentence(figure.first);
    let says = |words: &[&str]| scene.says_word(sentence, words);
    // Of two rows nothing else can be meant.
    let two = c.values.len() == 2 && says(&["differ", "differs", "apart", "gap", "difference"]);
    let poles = says(&["gap", "difference"]) && (says(&HIGH) || says(&EITHER)) && (says(&LOW) || says(&EITHER));
    let both = two || poles || POLES.iter().any(|(a, b)| says(&[a]) && says(&[b]));
    let (low, high) = bounds(&c.values);
    let both = both || scene.says_near(figure, &["spread"]);
    let apart = (two || says(&APART)) && figure.unit != Unit::Percent;
    (both && apart && accepts(figure, high - low)).then_some("difference")
}

/// "The monthly value ranged from 199,978 to 282,570": its two ends.
fn range(scene: &Scene<'_>, figure: &Figure, c: &Column<'_>) -> Option<&'static str> {
    let sentence = scene.sentence(figure.first);
    let lead = |f: &Figure, words: &[&str]| f.first > sentence.0 && scene.tokens[f.first - 1].any(words);
    let beside = |f: &&Figure| f.first >= sentence.0 && f.first < sentence.1 && f.unit == figure.unit;
    let ranged = ["ranged", "ranges", "ranging", "range", "varied", "varies", "vary", "moved", "between", "anywhere"];
    if !scene.says_word((sentence.0, figure.first), &ranged) {
        return None;
    }
    let (low, high) = bounds(&c.values);
    let (first, second) = if lead(figure, &["from", "between"]) {
        (figure, scene.figures.iter().filter(beside).find(|f| f.first > figure.last)?)
    } else {
        (scene.figures.iter().filter(beside).rev().find(|f| f.last < figure.first)?, figure)
    };
    let pair = lead(first, &["from", "between"]) && lead(second, &["to", "and"]) && second.first <= first.last + 4;
    (pair && accepts(first, low) && accepts(second, high)).then_some("equal")
}

/// "First month to last: down 48% (52 to 27)": where a list of times begins and ends.
fn course(scene: &Scene<'_>, index: &Index<'_>, figure: &Figure, c: &Column<'_>) -> Option<&'static str> {
    let sentence = scene.sentence(figure.first);
    let says = |words: &[&str]| scene.says_word(sentence, words);
    let timed = c.facts.iter().all(|f| index.rows[f.row as usize].date.is_some());
    let [first, .., last] = c.values.as_slice() else { return None };
    let next = |words: &[&str], at: usize| scene.tokens.get(at).is_some_and(|t| t.any(words));
    let begins = next(&["to"], figure.last + 1) && accepts(figure, *first);
    let ends = figure.first > sentence.0 && next(&["to"], figure.first - 1) && accepts(figure, *last);
    if timed && says(&["first"]) && says(&["last"]) && (begins || ends) {
        return Some("equal");
    }
    // "In the last month the number rose by 26.7% to 19".
    if timed && ends && says(&["last", "latest"]) && announced(scene, figure) {
        return Some("equal");
    }
    // "0.06 better at the end than at the start".
    let both = says(&["start", "beginning", "first"]) && says(&["end", "last"]) && says(&["than", "from", "since"]);
    let apart = c.facts[0].kind == Kind::Score || figure.unit == Unit::Points;
    (timed && both && apart && accepts(figure, (last - first).abs())).then_some("difference")
}

/// "The last month lost 15,302 compared with the one before", "week on week, the last figure is down by 12".
fn step(scene: &Scene<'_>, figure: &Figure, c: &Column<'_>) -> Option<&'static str> {
    let sentence = scene.sentence(figure.first);
    let says = |words: &[&str]| scene.says_word(sentence, words);
    let timed = c.set.rows.len() > 2 && !c.set.records;
    let [.., before, last] = c.values.as_slice() else { return None };
    let said =
        says(&["last", "latest", "final", "recent"]) && says(&["before", "previous", "prior", "on", "preceding"]);
    (timed && said && accepts(figure, (last - before).abs())).then_some("difference")
}

/// "In January 2026 email rose by 153% to 344": from the row before the one whose time is named.
fn onward(scene: &Scene<'_>, index: &Index<'_>, figure: &Figure, c: &Column<'_>) -> Option<Derived> {
    let sentence = scene.sentence(figure.first);
    let named = |f: &Fact| {
        let date = index.rows[f.row as usize].date;
        scene.days_in(sentence).any(|d| date.is_some_and(|own| same(own, d.value)))
    };
    let calls = &index.fields[c.facts[0].field as usize].calls;
    let spoken = calls.is_empty() || scene.says(sentence, calls);
    let fits = match figure.unit {
        Unit::Percent => matches!(c.facts[0].kind, Kind::Count | Kind::Money),
        Unit::Plain => c.facts[0].kind == Kind::Count,
        Unit::Points => c.facts[0].kind == Kind::Share,
        _ => false,
    };
    // "A decline of 2,125 complaints (5%)".
    let open = figure.first.checked_sub(1).is_some_and(|i| scene.tokens[i].is("("));
    let before = scene.figures.iter().rev().find(|f| f.last < figure.first && f.first >= sentence.0);
    let bracketed = open && before.is_some_and(|f| announced(scene, f));
    if !(announced(scene, figure) || bracketed) || !spoken || !fits {
        return None;
    }
    let at = (1..c.facts.len()).find(|i| named(c.facts[*i]))?;
    let (before, now) = (c.facts[at - 1].value, c.facts[at].value);
    let made = if figure.unit == Unit::Percent { 100.0 * (now - before) / before } else { now - before };
    let fits = before > 0.0 && (accepts(figure, made) || accepts(figure, -made));
    fits.then_some((c.facts[at].node, "change"))
}

/// "Since 2012 the number of disputes has more than doubled": from the row whose time is named to the last one.
fn since(scene: &Scene<'_>, index: &Index<'_>, figure: &Figure, c: &Column<'_>) -> Option<Derived> {
    let sentence = scene.sentence(figure.first);
    let begins = |d: &&DateAt| {
        let led = d.first > sentence.0 && scene.tokens[d.first - 1].word("since");
        d.first >= sentence.0 && d.last < sentence.1 && led
    };
    let first = scene.dates.iter().find(begins)?;
    let date = |f: &Fact| index.rows[f.row as usize].date;
    let from = c.facts.iter().find(|f| date(f).is_some_and(|own| same(own, first.value)))?;
    let last = c.facts.iter().max_by_key(|f| date(f).and_then(DateValue::days))?;
    let calls = &index.fields[from.field as usize].calls;
    let spoken = calls.is_empty() || scene.says(sentence, calls);
    let gap = last.value - from.value;
    if !spoken || from.value <= 0.0 || from.row == last.row {
        return None;
    }
    let made = match (figure.unit, from.kind) {
        (Unit::Times, Kind::Count | Kind::Money) => last.value / from.value,
        (Unit::Percent, Kind::Count | Kind::Money) => 100.0 * gap / from.value,
        (Unit::Plain, Kind::Count) | (Unit::Money, Kind::Money | Kind::Count) | (Unit::Points, Kind::Share) => gap,
        _ => return None,
    };
    (accepts(figure, made) || accepts(figure, -made)).then_some((last.node, "change"))
}

/// "It exceeds the next one by $900": the largest less the second.
fn lead(scene: &Scene<'_>, figure: &Figure, c: &Column<'_>) -> Option<&'static str> {
    let sentence = scene.sentence(figure.first);
    let placed = |i: usize| {
        scene.tokens[i].word("second")
            && scene.tokens.get(i + 1).is_some_and(|t| t.any(&HIGH) || t.any(&["place", "placed"]))
    };
    let next = scene.says_word(sentence, &["next", "runner"]) || (sentence.0..sentence.1).any(placed);
    let said =
        next && scene.says_word(sentence, &["exceeds", "exceed", "ahead", "more", "above", "lead", "leads", "gap"]);
    let mut values = c.values.clone();
    values.sort_by(f64::total_cmp);
    let [.., second, first] = values.as_slice() else { return None };
    (said && c.set.rows.len() > 2 && first > second && accepts(figure, first - second)).then_some("difference")
}

/// "On average the six deals brought $3,076".
fn mean(scene: &Scene<'_>, index: &Index<'_>, figure: &Figure, c: &Column<'_>) -> Option<&'static str> {
    let says = scene.says_word(scene.sentence(figure.first), &["average", "averaged", "averages", "averaging", "mean"]);
    let field = &index.fields[c.facts[0].field as usize];
    // A list's numbers of its own time have a mean a day or a month only.
    let row = |f: &&Fact| &index.rows[f.row as usize];
    let dated = |f: &&Fact| row(f).date.is_some() && row(f).labels.is_empty();
    let plain = !field.mean && c.facts[0].kind != Kind::Share && !c.facts.iter().any(dated);
    (says && plain && sense::per_unit(scene, figure) && accepts(figure, sum(&c.values) / c.values.len() as f64))
        .then_some("average")
}

/// "These four categories had 1,383 incidents", "debits add up to 261.74": all numbers of a column, or those of one sign.
fn total(scene: &Scene<'_>, index: &Index<'_>, figure: &Figure, c: &Column<'_>) -> Option<&'static str> {
    const ALL: [&str; 6] = ["together", "total", "altogether", "combined", "sum", "totalling"];
    const UP: [&str; 7] = ["add", "adds", "come", "comes", "came", "amount", "amounts"];
    let sentence = scene.sentence(figure.first);
    let adds = matches!(figure.unit, Unit::Plain | Unit::Money | Unit::Time(_));
    // "313 of 317 complaints with these four companies".
    let these = |f: &&Figure| {
        let led = f.first > sentence.0 && scene.tokens[f.first - 1].any(&["these", "the", "all"]);
        f.first >= sentence.0 && f.first < sentence.1 && f.spelled && led && f.value() == c.values.len() as f64
    };
    let these = scene.figures.iter().any(|f| these(&f));
    // What rows that are named make is theirs.
    if figure.whole && !these || !adds || c.names(scene, index, sentence) {
        return None;
    }
    let before = (figure.first.saturating_sub(4).max(sentence.0), figure.first);
    let up = scene.says_word(before, &UP) && scene.says_word(before, &["to"]);
    let count = |f: &&Figure| {
        let all = || f.first == sentence.0 || scene.tokens[f.first - 1].any(&["these", "all", "the", "those"]);
        f.first >= sentence.0 && f.last < figure.first && f.unit == Unit::Plain && all()
    };
    let listed = scene.figures.iter().find(count).is_some_and(|f| f.value() == c.values.len() as f64);
    if !(listed || these || up || scene.says_near(figure, &ALL)) {
        return None;
    }
    let of = |keep: &dyn Fn(&f64) -> bool| c.values.iter().filter(|v| keep(v)).sum::<f64>().abs();
    let signs = c.values.iter().any(|v| *v < 0.0);
    let sums = [of(&|_| true), of(&|v| *v < 0.0), of(&|v| *v > 0.0)];
    let sums = if signs { &sums[..] } else { &sums[..1] };
    sums.iter().any(|s| *s >= 2.0 && accepts(figure, *s)).then_some("sum")
}
