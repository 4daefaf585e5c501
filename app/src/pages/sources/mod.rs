//! Settings, sources: what is declared and how it does, adding a source, and the page of one. For admins.

use leptos::prelude::*;
use leptos_router::hooks::use_query_map;

use crate::api::sources::{get_declaration, get_declarations};
use crate::components::frame::settings_nav::SettingsNav;
use crate::components::sources::add::AddSource;
use crate::components::sources::form::ChoiceForm;
use crate::components::sources::list::SourceList;
use crate::components::sources::{Did, StateOf, YamlForm};
use crate::load::load;
use crate::model::sources::declared::{DeclarationPage, DeclarationState};
use crate::pages::{Page, failed, fetched, fetched_or, param, skeleton};
use crate::t;
use leptos_meta::Title;

/// What a form of the page just did.
fn did() -> Option<String> {
    use_query_map().with_untracked(|query| query.get("did"))
}

#[component]
pub fn SourcesPage() -> impl IntoView {
    let all = load(|| (), |()| get_declarations());
    let did = did();
    view! {
        <Page class="page settings" title=t!("page-sources") about=t!("sources-about") settings="/settings/sources">
            {did.map(|did| view! { <Did did /> })}
            {fetched(t!("sources-loading"), all, |all| {
                let max_bytes = all.max_bytes;
                view! { <SourceList all /> <AddSource max_bytes /> }.into_any()
            })}
        </Page>
    }
    .into_any()
}

#[component]
pub fn SourcePage() -> impl IntoView {
    let name = param("name");
    let page = load(move || name.get(), get_declaration);
    view! {
        <Title text=t!("page-sources") />
        <main class="page settings" id="main">
            <SettingsNav here="/settings/sources" />
            {fetched_or(
                skeleton(t!("sources-loading")),
                page,
                |page| view! { <OneSource page /> }.into_any(),
                |error| {
                    view! {
                        <h1>{t!("page-sources")}</h1>
                        {failed(error)}
                        <p><a class="button" href="/settings/sources">{t!("sources-all")}</a></p>
                    }
                    .into_any()
                },
            )}
        </main>
    }
    .into_any()
}

#[component]
fn OneSource(page: DeclarationPage) -> impl IntoView {
    let DeclarationPage { declaration, yaml, tables, questions } = page;
    let (name, state, is_upload) = (declaration.name.clone(), declaration.state, declaration.upload.is_some());
    let about = match state {
        DeclarationState::Draft => t!("sources-draft-about"),
        DeclarationState::On => t!("sources-on-about"),
        DeclarationState::Paused => t!("sources-paused-about"),
    };
    view! {
        <div class="page-head">
            <h1>{name.clone()}</h1>
            <p>{about}</p>
        </div>
        {did().filter(|did| did != "test" || !declaration.is_broken()).map(|did| view! { <Did did /> })}
        <StateOf declaration questions />
        {is_upload.then(|| view! { <p class="muted">{t!("sources-upload-stays")}</p> })}
        <ChoiceForm name=name.clone() tables state />
        <YamlForm name yaml />
    }
    .into_any()
}
