//! What a step says, folded at 200 characters.

use leptos::prelude::*;

use crate::components::words;

const FOLD: usize = 200;

#[component]
pub fn Observation(text: String, class: &'static str) -> impl IntoView {
    match words::cut(&text, FOLD) {
        None => view! { <p class=class>{text}</p> }.into_any(),
        Some((head, rest)) => {
            let more = format!("{} more", words::count(rest.chars().count(), "character"));
            view! {
                <details class=class>
                    <summary>
                        {head.to_owned()}
                        <span class="observation-cut" aria-hidden="true">
                            "…"
                        </span>
                        " "
                        <span class="observation-more">{more}</span>
                    </summary>
                    <div class="observation-rest">{rest.to_owned()}</div>
                </details>
            }
            .into_any()
        }
    }
}
