//! A selection of records, for any purpose: a click on a chart, the arguments of a tool, the analysis page. Everything
//! counted or listed for them goes through it.

use chrono::NaiveDate;
use model::run::Scope;
use model::time::DateRange;

use super::ast::{By, Dataset, Op, Order};
use super::catalog::{Column, ColumnExpr, ColumnType};
use super::check::{Checked, CheckedMeasure, GroupKey, HasRecords, Predicate, Scalar};
use store::analytics::Data;

/// A selection of records, to which all its conditions apply.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Subset {
    /// Values as they are stored. The topic `""` selects records without one. The scope's own days are ignored: `range`
    /// bounds the time.
    pub scope: Scope,
    pub range: DateRange,
    /// Conditions that a scope cannot express.
    pub tests: Vec<Predicate>,
    /// The day that "today" means, against which deadlines are judged.
    pub as_of: NaiveDate,
}

impl Subset {
    /// A copy with other values in its scope.
    pub fn with(&self, set: impl FnOnce(&mut Scope)) -> Self {
        let mut subset = self.clone();
        set(&mut subset.scope);
        subset
    }

    /// A copy for other days.
    pub fn on(&self, range: DateRange) -> Self {
        Self { range, ..self.clone() }
    }

    /// A copy with a further condition.
    pub fn and(&self, test: Predicate) -> Self {
        let mut subset = self.clone();
        subset.tests.push(test);
        subset
    }

    /// A copy limited to records with one of these attributes; a case has an attribute if one of its messages has it.
    pub fn carrying(&self, data: Data, keys: &[String]) -> Self {
        let carries = |key: &String| filled(Column::at(ColumnExpr::Attribute(key.clone()), ColumnType::Category));
        let any = Predicate::Or(keys.iter().map(carries).collect());
        self.and(match data {
            Data::Communications => any,
            Data::Cases => Predicate::Has(HasRecords {
                of: Dataset::Communications,
                source: None,
                range: DateRange::ALL,
                filter: Some(Box::new(any)),
                at_least: 1,
            }),
        })
    }

    /// Whether it has conditions other than the days.
    pub fn is_narrowed(&self) -> bool {
        !self.scope.values().is_empty() || !self.scope.selected_items.is_empty() || !self.tests.is_empty()
    }

    /// The query for figures of these records, grouped by `keys`.
    pub(super) fn checked(&self, data: Data, keys: Vec<GroupKey>, measures: Vec<CheckedMeasure>) -> Checked {
        Checked {
            dataset: dataset(data),
            source: None,
            as_of: self.as_of,
            range: self.range,
            scope: self.scope.clone(),
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

/// The dataset of this kind of records in the query language.
pub const fn dataset(data: Data) -> Dataset {
    match data {
        Data::Communications => Dataset::Communications,
        Data::Cases => Dataset::Cases,
    }
}

/// The condition that one of the records' own columns equals one of the values.
pub fn is(name: &'static str, values: &[&str]) -> Predicate {
    let values = values.iter().map(|value| Scalar::Text((*value).to_owned())).collect();
    Predicate::Is { column: Column::own(name), op: Op::Is, values }
}

/// The opposite condition.
pub fn not(test: Predicate) -> Predicate {
    Predicate::Not(Box::new(test))
}

/// The condition that a column has a value.
pub fn filled(column: Column) -> Predicate {
    not(Predicate::Is { column, op: Op::Missing, values: Vec::new() })
}

/// The condition that a flag of a case is set.
pub fn flag(place: ColumnExpr) -> Predicate {
    Predicate::Is { column: Column::at(place, ColumnType::Flag), op: Op::Is, values: vec![Scalar::Text("yes".into())] }
}
