//! The desk: the list of conversations, and beside it the empty desk or an opened conversation.

mod conversation;
mod empty;

pub use conversation::ConversationPage;
pub use empty::EmptyDesk;
use leptos::prelude::*;
use leptos_router::NavigateOptions;
use leptos_router::components::Outlet;
use leptos_router::hooks::{use_location, use_navigate, use_query_map};

use crate::api::research::{delete_conversation, list_conversations, start_run};
use crate::components::desk::FIELD;
use crate::components::desk::composer::Asking;
use crate::components::desk::delete::DeleteConversation;
use crate::components::frame::keys::SHEET;
use crate::components::frame::rail::{Rail, RailGroups};
use crate::live;
use crate::model::run::Scope;
use crate::model::session::{Ask, Asked};
use crate::pages::load;

/// What the pages of the desk share.
#[derive(Clone, Copy)]
pub(super) struct DeskState {
    /// Asked anew when a question was asked or a conversation is gone.
    rail: RwSignal<u32>,
    busy: RwSignal<bool>,
    problem: RwSignal<Option<String>>,
    /// The last question that was taken, for the conversation it leads to.
    asked: RwSignal<Option<(Asked, String)>>,
}

impl DeskState {
    /// What the composer needs, in a conversation or, with an empty id, for a new one. What the next question is about
    /// stands in the address.
    pub(super) fn asking(self, session: Signal<String>) -> Asking {
        let navigate = use_navigate();
        let params = use_query_map();
        let about = Memo::new(move |_| params.with(|p| Scope::from_pairs(|name| p.get(name))));
        let ask_within = Callback::new(move |(question, scope): (String, Scope)| {
            self.busy.set(true);
            self.problem.set(None);
            let navigate = navigate.clone();
            let current = session.get_untracked();
            leptos::task::spawn_local(async move {
                let session_id = (!current.is_empty()).then(|| current.clone());
                let context = (!scope.is_empty()).then_some(scope);
                match start_run(Ask { query: question.clone(), session_id, context, ..Ask::default() }).await {
                    Ok(asked) => {
                        let to = format!("/c/{}", asked.session_id);
                        let stays = asked.session_id == current;
                        self.asked.set(Some((asked, question)));
                        self.rail.update(|n| *n += 1);
                        if !stays {
                            navigate(&to, NavigateOptions::default());
                        }
                    }
                    Err(error) => self.problem.set(Some(error.to_string())),
                }
                self.busy.set(false);
            });
        });
        let ask = Callback::new(move |question| {
            ask_within.run((question, about.get_untracked().unwrap_or_default()));
        });
        Asking { ask, ask_within, about: about.into(), busy: self.busy.into(), problem: self.problem.into() }
    }
}

/// The list of conversations and the page beside it.
#[component]
pub fn DeskFrame() -> impl IntoView {
    let frame = live::frame();
    let state = DeskState {
        rail: RwSignal::new(0),
        busy: RwSignal::new(false),
        problem: RwSignal::new(None),
        asked: RwSignal::new(None),
    };
    provide_context(state);
    let path = use_location().pathname;
    let current = Signal::derive(move || path.with(|p| p.strip_prefix("/c/").unwrap_or_default().to_owned()));
    let conversations = load(move || state.rail.get(), |_| list_conversations());
    Effect::new(move |_| {
        path.track();
        live::close("rail");
    });
    keys(frame);
    view! {
        <div
            class="desk"
            data-rail=move || frame.rail_closed.get().then_some("closed")
            data-side=move || current.with(String::is_empty).then_some("none")
        >
            <Rail>
                <Transition>
                    {move || Suspend::new(async move {
                        match conversations.await {
                            Ok(items) => view! { <RailGroups items current /> }.into_any(),
                            Err(error) => view! { <p class="rail-empty">{error.to_string()}</p> }.into_any(),
                        }
                    })}
                </Transition>
                {move || {
                    let id = current.get();
                    (!id.is_empty()).then(|| view! { <DeleteConversation delete=deleting(state, id) /> })
                }}
            </Rail>
            <Outlet />
        </div>
    }
    .into_any()
}

/// Deletes the conversation and goes to the empty desk.
fn deleting(state: DeskState, id: String) -> Callback<()> {
    let navigate = use_navigate();
    Callback::new(move |()| {
        let (id, navigate) = (id.clone(), navigate.clone());
        leptos::task::spawn_local(async move {
            match delete_conversation(id).await {
                Ok(()) => navigate("/", NavigateOptions::default()),
                Err(error) => state.problem.set(Some(error.to_string())),
            }
            state.rail.update(|n| *n += 1);
        });
    })
}

/// The keys that hold on every page of the desk.
fn keys(frame: live::Frame) {
    let navigate = use_navigate();
    live::on_key(frame, move |key| {
        match key {
            "n" => navigate("/", NavigateOptions::default()),
            "/" => live::focus(FIELD),
            "?" => live::show(SHEET),
            "t" => live::toggle_details(".desk-side > .trace"),
            "[" => {
                frame.rail_closed.update(|closed| *closed = !*closed);
                live::remember_rail(frame.rail_closed.get_untracked());
            }
            "Escape" => live::click("[data-act=stop]"),
            _ => return false,
        }
        true
    });
}
