//! Everybody's accounts, for admins: the list, inviting, and changing roles and data access.

use leptos::prelude::*;
use leptos_router::hooks::use_query_map;

use super::view::{Chooser, chosen, seen};
use super::{Once, Said};
use crate::api::accounts::{get_book_values, invite, list_accounts};
use crate::components::chart::table::{Column, region};
use crate::components::form::{Fields, FormError, SelectField, TextField, on_submit, use_submit};
use crate::components::frame::icon::Badge;
use crate::components::frame::who::Who;
use crate::components::section::Section;
use crate::components::words::segment;
use crate::error::AppError;
use crate::live;
use crate::load::{load, shown};
use crate::model::account::forms::{BookValues, NewAccount};
use crate::model::account::{Account, DataAccess, Role};
use crate::pages::{Page, failed, skeleton};
use crate::{i18n, id, t};

#[component]
pub fn AccountsPage() -> impl IntoView {
    let params = use_query_map();
    let opened = Memo::new(move |_| params.with(|p| p.get("change")));
    let who = expect_context::<Who>();
    let asked = load(|| (), |()| async move { Ok::<_, AppError>((list_accounts().await?, get_book_values().await?)) });
    view! {
        <Page class="page settings" title=t!("page-accounts") about=t!("accounts-about") settings="/accounts">
            <Said />
            {shown(skeleton(t!("accounts-loading")), move || async move {
                let own = who.await.map(|me| me.name).unwrap_or_default();
                let show = |(accounts, values)| view! { <Accounts accounts values own opened /> }.into_any();
                asked.await.map_or_else(failed, show)
            })}
        </Page>
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

/// A field for a role. Ids begin with `form`, since two of these can be on a page.
#[component]
fn RoleField(form: &'static str, role: Role) -> impl IntoView {
    let all = Role::ALL.iter().map(|one| (one.to_string(), t!("accounts-role-name", role = one.as_str()))).collect();
    view! { <SelectField id=format!("{form}-role") label=t!("accounts-role") name="role" all chosen=role.as_str() /> }
}

#[component]
fn ChangeForm(account: Account, values: BookValues) -> impl IntoView {
    let action = format!("/accounts/{}", segment(&account.id));
    let title = t!("accounts-change-of", name = account.name.as_str());
    let states = vec![("no".into(), t!("accounts-may-sign-in")), ("yes".into(), t!("accounts-disabled-means"))];
    let state = if account.disabled { "yes" } else { "no" };
    view! {
        <Section id="change" title about=t!("accounts-change-means")>
            <form class="account-form" method="post" action=action>
                <RoleField form="change" role=account.role />
                <Chooser values sees=account.sees />
                <SelectField id="change-disabled" label=t!("accounts-state") name="disabled" all=states chosen=state />
                <p class="row">
                    <button class="button" data-kind="primary">
                        {t!("accounts-save")}
                    </button>
                    <a class="button" data-kind="quiet" href="/accounts">
                        {t!("accounts-cancel")}
                    </a>
                </p>
            </form>
        </Section>
    }
    .into_any()
}

#[component]
fn InviteForm(values: BookValues) -> impl IntoView {
    let (made, submit) = (RwSignal::new(None::<String>), use_submit());
    let submitted = on_submit(move |fields: Fields| {
        let role = fields.parsed("role").unwrap_or(Role::Manager);
        let new = NewAccount { name: fields.text("name"), role, sees: chosen(&fields) };
        made.set(None);
        submit.send(invite(new), move |path| drop(made.try_set(Some(format!("{}{path}", live::origin())))));
    });
    view! {
        <Section id="invite" title=t!("accounts-invite") about=t!("accounts-invite-means")>
            <form class="account-form" method="post" action="/accounts" on:submit=submitted>
                <TextField
                    id="invite-name"
                    label=t!("accounts-name")
                    hint=t!("accounts-invite-name-hint")
                    name="name"
                    maxlength=60
                    autocomplete="off"
                    verbatim=true
                />
                <RoleField form="invite" role=Role::Manager />
                <Chooser values sees=DataAccess::default() />
                <button class="button" disabled=submit.busy>
                    {t!("accounts-invite-make")}
                </button>
            </form>
            <FormError problem=submit.problem />
            {move || made.get().map(|text| view! { <Once label=t!("accounts-invite-made") text /> })}
        </Section>
    }
    .into_any()
}
