//! Tables in Markdown: what the head of a column says of the figures below it.
//!
//! Deliberately not here: the rows' names, which stand in the same line as their figures.

use super::Token;
use super::figure::{self, Figure, Unit, currency, days_of};
use super::number;

/// Figures without a unit of their own count in that of their column's head: "Avg (days)", "Share %", "Paid (EUR)". Returns
/// each figure's head, as tokens.
pub fn heads(t: &[Token<'_>], figures: &mut [Figure]) -> Vec<Option<(usize, usize)>> {
    let mut out = vec![None; figures.len()];
    let mut lines: Vec<(usize, usize)> = Vec::new();
    let mut from = 0;
    for line in t.chunk_by(|a, b| a.sentence == b.sentence) {
        // "In days: low 2.5, medium 2.1".
        if let [lead, word, colon, ..] = line
            && lead.word("in")
            && colon.is(":")
            && let Some(days) = days_of(word.text)
        {
            let here = |f: &&mut Figure| f.first >= from && f.first < from + line.len() && f.unit == Unit::Plain;
            figures.iter_mut().filter(here).for_each(|f| f.unit = Unit::Time(days));
        }
        if line[0].is("|") {
            lines.push((from, from + line.len()));
        }
        from += line.len();
    }
    let mut head: Option<(usize, usize)> = None;
    let mut end = usize::MAX;
    for (from, to) in lines {
        // What follows another line is a table of its own.
        if head.is_none() || from != end {
            head = Some((from, to));
        }
        end = to;
        let Some((first, last)) = head.filter(|h| h.0 != from) else { continue };
        let bars: Vec<usize> = (first..last).filter(|i| t[*i].is("|")).collect();
        for (f, head) in figures.iter_mut().zip(&mut out).filter(|(f, _)| f.first >= from && f.last < to) {
            let column = t[from..f.first].iter().filter(|x| x.is("|")).count();
            let Some(start) = column.checked_sub(1).and_then(|c| bars.get(c)) else { continue };
            let cell = (start + 1, bars.get(column).copied().unwrap_or(last));
            if f.unit == Unit::Plain {
                f.unit = unit(&t[cell.0..cell.1]).unwrap_or(Unit::Plain);
            }
            if let Some(by) = scale(&t[cell.0..cell.1]).filter(|_| f.last == f.first) {
                f.readings.iter_mut().for_each(|r| *r = r.times(by));
            }
            *head = Some(cell);
        }
    }
    out
}

fn unit(cell: &[Token<'_>]) -> Option<Unit> {
    if cell.iter().any(|x| x.is("%") || x.any(&["percent", "pct"])) {
        return Some(Unit::Percent);
    }
    if cell.iter().any(|x| currency(x).is_some()) {
        return Some(Unit::Money);
    }
    let rate = cell.iter().any(|x| x.any(&["per", "a", "daily", "weekly", "each"]));
    let bracketed = |i: usize| i > 0 && cell[i - 1].is("(");
    let time = |i: usize| days_of(cell[i].text).filter(|_| bracketed(i) || cell[i].text.ends_with('s'));
    (0..cell.len()).find_map(time).filter(|_| !rate).map(Unit::Time)
}

/// "Paid (k€)", "Sales in TEUR", "Revenue (€m)": what the amounts below are counted in.
fn scale(cell: &[Token<'_>]) -> Option<f64> {
    let letter = |x: Option<&Token<'_>>| x.filter(|x| x.text.len() <= 2).and_then(|x| number::factor(x.text, true));
    cell.iter().enumerate().find_map(|(i, x)| {
        let before = || i.checked_sub(1).and_then(|at| cell.get(at)).filter(|_| x.glued);
        let after = || cell.get(i + 1).filter(|next| next.glued);
        let beside = || letter(before()).or_else(|| letter(after()));
        figure::in_thousands(x.text).map(|_| 1e3).or_else(|| currency(x).and_then(|_| beside()))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::agent::ground::read::tokens;

    #[test]
    fn heads_tell_the_unit() {
        let text =
            "| Desk | Cases | Avg (days) | Share % |\n|---|---:|---:|---:|\n| Fees | 174 | 2.1 | 20 |\n\nIn 2.1 all";
        let t = tokens(text, &[]);
        let mut figures = figure::find(&t, &vec![false; t.len()]);
        let heads = heads(&t, &mut figures);
        let units: Vec<Unit> = figures.iter().map(|f| f.unit).collect();
        assert_eq!(units, [Unit::Plain, Unit::Time(1.0), Unit::Percent, Unit::Plain]);
        assert!(heads[1].is_some_and(|(a, _)| t[a].word("Avg")) && heads[3].is_none());
    }
}
