//! What a field's name says about its values: what they count in, and which words of a sentence speak of it.
//!
//! Deliberately not here: any list of the tools' fields. Names are read by their words, so that a new tool needs no
//! entry here.

use super::speech::Strings;
pub use super::synonyms::synonyms;
use crate::agent::ground::read::figure::currency_of_words;
use crate::agent::ground::read::stem::{Stem, known, stem};

/// What the numbers of a field count in.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Kind {
    Count,
    /// Percent, 0 to 100; fractions are stored times 100.
    Share,
    /// A score, a similarity, a z value: compared as it stands.
    Score,
    Money,
    /// A duration; days in one unit.
    Time(f64),
}

/// A field name, read once.
#[derive(Clone, Debug)]
pub struct Field {
    /// The words of the name.
    pub stems: Vec<Stem>,
    /// The words by which a sentence speaks of this field, synonyms included; without the words that say nothing.
    pub calls: Vec<Stem>,
    pub kind: Kind,
    /// A number under such a name is the whole of its siblings: `total`, `totalCases`.
    pub total: bool,
    /// A mean over days or items.
    pub mean: bool,
    /// The currency that the name gives: `total_eur`.
    pub currency: Option<&'static str>,
    /// What its numbers are counted in: 1000 for `budget_kusd`.
    pub scale: f64,
    /// A name for a quantity, of money where a currency stands beside it: `value`, `total`.
    pub sums: bool,
    /// A name for so many things: `complaints`, `count`.
    pub counts: bool,
    /// No field of a result, but what lies between two times of a record.
    pub between: bool,
    /// What the strings under it are.
    pub strings: Strings,
}

impl Field {
    /// True when one of these is a word of the name.
    pub fn says(&self, words: &[Stem]) -> bool {
        self.stems.iter().any(|s| words.contains(s))
    }
}

/// The words of `totalCases`, `total_cases`, "human-agent".
pub fn words(name: &str) -> Vec<String> {
    let mut out: Vec<String> = vec![];
    let mut lower = false;
    for c in name.chars() {
        if !c.is_alphanumeric() {
            lower = false;
            out.push(String::new());
            continue;
        }
        if out.is_empty() || c.is_uppercase() && lower {
            out.push(String::new());
        }
        lower = c.is_lowercase() || c.is_ascii_digit();
        if let Some(word) = out.last_mut() {
            // Nearly all names are plain.
            if c.is_ascii() { word.push(c.to_ascii_lowercase()) } else { word.extend(c.to_lowercase()) }
        }
    }
    out.retain(|w| !w.is_empty());
    // `per100k`.
    if let Some((at, of)) = out.iter().enumerate().find_map(|(at, w)| Some((at, w.strip_prefix("per")?.to_owned())))
        && of.starts_with(|c: char| c.is_ascii_digit())
    {
        out.splice(at..=at, ["per".to_owned(), of]);
    }
    for word in &mut out {
        if let Some((_, full)) = SHORT.iter().find(|(short, _)| short == word) {
            *word = (*full).to_owned();
        }
    }
    out
}

/// Words of field names that are short for others.
const SHORT: [(&str, &str); 16] = [
    ("neg", "negative"),
    ("neu", "neutral"),
    ("pos", "positive"),
    ("msg", "message"),
    ("msgs", "messages"),
    ("cust", "customer"),
    ("custs", "customers"),
    ("curr", "current"),
    ("med", "median"),
    ("resp", "response"),
    ("cnt", "count"),
    ("tot", "total"),
    ("esc", "escalated"),
    ("prio", "priority"),
    ("qty", "quantity"),
    ("amt", "amount"),
];

/// Words of field names that distinguish nothing.
const EMPTY: [&str; 26] = [
    "total",
    "count",
    "number",
    "num",
    "share",
    "percent",
    "percentage",
    "pct",
    "rate",
    "value",
    "by",
    "per",
    "all",
    "n",
    "ratio",
    "in",
    "on",
    "of",
    "to",
    "at",
    "for",
    "and",
    "the",
    "is",
    "was",
    "with",
];

/// Words of a number that is the whole of those beside it.
const TOTALS: [&str; 14] = [
    "total",
    "overall",
    "all",
    "available",
    "analyzed",
    "analysed",
    "checked",
    "judged",
    "searched",
    "scanned",
    "reviewed",
    "examined",
    "sampled",
    "screened",
];

/// True for names of one number out of many: `min`, `p90`.
pub fn is_statistic(name: &str) -> bool {
    let percentile =
        |w: &str| w.strip_prefix('p').is_some_and(|n| n.len() >= 2 && n.bytes().all(|b| b.is_ascii_digit()));
    let one = |w: &String| {
        ["min", "max", "total", "sum", "current", "previous", "value"].contains(&w.as_str()) || percentile(w)
    };
    words(name).iter().all(one)
}

/// Reads a field name.
pub fn read(name: &str) -> Field {
    let words = words(name);
    let has = |options: &[&str]| words.iter().any(|w| options.contains(&w.as_str()));
    let mut calls = Vec::new();
    // A letter alone is the shorthand of a query, no word that anybody says.
    for word in words.iter().filter(|w| name.len() > 1 && !EMPTY.contains(&w.as_str())) {
        let own = stem(word);
        calls.push(own);
        calls.extend(synonyms(own).iter().map(|o| known(o)));
    }
    let mean = has(&["avg", "average", "mean", "median"]);
    Field {
        stems: words.iter().map(|w| stem(w)).collect(),
        calls,
        kind: kind(&words),
        // `{"with_channel": 6, "of": 235}`.
        total: (has(&TOTALS) || words.as_slice() == ["of"]) && !mean,
        mean,
        currency: currency_of_words(&words),
        scale: scale(&words),
        counts: words.last().is_some_and(|w| counts(w)),
        between: false,
        strings: Strings::of(&words),
        sums: has(&["value", "total", "net", "gross", "sum", "subtotal", "tax", "paid", "due", "limit", "payment"]),
    }
}

/// Whether a name's last word is one for things that are counted; some plurals are of money.
fn counts(word: &str) -> bool {
    const OF_MONEY: [&str; 16] = [
        "savings",
        "earnings",
        "assets",
        "proceeds",
        "fees",
        "costs",
        "sales",
        "expenses",
        "deposits",
        "arrears",
        "funds",
        "liabilities",
        "losses",
        "gains",
        "holdings",
        "loans",
    ];
    matches!(word, "count" | "n" | "number" | "total" | "rank") || word.ends_with('s') && !OF_MONEY.contains(&word)
}

/// Thousands and millions of a currency, and hundredths: `budget_kusd`, `revenue_meur`, `sales_in_thousands`, `fee_cents`.
fn scale(words: &[String]) -> f64 {
    let of = |mark: char| words.iter().any(|w| w.strip_prefix(mark).is_some_and(is_code));
    let any = |options: &[&str]| words.iter().any(|w| options.contains(&w.as_str()));
    if any(&["cents", "cent", "pence"]) {
        0.01
    } else if of('k') || any(&["thousands", "thousand"]) {
        1e3
    } else if of('m') || any(&["millions", "million", "mn", "mio"]) {
        1e6
    } else if of('b') || any(&["billions", "billion", "bn"]) {
        1e9
    } else {
        1.0
    }
}

fn is_code(word: &str) -> bool {
    ["usd", "eur", "gbp", "chf", "jpy", "inr"].contains(&word)
}

fn kind(words: &[String]) -> Kind {
    let has = |options: &[&str]| words.iter().any(|w| options.contains(&w.as_str()));
    let per_day = words.windows(2).any(|w| w[0] == "per") || has(&["daily"]);
    if has(&["share", "shares", "percent", "percentage", "pct", "rate", "ratio", "fraction", "proportion"]) {
        return Kind::Share;
    }
    let times = [
        ("ms", 1.0 / 86_400_000.0),
        ("seconds", 1.0 / 86_400.0),
        ("secs", 1.0 / 86_400.0),
        ("sec", 1.0 / 86_400.0),
        ("s", 1.0 / 86_400.0),
        ("mins", 1.0 / 1440.0),
        ("hrs", 1.0 / 24.0),
        ("minutes", 1.0 / 1440.0),
        ("minute", 1.0 / 1440.0),
        ("hours", 1.0 / 24.0),
        ("hour", 1.0 / 24.0),
        ("h", 1.0 / 24.0),
        ("hr", 1.0 / 24.0),
        ("days", 1.0),
        ("weeks", 7.0),
        ("months", 30.0),
        ("years", 365.0),
    ];
    if !per_day && let Some((_, days)) = times.iter().find(|(t, _)| words.iter().any(|w| w == t)) {
        return Kind::Time(*days);
    }
    // A mean mood is a score, a breakdown by mood counts.
    if has(&["sentiment", "polarity"]) && has(&["mean", "avg", "average"]) {
        return Kind::Score;
    }
    // "delay_min" is in minutes, "price_min" is the least.
    let lasts =
        ["delay", "duration", "time", "wait", "response", "handling", "downtime", "length", "age", "stop", "lead"];
    if words.last().is_some_and(|w| w == "min") && has(&lasts) {
        return Kind::Time(1.0 / 1440.0);
    }
    if has(&["score", "similarity", "relevance", "confidence", "z", "hhi", "index", "threshold", "weight"]) {
        return Kind::Score;
    }
    let coded = |w: &String| w.len() == 4 && is_code(&w[1..]);
    if words.iter().any(|w| w.is_ascii() && coded(w))
        || has(&[
            "amount", "balance", "revenue", "price", "fee", "cost", "usd", "eur", "gbp", "chf", "money", "spend",
            "sales", "budget", "salary", "income", "loss", "turnover", "spent",
        ])
    {
        return Kind::Money;
    }
    Kind::Count
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_say_what_their_numbers_are() {
        for (name, want) in [
            ("count", Kind::Count),
            ("totalCases", Kind::Count),
            ("avgPerDay", Kind::Count),
            ("dailyAverage", Kind::Count),
            ("breachRate", Kind::Share),
            ("share", Kind::Share),
            ("avgResolutionDays", Kind::Time(1.0)),
            ("averageScore", Kind::Score),
            ("total_amount", Kind::Money),
        ] {
            assert_eq!(read(name).kind, want, "{name}");
        }
        assert!(read("totalCases").total && !read("breachedCount").total);
        assert_eq!(words("human-agent"), ["human", "agent"]);
    }

    #[test]
    fn sentences_call_fields_by_other_words() {
        for (name, word) in [("breachedCount", "overdue"), ("minResolutionDays", "shortest"), ("avgPerDay", "average")]
        {
            assert!(read(name).calls.contains(&stem(word)), "{name} {word}");
        }
        assert!(read("total").calls.is_empty());
    }
}
