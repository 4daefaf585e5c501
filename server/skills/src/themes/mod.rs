//! Themes: what texts are about, named in their own words. A theme is a phrase of one to three words that many texts
//! share, whose words belong together, and that other texts, if there are any, use less: counts per class weighted as
//! in c-TF-IDF (Grootendorst 2022), with phrases instead of words. Pure code, no data access.
//!
//! Deliberately not here: meaning. Two phrases for one thing are two themes unless the same texts have both.

mod words;

use std::collections::HashSet;
use std::ops::Range;

use rustc_hash::FxHashMap as HashMap;

use query::values::pick::plain;
use words::Role;

/// A phrase by its words' numbers; padded with `NONE`.
type Key = [u32; 3];
const NONE: u32 = u32::MAX;

/// Maximum phrases examined, by weight: form letters alone can fill hundreds.
const MAX_CANDIDATES: usize = 1_000;

#[derive(Clone, Debug, PartialEq)]
pub struct Theme {
    /// In its commonest spelling: "late payments".
    pub name: String,
    /// The indices of the texts with it, in order.
    pub texts: Vec<usize>,
    key: Key,
}

/// Splits texts into phrases. Texts to compare need the same reader.
#[derive(Default)]
pub struct Reader {
    numbers: HashMap<String, u32>,
    known: HashMap<String, (u32, Role)>,
    /// By number: whether the word can be a name alone, and its role.
    roles: Vec<(bool, Role)>,
}

/// What a selection's themes are contrasted with.
#[derive(Clone, Copy)]
pub enum Against<'a> {
    /// Other texts; ignored if few.
    Others(&'a Corpus<'a>),
    /// The texts that include them, without themselves.
    Rest(&'a Corpus<'a>),
}

/// Texts that were read.
pub struct Corpus<'a> {
    texts: Vec<&'a str>,
    /// For each text its distinct phrases, with the byte range of the first occurrence.
    phrases: Vec<Vec<(Key, Range<usize>)>>,
    /// How many texts have a phrase.
    counts: HashMap<Key, u32>,
}

impl Reader {
    /// Reads texts. Takes about a millisecond for ten texts of a page each.
    pub fn read<'a>(&mut self, texts: impl IntoIterator<Item = &'a str>) -> Corpus<'a> {
        let texts: Vec<&str> = texts.into_iter().collect();
        let phrases: Vec<_> = texts.iter().map(|text| self.phrases(text)).collect();
        let mut counts = HashMap::default();
        for (key, _) in phrases.iter().flatten() {
            *counts.entry(*key).or_insert(0) += 1;
        }
        Corpus { texts, phrases, counts }
    }

    /// Phrases that are names of customers and products, and so no themes.
    pub fn names<'a>(&mut self, names: impl IntoIterator<Item = &'a str>) -> HashSet<Key> {
        names.into_iter().flat_map(|name| self.phrases(name)).map(|(key, _)| key).collect()
    }

    fn phrases(&mut self, text: &str) -> Vec<(Key, Range<usize>)> {
        let mut out: Vec<(Key, Range<usize>)> = Vec::new();
        for run in self.runs(text) {
            for (i, (first, at, role)) in run.iter().enumerate() {
                if !content(*role) {
                    continue;
                }
                out.push(([*first, NONE, NONE], at.clone()));
                let Some((second, to, role)) = run.get(i + 1) else { continue };
                let next = run.get(i + 2);
                if content(*role) {
                    out.push(([*first, *second, NONE], at.start..to.end));
                }
                if let Some((third, to, last)) = next
                    && content(*last)
                    && (content(*role) || *role == Role::Joining)
                {
                    out.push(([*first, *second, *third], at.start..to.end));
                }
            }
        }
        out.sort_unstable_by(|a, b| a.0.cmp(&b.0).then_with(|| a.1.start.cmp(&b.1.start)));
        out.dedup_by(|a, b| a.0 == b.0);
        out
    }

    /// Words separated only by blanks.
    fn runs(&mut self, text: &str) -> Vec<Vec<(u32, Range<usize>, Role)>> {
        let mut runs = vec![Vec::new()];
        let mut start = None;
        let mut lower = String::new();
        for (at, c) in text.char_indices().chain([(text.len(), '.')]) {
            let inside = c.is_alphabetic() || start.is_some() && matches!(c, '\'' | '’' | '-');
            if inside {
                start.get_or_insert(at);
                continue;
            }
            if let Some(from) = start.take() {
                let word = text[from..at].trim_end_matches(['\'', '’', '-']);
                lower.clear();
                lower.extend(word.chars().flat_map(char::to_lowercase));
                let (number, role) = self.word(&lower);
                match runs.last_mut() {
                    Some(run) if role != Role::Empty => run.push((number, from..from + word.len(), role)),
                    _ => runs.push(Vec::new()),
                }
            }
            if !c.is_whitespace() {
                runs.push(Vec::new());
            }
        }
        runs.retain(|run| !run.is_empty());
        runs
    }

    /// The number of a word; singular and plural share it.
    fn word(&mut self, lower: &str) -> (u32, Role) {
        if let Some(known) = self.known.get(lower) {
            return *known;
        }
        let bare = lower.split(['\'', '’']).next().unwrap_or(lower);
        let plain = plain(bare);
        let role = match words::role(bare) {
            Role::Telling => words::role(&plain),
            role => role,
        };
        let next = u32::try_from(self.numbers.len()).unwrap_or(NONE);
        let number = *self.numbers.entry(plain).or_insert(next);
        if number == next {
            self.roles.push((words::is_name(bare), role));
        }
        self.known.insert(lower.to_owned(), (number, role));
        (number, role)
    }

    /// The best themes by weight, at most `limit`. `not` are names. A theme is in at least three texts and in one of a
    /// hundred.
    pub fn themes(&self, of: &Corpus<'_>, others: Against<'_>, not: &HashSet<Key>, limit: usize) -> Vec<Theme> {
        let least = (of.texts.len() / 100).max(3) as u32;
        let mut weighed: Vec<(f64, Key)> = of
            .counts
            .iter()
            .filter(|(key, count)| **count >= least && !not.contains(*key))
            .filter_map(|(key, count)| Some((self.weight(*key, *count, of, others)?, *key)))
            .collect();
        weighed.sort_by(|a, b| b.0.total_cmp(&a.0).then_with(|| a.1.cmp(&b.1)));
        let mut out: Vec<Theme> = Vec::new();
        for (_, key) in weighed.into_iter().take(MAX_CANDIDATES) {
            let texts: Vec<usize> = (0..of.texts.len()).filter(|i| of.holds(*i, key)).collect();
            if out.iter().any(|theme| same(theme, &key, &texts)) || of.is_name(key, &texts, &self.roles) {
                continue;
            }
            out.push(Theme { name: of.usual(key, &texts), texts, key });
            if out.len() == limit {
                break;
            }
        }
        out
    }

    /// How well a phrase names a theme; `None` if it cannot.
    fn weight(&self, key: Key, count: u32, of: &Corpus<'_>, others: Against<'_>) -> Option<f64> {
        let role = |number: u32| self.roles.get(number as usize).copied().unwrap_or((false, Role::Empty));
        let words: Vec<u32> = key.into_iter().filter(|n| *n != NONE && content(role(*n).1)).collect();
        let mut contrast = 1.0;
        let (there, of_how_many) = match others {
            Against::Others(all) => (all.counts.get(&key).copied().unwrap_or(0), all.texts.len()),
            Against::Rest(all) => {
                let rest = all.counts.get(&key).copied().unwrap_or(0).saturating_sub(count);
                (rest, all.texts.len().saturating_sub(of.texts.len()))
            }
        };
        if of_how_many >= 20 {
            let ratio = (f64::from(count) / of.texts.len() as f64) / ((f64::from(there) + 1.0) / of_how_many as f64);
            if ratio < if words.len() == 1 { 2.5 } else { 0.7 } {
                return None;
            }
            contrast = (1.0 + ratio).ln();
        } else if words.len() == 1 {
            return None;
        }
        if words.len() == 1 {
            // In few texts a single word means little.
            let enough = count as usize >= (of.texts.len() / 50).max(8);
            return (enough && role(words[0]).0).then_some(f64::from(count) * contrast * 0.3);
        }
        if words.iter().all(|n| role(*n).1 != Role::Telling) {
            return None;
        }
        // Words belong together if most texts with them have them adjacent.
        let alone = |n: &u32| f64::from(of.counts.get(&[*n, NONE, NONE]).copied().unwrap_or(1).max(1)).ln();
        let mean = (words.iter().map(alone).sum::<f64>() / words.len() as f64).exp();
        // By the square root, so that form letters, with always the same words, do not outweigh what many say freely.
        let together = (f64::from(count) / mean).min(1.0).sqrt();
        Some(f64::from(count) * together * contrast)
    }
}

impl Corpus<'_> {
    pub fn len(&self) -> usize {
        self.texts.len()
    }

    /// How many of these texts have a theme found in others.
    pub fn count(&self, theme: &Theme) -> usize {
        self.counts.get(&theme.key).map_or(0, |n| *n as usize)
    }

    /// The texts for which `keep` holds, as a corpus of their own.
    pub fn only(&self, keep: impl Fn(usize) -> bool) -> Self {
        let kept: Vec<usize> = (0..self.texts.len()).filter(|i| keep(*i)).collect();
        let phrases: Vec<_> = kept.iter().map(|i| self.phrases[*i].clone()).collect();
        let mut counts = HashMap::default();
        for (key, _) in phrases.iter().flatten() {
            *counts.entry(*key).or_insert(0) += 1;
        }
        Self { texts: kept.into_iter().map(|i| self.texts[i]).collect(), phrases, counts }
    }

    fn holds(&self, text: usize, key: Key) -> bool {
        self.phrases[text].binary_search_by(|(k, _)| k.cmp(&key)).is_ok()
    }

    /// Whether a phrase is nearly always written as a name is: of a person or a firm, especially in a sign-off. Words
    /// at the beginning of a sentence, or in a text in capitals, do not count; business terms are not names.
    fn is_name(&self, key: Key, texts: &[usize], roles: &[(bool, Role)]) -> bool {
        let trade = |n: &u32| roles.get(*n as usize).is_some_and(|(_, role)| *role == Role::Helping);
        if key.iter().any(|n| *n != NONE && trade(n)) {
            return false;
        }
        let (mut names, mut plain) = (0, 0);
        for text in texts {
            let Ok(at) = self.phrases[*text].binary_search_by(|(k, _)| k.cmp(&key)) else { continue };
            let span = self.phrases[*text][at].1.clone();
            let before = self.texts[*text][..span.start].trim_end_matches([' ', '\t']);
            let opens = before.is_empty() || before.ends_with(['.', '!', '?', '\n', ':', '-', '–', '—', '"', '“']);
            let written = &self.texts[*text][span];
            for word in written.split_whitespace().skip(usize::from(opens)) {
                let mut chars = word.chars();
                let capital = chars.next().is_some_and(char::is_uppercase);
                let rest: Vec<char> = chars.filter(|c| c.is_alphabetic()).collect();
                match (capital, rest.iter().all(|c| c.is_lowercase())) {
                    (true, true) if !rest.is_empty() => names += 1,
                    (true, _) => {}
                    (false, _) => plain += 1,
                }
            }
        }
        // "of" within a name is lower case, too.
        names >= 2 && names * 4 >= plain * 16
    }

    /// The commonest spelling of a phrase; among equals the first in the alphabet. Short capitals stay so: "FCRA".
    fn usual(&self, key: Key, texts: &[usize]) -> String {
        let mut forms: HashMap<String, usize> = HashMap::default();
        for text in texts {
            let Ok(at) = self.phrases[*text].binary_search_by(|(k, _)| k.cmp(&key)) else { continue };
            let written = &self.texts[*text][self.phrases[*text][at].1.clone()];
            // A single short word in capitals is an abbreviation; in a phrase it is shouting.
            let short = written.len() < 6 && written.len() > 1 && !written.contains(char::is_lowercase);
            let form = match short {
                true => written.to_owned(),
                false => written.split_whitespace().collect::<Vec<_>>().join(" ").to_lowercase(),
            };
            *forms.entry(form).or_default() += 1;
        }
        let most = forms.into_iter().max_by(|a, b| a.1.cmp(&b.1).then_with(|| b.0.cmp(&a.0)));
        most.map(|(form, _)| form).unwrap_or_default()
    }
}

fn content(role: Role) -> bool {
    matches!(role, Role::Telling | Role::Helping)
}

/// Whether a phrase repeats a theme: it shares a word and most of its texts, or nearly all of its texts.
fn same(theme: &Theme, key: &Key, texts: &[usize]) -> bool {
    let shared = key.iter().filter(|n| **n != NONE && theme.key.contains(n)).count();
    let mine: HashSet<&usize> = theme.texts.iter().collect();
    let both = texts.iter().filter(|t| mine.contains(t)).count() as f64;
    let overlap = both / texts.len().min(theme.texts.len()).max(1) as f64;
    shared >= 2 || shared == 1 && overlap > 0.5 || overlap > 0.8
}

#[cfg(test)]
mod tests {
    use super::*;

    fn named(texts: &[&str], others: Option<&[&str]>, not: &[&str]) -> Vec<(String, usize)> {
        let mut reader = Reader::default();
        let of = reader.read(texts.iter().copied());
        let others = reader.read(others.unwrap_or_default().iter().copied());
        let not = reader.names(not.iter().copied());
        let themes = reader.themes(&of, Against::Others(&others), &not, 3);
        themes.into_iter().map(|t| (t.name, t.texts.len())).collect()
    }

    #[test]
    fn phrases_name_themes_and_boilerplate_does_not() {
        let texts = [
            "XXXX my direct debit failed again, account number XXXX.",
            "The direct debit was taken twice from my account number.",
            "Direct debits fail. As a consumer I complain.",
            "A late payment was put on my credit report on XX/XX/2019 by Wells Fargo.",
            "Late payments on my credit report, Wells Fargo will not remove the late payment.",
            "They report late payments. I was never late. Wells Fargo again.",
        ];
        assert_eq!(
            named(&texts, None, &["WELLS FARGO & COMPANY"]),
            [("direct debit".into(), 3), ("late payments".into(), 3)]
        );
        let firm = ["Sutter Mills closed it.", "It was Sutter Mills!", "Ask Sutter Mills."];
        assert!(named(&firm, None, &[]).is_empty(), "a name is no theme");
        assert!(named(&firm, None, &["SUTTER MILLS, N.A."]).is_empty());
        assert!(named(&[], None, &[]).is_empty());
    }

    #[test]
    fn names_of_people_are_no_themes() {
        let signed: Vec<String> =
            (0..6).map(|n| format!("My direct debit failed {n} times.\n\nKind regards\nAnders Lindberg")).collect();
        let texts: Vec<&str> = signed.iter().map(String::as_str).collect();
        assert_eq!(named(&texts, None, &[]), [("direct debit".into(), 6)]);
        let act = ["It breaks the Fair Lending rules.", "What of the Fair Lending rules?", "the fair lending rules"];
        assert_eq!(named(&act, None, &[])[0].1, 3, "written small by some, it is no name");
        let shouting = ["MY DIRECT DEBIT FAILED", "MY DIRECT DEBIT FAILED", "THE DIRECT DEBIT IS LATE"];
        assert_eq!(named(&shouting, None, &[])[0].0, "direct debit");
    }

    #[test]
    fn single_words_need_others_to_differ_from() {
        let texts = vec!["The foreclosure sale went ahead."; 9];
        let others = vec!["My password is refused and nobody answers."; 40];
        assert_eq!(named(&texts, None, &[]), [("foreclosure sale".into(), 9)]);
        let texts = vec!["A foreclosure, of my home!"; 9];
        assert_eq!(named(&texts, Some(&others), &[])[0], ("foreclosure".into(), 9));
        assert!(named(&texts[..5], Some(&others), &[]).is_empty());
        assert!(named(&texts, None, &[]).is_empty());
    }

    #[test]
    fn odd_texts_do_no_harm() {
        for text in ["", "'", "- -", "’’’", "ß'", "𝒳 of of of", "of", "İİ İİ"] {
            assert!(named(&[text; 4], None, &[]).len() <= 3, "{text}");
        }
    }
}
