//! One's own account: who one is, the password, tokens of the API, and signing out.

use leptos::prelude::*;
use leptos_meta::Title;

use super::Said;
use super::tokens::Tokens;
use crate::api::accounts::list_tokens;
use crate::components::frame::notice::Notice;
use crate::components::frame::who::{Who, is_local};
use crate::model::account::Me;
use crate::pages::{fetched, load};

#[component]
pub fn AccountPage() -> impl IntoView {
    let who = expect_context::<Who>();
    view! {
        <Title text="Account" />
        <main class="page account" id="main">
            <Said />
            {fetched("Loading your account", who, |me| match is_local(&me) {
                true => view! { <Local /> }.into_any(),
                false => view! { <Own me /> }.into_any(),
            })}
        </main>
    }
    .into_any()
}

/// On this machine, while there are no accounts.
#[component]
fn Local() -> impl IntoView {
    view! {
        <div class="page-head">
            <h1>"Local, no sign-in"</h1>
        </div>
        <p>
            "There are no accounts, so whoever uses this machine may do everything here. Other machines cannot reach this server."
        </p>
        <Notice icon="person" title="Make the first account">
            <p>
                "Open the link that the server printed at its start, on this machine, or run "
                <code>"plumbline user add NAME --role admin"</code> ". From then on everybody signs in."
            </p>
        </Notice>
    }
    .into_any()
}

#[component]
fn Own(me: Me) -> impl IntoView {
    let tokens = load(|| (), |()| list_tokens());
    let own = StoredValue::new(me.name.clone());
    let role = me.role;
    view! {
        <div class="page-head">
            <h1>{me.name}</h1>
            <p>{format!("You are {}. You see {}.", me.role.phrase(), me.sees.in_words())}</p>
        </div>
        {me.has_password.then(|| view! { <PasswordForm /> })}
        <section class="section" aria-labelledby="tokens">
            <div class="section-head">
                <h2 id="tokens">"API tokens"</h2>
                <p>"A program sends one to use Plumbline as you. It can do no more than you can."</p>
            </div>
            {fetched("Loading the tokens", tokens, move |tokens| view! { <Tokens tokens role own=own.get_value() /> }.into_any())}
        </section>
        <section class="section" aria-labelledby="leave">
            <div class="section-head">
                <h2 id="leave">"Sign out"</h2>
            </div>
            <div class="row">
                <form method="post" action="/sign-out">
                    <button class="button">"Sign out"</button>
                </form>
                <form method="post" action="/sign-out">
                    <input type="hidden" name="everywhere" value="1" />
                    <button class="button" data-kind="danger">
                        "Sign out everywhere"
                    </button>
                </form>
            </div>
        </section>
    }
    .into_any()
}

#[component]
fn PasswordForm() -> impl IntoView {
    view! {
        <section class="section" aria-labelledby="change-password">
            <div class="section-head">
                <h2 id="change-password">"Password"</h2>
            </div>
            <form class="account-form" method="post" action="/account/password">
                <div class="field">
                    <label for="old">"Old password"</label>
                    <input id="old" name="old" type="password" autocomplete="current-password" required />
                </div>
                <div class="field">
                    <label for="new">"New password"</label>
                    <input
                        id="new"
                        name="new"
                        type="password"
                        minlength="12"
                        maxlength="200"
                        autocomplete="new-password"
                        aria-describedby="new-hint"
                        required
                    />
                    <small id="new-hint">"At least 12 characters. Other devices are signed out."</small>
                </div>
                <button class="button">"Change the password"</button>
            </form>
        </section>
    }
    .into_any()
}
