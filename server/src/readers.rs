//! All readers of text from outside behind one door, for the fuzz target (`server/fuzz`) and for a test that throws
//! mutated samples at them: replies of models, JSON among prose, streams, time in words, answers with their results.
//!
//! Deliberately not here: what each of them reads rightly; that is tested beside it.

use chrono::NaiveDate;
use serde_json::Value;

use crate::agent::ground::{self, Context, Observation, measure};
use crate::agent::reasoner::react::parse;
use crate::agent::talk::{follow_ups, json};
use crate::llm::wire::Wire;
use crate::llm::wire::sse::SseFramer;
use crate::query::range;

/// Reads `data` with one of the readers, which its first byte chooses.
///
/// # Panics
/// When a reader does, or points to a place that its text does not have: that is what it is there to find.
pub fn read(data: &[u8]) {
    let Some((which, rest)) = data.split_first() else { return };
    let text = String::from_utf8_lossy(rest);
    match which % 5 {
        0 => {
            parse::parse(&text);
            // What is no object is refused with a reason.
            let _refused = json::read_object(&text).is_err();
            assert!(follow_ups::parse(&text, &[]).len() <= 3, "three questions at most");
        }
        1 => {
            for wire in [Wire::OpenAi, Wire::Anthropic] {
                stream(wire, rest, usize::from(which / 5) + 1);
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
        _ => {
            if let Ok(case) = measure::foreign::case(&text, 1) {
                measure::measure(&[case]);
            }
        }
    }
}

/// Decodes a stream that arrives in pieces of `piece` bytes.
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

fn grounded(answer: &str, result: &Value) {
    let args = Value::Null;
    let observation = Observation { call: "c", tool: "t", args: &args, result, sources: &[] };
    for claim in ground::ground(answer, &[observation], &Context::default()).claims {
        assert_eq!(answer.get(claim.start..claim.end), Some(claim.text.as_str()), "a claim of {answer:?}");
        assert!(claim.found.is_some() != claim.problem.is_some(), "{claim:?}");
    }
}

#[cfg(test)]
mod tests {
    use std::time::{Duration, Instant};

    use rand::seq::IndexedRandom;
    use rand::{Rng, SeedableRng};
    use rand_chacha::ChaCha8Rng;

    const SEEDS: [&str; 12] = [
        "\0Thought: look\nAction: list_all\nAction Input: {\"q\": \"a {b} \\\"c\\\"\"}\nFinal Answer: no",
        "\0Here: {\"reasoning\": \"x\", \"action\": \"tool\", \"tool\": \"t\", \"args\": {\"a\": [1, {}]}} done",
        "\0- Which customers complain most?\n- And how many cases breached their SLA?",
        "\u{1}data: {\"choices\":[{\"delta\":{\"content\":\"Gr\u{fc}\u{df}e\"}}]}\n\ndata: [DONE]\n\n",
        "\u{6}event: content_block_delta\r\ndata: {\"type\":\"content_block_delta\",\"index\":0,\"delta\":{\"type\":\"text_delta\",\"text\":\"x\"}}\r\n\r\n",
        "\u{2}between 2 January and 31 December 2025 compared with last quarter",
        "\u{2}the last 30 days, since Q3 2024, yesterday, in the first week of May",
        "\u{3}{\"total\":412,\"rows\":[{\"topic\":\"Crashes\",\"count\":115,\"share\":0.28,\"date\":\"2026-01-16\"}]}\0Crashes: 115 (28%) of 412 on 16 January 2026 at 14:05, $1,234.50 [1] “it closes”",
        "\u{3}{\"columns\":[\"a\",\"n\"],\"rows\":[[\"x\",\"1.2k EUR\"],[\"y\",3]]}\0x has twice as many as y, two hundred and twelve, a third of all",
        "\u{3}[[\"month\",\"n\"],[\"2023-01\",3],[\"2023-02\",5]]\0From January to February 2023 it rose from 3 to 5, by 67%",
        "\u{4}{\"id\":1,\"observations\":[{\"tool\":\"t\",\"result\":[{\"_id\":\"m-1\",\"body\":\"I cannot log in at all\"}]}],\"answer\":\"m-1 says \u{201c}I cannot log in\u{201d} [1]\",\"label\":false,\"error\":{\"kind\":\"x\",\"span\":[1,3]}}",
        "\u{4}{\"answer\":{\"text\":\"5 \u{20ac}\"},\"label\":\"true\"}",
    ];

    /// Bytes that readers look out for.
    const MARKS: [&str; 24] = [
        "{",
        "}",
        "[",
        "]",
        "\"",
        "\\",
        "\n",
        ":",
        ",",
        ".",
        "%",
        "-",
        "–",
        "€",
        "\0",
        "“",
        "”",
        "’",
        "0",
        "99999999999999999999",
        "2026-02-30",
        "Q5",
        "data: ",
        "🙂",
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

    /// A few thousand mutations; as many as fit into `PLUMBLINE_FUZZ_SECONDS` where that is set.
    #[test]
    fn mutated_samples_break_no_reader() {
        let seconds = std::env::var("PLUMBLINE_FUZZ_SECONDS").ok().and_then(|s| s.parse().ok());
        let (began, seed) = (Instant::now(), std::env::var("PLUMBLINE_FUZZ_SEED").ok().and_then(|s| s.parse().ok()));
        let mut rng = ChaCha8Rng::seed_from_u64(seed.unwrap_or(7));
        let mut n = 0u32;
        while seconds.map_or(n < 3000, |s| began.elapsed() < Duration::from_secs(s)) {
            let mut data = SEEDS.choose(&mut rng).map_or_else(Vec::new, |s| s.as_bytes().to_vec());
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
