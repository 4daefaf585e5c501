//! The sheet of all keyboard shortcuts, and the switch for single keys.

use leptos::prelude::*;

use super::icon::Icon;
use crate::live::{self, Frame};
use crate::{id, t};

/// The dialog's id, for opening it.
pub const SHEET: &str = "keys";

const DESK: [(&str, &str); 9] = [
    ("n", id!("keys-new")),
    ("/", id!("keys-find")),
    ("Enter", id!("keys-ask")),
    ("Shift Enter", id!("keys-line")),
    ("Esc", id!("keys-stop")),
    ("t", id!("keys-trace")),
    ("[", id!("keys-rail")),
    ("p", id!("keys-play")),
    (".", id!("keys-step")),
];
const REVIEW: [(&str, &str); 8] = [
    ("j", id!("keys-next")),
    ("k", id!("keys-previous")),
    ("Esc", id!("keys-back")),
    ("g", id!("keys-good")),
    ("p", id!("keys-partly")),
    ("b", id!("keys-bad")),
    ("s", id!("keys-save")),
    ("c", id!("keys-case")),
];

#[component]
pub fn KeySheet(frame: Frame) -> impl IntoView {
    let switch = move |event| live::set_keys(frame, event_target_checked(&event));
    view! {
        <dialog class="key-sheet" id=SHEET aria-labelledby="keys-title">
            <header>
                <h2 id="keys-title">{t!("keys-title")}</h2>
                <button
                    class="button"
                    data-kind="quiet"
                    data-icon
                    aria-label=t!("close")
                    on:click=|_| live::close(SHEET)
                >
                    <Icon name="x" />
                </button>
            </header>
            <div class="columns">
                <KeyList title=t!("page-desk") keys=&DESK />
                <KeyList title=t!("page-review") keys=&REVIEW />
            </div>
            <label class="chip">
                <input type="checkbox" prop:checked=move || frame.keys.get() on:change=switch />
                {t!("keys-single")}
            </label>
        </dialog>
    }
    .into_any()
}

#[component]
fn KeyList(title: String, keys: &'static [(&'static str, &'static str)]) -> impl IntoView {
    let rows = keys.iter().map(|(key, does)| {
        let caps = key.split(' ').map(|k| view! { <kbd>{k}</kbd> }).collect_view();
        view! {
            <div>
                <dt>{caps}</dt>
                <dd>{t!(does)}</dd>
            </div>
        }
    });
    view! {
        <section>
            <h3 class="label">{title}</h3>
            <dl class="key-list">{rows.collect_view()}</dl>
        </section>
    }
}
