//! The pages under "Settings" in the bar, each with links to the others.

use leptos::prelude::*;

use super::who::{Who, is_admin};
use crate::load::awaited;
use crate::{id, t};

/// Address and name.
const PAGES: [(&str, &str); 4] = [
    ("/settings", id!("page-model")),
    ("/settings/words", id!("page-words")),
    ("/settings/memory", id!("page-memory")),
    ("/watches", id!("page-watches")),
];

/// Likewise for admins' pages.
const FOR_ADMINS: [(&str, &str); 9] = [
    ("/settings/mail", id!("page-mail")),
    ("/settings/sign-in", id!("page-provider")),
    ("/settings/sources", id!("page-sources")),
    ("/import", id!("page-import")),
    ("/settings/documents", id!("page-documents")),
    ("/settings/tools", id!("page-tools")),
    ("/settings/privacy", id!("page-privacy")),
    ("/accounts", id!("page-accounts")),
    ("/settings/audit", id!("page-audit")),
];

#[component]
pub fn SettingsNav(
    /// The URL of the current page.
    here: &'static str,
) -> impl IntoView {
    let link = move |(href, name): (&'static str, &'static str)| {
        view! {
            <a href=href aria-current=(href == here).then_some("page")>
                {t!(name)}
            </a>
        }
    };
    let who = use_context::<Who>();
    view! {
        <nav class="settings-nav" aria-label=t!("page-settings")>
            {PAGES.map(link).into_iter().collect_view()}
            {awaited(move || async move {
                is_admin(who).await.then(|| FOR_ADMINS.map(link).into_iter().collect_view())
            })}
        </nav>
    }
    .into_any()
}
