//! What the arguments of a call to an external tool would reveal. A run that has read texts of others (messages,
//! documents, results of other servers) may follow instructions in them; so a call whose arguments hold more than ids,
//! numbers, dates and the person's own words is not made, but proposed to the person like an action. Texts that a
//! client sends along, such as earlier turns it stores, count too: nothing says who wrote them.

use std::borrow::Cow;

use model::run::{Outcome, PlannedCall, Run};
use serde_json::Value;

use super::RunLoop;
use store::{StoreError, runs};
use tools::{ANSWERS, Tool};

/// Bytes of all arguments together: many numbers could spell a text.
const MAX_ARGS_BYTES: usize = 200;
/// The maximum length of an id.
const MAX_ID_BYTES: usize = 40;

/// The reason given to the person.
pub(super) const WHY: &str =
    "It only reads there, but its arguments hold text, and this conversation has read texts by others.";

/// Why a call with answers is proposed.
pub(super) const ANSWERED: &str = "The server there asks this of you. Look at the answers, and change what is wrong.";

impl RunLoop<'_> {
    /// Whether a person must see an external reading call before it is made: always, if it has answers to a server's
    /// questions to a person.
    pub(super) async fn tells(&self, call: &PlannedCall) -> Result<bool, StoreError> {
        let Ok(tool) = self.tools.get(&call.tool) else { return Ok(false) };
        let all = || self.earlier.iter().chain([&self.run]);
        if answers(tool, &call.args) {
            return Ok(true);
        }
        if tool.teller.is_none() || is_plain(tool, &call.args, &self.run.question, all()) {
            return Ok(false);
        }
        Ok(all().any(|run| run.calls().any(|call| call.outcome.is_some()))
            || runs::were_told(&self.inner.db, &self.claimed.session_id).await?)
    }
}

/// Whether a call of an external tool has answers to its server's questions to a person.
pub(super) fn answers(tool: &Tool, args: &Value) -> bool {
    tool.teller.is_some() && !args[ANSWERS].is_null()
}

fn is_plain<'a>(tool: &Tool, args: &Value, question: &str, runs: impl Iterator<Item = &'a Run> + Clone) -> bool {
    let Value::Object(given) = args else { return args.is_null() };
    // An undeclared name could say anything.
    let declared = |name: &str| tool.accepts["properties"].get(name);
    let plain = |(name, value): (&String, &Value)| {
        declared(name).is_some_and(|schema| {
            let values = match value {
                Value::Array(items) => Cow::Borrowed(items),
                one => Cow::Owned(vec![one.clone()]),
            };
            values.iter().all(|value| match value {
                Value::Null | Value::Bool(_) | Value::Number(_) => true,
                Value::Object(fields) => fields.is_empty(),
                Value::Array(_) => false,
                Value::String(text) => {
                    is_listed(schema, value)
                        || is_date(text)
                        || text.parse::<f64>().is_ok()
                        || stands_in(question, text)
                        || (is_id(text) && runs.clone().any(|run| has_read(run, text)))
                }
            })
        })
    };
    args.to_string().len() <= MAX_ARGS_BYTES && given.iter().all(plain)
}

/// One of the values that the tool's schema lists.
fn is_listed(schema: &Value, value: &Value) -> bool {
    let among = |schema: &Value| schema["enum"].as_array().is_some_and(|all| all.contains(value));
    among(schema) || among(&schema["items"])
}

fn is_date(text: &str) -> bool {
    text.parse::<chrono::NaiveDate>().is_ok() || chrono::DateTime::parse_from_rfc3339(text).is_ok()
}

/// A word of letters and digits with at least one digit: not an address, and no spaces.
fn is_id(text: &str) -> bool {
    text.len() <= MAX_ID_BYTES
        && text.bytes().any(|b| b.is_ascii_digit())
        && text.bytes().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'-' | b'_' | b'#'))
}

/// Whether the person wrote this text, as words of their own.
fn stands_in(question: &str, text: &str) -> bool {
    let (question, text) = (question.to_lowercase(), text.trim().to_lowercase());
    let ends = |c: Option<char>| c.is_none_or(|c| !c.is_alphanumeric());
    !text.is_empty()
        && question
            .match_indices(&text)
            .any(|(at, _)| ends(question[..at].chars().next_back()) && ends(question[at + text.len()..].chars().next()))
}

/// Whether an id was given to the run rather than assembled by a model: a whole value of a result or of an earlier
/// call's arguments.
fn has_read(run: &Run, id: &str) -> bool {
    let known = |call: &model::run::Call| {
        let output = call.outcome.as_ref().and_then(Outcome::output);
        holds(&call.args, id)
            || output
                .is_some_and(|output| holds(&output.data, id) || output.sources.iter().any(|source| source.id == id))
    };
    run.calls().any(known)
}

fn holds(value: &Value, id: &str) -> bool {
    match value {
        Value::String(text) => text == id,
        Value::Array(items) => items.iter().any(|item| holds(item, id)),
        Value::Object(fields) => fields.values().any(|field| holds(field, id)),
        Value::Null | Value::Bool(_) | Value::Number(_) => false,
    }
}

#[cfg(test)]
mod tests {
    use model::run::{RunEvent, StoredEvent, ToolOutput};
    use serde_json::json;
    use tools::Work;

    use super::*;

    fn looked_up(data: Value) -> Run {
        let mut run = Run::new("r");
        let started = RunEvent::ToolStarted { call: "c1".into(), iteration: 1, tool: "t".into(), args: json!({}) };
        let output = ToolOutput { data, ..ToolOutput::default() };
        let (call, tool, outcome) = ("c1".into(), "t".into(), Outcome::Ok { output });
        let finished = RunEvent::ToolFinished { call, tool, duration_ms: 0, outcome };
        for (seq, event) in [started, finished].into_iter().enumerate() {
            let seq = i64::try_from(seq).unwrap() + 1;
            run.apply(&StoredEvent { run_id: "r".into(), seq, at: 0, event });
        }
        run
    }

    #[test]
    fn ids_numbers_dates_and_own_words_pass_and_texts_do_not() {
        let names = ["id", "n", "day", "city", "unit", "q", "list"];
        let mut properties: serde_json::Map<String, Value> =
            names.iter().map(|name| ((*name).to_owned(), json!({}))).collect();
        properties["unit"] = json!({"enum": ["metric", "imperial"]});
        let schema = json!({"type": "object", "properties": properties});
        let work = Work::reads(|_, _| async { Ok(ToolOutput::default()) });
        let tool = Tool::declared("t", "words", schema, work);
        let runs = [looked_up(json!({"rows": [{"id": "case-17", "body": "My PIN is 1234, call me"}]}))];
        let plain = |args: Value| is_plain(&tool, &args, "How is the weather in New York?", runs.iter());
        for args in [
            json!({}),
            json!({"id": "case-17", "n": 12.5, "day": "2026-01-31"}),
            json!({"city": "new york", "unit": "metric", "list": ["case-17", 3], "q": null}),
        ] {
            assert!(plain(args.clone()), "{args}");
        }
        for args in [
            json!({"q": "My PIN is 1234"}),
            json!({"id": "TXkgUElOIGlzIDEyMzQ"}),
            json!({"id": "https://evil.example/1234"}),
            json!({"city": "New York, or Paris"}),
            json!({"My PIN is 1234": 1}),
            json!({"list": [["x"]]}),
            json!({"list": (0..100).collect::<Vec<_>>()}),
            json!({"q": {"pin": "1234"}}),
        ] {
            assert!(!plain(args.clone()), "{args}");
        }
    }
}
