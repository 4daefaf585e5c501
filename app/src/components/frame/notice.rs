//! Notices for errors, empty states and loading.

use leptos::prelude::*;

use super::icon::{BOB, Icon};
use super::who::{Who, is_local};
use crate::components::form::TextField;
use crate::components::words;
use crate::error::AppError;
use crate::load::awaited;
use crate::{id, t};

/// A notice: what happened, why, and what to do.
#[component]
pub fn Notice(
    /// "failure", "warning", "ok" or empty.
    #[prop(optional)]
    tone: &'static str,
    icon: &'static str,
    #[prop(into)] title: String,
    /// True to announce it at once.
    #[prop(optional)]
    alert: bool,
    children: Children,
) -> impl IntoView {
    view! {
        <div
            class="notice"
            data-tone=(!tone.is_empty()).then_some(tone)
            role=if alert { "alert" } else { "note" }
        >
            <Icon name=icon />
            <h2>{title}</h2>
            {children()}
        </div>
    }
    .into_any()
}

/// An error in words, with what a person can do about it.
#[component]
pub fn Problem(error: AppError) -> impl IntoView {
    let (title, icon) = match &error {
        AppError::NotFound { .. } => (id!("problem-not-found"), "stop"),
        AppError::Forbidden { .. } => (id!("problem-forbidden"), "stop"),
        AppError::Unauthenticated { .. } => (id!("problem-unauthenticated"), "stop"),
        AppError::Unavailable { .. } => (id!("problem-unavailable"), "offline"),
        AppError::TooMany { .. } => (id!("problem-too-many"), "warn"),
        AppError::Invalid { .. } => (id!("problem-invalid"), "warn"),
        AppError::Conflict { .. } => (id!("problem-conflict"), "warn"),
        AppError::Internal { .. } => (id!("problem-internal"), "stop"),
    };
    let way = match &error {
        AppError::Forbidden { .. } => Some(view! { <SignIn /> }.into_any()),
        AppError::Unauthenticated { .. } => Some(view! { <ToSignIn /> }.into_any()),
        _ => None,
    };
    view! {
        <Notice tone="failure" icon title=t!(title) alert=true>
            <p>{error.to_string()}</p>
            {way}
        </Notice>
    }
}

/// The link to the sign-in page and back.
#[component]
fn ToSignIn() -> impl IntoView {
    let here = leptos_router::hooks::use_location().pathname;
    let href = format!("/sign-in?to={}", words::segment(&here.get_untracked()));
    view! {
        <p>
            <a class="button" data-kind="primary" href=href rel="external">
                {t!("sign-in")}
            </a>
        </p>
    }
    .into_any()
}

/// The admin token, requested while there are no accounts. A signed-in user is told that their role lacks the right.
#[component]
pub fn SignIn() -> impl IntoView {
    let here = leptos_router::hooks::use_location().pathname;
    let who = use_context::<Who>();
    awaited(move || async move {
        let local = match who {
            Some(who) => who.await.is_ok_and(|me| is_local(&me)),
            None => true,
        };
        local.then(|| view! { <TokenForm here=here.get_untracked() /> })
    })
}

/// The field for the admin token. A plain form: the server sets the cookie and redirects back here.
#[component]
fn TokenForm(here: String) -> impl IntoView {
    view! {
        <form class="sign-in" method="post" action="/admin/sign-in">
            <input type="hidden" name="to" value=here />
            <TextField
                id="admin-token"
                label=t!("sign-in-token")
                name="token"
                kind="password"
                autocomplete="current-password"
                required=true
            />
            <button class="button" data-kind="primary">
                {t!("sign-in")}
            </button>
        </form>
    }
    .into_any()
}

/// The plumb bob on its line: the mark of an empty state.
#[component]
pub fn EmptyMark() -> impl IntoView {
    view! {
        <svg class="empty-mark" viewBox="0 0 14 140" preserveAspectRatio="xMidYMax slice" aria-hidden="true">
            <path d="M7 0V118" stroke="currentColor" />
            <use_ href=BOB y="115" width="14" height="25" />
        </svg>
    }
}

/// Placeholder lines for text.
#[component]
pub fn Skeleton(#[prop(into)] label: String) -> impl IntoView {
    view! {
        <div class="skeleton" role="status" aria-label=label>
            <i data-line="title"></i>
            <i></i>
            <i data-line="long"></i>
            <i></i>
            <i data-line="short"></i>
            <i data-line="box"></i>
            <i data-line="short"></i>
        </div>
    }
}
