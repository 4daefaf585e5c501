//! Settings made on pages: one form for all groups of settings, and what a trial found.

mod field;

use std::collections::BTreeMap;

use leptos::prelude::*;

use crate::components::form::{Fields, FormError, Submit, on_submit};
use crate::components::frame::icon::Badge;
use crate::components::frame::notice::Notice;
use crate::components::posted::{PostedForm, posted_to};
use crate::components::section::Section;
use crate::model::review::CheckLine;
use crate::model::settings::{ModelOffer, SettingField, SettingsChange, SettingsGroup};
use crate::{id, t};
use field::{SettingInput, labelled};

/// The heading and the explanation of each group.
const GROUPS: [(&str, &str, &str); 6] = [
    ("model", id!("settings-model"), id!("settings-model-means")),
    ("limits", id!("settings-limits"), id!("settings-limits-means")),
    ("mail", id!("settings-mail"), id!("settings-mail-means")),
    ("webhook", id!("settings-webhook"), id!("settings-webhook-means")),
    ("watching", id!("settings-watching"), id!("settings-watching-means")),
    ("sign-in", id!("settings-sign-in"), id!("settings-sign-in-means")),
];

/// What a group's form does.
#[derive(Clone, Copy)]
pub struct FormActions {
    pub save: Callback<SettingsChange>,
    pub try_out: Callback<SettingsChange>,
    /// Lists a provider's models, if the group chooses one.
    pub list: Option<Callback<SettingsChange>>,
    pub submit: Submit,
    pub trial: Submit,
    /// Whether something was saved since the page was opened.
    pub saved: RwSignal<bool>,
    pub models: RwSignal<Vec<String>>,
    /// What the trial found so far.
    pub found: RwSignal<Vec<CheckLine>>,
}

/// The change that a form's fields express. Empty text takes a setting back; an empty secret stays as it is.
fn change_of(fields: &Fields, names: &[(String, bool)]) -> SettingsChange {
    let cleared = fields.all("clear");
    let value = |(name, secret): &(String, bool)| match fields.text(name) {
        None if *secret && !cleared.contains(name) => None,
        text => Some((name.clone(), text)),
    };
    SettingsChange { values: names.iter().filter_map(value).collect(), key_variable: fields.text("key-variable") }
}

/// A group's form: its fields, saving, and trying what is typed before it is saved.
#[component]
pub fn SettingsForm(group: SettingsGroup, actions: FormActions) -> impl IntoView {
    let SettingsGroup { id, fields, problems, offers } = group;
    let (_, title, about) = GROUPS.into_iter().find(|(known, ..)| *known == id).unwrap_or(GROUPS[0]);
    let open: Vec<&SettingField> = fields.iter().filter(|field| !field.origin.is_locked()).collect();
    let names: Vec<(String, bool)> = open.iter().map(|field| (field.name.clone(), field.secret)).collect();
    let is_open = !names.is_empty();
    let FormActions { save, try_out, list, submit, trial, saved, models, found } = actions;
    let typed = names.clone();
    let submitted = on_submit(move |fields: Fields| save.run(change_of(&fields, &typed)));
    let names = StoredValue::new(names);
    let from_click =
        move |event: &leptos::ev::MouseEvent| names.with_value(|names| change_of(&Fields::of_event(event), names));
    let listing = list.map(|list| {
        view! {
            <button
                class="button needs-scripts"
                type="button"
                disabled=trial.busy
                on:click=move |event| list.run(from_click(&event))
            >
                {t!("settings-list-models")}
            </button>
        }
    });
    let listed = format!("settings-{id}-models");
    let problems =
        problems.into_iter().map(|problem| view! { <p class="field-error"><span>{labelled(&problem)}</span></p> });
    let list = listed.clone();
    let inputs =
        move || fields.into_iter().map(|field| view! { <SettingInput field list=list.clone() /> }).collect_view();
    let action = format!("/desk/settings/{id}");
    let trial_action = format!("{action}/try");
    if let Some(posted) = posted_to(&action) {
        found.set(posted.found.clone());
    }
    let offers = offers.into_iter().map(|offer| view! { <Offer offer action=action.clone() save /> }).collect_view();
    view! {
        <Section id=format!("settings-{id}") title=t!(title) about=t!(about)>
            {problems.collect_view()}
            {offers}
            <form class="settings-form" method="post" action=action.clone() on:submit=submitted>
                <PostedForm action=action.clone() reason=labelled>{inputs()}</PostedForm>
                <datalist id=listed>
                    {move || models.get().into_iter().map(|name| view! { <option value=name></option> }).collect_view()}
                </datalist>
                <FormError problem=Signal::derive(move || submit.problem.get().map(|text| labelled(&text))) />
                <FormError problem=Signal::derive(move || trial.problem.get().map(|text| labelled(&text))) />
                <p class="row">
                    <button class="button" data-kind="primary" disabled=move || submit.busy.get() || !is_open>
                        {t!("settings-save")}
                    </button>
                    <button
                        class="button"
                        formaction=trial_action
                        disabled=move || trial.busy.get() || !is_open
                        on:click=move |event| {
                            event.prevent_default();
                            try_out.run(from_click(&event));
                        }
                    >
                        {t!("settings-try")}
                    </button>
                    {listing}
                    <span role="status" class="muted small">
                        {move || match (trial.busy.get(), saved.get()) {
                            (true, _) => t!("settings-trying"),
                            (_, true) => t!("settings-saved"),
                            _ => models.with(|models| match models.len() {
                                0 => String::new(),
                                n => t!("settings-models-listed", count = n),
                            }),
                        }}
                    </span>
                </p>
            </form>
            <Show when=move || !found.read().is_empty()>
                <Found lines=found />
            </Show>
        </Section>
    }
    .into_any()
}

/// A model that was found, with a button that uses it.
#[component]
fn Offer(offer: ModelOffer, action: String, save: Callback<SettingsChange>) -> impl IntoView {
    let ModelOffer { title, values, key_variable } = offer;
    let inputs =
        values.clone().into_iter().map(|(name, value)| view! { <input type="hidden" name=name value=value /> });
    let key = key_variable.clone().map(|name| view! { <input type="hidden" name="key-variable" value=name /> });
    let submitted = move |event: leptos::ev::SubmitEvent| {
        event.prevent_default();
        let values: BTreeMap<String, Option<String>> =
            values.iter().map(|(name, value)| (name.clone(), Some(value.clone()))).collect();
        save.run(SettingsChange { values, key_variable: key_variable.clone() });
    };
    view! {
        <form class="settings-offer" method="post" action=action on:submit=submitted>
            {inputs.collect_view()} {key}
            <span>{t!("settings-found", title = title.clone())}</span>
            <button class="button" data-size="small">
                {t!("settings-use", title = title)}
            </button>
        </form>
    }
    .into_any()
}

/// What a trial found so far.
#[component]
fn Found(lines: RwSignal<Vec<CheckLine>>) -> impl IntoView {
    let row = |(_, line): (usize, CheckLine)| {
        let badge = line.good.map(|good| match good {
            true => view! { <Badge tone="ok" icon="check" text=t!("settings-checked-good") /> },
            false => view! { <Badge tone="warning" icon="warn" text=t!("settings-checked-look") /> },
        });
        view! {
            <tr>
                <th scope="row">{line.what}</th>
                <td>{badge} " " {labelled(&line.told)}</td>
            </tr>
        }
    };
    view! {
        <div class="scroll" tabindex="0" role="region" aria-label=t!("settings-checked") aria-live="polite">
            <table class="table settings-checked">
                <caption class="sr-only">{t!("settings-checked")}</caption>
                <tbody>
                    <For
                        each=move || lines.get().into_iter().enumerate()
                        key=|(at, line)| (*at, line.what.clone(), line.told.clone())
                        children=row
                    />
                </tbody>
            </table>
        </div>
    }
    .into_any()
}

/// Says that questions are answered by rules.
#[component]
pub fn ByRules() -> impl IntoView {
    view! {
        <Notice icon="doc" title=t!("settings-no-model")>
            <p>{t!("settings-no-model-means")}</p>
        </Notice>
    }
    .into_any()
}
