//! Which rows a sentence singles out: by their names, by rank ("top three"), or by a stretch of days.
//!
//! Deliberately not here: what is then done with their numbers (`derive`, `compare`).

use chrono::NaiveDate;

use super::forms::week;
use super::naming::{partly, same};
use crate::agent::ground::index::{Fact, Index, Map};
use crate::agent::ground::read::date::{DateAt, DateValue, End};
use crate::agent::ground::read::figure::{Figure, Unit};
use crate::agent::ground::scene::Scene;

/// Rows of one set that the words single out.
pub struct Selection {
    pub set: u32,
    pub rows: Vec<u32>,
    /// Chosen by a name, a rank or dates; otherwise all rows of the set.
    pub chosen: bool,
    /// The days of the stretch, for a list that leaves out days without records.
    pub days: Option<i64>,
}

pub fn selections(scene: &Scene<'_>, index: &Index<'_>, figure: &Figure) -> Vec<Selection> {
    let sentence = scene.sentence(figure.first);
    let mut out = Vec::new();
    for (s, set) in index.sets.iter().enumerate().filter(|(_, set)| set.rows.len() >= 2) {
        let set_id = s as u32;
        let all = |rows, chosen| Selection { set: set_id, rows, chosen, days: None };
        if set.rows.len() <= 60 || set.series {
            let exact = named(scene, index, sentence, set_id, false);
            let loose = named(scene, index, sentence, set_id, true);
            if loose.len() > exact.len() && loose.len() >= 2 {
                out.push(all(loose, true));
            }
            if exact.len() >= 2 {
                out.push(all(exact, true));
            }
        }
        if !set.required {
            continue;
        }
        // Months and quarters, too, lie within stretches.
        let dated = |r: &u32| index.rows[*r as usize].date.is_some_and(|d| !d.is_day());
        let few = !set.series && !set.records && set.rows.len() > 2 && set.rows.iter().all(dated);
        if set.series || few {
            let (first, last) = ends(index, &set.rows);
            // A stretch that cuts a month in two is no sum of months.
            let cut = |(from, to): &(NaiveDate, NaiveDate)| {
                let days = set.rows.iter().filter_map(|r| index.rows[*r as usize].date.and_then(DateValue::days));
                days.into_iter().any(|(a, b)| a < *from && *from <= b || a <= *to && *to < b)
            };
            let spans = spans(scene, index, figure, &set.rows).into_iter().filter(|s| !cut(s));
            out.extend(spans.map(|(from, to)| {
                let within = |r: &u32| {
                    let days = index.rows[*r as usize].date.and_then(DateValue::days);
                    days.is_some_and(|(first, last)| from <= first && last <= to)
                };
                let rows = set.rows.iter().copied().filter(within).collect();
                Selection {
                    days: first.zip(last).map(|(a, b)| (to.min(b) - from.max(a)).num_days() + 1),
                    ..all(rows, true)
                }
            }));
        }
        if !set.series
            && let Some(k) = rank(scene, sentence).filter(|k| *k < set.rows.len())
        {
            out.push(all(set.rows[..k].to_vec(), true));
        }
        out.push(all(set.rows.clone(), false));
    }
    week::parts(scene, index, figure, &mut out);
    out.retain(|s| !s.rows.is_empty());
    out
}

/// The first and the last day of a list of days: where a result says from when it counts, that is the first.
pub fn ends(index: &Index<'_>, rows: &[u32]) -> (Option<NaiveDate>, Option<NaiveDate>) {
    let days = rows.iter().filter_map(|r| index.rows[*r as usize].date.and_then(DateValue::days));
    let (first, last) = (days.clone().map(|d| d.0).min(), days.map(|d| d.1).max());
    let from = index.dates.iter().filter(|d| d.end == End::From).filter_map(|d| d.value.days()).map(|d| d.0);
    // The latest beginning that still holds the whole list.
    let said = first.and_then(|first| from.filter(|d| *d <= first).max());
    (said.or(first), last)
}

/// Rows that a sentence names in full; where `loose`, by a word of their own as well.
fn named(scene: &Scene<'_>, index: &Index<'_>, sentence: (usize, usize), set: u32, loose: bool) -> Vec<u32> {
    let phrases: Vec<u32> = scene.mentions_in(sentence).map(|m| m.phrase).collect();
    let days: Vec<DateValue> = scene.days_in(sentence).map(|d| d.value).collect();
    if phrases.is_empty() && days.is_empty() {
        return vec![];
    }
    let rows = index.sets[set as usize].rows.iter().copied();
    rows.filter(|r| {
        let row = &index.rows[*r as usize];
        row.labels.iter().any(|(dim, p)| {
            phrases.contains(p) || loose && !phrases.is_empty() && partly(scene, index, sentence, (row.set, *dim, *p))
        }) || row.date.is_some_and(|d| days.iter().any(|x| same(d, *x)))
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
fn spans(scene: &Scene<'_>, index: &Index<'_>, figure: &Figure, rows: &[u32]) -> Vec<(NaiveDate, NaiveDate)> {
    let (from, to) = scene.sentence(figure.first);
    let mut out = Vec::new();
    let days = |r: &u32| index.rows[*r as usize].date.and_then(DateValue::days);
    // A date without its year is that one of the series.
    let span = |v: DateValue| {
        v.days().or_else(|| {
            let mut held = rows.iter().filter_map(days).filter(|(first, _)| v.holds(*first));
            held.next().map(|(first, last)| (first, held.map(|h| h.1).fold(last, NaiveDate::max)))
        })
    };
    let day = |v: DateValue| span(v).map(|s| s.0).filter(|_| v.is_day());
    for pair in scene.dates.windows(2) {
        if pair[0].end == End::From
            && pair[0].first >= from
            && pair[1].last < to
            && let (Some(a), Some(b)) = (span(pair[0].value), span(pair[1].value))
        {
            out.push((a.0, b.1));
            // "… against 218 in the week before": as many days before them.
            let before = (figure.last..to).any(|i| {
                scene.tokens[i].any(&["week", "period", "month", "days"])
                    && scene.tokens.get(i + 1).is_some_and(|t| t.any(&["before", "earlier"]))
            });
            if before && figure.first > pair[1].last {
                out.push((a.0 - (b.1 - a.0) - chrono::Duration::days(1), a.0 - chrono::Duration::days(1)));
            }
        }
    }
    // "in the first quarter", "in March": the rows that lie within.
    let here = scene.dates.iter().filter(|d| d.first >= from && d.last < to && d.end == End::Single);
    out.extend(here.filter(|d| !d.value.is_day()).filter_map(|d| span(d.value)));
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

pub fn column<'i>(index: &'i Index<'_>, selection: &Selection) -> Map<u32, Vec<&'i Fact>> {
    let mut columns: Map<u32, Vec<&Fact>> = Map::default();
    for row in &selection.rows {
        for id in index.cells.get(row).into_iter().flatten() {
            let fact = &index.facts[*id as usize];
            columns.entry(fact.field).or_default().push(fact);
        }
    }
    columns
}

/// "282 in the first week (18–24 January)": the days between the two dates make up a figure of the sentence.
pub fn tells_stretch(scene: &Scene<'_>, index: &Index<'_>, date: &DateAt) -> bool {
    let pair = scene.dates.windows(2).find(|w| {
        w[0].end == End::From && w[1].end == End::To && (w[0].first == date.first || w[1].first == date.first)
    });
    let Some([from, to]) = pair else { return false };
    let (start, end) = scene.sentence(date.first);
    let here: Vec<&Figure> = scene.figures.iter().filter(|f| f.first >= start && f.first < end).collect();
    index.sets.iter().filter(|s| s.series).any(|set| {
        let at =
            |d: DateValue| set.rows.iter().position(|r| index.rows[*r as usize].date.is_some_and(|own| same(own, d)));
        let Some((first, last)) = at(from.value).zip(at(to.value)).filter(|(a, b)| a < b) else { return false };
        let sum = |c: &[&Fact]| c.iter().map(|f| f.value).sum::<f64>();
        let of = |rows: &[u32]| {
            let rows = rows.to_vec();
            column(index, &Selection { set: 0, rows, chosen: true, days: None })
        };
        let all = of(&set.rows);
        // What all days make up says nothing of where a stretch begins and ends.
        of(&set.rows[first..=last]).iter().any(|(field, facts)| {
            let (part, whole) = (sum(facts), all.get(field).map_or(0.0, |c| sum(c)));
            // Small sums meet by chance.
            part >= 50.0 && part != whole && here.iter().any(|f| f.unit == Unit::Plain && f.value() == part)
        })
    })
}
