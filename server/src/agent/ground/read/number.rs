//! Numerals: printed forms to values with the precision that the printing promises.
//!
//! Deliberately not here: units and what stands around a numeral (`extract`).

/// One way to read a numeral: its value, and the half unit of its last printed place.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Reading {
    pub value: f64,
    pub half: f64,
}

impl Reading {
    /// The same reading in a larger unit: "1.2" thousand.
    pub fn times(self, by: f64) -> Self {
        Self { value: self.value * by, half: self.half * by }
    }
}

/// Reads a numeral. Two readings where the print is ambiguous ("1.234" is a decimal or a German thousand); none for
/// what is no number ("6.2.1", "16.01.2026").
pub fn readings(text: &str) -> Vec<Reading> {
    let text: String = text.chars().map(|c| if matches!(c, '’' | '\u{a0}' | '\u{202f}') { '\'' } else { c }).collect();
    let dots = text.matches('.').count();
    let commas = text.matches(',').count();
    let grouped = |mark: char| {
        let mut groups = text.split(['.', ',', '\'']).peekable();
        let first = groups.next().unwrap_or("");
        let _ = mark;
        (1..=3).contains(&first.len()) && first != "0" && groups.all(|g| g.len() == 3)
    };
    let plain = text.replace('\'', "");
    match (dots, commas) {
        (0, 0) => {
            if text.contains('\'') && !grouped('\'') {
                vec![]
            } else {
                one(&plain)
            }
        }
        (_, _) if dots > 0 && commas > 0 => {
            let decimal = if text.rfind('.') > text.rfind(',') { '.' } else { ',' };
            let group = if decimal == '.' { ',' } else { '.' };
            if plain.matches(decimal).count() > 1 {
                return vec![];
            }
            one(&plain.replace(group, "").replace(decimal, "."))
        }
        (0, _) if grouped(',') || indian(&text) => one(&plain.replace(',', "")),
        (0, 1) => one(&plain.replace(',', ".")),
        (0, _) => vec![],
        (1, 0) => {
            let mut all = one(&plain);
            if grouped('.') {
                all.extend(one(&plain.replace('.', "")));
            }
            all
        }
        _ if grouped('.') => one(&plain.replace('.', "")),
        _ => vec![],
    }
}

/// "1,23,45,678": a last group of three, and groups of two before it.
fn indian(text: &str) -> bool {
    let groups: Vec<usize> = text.split(',').map(str::len).collect();
    match groups.as_slice() {
        [first, middle @ .., 3] => (1..=2).contains(first) && !middle.is_empty() && middle.iter().all(|n| *n == 2),
        _ => false,
    }
}

fn one(text: &str) -> Vec<Reading> {
    let Ok(value) = text.parse::<f64>() else { return vec![] };
    let places = text.split_once('.').map_or(0, |(_, d)| d.len());
    vec![Reading { value, half: 0.5 * 10f64.powi(-(places.min(12) as i32)) }]
}

/// The factor of a word or letter after a numeral: "k", "m", "bn", "thousand" … `glued` says whether it touches the
/// numeral, which single letters must.
pub fn factor(word: &str, glued: bool) -> Option<f64> {
    Some(match word {
        "k" | "K" if glued => 1e3,
        "m" | "M" if glued => 1e6,
        "b" | "B" if glued => 1e9,
        _ => match word.to_ascii_lowercase().as_str() {
            "thousand" | "tsd" => 1e3,
            "lakh" | "lakhs" | "lac" => 1e5,
            "mn" | "mln" | "mio" | "million" | "millions" => 1e6,
            "crore" | "crores" => 1e7,
            "bn" | "mrd" | "billion" | "billions" => 1e9,
            "tn" | "trillion" | "trillions" => 1e12,
            _ => return None,
        },
    })
}

/// A small cardinal written out, "one" to "ninety"; tens and units joined by a hyphen are two words.
pub fn cardinal(word: &str) -> Option<f64> {
    const ONES: [&str; 20] = [
        "zero",
        "one",
        "two",
        "three",
        "four",
        "five",
        "six",
        "seven",
        "eight",
        "nine",
        "ten",
        "eleven",
        "twelve",
        "thirteen",
        "fourteen",
        "fifteen",
        "sixteen",
        "seventeen",
        "eighteen",
        "nineteen",
    ];
    const TENS: [&str; 8] = ["twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"];
    if let Some(i) = ONES.iter().position(|w| word.eq_ignore_ascii_case(w)) {
        return Some(i as f64);
    }
    TENS.iter().position(|w| word.eq_ignore_ascii_case(w)).map(|i| (i as f64 + 2.0) * 10.0)
}

/// The denominator of a fraction written out: "third" is 3, "quarters" 4.
pub fn fraction(word: &str) -> Option<f64> {
    Some(match word.to_ascii_lowercase().as_str() {
        "half" | "halves" => 2.0,
        "third" | "thirds" => 3.0,
        "quarter" | "quarters" => 4.0,
        "fifth" | "fifths" => 5.0,
        "sixth" | "sixths" => 6.0,
        "eighth" | "eighths" => 8.0,
        "tenth" | "tenths" => 10.0,
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn printed_forms() {
        for (text, want) in [
            ("412", vec![412.0]),
            ("1,234", vec![1234.0]),
            ("1,234.5", vec![1234.5]),
            ("1.234,5", vec![1234.5]),
            ("1'234", vec![1234.0]),
            ("5,8", vec![5.8]),
            ("19.8", vec![19.8]),
            ("1.234", vec![1.234, 1234.0]),
            ("0.341", vec![0.341]),
            ("1.234.567", vec![1234567.0]),
            ("1,23,45,678", vec![12345678.0]),
            ("4,56,789.50", vec![456789.5]),
            ("1,23,4", vec![]),
            ("6.2.1", vec![]),
            ("16.01.2026", vec![]),
        ] {
            assert_eq!(readings(text).iter().map(|r| r.value).collect::<Vec<_>>(), want, "{text}");
        }
        assert!((readings("19.80")[0].half - 0.005).abs() < 1e-12);
    }

    #[test]
    fn words() {
        assert_eq!(cardinal("Twelve"), Some(12.0));
        assert_eq!(cardinal("forty"), Some(40.0));
        assert_eq!(factor("m", false), None, "a single letter must touch its number");
        assert_eq!(factor("Million", false), Some(1e6));
        assert_eq!(fraction("thirds"), Some(3.0));
    }
}
