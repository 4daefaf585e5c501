//! Firms by more or less of their names than the vocabulary's own reader takes.

use std::ops::Range;

use super::super::lexicon;
use crate::query::values::{Mention, Value, Vocabulary, pick};

/// After these a word may be a name.
const LEADS_TO_NAMES: &str = "from against for at of by about vs versus and or with is does did how";

/// "Affirm Holdings" for Affirm Holdings, Inc, which is known by its first word alone: as much of the name as is said.
pub(super) fn whole_name(mention: &Mention, question: &str) -> Range<usize> {
    let span = mention.span.clone();
    let words = |text: &str| pick::words(text).into_iter().map(|(word, _)| word).collect::<Vec<_>>();
    let (name, said) = (words(&mention.label), words(&question[span.clone()]));
    let begins = name.windows(said.len().max(1)).position(|part| part == said);
    let further = begins.map_or(&[][..], |at| &name[at + said.len()..]);
    let after = pick::words(&question[span.end..]);
    let more = after.iter().zip(further).take_while(|((word, _), own)| word == *own).last();
    more.map_or(span.clone(), |((_, last), _)| span.start..span.end + last.end)
}

/// Firms by the beginning of their names, where several begin so and none is called so: "Encore".
pub(super) fn families(question: &str, v: &Vocabulary) -> Vec<(Value, Range<usize>)> {
    let words = pick::words(question);
    let mut out = Vec::new();
    let mut at = 0;
    while at < words.len() {
        let capital = question[words[at].1.start..].chars().next().is_some_and(char::is_uppercase);
        let word = words[at].0.as_str();
        // In small letters only where a name stands: "complaints against enova".
        let raw = question[words[at].1.clone()].to_lowercase();
        let led = at == 0 || LEADS_TO_NAMES.split(' ').any(|w| w == words[at - 1].0);
        let small = !capital && word.len() >= 5 && raw == word && led && word.chars().any(char::is_alphabetic);
        let open = (at > 0 && capital || small && !v.in_label(word))
            && word.len() >= 4
            && !lexicon::known().contains(word)
            && !crate::search::words::is_stop(word);
        let found = open.then(|| {
            (1..=4.min(words.len() - at)).rev().find_map(|length| {
                let phrase = words[at..at + length].iter().map(|(w, _)| w.as_str()).collect::<Vec<_>>().join(" ");
                // In small letters the very words: "account manager" is no Account Managers, Inc.
                let raw = question[words[at].1.start..words[at + length - 1].1.end].to_lowercase();
                let fits = |name: &str| {
                    let rest =
                        name.to_lowercase().strip_prefix(&raw).map(|rest| rest.starts_with(char::is_alphanumeric));
                    capital || rest == Some(false)
                };
                let all = v.called(&phrase, 8, fits)?;
                let exact = all.iter().any(|(_, name)| pick::phrase(name) == phrase);
                let fewest = if capital && length == 1 { 2 } else { 1 };
                (all.len() >= fewest && !exact).then_some((length, all))
            })
        });
        if let Some(Some((length, all))) = found {
            let names: Vec<&str> = all.iter().map(|(_, n)| n.as_str()).collect();
            let span = words[at].1.start..words[at + length - 1].1.end;
            let said = &question[span.clone()];
            let value = Value {
                column: "customer".into(),
                values: all.iter().map(|(id, _)| id.clone()).collect(),
                label: said.to_owned(),
                plain: false,
                note: Some(format!("\"{said}\" is taken as {}.", names.join(" and "))),
            };
            out.push((value, span));
            at += length;
        } else {
            at += 1;
        }
    }
    out
}
