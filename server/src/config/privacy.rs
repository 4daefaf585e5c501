//! Settings of personal data: what is stored of outgoing requests, and the retention periods.
//!
//! Deliberately not here: retention of the audit log. It is append-only, names things by id and quotes no customer.

use anyhow::Result;

use super::setting::settings;
use super::{Setting, Sources};
use crate::privacy::sweep::Retention;
use crate::store::sent::Keep;

/// How the retention periods are written.
const DAYS: &str = "a number of days, 0 for good";

settings! {
    pub struct PrivacySettings reads from {
        /// Whether every request that leaves this machine is kept as it was sent; digest keeps its size and SHA-256
        /// only.
        pub keep_sent: Setting<Keep> = from.get("PLUMBLINE_KEEP_SENT", "true", "true or digest")?,
        /// Set to true to have answers mention, without a number, that some records are hidden from the person asking.
        pub say_hidden: Setting<bool> = from.switch("PLUMBLINE_SAY_HIDDEN", "false")?,
        /// How long a link to read a conversation is valid.
        pub share_days: Setting<u32> =
            from.get("PLUMBLINE_SHARE_DAYS", "30", "a number of days from 1 to 365")?.within(1..=365)?,
        /// How long conversations are kept.
        pub conversations: Setting<u32> = from.get("PLUMBLINE_KEEP_CONVERSATIONS_DAYS", "0", DAYS)?,
        /// How long requests that left this machine are kept.
        pub sent: Setting<u32> = from.get("PLUMBLINE_KEEP_SENT_DAYS", "30", DAYS)?,
        /// How long customers' messages are kept.
        pub messages: Setting<u32> = from.get("PLUMBLINE_KEEP_MESSAGES_DAYS", "0", DAYS)?,
        /// How long support calls are kept.
        pub calls: Setting<u32> = from.get("PLUMBLINE_KEEP_CALLS_DAYS", "0", DAYS)?,
    }
}

impl PrivacySettings {
    pub fn retention(&self) -> Retention {
        Retention {
            conversations: self.conversations.value,
            sent: self.sent.value,
            messages: self.messages.value,
            calls: self.calls.value,
        }
    }
}
