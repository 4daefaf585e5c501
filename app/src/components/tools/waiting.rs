//! Tools that are new or have changed, compared with what was accepted.

use leptos::prelude::*;

use crate::components::frame::icon::Badge;
use crate::components::section::Section;
use crate::model::outside::{DiffLine, LineChange, WaitingVersion};
use crate::t;

#[component]
pub fn WaitingTools(waiting: Vec<WaitingVersion>) -> impl IntoView {
    if waiting.is_empty() {
        return ().into_any();
    }
    let all = waiting.into_iter().map(|version| view! { <Version version /> }).collect_view();
    view! {
        <Section id="tools-waiting" title=t!("tools-waiting") about=t!("tools-waiting-about")>
            {all}
        </Section>
    }
    .into_any()
}

#[component]
fn Version(version: WaitingVersion) -> impl IntoView {
    let WaitingVersion { server, tool, hash, changed, lines } = version;
    let (tone, what) = match changed {
        true => ("warning", t!("tools-changed")),
        false => ("neutral", t!("tools-new")),
    };
    let label = t!("tools-difference", tool = tool.as_str(), name = server.as_str());
    let lines = lines.into_iter().map(line).collect_view();
    view! {
        <article class="tools-version">
            <div class="row">
                <h3>{tool.clone()}</h3>
                <Badge tone icon="warn" text=what />
                <span class="muted small">{t!("tools-of", name = server.as_str())}</span>
            </div>
            <div class="scroll tools-difference" tabindex="0" role="region" aria-label=label>
                {lines}
            </div>
            <form method="post" action="/settings/tools/accept">
                <input type="hidden" name="server" value=server />
                <input type="hidden" name="tool" value=tool.clone() />
                <input type="hidden" name="hash" value=hash />
                <button class="button" data-size="small" aria-label=t!("tools-accept-one", tool = tool.as_str())>
                    {t!("tools-accept")}
                </button>
            </form>
        </article>
    }
    .into_any()
}

/// A line with its mark, which is read aloud too.
fn line(DiffLine { change, text }: DiffLine) -> AnyView {
    let mark = match change {
        LineChange::Same => " ",
        LineChange::Added => "+",
        LineChange::Removed => "−",
    };
    let content = view! { <code>{format!("{mark} {text}")}</code> };
    match change {
        LineChange::Same => view! { <p>{content}</p> }.into_any(),
        LineChange::Added => view! {
            <p>
                <ins>{content}</ins>
            </p>
        }
        .into_any(),
        LineChange::Removed => view! {
            <p>
                <del>{content}</del>
            </p>
        }
        .into_any(),
    }
}
