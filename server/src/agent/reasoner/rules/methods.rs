//! Questions for a method: "How is the NPS worked out?" They need no data: the answer is the method's own
//! text, which stands where it is applied, so that what is told is what is done.

use super::follow;
use crate::agent::view::{Draft, View};
use crate::query::words::words;
use crate::skills;
use crate::skills::customer_intelligence::methods;

/// What is asked for, by any of these words or beginnings of words.
const SUBJECTS: [(&[&str], &str, &str); 6] = [
    (&["nps", "promoter", "detractor"], skills::nps::METHOD, "What is the NPS?"),
    (&["risk"], methods::RISK, "Which customers are at risk?"),
    (&["health"], methods::HEALTH, "What are the main issues?"),
    (&["sla", "breach", "deadline"], methods::SLA, "How many cases breached SLA?"),
    (&["resolution"], methods::RESOLUTION, "How long does it take to resolve cases?"),
    (&["trend"], methods::TRENDS, "Which topics are rising?"),
];

/// What is done to a figure, by beginnings of words.
const DONE: [&str; 14] = [
    "work",
    "calculat",
    "comput",
    "measur",
    "score",
    "scoring",
    "estimat",
    "determin",
    "defin",
    "derive",
    "made",
    "come about",
    "form",
    "arriv",
];

/// The method that a question asks for, and a question that applies it.
pub fn asked(question: &str) -> Option<(&'static str, &'static str)> {
    let all: Vec<String> = words(question).into_iter().map(|w| w.text.to_lowercase()).collect();
    let begins = |word: &String, with: &[&str]| with.iter().any(|part| word.starts_with(part));
    let after_how = all.iter().position(|w| w == "how").and_then(|at| all.get(at + 1)).map(String::as_str);
    let how = matches!(after_how, Some("is" | "are" | "was" | "were" | "do" | "does" | "did"));
    let named = all.iter().any(|w| begins(w, &["method", "formula"]));
    let done = how && all.iter().any(|w| begins(w, &DONE));
    // What asks for a number beside the method is a question about data.
    if !(named || done) || all.len() > 14 {
        return None;
    }
    let (_, method, next) = SUBJECTS.iter().find(|(names, ..)| all.iter().any(|w| begins(w, names)))?;
    Some((method, next))
}

/// The answer to such a question.
pub fn told((method, next): (&str, &str), view: &View<'_>) -> Draft {
    let follow_ups = follow::questions(view, vec![next.to_owned()]);
    Draft { text: method.to_owned(), follow_ups, ..Draft::default() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn methods_are_asked_for_in_many_words_and_figures_are_not_taken_for_them() {
        for question in [
            "How is the NPS worked out?",
            "How do you calculate the net promoter score?",
            "how was the Estimated NPS computed",
            "What is the method behind the NPS?",
            "Explain the formula of the NPS",
        ] {
            assert!(asked(question).is_some_and(|(m, _)| m.starts_with("Estimated NPS: nobody")), "{question}");
        }
        assert!(asked("How is the risk score calculated?").is_some_and(|(m, _)| m.contains("Wilson")));
        assert!(asked("How is an SLA breach determined?").is_some());
        for question in [
            "What is the NPS?",
            "How many promoters are there?",
            "How do customers feel about mobile banking?",
            "How healthy is Hartmann Logistik?",
            "How does the mobile app work?",
            "Which customers are at risk?",
            "How many cases breached SLA?",
        ] {
            assert_eq!(asked(question), None, "{question}");
        }
    }
}
