//! A caller's message and the reply to it, with the steps behind the reply. The greeting has no message before it.

use leptos::prelude::*;

use crate::components::frame::icon::{BOB, Icon};
use crate::components::frame::notice::Notice;
use crate::components::timeline::Steps;
use crate::components::timeline::approval::Approvals;
use crate::components::timeline::reading::saying;
use crate::components::words;
use crate::live;
use crate::model::run::{Draft, Run, RunStatus, StepKind};
use crate::model::support::Language;
use crate::t;

#[component]
pub fn Exchange(
    run: RwSignal<Run>,
    /// What a model is writing now.
    draft: RwSignal<Draft>,
    /// The spoken language.
    #[prop(into)]
    language: Signal<Language>,
    /// Replies can be played.
    voice: bool,
) -> impl IntoView {
    let question = Memo::new(move |_| run.with(|r| r.question.clone()));
    let reply = Memo::new(move |_| run.with(|r| r.answer.as_ref().map(|a| a.text.clone()).unwrap_or_default()));
    let meanwhile = Memo::new(move |_| run.with(meanwhile).unwrap_or_default());
    let over = Memo::new(move |_| run.with(|r| r.status.is_over()));
    let failed = Memo::new(move |_| run.with(Missing::of));
    let told = Memo::new(move |_| run.with(|r| r.fallback.clone()));
    let lang = move || language.get().as_str();
    view! {
        <article class="exchange" aria-busy=move || (!over.get()).then_some("true")>
            <Show when=move || !question.with(String::is_empty)>
                <div class="utterance" data-who="caller">
                    <p class="sr-only">{t!("support-says-caller")}</p>
                    <div lang=lang>{move || paragraphs(&question.get())}</div>
                </div>
            </Show>
            <Show when=move || !meanwhile.with(String::is_empty)>
                <div class="utterance" data-who="agent" data-meanwhile="">
                    <p class="sr-only">{t!("support-says-agent-meanwhile")}</p>
                    <div lang=lang>{move || paragraphs(&meanwhile.get())}</div>
                </div>
            </Show>
            <Approvals run />
            <Show when=move || !reply.with(String::is_empty)>
                <div class="utterance" data-who="agent">
                    <p class="sr-only">{t!("support-says-agent")}</p>
                    <div lang=lang>{move || paragraphs(&reply.get())}</div>
                    {voice
                        .then(|| {
                            let (call, id) = run.with_untracked(|r| (words::segment(&r.session_id), words::segment(&r.id)));
                            let from = format!("/api/support/calls/{call}/speech/{id}");
                            view! { <audio controls preload="none" src=from aria-label=t!("support-reply-aloud")></audio> }
                        })}
                </div>
            </Show>
            {move || failed.get().map(|missing| view! { <MissingView missing /> })}
            {move || told.get().map(|text| view! { <p class="exchange-note">{text}</p> })}
            <Typing run draft lang=language />
            <Thoughts run />
        </article>
    }
    .into_any()
}

/// What the caller heard while a ticket waited.
fn meanwhile(run: &Run) -> Option<String> {
    run.steps.iter().find_map(|step| match &step.kind {
        StepKind::Approval { said, .. } => said.clone(),
        _ => None,
    })
}

/// A text as paragraphs: never as markup.
pub fn paragraphs(text: &str) -> impl IntoView + use<> {
    let lines = text.split('\n').map(str::trim).filter(|line| !line.is_empty());
    lines.map(|line| view! { <p>{line.to_owned()}</p> }).collect_view()
}

/// What the agent does until the reply is there: the phase in words, or the reply while a model writes it.
#[component]
fn Typing(run: RwSignal<Run>, draft: RwSignal<Draft>, lang: Signal<Language>) -> impl IntoView {
    let works =
        Memo::new(move |_| run.with(|r| !r.status.is_over() && r.status != RunStatus::Waiting && r.answer.is_none()));
    let says = Memo::new(move |_| run.with(doing));
    let written = Memo::new(move |_| draft.with(|d| d.text.clone()));
    let was_over = run.with_untracked(|r| r.status.is_over());
    let spoken = if was_over { Signal::stored(String::new()) } else { live::spoken(says.into()) };
    view! {
        <p class="sr-only" role="status">{move || spoken.get()}</p>
        <Show when=move || works.get()>
            <div class="utterance" data-who="agent" data-state="typing" aria-hidden="true">
                <Show when=move || !written.with(String::is_empty)>
                    <div lang=move || lang.get().as_str()>{move || paragraphs(&written.get())}</div>
                </Show>
                <p class="exchange-doing">
                    <svg viewBox="0 0 14 25" class="exchange-bob">
                        <use_ href=BOB width="14" height="25" />
                    </svg>
                    {move || says.get()}
                </p>
            </div>
        </Show>
    }
    .into_any()
}

/// One line on what the run is doing, for a call.
fn doing(run: &Run) -> String {
    match run.status {
        RunStatus::Completed => t!("support-agent-replied"),
        RunStatus::Waiting => t!("support-ticket-waits"),
        RunStatus::Queued | RunStatus::Running if run.calls().all(|c| c.outcome.is_some()) => {
            t!("support-agent-writing")
        }
        _ => saying(run),
    }
}

/// The steps of the run, folded.
#[component]
fn Thoughts(run: RwSignal<Run>) -> impl IntoView {
    let elapsed = live::elapsed(run);
    let any = Memo::new(move |_| run.with(|r| !r.steps.is_empty() || !r.status.is_over()));
    let told = move || {
        let calls = run.with(|r| r.calls().count());
        let time = words::duration(elapsed.get());
        if calls == 0 { time } else { t!("support-checks", count = calls, time = time) }
    };
    view! {
        <Show when=move || any.get()>
            <details class="exchange-how">
                <summary>
                    <Icon name="chevron" />
                    {t!("support-how-it-got-there")}
                    <span>{told}</span>
                </summary>
                <div class="timeline">
                    <Steps run elapsed />
                </div>
            </details>
        </Show>
    }
    .into_any()
}

/// Why there is no reply.
#[derive(Clone, Debug, PartialEq)]
struct Missing {
    status: RunStatus,
    failure: Option<(String, String)>,
}

impl Missing {
    fn of(run: &Run) -> Option<Self> {
        let bad = matches!(run.status, RunStatus::Failed | RunStatus::Cancelled | RunStatus::Interrupted);
        (bad && run.answer.is_none()).then(|| Self { status: run.status, failure: run.failure.clone() })
    }
}

#[component]
fn MissingView(missing: Missing) -> impl IntoView {
    match missing.status {
        RunStatus::Cancelled => view! { <p class="exchange-note">{t!("support-no-reply-ended")}</p> }.into_any(),
        RunStatus::Interrupted => view! {
            <Notice tone="warning" icon="redo" title=t!("support-no-reply")>
                <p>{t!("support-no-reply-stopped")}</p>
            </Notice>
        }
        .into_any(),
        _ => {
            let (error, advice) = missing.failure.unwrap_or_default();
            view! {
                <Notice tone="failure" icon="stop" title=t!("support-no-reply")>
                    <p>{error} " " {advice} " " {t!("support-send-again")}</p>
                </Notice>
            }
            .into_any()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_call_says_what_it_waits_for() {
        let mut run = Run::new("r");
        assert_eq!(doing(&run), "The agent is writing.");
        run.status = RunStatus::Waiting;
        assert_eq!(doing(&run), "A ticket waits for you to confirm it.");
        run.status = RunStatus::Cancelled;
        assert_eq!(Missing::of(&run), Some(Missing { status: RunStatus::Cancelled, failure: None }));
    }
}
