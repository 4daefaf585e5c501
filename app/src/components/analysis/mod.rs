//! The parts of the analysis page: figures at the head, the timeline with its overview, what was chosen, and the small
//! multiples. Everything that can be chosen is a link.

pub mod head;
pub mod journey;
pub mod overview;
pub mod panel;
pub mod place;
pub mod quadrant;
mod shape;
pub mod timeline;

use leptos::prelude::*;

/// Moves the focus among marks of one drawing, of which one takes the Tab key. `prefix` and a place make an id.
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
