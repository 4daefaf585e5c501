//! The form that begins a call: the caller, the language, and the form of address.

use leptos::prelude::*;

use super::{form_name, language_name};
use crate::components::form::{Field, Fields, FormError, Submit, chip, on_submit};
use crate::components::frame::icon::Icon;
use crate::model::support::{BeginCall, CallSettings, KnownCaller, Language};
use crate::{id, t};

/// The phone number's field.
const PHONE: &str = "phone";

#[component]
pub fn StartCall(
    /// Numbers to try.
    callers: Vec<KnownCaller>,
    /// The defaults.
    settings: CallSettings,
    /// A model reasons, and may be chosen.
    by_model: bool,
    begin: Callback<BeginCall>,
    submit: Submit,
) -> impl IntoView {
    let phone = RwSignal::new(String::new());
    let CallSettings { language, formal, .. } = settings.clone();
    let submitted = on_submit(move |fields: Fields| {
        let Some(phone) = fields.text(PHONE).filter(|_| !submit.busy.get_untracked()) else { return };
        begin.run(BeginCall {
            phone,
            language: fields.parsed("language"),
            formal: fields.parsed("formal"),
            model: fields.text("model"),
            temperature: fields.parsed("temperature"),
            ..BeginCall::default()
        });
    });
    let languages = Language::ALL
        .iter()
        .map(|one| chip("radio", "language", one.to_string(), *one == language, language_name(*one)));
    let forms = [(false, "tu"), (true, "Jūs")].map(|(one, name)| {
        let label = view! { <span><span lang="lt">{name}</span> ", " {form_name(one)}</span> };
        chip("radio", "formal", one.to_string(), one == formal, label)
    });
    view! {
        <form class="start" method="post" on:submit=submitted>
            <Field
                id=PHONE
                label=t!("support-phone")
                hint=t!("support-phone-hint")
                invalid=Signal::derive(move || submit.problem.with(Option::is_some))
            >
                <input
                    id=PHONE
                    name=PHONE
                    type="tel"
                    autocomplete="off"
                    required
                    placeholder="+37060012345"
                    aria-describedby="start-problem"
                    prop:value=phone
                    on:input:target=move |e| phone.set(e.target().value())
                />
                <FormError problem=submit.problem id="start-problem" />
            </Field>
            <Numbers callers phone />
            {by_model.then(|| view! { <ForThisCall settings /> })}
            <div class="start-how">
                <fieldset>
                    <legend class="field-label">{t!("support-language")}</legend>
                    <div class="chips">{languages.collect_view()}</div>
                </fieldset>
                <fieldset>
                    <legend class="field-label">
                        {t!("support-form")} " " <span class="field-hint">{t!("support-form-hint")}</span>
                    </legend>
                    <div class="chips">{forms.into_iter().collect_view()}</div>
                </fieldset>
                <button class="button needs-scripts" data-kind="primary" disabled=submit.busy>
                    <Icon name="phone" />
                    {move || t!(if submit.busy.get() { id!("support-starting") } else { id!("support-start-call") })}
                </button>
            </div>
            <p class="small muted only-without-scripts">
                {t!("support-needs-scripts")} " " <code>"plumbline chat"</code> "."
            </p>
        </form>
    }
    .into_any()
}

/// Settings for this call, if a model reasons.
#[component]
fn ForThisCall(settings: CallSettings) -> impl IntoView {
    view! {
        <details class="start-own needs-scripts">
            <summary>{t!("support-own")}</summary>
            <div class="row">
                <label>
                    {t!("support-model")} <input type="text" name="model" autocomplete="off" placeholder=settings.model />
                </label>
                <label>
                    {t!("support-temperature")}
                    <input
                        type="number"
                        name="temperature"
                        min="0"
                        max="2"
                        step="0.1"
                        placeholder=settings.temperature.to_string()
                    />
                </label>
            </div>
        </details>
    }
    .into_any()
}

/// Numbers of the demo, each with its problem. Choosing one fills the field.
#[component]
fn Numbers(callers: Vec<KnownCaller>, phone: RwSignal<String>) -> impl IntoView {
    if callers.is_empty() {
        return view! {
            <p class="small muted">
                {t!("support-numbers-come")} " " <code>"plumbline demo"</code> ". " {t!("support-numbers-own")}
            </p>
        }
        .into_any();
    }
    let rows = callers
        .into_iter()
        .map(|caller| {
            let number = StoredValue::new(caller.phone.clone());
            let chosen = move || phone.with(|phone| number.with_value(|n| n == phone));
            view! {
                <li>
                    <button
                        type="button"
                        class="start-number"
                        aria-pressed=move || chosen().to_string()
                        on:click=move |_| phone.set(number.get_value())
                    >
                        <b>{caller.phone}</b>
                        <span>{caller.about}</span>
                    </button>
                </li>
            }
        })
        .collect_view();
    view! {
        <div class="start-numbers needs-scripts" role="group" aria-label=t!("support-numbers")>
            <p class="field-label" aria-hidden="true">{t!("support-numbers")}</p>
            <ul class="start-list">{rows}</ul>
        </div>
    }
    .into_any()
}
