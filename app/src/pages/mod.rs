//! One file per route, a folder if a page has private parts. Pages call the server and pass the results to components.

pub mod accounts;
pub mod analysis;
pub mod audit;
pub mod compare;
pub mod desk;
pub mod documents;
pub mod import;
pub mod memory;
pub mod not_found;
pub mod pipeline;
pub mod privacy;
pub mod quality;
pub mod record;
pub mod review;
pub mod settings;
pub mod shared;
pub mod sources;
pub mod support;
pub mod tools;
pub mod usage;
pub mod watches;
pub mod words;

use leptos::prelude::*;
use leptos_meta::Title;
use leptos_router::hooks::{use_location, use_params_map};
use serde::de::DeserializeOwned;

use crate::api::accounts::get_me;
use crate::api::conversations::list_waiting;
use crate::api::research::{decide, get_desk};
use crate::components::form::use_submit;
use crate::components::frame::notice::{Problem, Skeleton};
use crate::components::frame::settings_nav::SettingsNav;
use crate::components::frame::top_bar::{MainNav, is_door};
use crate::components::frame::waiting::WaitingList;
use crate::components::frame::who::{Who, WhoLink};
use crate::components::timeline::approval::Deciding;
use crate::error::AppError;
use crate::live::{self, Frame};
use crate::load::{Loaded, awaited, load, shown};
use crate::model::approval::Choice;
use crate::model::session::DeskInfo;
use crate::{i18n, t};

/// Facts about the desk, needed before the first question; requested once per page.
pub type Desk = Loaded<DeskInfo>;

/// Requests it, and puts it into the context.
pub fn provide_desk() -> Desk {
    let desk = load(|| (), |()| get_desk());
    provide_context(desk);
    desk
}

/// Requests the page's user, and puts it into the context.
pub fn provide_who() -> Who {
    let who = load(|| (), |()| get_me());
    provide_context(who);
    who
}

/// The page's user, as a link in the bar.
#[component]
pub fn WhoIs(who: Who) -> impl IntoView {
    awaited(move || async move { who.await.ok().map(|me| view! { <WhoLink me /> }) })
}

/// The pages of the bar.
#[component]
pub fn Nav(desk: Desk) -> impl IntoView {
    awaited(move || async move {
        let usable = desk.await.map(|desk| desk.pages).unwrap_or_else(|_| vec!["/".to_owned()]);
        view! { <MainNav usable /> }
    })
}

/// The last day of the data.
#[component]
pub fn AsOf(desk: Desk) -> impl IntoView {
    awaited(move || async move {
        desk.await.ok().and_then(|d| d.as_of).map(|day| t!("bar-data-to", date = i18n::short_date(day)))
    })
}

/// Pending decisions, as a list in the bar. Reloaded when the page changes, when one of its runs starts waiting, and
/// every half a minute.
#[component]
pub fn WaitingForYou(frame: Frame) -> impl IntoView {
    let path = use_location().pathname;
    let waiting = load(
        move || (frame.waiting.get(), path.get()),
        |(_, path)| async move { if is_door(&path) { Ok(Vec::new()) } else { list_waiting().await } },
    );
    awaited(move || async move {
        waiting.await.ok().filter(|all| !all.is_empty()).map(|items| view! { <WaitingList items /> })
    })
}

/// The result of a request, rendered by `show`, or its error; until then placeholder lines labelled `label`.
pub(crate) fn fetched<T>(
    label: impl Into<String>,
    loaded: Loaded<T>,
    show: impl Fn(T) -> AnyView + Clone + Send + Sync + 'static,
) -> AnyView
where
    T: DeserializeOwned + Clone + Send + Sync + 'static,
{
    fetched_or(skeleton(label), loaded, show, failed)
}

/// Likewise, with another fallback, and another view of errors.
pub(crate) fn fetched_or<T>(
    fallback: ViewFn,
    loaded: Loaded<T>,
    show: impl Fn(T) -> AnyView + Clone + Send + Sync + 'static,
    wrong: impl Fn(AppError) -> AnyView + Clone + Send + Sync + 'static,
) -> AnyView
where
    T: DeserializeOwned + Clone + Send + Sync + 'static,
{
    shown(fallback, move || {
        let (show, wrong) = (show.clone(), wrong.clone());
        async move { loaded.await.map_or_else(wrong, show) }
    })
}

/// Likewise for a part that brings the main part of a desk along; `title` and `label` are keys of texts.
pub(crate) fn fetched_desk<T>(
    (title, label): (&'static str, &'static str),
    loaded: Loaded<T>,
    show: impl Fn(T) -> AnyView + Clone + Send + Sync + 'static,
) -> AnyView
where
    T: DeserializeOwned + Clone + Send + Sync + 'static,
{
    let main = |content: AnyView| view! { <main class="desk-main" id="main">{content}</main> }.into_any();
    let fallback = move || main(view! { <Skeleton label=t!(label) /> }.into_any());
    let wrong = move |error| {
        view! {
            <Title text=t!(title) />
            {main(view! { <h1 class="sr-only">{t!(title)}</h1> {failed(error)} }.into_any())}
        }
        .into_any()
    };
    fetched_or(fallback.into(), loaded, show, wrong)
}

/// Placeholder lines.
pub(crate) fn skeleton(label: impl Into<String>) -> ViewFn {
    let label = label.into();
    (move || view! { <Skeleton label=label.clone() /> }).into()
}

/// Makes the bar look for pending decisions when their number on this page changes.
pub(crate) fn tell_bar(pending: impl Fn() -> usize + Send + Sync + 'static) {
    let frame = live::frame();
    let pending = Memo::new(move |_| pending());
    Effect::new(move |before: Option<usize>| {
        let now = pending.get();
        if before.is_some_and(|before| before != now) {
            frame.waiting.update(|n| *n += 1);
        }
        now
    });
}

/// A part of the address.
pub(crate) fn param(name: &'static str) -> Memo<String> {
    let params = use_params_map();
    Memo::new(move |_| params.with(|all| all.get(name)).unwrap_or_default())
}

/// A page with its heading.
#[component]
pub(crate) fn Page(
    class: &'static str,
    title: String,
    /// The heading, if it is not the title.
    #[prop(optional)]
    heading: Option<String>,
    about: String,
    /// Its address among the pages under "Settings".
    #[prop(optional)]
    settings: Option<&'static str>,
    children: Children,
) -> impl IntoView {
    view! {
        <Title text=title.clone() />
        <main class=class id="main">
            {settings.map(|here| view! { <SettingsNav here /> })}
            <div class="page-head">
                <h1>{heading.unwrap_or(title)}</h1>
                <p>{about}</p>
            </div>
            {children()}
        </main>
    }
    .into_any()
}

/// Decisions on runs' proposals; the run's events report the result.
pub(crate) fn deciding() -> Deciding {
    let submit = use_submit();
    let decide = Callback::new(move |(run, approval, choice): (String, String, Choice)| {
        submit.send(decide(run, approval, choice), |()| ());
    });
    Deciding { decide, submit }
}

/// Sets a page's HTTP status. The server may provide it as context; the browser does not.
#[derive(Clone)]
pub struct SetStatus(pub std::sync::Arc<dyn Fn(u16) + Send + Sync>);

/// Shown in place of content that failed to load; the page gets the error's status.
pub(crate) fn failed(error: AppError) -> AnyView {
    report(&error);
    view! { <Problem error /> }.into_any()
}

/// Reports the status of an error page.
fn report(error: &AppError) {
    if let Some(set) = use_context::<SetStatus>() {
        (set.0)(match error {
            AppError::Invalid { .. } => 400,
            AppError::Unauthenticated { .. } => 401,
            AppError::Forbidden { .. } => 403,
            AppError::NotFound { .. } => 404,
            AppError::Conflict { .. } => 409,
            AppError::TooMany { .. } => 429,
            AppError::Internal { .. } => 500,
            AppError::Unavailable { .. } => 503,
        });
    }
}
