//! Which records are meant, whoever says so: a click on a chart, the arguments of a tool, the analysis page. Everything that
//! is counted or listed for them goes through it.

use chrono::NaiveDate;
use model::run::Scope;
use model::time::DateRange;

use super::ast::{By, Dataset, Op, Order};
use super::catalog::{Column, ColumnExpr, ColumnType};
use super::check::{Checked, CheckedMeasure, GroupKey, HasRecords, Predicate, Scalar};
use store::analytics::Data;

/// Which records are meant. Everything that is said must hold.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Subset {
    /// Values as they are stored. A topic of `""` are the records that have none. Its days bound nothing here.
    pub scope: Scope,
    pub range: DateRange,
    /// What a scope cannot say.
    pub tests: Vec<Predicate>,
    /// The day that "today" means, from which deadlines are looked at.
    pub as_of: NaiveDate,
}

impl Subset {
    /// The same with other values.
    pub fn with(&self, set: impl FnOnce(&mut Scope)) -> Self {
        let mut subset = self.clone();
        set(&mut subset.scope);
        subset
    }

    /// The same of other days.
    pub fn on(&self, range: DateRange) -> Self {
        Self { range, ..self.clone() }
    }

    /// Those for which a further condition holds.
    pub fn and(&self, test: Predicate) -> Self {
        let mut subset = self.clone();
        subset.tests.push(test);
        subset
    }

    /// Those that carry one of some further fields; a case has it through its messages.
    pub fn carrying(&self, data: Data, keys: &[String]) -> Self {
        let carries = |key: &String| filled(Column::at(ColumnExpr::Attribute(key.clone()), ColumnType::Category));
        let any = Predicate::Or(keys.iter().map(carries).collect());
        self.and(match data {
            Data::Communications => any,
            Data::Cases => Predicate::Has(HasRecords {
                of: Dataset::Communications,
                range: DateRange::ALL,
                filter: Some(Box::new(any)),
                at_least: 1,
            }),
        })
    }

    /// Whether it says anything but the days.
    pub fn is_narrowed(&self) -> bool {
        !self.scope.values().is_empty() || !self.scope.selected_items.is_empty() || !self.tests.is_empty()
    }

    /// The question for figures of these records by some keys.
    pub(super) fn checked(&self, data: Data, keys: Vec<GroupKey>, measures: Vec<CheckedMeasure>) -> Checked {
        Checked {
            dataset: dataset(data),
            source: None,
            as_of: self.as_of,
            range: self.range,
            against: None,
            filter: (!self.tests.is_empty()).then(|| Predicate::And(self.tests.clone())),
            keys,
            measures,
            having: Vec::new(),
            order: Order { by: By::Group, ascending: true },
            limit: usize::MAX,
        }
    }
}

/// The records of this kind, as the query language has them.
pub const fn dataset(data: Data) -> Dataset {
    match data {
        Data::Communications => Dataset::Communications,
        Data::Cases => Dataset::Cases,
    }
}

/// A column of the records themselves is one of some values.
pub fn is(name: &'static str, values: &[&str]) -> Predicate {
    let values = values.iter().map(|value| Scalar::Text((*value).to_owned())).collect();
    Predicate::Is { column: Column::own(name), op: Op::Is, values }
}

/// A column has a value.
pub fn filled(column: Column) -> Predicate {
    Predicate::Not(Box::new(Predicate::Is { column, op: Op::Missing, values: Vec::new() }))
}

/// A flag of cases is set.
pub fn flag(place: ColumnExpr) -> Predicate {
    Predicate::Is { column: Column::at(place, ColumnType::Flag), op: Op::Is, values: vec![Scalar::Text("yes".into())] }
}
