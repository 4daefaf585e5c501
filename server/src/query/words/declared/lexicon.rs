//! The words of asking that any source understands. What a source is about are its own names and values; this table never
//! holds a word of a trade.

use std::collections::HashMap;
use std::sync::LazyLock;

use crate::query::ast::{Bucket, Figure, Op};
use crate::query::values::pick;

/// What a word does in a question.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Act {
    Filler,
    By,
    Count,
    Figure(Figure),
    Most,
    Least,
    Which,
    Bucket(Bucket),
    Trend,
    Share,
    Compare,
    Previous,
    PreviousYear,
    /// Up or down.
    Change,
    Rose,
    Fell,
    Bound(Op),
    Not,
    Join,
    Distinct,
    /// "and by product?", "what about".
    Again,
}

/// Phrases, each with what it does; the longest is read first.
const TABLE: &[(Act, &str)] = &[
    (
        Act::Filler,
        "the|a|an|of|in|for|from|to|at|on|is|are|was|were|be|been|do|does|did|we|our|us|i|me|my|you|it|its|they|their|there|\
         have|has|had|with|as|than|that|this|those|these|please|show|give|tell|list|get|see|display|find|what|how much|how|\
         all|any|during|within|into|via|made|make|received|come|came|go|went|look like|like|so far|currently|now|overall|\
         altogether|in total|figure|data|each other|respectively|exactly|just|only|also|then|when|if|who|whose|where|between|\
         can you|could you|i want to know|i would like to know|let me know",
    ),
    (
        Act::By,
        "by|per|for each|for every|each|every|across|split by|broken down by|break down|breakdown|grouped by|group by|according to",
    ),
    (Act::Count, "how many|number of|count of|count|how often"),
    (Act::Figure(Figure::Sum), "total|sum of|sum|in all"),
    (Act::Figure(Figure::Avg), "average|mean|avg|typical|on average"),
    (Act::Figure(Figure::Median), "median"),
    (Act::Most, "most|highest|largest|biggest|greatest|top|best|maximum|max|leading|longest|main"),
    (Act::Least, "least|lowest|smallest|fewest|bottom|worst|minimum|min|shortest"),
    (Act::Which, "which|what are the|what were the|who has|who had"),
    (Act::Bucket(Bucket::Day), "day|daily"),
    (Act::Bucket(Bucket::Week), "week|weekly"),
    (Act::Bucket(Bucket::Month), "month|monthly"),
    (Act::Bucket(Bucket::Quarter), "quarter|quarterly"),
    (Act::Bucket(Bucket::Year), "year|yearly|annual|annually"),
    (Act::Bucket(Bucket::Weekday), "weekday|day of the week"),
    (Act::Trend, "trend|over time|develop|developed|development|evolve|evolved|course"),
    (Act::Share, "share|percentage|percent|proportion|fraction|what part"),
    (Act::Compare, "compare|compared|comparison|versus|vs|against|difference|differ|reconcile|agree|match"),
    (Act::Previous, "previous period|the period before|the time before|previous|before that"),
    (Act::PreviousYear, "previous year|the year before|a year earlier|year on year|year over year|yoy"),
    (Act::Change, "change|changed|changes"),
    (Act::Rose, "growth|grew|grow|grown|increase|increased|rise|rose|risen|gain|gained"),
    (Act::Fell, "fell|fall|fallen|decrease|decreased|drop|dropped|decline|declined|shrink|shrank|lost"),
    (Act::Bound(Op::More), "more than|over|above|exceeding|exceed|greater than|higher than|larger than"),
    (Act::Bound(Op::AtLeast), "at least|or more|no less than|minimum of"),
    (Act::Bound(Op::Less), "less than|under|below|fewer than|lower than|smaller than"),
    (Act::Bound(Op::AtMost), "at most|up to|no more than|maximum of"),
    (Act::Not, "not|except|except for|excluding|without|other than|outside|outside of|no"),
    (Act::Join, "and|or|plus|both|as well as"),
    (Act::Distinct, "different|distinct|unique"),
    (Act::Again, "what about|how about|the same for|same for|same"),
];

static WORDS: LazyLock<(HashMap<String, Act>, usize)> = LazyLock::new(|| {
    let all = TABLE.iter().flat_map(|(act, list)| list.split('|').map(|phrase| (pick::phrase(phrase), *act)));
    let all: HashMap<String, Act> = all.collect();
    let longest = all.keys().map(|phrase| phrase.split(' ').count()).max().unwrap_or(1);
    (all, longest)
});

/// What a phrase of plain words does.
pub fn act(phrase: &str) -> Option<Act> {
    WORDS.0.get(phrase).copied()
}

/// Words of the longest phrase.
pub fn longest() -> usize {
    WORDS.1
}

/// A number by its word.
pub fn number(word: &str) -> Option<f64> {
    const NAMES: [&str; 13] =
        ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"];
    let plain = word.replace(',', "");
    let (digits, times) = match plain.strip_suffix(['k', 'K']) {
        Some(digits) => (digits, 1_000.0),
        None => (plain.as_str(), 1.0),
    };
    let by_name = || NAMES.iter().position(|name| *name == word).map(|n| n as f64);
    digits
        .parse::<f64>()
        .ok()
        .filter(|n| n.is_finite() && digits.starts_with(|c: char| c.is_ascii_digit()))
        .map(|n| n * times)
        .or_else(by_name)
}
