//! Everybody's accounts, for admins: who there is, inviting, and changing what one may do and see.

use leptos::prelude::*;
use leptos_meta::Title;
use leptos_router::hooks::use_query_map;

use super::view::{Chooser, chosen};
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
use crate::model::account::forms::{BookValues, NewAccount};
use crate::model::account::{Account, DataAccess, Role};
use crate::model::time;
use crate::pages::{failed, load, send};

#[component]
pub fn AccountsPage() -> impl IntoView {
    let params = use_query_map();
    let opened = Memo::new(move |_| params.with(|p| p.get("change")));
    let who = expect_context::<Who>();
    let asked = load(|| (), |()| async move { Ok::<_, AppError>((list_accounts().await?, get_book_values().await?)) });
    view! {
        <Title text="Accounts" />
        <main class="page settings" id="main">
            <SettingsNav here="/accounts" />
            <div class="page-head">
                <h1>"Accounts"</h1>
                <p>"Who may use Plumbline, what they may do, and which customers they see."</p>
            </div>
            <Said />
            <Transition fallback=|| view! { <Skeleton label="Loading the accounts" /> }>
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
    let words = ["Name", "Role", "Sees", "Last signed in", "State"].map(Column::words);
    let columns = words.into_iter().chain([Column::Heard("Change".into())]);
    let (accounts, own_name) = (StoredValue::new(accounts), StoredValue::new(own));
    let known = StoredValue::new(values.clone());
    let change = move || {
        let id = opened.get()?;
        let account = accounts.with_value(|all| all.iter().find(|a| a.id == id).cloned())?;
        let theirs = own_name.with_value(|own| *own != account.name);
        theirs.then(|| view! { <ChangeForm account values=known.get_value() /> })
    };
    view! {
        {region("Accounts", "account-table", Some("Accounts, by name".into()), columns, rows)}
        {change}
        <InviteForm values />
    }
    .into_any()
}

#[component]
fn AccountRow(account: Account, own: bool) -> impl IntoView {
    let href = format!("/accounts?change={}#change", segment(&account.id));
    let label = format!("Change {}", account.name);
    let state = match (account.disabled, account.has_password) {
        (true, _) => view! { <Badge tone="warning" icon="stop" text="disabled" /> }.into_any(),
        (false, true) => "May sign in".into_any(),
        (false, false) => "By the firm's sign-in".into_any(),
    };
    let end = match own {
        true => view! { <a href="/account">"You"</a> }.into_any(),
        false => view! {
            <a class="button" data-kind="quiet" data-size="small" href=href aria-label=label>
                "Change"
            </a>
        }
        .into_any(),
    };
    view! {
        <tr>
            <th scope="row">{account.name}</th>
            <td>{account.role.as_str()}</td>
            <td>{account.sees.in_words()}</td>
            <td class="nowrap">{account.signed_in_at.map_or("Never".to_owned(), time::full_time)}</td>
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
                {one.as_str()}
            </option>
        }
    });
    view! {
        <div class="field">
            <label for=id.clone()>"Role"</label>
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
                <h2 id="change">{format!("Change {}", account.name)}</h2>
                <p>"Anyone who loses access must sign in again."</p>
            </div>
            <form class="account-form" method="post" action=action>
                <RoleField of="change" role=account.role />
                <Chooser values sees=account.sees />
                <div class="field">
                    <label for="change-disabled">"State"</label>
                    <select id="change-disabled" name="disabled">
                        <option value="no">"May sign in"</option>
                        <option value="yes" selected=account.disabled>
                            "Disabled: may not sign in, its tokens open nothing"
                        </option>
                    </select>
                </div>
                <p class="row">
                    <button class="button" data-kind="primary">
                        "Save"
                    </button>
                    <a class="button" data-kind="quiet" href="/accounts">
                        "Cancel"
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
                <h2 id="invite">"Invite somebody"</h2>
                <p>"You get a link that works once, for a day. Send it to them yourself. With the name of an account it sets a new password."</p>
            </div>
            <form class="account-form" method="post" action="/accounts" on:submit=submit>
                <div class="field">
                    <label for="invite-name">
                        "Name "
                        <span class="field-hint">"(empty lets them choose)"</span>
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
                <Chooser values sees=DataAccess::All />
                <button class="button" disabled=move || busy.get()>
                    "Make a link"
                </button>
            </form>
            {move || problem.get().map(|text| view! { <p class="field-error" role="alert">{text}</p> })}
            {move || {
                made.get().map(|text| view! { <Once label="The link. Copy it now: it is not shown again." text /> })
            }}
        </section>
    }
    .into_any()
}
