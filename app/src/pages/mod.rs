//! One file for each route, a folder where a page has private parts. Pages ask the server and hand what comes to
//! components.

pub mod analysis;
pub mod desk;
pub mod not_found;
pub mod record;
pub mod review;
pub mod settings;

use leptos::prelude::*;

use crate::api::research::get_desk;
use crate::error::AppError;
use crate::model::session::DeskInfo;
use crate::model::time;

/// What the desk knows before the first question; asked once for a page.
pub type Desk = Resource<Result<DeskInfo, AppError>>;

/// Asks for it, and puts it into the context.
pub fn provide_desk() -> Desk {
    let desk = Resource::new(|| (), |()| get_desk());
    provide_context(desk);
    desk
}

/// The day that the data ends.
#[component]
pub fn AsOf(desk: Desk) -> impl IntoView {
    view! {
        <Transition>
            {move || Suspend::new(async move {
                desk.await.ok().and_then(|d| d.as_of).map(|day| format!("Data to {}", time::short_date(day)))
            })}
        </Transition>
    }
}

/// Tells the server which HTTP status a page has. The server may provide it as context; in the browser nobody does.
#[derive(Clone)]
pub struct SetStatus(pub std::sync::Arc<dyn Fn(u16) + Send + Sync>);

/// Reports the status of an error page.
pub(crate) fn report(error: &AppError) {
    if let Some(set) = use_context::<SetStatus>() {
        (set.0)(match error {
            AppError::Invalid { .. } => 400,
            AppError::Forbidden { .. } => 403,
            AppError::NotFound { .. } => 404,
            AppError::Conflict { .. } => 409,
            AppError::Internal { .. } => 500,
            AppError::Unavailable { .. } => 503,
        });
    }
}
