//! The edges of a cross table: for `{"email": {"negative": 29, "neutral": 2}, "chat": {"negative": 24, …}}` what each
//! channel has in all, and each mood. People say these sums as if the result had them.
//!
//! Deliberately not here: the shares that follow from them (`shares`).

use super::field::{self, Kind};
use super::{Fact, Index, Map, NONE, Origin, Row, RowSet};

/// Larger tables have no edges that anybody says.
const MOST_ROWS: usize = 60;

/// A cross table: by row its one number under each name.
struct Table {
    set: u32,
    rows: Vec<(u32, Vec<u32>)>,
}

/// Adds the sums as numbers of the rows, and as rows of their own for the names across.
pub fn add(index: &mut Index<'_>) {
    let tables = tables(index);
    if tables.is_empty() {
        return;
    }
    let field = index.fields.len() as u32;
    index.fields.push(field::read("count"));
    for table in tables {
        for (row, cells) in &table.rows {
            if !index.cells.contains_key(row) {
                let node = index.facts[cells[0] as usize].holder;
                sum(index, cells, (*row, node), field);
            }
        }
        let across = columns(index, &table);
        let RowSet { node, field: name, .. } = index.sets[table.set as usize];
        let parent = index.rows[table.rows[0].0 as usize].parent;
        let set = index.sets.len() as u32;
        index.sets.push(RowSet { rows: vec![], field: name, node, required: true, series: false, records: false });
        for ((dim, phrase), cells) in across {
            let row = index.rows.len() as u32;
            let title = index.rows[index.facts[cells[0] as usize].row as usize].title;
            index.rows.push(Row { parent, set, labels: vec![(dim, phrase)], date: None, title });
            index.sets[set as usize].rows.push(row);
            index.groups.insert((set, dim, phrase));
            sum(index, &cells, (row, node), field);
        }
    }
}

/// Lists whose rows hold nothing but one number each under names of their own, the same in each row.
fn tables(index: &Index<'_>) -> Vec<Table> {
    let mut below: Map<u32, Vec<u32>> = Map::default();
    for (r, row) in index.rows.iter().enumerate().filter(|(_, row)| row.parent != NONE) {
        below.entry(row.parent).or_default().push(r as u32);
    }
    let cell = |r: &u32| {
        let row = &index.rows[*r as usize];
        let set = &index.sets[row.set as usize];
        let [one] = index.cells.get(r)?.as_slice() else { return None };
        let fact = &index.facts[*one as usize];
        let counted = fact.kind == Kind::Count && fact.value.fract() == 0.0 && !index.fields[fact.field as usize].mean;
        (set.required && !set.records && !row.labels.is_empty() && counted).then_some(*one)
    };
    // `{"complaints": 139, "responses": {…}}`: the names stand in an object of their own.
    let plain = |r: &u32| !index.sets[index.rows[*r as usize].set as usize].required;
    let inner = |r: &u32| {
        let own = below.get(r)?;
        let one = if let [one] = own.as_slice() { Some(one).filter(|one| plain(one)) } else { None };
        let names = one.map_or(Some(own), |one| below.get(one))?;
        let cells: Option<Vec<u32>> = names.iter().map(cell).collect();
        Some((*r, cells.filter(|c| c.len() > 1)?))
    };
    let mut out = Vec::new();
    for (s, set) in index.sets.iter().enumerate() {
        if !set.required || set.records || !(2..=MOST_ROWS).contains(&set.rows.len()) {
            continue;
        }
        if let Some(rows) = set.rows.iter().map(inner).collect() {
            out.push(Table { set: s as u32, rows });
        }
    }
    out
}

/// The numbers under each name that stands in more than one row.
fn columns(index: &Index<'_>, table: &Table) -> Vec<((u32, u32), Vec<u32>)> {
    let mut out: Vec<((u32, u32), Vec<u32>)> = Vec::new();
    for cell in table.rows.iter().flat_map(|(_, cells)| cells) {
        let label = index.rows[index.facts[*cell as usize].row as usize].labels[0];
        match out.iter_mut().find(|(known, _)| known.1 == label.1) {
            Some((_, cells)) => cells.push(*cell),
            None => out.push((label, vec![*cell])),
        }
    }
    out.retain(|(_, cells)| cells.len() > 1);
    out
}

fn sum(index: &mut Index<'_>, cells: &[u32], (row, node): (u32, u32), field: u32) {
    let id = index.facts.len() as u32;
    let value = cells.iter().map(|c| index.facts[*c as usize].value).sum();
    let (kind, origin) = (Kind::Count, Origin::Given);
    index.facts.push(Fact { value, kind, origin, node, holder: node, row, field, currency: None });
    index.columns.entry((row, field)).or_default().push(id);
    index.cells.entry(row).or_default().push(id);
    index.summed.insert(id);
}
