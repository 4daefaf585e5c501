//! The edge between an answer and its side panel, movable by pointer and by keys.

use leptos::prelude::*;

use crate::live;
use crate::t;

/// The minimum and maximum width of a side, in rem.
pub const WIDTHS: (f64, f64) = (18.0, 64.0);
/// How far an arrow key moves the edge, in rem.
const STEP_REM: f64 = 2.0;

/// The edge of a side. Its width is remembered.
#[component]
pub fn Splitter(
    /// Which side: "trace" or "panel".
    side: &'static str,
    /// The key of its label.
    label: &'static str,
    /// Its default width, in rem.
    usual: f64,
) -> impl IntoView {
    let width = RwSignal::new(usual);
    live::recall_width(side, width);
    let set = move |rem: f64| {
        let rem = rem.clamp(WIDTHS.0, WIDTHS.1);
        width.set(rem);
        live::set_width(side, rem);
    };
    view! {
        <div
            class="splitter needs-scripts"
            role="separator"
            tabindex="0"
            aria-orientation="vertical"
            aria-label=t!("beside-width", side = label)
            aria-valuemin=WIDTHS.0
            aria-valuemax=WIDTHS.1
            aria-valuenow=move || width.get().round()
            on:pointerdown=move |event| live::hold(&event)
            on:pointermove=move |event| {
                if let Some(rem) = live::dragged(&event) {
                    set(rem);
                }
            }
            on:keydown=move |event| {
                if let Some(steps) = live::sideways(&event) {
                    set(width.get_untracked() + steps * STEP_REM);
                }
            }
        ></div>
    }
}
