//! The settings of calls, and the form by which an admin changes them for new calls.

use leptos::prelude::*;

use super::language_name;
use crate::components::form::{Field, Fields, FormError, SelectField, Submit, TextField, on_submit};
use crate::model::support::{CallChange, CallSettings, Language};
use crate::{id, t};

/// The numbers: field, label, and maximum; from zero if a step is given, else from one.
const NUMBERS: [(&str, &str, u32, &str); 5] = [
    ("temperature", id!("support-temperature"), 2, "0.1"),
    ("max-tokens", id!("support-max-tokens"), 32_000, ""),
    ("max-turns", id!("support-max-turns"), 200, ""),
    ("max-tool-calls", id!("support-max-tool-calls"), 20, ""),
    ("max-model-calls", id!("support-max-model-calls"), 1000, ""),
];

#[component]
pub fn SettingsForm(settings: CallSettings, save: Callback<CallChange>, submit: Submit) -> impl IntoView {
    let submitted = on_submit(move |fields: Fields| {
        save.run(CallChange {
            language: fields.parsed("call-language"),
            formal: fields.parsed("call-formal"),
            // An empty name is the default model.
            model: Some(fields.text("call-model").unwrap_or_default()),
            temperature: fields.parsed("temperature"),
            max_tokens: fields.parsed("max-tokens"),
            max_turns: fields.parsed("max-turns"),
            max_tool_calls: fields.parsed("max-tool-calls"),
            max_model_calls: fields.parsed("max-model-calls"),
            ..CallChange::default()
        });
    });
    let languages = Language::ALL.iter().map(|one| (one.to_string(), language_name(*one))).collect();
    let forms = vec![("false".into(), t!("support-form-tu")), ("true".into(), t!("support-form-jus"))];
    let CallSettings { temperature, max_tokens, max_turns, max_tool_calls, max_model_calls, .. } = settings;
    let values = [
        temperature.to_string(),
        max_tokens.to_string(),
        max_turns.to_string(),
        max_tool_calls.to_string(),
        max_model_calls.to_string(),
    ];
    let fields = NUMBERS.into_iter().zip(values).map(|((name, label, most, step), value)| {
        let (step, least) = if step.is_empty() { ("1", "1") } else { (step, "0") };
        view! {
            <Field id=name label=t!(label)>
                <input id=name name=name type="number" required min=least max=most.to_string() step=step value=value />
            </Field>
        }
    });
    view! {
        <details class="call-settings needs-scripts">
            <summary>{t!("support-settings-change")}</summary>
            <form method="post" on:submit=submitted>
                <SelectField
                    id="call-language"
                    label=t!("support-language")
                    name="call-language"
                    all=languages
                    chosen=settings.language.as_str()
                />
                <SelectField
                    id="call-formal"
                    label=t!("support-form")
                    name="call-formal"
                    all=forms
                    chosen=settings.formal.to_string()
                />
                <TextField
                    id="call-model"
                    label=t!("support-model")
                    hint=t!("support-model-hint")
                    name="call-model"
                    kind="text"
                    autocomplete="off"
                    value=settings.model
                />
                {fields.collect_view()}
                <FormError problem=submit.problem />
                <button class="button" disabled=submit.busy>
                    {t!("support-save")}
                </button>
                <p class="small muted">{t!("support-settings-begun")}</p>
            </form>
        </details>
    }
    .into_any()
}
