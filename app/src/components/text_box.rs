//! The box for a text that is sent with Enter: a question, a caller's message, or a person's reply.

use leptos::ev::SubmitEvent;
use leptos::html;
use leptos::prelude::*;

use crate::components::form::on_submit;
use crate::live;

/// A field that grows with its text, and the button that submits the form around it.
#[component]
pub fn TextBox(
    id: &'static str,
    name: &'static str,
    #[prop(into)] label: String,
    /// Shows the label visibly, not only to screen readers.
    #[prop(optional)]
    shows_label: bool,
    #[prop(into)] placeholder: String,
    /// The button's text.
    #[prop(into)]
    act: String,
    /// The button is disabled.
    #[prop(into, optional)]
    closed: Signal<bool>,
    /// Makes the field read-only instead of disabled while the button is disabled, so that it keeps the focus.
    #[prop(optional)]
    waits: bool,
    /// The language of the text.
    #[prop(optional)]
    lang: Option<Signal<&'static str>>,
    /// The id of its description.
    #[prop(into, optional)]
    described: Option<String>,
    /// The initial text.
    #[prop(optional)]
    text: String,
    #[prop(optional)] field: NodeRef<html::Textarea>,
    /// The content above the text.
    #[prop(optional)]
    children: Option<Children>,
) -> impl IntoView {
    // A textarea contains only text: its end tag, and entities, are escaped.
    let text = text.replace('&', "&amp;").replace('<', "&lt;");
    view! {
        <label class=(!shows_label).then_some("sr-only") for=id>
            {label}
        </label>
        <div class="composer-box">
            {children.map(|children| children())}
            <textarea
                id=id
                name=name
                rows="1"
                required
                lang=move || lang.map(|lang| lang.get())
                placeholder=placeholder
                readonly=move || waits && closed.get()
                aria-describedby=described
                node_ref=field
                on:keydown=move |event| live::submit_on_enter(&event)
                inner_html=text
            ></textarea>
            <div class="composer-send">
                <button class="button" data-kind="primary" disabled=closed>
                    {act}
                </button>
            </div>
        </div>
    }
    .into_any()
}

/// Sends the text of a box when its form is submitted, unless it is empty or the box is closed. A rejected text comes
/// back, to be changed.
pub fn sending(
    field: NodeRef<html::Textarea>,
    (closed, busy): (Signal<bool>, Signal<bool>),
    problem: Signal<Option<String>>,
    send: Callback<String>,
) -> impl Fn(SubmitEvent) + 'static {
    let sent = StoredValue::new(String::new());
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
    on_submit(move |_| {
        let Some(node) = field.get_untracked() else { return };
        let text = node.value().trim().to_owned();
        if !text.is_empty() && !closed.get_untracked() {
            sent.set_value(node.value());
            node.set_value("");
            send.run(text);
        }
    })
}
