//! Long names said in short: "monetary relief" for "Closed with monetary relief", though "Closed with non-monetary relief"
//! stands beside it.
//!
//! Deliberately not here: names of which one word is enough (`naming::partly`).

use crate::agent::ground::index::Index;
use crate::agent::ground::scene::{Scene, phrase_end};

/// Two words or more of the name stand in the range side by side, and no other name of the list goes further with the words
/// around them or is shorter.
pub fn names(
    scene: &Scene<'_>,
    index: &Index<'_>,
    (from, to): (usize, usize),
    (set, dim, phrase): (u32, u32, u32),
) -> bool {
    let stems = &index.phrases[phrase as usize].stems;
    let here = || scene.tokens[from..to].iter().filter(|t| !t.quoted && t.stem != 0 && stems.contains(&t.stem));
    if stems.len() < 3 || here().nth(1).is_none() {
        return false;
    }
    let mut others: Vec<&[u64]> = Vec::new();
    for label in index.sets[set as usize].rows.iter().flat_map(|r| &index.rows[*r as usize].labels) {
        if label.0 == dim && label.1 != phrase {
            others.push(&index.phrases[label.1 as usize].stems);
        }
    }
    let stem_at = |i: Option<usize>| i.and_then(|i| scene.tokens.get(i)).map_or(0, |t| t.stem);
    let said = |run: &[u64]| {
        let at = (from..to).filter(|i| scene.tokens[*i].stem == run[0] && !scene.tokens[*i].quoted);
        at.into_iter().find_map(|i| {
            let last = phrase_end(&scene.tokens, i, run)?;
            let light = |i: usize| scene.tokens.get(i).is_some_and(|t| t.is("-"));
            let before = i.checked_sub(1).map(|b| if light(b) { b.saturating_sub(1) } else { b });
            let after = if light(last + 1) { last + 2 } else { last + 1 };
            Some((stem_at(before), stem_at(Some(after))))
        })
    };
    let longest = (2..stems.len()).rev().flat_map(|n| stems.windows(n));
    longest.filter_map(|run| Some((run, said(run)?))).next().is_some_and(|(run, (before, after))| {
        others.iter().all(|other| {
            let Some(at) = other.windows(run.len()).position(|w| w == run) else { return true };
            let further = at > 0 && other[at - 1] == before && before != 0
                || other.get(at + run.len()).is_some_and(|s| *s == after && after != 0);
            !further && other.len() > stems.len()
        })
    })
}
