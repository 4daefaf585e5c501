//! Settings of personal data: what is stored of outgoing requests, and the retention periods.
//!
//! Deliberately not here: retention of the audit log. It is append-only, names things by id and quotes no customer.

use anyhow::{Result, bail};

use super::{Setting, Sources};
use crate::privacy::sweep::Retention;
use crate::store::sent::Keep;

#[derive(Clone, Debug)]
pub struct PrivacySettings {
    pub keep_sent: Setting<Keep>,
    /// Whether answers mention records hidden from the user.
    pub say_hidden: Setting<bool>,
    /// Days for which a link to read a conversation holds.
    pub share_days: Setting<u32>,
    /// Days, 0 for good.
    pub conversations: Setting<u32>,
    pub sent: Setting<u32>,
    pub messages: Setting<u32>,
    pub calls: Setting<u32>,
}

impl PrivacySettings {
    pub(super) fn gather(from: &Sources<'_>) -> Result<Self> {
        let days = "a number of days, 0 for good";
        let all = Self {
            keep_sent: from.get("PLUMBLINE_KEEP_SENT", None, "true", "true or digest")?,
            say_hidden: from.get("PLUMBLINE_SAY_HIDDEN", None, "false", "true or false")?,
            share_days: from.get("PLUMBLINE_SHARE_DAYS", None, "30", "a number of days from 1 to 365")?,
            conversations: from.get("PLUMBLINE_KEEP_CONVERSATIONS_DAYS", None, "0", days)?,
            sent: from.get("PLUMBLINE_KEEP_SENT_DAYS", None, "30", days)?,
            messages: from.get("PLUMBLINE_KEEP_MESSAGES_DAYS", None, "0", days)?,
            calls: from.get("PLUMBLINE_KEEP_CALLS_DAYS", None, "0", days)?,
        };
        if !(1..=365).contains(&all.share_days.value) {
            bail!("PLUMBLINE_SHARE_DAYS is {}; it must be from 1 to 365.", all.share_days.value);
        }
        Ok(all)
    }

    pub fn retention(&self) -> Retention {
        Retention {
            conversations: self.conversations.value,
            sent: self.sent.value,
            messages: self.messages.value,
            calls: self.calls.value,
        }
    }
}
