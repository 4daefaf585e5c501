//! What a text asks for by its words, understood or not: then nothing else may pass for an answer.

use serde::{Deserialize, Serialize};

use super::cue::{self, Word};
use super::lexicon::{self, Act};

/// What a text asks for by its words.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Asks {
    /// Any figure, the largest and a comparison included.
    pub figure: bool,
    /// A count, a share or a mean.
    pub count: bool,
    /// The largest or the smallest.
    pub most: bool,
    /// "What is the interest rate on X?" asks what something is, and no count of records is an answer to it.
    pub what: bool,
}

impl Asks {
    pub fn of(text: &str) -> Self {
        use Act::*;
        let all = cue::words(text);
        let words: Vec<&str> = all.iter().map(|w| w.text.as_str()).collect();
        let acts: Vec<Act> = (0..words.len()).filter_map(|i| lexicon::at(&words[i..]).map(|(_, act)| act)).collect();
        let says = |wanted: &[Act]| acts.iter().any(|act| wanted.contains(act));
        let count = says(&[Count, Share, ShareBefore, Average, Median, HowLong]);
        let most = says(&[Most, Least, Second, Third, Worst]);
        let compares = says(&[Most, Least, Second, Third, More, Fewer, Compare, Longest, Shortest, Not]);
        let named = words.iter().any(|w| matches!(*w, "which" | "best" | "worst"));
        let per = |pair: &[&str]| pair[0] == "per" && matches!(pair[1], "day" | "week" | "month" | "quarter" | "year");
        Self {
            figure: count || compares || named || words.windows(2).any(per) || asked(&words) || moved(&words, &acts),
            count: count && !words.contains(&"why"),
            most,
            what: matches!(words.as_slice(), ["what", "is" | "was", ..] | ["what's" | "whats", ..]),
        }
    }
}

/// "What interest rate do we pay?", "how much revenue …": of rates and money the records know only what texts say, and
/// "messages about exchange rates" does not ask for one.
fn asked(words: &[&str]) -> bool {
    const FIGURES: [&str; 13] = [
        "rate", "rates", "cost", "costs", "euros", "eur", "dollars", "pounds", "revenue", "profit", "budget", "salary",
        "turnover",
    ];
    matches!(words.first(), Some(&("what" | "what's" | "how"))) && words.iter().any(|w| FIGURES.contains(w))
}

/// "How did X move year by year?" asks for figures.
fn moved(words: &[&str], acts: &[Act]) -> bool {
    let ways = |act: &Act| matches!(act, Act::Change | Act::Grew | Act::Fell | Act::Trend);
    matches!(words.first(), Some(&("how" | "did" | "by"))) && acts.iter().any(ways)
}

/// Whether a word names what is counted: complaints, messages, cases, customers.
pub fn names_records(word: &Word) -> bool {
    use Act::{Cases, Customers, Messages};
    matches!(lexicon::at(&[word.text.as_str()]), Some((1, Messages | Cases | Customers)))
}
