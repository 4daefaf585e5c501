//! Declared sources on their page: a list, adding one, its state, and its declaration as a form or as text.

pub mod add;
pub mod form;
pub mod list;

use leptos::prelude::*;

use crate::components::chart::table::{Column, region};
use crate::components::form::{Field, PostButton};
use crate::components::frame::icon::Badge;
use crate::components::section::Section;
use crate::components::words::segment;
use crate::i18n;
use crate::model::sources::declared::{Declaration, DeclarationState, DeclaredTable};
use crate::t;

/// Says that an action is done.
#[component]
pub fn Did(did: String) -> impl IntoView {
    let known = ["test", "save", "use", "yaml", "pause", "resume", "remove", "refresh"];
    known.contains(&did.as_str()).then(|| {
        view! {
            <p class="notice" data-tone="ok" role="status">
                <span>{t!("sources-did", did = did)}</span>
            </p>
        }
    })
}

/// The state of a declaration as a badge.
pub fn state_badge(declaration: &Declaration) -> AnyView {
    match declaration.state {
        DeclarationState::Draft => view! { <Badge tone="info" text=t!("sources-state-draft") /> }.into_any(),
        DeclarationState::Paused => view! { <Badge tone="info" text=t!("sources-state-paused") /> }.into_any(),
        DeclarationState::On if declaration.is_broken() => {
            view! { <Badge tone="warning" icon="warn" text=t!("sources-state-broken") /> }.into_any()
        }
        DeclarationState::On => view! { <Badge tone="ok" icon="check" text=t!("sources-state-on") /> }.into_any(),
    }
}

/// "1,200" or "more than 10,000" rows.
pub fn rows_of(table: &DeclaredTable) -> String {
    match table.rows {
        None => "–".to_owned(),
        Some(rows) if table.more => {
            t!("sources-more-than", count = i18n::whole(i64::try_from(rows).unwrap_or(i64::MAX)))
        }
        Some(rows) => i18n::whole(i64::try_from(rows).unwrap_or(i64::MAX)),
    }
}

/// The first and the last day of a table.
pub fn days_of(table: &DeclaredTable) -> String {
    table.days.map_or_else(
        || "–".to_owned(),
        |(from, to)| t!("sources-days", from = i18n::short_date(from), to = i18n::short_date(to)),
    )
}

/// How a declaration does, with what can be done about it.
#[component]
pub fn StateOf(declaration: Declaration, questions: Vec<String>) -> impl IntoView {
    let action = format!("/desk/sources/{}", segment(&declaration.name));
    let button = |act: &'static str, label: String| {
        view! { <PostButton action=action.clone() label sends=("do", act.to_owned()) small=true /> }.into_any()
    };
    let remove = button("remove", t!("sources-remove-now"));
    let turn = match declaration.state {
        DeclarationState::Draft => None,
        DeclarationState::On => Some(button("pause", t!("sources-pause"))),
        DeclarationState::Paused => Some(button("resume", t!("sources-resume"))),
    };
    let here = format!("/settings/sources/{}?did=test", segment(&declaration.name));
    let problem = |text: &String| view! { <li>{text.clone()}</li> };
    let problems: Vec<_> = declaration
        .problems
        .iter()
        .map(problem)
        .chain(declaration.tables.iter().flat_map(|table| table.problems.iter().map(problem)))
        .collect();
    let tables = declaration.tables.iter().map(|table| {
        view! {
            <tr>
                <th scope="row">{table.name.clone()}</th>
                <td class="num">{rows_of(table)}</td>
                <td>{days_of(table)}</td>
                <td>{if table.for_everyone { t!("sources-for-everyone") } else { t!("sources-for-unlimited") }}</td>
            </tr>
        }
    });
    let columns = [
        Column::words(&t!("sources-table")),
        Column::figures(&t!("sources-rows")),
        Column::words(&t!("sources-days-head")),
        Column::words(&t!("sources-who")),
    ];
    let is_on = declaration.state == DeclarationState::On;
    let asks = (is_on && !questions.is_empty()).then(|| {
        let ask = |question: String| {
            view! { <li><PostButton action="/desk/ask" label=question.clone() sends=("query", question) kind="quiet" small=true /></li> }
        };
        view! {
            <h3>{t!("sources-try")}</h3>
            <ul class="sources-questions">{questions.into_iter().map(ask).collect_view()}</ul>
        }
    });
    let rows = tables.collect_view().into_any();
    view! {
        <Section id="source-state" title=t!("sources-state")>
            <div class="row">
                {state_badge(&declaration)} {turn}
                <a class="button" data-size="small" href=here rel="external">
                    {t!("sources-test")}
                </a>
            </div>
            {region(&t!("sources-tables"), "sources-tables", None, columns, rows)}
            {(!problems.is_empty()).then(|| view! { <ul class="sources-problems">{problems}</ul> })}
            {asks}
            <details class="sources-remove">
                <summary>{t!("sources-remove")}</summary>
                <p>{t!("sources-remove-means")}</p>
                {remove}
            </details>
        </Section>
    }
    .into_any()
}

/// The declaration as text.
#[component]
pub fn YamlForm(name: String, yaml: String) -> impl IntoView {
    let lines = yaml.lines().count().clamp(8, 40);
    view! {
        <Section id="source-yaml" title=t!("sources-yaml") about=t!("sources-yaml-means")>
            <form method="post" action=format!("/desk/sources/{}", segment(&name)) class="settings-form">
                <Field id="source-text" label=t!("sources-yaml-text")>
                    <textarea id="source-text" name="yaml" rows=lines.to_string() spellcheck="false" class="sources-yaml">
                        {yaml}
                    </textarea>
                </Field>
                <p class="row">
                    <button class="button" name="do" value="yaml">
                        {t!("sources-yaml-save")}
                    </button>
                </p>
            </form>
        </Section>
    }
    .into_any()
}
