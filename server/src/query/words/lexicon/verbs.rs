//! Verbs of questions that come in all their forms: they say that a record came to be, or which way a count went, and
//! nothing of which records are meant. Irregular forms stand in the table of phrases.

use std::sync::LazyLock;

use super::act::Act;

/// Infinitives, and what any form of them does. A verb that may say which records are meant ("refund", "uphold") is no
/// such verb.
const VERBS: &[(&str, Act)] = &[
    (
        "log lodge field register clock accumulate amass collect gather rack roll flow pour trickle emerge \
         appear reach enter carry bear book channel span cover touch pop crop surface prompt hear tackle process divide distribute allocate stack pile chalk notch bag record file submit report raise air voice",
        Act::Filler,
    ),
    ("end hit draw attract generate afflict affect plague strike target involve cite feature concern", Act::Verb),
    ("change differ develop move evolve shift vary fluctuate", Act::Change),
    ("grow rise increase jump climb surge soar gain worsen", Act::Grew),
    ("fall drop decline decrease shrink dip sink plunge slump improve", Act::Fell),
    ("finalise finalize conclude wrap sort", Act::Resolved),
];

/// Every regular form of each, with what it does.
pub(super) fn forms() -> &'static [(String, Act)] {
    static FORMS: LazyLock<Vec<(String, Act)>> = LazyLock::new(|| {
        let each = VERBS.iter().flat_map(|(list, act)| list.split_whitespace().map(|verb| (verb, *act)));
        each.flat_map(|(verb, act)| inflected(verb).map(|form| (form, act))).collect()
    });
    &FORMS
}

/// "log", "logs", "logged", "logging".
fn inflected(verb: &str) -> [String; 4] {
    let vowel = |c: char| "aeiou".contains(c);
    let mut back = verb.chars().rev();
    let (last, second, third) = (back.next(), back.next(), back.next());
    let short = verb.len() <= 4 && last.is_some_and(|c| !vowel(c) && !"wxy".contains(c));
    let doubled = short && second.is_some_and(vowel) && third.is_some_and(|c| !vowel(c));
    let silent = last == Some('e');
    let stem = match (doubled, silent) {
        (true, _) => format!("{verb}{}", last.unwrap_or_default()),
        (_, true) => verb[..verb.len() - 1].to_owned(),
        _ => verb.to_owned(),
    };
    let y = last == Some('y') && second.is_some_and(|c| !vowel(c));
    let third_person = match (y, ["s", "x", "ch", "sh"].iter().any(|end| verb.ends_with(end))) {
        (true, _) => format!("{}ies", &verb[..verb.len() - 1]),
        (_, true) => format!("{verb}es"),
        _ => format!("{verb}s"),
    };
    let past = if y { format!("{}ied", &verb[..verb.len() - 1]) } else { format!("{stem}ed") };
    [verb.to_owned(), third_person, past, format!("{stem}ing")]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn forms_of_verbs() {
        for (verb, want) in [
            ("log", ["log", "logs", "logged", "logging"]),
            ("raise", ["raise", "raises", "raised", "raising"]),
            ("vary", ["vary", "varies", "varied", "varying"]),
            ("reach", ["reach", "reaches", "reached", "reaching"]),
            ("draw", ["draw", "draws", "drawed", "drawing"]),
            ("enter", ["enter", "enters", "entered", "entering"]),
        ] {
            assert_eq!(inflected(verb), want);
        }
    }
}
