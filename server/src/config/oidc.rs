//! Settings of OpenID Connect sign-in: the provider, the roles of its groups, and this server's public address.

use std::str::FromStr;

use anyhow::{Result, bail};

use super::server::host_name;
use super::setting::settings;
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

/// How names of groups, and of claims, are written.
const GROUPS: &str = "names of groups, separated by commas";
const CLAIM: &str = "the name of a claim";

settings! {
    pub struct OidcSettings reads from, origin: Option<String> {
        /// The address of the firm's OpenID Connect provider, exactly as in its metadata. Needs PLUMBLINE_PUBLIC_URL.
        // Without it, this sign-in is off.
        pub issuer: Setting<Option<String>> = from.optional("PLUMBLINE_OIDC_ISSUER", "an address")?,
        /// This server's client ID at the provider.
        pub client_id: Setting<Option<String>> = from.optional("PLUMBLINE_OIDC_CLIENT_ID", "a text")?,
        /// This server's client secret at the provider; without one, only PKCE protects the sign-in.
        pub client_secret: Setting<Option<Secret>> = from.secret("PLUMBLINE_OIDC_CLIENT_SECRET")?,
        /// The text of the button after "Sign in with".
        pub name: Setting<String> = from.get("PLUMBLINE_OIDC_NAME", "your firm's account", "a name")?,
        /// The claim that lists a person's groups.
        pub groups_claim: Setting<String> = from.get("PLUMBLINE_OIDC_GROUPS_CLAIM", "groups", CLAIM)?,
        /// Groups whose members are admins.
        pub admins: Setting<String> = from.get("PLUMBLINE_OIDC_ADMINS", "", GROUPS)?,
        /// Groups whose members are reviewers.
        pub reviewers: Setting<String> = from.get("PLUMBLINE_OIDC_REVIEWERS", "", GROUPS)?,
        /// Groups whose members are managers: they may ask questions.
        pub managers: Setting<String> = from.get("PLUMBLINE_OIDC_MANAGERS", "", GROUPS)?,
        /// The claim that lists the regions whose customers a manager sees.
        pub region_claim: Setting<Option<String>> = from.optional("PLUMBLINE_OIDC_REGION_CLAIM", CLAIM)?,
        /// The claim that lists the segments whose customers a manager sees.
        pub segment_claim: Setting<Option<String>> = from.optional("PLUMBLINE_OIDC_SEGMENT_CLAIM", CLAIM)?,
        /// The claim that lists the relationship managers whose customers a manager sees.
        pub manager_claim: Setting<Option<String>> = from.optional("PLUMBLINE_OIDC_MANAGER_CLAIM", CLAIM)?,
        /// The customers that a person sees at first if no claim says so: none, until an admin grants access, or all.
        pub sees: Setting<Unclaimed> = from.get("PLUMBLINE_OIDC_SEES", "none", "none or all")?,
        /// Days after a person's last sign-in for which their tokens stay valid.
        token_days: Setting<u32> = from.get("PLUMBLINE_OIDC_TOKEN_DAYS", "7", "a number of days")?,
        /// The audience that an access token needs to be accepted at /mcp; by default the public URL with /mcp.
        pub audience: Setting<Option<String>> = from.optional("PLUMBLINE_OIDC_AUDIENCE", "an audience")?,
        // The origin of `PLUMBLINE_PUBLIC_URL`, which is a setting of the server.
        origin: Option<String> = origin,
    }
}

impl OidcSettings {
    pub(super) fn gather(from: &Sources<'_>, origin: Option<String>) -> Result<Self> {
        let settings = Self::read(from, origin)?;
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

    /// How many milliseconds after a person's sign-in their tokens stay valid: somebody who has left the firm no longer
    /// signs in.
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
