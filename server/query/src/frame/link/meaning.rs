//! Linking by meaning, if no name matches: "town" for a column of cities, "vendor" for the suppliers. The answer always
//! says what was read as what.

use reader::Reader;

use super::super::types::{FilterSlot, Link};
use super::{Linker, slot};
use crate::ast::{Dataset, Op};
use crate::catalog::{Column, ColumnType};

/// Minimum similarity of a name accepted for another, and its minimum lead over the next: on column names of the sample
/// databases, near synonyms are above 0.4, unrelated ones below 0.3.
const MIN_SIMILARITY: f32 = 0.40;
const MIN_MARGIN: f32 = 0.06;
/// Columns with more values hold names of people and things, whose words have no meaning.
const MOST_VALUES: usize = 200;

/// The name closest in meaning to a text, clearly ahead of any with another key.
fn nearest<K: PartialEq>(text: &str, names: impl Iterator<Item = (K, String)>) -> Option<(K, String)> {
    let reader = Reader::shared().ok()?;
    let own = reader.meaning(text);
    let (mut best, mut next): (Option<(K, String, f32)>, f32) = (None, 0.0);
    for (key, name) in names {
        let likeness = own.iter().zip(reader.meaning(&name)).map(|(a, b)| a * b).sum::<f32>();
        match &mut best {
            Some((at, held, most)) if *at == key => {
                if likeness > *most {
                    (*held, *most) = (name, likeness);
                }
            }
            Some((.., most)) if likeness <= *most => next = next.max(likeness),
            _ => {
                next = best.map_or(next, |(_, _, most)| next.max(most));
                best = Some((key, name, likeness));
            }
        }
    }
    best.filter(|(.., most)| *most >= MIN_SIMILARITY && most - next >= MIN_MARGIN).map(|(key, name, _)| (key, name))
}

impl Linker<'_> {
    /// The declared source with the name closest in meaning.
    pub fn near_dataset(&self, text: &str) -> Option<(Dataset, String)> {
        if text.is_empty() {
            return None;
        }
        let declared = self.catalog.datasets().filter(|dataset| matches!(dataset, Dataset::Source(_)));
        nearest(text, declared.map(|dataset| (dataset, dataset.as_str().replace('_', " "))))
    }

    /// The column closest in meaning, with the matched name.
    pub fn near_column(
        &self,
        dataset: Dataset,
        text: &str,
        fits: impl Fn(&ColumnType) -> bool,
    ) -> Option<(String, String)> {
        let names = |c: &Column| {
            let own = [c.name.replace('_', " "), c.says.to_string()].into_iter();
            let name = c.name.to_string();
            own.chain(c.also.iter().map(|also| (*also).to_owned())).map(move |says| (name.clone(), says))
        };
        nearest(text, self.catalog.columns(dataset).iter().filter(|c| fits(&c.kind)).flat_map(names))
    }

    /// The value closest in meaning.
    pub fn near_value(&self, dataset: Dataset, text: &str) -> Option<FilterSlot> {
        let values = |c: &Column| {
            let (values, all) = self.v.values(c);
            let few = if all && values.len() <= MOST_VALUES { values } else { Vec::new() };
            let name = c.name.to_string();
            few.into_iter().map(move |value| ((name.clone(), value.clone()), value))
        };
        let columns = self.catalog.columns(dataset).iter();
        let named =
            columns.filter(|c| c.kind == ColumnType::Category && !matches!(c.name.as_ref(), "customer" | "name"));
        let ((column, _), label) = nearest(text, named.flat_map(values))?;
        let stored = self.v.stored(self.catalog.column(dataset, &column)?, &label).ok()?;
        Some(FilterSlot { link: Link::Meaning, ..slot(&column, Op::Is, &stored, &label, text) })
    }
}
