//! Percentages: what a result gives as a fraction or in percent, and the shares that follow from its counts.
//!
//! Deliberately not here: any other operation; those are worked out per claim (`derive`), since they need the claim's words.

use super::field::Kind;
use super::*;
use crate::agent::ground::read::stem::{Stem, each, known};

/// Shares that anybody would work out: a row's count of its column's sum, of its own total, of the total beside its
/// array; and a count of the total beside it.
pub fn work_out(index: &mut Index<'_>) {
    fractions(index);
    let mut sums: Map<(u32, u32), f64> = Map::default();
    for f in &index.facts {
        if let Some(row) = index.rows.get(f.row as usize) {
            *sums.entry((row.set, f.field)).or_default() += f.value;
        }
    }
    let required = || index.sets.iter().enumerate().filter(|(_, s)| s.required);
    // By list: the totals beside it, and its rows that stand for all.
    let around: Map<u32, Vec<f64>> = required().map(|(s, set)| (s as u32, totals_around(index, set.node))).collect();
    let fields: Map<u32, Vec<(u32, f64)>> =
        required().map(|(s, set)| (s as u32, columns_around(index, set.node))).collect();
    let of_all = |set: &RowSet| set.rows.iter().copied().filter(|r| is_whole(&index.rows[*r as usize])).collect();
    let all: Map<u32, Vec<u32>> = required().map(|(s, set)| (s as u32, of_all(set))).collect();
    let mut shares = Vec::new();
    for fact in index.facts.iter().filter(|f| f.kind == Kind::Count && f.origin == Origin::Given) {
        let Some(set) = index.rows.get(fact.row as usize).map(|r| r.set) else { continue };
        let group = &index.sets[set as usize];
        // A number of topics is no part of a number of messages, nor is a change.
        const LISTS: [Stem; 8] =
            each(["topic", "group", "category", "customer", "increase", "decrease", "change", "difference"]);
        if index.fields[fact.field as usize].says(&LISTS) {
            continue;
        }
        if group.series || index.fields[fact.field as usize].mean {
            continue;
        }
        let mut wholes = totals(index, fact.holder);
        if group.required {
            // `["all complaints", 5849]` is the whole of the rows beside it.
            let rows = all.get(&set).into_iter().flatten();
            wholes.extend(rows.filter_map(|r| index.cell(*r, fact.field)).map(|f| index.facts[f as usize].value));
            wholes.extend(sums.get(&(set, fact.field)).copied());
            wholes.extend(around.get(&set).into_iter().flatten());
            wholes.extend(fields.get(&set).into_iter().flatten().filter(|(f, _)| *f == fact.field).map(|(_, n)| *n));
        }
        // `of_total` in each row is no part of anything.
        let constant = index.fields[fact.field as usize].total
            && group.required
            && sums.get(&(set, fact.field)).is_some_and(|sum| *sum == fact.value * group.rows.len() as f64);
        if constant {
            continue;
        }
        for whole in wholes.into_iter().filter(|w| *w > 0.0 && *w > fact.value) {
            shares.push(Fact { value: 100.0 * fact.value / whole, kind: Kind::Share, origin: Origin::Share, ..*fact });
        }
    }
    index.facts.extend(shares);
}

/// Fractions beside each other that make one whole are shares, whatever their names: `{"positive": 0.34, ...}`.
fn fractions(index: &mut Index<'_>) {
    let mut found: Vec<u32> = Vec::new();
    for facts in index.siblings.values() {
        let part = |f: &&u32| {
            let f = &index.facts[**f as usize];
            f.kind == Kind::Count && (0.0..1.0).contains(&f.value)
        };
        let parts: Vec<u32> = facts.iter().filter(part).copied().collect();
        let sum: f64 = parts.iter().map(|f| index.facts[*f as usize].value).sum();
        if parts.len() > 1 && (0.98..=1.02).contains(&sum) {
            found.extend(parts);
        }
    }
    found.extend(whole_columns(index));
    found.extend(index.siblings.values().flat_map(|facts| percentages(index, facts)));
    found.into_iter().for_each(|f| index.facts[f as usize].kind = Kind::Share);
}

/// The same in percent: `{"total": 560, "web": 70.9, "phone": 6.4, …}`, where decimals show that nothing is counted.
fn percentages(index: &Index<'_>, facts: &[u32]) -> Vec<u32> {
    let of = |f: &u32| &index.facts[*f as usize];
    let part = |f: &&u32| of(f).kind == Kind::Count && !index.fields[of(f).field as usize].total;
    let parts: Vec<u32> = facts.iter().filter(part).copied().collect();
    let values = || parts.iter().map(|f| of(f).value);
    let whole = (99.5..=100.5).contains(&values().sum::<f64>());
    let decimals = values().any(|v| v.fract() != 0.0) && values().all(|v| (0.0..=100.0).contains(&v));
    if parts.len() > 2 && whole && decimals { parts } else { Vec::new() }
}

/// The same down a column: `"weight": 0.294` in each row, one in all.
fn whole_columns(index: &Index<'_>) -> Vec<u32> {
    let mut columns: Map<(u32, u32), Vec<u32>> = Map::default();
    for (id, f) in index.facts.iter().enumerate() {
        let set = index.rows.get(f.row as usize).map_or(NONE, |r| r.set);
        let required = index.sets.get(set as usize).is_some_and(|s| s.required);
        if required && f.origin == Origin::Given && matches!(f.kind, Kind::Count | Kind::Score) {
            columns.entry((set, f.field)).or_default().push(id as u32);
        }
    }
    let whole = |ids: &Vec<u32>| {
        let values = || ids.iter().map(|id| index.facts[*id as usize].value);
        ids.len() > 1 && values().all(|v| (0.0..1.0).contains(&v)) && (0.98..=1.02).contains(&values().sum::<f64>())
    };
    columns.into_values().filter(whole).flatten().collect()
}

/// A row that stands for all of its list.
pub fn is_whole(row: &Row<'_>) -> bool {
    let begins = |w: &str| row.title.get(..w.len()).is_some_and(|t| t.eq_ignore_ascii_case(w));
    ["all ", "total", "overall", "grand total", "sum"].iter().any(|w| begins(w))
        || row.title.eq_ignore_ascii_case("all")
}

/// The totals beside a list; `{"total": 9, "groups": {"columns": …, "rows": …}}` gives them further out.
pub fn totals_around(index: &Index<'_>, list: u32) -> Vec<f64> {
    const FAR: usize = 5;
    let mut at = list;
    for _ in 0..FAR {
        let above = index.nodes[at as usize].parent;
        at = if above == NONE { at } else { above };
        let mut found = totals(index, at);
        // `{"hits": {"total": 641}, "aggregations": …}`.
        let apart = ["hits", "meta", "metadata", "summary", "totals", "overall", "page", "info"];
        let inner = index.inner.get(&at).into_iter().flatten().map(|(node, _)| *node);
        let named = |node: &u32| index.around(*node).is_some_and(|name| apart.contains(&name));
        // `{"data": …, "meta": {"messages": 1809}}`.
        let counts = |node: u32| {
            let facts = index.siblings.get(&node).into_iter().flatten().map(|f| &index.facts[*f as usize]);
            facts.filter(|f| f.kind == Kind::Count && index.fields[f.field as usize].counts).map(|f| f.value)
        };
        found.extend(inner.filter(named).flat_map(|node| totals(index, node).into_iter().chain(counts(node))));
        // `"sum_other_doc_count": 49` beside the list is what the list leaves out.
        let left =
            |f: &u32| index.fields[index.facts[*f as usize].field as usize].stems.contains(&const { known("other") });
        // `{"company": …, "complaints": 181, "outcomes": {…}}`: one number of things, and what became of them.
        let things = |f: &&u32| {
            let field = &index.fields[index.facts[**f as usize].field as usize];
            index.facts[**f as usize].kind == Kind::Count && field.counts && field.stems.len() == 1
        };
        if let [one] = index.siblings.get(&at).into_iter().flatten().filter(things).collect::<Vec<_>>()[..]
            && found.is_empty()
        {
            found.push(index.facts[*one as usize].value);
        }
        let numbers = index.siblings.get(&at).is_some_and(|facts| !facts.iter().all(left));
        if !found.is_empty() || above == NONE || numbers {
            return found;
        }
    }
    Vec::new()
}

/// The totals of a list's columns, `{"rows": [{"current": 309, …}], "total": {"current": 1126, "previous": 241}}`, by field.
fn columns_around(index: &Index<'_>, list: u32) -> Vec<(u32, f64)> {
    let Some(above) = index.nodes.get(list as usize).map(|node| node.parent) else { return Vec::new() };
    let inner = index.inner.get(&above).into_iter().flatten().map(|(node, _)| *node);
    let whole = inner.filter(|node| index.around(*node).is_some_and(is_summary));
    let facts = whole.flat_map(|node| index.siblings.get(&node).into_iter().flatten());
    facts.map(|f| &index.facts[*f as usize]).filter(|f| f.kind == Kind::Count).map(|f| (f.field, f.value)).collect()
}

/// The totals among the numbers of an object.
fn totals(index: &Index<'_>, holder: u32) -> Vec<f64> {
    let facts = index.siblings.get(&holder).into_iter().flatten().map(|f| &index.facts[*f as usize]);
    facts.filter(|f| f.kind == Kind::Count && index.fields[f.field as usize].total).map(|f| f.value).collect()
}

/// Brings fractions to percent, and sorts. A column is in fractions when none of its values exceeds 1; what is
/// `printed` with a percent sign is not scaled.
pub fn finish(index: &mut Index<'_>, printed: &Set<u32>) {
    let column = |index: &Index<'_>, f: &Fact| (index.rows.get(f.row as usize).map_or(NONE, |r| r.set), f.field);
    let mut largest: Map<(u32, u32), f64> = Map::default();
    for (i, f) in index.facts.iter().enumerate() {
        if f.kind == Kind::Share && f.origin == Origin::Given && !printed.contains(&(i as u32)) {
            let top = largest.entry(column(index, f)).or_default();
            *top = top.max(f.value.abs());
        }
    }
    for i in 0..index.facts.len() {
        let f = index.facts[i];
        let id = i as u32;
        if f.kind == Kind::Share {
            let raw = f.origin == Origin::Given && !printed.contains(&id);
            let fraction = raw && largest.get(&column(index, &f)).is_some_and(|top| *top <= 1.0);
            // "change_pct": 0.31 is what it says, "percentage": 0.31 may be either.
            if fraction && index.fields[f.field as usize].says(&const { each(["pct", "percent"]) }) {
                index.shares.push((f.value, id));
                continue;
            }
            if fraction {
                index.plain.push((f.value, id));
                index.facts[i].value = f.value * 100.0;
            }
            index.shares.push((index.facts[i].value, id));
            continue;
        }
        // A fraction may be told in percent, whatever its name.
        let fraction =
            f.kind == Kind::Count && f.origin == Origin::Given && f.value.abs() < 10.0 && f.value.fract() != 0.0;
        if f.kind == Kind::Score && f.value.abs() <= 1.0 || fraction {
            index.shares.push((f.value * 100.0, id));
        }
        index.plain.push((f.value, id));
    }
    index.shares.sort_by(|a, b| a.0.total_cmp(&b.0));
    index.plain.sort_by(|a, b| a.0.total_cmp(&b.0));
}
