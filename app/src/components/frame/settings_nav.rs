//! The pages under "Settings" in the bar: each shows the way to the others.

use leptos::prelude::*;

/// Address and name.
const PAGES: [(&str, &str); 4] =
    [("/settings", "Model"), ("/settings/words", "Words"), ("/settings/privacy", "Privacy"), ("/import", "Import")];

#[component]
pub fn SettingsNav(
    /// The address of the one that is open.
    here: &'static str,
) -> impl IntoView {
    let links = PAGES.map(|(href, name)| {
        view! {
            <a href=href aria-current=(href == here).then_some("page")>
                {name}
            </a>
        }
    });
    view! {
        <nav class="settings-nav" aria-label="Settings">
            {links.into_iter().collect_view()}
        </nav>
    }
    .into_any()
}
