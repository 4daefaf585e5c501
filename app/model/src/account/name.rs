//! Account names: their stored form, and which ones are refused because they could be mistaken for others.

use super::Account;

/// Names under which actions without an account are recorded.
const RESERVED: [&str; 6] = ["local", "plumbline", "admin-token", "command line", "nobody", "recorded"];

/// Lower-case letters of other scripts that look like Latin ones.
const LIKE_LATIN: &str = "асԁеһіјӏорԛѕԝхуѵ\u{3b1}\u{3b9}\u{3ba}\u{3bd}\u{3bf}\u{3c1}\u{3c5}\u{3c7}";

/// The scripts whose letters can be mistaken for each other.
#[derive(Clone, Copy, PartialEq)]
enum Script {
    Latin,
    Greek,
    Cyrillic,
    Other,
    /// Another form of a letter: wide, mathematical, in a circle.
    Form,
}

/// By Unicode block.
fn script(letter: char) -> Script {
    match letter {
        'a'..='z' | 'A'..='Z' | '\u{aa}' | '\u{ba}' | '\u{c0}'..='\u{24f}' | '\u{1e00}'..='\u{1eff}' => Script::Latin,
        '\u{370}'..='\u{3ff}' | '\u{1f00}'..='\u{1fff}' => Script::Greek,
        '\u{400}'..='\u{52f}' | '\u{1c80}'..='\u{1c8f}' | '\u{a640}'..='\u{a69f}' => Script::Cyrillic,
        '\u{250}'..='\u{2ff}'
        | '\u{1d00}'..='\u{1dbf}'
        | '\u{2070}'..='\u{218f}'
        | '\u{2460}'..='\u{24ff}'
        | '\u{2c60}'..='\u{2c7f}'
        | '\u{a720}'..='\u{a7ff}'
        | '\u{ab30}'..='\u{ab6f}'
        | '\u{fb00}'..='\u{fb06}'
        | '\u{ff00}'..='\u{ffef}'
        | '\u{1d400}'..='\u{1d7ff}'
        | '\u{1f100}'..='\u{1f1ff}' => Script::Form,
        _ => Script::Other,
    }
}

/// Whether no letter of a name could be mistaken for one of another script.
fn is_plain(name: &str) -> bool {
    let mut letters = name.chars().filter(|c| c.is_alphabetic());
    let Some(first) = letters.clone().next().map(script) else { return true };
    let looks_latin = first != Script::Latin && letters.clone().all(|c| LIKE_LATIN.contains(c));
    let digits_are_plain = name.chars().all(|c| !c.is_numeric() || script(c) != Script::Form);
    first != Script::Form && letters.all(|c| script(c) == first) && !looks_latin && digits_are_plain
}

impl Account {
    /// The stored form of a name: lower case, with only the punctuation of e-mail addresses, so that it is readable
    /// everywhere.
    ///
    /// # Errors
    /// The code of the problem.
    pub fn name_of(text: &str) -> Result<String, &'static str> {
        let name = text.trim().to_lowercase();
        let marks = |c: char| c.is_alphanumeric() || matches!(c, '.' | '_' | '-' | '@' | '+');
        let fits = (2..=60).contains(&name.chars().count()) && name.chars().all(marks);
        if !fits || RESERVED.contains(&name.as_str()) || !name.starts_with(char::is_alphanumeric) {
            return Err("name");
        }
        if is_plain(&name) { Ok(name) } else { Err("letters") }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_kept_in_lower_case() {
        assert_eq!(Account::name_of(" Ann.Lee "), Ok("ann.lee".to_owned()));
        for wrong in ["", "a", "-ann", "ann lee", "ann<b>", "Local", "admin-token", &"a".repeat(61)] {
            assert_eq!(Account::name_of(wrong), Err("name"), "{wrong}");
        }
    }

    #[test]
    fn no_name_looks_like_another_of_another_script() {
        for right in ["šarūnė", "müller-2", "жанна.к", "γιώργος", "אבי", "田中さん", "12", "o.brien@firm.lt"]
        {
            assert_eq!(Account::name_of(right), Ok(right.to_owned()));
        }
        // A Cyrillic а, a Greek ο, a full-width a, a small capital, and a word of only letters that look Latin.
        for wrong in
            ["\u{430}da", "b\u{3bf}b", "\u{ff41}da", "a\u{1d05}a", "\u{440}\u{43e}\u{440}\u{430}", "ann\u{ff11}"]
        {
            assert_eq!(Account::name_of(wrong), Err("letters"), "{wrong}");
        }
    }
}
