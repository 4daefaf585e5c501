//! Finds which known street and house a text means: "Vilniaus gatvė 15", "vilnius g. 15-3", "Kovo 11-osios g. 4". Case,
//! diacritics, the kind of street, endings and small typos do not matter.

pub use model::text::fold;

/// Words for the kind of street, folded; longer ones without their endings.
const KINDS: [&str; 16] = [
    "g", "gatv", "gat", "pr", "prosp", "prospekt", "al", "alej", "a", "aikst", "kel", "takas", "skg", "skersgatv",
    "street", "st",
];

/// Suffixes that make a number an ordinal: "11-osios".
const ORDINALS: [&str; 4] = ["osios", "oji", "ios", "ji"];

/// Endings of Lithuanian nouns, folded, longest first.
const ENDINGS: [&str; 29] = [
    "iuose", "uose", "iose", "yje", "eje", "oje", "uje", "iaus", "iai", "aus", "ius", "ios", "ies", "io", "os", "es",
    "is", "ys", "as", "us", "ai", "ui", "iu", "a", "e", "o", "u", "i", "y",
];

/// The words of a text, folded, without kinds of street and ordinal suffixes.
fn words(text: &str) -> Vec<String> {
    let text = fold(text);
    let mut kept: Vec<String> = Vec::new();
    let mut number = false;
    for word in text.split(|c: char| !c.is_alphanumeric()).filter(|w| !w.is_empty()) {
        // "gatveje", "aleja", "aikstes": a stem with a short ending; short kinds match only exactly.
        let kind = KINDS
            .iter()
            .any(|kind| word == *kind || kind.len() >= 4 && word.strip_prefix(kind).is_some_and(|end| end.len() <= 3));
        // After a number, "a" is part of the house: "15 A".
        let dropped = if number { ORDINALS.contains(&word) } else { kind };
        if !dropped {
            kept.push(word.to_owned());
        }
        number = word.starts_with(|c: char| c.is_ascii_digit());
    }
    kept
}

/// The words of a street's name without initials: people drop the "S." of "S. Daukanto".
fn name_words(name: &str) -> Vec<String> {
    let all = words(name);
    let long: Vec<String> = all.iter().filter(|w| w.chars().count() > 1).cloned().collect();
    if long.is_empty() { all } else { long }
}

/// A match: the street's index in the given list, and the numbers after it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found {
    pub street: usize,
    pub house: Option<String>,
    pub flat: Option<String>,
}

/// How many letters a word may differ from a street's name.
fn allowed(length: usize) -> usize {
    match length {
        0..=4 => 0,
        5..=8 => 1,
        _ => 2,
    }
}

/// The distance of two words; `None` if too far. Another grammatical case of the same noun counts as one letter:
/// "Paupyje" is "Paupys".
fn distance(said: &str, name: &str) -> Option<usize> {
    let far = strsim::osa_distance(said, name);
    if far <= allowed(name.len().min(said.len())) {
        return Some(far);
    }
    let stem = stem(name);
    (stem.len() >= 4 && self::stem(said) == stem).then_some(1)
}

/// A word without its case ending.
fn stem(word: &str) -> &str {
    ENDINGS.iter().find_map(|end| word.strip_suffix(end)).unwrap_or(word)
}

/// The streets that a text may mean: the nearest, or several at equal distance.
pub fn find(text: &str, streets: &[&str]) -> Vec<Found> {
    let said = words(text);
    let mut best: Option<(usize, usize)> = None;
    let mut found: Vec<Found> = Vec::new();
    for (street, name) in streets.iter().enumerate() {
        let name = name_words(name);
        if name.is_empty() || name.len() > said.len() {
            continue;
        }
        let near = |from: usize| {
            // Word by word: a long name must not absorb the numbers after another.
            let far: Option<Vec<usize>> =
                said[from..from + name.len()].iter().zip(&name).map(|(said, name)| distance(said, name)).collect();
            far.map(|far| (far.iter().sum::<usize>(), from))
        };
        let Some((far, from)) = (0..=said.len() - name.len()).filter_map(near).min() else { continue };
        // A longer name that fits equally well wins: "Naujoji Parko" is not "Parko".
        let rank = (far, usize::MAX - name.len());
        match best {
            Some(before) if rank > before => continue,
            Some(before) if rank == before => {}
            _ => found.clear(),
        }
        best = Some(rank);
        let (house, flat) = numbers(&said[from + name.len()..]);
        found.push(Found { street, house, flat });
    }
    found
}

/// The house and flat in what follows a street.
fn numbers(words: &[String]) -> (Option<String>, Option<String>) {
    let is_number = |w: &&String| w.chars().next().is_some_and(|c| c.is_ascii_digit());
    // A postal code has five digits and comes last.
    let is_code = |w: &String| w.len() >= 5 && w.chars().all(|c| c.is_ascii_digit());
    let Some(at) = words.iter().position(|w| is_number(&w) && !is_code(w)) else { return (None, None) };
    let mut house = words[at].clone();
    let mut rest = &words[at + 1..];
    // "15 A": the letter belongs to the house.
    if let Some(letter) = rest.first().filter(|w| w.chars().count() == 1 && w.chars().all(char::is_alphabetic)) {
        house.push_str(letter);
        rest = &rest[1..];
    }
    let flat = rest.iter().find(|w| is_number(w) && !is_code(w)).cloned();
    (Some(house), flat)
}

/// Whether a text names this town or district.
pub fn names(text: &str, place: &str) -> bool {
    let (said, place) = (words(text), words(place));
    !place.is_empty()
        && said.windows(place.len()).any(|w| w.iter().zip(&place).all(|(said, name)| distance(said, name).is_some()))
}

#[cfg(test)]
mod tests {
    use super::*;

    const STREETS: [&str; 8] = [
        "Vilniaus g.", "Ąžuolų g.", "Kovo 11-osios g.", "Parko g.", "Naujoji Parko g.", "Žemaitės al.",
        "S. Daukanto a.", "Beržų g.",
    ];

    fn one(text: &str) -> String {
        let all = find(text, &STREETS);
        let told = |f: &Found| {
            format!("{}/{}/{}", STREETS[f.street], f.house.as_deref().unwrap_or("?"), f.flat.as_deref().unwrap_or("?"))
        };
        all.iter().map(told).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn addresses_are_understood_as_people_write_them() {
        for (text, want) in [
            ("Vilniaus g. 15", "Vilniaus g./15/?"),
            ("Vilniaus gatvė 15", "Vilniaus g./15/?"),
            ("vilniaus gatvėje 15, butas 3", "Vilniaus g./15/3"),
            ("Vilniaus g. 15-3", "Vilniaus g./15/3"),
            ("vilniaus 15", "Vilniaus g./15/?"),
            ("Vilnius g. 15", "Vilniaus g./15/?"),
            ("Vilnaius g. 15 A", "Vilniaus g./15a/?"),
            ("I live at 15? no, Vilniaus g. 17a bt. 2", "Vilniaus g./17a/2"),
            ("azuolu 4", "Ąžuolų g./4/?"),
            ("Ažuolu g 4-12, LT-62134 Gintarupis", "Ąžuolų g./4/12"),
            ("Ąžuolų g. 4, 62134", "Ąžuolų g./4/?"),
            ("Berzu gatves 8", "Beržų g./8/?"),
            ("Kovo 11-osios g. 7-2", "Kovo 11-osios g./7/2"),
            ("kovo 11 osios 7", "Kovo 11-osios g./7/?"),
            ("Parko g. 3", "Parko g./3/?"),
            ("Naujoji Parko 3", "Naujoji Parko g./3/?"),
            ("zemaites aleja 9", "Žemaitės al./9/?"),
            ("S. Daukanto aikštė 1", "S. Daukanto a./1/?"),
            ("Daukanto aikštėje 1", "S. Daukanto a./1/?"),
            ("Kovo 11 g. 7", "Kovo 11-osios g./7/?"),
            ("Parke 3", "Parko g./3/?"),
            ("Vilniaus", "Vilniaus g./?/?"),
            ("Kauno g. 15", ""),
            ("15", ""),
            ("", ""),
        ] {
            assert_eq!(one(text), want, "{text}");
        }
    }

    #[test]
    fn places_are_known_by_their_names() {
        for (text, place) in [("paupys", "Paupys"), ("Gyvenu Paupyje", "Paupys"), ("Gintarupio miestas", "Gintarupis")]
        {
            assert!(names(text, place), "{text}");
        }
        assert!(!names("Vilnius", "Gintarupis") && !names("", "Paupys"));
    }
}
