//! How much a match proves. A number of one digit meets something in any result; one of five digits that meets a number
//! exactly was hardly changed. So where neither a name nor a word binds a figure to its place, the print decides: a match
//! counts when chance would rarely make it, given how many numbers there are to meet.
//!
//! Deliberately not here: figures that names and words do bind (`matching`, `derive`, `compare`).

mod across;
mod operands;
mod operations;

pub use operands::Told;

use super::bound::attached;
use super::compare::level;
use super::derive::{Derived, accepts};
use super::forms::gap;
use super::limits;
use super::selection::Selection;
use super::sense;
use crate::agent::ground::index::field::Kind;
use crate::agent::ground::index::{Fact, Index, Origin};
use crate::agent::ground::read::figure::{Figure, Lean, Unit};
use crate::agent::ground::scene::Scene;
use operations::{Made, Words};

/// The most hits that chance may make on average where nothing else speaks for a match.
const RARE: f64 = 0.02;
/// The same where a word of the sentence speaks for the operation.
const UNUSUAL: f64 = 0.12;

/// The sizes that count as near: within a factor of three, whose logarithm both ways is [`SPREAD`].
const NEAR: f64 = 3.0;
const SPREAD: f64 = 2.2;

/// Of a size with the figure.
fn is_near(figure: &Figure, value: f64) -> bool {
    let size = figure.value().abs();
    (size / NEAR..=size * NEAR).contains(&value.abs())
}

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
    if let Some(found) = gap::find(scene, index, figure, told) {
        return Some(found);
    }
    let own = (misplaced || figure.unit == Unit::Points) && attached(scene, index, figure).is_some();
    if own || misplaced && level(scene, figure) || limits::find(scene, index, figure).is_some() {
        return None;
    }
    let found = restated(scene, figure, told)
        .or_else(|| part_of(scene, index, figure, told))
        .or_else(|| together(scene, figure, told))
        .or_else(|| beside(scene, figure, told))
        .or_else(|| summed(scene, figure, told));
    if let Some(found) = found.or_else(|| in_line(scene, figure, told)) {
        return Some(found);
    }
    let found = across::find(scene, index, figure).or_else(|| across::left(scene, index, figure));
    if let Some(found) = found.filter(|_| !misplaced) {
        return Some(found);
    }
    let words = Words::of(scene, figure);
    let operands = operands::operands(scene, index, figure, told, rows);
    let mut made = operations::all(figure, &operands, &words);
    if made.is_empty() {
        return None;
    }
    let open = Open::of(scene, index, figure, &words);
    made.retain(|m| open.holds(m));
    // "Rose by 46%, from 98 to 143": where both numbers are told, it is their change.
    let both = made.iter().any(|m| m.how == "change" && m.tier == 0);
    if both && scene.says_word((figure.last + 1, figure.last + 4), &["from"]) {
        made.retain(|m| m.how != "change" || m.tier == 0);
    }
    // "Half of November's 526" is a share of 526 and of nothing else.
    let whole = told_whole(scene, figure).filter(|_| figure.unit == Unit::Percent);
    if let Some(whole) = whole {
        made.retain(|m| m.how != "share" || m.of.is_some_and(|of| (of - whole).abs() < 1e-9));
    }
    made.sort_by(|a, b| a.value.total_cmp(&b.value));
    made.dedup_by(|a, b| a.value == b.value && a.tier == b.tier && a.how == b.how && a.own == b.own);
    // Each operation is a family of its own: that many others were tried says little of it.
    // What two numbers of the very name make is a family as well.
    let kin = |m: &Made, o: &Made| o.tier == m.tier && o.how == m.how && o.own == m.own;
    let odds = |m: &Made| by_chance(figure, made.iter().filter(|o| kin(m, o)).count());
    let that = scene.says_word((figure.last + 1, figure.last + 3), &["that", "this"]);
    let usual = if whole.is_some() || that { 2.0 * UNUSUAL } else { UNUSUAL };
    let holds = |m: &&Made| if m.tier < 2 { odds(m) < usual } else { !misplaced && odds(m) < RARE };
    // "−20.8%": operations give the size of a change.
    let fallen =
        |m: &Made| figure.value() < 0.0 && matches!(m.how, "change" | "difference") && accepts(figure, -m.value);
    let mut hits: Vec<&Made> = made.iter().filter(|m| accepts(figure, m.value) || fallen(m)).collect();
    hits.sort_by_key(|m| m.tier);
    hits.into_iter().find(holds).map(|m| (m.node, m.how))
}

/// "453.5 hours, or about 18.9 days", "1,457 messages (about 1.5k)": the figure before it in another unit or print.
fn restated(scene: &Scene<'_>, figure: &Figure, told: &[Told]) -> Option<Derived> {
    let (from, _) = scene.sentence(figure.first);
    let last = told.iter().filter(|t| t.first >= from && t.first < figure.first).max_by_key(|t| t.first)?;
    let between = &scene.tokens[last.first + 1..figure.first];
    let linked = between.iter().any(|t| t.is("(") || t.is("=") || t.any(&["or", "is", "ie"])) && between.len() <= 7;
    let same = match (last.unit, figure.unit) {
        (Unit::Time(own), Unit::Time(days)) => own != days && accepts(figure, last.value * own / days),
        (own, said) => own == said && figure.lean == Lean::About && accepts(figure, last.value),
    };
    (linked && same).then_some((last.node, "equal"))
}

/// "3 (50%)" where six records are listed, "reached 12,480 customers. 1,872 responded (15%)": what was told right before, of
/// all that are listed or of a number told shortly before.
fn part_of(scene: &Scene<'_>, index: &Index<'_>, figure: &Figure, told: &[Told]) -> Option<Derived> {
    let (from, _) = scene.sentence(figure.first);
    let last = told.iter().filter(|t| t.first >= from && t.first < figure.first).max_by_key(|t| t.first)?;
    let behind = scene.tokens[last.first + 1..figure.first].iter().any(|t| t.is("(") || t.word("or") || t.is(","));
    if figure.unit != Unit::Percent || last.unit != Unit::Plain || figure.first - last.first > 5 || !behind {
        return None;
    }
    let lists = index.sets.iter().filter(|s| s.required && s.records && s.rows.len() > 1);
    let lists = lists.map(|s| (s.rows.len() as f64, s.node));
    let (begin, _) = scene.around(figure.first);
    let before = told.iter().filter(|t| t.first >= begin && t.first < last.first && t.unit == Unit::Plain);
    // "The weekend contributed 15, or 11% of the total".
    let after = (figure.last + 1, figure.last + 5);
    let total = scene.says_word(after, &["total", "all", "overall", "whole"]);
    let all = |f: &&Fact| f.kind == Kind::Count && f.origin == Origin::Given && index.is_total(f);
    let totals = index.facts.iter().filter(|f| total && all(f)).map(|f| (f.value, f.node));
    let mut wholes: Vec<(f64, u32)> = lists.chain(before.map(|t| (t.value, t.node))).chain(totals).collect();
    wholes.retain(|w| last.value <= w.0 && is_near(figure, 100.0 * last.value / w.0));
    let hit = wholes.iter().find(|w| accepts(figure, 100.0 * last.value / w.0))?;
    (by_chance(figure, wholes.len()) < UNUSUAL).then_some((hit.1, "share"))
}

/// "11 and 10 messages, together 41.2% of 51": what was told before it, of the whole behind it.
fn together(scene: &Scene<'_>, figure: &Figure, told: &[Told]) -> Option<Derived> {
    let whole = told_whole(scene, figure).filter(|w| figure.unit == Unit::Percent && *w > 0.0)?;
    let (from, _) = scene.sentence(figure.first);
    let mut parts: Vec<&Told> =
        told.iter().filter(|t| t.first >= from && t.first < figure.first && t.unit == Unit::Plain).collect();
    parts.sort_by_key(|t| t.first);
    parts.dedup_by_key(|t| t.first);
    let most = parts.len();
    let mut sums = (2..=most).map(|n| &parts[most - n..]);
    let fits = |last: &&[&Told]| accepts(figure, 100.0 * last.iter().map(|t| t.value).sum::<f64>() / whole);
    let said = scene.says_word((from, figure.first), &["together", "combined", "both", "so", "total"]);
    sums.find(fits).filter(|_| said).map(|last| (last[0].node, "share"))
}

/// "84 → 118 (+34, about 40%)", "from 31,412 to 24,873 (−20.8%)": in brackets behind two numbers, what they make.
fn beside(scene: &Scene<'_>, figure: &Figure, told: &[Told]) -> Option<Derived> {
    const FAR: usize = 12;
    let (from, _) = scene.sentence(figure.first);
    let open = (figure.first.saturating_sub(6).max(from)..figure.first).rev().find(|i| scene.tokens[*i].is("("))?;
    if (open..figure.first).any(|i| scene.tokens[i].is(")")) {
        return None;
    }
    let unit = if figure.unit == Unit::Percent { None } else { Some(figure.unit) };
    let alike = |t: &&Told| t.unit != Unit::Percent && unit.is_none_or(|unit| unit == t.unit);
    let before = |t: &&Told| t.first < open && t.first >= from && t.first + FAR >= open;
    let mut last: Vec<&Told> = told.iter().filter(before).filter(alike).collect();
    last.sort_by_key(|t| t.first);
    last.dedup_by_key(|t| t.first);
    let [.., a, b] = last.as_slice() else { return None };
    let linked =
        |i: usize| scene.tokens[i].is("→") || scene.tokens[i].any(&["to", "vs", "versus", "against", "instead", "of"]);
    if !(a.first..open).any(linked) || a.value == 0.0 || b.unit != a.unit {
        return None;
    }
    let change = b.value - a.value;
    let sized = |value: f64| accepts(figure, value) || figure.value() > 0.0 && accepts(figure, value.abs());
    let (percent, plain) = (figure.unit == Unit::Percent, figure.unit == a.unit);
    let found = percent && sized(100.0 * change / a.value) || plain && sized(change);
    let made = found.then_some((b.node, "change"));
    made.or_else(|| (figure.unit == Unit::Times && accepts(figure, b.value / a.value)).then_some((b.node, "change")))
}

/// "Wires of $4,900, $4,000 and $5,000, together $13,900": the sum of three and more that were told just before.
fn summed(scene: &Scene<'_>, figure: &Figure, told: &[Told]) -> Option<Derived> {
    const LEAST: usize = 3;
    const ADDING: [&str; 14] = [
        "come",
        "comes",
        "together",
        "total",
        "totals",
        "totalling",
        "sum",
        "altogether",
        "combined",
        "so",
        "make",
        "makes",
        "all",
        "add",
    ];
    let (from, to) = scene.sentence(figure.first);
    let (mut before, _) = scene.around(figure.first);
    // "CA leads with 2,668. FL follows with 2,265 and TX with 2,138. These three come to 7,071."
    let these = |f: &&Figure| f.first > from && scene.tokens[f.first - 1].any(&["these", "those", "the"]);
    let many =
        scene.figures.iter().filter(|f| f.first < figure.first && f.spelled).find(these).map(|f| f.value() as usize);
    for _ in 0..2 {
        let back = before.checked_sub(1).filter(|_| many.is_some());
        before = back.map_or(before, |last| scene.sentence(last).0);
    }
    if !scene.says_word((from, to), &ADDING) || sense::per_unit(scene, figure) {
        return None;
    }
    let parts = told.iter().filter(|t| t.first >= before && t.first < figure.first && t.unit == figure.unit);
    let mut parts: Vec<&Told> = parts.collect();
    parts.sort_by_key(|t| t.first);
    parts.dedup_by_key(|t| t.first);
    let most = parts.len();
    let sums = (LEAST..=most).filter(|n| many.is_none_or(|many| many == *n)).map(|n| &parts[most - n..]);
    let mut hits = sums.filter(|last| accepts(figure, last.iter().map(|t| t.value).sum()));
    let rare = by_chance(figure, most.saturating_sub(LEAST - 1)) < UNUSUAL;
    hits.next().filter(|_| rare).map(|last| (last[0].node, "sum"))
}

/// "| Listed equities | 1,875,000 | 60% | 1,125,000 |", "| M-3107 | 228.5 | €58,150 | €254 |": what two figures before it
/// in a line of a table make: multiplied, divided (also for each hundred or thousand), or what one leaves of the other.
fn in_line(scene: &Scene<'_>, figure: &Figure, told: &[Told]) -> Option<Derived> {
    let (from, _) = scene.sentence(figure.first);
    if !scene.tokens[from].is("|") {
        return None;
    }
    let mut before: Vec<&Told> = told.iter().filter(|t| t.first > from && t.first < figure.first).collect();
    before.sort_by_key(|t| t.first);
    before.dedup_by_key(|t| t.first);
    let factor = |t: &Told| if t.unit == Unit::Percent { t.value / 100.0 } else { t.value };
    let mut made: Vec<(f64, u32, &'static str)> = Vec::new();
    for (i, a) in before.iter().enumerate() {
        for b in &before[i + 1..] {
            if figure.unit == Unit::Points {
                let shares = a.unit == Unit::Percent && b.unit == Unit::Percent;
                made.extend(shares.then_some((b.value - a.value, b.node, "difference")));
                continue;
            }
            let parts = figure.unit == Unit::Percent;
            let (large, small) = (a.value.abs().max(b.value.abs()), a.value.abs().min(b.value.abs()));
            if !parts {
                made.push((factor(a) * factor(b), a.node, "product"));
            }
            if a.unit == b.unit && a.unit == figure.unit {
                made.push((large - small, a.node, "difference"));
            }
            for (over, under) in [(a.value, b.value), (b.value, a.value)].into_iter().filter(|(_, under)| *under != 0.0)
            {
                let times: &[f64] = if parts { &[100.0] } else { &[1.0, 100.0, 1000.0] };
                made.extend(times.iter().map(|by| (by * over / under, a.node, "average")));
            }
        }
    }
    made.retain(|m| is_near(figure, m.0));
    let hit = made.iter().find(|m| accepts(figure, m.0))?;
    (by_chance(figure, made.len()) < UNUSUAL).then_some((hit.1, hit.2))
}

/// The number that a share is said to be one of, right behind it.
fn told_whole(scene: &Scene<'_>, figure: &Figure) -> Option<f64> {
    scene.tokens.get(figure.last + 1).filter(|t| t.word("of"))?;
    let next = scene.figures.iter().find(|f| f.first > figure.last)?;
    let between = scene.tokens.get(figure.last + 1..next.first)?;
    let near = between.len() <= 3 && between.iter().all(|t| t.sentence == scene.tokens[figure.first].sentence);
    (near && next.unit != Unit::Percent).then(|| next.value())
}

/// What the words around a figure leave open.
struct Open {
    share: bool,
    sum: bool,
    whole: bool,
    /// It stands at a name as that row's own.
    own: bool,
    compare: bool,
}

impl Open {
    fn of(scene: &Scene<'_>, index: &Index<'_>, figure: &Figure, words: &Words) -> Self {
        let name = attached(scene, index, figure);
        let mut names = scene.mentions_in(scene.sentence(figure.first));
        // What a result gives in percent is not worked out otherwise, unless several are put together.
        let share = figure.unit == Unit::Percent
            && !name.is_some_and(|m| gives_share(index, m.phrase))
            && !scene.says_near(figure, &["spread", "gap", "lie", "lies"])
            && (words.add || !names.any(|m| gives_share(index, m.phrase)));
        // "5.0 a day" adds up nothing, nor does "5 ahead of", nor what stands at one name.
        let sum = name.is_none() && !sense::per_unit(scene, figure) && !sense::compared(scene, figure);
        Self { share, sum, whole: figure.whole, own: name.is_some(), compare: words.compare }
    }

    /// A whole is given or is a total.
    fn holds(&self, made: &Made) -> bool {
        match made.how {
            "share" => self.share && !self.whole,
            "sum" => self.sum && (!self.whole || made.column),
            "average" => !self.whole,
            _ => !self.whole && (!self.own || made.tier < 2 && self.compare),
        }
    }
}

/// A row of this name comes with its share.
pub fn gives_share(index: &Index<'_>, phrase: u32) -> bool {
    let own = |f: &Fact| index.rows.get(f.row as usize).is_some_and(|r| r.labels.iter().any(|l| l.1 == phrase));
    let plain = |f: &Fact| index.fields[f.field as usize].calls.is_empty();
    index.facts.iter().any(|f| f.kind == Kind::Share && f.origin == Origin::Given && plain(f) && own(f))
}
