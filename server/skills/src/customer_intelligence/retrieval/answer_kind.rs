//! What a question to the documents asks for, by closed classes of English words: a rule, and a value (a time, an amount
//! of money, a person).

use std::collections::HashSet;
use std::sync::LazyLock;

use query::frame::grammar;
use regex::Regex;
use search::words;

/// The kind of value that answers a question.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AnswerKind {
    Time,
    Money,
    Person,
}

/// Words that ask for a rule: modal verbs of duty and permission, and names of rules.
const RULE: &str = "must should shall allowed permitted entitled obliged obligation required owe supposed forbidden rule rules \
    policy policies procedure procedures regulation guideline deadline";
/// Words of asking that no answer need contain: the above, and the measures of a question.
const ASKING: &str = "may might need long often soon fast quick quickly written stated apply applies cover covers happen \
    happens possible";

const TIME: &str = "when deadline until soon fast quickly quick often long";
const MONEY: &str = "cost costs fee fees price prices charge charges charged owe pay paid expensive";
const PERSON: &str = "who whom whose";

const DURATION: &str = r"(?ix)\b(?:\d+|a|an|one|two|three|four|five|six|seven|eight|nine|ten|twelve|fourteen|fifteen|twenty|thirty|sixty|ninety|same|every|each|next)
    \s+(?:[a-z]+\s+)?(?:second|minute|hour|day|week|month|quarter|year)s?\b
    |\b\d{1,2}:\d\d\b|\bday\s\d+|\bat\sonce\b|\bimmediately\b
    |\b\d{1,2}\s(?:january|february|march|april|may|june|july|august|september|october|november|december)\b";
const AMOUNT: &str = r"(?i)\d+[.,]\d\d\b|\b\d{2,}\b|[€$£%]|\bpercent\b|\bfree\b|\bno charge\b|\bwithout (?:a )?charge\b|\bpays? nothing\b|\brefunded\b";
const ROLE: &str = r"(?i)\b(?:head|lead|leads|colleague|colleagues|manager|managers|desk|officer|committee|director|directors|owner|board|supervisor|department|whoever|person|approves?)\b";

/// Whether a text has one of some words.
fn holds(question: &str, list: &str) -> bool {
    let own: HashSet<&str> = list.split_whitespace().collect();
    grammar::words(question).iter().any(|word| own.contains(word.text.as_str()))
}

/// The kind of value that a question asks for, if it says so.
pub fn asked_for(question: &str) -> Option<AnswerKind> {
    let text = question.to_lowercase();
    if holds(&text, PERSON) {
        return Some(AnswerKind::Person);
    }
    if text.contains("how much") || holds(&text, MONEY) {
        return Some(AnswerKind::Money);
    }
    let counted = ["how many days", "how many hours", "how many weeks", "how many months"];
    (holds(&text, TIME) || counted.iter().any(|words| text.contains(words))).then_some(AnswerKind::Time)
}

/// Whether a question asks for a rule: a duty, a right, a deadline, or where it is written.
pub fn asks_for_rule(question: &str) -> bool {
    let words = grammar::words(question);
    // In the middle of a sentence, "May" is the month.
    let may = words.iter().enumerate().any(|(at, word)| {
        word.text == "may" && (at == 0 && words.len() > 1 || question.get(word.at.clone()) == Some("may"))
    });
    let pair = |first: &str| words.windows(2).any(|pair| pair[0].text == first && pair[1].text == "to");
    may || holds(question, RULE) || pair("have") || pair("has") || pair("need") || pair("needs")
}

/// The stems that an answer should contain: without words of asking, unless there are no others.
pub fn content(wanted: &[String], rule: bool) -> Vec<String> {
    static ALL: LazyLock<HashSet<String>> =
        LazyLock::new(|| words::distinct(&format!("{RULE} {ASKING}")).into_iter().collect());
    let rest: Vec<String> = wanted.iter().filter(|stem| !rule || !ALL.contains(*stem)).cloned().collect();
    if rest.is_empty() { wanted.to_vec() } else { rest }
}

/// The sentences of a text and their parts.
pub fn sentences(text: &str) -> Vec<&str> {
    let mut out = Vec::new();
    let mut start = 0;
    for (at, c) in text.char_indices() {
        let end = at + c.len_utf8();
        let stops = matches!(c, '.' | '!' | '?' | ';' | ':') && text[end..].starts_with(char::is_whitespace);
        if stops || c == '\n' {
            out.push(text[start..end].trim());
            start = end;
        }
    }
    out.push(text[start..].trim());
    out.retain(|sentence| !sentence.is_empty());
    out
}

impl AnswerKind {
    /// Whether a sentence states such a value.
    pub fn is_in(self, sentence: &str) -> bool {
        static PATTERNS: LazyLock<[Option<Regex>; 3]> =
            LazyLock::new(|| [DURATION, AMOUNT, ROLE].map(|pattern| Regex::new(pattern).ok()));
        PATTERNS[self as usize].as_ref().is_some_and(|pattern| pattern.is_match(sentence))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn grammar_says_what_is_asked_for() {
        use AnswerKind::*;
        for (question, rule, kind) in [
            ("May we close an account?", true, None),
            ("Which messages came in May?", false, None),
            ("Who must agree to a refund?", true, Some(Person)),
            ("How long do they have to answer?", true, Some(Time)),
            ("What do we owe them?", true, Some(Money)),
            ("How do transfers fail?", false, None),
        ] {
            assert_eq!((asks_for_rule(question), asked_for(question)), (rule, kind), "{question}");
        }
    }

    #[test]
    fn a_sentence_states_a_value() {
        assert!(
            AnswerKind::Time.is_in("It is confirmed within two working days.")
                && AnswerKind::Time.is_in("Until 17:00.")
        );
        assert!(!AnswerKind::Time.is_in("Most came last year."));
        assert!(AnswerKind::Money.is_in("The fee is 15.00.") && !AnswerKind::Money.is_in("The fee is small."));
        assert!(AnswerKind::Person.is_in("Team leads decide.") && !AnswerKind::Person.is_in("It is decided."));
        assert_eq!(sentences("One day. Fees: 15.00 each\nEnd"), ["One day.", "Fees:", "15.00 each", "End"]);
    }

    #[test]
    fn words_of_asking_need_no_answer() {
        let wanted = words::distinct("may they be obliged to refund");
        assert_eq!(content(&wanted, true), ["refund"]);
        assert_eq!(content(&words::distinct("policy"), true), ["polici"]);
    }
}
