//! The one repair of an answer: sends out each sentence with an unsourced figure and the rows it cites, and gets one
//! line back for each (architecture, section 9).
//!
//! Deliberately not here: the check itself, and whether the repaired answer is better.

use std::collections::BTreeMap;
use std::ops::Range;

use model::answer::{Citation, Grade, Grounding};
use model::run::Call;

use super::draft;
use crate::cite::settle::{find, written};
use crate::cite::{Numbering, show};
use crate::ground;
use crate::talk::prompt::{self, fill};
use crate::talk::{ModelSession, Purpose};
use crate::view::{Draft, View};
use llm::{ChatRequest, LlmError, Message};

/// Maximum characters of one result, and of all results, sent along.
const MAX_RESULT_CHARS: usize = 3_000;
const MAX_ALL_RESULTS_CHARS: usize = 12_000;

/// Asks for a patch of each sentence with an unverified claim.
pub async fn repair(
    view: &View<'_>,
    asker: &ModelSession<'_>,
    failed: &Draft,
    grounding: &Grounding,
) -> Result<Draft, LlmError> {
    let numbering = Numbering::from_run(view.run);
    let mut flagged: BTreeMap<(usize, usize), Vec<String>> = BTreeMap::new();
    for claim in grounding.claims.iter().filter(|c| c.grade() == Grade::Unverified) {
        let at = ground::sentence(&failed.text, claim.start);
        flagged.entry((at.start, at.end)).or_default().push(format!("\"{}\"", claim.text));
    }
    let sentences: Vec<(Range<usize>, Vec<String>)> = flagged.into_iter().map(|((a, b), c)| (a..b, c)).collect();
    let lines: Vec<String> = sentences
        .iter()
        .enumerate()
        .map(|(i, (at, claims))| {
            let sentence = in_run(&failed.text[at.clone()], &failed.citations, &numbering);
            format!("{}: {}\n   not found: {}", i + 1, sentence.trim(), claims.join(", "))
        })
        .collect();
    let cites = |(at, _): &(Range<usize>, Vec<String>)| -> Vec<usize> {
        let sentence = in_run(&failed.text[at.clone()], &failed.citations, &numbering);
        find(&sentence).into_iter().flat_map(|c| c.numbers).collect()
    };
    let cited: Vec<Vec<usize>> = sentences.iter().map(cites).collect();
    // What a sentence cites is what it is about; one that cites no row needs all that was read.
    let of_sentence = |numbers: &Vec<usize>| -> Vec<String> {
        numbers.iter().filter_map(|n| numbering.citation(*n)).filter_map(call_of).collect()
    };
    let calls: Vec<Vec<String>> = cited.iter().map(of_sentence).collect();
    let needs_all = calls.iter().any(Vec::is_empty);
    let asked = |call: &&Call| needs_all || calls.iter().flatten().any(|id| *id == call.id);
    let asked: Vec<&Call> = view.run.calls().filter(asked).collect();
    let room = MAX_RESULT_CHARS.min(MAX_ALL_RESULTS_CHARS / asked.len().max(1)).min(view.settings.results_chars().0);
    let results: Vec<String> = asked.into_iter().map(|call| show::shown(call, &numbering, room)).collect();
    let text = fill(
        prompt::REPAIR,
        &[
            ("problems", &lines.join("\n")),
            ("cited", &show::rows(&numbering, &cited.concat())),
            ("results", &results.join("\n\n")),
        ],
    );
    let request = ChatRequest { messages: vec![Message::user(text)], ..ChatRequest::default() };
    let reply = asker.ask(Purpose::Repair, request, "").await?;
    let patches = patches(&reply.content);
    let mut out = String::new();
    let mut from = 0;
    for (i, (at, _)) in sentences.iter().enumerate() {
        out.push_str(&in_run(&failed.text[from..at.start], &failed.citations, &numbering));
        let sentence = in_run(&failed.text[at.clone()], &failed.citations, &numbering);
        out.push_str(&patched(&sentence, patches.get(&(i + 1)).map(String::as_str)));
        from = at.end;
    }
    out.push_str(&in_run(&failed.text[from..], &failed.citations, &numbering));
    let fresh = draft::from_text(&out, view);
    Ok(Draft { text: fresh.text, citations: fresh.citations, ..failed.clone() })
}

fn call_of(citation: Citation) -> Option<String> {
    if let Citation::Row(row) = citation { Some(row.call) } else { None }
}

/// The lines of a reply by sentence number: "1: …".
fn patches(reply: &str) -> BTreeMap<usize, String> {
    let line = |line: &str| {
        let (number, text) = line.trim().trim_start_matches(['-', '*', ' ']).split_once([':', '.'])?;
        let number = number.trim_matches(['*', '#', ' ', '`']).parse().ok()?;
        Some((number, text.trim().trim_matches('`').to_owned()))
    };
    reply.lines().filter_map(line).filter(|(_, text)| !text.is_empty()).collect()
}

/// A sentence after its patch: unchanged, with more rows cited, removed, or rewritten. Without a patch it stays and is
/// marked.
fn patched(sentence: &str, patch: Option<&str>) -> String {
    let Some(patch) = patch else { return sentence.to_owned() };
    let lower = patch.to_lowercase();
    let body = sentence.trim();
    let (lead, tail) = sentence.split_once(body).unwrap_or(("", ""));
    // A list item keeps its marker.
    let mark = if body.starts_with("- ") { "- " } else { "" };
    if lower.starts_with("it stands") || lower.starts_with("stands") {
        let has: Vec<usize> = find(body).into_iter().flat_map(|c| c.numbers).collect();
        let new = find(patch).into_iter().flat_map(|c| c.numbers).filter(|n| !has.contains(n));
        let cites: Vec<usize> = new.collect();
        let more = if cites.is_empty() { String::new() } else { format!(" {}", written(&cites)) };
        return format!("{lead}{body}{more}{tail}");
    }
    if lower.trim_end_matches('.') == "leave out" {
        return format!("{lead}{tail}");
    }
    format!("{lead}{mark}{}{tail}", patch.trim_start_matches("- "))
}

/// A text with the citation numbers that the model knows.
fn in_run(text: &str, citations: &[Citation], numbering: &Numbering<'_>) -> String {
    let number = |n: &usize| match citations.get(n.checked_sub(1)?)? {
        Citation::Record(source) => numbering.record(source),
        Citation::Row(row) => numbering.row(&row.call, &row.path),
    };
    let mut out = String::with_capacity(text.len());
    let mut from = 0;
    for cited in find(text) {
        out.push_str(&text[from..cited.at.start]);
        out.push_str(&written(&cited.numbers.iter().filter_map(number).collect::<Vec<_>>()));
        from = cited.at.end;
    }
    out.push_str(&text[from..]);
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_patch_takes_its_sentence() {
        let reply = "1: It stands [41]\n**2**: Crashes: 115. [42]\n3. leave out\nAnd more: nothing";
        let patches = patches(reply);
        assert_eq!(patches.len(), 3);
        for (sentence, n, want) in [
            (" It rose to 140.", 1, " It rose to 140. [41]"),
            (" It rose to 140. [41]", 1, " It rose to 140. [41]"),
            ("- Crashes: 151. [42]", 2, "- Crashes: 115. [42]"),
            (" Gone.", 3, " "),
            (" Kept.", 4, " Kept."),
        ] {
            assert_eq!(patched(sentence, patches.get(&n).map(String::as_str)), want);
        }
    }
}
