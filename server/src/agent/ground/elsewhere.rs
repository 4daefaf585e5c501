//! Figures that no field gives as they stand: an identifier, the question, an operation, a document; and figures that claim
//! nothing.
//!
//! Deliberately not here: how any of it is written down (`check`).

use app::model::answer::ClaimKind;

use super::figures::matching::{self, Match};
use super::figures::{attached, count, derive, lists, sense};
use super::told;
use crate::agent::ground::index::{Index, Place, field};
use crate::agent::ground::quote;
use crate::agent::ground::read::date::DateValue;
use crate::agent::ground::read::figure::{Figure, Unit};
use crate::agent::ground::read::stem::{Stem, each, stem};
use crate::agent::ground::read::{Shape, Token};
use crate::agent::ground::scene::Scene;

/// Where a figure comes from that no field gives as it stands: an identifier, the question, an operation, a document.
pub fn find(
    scene: &Scene<'_>,
    index: &Index<'_>,
    known: &[Option<u32>],
    f: usize,
    kind: ClaimKind,
) -> Option<(ClaimKind, Place, &'static str)> {
    let figure = &scene.figures[f];
    let word = scene.tokens[figure.first].text;
    if let Some(place) = index.ids.get(word).filter(|p| word.len() >= 5 || called(scene, index, figure, **p)) {
        return Some((ClaimKind::Id, *place, "equal"));
    }
    let at = |node: u32, how: &'static str| (kind, Place::Node(node), how);
    // What stands at a peak is that day's, and nothing else of this size is.
    let own = attached(scene, index, figure).is_some() || sense::peak_day(scene, index, figure).is_some();
    let counted = || count::find(scene, index, figure).filter(|_| !own);
    restated(scene, index, figure)
        .filter(|_| !own)
        .map(|node| at(node, "equal"))
        .or_else(|| counted().map(|node| at(node, "count")))
        .or_else(|| derive::find(scene, index, known, f).map(|(node, how)| at(node, how)))
        .or_else(|| lists::find(scene, index, known, figure).map(|(node, how)| at(node, how)))
        .or_else(|| complement(scene, index, figure).map(|node| at(node, "difference")))
        .or_else(|| told::number(scene, index, figure).map(|place| (kind, place, "equal")))
        .or_else(|| told::printed(scene, index, figure).map(|place| (kind, place, "equal")))
}

/// "Tweet 3811", "product #21": the words before a number say what it is the identifier of.
fn called(scene: &Scene<'_>, index: &Index<'_>, figure: &Figure, place: Place) -> bool {
    let Place::Node(node) = place else { return false };
    let key = index.around(node).map(field::words).unwrap_or_default();
    let before = scene.tokens[..figure.first]
        .iter()
        .rev()
        .take(3)
        .take_while(|t| t.sentence == scene.tokens[figure.first].sentence);
    let light = |t: &Token<'_>| t.is("#") || t.is("(") || t.any(&["no", "number", "nr", "id"]);
    let mut said = before.skip_while(|t| light(t)).take(1);
    figure.first == figure.last && said.any(|t| t.stem != 0 && key.iter().any(|w| stem(w) == t.stem))
}

/// "108 of those 111", where the answer has told no 111 before.
pub fn refers(scene: &Scene<'_>, figure: &Figure) -> bool {
    let those = figure.first > 0 && scene.tokens[figure.first - 1].any(&["these", "those"]);
    let told = |f: &Figure| f.first < figure.first && (f.value() - figure.value()).abs() < 1e-9;
    those && !figure.spelled && figure.value() >= 13.0 && !scene.figures.iter().any(told)
}

/// "[CMP-001 §6]": a section of a document, where results name sections of that document, and not this one.
pub fn no_section(scene: &Scene<'_>, index: &Index<'_>, figure: &Figure) -> bool {
    let Some(mark) = figure.first.checked_sub(1).filter(|i| *i > 0 && scene.tokens[*i].is("§")) else { return false };
    let Some(id) = scene.ids.iter().find(|i| i.at + 1 == mark) else { return false };
    let (id, last) = (&scene.tokens[id.at], &scene.tokens[figure.last]);
    let held = |words: &str| index.texts.iter().any(|t| t.text.contains(words));
    held(&scene.text[id.start..scene.tokens[mark].end]) && !held(&scene.text[id.start..last.end])
}

/// Prefixes that identifiers of this desk begin with, for answers whose results hold none.
pub const KNOWN_PREFIXES: [&str; 8] = ["comm-", "case-", "cust-", "cust", "doc-", "ticket-", "customer-", "complaint-"];

/// A figure of the question or of an argument, said again of the same thing.
fn restated(scene: &Scene<'_>, index: &Index<'_>, figure: &Figure) -> Option<u32> {
    let percent = figure.unit == Unit::Percent;
    let mut nouns = scene.nouns(figure, 2);
    nouns.extend(figure.first.checked_sub(1).map(|i| scene.tokens[i].stem).filter(|s| *s != 0));
    let sentence = scene.sentence(figure.first);
    let fits = |value: f64| figure.readings.iter().any(|r| (r.value - value).abs() < 1e-9);
    let same = |a: &&crate::agent::ground::index::Aside| {
        let said = a.words.iter().any(|w| nouns.contains(w)) || a.words.is_empty() && nouns.is_empty();
        let argument = a.node != crate::agent::ground::index::NONE && scene.says(sentence, &a.words);
        a.percent == percent && fits(a.value) && (said || argument || percent)
    };
    index.asides.iter().find(same).map(|a| a.node)
}

/// "94% were handled in time" where the results give the 6% that were not.
fn complement(scene: &Scene<'_>, index: &Index<'_>, figure: &Figure) -> Option<u32> {
    let rest = [
        "time",
        "not",
        "without",
        "compliant",
        "compliance",
        "kept",
        "met",
        "rest",
        "remaining",
        "within",
        "others",
        "late",
        "overdue",
        "missed",
        "breached",
        "failed",
        "unpaid",
        "open",
        "unresolved",
        "lost",
        "broke",
        "broken",
        "deadline",
    ];
    let said =
        scene.says_near(figure, &rest) || scene.says_word(scene.around(figure.first), &["broke", "broken", "missed"]);
    if figure.unit != Unit::Percent || !said {
        return None;
    }
    let mut mirrored = figure.clone();
    mirrored.readings.iter_mut().for_each(|r| r.value = 100.0 - r.value);
    match matching::find(scene, index, &mirrored) {
        Match::Found { fact, .. } => Some(index.facts[fact as usize].node),
        Match::Misplaced(_) | Match::Absent => None,
    }
}

/// "Customers above €1m", "passed 30,000", "older than 60 days": a round limit that the answer draws itself, with
/// something beyond it.
pub fn limit(scene: &Scene<'_>, index: &Index<'_>, figure: &Figure) -> bool {
    const ABOVE: [&str; 10] =
        ["above", "over", "past", "passed", "beyond", "exceeding", "exceeded", "exceeds", "topped", "crossed"];
    const BELOW: [&str; 3] = ["below", "under", "beneath"];
    let value = figure.value().abs();
    let digits = format!("{value:e}");
    let round = digits
        .split('e')
        .next()
        .is_some_and(|m| matches!(m, "1" | "2" | "3" | "4" | "5" | "6" | "9" | "1.5" | "2.5" | "7.5"));
    let before = |words: &[&str]| scene.says_word((figure.first.saturating_sub(2), figure.first), words);
    let (above, below) = (before(&ABOVE), before(&BELOW));
    // "Over the 250 days before" bounds nothing.
    let stretch = before(&["the"]);
    if lists::bounded::limit(scene, index, figure) {
        return true;
    }
    if !round || stretch || value == 0.0 || above == below || figure.spelled {
        return false;
    }
    let percent = figure.unit == Unit::Percent;
    let beyond = if above { (value, value * 3.0) } else { (value / 3.0, value) };
    index.between(percent, beyond.0, beyond.1).next().is_some()
}

/// "The 2024 EBITDA" speaks of a year that the results do.
pub fn year(scene: &Scene<'_>, index: &Index<'_>, figure: &Figure) -> Option<u32> {
    let print = &scene.text[figure.span.start..figure.span.end];
    let year = print.trim().parse().ok().filter(|y| figure.unit == Unit::Plain && (1900..2100).contains(y))?;
    index.date_within(DateValue::Year(year)).map(|d| d.node)
}

/// The year at the head of a table's line names the line.
pub fn row_year(scene: &Scene<'_>, index: &Index<'_>, figure: &Figure) -> bool {
    let bar = |i: Option<usize>| i.and_then(|i| scene.tokens.get(i)).is_some_and(|t| t.is("|"));
    let (from, to) = scene.sentence(figure.first);
    let text = scene.tokens[figure.first].text;
    let year =
        text.len() == 4 && text.bytes().all(|b| b.is_ascii_digit()) && (1990.0..=2035.0).contains(&figure.value());
    // The head of a table stands above a line of dashes.
    let ruled = |at: usize| scene.tokens.get(at + 1).is_some_and(|t| t.is("-") || t.text.starts_with("--"));
    let head = bar(Some(from)) && bar(Some(to)) && ruled(to);
    // The places of a list that the answer numbers itself.
    let numbered = scene.head(figure).is_some_and(|(a, b)| {
        scene.tokens[a..b].iter().all(|t| t.any(&["rank", "place", "position", "no", "nr"]) || t.shape == Shape::Mark)
    });
    if numbered && figure.first == from + 1 && figure.value() <= 50.0 {
        return true;
    }
    // "Within 1 h" says what the column holds.
    if head && figure.value() < 100.0 && !bar(figure.first.checked_sub(1)) {
        return true;
    }
    // A year that heads a column is one of the results' years, where they have any.
    let mut years =
        index.dates.iter().filter_map(|d| if let DateValue::Year(y) = d.value { Some(y) } else { None }).peekable();
    if head && year && years.peek().is_some() && !years.any(|y| f64::from(y) == figure.value()) {
        return false;
    }
    year && (figure.first == from + 1 || head) && bar(figure.first.checked_sub(1)) && bar(Some(figure.last + 1))
}

/// Small numbers in words are claims only of what the desk counts: "three cases", not "three reasons".
pub fn countable(scene: &Scene<'_>, index: &Index<'_>, figure: &Figure) -> bool {
    let ranked = [
        "top",
        "largest",
        "biggest",
        "leading",
        "main",
        "most",
        "best",
        "latest",
        "smallest",
        "lowest",
        "highest",
        "fewest",
        "worst",
        "last",
        "first",
        "busiest",
        "quietest",
        "slowest",
        "fastest",
        "longest",
        "shortest",
        "oldest",
        "newest",
        "strongest",
        "weakest",
    ];
    let rank = scene.tokens.get(figure.last + 1).is_some_and(|t| t.any(&ranked));
    // "The four companies with the most complaints".
    let (_, to) = scene.sentence(figure.first);
    let near = (figure.last + 1, (figure.last + 6).min(to));
    let of_most = near.0 < near.1 && scene.says_word(near, &["with"]) && scene.says_word(near, &ranked);
    if figure.frame || rank || of_most {
        return false;
    }
    // "Two points from the knowledge base".
    let points = figure.unit == Unit::Points && scene.sentence(figure.first).0 == figure.first;
    if points && scene.tokens.get(figure.last + 1).is_some_and(|t| t.any(&["from", "stand", "to"]) || t.is(":")) {
        return false;
    }
    if figure.unit != Unit::Plain {
        return !matches!(figure.unit, Unit::Time(_)) || figure.value() > 3.0;
    }
    let nouns = scene.nouns(figure, 2);
    // "Seven transactions" where a result lists transactions.
    let source = stem("source");
    let listed = |field: u32| index.fields[field as usize].stems.iter().any(|s| *s != source && nouns.contains(s));
    let listed = index.sets.iter().any(|s| s.required && s.rows.len() > 1 && listed(s.field));
    // "The eight products" of rows that are products, by their field or by what was asked for; "twelve of them".
    const TIME: [Stem; 4] = each(["day", "week", "month", "weekend"]);
    let nouns: Vec<_> = nouns.into_iter().filter(|n| !TIME.contains(n)).collect();
    let dim = |l: &(u32, u32)| index.fields[l.0 as usize].stems.iter().any(|s| nouns.contains(s));
    let named = || index.rows.iter().any(|r| index.sets[r.set as usize].required && r.labels.iter().any(dim));
    let asked = || index.asked.iter().any(|a| !a.contains(' ') && nouns.contains(&stem(a)));
    let quoted = || scene.says_word((figure.last, to), &["quoted", "cited", "shown", "here"]);
    let next = |k: usize, word: &str| scene.tokens.get(figure.last + k).is_some_and(|t| t.word(word));
    let them = next(1, "of") && next(2, "them") && !quoted();
    let listed = listed || them || named() || asked();
    figure.value() >= 13.0 || listed || sense::COUNTED.iter().any(|w| nouns.contains(w))
}

/// "iOS 17", "Windows 11": a number that is the second half of a name in a text that was read.
pub fn named_number(scene: &Scene<'_>, index: &Index<'_>, figure: &Figure) -> bool {
    let (from, _) = scene.sentence(figure.first);
    let Some(before) = figure.first.checked_sub(1).filter(|b| *b > from || scene.tokens[*b].capital()) else {
        return false;
    };
    let name = &scene.tokens[before];
    let plain = figure.unit == Unit::Plain && figure.first == figure.last;
    let number = scene.tokens[figure.first].text;
    if plain && number.contains('.') && name.any(&["update", "build", "app", "patch", "software"]) {
        return quote::literal(index, number, false).is_some();
    }
    let label = name.capital() && before > from || scene.tokens[figure.first].text.contains('.');
    plain && label && !name.text.is_empty() && {
        let words = &scene.text[name.start..scene.tokens[figure.last].end];
        let row = scene
            .mentions
            .iter()
            .any(|m| m.first <= before && before <= m.last && !index.phrases[m.phrase as usize].name);
        name.shape == crate::agent::ground::read::Shape::Word && !row && quote::literal(index, words, false).is_some()
    }
}

/// "Half of them within 17 hours", "nine out of ten within 44": which number of a spread is meant, not how large it is.
pub fn percentile(scene: &Scene<'_>, index: &Index<'_>, figure: &Figure) -> bool {
    let (_, to) = scene.sentence(figure.first);
    let next = scene.figures.iter().find(|f| f.first > figure.last && f.first < to && !f.frame);
    let within = next.is_some_and(|n| {
        let between = (figure.last + 1, n.first);
        n.unit != Unit::Percent && scene.says_word(between, &["within", "under", "below", "less", "than"])
    });
    let wanted = if figure.value() == 50.0 { "median".to_owned() } else { format!("p{}", figure.value()) };
    let spelled = if figure.value() == 90.0 { "ninetieth" } else { wanted.as_str() };
    let named = [stem(&wanted), stem(spelled), stem(&format!("p{}", figure.value()))];
    figure.unit == Unit::Percent && within && index.fields.iter().any(|f| f.stems.iter().any(|s| named.contains(s)))
}

pub fn absent(index: &Index<'_>, number: &str) -> String {
    match quote::literal(index, number, false).filter(|t| !t.document) {
        Some(text) => {
            format!("No tool returned this number. It stands in {}, in that text's own words.", quote::title(text))
        }
        None => "No tool returned this number.".into(),
    }
}

/// An amount in a currency that nothing names, where the results name another.
pub fn foreign(scene: &Scene<'_>, index: &Index<'_>, figure: &Figure) -> Option<String> {
    let said = figure.currency.filter(|_| figure.unit == Unit::Money)?;
    let mut given = index.facts.iter().filter_map(|f| f.currency).peekable();
    given.peek()?;
    let print = scene.text.get(figure.span.start..figure.span.end)?;
    let sign: String =
        print.chars().filter(|c| !c.is_ascii_digit() && !c.is_whitespace() && !matches!(c, '.' | ',')).collect();
    let spoken = |text: &str| text.contains(said) || !sign.is_empty() && text.contains(sign.as_str());
    let known =
        given.any(|c| c == said) || index.texts.iter().any(|t| spoken(t.text)) || index.asked.iter().any(|t| spoken(t));
    (!known).then(|| format!("No result is in {said}."))
}
