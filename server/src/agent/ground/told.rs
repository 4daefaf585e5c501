//! Numbers that stand in a text and not in a field: what a document of the firm states, and what a customer does, where the
//! answer says whose words these are.
//!
//! Deliberately not here: quotations (`quote`).

use crate::agent::ground::index::{Index, Place, Text};
use crate::agent::ground::quote;
use crate::agent::ground::read::extract;
use crate::agent::ground::read::figure::{Figure, Unit};
use crate::agent::ground::scene::Scene;

/// A number that a document of the firm states with the same neighbour: "a fee of 2.50", "30 days"; or a customer, of whom
/// the sentence says so.
pub fn number(scene: &Scene<'_>, index: &Index<'_>, figure: &Figure) -> Option<Place> {
    let text = |a: usize, b: usize| {
        let (a, b) = (scene.tokens.get(a)?, scene.tokens.get(b)?);
        let words = &scene.text[a.start..b.end];
        quote::stated(index, words, |t| t.document || attributed(scene, figure, t)).map(|t| t.place)
    };
    // The unit of a duration is a word of its own, an amount has its sign.
    match figure.unit {
        Unit::Percent | Unit::Money | Unit::Points => text(figure.first, figure.last),
        Unit::Time(_) => text(figure.first, figure.last + 1),
        Unit::Plain | Unit::Times => text(figure.first, figure.last + 1)
            .or_else(|| figure.first.checked_sub(1).and_then(|b| text(b, figure.last))),
    }
}

/// The sentence says whose words these are: it cites the record, names it or its customer, or uses a verb of saying.
fn attributed(scene: &Scene<'_>, figure: &Figure, text: &Text<'_>) -> bool {
    const SAYS: [&str; 16] = [
        "says",
        "said",
        "writes",
        "wrote",
        "reports",
        "reported",
        "complains",
        "complained",
        "mentions",
        "mentioned",
        "states",
        "stated",
        "claims",
        "claimed",
        "describes",
        "according",
    ];
    let sentence = scene.sentence(figure.first);
    let id = |i: &extract::IdAt| {
        i.at >= sentence.0 && i.at < sentence.1 && scene.tokens[i.at].text.eq_ignore_ascii_case(text.owner)
    };
    let cited = scene.cites.iter().any(|c| c.tokens.0 >= sentence.0 && c.tokens.1 <= sentence.1);
    !text.owner.is_empty() && (cited || scene.says_near(figure, &SAYS) || scene.ids.iter().any(id))
}
