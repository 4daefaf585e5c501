//! The form that begins a call: the caller, the language, and the form of address.

use leptos::html;
use leptos::prelude::*;

use super::{form_name, language_name};
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
    /// A call is being started.
    #[prop(into)]
    busy: Signal<bool>,
    /// Why the last one failed to start.
    #[prop(into)]
    problem: Signal<Option<String>>,
) -> impl IntoView {
    let phone = RwSignal::new(String::new());
    let CallSettings { language, formal, .. } = settings.clone();
    let (language, formal) = (RwSignal::new(language), RwSignal::new(formal));
    let (model, temperature) = (NodeRef::<html::Input>::new(), NodeRef::<html::Input>::new());
    let submit = move |event: leptos::ev::SubmitEvent| {
        event.prevent_default();
        let number = phone.get_untracked().trim().to_owned();
        if !number.is_empty() && !busy.get_untracked() {
            let (language, formal) = (language.get_untracked(), formal.get_untracked());
            let own = |field: NodeRef<html::Input>| field.get_untracked().map(|f| f.value()).filter(|v| !v.is_empty());
            begin.run(BeginCall {
                phone: number,
                language: Some(language),
                formal: Some(formal),
                model: own(model),
                temperature: own(temperature).and_then(|t| t.parse().ok()),
                ..BeginCall::default()
            });
        }
    };
    view! {
        <form class="start" method="post" on:submit=submit>
            <div class="field" data-state=move || problem.with(Option::is_some).then_some("invalid")>
                <label for=PHONE>
                    {t!("support-phone")} " " <span class="field-hint">{t!("support-phone-hint")}</span>
                </label>
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
                <div id="start-problem" role="alert">
                    {move || {
                        problem.get().map(|text| view! { <p class="field-error"><Icon name="warn" />{text}</p> })
                    }}
                </div>
            </div>
            <Numbers callers phone />
            {by_model.then(|| view! { <ForThisCall settings model temperature /> })}
            <div class="start-how">
                <fieldset>
                    <legend class="field-label">{t!("support-language")}</legend>
                    <div class="chips">
                        {Language::ALL
                            .iter()
                            .map(|one| {
                                let one = *one;
                                view! {
                                    <label class="chip">
                                        <input
                                            type="radio"
                                            name="language"
                                            value=one.as_str()
                                            prop:checked=move || language.get() == one
                                            checked=language.get_untracked() == one
                                            on:change=move |_| language.set(one)
                                        />
                                        {language_name(one)}
                                    </label>
                                }
                            })
                            .collect_view()}
                    </div>
                </fieldset>
                <fieldset>
                    <legend class="field-label">
                        {t!("support-form")} " " <span class="field-hint">{t!("support-form-hint")}</span>
                    </legend>
                    <div class="chips">
                        {[(false, "tu"), (true, "Jūs")]
                            .map(|(one, name)| {
                                view! {
                                    <label class="chip">
                                        <input
                                            type="radio"
                                            name="formal"
                                            value=one.to_string()
                                            prop:checked=move || formal.get() == one
                                            checked=formal.get_untracked() == one
                                            on:change=move |_| formal.set(one)
                                        />
                                        <span><span lang="lt">{name}</span> ", " {form_name(one)}</span>
                                    </label>
                                }
                            })
                            .collect_view()}
                    </div>
                </fieldset>
                <button class="button needs-scripts" data-kind="primary" disabled=move || busy.get()>
                    <Icon name="phone" />
                    {move || t!(if busy.get() { id!("support-starting") } else { id!("support-start-call") })}
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
fn ForThisCall(
    settings: CallSettings,
    model: NodeRef<html::Input>,
    temperature: NodeRef<html::Input>,
) -> impl IntoView {
    view! {
        <details class="start-own needs-scripts">
            <summary>{t!("support-own")}</summary>
            <div class="row">
                <label>
                    {t!("support-model")} <input type="text" autocomplete="off" placeholder=settings.model node_ref=model />
                </label>
                <label>
                    {t!("support-temperature")}
                    <input
                        type="number"
                        min="0"
                        max="2"
                        step="0.1"
                        placeholder=settings.temperature.to_string()
                        node_ref=temperature
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
