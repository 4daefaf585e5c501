//! The settings of calls, and the form by which an admin changes them for new calls.

use leptos::html;
use leptos::prelude::*;

use super::language_name;
use crate::components::frame::icon::Icon;
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
pub fn SettingsForm(
    settings: CallSettings,
    save: Callback<CallChange>,
    #[prop(into)] busy: Signal<bool>,
    /// Why they were not saved.
    #[prop(into)]
    problem: Signal<Option<String>>,
) -> impl IntoView {
    let (language, formal) = (NodeRef::<html::Select>::new(), NodeRef::<html::Select>::new());
    let model = NodeRef::<html::Input>::new();
    let numbers = NUMBERS.map(|_| NodeRef::<html::Input>::new());
    let submit = move |event: leptos::ev::SubmitEvent| {
        event.prevent_default();
        let chosen = |field: NodeRef<html::Select>| field.get_untracked().map(|node| node.value());
        let number = |at: usize| numbers.get(at).and_then(|field| field.get_untracked()).map(|node| node.value());
        let whole = |at: usize| number(at).and_then(|text| text.parse().ok());
        save.run(CallChange {
            language: chosen(language).and_then(|name| name.parse().ok()),
            formal: chosen(formal).map(|form| form == "true"),
            model: model.get_untracked().map(|node| node.value().trim().to_owned()),
            temperature: number(0).and_then(|text| text.parse().ok()),
            max_tokens: whole(1),
            max_turns: whole(2),
            max_tool_calls: whole(3),
            max_model_calls: whole(4),
            ..CallChange::default()
        });
    };
    let CallSettings { temperature, max_tokens, max_turns, max_tool_calls, max_model_calls, .. } = settings;
    let values = [
        temperature.to_string(),
        max_tokens.to_string(),
        max_turns.to_string(),
        max_tool_calls.to_string(),
        max_model_calls.to_string(),
    ];
    let fields = NUMBERS.into_iter().zip(numbers).zip(values);
    let fields = fields.map(|(((name, label, most, step), field), value)| {
        let (step, least) = if step.is_empty() { ("1", "1") } else { (step, "0") };
        view! {
            <div class="field">
                <label for=name>{t!(label)}</label>
                <input
                    id=name
                    type="number"
                    required
                    min=least
                    max=most.to_string()
                    step=step
                    value=value
                    node_ref=field
                />
            </div>
        }
    });
    view! {
        <details class="call-settings needs-scripts">
            <summary>{t!("support-settings-change")}</summary>
            <form method="post" on:submit=submit>
                <div class="field">
                    <label for="call-language">{t!("support-language")}</label>
                    <select id="call-language" node_ref=language>
                        {Language::ALL
                            .iter()
                            .map(|one| {
                                view! {
                                    <option value=one.as_str() selected=*one == settings.language>
                                        {language_name(*one)}
                                    </option>
                                }
                            })
                            .collect_view()}
                    </select>
                </div>
                <div class="field">
                    <label for="call-formal">{t!("support-form")}</label>
                    <select id="call-formal" node_ref=formal>
                        <option value="false" selected=!settings.formal>
                            {t!("support-form-tu")}
                        </option>
                        <option value="true" selected=settings.formal>
                            {t!("support-form-jus")}
                        </option>
                    </select>
                </div>
                <div class="field">
                    <label for="call-model">
                        {t!("support-model")} " " <span class="field-hint">{t!("support-model-hint")}</span>
                    </label>
                    <input id="call-model" type="text" autocomplete="off" value=settings.model node_ref=model />
                </div>
                {fields.collect_view()}
                {move || {
                    problem
                        .get()
                        .map(|text| view! { <p class="field-error" role="alert"><Icon name="warn" />{text}</p> })
                }}
                <button class="button" disabled=move || busy.get()>
                    {t!("support-save")}
                </button>
                <p class="small muted">{t!("support-settings-begun")}</p>
            </form>
        </details>
    }
    .into_any()
}
