//! The question box. A form that works without scripts; with them the page asks without leaving.

use leptos::html;
use leptos::prelude::*;
use leptos_router::hooks::use_query_map;

use super::FIELD;
use super::about::{AboutChip, AboutFields};
use crate::components::frame::icon::Icon;
use crate::live;
use crate::model::run::{Change, Scope};
use crate::t;

/// A lookup of a question's part, by index, with the typed text and the receiver of the results.
#[derive(Clone, Debug)]
pub struct Look {
    pub run: String,
    pub part: usize,
    pub typed: String,
    pub found: Callback<Vec<String>>,
}

/// What the composer and clickable questions have in common.
#[derive(Clone, Copy, Debug)]
pub struct Asking {
    /// Asks, with the chip's scope; the page knows the conversation.
    pub ask: Callback<String>,
    /// Asks with another scope.
    pub ask_within: Callback<(String, Scope)>,
    /// Looks up alternatives to a part of how a run's question was understood.
    pub alternatives: Callback<Look>,
    /// Asks a question again, read differently.
    pub ask_changed: Callback<(String, Change)>,
    /// The scope of the next question: clicked on a chart, shown as a chip.
    pub about: Signal<Option<Scope>>,
    /// True while a question is being sent.
    pub busy: Signal<bool>,
    /// Why the last question was rejected.
    pub problem: Signal<Option<String>>,
}

#[component]
pub fn Composer(
    asking: Asking,
    /// The conversation to continue; empty for a new one.
    #[prop(into, optional)]
    session: String,
    placeholder: String,
) -> impl IntoView {
    let field = NodeRef::<html::Textarea>::new();
    let sent = StoredValue::new(String::new());
    let ask = move || {
        let Some(node) = field.get_untracked() else { return };
        let question = node.value().trim().to_owned();
        if !question.is_empty() && !asking.busy.get_untracked() {
            sent.set_value(node.value());
            node.set_value("");
            asking.ask.run(question);
        }
    };
    // A rejected question comes back, to be changed. The server rejects long ones: the field itself would cut them.
    Effect::new(move |_| {
        let refused = asking.problem.with(Option::is_some);
        if !asking.busy.get()
            && let Some(text) = sent.try_update_value(std::mem::take)
            && refused
            && let Some(node) = field.get_untracked().filter(|node| node.value().is_empty())
        {
            node.set_value(&text);
        }
    });
    view! {
        <form
            class="composer"
            method="post"
            action="/desk/ask"
            on:submit=move |event| {
                event.prevent_default();
                ask();
            }
        >
            <Show when=move || asking.problem.get().is_some()>
                <p class="field-error" role="alert">
                    <Icon name="warn" />
                    {move || asking.problem.get()}
                </p>
            </Show>
            {(!session.is_empty())
                .then(|| view! { <input type="hidden" name="sessionId" value=session.clone() /> })}
            <AboutFields about=asking.about />
            <Field field placeholder asking session ask=Callback::new(move |()| ask()) />
        </form>
    }
    .into_any()
}

/// The field that grows with its question, and the primary action.
#[component]
fn Field(
    field: NodeRef<html::Textarea>,
    placeholder: String,
    asking: Asking,
    session: String,
    ask: Callback<()>,
) -> impl IntoView {
    // A link may supply a question, to be changed and asked.
    let fields = use_query_map();
    let written = fields.with_untracked(|fields| fields.get("ask")).unwrap_or_default();
    // A textarea contains only text: its end tag, and entities, are escaped.
    let written = written.replace('&', "&amp;").replace('<', "&lt;");
    let brought = Memo::new(move |_| fields.with(|fields| fields.get("ask")));
    Effect::new(move |before: Option<()>| {
        if let (Some(text), Some(node), Some(())) = (brought.get(), field.get_untracked(), before) {
            node.set_value(&text);
        }
    });
    let on_key = move |event: leptos::ev::KeyboardEvent| {
        if live::asks(&event) {
            event.prevent_default();
            ask.run(());
        }
    };
    view! {
        <div class="composer-box">
            <AboutChip about=asking.about session />
            <label class="sr-only" for=FIELD>{t!("desk-question")}</label>
            <textarea
                id=FIELD
                name="query"
                rows="1"
                required
                placeholder=placeholder
                node_ref=field
                on:keydown=on_key
                inner_html=written
            ></textarea>
            <div class="composer-send">
                <button class="button" data-kind="primary" disabled=move || asking.busy.get()>
                    {t!("desk-ask")}
                </button>
            </div>
        </div>
    }
}
