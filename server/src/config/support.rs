//! Settings of support calls: the agent's firm, how callers are addressed, and whether tickets need approval.

use std::str::FromStr;
use std::time::Duration;

use anyhow::Result;
use model::support::{CallSettings, Fact, Language};

use super::{Secret, Setting, Sources};
use crate::agent::Support;

#[derive(Clone, Debug)]
pub struct SupportSettings {
    pub company: Setting<Option<String>>,
    pub language: Setting<Language>,
    pub formal: Setting<bool>,
    pub tickets_at_once: Setting<bool>,
    pub verify_by: Setting<VerifyBy>,
    /// Minutes.
    pub call_back: Setting<u32>,
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

/// A speech server for calls.
#[derive(Clone, Debug)]
pub struct SpeechSettings {
    /// Including `/v1`.
    pub url: Setting<Option<String>>,
    pub key: Setting<Option<Secret>>,
    /// The models for recognition and for speech, and the voice.
    pub models: Setting<String>,
}

impl SpeechSettings {
    pub(super) fn gather(from: &Sources<'_>) -> Result<Self> {
        Ok(Self {
            url: from.optional("PLUMBLINE_SPEECH_URL", None, "an address up to /v1")?,
            key: from.secret("PLUMBLINE_SPEECH_KEY")?,
            models: from
                .get("PLUMBLINE_SPEECH_MODELS", None, "whisper-1,tts-1,alloy", "three names, commas between")?,
        })
    }
}

impl SupportSettings {
    pub(super) fn gather(from: &Sources<'_>) -> Result<Self> {
        Ok(Self {
            company: from.optional("PLUMBLINE_SUPPORT_COMPANY", None, "a name")?,
            language: from.get("PLUMBLINE_SUPPORT_LANGUAGE", None, "lt", "lt or en")?,
            formal: from.get("PLUMBLINE_SUPPORT_FORMAL", None, "false", "true or false")?,
            tickets_at_once: from.get("PLUMBLINE_SUPPORT_TICKETS_AT_ONCE", None, "false", "true or false")?,
            verify_by: from
                .get("PLUMBLINE_SUPPORT_VERIFY_BY", None, "account,email", "account with name, email or code")?,
            call_back: from.get("PLUMBLINE_SUPPORT_CALL_BACK_MINUTES", None, "240", "a number of minutes")?,
        })
    }

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
