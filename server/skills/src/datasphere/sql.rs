//! Which statements are sent: a single reading one, without comments.

use tools::ToolError;

const MAX_SQL_BYTES: usize = 8_000;
const CHANGES: [&str; 15] = [
    "INSERT", "UPDATE", "DELETE", "MERGE", "UPSERT", "DROP", "CREATE", "ALTER", "TRUNCATE", "GRANT", "REVOKE", "CALL",
    "EXEC", "DO", "INTO",
];

/// The statement as sent.
pub fn checked(statement: &str) -> Result<&str, ToolError> {
    let refused = |why: &str| Err(ToolError::new(format!("The statement was not sent: {why}. Send a single SELECT.")));
    let text = statement.trim().trim_end_matches(';').trim_end();
    if text.is_empty() || text.len() > MAX_SQL_BYTES {
        return refused("it must have from 1 to 8000 characters");
    }
    if text.contains(';') {
        return refused("it holds a semicolon, which could begin a second statement");
    }
    if text.contains("--") || text.contains("/*") {
        return refused("it holds a comment");
    }
    let (mut bare, mut quote): (String, Option<char>) = (String::new(), None);
    for c in text.chars() {
        match quote {
            Some(open) if c == open => quote = None,
            Some(_) => {}
            None if matches!(c, '\'' | '"') => {
                quote = Some(c);
                bare.push(' ');
            }
            None => bare.push(c.to_ascii_uppercase()),
        }
    }
    if quote.is_some() {
        return refused("a quote is not closed");
    }
    let is_name = |c: char| c.is_alphanumeric() || c == '_';
    let words: Vec<&str> = bare.split(|c: char| !is_name(c)).filter(|word| !word.is_empty()).collect();
    if !matches!(words.first(), Some(&("SELECT" | "WITH"))) || !words.contains(&"SELECT") {
        return refused("it does not begin with SELECT or WITH");
    }
    match words.iter().find(|word| CHANGES.contains(word)) {
        Some(word) => refused(&format!("{word} does not only read")),
        None => Ok(text),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_single_statement_that_reads_is_sent() {
        for good in ["select 1", "WITH a AS (SELECT 1) SELECT * FROM a;", "SELECT 'drop it' AS \"update\" FROM x"] {
            assert!(checked(good).is_ok(), "{good}");
        }
        for (bad, why) in [
            ("", "from 1 to 8000"),
            ("SELECT 1; DROP TABLE x", "semicolon"),
            ("SELECT 1 -- x", "comment"),
            ("SELECT /* x */ 1", "comment"),
            ("DELETE FROM x", "begin with SELECT"),
            ("WITH a AS (SELECT 1) DELETE FROM x", "DELETE does not only read"),
            ("SELECT 'x", "not closed"),
        ] {
            let error = checked(bad).unwrap_err().message;
            assert!(error.contains(why), "{bad}: {error}");
        }
    }
}
