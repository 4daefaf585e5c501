//! How far to trust an answer: two scores as accounts that add up.

use leptos::prelude::*;

use crate::components::frame::icon::Badge;
use crate::components::words;
use crate::model::answer::Score;

/// The tone and the icon of a tier.
pub fn tier_look(tier: &str) -> (&'static str, &'static str) {
    match tier {
        "high" => ("ok", "check"),
        "medium" => ("neutral", "dash"),
        _ => ("warning", "warn"),
    }
}

/// Both accounts. A score without parts was not made, and is left out.
#[component]
pub fn Trust(run: String, run_score: Option<Score>, evidence_score: Option<Score>) -> impl IntoView {
    let accounts: Vec<(&'static str, Score)> = [("Run score", run_score), ("Evidence score", evidence_score)]
        .into_iter()
        .filter_map(|(name, score)| Some((name, score.filter(|s| !s.parts.is_empty())?)))
        .collect();
    if accounts.is_empty() {
        return ().into_any();
    }
    let heading = format!("trust-{run}");
    let told = if accounts.len() == 2 { "Two scores, and what they are made of" } else { "What the score is made of" };
    view! {
        <section class="section">
            <div class="section-head">
                <h2 id=heading>"How far to trust this"</h2>
                <p>{told}</p>
            </div>
            <div class="confidence">
                {accounts.into_iter().map(|(name, score)| view! { <Account name score /> }).collect_view()}
            </div>
        </section>
    }
    .into_any()
}

#[component]
fn Account(name: &'static str, score: Score) -> impl IntoView {
    let products = score.parts.iter().any(|p| p.working.is_some());
    let digits = if products { 3 } else { 2 };
    let rows = score.parts.into_iter().enumerate().map(|(i, part)| {
        // The first line of an account without products is what it starts from.
        let adds = match (products, i) {
            (true, _) => format!("{:.3}", part.adds).replace('-', "−"),
            (false, 0) => format!("{:.2}", part.adds),
            (false, _) => words::signed(part.adds),
        };
        view! {
            <tr>
                <th scope="row">{part.label}</th>
                {products.then(|| view! { <td class="num muted">{part.working}</td> })}
                <td class="num">{adds}</td>
            </tr>
        }
    });
    let (tone, icon) = tier_look(&score.tier);
    let tier = (!score.tier.is_empty()).then(|| view! { <Badge tone icon text=score.tier.clone() /> });
    view! {
        <table class="table">
            <caption class="sr-only">{name}</caption>
            <thead>
                <tr>
                    <th scope="col">{name}</th>
                    {products.then(|| view! { <th scope="col" class="num">"factor × weight"</th> })}
                    <th scope="col" class="num">{if products { "adds" } else { "0 to 1" }}</th>
                </tr>
            </thead>
            <tbody>{rows.collect_view()}</tbody>
            <tfoot>
                <tr>
                    <th scope="row" colspan=if products { "2" } else { "1" }>
                        {name}
                        " "
                        {tier}
                    </th>
                    <td class="num">{format!("{:.*}", digits, score.value)}</td>
                </tr>
            </tfoot>
        </table>
    }
    .into_any()
}
