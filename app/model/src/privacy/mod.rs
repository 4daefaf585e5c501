//! Personal data: requests that left this machine, retention periods, and what erasing a customer removes.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::number::whole as grouped;
use super::run::{StandIn, counted};

text_enum! {
    /// The kind of recipient.
    SentKind {
        Model = "model",
        /// An external tool: an MCP server or an API.
        Tool = "tool",
        /// A speech server for calls.
        Speech = "speech",
    }
}

/// One request that left this machine for a run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Sent {
    /// From 1, in order of sending.
    pub seq: i64,
    /// UTC milliseconds.
    pub at: i64,
    pub kind: SentKind,
    /// A model as `provider/model`, or a tool server, e.g. `mcp:crm`.
    pub to: String,
    /// Host and port; empty if only the server's name is known.
    pub host: String,
    /// A step of the run, or the called tool.
    pub purpose: String,
    /// The distinct roles of its messages, in order: `system`, `user`, `assistant`, `tool`.
    pub roles: Vec<String>,
    pub bytes: i64,
    /// The provider's count or an estimate; 0 for tools.
    pub tokens: i64,
    /// SHA-256 of the request, in hexadecimal.
    pub digest: String,
    /// The request, with pseudonyms; `None` if only its size and digest are stored.
    pub body: Option<String>,
}

impl Sent {
    /// The request in readable parts: title and text. One part if it has an unknown form.
    pub fn parts(&self) -> Vec<(String, String)> {
        let Some(body) = &self.body else { return Vec::new() };
        let Ok(Value::Object(fields)) = serde_json::from_str(body) else {
            return vec![(self.to.clone(), body.clone())];
        };
        let plain = |value: &Value| match value {
            Value::String(text) => text.clone(),
            other => serde_json::to_string_pretty(other).unwrap_or_default(),
        };
        let Some(messages) = fields.get("messages").and_then(Value::as_array) else {
            return vec![("arguments".into(), plain(&Value::Object(fields)))];
        };
        let mut parts: Vec<(String, String)> =
            fields.get("system").map(|s| ("system".into(), plain(s))).into_iter().collect();
        for message in messages {
            let role = message.get("role").and_then(Value::as_str).unwrap_or("message").to_owned();
            let content = message.get("content").filter(|c| !c.is_null()).map(plain).unwrap_or_default();
            let calls = message.get("tool_calls").map(plain).unwrap_or_default();
            let text = [content, calls].into_iter().filter(|t| !t.is_empty()).collect::<Vec<_>>().join("\n");
            parts.push((role, text));
        }
        let rest: serde_json::Map<String, Value> =
            fields.into_iter().filter(|(name, _)| name != "messages" && name != "system").collect();
        parts.push(("settings and tools".into(), plain(&Value::Object(rest))));
        parts
    }
}

/// The requests of a run that left this machine.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct SentPage {
    pub run_id: String,
    pub session_id: String,
    pub question: String,
    /// A summary in a few sentences.
    pub summary: String,
    /// Oldest first.
    pub requests: Vec<Sent>,
}

/// The summary. `by_model`: whether a model reasons in the run; `stands`: the pseudonyms it read; `on`: whether
/// pseudonyms are enabled.
pub fn summary(requests: &[Sent], by_model: bool, stands: &[StandIn], on: bool) -> String {
    if requests.is_empty() {
        return match by_model {
            true => "Nothing is kept of what left this machine for this answer.".into(),
            false => "Nothing left this machine: the answer was made by rules.".into(),
        };
    }
    let mut places: Vec<(String, Vec<&Sent>)> = Vec::new();
    for sent in requests {
        let name = if sent.host.is_empty() { sent.to.clone() } else { format!("{} ({})", sent.host, sent.to) };
        match places.iter_mut().find(|(place, _)| *place == name) {
            Some((_, all)) => all.push(sent),
            None => places.push((name, vec![sent])),
        }
    }
    let mut told: Vec<String> = places
        .iter()
        .map(|(place, all)| {
            let many = if all.len() == 1 { "1 request".to_owned() } else { format!("{} requests", all.len()) };
            let tokens: i64 = all.iter().map(|s| s.tokens).sum();
            let bytes: i64 = all.iter().map(|s| s.bytes).sum();
            let size =
                if tokens > 0 { format!("{} tokens", grouped(tokens)) } else { format!("{} bytes", grouped(bytes)) };
            format!("{many} to {place}, {size}.")
        })
        .collect();
    if requests.iter().any(|s| s.kind == SentKind::Model) {
        told.push(match (counted(stands).as_str(), on) {
            ("", true) => "There were no names, phones, e-mails or account numbers in it to replace.".into(),
            ("", false) => "Stand-ins were off: names, phones, e-mails and account numbers went as they are.".into(),
            (what, _) => format!("{what} {} replaced by stand-ins.", if stands.len() == 1 { "was" } else { "were" }),
        });
    }
    if requests.iter().any(|s| s.kind == SentKind::Tool) {
        told.push("Tools from outside get the real values, because they act on them.".into());
    }
    if requests.iter().any(|s| s.kind == SentKind::Speech) {
        told.push("What is heard and read aloud in a call goes as it is said, without stand-ins.".into());
    }
    told.join(" ")
}

/// Stored data with its retention period.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Retained {
    /// E.g. "Conversations".
    pub what: String,
    /// Days; 0 is unlimited.
    pub days: u32,
    /// The setting for it; empty if there is none.
    pub setting: String,
    pub count: i64,
    /// The day of the oldest, UTC milliseconds; `None` if there is none.
    pub oldest: Option<i64>,
}

/// A provider that receives data.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Processor {
    /// E.g. "openai", "mcp:crm".
    pub name: String,
    /// Host and port, or the program started.
    pub host: String,
    /// "model" or "tool".
    pub kind: SentKind,
}

/// How this installation handles personal data.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct PrivacyPage {
    /// Whether pseudonyms are enabled.
    pub stand_ins: bool,
    /// "true" stores requests, "digest" only their size and SHA-256.
    pub keep_sent: String,
    pub kept: Vec<Retained>,
    pub processors: Vec<Processor>,
}

/// What erasing a customer removes or has removed.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct Erasure {
    pub customer_id: String,
    pub messages: u64,
    pub cases: u64,
    pub notes: u64,
    /// Conversations that name the customer; their contents are deleted.
    pub conversations: u64,
    /// Answers in those conversations.
    pub answers: u64,
    pub words: u64,
    /// Drafts of e-mails, meetings and documents that name the customer.
    pub drafts: u64,
    /// Review cases that name the customer.
    #[serde(default)]
    pub review_cases: u64,
    /// Records that contain the name and stay: messages and case notes of other customers, and documents.
    pub mentions: u64,
}

impl Erasure {
    /// In words, without the name.
    pub fn summary(&self) -> String {
        let one = |n: u64, one: &str, many: &str| format!("{} {}", grouped(n as i64), if n == 1 { one } else { many });
        [
            one(self.messages, "message", "messages"),
            one(self.cases, "case", "cases"),
            one(self.notes, "case note", "case notes"),
            format!(
                "{} with {}",
                one(self.conversations, "conversation", "conversations"),
                one(self.answers, "answer", "answers")
            ),
            one(self.words, "taught word", "taught words"),
            one(self.drafts, "draft", "drafts"),
            one(self.review_cases, "review case", "review cases"),
        ]
        .join(", ")
    }
}

#[cfg(test)]
mod tests {
    use super::super::run::StandKind;
    use super::*;

    fn sent(kind: SentKind, to: &str, host: &str, tokens: i64, body: Option<&str>) -> Sent {
        let (to, host, purpose) = (to.to_owned(), host.to_owned(), "step".to_owned());
        let (digest, body) = (String::new(), body.map(str::to_owned));
        Sent { seq: 1, at: 0, kind, to, host, purpose, roles: Vec::new(), bytes: 40, tokens, digest, body }
    }

    #[test]
    fn all_of_it_is_told_in_a_sentence() {
        assert_eq!(summary(&[], false, &[], true), "Nothing left this machine: the answer was made by rules.");
        let one = sent(SentKind::Model, "openai/gpt-5-mini", "api.openai.com", 6_200, None);
        let stands = [StandIn { kind: StandKind::Email, value: "a@x.lt".into() }];
        assert_eq!(
            summary(&[one.clone(), one.clone()], true, &stands, true),
            "2 requests to api.openai.com (openai/gpt-5-mini), 12,400 tokens. 1 e-mail address was replaced by stand-ins."
        );
        assert!(summary(&[one], true, &[], false).contains("Stand-ins were off"));
        let tool = sent(SentKind::Tool, "mcp:crm", "", 0, None);
        let told = summary(&[tool], false, &[], true);
        assert!(told.starts_with("1 request to mcp:crm, 40 bytes.") && told.contains("real values"), "{told}");
    }

    #[test]
    fn what_was_sent_reads_as_messages() {
        let body = r#"{"model":"m","messages":[{"role":"user","content":"Well?"}]}"#;
        let parts = sent(SentKind::Model, "m", "h", 1, Some(body)).parts();
        assert_eq!(parts[0], ("user".to_owned(), "Well?".to_owned()));
        assert_eq!(parts.len(), 2);
        assert!(sent(SentKind::Model, "m", "h", 1, None).parts().is_empty());
    }
}
