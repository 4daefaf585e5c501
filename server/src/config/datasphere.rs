//! Settings of SAP Datasphere: its address and token.

use anyhow::Result;

use super::setting::settings;
use super::{Secret, Setting, Sources};
use crate::skills::datasphere::Connection;

settings! {
    pub struct DatasphereSettings reads from {
        /// The address of an SAP Datasphere OData service.
        pub url: Setting<Option<String>> = from.optional("PLUMBLINE_DATASPHERE_URL", "an address")?,
        /// The bearer token for that service.
        pub token: Setting<Option<Secret>> = from.secret("PLUMBLINE_DATASPHERE_TOKEN")?,
    }
}

impl DatasphereSettings {
    /// The connection, if configured.
    pub fn connection(&self) -> Option<Connection> {
        let url = self.url.value.clone()?;
        Some(Connection { url, token: self.token.value.clone() })
    }
}
