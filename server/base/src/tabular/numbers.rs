//! Parses numbers with currencies, thousands separators and negative brackets.

/// A number with the decimal mark `mark`. "01581" and "+49" are codes, not numbers.
pub fn number(value: &str, mark: char) -> Option<f64> {
    let (inner, negative) = match value.strip_prefix('(').and_then(|v| v.strip_suffix(')')) {
        Some(inner) => (inner, true),
        None => (value, false),
    };
    let plain = bare(inner.trim());
    let (plain, negative) = match plain.strip_prefix(['-', '−']).or_else(|| plain.strip_suffix('-')) {
        Some(rest) => (bare(rest.trim()), !negative),
        None => (plain, negative),
    };
    if plain.len() > 40 || !plain.starts_with(|c: char| c.is_ascii_digit() || c == mark) {
        return None;
    }
    let (whole, fraction) = match plain.split_once(mark) {
        Some((whole, fraction)) => (whole, Some(fraction)),
        None => (plain, None),
    };
    let tail = fraction.unwrap_or(whole);
    let power = tail.find(['e', 'E']).filter(|at| *at > 0);
    let exponent = power.map(|at| &tail[at..]);
    let fraction = fraction.map(|fraction| &fraction[..power.unwrap_or(fraction.len())]);
    let whole = if fraction.is_none() && exponent.is_some() { &whole[..whole.len() - exponent?.len()] } else { whole };
    let parted = if mark == '.' { ',' } else { '.' };
    let digits = thousands(whole, parted)?;
    let code = digits.len() > 1 && digits.starts_with('0');
    let fraction_fits = fraction.is_none_or(|f| f.bytes().all(|c| c.is_ascii_digit()));
    if code || !fraction_fits || digits.is_empty() && fraction.is_none_or(str::is_empty) {
        return None;
    }
    let text = format!("{digits}.{}{}", fraction.unwrap_or("0"), exponent.unwrap_or_default());
    let number: f64 = text.trim_start_matches('.').parse::<f64>().ok().or_else(|| format!("0{text}").parse().ok())?;
    let number = if digits.is_empty() { format!("0{text}").parse().ok()? } else { number };
    number.is_finite().then_some(if negative { -number } else { number })
}

/// Units of numbers as signs; words for them are accepted as well.
const SIGNS: [char; 6] = ['€', '$', '£', '¥', '₹', '%'];
const WORDS: [&str; 8] = ["EUR", "USD", "GBP", "CHF", "JPY", "SEK", "PLN", "INR"];
const SAME: [(char, &str); 6] = [('€', "EUR"), ('$', "USD"), ('£', "GBP"), ('¥', "JPY"), ('₹', "INR"), ('%', "%")];

/// The unit of a number.
pub fn unit(value: &str) -> Option<&'static str> {
    let by_sign = SAME.iter().find(|(sign, _)| value.contains(*sign)).map(|(_, word)| *word);
    by_sign.or_else(|| WORDS.into_iter().find(|word| value.contains(word)))
}

/// Without a currency or percent sign.
fn bare(value: &str) -> &str {
    let value = value.trim().trim_start_matches(SIGNS).trim_end_matches(SIGNS).trim();
    let word = WORDS.iter().find_map(|word| value.strip_prefix(word).or_else(|| value.strip_suffix(word)));
    word.unwrap_or(value).trim()
}

/// Digits without thousands separators, which must be consistent.
fn thousands(whole: &str, parted: char) -> Option<String> {
    let mark = whole.chars().find(|c| !c.is_ascii_digit());
    let Some(mark) = mark else { return Some(whole.to_owned()) };
    if !(mark == parted || matches!(mark, ' ' | '\u{a0}' | '\u{202f}' | '\'' | '’')) {
        return None;
    }
    let mut groups = whole.split(mark);
    let first = groups.next().filter(|group| matches!(group.len(), 1..=3))?;
    let rest: Vec<&str> = groups.collect();
    let three = |group: &&str| group.len() == 3 && group.bytes().all(|c| c.is_ascii_digit());
    rest.iter().all(three).then(|| format!("{first}{}", rest.concat()))
}
