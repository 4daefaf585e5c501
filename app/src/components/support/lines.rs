//! A call that a person has taken over: what was said since, and where they write.

use leptos::html;
use leptos::prelude::*;

use super::exchange::paragraphs;
use crate::components::frame::icon::Icon;
use crate::model::support::Line;

#[component]
pub fn Lines(#[prop(into)] lines: Signal<Vec<Line>>) -> impl IntoView {
    view! {
        <For each=move || lines.get().into_iter().enumerate() key=|(i, line)| (*i, line.at) let((_, line))>
            {
                let who = line.by.clone().unwrap_or_else(|| "Caller".to_owned());
                let side = if line.by.is_some() { "agent" } else { "caller" };
                view! {
                    <article class="exchange">
                        <div class="bubble" data-who=side>
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

/// Where the person writes who has the call.
#[component]
pub fn Write(
    send: Callback<String>,
    /// Why the last text was not taken.
    #[prop(into)]
    problem: Signal<Option<String>>,
) -> impl IntoView {
    let field = NodeRef::<html::Input>::new();
    view! {
        <form
            class="task-close needs-scripts"
            on:submit=move |event| {
                event.prevent_default();
                if let Some(node) = field.get_untracked() {
                    let text = node.value().trim().to_owned();
                    if !text.is_empty() {
                        node.set_value("");
                        send.run(text);
                    }
                }
            }
        >
            {move || {
                problem.get().map(|text| view! { <p class="field-error" role="alert"><Icon name="warn" />{text}</p> })
            }}
            <input type="text" aria-label="What you say to the caller" placeholder="You speak with the caller" node_ref=field />
            <button class="button" data-kind="primary">"Say"</button>
        </form>
    }
    .into_any()
}
