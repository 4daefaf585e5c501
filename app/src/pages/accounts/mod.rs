//! The account pages: signing in, joining, one's own account, and everybody's. Their forms work without scripts; with
//! scripts, secrets that are shown only once appear without a page change.

mod all;
mod join;
mod own;
mod sign_in;
mod sign_ins;
mod tokens;
mod view;

pub use all::AccountsPage;
pub use join::JoinPage;
use leptos::prelude::*;
use leptos_router::hooks::use_query_map;
pub use own::AccountPage;
pub use sign_in::SignInPage;

use crate::components::form::{CopyButton, TextField};
use crate::model::account::message;
use crate::{id, t};

/// Messages for a failed sign-in with the firm's provider.
const PROVIDER_SAID: [(&str, &str); 6] = [
    ("oidc-off", id!("accounts-oidc-off")),
    ("oidc-state", id!("accounts-oidc-state")),
    ("oidc-denied", id!("accounts-oidc-denied")),
    ("oidc-unreachable", id!("accounts-oidc-unreachable")),
    ("oidc-untrusted", id!("accounts-oidc-untrusted")),
    ("oidc-group", id!("accounts-oidc-group")),
];

fn sentence(code: &str) -> Option<String> {
    let by_provider = || PROVIDER_SAID.iter().find(|(known, _)| *known == code).map(|(_, says)| t!(says));
    message(code).map(str::to_owned).or_else(by_provider)
}

/// The result of the submitted form, from the URL: `?said=` or `?failed=`.
#[component]
fn Said() -> impl IntoView {
    let params = use_query_map();
    let says = move |field: &str| params.with(|p| p.get(field)).and_then(|code| sentence(&code));
    view! {
        {move || says("said").map(|text| view! { <p class="notice" data-tone="ok" role="status"><span>{text}</span></p> })}
        {move || {
            says("failed").map(|text| view! { <p class="notice" data-tone="failure" role="alert"><span>{text}</span></p> })
        }}
    }
    .into_any()
}

/// A field for a new password.
#[component]
fn NewPassword(name: &'static str, label: String, note: String) -> impl IntoView {
    view! {
        <TextField
            id=name
            label
            name
            note
            kind="password"
            minlength=12
            maxlength=200
            autocomplete="new-password"
            required=true
        />
    }
}

/// A secret that is shown once, to be copied.
#[component]
fn Once(#[prop(into)] label: String, text: String) -> impl IntoView {
    view! {
        <div class="once" role="status">
            <p>{label}</p>
            <p class="once-text">
                <code>{text.clone()}</code>
                <CopyButton text label=t!("accounts-copy") copied=t!("accounts-copied") />
            </p>
        </div>
    }
    .into_any()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_code_has_one_sentence() {
        for (code, says) in PROVIDER_SAID {
            assert_eq!(sentence(code), Some(t!(says)));
        }
        assert_eq!(sentence("nothing"), None);
    }
}
