//! The page that an invitation's link opens: a name and a password make the account.

use leptos::prelude::*;
use leptos_meta::Title;
use leptos_router::hooks::use_params_map;

use super::Said;
use crate::api::accounts::get_invited;
use crate::components::frame::notice::{Notice, Skeleton};
use crate::components::words;
use crate::load::load;
use crate::model::account::forms::Invited;
use crate::model::account::message_text;
use crate::pages::failed;
use crate::t;

#[component]
pub fn JoinPage() -> impl IntoView {
    let params = use_params_map();
    let token = Memo::new(move |_| params.with(|p| p.get("token")).unwrap_or_default());
    let invited = load(move || token.get(), get_invited);
    view! {
        <Title text=t!("accounts-join") />
        <main class="page door" id="main">
            <h1>{t!("accounts-join")}</h1>
            <Said />
            <Transition fallback=|| view! { <Skeleton label=t!("accounts-door-loading") /> }>
                {move || Suspend::new(async move {
                    match invited.await {
                        Ok(Some(invited)) => view! { <JoinForm invited token=token.get_untracked() /> }.into_any(),
                        Ok(None) => {
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
                                .into_any()
                        }
                        Err(error) => failed(error),
                    }
                })}
            </Transition>
        </main>
    }
    .into_any()
}

#[component]
fn JoinForm(invited: Invited, token: String) -> impl IntoView {
    let action = format!("/join/{}", words::segment(&token));
    let fixed = invited.name.is_some();
    view! {
        <p>{t!("accounts-invited", role = invited.role.as_str())}</p>
        <form class="door-form" method="post" action=action>
            <div class="field">
                <label for="name">{t!("accounts-name")}</label>
                <input
                    id="name"
                    name="name"
                    value=invited.name.unwrap_or_default()
                    readonly=fixed
                    minlength="2"
                    maxlength="60"
                    autocomplete="username"
                    autocapitalize="none"
                    spellcheck="false"
                    required
                />
            </div>
            <div class="field">
                <label for="password">{t!("accounts-password")}</label>
                <input
                    id="password"
                    name="password"
                    type="password"
                    minlength="12"
                    maxlength="200"
                    autocomplete="new-password"
                    aria-describedby="password-hint"
                    required
                />
                <small id="password-hint">{t!("accounts-join-password-hint")}</small>
            </div>
            <button class="button" data-kind="primary">
                {t!("accounts-join")}
            </button>
        </form>
    }
    .into_any()
}
