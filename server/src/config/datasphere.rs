//! Settings of SAP Datasphere: its address and token.

use anyhow::Result;

use super::{Secret, Setting, Sources};
use crate::skills::datasphere::Connection;

#[derive(Clone, Debug)]
pub struct DatasphereSettings {
    pub url: Setting<Option<String>>,
    pub token: Setting<Option<Secret>>,
}

impl DatasphereSettings {
    pub(super) fn gather(from: &Sources<'_>) -> Result<Self> {
        Ok(Self {
            url: from.optional("PLUMBLINE_DATASPHERE_URL", None, "an address")?,
            token: from.secret("PLUMBLINE_DATASPHERE_TOKEN")?,
        })
    }

    /// The connection, if configured.
    pub fn connection(&self) -> Option<Connection> {
        let url = self.url.value.clone()?;
        Some(Connection { url, token: self.token.value.clone() })
    }
}
