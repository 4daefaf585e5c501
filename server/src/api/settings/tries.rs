//! Trying settings of mail, webhook, chats and sign-in: one message each, or one look at the provider.

use model::review::{CheckLine, ModelCheck};
use serde_json::{Value, json};

use super::line;
use crate::auth::oidc::{Flow, Provider};
use crate::config::{Config, names};
use crate::outbox::chat::{self, Chats, Message};
use crate::outbox::mail::{self, Mail};
use crate::outbox::webhook::Webhook;
use crate::store::outbox::Delivery;
use crate::world::World;

fn found(lines: Vec<CheckLine>) -> ModelCheck {
    ModelCheck { works: lines.iter().all(|line| line.good != Some(false)), lines }
}

fn off(what: &str, setting: &str) -> ModelCheck {
    found(vec![line(what, Some(false), &format!("nothing to try: {setting} is not set"))])
}

/// Sends a test message to the caller if their name is an e-mail address, else to the first configured recipient, else to
/// the sender.
pub async fn mail(config: &Config, world: &World, caller: &str) -> ModelCheck {
    let what = "Mail server";
    let mail = match Mail::open(&config.outward) {
        Ok(Some(mail)) => mail,
        Ok(None) => return off(what, "PLUMBLINE_SMTP_URL"),
        Err(error) => return found(vec![line(what, Some(false), &format!("{error:#}"))]),
    };
    let settings = &config.outward;
    let first = names(&settings.mail_to.value).next();
    let sender = settings.mail_from.value.as_deref().unwrap_or_default();
    let to = Some(caller).filter(|name| mail::is_address(name)).or(first).unwrap_or(sender);
    let text = format!("This is a test from the desk of {}. Mail arrives.\n", config.origin());
    match mail.send(to, "A test from Plumbline", &text, &world.id()).await {
        Ok(()) => found(vec![line(what, Some(true), &format!("accepted a test message to {to}"))]),
        Err(failed) => found(vec![line(what, Some(false), &failed.why)]),
    }
}

/// Sends a signed event of the kind `test`.
pub async fn webhook(config: &Config, world: &World) -> ModelCheck {
    let what = "Webhook";
    let webhook = match Webhook::open(&config.outward) {
        Ok(Some(webhook)) => webhook,
        Ok(None) => return off(what, "PLUMBLINE_WEBHOOK_URL"),
        Err(error) => return found(vec![line(what, Some(false), &format!("{error:#}"))]),
    };
    let now = world.now();
    let delivery = Delivery {
        id: world.id(),
        way: String::new(),
        address: String::new(),
        kind: "test".into(),
        body: json!({"type": "test", "data": {"url": config.origin()}}).to_string(),
        created_at: now,
        tries: 0,
    };
    match webhook.send(&delivery, now).await {
        Ok(()) => found(vec![line(what, Some(true), "accepted a signed event of the kind test")]),
        Err(failed) => found(vec![line(what, Some(false), &failed.why)]),
    }
}

/// Sends a message to each chat.
pub async fn chats(config: &Config, world: &World) -> ModelCheck {
    let chats = match Chats::open(&config.outward) {
        Ok(chats) if chats.is_empty() => return off("Chats", "PLUMBLINE_WATCH_ADDRESSES"),
        Ok(chats) => chats,
        Err(error) => return found(vec![line("Chats", Some(false), &format!("{error:#}"))]),
    };
    let message = Message {
        subject: "A test from Plumbline".into(),
        lines: vec!["Messages about watched figures arrive here.".into()],
        url: config.origin(),
        open: "Open the desk".into(),
        event: Value::Null,
    };
    let mut lines = Vec::new();
    for (name, _) in chats.names() {
        let delivery = Delivery {
            id: world.id(),
            way: chat::WAY.into(),
            address: name.to_owned(),
            kind: "watch.tried".into(),
            body: serde_json::to_string(&message).unwrap_or_default(),
            created_at: world.now(),
            tries: 0,
        };
        lines.push(match chats.send(&delivery).await {
            Ok(()) => line(name, Some(true), "accepted a test message"),
            Err(failed) => line(name, Some(false), &failed.why),
        });
    }
    found(lines)
}

/// Reads the provider's metadata, and says what has to be registered there. Whether it accepts the client shows only when
/// somebody signs in.
pub async fn sign_in(config: &Config, world: &World) -> ModelCheck {
    let what = "Provider";
    let provider = match Provider::open(&config.oidc) {
        Ok(Some(provider)) => provider,
        Ok(None) => return off(what, "PLUMBLINE_OIDC_ISSUER"),
        Err(error) => return found(vec![line(what, Some(false), &format!("{error:#}"))]),
    };
    let flow = Flow { state: world.secret(), nonce: world.secret(), verifier: world.secret() };
    let answers = match provider.address(&flow, world.now()).await {
        Ok(_) => line(what, Some(true), "answers, and describes itself"),
        Err(why) => line(what, Some(false), &format!("its description cannot be read at the issuer's address: {why}")),
    };
    let redirect = format!("register {} there as the address to return to", config.oidc.callback());
    let next = "sign in by it in another window, and keep this one open: the provider shows whether it knows this desk";
    found(vec![answers, line("Redirect", None, &redirect), line("Next", None, next)])
}
