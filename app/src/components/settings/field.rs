//! One setting in a form: its input, where its value comes from, and who set it.

use leptos::prelude::*;

use crate::components::form::{Field, options};
use crate::components::posted::typed;
use crate::model::settings::{SettingField, SettingOrigin};
use crate::model::time::day_of;
use crate::{i18n, id, t};

/// The label of each setting, and a hint where its form needs one.
const LABELS: [(&str, &str, &str); 37] = [
    ("PLUMBLINE_LLM_PROVIDER", id!("setting-provider"), ""),
    ("PLUMBLINE_LLM_BASE_URL", id!("setting-base-url"), id!("setting-base-url-hint")),
    ("PLUMBLINE_LLM_API_KEY", id!("setting-api-key"), ""),
    ("PLUMBLINE_LLM_MODEL", id!("setting-model"), id!("setting-model-hint")),
    ("PLUMBLINE_LLM_PSEUDONYMS", id!("setting-pseudonyms"), ""),
    ("PLUMBLINE_LLM_FALLBACK_PROVIDER", id!("setting-fallback-provider"), ""),
    ("PLUMBLINE_LLM_FALLBACK_BASE_URL", id!("setting-fallback-base-url"), id!("setting-base-url-hint")),
    ("PLUMBLINE_LLM_FALLBACK_API_KEY", id!("setting-fallback-api-key"), ""),
    ("PLUMBLINE_LLM_FALLBACK_MODEL", id!("setting-fallback-model"), id!("setting-model-hint")),
    ("PLUMBLINE_LLM_LIGHT_MODEL", id!("setting-light-model"), id!("setting-light-model-hint")),
    ("PLUMBLINE_STRATEGY", id!("setting-strategy"), ""),
    ("PLUMBLINE_LLM_CONTEXT", id!("setting-context"), id!("setting-context-hint")),
    ("PLUMBLINE_LLM_TIMEOUT_S", id!("setting-timeout"), ""),
    ("PLUMBLINE_RUN_MAX_TOKENS", id!("setting-run-tokens"), id!("setting-no-limit-hint")),
    ("PLUMBLINE_RUN_MAX_COST_USD", id!("setting-run-cost"), id!("setting-no-limit-hint")),
    ("PLUMBLINE_DAY_TOKENS", id!("setting-day-tokens"), id!("setting-no-limit-hint")),
    ("PLUMBLINE_DAY_COST_USD", id!("setting-day-cost"), id!("setting-no-limit-hint")),
    ("PLUMBLINE_SMTP_URL", id!("setting-smtp"), id!("setting-smtp-hint")),
    ("PLUMBLINE_MAIL_USER", id!("sources-user"), ""),
    ("PLUMBLINE_MAIL_PASSWORD", id!("sources-password"), ""),
    ("PLUMBLINE_MAIL_FROM", id!("setting-mail-from"), ""),
    ("PLUMBLINE_MAIL_TO", id!("setting-mail-to"), id!("setting-mail-to-hint")),
    ("PLUMBLINE_WEBHOOK_URL", id!("setting-webhook-url"), ""),
    ("PLUMBLINE_WEBHOOK_SECRET", id!("setting-webhook-secret"), id!("setting-webhook-secret-hint")),
    ("PLUMBLINE_WEBHOOK_EVENTS", id!("setting-webhook-events"), id!("setting-webhook-events-hint")),
    ("PLUMBLINE_WATCH_MAIL", id!("setting-watch-mail"), id!("setting-watch-mail-hint")),
    ("PLUMBLINE_WATCH_TEXTS", id!("setting-watch-texts"), ""),
    ("PLUMBLINE_OIDC_ISSUER", id!("setting-issuer"), id!("setting-issuer-hint")),
    ("PLUMBLINE_OIDC_CLIENT_ID", id!("setting-client-id"), ""),
    ("PLUMBLINE_OIDC_CLIENT_SECRET", id!("setting-client-secret"), ""),
    ("PLUMBLINE_PUBLIC_URL", id!("setting-public-url"), id!("setting-public-url-hint")),
    ("PLUMBLINE_OIDC_NAME", id!("setting-oidc-name"), ""),
    ("PLUMBLINE_OIDC_GROUPS_CLAIM", id!("setting-groups-claim"), ""),
    ("PLUMBLINE_OIDC_ADMINS", id!("setting-admins"), id!("setting-groups-hint")),
    ("PLUMBLINE_OIDC_REVIEWERS", id!("setting-reviewers"), id!("setting-groups-hint")),
    ("PLUMBLINE_OIDC_MANAGERS", id!("setting-managers"), id!("setting-groups-hint")),
    ("PLUMBLINE_OIDC_SEES", id!("setting-sees"), ""),
];

/// A text with the labels of settings in place of their names, which only those who start the server know.
pub fn labelled(text: &str) -> String {
    LABELS.into_iter().fold(text.to_owned(), |text, (name, label, _)| match text.contains(name) {
        true => text.replace(name, &format!("“{}”", t!(label))),
        false => text,
    })
}

/// A choice in the page's language, where its value is no name.
fn choice_title(value: &str, title: String) -> String {
    match value {
        "true" => t!("setting-on"),
        "false" => t!("setting-off"),
        "rules" => t!("setting-rules"),
        "auto" => t!("setting-auto"),
        "none" => t!("setting-sees-none"),
        "all" => t!("setting-sees-all"),
        _ => title,
    }
}

/// Where the value comes from.
fn source(field: &SettingField) -> Option<String> {
    let name = field.name.as_str();
    Some(match field.origin {
        SettingOrigin::Default => return None,
        SettingOrigin::Page => {
            let (who, at) = field.changed.clone()?;
            t!("setting-by-page", who = who, date = i18n::short_date(day_of(at)))
        }
        SettingOrigin::Flag => t!("setting-by-flag", name = name),
        SettingOrigin::Environment => t!("setting-by-environment", name = name),
        SettingOrigin::File => t!("setting-by-file", name = name),
    })
}

/// A setting's input. One that the server's own settings lock is shown, and cannot be changed.
#[component]
pub fn SettingInput(
    field: SettingField,
    /// The id of the list of models, for settings that name one.
    list: String,
) -> impl IntoView {
    let known = LABELS.into_iter().find(|(name, ..)| *name == field.name);
    let (label, hint) = known.map_or_else(
        || (field.name.clone(), None),
        |(_, label, hint)| (t!(label), (!hint.is_empty()).then(|| t!(hint))),
    );
    let source = source(&field);
    let SettingField { name, value, default, secret, is_set, origin, choices, .. } = field;
    let value = if secret { value } else { typed(&name, Some(value)).unwrap_or_default() };
    let id = name.to_lowercase().replace('_', "-");
    let (locked, note) = (origin.is_locked(), format!("{id}-note"));
    let described = source.as_ref().map(|_| note.clone());
    let input = if choices.is_empty() {
        let placeholder = match (secret, is_set) {
            (true, true) => t!("setting-secret-set"),
            (true, false) => String::new(),
            _ => default,
        };
        let names_model = name.ends_with("_MODEL");
        view! {
            <input
                id=id.clone()
                name=name.clone()
                type=if secret { "password" } else { "text" }
                value=value
                placeholder=placeholder
                autocomplete=if secret { "new-password" } else { "off" }
                autocapitalize="none"
                spellcheck="false"
                list=names_model.then_some(list)
                disabled=locked
                aria-describedby=described
            />
        }
        .into_any()
    } else {
        let chosen = if value.is_empty() { default } else { value };
        let all = choices.into_iter().map(|(value, title)| (value.clone(), choice_title(&value, title))).collect();
        view! {
            <select id=id.clone() name=name.clone() disabled=locked aria-describedby=described>
                {options(all, &chosen)}
            </select>
        }
        .into_any()
    };
    let clear = (secret && origin == SettingOrigin::Page).then(|| {
        view! {
            <label class="setting-clear">
                <input type="checkbox" name="clear" value=name />
                {t!("setting-clear")}
            </label>
        }
    });
    let source = source.map(|source| view! { <small id=note>{source}</small> });
    view! {
        <Field id label hint>
            {input} {source} {clear}
        </Field>
    }
    .into_any()
}
