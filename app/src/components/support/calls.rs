//! The last calls: who called, when, and how each ended.

use leptos::prelude::*;

use super::{ended, language_name};
use crate::components::frame::icon::Badge;
use crate::components::words;
use crate::model::support::Call;
use crate::model::time;

#[component]
pub fn Calls(calls: Vec<Call>) -> impl IntoView {
    if calls.is_empty() {
        return view! {
            <div class="empty" data-size="small">
                <h3>"No calls yet"</h3>
                <p>"Choose a number above and start a call. You write what the caller says; the agent replies."</p>
            </div>
        }
        .into_any();
    }
    let rows = calls.into_iter().map(|call| view! { <li><CallRow call /></li> }).collect_view();
    view! { <ol class="calls">{rows}</ol> }.into_any()
}

#[component]
fn CallRow(call: Call) -> impl IntoView {
    // A call without an end goes on, whatever it has come to so far.
    let (text, tone, icon) = ended(call.ended_at.and(call.outcome));
    let form = if call.formal { "formal" } else { "informal" };
    let lasted = call.ended_at.map(|end| format!("lasted {}", words::duration(end - call.started_at)));
    view! {
        <a class="calls-row" href=format!("/support/{}", words::segment(&call.session_id))>
            <span class="calls-head">
                <b class="calls-phone">{call.phone}</b>
                <Badge tone icon text />
            </span>
            {call.summary.map(|summary| view! { <span class="calls-summary">{summary}</span> })}
            <span class="calls-meta">
                <span>{time::full_time(call.started_at)}</span>
                <span>{format!("{}, {form}", language_name(call.language))}</span>
                {lasted.map(|lasted| view! { <span>{lasted}</span> })}
            </span>
        </a>
    }
    .into_any()
}
