//! The desk: the list of conversations, and beside it the empty desk or an opened conversation.

mod beside;
mod conversation;
mod empty;
mod player;

pub use beside::fetch_panel;
pub use conversation::ConversationPage;
pub use empty::EmptyDesk;
use leptos::prelude::*;
use leptos_router::NavigateOptions;
use leptos_router::components::Outlet;
use leptos_router::hooks::{use_location, use_navigate, use_query_map};

use crate::api::conversations::list_conversations;
use crate::api::research::{get_alternatives, start_run};
use crate::components::desk::FIELD;
use crate::components::desk::composer::{Asking, Look};
use crate::components::form::{Submit, use_submit};
use crate::components::frame::keys::SHEET;
use crate::components::frame::rail::{Rail, RailGroups, RailOlder, RailSearch};
use crate::live::{self, Connection};
use crate::load::{awaited, load};
use crate::model::run::Scope;
use crate::model::session::{Ask, SubmittedRun};
use crate::t;

/// The state that the pages of the desk share.
#[derive(Clone, Copy)]
pub(super) struct DeskState {
    /// Incremented to reload the list of conversations, after a question was asked or a conversation was deleted.
    rail: RwSignal<u32>,
    submit: Submit,
    /// A question that waits for the connection.
    held: RwSignal<Option<Ask>>,
    /// The last accepted question, for the conversation page that it opens.
    asked: RwSignal<Option<(SubmittedRun, String)>>,
}

impl DeskState {
    /// Context for the composer, in the conversation `session`, or for a new one if that is empty. The scope of the
    /// next question is read from the page's URL.
    pub(super) fn asking(self, session: Signal<String>) -> Asking {
        let navigate = use_navigate();
        let params = use_query_map();
        let about = Memo::new(move |_| params.with(|p| Scope::from_pairs(|name| p.get(name))));
        let frame = live::frame();
        let submit = Callback::new(move |ask: Ask| {
            if frame.connection.get_untracked() == Connection::Offline {
                self.submit.busy.set(true);
                self.held.set(Some(ask));
                return;
            }
            let navigate = navigate.clone();
            let current = session.get_untracked();
            let session_id = (!current.is_empty()).then(|| current.clone());
            let question = ask.query.clone();
            self.submit.send(start_run(Ask { session_id, ..ask }), move |asked| {
                let to = format!("/c/{}", asked.session_id);
                let stays = asked.session_id == current;
                self.asked.set(Some((asked, question)));
                self.rail.update(|n| *n += 1);
                if !stays {
                    navigate(&to, NavigateOptions::default());
                }
            });
        });
        Effect::new(move |_| {
            if frame.connection.get() != Connection::Offline
                && let Some(ask) = self.held.try_update(Option::take).flatten()
            {
                submit.run(ask);
            }
        });
        let ask_within = Callback::new(move |(query, scope): (String, Scope)| {
            let context = (!scope.is_empty()).then_some(scope);
            submit.run(Ask { query, context, ..Ask::default() });
        });
        let ask_changed = Callback::new(move |(query, change)| {
            submit.run(Ask { query, change: Some(change), ..Ask::default() });
        });
        let alternatives = Callback::new(|look: Look| {
            leptos::task::spawn_local(async move {
                let list = get_alternatives(look.run, look.part, look.typed).await.unwrap_or_default();
                look.found.run(list);
            });
        });
        let ask = Callback::new(move |question| {
            ask_within.run((question, about.get_untracked().unwrap_or_default()));
        });
        Asking {
            ask,
            ask_within,
            ask_changed,
            alternatives,
            about: about.into(),
            busy: self.submit.busy.into(),
            problem: Signal::derive(move || {
                self.held.with(Option::is_some).then(|| t!("desk-held")).or_else(|| self.submit.problem.get())
            }),
        }
    }
}

/// The list of conversations and the page beside it.
#[component]
pub fn DeskFrame() -> impl IntoView {
    let frame = live::frame();
    let state = DeskState {
        rail: RwSignal::new(0),
        submit: use_submit(),
        held: RwSignal::new(None),
        asked: RwSignal::new(None),
    };
    provide_context(state);
    let path = use_location().pathname;
    let current = Signal::derive(move || path.with(|p| p.strip_prefix("/c/").unwrap_or_default().to_owned()));
    let words = RwSignal::new(use_query_map().with_untracked(|p| p.get("find")).unwrap_or_default());
    let older = use_query_map().with_untracked(|p| p.get("older")).and_then(|n| n.parse().ok());
    let older = RwSignal::new(older.unwrap_or(1u32));
    let conversations = load(
        move || (state.rail.get(), words.get(), older.get()),
        |(_, words, hundreds)| async move {
            (list_conversations(words.clone(), hundreds).await, !words.trim().is_empty(), hundreds)
        },
    );
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
                <RailSearch words />
                {awaited(move || async move {
                    match conversations.await {
                        (Ok(items), found, hundreds) => {
                            let more = items.len() >= 100 * hundreds as usize;
                            view! {
                                <RailGroups items found current />
                                {more.then(|| view! { <RailOlder hundreds older words /> })}
                            }
                                .into_any()
                        }
                        (Err(error), ..) => view! { <p class="rail-empty">{error.to_string()}</p> }.into_any(),
                    }
                })}
            </Rail>
            <Outlet />
        </div>
    }
    .into_any()
}

/// The keyboard shortcuts of every page of the desk.
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
            "Escape" => live::click("[data-act=close-panel], [data-act=stop]"),
            _ => return false,
        }
        true
    });
}
