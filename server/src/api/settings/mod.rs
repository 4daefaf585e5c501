//! The effect of the settings: whether the configured model works, and how well. `change` stores settings made on
//! pages, `tries` tries those of other groups.

mod change;
mod tries;

use model::error::AppError;
use model::number::count;
use model::review::{CheckLine, ModelCheck};
use model::run::Strategy;

use super::Api;
use crate::agent::reasoner::Reasoner;
use crate::config::Config;
use crate::llm::probe::{Context, Probed};
use crate::llm::{self, LlmError, Usage, found};
use crate::services::Services;
use crate::settings::{self, Change};
use crate::store::history;

/// Number of questions whose tokens are averaged.
const LAST: u32 = 50;

/// The assumed usage of a question before any was asked: five model calls with three results in between.
const TYPICAL: Usage = Usage { prompt: 22_000, completion: 1_300, cached: 0, estimated: true };

/// Tests the configured model and its server; takes at most ten seconds.
pub async fn check(services: &Services) -> Result<ModelCheck, AppError> {
    check_with(services, &services.config).await
}

/// Likewise, with other settings than those in use.
async fn check_with(services: &Services, config: &Config) -> Result<ModelCheck, AppError> {
    let settings = config.models.llm();
    let first = llm::config::bare(&settings).map_err(|error| AppError::invalid("model", error.to_string()))?;
    let Some(model) = first else {
        let told = "none: the desk works by rules. Set PLUMBLINE_LLM_PROVIDER to use one.";
        let offers = found::look(|name| std::env::var(name).ok()).await;
        let offers =
            offers.iter().map(|f| line("Found", None, &format!("{}: {} plumbline serve", f.title, f.settings())));
        return Ok(ModelCheck { works: true, lines: [line("Model", None, told)].into_iter().chain(offers).collect() });
    };
    let probed = model.probe().await;
    let mut lines = vec![line("Model", None, &probed.name)];
    lines.extend(abilities(&probed, settings.timeout_s));
    lines.push(context(probed.context.as_ref(), config.models.context()));
    lines.push(strategy(config, &probed)?);
    lines.push(cost(services, &model).await?);
    Ok(ModelCheck { works: probed.answers.is_ok(), lines })
}

impl Api {
    /// Stores changes of settings for the caller, and waits until they are in use.
    ///
    /// # Errors
    /// If the store or the key fails.
    pub(super) async fn store_settings(&self, changes: &[Change], what: String) -> Result<(), AppError> {
        let Services { config, db, world, changes: announced, .. } = &self.services;
        settings::store(config, db, world, changes, &self.caller.actor(self.channel), what).await?;
        announced.apply().await;
        Ok(())
    }
}

fn line(what: &str, good: Option<bool>, told: &str) -> CheckLine {
    CheckLine { what: what.into(), good, told: told.into() }
}

fn abilities(probed: &Probed, limit: f64) -> Vec<CheckLine> {
    let answers = match &probed.answers {
        Ok(took) => line("Answers", Some(true), &format!("yes, in {:.1} s", took.as_secs_f64())),
        Err(error) => {
            let told = match error {
                LlmError::Timeout { .. } => format!(
                    "{error} A question waits up to {limit} s (PLUMBLINE_LLM_TIMEOUT_S); then the rules answer."
                ),
                _ => format!("{error} {}", error.advice()),
            };
            return vec![line("Answers", Some(false), &format!("no: {told}"))];
        }
    };
    let streams = match probed.pieces {
        0 | 1 => {
            line("Streams", Some(false), "no: its answer came in one piece, so nothing is shown while it is written")
        }
        n => line("Streams", Some(true), &format!("yes, in {n} pieces")),
    };
    let yes = |what, asked: &Result<bool, LlmError>, yes: &str, no: &str| match asked {
        Ok(true) => line(what, Some(true), yes),
        Ok(false) => line(what, Some(false), no),
        Err(error) => line(what, Some(false), &format!("not known: {error} {}", error.advice())),
    };
    vec![
        answers,
        streams,
        yes("Calls tools", &probed.tools, "yes", "no: steps are read from lines of text instead"),
        yes("Keeps JSON", &probed.json, "yes, under a schema", "no: plans and routes are parsed leniently instead"),
    ]
}

/// The context size reported by the server, next to the configured one.
fn context(told: Option<&Context>, set: u64) -> CheckLine {
    let number = |n: u64| count(n as f64);
    let kept = format!("PLUMBLINE_LLM_CONTEXT says {}", number(set));
    let Some(Context { tokens, asked, at_most }) = told else {
        return line("Context", None, &format!("not reported by its server; {kept} tokens, which is used"));
    };
    let most = if *at_most { "at most; its server may hold less" } else { "as its server says" };
    let told = format!("{} tokens, {most} ({asked}); {kept}", number(*tokens));
    match *tokens < set {
        true => line("Context", Some(false), &format!("{told}: set it to {tokens}, or long questions will fail")),
        false => line("Context", Some(true), &told),
    }
}

/// The strategy of a question that chooses none.
fn strategy(config: &Config, probed: &Probed) -> Result<CheckLine, AppError> {
    let config = &config.models;
    let model = llm::build(&config.llm()).map_err(|error| AppError::invalid("model", error.to_string()))?;
    let wished = config.strategy.value;
    let chosen = Reasoner::choose(wished, model.as_deref());
    let (good, why) = match (wished, chosen, &probed.tools) {
        (Strategy::Auto, Strategy::React, Ok(true)) => (
            None,
            ": its provider leaves tool calls to the model. This model makes them: PLUMBLINE_STRATEGY=tools works",
        ),
        (_, Strategy::Tools, Ok(false)) => (Some(false), ", though it called no tool: set PLUMBLINE_STRATEGY=react"),
        (Strategy::Auto, ..) => (None, ", chosen by what its provider can do"),
        _ => (None, ", as PLUMBLINE_STRATEGY says"),
    };
    Ok(line("Strategy", good, &format!("{chosen}{why}")))
}

async fn cost(services: &Services, model: &llm::client::Client) -> Result<CheckLine, AppError> {
    let spent = history::model_tokens(&services.db, LAST).await?;
    let n = u64::try_from(spent.len()).unwrap_or(1).max(1);
    let sum = |part: fn(&(u64, u64)) -> u64| spent.iter().map(part).sum::<u64>() / n;
    let (usage, of) = match spent.len() {
        0 => (
            TYPICAL,
            "assumed for a typical question of five calls, as none has been asked with a model yet".to_owned(),
        ),
        1 => (
            Usage { prompt: sum(|s| s.0), completion: sum(|s| s.1), ..Usage::default() },
            "as the last one used".into(),
        ),
        n => {
            let average = Usage { prompt: sum(|s| s.0), completion: sum(|s| s.1), ..Usage::default() };
            (average, format!("the average of the last {n}"))
        }
    };
    let tokens =
        format!("{} tokens read and {} written, {of}", count(usage.prompt as f64), count(usage.completion as f64));
    let told = match model.cost_of(&usage) {
        Some(0.0) => format!("nothing: it runs on your own machine ({tokens})"),
        Some(dollars) => format!("about ${dollars:.4} ({tokens})"),
        None => format!("unknown, because the model has no price: set one with PLUMBLINE_LLM_PRICES ({tokens})"),
    };
    Ok(line("A question costs", None, &told))
}
