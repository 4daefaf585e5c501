//! Settings of OpenID Connect sign-in: the provider, the roles of its groups, and this server's public address.

use std::str::FromStr;

use anyhow::{Result, bail};

use super::server::host_name;
use super::{Secret, Setting, Sources, names};
use crate::plain;

/// The initial data access of people without provider claims for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unclaimed {
    /// No customers, until an admin grants access.
    Nobodys,
    All,
}

impl FromStr for Unclaimed {
    type Err = ();
    fn from_str(text: &str) -> Result<Self, ()> {
        match text {
            "none" => Ok(Self::Nobodys),
            "all" => Ok(Self::All),
            _ => Err(()),
        }
    }
}

/// Milliseconds per day.
const DAY_MS: i64 = 86_400_000;

/// Names of groups at the provider.
pub type Groups = Setting<String>;

#[derive(Clone, Debug)]
pub struct OidcSettings {
    /// The provider's address, exactly as in its discovery document. Without it, this sign-in is off.
    pub issuer: Setting<Option<String>>,
    pub client_id: Setting<Option<String>>,
    /// Without it this server is a public client: only PKCE protects the code.
    pub client_secret: Setting<Option<Secret>>,
    /// The button's text after "Sign in with".
    pub name: Setting<String>,
    /// The claim with the groups.
    pub groups_claim: Setting<String>,
    /// The groups for each role, separated by commas.
    pub admins: Groups,
    pub reviewers: Groups,
    pub managers: Groups,
    /// The claims for the customers a manager sees: by region, by segment, by relationship manager.
    pub region_claim: Setting<Option<String>>,
    pub segment_claim: Setting<Option<String>>,
    pub manager_claim: Setting<Option<String>>,
    pub sees: Setting<Unclaimed>,
    token_days: Setting<u32>,
    /// The required audience of access tokens for `/mcp`.
    pub audience: Setting<Option<String>>,
    /// The origin of `PLUMBLINE_PUBLIC_URL`, which is a setting of the server.
    origin: Option<String>,
}

impl OidcSettings {
    pub(super) fn gather(from: &Sources<'_>, origin: Option<String>) -> Result<Self> {
        let groups = |name| from.get(name, None, "", "names of groups, separated by commas");
        let claim = |name| from.optional(name, None, "the name of a claim");
        let settings = Self {
            issuer: from.optional("PLUMBLINE_OIDC_ISSUER", None, "an address")?,
            client_id: from.optional("PLUMBLINE_OIDC_CLIENT_ID", None, "a text")?,
            client_secret: from.secret("PLUMBLINE_OIDC_CLIENT_SECRET")?,
            name: from.get("PLUMBLINE_OIDC_NAME", None, "your firm's account", "a name")?,
            groups_claim: from.get("PLUMBLINE_OIDC_GROUPS_CLAIM", None, "groups", "the name of a claim")?,
            admins: groups("PLUMBLINE_OIDC_ADMINS")?,
            reviewers: groups("PLUMBLINE_OIDC_REVIEWERS")?,
            managers: groups("PLUMBLINE_OIDC_MANAGERS")?,
            region_claim: claim("PLUMBLINE_OIDC_REGION_CLAIM")?,
            segment_claim: claim("PLUMBLINE_OIDC_SEGMENT_CLAIM")?,
            manager_claim: claim("PLUMBLINE_OIDC_MANAGER_CLAIM")?,
            sees: from.get("PLUMBLINE_OIDC_SEES", None, "none", "none or all")?,
            token_days: from.get("PLUMBLINE_OIDC_TOKEN_DAYS", None, "7", "a number of days")?,
            audience: from.optional("PLUMBLINE_OIDC_AUDIENCE", None, "an audience")?,
            origin,
        };
        settings.check()?;
        Ok(settings)
    }

    fn check(&self) -> Result<()> {
        let Some(issuer) = &self.issuer.value else { return Ok(()) };
        if reqwest::Url::parse(issuer).is_err() {
            bail!("PLUMBLINE_OIDC_ISSUER is \"{issuer}\"; it must be the provider's address.");
        }
        if let Some(origin) = self.origin.as_deref().filter(|origin| origin.starts_with("http:")) {
            let host = host_name(origin.trim_start_matches("http://"));
            plain::check(host, "an https:// address in PLUMBLINE_PUBLIC_URL").map_err(anyhow::Error::msg)?;
        }
        if self.client_id.value.is_none() {
            bail!("PLUMBLINE_OIDC_ISSUER is set; set PLUMBLINE_OIDC_CLIENT_ID too.");
        }
        if self.origin.is_none() {
            bail!(
                "PLUMBLINE_OIDC_ISSUER is set; set PLUMBLINE_PUBLIC_URL too, the address under which people open \
                 Plumbline. The provider sends them back to it, at /oidc/callback."
            );
        }
        if [&self.admins, &self.reviewers, &self.managers].iter().all(|groups| names(&groups.value).next().is_none()) {
            bail!(
                "PLUMBLINE_OIDC_ISSUER is set, but no group may sign in: set PLUMBLINE_OIDC_ADMINS, _REVIEWERS or \
                 _MANAGERS to names of groups."
            );
        }
        Ok(())
    }

    /// The name on the button, if this sign-in is configured.
    pub fn provider(&self) -> Option<&str> {
        self.issuer.value.as_ref().map(|_| self.name.value.as_str())
    }

    /// For how many milliseconds after a sign-in what the provider said of a person counts for their tokens: who has left the
    /// firm signs in no more.
    pub fn rights_hold(&self) -> i64 {
        i64::from(self.token_days.value) * DAY_MS
    }

    /// The audience of access tokens for the MCP server; default: its address.
    pub fn audience(&self) -> String {
        let own = || format!("{}/mcp", self.origin.as_deref().unwrap_or_default());
        self.audience.value.clone().unwrap_or_else(own)
    }

    /// The redirect URI for the provider.
    pub fn callback(&self) -> String {
        format!("{}/oidc/callback", self.origin.as_deref().unwrap_or_default())
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::super::ServerSettings;
    use super::*;

    fn gather(set: &[(&str, &str)]) -> Result<OidcSettings> {
        let look_up = |name: &str| set.iter().find(|(n, _)| *n == name).map(|(_, value)| value.to_string());
        let file = BTreeMap::new();
        let from = Sources::new(&look_up, &file);
        OidcSettings::gather(&from, ServerSettings::gather(&from)?.origin)
    }

    #[test]
    fn what_is_missing_is_said_and_nothing_is_needed_without_a_provider() {
        assert_eq!(gather(&[]).unwrap().provider(), None);
        let mut set = vec![("PLUMBLINE_OIDC_ISSUER", "https://id.example")];
        for (says, next) in [
            ("PLUMBLINE_OIDC_CLIENT_ID", ("PLUMBLINE_OIDC_CLIENT_ID", "desk")),
            ("PLUMBLINE_PUBLIC_URL", ("PLUMBLINE_PUBLIC_URL", "https://desk.example/")),
            ("PLUMBLINE_OIDC_ADMINS", ("PLUMBLINE_OIDC_MANAGERS", "desk, sales")),
        ] {
            let why = gather(&set).unwrap_err().to_string();
            assert!(why.contains(says), "{why}");
            set.push(next);
        }
        let settings = gather(&set).unwrap();
        assert_eq!(settings.provider(), Some("your firm's account"));
        assert_eq!(settings.callback(), "https://desk.example/oidc/callback");
    }

    #[test]
    fn the_secret_is_not_shown() {
        let settings = gather(&[("PLUMBLINE_OIDC_CLIENT_SECRET", "s3cret-word")]).unwrap();
        assert!(!format!("{settings:?}").contains("s3cret"));
    }
}
