//! The form for the caller's next message.

use leptos::html;
use leptos::prelude::*;

use crate::components::form::{FormError, Submit};
use crate::components::text_box::{TextBox, sending};
use crate::components::words;
use crate::model::support::Language;
use crate::t;

/// The field's id.
pub const SAY: &str = "say";

/// A recording instead of text: phones record it, elsewhere a file is chosen. It needs no scripts.
#[component]
pub fn SayAloud(call: String) -> impl IntoView {
    view! {
        <form
            class="say-aloud"
            method="post"
            enctype="multipart/form-data"
            action=format!("/desk/calls/{}/voice", words::segment(&call))
        >
            <label for="audio">{t!("support-recording")}</label>
            <input id="audio" type="file" name="audio" accept="audio/*" capture required />
            <button class="button">{t!("support-recording-send")}</button>
        </form>
    }
    .into_any()
}

#[component]
pub fn Say(
    send: Callback<String>,
    /// The state of the last message.
    submit: Submit,
    /// Why nothing can be sent now; `None` if it can.
    #[prop(into)]
    waits: Signal<Option<String>>,
    #[prop(into)] language: Signal<Language>,
    /// The field's id, unique on the page.
    #[prop(default = SAY)]
    id: &'static str,
    /// Whose words are written here.
    #[prop(default = t!("support-say-caller"))]
    label: String,
    #[prop(default = t!("support-say-send"))] act: String,
) -> impl IntoView {
    let hint = format!("{id}-waits");
    let field = NodeRef::<html::Textarea>::new();
    let closed: Signal<bool> = Memo::new(move |_| submit.busy.get() || waits.with(Option::is_some)).into();
    let submitted = sending(field, (closed, submit.busy.into()), submit.problem.into(), send);
    view! {
        <form class="composer say needs-scripts" method="post" on:submit=submitted>
            <FormError problem=submit.problem />
            <TextBox
                id
                name="message"
                label=label.clone()
                placeholder=label
                act
                closed
                waits=true
                lang=Signal::derive(move || language.get().as_str())
                described=hint.clone()
                field
            />
            <p class="say-waits" id=hint>
                {move || waits.get().unwrap_or_else(|| t!("support-say-keys"))}
            </p>
        </form>
    }
    .into_any()
}
