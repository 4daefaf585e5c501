//! Review: the list of sessions with its filters, and beside it the opened one.

pub(super) mod filter;
mod session;

use filter::{PAGE, from_query, to_query};
use leptos::prelude::*;
use leptos_meta::Title;
use leptos_router::NavigateOptions;
use leptos_router::components::Outlet;
use leptos_router::hooks::{use_location, use_navigate, use_query_map};
pub use session::SessionPage;

use crate::api::review::{list_review_sessions, list_tool_names};
use crate::components::frame::icon::Icon;
use crate::components::frame::keys::SHEET;
use crate::components::review::inbox::Inbox;
use crate::components::review::toolbar::{SEARCH, Toolbar};
use crate::components::section::pager;
use crate::components::words;
use crate::live;
use crate::load::{awaited, load};
use crate::model::review::{ReviewFilter, SessionItem, Verdict};
use crate::model::session::Page;
use crate::pages::fetched;
use crate::t;

/// The state shared by the list and the opened session.
#[derive(Clone, Copy)]
pub(super) struct ReviewState {
    /// The ids in the list, in order.
    pub ids: RwSignal<Vec<String>>,
    /// The filters as a query, with the question mark.
    pub query: Memo<String>,
    /// The id of the opened session; empty when there is none.
    pub current: Memo<String>,
    /// Reloaded after a rating was saved.
    pub saved: RwSignal<u32>,
    /// The confirmation of that, and the session whose page shows it.
    pub told: RwSignal<Option<(String, String)>>,
}

impl ReviewState {
    /// The neighbour of the opened session in the list.
    pub fn neighbour(self, step: isize) -> Option<String> {
        self.ids.with(|ids| {
            let at = self.current.with(|c| ids.iter().position(|id| id == c));
            let to = match at {
                Some(at) => at.checked_add_signed(step)?,
                None => 0,
            };
            ids.get(to).cloned()
        })
    }

    /// The address of a session with the filters preserved; of the list if the id is empty.
    pub fn href(self, id: &str) -> String {
        let query = self.query.get_untracked();
        if id.is_empty() { format!("/review{query}") } else { format!("/review/{}{query}", words::segment(id)) }
    }
}

#[component]
pub fn ReviewFrame() -> impl IntoView {
    let params = use_query_map();
    let path = use_location().pathname;
    let chosen = Memo::new(move |_| params.with(from_query));
    let state = ReviewState {
        ids: RwSignal::new(Vec::new()),
        query: Memo::new(move |_| chosen.with(to_query)),
        current: Memo::new(move |_| {
            path.with(|p| p.strip_prefix("/review/").unwrap_or_default().trim_end_matches('/').to_owned())
        }),
        saved: RwSignal::new(0),
        told: RwSignal::new(None),
    };
    provide_context(state);
    keys(state);
    let sessions = load(move || (chosen.get(), state.saved.get()), |(filter, _)| list_review_sessions(filter));
    let opened = move || (!state.current.with(String::is_empty)).then_some("");
    view! {
        <Title text=t!("page-review") />
        <main class="page" id="main" data-opened=opened>
            <header class="page-head">
                <div>
                    <h1>{t!("page-review")}</h1>
                    <p>
                        {t!("review-about")} " " <a href="/review?sort=queue">{t!("review-my-queue")}</a>
                        ", " <a href="/quality">{t!("review-quality")}</a>
                        ", " <a href="/usage">{t!("review-metrics")}</a>
                    </p>
                </div>
                <KeyHints />
            </header>
            <Filters state chosen />
            <Counted chosen />
            <Saved state />
            <div class="split">
                <section class="split-list" aria-label=t!("review-sessions")>
                    {fetched(t!("review-sessions-loading"), sessions, move |page| view! { <List page state chosen /> }.into_any())}
                </section>
                <Outlet />
            </div>
        </main>
    }
    .into_any()
}

/// What the list contains, if it was opened from a number of the metrics page.
#[component]
fn Counted(chosen: Memo<ReviewFilter>) -> impl IntoView {
    let said = move || {
        let ReviewFilter { group, only, .. } = chosen.get();
        (group.is_some() || only.is_some()).then(|| {
            let counted = [group.map(|g| g.replacen(':', " ", 1)), only].into_iter().flatten().collect::<Vec<_>>();
            let all = to_query(&ReviewFilter { group: None, only: None, offset: None, ..chosen.get() });
            view! {
                <p class="split-told">
                    {t!("review-counted")} " " <b>{counted.join(", ")}</b> ". " <a href=format!("/review{all}")>{t!("review-show-all")}</a>
                </p>
            }
        })
    };
    view! { {said} }.into_any()
}

/// The confirmation that a rating was saved: shown on whichever session is open then, until the reader moves on.
#[component]
fn Saved(state: ReviewState) -> impl IntoView {
    let params = use_query_map();
    let word = move || {
        let here = state.current.get();
        let told = state.told.get().filter(|(_, page)| *page == here).map(|(word, _)| word);
        // Without scripts it is in the address.
        told.or_else(|| {
            let verdict: Verdict = params.with(|p| p.get("saved")).and_then(|v| v.parse().ok())?;
            state.told.with(Option::is_none).then(|| t!("review-saved-rated", verdict = verdict.as_str()))
        })
    };
    view! {
        <p class="saved" role="status">
            {move || word().map(|word| view! { <Icon name="check" /> <span>{word}</span> })}
        </p>
    }
    .into_any()
}

#[component]
fn KeyHints() -> impl IntoView {
    let hints = [
        (&["j", "k"][..], t!("review-key-next")),
        (&["g"], t!("review-key-good")),
        (&["p"], t!("review-key-partly")),
        (&["b"], t!("review-key-bad")),
        (&["/"], t!("review-key-search")),
        (&["?"], t!("review-key-all")),
    ];
    let hints = hints.map(|(keys, does)| {
        let keys = keys.iter().map(|k| view! { <kbd>{*k}</kbd> }).collect_view();
        view! { <span>{keys} {does}</span> }
    });
    view! { <p class="keys">{hints.into_iter().collect_view()}</p> }
}

#[component]
fn Filters(state: ReviewState, chosen: Memo<ReviewFilter>) -> impl IntoView {
    let tools = load(|| (), |()| list_tool_names());
    let navigate = StoredValue::new(use_navigate());
    let apply = Callback::new(move |query: String| {
        let path = state
            .current
            .with_untracked(|id| if id.is_empty() { String::new() } else { format!("/{}", words::segment(id)) });
        let to = if query.is_empty() { format!("/review{path}") } else { format!("/review{path}?{query}") };
        let options = NavigateOptions { scroll: false, ..NavigateOptions::default() };
        navigate.with_value(|navigate| navigate(&to, options));
    });
    live::fold_when_narrow(".toolbar-more", 48);
    awaited(move || async move {
        let tools = tools.await.unwrap_or_default();
        view! { <Toolbar filter=chosen tools action=state.href("") apply /> }
    })
}

#[component]
fn List(page: Page<SessionItem>, state: ReviewState, chosen: Memo<ReviewFilter>) -> impl IntoView {
    let Page { items, total } = page;
    let offset = chosen.with_untracked(|f| f.offset.unwrap_or(0));
    let ids: Vec<String> = items.iter().map(|i| i.id.clone()).collect();
    state.ids.set(ids);
    if items.is_empty() {
        return view! {
            <div class="empty" data-size="small">
                <p>{t!("review-sessions-none")}</p>
                <a class="button" data-size="small" href="/review" rel="external">
                    {t!("review-clear-filters")}
                </a>
            </div>
        }
        .into_any();
    }
    let shown = items.len() as i64;
    let queued = chosen.with_untracked(|f| f.sort.as_deref() == Some("queue"));
    let told = if queued {
        t!("review-queue-told", done = items.iter().filter(|item| item.done).count(), count = total)
    } else if total > shown {
        t!("review-sessions-range", from = offset + 1, to = offset + shown, count = total)
    } else {
        t!("review-sessions-told", count = total)
    };
    let query = state.query.get_untracked();
    view! {
        <p class="split-told">{told}</p>
        <Inbox items current=state.current query />
        <Pager chosen total offset shown />
    }
    .into_any()
}

#[component]
fn Pager(chosen: Memo<ReviewFilter>, total: i64, offset: i64, shown: i64) -> impl IntoView {
    let page = |to: i64| {
        let filter = ReviewFilter { offset: Some(to), ..chosen.get_untracked() };
        format!("/review{}", to_query(&filter))
    };
    let before = (offset > 0).then(|| (page((offset - PAGE).max(0)), t!("review-newer")));
    let after = (offset + shown < total).then(|| (page(offset + PAGE), t!("review-older")));
    pager(t!("review-pages"), before, after)
}

/// Placeholder beside the list, while nothing is opened.
#[component]
pub fn NothingOpened() -> impl IntoView {
    view! {
        <div class="split-nothing">
            <p>{t!("review-open-one")} " " <kbd>"j"</kbd> " " {t!("review-opens-first")}</p>
        </div>
    }
}

/// The list's keyboard shortcuts; those of the rating are the opened session's.
fn keys(state: ReviewState) {
    let navigate = use_navigate();
    live::on_key(live::frame(), move |key| {
        let to = match key {
            "j" => state.neighbour(1),
            "k" => state.neighbour(-1),
            "Escape" if !state.current.with_untracked(String::is_empty) => Some(String::new()),
            "/" => {
                live::focus(SEARCH);
                return true;
            }
            "?" => {
                live::show(SHEET);
                return true;
            }
            _ => return false,
        };
        if let Some(id) = &to {
            navigate(&state.href(id), NavigateOptions { scroll: false, ..NavigateOptions::default() });
        }
        to.is_some()
    });
}
