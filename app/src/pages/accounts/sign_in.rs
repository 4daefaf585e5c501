//! The sign-in page: by name and password, or with the firm's single sign-on if configured.

use leptos::prelude::*;
use leptos_meta::Title;
use leptos_router::hooks::use_query_map;

use super::Said;
use crate::api::accounts::get_ways;
use crate::components::form::TextField;
use crate::components::frame::language::LanguageChoice;
use crate::components::frame::notice::Notice;
use crate::components::words;
use crate::load::load;
use crate::model::account::forms::SignInWays;
use crate::pages::fetched;
use crate::t;

#[component]
pub fn SignInPage() -> impl IntoView {
    let params = use_query_map();
    let to = Memo::new(move |_| params.with(|p| p.get("to")).unwrap_or_default());
    let ways = load(|| (), |()| get_ways());
    view! {
        <Title text=t!("sign-in") />
        <main class="page door" id="main">
            <h1>{t!("sign-in")}</h1>
            <Said />
            {fetched(t!("accounts-door-loading"), ways, move |ways| view! { <Ways ways to=to.get_untracked() /> }.into_any())}
            <LanguageChoice />
        </main>
    }
    .into_any()
}

#[component]
fn Ways(ways: SignInWays, to: String) -> impl IntoView {
    let href = format!("/oidc/start?to={}", words::segment(&to));
    let provider = ways.provider.map(|name| {
        view! {
            <p>
                // The server handles this URL by redirecting.
                <a class="button" href=href rel="external">
                    {t!("accounts-sign-in-with", provider = name)}
                </a>
            </p>
        }
    });
    let by_password = match ways.any_account {
        true => view! { <PasswordForm to /> }.into_any(),
        false => view! { <NoAccount /> }.into_any(),
    };
    view! {
        {by_password}
        {provider}
    }
    .into_any()
}

#[component]
fn PasswordForm(to: String) -> impl IntoView {
    view! {
        <form class="door-form" method="post" action="/sign-in">
            <input type="hidden" name="to" value=to />
            <TextField
                id="name"
                label=t!("accounts-name")
                name="name"
                autocomplete="username"
                verbatim=true
                required=true
            />
            <TextField
                id="password"
                label=t!("accounts-password")
                name="password"
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

#[component]
fn NoAccount() -> impl IntoView {
    view! {
        <Notice icon="person" title=t!("accounts-none")>
            <p>
                {t!("accounts-none-how")} " " <code>"plumbline user add"</code> "."
            </p>
        </Notice>
    }
    .into_any()
}
