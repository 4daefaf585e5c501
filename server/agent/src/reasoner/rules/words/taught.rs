//! Whether a word can be taught: it must not be understood yet, and its meaning must be, completely.

use chrono::NaiveDate;
use model::error::AppError;
use model::session::taught::{MAX_MEANING_CHARS, MAX_WORD_CHARS, NewWord};
use model::text::capital;

use query::frame::{Linker, Parse};
use query::values::{Vocabulary, pick};
use search::words::is_stop;

/// Maximum number of words in a taught term.
const MAX_WORDS: usize = 4;

/// The word and its meaning as stored: tidied, and with other taught words replaced by their meanings.
///
/// # Errors
/// `Invalid` with the field `word` or `meaning`, and what to do; `Conflict` for a word that is taught already.
pub fn check(new: &NewWord, v: &Vocabulary, as_of: NaiveDate) -> Result<(String, String), AppError> {
    let word = tidy(&new.word);
    let phrase = pick::words(&word);
    let invalid = |field: &str, detail: String| Err(AppError::invalid(field, detail));
    if phrase.is_empty() {
        return invalid("word", "The word is empty. Write the word as people use it.".into());
    }
    let (chars, most) = (word.chars().count(), MAX_WORD_CHARS);
    if chars > most || phrase.len() > MAX_WORDS {
        let detail = format!("The word is too long: at most {MAX_WORDS} words and {most} characters. Shorten it.");
        return invalid("word", detail);
    }
    let key = pick::phrase(&word);
    if let Some(known) = v.taught.iter().find(|known| pick::phrase(&known.word) == key) {
        let detail = format!("“{}” already means {}. Revoke that first, on the page Words.", known.word, known.meaning);
        return Err(AppError::Conflict { detail });
    }
    if says_nothing(&word) {
        return invalid("word", format!("“{word}” is a word of every question. Only unknown words can be taught."));
    }
    if let Ok(what) = understood(&word, v, as_of) {
        let what = what.map_or_else(String::new, |what| format!(": it is read as {what}"));
        return invalid("word", format!("“{word}” is already understood{what}. Only unknown words can be taught."));
    }
    let meaning = tidy(&new.meaning);
    if pick::words(&meaning).is_empty() {
        return invalid("meaning", format!("The meaning is empty. Say what “{word}” means."));
    }
    if meaning.chars().count() > MAX_MEANING_CHARS {
        let detail = format!("The meaning is longer than {MAX_MEANING_CHARS} characters. Shorten it.");
        return invalid("meaning", detail);
    }
    let meaning = v.taught_in(&meaning).0.into_owned();
    let within = pick::words(&meaning);
    if within.windows(phrase.len()).any(|part| part.iter().zip(&phrase).all(|((a, _), (b, _))| a == b)) {
        let detail = format!("“{word}” cannot mean “{meaning}”, which contains the word itself.");
        return invalid("meaning", detail);
    }
    match understood(&meaning, v, as_of) {
        Ok(_) => Ok((word, meaning)),
        Err(unknown) => {
            let unknown = if unknown.is_empty() { meaning } else { unknown.join("” and “") };
            let detail = format!(
                "I do not understand “{unknown}” either. Choose a value of the data, or words that I understand."
            );
            invalid("meaning", detail)
        }
    }
}

/// Whether a taught meaning exists in data of which somebody sees a part.
pub fn knows(v: &Vocabulary, meaning: &str) -> bool {
    let last = v.days.iter().filter_map(|(_, days)| days.to).max().unwrap_or_default();
    understood(meaning, v, last).is_ok()
}

/// Whether all words of a text are stop words.
fn says_nothing(text: &str) -> bool {
    text.to_lowercase().split(' ').all(is_stop)
}

/// Whether a text names something in the data, with its value if it is a single one.
///
/// # Errors
/// The words that name nothing.
fn understood(text: &str, v: &Vocabulary, as_of: NaiveDate) -> Result<Option<String>, Vec<String>> {
    if says_nothing(text) {
        return Err(Vec::new());
    }
    let linker = Linker::new(v, as_of);
    let datasets = linker.datasets();
    let value = datasets.iter().find_map(|d| linker.value(*d, text));
    if let Some(found) = value {
        return Ok(match found.as_slice() {
            [one] => Some(format!("the {} {}", one.column.replace('_', " "), one.labels.join(" or "))),
            _ => None,
        });
    }
    let named = |text: &str| {
        datasets.iter().any(|d| linker.noun(*d, text).is_some() || linker.measure(*d, text).is_some())
            || matches!(linker.time(None, text), Ok(Some(_)))
    };
    if named(text) {
        return Ok(None);
    }
    // A phrase is understood if each of its words is: "overdue cases", "platinum customers".
    let words = pick::words(text);
    let known = |word: &str| is_stop(word) || named(word) || datasets.iter().any(|d| linker.value(*d, word).is_some());
    let unknown: Vec<String> =
        words.iter().filter(|(word, _)| !known(word)).map(|(_, at)| text[at.clone()].to_owned()).collect();
    if unknown.is_empty() && words.len() > 1 { Ok(None) } else { Err(unknown) }
}

/// On one line, without surrounding quotation marks.
fn tidy(text: &str) -> String {
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    text.trim_matches(['"', '“', '”', '\'', '‘', '’', '?', '!', '.', ',', ' ']).to_owned()
}

/// How taught words were read, one sentence each.
pub fn notes(parse: &Parse) -> Vec<String> {
    parse.taught.iter().map(|word| capital(&word.note())).collect()
}

#[cfg(test)]
mod tests {
    use model::record::Product;
    use model::session::taught::TaughtWord;

    use super::*;

    #[test]
    #[allow(clippy::field_reassign_with_default)]
    fn what_can_be_taught_and_what_cannot() {
        let mut v = Vocabulary::default();
        v.products = vec![Product { slug: "mortgage".into(), name: "Mortgage".into() }];
        v.customers = vec![("c1".into(), "Bank of America, National Association".into())];
        v.categories = vec!["Login failures".into()];
        v.taught = vec![TaughtWord { word: "BofA".into(), meaning: "Mortgage".into(), ..TaughtWord::default() }];
        v.index();
        let day = "2026-01-31".parse().unwrap();
        let long = "x".repeat(41);
        for (word, meaning, want) in [
            ("BAC", "Bank of America, National Association", Ok("Bank of America, National Association")),
            (" “flops” ", " login   failures. ", Ok("login failures")),
            ("laggards", "overdue cases", Ok("overdue cases")),
            ("brass", "platinum customers", Ok("platinum customers")),
            ("wibbles", "BofA complaints", Ok("Mortgage complaints")),
            ("", "Mortgage", Err(("word", "empty"))),
            ("?!", "Mortgage", Err(("word", "empty"))),
            (long.as_str(), "Mortgage", Err(("word", "too long"))),
            ("one zwo drei vier funf", "Mortgage", Err(("word", "too long"))),
            ("mortgages", "Login failures", Err(("word", "already understood: it is read as the product Mortgage"))),
            ("complaints", "Mortgage", Err(("word", "already understood"))),
            ("not the", "Mortgage", Err(("word", "every question"))),
            ("bofa", "Login failures", Err(("", "already means Mortgage"))),
            ("flops", " ", Err(("meaning", "empty"))),
            ("flops", "zorks of the mortgage", Err(("meaning", "“zorks”"))),
            ("flops", "the", Err(("meaning", "do not understand"))),
            ("flops", "flops about mortgages", Err(("meaning", "the word itself"))),
        ] {
            let new = NewWord { word: word.into(), meaning: meaning.into(), run_id: None };
            match (check(&new, &v, day), want) {
                (Ok((_, got)), Ok(want)) => assert_eq!(got, want),
                (Err(AppError::Invalid { field, detail }), Err((at, says))) => {
                    assert!(field == at && detail.contains(says), "{word}: {field}: {detail}");
                }
                (Err(AppError::Conflict { detail }), Err(("", says))) => assert!(detail.contains(says), "{detail}"),
                (got, want) => panic!("{word} as {meaning}: {got:?}, not {want:?}"),
            }
        }
    }
}
