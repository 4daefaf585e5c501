//! Differences, changes and ratios of two numbers that belong side by side.
//!
//! Deliberately not here: sums, averages and shares (`derive`).

use super::derive::{Derived, Known, accepts, clash};
use super::selection::{Selection, column};
use crate::agent::ground::index::field::{self, Kind};
use crate::agent::ground::index::{Fact, Index, NONE, Origin, Step};
use crate::agent::ground::read::Token;
use crate::agent::ground::read::figure::{Figure, Unit};
use crate::agent::ground::scene::Scene;

/// Words that announce a comparison.
pub const COMPARING: [&str; 94] = [
    "differ",
    "differs",
    "plus",
    "minus",
    "better",
    "worse",
    "lead",
    "advantage",
    "distance",
    "spread",
    "overrun",
    "overspend",
    "overspent",
    "underspend",
    "shortfall",
    "surplus",
    "plan",
    "budget",
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
    "longer",
    "shorter",
    "faster",
    "slower",
    "later",
    "earlier",
    "older",
    "younger",
    "cheaper",
    "dearer",
    "larger",
    "smaller",
    "greater",
    "exceeds",
    "exceed",
    "exceeded",
    "narrowed",
    "widened",
    "slipped",
    "dipped",
    "shrank",
    "slid",
    "climbed",
    "soared",
    "surged",
    "rising",
    "falling",
    "growing",
    "increasing",
    "decreasing",
    "reduced",
    "reduction",
    "additional",
    "extra",
    "added",
    "went",
];

/// The words beside a figure, or its own sign, make it a comparison: "+135%" is one by itself.
pub fn announced(scene: &Scene<'_>, figure: &Figure) -> bool {
    // "Combined make up 62%" compares nothing.
    let parts = || {
        scene.says_near(figure, &["make", "makes", "made"])
            && !scene.says_near(figure, &["than", "by", "fewer", "more", "less"])
    };
    let signed = |t: &Token<'_>| t.is("+") || (t.is("-") || t.is("−")) && figure.unit == Unit::Percent;
    signed(&scene.tokens[figure.first]) || scene.says_near(figure, &COMPARING) && !parts()
}

/// Which way a change goes by its words: a fall is measured against the larger number, a rise against the smaller.
#[derive(Clone, Copy)]
pub enum Way {
    Up,
    Down,
    Either,
}

impl Way {
    pub fn of(scene: &Scene<'_>, figure: &Figure) -> Self {
        const UP: [&str; 20] = [
            "climbed",
            "soared",
            "surged",
            "rising",
            "growing",
            "increasing",
            "more",
            "higher",
            "up",
            "rose",
            "rise",
            "grew",
            "growth",
            "increase",
            "increased",
            "above",
            "jump",
            "jumped",
            "gained",
            "ahead",
        ];
        const DOWN: [&str; 22] = [
            "slipped",
            "dipped",
            "shrank",
            "slid",
            "falling",
            "decreasing",
            "reduced",
            "reduction",
            "fewer",
            "less",
            "lower",
            "down",
            "fell",
            "fall",
            "drop",
            "dropped",
            "decline",
            "declined",
            "decrease",
            "decreased",
            "below",
            "lost",
        ];
        if scene.tokens[figure.first].is("+") {
            return Self::Up;
        }
        match (scene.says_near(figure, &UP), scene.says_near(figure, &DOWN)) {
            (true, false) => Self::Up,
            (false, true) => Self::Down,
            _ => Self::Either,
        }
    }
}

/// The largest against the smallest of a column, where the sentence speaks of both.
fn of_extremes(
    scene: &Scene<'_>,
    index: &Index<'_>,
    figure: &Figure,
    selections: &[Selection],
    way: Way,
) -> Option<Derived> {
    let sentence = scene.sentence(figure.first);
    let most = ["largest", "highest", "biggest", "busiest", "most", "best", "maximum", "peak"];
    let least = ["smallest", "lowest", "quietest", "fewest", "least", "worst", "minimum"];
    if !scene.says_word(sentence, &most) || !scene.says_word(sentence, &least) {
        return None;
    }
    selections.iter().filter(|s| !s.chosen).flat_map(|s| column(index, s).into_values()).find_map(|facts| {
        let low = facts.iter().min_by(|a, b| a.value.total_cmp(&b.value))?;
        let high = facts.iter().max_by(|a, b| a.value.total_cmp(&b.value))?;
        compare(figure, low, high, way).map(|how| (high.node, how))
    })
}

/// Differences, changes and ratios of two numbers of one kind.
pub fn of_pairs(
    scene: &Scene<'_>,
    index: &Index<'_>,
    figure: &Figure,
    known: &Known,
    f: usize,
    selections: &[Selection],
) -> Option<Derived> {
    let sentence = scene.sentence(figure.first);
    let gap = scene.says_word(sentence, &["gap", "difference"]);
    let by = figure.first > 0 && scene.tokens[figure.first - 1].word("by");
    if figure.unit != Unit::Times
        && !by
        && !gap
        && (!announced(scene, figure) || scene.says_near(figure, &["make", "makes", "made"]))
    {
        return None;
    }
    if figure.unit == Unit::Plain && level(scene, figure) {
        return None;
    }
    let way = Way::of(scene, figure);
    if let Some(derived) = of_extremes(scene, index, figure, selections, way) {
        return Some(derived);
    }
    for selection in selections.iter().filter(|s| s.chosen && s.rows.len() <= 4) {
        for (_, facts) in column(index, selection) {
            for (i, a) in facts.iter().enumerate() {
                if let Some(how) = facts[i + 1..].iter().find_map(|b| compare(figure, a, b, way)) {
                    return Some((a.node, how));
                }
            }
        }
    }
    let before = sentence.0.checked_sub(1).map_or(sentence, |last| scene.sentence(last));
    let within = |from: usize| {
        let near = move |g: &usize| *g != f && scene.figures[*g].first >= from && scene.figures[*g].first < sentence.1;
        let told = (0..known.len()).filter(near).filter_map(|g| known[g]);
        told.map(|id| &index.facts[id as usize]).collect::<Vec<&Fact>>()
    };
    let told = within(before.0);
    for (i, a) in told.iter().enumerate() {
        let partner = told[i + 1..].iter().filter(|b| comparable(index, a, b));
        if let Some(how) = partner.into_iter().find_map(|b| compare(figure, a, b, way)) {
            return Some((a.node, how));
        }
    }
    // "By contrast, web averaged 0.7 days, which is 2 less": than what was told of the same column before.
    let which = (sentence.0..figure.first)
        .any(|i| scene.tokens[i].any(&["which", "that"]) && scene.tokens[i + 1].any(&["is", "was", "are", "were"]));
    if which && let [.., own] = within(sentence.0).as_slice() {
        let earlier = within(0);
        let mut same = earlier.iter().rev().filter(|b| b.field == own.field && b.row != own.row);
        if let Some(how) = same.find_map(|b| compare(figure, own, b, way)) {
            return Some((own.node, how));
        }
    }
    of_spoken(scene, index, figure, way).or_else(|| of_twins(index, figure, way))
}

/// "140 against 5", "from 98 to 143": the figures are what is compared, not the difference.
pub fn level(scene: &Scene<'_>, figure: &Figure) -> bool {
    const AGAINST: [&str; 4] = ["against", "versus", "vs", "compared"];
    let before = figure.first.checked_sub(1).map(|i| &scene.tokens[i]);
    let after = scene.tokens.get(figure.last + 1);
    after.is_some_and(|t| t.any(&AGAINST)) || before.is_some_and(|t| t.any(&AGAINST) || t.any(&["from", "to"]))
}

/// "The share of negative messages exceeds that of positive ones by 7 points": two numbers of one object, both spoken of.
fn of_spoken(scene: &Scene<'_>, index: &Index<'_>, figure: &Figure, way: Way) -> Option<Derived> {
    let sentence = scene.sentence(figure.first);
    let spoken = |f: &u32| {
        let calls = &index.fields[index.facts[*f as usize].field as usize].calls;
        !calls.is_empty() && scene.says(sentence, calls)
    };
    index.siblings.values().find_map(|facts| {
        let said: Vec<&Fact> = facts.iter().filter(|f| spoken(f)).map(|f| &index.facts[*f as usize]).collect();
        let share = said.iter().filter(|f| f.kind == Kind::Share).copied().collect::<Vec<_>>();
        let [a, b] = *(if share.len() == 2 { share } else { said }).as_slice() else { return None };
        compare(figure, a, b, way).map(|how| (a.node, how))
    })
}

/// Two facts told near each other compare when they count the same.
fn comparable(index: &Index<'_>, a: &Fact, b: &Fact) -> bool {
    let sets = |f: &Fact| index.rows.get(f.row as usize).map_or(NONE, |r| r.set);
    a.kind == b.kind && (a.field == b.field || sets(a) == sets(b) || a.kind == Kind::Share)
}

/// Numbers that a result itself sets side by side (`current` and `previous`), and the same number of two calls of one tool.
fn of_twins(index: &Index<'_>, figure: &Figure, way: Way) -> Option<Derived> {
    const TWINS: [(&str, &str); 6] = [
        ("current", "previous"),
        ("after", "before"),
        ("to", "from"),
        ("last", "first"),
        ("now", "then"),
        ("recent", "previous"),
    ];
    let last_key = |f: &Fact| match index.nodes[f.node as usize].step {
        Step::Key(k) => field::words(k),
        _ => vec![],
    };
    for facts in index.siblings.values() {
        for (i, a) in facts.iter().enumerate() {
            for b in &facts[i + 1..] {
                let (a, b) = (&index.facts[*a as usize], &index.facts[*b as usize]);
                let (ka, kb) = (last_key(a), last_key(b));
                let has = |words: &[String], w: &str| words.iter().any(|x| x == w);
                let twins = TWINS.iter().any(|(x, y)| has(&ka, x) && has(&kb, y) || has(&ka, y) && has(&kb, x));
                if twins && let Some(how) = compare(figure, a, b, way) {
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
        if let Some(how) = other.into_iter().find_map(|b| compare(figure, a, b, way)) {
            return Some((a.node, how));
        }
    }
    None
}

fn is_root(index: &Index<'_>, fact: &Fact) -> bool {
    index.rows.get(fact.row as usize).is_some_and(|r| r.parent == NONE && !index.sets[r.set as usize].required)
}

/// The operation that makes the figure from two numbers, if one does.
fn compare(figure: &Figure, a: &Fact, b: &Fact, way: Way) -> Option<&'static str> {
    let (x, y) = (a.value, b.value);
    if a.kind != b.kind || x == y || clash(figure, a) {
        return None;
    }
    let either = |value: f64| accepts(figure, value) || accepts(figure, -value);
    match figure.unit {
        Unit::Percent if a.kind != Kind::Share => {
            let change = |from: f64, to: f64| from != 0.0 && either(100.0 * (to - from) / from);
            let (small, large) = (x.min(y), x.max(y));
            let fits = match way {
                Way::Up => change(small, large),
                Way::Down => change(large, small),
                Way::Either => change(x, y) || change(y, x),
            };
            fits.then_some("change")
        }
        Unit::Times => {
            let ratio = |from: f64, to: f64| from > 0.0 && to > from && accepts(figure, to / from);
            (ratio(x, y) || ratio(y, x)).then_some("change")
        }
        Unit::Points => {
            matches!(a.kind, Kind::Share | Kind::Score).then_some(()).filter(|()| either(x - y)).map(|()| "difference")
        }
        // Scores differ by fractions, which are no whole number.
        Unit::Plain => {
            if figure.value() == 0.0 {
                return None;
            }
            let whole = figure.readings.iter().all(|r| r.half >= 0.5);
            (a.kind == Kind::Count || a.kind == Kind::Score && !(whole && x.abs() <= 1.0 && y.abs() <= 1.0))
                .then_some(())
                .filter(|()| either(x - y))
                .map(|()| "difference")
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
