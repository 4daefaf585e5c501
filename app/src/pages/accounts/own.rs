//! One's own account: name and role, the password, API tokens, and signing out.

use leptos::prelude::*;
use leptos_meta::Title;

use super::sign_ins::SignIns;
use super::tokens::Tokens;
use super::view::seen;
use super::{NewPassword, Said};
use crate::api::accounts::{list_sign_ins, list_tokens};
use crate::components::form::{PostButton, TextField};
use crate::components::frame::language::LanguageChoice;
use crate::components::frame::notice::Notice;
use crate::components::frame::who::{Who, is_local};
use crate::components::section::Section;
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

/// The user of this machine, while there are no accounts.
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
        <Section id="tokens" title=t!("accounts-tokens") about=t!("accounts-tokens-about")>
            {fetched(t!("accounts-tokens-loading"), tokens, move |tokens| view! { <Tokens tokens role own=own.get_value() /> }.into_any())}
        </Section>
        <Section id="sign-ins" title=t!("accounts-sign-ins") about=t!("accounts-sign-ins-about")>
            {fetched(t!("accounts-sign-ins-loading"), sign_ins, |all| view! { <SignIns all /> }.into_any())}
        </Section>
        <Section id="leave" title=t!("accounts-sign-out")>
            <div class="row">
                <PostButton action="/sign-out" label=t!("accounts-sign-out") />
                <PostButton
                    action="/sign-out"
                    label=t!("accounts-sign-out-everywhere")
                    sends=("everywhere", "1".into())
                    kind="danger"
                />
            </div>
        </Section>
    }
    .into_any()
}

#[component]
fn PasswordForm() -> impl IntoView {
    view! {
        <Section id="change-password" title=t!("accounts-password")>
            <form class="account-form" method="post" action="/account/password">
                <TextField
                    id="old"
                    label=t!("accounts-password-old")
                    name="old"
                    kind="password"
                    autocomplete="current-password"
                    required=true
                />
                <NewPassword name="new" label=t!("accounts-password-new") note=t!("accounts-password-hint") />
                <button class="button">{t!("accounts-password-change")}</button>
            </form>
        </Section>
    }
    .into_any()
}
