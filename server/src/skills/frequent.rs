//! What unlabelled texts talk about: the words, and pairs of words, that most of them use.

use std::collections::{HashMap, HashSet};

use crate::search::words;

/// A word or pair of words, and in how many texts it stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Frequent {
    /// As people write it, in lower case.
    pub words: String,
    pub texts: i64,
}

/// The most frequent of at least two texts, at most `limit`. A pair takes the place of its words when most of the texts
/// with one of them have the pair: "direct debit" rather than "debit".
pub fn frequent(texts: &[String], limit: usize) -> Vec<Frequent> {
    // Stem or pair of stems: number of texts, and how it was written.
    let mut singles: HashMap<String, (i64, HashMap<String, i64>)> = HashMap::new();
    let mut pairs: HashMap<(String, String), (i64, HashMap<String, i64>)> = HashMap::new();
    for text in texts {
        let stems = words::stems(text);
        let mut seen = HashSet::new();
        for (stem, span) in &stems {
            if stem.len() > 2 && stem.chars().all(char::is_alphabetic) && seen.insert(stem) {
                let entry = singles.entry(stem.clone()).or_default();
                entry.0 += 1;
                *entry.1.entry(text[span.clone()].to_lowercase()).or_default() += 1;
            }
        }
        let mut seen = HashSet::new();
        for pair in stems.windows(2) {
            let written = &text[pair[0].1.start..pair[1].1.end];
            let adjacent = text[pair[0].1.end..pair[1].1.start] == *" ";
            let key = (pair[0].0.clone(), pair[1].0.clone());
            if adjacent && seen.insert(key.clone()) {
                let entry = pairs.entry(key).or_default();
                entry.0 += 1;
                *entry.1.entry(written.to_lowercase()).or_default() += 1;
            }
        }
    }
    let most = |stem: &String, n: i64| singles.get(stem).is_some_and(|(all, _)| n * 5 >= *all * 3);
    let mut strong: Vec<_> = pairs
        .iter()
        .filter(|((a, b), (n, _))| *n >= 2 && singles.contains_key(a) && singles.contains_key(b))
        .filter(|((a, b), (n, _))| most(a, *n) || most(b, *n))
        .collect();
    strong.sort_by(|a, b| b.1.0.cmp(&a.1.0).then_with(|| a.0.cmp(b.0)));
    let (mut found, mut covered) = (Vec::new(), HashSet::new());
    for ((a, b), (n, written)) in strong {
        // A word belongs to its most frequent pair only.
        if !covered.contains(a) && !covered.contains(b) {
            covered.extend([a, b].into_iter().filter(|stem| most(stem, *n)));
            found.push(Frequent { words: usual(written), texts: *n });
        }
    }
    let lone = singles.iter().filter(|(stem, (n, _))| *n >= 2 && !covered.contains(*stem));
    found.extend(lone.map(|(_, (n, written))| Frequent { words: usual(written), texts: *n }));
    found.sort_by(|a, b| b.texts.cmp(&a.texts).then_with(|| a.words.cmp(&b.words)));
    found.truncate(limit);
    found
}

/// The most usual way to write it; of equals the first in the alphabet.
fn usual(written: &HashMap<String, i64>) -> String {
    let most = written.iter().max_by(|a, b| a.1.cmp(b.1).then_with(|| b.0.cmp(a.0)));
    most.map(|(text, _)| text.clone()).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pairs_take_the_place_of_their_words() {
        let texts: Vec<String> = [
            "My direct debit failed again",
            "The direct debit was taken twice",
            "Direct debits fail, the branch does not care",
            "The branch is closed",
        ]
        .map(String::from)
        .to_vec();
        let found = frequent(&texts, 3);
        let got: Vec<_> = found.iter().map(|f| (f.words.as_str(), f.texts)).collect();
        assert_eq!(got, [("direct debit", 3), ("branch", 2), ("fail", 2)]);
        assert!(frequent(&[], 5).is_empty());
    }
}
