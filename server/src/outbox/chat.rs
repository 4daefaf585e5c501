//! Messages about watched figures, in the forms of their ways: mail, JSON of the webhook, and the incoming webhooks of
//! Slack and Microsoft Teams, whose addresses have names.

use std::collections::BTreeMap;
use std::time::Duration;

use anyhow::{Context, Result, bail};
use base::http_client::{causes, http_client};
use model::session::watch::WayKind;
use reqwest::StatusCode;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::Failed;
use crate::config::{OutwardSettings, names};
use crate::store::outbox::Delivery;

pub const WAY: &str = "chat";

/// Response timeout.
const RESPONSE_TIMEOUT: Duration = Duration::from_secs(15);

/// A message, in all its languages of the wire.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Message {
    pub subject: String,
    /// Paragraphs.
    pub lines: Vec<String>,
    pub url: String,
    /// The text of the link.
    pub open: String,
    /// For programs.
    pub event: Value,
}

impl Message {
    /// The message of a delivery, if it has one.
    pub fn of_delivery(delivery: &Delivery) -> Option<Self> {
        serde_json::from_str(&delivery.body).ok().filter(|_| delivery.kind.starts_with("watch."))
    }

    /// For mail.
    pub fn text(&self) -> String {
        format!("{}\n\n{}:\n{}\n", self.lines.join("\n\n"), self.open, self.url)
    }

    /// <https://api.slack.com/messaging/webhooks>
    fn slack(&self) -> Value {
        let plain = |text: &str| text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
        let lines: Vec<String> = self.lines.iter().map(|line| plain(line)).collect();
        json!({ "text": format!("*{}*\n{}\n<{}|{}>", plain(&self.subject), lines.join("\n"), self.url, plain(&self.open)) })
    }

    /// An Adaptive Card, as both the workflows and the connectors of Teams take it.
    fn teams(&self) -> Value {
        let block = |text: &str| json!({ "type": "TextBlock", "text": literal(text), "wrap": true });
        let mut body = vec![json!({
            "type": "TextBlock", "text": literal(&self.subject), "wrap": true, "weight": "Bolder", "size": "Medium",
        })];
        body.extend(self.lines.iter().map(|line| block(line)));
        json!({
            "type": "message",
            "attachments": [{
                "contentType": "application/vnd.microsoft.card.adaptive",
                "contentUrl": null,
                "content": {
                    "$schema": "http://adaptivecards.io/schemas/adaptive-card.json",
                    "type": "AdaptiveCard",
                    "version": "1.4",
                    "body": body,
                    "actions": [{ "type": "Action.OpenUrl", "title": self.open, "url": self.url }],
                },
            }],
        })
    }
}

/// A text that is no Markdown, which the blocks of a card would render.
fn literal(text: &str) -> String {
    text.chars()
        .flat_map(|c| matches!(c, '*' | '_' | '[' | ']' | '`' | '#' | '\\').then_some('\\').into_iter().chain([c]))
        .collect()
}

/// The addresses of chats, by name.
#[derive(Default)]
pub struct Chats(BTreeMap<String, Chat>);

struct Chat {
    kind: WayKind,
    /// Whoever has it can write there: it is never shown.
    url: reqwest::Url,
    client: reqwest::Client,
}

impl Chats {
    /// # Errors
    /// For an invalid address, naming it, but without its URL.
    pub fn open(settings: &OutwardSettings) -> Result<Self> {
        let mut all = BTreeMap::new();
        let listed = settings.watch_addresses.value.as_ref().map(|list| list.reveal()).unwrap_or_default();
        for entry in names(listed) {
            let (name, chat) = Self::read(entry)?;
            if ["mail", "webhook"].contains(&name.as_str()) || all.insert(name.clone(), chat).is_some() {
                bail!("PLUMBLINE_WATCH_ADDRESSES names \"{name}\", which is taken. Choose another name.");
            }
        }
        Ok(Self(all))
    }

    /// An entry such as "Sales=slack:https://…".
    fn read(entry: &str) -> Result<(String, Chat)> {
        const FORM: &str =
            "PLUMBLINE_WATCH_ADDRESSES must be a list such as Sales=slack:https://…, Desk=teams:https://…";
        let (name, rest) = entry.split_once('=').context(FORM)?;
        let (kind, url) = rest.split_once(':').context(FORM)?;
        let name = name.trim().to_owned();
        let kind = match kind.trim() {
            "slack" => WayKind::Slack,
            "teams" => WayKind::Teams,
            _ => bail!("PLUMBLINE_WATCH_ADDRESSES: the kind of \"{name}\" must be slack or teams."),
        };
        let url = reqwest::Url::parse(url.trim()).ok().filter(|url| matches!(url.scheme(), "http" | "https"));
        let url = url.with_context(|| format!("PLUMBLINE_WATCH_ADDRESSES: \"{name}\" needs an https:// address."))?;
        let client = http_client(&url);
        let client =
            client.map_err(|why| anyhow::anyhow!("PLUMBLINE_WATCH_ADDRESSES: \"{name}\" cannot be used: {why}"))?;
        if name.is_empty() {
            bail!(FORM);
        }
        Ok((name, Chat { kind, url, client }))
    }

    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Names and kinds.
    pub fn names(&self) -> impl Iterator<Item = (&str, WayKind)> {
        self.0.iter().map(|(name, chat)| (name.as_str(), chat.kind))
    }

    /// # Errors
    /// Why it was not delivered.
    pub async fn send(&self, delivery: &Delivery) -> Result<(), Failed> {
        let failed = |why: String, for_good| Failed { why, for_good };
        let name = &delivery.address;
        let chat = self.0.get(name);
        let chat = chat.ok_or_else(|| failed(format!("There is no address \"{name}\" any more."), true))?;
        let message = Message::of_delivery(delivery);
        let message = message.ok_or_else(|| failed("This is no message for a chat.".into(), true))?;
        let body = if chat.kind == WayKind::Teams { message.teams() } else { message.slack() };
        let request = chat.client.post(chat.url.clone()).timeout(RESPONSE_TIMEOUT).json(&body);
        // Without the address, which is secret.
        let reply = request.send().await.map_err(|error| failed(causes(&error.without_url()), false))?;
        match reply.status() {
            status if status.is_success() => Ok(()),
            status @ (StatusCode::FORBIDDEN | StatusCode::NOT_FOUND | StatusCode::GONE) => {
                Err(failed(format!("{name} answered {status}: its address is no longer valid."), true))
            }
            status => Err(failed(format!("{name} answered {status}."), false)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_of_a_message_are_no_markup() {
        let message = Message {
            subject: "12 <now>".into(),
            lines: vec!["A & B: *more*".into()],
            url: "https://desk.example/c/1".into(),
            open: "Open".into(),
            event: Value::Null,
        };
        let slack = message.slack()["text"].as_str().unwrap().to_owned();
        assert_eq!(slack, "*12 &lt;now&gt;*\nA &amp; B: *more*\n<https://desk.example/c/1|Open>");
        let card = &message.teams()["attachments"][0]["content"];
        assert_eq!(card["body"][1]["text"], "A & B: \\*more\\*");
        assert_eq!(card["actions"][0]["url"], "https://desk.example/c/1");
    }

    #[test]
    fn an_address_names_its_kind_and_keeps_its_secret() {
        let (name, chat) = Chats::read("Sales team=slack:https://hooks.example/T/secret").unwrap();
        assert_eq!((name.as_str(), chat.kind), ("Sales team", WayKind::Slack));
        for wrong in [
            "hooks.example/secret", "a=irc:https://h.example/secret", "a=slack:file:///secret",
            "a=slack:http://h.example/secret", "=slack:https://h.example/secret",
        ] {
            let why = Chats::read(wrong).err().unwrap().to_string();
            assert!(why.contains("PLUMBLINE_WATCH_ADDRESSES") && !why.contains("secret"), "{why}");
        }
    }
}
