//! Pending decisions: a button in the bar with their number, and the list that it opens.

use leptos::prelude::*;

use crate::components::words;
use crate::model::approval::Waiting;
use crate::{i18n, t};

#[component]
pub fn WaitingList(items: Vec<Waiting>) -> impl IntoView {
    let count = items.len();
    let rows = items
        .into_iter()
        .map(|item| {
            let href = format!("/c/{}#approval-{}", words::segment(&item.session_id), item.approval);
            view! {
                <li>
                    <a href=href>
                        {item.title}
                        <span>{t!("waiting-until", time = i18n::full_time(item.expires_at))}</span>
                    </a>
                </li>
            }
        })
        .collect_view();
    view! {
        <button class="button waiting-button" data-size="small" popovertarget="waiting">
            <span class="count">{count}</span>
            <span>" " {t!("waiting-short")} <span class="waiting-more">" " {t!("waiting-more")}</span></span>
        </button>
        <div class="waiting" id="waiting" popover="auto" role="dialog" aria-labelledby="waiting-title">
            <h2 class="label" id="waiting-title">{t!("waiting-title")}</h2>
            <ul>{rows}</ul>
        </div>
    }
    .into_any()
}
