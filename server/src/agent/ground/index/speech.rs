//! What strings are: names of rows, sentences of the tool, or what customers and documents say.
//!
//! Deliberately not here: strings that are numbers or dates (`leaf`).

use super::field::Field;
use super::names::numbered;

/// What the strings of a field are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Speech {
    /// Names a row: a category, a customer, a status.
    Label,
    /// Sentences of the tool itself.
    Prose,
    /// What customers or documents say: evidence for quotations, hearsay for numbers.
    Told,
}

/// The longest name of a row, in bytes.
pub const NAME: usize = 200;

/// What a name says of the strings under it.
#[derive(Clone, Copy, Debug, Default)]
pub struct Strings {
    told: bool,
    /// What somebody wrote where the object around it is one record of many, else what the tool says.
    told_in_record: bool,
    names: bool,
    remarks: bool,
}

impl Strings {
    pub fn of(words: &[String]) -> Self {
        let has = |options: &[&str]| words.iter().any(|w| options.contains(&w.as_str()));
        let told = [
            "excerpt",
            "content",
            "text",
            "body",
            "narrative",
            "snippet",
            "quote",
            "description",
            "resolution",
            "message",
        ];
        // Some archives call their categories by whole clauses; the field says that they are names.
        let naming = [
            "category",
            "subcategory",
            "topic",
            "label",
            "name",
            "product",
            "customer",
            "company",
            "status",
            "key",
            "issue",
            "reason",
            "theme",
        ];
        Strings {
            told: has(&told),
            told_in_record: has(&["summary", "subject", "comment"]),
            names: words.last().is_some_and(|w| naming.contains(&w.as_str())),
            remarks: has(&[
                "summary",
                "insights",
                "insight",
                "note",
                "explanation",
                "recommendations",
                "error",
                "mitigations",
            ]),
        }
    }
}

/// What a string is, `record` saying whether the object around it is one record of many.
pub fn speech(field: &Field, text: &str, record: bool) -> Speech {
    let under = field.strings;
    if under.told || record && under.told_in_record {
        return Speech::Told;
    }
    if under.names && text.len() <= NAME {
        return Speech::Label;
    }
    let long = text.len() > 80 || text.split_whitespace().count() > 8;
    if long || under.remarks {
        return Speech::Prose;
    }
    if numbered(text).is_some() {
        return Speech::Label;
    }
    // "2 open cases" and "12 tickets" say something; they name nothing.
    let figure = |w: &str| w.bytes().all(|b| b.is_ascii_digit());
    let mut parts = text.split_whitespace();
    let (leads, count) = (parts.next().is_some_and(figure), parts.clone().count() + 1);
    if leads && count >= 2 || count >= 3 && parts.any(figure) { Speech::Prose } else { Speech::Label }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::agent::ground::index::field::read;

    #[test]
    fn strings() {
        for (name, text, record, want) in [
            ("category", "Login failures", true, Speech::Label),
            ("summary", "412 complaints", false, Speech::Prose),
            ("summary", "It closes when I open it", true, Speech::Told),
            ("excerpt", "It closes", false, Speech::Told),
        ] {
            assert_eq!(speech(&read(name), text, record), want, "{name}");
        }
    }
}
