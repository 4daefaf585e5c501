//! The list of declared sources.

use leptos::prelude::*;

use super::{days_of, rows_of, state_badge};
use crate::components::chart::table::{Column, region};
use crate::components::form::PostButton;
use crate::components::section::Section;
use crate::components::words::segment;
use crate::i18n;
use crate::model::sources::declared::{Declaration, Declarations, DeclaredTable};
use crate::t;

#[component]
pub fn SourceList(all: Declarations) -> impl IntoView {
    let Declarations { all, looked_at, .. } = all;
    let looked = match looked_at {
        Some(at) => t!("sources-looked", time = i18n::full_time(at)),
        None => t!("sources-not-looked"),
    };
    let columns = [
        Column::words(&t!("sources-name")),
        Column::words(&t!("sources-state")),
        Column::words(&t!("sources-table")),
        Column::figures(&t!("sources-rows")),
        Column::words(&t!("sources-days-head")),
        Column::words(&t!("sources-wrong")),
    ];
    let list = if all.is_empty() {
        view! { <p class="muted">{t!("sources-none")}</p> }.into_any()
    } else {
        let rows = all.into_iter().map(|declaration| view! { <SourceRow declaration /> }).collect_view().into_any();
        region(&t!("sources-tables"), "sources-list", None, columns, rows)
    };
    view! {
        <Section id="sources-all" title=t!("sources-list")>
            {list}
            <div class="row">
                <span class="muted">{looked}</span>
                <PostButton action="/desk/sources/refresh" label=t!("sources-refresh") small=true />
            </div>
        </Section>
    }
    .into_any()
}

#[component]
fn SourceRow(declaration: Declaration) -> impl IntoView {
    let problems = declaration.problems.iter().chain(declaration.tables.iter().flat_map(|table| &table.problems));
    let problems = problems.map(|text| view! { <div>{text.clone()}</div> }).collect_view();
    let name = match &declaration.file {
        Some(file) => {
            view! { {declaration.name.clone()} <small class="muted sources-file">{t!("sources-in-file", file = file.as_str())}</small> }
                .into_any()
        }
        None => {
            let href = format!("/settings/sources/{}", segment(&declaration.name));
            view! { <a href=href>{declaration.name.clone()}</a> }.into_any()
        }
    };
    let span = declaration.tables.len().max(1).to_string();
    let figures = |table: Option<&DeclaredTable>| {
        let (name, rows, days) =
            table.map(|table| (table.name.clone(), rows_of(table), days_of(table))).unwrap_or_default();
        view! {
            <td>{name}</td>
            <td class="num">{rows}</td>
            <td>{days}</td>
        }
    };
    let first = figures(declaration.tables.first());
    let further =
        declaration.tables.iter().skip(1).map(|table| view! { <tr>{figures(Some(table))}</tr> }).collect_view();
    view! {
        <tr>
            <th scope="row" rowspan=span.clone()>
                {name}
            </th>
            <td rowspan=span.clone()>{state_badge(&declaration)}</td>
            {first}
            <td rowspan=span>{problems}</td>
        </tr>
        {further}
    }
    .into_any()
}
