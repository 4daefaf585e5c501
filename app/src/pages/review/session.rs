//! An opened session: the answers, the rating, and the full trace.

use leptos::prelude::*;
use leptos_router::NavigateOptions;
use leptos_router::hooks::use_navigate;

use super::ReviewState;
use crate::api::review::{get_review_session, rate_turn};
use crate::components::answer::evidence::{Cited, Evidence};
use crate::components::answer::trust::{Scores, Trust};
use crate::components::answer::{AnswerView, Caveats, Prose};
use crate::components::desk::feedback::rating_label;
use crate::components::form::use_submit;
use crate::components::frame::icon::Icon;
use crate::components::lit::Lit;
use crate::components::review::case_form::{self, CaseForm, CorrectForm};
use crate::components::review::inbox::flags;
use crate::components::review::metrics::Metrics;
use crate::components::review::rating::{FAULT_KEYS, RatingForm, RatingState};
use crate::components::section::Section;
use crate::components::timeline::Steps;
use crate::components::words;
use crate::live;
use crate::load::load;
use crate::model::review::{Fault, Rating, Reason, SessionDetail, SessionItem, TurnRating, Verdict};
use crate::model::run::Run;
use crate::pages::{failed, fetched_or, param, skeleton};
use crate::{i18n, id, t};

#[component]
pub fn SessionPage() -> impl IntoView {
    let state = expect_context::<ReviewState>();
    let id = param("id");
    let session = load(move || (id.get(), state.saved.get()), |(id, _)| get_review_session(id));
    fetched_or(
        skeleton(t!("review-session-loading")),
        session,
        move |detail| view! { <Session detail state /> }.into_any(),
        |error| view! { <div class="split-detail">{failed(error)}</div> }.into_any(),
    )
}

#[component]
fn Session(detail: SessionDetail, state: ReviewState) -> impl IntoView {
    provide_context(Lit::new());
    let SessionDetail { session, runs, ratings, feedback } = detail;
    let many = runs.len() > 1;
    let id = session.id.clone();
    let turns: Vec<(String, String)> = runs.iter().map(|run| (run.id.clone(), run.question.clone())).collect();
    let answers = runs
        .iter()
        .enumerate()
        .map(|(n, run)| {
            let before = n.checked_sub(1).and_then(|n| runs.get(n)).cloned();
            let said = feedback.iter().find(|f| f.run_id == run.id).map(|f| f.rating.clone());
            let rated = ratings.iter().find(|r| r.run_id == run.id);
            let correct = rated.and_then(|rated| rated.correct.clone()).unwrap_or_default();
            let faulty = rated.is_some_and(|rated| rated.rating.verdict != Verdict::Good);
            view! {
                <Answered run=run.clone() many said />
                <div class="row">
                    <CaseForm run=run.clone() correct faulty />
                    <CorrectForm run=run.clone() before />
                </div>
            }
        })
        .collect_view();
    let evidence = runs
        .iter()
        .filter_map(|run| Some((run.id.clone(), Cited::from_run(run)?, Scores::from_run(run))))
        .map(|(run, cited, scores)| {
            view! {
                <Evidence cited />
                <Trust run scores />
            }
        })
        .collect_view();
    let traces = runs.iter().map(|run| view! { <FullTrace run=run.clone() many /> }).collect_view();
    view! {
        <article class="split-detail section" aria-labelledby="session">
            <a class="button split-back" data-kind="quiet" href=state.href("")>
                <Icon name="back" />
                {t!("review-all-sessions")}
            </a>
            <Head session />
            <Metrics runs />
            {answers}
            {evidence} {traces}
            // Last in the document, but always in view: see its style.
            <Rate id turns ratings state />
        </article>
    }
    .into_any()
}

#[component]
fn Head(session: SessionItem) -> impl IntoView {
    let conversation = format!("/c/{}", words::segment(&session.id));
    let flags = flags(&session);
    view! {
        <header class="turn-head">
            <p class="row">{flags}</p>
            <h2 id="session">{session.question}</h2>
            <p class="turn-meta">
                <span>{session.user_id}</span>
                <span>{i18n::full_time(session.started_at)}</span>
                <span>{session.channel}</span>
                <span>{t!("review-messages", count = session.message_count)}</span>
                <a href=conversation>{t!("review-open-conversation")}</a>
            </p>
        </header>
    }
    .into_any()
}

#[component]
fn Answered(run: Run, many: bool, said: Option<Rating>) -> impl IntoView {
    let said =
        said.map(|said| view! { <p class="small">{t!("review-person-said")} " " <b>{rating_label(&said)}</b></p> });
    let question = many.then(|| view! { <h3 class="split-question">{run.question.clone()}</h3> });
    match Prose::from_run(&run) {
        Some(prose) => view! {
            {question}
            <div class="split-answer">
                <AnswerView prose=prose.clone() />
                <Caveats prose />
                {said}
            </div>
        }
        .into_any(),
        None => view! {
            {question}
            <p class="muted">{t!("review-no-answer", status = run.status.as_str())}</p>
        }
        .into_any(),
    }
}

#[component]
fn FullTrace(run: Run, many: bool) -> impl IntoView {
    let heading = format!("trace-{}", run.id);
    let told = t!("review-trace-told", time = i18n::full_time(run.started_at), count = run.seq);
    let title = match many {
        true => t!("review-trace-of", question = &run.question),
        false => t!("review-trace"),
    };
    let elapsed = Signal::stored(run.elapsed_ms());
    let sent = format!("/runs/{}/sent", words::segment(&run.id));
    let beside = format!("/runs/{}/compare", words::segment(&run.id));
    let head = view! {
        <p>
            {told} ", " <a href=sent>{t!("review-trace-sent")}</a> ", " <a href=beside>{t!("review-trace-compare")}</a>
        </p>
    };
    let run = RwSignal::new(run);
    view! {
        <Section id=heading title head=head.into_any()>
            <div class="trace" data-flat>
                <div class="timeline">
                    <Steps run elapsed />
                </div>
            </div>
        </Section>
    }
    .into_any()
}

/// The rating of a turn. Saving moves to the next unrated turn, then to the next session of the list.
#[component]
fn Rate(id: String, turns: Vec<(String, String)>, ratings: Vec<TurnRating>, state: ReviewState) -> impl IntoView {
    let open: Vec<String> =
        turns.iter().map(|(id, _)| id).filter(|id| ratings.iter().all(|r| r.run_id != **id)).cloned().collect();
    let first = open.first().or(turns.last().map(|(id, _)| id)).cloned().unwrap_or_default();
    let form = RatingState::new(&first);
    let submit = use_submit();
    let action = format!("/review/{}/rate", words::segment(&id));
    let navigate = use_navigate();
    let session = StoredValue::new(id);
    let (asked, open) = (StoredValue::new(turns.clone()), StoredValue::new(open));
    let save = Callback::new(move |()| {
        if submit.busy.get_untracked() {
            return;
        }
        let Some(rating) = form.rating() else {
            submit.problem.set(Some(t!("review-choose-first")));
            return;
        };
        let turn = form.turn.get_untracked();
        let more = open.with_value(|open| open.iter().any(|id| *id != turn));
        let next = untrack(|| state.neighbour(1)).filter(|_| !more);
        let question = asked.with_value(|all| all.iter().find(|(id, _)| *id == turn).map(|(_, q)| q.clone()));
        let goes_on = if more { GoesOn::Turn } else { next.as_ref().map_or(GoesOn::Ends, |_| GoesOn::Session) };
        let word = saved(&question.unwrap_or_default(), rating.rating, goes_on);
        let navigate = navigate.clone();
        submit.send(rate_turn(session.get_value(), rating), move |_| {
            let page = next.clone().unwrap_or_else(|| session.get_value());
            state.told.set(Some((word, page)));
            state.saved.update(|n| *n += 1);
            if let Some(next) = next {
                navigate(&state.href(&next), NavigateOptions { scroll: false, ..NavigateOptions::default() });
            }
        });
    });
    keys(form, save);
    let has_next = Signal::derive(move || state.neighbour(1).is_some());
    view! { <RatingForm action state=form turns history=ratings submit has_next save /> }
}

/// The next target after a rating.
#[derive(Clone, Copy)]
enum GoesOn {
    Turn,
    Session,
    Ends,
}

/// The message that a rating was saved.
fn saved(question: &str, verdict: Verdict, goes_on: GoesOn) -> String {
    let asked = match words::cut(question, 80) {
        Some((head, _)) => format!("{head}…"),
        None => question.to_owned(),
    };
    let told = match goes_on {
        GoesOn::Turn => id!("review-saved-turn"),
        GoesOn::Session => id!("review-saved-session"),
        GoesOn::Ends => id!("review-saved-last"),
    };
    t!(told, question = asked, verdict = verdict.as_str())
}

/// The keys of the rating.
fn keys(form: RatingState, save: Callback<()>) {
    live::on_key(live::frame(), move |key| {
        match key {
            "g" => form.verdict.set(Some(Verdict::Good)),
            "p" => form.verdict.set(Some(Verdict::Partly)),
            "b" => form.verdict.set(Some(Verdict::Bad)),
            "s" => save.run(()),
            "c" => live::click(&format!("#{}", case_form::button(&form.turn.get_untracked()))),
            _ => {
                if let Some((fault, _)) = Fault::ALL.iter().zip(FAULT_KEYS).find(|(_, k)| *k == key) {
                    form.went_wrong(*fault);
                    return true;
                }
                let place = key.parse::<usize>().ok().and_then(|n| n.checked_sub(1));
                let Some(reason) = place.and_then(|i| Reason::ALL.get(i)) else { return false };
                form.turn(*reason);
            }
        }
        true
    });
}
