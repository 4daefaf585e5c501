//! Numbers that stand in a text and not in a field: what a document of the firm states, and what a customer does, where the
//! answer says whose words these are.
//!
//! Deliberately not here: quotations (`quote`).

use crate::agent::ground::index::{Index, Place, Text};
use crate::agent::ground::quote;
use crate::agent::ground::read::figure::{self, Figure, Unit};
use crate::agent::ground::read::{self, Token, extract};
use crate::agent::ground::scene::Scene;

/// A number that a document of the firm states with the same neighbour: "a fee of 2.50", "30 days"; or a customer, of whom
/// the sentence says so.
pub fn number(scene: &Scene<'_>, index: &Index<'_>, figure: &Figure) -> Option<Place> {
    let text = |a: usize, b: usize| {
        let (a, b) = (scene.tokens.get(a)?, scene.tokens.get(b)?);
        let words = &scene.text[a.start..b.end];
        quote::stated(index, words, |t| t.document || attributed(scene, figure, t)).map(|t| t.place)
    };
    // The unit of a duration is a word of its own, an amount has its sign.
    match figure.unit {
        Unit::Percent | Unit::Points | Unit::Money => {
            text(figure.first, figure.last).or_else(|| otherwise(scene, index, figure))
        }
        Unit::Time(_) => text(figure.first, figure.last + 1).or_else(|| otherwise(scene, index, figure)),
        Unit::Plain | Unit::Times => text(figure.first, figure.last + 1)
            .or_else(|| figure.first.checked_sub(1).and_then(|b| text(b, figure.last)))
            .or_else(|| long(scene, index, figure)),
    }
}

/// A number that is part of a longer print: "64GB", "10000mAh", the telephone number "(503) 555-3612".
pub fn printed(scene: &Scene<'_>, index: &Index<'_>, figure: &Figure) -> Option<Place> {
    let text = scene.text;
    let (start, end) = (scene.tokens[figure.first].start, scene.tokens[figure.last].end);
    let word = text[end..].find(|c: char| !c.is_alphanumeric()).map_or(text.len(), |n| end + n);
    let digits = |run: &str| run.bytes().filter(u8::is_ascii_digit).count();
    let glued = !figure.spelled && text[start..word].ends_with(|c: char| c.is_alphabetic());
    if glued && let Some(found) = quote::stated(index, &text[start..word], |_| true) {
        return Some(found.place);
    }
    let part = |c: char| c.is_ascii_digit() || matches!(c, '(' | ')' | '-' | '.' | '/' | '+' | ' ');
    let from = text[..start].rfind(|c: char| !part(c));
    let from = from.map_or(0, |i| i + text[i..].chars().next().map_or(1, char::len_utf8));
    let to = text[end..].find(|c: char| !part(c)).map_or(text.len(), |n| end + n);
    let run = text[from..to].trim_matches([' ', '.', '-']);
    let number = digits(run) >= 7 && run.contains(['-', ' ', '/']);
    index.texts.iter().find(|t| number && t.text.contains(run)).map(|t| t.place)
}

/// A number of three digits and more that a document states is hardly another one, whatever stands beside it.
fn long(scene: &Scene<'_>, index: &Index<'_>, figure: &Figure) -> Option<Place> {
    let words = scene.text_of(figure.first, figure.last);
    let digits = words.trim_end_matches(['0', ',', '.']).bytes().filter(u8::is_ascii_digit).count();
    let found = quote::stated(index, &words, |t| t.document).filter(|_| digits >= 3 && figure.first == figure.last);
    found.map(|t| t.place)
}

/// What a text gives in another manner: "EUR 150" for "€150", "{$1900.00}" for "$1,900", "90 per cent" for "90%", "three
/// days" for "3 days".
fn otherwise(scene: &Scene<'_>, index: &Index<'_>, figure: &Figure) -> Option<Place> {
    let exact = |own: f64| figure.readings.iter().any(|r| (r.value - own).abs() < 0.005);
    // "20 business days" are no "20 calendar days".
    let reckoned = |tokens: &[Token<'_>], last: usize| {
        let next = tokens.get(last + 1);
        next.filter(|t| t.any(&["business", "working", "banking", "calendar"])).map(|t| t.stem)
    };
    let said = reckoned(&scene.tokens, figure.last);
    let same = |own: &Figure, tokens: &[Token<'_>]| {
        own.unit == figure.unit
            && reckoned(tokens, own.last) == said
            && own.readings.iter().any(|r| exact(r.value))
            && own.currency.zip(figure.currency).is_none_or(|(a, b)| a == b)
    };
    let gives = |text: &Text<'_>| {
        let tokens = read::tokens(text.text, &[]);
        figure::find(&tokens, &vec![false; tokens.len()]).iter().any(|own| same(own, &tokens))
    };
    let may = |text: &&Text<'_>| {
        (text.document || recounted(scene, figure, text)) && text.text.contains(|c: char| c.is_ascii_digit())
    };
    index.texts.iter().filter(may).find(|text| gives(text)).map(|text| text.place)
}

/// The answer cites the record somewhere, or it is the only one: what stands in it is told in other words.
fn recounted(scene: &Scene<'_>, figure: &Figure, text: &Text<'_>) -> bool {
    attributed(scene, figure, text)
        || scene.ids.iter().any(|i| scene.tokens[i.at].text.eq_ignore_ascii_case(text.owner))
}

/// The sentence says whose words these are: it cites the record, names it or its customer, or uses a verb of saying.
fn attributed(scene: &Scene<'_>, figure: &Figure, text: &Text<'_>) -> bool {
    const SAYS: [&str; 16] = [
        "says",
        "said",
        "writes",
        "wrote",
        "reports",
        "reported",
        "complains",
        "complained",
        "mentions",
        "mentioned",
        "states",
        "stated",
        "claims",
        "claimed",
        "describes",
        "according",
    ];
    let sentence = scene.sentence(figure.first);
    let id = |i: &extract::IdAt| {
        i.at >= sentence.0 && i.at < sentence.1 && scene.tokens[i.at].text.eq_ignore_ascii_case(text.owner)
    };
    let cited = scene.cites.iter().any(|c| c.tokens.0 >= sentence.0 && c.tokens.1 <= sentence.1);
    !text.owner.is_empty() && (cited || scene.says_near(figure, &SAYS) || scene.ids.iter().any(id))
}
