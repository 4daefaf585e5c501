//! One's own account: who one is, the password, tokens of the API, and signing out.

use leptos::prelude::*;
use leptos_meta::Title;

use super::Said;
use super::sign_ins::SignIns;
use super::tokens::Tokens;
use super::view::seen;
use crate::api::accounts::{list_sign_ins, list_tokens};
use crate::components::frame::language::LanguageChoice;
use crate::components::frame::notice::Notice;
use crate::components::frame::who::{Who, is_local};
use crate::load::load;
use crate::model::account::Me;
use crate::pages::fetched;
use crate::t;

#[component]
pub fn AccountPage() -> impl IntoView {
    let who = expect_context::<Who>();
    view! {
        <Title text=t!("accounts-own") />
        <main class="page account" id="main">
            <Said />
            {fetched(t!("accounts-own-loading"), who, |me| match is_local(&me) {
                true => view! { <Local /> }.into_any(),
                false => view! { <Own me /> }.into_any(),
            })}
            <LanguageChoice />
        </main>
    }
    .into_any()
}

/// On this machine, while there are no accounts.
#[component]
fn Local() -> impl IntoView {
    view! {
        <div class="page-head">
            <h1>{t!("who-local")}</h1>
        </div>
        <p>{t!("accounts-local-means")}</p>
        <Notice icon="person" title=t!("accounts-first")>
            <p>
                {t!("accounts-first-how")} " " <code>"plumbline user add NAME --role admin"</code> ". "
                {t!("accounts-first-then")}
            </p>
        </Notice>
    }
    .into_any()
}

#[component]
fn Own(me: Me) -> impl IntoView {
    let tokens = load(|| (), |()| list_tokens());
    let sign_ins = load(|| (), |()| list_sign_ins());
    let own = StoredValue::new(me.name.clone());
    let role = me.role;
    view! {
        <div class="page-head">
            <h1>{me.name}</h1>
            <p>{t!("accounts-own-may", role = role.as_str(), sees = seen(&me.sees))}</p>
        </div>
        {me.has_password.then(|| view! { <PasswordForm /> })}
        <section class="section" aria-labelledby="tokens">
            <div class="section-head">
                <h2 id="tokens">{t!("accounts-tokens")}</h2>
                <p>{t!("accounts-tokens-about")}</p>
            </div>
            {fetched(t!("accounts-tokens-loading"), tokens, move |tokens| view! { <Tokens tokens role own=own.get_value() /> }.into_any())}
        </section>
        <section class="section" aria-labelledby="sign-ins">
            <div class="section-head">
                <h2 id="sign-ins">{t!("accounts-sign-ins")}</h2>
                <p>{t!("accounts-sign-ins-about")}</p>
            </div>
            {fetched(t!("accounts-sign-ins-loading"), sign_ins, |all| view! { <SignIns all /> }.into_any())}
        </section>
        <section class="section" aria-labelledby="leave">
            <div class="section-head">
                <h2 id="leave">{t!("accounts-sign-out")}</h2>
            </div>
            <div class="row">
                <form method="post" action="/sign-out">
                    <button class="button">{t!("accounts-sign-out")}</button>
                </form>
                <form method="post" action="/sign-out">
                    <input type="hidden" name="everywhere" value="1" />
                    <button class="button" data-kind="danger">
                        {t!("accounts-sign-out-everywhere")}
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
                <h2 id="change-password">{t!("accounts-password")}</h2>
            </div>
            <form class="account-form" method="post" action="/account/password">
                <div class="field">
                    <label for="old">{t!("accounts-password-old")}</label>
                    <input id="old" name="old" type="password" autocomplete="current-password" required />
                </div>
                <div class="field">
                    <label for="new">{t!("accounts-password-new")}</label>
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
                    <small id="new-hint">{t!("accounts-password-hint")}</small>
                </div>
                <button class="button">{t!("accounts-password-change")}</button>
            </form>
        </section>
    }
    .into_any()
}
