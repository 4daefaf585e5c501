//! What a run cost, and actions on its answer.

use leptos::prelude::*;

use super::composer::Asking;
use crate::components::form::CopyButton;
use crate::components::section::entry;
use crate::components::words;
use crate::model::answer::Receipt;
use crate::model::run::{Scope, Usage};
use crate::{i18n, t};

#[component]
pub fn ReceiptView(
    receipt: Receipt,
    usage: Usage,
    run: String,
    question: String,
    /// The question's scope besides its words.
    scope: Scope,
    /// The answer's text; empty when there is none.
    text: String,
    asking: Asking,
) -> impl IntoView {
    view! {
        <footer class="receipt">
            <Figures receipt usage />
            <Acts run question scope text asking />
        </footer>
    }
    .into_any()
}

#[component]
fn Acts(run: String, question: String, scope: Scope, text: String, asking: Asking) -> impl IntoView {
    let export = format!("/api/research/runs/{}", words::segment(&run));
    let sent = format!("/runs/{}/sent", words::segment(&run));
    view! {
        <p class="receipt-actions">
            {(!text.is_empty())
                .then(|| view! { <CopyButton text label=t!("desk-copy") copied=t!("desk-copied") kind="quiet" /> })}
            <a
                class="button"
                data-kind="quiet"
                data-size="small"
                href=export
                download=format!("run-{run}.json")
            >
                {t!("desk-export")}
            </a>
            <a class="button" data-kind="quiet" data-size="small" href=sent>
                {t!("desk-sent")}
            </a>
            <button
                class="button needs-scripts"
                data-kind="quiet"
                data-size="small"
                disabled=move || asking.busy.get()
                on:click=move |_| asking.ask_within.run((question.clone(), scope.clone()))
            >
                {t!("desk-run-again")}
            </button>
        </p>
    }
}

#[component]
fn Figures(receipt: Receipt, usage: Usage) -> impl IntoView {
    let tokens = receipt.tokens_prompt + receipt.tokens_completion;
    let calls = match receipt.failed_calls {
        0 => t!("desk-tool-calls", count = receipt.tool_calls),
        failed => t!("desk-tool-calls-failed", count = receipt.tool_calls, failed = failed),
    };
    // Without a model there is no cost, and none is shown.
    let priced = usage.model_calls.saturating_sub(usage.unpriced);
    let cost = (priced > 0).then(|| words::dollars(receipt.cost_usd));
    let unpriced = (usage.unpriced > 0).then(|| t!("calls", count = usage.unpriced));
    let time = words::duration(receipt.duration_ms);
    let (time, unit) = time.rsplit_once(' ').map_or((time.clone(), String::new()), |(n, u)| (n.into(), u.into()));
    view! {
        <dl>
            {entry(t!("desk-iterations", count = receipt.iterations), receipt.iterations.to_string())}
            {entry(calls, receipt.tool_calls.to_string())}
            {entry(t!("desk-tokens", count = tokens), i18n::whole(tokens))}
            {cost.map(|cost| entry(t!("desk-us-dollars"), cost))}
            {unpriced.map(|calls| entry(t!("desk-price-unknown"), calls))}
            {entry(unit, time)}
            <div>
                <dt class="sr-only">{t!("desk-reasoner")}</dt>
                <dd>{receipt.model}</dd>
            </div>
        </dl>
    }
    .into_any()
}
