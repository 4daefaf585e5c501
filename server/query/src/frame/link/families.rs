//! One name for several: customers and products that share a beginning, and yes/no fields by their own name.

use super::super::grammar::common;
use super::super::types::{FilterSlot, Link};
use super::{Linker, own_noun, slot};
use crate::ast::{Dataset, Op};
use crate::catalog::{Column, ColumnType};
use crate::values::{Slot, pick};
use search::words::is_stop;

impl Linker<'_> {
    /// The customer whose misspelt name was given, with the family of that name, if any.
    pub(super) fn misspelt_family(&self, id: &str, name: &str, text: &str) -> Option<FilterSlot> {
        let phrase = pick::phrase(name);
        if pick::phrase(text) == phrase {
            return None;
        }
        let family = self.family(&phrase, name)?;
        let holds = family.values.iter().any(|value| value == id);
        holds.then(|| FilterSlot { link: Link::Typo, labels: vec![name.to_owned()], ..family })
    }

    /// The customers who share a short name: all whose names are these words, or begin with them and continue. The
    /// answer lists them; `None` if at most one matches. Senders known only by address, under a self-given name, are
    /// excluded: the answer mentions them.
    fn family(&self, phrase: &str, text: &str) -> Option<FilterSlot> {
        const MAX_NAMES: usize = 40;
        const MAX_SHOWN_NAMES: usize = 4;
        let other = |slot: Slot| slot != Slot::Customer;
        if phrase.len() < 3
            || !distinctive(text)
            || phrase.split(' ').all(is_stop)
            || self.v.named(phrase).is_some_and(|m| other(m.slot))
            || Dataset::ALL.iter().any(|dataset| own_noun(*dataset, phrase).is_some())
        {
            return None;
        }
        let all = self.v.called(phrase, MAX_NAMES, |_| true).filter(|all| all.len() > 1)?;
        let (senders, customers): (Vec<_>, Vec<_>) =
            all.iter().copied().partition(|(id, _)| self.v.senders.contains_key(id));
        let (all, left) = if customers.is_empty() { (senders, customers) } else { (customers, senders) };
        let list = |of: &[&(String, String)]| {
            let shown: Vec<&str> = of.iter().take(MAX_SHOWN_NAMES).map(|(_, name)| name.as_str()).collect();
            match of.len().saturating_sub(MAX_SHOWN_NAMES) {
                0 => shown.join("; "),
                more => format!("{} and {more} more", shown.join("; ")),
            }
        };
        let said = text.trim();
        let stands = match all.as_slice() {
            [(_, name)] => format!("“{said}” stands for {name}."),
            several => format!("“{said}” stands for {} customers: {}.", several.len(), list(several)),
        };
        let not_meant = match left.len() {
            0 => String::new(),
            _ => format!(" Not counted, because only their own letters use that name: {}.", list(&left)),
        };
        Some(FilterSlot {
            column: "customer".into(),
            values: all.iter().map(|(id, _)| id.clone()).collect(),
            labels: vec![said.to_owned()],
            link: Link::Family,
            near: Some(stands + &not_meant),
            ..FilterSlot::default()
        })
    }

    /// All customers or products for a short name.
    pub(super) fn all_called(&self, text: &str) -> Option<FilterSlot> {
        let phrase = pick::phrase(text);
        self.family(&phrase, text).or_else(|| self.products(&phrase, text))
    }

    /// The products that share a name: "credit reporting" is also "Credit reporting, credit repair services …".
    pub(super) fn products(&self, phrase: &str, text: &str) -> Option<FilterSlot> {
        let begins = |name: &str| {
            let name = pick::phrase(name);
            name == phrase || name.strip_prefix(phrase).is_some_and(|rest| rest.starts_with(' '))
        };
        let all: Vec<_> = self.v.products.iter().filter(|p| begins(&p.name)).collect();
        if all.len() < 2 || phrase.len() < 3 {
            return None;
        }
        let names: Vec<&str> = all.iter().map(|p| p.name.as_str()).collect();
        Some(FilterSlot {
            column: "product".into(),
            values: all.iter().map(|p| p.slug.clone()).collect(),
            labels: vec![text.trim().to_owned()],
            link: Link::Family,
            near: Some(format!("“{}” stands for {} products: {}.", text.trim(), all.len(), names.join("; "))),
            ..FilterSlot::default()
        })
    }

    /// "A timely response" if the data only has the opposite, "Untimely response": everything else.
    pub(super) fn opposite(&self, dataset: Dataset, text: &str) -> Option<Vec<FilterSlot>> {
        let phrase = pick::phrase(text);
        let column = |c: &&Column| c.kind == ColumnType::Category && !matches!(c.name.as_ref(), "customer" | "name");
        let mut found = self.catalog.columns(dataset).iter().filter(column).filter_map(|c| {
            let (values, _) = self.v.values(c);
            let begins = |prefix: &&str| {
                let opposite = format!("{prefix}{phrase}");
                values.iter().position(|value| {
                    let value = pick::phrase(value);
                    value.strip_prefix(&opposite).is_some_and(|rest| rest.is_empty() || rest.starts_with(' '))
                })
            };
            let value = &values[["un", "non-", "non ", "non", "in", "dis"].iter().find_map(begins)?];
            let stored = self.v.stored(c, value).ok()?;
            Some(FilterSlot { negated: true, link: Link::Synonym, ..slot(&c.name, Op::Is, &stored, value, "") })
        });
        let first = found.next().filter(|_| phrase.len() > 3)?;
        found.next().is_none().then(|| vec![first])
    }

    /// A yes/no field by its own name: "disputed".
    pub(super) fn flag(&self, dataset: Dataset, phrase: &str) -> Option<FilterSlot> {
        let yes = |value: &&String| value.eq_ignore_ascii_case("yes");
        let says = |value: &String| ["yes", "no", "n/a", "unknown"].contains(&value.to_lowercase().as_str());
        let stem = |word: &str| search::words::stems(word).into_iter().map(|(stem, _)| stem).collect::<Vec<_>>();
        let wanted = stem(phrase);
        let columns = self.catalog.columns(dataset).iter().filter(|c| c.kind == ColumnType::Category);
        columns.filter(|c| !wanted.is_empty() && stem(&c.name.replace('_', " ")) == wanted).find_map(|c| {
            let (values, _) = self.v.values(c);
            let value = values.iter().find(yes).filter(|_| values.iter().all(says))?;
            Some(FilterSlot { link: Link::Synonym, ..slot(&c.name, Op::Is, value, &c.says, "") })
        })
    }
}

/// Whether words may stand for a longer name that contains them: as a proper name, or with two content words. A single
/// common lower-case word occurs in too many names.
pub(super) fn distinctive(text: &str) -> bool {
    let words = pick::words(text);
    let say = words.iter().filter(|(word, _)| !is_stop(word)).count();
    let rare = || {
        words.iter().any(|(word, _)| word.len() >= 5 && common(word).is_none() && common(&format!("{word}s")).is_none())
    };
    say > 1 || text.chars().any(|c| c.is_uppercase() || c.is_ascii_digit()) || rare()
}
