//! What the numbers of one row make: all of them or some put together, one as a part of them, so much for each.
//!
//! Deliberately not here: numbers of several rows (`operations`, `selection`).

use super::{UNUSUAL, by_chance, is_near};
use crate::agent::ground::figures::bound;
use crate::agent::ground::figures::derive::{Derived, accepts, clash};
use crate::agent::ground::figures::naming::{Naming, naming, same};
use crate::agent::ground::figures::sense;
use crate::agent::ground::index::field::Kind;
use crate::agent::ground::index::{Fact, Index, NONE, Origin, Row, Step, is_summary};
use crate::agent::ground::read::date::DateAt;
use crate::agent::ground::read::figure::{Figure, Unit};
use crate::agent::ground::scene::Scene;

/// A row of more numbers than this is no breakdown.
const MOST: usize = 8;
/// More rows than this are not looked through for one that is named.
const MOST_ROWS: usize = 400;

/// Something made, and by what.
type Made = (f64, &'static str);

/// An operation within the row that the sentence gives the figure to.
pub fn find(scene: &Scene<'_>, index: &Index<'_>, figure: &Figure) -> Option<Derived> {
    if figure.spelled && figure.unit == Unit::Plain || sense::compared(scene, figure) {
        return None;
    }
    let rows = 0..index.rows.len().min(MOST_ROWS) as u32;
    // Several calls of a tool are rows as well, each of what it was asked for.
    let row = |r: &u32| {
        let set = &index.sets[index.rows[*r as usize].set as usize];
        let summary = is_summary(index.rows[*r as usize].title);
        set.required || summary || set.rows.len() > 1 && index.rows[*r as usize].parent == NONE
    };
    rows.filter(row).find_map(|r| {
        let facts = numbers(index, figure, r);
        let first = facts.first()?;
        let mut made = Vec::new();
        in_row(scene, index, figure, &facts, &mut made);
        in_group(scene, index, figure, r, &facts, &mut made);
        made.retain(|m| is_near(figure, m.0));
        // A sign says which way; which of the two it is taken from, the row does not.
        let hit = made.iter().find(|m| accepts(figure, m.0) || m.1 == "difference" && accepts(figure, -m.0))?;
        let own = index.lineage(r).all(|(o, row)| {
            let (required, r) = (index.sets[row.set as usize].required || o == r && !is_summary(row.title), o);
            !required || naming(scene, index, figure, first, r) == Naming::Named && !of_other_time(scene, figure, row)
        });
        // Few numbers with few gaps between them, and a word for one.
        let sure = hit.1 == "difference" && apart(scene, figure) && facts.len() <= 4;
        (own && (sure || by_chance(figure, made.len()) < UNUSUAL)).then_some((first.node, hit.1))
    })
}

/// "33 of 126 chats were escalated. Conversely, 93 were settled without a call": what one number of a result's own leaves of
/// another, by a word for the rest.
pub fn left(scene: &Scene<'_>, index: &Index<'_>, figure: &Figure) -> Option<Derived> {
    const REST: [&str; 9] =
        ["without", "not", "conversely", "remaining", "rest", "other", "others", "never", "otherwise"];
    if figure.unit != Unit::Plain || figure.whole || !scene.says_word(scene.sentence(figure.first), &REST) {
        return None;
    }
    let roots = (0..index.nodes.len() as u32).filter(|n| matches!(index.nodes[*n as usize].step, Step::Root(_)));
    roots.into_iter().find_map(|root| {
        let own = index.siblings.get(&root)?.iter().map(|f| &index.facts[*f as usize]);
        let counts: Vec<&Fact> = own.filter(|f| f.kind == Kind::Count && f.value.fract() == 0.0).collect();
        let told = |f: &Fact| scene.figures.iter().any(|t| t.first < figure.first && accepts(t, f.value));
        let pairs = counts.iter().flat_map(|whole| counts.iter().map(move |part| (whole, part)));
        let mut left = pairs.filter(|(w, p)| p.value > 0.0 && accepts(figure, w.value - p.value));
        left.find(|(w, p)| counts.len() <= MOST && told(w) && told(p)).map(|(w, _)| (w.node, "difference"))
    })
}

/// Beside the figure stands the time of another row.
fn of_other_time(scene: &Scene<'_>, figure: &Figure, row: &Row<'_>) -> bool {
    let Some(own) = row.date else { return false };
    let segment = scene.segments[figure.first];
    let here = scene.days_in(scene.sentence(figure.first)).filter(|d| d.value.is_day() == own.is_day());
    let (near, far): (Vec<&DateAt>, Vec<&DateAt>) = here.partition(|d| scene.segments[d.first] == segment);
    let said = if near.is_empty() { far } else { near };
    !said.is_empty() && said.iter().all(|d| !same(own, d.value))
}

/// The numbers that stand in the row itself.
fn numbers<'i>(index: &'i Index<'_>, figure: &Figure, row: u32) -> Vec<&'i Fact> {
    // `{"load": {"cases": 37, "urgent": 12}, "sla": {…}}` are numbers of one row.
    let inner = |c: &u32| {
        let set = &index.sets[index.rows[*c as usize].set as usize];
        index.rows[*c as usize].parent == row && !set.required
    };
    let inner: Vec<u32> = (row + 1..index.rows.len() as u32).take(12).filter(inner).collect();
    let rows = std::iter::once(row).chain(inner);
    let cells = rows.flat_map(|r| index.cells.get(&r).into_iter().flatten()).map(|f| &index.facts[*f as usize]);
    let plain = |f: &&Fact| f.origin == Origin::Given && !index.fields[f.field as usize].mean && !clash(figure, f);
    let facts: Vec<&Fact> = cells.filter(plain).collect();
    if facts.len() > MOST { Vec::new() } else { facts }
}

/// The sentence speaks of the field of a number.
fn spoken(scene: &Scene<'_>, index: &Index<'_>, figure: &Figure, fact: &Fact) -> bool {
    let calls = &index.fields[fact.field as usize].calls;
    scene.says(scene.around(figure.first), calls)
}

fn in_row(scene: &Scene<'_>, index: &Index<'_>, figure: &Figure, facts: &[&Fact], made: &mut Vec<Made>) {
    let total = |f: &Fact| index.fields[f.field as usize].total;
    let counts: Vec<&Fact> = facts.iter().copied().filter(|f| f.kind == Kind::Count && f.value >= 0.0).collect();
    let parts: Vec<&Fact> = counts.iter().copied().filter(|f| !total(f)).collect();
    let named: Vec<&Fact> = parts.iter().copied().filter(|f| spoken(scene, index, figure, f)).collect();
    let sum = |of: &[&Fact]| of.iter().map(|f| f.value).sum::<f64>();
    let some = named.len() >= 2 && named.len() < parts.len();
    // A whole that is given is not made up of its parts once more.
    // Nor are things of two kinds ("messages", "customers") parts of one, nor negative ones beside all messages.
    let class = |f: &&Fact| bound::class(&index.fields[f.field as usize].stems).map(|class| (class, f.value));
    let classes: Vec<(usize, f64)> = parts.iter().filter_map(class).collect();
    let largest = parts.iter().map(|f| f.value).fold(0.0, f64::max);
    let mixed = match classes[..] {
        [] => false,
        [(_, value)] => value == largest,
        [first, ..] => classes.iter().any(|c| c.0 != first.0),
    };
    let disjoint = parts.len() == counts.len() && parts.len() > 1 && !mixed;
    let whole = disjoint.then(|| sum(&parts)).filter(|w| *w > 0.0);
    match figure.unit {
        Unit::Plain => {
            made.extend(whole.filter(|_| parts.len() > 2).map(|w| (w, "sum")));
            // "Per customer, corporate clients wrote 51.4 messages".
            let sentence = scene.sentence(figure.first);
            let per = |i: usize| scene.tokens[i].any(&["per", "each", "every"]) && i + 1 < sentence.1;
            let things: Vec<u64> =
                (sentence.0..sentence.1).filter(|i| per(*i)).map(|i| scene.tokens[i + 1].stem).collect();
            let of =
                |f: &&&Fact| f.value > 0.0 && index.fields[f.field as usize].stems.iter().any(|s| things.contains(s));
            for by in parts.iter().filter(of) {
                let others = parts.iter().filter(|f| f.field != by.field && spoken(scene, index, figure, f));
                made.extend(others.map(|f| (f.value / by.value, "average")));
            }
            made.extend((some && !figure.whole).then(|| (sum(&named), "sum")));
            // "104 late responses" of 2,131 with 2,027 in time.
            const LATE: [&str; 7] = ["late", "untimely", "overdue", "missed", "broke", "breached", "deadline"];
            const OTHERS: [&str; 12] = [
                "not",
                "without",
                "other",
                "others",
                "remaining",
                "rest",
                "failed",
                "open",
                "met",
                "kept",
                "within",
                "time",
            ];
            let head =
                |(a, b)| scene.says_word((a, b), &LATE) || scene.says_word((a, b), &["time", "within", "kept", "met"]);
            let met = scene.says_word(scene.sentence(figure.first), &["met", "kept"]);
            let late = met || scene.says_word(scene.around(figure.first), &LATE) || scene.says_near(figure, &OTHERS);
            if late || scene.head(figure).is_some_and(head) {
                let left = counts.iter().flat_map(|t| parts.iter().map(move |p| (t.value - p.value, "difference")));
                made.extend(left.filter(|m| m.0 > 0.0));
            }
            if apart(scene, figure) {
                for (i, a) in parts.iter().enumerate() {
                    made.extend(
                        parts[i + 1..].iter().map(|b| (a.value - b.value).abs()).map(|gap| (gap, "difference")),
                    );
                }
            }
        }
        Unit::Percent => {
            made.extend(whole.into_iter().flat_map(|w| named.iter().map(move |f| (100.0 * f.value / w, "share"))));
            made.extend(whole.filter(|_| some).map(|w| (100.0 * sum(&named) / w, "share")));
            let money = || facts.iter().copied().filter(|f| f.kind == Kind::Money && f.value > 0.0);
            // "Relief was granted in 2.2% of cases": the part that is spoken of.
            let told: Vec<&Fact> = parts
                .iter()
                .copied()
                .filter(|f| scene.says(scene.sentence(figure.first), &index.fields[f.field as usize].calls))
                .collect();
            let some = !told.is_empty() && told.len() < parts.len();
            let spoken_of = if some { told } else { parts.clone() };
            for part in spoken_of.into_iter().chain(money()) {
                let alike = |of: &&Fact| of.kind == part.kind && of.value > part.value && of.field != part.field;
                let of = counts.iter().copied().chain(money()).filter(alike);
                made.extend(of.map(|of| (100.0 * part.value / of.value, "share")));
            }
            // "Approval among the decided": of what was approved or rejected.
            for part in &named {
                let of = parts.iter().filter(|of| of.field != part.field).map(|of| part.value + of.value);
                made.extend(of.filter(|of| *of > 0.0).map(|of| (100.0 * part.value / of, "share")));
            }
        }
        Unit::Money => {
            for amount in facts.iter().filter(|f| matches!(f.kind, Kind::Money | Kind::Count)) {
                let by = parts.iter().filter(|n| n.field != amount.field && n.value > 0.0 && n.value < amount.value);
                made.extend(by.map(|n| (amount.value / n.value, "average")));
            }
        }
        _ => {}
    }
    // "Per thousand customers", said anywhere before: the heading of a table says it once.
    let rates = [(["hundred", "100"], 100.0), (["thousand", "1,000"], 1e3), (["100,000", "100'000"], 1e5)];
    if figure.unit == Unit::Plain && figure.readings.iter().any(|r| r.half < 0.5) {
        let said = |prints: &[&str]| {
            let mut before = scene.tokens[..figure.first].windows(2);
            before.any(|w| w[0].word("per") && prints.iter().any(|p| w[1].text.eq_ignore_ascii_case(p)))
        };
        for (_, by) in rates.into_iter().filter(|(prints, _)| said(prints)) {
            for part in &parts {
                let of = parts.iter().filter(|of| of.value > part.value);
                made.extend(of.map(|of| (by * part.value / of.value, "average")));
            }
        }
    }
}

/// "W02: +22", "a gap of 847": what one number of the row leaves of another.
fn apart(scene: &Scene<'_>, figure: &Figure) -> bool {
    let signed = ["+", "-", "−"].iter().any(|sign| scene.tokens[figure.first].is(sign));
    signed || scene.says_near(figure, &["net", "gap", "difference", "surplus", "shortfall", "contribution", "margin"])
}

/// A row under two names, such as a month and a channel: its part of all that bear one of them.
fn in_group(scene: &Scene<'_>, index: &Index<'_>, figure: &Figure, row: u32, facts: &[&Fact], made: &mut Vec<Made>) {
    let own = &index.rows[row as usize];
    let names = own.labels.len() + usize::from(own.date.is_some());
    if figure.unit != Unit::Percent || names < 2 {
        return;
    }
    let rows = &index.sets[own.set as usize].rows;
    let beside = |alike: &dyn Fn(u32) -> bool| -> Vec<u32> { rows.iter().copied().filter(|r| alike(*r)).collect() };
    let mut groups: Vec<Vec<u32>> =
        own.labels.iter().map(|label| beside(&|r| index.rows[r as usize].labels.contains(label))).collect();
    groups.extend(own.date.map(|date| beside(&|r| index.rows[r as usize].date == Some(date))));
    for fact in facts.iter().filter(|f| f.kind == Kind::Count && (facts.len() == 1 || spoken(scene, index, figure, f)))
    {
        for group in groups.iter().filter(|g| g.len() > 1 && g.len() < rows.len()) {
            let cells = group.iter().filter_map(|r| index.cell(*r, fact.field));
            let whole: f64 = cells.map(|f| index.facts[f as usize].value).sum();
            made.extend((whole > 0.0).then(|| (100.0 * fact.value / whole, "share")));
        }
    }
}
