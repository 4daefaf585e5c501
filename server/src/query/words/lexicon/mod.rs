//! The words in which people ask for figures: one table, to be read and extended. A phrase is a run of words.
//! The longest phrase that fits wins. Values and names of columns are not here: they come from the data.

mod phrases;

use std::collections::HashSet;
use std::sync::LazyLock;

use phrases::PHRASES;

/// What a phrase does to a question.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
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
    /// "second most".
    Second,
    Third,
    By,
    Which,
    Not,
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
    /// Lately: no time that could be worked out.
    Vague,
    /// What cannot be known from the records.
    Future,
}

/// A phrase cut into its words.
struct Phrase {
    words: Vec<&'static str>,
    act: Act,
}

static TABLE: LazyLock<Vec<Phrase>> = LazyLock::new(|| {
    let each = PHRASES
        .iter()
        .flat_map(|(list, act)| list.split('|').map(|p| Phrase { words: p.trim().split(' ').collect(), act: *act }));
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

/// Every word of the table, for correcting typos.
pub fn known() -> &'static HashSet<&'static str> {
    static WORDS: LazyLock<HashSet<&'static str>> = LazyLock::new(|| {
        let times = "january february march april may june july august september october november december today yesterday \
            week month year quarter last this since before until complaint complaints enquiry enquiries request requests \
            feedback sentiment product products channel channels category categories state states company companies issue \
            issues reason reasons status priority resolve solve close closes handle settle escalate escalates assigned assign referral website platinum silver standard negative positive neutral escalated social phone email emails letter letters chat chats why because";
        let words = PHRASES.iter().flat_map(|(list, _)| list.split(['|', ' ']));
        words.chain(times.split_whitespace()).filter(|w| !w.is_empty()).collect()
    });
    &WORDS
}
