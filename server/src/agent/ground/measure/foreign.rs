//! Reads evaluation lines as others write them: `{id, observations: [{tool, args, result}], answer, label, error?}` with any
//! tools and any JSON, and the freedoms that such files take: numbers for ids, results as text that holds JSON, spans in
//! characters or as the words themselves.
//!
//! Deliberately not here: what is done with a case (`measure`).

use app::model::answer::{Source, SourceKind};
use serde_json::{Map, Value, json};

use super::Case;
use crate::agent::ground::is_id_key;

/// Reads line `n` (from 1) of a file.
///
/// # Errors
/// When the line is no JSON object, or has no answer or no verdict; the text says what is missing.
pub fn case(line: &str, n: usize) -> Result<Case, String> {
    let value: Value = serde_json::from_str(line).map_err(|e| e.to_string())?;
    let Value::Object(mut map) = value else { return Err("it is no JSON object".into()) };
    let answer = match map.get("answer") {
        Some(Value::String(text)) => text.clone(),
        Some(Value::Object(o)) => o.get("text").and_then(Value::as_str).ok_or("its answer has no text")?.to_owned(),
        _ => return Err("it has no answer".into()),
    };
    let label = verdict(map.get("label")).ok_or("its label is neither true nor false")?;
    let error = if label { None } else { map.get("error").and_then(|e| planted(e, &answer)) };
    let id = match map.remove("id") {
        Some(Value::String(id)) => id,
        Some(Value::Number(id)) => id.to_string(),
        _ => format!("line-{n}"),
    };
    let observations: Vec<Value> = match map.remove("observations") {
        Some(Value::Array(items)) => items.into_iter().map(observation).collect(),
        Some(Value::Null) | None => Vec::new(),
        Some(one) => vec![observation(one)],
    };
    let mut out = json!({"id": id, "observations": observations, "answer": answer, "label": label, "error": error});
    if let Some(question) = ["question", "query"].iter().find_map(|k| map.get(*k)?.as_str()) {
        out["question"] = question.into();
    }
    for name in ["asOf", "citations"] {
        if let Some(value) = map.remove(name).filter(|v| name == "asOf" || is_sources(v)) {
            out[name] = value;
        }
    }
    serde_json::from_value(out).map_err(|e| e.to_string())
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

/// Sources only count where they have the form of ours.
fn is_sources(value: &Value) -> bool {
    serde_json::from_value::<Vec<Source>>(value.clone()).is_ok()
}

fn observation(value: Value) -> Value {
    let Value::Object(mut map) = value else { return json!({"tool": "tool", "result": opened(value)}) };
    let mut take = |names: &[&str]| names.iter().find_map(|n| map.remove(*n));
    let tool = take(&["tool", "name", "toolName", "tool_name"]).and_then(|t| t.as_str().map(str::to_owned));
    let args = take(&["args", "arguments", "input"]).unwrap_or(Value::Null);
    let result = take(&["result", "output", "data", "observation", "content"]).unwrap_or(Value::Null);
    let mut out =
        json!({"tool": tool.unwrap_or_else(|| "tool".into()), "args": opened(args), "result": opened(result)});
    if let Some(sources) = take(&["sources"]).filter(is_sources) {
        out["sources"] = sources;
    }
    out
}

/// Text that is itself JSON, as many tools return it, is read as what it holds.
fn opened(value: Value) -> Value {
    match &value {
        Value::String(text) if text.trim_start().starts_with(['{', '[']) => serde_json::from_str(text).unwrap_or(value),
        _ => value,
    }
}

fn planted(error: &Value, answer: &str) -> Option<Value> {
    let error = error.as_object()?;
    let text = |v: &Value| v.as_str().map_or_else(|| v.to_string(), str::to_owned);
    let kind = ["kind", "type"].iter().find_map(|k| error.get(*k)).map_or_else(|| "unnamed".to_owned(), text);
    let correct = error.get("correct").filter(|c| !c.is_null()).map(text).unwrap_or_default();
    let spans = spans(error.get("span"), answer);
    Some(json!({"kind": kind, "span": spans[0], "or_at": spans[1..], "correct": correct}))
}

/// The places that a file may mean, one at least.
fn spans(value: Option<&Value>, answer: &str) -> Vec<[usize; 2]> {
    match value {
        Some(Value::String(words)) if answer.contains(words.as_str()) && !words.is_empty() => standing(words, answer),
        other => vec![span(other, answer)],
    }
}

/// Where words stand as such; where they only stand inside of others, there.
fn standing(words: &str, answer: &str) -> Vec<[usize; 2]> {
    let all = answer.match_indices(words).map(|(at, w)| [at, at + w.len()]);
    let (whole, part): (Vec<_>, Vec<_>) = all.partition(|s| is_whole(answer, s));
    if whole.is_empty() { part } else { whole }
}

/// Neither end of a span cuts a word in two.
fn is_whole(answer: &str, span: &[usize; 2]) -> bool {
    let word = |c: Option<char>| c.is_some_and(char::is_alphanumeric);
    let cut = |at: usize| word(answer[..at].chars().next_back()) && word(answer[at..].chars().next());
    !cut(span[0]) && !cut(span[1])
}

/// The span in bytes; the whole answer where the file does not say.
fn span(value: Option<&Value>, answer: &str) -> [usize; 2] {
    let whole = [0, answer.len()];
    let number = |v: &Value| v.as_u64().and_then(|n| usize::try_from(n).ok());
    let ends = match value {
        Some(Value::Array(ends)) => (ends.first().and_then(number), ends.get(1).and_then(number)),
        Some(Value::Object(o)) => {
            let end = |names: &[&str]| names.iter().find_map(|n| o.get(*n).and_then(number));
            (end(&["start", "from", "begin"]), end(&["end", "to"]))
        }
        _ => return whole,
    };
    let (Some(from), Some(to)) = ends else { return whole };
    let bytes = Some([from, to]).filter(|_| from < to && answer.get(from..to).is_some());
    let place = |n: usize| answer.char_indices().map(|(i, _)| i).chain([answer.len()]).nth(n);
    let chars = place(from).zip(place(to)).filter(|_| from < to).map(|(a, b)| [a, b]);
    // Bytes or characters: whichever cuts no word in two.
    let clean = |s: &[usize; 2]| is_whole(answer, s);
    bytes.filter(clean).or(chars.filter(clean)).or(bytes).or(chars).unwrap_or(whole)
}

/// The records of a result of unknown form, in order: what has an identifier or is a text to be quoted.
pub fn sources(result: &Value) -> Vec<Source> {
    let mut out = Vec::new();
    collect(result, false, &mut out);
    out
}

const TEXTS: [&str; 14] = [
    "excerpt",
    "text",
    "content",
    "body",
    "snippet",
    "passage",
    "quote",
    "narrative",
    "message",
    "chunk",
    "comment",
    "description",
    "notes",
    "note",
];

fn collect(value: &Value, listed: bool, out: &mut Vec<Source>) {
    match value {
        Value::Array(items) => {
            // A list of passages without any names.
            let passages = items.len() > 1 && items.iter().all(|v| v.as_str().is_some_and(is_text));
            for item in items {
                match item.as_str().filter(|_| passages) {
                    Some(text) => out.push(source(&Map::new(), String::new(), text)),
                    None => collect(item, true, out),
                }
            }
        }
        Value::Object(map) => {
            let text = text_of(map);
            let id = id_of(map).filter(|_| listed || text.is_some());
            if id.is_some() || text.is_some() && listed {
                let id = id.unwrap_or_default();
                out.push(source(map, id, text.unwrap_or_default()));
                return;
            }
            map.values().for_each(|v| collect(v, false, out));
        }
        _ => {}
    }
}

fn is_text(text: &str) -> bool {
    text.split_whitespace().count() >= 5
}

/// The text of a record, in it or in an object inside it.
fn text_of(map: &Map<String, Value>) -> Option<&str> {
    let own = TEXTS.iter().find_map(|n| map.get(*n)?.as_str()).filter(|t| t.contains(' '));
    own.or_else(|| map.values().filter_map(Value::as_object).find_map(text_of))
        .or_else(|| map.values().filter_map(Value::as_str).find(|t| is_text(t)))
}

fn id_of(map: &Map<String, Value>) -> Option<String> {
    let text = |v: &Value| v.as_str().map(str::to_owned).or_else(|| v.as_i64().map(|n| n.to_string()));
    let named = map.iter().filter(|(k, _)| is_id_key(k)).find_map(|(_, v)| text(v));
    let code = |v: &&str| v.len() <= 40 && !v.contains(' ') && v.bytes().any(|b| b.is_ascii_digit());
    let keys = ["ref", "reference", "number", "no", "key", "code", "invoice_no", "ticket", "case", "url", "doc"];
    named.or_else(|| keys.iter().find_map(|k| map.get(*k)?.as_str().filter(code)).map(str::to_owned))
}

/// Texts count as the firm's own, unless something says that a customer wrote them.
fn source(map: &Map<String, Value>, id: String, excerpt: &str) -> Source {
    let text = |names: &[&str]| names.iter().find_map(|n| map.get(*n).and_then(Value::as_str));
    let document =
        id.starts_with("doc") || text(&["kind", "type"]).is_some_and(|k| k.contains("doc") || k.contains("note"));
    let kind = if document || !map.contains_key("channel") { SourceKind::Document } else { SourceKind::Communication };
    let day = text(&["date", "day"]).and_then(|d| d.get(..10)).and_then(|d| d.parse().ok());
    let title = text(&["customer", "title", "customerName", "name"]).unwrap_or_default().to_owned();
    let excerpt = excerpt.to_owned();
    Source { kind, id, title, relevance: None, excerpt, day, channel: None, sentiment: None }
}

/// A source of which nothing is known but its id.
pub fn nameless(id: String) -> Source {
    source(&Map::new(), id, "")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn freedoms_that_files_take() {
        let line = r#"{"id": 7, "observations": [{"tool": "t", "result": "{\"total\": 412}"}], "answer": "Es gab “über” 413 Fälle.",
            "label": "false", "error": {"kind": "changed_digit", "span": [14, 17], "correct": 412}}"#;
        let case = case(line, 1).unwrap();
        assert_eq!((case.id.as_str(), case.label), ("7", false));
        assert_eq!(case.observations[0].result, json!({"total": 412}));
        let error = case.error.unwrap();
        assert_eq!(&case.answer[error.span[0]..error.span[1]], "413", "the span counts characters");
        assert_eq!(error.correct, "412");
        for (span, want) in [
            (json!("413"), "413"),
            (json!({"start": 14, "end": 17}), "413"),
            (json!(null), case.answer.as_str()),
            (json!([90, 99]), case.answer.as_str()),
        ] {
            let [from, to] = super::spans(Some(&span), &case.answer)[0];
            assert_eq!(&case.answer[from..to], want, "{span}");
        }
        assert_eq!(super::spans(Some(&json!("31")), "31 of 131, then 31"), [[0, 2], [16, 18]]);
        for bad in ["[]", "{}", r#"{"answer": "x"}"#, "nonsense"] {
            assert!(super::case(bad, 1).is_err(), "{bad}");
        }
    }

    #[test]
    fn records_of_unknown_forms() {
        let found = |v: Value| sources(&v).into_iter().map(|s| (s.id, s.excerpt)).collect::<Vec<_>>();
        let pair = |a: &str, b: &str| (a.to_owned(), b.to_owned());
        assert_eq!(
            found(json!({"hits": {"hits": [{"_id": "m-1", "_source": {"body": "I cannot log in"}}]}})),
            [pair("m-1", "I cannot log in")]
        );
        assert_eq!(
            found(json!([{"doc_id": "POL-7", "text": "Paid within 14 days"}])),
            [pair("POL-7", "Paid within 14 days")]
        );
        assert_eq!(found(json!({"total": 3, "topTopics": [{"topic": "Login", "count": 3}]})), []);
    }
}
