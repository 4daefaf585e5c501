//! The text of a step, folded at 200 characters.

use leptos::prelude::*;

use crate::components::words;
use crate::t;

const MAX_FOLDED_CHARS: usize = 200;

#[component]
pub fn Observation(text: String, class: &'static str) -> impl IntoView {
    match words::cut(&text, MAX_FOLDED_CHARS) {
        None => view! { <p class=class>{text}</p> }.into_any(),
        Some((head, rest)) => {
            let more = t!("timeline-more", count = rest.chars().count());
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_longer_than_200_characters_is_folded() {
        let html = |text: String| Owner::new().with(|| view! { <Observation text class="observation" /> }.to_html());
        let short = html("word ".repeat(40));
        assert!(short.starts_with("<p") && !short.contains("<details"), "{short}");
        let long = html("word ".repeat(41));
        assert!(long.starts_with("<details") && long.contains("characters more"), "{long}");
        let head = &long[long.find("<summary>").unwrap() + 9..long.find("<span").unwrap()];
        assert!((190..=200).contains(&head.chars().filter(|c| *c != '\n').count()), "{head}");
    }
}
