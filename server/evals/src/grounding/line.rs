//! Parses evaluation lines of any origin: `{id, observations: [{tool, args, result}], answer, label, error?}` with any
//! tools and any JSON, and the variations in such files: numbers for ids, results as text with JSON, spans in
//! characters or as words.
//!
//! Deliberately not here: what is done with a case.

use serde_json::Value;

use super::measure::{Case, Planted};

/// Parses line `n` (from 1) of a file.
///
/// # Errors
/// If the line is not a JSON object, or has no answer or no verdict; the text says what is missing.
pub fn case(line: &str, n: usize) -> Result<Case, String> {
    let value: Value = serde_json::from_str(line).map_err(|e| e.to_string())?;
    let Value::Object(mut map) = value else { return Err("it is no JSON object".into()) };
    let answer = match map.get("answer") {
        Some(Value::String(text)) => text.clone(),
        Some(Value::Object(o)) => o.get("text").and_then(Value::as_str).ok_or("its answer has no text")?.to_owned(),
        _ => return Err("it has no answer".into()),
    };
    let right = verdict(map.get("label")).ok_or("its label is neither true nor false")?;
    let planted = || map.get("error").map_or_else(|| whole(&answer), |e| planted(e, &answer));
    let error = (!right).then(planted);
    let id = match map.get("id") {
        Some(Value::String(id)) => id.clone(),
        Some(Value::Number(id)) => id.to_string(),
        _ => format!("line-{n}"),
    };
    let question = ["question", "query"].iter().find_map(|k| map.get(*k)?.as_str()).unwrap_or_default().to_owned();
    let as_of = map.get("asOf").and_then(Value::as_str).and_then(|d| d.parse().ok());
    let observations = match map.remove("observations") {
        Some(Value::Array(items)) => items.into_iter().map(observation).collect(),
        Some(Value::Null) | None => Vec::new(),
        Some(one) => vec![observation(one)],
    };
    Ok(Case { id, question, as_of, observations, answer, error })
}

fn verdict(label: Option<&Value>) -> Option<bool> {
    match label? {
        Value::Bool(b) => Some(*b),
        Value::Number(n) => Some(n.as_f64()? != 0.0),
        Value::String(s) => match s.to_lowercase().as_str() {
            "true" | "right" | "correct" | "supported" => Some(true),
            "false" | "wrong" | "incorrect" | "unsupported" => Some(false),
            _ => None,
        },
        _ => None,
    }
}

fn observation(value: Value) -> (Value, Value) {
    let Value::Object(mut map) = value else { return (Value::Null, opened(value)) };
    let mut take = |names: &[&str]| names.iter().find_map(|n| map.remove(*n)).map_or(Value::Null, opened);
    (take(&["args", "arguments", "input"]), take(&["result", "output", "data", "observation", "content"]))
}

/// Text that is itself JSON, as from many tools, is parsed.
fn opened(value: Value) -> Value {
    match &value {
        Value::String(text) if text.trim_start().starts_with(['{', '[']) => serde_json::from_str(text).unwrap_or(value),
        _ => value,
    }
}

fn whole(answer: &str) -> Planted {
    Planted { kind: "unnamed".into(), spans: vec![[0, answer.len()]] }
}

fn planted(error: &Value, answer: &str) -> Planted {
    let text = |v: &Value| v.as_str().map_or_else(|| v.to_string(), str::to_owned);
    let kind = ["kind", "type"].iter().find_map(|k| error.get(*k)).map_or_else(|| "unnamed".to_owned(), text);
    let spans = match error.get("span") {
        Some(Value::String(words)) if !words.is_empty() && answer.contains(words.as_str()) => standing(words, answer),
        other => other.and_then(|v| span(v, answer)).map_or_else(|| whole(answer).spans, |s| vec![s]),
    };
    // Other positions of the same words.
    let more = error.get("or_at").and_then(Value::as_array).into_iter().flatten().filter_map(|v| span(v, answer));
    Planted { kind, spans: spans.into_iter().chain(more).collect() }
}

/// Positions where words occur as whole words; if there are none, where they occur inside others.
fn standing(words: &str, answer: &str) -> Vec<[usize; 2]> {
    let all = answer.match_indices(words).map(|(at, w)| [at, at + w.len()]);
    let (whole, part): (Vec<_>, Vec<_>) = all.partition(|s| is_whole(answer, s));
    if whole.is_empty() { part } else { whole }
}

/// Neither end of a span splits a word.
fn is_whole(answer: &str, span: &[usize; 2]) -> bool {
    let word = |c: Option<char>| c.is_some_and(char::is_alphanumeric);
    let cut = |at: usize| word(answer[..at].chars().next_back()) && word(answer[at..].chars().next());
    !cut(span[0]) && !cut(span[1])
}

/// A span in bytes, from bytes or characters: whichever splits no word.
fn span(value: &Value, answer: &str) -> Option<[usize; 2]> {
    let number = |v: &Value| v.as_u64().and_then(|n| usize::try_from(n).ok());
    let (from, to) = match value {
        Value::Array(ends) => (number(ends.first()?)?, number(ends.get(1)?)?),
        Value::Object(o) => {
            let end = |names: &[&str]| names.iter().find_map(|n| o.get(*n).and_then(number));
            (end(&["start", "from", "begin"])?, end(&["end", "to"])?)
        }
        _ => return None,
    };
    let bytes = Some([from, to]).filter(|_| from < to && answer.get(from..to).is_some());
    let place = |n: usize| answer.char_indices().map(|(i, _)| i).chain([answer.len()]).nth(n);
    let chars = place(from).zip(place(to)).filter(|_| from < to).map(|(a, b)| [a, b]);
    let clean = |s: &[usize; 2]| is_whole(answer, s);
    bytes.filter(clean).or(chars.filter(clean)).or(bytes).or(chars)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_freedoms_of_files() {
        let line = r#"{"id": 7, "observations": {"tool": "t", "output": "{\"total\": 412}"}, "answer": {"text": "Žinios: 413."},
            "label": "wrong", "error": {"type": "digit", "span": "413"}}"#;
        let read = case(line, 1).unwrap();
        assert_eq!((read.id.as_str(), &read.observations[0].1["total"]), ("7", &serde_json::json!(412)));
        assert_eq!(read.error, Some(Planted { kind: "digit".into(), spans: vec![[9, 12]] }));
        let chars = line.replace(r#""413"}"#, "[8, 11]}");
        assert_eq!(case(&chars, 1).unwrap().error.unwrap().spans, [[9, 12]]);
        for (broken, says) in [("[]", "no JSON object"), ("{}", "no answer"), (r#"{"answer": "x"}"#, "label")] {
            assert!(case(broken, 1).unwrap_err().contains(says), "{broken}");
        }
    }
}
