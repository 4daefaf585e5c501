//! Citations in a text by number: `[41]`, `[3, 5]`, `[146-159]`.

use std::ops::Range;

/// The longest range read as a citation; longer ones are slips.
const MAX_CITATION_RANGE: usize = 500;

/// A pair of brackets with the numbers of sources.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cited {
    /// Bytes of the text, brackets included.
    pub at: Range<usize>,
    pub cites: Vec<Cite>,
    /// All of its numbers, those within ranges included.
    pub numbers: Vec<usize>,
}

/// A citation, as written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cite {
    One(usize),
    /// From the first to the last, inclusive.
    Range(usize, usize),
}

impl Cite {
    /// Its first and last number.
    pub const fn ends(self) -> (usize, usize) {
        match self {
            Self::One(number) => (number, number),
            Self::Range(first, last) => (first, last),
        }
    }
}

/// All citations of a text, in order.
pub fn find(text: &str) -> Vec<Cited> {
    let mut out = Vec::new();
    let mut from = 0;
    while let Some(open) = text[from..].find('[').map(|at| from + at) {
        from = open + 1;
        let Some(close) = text[from..].find(']').map(|at| from + at) else { break };
        if let Some(cites) = cites(&text[from..close]) {
            let numbers = cites.iter().map(|cite| cite.ends()).flat_map(|(first, last)| first..=last).collect();
            out.push(Cited { at: open..close + 1, cites, numbers });
            from = close + 1;
        }
    }
    out
}

/// "41", "3, 5", "146-159"; `None` for anything else.
fn cites(inside: &str) -> Option<Vec<Cite>> {
    inside.split([',', ';']).map(cite).collect()
}

fn cite(part: &str) -> Option<Cite> {
    let number = |text: &str| -> Option<usize> {
        let digits = text.trim().trim_start_matches('[');
        let is_plain = digits.bytes().all(|b| b.is_ascii_digit()) && (digits.len() == 1 || !digits.starts_with('0'));
        digits.parse().ok().filter(|_| is_plain)
    };
    match part.split_once(['-', '–']) {
        None => number(part).map(Cite::One),
        Some((first, last)) => {
            let (first, last) = (number(first)?, number(last)?);
            (first <= last && last - first < MAX_CITATION_RANGE).then_some(Cite::Range(first, last))
        }
    }
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
            ("[6-4] [1-99999] [-3] [3-] [+3] [007]", vec![]),
            ("[3; 7-8]", vec![vec![3, 7, 8]]),
            ("[2 – 3] [0]", vec![vec![2, 3], vec![0]]),
        ] {
            let found: Vec<_> = find(text).into_iter().map(|c| c.numbers).collect();
            assert_eq!(found, want, "{text}");
        }
        assert_eq!(find("x[1, 3-5]")[0].cites, [Cite::One(1), Cite::Range(3, 5)]);
        assert_eq!(written(&[1, 2, 4, 5, 6, 9]), "[1][2][4-6][9]");
    }
}
