//! The sign-in page: by name and password, or by the firm's own sign-in where that is set up.

use leptos::prelude::*;
use leptos_meta::Title;
use leptos_router::hooks::use_query_map;

use super::Said;
use crate::api::accounts::get_ways;
use crate::components::frame::notice::Notice;
use crate::components::words;
use crate::model::account::forms::SignInWays;
use crate::pages::{fetched, load};

#[component]
pub fn SignInPage() -> impl IntoView {
    let params = use_query_map();
    let to = Memo::new(move |_| params.with(|p| p.get("to")).unwrap_or_default());
    let ways = load(|| (), |()| get_ways());
    view! {
        <Title text="Sign in" />
        <main class="page door" id="main">
            <h1>"Sign in"</h1>
            <Said />
            {fetched("Loading", ways, move |ways| view! { <Ways ways to=to.get_untracked() /> }.into_any())}
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
                // The server answers this address, and leads away from here.
                <a class="button" href=href rel="external">
                    {format!("Sign in with {name}")}
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
            <div class="field">
                <label for="name">"Name"</label>
                <input
                    id="name"
                    name="name"
                    autocomplete="username"
                    autocapitalize="none"
                    spellcheck="false"
                    required
                />
            </div>
            <div class="field">
                <label for="password">"Password"</label>
                <input id="password" name="password" type="password" autocomplete="current-password" required />
            </div>
            <button class="button" data-kind="primary">
                "Sign in"
            </button>
        </form>
    }
    .into_any()
}

#[component]
fn NoAccount() -> impl IntoView {
    view! {
        <Notice icon="person" title="There is no account yet">
            <p>
                "Open the link that the server printed at its start, on the machine itself, or run "
                <code>"plumbline user add"</code> "."
            </p>
        </Notice>
    }
    .into_any()
}
