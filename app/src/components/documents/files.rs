//! Adding documents from files, and what became of them. The field itself accepts dropped files.

use leptos::prelude::*;

use crate::components::form::{FileDrop, SelectField, TextField};
use crate::components::frame::icon::Badge;
use crate::components::section::Section;
use crate::components::words::segment;
use crate::model::record::DocumentKind;
use crate::model::record::library::{FileReport, FileStatus, FilesReport};
use crate::t;

/// Reloads the page if no script does.
const AGAIN: &str = "<meta http-equiv=\"refresh\" content=\"2\">";

/// The names of kinds, with their values.
pub fn kinds() -> impl Iterator<Item = (String, String)> {
    DocumentKind::ALL.iter().map(|kind| (kind.to_string(), t!("record-document-kind", kind = kind.as_str())))
}

#[component]
pub fn AddFiles() -> impl IntoView {
    let article = DocumentKind::Article.to_string();
    view! {
        <Section id="documents-add" title=t!("documents-add")>
            <form class="import-choose" method="post" action="/desk/documents" enctype="multipart/form-data">
                <div class="documents-choice">
                    <SelectField
                        id="documents-kind"
                        label=t!("record-kind")
                        name="kind"
                        all=kinds().collect()
                        chosen=article
                    />
                    <TextField
                        id="documents-day"
                        label=t!("record-day")
                        name="day"
                        kind="date"
                        note=t!("documents-day-note")
                    />
                    <TextField
                        id="documents-product"
                        label=t!("record-product")
                        name="product"
                        note=t!("documents-product-note")
                    />
                </div>
                <FileDrop
                    id="documents-file"
                    title=t!("documents-drop")
                    hint=t!("documents-drop-hint")
                    accept=".md,.markdown,.txt,.text,.pdf,.docx,.docm"
                    multiple=true
                />
                <p class="row">
                    <button class="button" data-kind="primary">
                        {t!("documents-upload")}
                    </button>
                    <span class="field-hint">{t!("documents-upload-hint")}</span>
                </p>
            </form>
        </Section>
    }
    .into_any()
}

/// What became of the files of an upload.
#[component]
pub fn Report(report: FilesReport) -> impl IntoView {
    let done = report.is_done();
    let title = if done { t!("documents-report") } else { t!("documents-reading") };
    let files = report.files.into_iter().map(|file| view! { <File file /> }).collect_view();
    view! {
        <section class="section documents-report" aria-labelledby="documents-report">
            <h2 id="documents-report">{title}</h2>
            <div role="status">
                <ul>{files}</ul>
            </div>
            {(!done).then(|| view! { <noscript inner_html=AGAIN></noscript> })}
        </section>
    }
    .into_any()
}

#[component]
fn File(file: FileReport) -> impl IntoView {
    let FileReport { file: name, status, reason, document, parts } = file;
    let (tone, icon) = match status {
        FileStatus::Waiting | FileStatus::Reading => ("neutral", "clock"),
        FileStatus::Added | FileStatus::Changed => ("ok", "check"),
        FileStatus::Unchanged => ("neutral", "dash"),
        FileStatus::Refused => ("failure", "stop"),
    };
    let document = document.map(|(id, title)| {
        let parts = t!("documents-file-parts", count = parts);
        view! {
            <p>
                <a href=format!("/records/document/{}", segment(&id))>{title}</a>
                {format!(", {parts}")}
            </p>
        }
    });
    view! {
        <li>
            <p class="row">
                <strong>{name}</strong>
                <Badge tone icon text=t!("documents-file-status", status = status.as_str()) />
            </p>
            {document}
            {(!reason.is_empty()).then(|| view! { <p>{reason}</p> })}
        </li>
    }
    .into_any()
}
