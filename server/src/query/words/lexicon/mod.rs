//! The words in which people ask for figures: one table, to be read and extended. A phrase is a run of words.
//! The longest phrase that fits wins. Values and names of columns are not here: they come from the data.

mod fillers;
mod phrases;
mod verbs;

use serde::{Deserialize, Serialize};
use std::collections::HashSet;
use std::sync::LazyLock;

use fillers::FILLERS;
use phrases::PHRASES;

/// What a phrase does to a question.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Act {
    /// Says nothing.
    Filler,
    /// Says nothing, but parts what is asked about from what is asked of it: "what share of X were Y".
    Verb,
    Count,
    /// "a month": each month, where a mean is asked for.
    EachTime,
    /// "the worst month" is the one with the most.
    WorstTime,
    Distinct,
    Share,
    /// What comes before is the part.
    ShareBefore,
    Average,
    Median,
    /// "separately": values of two columns are asked for one after the other.
    Apart,
    Longest,
    Shortest,
    HowLong,
    Most,
    Least,
    /// "more X or Y".
    More,
    Fewer,
    /// Customers, or who works on cases.
    Who,
    WhoHandles,
    /// "worst": most of complaints or of what was late; of what else it does not say.
    Worst,
    /// "second most".
    Second,
    Third,
    By,
    Which,
    Not,
    /// What is true of all that somebody did: not known here.
    OnlyEver,
    /// "both Texas and Florida", "and again in January": the one and the other.
    Both,
    /// "not just complaints": no limit.
    NotOnly,
    Without,
    With,
    And,
    Or,
    Compare,
    PreviousPeriod,
    PreviousYear,
    Grew,
    Fell,
    /// Which of the two ends of a change does not matter.
    Change,
    MoreThan,
    AtLeast,
    LessThan,
    AtMost,
    Late,
    InTime,
    /// The share of late cases, or of those in time.
    LateRate,
    InTimeRate,
    /// By the mean score of feeling.
    WorstMood,
    BestMood,
    Escalated,
    Contains,
    Disputed,
    Unresolved,
    /// What somebody did with cases, where it is no name of a status: "who closed most".
    Closed,
    Resolved,
    Unassigned,
    Narrative,
    Trend,
    /// It, them, those.
    That,
    /// What is counted.
    Messages,
    Cases,
    Customers,
    Documents,
    Hours,
    /// A stretch of time, one word each.
    Day,
    Week,
    Month,
    Quarter,
    Year,
    Weekday,
    /// The request to go on from before.
    Again,
    /// "… among critical ones": what follows is the whole of a share.
    Among,
    /// "takes longest".
    TakesLongest,
    TakesShortest,
    /// As things stand: no limit where the records say how things stand, a vague time elsewhere.
    Now,
    /// Of two times: their sum, not how they compare.
    Together,
    /// By the share of cases that were late.
    WorstRate,
    BestRate,
    /// Lately: no time that could be worked out.
    Vague,
    /// "the year after".
    NextPeriod,
    /// When customers became customers.
    Joined,
    /// What cannot be known from the records.
    Future,
}

/// A phrase cut into its words.
struct Phrase {
    words: Vec<&'static str>,
    act: Act,
}

static TABLE: LazyLock<Vec<Phrase>> = LazyLock::new(|| {
    let each = PHRASES.iter().copied().chain([(FILLERS, Act::Filler)]).flat_map(move |(list, act)| {
        list.split('|').map(move |p| Phrase { words: p.trim().split(' ').collect(), act })
    });
    let each = each.chain(verbs::forms().iter().map(|(form, act)| Phrase { words: vec![form.as_str()], act: *act }));
    let mut all: Vec<Phrase> = each.collect();
    // A stable sort: of phrases of one length the earlier row counts.
    all.sort_by_key(|p| std::cmp::Reverse(p.words.len()));
    all
});

/// The longest phrase at the beginning of these words: how many words, and what it does.
pub fn at(words: &[&str]) -> Option<(usize, Act)> {
    let fits = |p: &&Phrase| p.words.len() <= words.len() && p.words.iter().zip(words).all(|(have, word)| have == word);
    TABLE.iter().find(fits).map(|p| (p.words.len(), p.act))
}

/// Words of values and of times, for correcting typos.
const OF_VALUES: &str = "january february march april june july august september october november december today \
    yesterday week month year quarter last this since before until complaint complaints enquiry enquiries request \
    requests feedback sentiment product products channel channels category categories state states company companies \
    issue issues reason reasons status priority resolve solve close closes handle settle escalate escalates assigned \
    assign referral website platinum silver standard negative positive neutral escalated social phone email emails \
    letter letters chat chats why because may spring summer autumn winter region regions segment segments subcategory platinum customer \
    chatbot corporate private institutional critical referral";

/// Every word of the table.
pub fn known() -> &'static HashSet<&'static str> {
    static WORDS: LazyLock<HashSet<&'static str>> = LazyLock::new(|| {
        let words = FILLERS.split(['|', ' ']).chain(targets().iter().copied());
        let words = words.chain(verbs::forms().iter().map(|(form, _)| form.as_str()));
        words.filter(|w| !w.is_empty()).collect()
    });
    &WORDS
}

/// The words that a typo may be meant for. A word that says nothing is none, unless everybody writes it: a word of
/// which nobody knows the meaning must not become one that is passed over.
pub fn targets() -> &'static HashSet<&'static str> {
    static WORDS: LazyLock<HashSet<&'static str>> = LazyLock::new(|| {
        let of_asking = PHRASES.iter().flat_map(|(list, _)| list.split(['|', ' ']));
        let common = FILLERS.split(['|', ' ']).filter(|w| crate::search::words::is_stop(w));
        let ways = verbs::forms().iter().filter(|(_, act)| matches!(act, Act::Change | Act::Grew | Act::Fell));
        let words =
            of_asking.chain(OF_VALUES.split_whitespace()).chain(common).chain(ways.map(|(form, _)| form.as_str()));
        words.chain(["please", "regarding", "concerning"]).filter(|w| !w.is_empty()).collect()
    });
    &WORDS
}
