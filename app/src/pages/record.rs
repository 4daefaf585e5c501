//! The page of a source: the final target of citations and figures.

use leptos::prelude::*;
use leptos_meta::Title;

use super::privacy::EraseLink;
use super::{failed, fetched_or, load, param, skeleton};
use crate::api::records::get_record;
use crate::components::frame::icon::Icon;
use crate::components::record::{RecordView, title};
use crate::error::AppError;
use crate::live;
use crate::model::answer::SourceKind;
use crate::model::record::page::Record;
use crate::t;

#[component]
pub fn RecordPage() -> impl IntoView {
    let (kind, id) = (param("kind"), param("id"));
    let record = load(
        move || (kind.get(), id.get()),
        |(kind, id)| async move {
            let kind: SourceKind = kind
                .parse()
                .map_err(|_| AppError::NotFound { detail: t!("record-kind-none", kind = kind.as_str()) })?;
            get_record(kind, id).await
        },
    );
    view! {
        <main class="page" id="main">
            <p class="record-back needs-scripts">
                <button class="button" data-kind="quiet" data-size="small" on:click=|_| live::go_back()>
                    <Icon name="back" />
                    {t!("record-back")}
                </button>
            </p>
            {fetched_or(
                skeleton(t!("record-loading")),
                record,
                |record| view! { <Shown record /> }.into_any(),
                |error| view! { <Title text=t!("record") /> {failed(error)} }.into_any(),
            )}
        </main>
    }
    .into_any()
}

#[component]
fn Shown(record: Record) -> impl IntoView {
    let name = title(&record);
    let customer = match &record {
        Record::Customer { customer, .. } => Some(customer.id.clone()),
        _ => None,
    };
    view! {
        <Title text=name />
        <RecordView record />
        {customer.map(|customer| view! { <EraseLink customer /> })}
    }
    .into_any()
}
