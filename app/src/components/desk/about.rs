//! The scope of the next question: a chip beside the question box, the form fields for it, and the address that sets
//! it. It is part of the address, so that it survives a reload and needs no scripts.

use leptos::prelude::*;

use crate::components::frame::icon::Icon;
use crate::components::words;
use crate::live;
use crate::model::run::Scope;
use crate::model::time;
use crate::{i18n, t};

/// A conversation's address, or with an empty id the empty desk's, with the scope of its next question.
pub fn href(session: &str, scope: Option<&Scope>) -> String {
    let fields = scope.map(Scope::pairs).unwrap_or_default();
    let fields: Vec<String> = fields.iter().map(|(name, value)| format!("{name}={}", words::segment(value))).collect();
    let query = if fields.is_empty() { String::new() } else { format!("?{}", fields.join("&")) };
    let path = if session.is_empty() { "/".to_owned() } else { format!("/c/{}", words::segment(session)) };
    format!("{path}{query}")
}

/// "Login failures, Mobile banking, 2 to 31 January 2026": as [`Scope::label`], with days as the page writes them.
pub fn label(scope: &Scope) -> String {
    let named = Scope { time_window: None, selected_bubble: None, ..scope.clone() }.label();
    let days = match (&scope.selected_bubble, scope.time_window) {
        (Some(bubble), _) => {
            let (range, first) = (bubble.range(), bubble.date);
            Some(match time::month_of(first) == Some(range) {
                true => i18n::month(first),
                false => i18n::range(&range),
            })
        }
        (None, window) => window.map(|window| i18n::range(&window)),
    };
    let feeling = scope.selected_bubble.as_ref().and_then(|bubble| bubble.sentiment);
    let feeling = feeling.map(|feeling| t!("sentiment", sentiment = feeling.as_str()));
    let named = (!named.is_empty()).then_some(named);
    named.into_iter().chain(days).chain(feeling).collect::<Vec<_>>().join(", ")
}

/// The effect of a click on a chart in a conversation. A page for asking provides it as context.
#[derive(Clone, Copy)]
pub struct Picking {
    /// The conversation to continue.
    pub session: StoredValue<String>,
    /// Puts the scope into the address, and the focus into the question box.
    pub pick: Callback<Scope>,
    /// The current scope.
    pub about: Signal<Option<Scope>>,
}

/// "About: Login failures, Mobile banking ×". The cross is a link, so it also works without scripts.
#[component]
pub fn AboutChip(about: Signal<Option<Scope>>, session: String) -> impl IntoView {
    let plain = href(&session, None);
    let chip = move || {
        let plain = plain.clone();
        about.get().map(|scope| {
            let label = label(&scope);
            view! {
                <p class="about">
                    <span class="chip about-chip">
                        <span class="about-label">{t!("desk-about")} " " <b title=label.clone()>{label.clone()}</b></span>
                        <a
                            class="about-drop"
                            href=plain
                            data-noscroll
                            aria-label=t!("desk-about-drop", what = label.as_str())
                            on:click=|_| live::focus(super::FIELD)
                        >
                            <Icon name="x" />
                        </a>
                    </span>
                </p>
            }
        })
    };
    chip.into_any()
}

/// The form fields for it, without scripts.
#[component]
pub fn AboutFields(about: Signal<Option<Scope>>) -> impl IntoView {
    let fields = move || {
        let fields = about.get().as_ref().map(Scope::pairs).unwrap_or_default();
        fields.into_iter().map(|(name, value)| view! { <input type="hidden" name=name value=value /> }).collect_view()
    };
    fields.into_any()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_address_says_what_the_next_question_is_about() {
        let scope = Scope { topic: Some("Fees & charges".into()), name: Some("Fees".into()), ..Scope::default() };
        assert_eq!(href("s 1", Some(&scope)), "/c/s%201?topic=Fees%20%26%20charges&about=Fees");
        assert_eq!((href("s", None), href("", None)), ("/c/s".to_owned(), "/".to_owned()));
    }
}
