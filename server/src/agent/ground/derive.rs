//! Figures that follow from others by one operation: from the cells of cited rows, or from the other figures of a sentence.

use app::model::answer::How;

use super::facts::{Facts, RowKind};
use super::number::Number;

/// Values that are tried in pairs at most; of more, only sums and means of columns are.
const MOST: usize = 120;

/// A value that an operation may take.
#[derive(Clone, Debug)]
pub struct Operand {
    pub value: f64,
    /// In words: "Login failures count 140".
    pub told: String,
    /// JSON pointer, where it stands in a result.
    pub path: String,
    row: usize,
    column: usize,
    own: bool,
    /// The call whose object's own values it is one of; those of one call are as of one row.
    call: Option<usize>,
}

/// What an operation came to.
#[derive(Clone, Debug, PartialEq)]
pub struct Derived {
    pub how: How,
    pub operands: Vec<String>,
    pub path: String,
    pub row: usize,
}

/// The numeric cells of rows.
pub fn operands(facts: &Facts<'_>, rows: &[usize]) -> Vec<Operand> {
    let mut out = Vec::new();
    for row in rows {
        let found = &facts.rows[*row];
        if matches!(found.kind, RowKind::Record | RowKind::Arguments) {
            continue;
        }
        for fact in facts.facts[found.facts.clone()].iter().filter(|f| !f.in_text) {
            let told = [found.label.as_str(), facts.column_name(fact.column), &printed(fact.value)];
            out.push(Operand {
                value: fact.value,
                told: told.iter().filter(|t| !t.is_empty()).copied().collect::<Vec<_>>().join(" "),
                path: fact.path.clone(),
                row: *row,
                column: fact.column,
                own: found.kind == RowKind::Own,
                call: (found.kind == RowKind::Own).then_some(found.of),
            });
        }
    }
    out
}

/// The figures of a sentence as operands: each its own row and column, so that any two may be taken together.
pub fn told(numbers: &[(&str, &Number)]) -> Vec<Operand> {
    let one = |(i, (text, number)): (usize, &(&str, &Number))| {
        let value = number.readings.first()?.value;
        Some(Operand {
            value,
            told: (*text).to_owned(),
            path: String::new(),
            row: i,
            column: 0,
            own: false,
            call: None,
        })
    };
    numbers.iter().enumerate().filter_map(one).collect()
}

fn printed(value: f64) -> String {
    let text = format!("{value:.4}");
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

/// Chance hits that are let pass, on average, where an operation is looked for in all results.
const CHANCE: f64 = 0.2;

/// One operation within a column of any list of the results: its sum or mean, or a difference of two rows. With so many to
/// choose from, a short number is always among them by chance, so it must be printed with as many digits as the number
/// of candidates asks for.
pub fn in_lists(number: &Number, facts: &Facts<'_>) -> Option<Derived> {
    let breadth = number.readings.iter().map(|r| r.breadth()).fold(0.0, f64::max);
    let lists = || facts.tables.iter().map(|rows| operands(facts, &rows.clone().collect::<Vec<_>>()));
    let cells: usize = lists().map(|l| l.len()).sum();
    if cells as f64 * breadth > CHANCE {
        return None;
    }
    if let Some(found) = lists().find_map(|list| columns(number, &list)) {
        return Some(found);
    }
    let lists: Vec<Vec<Operand>> = lists().filter(|l| l.len() <= MOST).collect();
    let pairs = || {
        let rest = |list: &'_ Vec<Operand>, i: usize| i + 1..list.len();
        lists.iter().flat_map(move |l| (0..l.len()).flat_map(move |i| rest(l, i).map(move |j| (&l[i], &l[j]))))
    };
    let alike = || pairs().filter(|(a, b)| a.column == b.column);
    if alike().count() as f64 * breadth > CHANCE {
        return None;
    }
    let (a, b) = alike().find(|(a, b)| fits(number, a.value - b.value))?;
    derived(How::Difference, &[a, b])
}

/// The first operation on these that gives the number.
pub fn find(number: &Number, operands: &[Operand], days: &[i64]) -> Option<Derived> {
    columns(number, operands)
        .or_else(|| days.iter().find_map(|days| per_day(number, operands, *days)))
        .or_else(|| (operands.len() <= MOST).then(|| pairs(number, operands)).flatten())
        .or_else(|| of_sum(number, operands))
}

/// Whether a value is the number: as it is, or in percent where it is printed so.
fn fits(number: &Number, value: f64) -> bool {
    number.readings.iter().any(|r| r.fits(value.abs()) || number.percent && r.fits(value.abs() * 100.0))
}

fn derived(how: How, of: &[&Operand]) -> Option<Derived> {
    let operands = of.iter().map(|o| o.told.clone()).collect();
    of.first().map(|first| Derived { how, operands, path: first.path.clone(), row: first.row })
}

/// Sum and mean of a column over the rows.
fn columns(number: &Number, operands: &[Operand]) -> Option<Derived> {
    let mut seen: Vec<usize> = operands.iter().map(|o| o.column).collect();
    seen.sort_unstable();
    seen.dedup();
    seen.into_iter().find_map(|column| {
        let of: Vec<&Operand> = operands.iter().filter(|o| o.column == column && !o.own).collect();
        if of.len() < 2 {
            return None;
        }
        let sum: f64 = of.iter().map(|o| o.value).sum();
        let how = match () {
            () if fits(number, sum) => How::Sum,
            () if fits(number, sum / of.len() as f64) => How::Mean,
            () => return None,
        };
        derived(how, &of)
    })
}

/// A cell as a part of its column's sum over the rows: members of a cited whole.
fn of_sum(number: &Number, operands: &[Operand]) -> Option<Derived> {
    let whole =
        |of: &Operand| -> f64 { operands.iter().filter(|o| o.column == of.column && !o.own).map(|o| o.value).sum() };
    let part = operands.iter().filter(|o| number.percent && !o.own).find(|o| {
        let sum = whole(o);
        sum > 0.0 && sum > o.value && fits(number, o.value / sum)
    })?;
    let mut found = derived(How::Share, &[part])?;
    found.operands.push(format!("their sum {}", printed(whole(part))));
    Some(found)
}

fn per_day(number: &Number, operands: &[Operand], days: i64) -> Option<Derived> {
    let days = Some(days).filter(|d| *d > 1)? as f64;
    let one = operands.iter().find(|o| !number.percent && fits(number, o.value / days))?;
    let mut found = derived(How::PerDay, &[one])?;
    found.operands.push(format!("{days} days"));
    Some(found)
}

/// Difference, change, share, ratio and mean of two. What is of another kind (another column of another row) is only
/// compared as a part with a whole, because any two numbers have a difference.
fn pairs(number: &Number, operands: &[Operand]) -> Option<Derived> {
    if number.percent
        && let Some(rest) = operands.iter().find(|o| fits(number, 1.0 - o.value) || fits(number, 100.0 - o.value))
    {
        let mut found = derived(How::Difference, &[rest])?;
        found.operands.insert(0, "100%".into());
        return Some(found);
    }
    for (i, a) in operands.iter().enumerate() {
        for b in operands.iter().skip(i + 1) {
            let (big, small) = if a.value.abs() >= b.value.abs() { (a, b) } else { (b, a) };
            // Above a mean, below a total: of an object's own values with a list's, where the print is no chance hit.
            let precise = number.readings.iter().all(|r| r.breadth() < 0.01);
            let alike = a.column == b.column || a.row == b.row || precise && a.own != b.own;
            let alike = alike || a.call.is_some() && a.call == b.call;
            if alike && fits(number, a.value + b.value) {
                return derived(How::Sum, &[a, b]);
            }
            if alike && fits(number, a.value - b.value) {
                return derived(How::Difference, &[a, b]);
            }
            if small.value == 0.0 {
                continue;
            }
            let share = small.value / big.value;
            if number.percent && (alike || a.own || b.own) && fits(number, share) {
                return derived(How::Share, &[small, big]);
            }
            // By how much the one changed to become the other, whichever came first.
            let changes = [(big.value - small.value) / small.value, (big.value - small.value) / big.value];
            if number.percent && alike && changes.iter().any(|c| fits(number, *c)) {
                return derived(How::Change, &[small, big]);
            }
            if alike && !number.percent && fits(number, big.value / small.value) {
                return derived(How::Ratio, &[big, small]);
            }
            if alike && fits(number, (a.value + b.value) / 2.0) {
                return derived(How::Mean, &[a, b]);
            }
        }
    }
    None
}
