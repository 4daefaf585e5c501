//! What is open beside an answer: asked for when the address says so.

use leptos::prelude::*;
use leptos_router::hooks::use_query_map;

use crate::api::figures::get_figure;
use crate::api::records::get_record;
use crate::components::beside::figure::FigurePart;
use crate::components::beside::splitter::Splitter;
use crate::components::beside::{Open, PANEL, SidePanel};
use crate::components::frame::icon::Icon;
use crate::components::frame::notice::Skeleton;
use crate::components::record::RecordView;
use crate::components::words;
use crate::live;
use crate::model::run::Scope;
use crate::pages::{failed, load};
use crate::t;

/// The panel of a conversation, by the address.
pub(super) fn beside(session: &str, about: Signal<Option<Scope>>) -> SidePanel {
    let params = use_query_map();
    let open = Memo::new(move |_| params.with(|p| Open::from_pairs(|name| p.get(name))));
    SidePanel { session: StoredValue::new(session.to_owned()), about, open }
}

#[component]
pub(super) fn BesidePanel(beside: SidePanel) -> impl IntoView {
    let open = beside.open;
    let shown = Memo::new(move |_| !open.with(Open::is_nothing));
    // The reader asked for it: the focus goes there, and back to where it was opened from.
    Effect::new(move |before: Option<String>| {
        let now = open.with(Open::mark);
        match before.as_deref() {
            Some("") if !now.is_empty() => live::focus_first(&format!("#{PANEL}")),
            Some(mark) if now.is_empty() => live::focus_first(&format!(".turn a[data-opens=\"{mark}\"]")),
            _ => {}
        }
        now
    });
    view! {
        <Show when=move || shown.get()>
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
        </Show>
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
                Some((at, view)) => Some(get_figure(at, view).await),
                None => None,
            }
        },
    );
    let under = move || beside.open.with(|o| o.record.is_some()).then_some("");
    view! {
        <div class="stack" hidden=move || under().is_some()>
            <Transition fallback=|| view! { <Skeleton label=t!("desk-loading-records") /> }>
                {move || Suspend::new(async move {
                    page.await
                        .map(|page| match page {
                            Ok(page) => view! { <FigurePart page beside /> }.into_any(),
                            Err(error) => failed(error),
                        })
                })}
            </Transition>
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
                Some((kind, id)) => Some(get_record(kind, id).await),
                None => None,
            }
        },
    );
    view! {
        <div class="stack beside-record">
            <Transition>
                {move || Suspend::new(async move {
                    record
                        .await
                        .map(|record| match record {
                            Ok(record) => view! { <RecordView record /> }.into_any(),
                            Err(error) => failed(error),
                        })
                })}
            </Transition>
        </div>
    }
    .into_any()
}
