//! The pages of accounts: signing in, joining, one's own account, and everybody's. Their forms work without scripts; with
//! them, what is shown only once comes without a new page.

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
use leptos_router::location::Url;
pub use own::AccountPage;
pub use sign_in::SignInPage;

use crate::live;
use crate::model::account::message;
use crate::{id, t};

/// What is said of a sign-in by the firm's provider that failed.
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

/// What came of the form that led here, as the address says: `?said=` or `?failed=`.
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

/// Something that is shown once, to be copied.
#[component]
fn Once(#[prop(into)] label: String, text: String) -> impl IntoView {
    let copied = RwSignal::new(false);
    let shown = text.clone();
    let copy = move |_| {
        live::copy(&text);
        copied.set(true);
    };
    view! {
        <div class="once" role="status">
            <p>{label}</p>
            <p class="once-text">
                <code>{shown}</code>
                <button class="button needs-scripts" data-size="small" type="button" on:click=copy>
                    {move || if copied.get() { t!("accounts-copied") } else { t!("accounts-copy") }}
                </button>
            </p>
        </div>
    }
    .into_any()
}

/// The fields of a form that was sent, in its order; empty ones are left out.
fn sent(event: &leptos::ev::SubmitEvent) -> Vec<(String, String)> {
    let query = live::form_query(event).unwrap_or_default();
    let plain = |text: &str| Url::unescape(&text.replace('+', " "));
    query.split('&').filter_map(|pair| pair.split_once('=')).map(|(name, value)| (plain(name), plain(value))).collect()
}

/// The first field of a name.
fn field<'a>(fields: &'a [(String, String)], name: &str) -> Option<&'a str> {
    fields.iter().find(|(n, _)| n == name).map(|(_, value)| value.as_str())
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
