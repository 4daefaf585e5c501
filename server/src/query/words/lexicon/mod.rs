//! The words in which people ask for figures: one table, to be read and extended. A phrase is a run of words.
//! The longest phrase that fits wins. Values and names of columns are not here: they come from the data.

mod act;
mod fillers;
mod phrases;
mod verbs;

use std::collections::HashSet;
use std::sync::LazyLock;

pub use act::Act;
use fillers::FILLERS;
use phrases::PHRASES;

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
