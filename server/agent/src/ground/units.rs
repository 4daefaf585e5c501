//! An answer cut into sentences, each with its citations: its own, else those of its paragraph or list item, else those
//! of the line introducing the list; a heading has those of its section.

use std::ops::Range;

use model::text::lines;

use super::date;
use crate::cite::settle::Cited;

/// A sentence with its citations.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unit {
    /// Bytes of the text, its citations included.
    pub at: Range<usize>,
    pub cites: Vec<usize>,
}

/// Abbreviations whose full stop ends no sentence.
const ABBREVIATIONS: [&str; 20] = [
    "approx", "ca", "incl", "vs", "no", "nr", "mr", "mrs", "dr", "e.g", "i.e", "etc", "avg", "est",
    // Lithuanian streets and the like: "Vilniaus g. 15" is one address.
    "g", "pr", "al", "pl", "tel", "pvz",
];

/// The sentences of a text, in order. None ends inside one of the `quotes`.
pub fn units(text: &str, cites: &[Cited], quotes: &[Range<usize>]) -> Vec<Unit> {
    let own = |at: &Range<usize>| -> Vec<usize> {
        let inside = cites.iter().filter(|c| at.start <= c.at.start && c.at.end <= at.end);
        inside.flat_map(|c| c.numbers.iter().copied()).collect()
    };
    let mut out = Vec::new();
    let mut lead: Vec<usize> = Vec::new();
    let blocks = blocks(text);
    let heading = |block: &Range<usize>| text[block.clone()].starts_with('#');
    for (i, (block, item)) in blocks.iter().cloned().enumerate() {
        // A heading is backed by its section.
        let section = || blocks[i + 1..].iter().map(|(b, _)| b).take_while(|b| !heading(b)).flat_map(own).collect();
        let all = if heading(&block) && own(&block).is_empty() { section() } else { own(&block) };
        let cut = |line: Range<usize>| match text[line.clone()].trim_start().starts_with('|') {
            true => cells(text, line, cites),
            false => sentences(text, line, cites, quotes),
        };
        // No sentence crosses a line end.
        let lines = lines(&text[block.clone()]).map(|line| block.start + line.start..block.start + line.end);
        for at in lines.flat_map(cut) {
            let mine = own(&at);
            let inherited = if item && all.is_empty() { &lead } else { &all };
            out.push(Unit { cites: if mine.is_empty() { inherited.clone() } else { mine }, at });
        }
        if !item {
            lead = all;
        }
    }
    out
}

/// Paragraphs, headings, table lines and list items, and whether it is an item or a line, which the paragraph before
/// introduces.
fn blocks(text: &str) -> Vec<(Range<usize>, bool)> {
    let mut out: Vec<(Range<usize>, bool)> = Vec::new();
    let mut open = false;
    for at in lines(text) {
        let body = text[at.clone()].trim_start();
        let item = marker(body) > 0 || body.starts_with('|');
        match out.last_mut() {
            _ if body.is_empty() => open = false,
            Some((block, _)) if open && !item && !body.starts_with('#') => block.end = at.end,
            _ => {
                out.push((at, item));
                open = !body.starts_with('#') && !body.starts_with('|');
            }
        }
    }
    out
}

/// A table line is one sentence, unless several of its cells have citations: then each cell is one, and cells without
/// citations have those of the line.
fn cells(text: &str, line: Range<usize>, cites: &[Cited]) -> Vec<Range<usize>> {
    let bars: Vec<usize> = text[line.clone()].match_indices('|').map(|(at, _)| line.start + at + 1).collect();
    let starts = std::iter::once(line.start).chain(bars.iter().copied());
    let all: Vec<Range<usize>> =
        starts.zip(bars.iter().copied().chain([line.end])).map(|(a, b)| a..b).filter(|r| !r.is_empty()).collect();
    let citing = |cell: &&Range<usize>| cites.iter().any(|c| cell.start <= c.at.start && c.at.end <= cell.end);
    if all.iter().filter(citing).count() < 2 { vec![line] } else { all }
}

/// Length of a line's list marker in bytes: `- `, `* `, `1. `, `2) `.
pub fn marker(body: &str) -> usize {
    if let Some(bullet) = ["- ", "* ", "• ", "– "].iter().find(|b| body.starts_with(**b)) {
        return bullet.len();
    }
    let digits = body.bytes().take_while(u8::is_ascii_digit).count();
    match body.as_bytes().get(digits..digits + 2) {
        Some([b'.' | b')', b' ']) if (1..=2).contains(&digits) => digits + 2,
        _ => 0,
    }
}

fn sentences(text: &str, block: Range<usize>, cites: &[Cited], quotes: &[Range<usize>]) -> Vec<Range<usize>> {
    let mut out = Vec::new();
    let mut from = block.start;
    for (at, mark) in text[block.clone()].char_indices().filter(|(_, c)| matches!(c, '.' | '!' | '?')) {
        let end = block.start + at + mark.len_utf8();
        let inside = |r: &Range<usize>| r.start < end && end < r.end;
        if end <= from || quotes.iter().any(inside) || cites.iter().any(|c| inside(&c.at)) {
            continue;
        }
        let rest = &text[end..block.end];
        let closed = rest.trim_start_matches(['"', '”', '’', ')', '*']);
        let next = closed.trim_start();
        let ends = closed.starts_with(|c: char| c.is_whitespace() || c == '[') && !next.starts_with(char::is_lowercase);
        if !ends || mark == '.' && (shortened(&text[from..end - 1]) || ordinal(&text[from..end - 1], next)) {
            continue;
        }
        // Citations after the full stop belong to the sentence before.
        let mut stop = block.end - closed.len();
        while let Some(cite) = cites.iter().find(|c| c.at.start >= stop && text[stop..c.at.start].trim().is_empty()) {
            if cite.at.end > block.end {
                break;
            }
            stop = cite.at.end;
        }
        out.push(from..stop);
        from = stop;
    }
    if !text[from..block.end].trim().is_empty() {
        out.push(from..block.end);
    }
    out
}

/// Whether the text before a full stop is an abbreviation, an initial or the number of a list item.
fn shortened(before: &str) -> bool {
    let word = before.rsplit([' ', '\n', '(']).next().unwrap_or_default();
    ABBREVIATIONS.contains(&word.to_lowercase().as_str())
        || word.chars().count() == 1 && word != "I" && word.starts_with(char::is_uppercase)
        || before.trim_start().len() <= 2 && !word.is_empty() && word.bytes().all(|b| b.is_ascii_digit())
}

/// Whether a full stop makes the number before it an ordinal: "31. Januar".
fn ordinal(before: &str, next: &str) -> bool {
    let digits = before.bytes().rev().take_while(u8::is_ascii_digit).count();
    let word = next.split(|c: char| !c.is_alphabetic()).next().unwrap_or_default();
    (1..=2).contains(&digits) && date::month_named(word).is_some()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cite::settle;

    fn read(text: &str) -> Vec<(String, Vec<usize>)> {
        let (cites, quotes) = (settle::find(text), vec![]);
        units(text, &cites, &quotes).into_iter().map(|u| (text[u.at].trim().to_owned(), u.cites)).collect()
    }

    #[test]
    fn citations_hold_for_their_sentence_and_else_for_what_is_around() {
        let found = read(
            "### Five [x]\nIt rose to 3.5 approx. five. [1] It fell [2]. No figure.\n\nThese lead, see [3-4]:\n- One: 5\n- Two: 6 [7]. More.",
        );
        let want = [
            ("### Five [x]", vec![1, 2, 3, 4, 7]),
            ("It rose to 3.5 approx. five. [1]", vec![1]),
            ("It fell [2].", vec![2]),
            ("No figure.", vec![1, 2]),
            ("These lead, see [3-4]:", vec![3, 4]),
            ("- One: 5", vec![3, 4]),
            ("- Two: 6 [7].", vec![7]),
            ("More.", vec![7]),
        ];
        assert_eq!(found, want.map(|(text, cites)| (text.to_owned(), cites)));
    }

    #[test]
    fn the_number_of_a_day_ends_no_sentence() {
        let found = read("Gezählt bis 31. Januar 2026. Es waren 5. Danach keine [1].");
        assert_eq!(
            found.iter().map(|f| f.0.as_str()).collect::<Vec<_>>(),
            ["Gezählt bis 31. Januar 2026.", "Es waren 5.", "Danach keine [1]."]
        );
    }

    #[test]
    fn a_line_of_a_table_is_a_sentence_or_its_cells_are() {
        let found = read("| a | b |\n|---|---|\n| x. Y | 5 [1] |\n| x [1] | 6 [2] | 7 |");
        let want = [
            ("| a | b |", vec![]),
            ("|---|---|", vec![]),
            ("| x. Y | 5 [1] |", vec![1]),
            ("|", vec![1, 2]),
            ("x [1] |", vec![1]),
            ("6 [2] |", vec![2]),
            ("7 |", vec![1, 2]),
        ];
        assert_eq!(found, want.map(|(text, cites)| (text.to_owned(), cites)));
    }

    #[test]
    fn nothing_is_lost_and_nothing_breaks() {
        for text in [
            "", ".", "[1]", "1. One [1]\n2. Two.", "a.[1][2] b", "| a | 1 | [3] |\n|---|\n", "„x. Y“ z! [",
            "### 3. Z\ntext",
        ] {
            let units = read(text);
            let kept: String = units.iter().map(|u| u.0.replace([' ', '\n'], "")).collect();
            assert_eq!(kept, text.replace([' ', '\n'], ""), "{text}");
        }
    }
}
