//! Misread questions: corrections that await a second reviewer, and unanswered questions, by meaning.

use leptos::prelude::*;

use crate::components::section::Section;
use crate::components::words;
use crate::model::review::case::Refused;
use crate::model::review::correction::Correction;
use crate::{i18n, t};

#[component]
pub fn Corrections(corrections: Vec<Correction>) -> impl IntoView {
    let agreed = corrections.iter().filter(|c| c.agreed_by.is_some()).count();
    let told = t!("review-corrections-told", count = corrections.len(), agreed = agreed);
    let head = view! {
        <p>{told} ", " <a href="/admin/corrections.jsonl" rel="external">{t!("review-corrections-rows")}</a></p>
    };
    let rows = corrections
        .into_iter()
        .map(|c| {
            let made = t!("review-proposed-by", name = c.made_by, time = i18n::full_time(c.made_at));
            let settle = match c.agreed_by {
                Some(by) => view! { <span class="small">{t!("review-agreed-by", name = by)}</span> }.into_any(),
                None => view! {
                    <button class="button" data-size="small" name="agree" value=c.id.clone()>
                        {t!("review-agree")}
                    </button>
                }
                .into_any(),
            };
            view! {
                <li>
                    <form class="case-row" method="post" action="/quality" aria-label=c.question>
                        <pre class="case-text"><code>{c.rows}</code></pre>
                        <p class="row">
                            <span class="small">{made}</span> {settle}
                            <button class="button" data-kind="quiet" data-size="small" name="take-back" value=c.id>
                                {t!("review-take-back")}
                            </button>
                        </p>
                    </form>
                </li>
            }
        })
        .collect_view();
    view! {
        <Section id="corrections" title=t!("review-corrections") head=head.into_any()>
            <ul class="stack case-list">{rows}</ul>
        </Section>
    }
    .into_any()
}

#[component]
pub fn NotAnswered(refused: Vec<Refused>) -> impl IntoView {
    let all: usize = refused.iter().map(|group| group.questions.len()).sum();
    let told = match all {
        0 => t!("review-refused-none"),
        n => t!("review-refused-told", count = n),
    };
    let groups = refused
        .into_iter()
        .map(|group| {
            let count = t!("review-questions", count = group.questions.len());
            let first = group.questions.first().map(|(_, question)| question.clone()).unwrap_or_default();
            let each = group.questions.into_iter().map(|(session, question)| {
                let href = format!("/review/{}", words::segment(&session));
                view! { <li><a href=href>{question}</a></li> }
            });
            view! {
                <li>
                    <details>
                        <summary>{format!("{first} ({count})")}</summary>
                        <ul class="case-expected">{each.collect_view()}</ul>
                    </details>
                </li>
            }
        })
        .collect_view();
    view! {
        <Section id="refused" title=t!("review-refused") about=told>
            <ul class="stack case-list">{groups}</ul>
        </Section>
    }
    .into_any()
}
