//! A person's style: turns of phrase, tempers, capitals, typos.

use model::text::capital;
use rand::Rng;
use rand_chacha::ChaCha8Rng;

use super::grammar::{neat, pick, uncapital};
use super::people::Tone;

/// Applies a person's style to a text.
pub fn voice(text: &str, tone: Tone, habit: u32, rng: &mut ChaCha8Rng) -> String {
    let text = match tone {
        Tone::Casual => casual(text, habit),
        Tone::Foreign => foreign(text, rng),
        Tone::Furious => furious(text, rng),
        Tone::Curt => curt(text, rng),
        Tone::Formal => text.replace("don't", "do not").replace("can't", "cannot").replace('!', "."),
        _ => text.to_owned(),
    };
    let text = if tone == Tone::Casual { text } else { sentences(&text) };
    let slips = match tone {
        Tone::Casual => 0.3,
        Tone::Curt | Tone::Furious | Tone::Rambling | Tone::Foreign => 0.12,
        Tone::Plain | Tone::Elderly => 0.04,
        _ => 0.0,
    };
    let text = if rng.random_bool(slips) { slip(&text, rng) } else { text };
    neat(&text)
}

fn casual(text: &str, habit: u32) -> String {
    let mut text = text
        .replace("Please ", "pls ")
        .replace(" please", " pls")
        .replace(" because ", " cause ")
        .replace(" I ", " i ");
    if !habit.is_multiple_of(3) {
        text = text
            .replace("n't", "nt")
            .replace(" you ", if habit.is_multiple_of(2) { " u " } else { " you " })
            .replace(" and ", if habit.is_multiple_of(5) { " & " } else { " and " });
    }
    if !habit.is_multiple_of(4) {
        let lower = text.split(' ').map(uncapital).collect::<Vec<_>>().join(" ");
        // Names of people and days lose their capitals too; that is how they type.
        text = lower.replace("I ", "i ").replace("I'm", "im");
    }
    text
}

fn foreign(text: &str, rng: &mut ChaCha8Rng) -> String {
    const TURNS: &[(&str, &str)] = &[
        ("has not arrived", "is not arrived"),
        ("have not arrived", "are not arrived"),
        ("Please tell", "Please say"),
        ("I would like", "I want"),
        ("There is ", "It gives "),
        ("It is the ", "This is already the "),
        ("I have sent", "I did sent"),
        ("I sent", "I have sent"),
        ("I waited", "I was waiting"),
        ("information", "informations"),
        ("do not know", "don't know"),
        ("Nobody ", "No person "),
        ("how to ", "how I can "),
        ("I did not", "I have not"),
        ("for weeks", "since weeks"),
        ("I asked", "I have asked"),
        ("I got ", "I became "),
        ("should ", "shall "),
        ("that I had to", "that I must"),
        ("called me", "did call me"),
        ("every time", "each times"),
    ];
    let mut out = text.to_owned();
    for (from, to) in TURNS {
        if rng.random_bool(0.6) {
            out = out.replace(from, to);
        }
    }
    let mut words = Vec::new();
    for word in out.split(' ') {
        if !(matches!(word, "the" | "a" | "an") && rng.random_bool(0.3)) {
            words.push(word);
        }
    }
    words.join(" ")
}

fn furious(text: &str, rng: &mut ChaCha8Rng) -> String {
    let mut out = String::with_capacity(text.len() + 8);
    let mut rest = text;
    while let Some(at) = rest.find(". ") {
        out.push_str(&rest[..at]);
        out.push_str(if rng.random_bool(0.35) { pick(&["! ", "!! ", "! "], rng) } else { ". " });
        rest = &rest[at + 2..];
    }
    out.push_str(rest);
    for word in [" not ", " again ", " never ", " nobody ", " nothing ", " today ", " now "] {
        if rng.random_bool(0.3) {
            out = out.replacen(word, &word.to_uppercase(), 1);
        }
    }
    out
}

fn curt(text: &str, rng: &mut ChaCha8Rng) -> String {
    let parts: Vec<String> = text
        .split(". ")
        .map(|part| match part.strip_prefix("I ").or_else(|| part.strip_prefix("We ")) {
            Some(rest) if !rest.starts_with(['a', 'w']) && rng.random_bool(0.6) => capital(rest),
            _ => part.to_owned(),
        })
        .collect();
    parts.join(". ").replace("Please ", if rng.random_bool(0.5) { "" } else { "Please " })
}

/// Swaps two adjacent letters in one longer word.
fn slip(text: &str, rng: &mut ChaCha8Rng) -> String {
    let words: Vec<(usize, &str)> = text
        .split(' ')
        .scan(0, |at, word| {
            let start = *at;
            *at += word.len() + 1;
            Some((start, word))
        })
        .filter(|(_, w)| w.len() > 4 && w.bytes().all(|b| b.is_ascii_lowercase()))
        .collect();
    if words.is_empty() {
        return text.to_owned();
    }
    let (start, word) = words[rng.random_range(0..words.len())];
    let at = start + rng.random_range(1..word.len() - 2);
    let mut bytes = text.as_bytes().to_vec();
    bytes.swap(at, at + 1);
    String::from_utf8(bytes).unwrap_or_else(|_| text.to_owned())
}

/// Capitalises every sentence.
pub fn sentences(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut begins = true;
    for (i, c) in text.char_indices() {
        // A stop ends a sentence only before a space; "4.250" and "18.02." continue.
        let ends = matches!(c, '.' | '!' | '?') && text[i + 1..].starts_with([' ', '\n']);
        if begins && c.is_alphabetic() {
            out.extend(c.to_uppercase());
        } else {
            out.push(c);
        }
        begins = ends || c == '\n' || (begins && !c.is_alphanumeric());
    }
    out
}
