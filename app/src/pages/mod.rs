//! One file per route, a folder if a page has private parts. Pages call the server and pass the results to components.

pub mod accounts;
pub mod analysis;
pub mod audit;
pub mod compare;
pub mod desk;
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
pub mod support;
pub mod usage;
pub mod words;

use leptos::prelude::*;
use leptos_router::hooks::use_location;
use serde::de::DeserializeOwned;

use crate::api::accounts::get_me;
use crate::api::conversations::list_waiting;
use crate::api::research::{decide, get_desk};
use crate::components::frame::notice::{Problem, Skeleton};
use crate::components::frame::top_bar::{MainNav, is_door};
use crate::components::frame::waiting::WaitingList;
use crate::components::frame::who::{Who, WhoLink};
use crate::components::timeline::approval::Deciding;
use crate::error::AppError;
use crate::live::Frame;
use crate::load::{Coming, Loaded, load};
use crate::model::approval::Choice;
use crate::model::session::DeskInfo;
use crate::{i18n, t};

/// What the desk knows before the first question; requested once per page.
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
    view! {
        <Transition>
            {move || Suspend::new(async move { who.await.ok().map(|me| view! { <WhoLink me /> }) })}
        </Transition>
    }
}

/// The pages of the bar.
#[component]
pub fn Nav(desk: Desk) -> impl IntoView {
    view! {
        <Transition>
            {move || Suspend::new(async move {
                let usable = desk.await.map(|desk| desk.pages).unwrap_or_else(|_| vec!["/".to_owned()]);
                view! { <MainNav usable /> }
            })}
        </Transition>
    }
}

/// The last day of the data.
#[component]
pub fn AsOf(desk: Desk) -> impl IntoView {
    view! {
        <Transition>
            {move || Suspend::new(async move {
                desk.await.ok().and_then(|d| d.as_of).map(|day| t!("bar-data-to", date = i18n::short_date(day)))
            })}
        </Transition>
    }
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
    view! {
        <Transition>
            {move || Suspend::new(async move {
                waiting.await.ok().filter(|all| !all.is_empty()).map(|items| view! { <WaitingList items /> })
            })}
        </Transition>
    }
}

/// The result of a request, rendered by `show`, or its error; placeholder lines labelled `label` until then.
pub(crate) fn fetched<T>(
    label: impl Into<String>,
    loaded: Loaded<T>,
    show: impl Fn(T) -> AnyView + Clone + Send + Sync + 'static,
) -> AnyView
where
    T: DeserializeOwned + Clone + Send + Sync + 'static,
{
    let coming = move || -> Coming<AnyView> {
        let show = show.clone();
        Box::pin(async move {
            match loaded.await {
                Ok(came) => show(came),
                Err(error) => failed(error),
            }
        })
    };
    shown_when_there(label.into(), Box::new(coming))
}

fn shown_when_there(label: String, coming: Box<dyn Fn() -> Coming<AnyView> + Send + Sync>) -> AnyView {
    view! {
        <Transition fallback=move || {
            view! { <Skeleton label=label.clone() /> }
        }>{move || Suspend::new(coming())}</Transition>
    }
    .into_any()
}

/// Sends a request to the server: `busy` while it lasts, then `done`, or `problem` with the error. The page may be gone
/// by then.
pub(crate) fn send<T: 'static>(
    busy: impl Into<Option<RwSignal<bool>>>,
    problem: RwSignal<Option<String>>,
    work: impl Future<Output = Result<T, AppError>> + 'static,
    done: impl FnOnce(T) + 'static,
) {
    let busy = busy.into();
    if let Some(busy) = busy {
        busy.set(true);
    }
    problem.set(None);
    leptos::task::spawn_local(async move {
        match work.await {
            Ok(came) => done(came),
            Err(error) => drop(problem.try_set(Some(error.to_string()))),
        }
        if let Some(busy) = busy {
            busy.try_set(false);
        }
    });
}

/// Decisions on runs' proposals; the run's events report the result.
pub(crate) fn deciding() -> Deciding {
    let (busy, problem) = (RwSignal::new(false), RwSignal::new(None));
    let decide = Callback::new(move |(run, approval, choice): (String, String, Choice)| {
        send(busy, problem, decide(run, approval, choice), |()| ());
    });
    Deciding { decide, busy: busy.into(), problem: problem.into() }
}

/// Sets a page's HTTP status. The server may provide it as context; the browser does not.
#[derive(Clone)]
pub struct SetStatus(pub std::sync::Arc<dyn Fn(u16) + Send + Sync>);

/// Shown instead of what failed to load; the page gets the error's status.
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
