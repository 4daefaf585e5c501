//! Settings, documents: the firm's documents, adding files, and a test of search. For admins.

use std::time::Duration;

use leptos::prelude::*;
use leptos_router::hooks::use_query_map;
use leptos_router::params::ParamsMap;

use crate::api::documents::{get_documents, get_files_report, get_search_test};
use crate::components::documents::files::{AddFiles, Report};
use crate::components::documents::list::List;
use crate::components::documents::test::{Hits, TestForm};
use crate::components::frame::notice::Notice;
use crate::components::section::Section;
use crate::live;
use crate::load::load;
use crate::model::record::library::{DocumentFilter, FilesReport};
use crate::pages::{Page, fetched};
use crate::t;

/// How often the progress of an upload is polled.
const POLL_INTERVAL: Duration = Duration::from_millis(700);

fn text(query: &ParamsMap, name: &str) -> Option<String> {
    query.get(name).map(|value| value.trim().to_owned()).filter(|value| !value.is_empty())
}

/// Parses the filter from the address. Invalid fields are ignored.
fn filter(query: &ParamsMap) -> DocumentFilter {
    DocumentFilter {
        text: text(query, "text"),
        kind: text(query, "kind").and_then(|kind| kind.parse().ok()),
        source: text(query, "source"),
        offset: text(query, "offset").and_then(|n| n.parse().ok()).filter(|n: &i64| *n > 0),
        limit: None,
    }
}

#[component]
pub fn DocumentsPage() -> impl IntoView {
    let query = use_query_map();
    let wanted = Memo::new(move |_| query.with(filter));
    // The list is loaded again once all files of an upload are read.
    let read = RwSignal::new(0_u32);
    let documents = load(move || (wanted.get(), read.get()), |(filter, _)| get_documents(filter));
    let upload = Memo::new(move |_| query.with(|query| text(query, "upload")));
    let report = load(
        move || upload.get(),
        |id| async move {
            match id {
                Some(id) => get_files_report(id).await.map(Some),
                None => Ok(None),
            }
        },
    );
    let test = Memo::new(move |_| query.with(|query| text(query, "test")));
    let found = load(
        move || test.get(),
        |query| async move {
            match query {
                Some(query) => get_search_test(query).await.map(Some),
                None => Ok(None),
            }
        },
    );
    let done = Memo::new(move |_| query.with(|query| text(query, "done")));
    view! {
        <Page class="page settings" title=t!("page-documents") about=t!("documents-about") settings="/settings/documents">
            {move || done.get().map(|done| view! { <Done done /> })}
            {fetched(
                t!("documents-upload-loading"),
                report,
                move |report| report.map(|report| view! { <Uploaded report read /> }).into_any(),
            )}
            {fetched(
                t!("documents-loading"),
                documents,
                move |page| {
                    view! {
                        <AddFiles />
                        <List page filter=wanted.get_untracked() />
                    }
                        .into_any()
                },
            )}
            <Section id="documents-test" title=t!("documents-test") about=t!("documents-test-about")>
                {move || view! { <TestForm query=test.get().unwrap_or_default() /> }}
                {fetched(
                    t!("documents-test-loading"),
                    found,
                    |test| test.map(|test| view! { <Hits test /> }).into_any(),
                )}
            </Section>
        </Page>
    }
    .into_any()
}

/// What a button of the page did.
#[component]
fn Done(done: String) -> impl IntoView {
    let title = match done.as_str() {
        "deleted" => t!("documents-deleted"),
        "reindexed" => t!("documents-reindexed"),
        _ => return ().into_any(),
    };
    view! {
        <Notice tone="ok" icon="check" title>
            {(done == "reindexed").then(|| view! { <p>{t!("documents-reindexed-means")}</p> })}
        </Notice>
    }
    .into_any()
}

#[component]
fn Uploaded(report: FilesReport, read: RwSignal<u32>) -> impl IntoView {
    let report = RwSignal::new(report);
    watch(report, read);
    view! { {move || view! { <Report report=report.get() /> }} }.into_any()
}

/// Polls while files are read; then counts up.
fn watch(report: RwSignal<FilesReport>, read: RwSignal<u32>) {
    Effect::new(move |_| {
        if report.with(FilesReport::is_done) {
            return;
        }
        let id = report.with_untracked(|report| report.id.clone());
        live::later(POLL_INTERVAL, move || {
            leptos::task::spawn_local(async move {
                let Ok(new) = get_files_report(id).await else { return };
                if new.is_done() {
                    read.try_update(|times| *times += 1);
                }
                report.try_set(new);
            });
        });
    });
}
