//! Normalised telephone numbers, so that callers are recognised in any notation.

/// Digits of a Lithuanian number after +370.
const NATIONAL_DIGITS: usize = 8;

/// A number as `+` and digits; `None` if invalid. Lithuanian ones may begin with +370, 370, 00370, with 8 or 0 (the
/// trunk prefixes), or with the number itself.
pub fn normal(text: &str) -> Option<String> {
    let text = text.trim();
    if text.chars().any(char::is_alphabetic) {
        return None;
    }
    let digits: String = text.chars().filter(char::is_ascii_digit).collect();
    let international = text.starts_with('+') || digits.starts_with("00");
    let digits = digits.strip_prefix("00").unwrap_or(&digits);
    let national = match digits.len() {
        NATIONAL_DIGITS if !international => digits,
        n if n == NATIONAL_DIGITS + 1 && !international => digits.strip_prefix(['8', '0'])?,
        n if n == NATIONAL_DIGITS + 3 => match digits.strip_prefix("370") {
            Some(national) => national,
            None => return Some(format!("+{digits}")),
        },
        7..=15 => return Some(format!("+{digits}")),
        _ => return None,
    };
    Some(format!("+370{national}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_spelling_of_a_number_is_one() {
        for text in [
            "+37060012345", "+370 600 12345", "+370 (600) 12-345", "370 600 12345", "0037060012345", "8 600 12345",
            "8-600-12345", "0 600 12345", "60012345", " 860012345 ",
        ] {
            assert_eq!(normal(text).as_deref(), Some("+37060012345"), "{text}");
        }
    }

    #[test]
    fn others_stay_what_they_are() {
        assert_eq!(normal("+44 20 7946 0958").as_deref(), Some("+442079460958"));
        assert_eq!(normal("+49 30 1234567").as_deref(), Some("+49301234567"));
        for text in ["", "112", "Vilniaus g. 15", "12345678901234567", "700123456"] {
            assert_eq!(normal(text), None, "{text}");
        }
    }
}
