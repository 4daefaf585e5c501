//! A name beside an identifier: "case-00655, the statement error" is wrong where that case is a fee reversal.
//!
//! Deliberately not here: figures beside a name (`figures`).

use crate::agent::ground::index::{Index, RowSet, Set};
use crate::agent::ground::scene::{Mention, Scene};

/// Names that stand with the identifier of another record, each with what that record is called.
pub fn strangers<'s>(scene: &'s Scene<'_>, index: &Index<'_>) -> Vec<(&'s Mention, String)> {
    /// Words that set things apart: then a name need not be that of the identifier.
    const APART: [&str; 16] = [
        "not", "other", "others", "than", "unlike", "except", "while", "whereas", "instead", "but", "besides",
        "another", "like", "same", "similar", "rest",
    ];
    let mut out = Vec::new();
    for id in &scene.ids {
        let sentence = scene.sentence(id.at);
        let alone = scene.ids.iter().filter(|i| i.at >= sentence.0 && i.at < sentence.1).count() == 1;
        if !alone || scene.says_word(sentence, &APART) {
            continue;
        }
        let code = [scene.tokens[id.at].stem];
        let own: Vec<u32> = (0..index.rows.len() as u32)
            .filter(|r| index.rows[*r as usize].labels.iter().any(|l| index.phrases[l.1 as usize].stems == code))
            .collect();
        let known = |phrase: u32| own.iter().any(|r| index.rows[*r as usize].labels.iter().any(|l| l.1 == phrase));
        // Right beside it: "case-00655, the statement error", "Osei Textiles (case-00655)".
        let near = |m: &&Mention| {
            let (from, to) = if m.first > id.at { (id.at + 1, m.first) } else { (m.last + 1, id.at) };
            let led = scene.tokens[m.first - usize::from(m.first > 0)].any(&["by", "from", "for"]);
            let same = scene.segments[m.first] == scene.segments[id.at] && m.first > id.at && to - from <= 12;
            same && led
                || to.saturating_sub(from) <= 3
                    && (from..to).all(|i| {
                        let t = &scene.tokens[i];
                        t.any(&["the", "a", "an", "from", "by", "of", "for"]) || t.is(",") || t.is("(") || t.is("“")
                    })
        };
        for m in scene.mentions_in(sentence).filter(|m| m.first > id.at || m.last < id.at).filter(near) {
            let rival = own.iter().find_map(|r| {
                let row = &index.rows[*r as usize];
                let set = &index.sets[row.set as usize];
                let dim = row.labels.iter().map(|l| l.0).find(|d| index.groups.contains(&(row.set, *d, m.phrase)))?;
                (set.records && telling(index, set, dim)).then_some(row.title)
            });
            if let Some(title) = rival.filter(|_| !known(m.phrase)) {
                out.push((m, format!("{} is that of “{title}”.", scene.tokens[id.at].text)));
            }
        }
    }
    out
}

/// Names under this field tell records apart: customers and subjects, not channels and moods.
fn telling(index: &Index<'_>, set: &RowSet, dim: u32) -> bool {
    let rows = set.rows.iter().flat_map(|r| &index.rows[*r as usize].labels);
    let names: Set<u32> = rows.filter(|l| l.0 == dim).map(|l| l.1).collect();
    names.len() > 1 && names.len() * 3 >= set.rows.len() * 2
}
