//! The values of declared sources: by name and synonyms, or by a unique part of a name.

use super::super::types::FilterSlot;
use super::{Linker, nearly, slot};
use crate::ast::{Dataset, Op};
use crate::catalog::ColumnType;
use crate::declared::{Meaning, Opened};
use crate::values::pick;

impl Linker<'_> {
    pub(super) fn declared_value(&self, dataset: Dataset, opened: &Opened, text: &str) -> Option<Vec<FilterSlot>> {
        // The source's name may be included: "in northwind".
        let place = [opened.source.connection.as_str(), opened.source.name.as_str()];
        if place.iter().any(|name| !name.is_empty() && name.eq_ignore_ascii_case(text.trim())) {
            return Some(Vec::new());
        }
        let of = |phrase: &str| self.declared_phrase(opened, phrase);
        let phrase = pick::phrase(text);
        if let Some(found) = of(&phrase).or_else(|| self.bare(text).and_then(|bare| of(&bare))) {
            return Some(vec![found]);
        }
        // A flag by its name: "discontinued products".
        let flag = self.column(dataset, &phrase, |c| c.kind == ColumnType::Flag);
        if let Some(flag) = flag {
            return Some(vec![slot(&flag, Op::Is, "yes", text, "")]);
        }
        // "product Chai", "agent 17": the column's name before the value.
        if let Some((first, rest)) = text.trim().split_once(' ')
            && let Some(column) = self.column(dataset, &pick::phrase(first), |c| c.kind == ColumnType::Category)
        {
            let found = self.catalog.column(dataset, &column).and_then(|c| self.v.stored(c, rest).ok());
            return found.map(|value| vec![slot(&column, Op::Is, &value, rest, "")]);
        }
        let liked = opened.phrases().like(&phrase);
        let value = liked.iter().find_map(|meaning| self.declared_meaning(opened, meaning));
        if let Some(value) = value {
            return Some(vec![nearly(value, text)]);
        }
        // All of its words are in one value only.
        let mut all =
            opened.source.dimensions.iter().filter(|d| d.kind == ColumnType::Category).filter_map(|dimension| {
                let (values, _) = opened.values_of(&dimension.name)?;
                let value = &values[pick::pick(text, values.iter().map(String::as_str))?];
                Some(nearly(slot(&dimension.name, Op::Is, value, value, ""), text))
            });
        let first = all.next()?;
        let other = all.next().map(|s| (s.column, s.values.concat(), s.labels.concat()));
        Some(vec![FilterSlot { other, ..first }])
    }

    fn declared_phrase(&self, opened: &Opened, phrase: &str) -> Option<FilterSlot> {
        let mut all = opened.phrases().get(phrase).iter().filter_map(|meaning| self.declared_meaning(opened, meaning));
        let first = all.next()?;
        let other = all.next().map(|s| (s.column, s.values.concat(), s.labels.concat()));
        Some(FilterSlot { other, ..first })
    }

    fn declared_meaning(&self, opened: &Opened, meaning: &Meaning) -> Option<FilterSlot> {
        let Meaning::Value(place, value) = meaning else { return None };
        Some(slot(&opened.source.dimensions[*place].name, Op::Is, value, value, ""))
    }
}
