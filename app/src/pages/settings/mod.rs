//! Settings that an admin makes on pages: the model and its limits here, mail and webhooks, sign-in by a provider. All of
//! them are forms over one list of settings; each can be tried before it is saved.

use leptos::prelude::*;
use leptos_router::hooks::use_query_map;

use crate::api::settings::{change_settings, get_settings, list_models, try_settings};
use crate::api::watches::list_chats;
use crate::components::form::use_submit;
use crate::components::frame::who::{Who, is_admin};
use crate::components::settings::{ByRules, FormActions, SettingsForm};
use crate::components::watch::ChatList;
use crate::live;
use crate::load::{awaited, load};
use crate::model::settings::SettingsChange;
use crate::pages::{Desk, Page, fetched};
use crate::t;

#[component]
pub fn SettingsPage() -> impl IntoView {
    let desk = expect_context::<Desk>();
    let who = use_context::<Who>();
    view! {
        <Page
            class="page settings"
            title=t!("page-settings")
            heading=t!("page-model")
            about=t!("settings-model-about")
            settings="/settings"
        >
            {fetched(
                t!("settings-loading"),
                desk,
                |desk| {
                    let plain = (!desk.plain_hosts.is_empty()).then(|| desk.plain_hosts.join(", "));
                    let model = match desk.model.as_str() {
                        "rules" => view! { <ByRules /> }.into_any(),
                        _ => view! { <p>{t!("settings-answered-by")} " " <strong>{desk.model}</strong> "."</p> }.into_any(),
                    };
                    view! {
                        {plain.map(|hosts| view! {
                            <p class="notice" data-tone="warning"><span>{t!("settings-plain-hosts", hosts = hosts)}</span></p>
                        })}
                        {model}
                    }
                    .into_any()
                },
            )}
            {awaited(move || async move {
                match is_admin(who).await {
                    true => view! { <Group id="model" /> <Group id="limits" /> }.into_any(),
                    false => view! { <p class="muted">{t!("settings-by-admins")}</p> }.into_any(),
                }
            })}
        </Page>
    }
    .into_any()
}

#[component]
pub fn MailPage() -> impl IntoView {
    let chats = load(|| (), |()| list_chats());
    view! {
        <Page class="page settings" title=t!("page-mail") about=t!("settings-mail-about") settings="/settings/mail">
            <Group id="mail" />
            <Group id="webhook" />
            <Group id="watching" />
            {fetched(t!("settings-loading"), chats, |chats| view! { <ChatList chats /> }.into_any())}
        </Page>
    }
    .into_any()
}

#[component]
pub fn ProviderPage() -> impl IntoView {
    view! {
        <Page class="page settings" title=t!("page-provider") about=t!("settings-provider-about") settings="/settings/sign-in">
            <Group id="sign-in" />
        </Page>
    }
    .into_any()
}

/// A group of settings with its form.
#[component]
fn Group(id: &'static str) -> impl IntoView {
    let version = RwSignal::new(0_u32);
    let loaded = load(move || version.get(), move |_| get_settings(id.to_owned()));
    let (submit, trial) = (use_submit(), use_submit());
    let query = use_query_map();
    let saved = RwSignal::new(query.with_untracked(|query| query.get("saved").as_deref() == Some(id)));
    let (models, found) = (RwSignal::new(Vec::new()), RwSignal::new(Vec::new()));
    let save = move |change: SettingsChange| {
        saved.set(false);
        submit.send(change_settings(id.to_owned(), change), move |_| {
            // Who answers stands elsewhere on the page, too.
            if id == "model" {
                return live::open("/settings?saved=model");
            }
            saved.set(true);
            version.update(|n| *n += 1);
        });
    };
    let try_out = move |change: SettingsChange| {
        saved.set(false);
        found.set(Vec::new());
        let heard = move |line| {
            found.try_update(|lines| lines.push(line));
        };
        trial.send(async move { try_settings(id, &change, heard).await }, |()| ());
    };
    let list = move |change: SettingsChange| {
        saved.set(false);
        trial.send(list_models(change), move |names| models.set(names));
    };
    let list = (id == "model").then(|| Callback::new(list));
    let (save, try_out) = (Callback::new(save), Callback::new(try_out));
    let actions = FormActions { save, try_out, list, submit, trial, saved, models, found };
    fetched(t!("settings-loading"), loaded, move |group| view! { <SettingsForm group actions /> }.into_any())
}
