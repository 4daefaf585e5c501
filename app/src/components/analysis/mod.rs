//! The parts of the analysis page: figures at the head, the timeline with its overview, the selection, and the small
//! multiples. Everything selectable is a link.

pub mod head;
pub mod journey;
pub mod overview;
pub mod panel;
pub mod place;
pub mod quadrant;
mod shape;
pub mod timeline;

use leptos::prelude::*;

use crate::i18n;
use crate::model::analysis::Picked;
use crate::model::time::{self, DateRange};
use place::Going;

/// A mark's rank in its drawing, where one mark takes the Tab key: the prefix of their ids, its index and the last
/// one's, and the index of that one.
type Rank<'a> = (&'a str, (usize, usize), RwSignal<usize>);

/// "October 2025" for a whole month, "2 to 31 January 2026" for other days.
fn named(days: &DateRange) -> String {
    match days.from {
        Some(first) if Some(*days) == time::month_of(first) => i18n::month(first),
        _ => i18n::range(days),
    }
}

/// A mark that selects its data, with a label.
fn mark(
    going: Going,
    class: &'static str,
    (picked, said): (Picked, String),
    (prefix, (i, last), current): Rank,
    drawn: impl IntoView + 'static,
) -> AnyView {
    let href = going.href(picked.clone());
    view! {
        <g>
            <a
                class=class
                id=format!("{prefix}{i}")
                href=format!("{href}#selection")
                aria-label=said
                aria-current=move || going.place.with(|place| picked.is_in(&place.picked)).then_some("true")
                tabindex=move || if current.get() == i { "0" } else { "-1" }
                on:click=going.click(href)
                on:keydown=arrows(prefix, (i, last), current)
                on:focus=move |_| current.set(i)
            >
                {drawn}
            </a>
        </g>
    }
    .into_any()
}

/// Moves the focus among the marks of a drawing, one of which takes the Tab key. `prefix` and an index make an id.
fn arrows(
    prefix: &str,
    (i, last): (usize, usize),
    current: RwSignal<usize>,
) -> impl Fn(leptos::ev::KeyboardEvent) + use<> {
    let prefix = prefix.to_owned();
    move |event| {
        let next = match event.key().as_str() {
            "ArrowRight" | "ArrowDown" => (i + 1).min(last),
            "ArrowLeft" | "ArrowUp" => i.saturating_sub(1),
            "Home" => 0,
            "End" => last,
            _ => return,
        };
        event.prevent_default();
        current.set(next);
        crate::live::focus_mark(&format!("{prefix}{next}"));
    }
}
