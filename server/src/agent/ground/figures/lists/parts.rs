//! Rows of a list as parts of it, and the row that a superlative speaks of.

use super::{Column, EITHER, HIGH, LOW, MOST_ROWS, bounds, in_unit, named, nested};
use crate::agent::ground::figures::compare::announced;
use crate::agent::ground::figures::derive::{Derived, accepts};
use crate::agent::ground::figures::naming::{LEAST, MOST, same};
use crate::agent::ground::figures::rival::closest_name;
use crate::agent::ground::index::field::Kind;
use crate::agent::ground::index::{Fact, Index, Origin, field, is_summary, totals_around};
use crate::agent::ground::read::figure::{Figure, Unit};
use crate::agent::ground::read::stem::stem;
use crate::agent::ground::scene::{Mention, Scene};

/// "That is 23% of what the six agents sold together", "overall 7.5% of the 1,535 clients said yes".
pub fn of_all(scene: &Scene<'_>, index: &Index<'_>, figure: &Figure, columns: &[Column<'_>]) -> Option<Derived> {
    const ALL: [&str; 12] = [
        "overall",
        "together",
        "all",
        "combined",
        "listed",
        "total",
        "across",
        "altogether",
        "these",
        "shown",
        "over",
        "sum",
    ];
    let sentence = scene.sentence(figure.first);
    // "They sum to 562. 2019 alone makes up 83.8% of that."
    let that = scene.says_word((figure.last + 1, figure.last + 3), &["that", "this", "it", "them"]);
    let said = scene.says_word(sentence, &ALL);
    if figure.unit != Unit::Percent || !said && !that {
        return None;
    }
    let told = |c: &Column<'_>| {
        let whole = c.facts.iter().map(|f| f.value).sum::<f64>();
        said || scene.figures.iter().any(|f| f.last < figure.first && f.unit == Unit::Plain && accepts(f, whole))
    };
    let before = sentence.0.checked_sub(1).map_or(sentence, |last| scene.sentence(last));
    let adds = |c: &&Column<'_>| matches!(c.facts[0].kind, Kind::Count | Kind::Money) && c.set.rows.len() <= 40;
    let total = |c: &Column<'_>| c.facts.iter().map(|f| f.value).sum::<f64>();
    let share = |part: f64, whole: f64| whole > 0.0 && part < whole && accepts(figure, 100.0 * part / whole);
    let dated = |f: &Fact, range| {
        let own = index.rows.get(f.row as usize).and_then(|r| r.date);
        own.is_some_and(|own| scene.days_in(range).any(|d| same(own, d.value)))
    };
    let row = columns.iter().filter(adds).filter(|c| told(c)).find_map(|c| {
        let range = if c.names(scene, index, sentence) { sentence } else { (before.0, sentence.1) };
        let range = if c.facts.iter().any(|f| dated(f, sentence)) { sentence } else { range };
        let mut spoken = c.facts.iter().filter(|f| named(scene, index, range, f) || dated(f, range));
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
    row.or_else(|| said.then(of_columns)?).or_else(|| said.then(of_given)?)
}

/// "Category 53 gained 22.4 points": what a row has under one name less what it has under another.
pub fn change(scene: &Scene<'_>, index: &Index<'_>, figure: &Figure) -> Option<Derived> {
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

/// "Compared with the first month, its share of all is down 0.7 points": what one column is of another, in one row and in
/// another.
pub fn share_apart(scene: &Scene<'_>, index: &Index<'_>, figure: &Figure, columns: &[Column<'_>]) -> Option<Derived> {
    if figure.unit != Unit::Points || !announced(scene, figure) {
        return None;
    }
    let sentence = scene.sentence(figure.first);
    let counts = || columns.iter().filter(|c| c.facts[0].kind == Kind::Count && c.facts.len() == c.set.rows.len());
    for part in counts() {
        for whole in counts().filter(|w| std::ptr::eq(w.set, part.set) && w.facts[0].field != part.facts[0].field) {
            let pairs = || part.facts.iter().zip(&whole.facts);
            if !pairs().all(|(p, w)| w.value > 0.0 && p.value <= w.value) {
                continue;
            }
            let shares: Vec<f64> = pairs().map(|(p, w)| 100.0 * p.value / w.value).collect();
            let rows = 0..shares.len();
            let spoken: Vec<usize> = rows.filter(|i| named(scene, index, sentence, part.facts[*i])).collect();
            let last = shares.len() - 1;
            let mut apart = match spoken.as_slice() {
                [a, b] => vec![shares[*a] - shares[*b]],
                [a] => {
                    vec![shares[*a] - shares[0], shares[last] - shares[*a], shares[*a] - shares[a.saturating_sub(1)]]
                }
                _ => vec![shares[last] - shares[0], shares[last] - shares[last - 1]],
            };
            let (low, high) = bounds(&shares);
            apart.push(high - low);
            if apart.iter().any(|a| accepts(figure, *a) || accepts(figure, -a)) {
                return Some((part.facts[0].node, "difference"));
            }
        }
    }
    None
}

/// "The rate for low is 2.6 points above the overall one", where the result gives the numbers of all, but not their rate.
pub fn share_from_overall(scene: &Scene<'_>, index: &Index<'_>, figure: &Figure) -> Option<Derived> {
    let sentence = scene.sentence(figure.first);
    let overall = scene.says_word(sentence, &["overall", "average", "total", "all", "mean"]);
    if figure.unit != Unit::Points || !overall || !announced(scene, figure) {
        return None;
    }
    let shares = index.facts.iter().filter(|f| f.kind == Kind::Share && named(scene, index, sentence, f));
    let wholes = index.siblings.iter().filter(|(holder, _)| index.around(**holder).is_some_and(is_summary));
    let counts: Vec<&Fact> = wholes
        .flat_map(|(_, facts)| facts.iter().map(|f| &index.facts[*f as usize]))
        .filter(|f| f.kind == Kind::Count && f.value > 0.0)
        .take(8)
        .collect();
    let pairs = || counts.iter().flat_map(|a| counts.iter().map(move |b| (a, b)));
    let all =
        || pairs().filter(|(a, b)| a.holder == b.holder && a.value < b.value).map(|(a, b)| 100.0 * a.value / b.value);
    shares.take(8).find(|f| all().any(|all| accepts(figure, (f.value - all).abs()))).map(|f| (f.node, "difference"))
}

/// "26.2% overall. Gold lies 2.7 points above that figure": a row's part of its own whole, against the share told before.
pub fn share_from_told(scene: &Scene<'_>, index: &Index<'_>, figure: &Figure) -> Option<Derived> {
    const AWAY: [&str; 10] = ["above", "below", "higher", "lower", "over", "under", "more", "less", "better", "worse"];
    const THAT: [&str; 8] = ["that", "this", "overall", "average", "figure", "mean", "rate", "total"];
    let sentence = scene.sentence(figure.first);
    if figure.unit != Unit::Points || !scene.says_near(figure, &AWAY) || !scene.says_near(figure, &THAT) {
        return None;
    }
    let told = scene.figures.iter().rev().find(|f| f.last < figure.first && f.unit == Unit::Percent)?;
    let counts = index.facts.iter().filter(|f| f.kind == Kind::Count && f.origin == Origin::Given);
    let named: Vec<&Fact> = counts.filter(|f| named(scene, index, sentence, f)).take(8).collect();
    let mut pairs = named.iter().flat_map(|part| named.iter().map(move |whole| (part, whole)));
    let of_row = |part: &Fact, whole: &Fact| part.row == whole.row && part.value < whole.value;
    let away = |part: &Fact, whole: &Fact| (100.0 * part.value / whole.value - told.value()).abs();
    let hit = pairs.find(|(part, whole)| of_row(part, whole) && accepts(figure, away(part, whole)))?;
    Some((hit.0.node, "difference"))
}

/// "The six states shown leave 1,099 for the rest": a total beside the list, less the list.
pub fn rest(scene: &Scene<'_>, index: &Index<'_>, figure: &Figure, c: &Column<'_>) -> Option<&'static str> {
    const REST: [&str; 9] =
        ["rest", "others", "outside", "elsewhere", "remaining", "other", "leave", "leaves", "beyond"];
    let counted = figure.unit == Unit::Plain && c.facts[0].kind == Kind::Count;
    if !counted || !scene.says_word(scene.sentence(figure.first), &REST) {
        return None;
    }
    let listed = c.values.iter().sum::<f64>();
    // "All channels other than the first make 76".
    let first = scene.says_word(scene.sentence(figure.first), &["first", "largest", "top", "leader"]);
    if first && c.values.len() > 2 && accepts(figure, listed - bounds(&c.values).1) {
        return Some("difference");
    }
    let totals = totals_around(index, c.set.node);
    // "The categories outside the top two add up to 198".
    let sentence = scene.sentence(figure.first);
    let top = |f: &&Figure| {
        let led = f.first > sentence.0 && scene.tokens[f.first - 1].any(&["top", "first", "largest", "two"]);
        f.first >= sentence.0 && f.last < figure.first && led && f.unit == Unit::Plain
    };
    if let Some(many) = scene.figures.iter().find(top).map(|f| f.value() as usize).filter(|n| *n < c.values.len()) {
        let mut values = c.values.clone();
        values.sort_by(|a, b| b.total_cmp(a));
        let kept: f64 = values[..many].iter().sum();
        if totals.iter().chain([&listed]).any(|t| *t > kept && accepts(figure, t - kept)) {
            return Some("difference");
        }
    }
    totals.into_iter().any(|t| t > listed && accepts(figure, t - listed)).then_some("difference")
}

/// "A win rate of 66%", "of 52 closed deals 34 were won": those won of those won or lost.
pub fn won(scene: &Scene<'_>, index: &Index<'_>, figure: &Figure, columns: &[Column<'_>]) -> Option<Derived> {
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
pub fn superlative(scene: &Scene<'_>, index: &Index<'_>, figure: &Figure, columns: &[Column<'_>]) -> Option<Derived> {
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

/// "The peak day alone accounts for 16.4% of the total": the end of a list as a part of all of it.
pub fn peak_share(scene: &Scene<'_>, index: &Index<'_>, figure: &Figure, columns: &[Column<'_>]) -> Option<Derived> {
    const OF: [&str; 9] = ["total", "all", "volume", "overall", "whole", "period", "everything", "together", "them"];
    let sentence = scene.sentence(figure.first);
    let before = (sentence.0, figure.first);
    let (high, low) = (scene.says_word(before, &MOST), scene.says_word(before, &LEAST));
    let after = (figure.last, sentence.1);
    if figure.unit != Unit::Percent || high == low || !scene.says_word(after, &OF) {
        return None;
    }
    columns.iter().filter(|c| c.facts[0].kind == Kind::Count && !c.names(scene, index, sentence)).find_map(|c| {
        let values: Vec<f64> = c.facts.iter().map(|f| f.value).collect();
        let (least, most) = bounds(&values);
        let end = if high { most } else { least };
        let own = c.facts.iter().find(|f| f.value == end)?;
        // Another day beside it is that day's.
        let day = index.rows[own.row as usize].date;
        if scene.days_in(sentence).any(|d| d.value.is_day() && day.is_none_or(|own| !same(own, d.value))) {
            return None;
        }
        let whole: f64 = values.iter().sum();
        (c.set.series && whole > 0.0 && accepts(figure, 100.0 * end / whole)).then_some((own.node, "share"))
    })
}

/// "Email was the largest with 35 (38%)" for `{"email": {"negative": 29, "neutral": 2, "positive": 4}, …}`: what the numbers
/// under one row make, of those under all rows or of the row's own.
pub fn under_row(scene: &Scene<'_>, index: &Index<'_>, figure: &Figure) -> Option<Derived> {
    if !matches!(figure.unit, Unit::Plain | Unit::Percent) {
        return None;
    }
    let sentence = scene.sentence(figure.first);
    let counts = |row: u32| {
        let cells = index.cells.get(&row).into_iter().flatten().map(|f| &index.facts[*f as usize]);
        cells.filter(|f| f.kind == Kind::Count && f.origin == Origin::Given).collect::<Vec<&Fact>>()
    };
    let below = |row: u32| -> Vec<&Fact> {
        let inner = |r: u32| (0..index.rows.len() as u32).filter(move |c| index.rows[*c as usize].parent == r);
        let direct: Vec<u32> = inner(row).collect();
        let deeper = direct.iter().flat_map(|r| inner(*r)).collect::<Vec<u32>>();
        direct.iter().chain(&deeper).flat_map(|r| counts(*r)).collect()
    };
    let sum = |facts: &[&Fact]| facts.iter().map(|f| f.value).sum::<f64>();
    for set in index.sets.iter().filter(|s| s.required && (2..=20).contains(&s.rows.len())) {
        let names = |m: &&Mention| {
            let own = |r: &u32| index.rows[*r as usize].labels.iter().any(|l| l.1 == m.phrase);
            set.rows.iter().any(own)
        };
        // The names in the figure's own segment decide, where there are any.
        let segment = |m: &Mention| scene.segments[m.first] == scene.segments[figure.first];
        let here: Vec<&Mention> = scene.mentions_in(sentence).filter(names).collect();
        let near = here.iter().any(|m| segment(m));
        let of = |r: &&u32| {
            let row = &index.rows[**r as usize];
            let own = |m: &&&Mention| row.labels.iter().any(|l| l.1 == m.phrase) && (!near || segment(m));
            here.iter().filter(own).any(|m| closest_name(scene, figure, m) || figure.unit == Unit::Percent)
        };
        let mut rows = set.rows.iter().filter(of);
        let (Some(row), None) = (rows.next(), rows.next()) else { continue };
        let parts = below(*row);
        if parts.len() < 2 {
            continue;
        }
        let whole = sum(&parts);
        let share = |part: f64, of: f64| of > 0.0 && part <= of && accepts(figure, 100.0 * part / of);
        let made = match figure.unit {
            Unit::Plain => accepts(figure, whole).then_some((parts[0].node, "sum")),
            _ => {
                let all: f64 = set.rows.iter().map(|r| sum(&below(*r))).sum();
                let spoken = |f: &&&Fact| named(scene, index, sentence, f);
                let own = counts(*row);
                let of_own = || parts.iter().find(|p| own.iter().any(|o| o.value > 0.0 && share(p.value, o.value)));
                share(whole, all)
                    .then_some((parts[0].node, "share"))
                    .or_else(|| parts.iter().filter(spoken).find(|p| share(p.value, whole)).map(|p| (p.node, "share")))
                    .or_else(|| of_own().map(|p| (p.node, "share")))
            }
        };
        if made.is_some() {
            return made;
        }
    }
    None
}
