//! Warnings in a deal's notes, next steps and red flags (D-030). Words from a table, with their positions, so that a
//! reader can check their meaning.

use std::sync::LazyLock;

use regex::Regex;
use serde::Serialize;

use super::Deal;

/// The weight of a word.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Weight {
    /// It may go wrong.
    Risk,
    /// It cannot continue.
    Blocker,
}

/// Each word, its weight, and whether it is severe.
const WORDS: [(&str, Weight, bool); 24] = [
    (r"budget (cuts?|concerns?|not (yet )?(decided|approved|confirmed))", Weight::Risk, false),
    (r"compet(itors?|ition|ing (offer|bid))", Weight::Risk, false),
    (r"delay(s|ed|ing)?", Weight::Risk, false),
    (r"slip(s|ped|ping)?", Weight::Risk, false),
    (r"postponed?", Weight::Risk, false),
    (r"stall(s|ed|ing)?", Weight::Risk, false),
    (r"(unresponsive|not responding|went (dark|quiet))", Weight::Risk, false),
    (r"pric(e|ing) (concerns?|objections?|pressure)", Weight::Risk, false),
    (r"(at )?risks?", Weight::Risk, false),
    (r"concern(s|ed)?", Weight::Risk, false),
    (r"(unclear|uncertain)", Weight::Risk, false),
    (r"(champion|sponsor) (left|has left|is leaving)", Weight::Risk, true),
    (r"(reorg(anisation|anization)?|restructuring)", Weight::Risk, false),
    (r"(losing|may lose|might lose)", Weight::Risk, true),
    (r"(critical|urgent|escalat(ed|ion))", Weight::Risk, true),
    (r"block(ed|ers?|ing)", Weight::Blocker, false),
    (r"on hold", Weight::Blocker, false),
    (r"(budget|spending|hiring) freeze", Weight::Blocker, true),
    (r"no budget", Weight::Blocker, true),
    (r"(legal|security|procurement) (review|approval) (pending|open|outstanding|required)", Weight::Blocker, false),
    (r"waiting (for|on) (legal|security|procurement|approval)", Weight::Blocker, false),
    (r"no decision[- ]maker", Weight::Blocker, false),
    (r"cancel(led|ed|ling|ing)?", Weight::Blocker, true),
    (r"show[- ]?stopper", Weight::Blocker, true),
];

/// Words right before a warning that negate it: "no risk", "without delay".
const TAKEN_BACK: &str = r"(?i)\b(no|without|not|zero|never|resolved|no longer)(\s+(any|further|more|a|the))?\s*$";

/// A warning word, with its position.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Signal {
    pub weight: Weight,
    pub severe: bool,
    /// `manager_notes`, `next_steps` or `red_flags`.
    pub field: &'static str,
    /// As written.
    pub word: String,
    /// The sentence around it.
    pub said: String,
}

/// The severity of a deal's warnings.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "UPPERCASE")]
pub enum Severity {
    #[default]
    Low,
    Medium,
    High,
}

/// The warnings in a deal's texts.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Signals {
    pub signals: Vec<Signal>,
    /// High for a severe word or two blockers; medium for any word.
    pub severity: Severity,
    /// The field of red flags is filled in.
    pub red_flags: bool,
}

impl Signals {
    /// The number of signals with this weight.
    pub fn count(&self, weight: Weight) -> usize {
        self.signals.iter().filter(|signal| signal.weight == weight).count()
    }
}

static PATTERNS: LazyLock<Vec<(Regex, Weight, bool)>> = LazyLock::new(|| {
    let compiled = |(words, weight, severe): &(&str, Weight, bool)| {
        Regex::new(&format!(r"(?i)\b{words}\b")).ok().map(|pattern| (pattern, *weight, *severe))
    };
    WORDS.iter().filter_map(compiled).collect()
});

/// `extract_risk_signals`: each row of the table once, at its first position.
pub fn extract_risk_signals(deal: &Deal) -> Signals {
    let fields =
        [("red_flags", &deal.red_flags), ("manager_notes", &deal.manager_notes), ("next_steps", &deal.next_steps)];
    let mut signals: Vec<Signal> = Vec::new();
    let mut covered: Vec<(&str, std::ops::Range<usize>)> = Vec::new();
    // Severe and longer words first: "no budget" is not also a concern about the budget.
    let mut patterns: Vec<_> = PATTERNS.iter().collect();
    patterns.sort_by_key(|(_, weight, severe)| (*weight != Weight::Blocker, !severe));
    for (pattern, weight, severe) in patterns {
        let found = fields.iter().find_map(|(field, text)| {
            let text = text.as_deref()?;
            let free = |at: &std::ops::Range<usize>| {
                !covered.iter().any(|(f, c)| f == field && c.start < at.end && at.start < c.end)
            };
            let places = pattern.find_iter(text).map(|m| m.range());
            let place = places.into_iter().find(|at| free(at) && !is_taken_back(&text[..at.start]))?;
            Some((*field, text, place))
        });
        if let Some((field, text, at)) = found {
            let (word, said) = (text[at.clone()].to_owned(), sentence(text, &at).to_owned());
            signals.push(Signal { weight: *weight, severe: *severe, field, word, said });
            covered.push((field, at));
        }
    }
    let blockers = signals.iter().filter(|s| s.weight == Weight::Blocker).count();
    let severity = match () {
        () if blockers >= 2 || signals.iter().any(|s| s.severe) => Severity::High,
        () if !signals.is_empty() => Severity::Medium,
        () => Severity::Low,
    };
    Signals { signals, severity, red_flags: deal.red_flags.as_deref().is_some_and(is_flag) }
}

fn is_taken_back(before: &str) -> bool {
    static BACK: LazyLock<Option<Regex>> = LazyLock::new(|| Regex::new(TAKEN_BACK).ok());
    BACK.as_ref().is_some_and(|back| back.is_match(before))
}

/// "none" in a field of red flags does not count.
fn is_flag(text: &str) -> bool {
    !matches!(text.trim().to_lowercase().trim_end_matches('.'), "" | "none" | "no" | "n/a" | "-" | "false" | "0")
}

/// The sentence around a position. Full stops of other scripts count, too.
fn sentence<'a>(text: &'a str, at: &std::ops::Range<usize>) -> &'a str {
    let ends = ['.', '!', '?', '\n', ';', '。', '！', '？'];
    let start = text[..at.start].rfind(ends).map_or(0, |i| i + text[i..].chars().next().map_or(1, char::len_utf8));
    let end = text[at.end..].find(ends).map_or(text.len(), |i| at.end + i);
    text[start..end].trim()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(notes: &str) -> Signals {
        extract_risk_signals(&Deal { manager_notes: Some(notes.into()), ..Deal::default() })
    }

    #[test]
    fn words_warn_unless_they_are_taken_back() {
        for (notes, risks, blockers, severity) in [
            ("", 0, 0, Severity::Low),
            ("All is well, no risk and no further delays.", 0, 0, Severity::Low),
            ("Competitor is in. Procurement delayed it.", 2, 0, Severity::Medium),
            ("The deal is on hold.", 0, 1, Severity::Medium),
            ("On hold; legal review pending.", 0, 2, Severity::High),
            ("There is no budget this year.", 0, 1, Severity::High),
            ("Our champion has left.", 1, 0, Severity::High),
            ("先方は検討中。budget freeze。来週電話", 0, 1, Severity::High),
            ("Riskless talk of brisk blockchains.", 0, 0, Severity::Low),
        ] {
            let found = of(notes);
            let counts = (found.count(Weight::Risk), found.count(Weight::Blocker), found.severity);
            assert_eq!(counts, (risks, blockers, severity), "{notes}: {found:?}");
        }
    }

    #[test]
    fn each_signal_says_where_it_stands() {
        let deal = Deal {
            next_steps: Some("Call them. Pricing pressure from the CFO! Then a demo.".into()),
            red_flags: Some("None.".into()),
            ..Deal::default()
        };
        let found = extract_risk_signals(&deal);
        let signal = &found.signals[0];
        assert_eq!((signal.field, signal.word.as_str()), ("next_steps", "Pricing pressure"));
        assert_eq!((signal.said.as_str(), found.red_flags), ("Pricing pressure from the CFO", false));
        let flagged = extract_risk_signals(&Deal { red_flags: Some("Sponsor unknown".into()), ..Deal::default() });
        assert!(flagged.red_flags && flagged.signals.is_empty());
    }

    #[test]
    fn every_row_of_the_table_is_a_pattern() {
        assert_eq!(PATTERNS.len(), WORDS.len());
    }
}
