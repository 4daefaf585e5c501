//! How a run failed, and what to do about it.

use leptos::prelude::*;

use crate::components::frame::notice::Notice;
use crate::model::run::{Outcome, Run, RunStatus};
use crate::t;

/// The ending of a run that failed.
#[derive(Clone, Debug, PartialEq)]
pub struct Ending {
    status: RunStatus,
    failure: Option<(String, String)>,
    kept: usize,
    answered: bool,
}

impl Ending {
    pub fn from_run(run: &Run) -> Option<Self> {
        let bad = matches!(run.status, RunStatus::Failed | RunStatus::Cancelled | RunStatus::Interrupted);
        bad.then(|| Self {
            status: run.status,
            failure: run.failure.clone(),
            kept: run.calls().filter(|c| matches!(c.outcome, Some(Outcome::Ok { .. }))).count(),
            answered: run.answer.is_some(),
        })
    }
}

#[component]
pub fn EndingView(ending: Ending) -> impl IntoView {
    let Ending { status, failure, kept, answered } = ending;
    let kept = if answered { t!("desk-ended-answered") } else { t!("desk-ended-kept", count = kept) };
    match (status, failure) {
        (RunStatus::Cancelled, _) => view! {
            <Notice icon="stop" title=t!("desk-stopped")>
                <p>{kept} " " {t!("desk-stopped-advice")}</p>
            </Notice>
        }
        .into_any(),
        (RunStatus::Interrupted, _) => view! {
            <Notice tone="warning" icon="redo" title=t!("desk-interrupted")>
                <p>{t!("desk-interrupted-why")} " " {kept} " " {t!("desk-interrupted-advice")}</p>
            </Notice>
        }
        .into_any(),
        (_, failure) => {
            let (error, advice) = failure.unwrap_or_default();
            let title = if error.is_empty() { t!("desk-failed") } else { error };
            view! {
                <Notice tone="failure" icon="stop" title>
                    <p>{advice} " " {kept}</p>
                </Notice>
            }
            .into_any()
        }
    }
}
