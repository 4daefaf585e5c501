//! Settings that an admin makes on a page.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

text_enum! {
    /// Where a setting's value comes from. Each goes over those below it.
    SettingOrigin {
        Flag = "flag",
        Environment = "environment",
        File = "file",
        Page = "page",
        Default = "default",
    }
}

impl SettingOrigin {
    /// Whether a page cannot change it.
    pub const fn is_locked(self) -> bool {
        matches!(self, Self::Flag | Self::Environment | Self::File)
    }
}

/// The settings of a page.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct SettingsGroup {
    /// "model", "limits", "mail", "webhook" or "sign-in".
    pub id: String,
    pub fields: Vec<SettingField>,
    /// Why settings made on pages have no effect.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub problems: Vec<String>,
    /// Models that were found and could be used.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub offers: Vec<ModelOffer>,
}

/// A setting with its value. A secret's value is never given.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct SettingField {
    /// Its name in the environment and the settings file.
    pub name: String,
    /// Its purpose, in English.
    pub about: String,
    /// What a value must be, in English.
    pub wants: String,
    /// Empty for a secret, and if it is not set.
    pub value: String,
    /// Its default; empty if there is none.
    pub default: String,
    pub secret: bool,
    pub is_set: bool,
    pub origin: SettingOrigin,
    /// The possible values with their titles, if they are few.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub choices: Vec<(String, String)>,
    /// Who set it on a page, and when: UTC milliseconds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub changed: Option<(String, i64)>,
}

/// A model that could be used.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ModelOffer {
    /// "Ollama with llama3.1"
    pub title: String,
    /// The settings that enable it, by name.
    pub values: BTreeMap<String, String>,
    /// The variable of the server's environment that holds the key.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub key_variable: Option<String>,
}

/// A change of settings. What is not named stays as it is.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct SettingsChange {
    /// New values by the settings' names; `null` takes a setting back, so that its default holds again.
    #[serde(default)]
    pub values: BTreeMap<String, Option<String>>,
    /// Takes the key from this variable of the server's environment, one that an offer names.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub key_variable: Option<String>,
}
