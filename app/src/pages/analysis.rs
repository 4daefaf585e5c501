//! The analysis page: events and sentiment over time, along the journey, and by volume. Filters and selection are in
//! the address; the selection is requested separately, so that the drawings stay while moving between marks.

use leptos::prelude::*;
use leptos_meta::Title;
use leptos_router::NavigateOptions;
use leptos_router::hooks::{use_navigate, use_query_map};

use super::{Loaded, failed, fetched, fetched_or, load, skeleton};
use crate::api::analysis::{get_analysis, get_picked};
use crate::components::analysis::head::{Head, Tiles};
use crate::components::analysis::journey::Journeys;
use crate::components::analysis::panel::Panel;
use crate::components::analysis::place::{Going, Place};
use crate::components::analysis::quadrant::QuadrantsView;
use crate::components::analysis::timeline::EventTimeline;
use crate::components::frame::keys::SHEET;
use crate::components::frame::notice::Notice;
use crate::error::AppError;
use crate::live;
use crate::model::analysis::{Picked, Screen, Selection};
use crate::t;

type Chosen = Loaded<Selection>;

#[component]
pub fn AnalysisPage() -> impl IntoView {
    let params = use_query_map();
    let place = Memo::new(move |_| params.with(|p| Place::read(|name| p.get(name))));
    let navigate = use_navigate();
    let go = Callback::new(move |to: String| {
        navigate(&to, NavigateOptions { scroll: false, ..NavigateOptions::default() });
    });
    let going = Going { place, go, refocus: StoredValue::new(None) };
    provide_context(going);
    let query = Memo::new(move |_| place.with(|p| p.query.clone()));
    let screen = load(move || query.get(), get_analysis);
    let chosen: Chosen = load(move || place.get(), |place| get_picked(place.query, place.picked));
    keys(going);
    view! {
        <Title text=t!("page-analysis") />
        <main class="page" id="main">
            {fetched_or(
                skeleton(t!("analysis-loading")),
                screen,
                move |screen| match screen.timeline.extent {
                    None => view! { <NoData /> }.into_any(),
                    Some(_) => view! { <Whole screen chosen /> }.into_any(),
                },
                |error| view! { <Wrong error /> }.into_any(),
            )}
        </main>
    }
    .into_any()
}

#[component]
fn Whole(screen: Screen, chosen: Chosen) -> impl IntoView {
    let Screen { tiles, timeline, journeys, quadrants, .. } = screen.clone();
    let screen = StoredValue::new(screen);
    view! {
        <Head screen />
        <Tiles tiles />
        <div class="with-panel">
            <EventTimeline timeline />
            <aside class="panel" id="selection" aria-labelledby="selection-title">
                {fetched(t!("analysis-loading-selection"), chosen, move |selection| view! { <Panel selection /> }.into_any())}
            </aside>
        </div>
        <Journeys journeys />
        <QuadrantsView quadrants />
    }
    .into_any()
}

/// Invalid filters, with a way to reset them.
#[component]
fn Wrong(error: AppError) -> impl IntoView {
    view! {
        <h1 class="sr-only">{t!("analysis-title")}</h1>
        {failed(error)}
        <p>
            <a class="button" href="/analysis">
                {t!("analysis-without-filters")}
            </a>
        </p>
    }
}

#[component]
fn NoData() -> impl IntoView {
    view! {
        <h1 class="sr-only">{t!("analysis-title")}</h1>
        <Notice icon="doc" title=t!("analysis-no-data")>
            <p>
                <a href="/import">{t!("analysis-import")}</a>
                {t!("analysis-import-or")}
                " "
                <code>"plumbline demo"</code>
                {t!("analysis-import-reload")}
            </p>
        </Notice>
    }
}

/// Escape clears the selection.
fn keys(going: Going) {
    live::on_key(live::frame(), move |key| match key {
        "Escape" if going.place.with_untracked(|place| place.picked != Picked::default()) => {
            going.go.run(going.place.with_untracked(|place| place.choosing(Picked::default()).href()));
            true
        }
        "?" => {
            live::show(SHEET);
            true
        }
        _ => false,
    });
}
