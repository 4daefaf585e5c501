//! A result as a tree that folds, open down to the figure.

use leptos::prelude::*;
use serde_json::Value;

use crate::components::answer::results::within;
use crate::t;

/// Maximum items of a list that are drawn.
const MAX_LIST_ITEMS: usize = 200;

#[component]
pub fn Tree(
    result: Value,
    /// The JSON pointer of the figure.
    path: String,
) -> impl IntoView {
    view! { <ul class="tree">{node(&t!("beside-result"), &result, String::new(), &path)}</ul> }
}

fn node(name: &str, value: &Value, at: String, target: &str) -> AnyView {
    let name = name.to_owned();
    let is_it = at == target && !at.is_empty();
    let lit = is_it.then_some("");
    let children: Vec<(String, &Value)> = match value {
        Value::Object(map) => map.iter().map(|(key, value)| (key.clone(), value)).collect(),
        Value::Array(list) => list.iter().enumerate().map(|(i, value)| (i.to_string(), value)).collect(),
        plain => {
            let text = match plain {
                Value::String(text) => format!("\"{text}\""),
                other => other.to_string(),
            };
            return view! {
                <li data-lit=lit>
                    <span class="tree-name">{name}</span>
                    " "
                    <span class="tree-value">{text}</span>
                </li>
            }
            .into_any();
        }
    };
    let many = match (value.is_array(), children.len()) {
        (true, n) => t!("beside-items", count = n),
        (false, n) => t!("beside-fields", count = n),
    };
    let more = children.len().saturating_sub(MAX_LIST_ITEMS);
    let open = within(target, &at);
    let children = children
        .into_iter()
        .take(MAX_LIST_ITEMS)
        .map(|(key, value)| {
            let inner = format!("{at}/{}", key.replace('~', "~0").replace('/', "~1"));
            node(&key, value, inner, target)
        })
        .collect_view();
    view! {
        <li data-lit=lit>
            <details open=open>
                <summary>
                    <span class="tree-name">{name}</span>
                    " "
                    <span class="muted">{many}</span>
                </summary>
                <ul>
                    {children} {(more > 0).then(|| view! { <li class="muted">{t!("beside-more", count = more)}</li> })}
                </ul>
            </details>
        </li>
    }
    .into_any()
}
