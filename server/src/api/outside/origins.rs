//! Adding, changing and removing MCP servers and APIs on their page. Each is stored as the section that the settings
//! file would have, encrypted, and is in use a moment later.

use std::time::Duration;

use app::api::outside::OutsideTools;
use async_trait::async_trait;
use model::account::Action;
use model::error::AppError;
use model::outside::{
    NewOrigin, OriginChange, OriginKind, OriginTool, OutsidePage, ToolOrigin, ToolUse, WaitingVersion,
};

use super::super::Api;
use super::diff::compared;
use crate::outside::{OutsideSettings, ServerStatus, openapi, without_user};
use crate::settings::{self, Change};
use crate::store::pins;

/// How long a page waits for a server's first answer.
const FIRST_ANSWER_TIMEOUT: Duration = Duration::from_secs(12);

#[async_trait]
impl OutsideTools for Api {
    async fn outside(&self) -> Result<OutsidePage, AppError> {
        self.must_be_admin()?;
        let services = &self.services;
        let mut statuses = services.outside.standing();
        statuses.sort_by(|a, b| a.name.cmp(&b.name).then(b.kind.cmp(a.kind)));
        let origins = statuses.into_iter().map(|status| self.origin(status)).collect();
        let waiting = pins::waiting(&services.db).await?.into_iter().map(|one| WaitingVersion {
            lines: compared(one.accepted_description.as_deref(), &one.description),
            server: one.server,
            tool: one.tool,
            hash: one.hash,
            changed: one.changed,
        });
        Ok(OutsidePage { origins, waiting: waiting.collect(), problems: services.applied.problems.clone() })
    }

    async fn add_origin(&self, new: NewOrigin) -> Result<(), AppError> {
        self.must_be_admin()?;
        let (kind, name) = (new.kind, new.name.trim().to_owned());
        if self.is_known(kind, &name) {
            let detail = format!("The name {name} is taken. Choose another.");
            return Err(AppError::Conflict { detail });
        }
        let section = match kind {
            OriginKind::Mcp => mcp_section(new)?,
            OriginKind::Api => api_section(&name, new).await?,
        };
        if kind == OriginKind::Mcp {
            // What a server of this name listed before was perhaps another one's.
            pins::forget(&self.services.db, &name).await?;
        }
        self.save(kind, &name, Some(section)).await?;
        self.services.outside.tried(FIRST_ANSWER_TIMEOUT).await;
        Ok(())
    }

    async fn change_origin(&self, kind: OriginKind, name: &str, change: OriginChange) -> Result<(), AppError> {
        self.must_be_admin()?;
        let mut section = self.section(kind, name).await?;
        if let Some(paused) = change.paused {
            section.insert("paused".into(), paused.into());
        }
        for (tool, used) in change.tools {
            put(&mut section, "reads", &tool, used == ToolUse::Reads);
            put(&mut section, "off", &tool, used == ToolUse::Off);
        }
        self.save(kind, name, Some(section)).await?;
        self.services.outside.tried(FIRST_ANSWER_TIMEOUT).await;
        Ok(())
    }

    async fn try_origin(&self, kind: OriginKind, name: &str) -> Result<(), AppError> {
        self.must_be_admin()?;
        if !self.is_known(kind, name) {
            return Err(unknown(kind, name));
        }
        let url = self.services.config.outside.api.get(name).and_then(|api| api.description_url.clone());
        if let (OriginKind::Api, Some(url)) = (kind, url) {
            let description = openapi::fetch(&url).await.map_err(|why| AppError::invalid("url", why))?;
            let mut section = self.section(kind, name).await?;
            section.insert("description".into(), description.into());
            self.save(kind, name, Some(section)).await?;
        }
        self.services.outside.retry(kind.as_str(), name, FIRST_ANSWER_TIMEOUT).await;
        Ok(())
    }

    async fn remove_origin(&self, kind: OriginKind, name: &str) -> Result<(), AppError> {
        self.must_be_admin()?;
        self.section(kind, name).await?;
        let signed_in = self.services.config.outside.mcp.get(name).map(|server| server.kept.clone());
        self.save(kind, name, None).await?;
        if let (OriginKind::Mcp, Some(signed_in)) = (kind, signed_in) {
            pins::forget(&self.services.db, name).await?;
            // Usually nobody signed in to it.
            let _missing = tokio::fs::remove_file(signed_in).await;
        }
        Ok(())
    }
}

impl Api {
    /// Begins a person's sign-in to an MCP server; returns the URL to open, from which the browser comes back to `back`.
    ///
    /// # Errors
    /// `Forbidden` unless admin; `Unavailable` if the server or its provider refuses.
    pub async fn begin_mcp_sign_in(&self, name: &str, back: &str) -> Result<String, AppError> {
        self.must_be_admin()?;
        self.audit(Action::SettingsChanged, format!("mcp:{name}"), "A person signs in").await?;
        self.services.outside.begin_sign_in(name, back).await.map_err(|detail| AppError::Unavailable { detail })
    }

    /// Ends it. `came` is the URL with which the browser came back.
    ///
    /// # Errors
    /// As for [`Api::begin_mcp_sign_in`].
    pub async fn finish_mcp_sign_in(&self, name: &str, came: &str) -> Result<(), AppError> {
        self.must_be_admin()?;
        let outside = &self.services.outside;
        outside.finish_sign_in(name, came).await.map_err(|detail| AppError::Unavailable { detail })?;
        self.audit(Action::SettingsChanged, format!("mcp:{name}"), "A person has signed in").await?;
        outside.retry("mcp", name, FIRST_ANSWER_TIMEOUT).await;
        Ok(())
    }

    fn is_known(&self, kind: OriginKind, name: &str) -> bool {
        let OutsideSettings { mcp, api } = &self.services.config.outside;
        match kind {
            OriginKind::Mcp => mcp.contains_key(name),
            OriginKind::Api => api.contains_key(name),
        }
    }

    fn origin(&self, status: ServerStatus) -> ToolOrigin {
        let (services, config) = (&self.services, &self.services.config);
        let ServerStatus { name, kind, state, trouble, left_out, .. } = status;
        let listed = services.outside.listed(kind, &name);
        type Uses<'u> = Box<dyn Fn(&str) -> bool + 'u>;
        let (place, reads, used, sign_in): (String, &[String], Uses<'_>, bool) =
            match (kind, config.outside.mcp.get(&name), config.outside.api.get(&name)) {
                ("mcp", Some(server), _) => {
                    let place = server.url.clone().or_else(|| server.command.clone()).unwrap_or_default();
                    (place, &server.reads, Box::new(|tool| server.uses(tool)), server.sign_in)
                }
                ("api", _, Some(api)) => (api.place().to_owned(), &api.reads, Box::new(|tool| api.uses(tool)), false),
                _ => (String::new(), &[], Box::new(|_| true), false),
            };
        let tool = |one: crate::outside::Listed| {
            let used = match (used(&one.name), reads.contains(&one.name)) {
                (false, _) => ToolUse::Off,
                (true, true) => ToolUse::Reads,
                (true, false) => ToolUse::Acts,
            };
            OriginTool { name: one.name, description: one.description, used }
        };
        ToolOrigin {
            kind: if kind == "mcp" { OriginKind::Mcp } else { OriginKind::Api },
            place: without_user(&place),
            state: state.to_owned(),
            trouble,
            left_out,
            tools: listed.into_iter().map(tool).collect(),
            locked: config.has_section(kind, &name),
            sign_in,
            name,
        }
    }

    /// The section of an origin that was added on the page.
    async fn section(&self, kind: OriginKind, name: &str) -> Result<toml::Table, AppError> {
        if self.services.config.has_section(kind.as_str(), name) {
            let detail = format!("The settings file declares [{kind}.{name}]. Change it there.");
            return Err(AppError::Conflict { detail });
        }
        let config = &self.services.config;
        let rows = crate::store::settings::all(&self.services.db).await?;
        let mut sections = settings::values_below(config, &rows, &format!("{kind}."));
        let text = sections.remove(name).ok_or_else(|| unknown(kind, name))?;
        let text = text.map_err(|why| AppError::Conflict { detail: why.to_string() })?;
        text.parse().map_err(|error| {
            tracing::error!(%error, name, "a stored section cannot be read");
            AppError::internal()
        })
    }

    /// Stores a section, or takes it back, and waits until that is in use.
    async fn save(&self, kind: OriginKind, name: &str, section: Option<toml::Table>) -> Result<(), AppError> {
        let value = section.map(|section| section.to_string());
        let changes = [Change { name: format!("{kind}.{name}"), value }];
        let rows = crate::store::settings::all(&self.services.db).await?;
        settings::tried(&self.services.config, &rows, &changes)?;
        self.store_settings(&changes, format!("{kind}:{name}")).await
    }
}

fn unknown(kind: OriginKind, name: &str) -> AppError {
    AppError::not_found(match kind {
        OriginKind::Mcp => format!("There is no MCP server {name} here."),
        OriginKind::Api => format!("There is no API {name} here."),
    })
}

/// Adds a name to a list of a section, or removes it.
fn put(section: &mut toml::Table, list: &str, name: &str, is_in: bool) {
    let mut all: Vec<toml::Value> = section.get(list).and_then(toml::Value::as_array).cloned().unwrap_or_default();
    all.retain(|known| known.as_str() != Some(name));
    if is_in {
        all.push(name.into());
    }
    section.insert(list.into(), all.into());
}

fn given(text: Option<String>) -> Option<String> {
    text.map(|text| text.trim().to_owned()).filter(|text| !text.is_empty())
}

fn table(fields: impl IntoIterator<Item = (&'static str, Option<String>)>) -> toml::Table {
    let fields = fields.into_iter().filter_map(|(name, value)| Some((name.to_owned(), given(value)?.into())));
    fields.collect()
}

fn mcp_section(new: NewOrigin) -> Result<toml::Table, AppError> {
    let NewOrigin { url, token, issuer, .. } = new;
    let url = given(url).ok_or_else(|| AppError::invalid("url", "Give the address of the MCP server."))?;
    openapi::checked(&url).map_err(|why| AppError::invalid("url", why))?;
    let signs_in = given(issuer.clone()).is_some();
    let mut section = table([("url", Some(url)), ("token", token), ("issuer", issuer)]);
    if signs_in {
        section.insert("sign_in".into(), true.into());
    }
    Ok(section)
}

async fn api_section(name: &str, new: NewOrigin) -> Result<toml::Table, AppError> {
    let NewOrigin { url, description, base_url, key, key_header, .. } = new;
    let (url, description) = match (given(url), given(description)) {
        (_, Some(description)) => (None, description),
        (Some(url), None) => {
            let fetched = openapi::fetch(&url).await.map_err(|why| AppError::invalid("url", why))?;
            (Some(url), fetched)
        }
        (None, None) => {
            let detail = "Give the address of the API's OpenAPI description, or upload it.";
            return Err(AppError::invalid("url", detail));
        }
    };
    let base_url = given(base_url).or_else(|| openapi::address(&description, url.as_deref()?));
    let section = table([
        ("description", Some(description.clone())),
        ("description_url", url),
        ("base_url", base_url),
        ("key", key),
        ("key_header", key_header),
    ]);
    let settings = section.clone().try_into();
    let settings = settings.map_err(|error: toml::de::Error| AppError::invalid("api", error.message().to_owned()))?;
    openapi::tools(&description, name, &settings).map_err(|why| AppError::invalid("description", why))?;
    Ok(section)
}
