//! Plain sense around a figure: what its grammar alone rules out, whatever the results hold.
//!
//! Deliberately not here: names of rows (`naming`) and of fields (`rival`).

use super::agree;
use super::derive::clash;
use super::forms::{level, period};
use super::naming::{LEAST, MOST, same};
use super::rival::{closest, closest_name};
use crate::agent::ground::index::field::Kind;
use crate::agent::ground::index::{Fact, Index, NONE, Origin, Row, RowSet, Set};
use crate::agent::ground::read::Token;
use crate::agent::ground::read::date::{DateAt, DateValue};
use crate::agent::ground::read::figure::{Figure, Unit};
use crate::agent::ground::read::stem::{Stem, each, known};
use crate::agent::ground::scene::{Mention, Scene};

/// Nouns of things that are counted, never scored.
pub const COUNTED: [Stem; 19] = each([
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
]);

/// Why this fact cannot stand behind this figure, if so.
pub fn objection(scene: &Scene<'_>, index: &Index<'_>, figure: &Figure, fact: &Fact) -> Option<String> {
    let field = &index.fields[fact.field as usize];
    let whole_number = figure.readings.iter().all(|r| r.value.fract() == 0.0);
    let fraction = !field.mean || fact.kind == Kind::Score;
    let fraction = fraction && fact.value.abs() <= 1.0 && fact.value.fract() != 0.0;
    if matches!(figure.unit, Unit::Plain | Unit::Points) && whole_number && fraction {
        return Some("a fraction does not round to a whole number".into());
    }
    if let Some(exact) = finer(index, figure, fact) {
        return Some(format!("more exactly it is {exact:.1}"));
    }
    let part = fact.origin == Origin::Share && figure.unit == Unit::Plain && !field.calls.is_empty();
    if part && !scene.says(scene.sentence(figure.first), &field.calls) {
        return Some("it is a part of which the sentence does not speak".into());
    }
    let counted = || scene.nouns(figure, 1).first().is_some_and(|n| COUNTED.contains(n));
    if clash(figure, fact) {
        return Some(format!("it is in {}", fact.currency.unwrap_or_default()));
    }
    if figure.unit == Unit::Plain && fact.kind == Kind::Score && counted() {
        return Some("it is a score, not a count".into());
    }
    if figure.unit == Unit::Plain
        && fact.kind != Kind::Score
        && scored(scene, figure)
        && !field.calls.contains(&const { known("score") })
        // A fraction is no count: `csat` of 4.05.
        && (field.counts || fact.value.fract() == 0.0)
    {
        return Some("it is no score".into());
    }
    if field.total && is_its_whole(scene, figure) {
        return Some("it is the whole, not a part".into());
    }
    if gathered(scene, index, figure, fact) {
        return Some("it is that of one, and the sentence puts several together".into());
    }
    if let Some(why) = of_entry(scene, index, figure, fact) {
        return Some(why);
    }
    if compared(scene, figure)
        && !const { each(["difference", "change", "delta"]) }.iter().any(|w| field.stems.contains(w))
    {
        return Some("the sentence makes it a difference".into());
    }
    if figure.unit == Unit::Plain && per_unit(scene, figure) && !field.mean && !daily(scene, index, figure, fact) {
        return Some("it is no average".into());
    }
    let averaged = || {
        let sentence = scene.sentence(figure.first);
        let alone = scene.figures.iter().filter(|f| f.first >= sentence.0 && f.first < sentence.1).count() == 1;
        // "Dropped from 21 to 17 a day".
        let next = scene
            .figures
            .iter()
            .find(|f| f.first == figure.last + 2 && scene.tokens[figure.last + 1].any(&["to", "and"]));
        per_unit(scene, figure)
            || next.is_some_and(|f| per_unit(scene, f))
            || scene.says_stem_near(figure, &field.calls)
            || level::side_by_side(scene, figure) && scene.says(sentence, &field.calls)
            || (alone || !whole_number && lone_mean(scene, figure)) && scene.says(sentence, &field.calls)
    };
    let mood = || scene.says_word(scene.sentence(figure.first), &["mood", "sentiment", "tone"]);
    if figure.unit == Unit::Plain
        && fact.kind == Kind::Count
        && field.mean
        && !averaged()
        && !mood()
        && !level::usual(scene, figure)
    {
        return Some("it is an average".into());
    }
    if let Some(why) = not_of_peak(scene, index, figure, fact) {
        return Some(why);
    }
    total_for_part(scene, index, figure, fact)
}

/// What a whole percentage was rounded from, where it stands beside it and a figure with decimals says otherwise: "92.0%" of
/// 92% and 0.924.
fn finer(index: &Index<'_>, figure: &Figure, fact: &Fact) -> Option<f64> {
    if !decimals(figure) || fact.kind != Kind::Share || fact.value.fract() != 0.0 {
        return None;
    }
    let beside = index.siblings.get(&fact.holder)?.iter().map(|s| &index.facts[*s as usize]);
    let mut finer = beside
        .filter(|s| s.kind == fact.kind && s.field != fact.field && s.value.fract() != 0.0)
        .map(|s| s.value)
        .filter(|v| (v - fact.value).abs() <= 0.5);
    let exact = finer.next()?;
    let accepted = |v: f64| figure.accepts().any(|(lo, hi)| (lo..=hi).contains(&v));
    (!accepted(exact) && !finer.any(accepted)).then_some(exact)
}

/// Whether a figure is printed with decimals, also "92.0".
pub fn decimals(figure: &Figure) -> bool {
    figure.readings.iter().all(|r| r.half > 0.0 && r.half < 0.5)
}

/// Words that speak of the highest or lowest day of a series.
pub const PEAKED: [&str; 7] = ["peak", "peaked", "peaking", "busiest", "busier", "quietest", "highest"];

/// "the most, 41, came on 16 January": the figure is that day's, where there is a series of days.
pub fn not_of_peak(scene: &Scene<'_>, index: &Index<'_>, figure: &Figure, fact: &Fact) -> Option<String> {
    let day = peak_day(scene, index, figure)?;
    // "Quietest: 9 and 30 November, 7 each" names two.
    let named = |d: DateValue| scene.days_in(scene.sentence(figure.first)).any(|x| same(d, x.value));
    let alone = agree::beside(scene, figure).is_none();
    let own = index.lineage(fact.row).any(|(_, r)| r.date.is_some_and(|d| same(d, day.value) || alone && named(d)));
    (!own).then(|| format!("it is not that of {}", scene.text_of(day.first, day.last)))
}

/// The listed day whose number the figure must be: "no day was busier than 27 January with its 4 records".
pub fn peak_day<'s>(scene: &'s Scene<'_>, index: &Index<'_>, figure: &Figure) -> Option<&'s DateAt> {
    let sentence = scene.sentence(figure.first);
    let here = || scene.figures.iter().filter(|f| f.first >= sentence.0 && f.first < sentence.1);
    // "Highest on 16 January, when 41 came in": nothing else is said in the sentence.
    let only = || scene.says_word(sentence, &PEAKED) && here().count() == 1 && scene.days_in(sentence).next().is_some();
    let near = scene.says_near(figure, &MOST) || scene.says_near(figure, &LEAST);
    let all = only();
    if figure.unit != Unit::Plain || !near && !all {
        return None;
    }
    let segment = scene.segments[figure.first];
    let first = || scene.days_in(sentence).find(|d| all || scene.segments[d.first] == segment);
    // "The lowest since February (261)".
    let day = agree::beside(scene, figure).or_else(first)?;
    let is_day = |r: &Row<'_>| r.date.is_some_and(|d| same(d, day.value));
    let list = |s: &RowSet| s.series || s.required && !s.records;
    let listed = index.sets.iter().any(|s| list(s) && s.rows.iter().any(|r| is_day(&index.rows[*r as usize])));
    listed.then_some(day)
}

/// No other figure of the sentence has decimals, so that the average can be no other.
fn lone_mean(scene: &Scene<'_>, figure: &Figure) -> bool {
    let sentence = scene.sentence(figure.first);
    let here = scene.figures.iter().filter(|f| f.first >= sentence.0 && f.first < sentence.1);
    let said = scene.tokens[(figure.last + 1).min(sentence.1)..sentence.1].iter().take(2);
    let counted = said.into_iter().any(|t| t.any(&["arrived", "came", "were", "arrive"]));
    !counted && here.filter(|f| f.value().fract() != 0.0).count() == 1
}

/// "20 more than", "12% fewer complaints than": the figure is a difference, not an amount.
pub fn compared(scene: &Scene<'_>, figure: &Figure) -> bool {
    const MORE: [&str; 16] = [
        "more", "fewer", "less", "higher", "lower", "above", "below", "longer", "shorter", "faster", "slower",
        "larger", "smaller", "greater", "later", "earlier",
    ];
    let (_, to) = scene.sentence(figure.first);
    // "Beverages ($89,606) is ahead of": what stands in brackets is a name's own.
    let first = figure.first;
    if first > 1 && scene.tokens[first - 1].is("(") && !scene.figures.iter().any(|f| f.last + 2 == first) {
        return false;
    }
    // "4.6%, more than three times": what comes after a comma or with the next figure says nothing of this one.
    let next = scene.figures.iter().map(|f| f.first).filter(|i| *i > figure.last).min().unwrap_or(to);
    let after = &scene.tokens[(figure.last + 1).min(to)..(figure.last + 6).min(to).min(next)];
    let ends = |t: &Token<'_>| [",", ";", "–", "—"].iter().any(|m| t.is(m));
    let after = &after[..after.iter().position(ends).unwrap_or(after.len())];
    // "7.7 minutes longer than": the unit stands between.
    let more = after.iter().take(2).position(|t| t.any(&MORE));
    let ahead = after.iter().take(3).take_while(|t| !t.is(",")).any(|t| t.any(&["ahead", "behind"]));
    more.is_some() && after.iter().any(|t| t.word("than")) || ahead
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

/// "On average over 276 cases": so many were averaged.
pub fn averaged_over(scene: &Scene<'_>, figure: &Figure) -> bool {
    let (from, _) = scene.sentence(figure.first);
    let light = |i: usize| scene.tokens[i].any(&["the", "all", "these", "those", "our"]);
    let mut over = figure.first;
    while over > from && light(over - 1) {
        over -= 1;
    }
    // "It averages over 30", "just over 71": more than so many.
    let verb = over > from + 1
        && scene.tokens[over - 2].any(&["averages", "averaged", "averaging", "just", "well", "slightly", "little"]);
    // "Rose from 16.8%" averages nothing.
    let mean = || scene.says_word(scene.sentence(figure.first), &["average", "averaged", "averages", "mean", "median"]);
    let led = over > from && !verb && scene.tokens[over - 1].any(&["over", "across", "among", "from"]);
    led && (!scene.tokens[over - 1].word("from") || mean())
}

/// "19.8 complaints a day", "19.8 per day", "on average 19.8".
pub fn per_unit(scene: &Scene<'_>, figure: &Figure) -> bool {
    let (from, to) = scene.sentence(figure.first);
    // "1.2 days on average (176 cases)".
    let bracketed = from < figure.first && scene.tokens[figure.first - 1].is("(") && figure.value().fract() == 0.0;
    let counted = || scene.nouns(figure, 1).first().is_some_and(|n| COUNTED.contains(n));
    if averaged_over(scene, figure) || level::side_by_side(scene, figure) || bracketed && counted() {
        return false;
    }
    let segment = scene.segments[figure.first];
    let inside = |i: &usize| scene.segments[*i] == segment && !scene.tokens[*i].quoted;
    let mean = (from..to).filter(inside).any(|i| {
        let t = &scene.tokens[i];
        // "A customer gets 10%" is no rate, "10% a customer" is.
        // "54 per 100k" is no mean.
        let scale = scene.tokens.get(i + 1).is_some_and(|n| {
            let number = n.text.starts_with(|c: char| c.is_ascii_digit());
            number && (n.text.ends_with('k') || n.text.len() > 3)
        });
        // "A quarter" is a share.
        let quarter = |i: usize| scene.tokens.get(i).is_some_and(|n| n.word("quarter"));
        let of_each = t.any(&["each", "every"]) || t.word("a") && i > figure.first && !quarter(i + 1);
        let rate = t.word("per") && !scale
            || of_each
                && scene
                    .tokens
                    .get(i + 1)
                    .is_some_and(|n| n.any(&["day", "week", "month", "quarter", "year", "customer", "case"]));
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
    // "0.1 a day" is no score, whatever its mean.
    let score = fact.kind == Kind::Score && !period::per_day(scene, figure);
    const { each(["per", "daily", "rate", "expected", "baseline"]) }.iter().any(|s| stems.contains(s)) || score
}

/// "8 of 8 cases were late": the same number as part and as whole.
pub fn is_its_whole(scene: &Scene<'_>, figure: &Figure) -> bool {
    let after = &scene.tokens[(figure.last + 1).min(scene.tokens.len())..];
    let leads = after.first().is_some_and(|t| t.word("of"))
        || after.first().zip(after.get(1)).is_some_and(|(a, b)| a.word("out") && b.word("of"));
    let next = scene.figures.iter().find(|f| f.first > figure.last && f.first - figure.last <= 4);
    leads && next.is_some_and(|f| f.unit == figure.unit && (f.value() - figure.value()).abs() < 1e-9)
}

/// "Taken together, A and B account for 31": the figure is no row's own.
fn gathered(scene: &Scene<'_>, index: &Index<'_>, figure: &Figure, fact: &Fact) -> bool {
    let sentence = scene.sentence(figure.first);
    let alike = scene.figures.iter().filter(|f| f.first >= sentence.0 && f.first < sentence.1 && !f.whole);
    if !scene.says_word(sentence, &["together", "combined", "jointly"]) || alike.count() != 1 || figure.whole {
        return false;
    }
    let Some((_, row)) = index.lineage(fact.row).find(|(_, r)| index.sets[r.set as usize].required) else {
        return false;
    };
    let sibling = |p: u32| row.labels.iter().any(|l| index.groups.contains(&(row.set, l.0, p)));
    let named: Set<u32> = scene.mentions_in(sentence).map(|m| m.phrase).filter(|p| sibling(*p)).collect();
    named.len() > 1
}

/// "5 as neutral": the name right beside the figure is that of an entry of a map, and the number is another's.
fn of_entry(scene: &Scene<'_>, index: &Index<'_>, figure: &Figure, fact: &Fact) -> Option<String> {
    if figure.unit != Unit::Plain || fact.kind != Kind::Count || fact.origin != Origin::Given || figure.whole {
        return None;
    }
    let light = |i: usize| scene.tokens[i].any(&["as", "are", "were", "was", "is", "read", "rated", "in"]);
    let after =
        |m: &&Mention| m.first > figure.last && m.first - figure.last <= 3 && (figure.last + 1..m.first).all(light);
    let m = scene.mentions_in(scene.sentence(figure.first)).find(after)?;
    let field = &index.fields[fact.field as usize];
    let text = scene.text_of(m.first, m.last);
    let (spoken, named) = (&scene.tokens[m.first].stem, |r: &Row<'_>| r.labels.iter().any(|l| l.1 == m.phrase));
    let entry = |r: &Row<'_>| {
        let set = &index.sets[r.set as usize];
        set.required && !set.records && r.title.eq_ignore_ascii_case(&text) && named(r)
    };
    let own = field.calls.contains(spoken) || index.lineage(fact.row).any(|(_, r)| named(r));
    (!own && index.rows.iter().any(entry)).then(|| format!("it is not that of {text}"))
}

/// "Iberia: 412" when 412 is the total of all regions.
fn total_for_part(scene: &Scene<'_>, index: &Index<'_>, figure: &Figure, fact: &Fact) -> Option<String> {
    if figure.whole || fact.kind == Kind::Score || index.fields[fact.field as usize].mean {
        return None;
    }
    let field = &index.fields[fact.field as usize];
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
    // An object around the parts has no name of its own: `{"total": 8, "breakdown": {"open": 3, "closed": 5}}`.
    let plain = |r: u32| index.rows.get(r as usize).filter(|r| !index.sets[r.set as usize].required).map(|r| r.parent);
    // In a line of a table another cell says nothing of this one.
    let other_cell = |at: usize| scene.cell(at).is_some_and(|cell| cell > 1 && Some(cell) != scene.cell(figure.first));
    let part = |m: &Mention| {
        if other_cell(m.first) {
            return false;
        }
        let phrase = m.phrase;
        let named = |r: &Row<'_>| r.title.eq_ignore_ascii_case(&scene.text_of(m.first, m.last));
        // The total of another call, which was not asked about this name.
        let foreign = |r: &Row<'_>| {
            let root = index.rows.get(fact.row as usize).is_some_and(|own| own.parent == NONE && r.parent != NONE);
            root && field.total && !scene.asked.contains(&phrase) && plain(r.parent).is_some_and(|up| up == NONE)
        };
        let below = |r: &Row<'_>| r.parent == fact.row || named(r) && plain(r.parent) == Some(fact.row) || foreign(r);
        let inside = |r: &Row<'_>| parts(r.set) && labelled(r, phrase) && below(r);
        !own.contains(&phrase) && index.rows.iter().any(inside)
    };
    // "412 complaints, mostly about crashes" gives the total first; "crashes: 412" does not.
    let free = |first: usize| general && first > figure.first;
    let named = scene.mentions_in(sentence).find(|m| closest_name(scene, figure, m) && part(m) && !free(m.first))?;
    Some(format!("it is the total, not that of {}", scene.text_of(named.first, named.last)))
}
