//! Settings of support calls: the agent's firm, how callers are addressed, and whether tickets need approval.

use std::str::FromStr;
use std::time::Duration;

use anyhow::Result;
use model::support::{CallSettings, Fact, Language};

use super::setting::settings;
use super::{Secret, Setting, Sources};
use crate::agent::Support;

settings! {
    pub struct SupportSettings reads from {
        /// The company name in the greeting of a support call.
        pub company: Setting<Option<String>> = from.optional("PLUMBLINE_SUPPORT_COMPANY", "a name")?,
        /// The language in which a call begins.
        pub language: Setting<Language> = from.get("PLUMBLINE_SUPPORT_LANGUAGE", "lt", "lt or en")?,
        /// Set to true to address callers as "Jūs" instead of "tu".
        pub formal: Setting<bool> = from.switch("PLUMBLINE_SUPPORT_FORMAL", "false")?,
        /// Set to true to create a call's tickets without a colleague's approval.
        pub tickets_at_once: Setting<bool> = from.switch("PLUMBLINE_SUPPORT_TICKETS_AT_ONCE", "false")?,
        /// What verifies a caller from an unknown number: the account number, and name, email or code.
        pub verify_by: Setting<VerifyBy> =
            from.get("PLUMBLINE_SUPPORT_VERIFY_BY", "account,email", "account with name, email or code")?,
        /// Minutes within which a colleague keeps a promise to call back.
        pub call_back: Setting<u32> = from.get("PLUMBLINE_SUPPORT_CALL_BACK_MINUTES", "240", "a number of minutes")?,
    }
}

/// The facts that verify a caller from another number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct VerifyBy(Vec<Fact>);

impl FromStr for VerifyBy {
    type Err = String;

    /// At least two facts, including the account number: a single one is known to many.
    fn from_str(text: &str) -> Result<Self, String> {
        let mut facts = text.split(',').map(str::parse).collect::<Result<Vec<Fact>, _>>()?;
        facts.dedup();
        match facts.contains(&Fact::Account) && facts.len() > 1 {
            true => Ok(Self(facts)),
            false => Err("account and at least one more are needed".into()),
        }
    }
}

settings! {
    /// A speech server for calls.
    pub struct SpeechSettings reads from {
        /// A server with OpenAI's /audio/transcriptions and /audio/speech, for calls: its address up to /v1; no voice
        /// if not set.
        pub url: Setting<Option<String>> = from.optional("PLUMBLINE_SPEECH_URL", "an address up to /v1")?,
        /// The key for the speech server.
        pub key: Setting<Option<Secret>> = from.secret("PLUMBLINE_SPEECH_KEY")?,
        /// The model for recognition, the model for speech, and the voice, separated by commas.
        pub models: Setting<String> =
            from.get("PLUMBLINE_SPEECH_MODELS", "whisper-1,tts-1,alloy", "three names, commas between")?,
    }
}

impl SupportSettings {
    /// `calls` are the call settings that concern the model.
    pub fn agent(&self, calls: CallSettings) -> Support {
        Support {
            calls: CallSettings { language: self.language.value, formal: self.formal.value, ..calls },
            company: self.company.value.clone().unwrap_or_default(),
            tickets_at_once: self.tickets_at_once.value,
            verify_by: self.verify_by.value.0.clone(),
            call_back: Duration::from_secs(u64::from(self.call_back.value) * 60),
        }
    }
}
