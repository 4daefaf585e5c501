//! How tools from outside are named in the settings: `[mcp.NAME]` and `[api.NAME]`.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::Duration;

use reqwest::Url;
use serde::Deserialize;

use base::http_client::is_loopback;
use base::secret::Secret;

/// Everything from outside, by name.
#[derive(Clone, Debug, Default)]
pub struct OutsideSettings {
    pub mcp: BTreeMap<String, McpSettings>,
    pub api: BTreeMap<String, ApiSettings>,
}

/// An MCP server: a program that is started, or an address.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct McpSettings {
    pub command: Option<String>,
    pub args: Vec<String>,
    /// What the program gets beside the few variables that every program needs: nothing else of ours reaches it.
    pub env: BTreeMap<String, Secret>,
    pub url: Option<String>,
    /// Sent as a bearer.
    pub token: Option<Secret>,
    /// The provider that gives tokens for `oauth` and `sign_in`; nothing is sent to another one.
    pub issuer: Option<String>,
    /// Signs in as a program at that provider.
    pub oauth: Option<OauthSettings>,
    /// A person signs in at that provider, once, by `plumbline mcp login NAME`.
    pub sign_in: bool,
    /// The file that keeps that sign-in.
    #[serde(skip)]
    pub kept: PathBuf,
    /// Files and folders that a program that is started here does not read.
    #[serde(skip)]
    pub hidden: Vec<PathBuf>,
    /// The desk's own port, which it does not call.
    #[serde(skip)]
    pub port: u16,
    /// Only these of its tools, by its own names; all where it is empty.
    pub only: Vec<String>,
    /// The tools that read: whoever runs the desk vouches for that. Every other one waits for a person, whatever the server
    /// says of it.
    pub reads: Vec<String>,
    /// Seconds for an answer.
    pub timeout_s: Option<u64>,
}

/// How this desk is known to the provider of an MCP server.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OauthSettings {
    pub client_id: String,
    pub client_secret: Secret,
    /// Else those that the server says.
    #[serde(default)]
    pub scopes: Vec<String>,
}

/// An API that an OpenAPI description tells.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct ApiSettings {
    pub file: String,
    /// Where it is; else as its description says.
    pub base_url: Option<String>,
    pub key: Option<Secret>,
    /// The header that carries the key; else `Authorization` with `Bearer`.
    pub key_header: Option<String>,
    /// Only these operations, by their `operationId`; all where it is empty.
    pub only: Vec<String>,
    /// The operations that read, by their `operationId`, as for [`McpSettings::reads`].
    pub reads: Vec<String>,
    /// Seconds for an answer.
    pub timeout_s: Option<u64>,
}

/// Seconds for an answer where the settings say nothing: less than a call has, so that it can be said who was slow.
const TIMEOUT_S: u64 = 12;

/// The time for an answer.
pub fn timeout(seconds: Option<u64>) -> Duration {
    Duration::from_secs(seconds.unwrap_or(TIMEOUT_S))
}

/// The longest name: tools' names begin with it.
const LONGEST: usize = 24;

impl OutsideSettings {
    pub fn is_empty(&self) -> bool {
        self.mcp.is_empty() && self.api.is_empty()
    }

    /// Reads the two sections. A text that begins with `env:` names the variable that holds the value. Sign-ins are kept in
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

    /// Keeps files and folders, and the desk's own port, from the programs that are started.
    pub fn hide(&mut self, places: &[PathBuf], port: u16) {
        self.mcp.values_mut().for_each(|server| (server.hidden, server.port) = (places.to_vec(), port));
    }

    /// A line for each, without anything secret.
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
    /// How many ways of signing in are named.
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

/// Over TLS, or not over any network.
fn is_safe(address: &str) -> bool {
    Url::parse(address).is_ok_and(|url| url.scheme() == "https" || (url.scheme() == "http" && is_loopback(&url)))
}

fn hidden(has_key: bool) -> &'static str {
    if has_key { " (key hidden)" } else { "" }
}

/// An address without the name and password that some carry.
fn without_user(place: &str) -> String {
    match place.split_once("://").map(|(scheme, rest)| (scheme, rest.split_once('@'))) {
        Some((scheme, Some((_, rest)))) => format!("{scheme}://{rest}"),
        _ => place.to_owned(),
    }
}

/// Puts variables in the place of their names; the error is the name of one that is not set.
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
