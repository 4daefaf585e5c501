//! The first letter of a name, as its place in a sentence asks for.

/// With a capital: at the beginning of a sentence, or as a heading.
pub fn capital(text: &str) -> String {
    let mut rest = text.chars();
    rest.next().map(|first| first.to_uppercase().chain(rest).collect()).unwrap_or_default()
}

/// In the middle of a sentence: "Login failures" is "login failures"; "CDD" and "iPhone" stay as they are.
pub fn inner(text: &str) -> String {
    let mut rest = text.chars();
    match rest.next() {
        Some(first) if !rest.clone().next().is_some_and(char::is_uppercase) => {
            first.to_lowercase().chain(rest).collect()
        }
        _ => text.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_first_letter_changes() {
        assert_eq!((capital("ürgent case"), capital("")), ("Ürgent case".into(), String::new()));
        assert_eq!(
            (inner("Login failures"), inner("CDD"), inner("")),
            ("login failures".into(), "CDD".into(), String::new())
        );
    }
}
