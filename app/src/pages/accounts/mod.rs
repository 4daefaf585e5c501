//! The pages of accounts: signing in, joining, one's own account, and everybody's. Their forms work without scripts; with
//! them, what is shown only once comes without a new page.

mod all;
mod join;
mod own;
mod sign_in;
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
use crate::model::account::said;

/// What is said of a sign-in by the firm's provider that failed.
const PROVIDER_SAID: [(&str, &str); 6] = [
    ("oidc-off", "Signing in with your firm's account is not set up here."),
    ("oidc-state", "The sign-in took too long, or was begun in another browser. Try again."),
    ("oidc-denied", "Your firm's sign-in did not let you in. Try again, or ask whoever runs it."),
    ("oidc-unreachable", "Your firm's sign-in cannot be reached. Try again later."),
    (
        "oidc-untrusted",
        "Your firm's sign-in sent something that cannot be trusted. Ask whoever runs Plumbline; the log says more.",
    ),
    ("oidc-group", "Your firm's account is in none of the groups that may use Plumbline. Ask whoever runs it."),
];

fn sentence(code: &str) -> Option<&'static str> {
    said(code).or_else(|| PROVIDER_SAID.iter().find(|(known, _)| *known == code).map(|(_, says)| *says))
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
                    {move || if copied.get() { "Copied" } else { "Copy" }}
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
            assert_eq!(sentence(code), Some(says));
        }
        assert_eq!(sentence("nothing"), None);
    }
}
