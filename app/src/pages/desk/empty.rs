//! The desk before the first question: what there is to ask about, and questions to begin with.

use std::time::Duration;

use leptos::prelude::*;
use leptos_meta::Title;
use leptos_router::hooks::use_query_map;

use super::DeskState;
use super::beside::{BesidePanel, beside};
use crate::api::research::{get_desk, get_home};
use crate::components::desk::composer::{Asking, Composer};
use crate::components::desk::follow_ups::Questions;
use crate::components::desk::home::{HomeLists, Newcomer, Pins};
use crate::components::desk::keep::Deleted;
use crate::components::frame::notice::{EmptyMark, Notice};
use crate::components::frame::who::{Who, limits};
use crate::components::words;
use crate::live;
use crate::model::account::Role;
use crate::model::session::DeskInfo;
use crate::model::session::home::Home;
use crate::model::text::capital;
use crate::model::time;
use crate::pages::{Desk, failed, load};

/// Questions that are offered.
const EXAMPLES: usize = 8;
/// How often is asked how far embedding has come.
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
                    <h1>"What do you want to know?"</h1>
                    <p>"Every figure in the answer leads back to the record it came from."</p>
                </div>
                <Composer asking placeholder="Ask about your customers" />
                <Transition>
                    {move || Suspend::new(async move {
                        let me = match who {
                            Some(who) => who.await.ok(),
                            None => None,
                        };
                        me.and_then(|me| limits(&me.sees)).map(|says| view! { <p class="desk-limits">{says}</p> })
                    })}
                </Transition>
                <Transition>
                    {move || Suspend::new(async move {
                        let admin = match who {
                            Some(who) => who.await.is_ok_and(|me| me.role == Role::Admin),
                            None => false,
                        };
                        match (desk.await, home.await) {
                            (Ok(info), Ok(home)) => view! { <Beginning info home admin asking /> }.into_any(),
                            (Err(error), _) | (_, Err(error)) => failed(error),
                        }
                    })}
                </Transition>
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
    /// Whether what only admins may do is shown.
    admin: bool,
    asking: Asking,
) -> impl IntoView {
    if info.as_of.is_none() && info.examples.is_empty() {
        return view! { <NoData /> }.into_any();
    }
    let of_call = home.questions.clone();
    let title = if of_call.is_empty() { "Try one of these" } else { "Before a call, or on any day" };
    let questions = of_call.into_iter().chain(info.examples.clone()).take(EXAMPLES).collect();
    let reasoner = if info.model == "rules" { "rules, without a model".to_owned() } else { info.model.clone() };
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
                        <span>{capital(&home.whose)}</span>
                        <span>{words::count(info.communications, "communication")}</span>
                        <span>{words::count(info.cases, "case")}</span>
                        <span>{words::count(info.customers, "customer")}</span>
                        <span>{format!("to {}", time::full_date(day))}</span>
                    }
                })}
            <span>{format!("Answered by {reasoner}")}</span>
            <SearchWords words=info.search changes=info.search_changes />
            {admin.then(|| view! { <a href="/import">"Import your own data"</a> })}
        </p>
        {(admin && !info.offers.is_empty()).then(|| view! { <Offers offers=info.offers /> })}
    }
    .into_any()
}

/// Models that could reason here, each with the line that takes it.
#[component]
fn Offers(offers: Vec<(String, String)>) -> impl IntoView {
    let lines = offers.into_iter().map(|(title, line)| {
        view! {
            <p class="desk-offer">
                {title} " could reason here: " <code>{line}</code>
            </p>
        }
    });
    view! { <div class="desk-offers">{lines.collect_view()}</div> }.into_any()
}

/// How texts are searched; asked again while that changes.
#[component]
fn SearchWords(words: String, changes: bool) -> impl IntoView {
    let words = RwSignal::new(words);
    if changes {
        live::every(SEARCH_ASKED, move |stop| {
            leptos::task::spawn_local(async move {
                if let Ok(info) = get_desk().await {
                    let _ = words.try_set(info.search);
                    if !info.search_changes {
                        stop.run(());
                    }
                }
            });
        });
    }
    view! { <span>{words}</span> }.into_any()
}

#[component]
fn NoData() -> impl IntoView {
    view! {
        <Notice icon="doc" title="There is no data yet">
            <p>"Import your own from a CSV or JSON-lines file, or fill the desk with made-up data by " <code>"plumbline demo"</code> "."</p>
            <p>
                <a class="button" data-kind="primary" href="/import">
                    "Import your data"
                </a>
            </p>
        </Notice>
    }
}
