//! Everybody's accounts, for admins: who there is, inviting, and changing what one may do and see.

use leptos::prelude::*;
use leptos_meta::Title;
use leptos_router::hooks::use_query_map;

use super::view::{Chooser, chosen, seen};
use super::{Once, Said, field, sent};
use crate::api::accounts::{get_book_values, invite, list_accounts};
use crate::components::chart::table::{Column, region};
use crate::components::frame::icon::Badge;
use crate::components::frame::notice::Skeleton;
use crate::components::frame::settings_nav::SettingsNav;
use crate::components::frame::who::Who;
use crate::components::words::segment;
use crate::error::AppError;
use crate::live;
use crate::load::load;
use crate::model::account::forms::{BookValues, NewAccount};
use crate::model::account::{Account, DataAccess, Role};
use crate::pages::{failed, send};
use crate::{i18n, id, t};

#[component]
pub fn AccountsPage() -> impl IntoView {
    let params = use_query_map();
    let opened = Memo::new(move |_| params.with(|p| p.get("change")));
    let who = expect_context::<Who>();
    let asked = load(|| (), |()| async move { Ok::<_, AppError>((list_accounts().await?, get_book_values().await?)) });
    view! {
        <Title text=t!("page-accounts") />
        <main class="page settings" id="main">
            <SettingsNav here="/accounts" />
            <div class="page-head">
                <h1>{t!("page-accounts")}</h1>
                <p>{t!("accounts-about")}</p>
            </div>
            <Said />
            <Transition fallback=|| view! { <Skeleton label=t!("accounts-loading") /> }>
                {move || Suspend::new(async move {
                    let own = who.await.map(|me| me.name).unwrap_or_default();
                    match asked.await {
                        Ok((accounts, values)) => view! { <Accounts accounts values own opened /> }.into_any(),
                        Err(error) => failed(error),
                    }
                })}
            </Transition>
        </main>
    }
    .into_any()
}

#[component]
fn Accounts(accounts: Vec<Account>, values: BookValues, own: String, opened: Memo<Option<String>>) -> impl IntoView {
    let rows = accounts.iter().cloned().map(|account| view! { <AccountRow own={account.name == own} account /> });
    let rows = rows.collect_view().into_any();
    let words = [
        id!("accounts-name"),
        id!("accounts-role"),
        id!("accounts-sees"),
        id!("accounts-signed-in"),
        id!("accounts-state"),
    ];
    let columns = words.into_iter().map(|id| Column::words(&t!(id))).chain([Column::Heard(t!("accounts-change"))]);
    let (accounts, own_name) = (StoredValue::new(accounts), StoredValue::new(own));
    let known = StoredValue::new(values.clone());
    let change = move || {
        let id = opened.get()?;
        let account = accounts.with_value(|all| all.iter().find(|a| a.id == id).cloned())?;
        let theirs = own_name.with_value(|own| *own != account.name);
        theirs.then(|| view! { <ChangeForm account values=known.get_value() /> })
    };
    view! {
        {region(&t!("page-accounts"), "account-table", Some(t!("accounts-by-name")), columns, rows)}
        {change}
        <InviteForm values />
    }
    .into_any()
}

#[component]
fn AccountRow(account: Account, own: bool) -> impl IntoView {
    let href = format!("/accounts?change={}#change", segment(&account.id));
    let label = t!("accounts-change-of", name = account.name.as_str());
    let state = match (account.disabled, account.has_password) {
        (true, _) => view! { <Badge tone="warning" icon="stop" text=t!("accounts-disabled") /> }.into_any(),
        (false, true) => t!("accounts-may-sign-in").into_any(),
        (false, false) => t!("accounts-by-firm").into_any(),
    };
    let end = match own {
        true => view! { <a href="/account">{t!("accounts-you")}</a> }.into_any(),
        false => view! {
            <a class="button" data-kind="quiet" data-size="small" href=href aria-label=label>
                {t!("accounts-change")}
            </a>
        }
        .into_any(),
    };
    view! {
        <tr>
            <th scope="row">{account.name}</th>
            <td>{t!("accounts-role-name", role = account.role.as_str())}</td>
            <td>{seen(&account.sees)}</td>
            <td class="nowrap">{account.signed_in_at.map_or_else(|| t!("accounts-never"), i18n::full_time)}</td>
            <td class="nowrap">{state}</td>
            <td>{end}</td>
        </tr>
    }
    .into_any()
}

/// A field for a role. Ids begin with `of`, since two of these may stand on a page.
#[component]
fn RoleField(of: &'static str, role: Role) -> impl IntoView {
    let id = format!("{of}-role");
    let options = Role::ALL.iter().copied().map(|one| {
        view! {
            <option value=one.as_str() selected={one == role}>
                {t!("accounts-role-name", role = one.as_str())}
            </option>
        }
    });
    view! {
        <div class="field">
            <label for=id.clone()>{t!("accounts-role")}</label>
            <select id=id.clone() name="role">
                {options.collect_view()}
            </select>
        </div>
    }
    .into_any()
}

#[component]
fn ChangeForm(account: Account, values: BookValues) -> impl IntoView {
    let action = format!("/accounts/{}", segment(&account.id));
    view! {
        <section class="section" aria-labelledby="change">
            <div class="section-head">
                <h2 id="change">{t!("accounts-change-of", name = account.name.as_str())}</h2>
                <p>{t!("accounts-change-means")}</p>
            </div>
            <form class="account-form" method="post" action=action>
                <RoleField of="change" role=account.role />
                <Chooser values sees=account.sees />
                <div class="field">
                    <label for="change-disabled">{t!("accounts-state")}</label>
                    <select id="change-disabled" name="disabled">
                        <option value="no">{t!("accounts-may-sign-in")}</option>
                        <option value="yes" selected=account.disabled>
                            {t!("accounts-disabled-means")}
                        </option>
                    </select>
                </div>
                <p class="row">
                    <button class="button" data-kind="primary">
                        {t!("accounts-save")}
                    </button>
                    <a class="button" data-kind="quiet" href="/accounts">
                        {t!("accounts-cancel")}
                    </a>
                </p>
            </form>
        </section>
    }
    .into_any()
}

#[component]
fn InviteForm(values: BookValues) -> impl IntoView {
    let (made, problem, busy) = (RwSignal::new(None::<String>), RwSignal::new(None::<String>), RwSignal::new(false));
    let submit = move |event: leptos::ev::SubmitEvent| {
        event.prevent_default();
        let fields = sent(&event);
        let new = NewAccount {
            name: field(&fields, "name").map(str::to_owned),
            role: field(&fields, "role").and_then(|role| role.parse().ok()).unwrap_or(Role::Manager),
            sees: chosen(&fields),
        };
        made.set(None);
        send(busy, problem, invite(new), move |path| drop(made.try_set(Some(format!("{}{path}", live::origin())))));
    };
    view! {
        <section class="section" aria-labelledby="invite">
            <div class="section-head">
                <h2 id="invite">{t!("accounts-invite")}</h2>
                <p>{t!("accounts-invite-means")}</p>
            </div>
            <form class="account-form" method="post" action="/accounts" on:submit=submit>
                <div class="field">
                    <label for="invite-name">
                        {t!("accounts-name")} " " <span class="field-hint">{t!("accounts-invite-name-hint")}</span>
                    </label>
                    <input
                        id="invite-name"
                        name="name"
                        maxlength="60"
                        autocomplete="off"
                        autocapitalize="none"
                        spellcheck="false"
                    />
                </div>
                <RoleField of="invite" role=Role::Manager />
                <Chooser values sees=DataAccess::default() />
                <button class="button" disabled=move || busy.get()>
                    {t!("accounts-invite-make")}
                </button>
            </form>
            {move || problem.get().map(|text| view! { <p class="field-error" role="alert">{text}</p> })}
            {move || {
                made.get().map(|text| view! { <Once label=t!("accounts-invite-made") text /> })
            }}
        </section>
    }
    .into_any()
}
