//! The import page: a file is chosen, its columns are mapped, and it is imported.

use std::time::Duration;

use leptos::prelude::*;
use leptos_meta::Title;

use super::{Page, failed, fetched, fetched_or, load, param, skeleton};
use crate::api::imports::{get_entrance, get_upload};
use crate::components::frame::notice::Notice;
use crate::components::frame::settings_nav::SettingsNav;
use crate::components::import::choose::Choose;
use crate::components::import::mapping::MappingForm;
use crate::components::import::preview::PreviewTable;
use crate::components::import::progress::Outcome;
use crate::components::import::size;
use crate::components::words;
use crate::error::AppError;
use crate::live;
use crate::model::import::{Stage, Upload};
use crate::t;

/// How often the progress of an import is polled.
const POLL_INTERVAL: Duration = Duration::from_millis(500);

#[component]
pub fn ImportPage() -> impl IntoView {
    let entrance = load(|| (), |()| get_entrance());
    view! {
        <Page
            class="page settings"
            title=t!("page-import")
            heading=t!("import-title")
            about=t!("import-about")
            settings="/import"
        >
            {fetched(t!("import-loading"), entrance, move |entrance| view! { <Choose entrance /> }.into_any())}
        </Page>
    }
    .into_any()
}

#[component]
pub fn UploadPage() -> impl IntoView {
    let id = param("id");
    let upload = load(move || id.get(), get_upload);
    view! {
        <Title text=t!("page-import") />
        <main class="page settings" id="main">
            <SettingsNav here="/import" />
            {fetched_or(
                skeleton(t!("import-file-loading")),
                upload,
                |upload| view! { <Uploaded upload /> }.into_any(),
                |error| view! { <Wrong error /> }.into_any(),
            )}
        </main>
    }
    .into_any()
}

/// No such file, with the way to choose one.
#[component]
fn Wrong(error: AppError) -> impl IntoView {
    view! {
        <Head title=t!("page-import") told=String::new() />
        {failed(error)}
        <p>
            <a class="button" href="/import">
                {t!("import-choose")}
            </a>
        </p>
    }
}

#[component]
fn Head(title: String, told: String) -> impl IntoView {
    view! {
        <div class="page-head">
            <h1>{title}</h1>
            <p>{told}</p>
        </div>
    }
}

#[component]
fn Uploaded(upload: Upload) -> impl IntoView {
    let (form, columns) = (upload.form.as_str(), upload.columns.len());
    let told = t!("import-file-told", form = form, size = size(upload.bytes), columns = columns);
    let (title, id) = (upload.file.clone(), upload.id.clone());
    let action = format!("/desk/import/{}", words::segment(&id));
    let upload = RwSignal::new(upload);
    let problem = RwSignal::new(None::<String>);
    watch(upload, problem);
    let stage = Memo::new(move |_| upload.with(|u| u.stage));
    view! {
        <Head title told />
        {move || {
            problem
                .get()
                .map(|text| {
                    view! {
                        <Notice tone="failure" icon="stop" title=t!("import-not-changed") alert=true>
                            <p>{text}</p>
                        </Notice>
                    }
                })
        }}
        {move || view! { <Outcome upload=upload.get() /> }}
        {move || {
            (!matches!(stage.get(), Stage::Running | Stage::Done))
                .then(|| {
                    let preview = Memo::new(move |_| upload.with(|u| u.preview.clone()));
                    view! {
                        <MappingForm upload action=action.clone() />
                        {move || view! { <PreviewTable preview=preview.get() /> }}
                    }
                })
        }}
    }
    .into_any()
}

/// Polls while the import runs.
fn watch(upload: RwSignal<Upload>, problem: RwSignal<Option<String>>) {
    Effect::new(move |_| {
        if upload.with(|u| u.stage != Stage::Running) {
            return;
        }
        let id = upload.with_untracked(|u| u.id.clone());
        live::later(POLL_INTERVAL, move || {
            leptos::task::spawn_local(async move {
                match get_upload(id).await {
                    Ok(new) => drop(upload.try_set(new)),
                    Err(error) => drop(problem.try_set(Some(error.to_string()))),
                }
            });
        });
    });
}
