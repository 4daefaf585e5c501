//! The reasoning quality of a run, by the table of D-042. Computed from the folded run alone, so that the page, the
//! review and the API agree.

use super::Run;
use crate::answer::{Answer, Score, ScorePart};

/// The reasoning quality (D-042, X-33), from 0 to 1: base 50 of 100; data found +30, none -30, partly -15; filters
/// applied +20; each tool that succeeded +10 (at most three), each that failed -15; two kinds of source or more +15,
/// one -5; fully answered +20, partly -10, not -25. HIGH from 80, MEDIUM from 60, LOW from 40, else CRITICAL. For
/// answers by rules, at most the certainty of the reading: a wrong reading gives right figures for another question. Zero
/// if every call failed (D-034), or nothing was read and the answer declines (D-033).
pub fn reasoning_quality(run: &Run, answer: Option<&Answer>) -> Score {
    let outputs: Vec<_> = run.outputs().collect();
    let failed = run.failed_calls();
    let read = outputs.iter().filter(|o| o.coverage.as_ref().is_none_or(|c| c.read > 0)).count();
    let filters = !run.scope.values().is_empty()
        || !run.scope.selected_items.is_empty()
        || run.calls().any(|c| c.args.as_object().is_some_and(|a| a.values().any(|v| !v.is_null())));
    let mut kinds: Vec<_> = outputs.iter().flat_map(|o| &o.sources).map(|s| s.kind).collect();
    kinds.sort_unstable();
    kinds.dedup();
    let data = match (read, outputs.len()) {
        (0, _) => ("No data was found", -30.0),
        (some, all) if some < all => ("Part of the calls found data", -15.0),
        _ => ("Data was found", 30.0),
    };
    let answered = match answer {
        Some(answer) if !answer.partial && answer.gaps.is_empty() => ("Fully answered", 20.0),
        Some(answer) if read > 0 || !answer.partial => ("Partly answered", -10.0),
        _ => ("Not answered", -25.0),
    };
    let sources = match kinds.len() {
        0 | 1 => ("One kind of source at most", -5.0),
        _ => ("Several kinds of source", 15.0),
    };
    let filters = if filters { ("Filters were applied", 20.0) } else { ("No filter was applied", -10.0) };
    let tools = ("Tools that succeeded", 10.0 * outputs.len().min(3) as f64);
    let failures = ("Tools that failed", -15.0 * failed as f64);
    let parts: Vec<(&str, f64)> = vec![("Start", 50.0), data, filters, tools, failures, sources, answered];
    let sum: f64 = parts.iter().map(|(_, adds)| adds).sum();
    let bounded = sum.clamp(0.0, 100.0);
    let nothing = outputs.is_empty() && (failed > 0 || answer.is_some_and(Answer::declines));
    let limit = if nothing { Some((0.0, "Nothing was found".to_owned())) } else { certainty(run) };
    let read = limit.filter(|(most, _)| *most < bounded);
    let value = read.as_ref().map_or(bounded, |(most, _)| *most);
    let tier = match value {
        80.0.. => "HIGH",
        60.0.. => "MEDIUM",
        40.0.. => "LOW",
        _ => "CRITICAL",
    };
    let mut parts: Vec<ScorePart> = parts.into_iter().filter(|(_, adds)| *adds != 0.0).map(part).collect();
    if bounded != sum {
        parts.push(part((if bounded < sum { "At most 100" } else { "At least 0" }, bounded - sum)));
    }
    if let Some((most, why)) = &read {
        parts.push(part((why, most - bounded)));
    }
    Score { value: value / 100.0, tier: tier.into(), parts }
}

/// The probability of a passage from which it says what was asked, and the certainty of an answer whose passages only
/// come near it.
const MIN_PASSAGE_CONFIDENCE: f64 = 0.5;
const NEAR_PASSAGE_CONFIDENCE: f64 = 0.5;

/// How certain the reading of a question answered by rules is, from 0 to 100, and why: its calibrated probability, a fifth
/// less for each word ignored or only matched approximately, and half of that where no passage of a document says it.
fn certainty(run: &Run) -> Option<(f64, String)> {
    if run.usage.model_calls > 0 {
        return None;
    }
    let frames = run.route.as_ref()?.parse.as_ref()?["frames"].as_array()?;
    let probability = frames.iter().filter_map(|f| f["certainty"].as_f64()).reduce(f64::min)?;
    let listed = |frame: &serde_json::Value, name: &str| frame[name].as_array().map_or(0, Vec::len);
    let doubts: usize = frames.iter().map(|f| listed(f, "unused") + listed(f, "notes")).sum();
    let passages = run
        .outputs()
        .filter_map(|output| output.data["retrievedPassages"].as_f64().and(output.data["confidence"].as_f64()));
    let near = passages.reduce(f64::max).is_some_and(|confidence| confidence < MIN_PASSAGE_CONFIDENCE);
    let found = if near { NEAR_PASSAGE_CONFIDENCE } else { 1.0 };
    let certain = (100.0 * probability * found * 0.8_f64.powi(doubts.min(20) as i32)).round();
    let words = match doubts {
        0 => String::new(),
        1 => ", one doubt about its words".to_owned(),
        n => format!(", {n} doubts about its words"),
    };
    let near = if near { ", the passages only come near it" } else { "" };
    Some((certain, format!("The question was read with {}% certainty{words}{near}", (100.0 * probability).round())))
}

fn part((label, adds): (&str, f64)) -> ScorePart {
    ScorePart { label: label.into(), working: None, adds: adds / 100.0 }
}
