//! Citations in a text: `[41]`, `[3, 5]`, `[146-159]`. A draft cites by the run's numbers; an answer by its own, in
//! order of appearance.

use std::ops::Range;

use model::answer::Citation;

use super::Numbering;

/// The longest range read as a citation; longer ones are slips.
const LONGEST: usize = 500;

/// A citation in a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cited {
    /// Bytes of the text, brackets included.
    pub at: Range<usize>,
    pub numbers: Vec<usize>,
}

/// All citations of a text, in order.
pub fn find(text: &str) -> Vec<Cited> {
    let mut out = Vec::new();
    let mut from = 0;
    while let Some(open) = text[from..].find('[').map(|at| from + at) {
        from = open + 1;
        let Some(close) = text[from..].find(']').map(|at| from + at) else { break };
        if let Some(numbers) = numbers(&text[from..close]) {
            out.push(Cited { at: open..close + 1, numbers });
            from = close + 1;
        }
    }
    out
}

/// "41", "3, 5", "146-159"; `None` for anything else.
fn numbers(inside: &str) -> Option<Vec<usize>> {
    let number = |text: &str| text.trim().trim_start_matches('[').parse::<usize>().ok();
    let mut out = Vec::new();
    for part in inside.split([',', ';']) {
        match part.split_once(['-', '–']) {
            Some((first, last)) => {
                let (first, last) = (number(first)?, number(last)?);
                (first <= last && last - first < LONGEST).then(|| out.extend(first..=last))?;
            }
            None => out.push(number(part)?),
        }
    }
    (!out.is_empty()).then_some(out)
}

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
    let mut out = String::with_capacity(text.len());
    let mut from = 0;
    for cited in find(text) {
        out.push_str(&text[from..cited.at.start]);
        out.push_str(&written(&cited.numbers.iter().map(|n| n + by).collect::<Vec<_>>()));
        from = cited.at.end;
    }
    out.push_str(&text[from..]);
    out
}

/// The text without its citations.
pub fn without(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut from = 0;
    for cited in find(text) {
        out.push_str(&text[from..cited.at.start]);
        from = cited.at.end;
    }
    out.push_str(&text[from..]);
    out
}

/// Numbers as cited in a text: "[3][5]", and three or more consecutive ones as "[3-6]".
pub fn written(numbers: &[usize]) -> String {
    let mut out = String::new();
    for run in numbers.chunk_by(|a, b| *b == a + 1) {
        match run {
            [first, _, .., last] => out.push_str(&format!("[{first}-{last}]")),
            few => few.iter().for_each(|n| out.push_str(&format!("[{n}]"))),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn citations_are_found_in_all_their_forms() {
        for (text, want) in [
            ("a [3] b [1, 3] c [4–6].", vec![vec![3], vec![1, 3], vec![4, 5, 6]]),
            ("[x] [] [ [12] [1-", vec![vec![12]]),
            ("[6-4] [1-99999] [-3] [3-]", vec![]),
            ("[3; 7-8]", vec![vec![3, 7, 8]]),
        ] {
            let found: Vec<_> = find(text).into_iter().map(|c| c.numbers).collect();
            assert_eq!(found, want, "{text}");
        }
        assert_eq!(written(&[1, 2, 4, 5, 6, 9]), "[1][2][4-6][9]");
    }
}
