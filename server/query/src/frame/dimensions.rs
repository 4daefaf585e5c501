//! The dimensions of a figure: which words name one, and how many there may be.

use reader::{Role, Span};

use super::fill::Filling;
use super::grammar;
use super::types::Group;
use crate::ast::Dataset;
use crate::check::GROUPS;

impl Filling<'_, '_> {
    /// Adds a dimension; of more than a query takes (C-037), the rest is named as not used.
    pub fn group(&mut self, group: Group) {
        if self.frame.groups.contains(&group) {
            return;
        }
        match self.frame.groups.len() < GROUPS {
            true => self.frame.groups.push(group),
            false => {
                let name = group.name().replace('_', " ");
                let note = format!("Not grouped by {name}: a figure has at most {GROUPS} dimensions.");
                if !self.frame.notes.contains(&note) {
                    self.frame.notes.push(note);
                }
            }
        }
    }

    /// The spans of the reading; dimensions read word by word are one, if the data has that name ("profit center"), and a list of
    /// them is read to its end.
    pub fn whole_names(&self) -> Vec<Span> {
        let dataset = self.frame.dataset.or_else(|| self.own_default());
        let mut all: Vec<Span> = Vec::new();
        for span in &self.frame.reading.spans {
            let joined =
                all.last().filter(|last| last.role == Role::Group && span.role == Role::Group).and_then(|last| {
                    let text = self.frame.text.get(last.start..span.start + span.text.len())?;
                    let beside = text.get(last.text.len()..text.len() - span.text.len())?.trim().is_empty();
                    (beside && self.linker.group(dataset?, text).is_some()).then(|| text.to_owned())
                });
            match (joined, all.last_mut()) {
                (Some(text), Some(last)) => last.text = text,
                _ => all.push(span.clone()),
            }
        }
        let (mut at, mut list) = (0, None);
        while let Some(span) = all.get(at) {
            let end = span.start + span.text.len();
            let behind = |from: usize| self.frame.text.get(from..span.start).is_some_and(is_between);
            // Within a list a name may be read as a value.
            let listed = match span.role {
                Role::Group => self.behind_by(span.start) || list.is_some_and(behind),
                Role::Value => {
                    list.is_some_and(behind) && dataset.is_some_and(|d| self.linker.group(d, &span.text).is_some())
                }
                _ => false,
            };
            list = listed.then_some(end);
            let next = dataset.filter(|_| listed).and_then(|dataset| self.next_member(dataset, end, &all));
            at += 1;
            if let Some(member) = next {
                all.insert(at, member);
            }
        }
        all
    }

    /// The dimension that goes on a list which so far ends at a byte: "by product, channel and sentiment".
    fn next_member(&self, dataset: Dataset, end: usize, all: &[Span]) -> Option<Span> {
        const MAX_NAME_WORDS: usize = 3;
        let rest = self.frame.text.get(end..)?;
        let words = grammar::words(rest);
        let words = if words.first()?.text == "and" { &words[1..] } else { &words[..] };
        let start = words.first()?.at.start;
        if !is_between(&rest[..start]) {
            return None;
        }
        let named = |count: usize| {
            let text = &rest[start..words[count - 1].at.end];
            let own = words[..count].iter().all(|word| !grammar::is_function(&word.text)) && !text.contains(',');
            let free =
                |span: &Span| span.start + span.text.len() <= end + start || span.start >= end + start + text.len();
            (own && all.iter().all(free) && self.linker.group(dataset, text).is_some()).then(|| text.to_owned())
        };
        let text = (1..=words.len().min(MAX_NAME_WORDS)).rev().find_map(named)?;
        Some(Span { role: Role::Group, start: end + start, text, ..all.first()?.clone() })
    }

    /// Adds what words name as a dimension. A yes/no column of a source is one only where a small word says so, and
    /// otherwise a condition: "which product was returned most".
    pub fn dimension(&mut self, dataset: Dataset, span: &Span, group: Group) {
        match &group {
            Group::Column(column) if self.linker.is_declared_flag(dataset, column) && !self.behind_by(span.start) => {
                self.value(dataset, span);
            }
            _ => self.group(group),
        }
    }

    /// Whether a small word introduces a dimension: "by returned", "by shop and returned".
    fn behind_by(&self, start: usize) -> bool {
        let Some(before) = self.frame.text.get(..start) else { return false };
        let by = |word: &str| matches!(word, "by" | "per" | "each" | "every" | "whether" | "if");
        let words = grammar::words(before);
        let near = |fits: &dyn Fn(&str) -> bool| words.iter().rev().take(2).any(|word| fits(&word.text));
        near(&by) || near(&|word| matches!(word, "and" | "or")) && words.iter().any(|word| by(&word.text))
    }

    /// Whether only a comma or "and" is between a word and a dimension.
    pub fn goes_on_list(&self, start: usize) -> bool {
        let before = self.frame.reading.spans.iter().rfind(|span| span.start < start);
        let gap = before.and_then(|span| self.frame.text.get(span.start + span.text.len()..start));
        gap.is_some_and(is_between)
    }
}

/// Whether a text is what separates the members of a list.
fn is_between(text: &str) -> bool {
    matches!(text.trim(), "," | "and" | ", and")
}
