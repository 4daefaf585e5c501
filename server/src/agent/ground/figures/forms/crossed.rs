//! Rows with two names at once, as of a table grouped twice: "Phone: 881 negative, 238 neutral", where a row is called
//! "negative, phone".
//!
//! Deliberately not here: rows with names of different kinds (`naming`).

use super::super::naming::Naming;
use crate::agent::ground::index::{Index, Row};
use crate::agent::ground::read::figure::Figure;
use crate::agent::ground::scene::Scene;

/// Of the rows all of whose names stand in the sentence, the figure is given to the one whose names stand nearest to it.
/// `None` where the row has no two names under one field, or no row of its list is named whole.
pub fn naming(scene: &Scene<'_>, index: &Index<'_>, figure: &Figure, r: u32) -> Option<Naming> {
    let own = &index.rows[r as usize];
    let genuine: Vec<&(u32, u32)> = own.labels.iter().filter(|l| !index.aliases.contains(&l.1)).collect();
    let (dim, _) = **genuine.iter().find(|l| genuine.iter().filter(|o| o.0 == l.0).count() == 2)?;
    let sentence = scene.sentence(figure.first);
    let distance = |phrase: u32| {
        let here = scene.mentions_in(sentence).filter(|m| m.phrase == phrase);
        here.map(|m| if m.first > figure.last { m.first - figure.last } else { figure.first.saturating_sub(m.last) })
            .min()
    };
    let far = |row: &Row<'_>| {
        let parts = row.labels.iter().filter(|l| l.0 == dim);
        parts.map(|l| distance(l.1)).try_fold(0, |sum, d| d.map(|d| sum + d))
    };
    let rows = index.sets[own.set as usize].rows.iter().map(|row| &index.rows[*row as usize]);
    let (nearest, named) = rows.filter_map(|row| Some((far(row)?, row.title))).min()?;
    Some(match far(own) {
        Some(d) if d == nearest => Naming::Named,
        _ => Naming::Other { near: true, named: named.to_owned() },
    })
}
