//! Figures that have an order: a part and its whole, the ends of a range, what something rose or fell from and to.
//!
//! Deliberately not here: what the figures are (`matching`).

use crate::agent::ground::read::figure::{Figure, Lean, Unit};
use crate::agent::ground::scene::Scene;

/// "Of 26 messages, 35 read as negative": the first figure after the whole is a part of it.
fn larger_part(scene: &Scene<'_>, f: usize) -> Option<String> {
    let sentence = scene.sentence(scene.figures[f].first);
    let mut here = (0..scene.figures.len()).filter(|g| {
        let first = scene.figures[*g].first;
        first >= sentence.0 && first < sentence.1 && scene.figures[*g].unit == Unit::Plain
    });
    let (whole, part) = (here.next()?, here.next()?);
    // "Of its four cases one is open: …, a transfer of 48,200".
    let apart = &scene.tokens[scene.figures[whole].last..scene.figures[part].first];
    if apart.iter().any(|t| t.is(":") || t.is("(")) || scene.figures[part].whole {
        return None;
    }
    let (of, to) = (&scene.figures[whole], &scene.figures[part]);
    let leads = scene.tokens[sentence.0].any(&["of", "out", "among"]) && of.first <= sentence.0 + 3;
    let after = |k: usize| scene.tokens.get(to.last + k);
    let them =
        after(1).is_some_and(|t| t.word("of")) && after(2).is_some_and(|t| t.any(&["them", "these", "those", "which"]));
    // "Among the five states California has most with 741": how many there are of them is no whole.
    let leads = (leads || them) && !(of.spelled && to.value() >= 10.0 * of.value());
    let larger = leads && (f == whole || f == part) && to.value() > of.value() && to.value().fract() == 0.0;
    larger.then(|| "A part cannot be larger than its whole.".to_owned())
}

/// "12 of 80" and "between 5 and 9" have an order; a figure that breaks it is not verified, whatever it matches.
pub fn out_of_order(scene: &Scene<'_>, f: usize) -> Option<String> {
    let figures = &scene.figures;
    let pair = |a: &Figure, b: &Figure| {
        // "The last of the five one of 0.44" are two things.
        let other = a.value().fract() == 0.0 && b.value().fract() != 0.0;
        if a.unit != b.unit || other {
            return None;
        }
        let between: Vec<&str> =
            scene.tokens.get(a.last + 1..b.first).unwrap_or_default().iter().map(|t| t.text).collect();
        let lead = a.first.checked_sub(1).is_some_and(|i| scene.tokens[i].word("between"));
        match between.as_slice() {
            ["of"] | ["of", "the" | "all" | "its"] | ["out", "of"] | ["out", "of", "the"] | [_, "among" | "of"]
                if a.value() > b.value() && !matches!(between[0], "," | "instead") =>
            {
                Some("A part cannot be larger than its whole.".to_owned())
            }
            ["and"] if lead && a.value() > b.value() => Some("The range runs backwards.".to_owned()),
            _ => None,
        }
    };
    if let Some(problem) = larger_part(scene, f) {
        return Some(problem);
    }
    if let Some(problem) = against_its_way(scene, f) {
        return Some(problem);
    }
    // "303 letters, of which 173 in the second half".
    let which = |f: &Figure| {
        let word = |k: usize, words: &[&str]| f.first.checked_sub(k).is_some_and(|i| scene.tokens[i].any(words));
        word(1, &["which", "whom"]) && word(2, &["of"])
    };
    let of_which = |a: &Figure, b: &Figure| {
        a.unit == b.unit
            && which(b)
            && scene.tokens[a.first].sentence == scene.tokens[b.first].sentence
            && a.value() < b.value()
    };
    let larger = f.checked_sub(1).is_some_and(|g| of_which(&figures[g], &figures[f]))
        || figures.get(f + 1).is_some_and(|next| of_which(&figures[f], next));
    if larger {
        return Some("A part cannot be larger than its whole.".to_owned());
    }
    let before = f.checked_sub(1).and_then(|g| pair(&figures[g], &figures[f]));
    before.or_else(|| figures.get(f + 1).and_then(|next| pair(&figures[f], next)))
}

/// "827, up from 352", "rose from 332 to 404": numbers that go the other way than the words. Signs and hedges aside.
fn against_its_way(scene: &Scene<'_>, f: usize) -> Option<String> {
    const ROSE: [&str; 9] = ["rose", "grew", "climbed", "jumped", "increased", "surged", "soared", "up", "rising"];
    const FELL: [&str; 9] = ["fell", "dropped", "declined", "decreased", "shrank", "slid", "dipped", "down", "falling"];
    let (figures, t) = (&scene.figures, &scene.tokens);
    let word = |i: Option<usize>, words: &[&str]| i.and_then(|i| t.get(i)).is_some_and(|x| x.any(words));
    let fits = |a: &Figure, b: &Figure| {
        let alike = a.unit == b.unit && t[a.first].sentence == t[b.first].sentence;
        let plain = |x: &Figure| x.lean == Lean::Exact && x.value() > 0.0;
        if !alike || !plain(a) || !plain(b) || a.unit == Unit::Times {
            return None;
        }
        let led = word(b.first.checked_sub(1), &["from"]);
        // "827 contacts, up from 352" gives the later number first, "rose from 332 to 404" the earlier one.
        let (rose, fell, now, then) = if led && b.first - a.last <= 6 {
            let way = b.first.checked_sub(2);
            (word(way, &["up"]), word(way, &["down"]), a, b)
        } else if word(a.first.checked_sub(1), &["from"]) && b.first == a.last + 2 && word(Some(a.last + 1), &["to"]) {
            let (from, _) = scene.sentence(a.first);
            let verb = (from..a.first).rev().take(6).find(|i| word(Some(*i), &ROSE) || word(Some(*i), &FELL));
            (word(verb, &ROSE), word(verb, &FELL), b, a)
        } else {
            return None;
        };
        let wrong = rose && now.value() < then.value() || fell && now.value() > then.value();
        wrong.then(|| "The numbers go the other way.".to_owned())
    };
    let before = f.checked_sub(1).and_then(|g| fits(&figures[g], &figures[f]));
    before.or_else(|| figures.get(f + 1).and_then(|next| fits(&figures[f], next)))
}
