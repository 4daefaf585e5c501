//! The form for the caller's next message.

use leptos::html;
use leptos::prelude::*;

use crate::components::frame::icon::Icon;
use crate::components::words;
use crate::live;
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
    /// A message is being sent.
    #[prop(into)]
    busy: Signal<bool>,
    /// Why nothing can be sent now; `None` if it can.
    #[prop(into)]
    waits: Signal<Option<String>>,
    /// Why the last message was rejected.
    #[prop(into)]
    problem: Signal<Option<String>>,
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
    let sent = StoredValue::new(String::new());
    let closed = Memo::new(move |_| busy.get() || waits.with(Option::is_some));
    let submit = move || {
        let Some(node) = field.get_untracked() else { return };
        let message = node.value().trim().to_owned();
        if !message.is_empty() && !closed.get_untracked() {
            sent.set_value(node.value());
            node.set_value("");
            send.run(message);
        }
    };
    // A rejected message comes back, to be sent again.
    Effect::new(move |_| {
        let refused = problem.with(Option::is_some);
        if !busy.get()
            && let Some(text) = sent.try_update_value(std::mem::take)
            && refused
            && let Some(node) = field.get_untracked().filter(|node| node.value().is_empty())
        {
            node.set_value(&text);
        }
    });
    let on_key = move |event: leptos::ev::KeyboardEvent| {
        if live::asks(&event) {
            event.prevent_default();
            submit();
        }
    };
    view! {
        <form
            class="composer say needs-scripts"
            method="post"
            on:submit=move |event| {
                event.prevent_default();
                submit();
            }
        >
            {move || {
                problem.get().map(|text| view! { <p class="field-error" role="alert"><Icon name="warn" />{text}</p> })
            }}
            <div class="composer-box">
                <label class="sr-only" for=id>{label.clone()}</label>
                // Read-only rather than disabled while a reply is awaited: the focus stays here.
                <textarea
                    id=id
                    name="message"
                    rows="1"
                    required
                    lang=move || language.get().as_str()
                    placeholder=label
                    readonly=move || closed.get()
                    aria-describedby=hint.clone()
                    node_ref=field
                    on:keydown=on_key
                ></textarea>
                <div class="composer-send">
                    <button class="button" data-kind="primary" disabled=move || closed.get()>
                        {act}
                    </button>
                </div>
            </div>
            <p class="say-waits" id=hint>
                {move || waits.get().unwrap_or_else(|| t!("support-say-keys"))}
            </p>
        </form>
    }
    .into_any()
}
