//! The small grammar of all phrases: `[a|b|]` chooses one branch, `{name}` is filled from the writer's own
//! circumstances. Nothing here knows a bank; the values of slots are in `slots`.

use rand::Rng;
use rand_chacha::ChaCha8Rng;

/// Expands `template`. Branches nest; an empty slot is removed with its extra space.
pub fn expand(template: &str, rng: &mut ChaCha8Rng, slot: &dyn Fn(&str) -> String) -> String {
    let mut out = String::with_capacity(template.len());
    expand_into(template, rng, slot, &mut out);
    neat(&out)
}

fn expand_into(template: &str, rng: &mut ChaCha8Rng, slot: &dyn Fn(&str) -> String, out: &mut String) {
    let mut rest = template;
    while let Some(at) = rest.find(['[', '{']) {
        out.push_str(&rest[..at]);
        let (inside, after) = if rest[at..].starts_with('{') {
            let end = rest[at..].find('}').map_or(rest.len(), |e| at + e);
            out.push_str(&slot(&rest[at + 1..end]));
            ("", rest.get(end + 1..).unwrap_or(""))
        } else {
            closing(rest, at)
        };
        if !inside.is_empty() {
            let branches = branches(inside);
            expand_into(branches[rng.random_range(0..branches.len())], rng, slot, out);
        }
        rest = after;
    }
    out.push_str(rest);
}

/// The text between the bracket at `open` and its partner, and the text after.
fn closing(text: &str, open: usize) -> (&str, &str) {
    let mut depth = 0;
    for (i, c) in text[open..].char_indices() {
        match c {
            '[' => depth += 1,
            ']' => {
                depth -= 1;
                if depth == 0 {
                    return (&text[open + 1..open + i], &text[open + i + 1..]);
                }
            }
            _ => {}
        }
    }
    (&text[open + 1..], "")
}

/// Splits at the outermost bars.
fn branches(inside: &str) -> Vec<&str> {
    let (mut parts, mut depth, mut from) = (Vec::new(), 0, 0);
    for (i, c) in inside.char_indices() {
        match c {
            '[' | '{' => depth += 1,
            ']' | '}' => depth -= 1,
            '|' if depth == 0 => {
                parts.push(&inside[from..i]);
                from = i + 1;
            }
            _ => {}
        }
    }
    parts.push(&inside[from..]);
    parts
}

/// Removes the remains of empty branches: doubled spaces, and a space before a stop.
pub fn neat(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        if matches!(c, '.' | ',' | '?' | '!' | ';' | ')') && out.ends_with(' ') {
            out.pop();
        }
        if c != ' ' || !(out.is_empty() || out.ends_with([' ', '\n'])) {
            out.push(c);
        }
    }
    out.truncate(out.trim_end().len());
    out
}

/// The text with its first letter in lower case, except for some first words: "I", "IBAN", "Frau Voss".
pub fn uncapital(text: &str) -> String {
    let word = text.split(' ').next().unwrap_or("");
    let keeps = word.starts_with("I'") || word == "I" || word.chars().skip(1).any(char::is_uppercase);
    let mut chars = text.chars();
    match chars.next() {
        Some(c) if !keeps => c.to_lowercase().chain(chars).collect(),
        _ => text.to_owned(),
    }
}

/// One of `list`, or `""` when it is empty.
pub fn pick<'a, S: AsRef<str>>(list: &'a [S], rng: &mut ChaCha8Rng) -> &'a str {
    if list.is_empty() { "" } else { list[rng.random_range(0..list.len())].as_ref() }
}

/// An index drawn by weight; 0 when all weights are zero.
pub fn weighted(weights: &[u32], rng: &mut ChaCha8Rng) -> usize {
    let total: u32 = weights.iter().sum();
    let mut left = if total == 0 { 0 } else { rng.random_range(0..total) };
    for (i, weight) in weights.iter().enumerate() {
        if left < *weight {
            return i;
        }
        left -= weight;
    }
    0
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::SeedableRng;

    #[test]
    fn branches_nest_and_slots_are_filled() {
        let mut rng = ChaCha8Rng::seed_from_u64(1);
        let slot = |name: &str| if name == "x" { "9".to_owned() } else { String::new() };
        for _ in 0..50 {
            let text = expand("a [b [c|d]|e {x}|] {none} f .", &mut rng, &slot);
            assert!(["a b c f.", "a b d f.", "a e 9 f.", "a f."].contains(&text.as_str()), "{text}");
        }
    }

    #[test]
    fn broken_templates_do_not_panic() {
        let mut rng = ChaCha8Rng::seed_from_u64(1);
        for text in ["[a|b", "{x", "]", "[]", "[[a]", "ä[ö|ü]ß"] {
            expand(text, &mut rng, &|_| String::new());
        }
    }
}
