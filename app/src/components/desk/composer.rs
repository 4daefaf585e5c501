//! The question box. A form that works without scripts; with them the page asks without leaving.

use leptos::ev::MouseEvent;
use leptos::html;
use leptos::prelude::*;
use leptos_router::hooks::use_query_map;

use super::FIELD;
use super::about::{AboutChip, AboutFields};
use crate::components::form::FormError;
use crate::components::text_box::{TextBox, sending};
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

impl Asking {
    /// A click on a button that asks, and that its form would send without scripts.
    pub fn click(self, question: String) -> impl Fn(MouseEvent) + 'static {
        move |event| {
            event.prevent_default();
            if !self.busy.get_untracked() {
                self.ask.run(question.clone());
            }
        }
    }
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
    // The server rejects long questions: the field itself would cut them.
    let submitted = sending(field, (asking.busy, asking.busy), asking.problem, asking.ask);
    // A link may supply a question, to be changed and asked.
    let fields = use_query_map();
    let text = fields.with_untracked(|fields| fields.get("ask")).unwrap_or_default();
    let brought = Memo::new(move |_| fields.with(|fields| fields.get("ask")));
    Effect::new(move |before: Option<()>| {
        if let (Some(text), Some(node), Some(())) = (brought.get(), field.get_untracked(), before) {
            node.set_value(&text);
        }
    });
    view! {
        <form class="composer" method="post" action="/desk/ask" on:submit=submitted>
            <FormError problem=asking.problem />
            {(!session.is_empty())
                .then(|| view! { <input type="hidden" name="sessionId" value=session.clone() /> })}
            <AboutFields about=asking.about />
            <TextBox
                id=FIELD
                name="query"
                label=t!("desk-question")
                placeholder
                act=t!("desk-ask")
                closed=asking.busy
                text
                field
            >
                <AboutChip about=asking.about session />
            </TextBox>
        </form>
    }
    .into_any()
}
