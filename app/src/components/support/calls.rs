//! The last calls: who called, when, and how each ended.

use leptos::prelude::*;

use super::{ended, form_name, language_name};
use crate::components::frame::icon::Badge;
use crate::components::words;
use crate::model::support::Call;
use crate::{i18n, t};

#[component]
pub fn Calls(calls: Vec<Call>) -> impl IntoView {
    if calls.is_empty() {
        return view! {
            <div class="empty" data-size="small">
                <h3>{t!("support-calls-none")}</h3>
                <p>{t!("support-calls-none-how")}</p>
            </div>
        }
        .into_any();
    }
    let rows = calls.into_iter().map(|call| view! { <li><CallRow call /></li> }).collect_view();
    view! { <ol class="calls">{rows}</ol> }.into_any()
}

#[component]
fn CallRow(call: Call) -> impl IntoView {
    // A call without an end is ongoing, whatever its outcome so far.
    let (text, tone, icon) = ended(call.ended_at.and(call.outcome));
    let lasted = call.ended_at.map(|end| t!("support-call-lasted", time = words::duration(end - call.started_at)));
    view! {
        <a class="calls-row" href=format!("/support/{}", words::segment(&call.session_id))>
            <span class="calls-head">
                <b class="calls-phone">{call.phone}</b>
                <Badge tone icon text />
            </span>
            {call.summary.map(|summary| view! { <span class="calls-summary">{summary}</span> })}
            <span class="calls-meta">
                <span>{i18n::full_time(call.started_at)}</span>
                <span>{format!("{}, {}", language_name(call.language), form_name(call.formal))}</span>
                {lasted.map(|lasted| view! { <span>{lasted}</span> })}
            </span>
        </a>
    }
    .into_any()
}
