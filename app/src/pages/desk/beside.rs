//! The item opened beside an answer: loaded if the URL names it.

use std::task::{Context, Poll, Waker};

use leptos::prelude::*;
use leptos::wasm_split::{SplitLoaderError, wasm_split};
use leptos_router::hooks::use_query_map;

use crate::api::figures::get_figure;
use crate::api::records::get_record;
use crate::components::beside::figure::FigurePart;
use crate::components::beside::splitter::Splitter;
use crate::components::beside::{Open, PANEL, SidePanel};
use crate::components::frame::icon::Icon;
use crate::components::record::RecordView;
use crate::components::words;
use crate::live;
use crate::load::load;
use crate::model::run::Scope;
use crate::pages::{failed, fetched, fetched_or};
use crate::t;

/// The panel of a conversation, from the address.
pub(super) fn beside(session: &str, about: Signal<Option<Scope>>) -> SidePanel {
    let params = use_query_map();
    let open = Memo::new(move |_| params.with(|p| Open::from_pairs(|name| p.get(name))));
    SidePanel { session: StoredValue::new(session.to_owned()), about, open }
}

#[component]
pub(super) fn BesidePanel(beside: SidePanel) -> impl IntoView {
    let open = beside.open;
    let shown = Memo::new(move |_| !open.with(Open::is_nothing));
    // When it closes, the focus returns to where it was opened.
    Effect::new(move |before: Option<String>| {
        let now = open.with(Open::mark);
        if let Some(mark) = before.filter(|mark| now.is_empty() && !mark.is_empty()) {
            live::focus_first(&format!(".turn a[data-opens=\"{mark}\"]"));
        }
        now
    });
    // If its part is already loaded, as always on the server, the panel renders at once: its requests are then made in
    // the same order on both sides, by which the browser finds the page's embedded data.
    let drawn = move || {
        let address = beside.open.with_untracked(|open| beside.href(open));
        let mut coming = Box::pin(async move {
            panel(beside).await.unwrap_or_else(|_| {
                live::open(&address);
                ().into_any()
            })
        });
        match coming.as_mut().poll(&mut Context::from_waker(Waker::noop())) {
            Poll::Ready(panel) => panel,
            Poll::Pending => view! { <Transition>{Suspend::new(coming)}</Transition> }.into_any(),
        }
    };
    view! { <Show when=move || shown.get()>{drawn()}</Show> }.into_any()
}

/// The panel. It is in the part with the pages of records.
#[wasm_split(records, wasm_split_path = leptos::wasm_split, fallible, preload(fetch_panel))]
pub fn panel(beside: SidePanel) -> Result<AnyView, SplitLoaderError> {
    Ok(view! { <Panel beside /> }.into_any())
}

#[component]
fn Panel(beside: SidePanel) -> impl IntoView {
    let open = beside.open;
    // If the reader opened it, it gets the focus. If the page arrived with it open, the focus stays.
    let came = Owner::current_shared_context().is_some_and(|shared| shared.during_hydration());
    Effect::new(move |_| {
        if !came {
            live::focus_first(&format!("#{PANEL}"));
        }
    });
    view! {
            <aside class="beside" id=PANEL tabindex="-1" aria-label=t!("desk-beside")>
                <Splitter side="panel" label="panel" usual=40.0 />
                <p class="row beside-bar">
                    {move || {
                        let back = open.with(|o| o.record.is_some() && o.figure.is_some());
                        back.then(|| {
                            let href = beside.href(&Open { record: None, ..open.get() });
                            view! {
                                <a class="button" data-kind="quiet" data-size="small" href=href data-noscroll>
                                    <Icon name="back" />
                                    {t!("desk-back-to-records")}
                                </a>
                            }
                        })
                    }}
                    {move || {
                        open.get()
                            .record
                            .map(|(kind, id)| {
                                view! { <a href=words::record_href(kind, &id)>{t!("desk-full-page")}</a> }
                            })
                    }}
                    <a
                        class="button beside-close"
                        data-kind="quiet"
                        data-size="small"
                        data-act="close-panel"
                        href=move || beside.href(&Open { order: open.get().order, ..Open::default() })
                        data-noscroll
                    >
                        <Icon name="x" />
                        {t!("close")}
                    </a>
                </p>
                <FigurePanel beside />
                <RecordPanel beside />
            </aside>
    }
    .into_any()
}

#[component]
fn FigurePanel(beside: SidePanel) -> impl IntoView {
    let asked = Memo::new(move |_| beside.open.with(|o| Some((o.figure.clone()?, o.view.clone()))));
    let page = load(
        move || asked.get(),
        |asked| async move {
            match asked {
                Some((at, view)) => get_figure(at, view).await.map(Some),
                None => Ok(None),
            }
        },
    );
    let under = move || beside.open.with(|o| o.record.is_some()).then_some("");
    view! {
        <div class="stack" hidden=move || under().is_some()>
            {fetched(t!("desk-loading-records"), page, move |page| {
                page.map(|page| view! { <FigurePart page beside /> }).into_any()
            })}
        </div>
    }
    .into_any()
}

#[component]
fn RecordPanel(beside: SidePanel) -> impl IntoView {
    let asked = Memo::new(move |_| beside.open.with(|o| o.record.clone()));
    let record = load(
        move || asked.get(),
        |asked| async move {
            match asked {
                Some((kind, id)) => get_record(kind, id).await.map(Some),
                None => Ok(None),
            }
        },
    );
    view! {
        <div class="stack beside-record">
            {fetched_or(
                ViewFn::default(),
                record,
                |record| record.map(|record| view! { <RecordView record /> }).into_any(),
                failed,
            )}
        </div>
    }
    .into_any()
}
