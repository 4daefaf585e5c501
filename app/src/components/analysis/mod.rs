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

use crate::components::section::Section;
use crate::i18n;
use crate::model::analysis::Picked;
use crate::model::time::{self, DateRange};
use place::Going;

/// Keyboard position of a mark: the prefix of the marks' ids, the mark's index and the last one's, and the index of the
/// one that takes the Tab key.
type Rank<'a> = (&'a str, (usize, usize), RwSignal<usize>);

/// "October 2025" for a whole month, "2 to 31 January 2026" for other days.
fn named(days: &DateRange) -> String {
    match days.from {
        Some(first) if Some(*days) == time::month_of(first) => i18n::month(first),
        _ => i18n::range(days),
    }
}

/// A labelled link that selects the data of a mark, and leads to an anchor.
fn mark(
    going: Going,
    (class, anchor): (&'static str, &'static str),
    (href, label): (String, String),
    is_current: Box<dyn Fn() -> bool + Send + Sync>,
    (prefix, (i, last), current): Rank,
    drawn: AnyView,
) -> AnyView {
    view! {
        <g>
            <a
                class=class
                id=format!("{prefix}{i}")
                href=format!("{href}#{anchor}")
                aria-label=label
                aria-current=move || is_current().then_some("true")
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

/// A mark that selects something for the panel.
fn select(going: Going, class: &'static str, (picked, label): (Picked, String), rank: Rank, drawn: AnyView) -> AnyView {
    let href = going.href(picked.clone());
    let is_current = move || going.place.with(|place| picked.is_in(&place.picked));
    mark(going, (class, "selection"), (href, label), Box::new(is_current), rank, drawn)
}

/// Small charts side by side, one per group, in a section.
struct Multiples {
    id: &'static str,
    title: String,
    about: String,
    /// The label of the drawings.
    label: String,
    figures: Vec<AnyView>,
    /// The text if there are none.
    none: String,
    /// The content after the charts.
    rest: AnyView,
}

impl Multiples {
    fn view(self) -> AnyView {
        let Self { id, title, about, label, figures, none, rest } = self;
        view! {
            <Section id title about>
                {if figures.is_empty() {
                    view! { <p class="chart-empty">{none}</p> }.into_any()
                } else {
                    view! {
                        <div class="multiples" tabindex="0" role="group" aria-label=label>
                            {figures}
                        </div>
                        {rest}
                    }
                        .into_any()
                }}
            </Section>
        }
        .into_any()
    }
}

/// One of them: its name, its finding, its label, its size, and the drawing.
fn multiple(name: &str, finding: String, label: String, (width, height): (f64, f64), drawn: AnyView) -> AnyView {
    view! {
        <figure class="chart">
            <figcaption>
                <strong>{name.to_owned()}</strong>
                {finding}
            </figcaption>
            <svg viewBox=format!("0 0 {width} {height}") role="group" aria-label=label>
                {drawn}
            </svg>
        </figure>
    }
    .into_any()
}

/// Moves the focus among the marks of a drawing with arrow keys; one of them takes the Tab key. `prefix` and an index
/// make an id.
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
