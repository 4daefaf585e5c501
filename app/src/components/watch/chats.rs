//! The chats that messages may go to: adding and removing them. Their addresses are entered and never shown.

use leptos::prelude::*;

use super::way_label;
use crate::components::form::{PostButton, SelectField, TextField};
use crate::components::section::Section;
use crate::model::session::watch::{Chats, WatchWay, WayKind};
use crate::t;

/// Where the forms go.
const ACTION: &str = "/desk/chats";

#[component]
pub fn ChatList(chats: Chats) -> impl IntoView {
    let Chats { chats, locked } = chats;
    let rows = chats.into_iter().map(|chat| view! { <ChatRow chat locked /> }).collect_view();
    let kinds = [(WayKind::Slack, "Slack"), (WayKind::Teams, "Microsoft Teams")];
    let kinds = kinds.into_iter().map(|(kind, name)| (kind.to_string(), name.to_owned())).collect();
    let form = (!locked).then(|| {
        view! {
            <form class="account-form" method="post" action=ACTION>
                <TextField id="chat-name" label=t!("chat-name") name="name" maxlength=60 autocomplete="off" required=true />
                <SelectField id="chat-kind" label=t!("chat-kind") name="kind" all=kinds />
                <TextField
                    id="chat-url"
                    label=t!("chat-url")
                    name="url"
                    kind="password"
                    placeholder="https://…".to_owned()
                    autocomplete="off"
                    required=true
                />
                <button class="button">{t!("chat-add")}</button>
            </form>
        }
    });
    view! {
        <Section id="chats" title=t!("chat-title") about=t!("chat-about")>
            <ul class="chat-list">{rows}</ul>
            {locked.then(|| view! { <p class="muted">{t!("chat-locked")}</p> })}
            {form}
        </Section>
    }
    .into_any()
}

#[component]
fn ChatRow(chat: WatchWay, locked: bool) -> impl IntoView {
    let WatchWay { name, kind } = chat;
    let spoken = t!("chat-remove-one", name = name.as_str());
    let label = way_label(kind, &name);
    let sends = ("remove", name);
    view! {
        <li class="row">
            <span>{label}</span>
            {(!locked)
                .then(|| {
                    view! { <PostButton action=ACTION label=t!("chat-remove") spoken sends kind="quiet" small=true /> }
                })}
        </li>
    }
    .into_any()
}
