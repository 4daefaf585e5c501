//! Checks the dates of an answer: a date must be one that a result singles out, not merely one of the days of a series.
//!
//! Deliberately not here: which number belongs to which day (`naming`).

mod peak;

use app::model::answer::Source;
use chrono::{Datelike, Duration, NaiveDate};

use crate::agent::ground::Context;
use crate::agent::ground::figures::derive::accepts;
use crate::agent::ground::figures::lists::bounded;
use crate::agent::ground::figures::{PEAKED, same};
use crate::agent::ground::index::field::words;
use crate::agent::ground::index::{DateFact, Fact, Index, NONE, Place, Row, RowSet, Set, Text};
use crate::agent::ground::quote;
use crate::agent::ground::read::Shape;
use crate::agent::ground::read::date::{DateAt, DateValue, End};
use crate::agent::ground::read::figure::{Figure, Unit};
use crate::agent::ground::read::number::cardinal;
use crate::agent::ground::read::stem::stem;
use crate::agent::ground::scene::Scene;
use peak::{PEAK, extreme_day, no_peak, no_peak_month, notable};

/// What the figures beside a date came to.
pub struct Beside<'s> {
    /// Rows that a figure of the same sentence leads to.
    pub rows: &'s Set<u32>,
    /// A figure of the same segment belongs to another row.
    pub misplaced: bool,
    /// A figure of the sentence is a sum or an average over days.
    pub stretch: bool,
}

/// Where the date stands, or why it does not.
pub fn check(
    scene: &Scene<'_>,
    index: &Index<'_>,
    date: &DateAt,
    beside: &Beside<'_>,
    context: &Context<'_>,
) -> Result<Place, String> {
    let (as_of, citations) = (context.as_of, context.citations);
    if !date.value.is_day() {
        if let Some(why) = no_peak_month(scene, index, date) {
            return Err(why);
        }
        let found = index.date_within(date.value).map(|d| Place::Node(d.node));
        let found = found.or_else(|| quote::dated(index, date.value).map(|t| t.place));
        let found = found.or_else(|| index.year(date.value).map(Place::Node));
        let found = found.or_else(|| bounded::date(scene, index, date).map(Place::Node));
        return found.ok_or_else(|| "No result speaks of this time.".to_owned());
    }
    if let Some(day) = of_source(scene, date, citations)
        && !date.value.holds(day)
    {
        return Err(format!("The source that is cited is of {}.", app::model::time::full_date(day)));
    }
    if backwards(scene, date) {
        return Err("The range runs backwards.".into());
    }
    let facts: Vec<&DateFact> = index.dates.iter().filter(|d| same(d.value, date.value)).collect();
    if let Some(name) = called_otherwise(scene, index, date) {
        return Err(format!("It is not the day under “{name}”."));
    }
    if beside.misplaced && !facts.iter().any(|d| d.row == NONE) {
        return Err("The figure beside it belongs to another day.".into());
    }
    let mut why = None;
    if let Some(reason) = no_peak(scene, index, date, &facts) {
        return Err(reason);
    }
    for fact in &facts {
        match singled_out(scene, index, date, fact, beside) {
            Ok(()) => return Ok(Place::Node(fact.node)),
            Err(reason) => why = why.or(reason),
        }
    }
    if let Some(fact) = facts.iter().find(|fact| ends_list(index, fact, date.end)) {
        return Ok(Place::Node(fact.node));
    }
    if let Some(text) =
        quote::dated(index, date.value).filter(|t| (date.end == End::Single || t.document) && told(scene, date, t))
    {
        return Ok(text.place);
    }
    if !begins_elsewhere(scene, index, date) && counted_back(index, date, as_of) {
        return Ok(Place::Node(NONE));
    }
    let none = if facts.is_empty() {
        "No result speaks of this day."
    } else {
        "No figure of this day is given here, and nothing in the results sets it apart."
    };
    Err(why.unwrap_or_else(|| none.to_owned()))
}

/// "All received between 18 April and 28 June": the first and the last day of the rows of a list, where no result says
/// itself from when to when it counts.
fn ends_list(index: &Index<'_>, fact: &DateFact, end: End) -> bool {
    if index.dates.iter().any(|d| d.end == end && d.row == NONE) {
        return false;
    }
    let Some(set) = index.rows.get(fact.row as usize).and_then(|row| index.sets.get(row.set as usize)) else {
        return false;
    };
    let days = |r: &u32| index.rows[*r as usize].date?.days();
    let all = || set.rows.iter().filter_map(days);
    let Some(own) = days(&fact.row).filter(|_| set.rows.len() > 1 && set.required) else { return false };
    match end {
        End::From => all().all(|day| own.0 <= day.0),
        End::To => all().all(|day| own.1 >= day.1),
        End::Single => false,
    }
}

/// "The first was opened on 24 February and the last on 21 January": the earliest and the latest day of a list's rows.
fn ends_of_list(scene: &Scene<'_>, index: &Index<'_>, date: &DateAt, set: &RowSet, row: &Row<'_>) -> bool {
    let here = scene.sentence(date.first);
    let segment = |i: &usize| scene.segments[*i] == scene.segments[date.first];
    let says = |words: &[&str]| (here.0..date.first).filter(segment).any(|i| scene.tokens[i].any(words));
    let (first, last) =
        (says(&["first", "oldest", "earliest"]), says(&["last", "latest", "newest", "recent", "youngest"]));
    let Some(own) = row.date.and_then(DateValue::days).filter(|_| first != last) else { return false };
    let mut all = set.rows.iter().filter_map(|r| index.rows[*r as usize].date?.days());
    set.rows.len() > 1 && all.all(|day| if first { own.0 <= day.0 } else { own.1 >= day.1 })
}

/// "Osei Textiles, 16 January 2026: “…” [3]": the day of the source that is cited under its own title.
fn of_source(scene: &Scene<'_>, date: &DateAt, citations: &[Source]) -> Option<NaiveDate> {
    let (from, to) = scene.sentence(date.first);
    let cite = scene.cites.iter().find(|c| c.tokens.0 > date.last && c.tokens.1 < to)?;
    let source = cite.number.checked_sub(1).and_then(|n| citations.get(n))?;
    let head = scene.text.get(scene.tokens[from].start..scene.tokens[date.first].start)?;
    let titled = head.trim_end_matches([' ', ',', '(']) == source.title;
    source.day.filter(|_| titled && date.end == End::Single)
}

/// A range whose end does not lie after its beginning.
fn backwards(scene: &Scene<'_>, date: &DateAt) -> bool {
    let pairs = scene.dates.windows(2).filter(|w| w[0].end == End::From && w[1].end == End::To);
    let mut own = pairs.filter(|w| w[0].first == date.first || w[1].first == date.first);
    own.any(|w| match (w[0].value, w[1].value) {
        (DateValue::Day(a), DateValue::Day(b)) => a >= b,
        (DateValue::DayMonth(m, a), DateValue::DayMonth(n, b)) => m == n && a >= b,
        _ => false,
    })
}

/// A date that stands in a text counts where the text is the firm's own, or the sentence speaks of the same thing: they
/// share a word beside the date ("the update of 15 January").
fn told(scene: &Scene<'_>, date: &DateAt, text: &Text<'_>) -> bool {
    let words: Vec<u64> = scene.tokens[date.first.saturating_sub(4)..date.first]
        .iter()
        .filter(|t| t.text.len() >= 4)
        .map(|t| t.stem)
        .collect();
    text.document || text.text.split(|c: char| !c.is_alphanumeric()).any(|w| w.len() >= 4 && words.contains(&stem(w)))
}

/// Is this fact more than a day among many? `Err(Some(…))` says what it belongs to instead.
fn singled_out(
    scene: &Scene<'_>,
    index: &Index<'_>,
    date: &DateAt,
    fact: &DateFact,
    beside: &Beside<'_>,
) -> Result<(), Option<String>> {
    const BEFORE: [&str; 8] = ["before", "previous", "earlier", "prior", "preceding", "last", "against", "compared"];
    let ranged = date.end != End::Single;
    let sentence = scene.sentence(date.first);
    let earlier = || {
        let tells = |(node, text): &(u32, &str)| *node == fact.node && text.contains("before (");
        index.stands_under(fact.node, "previous") || index.said.iter().any(tells)
    };
    if ranged && earlier() && !scene.says_word(sentence, &BEFORE) {
        return Err(None);
    }
    let Some(row) = index.rows.get(fact.row as usize) else {
        // The end of a stretch is one that a result names as such, or the day that was asked for.
        let other = if date.end == End::From { End::To } else { End::From };
        let said = index.said.iter().any(|(node, _)| *node == fact.node);
        // Where a result names this end of a stretch, today is not another one.
        let ended = |d: &DateFact| d.end == date.end && d.node != NONE;
        if ranged && fact.node == NONE && fact.end == End::Single && index.dates.iter().any(ended) {
            return Err(None);
        }
        return if ranged && (fact.end == other || said && fact.end != date.end) { Err(None) } else { Ok(()) };
    };
    if ranged && index.sets[row.set as usize].records {
        return Err(None);
    }
    let set = &index.sets[row.set as usize];
    let single = date.end == End::Single;
    // "The busiest day was the 23rd with 508, followed by the 27th with 391", "from the 15th to the 16th, from 10 to 3".
    if set.series
        && beside.rows.contains(&fact.row)
        && (ranged || scene.says_word(sentence, &["followed", "then", "next"]))
    {
        return Ok(());
    }
    // A peak is on the highest day, whatever is told of another.
    if single
        && set.series
        && scene.says_word(sentence, &PEAKED)
        && !extreme_day(scene, sentence, index, fact.row, &set.rows)
    {
        return Err(Some("The peak was on another day.".into()));
    }
    if single && beside.rows.contains(&fact.row) {
        return Ok(());
    }
    // "| 21 May 2025 | 22 |", where 22 is the largest of all, too.
    let cells = || index.cells.get(&fact.row).into_iter().flatten().map(|f| &index.facts[*f as usize]);
    let here = |f: &&Figure| scene.segments[f.first] == scene.segments[date.first] && f.unit == Unit::Plain;
    if single && set.series && scene.figures.iter().filter(here).any(|f| cells().any(|c| accepts(f, c.value))) {
        return Ok(());
    }
    if !set.series {
        // A peak's day is only the peak's.
        let called = || {
            // "Received: 28 May 2023" for `date_received`.
            let said = |w: &String| w.len() > 4 && scene.says(sentence, &[stem(w)]);
            index.around(fact.node).is_some_and(|name| words(name).iter().any(said))
                || scene.says_word(sentence, &PEAK)
                || scene.mentions_in(sentence).any(|m| row.labels.iter().any(|l| l.1 == m.phrase))
        };
        if !set.required && (!single || !called()) || !right_end(scene, index, date, row) {
            return Err(None);
        }
        let series = || index.sets.iter().any(|s| s.series);
        let near = |i: usize| {
            let t = &scene.tokens[i];
            scene.segments[i] == scene.segments[date.first] && !t.quoted && t.any(&PEAKED)
        };
        if single && set.required && (sentence.0..sentence.1).any(near) && series() {
            return Err(None);
        }
        if single && set.required && ends_of_list(scene, index, date, set, row) {
            return Ok(());
        }
        return match rival_record(scene, index, date, row) {
            Some(named) => Err(Some(format!("It is the date of “{}”, not of “{named}”.", row.title))),
            None => Ok(()),
        };
    }
    let at = set.rows.iter().position(|r| *r == fact.row).unwrap_or_default();
    let last = set.rows.len() - 1;
    // Where a result says from when to when, that holds, and not the first and the last row of a list of days or months.
    let in_series = |d: &DateFact| index.rows.get(d.row as usize).is_some_and(|r| index.sets[r.set as usize].series);
    let said = ranged && index.dates.iter().any(|d| d.end == date.end && d.node != NONE && !in_series(d));
    let fits = match date.end {
        End::From => at == 0 && !said || beside.stretch,
        End::To => at == last && !said || beside.stretch,
        End::Single => {
            let bound =
                date.first > 0 && scene.tokens[date.first - 1].any(&["since", "from", "until", "by", "through", "to"]);
            bound && (at == 0 || at == last) || beside.stretch || notable(scene, index, date, &set.rows, at)
        }
    };
    if fits { Ok(()) } else { Err(None) }
}

/// A labelled row's date in a sentence that names other rows of its set, and not this one.
fn rival_record(scene: &Scene<'_>, index: &Index<'_>, date: &DateAt, row: &Row<'_>) -> Option<String> {
    let sentence = scene.sentence(date.first);
    let set = &index.sets[row.set as usize];
    let mut other = None;
    for (dim, phrase) in &row.labels {
        let names: Set<u32> = set
            .rows
            .iter()
            .flat_map(|r| &index.rows[*r as usize].labels)
            .filter(|l| l.0 == *dim)
            .map(|l| l.1)
            .collect();
        // Only names that tell records apart: customers and ids, not channels and moods.
        if names.len() < 2 || names.len() * 3 < set.rows.len() * 2 {
            continue;
        }
        let here = scene.mentions_in(sentence).filter(|m| names.contains(&m.phrase));
        for m in here {
            if m.phrase == *phrase {
                return None;
            }
            other =
                other.or_else(|| Some(scene.text[scene.tokens[m.first].start..scene.tokens[m.last].end].to_owned()));
        }
        for id in scene.ids.iter().filter(|i| i.at >= sentence.0 && i.at < sentence.1) {
            if index.phrases[*phrase as usize].stems == [scene.tokens[id.at].stem] {
                return None;
            }
        }
    }
    other
}

/// "the latest of 28 January": the last date of its rows; "the first", the first.
fn right_end(scene: &Scene<'_>, index: &Index<'_>, date: &DateAt, row: &Row<'_>) -> bool {
    let DateAt { first, value, .. } = *date;
    let (from, _) = scene.sentence(first);
    let near = (first.saturating_sub(9).max(from), first);
    let says = |words: &[&str]| {
        // "Last updated", "the last of these" speak of one record's own.
        const OWN: [&str; 9] =
            ["updated", "modified", "changed", "edited", "revised", "seen", "of", "contact", "contacted"];
        let followed = |i: usize| {
            let next = scene.tokens.get(i + 1);
            next.is_some_and(|t| t.shape == Shape::Number || cardinal(t.text).is_some() || t.any(&OWN))
        };
        (near.0..near.1)
            .any(|i| scene.tokens[i].any(words) && !followed(i) && scene.segments[i] == scene.segments[first])
    };
    let recent = (near.0 + 1..near.1).any(|i| scene.tokens[i].word("recent") && scene.tokens[i - 1].word("most"));
    let (late, early) = (says(&["last", "latest", "newest"]) || recent, says(&["first", "earliest", "oldest"]));
    let days = || {
        let rows = index.sets[row.set as usize].rows.iter();
        rows.filter_map(|r| if let Some(DateValue::Day(d)) = index.rows[*r as usize].date { Some(d) } else { None })
    };
    // The last receipt of a vendor is `last_receipt_date` of it, whenever others came.
    let own = |d: &DateFact| {
        same(d.value, value)
            && index
                .around(d.node)
                .is_some_and(|name| words(name).iter().any(|w| matches!(w.as_str(), "last" | "latest" | "first")))
    };
    if index.dates.iter().any(own) {
        return true;
    }
    let end = if late {
        days().max()
    } else if early {
        days().min()
    } else {
        return true;
    };
    end.is_none_or(|d| value.holds(d))
}

/// "The last contact was on 19 January", where results have days under `lastContact`, and none of them is this one.
fn called_otherwise<'i>(scene: &Scene<'_>, index: &Index<'i>, date: &DateAt) -> Option<&'i str> {
    let (from, _) = scene.sentence(date.first);
    let before = from.max(date.first.saturating_sub(10))..date.first;
    let says = |word: &str| {
        let wanted = stem(word);
        let here = |i: usize| scene.segments[i] == scene.segments[date.first] && !scene.tokens[i].quoted;
        before.clone().any(|i| here(i) && scene.tokens[i].stem == wanted)
    };
    let mut meant = index.dates.iter().filter_map(|d| Some((d, index.around(d.node)?))).filter(|(_, name)| {
        let words = words(name);
        words.len() > 1 && words.iter().all(|w| says(w))
    });
    let (first, name) = meant.next()?;
    let own = |d: &DateFact| same(d.value, date.value);
    (date.end == End::Single && !own(first) && !meant.any(|(d, _)| own(d))).then_some(name)
}

/// A result names both ends of a stretch whose last day is that of the answer's own, and its first day is another.
fn begins_elsewhere(scene: &Scene<'_>, index: &Index<'_>, date: &DateAt) -> bool {
    let mut pairs = scene.dates.windows(2).filter(|w| w[0].first == date.first && w[1].end == End::To);
    let Some([first, last]) = pairs.next() else { return false };
    let parent = |d: &DateFact| index.nodes.get(d.node as usize).map(|n| n.parent);
    let of = |end: End| index.dates.iter().filter(move |d| d.end == end && d.node != NONE);
    let ends: Vec<_> = of(End::To).filter(|d| same(d.value, last.value)).map(parent).collect();
    let mut begins = of(End::From).filter(|d| ends.contains(&parent(d))).peekable();
    begins.peek().is_some() && !begins.any(|d| same(d.value, first.value))
}

/// The first day of "the last N days", N standing in the question or in an argument: today is the last of them.
fn counted_back(index: &Index<'_>, date: &DateAt, as_of: Option<NaiveDate>) -> bool {
    let Some(today) = as_of.filter(|_| date.end == End::From) else { return false };
    let back = |n: i64| today.checked_sub_signed(Duration::days(n)).is_some_and(|d| date.value.holds(d));
    let asked = index.asides.iter().filter(|a| !a.percent && (1.0..4000.0).contains(&a.value)).map(|a| a.value as i64);
    let mut steps = asked.flat_map(|n| [n - 1, 7 * n - 1, 30 * n - 1]);
    let says = |word: &str| index.asked.iter().any(|t| t.to_lowercase().contains(word));
    let month_start = says("month") && today.with_day(1).is_some_and(|d| date.value.holds(d));
    let year_start = says("year") && NaiveDate::from_ymd_opt(today.year(), 1, 1).is_some_and(|d| date.value.holds(d));
    steps.any(back) || month_start || year_start
}
