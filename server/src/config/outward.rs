//! Settings of outgoing notifications: a webhook, and e-mail. Both are off until an address is configured.

use anyhow::Result;

use super::{Secret, Setting, Sources};

#[derive(Clone, Debug)]
pub struct OutwardSettings {
    /// Often contains a token in its path.
    pub webhook_url: Setting<Option<Secret>>,
    pub webhook_secret: Setting<Option<Secret>>,
    /// Kinds of events, separated by commas; empty for all.
    pub webhook_events: Setting<String>,
    /// Including its password.
    pub smtp_url: Setting<Option<Secret>>,
    pub mail_from: Setting<Option<String>>,
    /// Addresses, separated by commas.
    pub mail_to: Setting<String>,
}

impl OutwardSettings {
    pub(super) fn gather(from: &Sources<'_>) -> Result<Self> {
        Ok(Self {
            webhook_url: from.secret("PLUMBLINE_WEBHOOK_URL")?,
            webhook_secret: from.secret("PLUMBLINE_WEBHOOK_SECRET")?,
            webhook_events: from.get(
                "PLUMBLINE_WEBHOOK_EVENTS",
                None,
                "",
                "kinds of events, commas between; all if empty",
            )?,
            smtp_url: from.secret("PLUMBLINE_SMTP_URL")?,
            mail_from: from.optional("PLUMBLINE_MAIL_FROM", None, "an e-mail address")?,
            mail_to: from.get("PLUMBLINE_MAIL_TO", None, "", "e-mail addresses, commas between")?,
        })
    }
}
