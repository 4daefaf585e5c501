//! Currencies, by sign, code or name.
//!
//! Deliberately not here: amounts (`figure`), and what one currency is worth in another.

use super::Token;

/// The codes that are read.
const CODES: [&str; 15] =
    ["USD", "EUR", "GBP", "CHF", "JPY", "INR", "SEK", "NOK", "DKK", "PLN", "CAD", "AUD", "CZK", "CNY", "HUF"];

/// The code of a currency, by its sign, code or name.
pub fn currency(token: &Token<'_>) -> Option<&'static str> {
    const NAMES: [(&str, &str); 12] = [
        ("$", "USD"),
        ("€", "EUR"),
        ("£", "GBP"),
        ("¥", "JPY"),
        ("₹", "INR"),
        ("dollar", "USD"),
        ("euro", "EUR"),
        ("pound", "GBP"),
        ("franc", "CHF"),
        ("yen", "JPY"),
        ("rupee", "INR"),
        ("krona", "SEK"),
    ];
    let word = token.text.to_lowercase();
    let named = || NAMES.iter().find(|(n, _)| *n == word || word.strip_suffix('s') == Some(n)).map(|n| n.1);
    CODES.iter().copied().find(|c| *c == token.text).or_else(named)
}

/// The currency of "TEUR", "kUSD": thousands of it.
pub fn in_thousands(word: &str) -> Option<&'static str> {
    let code = word.strip_prefix(['T', 'k', 'K'])?;
    CODES.into_iter().find(|c| *c == code)
}

/// The code of a currency that stands among the words of a field's name: `total_eur`.
pub fn currency_of_words(words: &[String]) -> Option<&'static str> {
    // "kusd" is in thousands of them.
    let code = |w: &str, c: &str| w.eq_ignore_ascii_case(c) || w.get(1..).is_some_and(|w| w.eq_ignore_ascii_case(c));
    CODES.iter().copied().find(|c| words.iter().any(|w| code(w, c)))
}
