//! Settings of support calls: whose agent it is, how callers are spoken to, and whether a ticket waits for a colleague.

use anyhow::Result;
use model::support::Language;

use super::{Setting, Sources};
use crate::agent::Support;

#[derive(Clone, Debug)]
pub struct SupportSettings {
    pub company: Setting<Option<String>>,
    pub language: Setting<Language>,
    pub formal: Setting<bool>,
    pub tickets_at_once: Setting<bool>,
}

impl SupportSettings {
    pub(super) fn gather(from: &Sources<'_>) -> Result<Self> {
        Ok(Self {
            company: from.optional("PLUMBLINE_SUPPORT_COMPANY", None, "a name")?,
            language: from.get("PLUMBLINE_SUPPORT_LANGUAGE", None, "lt", "lt or en")?,
            formal: from.get("PLUMBLINE_SUPPORT_FORMAL", None, "false", "true or false")?,
            tickets_at_once: from.get("PLUMBLINE_SUPPORT_TICKETS_AT_ONCE", None, "false", "true or false")?,
        })
    }

    pub fn agent(&self) -> Support {
        Support {
            company: self.company.value.clone().unwrap_or_default(),
            language: self.language.value,
            formal: self.formal.value,
            tickets_at_once: self.tickets_at_once.value,
        }
    }
}
