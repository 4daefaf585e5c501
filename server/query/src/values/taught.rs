//! Taught words in a text, read as their taught meaning.

use std::borrow::Cow;
use std::ops::Range;

use model::session::taught::{BY_ACCOUNT, Memory, MemoryKind, TaughtWord};

use super::{Vocabulary, pick};

/// The own word of a person who is a relationship manager. Its position in a question is found by grammar
/// (`query::frame::mine`), since "my" alone is not a name.
pub const MINE: &str = "my";

impl Vocabulary {
    /// The names of the firm's relationship managers.
    pub fn managers(&self) -> &[String] {
        let of = |(column, _): &&(&str, Vec<String>)| *column == "relationship_manager";
        self.people.iter().find(of).map_or(&[], |(_, names)| names)
    }

    /// A text with "rorys clients" as "rory's clients", for the names of managers.
    pub fn with_possessives<'t>(&self, text: &'t str) -> Cow<'t, str> {
        let names: Vec<String> =
            self.managers().iter().flat_map(|name| name.split_whitespace()).map(str::to_lowercase).collect();
        let mut out = Cow::Borrowed(text);
        for (_, at) in pick::words(text).into_iter().rev() {
            let word = text[at.clone()].to_lowercase();
            let stem = word.strip_suffix('s').filter(|_| !names.contains(&word));
            if stem.is_some_and(|stem| names.iter().any(|name| name == stem)) {
                out.to_mut().insert(at.end - 1, '\'');
            }
        }
        out
    }

    /// The relationship manager with exactly this name.
    pub fn manager(&self, name: &str) -> Option<&str> {
        let wanted = pick::phrase(name);
        self.managers().iter().find(|own| pick::phrase(own) == wanted).map(String::as_str)
    }

    /// A text with taught words replaced by their meanings, and which words those were, without duplicates. Quoted
    /// text, and parts of longer names, stay unchanged.
    pub fn taught_in<'t>(&self, text: &'t str) -> (Cow<'t, str>, Vec<TaughtWord>) {
        self.read_as(text, &self.taught)
    }

    /// The same with other words than the shared ones.
    pub fn read_as<'t>(&self, text: &'t str, taught: &[TaughtWord]) -> (Cow<'t, str>, Vec<TaughtWord>) {
        let found = self.taught_words(text, taught);
        if found.is_empty() {
            return (Cow::Borrowed(text), Vec::new());
        }
        let (mut out, mut last, mut used) = (String::with_capacity(text.len() + 32), 0, Vec::<TaughtWord>::new());
        for (span, word) in found {
            out.push_str(&text[last..span.start]);
            out.push_str(&word.meaning);
            last = span.end;
            if used.iter().all(|other| other.id != word.id) {
                used.push(word.clone());
            }
        }
        out.push_str(&text[last..]);
        (Cow::Owned(out), used)
    }

    /// What a person's own memory means in a question, without anything outside of their data. An account with the name
    /// of a manager (helen.marchbanks, helen.marchbanks@bank.example) is that manager's, unless they said otherwise.
    pub fn own_words(&self, memory: &[Memory], account: &str) -> Vec<TaughtWord> {
        let own = |word: &str, meaning: &str| TaughtWord {
            word: word.to_owned(),
            meaning: meaning.to_owned(),
            own: true,
            id: format!("own:{}", word.to_lowercase()),
            ..TaughtWord::default()
        };
        let known = |m: &&Memory| self.customer(&m.meaning).is_some() || self.product(&m.meaning).is_some();
        let of = |kind| memory.iter().filter(move |m| m.kind == kind).filter(known);
        let manager = |m: &&Memory| m.kind == MemoryKind::Manager && self.manager(&m.meaning).is_some();
        let me = memory.iter().filter(manager).map(|m| own(MINE, &m.meaning)).next_back();
        let named = || self.manager(account.split('@').next().unwrap_or_default());
        let by_account = |name: &str| TaughtWord { id: BY_ACCOUNT.to_owned(), ..own(MINE, name) };
        let me = me.or_else(|| named().map(by_account));
        let mut all: Vec<TaughtWord> = of(MemoryKind::Name).map(|m| own(&m.word, &m.meaning)).collect();
        let products: Vec<&str> = of(MemoryKind::Product).map(|m| m.meaning.as_str()).collect();
        if !products.is_empty() {
            all.extend(["my products", "my product"].map(|word| own(word, &products.join(" or "))));
        }
        all.extend(me);
        // The short name of a pinned customer, if others share it and it names nothing else.
        let first = |name: &str| pick::words(name).into_iter().next().map(|(_, at)| name[at].to_owned());
        for pinned in of(MemoryKind::Customer) {
            let Some(short) = first(&pinned.meaning).filter(|short| short.chars().count() > 2) else { continue };
            let same = |(_, name): &&(String, String)| first(name).is_some_and(|f| f.eq_ignore_ascii_case(&short));
            if self.customers.iter().filter(same).take(2).count() > 1 && self.find_in(&short).is_empty() {
                all.push(own(&short, &pinned.meaning));
            }
        }
        all
    }

    /// The taught meaning of a whole text; the text itself without one.
    pub fn meant<'t>(&'t self, text: &'t str) -> &'t str {
        if self.taught.is_empty() {
            return text;
        }
        let phrase = pick::phrase(text);
        self.taught.iter().find(|word| pick::phrase(&word.word) == phrase).map_or(text, |word| &word.meaning)
    }

    fn taught_words<'w>(&self, text: &str, taught: &'w [TaughtWord]) -> Vec<(Range<usize>, &'w TaughtWord)> {
        if taught.is_empty() {
            return Vec::new();
        }
        let words = pick::words(text);
        let mut known: Vec<_> = taught.iter().map(|word| (pick::words(&word.word), word)).collect();
        known.sort_by_key(|(phrase, _)| std::cmp::Reverse(phrase.len()));
        let mut found: Vec<(Range<usize>, &'w TaughtWord)> = Vec::new();
        for (phrase, word) in known.iter().filter(|(phrase, word)| !phrase.is_empty() && word.word != MINE) {
            for window in words.windows(phrase.len()) {
                let span = window[0].1.start..window[phrase.len() - 1].1.end;
                let same = window.iter().zip(phrase).all(|((have, _), (want, _))| have == want);
                let free = found.iter().all(|(other, _)| other.end <= span.start || span.end <= other.start);
                if same && free && !quoted(text, &span) {
                    found.push((span, word));
                }
            }
        }
        if !found.is_empty() {
            let names = self.find_in(text);
            let inside = |span: &Range<usize>| {
                names.iter().any(|m| m.span.start <= span.start && span.end <= m.span.end && m.span.len() > span.len())
            };
            found.retain(|(span, _)| !inside(span));
        }
        found.sort_by_key(|(span, _)| span.start);
        found
    }
}

fn quoted(text: &str, span: &Range<usize>) -> bool {
    let plain = text[..span.start].matches('"').count() % 2 == 1 && text[span.end..].contains('"');
    let curly = text[..span.start].matches('“').count() > text[..span.start].matches('”').count();
    plain || curly && text[span.end..].contains('”')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_read_as_what_they_mean() {
        let taught = |id: &str, word: &str, meaning: &str| TaughtWord {
            id: id.into(),
            word: word.into(),
            meaning: meaning.into(),
            ..TaughtWord::default()
        };
        let mut v = Vocabulary {
            customers: vec![("c1".into(), "Bank of America, National Association".into())],
            taught: vec![
                taught("1", "BofA", "Bank of America, National Association"),
                taught("2", "America", "Texas"),
                taught("3", "top brass", "platinum customers"),
            ],
            ..Vocabulary::default()
        };
        v.index();
        for (text, want, used) in [
            ("Complaints of bofa's branches", "Complaints of Bank of America, National Association's branches", 1),
            ("Complaints of Bank of America, National Association", "", 0),
            ("Complaints in America by TOP brass", "Complaints in Texas by platinum customers", 2),
            ("Messages that mention \"BofA\"", "", 0),
            ("Messages that mention “BofA”", "", 0),
            ("bofas and BofA", "Bank of America, National Association and Bank of America, National Association", 1),
            ("nothing of it", "", 0),
        ] {
            let (read, words) = v.taught_in(text);
            assert_eq!(read, if want.is_empty() { text } else { want });
            assert_eq!(words.len(), used, "{text}");
        }
        assert_eq!((v.meant("BOFA"), v.meant("Texas")), ("Bank of America, National Association", "Texas"));
    }
}
