//! An MCP server or an API: its state, its tools and how they are used, and what can be done with it.

use leptos::prelude::*;

use crate::components::chart::table::{Column, region};
use crate::components::form::{PostButton, options};
use crate::components::frame::icon::Badge;
use crate::components::section::Section;
use crate::components::words::segment;
use crate::model::outside::{OriginKind, OriginTool, ToolOrigin, ToolUse};
use crate::t;

#[component]
pub fn Origins(origins: Vec<ToolOrigin>) -> impl IntoView {
    let content = match origins.is_empty() {
        true => view! { <p class="muted">{t!("tools-none")}</p> }.into_any(),
        false => origins.into_iter().map(|origin| view! { <Origin origin /> }).collect_view().into_any(),
    };
    view! {
        <Section id="tools-origins" title=t!("tools-origins")>
            {content}
        </Section>
    }
    .into_any()
}

#[component]
fn Origin(origin: ToolOrigin) -> impl IntoView {
    let ToolOrigin { kind, name, place, state, trouble, left_out, tools, locked, sign_in } = origin;
    let (tone, icon) = match state.as_str() {
        "connected" | "read" => ("ok", "check"),
        "unreachable" | "unreadable" => ("failure", "stop"),
        _ => ("neutral", "clock"),
    };
    let anchor = format!("{kind}-{name}");
    let heading = format!("{anchor}-heading");
    let labelled = heading.clone();
    let action = format!("/settings/tools/{kind}/{}", segment(&name));
    let what = t!("tools-kind", kind = kind.as_str());
    let left_out = left_out.into_iter().map(|why| view! { <li>{why}</li> }).collect_view();
    let used = tools.iter().filter(|tool| tool.used != ToolUse::Off).count();
    let sign_in = sign_in.then(|| format!("/desk/tools/{}/sign-in", segment(&name)));
    let is_paused = state == "paused";
    view! {
        <article class="tools-origin" id=anchor aria-labelledby=labelled>
            <div class="row">
                <h3 id=heading>{name.clone()}</h3>
                <Badge tone icon text=t!("tools-state", state = state.as_str()) />
            </div>
            <p class="muted small">
                {what} {(!place.is_empty()).then(|| format!(" · {place}"))}
                {format!(" · {}", t!("tools-count", count = tools.len(), used = used))}
            </p>
            {(!trouble.is_empty())
                .then(|| view! { <p class="field-error">{trouble}</p> })}
            {locked.then(|| view! { <p class="small">{t!("tools-locked")}</p> })}
            <ul class="small">{left_out}</ul>
            {(!tools.is_empty()).then(|| view! { <Tools kind name=name.clone() tools action=action.clone() locked /> })}
            <div class="row">
                <Act action=action.clone() does="try" label=t!("tools-try") spoken=t!("tools-try-one", name = name.as_str()) />
                {sign_in
                    .map(|href| {
                        view! {
                            <a
                                class="button"
                                data-size="small"
                                href=href
                                rel="external"
                                aria-label=t!("tools-sign-in-one", name = name.as_str())
                            >
                                {t!("tools-sign-in")}
                            </a>
                        }
                    })}
                {(!locked)
                    .then(|| {
                        let (does, label, spoken) = match is_paused {
                            true => ("resume", t!("tools-resume"), t!("tools-resume-one", name = name.as_str())),
                            false => ("pause", t!("tools-pause"), t!("tools-pause-one", name = name.as_str())),
                        };
                        view! {
                            <Act action=action.clone() does label spoken />
                            <details class="tools-remove">
                                <summary aria-label=t!("tools-remove-one", name = name.as_str())>
                                    {t!("tools-remove")}
                                </summary>
                                <p>{t!("tools-remove-means")}</p>
                                <Act
                                    action=action.clone()
                                    does="remove"
                                    label=t!("tools-remove-really")
                                    spoken=t!("tools-remove-really-one", name = name.as_str())
                                />
                            </details>
                        }
                    })}
            </div>
        </article>
    }
    .into_any()
}

#[component]
fn Act(action: String, does: &'static str, label: String, spoken: String) -> impl IntoView {
    view! { <PostButton action label sends=("do", does.to_owned()) spoken small=true /> }
}

/// The tools with how they are used; a form, unless the settings file says it.
#[component]
fn Tools(kind: OriginKind, name: String, tools: Vec<OriginTool>, action: String, locked: bool) -> impl IntoView {
    let columns =
        [Column::words(&t!("tools-tool")), Column::words(&t!("tools-description")), Column::words(&t!("tools-use"))];
    let rows = tools
        .into_iter()
        .enumerate()
        .map(|(at, tool)| view! { <Tool id=format!("{kind}-{name}-{at}") tool locked /> })
        .collect_view()
        .into_any();
    let label = t!("tools-of", name = name.as_str());
    let table = region(&label, "tools-table", Some(label.clone()), columns, rows);
    match locked {
        true => table,
        false => view! {
            <form method="post" action=action>
                {table}
                <p class="row">
                    <button class="button" data-size="small" name="do" value="save">
                        {t!("tools-save")}
                    </button>
                    <span class="field-hint">{t!("tools-reads-hint")}</span>
                </p>
            </form>
        }
        .into_any(),
    }
}

#[component]
fn Tool(id: String, tool: OriginTool, locked: bool) -> impl IntoView {
    let OriginTool { name, description, used } = tool;
    let named = |used: &ToolUse| t!("tools-used", used = used.as_str());
    let used = match locked {
        true => named(&used).into_any(),
        false => {
            let all = ToolUse::ALL.iter().map(|used| (used.to_string(), named(used))).collect();
            view! {
                <select id=id name=format!("tool.{name}") aria-label=t!("tools-use-one", name = name.as_str())>
                    {options(all, used.as_str())}
                </select>
            }
            .into_any()
        }
    };
    view! {
        <tr>
            <th scope="row">
                <code>{name}</code>
            </th>
            <td>{description}</td>
            <td>{used}</td>
        </tr>
    }
    .into_any()
}
