//! Figures derived from others by one operation: from the cells of cited rows, or from a sentence's other figures.

use model::answer::How;
use model::rows::short;

use super::facts::{Facts, RowKind};
use super::number::Number;

/// Maximum number of values tried in pairs; beyond it, only column sums and means are tried.
const MAX_PAIRED_VALUES: usize = 120;

/// A value for an operation.
#[derive(Clone, Debug)]
pub struct Operand {
    pub value: f64,
    /// In words: "Login failures count 140".
    pub text: String,
    /// JSON pointer to its place in a result.
    pub path: String,
    kind: Kind,
    row: usize,
    column: usize,
    /// The words of the column's name: "previousCount" and "count" are about one thing.
    words: Vec<String>,
    /// An object's own value: the head of a result.
    own: bool,
    call: usize,
}

/// The kind of a value, by its form and its column's statistical words: different kinds are not combined.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Count,
    /// A part of a whole: a fraction or a percentage.
    Share,
    /// Money or another sum that need not be whole.
    Amount,
    /// A mean, a score, a change, a duration.
    Other,
}

impl Kind {
    fn of(value: f64, words: &[String]) -> Self {
        let named = |list: &[&str]| words.iter().any(|w| list.contains(&w.as_str()));
        if named(&["share", "percent", "rate"]) {
            return Self::Share;
        }
        let statistic =
            ["average", "avg", "mean", "median", "percentile", "score", "change", "z", "deviation", "ratio"];
        match value.fract() == 0.0 {
            _ if named(&statistic) => Self::Other,
            true => Self::Count,
            false if value.abs() < 1.0 => Self::Share,
            false => Self::Amount,
        }
    }
}

impl Operand {
    const fn is_sum(&self) -> bool {
        matches!(self.kind, Kind::Count | Kind::Amount)
    }
}

/// "previousCount" as "previous" and "count".
fn words_of(name: &str) -> Vec<String> {
    let mut out: Vec<String> = Vec::new();
    let mut upper = false;
    for c in name.chars() {
        if !c.is_alphanumeric() {
            out.push(String::new());
        } else if c.is_uppercase() && !upper || out.is_empty() {
            out.push(c.to_lowercase().collect());
        } else if let Some(last) = out.last_mut() {
            last.extend(c.to_lowercase());
        }
        upper = c.is_uppercase();
    }
    out.retain(|word| !word.is_empty());
    out
}

/// The result of an operation.
#[derive(Clone, Debug, PartialEq)]
pub struct Derived {
    pub how: How,
    pub operands: Vec<String>,
    pub path: String,
    pub row: usize,
    /// The rows of the operands.
    pub from: Vec<usize>,
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
            let text = [found.label.as_str(), facts.column_name(fact.column), &short(fact.value)];
            let words = words_of(facts.column_name(fact.column));
            out.push(Operand {
                value: fact.value,
                kind: Kind::of(fact.value, &words),
                words,
                text: text.iter().filter(|t| !t.is_empty()).copied().collect::<Vec<_>>().join(" "),
                path: fact.path.clone(),
                row: *row,
                column: fact.column,
                own: found.kind == RowKind::Own,
                call: found.of,
            });
        }
    }
    out
}

/// The figures of a sentence as operands: each in its own row and column, so that any two may be combined.
pub fn stated(numbers: &[(&str, &Number)]) -> Vec<Operand> {
    let one = |(i, (text, number)): (usize, &(&str, &Number))| {
        let value = number.readings.first()?.value;
        let kind = if number.percent { Kind::Share } else { Kind::of(value, &[]) };
        Some(Operand {
            value,
            kind,
            words: Vec::new(),
            text: (*text).to_owned(),
            path: String::new(),
            row: i,
            column: 0,
            own: false,
            call: 0,
        })
    };
    numbers.iter().enumerate().filter_map(one).collect()
}

/// Acceptable average number of chance hits when searching all results for an operation.
const MAX_CHANCE_HITS: f64 = 0.2;

/// One operation within a column of any list in the results.
pub fn in_lists(number: &Number, facts: &Facts<'_>) -> Option<Derived> {
    let lists: Vec<Vec<Operand>> =
        facts.tables.iter().map(|rows| operands(facts, &rows.clone().collect::<Vec<_>>())).collect();
    down_columns(number, &lists)
}

/// The sum or mean of a column, or a difference of two of its rows. With many candidates, some give a short number by
/// chance, so the number needs as many printed digits as there are candidates.
pub fn down_columns(number: &Number, lists: &[Vec<Operand>]) -> Option<Derived> {
    let breadth = number.readings.iter().map(|r| r.breadth()).fold(0.0, f64::max);
    let by_chance = |candidates: usize| candidates as f64 * breadth > MAX_CHANCE_HITS;
    if by_chance(lists.iter().map(Vec::len).sum()) {
        return None;
    }
    if let Some(found) = lists.iter().find_map(|list| columns(number, list)) {
        return Some(found);
    }
    let pairs = || {
        let rest = |list: &'_ Vec<Operand>, i: usize| i + 1..list.len();
        let lists = lists.iter().filter(|l| l.len() <= MAX_PAIRED_VALUES);
        lists.flat_map(move |l| (0..l.len()).flat_map(move |i| rest(l, i).map(move |j| (&l[i], &l[j]))))
    };
    let alike = || pairs().filter(|(a, b)| a.column == b.column);
    if by_chance(alike().count()) {
        return None;
    }
    let (a, b) = alike().find(|(a, b)| fits(number, a.value - b.value))?;
    derived(How::Difference, &[a, b])
}

/// The first operation on these that gives the number.
pub fn find(number: &Number, operands: &[Operand], days: &[i64]) -> Option<Derived> {
    columns(number, operands)
        .or_else(|| days.iter().find_map(|days| per_day(number, operands, *days)))
        .or_else(|| (operands.len() <= MAX_PAIRED_VALUES).then(|| pairs(number, operands)).flatten())
        .or_else(|| of_sum(number, operands))
}

/// Whether a value is the number: directly, or as a percentage if printed as one.
fn fits(number: &Number, value: f64) -> bool {
    number.readings.iter().any(|r| r.fits(value.abs()) || number.percent && r.fits(value.abs() * 100.0))
}

fn derived(how: How, of: &[&Operand]) -> Option<Derived> {
    let operands = of.iter().map(|o| o.text.clone()).collect();
    of.first().map(|first| Derived {
        how,
        operands,
        path: first.path.clone(),
        row: first.row,
        from: of.iter().map(|o| o.row).collect(),
    })
}

/// Sum and mean of a column over the rows of one result. Sums of money are whole by chance.
fn columns(number: &Number, operands: &[Operand]) -> Option<Derived> {
    let items = || operands.iter().filter(|o| !o.own);
    let mut seen: Vec<(usize, usize)> = items().map(|o| (o.call, o.column)).collect();
    seen.sort_unstable();
    seen.dedup();
    seen.into_iter().find_map(|(call, column)| {
        let of: Vec<&Operand> = items().filter(|o| (o.call, o.column) == (call, column)).collect();
        if of.len() < 2 || of.iter().any(|o| o.kind != of[0].kind && !(o.is_sum() && of[0].is_sum())) {
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

/// A cell as a share of its column's sum over the rows: parts of a cited whole.
fn of_sum(number: &Number, operands: &[Operand]) -> Option<Derived> {
    let column = |of: &Operand| {
        let of = (of.call, of.column);
        operands.iter().filter(move |o| (o.call, o.column) == of && !o.own)
    };
    let whole = |of: &Operand| -> f64 { column(of).map(|o| o.value).sum() };
    let counts = operands.iter().filter(|o| number.percent && !o.own && o.kind == Kind::Count);
    let part = counts.into_iter().find(|o| {
        let sum = whole(o);
        sum > 0.0 && sum > o.value && fits(number, o.value / sum)
    })?;
    let mut found = derived(How::Share, &[part])?;
    found.operands.push(format!("their sum {}", short(whole(part))));
    found.from = column(part).map(|o| o.row).collect();
    Some(found)
}

fn per_day(number: &Number, operands: &[Operand], days: i64) -> Option<Derived> {
    let days = Some(days).filter(|d| *d > 1)? as f64;
    let counts = operands.iter().filter(|o| !number.percent && o.kind == Kind::Count);
    let one = counts.into_iter().find(|o| fits(number, o.value / days))?;
    let mut found = derived(How::PerDay, &[one])?;
    found.operands.push(format!("{days} days"));
    Some(found)
}

/// Difference, change, share and ratio of two values that belong together: in one column, or in one row with the same
/// kind and similar names. The head of a result combines freely with
/// rows and other heads, if a chance hit is unlikely.
fn pairs(number: &Number, operands: &[Operand]) -> Option<Derived> {
    let precise = number.readings.iter().all(|r| r.breadth() < 0.01);
    let rest = |o: &&Operand| match o.value {
        v if o.kind != Kind::Share || v <= 0.0 => false,
        v if v < 1.0 => fits(number, 1.0 - v),
        v => v < 100.0 && fits(number, 100.0 - v),
    };
    if let Some(part) = operands.iter().filter(|_| number.percent).find(rest) {
        let mut found = derived(How::Difference, &[part])?;
        found.operands.insert(0, "100%".into());
        return Some(found);
    }
    for (i, a) in operands.iter().enumerate() {
        for b in operands.iter().skip(i + 1).filter(|b| (b.kind == Kind::Share) == (a.kind == Kind::Share)) {
            let (big, small) = if a.value.abs() >= b.value.abs() { (a, b) } else { (b, a) };
            let one_column = a.column == b.column;
            let one_thing =
                a.row == b.row && a.kind == b.kind && a.words.iter().any(|w| w.len() > 2 && b.words.contains(w));
            let of_head = a.own || b.own;
            let alike = one_column || one_thing || precise && of_head;
            if (one_column || precise && of_head) && fits(number, a.value + b.value) {
                return derived(How::Sum, &[a, b]);
            }
            if alike && fits(number, a.value - b.value) {
                return derived(How::Difference, &[a, b]);
            }
            if small.value == 0.0 {
                continue;
            }
            // Sums are shares of one another only within a column; one of them may happen to be whole.
            let counts =
                a.kind == Kind::Count && b.kind == Kind::Count && (one_column || a.row == b.row || a.own || b.own);
            let whole = counts || one_column && a.is_sum() && b.is_sum();
            if number.percent && whole && fits(number, small.value / big.value) {
                return derived(How::Share, &[small, big]);
            }
            // The change from one to the other, in either direction.
            let changes = [(big.value - small.value) / small.value, (big.value - small.value) / big.value];
            if number.percent && alike && changes.iter().any(|c| fits(number, *c)) {
                return derived(How::Change, &[small, big]);
            }
            // A multiple has no unit.
            let bare = !number.percent && !number.amount && number.seconds.is_none();
            let divided = bare && (alike || precise && a.row == b.row);
            if divided && fits(number, big.value / small.value) {
                return derived(How::Ratio, &[big, small]);
            }
            // "0.22": a single digit would fit too many.
            if divided && number.readings.iter().all(|r| r.breadth() < 0.05) && fits(number, small.value / big.value) {
                return derived(How::Ratio, &[small, big]);
            }
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_columns_are_words() {
        assert_eq!(words_of("previousCount"), ["previous", "count"]);
        assert_eq!(words_of("avg_days.SLA%"), ["avg", "days", "sla"]);
        let kind = |value, name: &str| Kind::of(value, &words_of(name));
        assert_eq!(
            [kind(3.0, "count"), kind(3.0, "sharePercent"), kind(0.5, "x"), kind(3.5, "x"), kind(3.5, "averagePerDay")],
            [Kind::Count, Kind::Share, Kind::Share, Kind::Amount, Kind::Other]
        );
    }
}
