//! Figures: a numeral with its sign, currency, unit and hedge, or the same written out ("two thirds", "twice as many").
//!
//! Deliberately not here: which figures are true, and dates (`date`), whose tokens are handed in as taken.

use super::extract::Span;
pub use super::money::{currency, currency_of_words, in_thousands};
use super::number::{self, Reading};
use super::part::{self, odds, one_in};
use super::{Shape, Token};

/// What a figure counts in.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Unit {
    Plain,
    Percent,
    /// Percentage points, or points of a score.
    Points,
    Money,
    /// A duration; days in one unit.
    Time(f64),
    /// "twice as many", "3 times the".
    Times,
}

/// How the words around a figure loosen it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lean {
    Exact,
    About,
    Over,
    Under,
}

/// A figure in a text: the tokens `first..=last`.
#[derive(Clone, Debug)]
pub struct Figure {
    pub first: usize,
    pub last: usize,
    pub span: Span,
    pub readings: Vec<Reading>,
    pub unit: Unit,
    pub lean: Lean,
    /// Written out in words; such figures are claims only where the results can speak to them.
    pub spelled: bool,
    /// The whole of "12 of 80": words after it describe the part.
    pub whole: bool,
    /// "the last 30 days", "top 5": part of a name for a stretch or a choice.
    pub frame: bool,
    /// The currency of an amount, where the print names one.
    pub currency: Option<&'static str>,
}

impl Figure {
    /// The values that this print accepts, as closed intervals.
    pub fn accepts(&self) -> impl Iterator<Item = (f64, f64)> + '_ {
        self.readings.iter().map(|r| {
            let (v, half) = (r.value, r.half + 1e-9 * r.value.abs().max(1.0));
            // A hedge loosens no further than the last digit that is not 0: "about 400", but not "about 413.50".
            let unit = last_place(v, r.half);
            let wide = (v.abs() * 0.05).min(unit);
            // "More than half" stretches further than "more than 400".
            let far = (v.abs() * 0.1).min(unit).max(half * if self.spelled { 3.5 } else { 1.0 });
            match self.lean {
                Lean::Exact => (v - half, v + half),
                Lean::About => (v - wide.max(half), v + wide.max(half)),
                Lean::Over => (v - half, v + far),
                Lean::Under => (v - far, v + half),
            }
        })
    }

    /// The value as first read; 0 for a figure without a reading, which is never made.
    pub fn value(&self) -> f64 {
        self.readings.first().map_or(0.0, |r| r.value)
    }
}

/// The place of the last digit that is not 0: 100 for 1,900, 0.1 for 2.3. `half` is half of the last printed place.
pub fn last_place(value: f64, half: f64) -> f64 {
    if half <= 0.0 {
        return value.abs();
    }
    let mut unit = 2.0 * half;
    let whole = |unit: f64| ((value / unit).round() * unit - value).abs() < 1e-6 * unit;
    while unit < value.abs() && whole(10.0 * unit) {
        unit *= 10.0;
    }
    unit
}

/// All figures of a text, in order. `taken` marks tokens that are part of something else (a date, an id, a name). Neither
/// a figure nor its unit runs over the end of a sentence or of a line.
pub fn find(t: &[Token<'_>], taken: &[bool]) -> Vec<Figure> {
    let mut out: Vec<Figure> = Vec::new();
    let mut from = 0;
    for sentence in t.chunk_by(|a, b| a.sentence == b.sentence) {
        let placed = |f: Figure| Figure { first: f.first + from, last: f.last + from, ..f };
        out.extend(in_sentence(sentence, &taken[from..]).into_iter().map(placed));
        from += sentence.len();
    }
    out
}

fn in_sentence(t: &[Token<'_>], taken: &[bool]) -> Vec<Figure> {
    let mut out: Vec<Figure> = Vec::new();
    let mut i = 0;
    while i < t.len() {
        let figure = if taken[i] || t[i].quoted {
            None
        } else {
            match t[i].shape {
                Shape::Number => one_in(t, i).or_else(|| odds(t, i)).or_else(|| numeral(t, i)),
                Shape::Word => part::any(t, i).or_else(|| spelled(t, i)),
                _ => None,
            }
        };
        i = figure.as_ref().map_or(i, |f| f.last) + 1;
        // "5 €4": one sign belongs to one figure.
        let taken = out.last().map_or(0, |before: &Figure| before.last + 1);
        out.extend(figure.map(|f| {
            let first = f.first.max(taken);
            Figure { first, span: Span { start: t[first].start, ..f.span }, ..f }
        }));
    }
    inherit_units(t, &mut out);
    out
}

/// Words before a numeral that make it part of a name.
const NAMING: [&str; 22] = [
    "version", "v", "step", "page", "question", "source", "section", "article", "figure", "table", "chart", "phase",
    "option", "level", "line", "release", "tier", "part", "stage", "rule", "chapter", "call",
];

/// Units in capitals that stand right behind their number: "8GB".
const SIZES: [&str; 10] = ["KB", "MB", "GB", "TB", "KW", "MW", "GW", "KM", "KG", "TEUR"];

fn numeral(t: &[Token<'_>], i: usize) -> Option<Figure> {
    let before = |k: usize| i.checked_sub(k).map(|j| &t[j]);
    let after = |k: usize| t.get(i + k);
    let ordinal = after(1).is_some_and(|x| x.glued && x.any(&["st", "nd", "rd", "th"]));
    // "per 100 km", "per 1,000 inhabitants": part of the unit.
    let power = before(1).is_some_and(|x| x.word("per"))
        && t[i].text.trim_start_matches('1').bytes().all(|b| b"0,. ".contains(&b));
    let named = before(1).is_some_and(|x| x.any(&NAMING) || x.is("#")) || power;
    let slashed = after(1).is_some_and(|x| x.is("/") && x.glued) || before(1).is_some_and(|x| x.is("/") && x.glued);
    if ordinal || named || (slashed && t[i].glued | after(2).is_some_and(|x| x.glued)) {
        return None;
    }
    // "3DS failures", "3-D Secure".
    let letter = |k: usize, least: usize| {
        let capitals =
            |x: &&Token<'_>| x.glued && x.text.len() >= least && x.text.chars().all(|c| c.is_ascii_uppercase());
        after(k).filter(capitals).is_some_and(|x| !SIZES.contains(&x.text) && currency(x).is_none())
    };
    let dashed =
        after(1).is_some_and(|x| x.is("-") && x.glued) && letter(2, 1) && after(2).is_some_and(|x| x.text.len() == 1);
    if t[i].text.len() == 1 && (letter(1, 2) || dashed) {
        return None;
    }
    let mut readings = number::readings(t[i].text);
    if readings.is_empty() {
        return None;
    }
    let (mut first, mut last, mut unit) = (i, i, Unit::Plain);
    if let Some(x) = after(1).filter(|x| x.shape == Shape::Word)
        && let Some(by) = number::factor(x.text, x.glued)
    {
        readings = readings.into_iter().map(|r| r.times(by)).collect();
        // "24.6 Mio. EUR".
        let dot = t.get(i + 2).is_some_and(|x| x.is(".") && x.glued) && t.get(i + 3).is_some();
        last += if dot { 2 } else { 1 };
    }
    let mut money = before(1).and_then(currency);
    if money.is_some() {
        (first, unit) = (i - 1, Unit::Money);
    }
    let sign_at = first.checked_sub(1).map(|j| &t[j]);
    // "(-0.51)", "score:-0.3".
    let opened = first.checked_sub(2).is_some_and(|j| ["(", "[", ":", "=", "/"].iter().any(|m| t[j].is(m)));
    // "49% promoters minus 19%" takes away.
    let takes = (1..=4).any(|k| before(k + 1).is_some_and(|x| x.shape == Shape::Number || x.is("%")));
    let dash = |x: &Token<'_>| (x.is("-") || x.is("−")) && t[first].glued && (!x.glued || opened);
    let negative = sign_at.is_some_and(|x| dash(x) || x.word("minus") && !takes);
    if negative {
        first -= 1;
        readings.iter_mut().for_each(|r| r.value = -r.value);
    } else if sign_at.is_some_and(|x| x.is("+") && t[first].glued) {
        first -= 1;
    }
    if let Some(thousands) = after(1).and_then(|x| in_thousands(x.text)).filter(|_| money.is_none()) {
        readings = readings.into_iter().map(|r| r.times(1e3)).collect();
        (unit, last, money) = (Unit::Money, i + 1, Some(thousands));
    }
    if unit == Unit::Plain {
        (unit, last) = unit_after(t, last);
        money = money.or_else(|| currency(&t[last]).filter(|_| unit == Unit::Money));
    }
    if unit == Unit::Times && readings.iter().all(|r| r.half == 0.5) {
        readings.iter_mut().for_each(|r| r.half = 0.25);
    }
    Some(Figure { currency: money, ..figure(t, (first, last), readings, unit, false) })
}

/// The unit that follows token `last`, and the last token of figure and unit together.
fn unit_after(t: &[Token<'_>], last: usize) -> (Unit, usize) {
    let Some(x) = t.get(last + 1) else { return (Unit::Plain, last) };
    let next = t.get(last + 2);
    if x.is("%") || x.any(&["percent", "pct"]) {
        // "12 % points" is rare and means points.
        return if next.is_some_and(|n| n.any(&["points", "point"])) {
            (Unit::Points, last + 2)
        } else {
            (Unit::Percent, last + 1)
        };
    }
    if x.word("per") && next.is_some_and(|n| n.word("cent")) {
        return (Unit::Percent, last + 2);
    }
    if x.word("percentage") && next.is_some_and(|n| n.any(&["points", "point"])) {
        return (Unit::Points, last + 2);
    }
    if x.any(&["points", "point", "pp", "pts"]) {
        return (Unit::Points, last + 1);
    }
    if currency(x).is_some() {
        return (Unit::Money, last + 1);
    }
    if x.any(&["US", "American", "Swiss"]) && next.is_some_and(|n| currency(n).is_some()) {
        return (Unit::Money, last + 2);
    }
    if x.glued && x.any(&["x"]) || x.any(&["times", "fold"]) && compares(t, last + 2) {
        return (Unit::Times, last + 1);
    }
    let joined = x.is("-") && x.glued || x.any(&["business", "working", "calendar", "full"]);
    let at = if joined { last + 2 } else { last + 1 };
    match t.get(at).and_then(|x| days_of(x.text)) {
        Some(days) => (Unit::Time(days), last),
        None => (Unit::Plain, last),
    }
}

/// Days in a unit of time.
pub fn days_of(word: &str) -> Option<f64> {
    Some(match word.to_ascii_lowercase().trim_end_matches('s') {
        "second" | "sec" => 1.0 / 86_400.0,
        "minute" | "min" => 1.0 / 1440.0,
        "hour" | "hr" | "h" => 1.0 / 24.0,
        "day" | "d" => 1.0,
        "week" => 7.0,
        "month" => 30.0,
        "year" => 365.0,
        _ => return None,
    })
}

pub fn compares(t: &[Token<'_>], at: usize) -> bool {
    t.get(at).is_some_and(|x| x.any(&["as", "more", "the", "that", "higher", "larger", "of", "what", "its"]))
}

/// "three", "twenty-one", "two hundred and twelve", "forty-eight thousand"; "one" alone counts nothing.
fn spelled(t: &[Token<'_>], i: usize) -> Option<Figure> {
    let (value, half, last) = words(t, i)?;
    if value < 2.0 {
        return None;
    }
    let (unit, last) = unit_after(t, last);
    let currency = currency(&t[last]).filter(|_| unit == Unit::Money);
    // "Six letters a week" and "nine hours faster" are rounded, "six letters" are not.
    let rate = (last + 1..last + 4).any(|k| {
        t.get(k).is_some_and(|x| x.any(&["a", "per", "each", "every"]))
            && t.get(k + 1).is_some_and(|x| days_of(x.text).is_some())
    });
    let half = if half == 0.0 && (rate || matches!(unit, Unit::Time(_)) && value > 3.0) { 0.5 } else { half };
    Some(Figure { currency, ..figure(t, (i, last), vec![Reading { value, half }], unit, true) })
}

/// A number in words from token `i` on: its value, half of the last place that is said, and its last token. What is said
/// down to the ones is exact.
fn words(t: &[Token<'_>], i: usize) -> Option<(f64, f64, usize)> {
    let article = t[i].word("a") && t.get(i + 1).is_some_and(|x| x.any(&["hundred", "thousand", "million", "dozen"]));
    let (mut sum, mut part, mut unit) = (0.0, if article { 1.0 } else { number::cardinal(t[i].text)? }, 0.0);
    let mut last = i;
    while let Some(x) = t.get(last + 1) {
        let joined = usize::from(x.is("-") && x.glued || x.word("and") && unit > 0.0);
        let Some(x) = t.get(last + 1 + joined).filter(|x| x.shape == Shape::Word) else { break };
        if joined == 0 && x.word("dozen") {
            (part, unit, last) = (part * 12.0, 0.0, last + 1);
        } else if joined == 0 && x.word("hundred") && part < 100.0 {
            (part, unit, last) = (part * 100.0, 100.0, last + 1);
        } else if joined == 0
            && let Some(by) = number::factor(x.text, false)
        {
            (sum, part, unit, last) = (sum + part * by, 0.0, by, last + 1);
        } else if let Some(more) = number::cardinal(x.text)
            && (part % 100.0 == 0.0 && more < 100.0 && unit > 0.0
                || more < 10.0 && part % 100.0 >= 20.0 && part % 10.0 == 0.0)
        {
            (part, unit, last) =
                (part + more, if more % 10.0 == 0.0 && more >= 20.0 { unit } else { 0.0 }, last + 1 + joined);
        } else {
            break;
        }
    }
    Some((sum + part, unit / 2.0, last))
}

/// The figure that the tokens `first..=last` print.
pub fn figure(
    t: &[Token<'_>],
    (first, last): (usize, usize),
    readings: Vec<Reading>,
    unit: Unit,
    spelled: bool,
) -> Figure {
    let span = Span { start: t[first].start, end: t[last].end };
    let word = |k: usize| first.checked_sub(k).map(|j| &t[j]);
    let lean = lean(word(1), word(2));
    // "An average of 5", "a total of 5" and "an overrun of 5" give no whole.
    const MEASURE: &str = "average mean median total sum rate share score peak maximum minimum volume increase decrease \
        rise drop decline gain gap difference excess overrun overspend underspend shortfall surplus \
        contribution profit loss margin balance cost costs price value amount fee fees premium budget \
        revenue turnover limit deposit debt exposure backlog deficit saving savings discount bill charge \
        payment refund growth reduction jump fall change number count level result";
    // "An average delay of 11.4 hours" gives none either.
    let measure = |x: &Token<'_>| MEASURE.split_whitespace().any(|m| x.word(m));
    let measured = (2..=4).any(|k| word(k).is_some_and(measure));
    let counted = matches!(unit, Unit::Plain | Unit::Money);
    let of = word(1).is_some_and(|x| x.word("of")) && !measured && counted;
    let article = word(1)
        .is_some_and(|x| x.any(&["the", "all", "these", "those", "its", "their", "our", "his", "her"]))
        && word(2).is_some_and(|x| x.word("of"));
    let framed = ["last", "past", "previous", "next", "top", "first", "these", "those", "other", "both", "following"];
    let frame = word(1).is_some_and(|x| x.any(&framed));
    Figure { first, last, span, readings, unit, lean, spelled, whole: of || article, frame, currency: None }
}

fn lean(before: Option<&Token<'_>>, second: Option<&Token<'_>>) -> Lean {
    let is = |words: &[&str]| before.is_some_and(|x| x.any(words));
    let two = |a: &[&str], b: &[&str]| second.is_some_and(|x| x.any(a)) && is(b);
    if is(&["about", "around", "roughly", "approximately", "approx", "circa", "some", "nearer", "ca"])
        || before.is_some_and(|x| x.is("~") || x.is("≈"))
    {
        Lean::About
    } else if is(&["over", "above", "exceeding", "exceeded", "exceed", "exceeds"])
        || two(&["more"], &["than"])
        || two(&["at"], &["least"])
    {
        Lean::Over
    } else if is(&["nearly", "almost", "under", "below"])
        || two(&["less", "fewer"], &["than"])
        || two(&["up"], &["to"])
        || two(&["at"], &["most"])
        || two(&["just"], &["short"])
    {
        Lean::Under
    } else {
        Lean::Exact
    }
}

/// "12 to 15%", "between 5.8 and 19.8 points": the first figure counts in what the second says.
fn inherit_units(t: &[Token<'_>], figures: &mut [Figure]) {
    for i in 1..figures.len() {
        let (a, b) = (&figures[i - 1], &figures[i]);
        let between = a.first > 0 && t[a.first - 1].any(&["between", "from"]);
        let joined = b.first == a.last + 2 && {
            let x = &t[a.last + 1];
            x.is("–") || x.is("-") || x.word("to") || between && x.word("and")
        };
        if joined && a.unit == Unit::Plain && !matches!(b.unit, Unit::Times) {
            let unit = b.unit;
            figures[i - 1].unit = unit;
        }
    }
}
