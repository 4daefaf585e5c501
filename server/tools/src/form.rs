//! Question patterns that a tool answers directly: "how much did we spend in $period". A question matches if its words
//! are those of the pattern, in order, ignoring stop words and endings. Nothing is guessed: one extra word, and it no
//! longer matches.

use serde_json::{Map, Value};

use search::words::{is_stop, stems};

/// Stop words that do change the question.
const TELLING: [&str; 16] = [
    "not", "no", "nor", "most", "more", "before", "after", "between", "under", "below", "above", "over", "off",
    "against", "same", "out",
];

/// Most words per placeholder.
const MAX_WORDS: usize = 8;

/// Most attempts per pattern: adjacent placeholders could be filled in very many ways.
const MAX_ATTEMPTS: usize = 2_000;

/// A pattern.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Form {
    pieces: Vec<Piece>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Piece {
    /// A stemmed word.
    Word(String),
    /// A placeholder for the tool's argument of this name.
    Place(String),
}

/// A tokenised question, shared by all patterns.
pub struct Question<'a> {
    text: &'a str,
    tokens: Vec<Token<'a>>,
}

impl<'a> Question<'a> {
    pub fn new(text: &'a str) -> Self {
        Self { text, tokens: tokens(text) }
    }
}

struct Token<'a> {
    text: &'a str,
    from: usize,
    /// For comparison.
    stem: String,
    small: bool,
}

fn tokens(text: &str) -> Vec<Token<'_>> {
    let mut out = Vec::new();
    let mut start = None;
    for (at, c) in text.char_indices().chain([(text.len(), ' ')]) {
        let inside = c.is_alphanumeric() || matches!(c, '_' | '$') || (start.is_some() && matches!(c, '-' | '.' | '@'));
        match (start, inside) {
            (None, true) => start = Some(at),
            (Some(from), false) => {
                let text = text[from..at].trim_end_matches(['-', '.', '@']);
                let lower = text.to_lowercase();
                let small = is_stop(&lower) && !TELLING.contains(&lower.as_str());
                let stem = stems(&lower).pop().map_or(lower, |(stem, _)| stem);
                if !text.is_empty() {
                    out.push(Token { text, from, stem, small });
                }
                start = None;
            }
            _ => {}
        }
    }
    out
}

impl Form {
    /// Parses a pattern. `known` are the tool's arguments.
    pub fn read(text: &str, known: &[&str]) -> Result<Self, String> {
        let mut pieces = Vec::new();
        for token in tokens(text).into_iter().filter(|token| !token.small) {
            pieces.push(match token.text.strip_prefix('$') {
                Some(name) if known.contains(&name) => Piece::Place(name.to_owned()),
                Some(name) => return Err(format!("\"{text}\" has ${name}, which is not a parameter of the tool")),
                None => Piece::Word(token.stem),
            });
        }
        match pieces.iter().any(|piece| matches!(piece, Piece::Word(_))) {
            true => Ok(Self { pieces }),
            false => Err(format!("\"{text}\" has no word to recognise a question by")),
        }
    }

    /// The arguments of a matching question; `value` parses the text of a placeholder.
    pub fn fits(
        &self,
        question: &Question<'_>,
        value: &dyn Fn(&str, &str) -> Option<Value>,
    ) -> Option<Map<String, Value>> {
        let Question { text, tokens } = question;
        let mut it = Fitting { question: text, tokens, value, found: Map::new(), tries: MAX_ATTEMPTS };
        it.from(&self.pieces, 0).then_some(it.found)
    }
}

struct Fitting<'a> {
    question: &'a str,
    tokens: &'a [Token<'a>],
    value: &'a dyn Fn(&str, &str) -> Option<Value>,
    found: Map<String, Value>,
    tries: usize,
}

impl Fitting<'_> {
    fn from(&mut self, pieces: &[Piece], at: usize) -> bool {
        let Some(left) = self.tries.checked_sub(1) else { return false };
        self.tries = left;
        let rest = &self.tokens[at..];
        let small = rest.iter().take_while(|token| token.small).count();
        match pieces.split_first() {
            None => small == rest.len(),
            Some((Piece::Word(stem), others)) => {
                rest.get(small).is_some_and(|token| token.stem == *stem) && self.from(others, at + small + 1)
            }
            Some((Piece::Place(name), others)) => (0..=small).rev().any(|skip| {
                let first = at + skip;
                (first + 1..=self.tokens.len().min(first + MAX_WORDS)).any(|end| self.place(name, first, end, others))
            }),
        }
    }

    /// Whether these words fill a placeholder and the rest of the question matches.
    fn place(&mut self, name: &str, first: usize, end: usize, others: &[Piece]) -> bool {
        let last = &self.tokens[end - 1];
        let text = &self.question[self.tokens[first].from..last.from + last.text.len()];
        let Some(value) = (self.value)(name, text) else { return false };
        let before = self.found.insert(name.to_owned(), value);
        let fits = self.from(others, end);
        if !fits {
            match before {
                Some(value) => drop(self.found.insert(name.to_owned(), value)),
                None => drop(self.found.remove(name)),
            }
        }
        fits
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn fits(form: &str, question: &str) -> Option<Value> {
        let form = Form::read(form, &["period", "item"]).unwrap();
        let value = |name: &str, text: &str| match name {
            "period" => text.contains(|c: char| c.is_ascii_digit()).then(|| json!(text)),
            _ => ["bolt M8", "nut"].iter().any(|known| known.eq_ignore_ascii_case(text)).then(|| json!(text)),
        };
        form.fits(&Question::new(question), &value).map(Value::Object)
    }

    #[test]
    fn small_words_and_endings_do_not_matter() {
        let form = "how much spent on procurement in $period";
        assert_eq!(
            fits(form, "How much have we spent on our procurement in Q4-2025?"),
            Some(json!({"period": "Q4-2025"}))
        );
        assert_eq!(fits("low stock", "Which of them are low in stocks?"), Some(json!({})));
        assert_eq!(
            fits("price of $item in $period", "The price of the bolt M8 in Q4 2025"),
            Some(json!({"item": "bolt M8", "period": "Q4 2025"}))
        );
    }

    #[test]
    fn a_word_too_many_or_another_order_fits_nothing() {
        for question in [
            "How much was spent on procurement?",
            "How much was not spent on procurement in Q4-2025?",
            "How much did vendor 7 spend on procurement in Q4-2025 by item?",
            "procurement spent Q4-2025",
        ] {
            assert_eq!(fits("how much spent on procurement in $period", question), None, "{question}");
        }
    }

    #[test]
    fn what_is_no_form_says_why() {
        assert!(Form::read("spend of $vendor", &["period"]).unwrap_err().contains("$vendor"));
        assert!(Form::read("what is $period", &["period"]).unwrap_err().contains("no word"));
    }

    #[test]
    fn many_places_end() {
        let form = Form::read("x $a $a $a $a $a $a $a $a y", &["a"]).unwrap();
        assert_eq!(form.fits(&Question::new(&format!("x {}", "w ".repeat(500))), &|_, text| Some(json!(text))), None);
    }
}
