//! How far an import has come, and what came of it.

use leptos::prelude::*;

use super::preview::RefusedList;
use super::size;
use crate::components::frame::notice::Notice;
use crate::components::words;
use crate::model::import::{Progress, Stage, Upload};
use crate::model::time;

/// Asks for the page again where no script does it.
const AGAIN: &str = "<meta http-equiv=\"refresh\" content=\"2\">";

#[component]
pub fn Outcome(upload: Upload) -> impl IntoView {
    let progress = upload.progress.clone();
    let told = match upload.stage {
        Stage::Mapping => return ().into_any(),
        Stage::Running => view! { <Running upload=upload.clone() /> }.into_any(),
        Stage::Done => view! {
            <Notice tone="ok" icon="check" title=format!("{} is imported", upload.file)>
                <Figures progress=progress.clone() />
                <p class="row">
                    <a class="button" data-kind="primary" href="/" rel="external">
                        "Ask about it"
                    </a>
                    <a class="button" href="/import" rel="external">
                        "Import another file"
                    </a>
                </p>
            </Notice>
        }
        .into_any(),
        Stage::Stopped => view! {
            <Notice tone="warning" icon="stop" title="Stopped before the end">
                <Figures progress=progress.clone() />
                <p>"Import it again with the same columns and it goes on from here."</p>
            </Notice>
        }
        .into_any(),
        Stage::Failed => view! {
            <Notice tone="failure" icon="stop" title="Not imported to its end" alert=true>
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
                        "Take the import back"
                    </button>
                    " "
                    <span class="field-hint">"Deletes the rows that came with it; then the columns can be chosen anew."</span>
                </form>
            }
        })}
        {(refused > 0)
            .then(|| {
                let shown = first_refused.len() as u64;
                let title = if shown < refused {
                    format!("{} refused, the first {shown}", words::count(refused, "row"))
                } else {
                    format!("{} refused", words::count(refused, "row"))
                };
                view! {
                    <RefusedList refused=first_refused title />
                    <p>
                        <a class="button" href=format!("/desk/import/{id}/refused.csv") rel="external" download>
                            "Download all refused rows (CSV)"
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
    let rows = format!("{} read", words::count(progress.rows + progress.resumed_at, "row"));
    let refused = (progress.refused > 0).then(|| format!(", {} refused", words::whole(progress.refused)));
    let read = format!("{} of {}", size(progress.bytes), size(bytes));
    view! {
        <section class="import-running" aria-labelledby="import-running">
            <h2 id="import-running">{format!("Importing {file}")}</h2>
            <progress max=bytes.to_string() value=progress.bytes.to_string() aria-label="Bytes read">
                {read.clone()}
            </progress>
            <p role="status">{rows} {refused} ". " {read} "."</p>
            <form method="post" action=format!("/desk/import/{}", words::segment(&id))>
                <button class="button" name="do" value="stop">
                    "Stop"
                </button>
            </form>
            <noscript inner_html=AGAIN></noscript>
        </section>
    }
    .into_any()
}

#[component]
fn Figures(progress: Progress) -> impl IntoView {
    let Progress { rows, new, changed, unchanged, refused, kinds, last_day, resumed_at, .. } = progress;
    let counts = format!(
        "{} read: {} new, {} changed, {} unchanged, {} refused.",
        words::count(rows, "row"),
        words::whole(new),
        words::whole(changed),
        words::whole(unchanged),
        words::whole(refused)
    );
    let kinds: Vec<String> = kinds.into_iter().map(|(kind, n)| format!("{kind}: {}", words::whole(n))).collect();
    view! {
        <p>{counts}</p>
        {(!kinds.is_empty()).then(|| view! { <p>"Refused: " {kinds.join(", ")} "."</p> })}
        {(resumed_at > 0).then(|| view! { <p>{words::count(resumed_at, "row")} " were stored before."</p> })}
        {last_day.map(|day| view! { <p>"The last day in the file is " {time::full_date(day)} "."</p> })}
    }
    .into_any()
}
