//! The progress of an import, and its result.

use leptos::prelude::*;

use super::preview::RefusedList;
use super::size;
use crate::components::form::PostButton;
use crate::components::frame::notice::Notice;
use crate::components::words;
use crate::model::import::{Progress, Stage, Upload};
use crate::{i18n, t};

/// Reloads the page if no script does.
const AGAIN: &str = "<meta http-equiv=\"refresh\" content=\"2\">";

#[component]
pub fn Outcome(upload: Upload) -> impl IntoView {
    let progress = upload.progress.clone();
    let told = match upload.stage {
        Stage::Mapping => return ().into_any(),
        Stage::Running => view! { <Running upload=upload.clone() /> }.into_any(),
        Stage::Done => view! {
            <Notice tone="ok" icon="check" title=t!("import-done", file = upload.file.as_str())>
                <Figures progress=progress.clone() />
                <p class="row">
                    <a class="button" data-kind="primary" href="/" rel="external">
                        {t!("import-ask")}
                    </a>
                    <a class="button" href="/import" rel="external">
                        {t!("import-another")}
                    </a>
                </p>
            </Notice>
        }
        .into_any(),
        Stage::Stopped => view! {
            <Notice tone="warning" icon="stop" title=t!("import-stopped")>
                <Figures progress=progress.clone() />
                <p>{t!("import-stopped-means")}</p>
            </Notice>
        }
        .into_any(),
        Stage::Failed => view! {
            <Notice tone="failure" icon="stop" title=t!("import-failed") alert=true>
                <p>{progress.problem.clone()}</p>
                <Figures progress=progress.clone() />
            </Notice>
        }
        .into_any(),
    };
    let id = words::segment(&upload.id);
    let undo = upload.undo.then(|| format!("/desk/import/{id}"));
    let Progress { refused, first_refused, .. } = upload.progress;
    view! {
        {told}
        {undo.map(|action| {
            view! {
                <form method="post" action=action>
                    <button class="button" name="do" value="undo">
                        {t!("import-undo")}
                    </button>
                    " "
                    <span class="field-hint">{t!("import-undo-hint")}</span>
                </form>
            }
        })}
        {(refused > 0)
            .then(|| {
                let shown = first_refused.len() as u64;
                let title = if shown < refused {
                    t!("import-refused-first", count = refused, shown = shown)
                } else {
                    t!("import-refused", count = refused)
                };
                view! {
                    <RefusedList refused=first_refused title />
                    <p>
                        <a class="button" href=format!("/desk/import/{id}/refused.csv") rel="external" download>
                            {t!("import-refused-download")}
                        </a>
                    </p>
                }
            })}
    }
    .into_any()
}

#[component]
fn Running(upload: Upload) -> impl IntoView {
    let Upload { id, file, bytes, progress, .. } = upload;
    let (read, whole) = (size(progress.bytes), size(bytes));
    let told = t!(
        "import-running-told",
        rows = progress.rows + progress.resumed_at,
        refused = progress.refused,
        read = read.as_str(),
        size = whole.as_str()
    );
    view! {
        <section class="import-running" aria-labelledby="import-running">
            <h2 id="import-running">{t!("import-running", file = file)}</h2>
            <progress max=bytes.to_string() value=progress.bytes.to_string() aria-label=t!("import-bytes-read")>
                {t!("import-read", read = read, size = whole)}
            </progress>
            <p role="status">{told}</p>
            <PostButton
                action=format!("/desk/import/{}", words::segment(&id))
                label=t!("import-stop")
                sends=("do", "stop".into())
            />
            <noscript inner_html=AGAIN></noscript>
        </section>
    }
    .into_any()
}

#[component]
fn Figures(progress: Progress) -> impl IntoView {
    let Progress { rows, new, changed, unchanged, refused, kinds, last_day, resumed_at, .. } = progress;
    let counts =
        t!("import-counts", rows = rows, new = new, changed = changed, unchanged = unchanged, refused = refused);
    let kinds: Vec<String> = kinds.into_iter().map(|(kind, n)| format!("{kind}: {}", i18n::whole(n))).collect();
    view! {
        <p>{counts}</p>
        {(!kinds.is_empty()).then(|| view! { <p>{t!("import-refused-kinds", kinds = kinds.join(", "))}</p> })}
        {(resumed_at > 0).then(|| view! { <p>{t!("import-resumed", count = resumed_at)}</p> })}
        {last_day.map(|day| view! { <p>{t!("import-last-day", day = i18n::full_date(day))}</p> })}
    }
    .into_any()
}
