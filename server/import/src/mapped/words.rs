//! Other programs' words for the desk's values: `words.toml`.

use std::collections::HashMap;
use std::str::FromStr;
use std::sync::LazyLock;

use model::record::*;

use super::fields::plain;

/// For each kind of value, the value of each word. The file is part of the program; a test reads it.
static WORDS: LazyLock<HashMap<String, HashMap<String, String>>> = LazyLock::new(|| {
    let file: HashMap<String, HashMap<String, String>> = toml::from_str(include_str!("words.toml")).unwrap_or_default();
    let each = |(value, words): (String, String)| {
        words.split('|').map(|word| (word.to_owned(), value.clone())).collect::<Vec<_>>()
    };
    file.into_iter().map(|(kind, values)| (kind, values.into_iter().flat_map(each).collect())).collect()
});

fn among<T: FromStr>(kind: &str, text: &str) -> Option<T> {
    WORDS.get(kind)?.get(&plain(text))?.parse().ok()
}

pub fn channel(text: &str) -> Option<Channel> {
    among("channel", text)
}

pub fn communication_status(text: &str) -> Option<CommunicationStatus> {
    among("communication_status", text)
}

pub fn case_status(text: &str) -> Option<CaseStatus> {
    among("case_status", text)
}

pub fn yes_or_no(text: &str) -> Option<bool> {
    among("yes_or_no", text)
}

/// Also with a rank: `1 - Critical`, `P2`.
pub fn priority(text: &str) -> Option<Priority> {
    let word: String = text.chars().filter(|c| c.is_alphabetic()).collect();
    let ranks = [Priority::Critical, Priority::High, Priority::Medium, Priority::Low, Priority::Low];
    let rank = |digits: String| digits.parse::<usize>().ok().and_then(|n| ranks.get(n.checked_sub(1)?).copied());
    among("priority", &word).or_else(|| match word.to_lowercase().as_str() {
        "" | "p" | "sev" | "priority" | "severity" => rank(text.chars().filter(char::is_ascii_digit).collect()),
        _ => None,
    })
}

pub fn kind(text: &str) -> Option<Kind> {
    among("kind", text)
}

pub fn sentiment(text: &str) -> Option<Sentiment> {
    among("sentiment", text)
}

pub fn tier(text: &str) -> Option<Tier> {
    among("tier", text)
}

/// The names of a closed set, for people.
pub fn list<T: std::fmt::Display>(all: &[T]) -> String {
    all.iter().map(T::to_string).collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_own_word_is_known() {
        assert!(Channel::ALL.iter().all(|v| channel(v.as_str()) == Some(*v)));
        assert!(CommunicationStatus::ALL.iter().all(|v| communication_status(v.as_str()) == Some(*v)));
        assert!(CaseStatus::ALL.iter().all(|v| case_status(v.as_str()) == Some(*v)));
        assert!(Priority::ALL.iter().all(|v| priority(v.as_str()) == Some(*v)));
        assert!(Kind::ALL.iter().all(|v| kind(v.as_str()) == Some(*v)));
        assert!(Sentiment::ALL.iter().all(|v| sentiment(v.as_str()) == Some(*v)));
        assert!(Tier::ALL.iter().all(|v| tier(v.as_str()) == Some(*v)));
    }

    #[test]
    fn words_of_other_programs() {
        assert_eq!(channel("E-Mail"), Some(Channel::Email));
        assert_eq!(channel("pigeon"), None);
        for (text, want) in [
            ("1 - Critical", Some(Priority::Critical)),
            ("3 - Moderate", Some(Priority::Medium)),
            ("P2", Some(Priority::High)),
            ("4", Some(Priority::Low)),
            ("9", None),
            ("0", None),
            ("soon", None),
        ] {
            assert_eq!(priority(text), want, "{text}");
        }
    }
}
