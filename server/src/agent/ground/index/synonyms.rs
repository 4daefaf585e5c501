//! Words that a sentence may use for the words of a field's name.
//!
//! Deliberately not here: how a name is read (`field`).

use crate::agent::ground::read::stem::{Stem, known};

/// Words for the time before.
const BEFORE: &[&str] = &["before", "earlier", "prior", "preceding", "last", "was", "previous"];

/// Words for what is so most of the time.
const USUAL: &[&str] = &["normal", "normally", "usual", "usually", "typical", "typically", "ordinary"];

/// Words that a sentence may use for a word of a field name.
const SYNONYMS: [(&str, &[&str]); 24] = [
    ("sentiment", &["mood", "tone", "feeling", "feelings", "score", "unhappy"]),
    ("matching", &["match", "matches", "hold", "holds", "contain", "contains", "found", "mention"]),
    ("other", &["others", "rest", "remaining", "else", "outside", "beyond"]),
    ("unlabelled", &["label", "labels", "without"]),
    ("avg", &["average", "averaged", "mean", "typical", "typically", "averages"]),
    ("average", &["avg", "mean", "typical", "averaged"]),
    ("mean", &["average", "avg"]),
    (
        "min",
        &[
            "minimum", "shortest", "fastest", "quickest", "lowest", "least", "fewest", "smallest", "quietest",
            "between", "ranged",
        ],
    ),
    (
        "max",
        &[
            "maximum", "longest", "slowest", "between", "ranged", "highest", "most", "largest", "biggest", "busiest",
            "peak",
        ],
    ),
    ("breached", &["breach", "missed", "overdue", "violated", "breaches", "late", "deadline", "broke"]),
    ("compliant", &["compliance", "met", "within", "kept", "complied"]),
    ("positive", &["positively", "satisfied", "happy"]),
    ("negative", &["negatively", "unhappy", "dissatisfied"]),
    ("peak", &["busiest", "highest", "maximum", "peaked", "most"]),
    ("trough", &["quietest", "lowest", "low", "minimum", "fewest"]),
    ("median", &["middle", "half"]),
    ("escalations", &["escalated", "escalation", "escalate"]),
    ("previous", BEFORE),
    ("prev", BEFORE),
    ("current", &["now", "since", "latest", "this", "recent", "today"]),
    ("similarity", &["similar", "alike"]),
    ("expected", USUAL),
    ("baseline", USUAL),
    (
        "score",
        &["sentiment", "mood", "relevance", "relevant", "rated", "rating", "scores", "scored", "points", "match"],
    ),
];

/// The stems of the words on the left.
const NAMES: [Stem; SYNONYMS.len()] = {
    let (mut stems, mut i) = ([0; SYNONYMS.len()], 0);
    while i < stems.len() {
        stems[i] = known(SYNONYMS[i].0);
        i += 1;
    }
    stems
};

/// Words that may be said for a word of a name.
pub fn synonyms(word: Stem) -> &'static [&'static str] {
    NAMES.iter().position(|n| *n == word).map_or(&[], |i| SYNONYMS[i].1)
}
