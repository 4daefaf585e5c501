//! Webhooks by Standard Webhooks: <https://www.standardwebhooks.com>.

use std::time::Duration;

use anyhow::{Context, Result, bail};
use base::http_client::{causes, http_client};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use reqwest::StatusCode;
use ring::hmac;

use super::Failed;
use crate::config::{OutwardSettings, names};
use crate::store::outbox::{Delivery, TICKET_MADE};

pub const WAY: &str = "webhook";

/// Response timeout.
const RESPONSE_TIMEOUT: Duration = Duration::from_secs(15);

/// The kinds of events.
pub const KINDS: [&str; 5] = ["run.finished", "approval.wanted", "rating.bad", TICKET_MADE, WATCHED];

/// The kind of messages about watched figures.
pub const WATCHED: &str = "watch.changed";

/// The receiving address.
pub struct Webhook {
    url: reqwest::Url,
    kinds: Vec<String>,
    key: hmac::Key,
    client: reqwest::Client,
}

impl Webhook {
    /// `None` if no address is configured.
    pub fn open(settings: &OutwardSettings) -> Result<Option<Self>> {
        let Some(url) = &settings.webhook_url.value else { return Ok(None) };
        let url = reqwest::Url::parse(url.reveal()).ok().filter(|url| matches!(url.scheme(), "http" | "https"));
        let url = url.context("PLUMBLINE_WEBHOOK_URL must be an address such as https://hooks.example/plumbline.")?;
        let Some(secret) = &settings.webhook_secret.value else {
            bail!(
                "PLUMBLINE_WEBHOOK_URL is set; set PLUMBLINE_WEBHOOK_SECRET too: whsec_ and 24 to 64 random bytes in base64."
            );
        };
        let key = secret.reveal();
        let key = STANDARD.decode(key.strip_prefix("whsec_").unwrap_or(key));
        let key = key.ok().filter(|key| (24..=64).contains(&key.len()));
        let key = key.context("PLUMBLINE_WEBHOOK_SECRET must be whsec_ and 24 to 64 random bytes in base64.")?;
        let kinds: Vec<String> = names(&settings.webhook_events.value).map(ToOwned::to_owned).collect();
        if let Some(unknown) = kinds.iter().find(|kind| !KINDS.contains(&kind.as_str())) {
            bail!("PLUMBLINE_WEBHOOK_EVENTS names \"{unknown}\"; there is: {}.", KINDS.join(", "));
        }
        let client = http_client(&url).map_err(|why| anyhow::anyhow!("PLUMBLINE_WEBHOOK_URL cannot be used: {why}"))?;
        Ok(Some(Self { url, kinds, key: hmac::Key::new(hmac::HMAC_SHA256, &key), client }))
    }

    pub fn wants(&self, kind: &str) -> bool {
        self.kinds.is_empty() || self.kinds.iter().any(|wanted| wanted == kind)
    }

    /// `now` is UTC milliseconds.
    pub async fn send(&self, delivery: &Delivery, now: i64) -> Result<(), Failed> {
        let (id, at) = (&delivery.id, now / 1000);
        let request = self.client.post(self.url.clone()).header("content-type", "application/json");
        let request = request.header("webhook-id", id).header("webhook-timestamp", at);
        let request = request.header("webhook-signature", self.signature(id, at, &delivery.body));
        let failed = |why: String, for_good| Failed { why, for_good };
        let reply = request.timeout(RESPONSE_TIMEOUT).body(delivery.body.clone()).send().await;
        let reply = reply.map_err(|error| failed(causes(&error), false))?;
        match reply.status() {
            status if status.is_success() => Ok(()),
            StatusCode::GONE => Err(failed("The address answered 410: it wants no more of this.".into(), true)),
            status => Err(failed(format!("The address answered {status}."), false)),
        }
    }

    fn signature(&self, id: &str, at: i64, body: &str) -> String {
        let tag = hmac::sign(&self.key, format!("{id}.{at}.{body}").as_bytes());
        format!("v1,{}", STANDARD.encode(tag))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_signature_is_that_of_the_standards_own_example() {
        let key = STANDARD.decode("MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw").unwrap();
        let key = hmac::Key::new(hmac::HMAC_SHA256, &key);
        let url = reqwest::Url::parse("https://hooks.example").unwrap();
        let client = http_client(&url).unwrap();
        let webhook = Webhook { url, kinds: vec![], key, client };
        let signed = webhook.signature("msg_p5jXN8AQM9LWM0D4loKWxJek", 1_614_265_330, r#"{"test": 2432232314}"#);
        assert_eq!(signed, "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=");
    }
}
