//! Figures that no result holds as such, but that one named operation makes from numbers that belong together.
//!
//! Kept narrow on purpose: with a few hundred numbers at hand, some pair of them differs by anything. Operands come from
//! one array or object, and are those that the sentence names. Deliberately not here: shares of a whole, which are
//! worked out while indexing (`shares`), and counting (`count`).

use super::agree;
use super::bound::attached;
use super::compare::of_pairs;
use super::forms::{apart, level, period};
use super::rival::closest_name;
use super::selection::{Selection, column, selections};
use super::sense;
use crate::agent::ground::index::field::Kind;
use crate::agent::ground::index::{Fact, Index, Map, Origin, totals_around};
use crate::agent::ground::read::Token;
use crate::agent::ground::read::date::DateValue;
use crate::agent::ground::read::figure::{Figure, Unit};
use crate::agent::ground::scene::{Mention, Scene};

/// Where a derived figure leads to: a node of the results and the operation.
pub type Derived = (u32, &'static str);

/// What is known of the other figures when derivation begins: by figure, the fact that it restates.
pub type Known = [Option<u32>];

/// Tries each operation in turn.
pub fn find(scene: &Scene<'_>, index: &Index<'_>, known: &Known, f: usize) -> Option<Derived> {
    let figure = &scene.figures[f];
    // "Crashes (115, 28%)" are that row's own; nothing is added up to them.
    if figure.unit != Unit::Times
        && attached(scene, index, figure).is_some()
        && !scene.says_near(figure, &["more", "fewer", "than", "down"])
    {
        return None;
    }
    if agree::at_date(scene, index, figure) {
        return None;
    }
    let selections = selections(scene, index, figure);
    if selections.iter().any(|s| s.chosen && one_of_many(scene, index, figure, s)) {
        return None;
    }
    of_selections(scene, index, figure, &selections)
        .or_else(|| of_share(scene, index, figure))
        .or_else(|| level::of_mean(scene, index, figure, known))
        .or_else(|| level::of_range_before(scene, index, figure))
        .or_else(|| of_pairs(scene, index, figure, known, f, &selections))
        .or_else(|| apart::find(scene, index, figure))
        .or_else(|| of_largest(scene, index, figure))
        .or_else(|| of_claims(scene, index, figure, known, f))
}

pub fn accepts(figure: &Figure, value: f64) -> bool {
    figure.accepts().any(|(lo, hi)| (lo..=hi).contains(&value))
}

/// The figure is in one currency, and the result in another.
pub(super) fn clash(figure: &Figure, fact: &Fact) -> bool {
    figure.currency.zip(fact.currency).is_some_and(|(said, given)| said != given)
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

/// Sums, averages and shares of the rows that the sentence singles out; what the results give in percent comes before
/// what follows from their counts.
fn of_selections(scene: &Scene<'_>, index: &Index<'_>, figure: &Figure, selections: &[Selection]) -> Option<Derived> {
    let sentence = scene.sentence(figure.first);
    let near = |words: &[&str]| scene.says_near(figure, words);
    // "… took 5.8 a day; since then it takes 19.8": the second figure borrows the unit of the first.
    let earlier = |f: &&Figure| f.first >= sentence.0 && f.first < figure.first && sense::per_unit(scene, f);
    let borrowed = near(&["since", "before", "after", "until"]) && scene.figures.iter().any(|f| earlier(&f));
    // "Working days average 1,028, weekend days 430".
    let borrowed = borrowed || near(&["weekend", "weekends", "weekdays"]) && scene.figures.iter().any(|f| earlier(&f));
    let mean = sense::per_unit(scene, figure) || borrowed;
    let all =
        ["total", "together", "altogether", "all", "overall", "combined", "sum", "whole", "add", "adds", "totals"];
    // "all the words" speaks of words.
    let the = |i: usize| scene.tokens[i].word("all") && scene.tokens.get(i + 1).is_some_and(|t| t.word("the"));
    let all = (sentence.0..sentence.1).any(|i| scene.says_word((i, i + 1), &all) && !the(i));
    let day =
        scene.days_in(sentence).any(|d| d.value.is_day() && scene.segments[d.first] == scene.segments[figure.first]);
    let spanned = !day || near(&["since", "before", "after", "until", "from", "following", "prior"]);
    let itself = sense::is_its_whole(scene, figure);
    let mut share = None;
    for selection in selections {
        let set = &index.sets[selection.set as usize];
        let gapped = set.series && mean && near(&["day", "daily", "days"]) && gaps(index, selection);
        if set.series && (!spanned || gapped && selection.days.is_none()) {
            continue;
        }
        for (field, facts) in column(index, selection) {
            if unspoken(scene, index, figure, facts[0]) || clash(figure, facts[0]) {
                continue;
            }
            let n = selection.days.filter(|_| gapped).map_or(facts.len() as f64, |days| days as f64);
            let kind = facts[0].kind;
            if kind == Kind::Score && !scene.says(sentence, &index.fields[field as usize].calls) {
                continue;
            }
            let scale = match (figure.unit, kind) {
                (Unit::Time(days), Kind::Time(own)) => own / days,
                _ => 1.0,
            };
            let sum: f64 = facts.iter().map(|f| f.value * scale).sum();
            // "69% of the 22 complaints": a whole is no sum of the parts beside it.
            let adding = facts.len() > 1
                && !sense::compared(scene, figure)
                && (selection.chosen && !figure.whole || all && set.required)
                && !mean
                && !index.fields[field as usize].mean;
            if adds(figure.unit, kind) && kind != Kind::Score && adding && accepts(figure, sum) && !itself {
                return Some((set.node, "sum"));
            }
            if adds(figure.unit, kind)
                && mean
                && n > 1.0
                && kind != Kind::Share
                // The mean of means is no mean, where the rows count differently many.
                && !index.fields[field as usize].mean
                && !period::of_another(scene, figure, index, set)
                && accepts(figure, sum / n)
            {
                return Some((set.node, "average"));
            }
            let part = figure.unit == Unit::Percent && kind == Kind::Count && selection.chosen && set.required;
            if part && wholes(index, selection.set, field).any(|w| w > 0.0 && accepts(figure, 100.0 * sum / w)) {
                share = Some((set.node, "share"));
            }
        }
    }
    share
}

/// Days are missing between the rows: their average is not that of the days.
fn gaps(index: &Index<'_>, selection: &Selection) -> bool {
    let days = selection.rows.iter().filter_map(|r| index.rows[*r as usize].date);
    let days = days.filter_map(|d| if let DateValue::Day(d) = d { Some(d) } else { None });
    let ends = days.clone().min().zip(days.max());
    ends.is_some_and(|(first, last)| (last - first).num_days() + 1 != selection.rows.len() as i64)
}

/// A column such as `negative` beside a plain one, of which the sentence does not speak.
fn unspoken(scene: &Scene<'_>, index: &Index<'_>, figure: &Figure, fact: &Fact) -> bool {
    let sentence = scene.sentence(figure.first);
    let calls = &index.fields[fact.field as usize].calls;
    let beside = index.siblings.get(&fact.holder).into_iter().flatten().map(|f| &index.facts[*f as usize]);
    let mut others = beside.filter(|f| f.field != fact.field && f.kind == fact.kind);
    let near = |f: &Fact| scene.says_stem_near(figure, &index.fields[f.field as usize].calls);
    // "4 as neutral and 8 as positive": each figure has its own word.
    if !calls.is_empty() && !near(fact) && others.any(near) {
        return true;
    }
    let plain = |f: &u32| {
        index.facts[*f as usize].kind == fact.kind
            && index.fields[index.facts[*f as usize].field as usize].calls.is_empty()
    };
    !calls.is_empty()
        && !scene.says(sentence, calls)
        && index.siblings.get(&fact.holder).into_iter().flatten().any(plain)
}

/// "… and slow performance 22% (91) make up 84%": the words before the figure gather what was named.
fn gathers(scene: &Scene<'_>, figure: &Figure) -> bool {
    const GATHER: [&str; 16] = [
        "make",
        "makes",
        "made",
        "making",
        "account",
        "accounts",
        "accounted",
        "accounting",
        "add",
        "adds",
        "total",
        "together",
        "altogether",
        "combined",
        "sum",
        "represent",
    ];
    let (from, _) = scene.sentence(figure.first);
    let before = figure.first.saturating_sub(4).max(from)..figure.first;
    let other = |i: usize| scene.figures.iter().any(|f| f.first <= i && i <= f.last);
    before.rev().take_while(|i| !other(*i)).any(|i| scene.tokens[i].any(&GATHER))
}

/// The figure stands at the name of one row, and the sentence has a figure for each name: then it is that row's own.
fn one_of_many(scene: &Scene<'_>, index: &Index<'_>, figure: &Figure, selection: &Selection) -> bool {
    // "Ahead of “payment” by 2".
    let by = figure.first > 0 && scene.tokens[figure.first - 1].word("by");
    if gathers(scene, figure) || sense::compared(scene, figure) || by {
        return false;
    }
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
    std::iter::once(column).chain(totals_around(index, group.node))
}

/// "425 of the 1,250 were positive" where the results give 34%: a share of a total beside it.
fn of_share(scene: &Scene<'_>, index: &Index<'_>, figure: &Figure) -> Option<Derived> {
    if figure.unit != Unit::Plain || figure.whole || sense::is_its_whole(scene, figure) {
        return None;
    }
    let spoken = |f: &&Fact| {
        let calls = &index.fields[f.field as usize].calls;
        let row = |l: &(u32, u32)| scene.mentions_in(scene.sentence(figure.first)).any(|m| m.phrase == l.1);
        let label = index.rows.get(f.row as usize).is_some_and(|r| r.labels.iter().any(row));
        let listed = index.lineage(f.row).any(|(_, r)| index.sets[r.set as usize].required);
        let said = label || !listed && scene.says_stem_near(figure, calls);
        f.kind == Kind::Share && f.origin == Origin::Given && said
    };
    let sentence = scene.sentence(figure.first);
    // The whole must be told beside it.
    let wholes = scene.figures.iter().filter(|f| f.whole && f.first >= sentence.0 && f.first < sentence.1);
    let wholes: Vec<f64> = wholes.map(Figure::value).collect();
    let part = |f: &&Fact| wholes.iter().any(|w| accepts(figure, (f.value * w / 100.0).round()));
    index.facts.iter().filter(spoken).find(part).map(|f| (f.node, "share"))
}

/// "Three causes account for almost 80%": the sum of so many of the largest of one column.
fn of_largest(scene: &Scene<'_>, index: &Index<'_>, figure: &Figure) -> Option<Derived> {
    const GATHER: [&str; 10] =
        ["account", "accounts", "cover", "covers", "make", "makes", "together", "combined", "explain", "represent"];
    let (from, _) = scene.sentence(figure.first);
    let few = |f: &&Figure| {
        f.spelled
            && f.first >= from
            && f.last < figure.first
            && f.unit == Unit::Plain
            && (2.0..=9.0).contains(&f.value())
    };
    let many = scene.figures.iter().rev().find(few)?.value() as usize;
    if !scene.says_word((from, figure.first), &GATHER) {
        return None;
    }
    index.sets.iter().filter(|s| s.required && !s.records && s.rows.len() > many).find_map(|set| {
        let mut columns: Map<u32, Vec<&Fact>> = Map::default();
        for fact in set.rows.iter().flat_map(|r| index.cells.get(r).into_iter().flatten()) {
            let fact = &index.facts[*fact as usize];
            columns.entry(fact.field).or_default().push(fact);
        }
        let sums = |facts: &Vec<&Fact>| {
            let mut values: Vec<f64> = facts.iter().map(|f| f.value).collect();
            values.sort_by(|a, b| b.total_cmp(a));
            let sum: f64 = values.iter().take(many).sum();
            let whole: f64 = values.iter().sum();
            let kind = facts[0].kind;
            let share = figure.unit == Unit::Percent && kind == Kind::Count && whole > 0.0;
            let mut wholes = std::iter::once(whole).chain(totals_around(index, set.node)).filter(|w| *w >= sum);
            adds(figure.unit, kind) && kind != Kind::Score && accepts(figure, sum)
                || share && wholes.any(|w| accepts(figure, 100.0 * sum / w))
        };
        columns.values().any(|facts| facts.len() == set.rows.len() && sums(facts)).then_some((set.node, "sum"))
    })
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
        &["together", "total", "combined", "sum", "altogether", "make", "all", "add", "cover", "these"],
    ) || (from..to).any(|i| {
        scene.tokens[i].any(&["account", "accounts"]) && scene.tokens.get(i + 1).is_some_and(|t| t.word("for"))
    });
    // "115 are not resolved (70 open, 45 in progress)": the brackets, or what follows the colon, say what the figure is
    // made of.
    let opens = |t: &Token<'_>| t.is("(") || t.is(":");
    let open = scene.tokens[figure.last..to].iter().position(opens).map(|k| figure.last + k);
    let close = open.and_then(|o| scene.tokens[o..to].iter().position(|t| t.is(")")).map(|k| o + k));
    let close = close.or_else(|| open.filter(|o| scene.tokens[*o].is(":")).map(|_| to));
    if let (Some(open), Some(close)) = (open, close) {
        let inside = (0..known.len()).filter(|g| open < scene.figures[*g].first && scene.figures[*g].last < close);
        let inside: Vec<(f64, u32)> = inside
            .filter(|g| scene.figures[*g].unit == figure.unit)
            .filter_map(|g| Some((scene.figures[g].value(), known[g]?)))
            .collect();
        if inside.len() >= 2 && accepts(figure, inside.iter().map(|x| x.0).sum()) {
            return Some((index.facts[inside[0].1 as usize].node, "sum"));
        }
    }
    if let (Some(open), Some(close), Unit::Percent) =
        (open_before(scene, figure), close_before(scene, figure), figure.unit)
    {
        let plain = |g: &usize| known[*g].is_some() && scene.figures[*g].unit == Unit::Plain;
        let inside = |g: &usize| open < scene.figures[*g].first && scene.figures[*g].last < close;
        let parts: Vec<usize> = (0..known.len()).filter(inside).filter(plain).collect();
        let sum: f64 = parts.iter().map(|g| scene.figures[*g].value()).sum();
        let mut wholes = told.iter().filter(|t| t.1 == Unit::Plain && t.0 > sum);
        if let Some(whole) = wholes.find(|w| parts.len() > 1 && accepts(figure, 100.0 * sum / w.0)) {
            return Some((index.facts[whole.2 as usize].node, "share"));
        }
    }
    if alike.len() >= 2 && adding && !figure.whole && accepts(figure, sum) {
        return Some((index.facts[alike[0].2 as usize].node, "sum"));
    }
    if figure.unit != Unit::Percent {
        return None;
    }
    let plain: Vec<&(f64, Unit, u32)> = told.iter().filter(|t| t.1 == Unit::Plain).collect();
    let row = |t: &(f64, Unit, u32)| index.facts[t.2 as usize].row;
    let set = |t: &(f64, Unit, u32)| index.rows.get(row(t) as usize).map(|r| r.set);
    // One row is no part of another row beside it.
    let beside = |a: &(f64, Unit, u32), b: &(f64, Unit, u32)| row(a) != row(b) && set(a) == set(b);
    let share = |part: &&&(f64, Unit, u32)| {
        let whole = |w: &&&(f64, Unit, u32)| w.0 > part.0 && !beside(part, w);
        plain.iter().filter(whole).any(|w| part.0 > 0.0 && accepts(figure, 100.0 * part.0 / w.0))
    };
    plain.iter().find(share).map(|part| (index.facts[part.2 as usize].node, "share"))
}

/// The brackets before the figure: "A (29 to a person, 7 to the phone) make up three quarters".
fn open_before(scene: &Scene<'_>, figure: &Figure) -> Option<usize> {
    let (from, _) = scene.sentence(figure.first);
    (from..figure.first).rev().find(|i| scene.tokens[*i].is("("))
}

fn close_before(scene: &Scene<'_>, figure: &Figure) -> Option<usize> {
    let (from, _) = scene.sentence(figure.first);
    (from..figure.first).rev().find(|i| scene.tokens[*i].is(")"))
}
