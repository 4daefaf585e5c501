//! The messages in a call since a person took it over.

use leptos::prelude::*;

use super::exchange::paragraphs;
use crate::model::support::Line;
use crate::t;

#[component]
pub fn Lines(#[prop(into)] lines: Signal<Vec<Line>>) -> impl IntoView {
    view! {
        <For each=move || lines.get().into_iter().enumerate() key=|(i, line)| (*i, line.at) let((_, line))>
            {
                let who = line.by.clone().unwrap_or_else(|| t!("support-caller"));
                let side = if line.by.is_some() { "agent" } else { "caller" };
                view! {
                    <article class="exchange">
                        <div class="utterance" data-who=side>
                            <p class="small muted">{who}</p>
                            <div>{paragraphs(&line.text)}</div>
                        </div>
                    </article>
                }
            }
        </For>
    }
    .into_any()
}
