//! All parsers of external text behind one function, for the fuzz target (`server/fuzz`) and for a test with mutated
//! samples: models' replies, JSON in prose, streams, time in words, answers with their results, API descriptions.
//!
//! Deliberately not here: whether each parses correctly; that is tested beside it.

use chrono::NaiveDate;
use serde_json::Value;

use server::agent::ground::{self, Context, Observation};
use server::agent::reasoner::react::parse;
use server::agent::talk::{follow_ups, json};
use server::llm::wire::Wire;
use server::llm::wire::sse::SseFramer;
use server::outside::{ApiSettings, openapi};
use server::query::range;

use crate::grounding::{line, measure};

/// Runs one of the parsers on `data`, chosen by its first byte.
///
/// # Panics
/// If a parser does, or returns a position outside its text: finding this is the purpose.
pub fn read(data: &[u8]) {
    let Some((which, rest)) = data.split_first() else { return };
    let text = String::from_utf8_lossy(rest);
    match which % 6 {
        0 => {
            parse::parse(&text);
            // Anything but an object is refused with a reason.
            let _refused = json::read_object(&text).is_err();
            assert!(follow_ups::parse(&text, &[]).len() <= 3, "three questions at most");
        }
        1 => {
            for wire in [Wire::OpenAi, Wire::Anthropic] {
                stream(wire, rest, usize::from(which / 6) + 1);
            }
        }
        2 => {
            let today = NaiveDate::default();
            let _unknown = range::parse(&text, today).is_err();
            for (_, span) in range::find_all(&text, today) {
                assert!(text.get(span).is_some(), "a span of {text:?}");
            }
        }
        3 => {
            let (result, answer) = text.split_once('\0').unwrap_or(("", &text));
            let result = serde_json::from_str(result).unwrap_or_else(|_| Value::String(result.into()));
            grounded(answer, &result);
        }
        4 => {
            if let Ok(case) = line::case(&text, 1) {
                measure::measure(&[case]);
            }
        }
        _ => described(&text),
    }
}

/// Decodes a stream arriving in pieces of `piece` bytes.
fn stream(wire: Wire, bytes: &[u8], piece: usize) {
    let (mut framer, mut decoder) = (SseFramer::default(), wire.decoder());
    for part in bytes.chunks(piece) {
        let Ok(events) = framer.feed(part) else { return };
        if events.iter().any(|e| decoder.event(e).is_err()) {
            return;
        }
    }
    if let Some(event) = framer.finish() {
        let _broken = decoder.last_event(&event).is_err();
    }
    let _cut = decoder.finish().is_err();
}

/// Tools made from a description have valid names for providers, and no hidden text.
fn described(text: &str) {
    let settings =
        ApiSettings { base_url: Some("http://127.0.0.1:9/".into()), timeout_s: Some(1), ..ApiSettings::default() };
    for tool in openapi::tools(text, "api", &settings).map(|described| described.tools).unwrap_or_default() {
        let plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '-');
        assert!(tool.name.len() <= 64 && tool.name.chars().all(plain), "{}", tool.name);
        assert!(!tool.description.chars().any(char::is_control), "{:?}", tool.description);
    }
}

fn grounded(answer: &str, result: &Value) {
    let args = Value::Null;
    let observation = Observation { call: "c", args: &args, result, sources: &[] };
    for claim in ground::ground(answer, &[observation], &Context::default()).claims {
        assert_eq!(answer.get(claim.start..claim.end), Some(claim.text.as_str()), "a claim of {answer:?}");
        assert!(claim.found.is_some() || claim.problem.is_some(), "{claim:?}");
    }
}

#[cfg(test)]
mod tests {
    use std::time::{Duration, Instant};

    use rand::seq::IndexedRandom;
    use rand::{Rng, SeedableRng};
    use rand_chacha::ChaCha8Rng;

    /// The fuzz target's initial corpus (`fuzz/seeds`): for each parser a few valid texts.
    fn seeds() -> Vec<Vec<u8>> {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../fuzz/seeds");
        let mut paths: Vec<_> = std::fs::read_dir(folder).unwrap().map(|f| f.unwrap().path()).collect();
        paths.sort();
        paths.iter().map(|path| std::fs::read(path).unwrap()).collect()
    }

    /// Bytes with a meaning for parsers.
    const MARKS: [&str; 24] = [
        "{", "}", "[", "]", "\"", "\\", "\n", ":", ",", ".", "%", "-", "–", "€", "\0", "“", "”", "’", "0",
        "99999999999999999999", "2026-02-30", "Q5", "data: ", "🙂",
    ];

    fn mutate(data: &mut Vec<u8>, rng: &mut impl Rng) {
        let at = rng.random_range(0..=data.len());
        match rng.random_range(0..5) {
            0 => {
                let mark = MARKS.choose(rng).map_or(&b""[..], |m| m.as_bytes());
                data.splice(at..at, mark.iter().copied());
            }
            1 => data.truncate(at.max(1)),
            2 if at < data.len() => data[at] = rng.random(),
            3 => {
                let to = rng.random_range(at..=data.len());
                data.drain(at..to);
            }
            _ => {
                let to = (at + rng.random_range(0..20)).min(data.len());
                let piece = data[at..to].to_vec();
                let into = rng.random_range(0..=data.len());
                data.splice(into..into, piece);
            }
        }
    }

    /// A few thousand mutations; or as many as fit into `PLUMBLINE_FUZZ_SECONDS`, if set.
    #[test]
    fn mutated_samples_break_no_reader() {
        let seconds = std::env::var("PLUMBLINE_FUZZ_SECONDS").ok().and_then(|s| s.parse().ok());
        let (began, seed) = (Instant::now(), std::env::var("PLUMBLINE_FUZZ_SEED").ok().and_then(|s| s.parse().ok()));
        let mut rng = ChaCha8Rng::seed_from_u64(seed.unwrap_or(7));
        let seeds = seeds();
        let mut n = 0u32;
        while seconds.map_or(n < 3000, |s| began.elapsed() < Duration::from_secs(s)) {
            let mut data = seeds.choose(&mut rng).cloned().unwrap_or_default();
            for _ in 0..rng.random_range(1..8) {
                mutate(&mut data, &mut rng);
            }
            let shown = data.clone();
            if std::panic::catch_unwind(|| super::read(&data)).is_err() {
                panic!("after {n}: {:?}", String::from_utf8_lossy(&shown));
            }
            n += 1;
        }
        println!("{n} samples in {:?}", began.elapsed());
    }
}
