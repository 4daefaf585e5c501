//! Watched figures: the link under an answer, the form of a new watch, and the list.

mod chats;
mod form;
mod table;

use leptos::prelude::*;

pub use chats::ChatList;
pub use form::WatchForm;
pub use table::WatchTable;

use super::words;
use crate::model::run::Run;
use crate::model::session::watch::{Rule, WayKind, figures};
use crate::t;

/// In the context of a conversation whose figures the user may watch.
#[derive(Clone, Copy, Debug)]
pub struct MayWatch;

/// Whether an answer has figures that can be watched.
pub fn has_figures(run: &Run) -> bool {
    !figures(run).is_empty()
}

/// The link under an answer to be told when its figures change.
#[component]
pub fn TellMeLink(run: String) -> impl IntoView {
    if use_context::<MayWatch>().is_none() {
        return ().into_any();
    }
    let href = format!("/watches/new?run={}", words::segment(&run));
    view! {
        <p class="watch-link">
            <a class="button" data-size="small" href=href>{t!("watch-tell-me")}</a>
        </p>
    }
    .into_any()
}

/// A rule in words: "changes by more than 5%".
pub fn rule_label(rule: &Rule) -> String {
    match rule {
        Rule::Changes { by, unit } => t!("watch-rule-changes", by = *by, unit = unit.as_str()),
        Rule::Passes { level, side } => t!("watch-rule-passes", level = *level, side = side.as_str()),
        Rule::At { every, hour } => {
            t!("watch-rule-at", every = every.as_str(), hour = Rule::hour_label(*hour))
        }
    }
}

/// A way in words.
fn way_label(kind: WayKind, name: &str) -> String {
    match kind {
        WayKind::Mail => t!("watch-way-mail"),
        WayKind::Webhook => t!("watch-way-webhook"),
        WayKind::Slack => t!("watch-way-slack", name = name),
        WayKind::Teams => t!("watch-way-teams", name = name),
    }
}

/// A figure with its period: "Login failures: count, last month (moves with the data)".
fn period_label(period: &str, moves: bool) -> String {
    match (period.is_empty(), moves) {
        (true, _) => t!("watch-period-all"),
        (false, true) => t!("watch-period-moves", period = period),
        (false, false) => t!("watch-period-fixed", period = period),
    }
}
