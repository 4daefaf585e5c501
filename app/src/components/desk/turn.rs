//! A question and its results: head, answer, charts, evidence, scores, follow-ups, receipt. While the run is under way,
//! a line says what it is doing.

use leptos::prelude::*;

use super::Replayed;
use super::about;
use super::actions::{Actions, actions};
use super::composer::Asking;
use super::ending::{Ending, EndingView};
use super::feedback::FeedbackForm;
use super::follow_ups::Questions;
use super::question::{LitPart, QuestionWords};
use super::receipt::ReceiptView;
use super::teach::Teach;
use super::understood::Understood;
use crate::components::answer::drafts::{Drafts, drafts};
use crate::components::answer::evidence::{Cited, Evidence};
use crate::components::answer::trust::{Scores, Trust, shows_scores};
use crate::components::answer::{AnswerView, Caveats, Prose};
use crate::components::chart::Charts;
use crate::components::frame::icon::Badge;
use crate::components::timeline::approval::Approvals;
use crate::components::timeline::reading::{saying, used};
use crate::components::watch::{TellMeLink, has_figures};
use crate::components::words;
use crate::live;
use crate::model::answer::{Grade, Offer, Receipt};
use crate::model::chart::Chart;
use crate::model::run::{Draft, Run, RunStatus, Scope, Usage};
use crate::{i18n, t};

/// The id of a turn's heading.
pub fn heading(run: &str) -> String {
    format!("question-{run}")
}

#[component]
pub fn Turn(
    run: RwSignal<Run>,
    /// What a model is writing now.
    draft: RwSignal<Draft>,
    /// True for the first question: it is the page's `h1`.
    first: bool,
    asking: Asking,
    stop: Callback<String>,
) -> impl IntoView {
    let id = run.with_untracked(|r| heading(&r.id));
    let over = Memo::new(move |_| run.with(|r| r.status.is_over()));
    // While a decision is pending, no answer is on its way.
    let answered = Memo::new(move |_| run.with(|r| r.answer.is_some() || r.status == RunStatus::Waiting));
    let ending = Memo::new(move |_| run.with(Ending::from_run));
    let lit = LitPart::default();
    view! {
        <article
            class="turn"
            aria-labelledby=id
            aria-busy=move || (!over.get()).then_some("true")
        >
            <TurnHead run first lit />
            <Progress run stop />
            <Understood run asking lit />
            <Approvals run />
            {move || ending.get().map(|ending| view! { <EndingView ending /> })}
            <Body run asking />
            <Show when=move || !over.get() && !answered.get()>
                <Writing draft />
            </Show>
        </article>
    }
    .into_any()
}

/// The answer while a model writes it: unchecked, and replaced by the stored answer.
#[component]
fn Writing(draft: RwSignal<Draft>) -> impl IntoView {
    let note = Memo::new(move |_| draft.with(|d| d.note.clone()));
    let empty = Memo::new(move |_| draft.with(|d| d.text.trim().is_empty()));
    view! {
        {move || {
            let why = note.get();
            (!why.is_empty()).then(|| warned(t!("desk-delayed"), why))
        }}
        <Show when=move || !empty.get() fallback=Awaited>
            <div class="turn-draft" aria-hidden="true">
                <p class="small muted">{t!("desk-writing")}</p>
                <p class="turn-draft-text">{move || draft.with(|d| d.text.clone())}</p>
            </div>
        </Show>
    }
    .into_any()
}

/// A warning, and why.
fn warned(text: String, why: String) -> AnyView {
    view! {
        <p class="row small">
            <Badge tone="warning" icon="warn" text />
            <span>{why}</span>
        </p>
    }
    .into_any()
}

/// Placeholder for the answer.
#[component]
fn Awaited() -> impl IntoView {
    view! {
        <div class="skeleton turn-awaited" aria-hidden="true">
            <i></i>
            <i data-line="long"></i>
            <i></i>
            <i data-line="short"></i>
        </div>
    }
    .into_any()
}

/// The question of a turn, its time and scope, and how far to trust the answer.
#[component]
pub fn TurnHead(run: RwSignal<Run>, first: bool, lit: LitPart) -> impl IntoView {
    let head = Memo::new(move |_| run.with(|r| (r.started_at, scope(r))));
    let trust = Memo::new(move |_| run.with(TrustLine::of));
    let id = run.with_untracked(|r| heading(&r.id));
    let question = move || view! { <QuestionWords run lit /> };
    view! {
        <header class="turn-head">
            {if first {
                view! { <h1 id=id>{question()}</h1> }.into_any()
            } else {
                view! { <h2 id=id>{question()}</h2> }.into_any()
            }}
            <p class="turn-meta">
                {move || {
                    let (at, scope) = head.get();
                    let asked = (at > 0).then(|| t!("desk-asked", time = i18n::full_time(at)));
                    asked.into_iter().chain(scope).map(|part| view! { <span>{part}</span> }).collect_view()
                }}
            </p>
            {move || trust.get().map(|line| view! { <TrustLineView line /> })}
        </header>
    }
    .into_any()
}

/// The scope of a run in absolute words.
fn scope(run: &Run) -> Vec<String> {
    let range = run.answer.as_ref().and_then(|a| a.range).or(run.scope.time_window);
    let mut out: Vec<String> = range.map(|r| i18n::range(&r)).into_iter().collect();
    let named = about::label(&Scope { time_window: None, ..run.scope.clone() });
    out.extend((!named.is_empty()).then(|| t!("desk-asked-about", what = named)));
    out
}

#[derive(Clone, Debug, PartialEq)]
struct TrustLine {
    run: String,
    tier: Option<(String, f64)>,
    cited: usize,
    matched: usize,
    unverified: usize,
    partial: bool,
    fallback: Option<String>,
}

impl TrustLine {
    fn of(run: &Run) -> Option<Self> {
        let answer = run.answer.as_ref()?;
        let graded = |grade| run.grounding.as_ref().map_or(0, |g| g.graded(grade));
        // Nothing was looked up: there is nothing to trust or to doubt.
        let asked = run.calls().next().is_some();
        let score = run.evidence_score.as_ref().filter(|s| asked && !s.tier.is_empty());
        Some(Self {
            run: run.id.clone(),
            tier: score.map(|s| (s.tier.clone(), s.value)),
            cited: graded(Grade::Cited),
            matched: graded(Grade::Matched),
            unverified: graded(Grade::Unverified),
            partial: answer.partial,
            fallback: run.fallback.clone(),
        })
    }
}

#[component]
fn TrustLineView(line: TrustLine) -> impl IntoView {
    let TrustLine { run, tier, cited, matched, unverified, partial, fallback } = line;
    let graded = words::graded(cited, matched, 0);
    let unverified = (unverified > 0).then(|| {
        let alone = words::graded(0, 0, unverified).filter(|_| graded.is_none());
        let text = alone.unwrap_or_else(|| t!("figures-also-unverified", count = unverified));
        view! { <Badge tone="warning" icon="warn" text /> }
    });
    let graded = graded.map(|text| view! { <span>{text}</span> });
    view! {
        <p class="row small">
            {tier
                .filter(|_| shows_scores())
                .map(|(tier, value)| {
                    view! {
                        <a class="nowrap" rel="external" href=format!("#trust-{run}")>
                            {t!("desk-evidence", tier = tier, value = words::fixed(value, 2))}
                        </a>
                    }
                })}
            {graded} {unverified} {partial.then(|| view! { <Badge tone="neutral" icon="dash" text=t!("desk-partial") /> })}
        </p>
        {fallback.map(|told| warned(t!("desk-without-model"), told))}
    }
    .into_any()
}

/// What a running turn is doing, and the button to stop it. Announcements are less frequent than visible updates.
#[component]
fn Progress(run: RwSignal<Run>, stop: Callback<String>) -> impl IntoView {
    let over = Memo::new(move |_| run.with(|r| r.status.is_over()));
    let was_over = over.get_untracked();
    let says = Memo::new(move |_| run.with(saying));
    // A run that was finished when the page was loaded announces nothing.
    let spoken = if was_over { Signal::stored(String::new()) } else { live::spoken(says.into()) };
    let told = Memo::new(move |_| run.with(used));
    let elapsed = live::elapsed(run);
    let stopping = RwSignal::new(false);
    let driven = use_context::<Replayed>().is_none();
    let halt = move |_| {
        stopping.set(true);
        stop.run(run.with_untracked(|r| r.id.clone()));
    };
    view! {
        <p class="sr-only" role="status">
            {move || spoken.get()}
        </p>
        <Show when=move || !over.get()>
            <p class="turn-progress">
                <span class="turn-doing">
                    <span aria-hidden="true">
                        {move || says.get()} " "
                        {driven
                            .then(|| view! { <span class="turn-clock">{move || words::duration(elapsed.get())}</span> })}
                    </span>
                    <span class="turn-used">{move || told.get()}</span>
                </span>
                <a class="only-without-scripts" href="">
                    {t!("desk-look-again")}
                </a>
                {driven
                    .then(|| {
                        view! {
                            <button
                                class="button needs-scripts"
                                data-act="stop"
                                data-size="small"
                                disabled=move || stopping.get()
                                on:click=halt
                            >
                                {move || if stopping.get() { t!("desk-stopping") } else { t!("desk-stop") }}
                                " "
                                <kbd>"Esc"</kbd>
                            </button>
                        }
                    })}
            </p>
        </Show>
    }
    .into_any()
}

/// Everything below the prose, which arrives at once with the last events.
#[derive(Clone, Debug, PartialEq)]
struct Rest {
    cited: Cited,
    charts: Vec<Chart>,
    scores: Scores,
}

impl Rest {
    fn of(run: &Run) -> Option<Self> {
        let answer = run.answer.as_ref()?;
        Some(Self { cited: Cited::from_run(run)?, charts: answer.charts.clone(), scores: Scores::from_run(run) })
    }
}

#[component]
fn Body(run: RwSignal<Run>, asking: Asking) -> impl IntoView {
    let prose = Memo::new(move |_| run.with(Prose::from_run));
    let written = Memo::new(move |_| run.with(drafts));
    let rest = Memo::new(move |_| run.with(Rest::of));
    let next = Memo::new(move |_| run.with(|r| r.follow_ups.clone()));
    let possible = Memo::new(move |_| run.with(actions));
    let receipt: Memo<Option<(Receipt, Usage)>> =
        Memo::new(move |_| run.with(|r| Some((r.receipt.clone()?, r.usage.clone()))));
    let unknown = Memo::new(move |_| run.with(|r| r.answer.as_ref().map(|a| a.unknown.clone()).unwrap_or_default()));
    let id = StoredValue::new(run.with_untracked(|r| r.id.clone()));
    let id = move || id.get_value();
    // Without an answer there is nothing to follow up on: then the alternative questions come first.
    let declined = Memo::new(move |_| run.with(|r| r.answer.is_some() && r.calls().next().is_none()));
    let next_when = move |first: bool| {
        let questions = next.get();
        let session = run.with_untracked(|r| r.session_id.clone());
        let offers = run.with(|r| r.answer.as_ref().map(|a| a.offers.clone()).unwrap_or_default());
        (!questions.is_empty() && declined.get() == first)
            .then(|| view! { <AskNext run=id() questions offers session asking declined=first /> })
    };
    view! {
        {move || prose.get().map(|prose| view! { <AnswerView prose /> })}
        {move || {
            let drafts = written.get();
            (!drafts.is_empty()).then(|| view! { <Drafts run=id() drafts /> })
        }}
        {move || {
            rest.get()
                .map(|rest| {
                    let mut charts = rest.charts;
                    let more = charts.split_off(charts.len().min(1));
                    view! {
                        <Charts run=id() charts />
                        {(!more.is_empty())
                            .then(|| {
                                view! {
                                    <details class="fold">
                                        <summary>{t!("desk-further-charts", count = more.len())}</summary>
                                        <Charts run=id() charts=more from=1 />
                                    </details>
                                }
                            })}
                    }
                })
        }}
        {move || prose.get().map(|prose| view! { <Caveats prose /> })}
        {move || {
            let words = unknown.get();
            let (session, question) = run.with_untracked(|r| (r.session_id.clone(), r.question.clone()));
            (!words.is_empty()).then(|| view! { <Teach words run=id() session question asking /> })
        }}
        {move || next_when(true)}
        {move || {
            rest.get()
                .filter(|_| !declined.get())
                .map(|rest| {
                    view! {
                        <div class="folds">
                            <Evidence cited=rest.cited />
                            <Trust run=id() scores=rest.scores />
                        </div>
                    }
                })
        }}
        {move || next_when(false)}
        {move || {
            let session = run.with_untracked(|r| r.session_id.clone());
            let todo = possible.get();
            (!declined.get() && !todo.is_empty()).then(|| view! { <Actions run=id() session actions=todo /> })
        }}
        {move || {
            let (question, scope, text) = run.with_untracked(|r| {
                let text = r.answer.as_ref().map(|a| a.text.clone()).unwrap_or_default();
                (r.question.clone(), r.scope.clone(), text)
            });
            receipt
                .get()
                .filter(|_| !declined.get())
                .map(|(receipt, usage)| {
                    view! {
                        {(!text.is_empty()).then(|| view! { <FeedbackForm run=id() /> })}
                        {run.with_untracked(has_figures).then(|| view! { <TellMeLink run=id() /> })}
                        <ReceiptView receipt usage run=id() question scope text asking />
                    }
                })
        }}
    }
    .into_any()
}

#[component]
fn AskNext(
    run: String,
    questions: Vec<String>,
    offers: Vec<Offer>,
    session: String,
    asking: Asking,
    declined: bool,
) -> impl IntoView {
    let title = if declined { t!("desk-can-answer") } else { t!("desk-ask-next") };
    let heading = format!("next-{run}");
    view! {
        <section class="section">
            <div class="section-head">
                <h2 id=heading>{title}</h2>
            </div>
            <Questions questions offers asking session />
        </section>
    }
    .into_any()
}
