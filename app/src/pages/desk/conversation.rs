//! A conversation: every run as a turn, and beside them the trace. Ongoing runs are shown live.

use leptos::prelude::*;
use leptos_meta::Title;
use leptos_router::NavigateOptions;
use leptos_router::hooks::use_navigate;

use super::super::words::teaching;
use super::DeskState;
use super::beside::{BesidePanel, beside};
use super::player::RecordedBar;
use crate::api::conversations::{get_conversation, share};
use crate::api::figures::get_chart;
use crate::api::research::cancel_run;
use crate::components::answer::trust::ShowScores;
use crate::components::beside::splitter::Splitter;
use crate::components::chart::switch::{Stepping, Wanted};
use crate::components::desk::FIELD;
use crate::components::desk::Replayed;
use crate::components::desk::about::{self, Picking};
use crate::components::desk::composer::Composer;
use crate::components::desk::feedback::ConversationFeedback;
use crate::components::desk::keep::{KeepMenu, Sharing};
use crate::components::desk::turn::{Turn, heading};
use crate::components::form::use_submit;
use crate::components::frame::notice::Notice;
use crate::components::lit::Lit;
use crate::components::timeline::Trace;
use crate::components::watch::MayWatch;
use crate::live::{self, Connection, Frame};
use crate::load::load;
use crate::model::run::{Draft, Run, RunStatus, Scope};
use crate::model::session::{Conversation, SubmittedRun};
use crate::pages::{deciding, fetched_desk, param, tell_bar};
use crate::{id, t};

#[component]
pub fn ConversationPage() -> impl IntoView {
    let id = param("id");
    let conversation = load(move || id.get(), get_conversation);
    fetched_desk((id!("desk-conversation"), id!("desk-loading")), conversation, |conversation| {
        view! { <Thread conversation /> }.into_any()
    })
}

/// The run of a question just asked: everything else arrives as its events.
fn begun(asked: &SubmittedRun, question: &str) -> Run {
    let mut run = Run::new(asked.run_id.clone());
    run.session_id.clone_from(&asked.session_id);
    question.clone_into(&mut run.question);
    run
}

/// Links for reading a conversation, as they are created.
fn sharing(id: String) -> Sharing {
    let (made, submit) = (RwSignal::new(None), use_submit());
    let make = Callback::new(move |()| submit.send(share(id.clone()), move |link| drop(made.try_set(Some(link)))));
    Sharing { made, submit, make }
}

#[component]
fn Thread(conversation: Conversation) -> impl IntoView {
    let state = expect_context::<DeskState>();
    let frame = live::frame();
    provide_context(Lit::new());
    let name = conversation.name();
    let (is_own, may_decide) = (conversation.own, conversation.may_decide);
    let Conversation { id, runs, recorded, origin, show_scores, kept, feedback, taught, may_teach, .. } = conversation;
    if may_decide {
        provide_context(deciding());
    }
    if is_own {
        provide_context(MayWatch);
    }
    provide_context(ConversationFeedback(StoredValue::new(feedback)));
    provide_context(teaching(may_teach, taught));
    provide_context(ShowScores(show_scores));
    let asking = state.asking(Signal::stored(id.clone()));
    provide_context(picking(&id, asking.about));
    provide_context(stepping());
    let beside = beside(&id, asking.about);
    provide_context(beside);
    let runs = RwSignal::new(runs.into_iter().map(RwSignal::new).collect::<Vec<_>>());
    // Recorded runs are finished and get no further events; the player folds them again.
    let recorded: Vec<RwSignal<Run>> =
        runs.with_untracked(|all| all.iter().take(usize::try_from(recorded).unwrap_or(0)).copied().collect());
    let player = (!recorded.is_empty()).then(|| {
        let runs = recorded.clone();
        view! { <RecordedBar runs frame /> }
    });
    take_in(state, id.clone(), runs);
    tell_rail(state, runs);
    let (title, own, sharing) = (name.clone(), id.clone(), sharing(id.clone()));
    let stop = Callback::new(move |run: String| {
        leptos::task::spawn_local(async move {
            if let Err(error) = cancel_run(run).await {
                state.submit.problem.set(Some(error.to_string()));
            }
        });
    });
    view! {
        <Title text=title />
        <main class="desk-main" id="main">
            <KeepMenu id=own name origin kept sharing />
            {player}
            <For
                each=move || runs.get().into_iter().enumerate()
                key=|(_, run)| run.with_untracked(|r| r.id.clone())
                let((i, run))
            >
                {
                    let draft = if recorded.contains(&run) {
                        provide_context(Replayed);
                        RwSignal::new(Draft::default())
                    } else {
                        live::follow(run, frame)
                    };
                    view! { <Turn run draft first={i == 0} asking stop /> }
                }
            </For>
            <Reconnecting frame runs=runs.into() />
            {is_own.then(|| view! { <Composer asking session=id placeholder=t!("desk-ask-follow-up") /> })}
        </main>
        <aside class="desk-side" aria-label=t!("desk-trace")>
            <Splitter side="trace" label="trace" usual=24.5 />
            <Trace runs frame />
        </aside>
        <BesidePanel beside />
    }
    .into_any()
}

/// A click on a chart: its scope goes into the address, and the focus into the question box.
fn picking(session: &str, about: Signal<Option<Scope>>) -> Picking {
    let navigate = use_navigate();
    let session = StoredValue::new(session.to_owned());
    let pick = Callback::new(move |scope: Scope| {
        let to = session.with_value(|session| about::href(session, Some(&scope)));
        navigate(&to, NavigateOptions { scroll: false, ..NavigateOptions::default() });
        live::focus(FIELD);
    });
    Picking { session, pick, about }
}

/// Requests charts with another step from the server.
fn stepping() -> Stepping {
    Stepping(Callback::new(|Wanted { run, place, step, came }| {
        leptos::task::spawn_local(async move {
            let chart = get_chart(run, place, step).await;
            came.try_run(chart.map_err(|error| error.to_string()));
        });
    }))
}

/// Adds a question just asked in this conversation as a run.
fn take_in(state: DeskState, id: String, runs: RwSignal<Vec<RwSignal<Run>>>) {
    let session = StoredValue::new(id);
    // A run belongs to the page, not to this effect, which disposes its own values with every question.
    let page = Owner::current().map(|page| page.downgrade());
    Effect::new(move |before: Option<()>| {
        let Some((asked, question)) = state.asked.get().filter(|(a, _)| session.with_value(|s| a.session_id == *s))
        else {
            return;
        };
        let known = runs.with_untracked(|all| all.iter().any(|r| r.with_untracked(|r| r.id == asked.run_id)));
        if !known {
            let Some(page) = page.as_ref().and_then(|page| page.upgrade()) else { return };
            let run = page.with(|| RwSignal::new(begun(&asked, &question)));
            runs.update(|all| all.push(run));
        }
        // A conversation's first question is at the top already.
        if before.is_some() || runs.with_untracked(Vec::len) > 1 {
            live::scroll_to(heading(&asked.run_id));
        }
    });
}

/// Updates the bar's pending decisions, and reloads the list of conversations when this one has come to rest.
fn tell_rail(state: DeskState, runs: RwSignal<Vec<RwSignal<Run>>>) {
    tell_bar(move || runs.with(|all| all.iter().filter(|r| r.with(|r| r.status == RunStatus::Waiting)).count()));
    let going = Memo::new(move |_| runs.with(|all| all.iter().any(|r| r.with(|r| !r.status.is_over()))));
    Effect::new(move |before: Option<bool>| {
        let now = going.get();
        // A quick run may finish before this page is shown, and after the list was requested.
        let was = before.unwrap_or_else(|| state.asked.with_untracked(Option::is_some));
        if was && !now {
            state.rail.update(|n| *n += 1);
        }
        now
    });
}

/// Shown while the stream of a run is broken.
#[component]
fn Reconnecting(frame: Frame, runs: Signal<Vec<RwSignal<Run>>>) -> impl IntoView {
    let stopped_at = Memo::new(move |_| {
        runs.with(|all| all.iter().find_map(|r| r.with(|r| (!r.status.is_over()).then_some(r.steps.len()))))
    });
    let again = move |_| frame.retry.update(|n| *n += 1);
    move || match (frame.connection.get(), stopped_at.get()) {
        (Connection::Waiting, Some(step)) => {
            let kept = t!("desk-reconnecting-trace", step = step);
            view! {
                <Notice tone="warning" icon="offline" title=t!("connection-waiting")>
                    <p>{t!("desk-reconnecting-run")} " " {kept}</p>
                    <p class="row">
                        <button class="button" data-size="small" on:click=again>
                            {t!("desk-try-now")}
                        </button>
                    </p>
                </Notice>
            }
            .into_any()
        }
        (Connection::Offline, _) => view! {
            <Notice icon="offline" title=t!("desk-offline")>
                <p>{t!("desk-offline-run")}</p>
            </Notice>
        }
        .into_any(),
        _ => ().into_any(),
    }
}
