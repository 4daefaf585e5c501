//! Bounds over a whole list: "no day had more than 71", "volume never fell below 9".
//!
//! Deliberately not here: hedges of one number ("more than 400"), which the print itself accepts.

use super::matching::Match;
use crate::agent::ground::index::field::Kind;
use crate::agent::ground::index::{Fact, Index, Map};
use crate::agent::ground::read::figure::{Figure, Lean, Unit, last_place};
use crate::agent::ground::scene::Scene;

/// Whether such a bound holds; `None` where the words make no bound, or no list could be meant.
pub fn find(scene: &Scene<'_>, index: &Index<'_>, figure: &Figure) -> Option<Match> {
    const NONE_OF: [&str; 4] = ["no", "never", "none", "nobody"];
    const EACH_OF: [&str; 3] = ["every", "each", "always"];
    let (none, each) = (scene.says_near(figure, &NONE_OF), scene.says_near(figure, &EACH_OF));
    let upper = match figure.lean {
        Lean::Over => none,
        Lean::Under => !none,
        Lean::Exact | Lean::About => return None,
    };
    if none == each || figure.unit == Unit::Times {
        return None;
    }
    let mut columns: Vec<(u32, f64, Kind)> = Vec::new();
    for set in index.sets.iter().filter(|s| s.required && !s.records && s.rows.len() >= 3) {
        let mut ends: Map<u32, (u32, f64, usize)> = Map::default();
        for id in set.rows.iter().flat_map(|r| index.cells.get(r).into_iter().flatten()) {
            let Fact { value, field, .. } = index.facts[*id as usize];
            let end = ends.entry(field).or_insert((*id, value, 0));
            end.2 += 1;
            if (value > end.1) == upper && value != end.1 {
                (end.0, end.1) = (*id, value);
            }
        }
        let whole = ends.into_values().filter(|e| e.2 == set.rows.len());
        columns.extend(whole.map(|(id, value, _)| (id, value, index.facts[id as usize].kind)));
    }
    columns.retain(|c| fits(figure.unit, c.2));
    columns.sort_by_key(|c| c.0);
    let reading = figure.readings.first()?;
    // A bound is as near to its end as its print is round.
    let near = |value: f64| {
        let gap = if upper { reading.value - value } else { value - reading.value };
        (-1e-9..=last_place(reading.value, reading.half) + 1e-9).contains(&gap)
    };
    let best = columns.first()?;
    let found = columns.iter().find(|c| near(c.1));
    Some(match found {
        Some((fact, value, _)) => {
            Match::Found { fact: *fact, how: if (*value - reading.value).abs() < 1e-9 { "equal" } else { "rounded" } }
        }
        None => Match::Misplaced(format!("the {} is {}", if upper { "largest" } else { "smallest" }, best.1)),
    })
}

fn fits(unit: Unit, kind: Kind) -> bool {
    match unit {
        Unit::Plain => matches!(kind, Kind::Count | Kind::Score),
        Unit::Percent => kind == Kind::Share,
        Unit::Money => matches!(kind, Kind::Money | Kind::Count),
        Unit::Time(_) => matches!(kind, Kind::Time(_)),
        Unit::Points | Unit::Times => false,
    }
}
