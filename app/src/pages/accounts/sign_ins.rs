//! The browsers in which the user is signed in, and ending one of these sign-ins.

use leptos::prelude::*;

use crate::components::chart::table::{Column, region};
use crate::components::form::PostButton;
use crate::components::words::segment;
use crate::model::account::SignIn;
use crate::{i18n, id, t};

/// The user's open sign-ins.
#[component]
pub fn SignIns(all: Vec<SignIn>) -> impl IntoView {
    let words = [id!("accounts-sign-in-browser"), id!("accounts-sign-in-since"), id!("accounts-sign-in-used")];
    let columns = words.into_iter().map(|id| Column::words(&t!(id)));
    let columns: Vec<Column> = columns.chain([Column::Heard(t!("accounts-sign-in-end"))]).collect();
    let rows = all.into_iter().map(|one| view! { <SignInRow one /> }).collect_view();
    let heard = Some(t!("accounts-sign-ins-newest"));
    region(&t!("accounts-sign-ins-yours"), "account-table", heard, columns, rows.into_any())
}

#[component]
fn SignInRow(one: SignIn) -> impl IntoView {
    let browser = one.browser.unwrap_or_else(|| t!("accounts-sign-in-unknown"));
    let action = format!("/account/sign-ins/{}/end", segment(&one.id));
    let label = t!("accounts-sign-in-end-of", browser = browser.as_str());
    let end = match one.here {
        true => view! { <span class="muted">{t!("accounts-sign-in-here")}</span> }.into_any(),
        false => view! {
            <PostButton action label=t!("accounts-sign-in-end") spoken=label kind="quiet" small=true />
        }
        .into_any(),
    };
    view! {
        <tr>
            <th scope="row">{browser}</th>
            <td class="nowrap">{i18n::short_time(one.created_at)}</td>
            <td class="nowrap">{i18n::short_time(one.used_at)}</td>
            <td>{end}</td>
        </tr>
    }
    .into_any()
}
