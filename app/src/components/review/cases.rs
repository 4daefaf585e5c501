//! Cases with their results, both answers side by side; how far reviewers agree.

use leptos::prelude::*;

use crate::components::chart::table::{Column, framed};
use crate::components::form::PostButton;
use crate::components::frame::icon::Badge;
use crate::components::section::Section;
use crate::components::words;
use crate::model::review::agreement::Agreement;
use crate::model::review::case::{CaseItem, CaseOutcome, CaseResult, counts};
use crate::{i18n, id, t};

#[component]
pub fn Cases(items: Vec<CaseItem>) -> impl IntoView {
    let counted = counts(items.iter().filter_map(|item| item.outcome.as_ref()).map(|outcome| outcome.result));
    let told: Vec<String> =
        counted.iter().map(|(result, n)| t!("review-cases-came", count = *n, result = *result)).collect();
    let told = match items.len() {
        0 => t!("review-cases-none"),
        n => t!("review-cases-told", count = n, results = told.join(", ")),
    };
    let any = !items.is_empty();
    let rows = items.into_iter().map(|item| view! { <CaseRow item /> }).collect_view();
    view! {
        <Section id="cases" title=t!("review-cases") about=told>
            {any
                .then(|| {
                    view! {
                        <form class="row" method="post" action="/quality">
                            <button class="button" data-kind="primary" name="run" value="recorded">
                                {t!("review-run-recorded")}
                            </button>
                            <button class="button" name="run" value="today">
                                {t!("review-run-today")}
                            </button>
                        </form>
                    }
                })}
            <ul class="stack case-list">{rows}</ul>
        </Section>
    }
    .into_any()
}

#[component]
fn CaseRow(item: CaseItem) -> impl IntoView {
    let heading = format!("case-{}", item.id);
    let run = item.run_id.as_ref().map(|id| {
        let href = format!("/runs/{}/compare", words::segment(id));
        view! { <a href=href>{t!("review-case-steps")}</a> }
    });
    let made = t!("review-made-by", name = item.made_by, time = i18n::full_time(item.made_at));
    let expected = item.expected.into_iter().map(|text| view! { <li>{text}</li> }).collect_view();
    let correct = item.correct.map(|text| view! { <p>{t!("review-right-would-be", text = text)}</p> });
    let (badge, after) = match item.outcome {
        None => (view! { <Badge tone="neutral" icon="dash" text=t!("review-case-not-run") /> }.into_any(), None),
        Some(outcome) => (badge(outcome.result).into_any(), Some(view! { <After outcome /> })),
    };
    view! {
        <li>
            <article class="case-row" id=heading.clone() aria-labelledby=format!("{heading}-name")>
                <header>
                    <h3 id=format!("{heading}-name")>{item.question}</h3>
                    <p class="row">{badge} <span class="small">{made}</span> {run}</p>
                </header>
                <ul class="case-expected">{expected}</ul>
                {correct}
                <div class="case-answers">
                    <section>
                        <h4 class="label">{t!("review-case-recorded")}</h4>
                        <p class="case-text">{item.answer}</p>
                    </section>
                    {after}
                </div>
                <PostButton action="/quality" label=t!("review-delete") sends=("delete", item.id) kind="quiet" small=true />
            </article>
        </li>
    }
    .into_any()
}

fn badge(result: CaseResult) -> impl IntoView {
    let (tone, icon) = match result {
        CaseResult::Passed => ("ok", "check"),
        CaseResult::Changed => ("warning", "warn"),
        CaseResult::Failed => ("failure", "stop"),
    };
    view! { <Badge tone icon text=t!("review-case-result", result = result.as_str()) /> }
}

#[component]
fn After(outcome: CaseOutcome) -> impl IntoView {
    let against = if outcome.recorded { id!("review-now-recorded") } else { id!("review-now-today") };
    let title = t!(against, model = outcome.model, time = i18n::full_time(outcome.at));
    let failures = outcome.failures.into_iter().map(|text| view! { <li>{text}</li> }).collect_view();
    view! {
        <section>
            <h4 class="label">{title}</h4>
            <ul class="case-failures">{failures}</ul>
            <p class="case-text">{outcome.answer}</p>
        </section>
    }
    .into_any()
}

#[component]
pub fn Agree(agreement: Agreement) -> impl IntoView {
    let Agreement { turns, shared, pairs, disputes } = agreement;
    let told = t!("review-agreement-told", count = turns, shared = shared);
    let locale = i18n::locale();
    let share = |value: f64| locale.percent(value);
    let any = !pairs.is_empty();
    let pairs = pairs
        .into_iter()
        .map(|pair| {
            let kappa = pair.kappa.map_or_else(|| "–".to_owned(), |kappa| locale.score(kappa));
            view! {
                <tr>
                    <th scope="row">{t!("review-agreement-pair", a = pair.a, b = pair.b)}</th>
                    <td class="num">{i18n::whole(pair.turns)}</td>
                    <td class="num">{share(pair.observed)}</td>
                    <td class="num">{share(pair.expected)}</td>
                    <td class="num">{kappa}</td>
                </tr>
            }
        })
        .collect_view()
        .into_any();
    let columns = [
        Column::Words(t!("review-agreement-reviewers")),
        Column::Figures(t!("review-agreement-turns")),
        Column::Figures(t!("review-agreement-observed")),
        Column::Figures(t!("review-agreement-expected")),
        Column::Figures(t!("review-agreement-kappa")),
    ];
    let disputes = disputes
        .into_iter()
        .map(|dispute| {
            let href = format!("/review/{}", words::segment(&dispute.session_id));
            let verdicts: Vec<String> = dispute
                .verdicts
                .iter()
                .map(|(by, v)| format!("{by}: {}", t!("review-verdict", verdict = v.as_str())))
                .collect();
            view! {
                <li>
                    <a href=href>{dispute.question}</a>
                    {format!(" ({})", verdicts.join(", "))}
                </li>
            }
        })
        .collect_view();
    view! {
        <Section id="agreement" title=t!("review-agreement") about=told>
            {any
                .then(|| {
                    view! {
                        {framed(t!("review-agreement"), None, columns, pairs)}
                        <h3 class="label">{t!("review-disputes")}</h3>
                        <ul class="case-expected">{disputes}</ul>
                    }
                })}
        </Section>
    }
    .into_any()
}
