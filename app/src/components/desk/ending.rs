//! How a run ended when it did not end well, and what to do about it.

use leptos::prelude::*;

use crate::components::frame::notice::Notice;
use crate::components::words;
use crate::model::run::{Outcome, Run, RunStatus};

/// How a run ended, when it did not end well.
#[derive(Clone, Debug, PartialEq)]
pub struct Ending {
    status: RunStatus,
    failure: Option<(String, String)>,
    kept: usize,
    answered: bool,
}

impl Ending {
    pub fn of(run: &Run) -> Option<Self> {
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
    let kept = match (kept, answered) {
        (_, true) => "This is based on what was found before it stopped.".to_owned(),
        (0, false) => "Nothing was found before that.".to_owned(),
        (1, false) => "One result is kept in the trace.".to_owned(),
        (n, false) => format!("{} results are kept in the trace.", words::counted(n)),
    };
    match (status, failure) {
        (RunStatus::Cancelled, _) => view! {
            <Notice icon="stop" title="Stopped before the end">
                <p>{kept} " Run it again, or ask a narrower question."</p>
            </Notice>
        }
        .into_any(),
        (RunStatus::Interrupted, _) => view! {
            <Notice tone="warning" icon="redo" title="Interrupted">
                <p>"The server stopped during this run. " {kept} " Run it again for the whole answer."</p>
            </Notice>
        }
        .into_any(),
        (_, failure) => {
            let (error, advice) = failure.unwrap_or_default();
            let title = if error.is_empty() { "The run failed".to_owned() } else { error };
            view! {
                <Notice tone="failure" icon="stop" title>
                    <p>{advice} " " {kept}</p>
                </Notice>
            }
            .into_any()
        }
    }
}
