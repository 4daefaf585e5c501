//! What binds a figure to one row or one field by where it stands: "Crashes (115, 28%)", "Crashes: 115", and the plain
//! figure that belongs to the plain field.
//!
//! Deliberately not here: names elsewhere in the sentence (`naming`) and rival words (`rival`).

use crate::agent::ground::index::field::{Field, Kind};
use crate::agent::ground::index::{Fact, Index, Origin};
use crate::agent::ground::read::Shape;
use crate::agent::ground::read::figure::{Figure, Unit};
use crate::agent::ground::read::stem::{Stem, stem};
use crate::agent::ground::scene::{Mention, Scene};

/// The name that a figure stands at: "Crashes 115", "Crashes: 115", "Crashes (115, 28%)", "Crashes 28% (115)". Only names
/// of rows of a list or a map count.
pub fn attached<'s>(scene: &'s Scene<'_>, index: &Index<'_>, figure: &Figure) -> Option<&'s Mention> {
    let (from, _) = scene.sentence(figure.first);
    let (mut at, mut other) = (figure.first, 0);
    while at > from {
        let t = &scene.tokens[at - 1];
        let light = t.shape == Shape::Number || t.is("(") || t.is(":") || t.is(",") || t.is("%");
        // A comma outside brackets begins something new.
        let comma = t.is(",") && !scene.tokens[from..at].iter().rev().take(6).any(|t| t.is("("));
        other += u32::from(t.shape == Shape::Number);
        if !light || comma || other > 1 {
            break;
        }
        at -= 1;
    }
    let last = at.checked_sub(1)?;
    let mention = scene.mentions.iter().find(|m| m.last == last && m.first >= from)?;
    let listed = |set: u32| index.sets[set as usize].required && !index.sets[set as usize].records;
    index.rows.iter().any(|r| listed(r.set) && r.labels.iter().any(|l| l.1 == mention.phrase)).then_some(mention)
}

/// Why a fact is not what the figure's place or plainness says, if so.
pub fn objection(scene: &Scene<'_>, index: &Index<'_>, figure: &Figure, fact: &Fact) -> Option<String> {
    if let Some(m) = attached(scene, index, figure)
        && !index.lineage(fact.row).any(|(_, r)| r.labels.iter().any(|l| l.1 == m.phrase))
    {
        return Some(format!("it is not that of {}", scene.text_of(m.first, m.last)));
    }
    let field = &index.fields[fact.field as usize];
    if scene.says_near(figure, &["scale"]) && fact.kind != Kind::Score {
        return Some("it is no end of a scale".into());
    }
    if fact.kind == Kind::Score && !field.calls.is_empty() && !scene.says(scene.sentence(figure.first), &field.calls) {
        return Some("it is a score, of which the sentence does not speak".into());
    }
    if of_other_things(scene, figure, field) {
        return Some("it counts other things".into());
    }
    beside(scene, index, figure, fact, field)
}

/// A field beside the fact's own that the figure rather means: the plain one ("count", not "previousCount") where no word
/// says otherwise, and the exact one where the print has decimals.
fn beside(scene: &Scene<'_>, index: &Index<'_>, figure: &Figure, fact: &Fact, field: &Field) -> Option<String> {
    let siblings = index.siblings.get(&fact.holder).into_iter().flatten().map(|f| &index.facts[*f as usize]);
    let fractional = figure.readings.iter().all(|r| r.half < 0.5);
    let called = || scene.says(scene.sentence(figure.first), &field.calls);
    for s in siblings.filter(|s| s.field != fact.field) {
        let other = &index.fields[s.field as usize];
        let kind = if fact.origin == Origin::Share { Kind::Count } else { fact.kind };
        let alike = std::mem::discriminant(&s.kind) == std::mem::discriminant(&kind);
        if alike && !other.total && other.calls.is_empty() && !field.calls.is_empty() && !called() {
            return Some("the sentence does not speak of its field".into());
        }
        let exact = other.stems.contains(&stem("exact")) && field.stems.iter().all(|w| other.stems.contains(w));
        if exact && fractional {
            return Some("it is rounded, and the exact number is another".into());
        }
    }
    None
}

/// Things that are counted side by side; two of different classes are never the same count.
const CLASSES: [&[&str]; 4] = [
    &[
        "communication", "message", "complaint", "enquiry", "request", "record", "contact", "email", "call", "chat",
        "letter", "case", "ticket", "result",
    ],
    &["document", "article", "note"],
    &["topic", "category", "group", "theme"],
    &["customer", "client", "company"],
];

/// "12 complaints" is not a number of documents or of topics.
fn of_other_things(scene: &Scene<'_>, figure: &Figure, field: &Field) -> bool {
    let class = |is: &dyn Fn(Stem) -> bool| CLASSES.iter().position(|c| c.iter().any(|w| is(stem(w))));
    let nouns = scene.nouns(figure, 1);
    if figure.unit != Unit::Plain || nouns.is_empty() {
        return false;
    }
    let (said, held) = (class(&|w| nouns.contains(&w)), class(&|w| field.stems.contains(&w)));
    said.is_some() && held.is_some() && said != held
}
