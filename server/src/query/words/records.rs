//! Records that a question names by their ids: "comm-00123", "case-0123", "ticket TCK-88".

use std::ops::Range;

/// Before a name of letters and digits: then it is that of a record.
const NOUNS: [&str; 12] = [
    "case",
    "cases",
    "ticket",
    "message",
    "communication",
    "complaint",
    "record",
    "id",
    "number",
    "no",
    "nr",
    "reference",
];
/// How the ids of this desk begin.
const KINDS: [&str; 5] = ["comm", "cfpb", "mail", "case", "doc"];

/// All records that are named.
pub fn records(question: &str) -> Vec<(String, Range<usize>)> {
    let mut out = Vec::new();
    let mut from = 0;
    let mut before = String::new();
    for word in question.split_whitespace() {
        let Some(start) = question[from..].find(word).map(|i| i + from) else { break };
        from = start + word.len();
        let numbered = word.trim_start_matches(['(', '"', '“', '\'']).starts_with('#');
        let id = word.trim_matches(|c: char| !c.is_alphanumeric());
        let id = id.strip_suffix("'s").or(id.strip_suffix("’s")).unwrap_or(id);
        let Some(at) = word.find(id).map(|i| i + start).filter(|_| !id.is_empty()) else { continue };
        let digit = id.chars().any(|c| c.is_ascii_digit());
        let letter = id.starts_with(|c: char| c.is_alphabetic());
        let kind = id.split('-').next().unwrap_or_default();
        let own = id.contains('-') && KINDS.iter().any(|k| kind.eq_ignore_ascii_case(k));
        let named = NOUNS.contains(&before.as_str());
        // "case 4711", "ticket #88", "message ZD-17", but not "cases 2025" nor "case 3-5 days".
        let bare = id.chars().all(|c| c.is_ascii_digit()) && (id.len() > 4 || numbered);
        let plain = id.chars().all(|c| c.is_alphanumeric() || matches!(c, '-' | '_' | '.'));
        if digit && plain && (own || named && (bare || letter && id.len() > 2 && !quarter(id))) {
            out.push((id.to_owned(), at..at + id.len()));
        }
        before = id.to_lowercase();
    }
    out
}

/// "Q3", "Q3-2025": a time, no name.
fn quarter(text: &str) -> bool {
    let mut chars = text.chars();
    chars.next().is_some_and(|c| c.eq_ignore_ascii_case(&'q')) && chars.next().is_some_and(|c| c.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn records_by_their_ids() {
        let question = "Show me messages similar to (comm-00123), please";
        let (id, span) = records(question).remove(0);
        assert_eq!((id.as_str(), &question[span]), ("comm-00123", "comm-00123"));
        for (question, want) in [
            ("What about CFPB-2302?", "CFPB-2302"),
            ("Show me case case-0123", "case-0123"),
            ("status of ticket TCK-88?", "TCK-88"),
            ("what became of case #17", "17"),
            ("case-zendesk-4711's status", "case-zendesk-4711"),
        ] {
            assert_eq!(records(question)[0].0, want, "{question}");
        }
        for question in [
            "",
            "comm-",
            "e-mail",
            "x-ray 7",
            "cases 2025",
            "case Q3-2025",
            "a case 3-5 days old",
            "top issues for account 5441",
        ] {
            assert!(records(question).is_empty(), "{question}");
        }
    }
}
