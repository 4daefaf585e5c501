//! Clickable questions. Each is a button of a form, so they also work without scripts.

use leptos::prelude::*;

use super::about::AboutFields;
use super::composer::Asking;
use crate::model::answer::Offer;

#[component]
pub fn Questions(
    questions: Vec<String>,
    asking: Asking,
    /// For questions that are alternative readings: what they count.
    #[prop(optional)]
    offers: Vec<Offer>,
    /// The conversation to continue; empty for a new one.
    #[prop(into, optional)]
    session: String,
) -> impl IntoView {
    let rows = questions
        .into_iter()
        .map(|question| {
            let ask = asking.click(question.clone());
            let counts = offers.iter().find(|offer| offer.question == question).map(|offer| offer.counts.clone());
            view! {
                <li>
                    <button name="query" value=question on:click=ask>
                        {match counts {
                            Some(counts) => {
                                view! {
                                    <span>
                                        {question.clone()} <small class="follow-up-counts">{counts}</small>
                                    </span>
                                }
                                    .into_any()
                            }
                            None => question.clone().into_any(),
                        }}
                    </button>
                </li>
            }
        })
        .collect_view();
    view! {
        <form method="post" action="/desk/ask">
            {(!session.is_empty())
                .then(|| view! { <input type="hidden" name="sessionId" value=session.clone() /> })}
            <AboutFields about=asking.about />
            <ul class="follow-ups">{rows}</ul>
        </form>
    }
    .into_any()
}
