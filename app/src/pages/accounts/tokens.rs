//! Tokens of the API: which there are, taking one back, and making one, which is shown once.

use leptos::prelude::*;

use super::{Once, field, sent};
use crate::api::accounts::issue_token;
use crate::components::chart::table::{Column, region};
use crate::components::words::segment;
use crate::model::account::forms::NewToken;
use crate::model::account::{ApiToken, Role, TokenUse};
use crate::model::time::day_of;
use crate::pages::send;
use crate::{i18n, id, t};

/// For how many days a token may hold, as the form offers it.
const DAYS: [u32; 3] = [30, 90, 365];

#[component]
pub fn Tokens(
    tokens: Vec<ApiToken>,
    /// Whose page it is: their role, and their name.
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
            <form method="post" action=action>
                <button class="button" data-kind="quiet" data-size="small" aria-label=label>
                    {t!("accounts-token-revoke")}
                </button>
            </form>
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
    let (made, problem, busy) = (RwSignal::new(None::<String>), RwSignal::new(None::<String>), RwSignal::new(false));
    let submit = move |event: leptos::ev::SubmitEvent| {
        event.prevent_default();
        let fields = sent(&event);
        let may = field(&fields, "may").and_then(|may| may.parse().ok()).unwrap_or(TokenUse::Read);
        let days = field(&fields, "days").and_then(|days| days.parse().ok()).unwrap_or(DAYS[0]);
        let new = NewToken { name: field(&fields, "name").unwrap_or_default().to_owned(), may, days };
        made.set(None);
        send(busy, problem, issue_token(new), move |issued| {
            let _ = all.try_update(|all| all.insert(0, issued.token));
            let _ = made.try_set(Some(issued.secret));
        });
    };
    let uses = TokenUse::ALL.iter().copied().filter(move |may| may.role() <= role && *may != TokenUse::Panel);
    let uses = uses.map(|may| {
        view! { <option value=may.as_str()>{t!("accounts-token-use", may = may.as_str())}</option> }
    });
    let days = DAYS.map(|days| {
        view! { <option value=days.to_string()>{t!("accounts-token-days", count = days)}</option> }
    });
    view! {
        <form class="account-form" method="post" action="/account/tokens" on:submit=submit>
            <div class="field">
                <label for="token-name">{t!("accounts-name")}</label>
                <input
                    id="token-name"
                    name="name"
                    maxlength="60"
                    placeholder=t!("accounts-token-name-example")
                    autocomplete="off"
                    required
                />
            </div>
            <div class="field">
                <label for="token-may">{t!("accounts-token-may")}</label>
                <select id="token-may" name="may">
                    {uses.collect_view()}
                </select>
            </div>
            <div class="field">
                <label for="token-days">{t!("accounts-token-valid")}</label>
                <select id="token-days" name="days">
                    {days.into_iter().collect_view()}
                </select>
            </div>
            <button class="button" disabled=move || busy.get()>
                {t!("accounts-token-make")}
            </button>
        </form>
        {move || problem.get().map(|text| view! { <p class="field-error" role="alert">{text}</p> })}
        {move || {
            made.get().map(|text| view! { <Once label=t!("accounts-token-made") text /> })
        }}
    }
    .into_any()
}
