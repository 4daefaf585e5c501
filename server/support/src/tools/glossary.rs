//! A short glossary: what a thing is and where it is, in both languages, for callers who ask in the middle of a step.

use std::sync::LazyLock;

use model::support::Language;
use model::text::fold;

use super::knowledge::spoken;

/// A thing mentioned in steps.
#[derive(Debug)]
pub struct Entry {
    pub name: String,
    language: Language,
    /// The beginnings of its words, without diacritics; `$` ends a whole word.
    stems: Vec<String>,
    what: String,
    place: String,
}

impl Entry {
    /// What it is.
    pub fn what(&self, formal: bool) -> String {
        spoken(&self.what, formal)
    }

    /// Where it is.
    pub fn place(&self, formal: bool) -> String {
        spoken(&self.place, formal)
    }
}

static ALL: LazyLock<Vec<Entry>> = LazyLock::new(|| {
    let of =
        |language, text: &str| text.split("## ").skip(1).filter_map(|block| read(language, block)).collect::<Vec<_>>();
    let mut all = of(Language::Lt, include_str!("knowledge/glossary/lt.md"));
    all.extend(of(Language::En, include_str!("knowledge/glossary/en.md")));
    all
});

fn read(language: Language, block: &str) -> Option<Entry> {
    let (name, fields) = block.split_once('\n')?;
    let field = |key: &str| fields.lines().find_map(|line| line.strip_prefix(key)).map(str::trim);
    Some(Entry {
        name: name.trim().to_owned(),
        language,
        stems: field("stems:")?.split(", ").map(str::to_owned).collect(),
        what: field("what:")?.to_owned(),
        place: field("where:")?.to_owned(),
    })
}

/// The topic of a question, in the language of the call; words of either language are understood. Of several things,
/// the last: "kur tame rūteryje yra WAN".
pub fn find(question: &str, language: Language) -> Option<&'static Entry> {
    let plain: String = fold(question)
        .chars()
        .map(|c| {
            if c.is_ascii_digit() {
                '0'
            } else if c.is_alphanumeric() {
                c
            } else {
                ' '
            }
        })
        .collect();
    let words: Vec<&str> = plain.split_whitespace().collect();
    let stands = |at: usize, stem: &str| {
        stem.split(' ').zip(at..).all(|(part, i)| {
            words
                .get(i)
                .is_some_and(|word| part.strip_suffix('$').map_or_else(|| word.starts_with(part), |w| *word == w))
        })
    };
    let place = |entry: &Entry| {
        (0..words.len())
            .filter_map(|at| Some((at, entry.stems.iter().filter(|s| stands(at, s)).map(String::len).max()?)))
            .max()
    };
    let (_, name) =
        ALL.iter().filter_map(|entry| Some((place(entry)?, &entry.name))).max_by_key(|(place, _)| *place)?;
    ALL.iter().find(|entry| entry.name == *name && entry.language == language)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_entry_is_told_in_both_languages_and_found_by_its_stems() {
        let (lt, en) = ALL.split_at(ALL.len() / 2);
        let names = |half: &[Entry]| half.iter().map(|e| e.name.clone()).collect::<Vec<_>>();
        assert!(lt.len() >= 24 && names(lt) == names(en));
        for entry in ALL.iter() {
            for formal in [false, true] {
                for text in [entry.what(formal), entry.place(formal)] {
                    assert!(text.len() > 20 && !text.contains(['[', '{', '|']), "{text}");
                }
            }
        }
    }

    #[test]
    fn questions_back_find_their_thing() {
        for (question, want) in [
            ("o kas tas WAN?", Some("wan")),
            ("Kur ant rūterio slaptažodis?", Some("password")),
            ("what is an ONT", Some("ont")),
            ("kuri lemputė?", Some("light")),
            ("where do I find the account number", Some("account")),
            ("kaip sekasi", None),
        ] {
            assert_eq!(find(question, Language::Lt).map(|entry| entry.name.as_str()), want, "{question}");
        }
        assert!(find("kas yra ONT", Language::En).is_some_and(|entry| entry.what(false).starts_with("The fibre box")));
    }
}
