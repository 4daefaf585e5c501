//! Cases with how they went, both answers side by side; how far reviewers agree.

use leptos::prelude::*;

use crate::components::chart::table::{Column, framed};
use crate::components::frame::icon::Badge;
use crate::components::words;
use crate::model::review::agreement::Agreement;
use crate::model::review::case::{CaseItem, CaseOutcome, CaseResult, counts};
use crate::model::time;

#[component]
pub fn Cases(items: Vec<CaseItem>) -> impl IntoView {
    let counted = counts(items.iter().filter_map(|item| item.outcome.as_ref()).map(|outcome| outcome.result));
    let told: Vec<String> = counted.iter().map(|(result, n)| format!("{n} {result}")).collect();
    let told = match items.len() {
        0 => "No case yet. In a session, press c to make one of the turn that you rate.".to_owned(),
        n => format!("{}: {}", words::count(n, "case"), told.join(", ")),
    };
    let any = !items.is_empty();
    let rows = items.into_iter().map(|item| view! { <CaseRow item /> }).collect_view();
    view! {
        <section class="section" aria-labelledby="cases">
            <div class="section-head">
                <h2 id="cases">"Cases"</h2>
                <p>{told}</p>
            </div>
            {any
                .then(|| {
                    view! {
                        <form class="row" method="post" action="/quality">
                            <button class="button" data-kind="primary" name="run" value="recorded">
                                "Run against the records"
                            </button>
                            <button class="button" name="run" value="today">
                                "Run against today's data"
                            </button>
                        </form>
                    }
                })}
            <ul class="stack case-list">{rows}</ul>
        </section>
    }
    .into_any()
}

#[component]
fn CaseRow(item: CaseItem) -> impl IntoView {
    let heading = format!("case-{}", item.id);
    let run = item.run_id.as_ref().map(|id| {
        let href = format!("/runs/{}/compare", words::segment(id));
        view! { <a href=href>"Steps of the run"</a> }
    });
    let made = format!("made by {}, {}", item.made_by, time::full_time(item.made_at));
    let expected = item.expected.into_iter().map(|text| view! { <li>{text}</li> }).collect_view();
    let correct = item.correct.map(|text| view! { <p>"Right would be: “" {text} "”"</p> });
    let (badge, after) = match item.outcome {
        None => (view! { <Badge tone="neutral" icon="dash" text="not run yet".to_owned() /> }.into_any(), None),
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
                        <h4 class="label">"Recorded"</h4>
                        <p class="case-text">{item.answer}</p>
                    </section>
                    {after}
                </div>
                <form method="post" action="/quality">
                    <button class="button" data-kind="quiet" data-size="small" name="delete" value=item.id>
                        "Delete"
                    </button>
                </form>
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
    view! { <Badge tone icon text=result.to_string() /> }
}

#[component]
fn After(outcome: CaseOutcome) -> impl IntoView {
    let against = if outcome.recorded { "against the record" } else { "against the data" };
    let title = format!("Now: {}, {against}, {}", outcome.model, time::full_time(outcome.at));
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
    let told = format!("{} rated, {shared} by two or more reviewers", words::count(turns, "turn"));
    let share = |value: f64| format!("{:.0}%", 100.0 * value);
    let any = !pairs.is_empty();
    let pairs = pairs
        .into_iter()
        .map(|pair| {
            let kappa = pair.kappa.map_or_else(|| "–".to_owned(), |kappa| format!("{kappa:.2}"));
            view! {
                <tr>
                    <th scope="row">{format!("{} and {}", pair.a, pair.b)}</th>
                    <td class="num">{pair.turns}</td>
                    <td class="num">{share(pair.observed)}</td>
                    <td class="num">{share(pair.expected)}</td>
                    <td class="num">{kappa}</td>
                </tr>
            }
        })
        .collect_view()
        .into_any();
    let figures = ["Turns", "Agree", "By chance", "Cohen's kappa"].map(Column::figures);
    let columns = [Column::words("Reviewers")].into_iter().chain(figures);
    let disputes = disputes
        .into_iter()
        .map(|dispute| {
            let href = format!("/review/{}", words::segment(&dispute.session_id));
            let verdicts: Vec<String> = dispute.verdicts.iter().map(|(by, v)| format!("{by}: {v}")).collect();
            view! {
                <li>
                    <a href=href>{dispute.question}</a>
                    {format!(" ({})", verdicts.join(", "))}
                </li>
            }
        })
        .collect_view();
    view! {
        <section class="section" aria-labelledby="agreement">
            <div class="section-head">
                <h2 id="agreement">"Agreement of reviewers"</h2>
                <p>{told}</p>
            </div>
            {any
                .then(|| {
                    view! {
                        {framed("Agreement of reviewers".to_owned(), None, columns, pairs)}
                        <h3 class="label">"Disputes"</h3>
                        <ul class="case-expected">{disputes}</ul>
                    }
                })}
        </section>
    }
    .into_any()
}
