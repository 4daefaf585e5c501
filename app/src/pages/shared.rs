//! A shared conversation, read-only.

use leptos::prelude::*;
use leptos_meta::{Meta, Title};

use super::{fetched_desk, load, param};
use crate::api::conversations::get_shared;
use crate::components::answer::evidence::{Cited, Evidence};
use crate::components::answer::trust::{Scores, ShowScores, Trust};
use crate::components::answer::{AnswerView, Caveats, Prose};
use crate::components::chart::Charts;
use crate::components::desk::question::LitPart;
use crate::components::desk::turn::{TurnHead, heading};
use crate::components::lit::Lit;
use crate::components::timeline::Trace;
use crate::live;
use crate::model::run::Run;
use crate::model::session::Conversation;
use crate::{id, t};

#[component]
pub fn SharedPage() -> impl IntoView {
    let token = param("token");
    let conversation = load(move || token.get(), get_shared);
    view! {
        <Meta name="robots" content="noindex" />
        <Meta name="referrer" content="no-referrer" />
        <div class="desk" data-rail="none">
            {fetched_desk((id!("desk-shared"), id!("desk-loading")), conversation, |conversation| {
                view! { <Read conversation /> }.into_any()
            })}
        </div>
    }
    .into_any()
}

#[component]
fn Read(conversation: Conversation) -> impl IntoView {
    provide_context(Lit::new());
    provide_context(ShowScores(conversation.show_scores));
    let title = conversation.name();
    let runs: Vec<RwSignal<Run>> = conversation.runs.into_iter().map(RwSignal::new).collect();
    let turns = runs.iter().enumerate().map(|(i, run)| view! { <ReadTurn run=*run first={i == 0} /> }).collect_view();
    view! {
        <Title text=title />
        <main class="desk-main" id="main">
            <p class="small muted">{t!("desk-shared-about")}</p>
            {turns}
        </main>
        <aside class="desk-side" aria-label=t!("desk-trace")>
            <Trace runs=Signal::stored(runs) frame=live::frame() />
        </aside>
    }
    .into_any()
}

#[component]
fn ReadTurn(run: RwSignal<Run>, first: bool) -> impl IntoView {
    let whole = run.get_untracked();
    let labelled = heading(&whole.id);
    let id = whole.id.clone();
    let charts = whole.answer.as_ref().map(|a| a.charts.clone()).unwrap_or_default();
    let rest = Cited::from_run(&whole).map(|cited| {
        view! {
            <Evidence cited />
            <Trust run=id.clone() scores=Scores::from_run(&whole) />
        }
    });
    let prose = Prose::from_run(&whole);
    let caveats = prose.clone().map(|prose| view! { <Caveats prose /> });
    view! {
        <article class="turn" aria-labelledby=labelled>
            <TurnHead run first lit=LitPart::default() />
            {match prose {
                Some(prose) => view! { <AnswerView prose /> }.into_any(),
                None => view! { <p class="muted">{t!("desk-shared-no-answer", status = whole.status.as_str())}</p> }.into_any(),
            }}
            <Charts run=id charts />
            {caveats}
            {rest}
        </article>
    }
    .into_any()
}
