//! The trace of a run: a line that hangs from a beam, with a mark for each step, down to the bob.

pub mod approval;
pub mod approval_edit;
pub mod call;
pub mod observation;
pub mod reading;
pub mod step;

use leptos::html;
use leptos::prelude::*;
use reading::{Reading, call_failed, readings};
use step::{BobView, StepView};

use crate::components::frame::icon::Icon;
use crate::components::words;
use crate::live::{self, Frame};
use crate::model::run::Run;
use crate::t;

/// The trace of a conversation, as the desk's side column.
#[component]
pub fn Trace(#[prop(into)] runs: Signal<Vec<RwSignal<Run>>>, frame: Frame) -> impl IntoView {
    let scroller = NodeRef::<html::Div>::new();
    let seqs = Memo::new(move |_| runs.with(|all| all.iter().map(|r| r.with(|r| r.seq)).sum::<i64>()));
    let (away, to_bob) = live::follow_bob(scroller, seqs.into());
    let running = Memo::new(move |_| runs.with(|all| all.iter().any(|r| r.with(|r| !r.status.is_over()))));
    live::fold_when_narrow(".desk-side > .trace", 75);
    let told = move || runs.with(|all| calls_told(all));
    view! {
        <details class="trace" open>
            <summary>
                <Icon name="chevron" />
                {t!("timeline-title")}
                <span>{told}</span>
            </summary>
            <div class="trace-title">
                <h2>{t!("timeline-title")}</h2>
                <Show when=move || running.get()>
                    <span class="connection" data-state=move || frame.connection.get().as_str()>
                        {move || frame.connection.get().label()}
                    </span>
                </Show>
            </div>
            <div class="timeline" node_ref=scroller>
                <For
                    each=move || runs.get().into_iter().enumerate()
                    key=|(_, run)| run.with_untracked(|r| r.id.clone())
                    let((i, run))
                >
                    <RunLine run n=i + 1 last=Signal::derive(move || runs.with(|all| all.len() == i + 1)) />
                </For>
            </div>
            <Show when=move || running.get() && away.get()>
                <p class="to-bob">
                    <button class="button" data-size="small" on:click=move |_| to_bob.run(())>
                        {t!("timeline-to-bob")}
                    </button>
                </p>
            </Show>
        </details>
    }
    .into_any()
}

/// "4 calls, 1 running" over all runs.
fn calls_told(runs: &[RwSignal<Run>]) -> String {
    let (mut calls, mut running) = (0, 0);
    for run in runs {
        run.with(|r| {
            calls += r.calls().count();
            running += if r.status.is_over() { 0 } else { r.calls().filter(|c| c.outcome.is_none()).count() };
        });
    }
    if running > 0 {
        t!("timeline-calls-running", count = calls, running = running)
    } else {
        t!("timeline-calls", count = calls)
    }
}

/// One run with its heading. It folds when the next question starts.
#[component]
fn RunLine(run: RwSignal<Run>, n: usize, last: Signal<bool>) -> impl IntoView {
    let elapsed = live::elapsed(run);
    let account = move || {
        let (over, calls, iterations) = run.with(|r| (r.status.is_over(), r.calls().count(), r.iteration));
        let time = words::duration(elapsed.get());
        if over {
            t!("timeline-account", time = time, iterations = iterations, count = calls)
        } else {
            t!("timeline-running", time = time)
        }
    };
    view! {
        <details class="timeline-fold" open=move || last.get()>
            <summary class="timeline-run" data-next=(n > 1).then_some("")>
                <span class="timeline-name">{t!("timeline-question", n = n)} <Icon name="chevron" /></span>
                <span class="timeline-account">{account}</span>
            </summary>
            <Steps run elapsed />
        </details>
    }
    .into_any()
}

/// The steps of a run in order, and the bob below them while it is under way.
#[component]
pub fn Steps(
    run: RwSignal<Run>,
    /// The run's time so far, in milliseconds: the width of its waterfall.
    elapsed: Signal<i64>,
) -> impl IntoView {
    let marks = Memo::new(move |_| run.with(readings));
    view! {
        <ol class="timeline-steps">
            <For each=move || marks.get() key=|reading| reading.clone() let(reading)>
                <Line run reading elapsed />
            </For>
        </ol>
    }
    .into_any()
}

/// A step; it is redrawn when its content changes.
#[component]
fn Line(run: RwSignal<Run>, reading: Reading, elapsed: Signal<i64>) -> impl IntoView {
    let found = reading.seq.and_then(|seq| run.with_untracked(|r| r.steps.iter().find(|s| s.seq == seq).cloned()));
    match found {
        Some(step) => {
            let (id, fields) = run.with_untracked(|r| (r.id.clone(), call::fields(r)));
            view! { <StepView reading step run=id fields elapsed /> }.into_any()
        }
        None => view! { <BobView reading elapsed /> }.into_any(),
    }
}

/// How many of a run's calls failed.
pub fn failed_calls(run: &Run) -> usize {
    run.calls().filter(|c| call_failed(c)).count()
}
