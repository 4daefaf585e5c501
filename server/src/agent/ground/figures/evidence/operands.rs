//! The numbers from which a figure may have been worked out.
//!
//! Deliberately not here: the operations on them (`super`).

use crate::agent::ground::figures::compare::announced;
use crate::agent::ground::figures::derive::clash;
use crate::agent::ground::figures::naming::same;
use crate::agent::ground::figures::selection::{Selection, column};
use crate::agent::ground::index::field::Kind;
use crate::agent::ground::index::{Fact, Index, Map, NONE, Origin, Row, Set};
use crate::agent::ground::read::date::{DateAt, End};
use crate::agent::ground::read::figure::{Figure, Unit};
use crate::agent::ground::scene::Scene;

/// No more operands than this are tried on each other.
const MOST: usize = 48;
/// A list of so few rows that none of them needs a name.
const FEW: usize = 6;

/// A number that an operation may take.
#[derive(Clone, Copy)]
pub struct Operand {
    pub value: f64,
    pub kind: Kind,
    pub node: u32,
    pub field: u32,
    pub row: u32,
    pub set: u32,
    /// The sentence speaks of its field.
    pub spoken: bool,
    /// The sentence names its row.
    pub named: bool,
    /// What its row is called.
    pub label: u32,
    /// The whole column of a list.
    pub column: bool,
    /// A total by its name.
    pub total: bool,
    /// Its row bears the name that stands in the figure's segment.
    pub near: bool,
}

/// A figure that another figure of the answer was found to be.
#[derive(Clone, Copy, Debug)]
pub struct Told {
    pub value: f64,
    pub unit: Unit,
    pub node: u32,
    pub first: usize,
}

impl Operand {
    /// The answer itself tells this number.
    pub fn told(&self) -> bool {
        self.set == NONE && self.row == NONE
    }

    fn of(told: &Told) -> Self {
        let kind = match told.unit {
            Unit::Percent => Kind::Share,
            Unit::Money => Kind::Money,
            Unit::Time(days) => Kind::Time(days),
            Unit::Plain | Unit::Points | Unit::Times => Kind::Count,
        };
        let Told { value, node, .. } = *told;
        let (spoken, named, column, total, near) = (true, false, false, false, false);
        let (field, row, set, label) = (NONE, NONE, NONE, NONE);
        Self { value, kind, node, field, row, set, spoken, named, label, column, total, near }
    }

    fn new(scene: &Scene<'_>, index: &Index<'_>, figure: &Figure, fact: &Fact) -> Self {
        let sentence = scene.sentence(figure.first);
        let Fact { value, kind, node, field, row, .. } = *fact;
        let set = index.rows.get(row as usize).map_or(NONE, |r| r.set);
        let label = index.rows.get(row as usize).and_then(|r| r.labels.first()).map_or(NONE, |l| l.1);
        let calls = |f: u32| &index.fields[f as usize].calls;
        let beside = || index.siblings.get(&fact.holder).into_iter().flatten().map(|f| index.facts[*f as usize].field);
        let rival = || beside().any(|f| f != field && scene.says_stem_near(figure, calls(f)));
        let spoken = scene.says_stem_near(figure, calls(field)) || scene.says(sentence, calls(field)) && !rival();
        let row_of = index.rows.get(row as usize).filter(|r| !index.sets[r.set as usize].records);
        let called = |phrase: u32| row_of.is_some_and(|r| r.labels.iter().any(|l| l.1 == phrase));
        let dated = || row_of.and_then(|r| r.date);
        let named = label != NONE && scene.mentions_in(sentence).any(|m| m.phrase == label || called(m.phrase))
            || scene.days_in(sentence).any(|d| dated().is_some_and(|own| same(own, d.value)));
        let total = index.fields[field as usize].total;
        let segment = scene.segments[figure.first];
        let near = label != NONE
            && scene
                .mentions_in(sentence)
                .any(|m| scene.segments[m.first] == segment && (m.phrase == label || called(m.phrase)));
        Self { value, kind, node, field, row, set, spoken, named, label, column: false, total, near }
    }
}

/// The numbers at hand: what the sentence and the one before it tell, whole columns, the rows that are named or so few
/// that none needs a name, and what stands in no list.
pub fn operands(
    scene: &Scene<'_>,
    index: &Index<'_>,
    figure: &Figure,
    told: &[Told],
    selections: &[Selection],
) -> Vec<Operand> {
    let sentence = scene.sentence(figure.first);
    let before = || sentence.0.checked_sub(1).map_or(sentence.0, |last| scene.sentence(last).0);
    // "The spread between the first and the last is 15.7 points", below a table.
    let from = if figure.unit == Unit::Points { scene.around(figure.first).0 } else { before() };
    // The last whole that was told: "5,808 of 6,621", some sentences before "12.3% of them".
    let whole = |t: &Told| scene.figures.iter().any(|f| f.first == t.first && f.whole);
    let last = told.iter().filter(|t| t.first < from && whole(t)).max_by_key(|t| t.first).map(|t| t.first);
    let last = last.filter(|_| figure.unit == Unit::Percent);
    let near = |t: &&Told| t.first >= from && t.first < sentence.1 && t.first != figure.first || Some(t.first) == last;
    let mut out: Vec<Operand> = told.iter().filter(near).map(Operand::of).collect();
    out.extend(columns(scene, index, figure, selections));
    out.extend(facts(scene, index, figure, selections));
    out.truncate(MOST);
    out
}

/// The sums of whole columns.
fn columns(scene: &Scene<'_>, index: &Index<'_>, figure: &Figure, selections: &[Selection]) -> Vec<Operand> {
    let mut out = Vec::new();
    let mut seen: Set<u32> = Set::default();
    for s in selections.iter().filter(|s| !s.chosen && index.sets[s.set as usize].required && seen.insert(s.set)) {
        for (field, facts) in column(index, s) {
            // Rates do not add up, under whatever name they stand.
            let rate = facts.iter().all(|f| f.value.abs() <= 1.0) && facts.iter().any(|f| f.value.fract() != 0.0);
            let mean = rate || index.fields[field as usize].mean || matches!(facts[0].kind, Kind::Share | Kind::Score);
            if facts.len() > 1 && !mean && !clash(figure, facts[0]) {
                let value = facts.iter().map(|f| f.value).sum();
                let node = index.sets[s.set as usize].node;
                out.push(Operand { value, node, column: true, ..Operand::new(scene, index, figure, facts[0]) });
            }
        }
    }
    out
}

/// Single numbers. Where the words beside the figure name rows of a list, the others of that list are not meant, and what
/// stands in no list is at most the whole.
fn facts(scene: &Scene<'_>, index: &Index<'_>, figure: &Figure, selections: &[Selection]) -> Vec<Operand> {
    let sentence = scene.sentence(figure.first);
    let segment = scene.segments[figure.first];
    let chosen = selections.iter().filter(|s| s.chosen && s.rows.len() <= 8);
    let mut named: Set<u32> = chosen.flat_map(|s| s.rows.iter().copied()).collect();
    named.extend(of_days(scene, index, sentence));
    let near: Set<u32> =
        scene.mentions_in(sentence).filter(|m| scene.segments[m.first] == segment).map(|m| m.phrase).collect();
    let bears = |row: u32| index.rows[row as usize].labels.iter().any(|l| near.contains(&l.1));
    let narrowed: Set<u32> = (0..index.rows.len() as u32)
        .filter(|r| !near.is_empty() && bears(*r))
        .map(|r| index.rows[r as usize].set)
        .collect();
    let compare = announced(scene, figure);
    // "22.4% in 2012": the row of that time alone.
    let dated: Set<u32> = rows_of_date(scene, index, figure);
    // Right behind the figure it says whose it is, whatever else is compared.
    let at_once = scene.dates.iter().any(|d| d.first > figure.last && d.first <= figure.last + 2 && d.end != End::To)
        && matches!(figure.unit, Unit::Percent | Unit::Money | Unit::Time(_));
    let dated_sets: Set<u32> = dated.iter().map(|r| index.rows[*r as usize].set).collect();
    let gather = compare || scene.says_word(sentence, &["together", "combined", "total", "or"]);
    let spoken = |row: u32| {
        let id = index.rows[row as usize].set;
        let set = &index.sets[id as usize];
        if dated_sets.contains(&id) && (!compare || at_once) {
            return dated.contains(&row);
        }
        if narrowed.contains(&id) {
            return bears(row) || gather && named.contains(&row);
        }
        !set.required || set.rows.len() <= FEW || named.contains(&row) || mentioned(scene, index, sentence, row)
    };
    let listed = |f: &Fact| index.lineage(f.row).any(|(_, r)| index.sets[r.set as usize].required);
    let fits = |f: &&Fact| {
        let field = &index.fields[f.field as usize];
        let named = |(_, r): (u32, &Row<'_>)| r.labels.iter().any(|l| near.contains(&l.1));
        let around = !narrowed.is_empty() && !field.total && !listed(f) && !index.lineage(f.row).any(named);
        f.origin == Origin::Given && !clash(figure, f) && (compare || !field.mean) && !around
    };
    let mut rows: Map<u32, bool> = Map::default();
    let mut all = |row: u32| *rows.entry(row).or_insert_with(|| index.lineage(row).all(|(r, _)| spoken(r)));
    let facts = index.facts.iter().filter(fits).filter(|f| all(f.row)).take(MOST);
    facts.map(|f| Operand::new(scene, index, figure, f)).collect()
}

/// The rows of the one time that stands in the figure's segment.
fn rows_of_date(scene: &Scene<'_>, index: &Index<'_>, figure: &Figure) -> Set<u32> {
    let (from, to) = scene.sentence(figure.first);
    let near = |d: &&DateAt| d.first >= from && d.first < to && scene.segments[d.first] == scene.segments[figure.first];
    // Of several the next one behind the figure.
    let mut all = scene.dates.iter().filter(near);
    let date = all.clone().find(|d| d.first > figure.last).or_else(|| all.next());
    let bears = |r: &u32| index.rows[*r as usize].date.is_some_and(|own| date.is_some_and(|d| same(own, d.value)));
    (0..index.rows.len() as u32).filter(bears).collect()
}

/// The rows of the days that the sentence names; where it speaks of the day before or after, those beside them as well.
fn of_days(scene: &Scene<'_>, index: &Index<'_>, sentence: (usize, usize)) -> Vec<u32> {
    let beside = scene.says_word(sentence, &["before", "previous", "earlier", "after", "next", "following"]);
    let mut out = Vec::new();
    for set in index.sets.iter().filter(|s| s.series) {
        let named = |r: &u32| {
            let date = index.rows[*r as usize].date;
            scene.days_in(sentence).any(|d| date.is_some_and(|own| same(own, d.value)))
        };
        for i in (0..set.rows.len()).filter(|i| named(&set.rows[*i])) {
            let (from, to) = if beside { (i.saturating_sub(1), i + 1) } else { (i, i) };
            out.extend(set.rows[from..=to.min(set.rows.len() - 1)].iter().copied());
        }
    }
    out
}

/// A row that the sentence, or else the last name before it, speaks of.
fn mentioned(scene: &Scene<'_>, index: &Index<'_>, sentence: (usize, usize), row: u32) -> bool {
    let own = |phrase: u32| index.rows[row as usize].labels.iter().any(|l| l.1 == phrase);
    let mut here = scene.mentions_in(sentence).peekable();
    match here.peek() {
        Some(_) => here.any(|m| own(m.phrase)),
        None => scene.mentions.iter().rev().find(|m| m.first < sentence.0).is_some_and(|m| own(m.phrase)),
    }
}
