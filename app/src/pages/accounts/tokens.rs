//! Tokens of the API: which there are, taking one back, and making one, which is shown once.

use leptos::prelude::*;

use super::{Once, field, sent};
use crate::api::accounts::issue_token;
use crate::components::chart::table::{Column, region};
use crate::components::words::segment;
use crate::model::account::forms::NewToken;
use crate::model::account::{ApiToken, Role, TokenUse};
use crate::model::time;
use crate::pages::send;

/// For how many days a token may hold, as the form offers it.
const DAYS: [u32; 3] = [30, 90, 365];

/// What a token may, in words.
const fn may_words(may: TokenUse) -> &'static str {
    match may {
        TokenUse::Read => "Read only",
        TokenUse::Ask => "Ask, as a manager",
        TokenUse::Review => "Review",
        TokenUse::Admin => "Everything, as an admin",
        TokenUse::Embed => "Make tokens for panels only",
    }
}

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
        let words = ["Name", "May", "Expires", "Last used"].map(Column::words);
        words.into_iter().chain([Column::Heard("Revoke".into())])
    };
    view! {
        <Show when=move || !all.with(Vec::is_empty) fallback=|| view! { <p class="muted">"No tokens yet."</p> }>
            {region("Your API tokens", "account-table", Some("API tokens, newest first".into()), columns(), rows.into_any())}
        </Show>
        <NewTokenForm role all />
    }
    .into_any()
}

#[component]
fn TokenRow(token: ApiToken, own: String) -> impl IntoView {
    let day = |at: i64| time::short_date(time::day_of(at));
    let action = format!("/account/tokens/{}/revoke", segment(&token.id));
    let label = format!("Revoke “{}”", token.name);
    let whose = (token.account != own).then(|| view! { <span class="muted">{format!(" of {}", token.account)}</span> });
    let end = match token.revoked_at {
        Some(at) => view! { <span class="muted">{format!("Revoked {}", day(at))}</span> }.into_any(),
        None => view! {
            <form method="post" action=action>
                <button class="button" data-kind="quiet" data-size="small" aria-label=label>
                    "Revoke"
                </button>
            </form>
        }
        .into_any(),
    };
    view! {
        <tr>
            <th scope="row">{token.name} {whose}</th>
            <td>{may_words(token.may)}</td>
            <td class="nowrap">{day(token.expires_at)}</td>
            <td class="nowrap">{token.used_at.map_or("Never".to_owned(), day)}</td>
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
    let uses = TokenUse::ALL.iter().copied().filter(move |may| may.role() <= role);
    let uses = uses.map(|may| view! { <option value=may.as_str()>{may_words(may)}</option> }).collect_view();
    let days = DAYS.map(|days| view! { <option value=days.to_string()>{format!("{days} days")}</option> });
    view! {
        <form class="account-form" method="post" action="/account/tokens" on:submit=submit>
            <div class="field">
                <label for="token-name">"Name"</label>
                <input id="token-name" name="name" maxlength="60" placeholder="nightly report" autocomplete="off" required />
            </div>
            <div class="field">
                <label for="token-may">"May"</label>
                <select id="token-may" name="may">
                    {uses}
                </select>
            </div>
            <div class="field">
                <label for="token-days">"Valid for"</label>
                <select id="token-days" name="days">
                    {days.into_iter().collect_view()}
                </select>
            </div>
            <button class="button" disabled=move || busy.get()>
                "Make a token"
            </button>
        </form>
        {move || problem.get().map(|text| view! { <p class="field-error" role="alert">{text}</p> })}
        {move || {
            made.get()
                .map(|text| view! { <Once label="The new token. Copy it now: it is not shown again." text /> })
        }}
    }
    .into_any()
}
