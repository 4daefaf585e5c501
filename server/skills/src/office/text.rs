//! Checks what a person or a model supplies for a draft: single lines, texts of limited length, addresses, days and
//! times. Each error says what to supply instead.

use chrono::{NaiveDate, NaiveTime};

use tools::ToolError;

/// Maximum characters of a subject or a title, and of a body.
pub const LINE: usize = 200;
pub const BODY: usize = 20_000;

/// Maximum addresses of one field.
const ADDRESSES: usize = 50;

/// The maximum length of an address for mail servers.
const MAX_ADDRESS_BYTES: usize = 254;

/// A non-empty single line.
///
/// # Errors
/// If it is empty, has line breaks or other control characters, or is too long.
pub fn line(name: &str, value: &str) -> Result<String, ToolError> {
    let value = value.trim();
    if value.chars().any(|c| c.is_control() || matches!(c, '\u{2028}' | '\u{2029}')) {
        return Err(ToolError::new(format!("{name} has a line break or a control character. Give it as one line.")));
    }
    bounded(name, value, LINE)
}

/// A non-empty text of one or more lines, with `\n` line breaks.
pub fn body(name: &str, value: &str) -> Result<String, ToolError> {
    let value = value.replace("\r\n", "\n").replace('\r', "\n");
    if value.chars().any(|c| c.is_control() && !matches!(c, '\n' | '\t')) {
        return Err(ToolError::new(format!("{name} has control characters. Give it as plain text.")));
    }
    bounded(name, value.trim(), BODY)
}

fn bounded(name: &str, value: &str, most: usize) -> Result<String, ToolError> {
    match value.chars().count() {
        0 => Err(ToolError::new(format!("{name} is empty. Say what it should be."))),
        n if n > most => Err(ToolError::new(format!("{name} has {n} characters; shorten it to {most}."))),
        _ => Ok(value.to_owned()),
    }
}

/// Addresses separated by commas or semicolons, without duplicates.
pub fn addresses(name: &str, value: &str) -> Result<Vec<String>, ToolError> {
    each_address(name, value.split([',', ';']))
}

/// The same for a list.
pub fn each_address<'a>(name: &str, values: impl IntoIterator<Item = &'a str>) -> Result<Vec<String>, ToolError> {
    let mut all = Vec::new();
    for value in values.into_iter().map(str::trim).filter(|value| !value.is_empty()) {
        if !is_address(value) {
            let shown: String = value.chars().filter(|c| !c.is_control()).take(80).collect();
            return Err(ToolError::new(format!(
                "{name}: \"{shown}\" is not an e-mail address. Give it as name@example.com, without a name before it."
            )));
        }
        if !all.iter().any(|known: &String| known.eq_ignore_ascii_case(value)) {
            all.push(value.to_owned());
        }
    }
    match all.len() {
        0 => Err(ToolError::new(format!("{name} has no e-mail address. Give it as name@example.com."))),
        n if n > ADDRESSES => Err(ToolError::new(format!("{name} has {n} addresses; at most {ADDRESSES} are taken."))),
        _ => Ok(all),
    }
}

/// Addresses as a person reads them in a proposal.
pub fn or_not_given(addresses: &[String]) -> String {
    if addresses.is_empty() { "(not given)".to_owned() } else { addresses.join(", ") }
}

/// A dot-atom, `@`, and a host name with a dot in it.
fn is_address(text: &str) -> bool {
    let Some((local, host)) = text.split_once('@') else { return false };
    let atom = |c: char| c.is_ascii_alphanumeric() || "!#$%&'*+-/=?^_`{|}~".contains(c);
    let local_fits = local.len() <= 64 && local.split('.').all(|part| !part.is_empty() && part.chars().all(atom));
    let label = |part: &str| {
        let plain = part.chars().all(|c| c.is_ascii_alphanumeric() || c == '-');
        !part.is_empty() && part.len() <= 63 && plain && !part.starts_with('-') && !part.ends_with('-')
    };
    text.len() <= MAX_ADDRESS_BYTES && local_fits && host.contains('.') && host.split('.').all(label)
}

/// A day.
pub fn day(name: &str, value: &str) -> Result<NaiveDate, ToolError> {
    let found = value.trim().parse::<NaiveDate>().ok().filter(|_| value.trim().len() == "2026-01-31".len());
    let shown: String = value.chars().filter(|c| !c.is_control()).take(40).collect();
    found.ok_or_else(|| ToolError::new(format!("{name}: there is no day \"{shown}\". Give it as 2026-01-31.")))
}

/// A time of day.
pub fn time(name: &str, value: &str) -> Result<NaiveTime, ToolError> {
    let found = NaiveTime::parse_from_str(value.trim(), "%H:%M").ok();
    let shown: String = value.chars().filter(|c| !c.is_control()).take(40).collect();
    found.ok_or_else(|| ToolError::new(format!("{name}: there is no time \"{shown}\". Give it as 14:30.")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_one_line() {
        assert_eq!(line("subject", "  Offer \u{e9}t\u{e9} ").unwrap(), "Offer été");
        for (value, says) in [
            ("a\r\nBcc: x@example.com", "line break"),
            ("a\u{2028}b", "line break"),
            (" ", "is empty"),
            (&"x".repeat(201), "201 characters; shorten it to 200"),
        ] {
            let error = line("subject", value).unwrap_err().message;
            assert!(error.starts_with("subject") && error.contains(says), "{error}");
        }
        assert_eq!(body("body", "a\r\nb\rc\td\n").unwrap(), "a\nb\nc\td");
        assert!(body("body", "a\u{0}b").unwrap_err().message.contains("plain text"));
        assert!(body("body", &"x".repeat(20_001)).unwrap_err().message.contains("20000"));
    }

    #[test]
    fn addresses_are_addresses() {
        let all = addresses("to", "a.b+c@example.com; A.B+c@example.com, d@mail.example.org,").unwrap();
        assert_eq!(all, ["a.b+c@example.com", "d@mail.example.org"]);
        for wrong in [
            "ann", "ann@host", "a@b@example.com", "Ann <a@example.com>", ".a@example.com", "a..b@example.com",
            "a@-x.com", "a@exa mple.com", "a@example.com\r\nBcc: b@example.com", "ä@example.com",
        ] {
            let error = addresses("to", wrong).unwrap_err().message;
            assert!(error.contains("name@example.com") && !error.contains('\n'), "{wrong}: {error}");
        }
        assert!(addresses("to", " , ").unwrap_err().message.contains("no e-mail address"));
        let many: Vec<String> = (0..51).map(|n| format!("a{n}@example.com")).collect();
        assert!(addresses("to", &many.join(",")).unwrap_err().message.contains("51 addresses"));
    }

    #[test]
    fn days_and_times_are_on_the_calendar() {
        assert_eq!(day("day", " 2028-02-29 ").unwrap().to_string(), "2028-02-29");
        for wrong in ["2026-02-29", "31.01.2026", "tomorrow", "2026-1-3", ""] {
            assert!(day("day", wrong).unwrap_err().message.contains("2026-01-31"), "{wrong}");
        }
        assert_eq!(time("start", "09:05").unwrap().to_string(), "09:05:00");
        for wrong in ["24:00", "9 am", "12:60", ""] {
            assert!(time("start", wrong).unwrap_err().message.contains("14:30"), "{wrong}");
        }
    }
}
