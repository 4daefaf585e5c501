//! All keys on one sheet, and the switch that turns the single ones off.

use leptos::prelude::*;

use super::icon::Icon;
use crate::live::{self, Frame};

/// The dialog's id, for whoever opens it.
pub const SHEET: &str = "keys";

const DESK: [(&str, &str); 9] = [
    ("n", "new question"),
    ("/", "to the question, or to search"),
    ("Enter", "ask"),
    ("Shift Enter", "new line"),
    ("Esc", "stop the run; close what is open"),
    ("t", "fold or open the trace"),
    ("[", "fold or open the conversations"),
    ("p", "play or pause a recorded conversation"),
    (".", "its next step"),
];
const REVIEW: [(&str, &str); 8] = [
    ("j", "next session"),
    ("k", "previous session"),
    ("Esc", "back to the list"),
    ("g", "good"),
    ("p", "partly"),
    ("b", "bad; 1 to 6 say why, 7 to 0 where"),
    ("s", "save and next"),
    ("c", "make a case of the turn"),
];

#[component]
pub fn KeySheet(frame: Frame) -> impl IntoView {
    let switch = move |event| live::set_keys(frame, event_target_checked(&event));
    view! {
        <dialog class="key-sheet" id=SHEET aria-labelledby="keys-title">
            <header>
                <h2 id="keys-title">"Keys"</h2>
                <button
                    class="button"
                    data-kind="quiet"
                    data-icon
                    aria-label="Close"
                    on:click=|_| live::close(SHEET)
                >
                    <Icon name="x" />
                </button>
            </header>
            <div class="columns">
                <KeyList title="Desk" keys=&DESK />
                <KeyList title="Review" keys=&REVIEW />
            </div>
            <label class="chip">
                <input type="checkbox" prop:checked=move || frame.keys.get() on:change=switch />
                "Single-key shortcuts work outside text fields"
            </label>
        </dialog>
    }
    .into_any()
}

#[component]
fn KeyList(title: &'static str, keys: &'static [(&'static str, &'static str)]) -> impl IntoView {
    let rows = keys.iter().map(|(key, does)| {
        let caps = key.split(' ').map(|k| view! { <kbd>{k}</kbd> }).collect_view();
        view! {
            <div>
                <dt>{caps}</dt>
                <dd>{*does}</dd>
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
