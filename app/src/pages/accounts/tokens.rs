//! API tokens: listing and revoking them, and creating one, which is shown once.

use leptos::prelude::*;

use super::Once;
use crate::api::accounts::issue_token;
use crate::components::chart::table::{Column, region};
use crate::components::form::{Fields, FormError, PostButton, SelectField, TextField, on_submit, use_submit};
use crate::components::words::segment;
use crate::model::account::forms::NewToken;
use crate::model::account::{ApiToken, Role, TokenUse};
use crate::model::time::day_of;
use crate::{i18n, id, t};

/// Lifetimes of a token that the form offers, in days.
const LIFETIME_DAYS: [u32; 3] = [30, 90, 365];

#[component]
pub fn Tokens(
    tokens: Vec<ApiToken>,
    /// The user's role and name.
    role: Role,
    own: String,
) -> impl IntoView {
    let all = RwSignal::new(tokens);
    let own = StoredValue::new(own);
    let rows = move || {
        let own = own.get_value();
        all.get().into_iter().map(|token| view! { <TokenRow token own=own.clone() /> }).collect_view()
    };
    let columns = || {
        let words = [
            id!("accounts-name"),
            id!("accounts-token-may"),
            id!("accounts-token-expires"),
            id!("accounts-token-last-used"),
        ];
        words.into_iter().map(|id| Column::words(&t!(id))).chain([Column::Heard(t!("accounts-token-revoke"))])
    };
    view! {
        <Show when=move || !all.with(Vec::is_empty) fallback=|| view! { <p class="muted">{t!("accounts-tokens-none")}</p> }>
            {
                let heard = Some(t!("accounts-tokens-newest"));
                region(&t!("accounts-tokens-yours"), "account-table", heard, columns(), rows.into_any())
            }
        </Show>
        <NewTokenForm role all />
    }
    .into_any()
}

#[component]
fn TokenRow(token: ApiToken, own: String) -> impl IntoView {
    let day = |at: i64| i18n::short_date(day_of(at));
    let action = format!("/account/tokens/{}/revoke", segment(&token.id));
    let label = t!("accounts-token-revoke-of", name = token.name.as_str());
    let whose = (token.account != own).then(|| {
        let of = t!("accounts-token-of", name = token.account.as_str());
        view! { <span class="muted">{format!(" {of}")}</span> }
    });
    let end = match token.revoked_at {
        Some(at) => view! { <span class="muted">{t!("accounts-token-revoked", date = day(at))}</span> }.into_any(),
        None => view! {
            <PostButton action label=t!("accounts-token-revoke") spoken=label kind="quiet" small=true />
        }
        .into_any(),
    };
    view! {
        <tr>
            <th scope="row">{token.name} {whose}</th>
            <td>{t!("accounts-token-use", may = token.may.as_str())}</td>
            <td class="nowrap">{day(token.expires_at)}</td>
            <td class="nowrap">{token.used_at.map_or_else(|| t!("accounts-never"), day)}</td>
            <td>{end}</td>
        </tr>
    }
    .into_any()
}

#[component]
fn NewTokenForm(role: Role, all: RwSignal<Vec<ApiToken>>) -> impl IntoView {
    let (made, submit) = (RwSignal::new(None::<String>), use_submit());
    let submitted = on_submit(move |fields: Fields| {
        let may = fields.parsed("may").unwrap_or(TokenUse::Read);
        let days = fields.parsed("days").unwrap_or(LIFETIME_DAYS[0]);
        let new = NewToken { name: fields.text("name").unwrap_or_default(), may, days };
        made.set(None);
        submit.send(issue_token(new), move |issued| {
            let _ = all.try_update(|all| all.insert(0, issued.token));
            let _ = made.try_set(Some(issued.secret));
        });
    });
    let uses = TokenUse::ALL.iter().filter(|may| may.role() <= role && **may != TokenUse::Panel);
    let uses = uses.map(|may| (may.to_string(), t!("accounts-token-use", may = may.as_str()))).collect();
    let days = LIFETIME_DAYS.iter().map(|days| (days.to_string(), t!("accounts-token-days", count = *days))).collect();
    view! {
        <form class="account-form" method="post" action="/account/tokens" on:submit=submitted>
            <TextField
                id="token-name"
                label=t!("accounts-name")
                name="name"
                maxlength=60
                placeholder=t!("accounts-token-name-example")
                autocomplete="off"
                required=true
            />
            <SelectField id="token-may" label=t!("accounts-token-may") name="may" all=uses />
            <SelectField id="token-days" label=t!("accounts-token-valid") name="days" all=days />
            <button class="button" disabled=submit.busy>
                {t!("accounts-token-make")}
            </button>
        </form>
        <FormError problem=submit.problem />
        {move || made.get().map(|text| view! { <Once label=t!("accounts-token-made") text /> })}
    }
    .into_any()
}
