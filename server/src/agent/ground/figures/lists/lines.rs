//! The lines of an answer's own lists and tables, and figures told in the order of the names before them.

use super::{Column, in_unit};
use crate::agent::ground::figures::derive::{Derived, Known, accepts, clash};
use crate::agent::ground::index::{Fact, Index, Map};
use crate::agent::ground::read::figure::{Figure, Unit};
use crate::agent::ground::scene::Scene;

/// A line of a table in Markdown whose other figures are those of one row, whatever the line calls it: "managers" for
/// "management".
pub fn in_line(scene: &Scene<'_>, index: &Index<'_>, known: &Known, figure: &Figure) -> Option<Derived> {
    let (from, to) = scene.sentence(figure.first);
    if !scene.tokens[from].is("|") {
        return None;
    }
    let here =
        scene.figures.iter().zip(known).filter(|(f, _)| f.first >= from && f.first < to && f.first != figure.first);
    here.filter_map(|(_, id)| Some(index.facts[(*id)? as usize].row)).find_map(|r| {
        let row = index.rows.get(r as usize)?;
        let set = &index.sets[row.set as usize];
        let sibling = |phrase: u32| row.labels.iter().any(|l| index.groups.contains(&(row.set, l.0, phrase)));
        if !set.required || scene.mentions_in((from, to)).any(|m| sibling(m.phrase)) {
            return None;
        }
        let cells = index.cells.get(&r)?.iter().map(|f| &index.facts[*f as usize]);
        let own = cells.filter_map(|f| Some((f, in_unit(figure, &Column { set, facts: vec![f], values: vec![] })?)));
        own.into_iter().find(|(_, c)| accepts(figure, c.values[0])).map(|(f, _)| (f.node, "equal"))
    })
}

/// "They won 50 and 90 deals respectively": the figures in the order of the names before them.
pub fn respectively(scene: &Scene<'_>, index: &Index<'_>, figure: &Figure, columns: &[Column<'_>]) -> Option<Derived> {
    let (from, to) = scene.sentence(figure.first);
    if !scene.says_word((from, to), &["respectively"]) {
        return None;
    }
    let here: Vec<&Figure> =
        scene.figures.iter().filter(|f| f.first >= from && f.first < to && f.unit == figure.unit).collect();
    let at = here.iter().position(|f| f.first == figure.first)?;
    columns.iter().filter_map(|c| in_unit(figure, c)).find_map(|c| {
        let row =
            |phrase: u32| c.facts.iter().position(|f| index.rows[f.row as usize].labels.iter().any(|l| l.1 == phrase));
        let mut rows: Vec<usize> =
            scene.mentions.iter().filter(|m| m.first < to).filter_map(|m| row(m.phrase)).collect();
        rows.dedup();
        let named = rows.len().checked_sub(here.len()).map(|first| &rows[first..])?;
        accepts(figure, c.values[named[at]]).then_some((c.facts[named[at]].node, "equal"))
    })
}

/// "They cost $187.98 on average" after a list in the answer itself: the mean or the sum of what it tells.
pub fn of_own_list(scene: &Scene<'_>, index: &Index<'_>, known: &Known, figure: &Figure) -> Option<Derived> {
    const MEAN: [&str; 4] = ["average", "averages", "averaging", "mean"];
    const SUM: [&str; 8] = ["total", "together", "sum", "altogether", "add", "adds", "all", "combined"];
    let (from, to) = scene.sentence(figure.first);
    let (mean, sum) = (scene.says_word((from, to), &MEAN), scene.says_word((from, to), &SUM));
    // "The four have 90 of the 242 cases".
    let few = scene.figures.iter().find(|f| f.first >= from && f.first <= from + 1 && f.spelled).map(Figure::value);
    let few = few.filter(|_| scene.tokens[from].any(&["the", "these", "those"]));
    if !mean && !sum && few.is_none() || figure.whole {
        return None;
    }
    // The lines right before, the last of each field in each line.
    let mut told: Map<u32, Vec<(u32, &Fact)>> = Map::default();
    for (f, id) in scene.figures.iter().zip(known).filter(|(f, _)| f.first < from && f.unit == figure.unit) {
        let Some(fact) = id.map(|id| &index.facts[id as usize]) else { continue };
        let line = scene.tokens[f.first].sentence;
        let column = told.entry(fact.field).or_default();
        match column.last() {
            Some((before, _)) if line > before + 2 => *column = vec![(line, fact)],
            Some((before, _)) if line == *before => {}
            _ => column.push((line, fact)),
        }
    }
    let counted = |c: &Vec<(u32, &Fact)>| c.len() >= 2 && (mean || sum || few == Some(c.len() as f64));
    told.into_values().filter(counted).find_map(|column| {
        let near = column.last().is_some_and(|(line, _)| scene.tokens[figure.first].sentence - line <= 3);
        let rows: Vec<u32> = column.iter().map(|(_, f)| f.row).collect();
        let whole: f64 = column.iter().map(|(_, f)| f.value).sum();
        let own = rows.iter().enumerate().all(|(i, r)| !rows[..i].contains(r));
        let made = if mean { whole / column.len() as f64 } else { whole };
        let fits = accepts(figure, made) || accepts(figure, -made) && figure.unit == Unit::Money;
        (near && own && fits && !clash(figure, column[0].1))
            .then_some((column[0].1.node, if mean { "average" } else { "sum" }))
    })
}
