//! Reading and changing the settings of a page.

use std::collections::BTreeMap;

use app::api::settings::SettingsApi;
use async_trait::async_trait;
use model::error::AppError;
use model::run::Strategy;
use model::settings::{ModelOffer, SettingField, SettingsChange, SettingsGroup};

use super::super::Api;
use crate::config::{Config, Declared, Origin};
use crate::llm::config::RULES;
use crate::llm::provider::PROVIDERS;
use crate::llm::{self, found};
use crate::services::{Parts, Services};
use crate::settings::groups::{Group, group};
use crate::settings::{self, Applied, Change};

const PROVIDER: &str = "PLUMBLINE_LLM_PROVIDER";
const KEY: &str = "PLUMBLINE_LLM_API_KEY";
const MODEL: &str = "PLUMBLINE_LLM_MODEL";

#[async_trait]
impl SettingsApi for Api {
    async fn settings(&self, id: &str) -> Result<SettingsGroup, AppError> {
        self.must_be_admin()?;
        let group = known(id)?;
        let offers = match (id, self.services.agent.model()) {
            ("model", RULES) => offers(&self.services).await,
            _ => Vec::new(),
        };
        Ok(SettingsGroup { offers, ..shown(group, &self.services.config, &self.services.applied) })
    }

    async fn change_settings(&self, id: &str, change: SettingsChange) -> Result<SettingsGroup, AppError> {
        self.must_be_admin()?;
        let (services, group) = (&self.services, known(id)?);
        let changes = changes(group, &services.config, change)?;
        let config = settings::tried(&services.config, &services.applied.rows, &changes)?;
        Parts::open(&config, &services.world).map_err(|error| AppError::invalid("settings", format!("{error:#}")))?;
        self.store_settings(&changes, format!("settings:{id}")).await?;
        let (config, applied) = settings::effective(&services.config, &services.db).await?;
        Ok(shown(group, &config, &applied))
    }

    async fn list_models(&self, change: SettingsChange) -> Result<Vec<String>, AppError> {
        self.must_be_admin()?;
        let config = self.with_change("model", change)?;
        let mut settings = config.models.llm();
        // Some providers have no default model: the list is asked for to choose one.
        if settings.model.is_empty() {
            settings.model = "any".into();
        }
        let client = llm::config::bare(&settings).map_err(|error| AppError::invalid("model", error.to_string()))?;
        let client = client.ok_or_else(|| AppError::invalid("model", "Choose a provider first."))?;
        client.models().await.map_err(|detail| AppError::Unavailable { detail })
    }
}

impl Api {
    /// The settings as they would be with a change.
    pub(super) fn with_change(&self, id: &str, change: SettingsChange) -> Result<Config, AppError> {
        let changes = changes(known(id)?, &self.services.config, change)?;
        settings::tried(&self.services.config, &self.services.applied.rows, &changes)
    }
}

fn known(id: &str) -> Result<&'static Group, AppError> {
    group(id).ok_or_else(|| {
        let all: Vec<&str> = settings::groups::GROUPS.iter().map(|group| group.id).collect();
        AppError::not_found(format!("There is no group of settings \"{id}\". There is: {}.", all.join(", ")))
    })
}

/// The changes of a group's settings. A value equal to the default takes the setting back, and an empty secret stays as
/// it is.
fn changes(group: &Group, config: &Config, change: SettingsChange) -> Result<Vec<Change>, AppError> {
    let SettingsChange { mut values, key_variable } = change;
    if let Some(variable) = key_variable {
        let offered = found::KEYS.iter().any(|(known, _)| *known == variable);
        let key = std::env::var(&variable).ok().filter(|key| offered && !key.trim().is_empty());
        let key = key.ok_or_else(|| AppError::invalid("keyVariable", format!("{variable} holds no key.")))?;
        values.insert(KEY.to_owned(), Some(key));
    }
    // Without a model a key has no use, and would be refused.
    let to_rules =
        |value: &Option<String>| value.as_deref().is_none_or(|value| value.trim().eq_ignore_ascii_case(RULES));
    if values.get(PROVIDER).is_some_and(to_rules) {
        values.extend([PROVIDER, KEY].map(|name| (name.to_owned(), None)));
    }
    let of = |(name, value): (String, Option<String>)| {
        if !group.names.contains(&name.as_str()) {
            let detail = format!("{name} is no setting of this group. There is: {}.", group.names.join(", "));
            return Some(Err(AppError::invalid("values", detail)));
        }
        let declared = config.declared.iter().find(|declared| declared.name == name)?;
        let value = value.map(|value| value.trim().to_owned());
        if declared.secret && value.as_deref() == Some("") {
            return None;
        }
        let default = declared.default.as_deref().unwrap_or_default();
        let value = value.filter(|value| !value.is_empty() && value != default);
        // Unchanged settings keep who set them, and locked ones may be sent along with a form.
        let same = !declared.secret && value.as_deref().unwrap_or(default) == shown_value(declared);
        (!same && (value.is_some() || declared.origin != Origin::Default)).then_some(Ok(Change { name, value }))
    };
    values.into_iter().filter_map(of).collect()
}

/// The value as a form shows it.
fn shown_value(declared: &Declared) -> &str {
    match declared.shown.as_str() {
        "(not set)" => "",
        shown => shown,
    }
}

fn shown(group: &Group, config: &Config, applied: &Applied) -> SettingsGroup {
    let field = |name: &&str| {
        let declared = config.declared.iter().find(|declared| declared.name == *name)?;
        let row = applied.rows.iter().find(|row| row.name == *name && declared.origin == Origin::Page);
        let value = if declared.secret { "" } else { shown_value(declared) };
        Some(SettingField {
            name: (*name).to_owned(),
            about: declared.about.to_owned(),
            wants: declared.wants.to_owned(),
            value: value.to_owned(),
            default: declared.default.clone().unwrap_or_default(),
            secret: declared.secret,
            is_set: declared.origin != Origin::Default,
            origin: declared.origin,
            choices: choices(name, declared.wants),
            changed: row.map(|row| (row.changed_by.clone(), row.changed_at)),
        })
    };
    SettingsGroup {
        id: group.id.to_owned(),
        fields: group.names.iter().filter_map(field).collect(),
        problems: applied.problems.clone(),
        offers: Vec::new(),
    }
}

/// The values that a setting can have, with their titles; empty for free text.
fn choices(name: &str, wants: &str) -> Vec<(String, String)> {
    let same = |value: &str| (value.to_owned(), value.to_owned());
    match name {
        PROVIDER | "PLUMBLINE_LLM_FALLBACK_PROVIDER" => {
            let providers = PROVIDERS.iter().map(|provider| (provider.name.to_owned(), provider.title.to_owned()));
            [same(RULES)].into_iter().chain(providers).collect()
        }
        "PLUMBLINE_STRATEGY" => Strategy::ALL.iter().map(|strategy| same(strategy.as_str())).collect(),
        "PLUMBLINE_OIDC_SEES" => ["none", "all"].map(same).to_vec(),
        _ if wants == "true or false" => ["false", "true"].map(same).to_vec(),
        _ => Vec::new(),
    }
}

/// The models that were found on this machine, each as the settings that enable it.
async fn offers(services: &Services) -> Vec<ModelOffer> {
    let found = found::look(|name| std::env::var(name).ok()).await;
    let locked = |name: &str| {
        services.config.declared.iter().any(|declared| declared.name == name && declared.origin.is_locked())
    };
    let offer = |found: found::Found| {
        let values: BTreeMap<String, String> =
            found.values.into_iter().map(|(name, value)| (name.to_owned(), value)).collect();
        let usable = ![PROVIDER, KEY, MODEL].into_iter().any(locked);
        usable.then(|| ModelOffer {
            title: found.title,
            values,
            key_variable: found.key_variable.map(ToOwned::to_owned),
        })
    };
    found.into_iter().filter_map(offer).collect()
}
