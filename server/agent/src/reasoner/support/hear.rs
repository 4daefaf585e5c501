//! Hearing a caller's message: yes, no or other as the last question allows, problems, an address, a name, the language.
//!
//! Deliberately not here: the words (`cues`), and what follows from what was heard (`tree`).

use std::sync::LazyLock;

use model::support::{Asks, Heard, Language, Problem, Reply, Wish};
use model::text::fold;
use regex::Regex;

use super::cues::{self, Cues, TROUBLES};
use crate::pattern;

/// Words of five letters or more may have one letter wrong.
const TYPO_FROM: usize = 5;
/// Words of a message that may be nothing but a goodbye or a greeting.
const SHORT: usize = 4;

/// A message as words without diacritics, in lower case.
struct Words(Vec<Word>);

struct Word {
    text: String,
    /// It is known as it stands, so it is no misspelling of another: "neveikia" is not "nereikia".
    known: bool,
}

impl Words {
    fn of(message: &str) -> Self {
        let plain = fold(message).replace(['’', '`'], "'");
        let words = plain.split(|c: char| !c.is_alphanumeric() && c != '\'' && c != '-').map(|w| w.trim_matches('\''));
        let word = |w: &str| Word { text: w.to_owned(), known: cues::all().any(|cue| begins(w, cue)) };
        Self(words.filter(|w| !w.is_empty()).map(word).collect())
    }

    /// Where a cue of the list begins; a cue of several words stands for them in this order.
    fn find(&self, list: &[&str]) -> Option<usize> {
        (0..self.0.len()).find(|at| list.iter().any(|cue| self.stands(*at, cue)))
    }

    fn has(&self, cues: &Cues) -> bool {
        self.place(cues).is_some()
    }

    fn place(&self, cues: &Cues) -> Option<usize> {
        [self.find(cues.lt), self.find(cues.en)].into_iter().flatten().min()
    }

    fn count(&self, list: &[&str]) -> usize {
        (0..self.0.len()).filter(|at| list.iter().any(|cue| self.stands(*at, cue))).count()
    }

    fn stands(&self, at: usize, cue: &str) -> bool {
        let mut parts = cue.split(' ').zip(at..);
        parts.all(|(part, i)| self.0.get(i).is_some_and(|word| fits(word, part)))
    }
}

/// A short cue is a whole word; one of four letters or more a stem, with one letter wrong where it is long enough.
fn fits(Word { text: word, known }: &Word, cue: &str) -> bool {
    if cue == "n't" {
        return word.ends_with("n't");
    }
    let length = cue.chars().count();
    if begins(word, cue) {
        return true;
    }
    if length < TYPO_FROM || word.chars().count() < length || *known {
        return false;
    }
    let near = |n: usize| {
        let start: String = word.chars().take(n).collect();
        start.chars().next() == cue.chars().next() && strsim::osa_distance(&start, cue) <= 1
    };
    [length, length + 1, length - 1].into_iter().any(near)
}

/// Whether a word is a short cue, or begins with one of four letters or more.
fn begins(word: &str, cue: &str) -> bool {
    if cue.len() <= 3 { word == cue } else { word.starts_with(cue) }
}

/// What a message says, to whom was asked `asks` in `language` before, and who calls from `phone`.
pub fn hear(message: &str, language: Language, asks: Option<Asks>, phone: &str) -> Heard {
    let words = Words::of(message);
    let problems = problems(&words, asks);
    let reply = reply(&words, asks, &problems);
    Heard {
        reply,
        address: address(message, asks),
        name: name(message),
        language: spoken(message, &words, language),
        wish: wish(message, &words, asks, phone),
        greets: words.0.len() <= SHORT && words.has(&cues::GREETING),
        // Nobody is taken for rude by a misspelling.
        rude: cues::RUDE.lt.iter().chain(cues::RUDE.en).any(|cue| words.0.iter().any(|word| begins(&word.text, cue))),
        problems,
    }
}

fn reply(words: &Words, asks: Option<Asks>, problems: &[Problem]) -> Reply {
    if asks == Some(Asks::Step)
        && let Some(helped) = helped(words)
    {
        return if helped { Reply::Yes } else { Reply::No };
    }
    // Who names a problem of their own does not answer the question of whether there is anything else with "no".
    if !problems.is_empty() && matches!(asks, Some(Asks::More | Asks::Problem) | None) {
        return Reply::Other;
    }
    match (words.place(&cues::YES), words.place(&cues::NO)) {
        (Some(yes), Some(no)) if yes < no => Reply::Yes,
        (_, Some(_)) => Reply::No,
        (Some(_), None) => Reply::Yes,
        (None, None) => Reply::Other,
    }
}

/// Whether a step has helped, where the message says so in its own words.
fn helped(words: &Words) -> Option<bool> {
    if words.has(&cues::NOT_HELPED) {
        return Some(false);
    }
    let at = words.place(&cues::HELPED)?;
    let negated = at > 0
        && [cues::NEGATIONS.lt, cues::NEGATIONS.en].iter().any(|list| list.iter().any(|cue| words.stands(at - 1, cue)));
    Some(!negated)
}

/// The problems that are named, each once, in the order of the message.
fn problems(words: &Words, asks: Option<Asks>) -> Vec<Problem> {
    // After a step "it does not work" is its result, not a new problem.
    if matches!(asks, Some(Asks::Step | Asks::Ticket)) {
        return Vec::new();
    }
    let mut found: Vec<(usize, Problem)> = Vec::new();
    for trouble in TROUBLES {
        let place = words.place(&trouble.enough).or_else(|| {
            let about = words.place(&trouble.about)?;
            let any = trouble.how.lt.is_empty() || words.has(&trouble.how);
            // Asked what the problem is, the thing alone says it.
            (any || asks == Some(Asks::Problem) && trouble.problem == Problem::NoInternet).then_some(about)
        });
        if let Some(place) = place {
            // A slow or broken line is not a missing one as well, as long as the same words say both.
            let line = |p: &Problem| matches!(p, Problem::SlowInternet | Problem::Intermittent | Problem::NoInternet);
            if !(line(&trouble.problem) && found.iter().any(|(_, p)| line(p))) {
                found.push((place, trouble.problem));
            }
        }
    }
    found.sort_by_key(|(place, _)| *place);
    found.into_iter().map(|(_, problem)| problem).collect()
}

fn wish(message: &str, words: &Words, asks: Option<Asks>, phone: &str) -> Option<Wish> {
    if words.has(&cues::OTHERS) || names_another(message, phone) {
        return Some(Wish::OthersData);
    }
    if words.has(&cues::PERSON) {
        return Some(Wish::Person);
    }
    if words.has(&cues::WHEN) {
        return Some(Wish::When);
    }
    // In a longer message such a word means something else: "iki šiol".
    let ends = words.0.len() <= SHORT && words.has(&cues::END);
    (ends && asks != Some(Asks::Step)).then_some(Wish::End)
}

/// A number or an account that is not the caller's.
fn names_another(message: &str, phone: &str) -> bool {
    static NUMBER: LazyLock<Regex> =
        LazyLock::new(|| pattern(r"(?:\+370|\b8)[\s-]?\d{2,3}[\s-]?\d{2,3}[\s-]?\d{2,3}\b"));
    static ACCOUNT: LazyLock<Regex> = LazyLock::new(|| pattern(r"(?i)\bCUST\d+\b"));
    let digits = |text: &str| -> String { text.chars().filter(char::is_ascii_digit).collect() };
    let own = digits(phone);
    let last = |text: &str| text.chars().rev().take(8).collect::<String>();
    ACCOUNT.is_match(message) || NUMBER.find_iter(message).any(|m| last(&digits(m.as_str())) != last(&own))
}

/// A street with a house number. Where the address was not asked for, only what calls itself a street.
fn address(message: &str, asks: Option<Asks>) -> Option<String> {
    static MARKED: LazyLock<Regex> = LazyLock::new(|| {
        pattern(
            r"(?i)((?:[\p{L}.'’]+\s+){1,3}?(?:g\.|gatv\p{L}*|pr\.|prospekt\p{L}*|al\.|alėj\p{L}*|street|avenue))\s*,?\s*(\d+\s?[a-z]?\b(?:\s?[-–/]\s?\d+)?)",
        )
    });
    static BARE: LazyLock<Regex> =
        LazyLock::new(|| pattern(r"(?i)((?:[\p{L}.'’]+\s+){1,3})(\d+[a-z]?\b(?:\s?[-–/]\s?\d+)?)"));
    let found =
        MARKED.captures(message).or_else(|| (asks == Some(Asks::Address)).then(|| BARE.captures(message)).flatten())?;
    let street: Vec<&str> = found[1]
        .split_whitespace()
        .skip_while(|word| {
            // What leads in is no part of the street.
            let word = fold(word).replace('’', "'");
            [
                "mano", "adresas", "yra", "gyvenu", "cia", "my", "address", "is", "i", "live", "at", "it's", "it",
                "taip", "ne", "no", "yes", "del", "o", "for", "the", "namuose", "adresu",
            ]
            .contains(&word.trim_end_matches('.'))
        })
        .collect();
    (!street.is_empty()).then(|| format!("{} {}", street.join(" "), found[2].trim()))
}

/// How the caller calls themselves.
fn name(message: &str) -> Option<String> {
    static NAME: LazyLock<Regex> = LazyLock::new(|| {
        pattern(
            r"(?:[Mm]ano vardas(?: yra)?|[Aa]š esu|[Aa]s esu|[Čč]ia|[Mm]y name is|[Tt]his is|[Ii]'m|[Ii] am)\s+(\p{Lu}\p{Ll}+(?:\s\p{Lu}\p{Ll}+)?)",
        )
    });
    NAME.captures(message).map(|found| found[1].to_owned())
}

/// The language that the message asks for or is in, where it is not the call's.
fn spoken(message: &str, words: &Words, language: Language) -> Option<Language> {
    let asked = |cues: &Cues| words.has(cues);
    let other = match language {
        Language::Lt => Language::En,
        Language::En => Language::Lt,
    };
    let wanted = match other {
        Language::En => asked(&cues::ENGLISH),
        Language::Lt => asked(&cues::LITHUANIAN),
    };
    if wanted {
        return Some(other);
    }
    let marked = message.chars().any(|c| "ąčęėįšųūžĄČĘĖĮŠŲŪŽ".contains(c));
    let lists = |of: fn(&'static Cues) -> &'static [&'static str]| {
        let how = TROUBLES.iter().map(|trouble| &trouble.how);
        let all = [&cues::MARKS, &cues::YES, &cues::NOT_HELPED, &cues::HELPED].into_iter().chain(how);
        let list: Vec<&str> = all.flat_map(|cues| of(cues).iter().copied()).collect();
        words.count(&list)
    };
    let (lt, en) = (lists(|c| c.lt) + usize::from(marked) * 2, lists(|c| c.en));
    let (here, there) = if language == Language::Lt { (lt, en) } else { (en, lt) };
    // One word may be borrowed; a sentence is not.
    (here == 0 && there >= 2).then_some(other)
}

/// What was heard, for the trace.
pub fn told(heard: &Heard) -> String {
    let mut parts = Vec::new();
    if heard.reply != Reply::Other {
        parts.push(format!("\"{}\"", heard.reply));
    }
    parts.extend(heard.problems.iter().map(|p| format!("a problem: {}", p.as_str().replace('_', " "))));
    parts.extend(heard.address.as_ref().map(|a| format!("the address {a}")));
    parts.extend(heard.name.as_ref().map(|n| format!("the name {n}")));
    parts.extend(heard.language.map(|l| if l == Language::Lt { "Lithuanian" } else { "English" }.to_owned()));
    parts.extend(heard.wish.map(|w| match w {
        Wish::Person => "a wish to speak to a person".to_owned(),
        Wish::When => "a question about when it is mended".to_owned(),
        Wish::OthersData => "a question about somebody else".to_owned(),
        Wish::End => "a goodbye".to_owned(),
    }));
    if heard.rude {
        parts.push("an insult".into());
    }
    if parts.is_empty() { "Heard: nothing that helps.".into() } else { format!("Heard: {}.", parts.join(", ")) }
}

#[cfg(test)]
#[path = "hear_tests.rs"]
mod tests;
