//! Words of Lithuanian and English for searching articles: in lower case, without stop words, and the similarity of two
//! words by their shared character trigrams, which did better than whole words and stems when measured.

use std::collections::HashSet;
use std::sync::LazyLock;

use model::support::Language;
use model::text::fold;

/// The minimum similarity: below it, words share only an ending.
const ALIKE: f64 = 0.5;

/// A word prepared for comparison.
#[derive(Clone, Debug, PartialEq)]
pub struct Word {
    /// In lower case, diacritics folded.
    pub folded: String,
    /// Its character trigrams, sorted, with start and end marked.
    grams: Vec<[char; 3]>,
}

impl Word {
    fn new(lower: &str) -> Self {
        let folded = fold(lower);
        let marked: Vec<char> = "^^".chars().chain(folded.chars()).chain(['$']).collect();
        let mut grams: Vec<[char; 3]> = marked.windows(3).map(|w| [w[0], w[1], w[2]]).collect();
        grams.sort_unstable();
        grams.dedup();
        Self { folded, grams }
    }

    /// From 0 to 1: Dice's coefficient of their trigrams; 0 below [`ALIKE`].
    pub fn like(&self, other: &Self) -> f64 {
        if self.folded == other.folded {
            return 1.0;
        }
        let both = self.grams.iter().filter(|gram| other.grams.binary_search(gram).is_ok()).count();
        let share = 2.0 * both as f64 / (self.grams.len() + other.grams.len()) as f64;
        if share >= ALIKE { share } else { 0.0 }
    }
}

/// The content words of a text. A hyphen joins ("Wi-Fi" is "wifi"); tokens without letters are ignored.
pub fn words(text: &str, language: Language) -> Vec<Word> {
    text.to_lowercase()
        .replace('-', "")
        .split(|c: char| !c.is_alphanumeric())
        .filter(|word| word.chars().any(char::is_alphabetic) && !is_stop(word, language))
        .map(Word::new)
        .collect()
}

/// Lithuanian stop words, diacritics folded.
const STOP: &str = "a ai ant apie ar arba as ba bei bet bus but buti buvo cia dabar daug dar del esu gal galima galiu gali \
    i ir is isvis it ja jai jau jei jeigu ji jie jis jo jos ju jums jus jusu ka kad kada kai kaip kas kiek kiti kodel kol \
    kur kuri kuris labai labas laba diena lyg man mane mano mes mums mus musu na ne nei nes net nieko no noriu nuo o oi pas \
    per po prasau prie pries reik reikia sau savo si sis sita sitas siuo so su ta tai taip tam tas tau tave tavo te tik \
    tiek to todel toks tu turi turiu uz va vel vis viskas visai visi yra zinau zinoti";

fn is_stop(lower: &str, language: Language) -> bool {
    static LITHUANIAN: LazyLock<HashSet<&str>> = LazyLock::new(|| STOP.split_whitespace().collect());
    match language {
        Language::Lt => LITHUANIAN.contains(fold(lower).as_str()),
        Language::En => crate::words::is_stop(lower),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn folded(text: &str, language: Language) -> Vec<String> {
        words(text, language).into_iter().map(|w| w.folded).collect()
    }

    #[test]
    fn words_are_folded_and_empty_ones_dropped() {
        assert_eq!(folded("Kodėl Wi-Fi vis trūkinėja 3 kartus?", Language::Lt), ["wifi", "trukineja", "kartus"]);
        assert_eq!(folded("Why can't I get online", Language::En), ["online"]);
        assert_eq!(folded("  ?! 500 ", Language::Lt), Vec::<String>::new());
    }

    #[test]
    fn forms_and_typos_are_alike() {
        let like = |a: &str, b: &str| {
            let [a, b] = [a, b].map(|text| words(text, Language::Lt).remove(0));
            a.like(&b)
        };
        assert_eq!(like("sąskaita", "saskaita"), 1.0);
        assert!(like("maršrutizatorius", "marsrutizatoris") > 0.8);
        assert_eq!(like("televizija", "sąskaita"), 0.0);
    }
}
