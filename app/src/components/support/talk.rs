//! The head of a call, and the note once it is over.

use leptos::prelude::*;

use super::{ended, language_name};
use crate::components::form::{FormError, Submit};
use crate::components::frame::icon::Badge;
use crate::model::support::{Ending, Language};
use crate::{i18n, id, t};

/// Who calls, and the button that ends the call.
#[component]
pub fn TalkHead(
    phone: String,
    /// UTC milliseconds.
    started_at: i64,
    #[prop(into)] language: Signal<Language>,
    #[prop(into)] over: Signal<bool>,
    end: Callback<()>,
    /// Takes the call over.
    take: Callback<()>,
    /// The person who has taken over from the agent.
    #[prop(into)]
    taken_by: Signal<Option<String>>,
    /// The call is being ended.
    ending: Submit,
    /// It is being taken over.
    taking: Submit,
) -> impl IntoView {
    view! {
        <header class="talk-head">
            <div class="talk-title">
                <p class="small">
                    <a href="/support">{t!("support-calls")}</a>
                </p>
                <h1>{t!("support-call-from")} " " <span class="nowrap">{phone}</span></h1>
                <p class="turn-meta">
                    <span>{i18n::full_time(started_at)}</span>
                    <span>{move || language_name(language.get())}</span>
                    {move || taken_by.get().map(|by| view! { <span>{t!("support-taken-by", name = by)}</span> })}
                </p>
            </div>
            <Show when=move || over.get() || taken_by.with(Option::is_none)>
                <button class="button needs-scripts" on:click=move |_| take.run(())>
                    {t!("support-take-over")}
                </button>
            </Show>
            <Show when=move || !over.get()>
                <button class="button needs-scripts" disabled=ending.busy on:click=move |_| end.run(())>
                    {move || t!(if ending.busy.get() { id!("support-ending") } else { id!("support-end-call") })}
                </button>
            </Show>
            <FormError problem=ending.problem />
            <FormError problem=taking.problem />
        </header>
    }
    .into_any()
}

/// How the call ended, and the link to the next one.
#[component]
pub fn TalkOver(ending: Ending) -> impl IntoView {
    let (text, tone, icon) = ended(Some(ending.outcome));
    view! {
        <section class="talk-over" aria-labelledby="talk-over">
            <h2 id="talk-over">{t!("support-over")}</h2>
            <p class="row">
                <Badge tone icon text />
                <span>{ending.summary}</span>
            </p>
            <p>
                <a class="button" data-kind="primary" href="/support">
                    {t!("support-start-new")}
                </a>
            </p>
        </section>
    }
    .into_any()
}
