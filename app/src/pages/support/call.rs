//! A call: the live conversation, and beside it the facts about the caller.

use std::time::Duration;

use leptos::prelude::*;
use leptos_meta::Title;

use crate::api::support::{end_call, get_call, say, take_call, write};
use crate::components::form::{Submit, use_submit};
use crate::components::lit::Lit;
use crate::components::support::caller::CallerPanel;
use crate::components::support::exchange::Exchange;
use crate::components::support::lines::Lines;
use crate::components::support::say::{Say, SayAloud};
use crate::components::support::talk::{TalkHead, TalkOver};
use crate::error::AppError;
use crate::live;
use crate::load::load;
use crate::model::run::{Run, RunStatus, StepKind, Usage};
use crate::model::session::SubmittedRun;
use crate::model::support::{Call, CallSettings, CallState, CallView, Caller, Ending, Language, Line, Outcome};
use crate::pages::{deciding, fetched_desk, param, tell_bar};
use crate::{id, t};

/// The end of the conversation, which stays in view.
const END: &str = ".talk-end";

#[component]
pub fn CallPage() -> impl IntoView {
    let id = param("id");
    let call = load(move || id.get(), get_call);
    view! {
        <div class="desk" data-rail="none">
            {fetched_desk((id!("support-call"), id!("support-call-loading")), call, |view| {
                view! { <Opened view /> }.into_any()
            })}
        </div>
    }
    .into_any()
}

/// How often a call taken by a person is polled.
const POLL_INTERVAL: Duration = Duration::from_secs(3);

type Runs = RwSignal<Vec<RwSignal<Run>>>;

/// The state shared by the parts of the page.
#[derive(Clone, Copy)]
struct Talk {
    id: StoredValue<String>,
    caller: StoredValue<Caller>,
    runs: Runs,
    /// How the call ended, once it has.
    over: RwSignal<Option<Ending>>,
    /// The caller's message.
    saying: Submit,
    ending: Submit,
    taking: Submit,
    /// The person who has taken over from the agent.
    taken_by: RwSignal<Option<String>>,
    /// Messages since then.
    lines: RwSignal<Vec<Line>>,
    /// The person's message.
    writing: Submit,
}

#[component]
fn Opened(view: CallView) -> impl IntoView {
    let frame = live::frame();
    provide_context(Lit::new());
    provide_context(deciding());
    let CallView { call, runs, lines, voice, .. } = view;
    let settings = CallSettings { language: call.language, formal: call.formal, ..call.settings.clone() };
    let caller = Caller { phone: call.phone.clone(), settings, ended: false };
    let talk = Talk {
        id: StoredValue::new(call.session_id.clone()),
        caller: StoredValue::new(caller.clone()),
        runs: RwSignal::new(runs.into_iter().map(RwSignal::new).collect()),
        over: RwSignal::new(ending_of(&call)),
        saying: use_submit(),
        ending: use_submit(),
        taking: use_submit(),
        taken_by: RwSignal::new(call.taken_by.clone()),
        lines: RwSignal::new(lines),
        writing: use_submit(),
    };
    let runs = talk.runs;
    let state = Memo::new(move |_| {
        runs.with(|all| {
            let all: Vec<_> = all.iter().map(|run| run.read()).collect();
            CallState::from_runs(all.iter().map(|run| &**run))
        })
        .unwrap_or_else(|| CallState {
            caller_phone: caller.phone.clone(),
            language: caller.settings.language,
            formal: caller.settings.formal,
            ..CallState::default()
        })
    });
    // A reply may itself end the call.
    let over = Memo::new(move |_| {
        let ended = talk.over.get().or_else(|| state.with(|s| s.ending.clone()));
        ended.filter(|_| talk.taken_by.with(Option::is_none) || talk.over.with(Option::is_some))
    });
    let taken = Memo::new(move |_| talk.taken_by.with(Option::is_some));
    let language = Memo::new(move |_| state.with(|s| s.language));
    let usage = Memo::new(move |_| {
        let mut sum = Usage::default();
        runs.with(|all| all.iter().for_each(|run| run.with(|r| sum.add(&r.usage))));
        sum
    });
    let waits = Memo::new(move |_| waits(runs, over.with(Option::is_some)));
    tell_bar(move || usize::from(proposed(runs).is_some()));
    keep_end_in_view(runs);
    // A person who has taken the call sees messages that the caller writes elsewhere.
    live::every(POLL_INTERVAL, move |_| {
        if taken.get_untracked() && over.with_untracked(Option::is_none) {
            leptos::task::spawn_local(async move {
                if let Ok(view) = get_call(talk.id.get_value()).await {
                    renewed(talk, view);
                }
            });
        }
    });
    let send = sending(talk);
    view! {
        <Title text=t!("support-call-title", phone = &call.phone) />
        <main class="desk-main talk" id="main">
            <TalkHead
                phone=call.phone
                started_at=call.started_at
                language
                over=Signal::derive(move || over.with(Option::is_some))
                end=hanging_up(talk)
                ending=talk.ending
                take=taking(talk)
                taken_by=talk.taken_by
                taking=talk.taking
            />
            <For
                each=move || runs.get().into_iter().enumerate()
                key=|(_, run)| run.with_untracked(|r| r.id.clone())
                let((i, run))
            >
                {
                    let draft = live::follow(run, frame);
                    view! { <Exchange run draft language=Signal::derive(move || spoken(runs, i)) voice /> }
                }
            </For>
            <Lines lines=talk.lines />
            {move || over.get().map(|ending| view! { <TalkOver ending /> })}
            <div class="talk-end"></div>
            <Show when=move || taken.get() && over.with(Option::is_none)>
                <Say
                    send=writing(talk)
                    submit=talk.writing
                    waits=Signal::stored(None::<String>)
                    language
                    id="write"
                    label=t!("support-say-you")
                    act=t!("support-say-act")
                />
            </Show>
            <Show when=move || over.with(Option::is_none)>
                <Say send submit=talk.saying waits language />
                {voice.then(|| view! { <SayAloud call=talk.id.get_value() /> })}
            </Show>
        </main>
        <aside class="desk-side" aria-label=t!("support-caller")>
            <CallerPanel state proposed=Signal::derive(move || proposed(runs)) usage />
        </aside>
    }
    .into_any()
}

/// Ends the call from outside.
fn hanging_up(talk: Talk) -> Callback<()> {
    Callback::new(move |()| {
        let id = talk.id.get_value();
        let came = async move {
            end_call(id.clone()).await?;
            get_call(id).await
        };
        talk.ending.send(came, move |view| drop(talk.over.try_set(ending_of(&view.call))));
    })
}

/// Takes the call over: from then on a person speaks.
fn taking(talk: Talk) -> Callback<()> {
    Callback::new(move |()| {
        let id = talk.id.get_value();
        let came = async move {
            take_call(id.clone()).await?;
            get_call(id).await
        };
        talk.taking.send(came, move |view| renewed(talk, view));
    })
}

/// Sends a message of the person who has the call.
fn writing(talk: Talk) -> Callback<String> {
    Callback::new(move |text: String| {
        let id = talk.id.get_value();
        let came = async move {
            write(id.clone(), text).await?;
            get_call(id).await
        };
        talk.writing.send(came, move |view| renewed(talk, view));
    })
}

/// The call's current state on the server; the page may be gone by then.
fn renewed(talk: Talk, CallView { call, lines, .. }: CallView) {
    talk.over.try_set(ending_of(&call));
    talk.taken_by.try_set(call.taken_by);
    talk.lines.try_set(lines);
}

/// How a stored call ended.
fn ending_of(call: &Call) -> Option<Ending> {
    let outcome = call.outcome.unwrap_or(Outcome::HungUp);
    call.ended_at.map(|_| Ending { outcome, summary: call.summary.clone().unwrap_or_default() })
}

/// Sends the caller's message; then follows the run that answers it.
fn sending(talk: Talk) -> Callback<String> {
    // A run belongs to the page, whoever adds it.
    let page = Owner::current().map(|page| page.downgrade());
    Callback::new(move |message: String| {
        let page = page.clone();
        let id = talk.id.get_value();
        let request = async move {
            let asked = say(id.clone(), message.clone()).await?;
            // Without a run, a person has the call, and reads the message.
            let view = if asked.is_none() { get_call(id).await.ok() } else { None };
            Ok::<_, AppError>((asked, view, message))
        };
        talk.saying.send(request, move |(asked, view, message)| {
            if let Some(view) = view {
                renewed(talk, view);
            }
            if let Some((asked, page)) = asked.zip(page.and_then(|page| page.upgrade())) {
                let run = page.with(|| RwSignal::new(begun(talk, &asked, message)));
                talk.runs.try_update(|all| all.push(run));
            }
        });
    })
}

/// The run of a message just sent: everything else arrives as its events.
fn begun(talk: Talk, asked: &SubmittedRun, message: String) -> Run {
    let mut run = Run::new(asked.run_id.clone());
    run.session_id.clone_from(&asked.session_id);
    run.question = message;
    run.call = Some(talk.caller.get_value());
    run
}

/// The language of the message at this index and its reply: the last one requested before.
fn spoken(runs: Runs, place: usize) -> Language {
    runs.with(|all| {
        all.iter().take(place + 1).fold(Language::default(), |language, run| {
            run.with(|r| {
                let heard = r.route.as_ref().and_then(|route| route.heard.as_ref()).and_then(|heard| heard.language);
                let began = (r.question.is_empty()).then(|| r.call.as_ref().map(|c| c.settings.language)).flatten();
                heard.or(began).unwrap_or(language)
            })
        })
    })
}

/// Why nothing can be sent now.
fn waits(runs: Runs, over: bool) -> Option<String> {
    let last = runs.with(|all| all.last().map(|run| run.with(|r| r.status)));
    match last {
        _ if over => Some(t!("support-waits-over")),
        Some(status) if !status.is_over() && status != RunStatus::Waiting => Some(t!("support-waits-reply")),
        _ => None,
    }
}

/// The approval that a run's ticket awaits.
fn proposed(runs: Runs) -> Option<String> {
    let waiting = |run: &Run| {
        run.steps.iter().rev().find_map(|step| match &step.kind {
            StepKind::Approval { approval, decision: None, .. } => Some(approval.clone()),
            _ => None,
        })
    };
    // The caller may have continued meanwhile.
    runs.with(|all| {
        all.iter().rev().find_map(|run| run.with(|r| (r.status == RunStatus::Waiting).then(|| waiting(r)).flatten()))
    })
}

/// Scrolls to new messages.
fn keep_end_in_view(runs: Runs) {
    let said = Memo::new(move |_| {
        let (count, answered) =
            runs.with(|all| (all.len(), all.last().is_some_and(|run| run.with(|r| r.answer.is_some()))));
        (count, answered, proposed(runs))
    });
    Effect::new(move |_| {
        said.track();
        live::keep_in_view(END);
    });
}
