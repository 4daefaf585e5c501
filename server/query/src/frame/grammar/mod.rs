//! Small words that change a figure: closed classes of English, matched exactly, the same for every data set. A mark
//! found here must be explained by a field of the query, or the reading is unsure ([`explained`]).
//!
//! Open vocabulary (names of things, and ways of asking) does not belong here: that is the reader's.

pub mod ahead;
mod corrected;
pub mod numbers;
pub mod pointers;
mod reach;
#[cfg(test)]
mod tests;
mod words;

use std::ops::Range;
use std::sync::LazyLock;

use reader::{Aggregation, Order, Role};

pub use corrected::{corrected, of_another};
use numbers::number;
pub use reach::{joined, negated, side_by_side};
pub use words::{Word, common, in_language, is_adverb, is_function, is_verb, narrows, words};

/// The effect of a small word.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Operator {
    /// Excludes what follows it.
    Not,
    /// Excludes what precedes it: "phone excluded".
    NotBefore,
    Aggregate(Aggregation),
    /// The largest, the newest …; with its place if not the first: "the second most".
    Rank(Order, usize),
    /// Each of what follows is counted separately.
    Each,
    /// A number is asked for.
    Count,
    /// Names are asked for: "which", "who", at the beginning of a question or of a part of it.
    Which,
    /// Two things are compared.
    Against,
    /// A condition on a number: [`Role::Over`], [`Role::AtLeast`] …
    Bound(Role, f64),
    /// A multiple: "twice as many".
    Ratio,
    /// By the size of each group: "relative to how many customers there are".
    Relative,
    /// The remainder of a list or a set: "the others", "the rest".
    Others,
    /// A text contains the following words.
    Mention,
    /// An increase or decrease.
    Change,
    /// A rule is asked for, not the practice: "how fast must we answer".
    Rule,
    /// A future value is asked for: "will we breach more".
    Future,
    /// What follows was so before, and is no condition now.
    Past,
}

/// A small word, and its position.
#[derive(Clone, Debug, PartialEq)]
pub struct Mark {
    pub operator: Operator,
    /// Bytes of the question.
    pub at: Range<usize>,
}

/// Words (separated by spaces, alternatives by `|`) and their effect. Longer rows precede their prefixes.
const MARKS: &[(&str, Operator)] = &[
    (
        "other than|apart from|aside from|nothing to do with|unrelated to|all but|everything but|anything but|everyone but|leaving out|leave out|rather than|instead of|setting aside|not counting|not including|with the exception of",
        Operator::Not,
    ),
    (
        "not|no|without|except|excepting|excluding|exclude|outside|never|neither|nor|minus|ignoring|ignore|non|omitting|omit|cannot",
        Operator::Not,
    ),
    ("excluded|aside|excepted|omitted|set aside|left out", Operator::NotBefore),
    (
        "how many times as many|how many times more|how many times as much|times as many|times more|times as much|times higher|ratio",
        Operator::Ratio,
    ),
    (
        "how many different|how many distinct|how many unique|number of different|number of distinct|number of unique|distinct|different|unique",
        Operator::Aggregate(Aggregation::Distinct),
    ),
    (
        "out of every hundred|out of a hundred|of every hundred|in every hundred|in a hundred|of every 100|out of every 100|share|percentage|percent|per cent|pct|proportion|fraction|%|what part|which part|how large a part|how much of|portion",
        Operator::Aggregate(Aggregation::Share),
    ),
    ("on average|average|averaged|mean|avg|typical|typically", Operator::Aggregate(Aggregation::Average)),
    ("rate|rates", Operator::Aggregate(Aggregation::Rate)),
    ("median", Operator::Aggregate(Aggregation::Median)),
    ("percentile|p50|p75|p90|p95|p99", Operator::Aggregate(Aggregation::Percentile)),
    ("in total|total|totals|sum|altogether|combined", Operator::Aggregate(Aggregation::Sum)),
    ("compared with|compared to|compare with|compare to|versus|vs|against|than", Operator::Against),
    (
        "relative to|in relation to|in proportion to|proportional to|proportionally|per head|per capita|adjusted for|for the size of",
        Operator::Relative,
    ),
    ("most recent|most recently|newest|latest", Operator::Rank(Order::Newest, 1)),
    ("oldest|earliest", Operator::Rank(Order::Oldest, 1)),
    (
        "the most|most|highest|largest|biggest|greatest|top|maximum|max|busiest|commonest|peak",
        Operator::Rank(Order::Most, 1),
    ),
    ("the least|least|fewest|lowest|smallest|rarest|minimum|min|quietest|bottom", Operator::Rank(Order::Least, 1)),
    ("longest|slowest", Operator::Rank(Order::Longest, 1)),
    ("shortest|fastest|quickest", Operator::Rank(Order::Shortest, 1)),
    ("worst", Operator::Rank(Order::Worst, 1)),
    ("best", Operator::Rank(Order::Best, 1)),
    ("soonest", Operator::Rank(Order::Soonest, 1)),
    (
        "broken down by|split by|grouped by|for each|for every|by|per|each|every|daily|weekly|monthly|quarterly|yearly|annually|respectively|apiece",
        Operator::Each,
    ),
    ("how many|how often|number of|numbers of|count of|count|counts|how much", Operator::Count),
    (
        "mention|mentions|mentioned|mentioning|containing|contain|contains|that say|saying|with the word|with the words|with the phrase",
        Operator::Mention,
    ),
    (
        "change|changed|changes|rise|rose|risen|rising|increase|increased|increases|grow|grew|grown|growth|fall|fell|fallen|drop|dropped|decrease|decreased|decline|declined|go up|went up|gone up|go down|went down|gone down|climb|climbed|shrink|shrank|difference",
        Operator::Change,
    ),
    ("will we|will there|will they|will our|will the|will it|will this|predict|prediction", Operator::Future),
    ("used to be", Operator::Past),
    (
        "must we|must i|must a|must an|must the|must our|must be|must it|must they|may we|may i|should we|should i|ought we|are we allowed|are we permitted|are we required|are we obliged|are we supposed|are we entitled|am i allowed|is it allowed|do we have to|do i have to|do we need to|do we owe|we are obliged to|we are required to|we are allowed to|required by law",
        Operator::Rule,
    ),
    (
        "the others|the other ones|others|the rest|the remaining|the remainder|everyone else|everything else",
        Operator::Others,
    ),
];

/// Comparisons before their number, and their meaning.
const BEFORE: &[(&str, Role)] = &[
    ("more than|over|above|greater than|higher than|exceeding|longer than|older than|upwards of", Role::Over),
    ("at least|no fewer than|no less than|not less than|minimum of|a minimum of", Role::AtLeast),
    ("fewer than|less than|under|below|lower than|shorter than|younger than", Role::Under),
    ("at most|no more than|not more than|up to|maximum of|a maximum of", Role::AtMost),
    ("exactly|precisely", Role::Exactly),
];
/// Comparisons after their number.
const BEHIND: &[(&str, Role)] = &[
    ("or more|or above|or over|or longer|plus|and more|and above|and up", Role::AtLeast),
    ("or fewer|or less|or under|or below|or shorter|and fewer", Role::AtMost),
];
/// Places in a ranking.
const PLACES: &[(&str, usize)] =
    &[("second", 2), ("third", 3), ("fourth", 4), ("fifth", 5), ("2nd", 2), ("3rd", 3), ("4th", 4), ("5th", 5)];

/// The marks of a question, in order, without overlaps.
pub fn marks(text: &str) -> Vec<Mark> {
    let mut words = words(text);
    words.iter_mut().for_each(put_right);
    let mut found = Vec::new();
    let mut at = 0;
    while at < words.len() {
        let next = bound(&words, at).or_else(|| rank(&words, at)).or_else(|| apart(&words, at));
        match next.or_else(|| plain(&words, at)).or_else(|| asks(text, &words, at)) {
            Some((operator, next)) => {
                found.push(Mark { operator, at: words[at].at.start..words[next - 1].at.end });
                at = next;
            }
            None => at += 1,
        }
    }
    found
}

/// Kinds of written documents: a question that names one is answered from them.
pub const DOCUMENTS: [&str; 8] =
    ["policy", "procedure", "guideline", "runbook", "rule", "notice", "handbook", "manual"];

/// What a letter is about: behind a word that says so, up to a comma or the end of the sentence.
pub fn topic(text: &str) -> Option<&str> {
    const LEADS: [&str; 7] =
        [" about ", " regarding ", " concerning ", " explaining ", " saying ", " telling them ", " apologising for "];
    let lower = text.to_ascii_lowercase();
    let start = LEADS.iter().filter_map(|lead| Some(lower.find(lead)? + lead.len())).min()?;
    let end = text[start..].find([',', '.', ';', '?', '!']).map_or(text.len(), |end| start + end);
    Some(text[start..end].trim()).filter(|topic| !topic.is_empty())
}

/// Where a second question begins after a complete first one: "… and how many of them are closed". One that only asks
/// for the first one's figure does not count: "which product has the most, and how many is it".
pub fn second(text: &str) -> Option<usize> {
    const ASKS: [&str; 7] = [
        "how many", "how much", "what share", "what percentage", "what percent", "what proportion",
        "what is the average",
    ];
    let words = words(text);
    let there = |at: usize, phrase: &str| {
        phrase.split(' ').enumerate().all(|(n, part)| words.get(at + n).is_some_and(|word| word.text == part))
    };
    let of_first = |at: usize| {
        let rest: Vec<&str> = words[at..].iter().map(|word| word.text.as_str()).collect();
        let points = |pair: &[&str]| {
            matches!(pair, ["is" | "was" | "were" | "are" | "did" | "does", "it" | "that" | "there" | "they"])
        };
        rest.len() < 3 || rest.windows(2).any(points) && rest.len() < 8
    };
    // Behind a comma, each word that asks begins a question of its own.
    let comma = |at: usize| text[..words[at].at.start].trim_end().ends_with(',');
    let asks = |at: usize| {
        words.get(at).is_some_and(|word| ["what", "which", "who", "when", "why"].contains(&word.text.as_str()))
    };
    // "… and what's the IT policy": what a document says is no part of the question before.
    let of_document = |at: usize| {
        let is = |word: &Word| ["is", "are", "the", "our", "your"].contains(&word.text.as_str());
        words.get(at).is_some_and(|word| word.text == "what")
            && words.get(at + 1).is_some_and(is)
            && words[at..].iter().any(|word| DOCUMENTS.contains(&word.text.as_str()))
    };
    let begins = |at: &usize| {
        if words[*at].text == "and" && *at > 1 && of_document(at + 1) {
            return true;
        }
        let other = ASKS.iter().any(|phrase| there(at + 1, phrase)) || comma(*at) && asks(at + 1);
        words[*at].text == "and" && other && !of_first(at + 1)
    };
    let first = (1..words.len()).find(begins)?;
    let at = words[first].at.start;
    if of_document(first + 1) {
        return Some(at);
    }
    let asks = |mark: &Mark| matches!(mark.operator, Operator::Count | Operator::Which | Operator::Aggregate(_));
    marks(&text[..at]).iter().any(asks).then_some(at)
}

/// The byte of the word that parts the numerator of a share from its denominator: "complaints among all messages".
pub fn among(text: &str, marks: &[Mark]) -> Option<usize> {
    let share = |mark: &&Mark| mark.operator == Operator::Aggregate(Aggregation::Share);
    let end = marks.iter().find(share)?.at.end;
    let parts = |word: &&Word| word.at.start >= end && matches!(word.text.as_str(), "among" | "amongst");
    words(text).iter().find(parts).map(|word| word.at.start)
}

/// The byte offset of the word directly after a share, without even "of" between: "% negative".
pub fn beside_share(text: &str, marks: &[Mark]) -> Option<usize> {
    let share = |mark: &&Mark| mark.operator == Operator::Aggregate(Aggregation::Share);
    let end = marks.iter().find(share)?.at.end;
    let next = words(text).into_iter().find(|word| word.at.start >= end)?;
    (text[end..next.at.start].trim().is_empty() && !is_function(&next.text)).then_some(next.at.start)
}

/// Corrects a typo in a long operator: "exept", "avrage".
fn put_right(word: &mut Word) {
    const MIN_WORD_BYTES: usize = 5;
    const MAX_TYPO_COUNT: f32 = 3.0;
    static LONG: LazyLock<Vec<&str>> = LazyLock::new(|| {
        let all = MARKS.iter().flat_map(|(phrases, _)| phrases.split('|'));
        all.filter(|phrase| phrase.len() > MIN_WORD_BYTES && !phrase.contains(' ')).collect()
    });
    // Training questions have typos, too, each once or twice.
    let known = common(&word.text).is_some_and(|(within, outside)| within + outside > MAX_TYPO_COUNT);
    if word.text.len() < MIN_WORD_BYTES || known || !word.text.bytes().all(|b| b.is_ascii_lowercase()) {
        return;
    }
    let slip = |own: &&&str| own.as_bytes()[0] == word.text.as_bytes()[0] && strsim::osa_distance(own, &word.text) == 1;
    if let Some(meant) = LONG.iter().find(slip) {
        (*meant).clone_into(&mut word.text);
    }
}

/// The row of a table that matches at a word, longest first, and the word after it.
fn row<T: Copy>(table: &[(&str, T)], words: &[Word], at: usize) -> Option<(T, usize)> {
    let phrases = table.iter().flat_map(|(phrases, what)| phrases.split('|').map(move |phrase| (phrase, *what)));
    let there =
        |phrase: &str| phrase.split(' ').enumerate().all(|(n, part)| words.get(at + n).is_some_and(|w| w.text == part));
    let fits = phrases.filter(|(phrase, _)| there(phrase));
    fits.map(|(phrase, what)| (what, at + phrase.split(' ').count())).reduce(|a, b| if b.1 > a.1 { b } else { a })
}

fn plain(words: &[Word], at: usize) -> Option<(Operator, usize)> {
    let short = words[at].text.ends_with("n't") && words[at].text.len() > 3;
    row(MARKS, words, at).or(short.then_some((Operator::Not, at + 1)))
}

/// "Which customers", "and who", "in which months", "tell me which": not "the bank which called".
fn asks(text: &str, words: &[Word], at: usize) -> Option<(Operator, usize)> {
    const BEFORE: &str = "and but or so then now please me us list show tell know see name of them";
    if !matches!(words[at].text.as_str(), "which" | "who" | "whose" | "whom") {
        return None;
    }
    let head = match at.checked_sub(1).map(|before| &words[before]) {
        None => true,
        Some(before) => {
            let gap = &text[before.at.end..words[at].at.start];
            let small = at == 1 && search::words::is_stop(&before.text);
            small || gap.contains([',', ':', ';', '.', '?', '!']) || BEFORE.split(' ').any(|word| word == before.text)
        }
    };
    head.then_some((Operator::Which, at + 1))
}

/// "leaving … out", "setting … aside": what is between is excluded.
fn apart(words: &[Word], at: usize) -> Option<(Operator, usize)> {
    const MAX_WORDS_BETWEEN: usize = 8;
    let verb = matches!(
        words[at].text.as_str(),
        "leave" | "leaving" | "set" | "setting" | "put" | "putting" | "take" | "taking"
    );
    let end = |word: &&Word| matches!(word.text.as_str(), "out" | "aside" | "apart");
    let there = verb && words.iter().skip(at + 2).take(MAX_WORDS_BETWEEN).any(|word| end(&word));
    // "some other way than the web"
    let other = words[at].text == "other" && words.iter().skip(at + 1).take(3).any(|word| word.text == "than");
    match other.then(|| words.iter().skip(at).position(|word| word.text == "than")).flatten() {
        Some(than) => Some((Operator::Not, at + than + 1)),
        None => there.then_some((Operator::Not, at + 1)),
    }
}

/// "the second most", "third highest".
fn rank(words: &[Word], at: usize) -> Option<(Operator, usize)> {
    let (place, next) = row(PLACES, words, at)?;
    match row(MARKS, words, next)? {
        (Operator::Rank(order, _), next) => Some((Operator::Rank(order, place), next)),
        _ => None,
    }
}

/// "more than three", "5 or fewer".
fn bound(words: &[Word], at: usize) -> Option<(Operator, usize)> {
    if let Some((role, next)) = row(BEFORE, words, at) {
        let value = number(&words.get(next)?.text)?;
        return Some((Operator::Bound(role, value), next + 1));
    }
    let value = number(&words[at].text)?;
    let (role, next) = row(BEHIND, words, at + 1)?;
    Some((Operator::Bound(role, value), next))
}
