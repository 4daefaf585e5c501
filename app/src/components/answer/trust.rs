//! How far to trust an answer: its scores with breakdowns that add up.

use leptos::prelude::*;

use super::value::printed;
use crate::components::frame::icon::Badge;
use crate::components::words;
use crate::model::answer::Score;
use crate::model::run::{Run, reasoning_quality};
use crate::t;

/// The tone and the icon of a tier.
pub fn tier_look(tier: &str) -> (&'static str, &'static str) {
    match tier.to_ascii_lowercase().as_str() {
        "high" => ("ok", "check"),
        "medium" => ("neutral", "dash"),
        _ => ("warning", "warn"),
    }
}

/// The scores of a run with an answer. A score without parts was not computed.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Scores {
    run: Option<Score>,
    evidence: Option<Score>,
    reasoning: Option<Score>,
    fallback: Option<String>,
}

impl Scores {
    pub fn from_run(run: &Run) -> Self {
        // An answer that needed no data has no reasoning to judge.
        let answered = run.answer.is_some() && run.grounding.is_some() && run.calls().next().is_some();
        Self {
            run: run.run_score.clone(),
            evidence: run.evidence_score.clone(),
            reasoning: answered.then(|| reasoning_quality(run, run.answer.as_ref())),
            fallback: run.fallback.clone(),
        }
    }

    /// Those that were computed.
    pub fn made(self) -> Vec<(Judged, Score)> {
        [(Judged::Run, self.run), (Judged::Evidence, self.evidence), (Judged::Reasoning, self.reasoning)]
            .into_iter()
            .filter_map(|(of, score)| Some((of, score.filter(|s| !s.parts.is_empty())?)))
            .collect()
    }
}

/// A score as printed: out of 1, or out of 100 where the document requires it (D-042).
pub fn written(of: Judged, score: &Score) -> String {
    if of.hundred() { format!("{:.0}", score.value * 100.0) } else { printed(&format!("{:.2}", score.value)) }
}

/// The subject of a score.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Judged {
    Run,
    Evidence,
    Reasoning,
}

impl Judged {
    pub fn name(self) -> String {
        match self {
            Self::Run => t!("answer-score-run"),
            Self::Evidence => t!("answer-score-evidence"),
            Self::Reasoning => t!("answer-score-reasoning"),
        }
    }

    fn hundred(self) -> bool {
        self == Self::Reasoning
    }
}

/// Whether askers see the scores: a setting of the server, given as context. Reviewers always do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ShowScores(pub bool);

/// True by default.
pub fn shows_scores() -> bool {
    use_context::<ShowScores>().is_none_or(|show| show.0)
}

/// Each score with a breakdown that adds up.
#[component]
pub fn Trust(run: String, scores: Scores) -> impl IntoView {
    let fallback = scores.fallback.clone();
    let accounts = scores.made();
    if accounts.is_empty() || !shows_scores() {
        return ().into_any();
    }
    let heading = format!("trust-{run}");
    let told = t!("answer-scores", count = accounts.len());
    let labelled = heading.clone();
    view! {
        <details class="fold">
            <summary>
                <h2>{t!("answer-trust")}</h2>
            </summary>
            <section class="section" aria-labelledby=labelled>
                <div class="section-head">
                    <p id=heading>{told}</p>
                    {fallback.map(|told| view! { <p>{told}</p> })}
                </div>
                <div class="confidence">
                    {accounts.into_iter().map(|(of, score)| view! { <Account of score /> }).collect_view()}
                </div>
            </section>
        </details>
    }
    .into_any()
}

#[component]
fn Account(of: Judged, score: Score) -> impl IntoView {
    let name = of.name();
    let products = score.parts.iter().any(|p| p.working.is_some());
    let hundred = of.hundred();
    let rows = score.parts.into_iter().enumerate().map(|(i, part)| {
        // The first line of a breakdown without products is its starting value.
        let adds = match (products, hundred, i) {
            (true, ..) => printed(&format!("{:.3}", part.adds)),
            (_, true, 0) => format!("{:.0}", part.adds * 100.0),
            (_, true, _) => printed(&format!("{:+.0}", part.adds * 100.0)),
            (_, _, 0) => printed(&format!("{:.2}", part.adds)),
            _ => words::signed(part.adds),
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
    // Measured over rounds of questions, "high" does not tell right answers from wrong ones; the lower tiers do.
    let tier = (!score.tier.is_empty() && !score.tier.eq_ignore_ascii_case("high"))
        .then(|| view! { <Badge tone icon text=t!("answer-tier", tier = score.tier.to_lowercase()) /> });
    let sum = match (products, hundred) {
        (true, _) => printed(&format!("{:.3}", score.value)),
        (_, true) => format!("{:.0}", score.value * 100.0),
        _ => printed(&format!("{:.2}", score.value)),
    };
    let unit = match (products, hundred) {
        (true, _) => t!("answer-score-adds"),
        (_, true) => t!("answer-score-hundred"),
        _ => t!("answer-score-one"),
    };
    view! {
        <table class="table">
            <caption class="sr-only">{name.clone()}</caption>
            <thead>
                <tr>
                    <th scope="col">{name.clone()}</th>
                    {products.then(|| view! { <th scope="col" class="num">{t!("answer-score-product")}</th> })}
                    <th scope="col" class="num">{unit}</th>
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
                    <td class="num">{sum}</td>
                </tr>
            </tfoot>
        </table>
    }
    .into_any()
}
