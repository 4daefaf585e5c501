//! The words of a question as seen by grammar, and those without content.

use std::collections::{HashMap, HashSet};
use std::ops::Range;
use std::sync::LazyLock;

/// A word in lower case, and its position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Word {
    pub text: String,
    /// Bytes of the question.
    pub at: Range<usize>,
}

/// Runs of letters, digits and apostrophes, with numbers as written ("1,200", "2.5k"); a percent sign is a word.
pub fn words(text: &str) -> Vec<Word> {
    let mut all = Vec::new();
    let mut start: Option<usize> = None;
    let mut chars = text.char_indices().peekable();
    while let Some((at, c)) = chars.next() {
        let next = chars.peek().map(|(_, next)| *next);
        let digit = |c: Option<char>| c.is_some_and(|c| c.is_ascii_digit());
        let within = match c {
            '\'' | '’' => start.is_some() && next.is_some_and(char::is_alphabetic),
            '.' | ',' => digit(text[..at].chars().next_back()) && digit(next),
            c => c.is_alphanumeric(),
        };
        if within {
            start = start.or(Some(at));
            continue;
        }
        all.extend(start.take().map(|from| word(text, from..at)));
        if c == '%' {
            all.push(word(text, at..at + 1));
        }
    }
    all.extend(start.map(|from| word(text, from..text.len())));
    all
}

/// Drops a possessive "'s".
fn word(text: &str, at: Range<usize>) -> Word {
    let own = &text[at.clone()];
    let own = own.strip_suffix("'s").or_else(|| own.strip_suffix("’s")).unwrap_or(own);
    Word { text: own.to_lowercase().replace('’', "'"), at: at.start..at.start + own.len() }
}

/// Words that do not say what is counted: besides search stop words, auxiliaries, politeness, and verbs of asking.
const FUNCTION: &str = "please identify analyze analyse track query retrieve fetch summarize summarise describe explain \
    show give tell list find get let want know need like see look check display return name \
    ok okay hi hello hey thanks thank quick just really actually currently there here us i'd i'm let's what's who's that's \
    we've they've we're they're you hello lot lots many much anyone anybody someone somebody everything anything thing \
    things one ones kind sort type types number numbers count counts figure figures total amount exact exactly overall \
    altogether together both either whole entire full complete so far still yet ever already now today maybe perhaps \
    roughly about around approximately approx also too even only simply happen happened happening occur occurred made make \
    come came coming comes go goes going went put say says said mention mentioned ask asked asking answer question \
    can could would should may might must shall will do does did done doing have has had having be been being is are was \
    were am vs versus per each every by with within without during between among across upon via regarding concerning \
    related relating respect regards term terms if whether and or nor but then than as at in on of for from to into \
    onto out up down off over under above below before after since until till while when where which who whom whose what \
    why how it its it's they them their theirs we our ours me my mine he she his her hers him this that these those same such \
    other others another any some all none no not never more most less least few fewer fewest top bottom first last next \
    second third a an the again once twice compared compare comparison against difference different setting putting times right moment etc ehm hmm er vs";

/// Whether a word has no content, so that no part of a query need come from it; also with a typo.
pub fn is_function(word: &str) -> bool {
    static WORDS: LazyLock<HashSet<&str>> = LazyLock::new(|| FUNCTION.split_whitespace().collect());
    let slip = || {
        let near = |own: &&str| {
            own.len() >= 4 && own.chars().next() == word.chars().next() && strsim::osa_distance(own, word) == 1
        };
        word.len() >= 4 && common(word).is_none() && WORDS.iter().any(near)
    };
    WORDS.contains(word) || search::words::is_stop(word) || word.ends_with("n't") || slip()
}

/// How often a lower-case word occurs within and outside of the spans in the training questions; `None` for words
/// hardly occurring there, which are names or rare.
pub fn common(word: &str) -> Option<(f32, f32)> {
    static WORDS: LazyLock<HashMap<&str, (f32, f32)>> = LazyLock::new(|| {
        let row = |line: &'static str| {
            let mut cells = line.split(' ');
            let word = cells.next()?;
            Some((word, (cells.next()?.parse().ok()?, cells.next()?.parse().ok()?)))
        };
        include_str!("common.txt").lines().filter_map(row).collect()
    });
    WORDS.get(word).copied()
}

/// How likely a word is a condition, 0 to 1: the share of its uses within spans of the training questions. An unknown
/// verb mostly says what happened to every record ("clocked", "generating").
pub fn narrows(word: &str) -> f32 {
    let unknown = if is_verb(word) { 0.3 } else { 0.6 };
    common(word).map_or(unknown, |(within, outside)| (within + unknown) / (within + outside + 1.0))
}

/// Whether an unknown word has the form of an adverb ("clearly"), which narrows nothing.
pub fn is_adverb(word: &str) -> bool {
    word.len() > 4 && word.ends_with("ly") && common(word).is_none()
}

/// Whether a word has the form of a verb that says what happened.
pub fn is_verb(word: &str) -> bool {
    word.len() > 4 && (word.ends_with("ing") || word.ends_with("ed"))
}

/// Whether a text in front of a word makes it the name of a language: "in French".
pub fn in_language(before: &str, word: &str) -> bool {
    const LANGUAGES: &str = "english french german spanish italian portuguese dutch swedish norwegian danish finnish icelandic \
        polish czech slovak hungarian romanian bulgarian greek turkish russian ukrainian lithuanian latvian estonian irish welsh \
        arabic hebrew hindi chinese japanese korean vietnamese thai catalan croatian serbian slovenian";
    let language = LANGUAGES.split_whitespace().any(|own| own == word.trim().to_lowercase());
    language && words(before).last().is_some_and(|last| last.text == "in")
}
