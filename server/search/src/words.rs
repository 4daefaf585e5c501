//! From text to searchable words: letters and digits in lower case, without stop words, stemmed by the English Snowball
//! stemmer. The same for stored texts and queries, so that "crashes" finds "crashed".

use std::ops::Range;
use std::sync::LazyLock;

use model::text::excerpt;
use tantivy::tokenizer::{
    Language, LowerCaser, RemoveLongFilter, SimpleTokenizer, Stemmer, StopWordFilter, TextAnalyzer, TokenStream,
};

/// Stop words, question words, and the redaction marks of archives.
const STOP: &str = "a about above after again all also am an and any are as at be because been before being below \
    between both but by can could did do does doing don down during each few for from further get got had has have \
    having he her here hers him his how i if in into is it its just know ll m many me more most much my no nor not now \
    of off on once only or other our out over own please re s same say says said she should so some such t tell than \
    that the their them then there these they this those through to too under until up us ve very was we were what when \
    where which while who whom why will with would you your xx xxx xxxx xxxxx xxxxxx xxxxxxxx";

/// The analyser's name in the index.
pub const NAME: &str = "plumbline_en";

/// Cuts texts into the stems of English words.
pub struct Stems(TextAnalyzer);

impl Stems {
    /// Without these words, separated by blanks.
    pub fn without(stop: &str) -> Self {
        let pipeline = TextAnalyzer::builder(SimpleTokenizer::default())
            .filter(RemoveLongFilter::limit(40))
            .filter(LowerCaser)
            .filter(StopWordFilter::remove(stop.split_whitespace().map(str::to_owned)))
            .filter(Stemmer::new(Language::English));
        Self(pipeline.build())
    }

    /// The stems of a text with the byte ranges of their words.
    pub fn cut(&self, text: &str) -> Vec<(String, Range<usize>)> {
        let mut analyser = self.0.clone();
        let mut stream = analyser.token_stream(text);
        let mut out = Vec::new();
        while let Some(token) = stream.next() {
            out.push((token.text.clone(), token.offset_from..token.offset_to));
        }
        out
    }
}

static STEMS: LazyLock<Stems> = LazyLock::new(|| Stems::without(STOP));

/// The pipeline from text to stems.
pub fn analyser() -> TextAnalyzer {
    STEMS.0.clone()
}

/// Whether a lower-case word is a stop word.
pub fn is_stop(word: &str) -> bool {
    static WORDS: LazyLock<std::collections::HashSet<&str>> = LazyLock::new(|| STOP.split_whitespace().collect());
    WORDS.contains(word)
}

/// The stems of a text with the byte ranges of their words.
pub fn stems(text: &str) -> Vec<(String, Range<usize>)> {
    STEMS.cut(text)
}

/// The distinct stems of a text in order of first appearance.
pub fn distinct(text: &str) -> Vec<String> {
    let mut seen = std::collections::HashSet::new();
    stems(text).into_iter().map(|(stem, _)| stem).filter(|stem| seen.insert(stem.clone())).collect()
}

/// The most relevant excerpt of a text for a query, verbatim and at most `max` characters: the window with the most
/// distinct words of the query, from the start of its sentence if near, to the end of a sentence or word. Without a
/// match, the beginning.
pub fn excerpt<'a>(text: &'a str, query: &str, max: usize) -> &'a str {
    let text = text.trim();
    if text.chars().count() <= max {
        return text;
    }
    let wanted = distinct(query);
    let hits: Vec<(usize, Range<usize>)> = stems(text)
        .into_iter()
        .filter_map(|(stem, span)| Some((wanted.iter().position(|w| *w == stem)?, span)))
        .collect();
    let mut best = (0, 0);
    for (i, (_, span)) in hits.iter().enumerate() {
        let start = excerpt::start(text, span.start, max / 2);
        let end = excerpt::end(text, start, max);
        let mut inside: Vec<usize> = hits[i..].iter().take_while(|(_, s)| s.end <= end).map(|(w, _)| *w).collect();
        inside.sort_unstable();
        inside.dedup();
        if inside.len() > best.0 {
            best = (inside.len(), start);
        }
    }
    text[best.1..excerpt::end(text, best.1, max)].trim()
}

/// The distinct words of a text that match a query, as written, e.g. to highlight.
pub fn matched<'a>(text: &'a str, query: &str) -> Vec<&'a str> {
    let wanted = distinct(query);
    let mut out: Vec<&str> = Vec::new();
    for (stem, span) in stems(text) {
        let word = &text[span];
        if wanted.contains(&stem) && !out.contains(&word) {
            out.push(word);
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn words_are_stemmed_and_empty_ones_dropped() {
        assert_eq!(distinct("Why are the apps crashing? The APP crashed!"), ["app", "crash"]);
        assert_eq!(distinct("what is it"), Vec::<String>::new());
        assert!(is_stop("the") && !is_stop("app"));
    }

    #[test]
    fn an_excerpt_is_where_the_words_are() {
        let text = "I have been a customer for years and I was always happy with what you do for me and my family. \
            Since the update the app crashes when I log in. It is a shame. I would like to hear from you soon, because \
            I need to pay my bills and this cannot wait any longer than it already has, as you will surely understand.";
        assert_eq!(excerpt(text, "app crash log", 60), "Since the update the app crashes when I log in.");
        assert!(excerpt(text, "weather", 30).starts_with("I have been a customer"));
        assert_eq!(excerpt(" short ", "x", 30), "short");
        assert_eq!(matched(text, "crashing apps"), ["app", "crashes"]);
    }

    proptest! {
        #[test]
        fn excerpts_are_word_for_word(text in "\\PC{0,300}", query in "\\PC{0,20}", max in 1usize..80) {
            let part = excerpt(&text, &query, max);
            prop_assert!(text.contains(part) && part.chars().count() <= max);
        }
    }
}
