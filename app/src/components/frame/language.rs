//! The choice of the pages' language.

use leptos::prelude::*;
use leptos_router::hooks::use_location;

use crate::components::form::Field;
use crate::model::locale::Locale;
use crate::{i18n, t};

/// A form that needs no scripts: the page reloads in the chosen language.
#[component]
pub fn LanguageChoice() -> impl IntoView {
    let path = use_location().pathname;
    let now = i18n::locale();
    let options = Locale::ALL.iter().map(|locale| {
        view! {
            <option value=locale.as_str() lang=locale.as_str() selected=*locale == now>
                {locale.own_name()}
            </option>
        }
    });
    let options = options.collect_view();
    view! {
        <form class="account-form" method="post" action="/language">
            <input type="hidden" name="to" value=move || path.get() />
            <Field id="language" label=t!("language")>
                <select id="language" name="language">{options}</select>
            </Field>
            <button class="button">{t!("language-use")}</button>
        </form>
    }
    .into_any()
}
