//! A draft cites by the run's numbers; an answer by its own, in order of appearance.

use model::answer::Citation;
pub use model::answer::citations::{Cited, find, written};

use super::Numbering;

/// The text with its citations renumbered in order of appearance, and what they refer to. Unknown numbers are removed,
/// and the space before a citation left empty.
pub fn settle(text: &str, numbering: &Numbering<'_>) -> (String, Vec<Citation>) {
    let mut out = String::with_capacity(text.len());
    let (mut citations, mut known): (Vec<Citation>, Vec<usize>) = (Vec::new(), Vec::new());
    let mut from = 0;
    // Adjacent ones are merged.
    for beside in find(text).chunk_by(|a, b| text[a.at.end..b.at.start].chars().all(|c| c == ' ')) {
        let (Some(first), Some(last)) = (beside.first(), beside.last()) else { continue };
        out.push_str(&text[from..first.at.start]);
        from = last.at.end;
        let mut here: Vec<usize> = Vec::new();
        for number in beside.iter().flat_map(|cited| cited.numbers.iter().copied()) {
            let place = match known.iter().position(|k| *k == number) {
                Some(at) => at + 1,
                None => {
                    let Some(citation) = numbering.citation(number) else { continue };
                    known.push(number);
                    citations.push(citation);
                    known.len()
                }
            };
            if !here.contains(&place) {
                here.push(place);
            }
        }
        here.sort_unstable();
        match here.is_empty() {
            true => out.truncate(out.trim_end_matches(' ').len()),
            false => out.push_str(&written(&here)),
        }
    }
    out.push_str(&text[from..]);
    (out, citations)
}

/// The text with its citations' numbers raised by `by`, to be appended to another text.
pub fn shifted(text: &str, by: usize) -> String {
    replaced(text, |cited| written(&cited.numbers.iter().map(|n| n + by).collect::<Vec<_>>()))
}

/// The text without its citations.
pub fn without(text: &str) -> String {
    replaced(text, |_| String::new())
}

/// The text with something else in place of each citation.
pub fn replaced(text: &str, with: impl Fn(&Cited) -> String) -> String {
    let mut out = String::with_capacity(text.len());
    let mut from = 0;
    for cited in find(text) {
        out.push_str(&text[from..cited.at.start]);
        out.push_str(&with(&cited));
        from = cited.at.end;
    }
    out.push_str(&text[from..]);
    out
}
