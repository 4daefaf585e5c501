//! The configuration of external tools: `[mcp.NAME]` and `[api.NAME]`.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::Duration;

use reqwest::Url;
use serde::Deserialize;

use base::http_client::is_loopback;
use base::secret::Secret;

/// All external origins, by name.
#[derive(Clone, Debug, Default)]
pub struct OutsideSettings {
    pub mcp: BTreeMap<String, McpSettings>,
    pub api: BTreeMap<String, ApiSettings>,
}

/// An MCP server: a program to start, or an address.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct McpSettings {
    pub command: Option<String>,
    pub args: Vec<String>,
    /// The program's environment besides a few common variables: it gets no others of ours.
    pub env: BTreeMap<String, Secret>,
    pub url: Option<String>,
    /// Sent as a bearer token.
    pub token: Option<Secret>,
    /// The provider of tokens for `oauth` and `sign_in`; nothing is sent to any other.
    pub issuer: Option<String>,
    /// Signs in to that provider as a program.
    pub oauth: Option<OauthSettings>,
    /// A person signs in to that provider, once, by `plumbline mcp login NAME`.
    pub sign_in: bool,
    /// The file with that sign-in.
    #[serde(skip)]
    pub kept: PathBuf,
    /// Files and folders hidden from a started program.
    #[serde(skip)]
    pub hidden: Vec<PathBuf>,
    /// The desk's own port, which the program may not call.
    #[serde(skip)]
    pub port: u16,
    /// Only these tools, by the server's names; empty for all.
    pub only: Vec<String>,
    /// The tools that only read, as vouched for by the operator. All others need approval, whatever the server says.
    pub reads: Vec<String>,
    /// Response timeout in seconds.
    pub timeout_s: Option<u64>,
}

/// This desk's credentials at the provider of an MCP server.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OauthSettings {
    pub client_id: String,
    pub client_secret: Secret,
    /// Default: those named by the server.
    #[serde(default)]
    pub scopes: Vec<String>,
}

/// An API with an OpenAPI description.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct ApiSettings {
    pub file: String,
    /// Default: from its description.
    pub base_url: Option<String>,
    pub key: Option<Secret>,
    /// The header for the key; default: `Authorization` with `Bearer`.
    pub key_header: Option<String>,
    /// Only these operations, by `operationId`; empty for all.
    pub only: Vec<String>,
    /// The operations that only read, by `operationId`, as for [`McpSettings::reads`].
    pub reads: Vec<String>,
    /// Response timeout in seconds.
    pub timeout_s: Option<u64>,
}

/// Default response timeout in seconds: shorter than a call's, so that the slow server can be named.
const TIMEOUT_S: u64 = 12;

/// The response timeout.
pub fn timeout(seconds: Option<u64>) -> Duration {
    Duration::from_secs(seconds.unwrap_or(TIMEOUT_S))
}

/// Maximum length of a name, which prefixes tool names.
const LONGEST: usize = 24;

impl OutsideSettings {
    pub fn is_empty(&self) -> bool {
        self.mcp.is_empty() && self.api.is_empty()
    }

    /// Reads the two sections. A value that begins with `env:` names an environment variable. Sign-ins are stored in
    /// `folder`.
    pub fn read(
        sections: toml::Table,
        environment: &dyn Fn(&str) -> Option<String>,
        folder: &Path,
    ) -> Result<Self, String> {
        let mut settings = Self::default();
        for (section, value) in sections {
            let toml::Value::Table(table) = value else {
                return Err(format!("\"{section}\" must be sections such as [{section}.NAME]."));
            };
            for (name, mut value) in table {
                let at = format!("[{section}.{name}]");
                if name.is_empty()
                    || name.len() > LONGEST
                    || !name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
                {
                    return Err(format!("{at}: a name is at most {LONGEST} letters, digits and underscores."));
                }
                fill(&mut value, environment)
                    .map_err(|variable| format!("{at}: the variable {variable} is not set."))?;
                let wrong = |e: toml::de::Error| format!("{at}: {}", e.message());
                if section == "mcp" {
                    let mut server: McpSettings = value.try_into().map_err(wrong)?;
                    server.kept = folder.join(format!("{name}.json"));
                    server.check().map_err(|problem| format!("{at}: {problem}"))?;
                    settings.mcp.insert(name, server);
                } else {
                    let api: ApiSettings = value.try_into().map_err(wrong)?;
                    if api.file.is_empty() {
                        return Err(format!("{at} needs file: the OpenAPI description."));
                    }
                    settings.api.insert(name, api);
                }
            }
        }
        Ok(settings)
    }

    /// Adds others, except those whose names are taken.
    pub fn add(&mut self, others: Self) {
        others.mcp.into_iter().for_each(|(name, server)| _ = self.mcp.entry(name).or_insert(server));
        others.api.into_iter().for_each(|(name, api)| _ = self.api.entry(name).or_insert(api));
    }

    /// Hides files and folders, and the desk's own port, from started programs.
    pub fn hide(&mut self, places: &[PathBuf], port: u16) {
        self.mcp.values_mut().for_each(|server| (server.hidden, server.port) = (places.to_vec(), port));
    }

    /// A line for each, without secrets.
    pub fn describe(&self) -> Vec<(String, String)> {
        let servers = self.mcp.iter().map(|(name, server)| {
            let place = server.url.clone().or_else(|| server.command.clone()).unwrap_or_default();
            (format!("mcp.{name}"), format!("{}{}", without_user(&place), hidden(server.keys() > 0)))
        });
        let apis = self
            .api
            .iter()
            .map(|(name, api)| (format!("api.{name}"), format!("{}{}", api.file, hidden(api.key.is_some()))));
        servers.chain(apis).collect()
    }
}

impl McpSettings {
    /// How many ways of signing in are configured.
    fn keys(&self) -> usize {
        [self.token.is_some(), self.oauth.is_some(), self.sign_in].iter().filter(|named| **named).count()
    }

    fn check(&self) -> Result<(), &'static str> {
        match (&self.command, &self.url) {
            (Some(_), Some(_)) => Err("has both command and url. Name one of them."),
            (None, None) => Err("needs command or url."),
            (Some(_), None) if self.keys() > 0 => {
                Err("token, oauth and sign_in go with url. A program gets its keys by env.")
            }
            _ if (self.oauth.is_some() || self.sign_in) != self.issuer.is_some() => {
                Err("oauth and sign_in go with issuer: the address of the provider that gives the tokens.")
            }
            _ if self.issuer.is_some() && ![&self.issuer, &self.url].into_iter().flatten().all(|at| is_safe(at)) => {
                Err("url and issuer must begin with https://. On this machine http:// will do.")
            }
            _ if self.keys() > 1 => Err("has more than one of token, oauth and sign_in. Name one of them."),
            (None, Some(_)) if !self.args.is_empty() || !self.env.is_empty() => Err("args and env go with command."),
            _ => Ok(()),
        }
    }
}

/// Whether it uses TLS, or no network at all.
fn is_safe(address: &str) -> bool {
    Url::parse(address).is_ok_and(|url| url.scheme() == "https" || (url.scheme() == "http" && is_loopback(&url)))
}

fn hidden(has_key: bool) -> &'static str {
    if has_key { " (key hidden)" } else { "" }
}

/// A URL without user name and password.
fn without_user(place: &str) -> String {
    match place.split_once("://").map(|(scheme, rest)| (scheme, rest.split_once('@'))) {
        Some((scheme, Some((_, rest)))) => format!("{scheme}://{rest}"),
        _ => place.to_owned(),
    }
}

/// Replaces names of variables by their values; the error is the name of an unset one.
fn fill(value: &mut toml::Value, environment: &dyn Fn(&str) -> Option<String>) -> Result<(), String> {
    match value {
        toml::Value::String(text) => {
            if let Some(variable) = text.strip_prefix("env:") {
                *text = environment(variable).filter(|v| !v.is_empty()).ok_or_else(|| variable.to_owned())?;
            }
            Ok(())
        }
        toml::Value::Array(list) => list.iter_mut().try_for_each(|v| fill(v, environment)),
        toml::Value::Table(table) => table.iter_mut().try_for_each(|(_, v)| fill(v, environment)),
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<OutsideSettings, String> {
        OutsideSettings::read(
            text.parse().unwrap(),
            &|name| (name == "KEY").then(|| "s3cret".to_owned()),
            Path::new("kept"),
        )
    }

    #[test]
    fn both_kinds_are_read_and_keys_come_from_the_environment() {
        let text = "[mcp.crm]\ncommand = \"crm-mcp\"\nargs = [\"--all\"]\nenv = { CRM_KEY = \"env:KEY\" }\n\
                    [mcp.far]\nurl = \"https://u:p@far.example/mcp\"\ntoken = \"env:KEY\"\n\
                    [api.tickets]\nfile = \"t.yaml\"\nkey = \"env:KEY\"\n";
        let settings = read(text).unwrap();
        assert_eq!(settings.mcp["crm"].env["CRM_KEY"].reveal(), "s3cret");
        assert_eq!(settings.api["tickets"].key.as_ref().map(|k| k.reveal()), Some("s3cret"));
        let told = format!("{:?} {settings:?}", settings.describe());
        assert!(told.contains("https://far.example/mcp (key hidden)") && !told.contains("s3cret"), "{told}");
    }

    #[test]
    fn what_is_wrong_is_named() {
        for (text, says) in [
            ("mcp = 3", "must be sections"),
            ("[mcp.crm]\n", "[mcp.crm]: needs command or url"),
            ("[mcp.crm]\ncommand = \"a\"\nurl = \"b\"", "both command and url"),
            ("[mcp.crm]\ncommand = \"a\"\ntoken = \"b\"", "token, oauth and sign_in go with url"),
            (
                "[mcp.crm]\nurl = \"https://a\"\nissuer = \"https://b\"\ntoken = \"b\"\noauth = { client_id = \"c\", client_secret = \"d\" }",
                "more than one of token, oauth",
            ),
            ("[mcp.crm]\nurl = \"https://a\"\nsign_in = true", "go with issuer"),
            ("[mcp.crm]\nurl = \"https://a\"\nissuer = \"https://b\"", "go with issuer"),
            ("[mcp.crm]\nurl = \"https://a\"\nissuer = \"http://b\"\nsign_in = true", "must begin with https"),
            ("[mcp.crm]\nurl = \"http://a\"\nissuer = \"https://b\"\nsign_in = true", "must begin with https"),
            ("[mcp.crm]\nurl = \"https://a\"\nacts = [\"b\"]", "unknown field `acts`"),
            ("[mcp.crm]\nurl = \"https://a\"\noauth = { client_id = \"c\" }", "missing field `client_secret`"),
            ("[mcp.crm]\ncomand = \"a\"", "unknown field `comand`"),
            ("[mcp.\"a b\"]\ncommand = \"a\"", "letters, digits"),
            ("[api.x]\n", "[api.x] needs file"),
            ("[api.x]\nfile = \"f\"\nkey = \"env:NONE\"", "the variable NONE is not set"),
        ] {
            let error = read(text).unwrap_err();
            assert!(error.contains(says), "{text}: {error}");
        }
    }
}
