//! The network: the encoder of `embed` with a head for each closed choice, and tags for words.

use std::collections::HashMap;
use std::ops::Range;
use std::sync::{Arc, LazyLock, Mutex, OnceLock, PoisonError};

use embed::encoder::{Dense, Encoder, WIDTH, softmax};
use embed::weights::Weights;
use embed::{EmbedError, WordPiece, normalise};
use ndarray::{Array1, Array2, Axis, Slice};

use crate::candidates::{self, Scores};
use crate::reading::{Act, Aggregation, Keep, Order, Reading, Role};

/// Characters of a question that are read; the rest is ignored. Tokenising costs more than linear time: a long text
/// would keep a processor busy for many seconds.
pub const MOST_CHARS: usize = 1_000;
/// Words and word pieces that are read, as in `train.py`.
const MOST_WORDS: usize = 60;
const MOST_QUESTION: usize = 72;
const MOST_CONTEXT: usize = 40;

static WEIGHTS: &[u8] = include_bytes!("../weights/reader.safetensors");
static VOCABULARY: &str = include_str!("../weights/vocab.txt");

/// The trained reader, created once: about a megabyte of memory beside the pages of the program that hold its weights.
pub struct Reader {
    pieces: Arc<WordPiece>,
    encoder: Encoder,
    act: Dense,
    aggregation: Dense,
    order: Dense,
    flags: Dense,
    tag: Dense,
    temperature: f32,
    /// The mean vector of all word pieces.
    mean_word: OnceLock<Array1<f32>>,
    /// Recent readings: the same suggested questions come up again and again, and each is read before it is offered.
    memo: Mutex<HashMap<(String, String), Vec<Reading>>>,
}

impl Reader {
    /// Maximum cached readings.
    const REMEMBERED: usize = 1_000;

    /// The possible readings of a question, likeliest first, each with how much less likely it is; cached. `context` is
    /// that of [`Reader::read`].
    pub fn candidates(&self, question: &str, context: &str) -> Vec<Reading> {
        let key = (question.to_owned(), context.to_owned());
        let memo = || self.memo.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = memo().get(&key) {
            return known.clone();
        }
        let all = candidates::rank(question, &self.scores(question, context));
        let mut memo = memo();
        if memo.len() >= Self::REMEMBERED {
            memo.clear();
        }
        memo.insert(key, all.clone());
        all
    }

    /// The program's reader, created on first use.
    ///
    /// # Errors
    /// If the program's weights do not fit this reader, which a test of it rules out.
    pub fn shared() -> Result<&'static Self, &'static EmbedError> {
        static READER: LazyLock<Result<Reader, EmbedError>> = LazyLock::new(Reader::new);
        READER.as_ref()
    }

    fn new() -> Result<Self, EmbedError> {
        let w = Weights::from_static("the reader", WEIGHTS)?;
        let foreign = |what: &str| EmbedError::Foreign { file: "the reader".into(), what: what.into() };
        let names = |key: &str, own: Vec<&str>| match w.metadata(key) {
            Some(told) if told == own.join(",") => Ok(own.len()),
            _ => Err(foreign(&format!("its {key} are others: train it anew"))),
        };
        let acts = names("acts", Act::ALL.iter().map(|a| a.as_str()).collect())?;
        let aggregations = names("aggs", Aggregation::ALL.iter().map(|a| a.as_str()).collect())?;
        let orders = names("orders", Order::ALL.iter().map(|a| a.as_str()).collect())?;
        let keeps = names("keeps", Keep::ALL.iter().map(|a| a.as_str()).collect())?;
        let roles = names("roles", Role::ALL.iter().map(|a| a.as_str()).collect())?;
        let pieces = WordPiece::new(VOCABULARY).ok_or_else(|| foreign("its vocabulary has no marks"))?;
        let head = |name: &str, outputs| Dense::new(&w, &format!("heads.{name}"), 2 * WIDTH, outputs);
        Ok(Self {
            encoder: Encoder::new(&w, pieces.size())?,
            pieces,
            act: head("act", acts)?,
            aggregation: head("agg", aggregations + 1)?,
            order: head("order", orders + 1)?,
            flags: head("flags", keeps + 1)?,
            tag: Dense::new(&w, "tag", WIDTH, 2 * roles + 1)?,
            temperature: w.metadata("temperature").and_then(|t| t.parse().ok()).unwrap_or(1.0),
            mean_word: OnceLock::new(),
            memo: Mutex::default(),
        })
    }

    /// The likeliest reading of a question. `context` describes the previous turn, in the form of `train.py`'s
    /// `context`; empty without one. Some milliseconds of one processor.
    pub fn read(&self, question: &str, context: &str) -> Reading {
        candidates::best(question, &self.scores(question, context))
    }

    fn scores(&self, question: &str, context: &str) -> Scores {
        let question = match question.char_indices().nth(MOST_CHARS) {
            Some((at, _)) => &question[..at],
            None => question,
        };
        let (mut ids, mut words) = (vec![self.pieces.cls], Vec::new());
        for word in segments(question).into_iter().take(MOST_WORDS) {
            let pieces = self.of_word(&question[word.clone()]);
            if ids.len() - 1 + pieces.len() > MOST_QUESTION {
                break;
            }
            words.push((word, ids.len()));
            ids.extend(pieces);
        }
        let own = 1..ids.len();
        ids.push(self.pieces.sep);
        let before: Vec<u32> =
            segments(context).into_iter().flat_map(|word| self.of_word(&context[word])).take(MOST_CONTEXT).collect();
        if !before.is_empty() {
            ids.extend(before);
            ids.push(self.pieces.sep);
        }
        let hidden = self.encoder.hidden(&[ids]);
        let pooled = pooled(&hidden, &own);
        let logits = |head: &Dense| head.apply(pooled.view()).row(0).to_vec();
        let choice = |head: &Dense, temperature: f32| {
            let mut scores: Vec<f32> = logits(head).into_iter().map(|score| score / temperature).collect();
            softmax(&mut scores);
            scores
        };
        let tags = self.tag.apply(hidden.view());
        let tagged = |(word, row): (Range<usize>, usize)| {
            let mut scores = tags.row(row).to_vec();
            softmax(&mut scores);
            (word, scores)
        };
        Scores {
            acts: choice(&self.act, self.temperature),
            aggregations: choice(&self.aggregation, 1.0),
            orders: choice(&self.order, 1.0),
            flags: logits(&self.flags).into_iter().map(|score| 1.0 / (1.0 + (-score).exp())).collect(),
            words: words.into_iter().map(tagged).collect(),
        }
    }

    /// The meaning of a short name by its words alone: the sum of their vectors minus the mean of all, of length 1.
    /// Products are similarities: 0.4 and more for near synonyms ("town", "city"), about 0.1 for unrelated words.
    pub fn meaning(&self, name: &str) -> Vec<f32> {
        let all = || {
            let size = self.pieces.size() as u32;
            self.encoder.words(0..size) / size as f32
        };
        let mean = self.mean_word.get_or_init(all);
        let ids = self.pieces.ids(name, MOST_CONTEXT);
        let mut sum = (self.encoder.words(ids.iter().copied()) - mean * ids.len() as f32).to_vec();
        normalise(&mut sum);
        sum
    }

    fn of_word(&self, word: &str) -> Vec<u32> {
        let ids = self.pieces.ids(word, MOST_QUESTION);
        if ids.is_empty() { self.pieces.ids("\u{fffc}x", 1) } else { ids }
    }
}

/// The first token and the mean of the question's own word pieces, concatenated.
fn pooled(hidden: &Array2<f32>, own: &Range<usize>) -> Array2<f32> {
    let mut out = Array2::zeros((1, 2 * WIDTH));
    let part = hidden.slice_axis(Axis(0), Slice::from(own.clone()));
    let mean = part.sum_axis(Axis(0)) / own.len().max(1) as f32;
    out.row_mut(0).iter_mut().zip(hidden.row(0).iter().chain(&mean)).for_each(|(to, from)| *to = *from);
    out
}

/// Runs of letters and digits, and every other non-blank character separately.
fn segments(text: &str) -> Vec<Range<usize>> {
    let mut out = Vec::new();
    let mut start = None;
    for (at, c) in text.char_indices() {
        if c.is_alphanumeric() {
            start = start.or(Some(at));
            continue;
        }
        out.extend(start.take().map(|start| start..at));
        if !c.is_whitespace() {
            out.push(at..at + c.len_utf8());
        }
    }
    out.extend(start.map(|start| start..text.len()));
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn questions_are_read() {
        let reader = Reader::shared().unwrap_or_else(|e| panic!("{e}"));
        for (question, act, spans) in [
            (
                "How many complaints about mortgages came by phone last month?",
                Act::Figure,
                vec![
                    (Role::Subject, "complaints"),
                    (Role::Value, "mortgages"),
                    (Role::Value, "phone"),
                    (Role::Time, "last month"),
                ],
            ),
            ("Tell me about Rautio Energy", Act::CallSheet, vec![(Role::Value, "Rautio Energy")]),
            ("What is the weather tomorrow?", Act::Outside, vec![]),
        ] {
            let reading = reader.read(question, "");
            let found: Vec<(Role, &str)> = reading.spans.iter().map(|s| (s.role, s.text.as_str())).collect();
            assert_eq!(reading.act, act, "{question}: {reading:?}");
            if act != Act::Outside {
                assert_eq!(found, spans, "{question}");
            }
            assert!((0.0..=1.0).contains(&reading.probability) && reading.second.1 <= reading.probability);
        }
    }

    #[test]
    fn names_of_like_meaning_are_alike() {
        let reader = Reader::shared().unwrap_or_else(|e| panic!("{e}"));
        let alike =
            |a: &str, b: &str| -> f32 { reader.meaning(a).iter().zip(reader.meaning(b)).map(|(a, b)| a * b).sum() };
        for (name, near, far) in [("vendor", "supplier", "freight"), ("town", "ship city", "unit price")] {
            assert!(alike(name, near) > alike(name, far) + 0.1, "{name}");
        }
        assert!(alike("", "city").is_finite());
    }

    #[test]
    fn any_text_is_read() {
        let reader = Reader::shared().unwrap_or_else(|e| panic!("{e}"));
        let long = "complaints ".repeat(2_000);
        for text in ["", " ", "\u{0}", "?", "🙂", "日本語", "\u{301}", &long, "a\u{200d}b", "ﬁnance"] {
            for span in reader.read(text, text).spans {
                assert_eq!(text.get(span.start..span.start + span.text.len()), Some(span.text.as_str()));
            }
        }
    }
}
