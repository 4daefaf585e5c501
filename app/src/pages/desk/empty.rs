//! The desk before the first question: the available data, and example questions.

use std::time::Duration;

use leptos::prelude::*;
use leptos_meta::Title;
use leptos_router::hooks::use_query_map;

use super::DeskState;
use super::beside::{BesidePanel, beside};
use crate::api::research::{get_desk, get_home, load_demo};
use crate::components::desk::composer::{Asking, Composer};
use crate::components::desk::follow_ups::Questions;
use crate::components::desk::home::{HomeLists, Newcomer, Pins, whose};
use crate::components::desk::keep::Deleted;
use crate::components::desk::setup::Setup;
use crate::components::form::use_submit;
use crate::components::frame::notice::{EmptyMark, Notice};
use crate::components::frame::who::{Who, is_admin, limits};
use crate::components::words;
use crate::live;
use crate::load::{awaited, load};
use crate::model::locale::Locale;
use crate::model::session::home::Home;
use crate::model::session::{DeskInfo, SearchMode, SetupStep};
use crate::model::text::capital;
use crate::pages::{Desk, failed};
use crate::{i18n, t};

/// Number of questions offered.
const MAX_EXAMPLES: usize = 8;
/// How often the progress of embedding is polled.
const SEARCH_ASKED: Duration = Duration::from_secs(2);

#[component]
pub fn EmptyDesk() -> impl IntoView {
    let asking = expect_context::<DeskState>().asking(Signal::stored(String::new()));
    let desk = expect_context::<Desk>();
    let who = use_context::<Who>();
    let home = load(|| (), |()| get_home());
    let beside = beside("", asking.about);
    provide_context(beside);
    let params = use_query_map();
    let deleted = Memo::new(move |_| params.with(|p| p.get("deleted")).filter(|id| !id.is_empty()));
    view! {
        <Title text="" />
        <main class="desk-main" id="main">
            <div class="desk-empty">
                {move || deleted.get().map(|id| view! { <Deleted id /> })}
                <div class="empty">
                    <EmptyMark />
                    <h1>{t!("desk-title")}</h1>
                    <p>{t!("desk-title-about")}</p>
                </div>
                <Composer asking placeholder=t!("desk-ask-first") />
                {awaited(move || async move {
                    let me = match who {
                        Some(who) => who.await.ok(),
                        None => None,
                    };
                    let limits = me.and_then(|me| limits(&me.sees));
                    // Rules read English, whatever the page's language.
                    let by_rules = desk.await.is_ok_and(|desk| desk.model == "rules");
                    let english = (by_rules && i18n::locale() != Locale::English).then(|| t!("desk-english-only"));
                    let hints = [english, limits].into_iter().flatten();
                    hints.map(|says| view! { <p class="desk-limits">{says}</p> }).collect_view()
                })}
                {awaited(move || async move {
                    let admin = is_admin(who).await;
                    match (desk.await, home.await) {
                        (Ok(info), Ok(home)) => view! { <Beginning info home admin asking /> }.into_any(),
                        (Err(error), _) | (_, Err(error)) => failed(error),
                    }
                })}
            </div>
        </main>
        <BesidePanel beside />
    }
    .into_any()
}

#[component]
fn Beginning(
    info: DeskInfo,
    home: Home,
    /// Whether admin-only actions are shown.
    admin: bool,
    asking: Asking,
) -> impl IntoView {
    let setup = (!info.setup.is_empty()).then(|| view! { <SetupSteps steps=info.setup.clone() /> });
    if info.as_of.is_none() && info.examples.is_empty() {
        return setup.map_or_else(|| view! { <NoData /> }.into_any(), IntoAny::into_any);
    }
    let of_call = home.questions.clone();
    let title = if of_call.is_empty() { t!("desk-try") } else { t!("desk-try-before-call") };
    let questions = of_call.into_iter().chain(info.examples.clone()).take(MAX_EXAMPLES).collect();
    let answered_by = match info.model.as_str() {
        "rules" => t!("desk-answered-by-rules"),
        model => t!("desk-answered-by", model = model),
    };
    view! {
        <Newcomer home=home.clone() info=info.clone() />
        <Pins pins=home.pins.clone() />
        <HomeLists lists=home.lists asking />
        <section class="desk-examples" aria-labelledby="examples">
            <h2 class="label" id="examples">
                {title}
            </h2>
            <Questions questions asking />
        </section>
        <p class="desk-facts">
            {info
                .as_of
                .map(|day| {
                    view! {
                        <span>{capital(&whose(&home.sources))}</span>
                        <span>{t!("communications", count = info.communications)}</span>
                        <span>{t!("cases", count = info.cases)}</span>
                        <span>{t!("customers", count = info.customers)}</span>
                        <span>{t!("desk-data-to", date = i18n::full_date(day))}</span>
                    }
                })}
            <span>{answered_by}</span>
            <SearchWords mode=info.search changes=info.search_changes />
            <a href="/watches">{t!("page-watches")}</a>
            {admin.then(|| view! { <a href="/import">{t!("desk-import-own")}</a> })}
        </p>
        {setup}
    }
    .into_any()
}

/// What setting up the desk still takes.
#[component]
fn SetupSteps(steps: Vec<SetupStep>) -> impl IntoView {
    let submit = use_submit();
    let load_demo = Callback::new(move |()| submit.send(load_demo(), |()| live::open("/")));
    view! { <Setup steps load_demo busy=submit.busy.into() problem=submit.problem.into() /> }.into_any()
}

/// How texts are searched; polled while that changes.
#[component]
fn SearchWords(mode: SearchMode, changes: bool) -> impl IntoView {
    let mode = RwSignal::new(mode);
    if changes {
        live::every(SEARCH_ASKED, move |stop| {
            leptos::task::spawn_local(async move {
                if let Ok(info) = get_desk().await {
                    let _ = mode.try_set(info.search);
                    if !info.search_changes {
                        stop.run(());
                    }
                }
            });
        });
    }
    view! { <span>{move || words::search_mode(mode.get())}</span> }.into_any()
}

/// For those who cannot set up the desk.
#[component]
fn NoData() -> impl IntoView {
    view! {
        <Notice icon="doc" title=t!("desk-no-data")>
            <p>{t!("desk-no-data-how")}</p>
        </Notice>
    }
}
