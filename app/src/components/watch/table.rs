//! The list of watches: what, when, how, how they are doing, and what can be done with them.

use leptos::prelude::*;

use super::{period_label, rule_label, way_label};
use crate::components::chart::table::{Column, region};
use crate::components::form::PostButton;
use crate::components::frame::icon::Badge;
use crate::components::words;
use crate::model::session::watch::{WatchItem, WatchState, WayKind};
use crate::{i18n, id, t};

#[component]
pub fn WatchTable(items: Vec<WatchItem>) -> impl IntoView {
    if items.is_empty() {
        return view! { <p class="muted">{t!("watch-none")}</p> }.into_any();
    }
    let columns = [
        Column::words(&t!("watch-column-what")),
        Column::words(&t!("watch-when")),
        Column::words(&t!("watch-way")),
        Column::figures(&t!("watch-column-figure")),
        Column::words(&t!("watch-column-sent")),
        Column::words(&t!("watch-column-state")),
        Column::Heard(t!("watch-column-actions")),
    ];
    let rows = items.into_iter().map(|item| view! { <Row item /> }).collect_view().into_any();
    region(&t!("page-watches"), "watch-table", Some(t!("watch-newest")), columns, rows)
}

#[component]
fn Row(item: WatchItem) -> impl IntoView {
    let href = format!("/c/{}", words::segment(&item.session));
    let what = format!("{}, {}", item.figure_name, period_label(&item.period, item.moves));
    let owner = (!item.own).then(|| t!("watch-owner", name = item.owner.as_str()));
    let time = |at: Option<i64>| at.map_or_else(|| t!("watch-never"), i18n::short_time);
    let looked = t!("watch-looked", time = time(item.looked_at));
    let next = item.next_at.map(|at| t!("watch-next", time = i18n::short_time(at)));
    let rule = rule_label(&item.rule);
    view! {
        <tr>
            <th scope="row">
                <a href=href>{item.question.clone()}</a>
                <p class="small muted">{what}</p>
                {owner.map(|owner| view! { <p class="small muted">{owner}</p> })}
            </th>
            <td>{rule} {next.map(|next| view! { <p class="small muted">{next}</p> })}</td>
            <td>{way(&item)}</td>
            <td class="num">{item.figure.clone()} <p class="small muted">{looked}</p></td>
            <td class="nowrap">{time(item.sent_at)}</td>
            <td>
                {state(item.state)}
                {item.problem.clone().map(|problem| view! { <p class="small watch-problem">{problem}</p> })}
            </td>
            <td><Actions item /></td>
        </tr>
    }
    .into_any()
}

fn way(item: &WatchItem) -> String {
    match item.way.as_str() {
        "mail" => item.address.clone(),
        "webhook" => way_label(WayKind::Webhook, ""),
        _ => item.address.clone(),
    }
}

fn state(state: WatchState) -> AnyView {
    let (tone, icon, text) = match state {
        WatchState::Active => ("ok", "", id!("watch-state-active")),
        WatchState::Paused => ("neutral", "dash", id!("watch-state-paused")),
        WatchState::OwnerGone => ("failure", "stop", id!("watch-state-owner-gone")),
        WatchState::NoAccess => ("failure", "stop", id!("watch-state-no-access")),
        WatchState::Deleted => ("failure", "stop", id!("watch-state-deleted")),
    };
    view! { <Badge tone icon text=t!(text) /> }.into_any()
}

#[component]
fn Actions(item: WatchItem) -> impl IntoView {
    let action = format!("/watches/{}", words::segment(&item.id));
    let question = item.question;
    let button = move |act: &'static str, label: String, kind: Option<&'static str>| {
        let spoken = t!("watch-action-of", action = label.as_str(), question = question.as_str());
        let sends = ("act", act.to_owned());
        view! { <PostButton action=action.clone() label spoken sends kind small=true /> }.into_any()
    };
    let runs = matches!(item.state, WatchState::Active | WatchState::Paused);
    let pause = match item.state {
        WatchState::Active => Some(button("pause", t!("watch-pause"), Some("quiet"))),
        WatchState::OwnerGone | WatchState::Deleted => None,
        _ => Some(button("resume", t!("watch-resume"), Some("quiet"))),
    };
    view! {
        <div class="row">
            {runs.then(|| button("try", t!("watch-try"), Some("quiet")))} {pause}
            {button("delete", t!("watch-delete"), Some("danger"))}
        </div>
    }
    .into_any()
}
