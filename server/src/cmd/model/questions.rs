//! Five questions about the data that is there, asked of the model and by rules: how it did.

use std::pin::pin;

use anyhow::{Result, bail};
use futures::StreamExt;
use model::answer::Grade;
use model::run::{NoteKind, Run, StepKind, Strategy};
use model::session::Ask;
use tokio_util::sync::CancellationToken;

use crate::services::Services;

/// How many questions.
const MAX_QUESTIONS: usize = 5;

/// Asks them, one after the other, and prints a line for each.
pub async fn ask(services: Services) -> Result<()> {
    crate::cmd::declare(&services).await;
    services.index(|_, _| {}).await?;
    let stop = CancellationToken::new();
    let keeper = {
        let (services, stop) = (services.clone(), stop.clone());
        tokio::spawn(async move { services.agent.keep(stop).await })
    };
    let asked = all(&services).await;
    stop.cancel();
    let _ = keeper.await;
    services.db.close().await;
    asked
}

async fn all(services: &Services) -> Result<()> {
    let mut figures = Vec::new();
    for question in services.agent.examples().await? {
        let by_rules = one(services, &question, Strategy::Rules).await?;
        // A question without a counted figure has nothing to compare with.
        if let Some(figure) = first_figure(&by_rules) {
            figures.push((question, figure));
        }
        if figures.len() == MAX_QUESTIONS {
            break;
        }
    }
    if figures.is_empty() {
        bail!("There is no data to ask about: import some, or run `plumbline demo`.");
    }
    let mut same = 0;
    for (n, (question, figure)) in figures.iter().enumerate() {
        let run = one(services, question, services.config.models.strategy.value).await?;
        let says = run.grounding.as_ref().map(|g| g.claims.as_slice()).unwrap_or_default();
        let agrees = says.iter().any(|claim| claim.text == *figure);
        same += usize::from(agrees);
        println!("{}. {question}", n + 1);
        println!("   {}", verdict(&run, figure, agrees));
    }
    println!("{same} of {} answers have the figure that is counted by rules.", figures.len());
    Ok(())
}

fn verdict(run: &Run, figure: &str, agrees: bool) -> String {
    let fell = run.steps.iter().any(|s| matches!(s.kind, StepKind::Note { about: NoteKind::Fallback, .. }));
    if fell {
        return "the rules had to answer: the model gave nothing that could be used".into();
    }
    let grounding = run.grounding.clone().unwrap_or_default();
    let (cited, checked) = (grounding.graded(Grade::Cited), grounding.checked());
    let agrees = if agrees { "agrees with" } else { "does not have" };
    format!(
        "{agrees} the figure by rules ({figure}); {cited} of {checked} figures cited; {} model calls, {} tool calls, {} failed",
        run.usage.model_calls,
        run.calls().count(),
        run.failed_calls(),
    )
}

/// The first figure of an answer by rules that rests on a row.
fn first_figure(run: &Run) -> Option<String> {
    let claims = &run.grounding.as_ref()?.claims;
    claims
        .iter()
        .find(|c| c.grade() == Grade::Cited && c.text.contains(|c: char| c.is_ascii_digit()))
        .map(|c| c.text.clone())
}

async fn one(services: &Services, question: &str, strategy: Strategy) -> Result<Run> {
    let ask = Ask { query: question.to_owned(), strategy: Some(strategy), ..Ask::default() };
    let asked = services.agent.ask(ask, "local", "terminal").await?;
    let mut events = pin!(services.agent.watch(&asked.run_id, 0).await?);
    while events.next().await.is_some() {}
    Ok(services.agent.run(&asked.run_id).await?)
}
