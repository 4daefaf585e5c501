//! Shares and ratios in words: "twice as many", "a third of", "one in five", "three to one".
//!
//! Deliberately not here: numerals and numbers written out (`figure`).

use super::Shape;
use super::Token;
use super::figure::{Figure, Unit, compares, days_of, figure};
use super::number::{self, Reading};

/// A figure of one of these forms that begins with the word at token `i`.
pub fn any(t: &[Token<'_>], i: usize) -> Option<Figure> {
    one_in(t, i).or_else(|| odds(t, i)).or_else(|| ratio(t, i)).or_else(|| share(t, i))
}

/// "three to one", "61 to 1": how many times as many.
pub fn odds(t: &[Token<'_>], i: usize) -> Option<Figure> {
    const MOVED: [&str; 10] =
        ["from", "between", "rose", "fell", "grew", "dropped", "went", "increased", "decreased", "by"];
    let one = |x: &Token<'_>| x.word("one") || x.shape == Shape::Number && x.text == "1";
    t.get(i + 2).filter(|x| one(x) && t[i + 1].word("to"))?;
    let signed = i > 0 && (t[i - 1].is("-") || t[i - 1].is("−"));
    let moved = signed || i > 0 && t[i - 1].any(&MOVED) && !(i > 1 && t[i - 1].word("by") && t[i].shape == Shape::Word);
    let more = t.get(i + 3).is_some_and(|x| {
        x.is("%") || x.is("-") && x.glued || x.shape == Shape::Word && number::factor(x.text, x.glued).is_some()
    });
    let readings = match t[i].shape {
        Shape::Number => number::readings(t[i].text),
        _ => vec![Reading { value: number::cardinal(t[i].text)?, half: 0.25 }],
    };
    let fits = !moved && !more && readings.first().is_some_and(|r| r.value > 1.0);
    fits.then(|| figure(t, (i, i + 2), readings, Unit::Times, true))
}

/// "twice as many", "double the", "tripled", "three times as".
fn ratio(t: &[Token<'_>], i: usize) -> Option<Figure> {
    let value = if t[i].any(&["twice", "double"]) && compares(t, i + 1) || t[i].any(&["doubled", "twofold"]) {
        2.0
    } else if t[i].any(&["quadrupled", "fourfold"]) {
        4.0
    } else if t[i].any(&["triple"]) && compares(t, i + 1) || t[i].any(&["tripled", "threefold"]) {
        3.0
    } else {
        let value = number::cardinal(t[i].text).filter(|v| *v >= 2.0)?;
        // "Two and a half times that".
        let half = ["and", "a", "half", "times"];
        let also = half.iter().enumerate().all(|(k, w)| t.get(i + 1 + k).is_some_and(|x| x.word(w)));
        if also && compares(t, i + 5) {
            let readings = vec![Reading { value: value + 0.5, half: 0.25 }];
            return Some(figure(t, (i, i + 4), readings, Unit::Times, true));
        }
        t.get(i + 1).filter(|x| x.word("times") && compares(t, i + 2))?;
        return Some(figure(t, (i, i + 1), vec![Reading { value, half: 0.25 }], Unit::Times, true));
    };
    Some(figure(t, (i, i), vec![Reading { value, half: 0.25 }], Unit::Times, true))
}

/// "half of the", "a third of", "two thirds of", "three quarters of": shares of a whole, within four points.
fn share(t: &[Token<'_>], i: usize) -> Option<Figure> {
    let of = |at: usize| t.get(at).is_some_and(|x| x.any(&["of", "the", "all"]));
    let barred = ["first", "second", "last", "latter", "next", "previous", "other", "this", "each", "that"];
    if i > 0 && t[i - 1].any(&barred) {
        return None;
    }
    let part = |value: f64| vec![Reading { value, half: 4.0 }];
    if t[i].word("half") && of(i + 1) {
        return Some(figure(t, (i, i), part(50.0), Unit::Percent, true));
    }
    let count = if t[i].word("a") { 1.0 } else { number::cardinal(t[i].text)? };
    let at = if t.get(i + 1).is_some_and(|x| x.is("-")) { i + 2 } else { i + 1 };
    let whole = t.get(at).and_then(|x| number::fraction(x.text))?;
    let dated = t.get(at + 2).is_some_and(|x| x.shape == Shape::Number);
    (count < whole && of(at + 1) && !dated)
        .then(|| figure(t, (i, at), part(100.0 * count / whole), Unit::Percent, true))
}

/// "one in five", "four in ten", "nine out of ten": a share, as exact as its whole.
pub fn one_in(t: &[Token<'_>], i: usize) -> Option<Figure> {
    let numeral = t[i].shape == Shape::Number;
    let part = if numeral { t[i].text.parse().ok().filter(|p| *p == 1.0)? } else { number::cardinal(t[i].text)? };
    let at = match (t.get(i + 1)?, t.get(i + 2)?) {
        (a, _) if a.word("in") => i + 2,
        (a, b) if a.word("out") && b.word("of") => i + 3,
        _ => return None,
    };
    let whole = t.get(at).and_then(|x| number::cardinal(x.text).or_else(|| x.text.parse().ok()))?;
    // "1 in 30 days" is no share.
    let timed = t.get(at + 1).is_some_and(|x| days_of(x.text).is_some() || super::date::month(x.text).is_some());
    if !(1.0..whole).contains(&part) || whole > if part == 1.0 { 100.0 } else { 10.0 } || timed {
        return None;
    }
    let value = 100.0 * part / whole;
    let half = if part == 1.0 { 100.0 / (whole - 0.5) - value } else { 50.0 / whole };
    Some(figure(t, (i, at), vec![Reading { value, half }], Unit::Percent, true))
}
