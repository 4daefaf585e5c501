//! JSON in models' output: found by balanced braces (X-17), with small models' usual mistakes repaired.
//!
//! Deliberately not here: what the JSON means.

use serde_json::Value;

/// The object at the start of a text, from its `{` to the matching `}`: nested objects and braces inside strings are
/// skipped. `None` if it does not end.
pub fn balanced(text: &str) -> Option<&str> {
    let (mut depth, mut quoted, mut escaped) = (0_usize, false, false);
    for (at, c) in text.char_indices() {
        match c {
            _ if escaped => escaped = false,
            '\\' if quoted => escaped = true,
            '"' => quoted = !quoted,
            '{' if !quoted => depth += 1,
            '}' if !quoted => {
                depth = depth.checked_sub(1)?;
                if depth == 0 {
                    return text.get(..at + c.len_utf8());
                }
            }
            _ if depth == 0 => return None,
            _ => {}
        }
    }
    None
}

/// Reads the first object of a text, repaired if necessary.
pub fn read_object(text: &str) -> Result<Value, String> {
    let Some(start) = text.find('{') else { return Err("there is no JSON object".into()) };
    // The first match may be prose in braces; a later object is then meant.
    let mut first = None;
    let mut rest = &text[start..];
    loop {
        match balanced(rest) {
            Some(object) => match parse(object) {
                Ok(value) => return Ok(value),
                Err(error) => first.get_or_insert(error),
            },
            None => {
                first.get_or_insert("the JSON object does not end: a closing brace or quotation mark is missing".into())
            }
        };
        match rest.get(1..).and_then(|r| r.find('{')) {
            Some(next) => rest = &rest[next + 1..],
            None => return Err(first.unwrap_or_default()),
        }
    }
}

fn parse(object: &str) -> Result<Value, String> {
    serde_json::from_str(object)
        .or_else(|error| serde_json::from_str(&mend(object)).map_err(|_| format!("the JSON is not valid: {error}")))
}

/// Repairs raw line breaks in strings, trailing commas, and Python literals.
fn mend(object: &str) -> String {
    let single = !object.contains('"');
    let text = if single { object.replace('\'', "\"") } else { object.to_owned() };
    let mut out = String::with_capacity(text.len());
    let (mut quoted, mut escaped) = (false, false);
    let mut word = String::new();
    for c in text.chars() {
        if quoted {
            match c {
                _ if escaped => escaped = false,
                '\\' => escaped = true,
                '"' => quoted = false,
                _ => {}
            }
            match c {
                '\n' => out.push_str("\\n"),
                '\r' => {}
                '\t' => out.push_str("\\t"),
                c => out.push(c),
            }
            continue;
        }
        if c.is_ascii_alphabetic() {
            word.push(c);
            continue;
        }
        out.push_str(literal(&word));
        word.clear();
        if matches!(c, '}' | ']') {
            let kept = out.trim_end();
            if kept.ends_with(',') {
                out.truncate(kept.len() - 1);
            }
        }
        quoted = c == '"';
        out.push(c);
    }
    out
}

fn literal(word: &str) -> &str {
    match word {
        "True" => "true",
        "False" => "false",
        "None" => "null",
        other => other,
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use serde_json::json;

    use super::*;

    #[test]
    fn objects_are_found_whole_and_mended() {
        for (text, want) in [
            (r#"x {"a":{"b":1}} y"#, json!({"a": {"b": 1}})),
            (r#"{"q":"a } in a \" string {"}"#, json!({"q": "a } in a \" string {"})),
            (
                r#"Action Input: {"q": "Kur yra mano ąžuolas? 🙂"} and {"b": 2}"#,
                json!({"q": "Kur yra mano ąžuolas? 🙂"}),
            ),
            ("{\"a\": \"one\ntwo\", \"b\": [1, 2,],}", json!({"a": "one\ntwo", "b": [1, 2]})),
            ("{'a': True, 'b': None}", json!({"a": true, "b": null})),
            ("{not json} {\"a\": 1}", json!({"a": 1})),
            ("```json\n{\"a\": {}}\n```", json!({"a": {}})),
        ] {
            assert_eq!(read_object(text), Ok(want), "{text}");
        }
        for (text, says) in [("none", "no JSON object"), ("{\"a\": ", "does not end"), ("{a: b}", "not valid")] {
            let error = read_object(text).unwrap_err();
            assert!(error.contains(says), "{text}: {error}");
        }
    }

    fn any_json() -> impl Strategy<Value = Value> {
        let leaf = prop_oneof![
            Just(Value::Null),
            any::<bool>().prop_map(|b| json!(b)),
            any::<i64>().prop_map(|n| json!(n)),
            any::<String>().prop_map(|s| json!(s)),
        ];
        leaf.prop_recursive(3, 24, 4, |inner| {
            prop_oneof![
                prop::collection::vec(inner.clone(), 0..4).prop_map(|v| json!(v)),
                prop::collection::hash_map(any::<String>(), inner, 0..4).prop_map(|m| json!(m)),
            ]
        })
    }

    proptest! {
        #[test]
        fn an_object_is_found_among_prose(value in prop::collection::hash_map(any::<String>(), any_json(), 0..4),
            before in "[^{}\"]{0,40}", after in any::<String>()) {
            let value = json!(value);
            let text = format!("{before}{value}{after}");
            let bare = value.to_string();
            prop_assert_eq!(balanced(&text[before.len()..]), Some(bare.as_str()));
            prop_assert_eq!(read_object(&text), Ok(value.clone()));
            let pretty = serde_json::to_string_pretty(&value).unwrap();
            prop_assert_eq!(read_object(&format!("{before}{pretty}{after}")), Ok(value));
        }

        #[test]
        fn nothing_panics(text in any::<String>(), braces in "[{}\"'\\\\,:a\n]{0,60}") {
            let _ = read_object(&text);
            let _ = read_object(&braces);
        }
    }
}
