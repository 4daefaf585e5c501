//! The results of reviewing: cases with their results, and how far reviewers agree.

use leptos::prelude::*;
use leptos_meta::Title;
use leptos_router::hooks::use_query_map;

use super::{fetched, load, param};
use crate::api::review::{get_agreement, get_two_runs, list_cases, list_corrections, list_refused};
use crate::components::review::cases::{Agree, Cases};
use crate::components::review::misread::{Corrections, NotAnswered};
use crate::components::review::side_by_side::{Choose, SideBySide};
use crate::components::words;
use crate::error::AppError;
use crate::model::review::two_runs::TwoRuns;
use crate::t;

#[component]
pub fn QualityPage() -> impl IntoView {
    let loaded = load(
        || (),
        |()| async {
            Ok::<_, AppError>((
                (list_cases().await?, get_agreement().await?),
                (list_corrections().await?, list_refused().await?),
            ))
        },
    );
    view! {
        <Title text=t!("review-quality") />
        <main class="page" id="main">
            <header class="page-head">
                <div>
                    <h1>{t!("review-quality")}</h1>
                    <p>{t!("usage-quality-about")} " " <a href="/review">{t!("page-review")}</a></p>
                </div>
            </header>
            {fetched(t!("usage-quality-loading"), loaded, |((items, agreement), (corrections, refused))| {
                view! {
                    <Cases items />
                    <Agree agreement />
                    <Corrections corrections />
                    <NotAnswered refused />
                }
                    .into_any()
            })}
        </main>
    }
    .into_any()
}

/// Two runs side by side.
#[component]
pub fn TwoRunsPage() -> impl IntoView {
    let (id, query) = (param("id"), use_query_map());
    let with = Memo::new(move |_| query.with(|q| q.get("with")).filter(|id| !id.is_empty()));
    let two = load(move || (id.get(), with.get()), |(a, b)| get_two_runs(a, b));
    view! {
        <Title text=t!("usage-two-runs") />
        <main class="page" id="main">
            {fetched(t!("usage-two-runs-loading"), two, move |two| view! { <Both two /> }.into_any())}
        </main>
    }
    .into_any()
}

#[component]
fn Both(two: TwoRuns) -> impl IntoView {
    let back = format!("/review/{}", words::segment(&two.a.session_id));
    let (a, b) = (two.a.clone(), two.b.clone());
    view! {
        <header class="page-head">
            <div>
                <h1>{t!("usage-two-runs")}</h1>
                <p>{t!("usage-two-runs-of")} " " <a href=back>{a.question.clone()}</a></p>
            </div>
        </header>
        <Choose two />
        {match b {
            Some(b) => view! { <SideBySide a b /> }.into_any(),
            None => view! { <p class="muted">{t!("usage-two-runs-choose")}</p> }.into_any(),
        }}
    }
    .into_any()
}
