//! What people say of a list as a whole: its ends, its spread, its mean, its last step, one row as a part of all.
//!
//! Deliberately not here: rows that a sentence singles out by name or by time (`selection`).

use super::compare::announced;
use super::derive::{Derived, accepts, clash};
use super::rival::closest_name;
use super::sense;
use crate::agent::ground::index::field::Kind;
use crate::agent::ground::index::{Fact, Index, Map, Origin, RowSet, field};
use crate::agent::ground::read::figure::{Figure, Unit};
use crate::agent::ground::read::stem::stem;
use crate::agent::ground::scene::{Mention, Scene};

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

/// What the sentence says of a whole list makes the figure.
pub fn find(scene: &Scene<'_>, index: &Index<'_>, figure: &Figure) -> Option<Derived> {
    let columns = columns(index);
    let mut of_figure = columns.iter().filter_map(|c| in_unit(figure, c));
    let node = |c: Column<'_>, how: &'static str| (c.set.node, how);
    let found = of_figure.find_map(|c| {
        let how = ends(scene, figure, &c)
            .or_else(|| spread(scene, figure, &c))
            .or_else(|| range(scene, figure, &c))
            .or_else(|| step(scene, figure, &c))
            .or_else(|| mean(scene, index, figure, &c))
            .or_else(|| total(scene, index, figure, &c));
        Some(node(c, how?))
    });
    let found = found.or_else(|| change(scene, index, figure)).or_else(|| won(scene, index, figure, &columns));
    found
        .or_else(|| part_of_all(scene, index, figure, &columns))
        .or_else(|| superlative(scene, index, figure, &columns))
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
    let few = scene.figures.iter().rev().find(|f| {
        let after = scene.tokens.get(f.last + 1).is_some_and(|t| t.any(&HIGH) || t.any(&LOW));
        let before = f.first > from && (scene.tokens[f.first - 1].any(&HIGH) || scene.tokens[f.first - 1].any(&LOW));
        f.first >= from && f.last < figure.first && f.unit == Unit::Plain && (after || before)
    })?;
    let many = few.value() as usize;
    if !(2..c.values.len()).contains(&many) || !(2.0..=20.0).contains(&few.value()) {
        return None;
    }
    let mut values = c.values.clone();
    values.sort_by(f64::total_cmp);
    if !scene.says_word((few.first.saturating_sub(1), few.last + 2), &LOW) {
        values.reverse();
    }
    accepts(figure, sum(&values[..many])).then_some("sum")
}

/// "Between the first and the last lie 16.8 points".
fn spread(scene: &Scene<'_>, figure: &Figure, c: &Column<'_>) -> Option<&'static str> {
    const APART: [&str; 10] =
        ["between", "gap", "spread", "range", "difference", "apart", "separate", "separates", "lie", "distance"];
    let sentence = scene.sentence(figure.first);
    let says = |words: &[&str]| scene.says_word(sentence, words);
    // Of two rows nothing else can be meant.
    let two = c.values.len() == 2 && says(&["differ", "differs", "apart", "gap", "difference"]);
    let poles = says(&["gap", "difference"]) && (says(&HIGH) || says(&EITHER)) && (says(&LOW) || says(&EITHER));
    let both = two
        || poles
        || [("first", "last"), ("best", "worst"), ("top", "bottom"), ("highest", "lowest"), ("largest", "smallest")]
            .iter()
            .any(|(a, b)| says(&[a]) && says(&[b]));
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
    // What rows that are named make is theirs.
    if figure.whole || !adds || c.names(scene, index, sentence) {
        return None;
    }
    let before = (figure.first.saturating_sub(4).max(sentence.0), figure.first);
    let up = scene.says_word(before, &UP) && scene.says_word(before, &["to"]);
    let count = |f: &&Figure| {
        let all = || f.first == sentence.0 || scene.tokens[f.first - 1].any(&["these", "all", "the", "those"]);
        f.first >= sentence.0 && f.last < figure.first && f.unit == Unit::Plain && all()
    };
    let listed = scene.figures.iter().find(count).is_some_and(|f| f.value() == c.values.len() as f64);
    if !(listed || up || scene.says_near(figure, &ALL)) {
        return None;
    }
    let of = |keep: &dyn Fn(&f64) -> bool| c.values.iter().filter(|v| keep(v)).sum::<f64>().abs();
    let signs = c.values.iter().any(|v| *v < 0.0);
    let sums = [of(&|_| true), of(&|v| *v < 0.0), of(&|v| *v > 0.0)];
    let sums = if signs { &sums[..] } else { &sums[..1] };
    sums.iter().any(|s| *s >= 2.0 && accepts(figure, *s)).then_some("sum")
}

/// "That is 23% of what the six agents sold together", "overall 7.5% of the 1,535 clients said yes".
fn part_of_all(scene: &Scene<'_>, index: &Index<'_>, figure: &Figure, columns: &[Column<'_>]) -> Option<Derived> {
    const ALL: [&str; 11] =
        ["overall", "together", "all", "combined", "listed", "total", "across", "altogether", "these", "shown", "over"];
    let sentence = scene.sentence(figure.first);
    if figure.unit != Unit::Percent || !scene.says_word(sentence, &ALL) {
        return None;
    }
    let before = sentence.0.checked_sub(1).map_or(sentence, |last| scene.sentence(last));
    let adds = |c: &&Column<'_>| matches!(c.facts[0].kind, Kind::Count | Kind::Money) && c.set.rows.len() <= 40;
    let total = |c: &Column<'_>| c.facts.iter().map(|f| f.value).sum::<f64>();
    let share = |part: f64, whole: f64| whole > 0.0 && part < whole && accepts(figure, 100.0 * part / whole);
    let row = columns.iter().filter(adds).find_map(|c| {
        let range = if c.names(scene, index, sentence) { sentence } else { (before.0, sentence.1) };
        let mut spoken = c.facts.iter().filter(|f| named(scene, index, range, f));
        // What several rows make together is more than any of them.
        let row = spoken.next().filter(|_| spoken.next().is_none())?;
        share(row.value, total(c)).then_some((row.node, "share"))
    });
    let counts = || columns.iter().filter(adds).filter(|c| c.facts[0].kind == Kind::Count);
    let of_columns = || {
        counts().find_map(|part| {
            let beside = |c: &&Column<'_>| std::ptr::eq(c.set, part.set) && c.facts[0].field != part.facts[0].field;
            let whole = counts().filter(beside).find(|whole| share(total(part), total(whole)))?;
            Some((whole.facts[0].node, "share"))
        })
    };
    // "6.3% of all spend" where `all_vendors` stands beside the list.
    let of_given = || {
        columns.iter().filter(adds).find_map(|c| {
            let around = index.nodes.get(c.set.node as usize)?.parent;
            let beside = |f: &&Fact| {
                f.field == c.facts[0].field
                    && index.nodes.get(f.holder as usize).is_some_and(|n| n.parent == around)
                    && index
                        .around(f.holder)
                        .is_some_and(|n| field::words(n).iter().any(|w| w == "all" || w == "total"))
            };
            let whole = index.facts.iter().filter(|f| f.origin == Origin::Given).find(beside)?;
            let mut spoken = c.facts.iter().filter(|f| named(scene, index, sentence, f));
            spoken.find(|f| share(f.value, whole.value)).map(|f| (f.node, "share"))
        })
    };
    row.or_else(of_columns).or_else(of_given)
}

/// "Category 53 gained 22.4 points": what a row has under one name less what it has under another.
fn change(scene: &Scene<'_>, index: &Index<'_>, figure: &Figure) -> Option<Derived> {
    if !announced(scene, figure) || !matches!(figure.unit, Unit::Points | Unit::Plain | Unit::Money) {
        return None;
    }
    let sentence = scene.sentence(figure.first);
    for set in index.sets.iter().filter(|s| s.required && (2..=MOST_ROWS).contains(&s.rows.len())) {
        let nested: Vec<Column<'_>> = nested(index, set)
            .into_iter()
            .filter_map(|facts| in_unit(figure, &Column { set, facts, values: vec![] }))
            .collect();
        for (i, a) in nested.iter().enumerate() {
            for b in nested[i + 1..].iter().filter(|b| b.facts[0].field == a.facts[0].field) {
                let parent = |f: &Fact| index.rows.get(f.row as usize).map_or(u32::MAX, |r| r.parent);
                let spoken = |k: &usize| {
                    let row = index.rows.get(parent(a.facts[*k]) as usize);
                    row.is_some_and(|row| {
                        let own = |m: &&Mention| row.labels.iter().any(|l| l.1 == m.phrase);
                        scene.mentions_in(sentence).filter(own).any(|m| closest_name(scene, figure, m))
                    })
                };
                let rows = (0..a.facts.len()).filter(|k| parent(a.facts[*k]) == parent(b.facts[*k])).filter(spoken);
                let apart = |k: &usize| (a.values[*k] - b.values[*k]).abs();
                if let Some(k) = rows.into_iter().find(|k| accepts(figure, apart(k))) {
                    return Some((b.facts[k].node, "difference"));
                }
            }
        }
    }
    None
}

/// "A win rate of 66%", "of 52 closed deals 34 were won": those won of those won or lost.
fn won(scene: &Scene<'_>, index: &Index<'_>, figure: &Figure, columns: &[Column<'_>]) -> Option<Derived> {
    let sentence = scene.sentence(figure.first);
    if !scene.says_word(sentence, &["won", "win"]) || !scene.says_word(sentence, &["rate", "closed", "decided"]) {
        return None;
    }
    columns.iter().find_map(|c| {
        let of = |name: &str| {
            let called = |f: &&&Fact| {
                let labels = &index.rows[f.row as usize].labels;
                labels.iter().any(|l| index.phrases[l.1 as usize].stems == [stem(name)])
            };
            c.facts.iter().find(called)
        };
        let (won, lost) = (of("won")?, of("lost")?);
        let closed = won.value + lost.value;
        let made = if figure.unit == Unit::Percent { 100.0 * won.value / closed } else { closed };
        let fits = matches!(figure.unit, Unit::Percent | Unit::Plain) && closed > 0.0 && accepts(figure, made);
        fits.then_some((won.node, if figure.unit == Unit::Percent { "share" } else { "sum" }))
    })
}

/// "The best group is small, with 73 contacts": the row at the end of a list that the words speak of.
fn superlative(scene: &Scene<'_>, index: &Index<'_>, figure: &Figure, columns: &[Column<'_>]) -> Option<Derived> {
    let sentence = scene.sentence(figure.first);
    let before = (sentence.0, figure.first);
    let (high, low) = (scene.says_word(before, &HIGH), scene.says_word(before, &LOW));
    let either = scene.says_word(before, &EITHER) || high && low;
    if !(high || low || either) || figure.whole {
        return None;
    }
    columns.iter().find_map(|c| {
        let dated = || index.rows[c.facts[0].row as usize].date.is_some() && scene.days_in(sentence).next().is_some();
        let named = |f: &&Fact| {
            let labels = &index.rows[f.row as usize].labels;
            scene
                .mentions_in(sentence)
                .any(|m| labels.iter().any(|l| index.groups.contains(&(index.rows[f.row as usize].set, l.0, m.phrase))))
        };
        if c.set.series || dated() || c.facts.iter().any(named) {
            return None;
        }
        let values: Vec<f64> = c.facts.iter().map(|f| f.value).collect();
        let (least, most) = bounds(&values);
        let ends = c.facts.iter().enumerate().filter(|(i, f)| {
            let edge = *i == 0 || i + 1 == c.facts.len();
            (high || either) && f.value == most || (low || either) && f.value == least || either && edge
        });
        // Another number of the same row, under a name that the sentence speaks of.
        let spoken = |f: &&Fact| scene.says_stem_near(figure, &index.fields[f.field as usize].calls);
        ends.into_iter().find_map(|(_, end)| {
            let cells = index.cells.get(&end.row).into_iter().flatten().map(|f| &index.facts[*f as usize]);
            let mut own = cells.filter(|f| f.origin == Origin::Given).filter(spoken);
            let own = own.find(|f| {
                in_unit(figure, &Column { set: c.set, facts: vec![f], values: vec![] })
                    .is_some_and(|c| accepts(figure, c.values[0]))
            })?;
            Some((own.node, "equal"))
        })
    })
}

/// A line of a table in Markdown whose other figures are those of one row, whatever the line calls it: "managers" for
/// "management".
pub fn in_line(scene: &Scene<'_>, index: &Index<'_>, known: &[Option<u32>], figure: &Figure) -> Option<Derived> {
    let (from, to) = scene.sentence(figure.first);
    if !scene.tokens[from].is("|") {
        return None;
    }
    let here =
        scene.figures.iter().zip(known).filter(|(f, _)| f.first >= from && f.first < to && f.first != figure.first);
    here.filter_map(|(_, id)| Some(index.facts[(*id)? as usize].row)).find_map(|r| {
        let row = index.rows.get(r as usize)?;
        let set = &index.sets[row.set as usize];
        let sibling = |phrase: u32| row.labels.iter().any(|l| index.groups.contains(&(row.set, l.0, phrase)));
        if !set.required || scene.mentions_in((from, to)).any(|m| sibling(m.phrase)) {
            return None;
        }
        let cells = index.cells.get(&r)?.iter().map(|f| &index.facts[*f as usize]);
        let own = cells.filter_map(|f| Some((f, in_unit(figure, &Column { set, facts: vec![f], values: vec![] })?)));
        own.into_iter().find(|(_, c)| accepts(figure, c.values[0])).map(|(f, _)| (f.node, "equal"))
    })
}

/// "They won 50 and 90 deals respectively": the figures in the order of the names before them.
pub fn respectively(scene: &Scene<'_>, index: &Index<'_>, figure: &Figure) -> Option<Derived> {
    let (from, to) = scene.sentence(figure.first);
    if !scene.says_word((from, to), &["respectively"]) {
        return None;
    }
    let here: Vec<&Figure> =
        scene.figures.iter().filter(|f| f.first >= from && f.first < to && f.unit == figure.unit).collect();
    let at = here.iter().position(|f| f.first == figure.first)?;
    columns(index).iter().filter_map(|c| in_unit(figure, c)).find_map(|c| {
        let row =
            |phrase: u32| c.facts.iter().position(|f| index.rows[f.row as usize].labels.iter().any(|l| l.1 == phrase));
        let mut rows: Vec<usize> =
            scene.mentions.iter().filter(|m| m.first < to).filter_map(|m| row(m.phrase)).collect();
        rows.dedup();
        let named = rows.len().checked_sub(here.len()).map(|first| &rows[first..])?;
        accepts(figure, c.values[named[at]]).then_some((c.facts[named[at]].node, "equal"))
    })
}

/// "They cost $187.98 on average" after a list in the answer itself: the mean or the sum of what it tells.
pub fn of_own_list(scene: &Scene<'_>, index: &Index<'_>, known: &[Option<u32>], figure: &Figure) -> Option<Derived> {
    const MEAN: [&str; 4] = ["average", "averages", "averaging", "mean"];
    const SUM: [&str; 8] = ["total", "together", "sum", "altogether", "add", "adds", "all", "combined"];
    let (from, to) = scene.sentence(figure.first);
    let (mean, sum) = (scene.says_word((from, to), &MEAN), scene.says_word((from, to), &SUM));
    if !mean && !sum || figure.whole {
        return None;
    }
    // The lines right before, the last of each field in each line.
    let mut told: Map<u32, Vec<(u32, &Fact)>> = Map::default();
    for (f, id) in scene.figures.iter().zip(known).filter(|(f, _)| f.first < from && f.unit == figure.unit) {
        let Some(fact) = id.map(|id| &index.facts[id as usize]) else { continue };
        let line = scene.tokens[f.first].sentence;
        let column = told.entry(fact.field).or_default();
        match column.last() {
            Some((before, _)) if line > before + 2 => *column = vec![(line, fact)],
            Some((before, _)) if line == *before => {}
            _ => column.push((line, fact)),
        }
    }
    told.into_values().filter(|c| c.len() >= 2).find_map(|column| {
        let near = column.last().is_some_and(|(line, _)| scene.tokens[figure.first].sentence - line <= 3);
        let rows: Vec<u32> = column.iter().map(|(_, f)| f.row).collect();
        let whole: f64 = column.iter().map(|(_, f)| f.value).sum();
        let own = rows.iter().enumerate().all(|(i, r)| !rows[..i].contains(r));
        let made = if mean { whole / column.len() as f64 } else { whole };
        let fits = accepts(figure, made) || accepts(figure, -made) && figure.unit == Unit::Money;
        (near && own && fits && !clash(figure, column[0].1))
            .then_some((column[0].1.node, if mean { "average" } else { "sum" }))
    })
}
