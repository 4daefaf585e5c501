//! The page opened by an invitation link: entering a name and a password creates the account.

use leptos::prelude::*;
use leptos_meta::Title;

use super::{NewPassword, Said};
use crate::api::accounts::get_invited;
use crate::components::form::TextField;
use crate::components::frame::notice::Notice;
use crate::components::words;
use crate::load::load;
use crate::model::account::forms::Invited;
use crate::model::account::message_text;
use crate::pages::{fetched, param};
use crate::t;

#[component]
pub fn JoinPage() -> impl IntoView {
    let token = param("token");
    let invited = load(move || token.get(), get_invited);
    view! {
        <Title text=t!("accounts-join") />
        <main class="page door" id="main">
            <h1>{t!("accounts-join")}</h1>
            <Said />
            {fetched(t!("accounts-door-loading"), invited, move |invited| match invited {
                Some(invited) => view! { <JoinForm invited token=token.get_untracked() /> }.into_any(),
                None => view! { <NotInvited /> }.into_any(),
            })}
        </main>
    }
    .into_any()
}

#[component]
fn NotInvited() -> impl IntoView {
    view! {
        <Notice tone="failure" icon="stop" title=t!("accounts-join-nothing") alert=true>
            <p>{message_text("link")}</p>
            <p>
                <a class="button" href="/sign-in" rel="external">
                    {t!("sign-in")}
                </a>
            </p>
        </Notice>
    }
}

#[component]
fn JoinForm(invited: Invited, token: String) -> impl IntoView {
    let action = format!("/join/{}", words::segment(&token));
    let fixed = invited.name.is_some();
    view! {
        <p>{t!("accounts-invited", role = invited.role.as_str())}</p>
        <form class="door-form" method="post" action=action>
            <TextField
                id="name"
                label=t!("accounts-name")
                name="name"
                value=invited.name.unwrap_or_default()
                readonly=fixed
                minlength=2
                maxlength=60
                autocomplete="username"
                verbatim=true
                required=true
            />
            <NewPassword name="password" label=t!("accounts-password") note=t!("accounts-join-password-hint") />
            <button class="button" data-kind="primary">
                {t!("accounts-join")}
            </button>
        </form>
    }
    .into_any()
}
