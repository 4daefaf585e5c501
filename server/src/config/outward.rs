//! Settings of outgoing notifications: a webhook, and e-mail. Both are off until an address is configured.

use anyhow::Result;

use super::setting::settings;
use super::{Secret, Setting, Sources};

settings! {
    pub struct OutwardSettings reads from {
        /// Receives finished runs, open proposals and bad ratings, in the format of Standard Webhooks; off if not set.
        // Often contains a token in its path.
        pub webhook_url: Setting<Option<Secret>> = from.secret("PLUMBLINE_WEBHOOK_URL")?,
        /// The key that signs webhook messages: whsec_ followed by 24 to 64 random bytes in base64.
        pub webhook_secret: Setting<Option<Secret>> = from.secret("PLUMBLINE_WEBHOOK_SECRET")?,
        /// The events that the webhook receives: run.finished, approval.wanted, rating.bad,
        /// ticket.made, watch.changed.
        pub webhook_events: Setting<String> =
            from.get("PLUMBLINE_WEBHOOK_EVENTS", "", "kinds of events, commas between; all if empty")?,
        /// The mail server: smtps://HOST, or smtp://HOST:587?tls=required, each with USER:PASSWORD@ before the host or
        /// the two settings below; no mail if not set.
        pub smtp_url: Setting<Option<Secret>> = from.secret("PLUMBLINE_SMTP_URL")?,
        /// The user at the mail server, if the address has none.
        pub mail_user: Setting<Option<String>> = from.optional("PLUMBLINE_MAIL_USER", "a user's name")?,
        /// The password of that user.
        pub mail_password: Setting<Option<Secret>> = from.secret("PLUMBLINE_MAIL_PASSWORD")?,
        /// The sender's address of outgoing mail.
        pub mail_from: Setting<Option<String>> = from.optional("PLUMBLINE_MAIL_FROM", "an e-mail address")?,
        /// Who is mailed about every proposal, besides the person who asked.
        pub mail_to: Setting<String> = from.get("PLUMBLINE_MAIL_TO", "", "e-mail addresses, commas between")?,
        /// Chats that messages about watched figures can go to, by the addresses of their incoming webhooks, each with a
        /// name and its kind: Sales=slack:https://…, Desk=teams:https://….
        // Whoever has such an address can write there.
        pub watch_addresses: Setting<Option<Secret>> = from.secret("PLUMBLINE_WATCH_ADDRESSES")?,
        /// Where people who are not admins may have watched figures mailed, besides their own address: addresses, or
        /// domains such as @firm.example.
        pub watch_mail: Setting<String> =
            from.get("PLUMBLINE_WATCH_MAIL", "", "e-mail addresses or @domains, commas between")?,
        /// Whether messages about watched figures quote the question and what the figure counts. Set to false, they hold
        /// the figure, what it was before and why it moved.
        pub watch_texts: Setting<bool> = from.switch("PLUMBLINE_WATCH_TEXTS", "false")?,
    }
}
