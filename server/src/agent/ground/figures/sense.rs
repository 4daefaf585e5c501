//! Plain sense around a figure: what its grammar alone rules out, whatever the results hold.
//!
//! Deliberately not here: names of rows (`naming`) and of fields (`rival`).

use super::naming::{LEAST, MOST, same};
use super::rival::{closest, closest_name};
use crate::agent::ground::index::field::Kind;
use crate::agent::ground::index::{Fact, Index, Row, Set};
use crate::agent::ground::read::figure::{Figure, Unit};
use crate::agent::ground::read::stem::stem;
use crate::agent::ground::scene::Scene;

/// Nouns of things that are counted, never scored.
pub const COUNTED: [&str; 19] = [
    "case",
    "complaint",
    "communication",
    "customer",
    "message",
    "email",
    "call",
    "record",
    "topic",
    "category",
    "channel",
    "chat",
    "letter",
    "document",
    "contact",
    "conversation",
    "result",
    "breach",
    "time",
];

/// Why this fact cannot stand behind this figure, if so.
pub fn objection(scene: &Scene<'_>, index: &Index<'_>, figure: &Figure, fact: &Fact) -> Option<String> {
    let field = &index.fields[fact.field as usize];
    let whole_number = figure.readings.iter().all(|r| r.value.fract() == 0.0);
    let fraction = !field.mean || fact.kind == Kind::Score;
    let fraction = fraction && fact.value.abs() <= 1.0 && fact.value.fract() != 0.0;
    if figure.unit == Unit::Plain && whole_number && fraction {
        return Some("a fraction does not round to a whole number".into());
    }
    let counted = || scene.nouns(figure, 1).first().is_some_and(|n| COUNTED.iter().any(|c| stem(c) == *n));
    if figure.unit == Unit::Plain && fact.kind == Kind::Score && counted() {
        return Some("it is a score, not a count".into());
    }
    if figure.unit == Unit::Plain
        && fact.kind != Kind::Score
        && scored(scene, figure)
        && !field.calls.contains(&stem("score"))
    {
        return Some("it is no score".into());
    }
    if compared(scene, figure)
        && ![stem("difference"), stem("change"), stem("delta")].iter().any(|w| field.stems.contains(w))
    {
        return Some("the sentence makes it a difference".into());
    }
    if figure.unit == Unit::Plain && per_unit(scene, figure) && !field.mean && !daily(scene, index, figure, fact) {
        return Some("it is no average".into());
    }
    let averaged = || per_unit(scene, figure) || scene.says(scene.sentence(figure.first), &field.calls);
    if figure.unit == Unit::Plain && fact.kind == Kind::Count && whole_number && field.mean && !averaged() {
        return Some("it is an average".into());
    }
    if let Some(why) = not_of_peak(scene, index, figure, fact) {
        return Some(why);
    }
    total_for_part(scene, index, figure, fact)
}

/// "the most, 41, came on 16 January": the figure is that day's, where there is a series of days.
pub fn not_of_peak(scene: &Scene<'_>, index: &Index<'_>, figure: &Figure, fact: &Fact) -> Option<String> {
    if !scene.says_near(figure, &MOST) && !scene.says_near(figure, &LEAST) {
        return None;
    }
    let segment = scene.segments[figure.first];
    let day = scene.days_in(scene.sentence(figure.first)).find(|d| scene.segments[d.first] == segment)?;
    let is_day = |r: &Row<'_>| r.date.is_some_and(|d| same(d, day.value));
    let listed = index.sets.iter().any(|s| s.series && s.rows.iter().any(|r| is_day(&index.rows[*r as usize])));
    let own = index.lineage(fact.row).any(|(_, r)| is_day(r));
    (listed && !own).then(|| format!("it is not that of {}", scene.text_of(day.first, day.last)))
}

/// "20 more than", "12% fewer complaints than": the figure is a difference, not an amount.
fn compared(scene: &Scene<'_>, figure: &Figure) -> bool {
    let (_, to) = scene.sentence(figure.first);
    let after = &scene.tokens[(figure.last + 1).min(to)..(figure.last + 6).min(to)];
    let than = after.iter().position(|t| t.word("than"));
    let more = after.first().is_some_and(|t| t.any(&["more", "fewer", "less", "higher", "lower", "above", "below"]));
    more && than.is_some()
}

/// "a health score of 62", "score: 62".
fn scored(scene: &Scene<'_>, figure: &Figure) -> bool {
    let light = ["of", "is", "was", "at", "a", "stands"];
    let mut at = figure.first;
    while at > 0 && (scene.tokens[at - 1].any(&light) || scene.tokens[at - 1].is(":")) {
        at -= 1;
    }
    // "Unable to get credit score: 1" gives a count to a name.
    let named = |i: usize| scene.mentions.iter().any(|m| m.first < m.last && m.first <= i && i <= m.last);
    at > 0 && scene.tokens[at - 1].any(&["score", "scores", "rating"]) && !named(at - 1)
}

/// "19.8 complaints a day", "19.8 per day", "on average 19.8".
pub fn per_unit(scene: &Scene<'_>, figure: &Figure) -> bool {
    let (from, to) = scene.sentence(figure.first);
    let segment = scene.segments[figure.first];
    let inside = |i: &usize| scene.segments[*i] == segment && !scene.tokens[*i].quoted;
    let mean = (from..to).filter(inside).any(|i| {
        let t = &scene.tokens[i];
        let rate = t.word("per")
            || t.any(&["a", "each", "every"])
                && scene.tokens.get(i + 1).is_some_and(|n| n.any(&["day", "week", "month", "customer", "case"]));
        (rate || t.any(&["average", "averaged", "averages", "mean"])) && i != figure.first && closest(scene, figure, i)
    });
    mean && !figure.whole
}

/// A rate by its field's name; or the count of one day, said to be so much a day.
fn daily(scene: &Scene<'_>, index: &Index<'_>, figure: &Figure, fact: &Fact) -> bool {
    let series = index.rows.get(fact.row as usize).is_some_and(|r| index.sets[r.set as usize].series);
    if series && !scene.says_near(figure, &["average", "averaged", "averages", "mean"]) {
        return true;
    }
    let stems = &index.fields[fact.field as usize].stems;
    [stem("per"), stem("daily"), stem("rate")].iter().any(|s| stems.contains(s)) || fact.kind == Kind::Score
}

/// "Iberia: 412" when 412 is the total of all regions.
fn total_for_part(scene: &Scene<'_>, index: &Index<'_>, figure: &Figure, fact: &Fact) -> Option<String> {
    if figure.whole || fact.kind == Kind::Score || index.fields[fact.field as usize].mean {
        return None;
    }
    let wide = [
        "mostly",
        "mainly",
        "largely",
        "most",
        "chiefly",
        "especially",
        "primarily",
        "including",
        "total",
        "all",
        "altogether",
        "overall",
    ];
    let segment = scene.segments[figure.first];
    let sentence = scene.sentence(figure.first);
    let here = |i: &usize| scene.segments[*i] == segment;
    let before = figure.first.checked_sub(1).map(|b| &scene.tokens[b]);
    let general = (sentence.0..sentence.1).filter(here).any(|i| scene.tokens[i].any(&wide))
        || before.is_some_and(|t| t.any(&["the", "these", "those"]));
    let own: Set<u32> = index.lineage(fact.row).flat_map(|(_, r)| r.labels.iter().map(|l| l.1)).collect();
    // A list of records is no breakdown: that one of them is called so makes it no part of the total.
    let parts = |set: u32| index.sets[set as usize].required && !index.sets[set as usize].records;
    let labelled = |r: &Row<'_>, phrase: u32| r.labels.iter().any(|l| l.1 == phrase);
    let part = |phrase: u32| {
        let inside = |r: &Row<'_>| r.parent == fact.row && parts(r.set) && labelled(r, phrase);
        !own.contains(&phrase) && index.rows.iter().any(inside)
    };
    // "412 complaints, mostly about crashes" gives the total first; "crashes: 412" does not.
    let free = |first: usize| general && first > figure.first;
    let named =
        scene.mentions_in(sentence).find(|m| closest_name(scene, figure, m) && part(m.phrase) && !free(m.first))?;
    Some(format!("it is the total, not that of {}", scene.text_of(named.first, named.last)))
}

/// "from −1 to 1": the ends of one of the usual scales, between which the scores of the sentence lie.
fn of_a_scale(scene: &Scene<'_>, f: usize) -> bool {
    const SCALES: [(f64, f64); 7] =
        [(-1.0, 1.0), (0.0, 1.0), (0.0, 10.0), (1.0, 5.0), (1.0, 10.0), (0.0, 100.0), (1.0, 100.0)];
    let figures = &scene.figures;
    let sentence = scene.sentence(figures[f].first);
    let joined = |a: &Figure, b: &Figure| b.first - a.last <= 2 && scene.tokens[a.last + 1].any(&["to", "and"]);
    let after = figures.get(f + 1).filter(|b| joined(&figures[f], b)).map(|b| (&figures[f], b));
    let before = f.checked_sub(1).map(|g| &figures[g]).filter(|a| joined(a, &figures[f])).map(|a| (a, &figures[f]));
    let Some((low, high)) = after.or(before) else { return figures[f].whole };
    let (low, high) = (low.value(), high.value());
    let known = !(low == 0.0 && low.is_sign_negative()) && SCALES.contains(&(low, high));
    let scores = figures.iter().filter(|g| g.first >= sentence.0 && g.first < sentence.1 && g.value().fract() != 0.0);
    known && scores.into_iter().all(|g| g.unit != Unit::Plain || (low..=high).contains(&g.value()))
}

/// The end of a scale, "49 out of 100": said of the scale, not of the records.
pub fn scale_end(scene: &Scene<'_>, f: usize, known: &[Option<u32>], index: &Index<'_>) -> bool {
    let figure = &scene.figures[f];
    let scored = |g: usize| known[g].is_some_and(|id| index.facts[id as usize].kind == Kind::Score);
    let scale = scene.says_near(figure, &["scale"]) && known[f].is_none() && of_a_scale(scene, f);
    if scale && figure.first > 0 && scene.tokens[figure.first - 1].any(&["from", "to", "of"]) {
        return true;
    }
    let after = f.checked_sub(1).is_some_and(|g| scored(g) && figure.first - scene.figures[g].last <= 3);
    after && figure.whole && [5.0, 10.0, 100.0].contains(&figure.value())
}

/// "Of 26 messages, 35 read as negative": the first figure after the whole is a part of it.
fn larger_part(scene: &Scene<'_>, f: usize) -> Option<String> {
    let sentence = scene.sentence(scene.figures[f].first);
    let mut here = (0..scene.figures.len()).filter(|g| {
        let first = scene.figures[*g].first;
        first >= sentence.0 && first < sentence.1 && scene.figures[*g].unit == Unit::Plain
    });
    let (whole, part) = (here.next()?, here.next()?);
    let (of, to) = (&scene.figures[whole], &scene.figures[part]);
    let leads = scene.tokens[sentence.0].word("of") && of.first <= sentence.0 + 2;
    let larger = leads && (f == whole || f == part) && to.value() > of.value() && to.value().fract() == 0.0;
    larger.then(|| "A part cannot be larger than its whole.".to_owned())
}

/// "12 of 80" and "between 5 and 9" have an order; a figure that breaks it is not verified, whatever it matches.
pub fn out_of_order(scene: &Scene<'_>, f: usize) -> Option<String> {
    let figures = &scene.figures;
    let pair = |a: &Figure, b: &Figure| {
        if a.unit != b.unit {
            return None;
        }
        let between: Vec<&str> = scene.tokens[a.last + 1..b.first].iter().map(|t| t.text).collect();
        let lead = a.first.checked_sub(1).is_some_and(|i| scene.tokens[i].word("between"));
        match between.as_slice() {
            ["of"] | ["of", "the" | "all" | "its"] | ["out", "of"] | ["out", "of", "the"] | [_, "among" | "of"]
                if a.value() > b.value() && between[0] != "," =>
            {
                Some("A part cannot be larger than its whole.".to_owned())
            }
            ["and"] if lead && a.value() > b.value() => Some("The range runs backwards.".to_owned()),
            _ => None,
        }
    };
    if let Some(problem) = larger_part(scene, f) {
        return Some(problem);
    }
    let before = f.checked_sub(1).and_then(|g| pair(&figures[g], &figures[f]));
    before.or_else(|| figures.get(f + 1).and_then(|next| pair(&figures[f], next)))
}
