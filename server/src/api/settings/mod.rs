//! The effect of the settings: whether the configured model works, and how well. `change` stores settings made on
//! pages, `tries` tries those of other groups.

mod change;
mod trial;
mod tries;

pub use trial::Trial;

use std::pin::pin;
use std::time::Duration;

use futures::StreamExt;
use futures::channel::mpsc;
use model::error::AppError;
use model::number::count;
use model::review::{CheckLine, ModelCheck};
use model::run::Strategy;

use super::Api;
use crate::agent::reasoner::Reasoner;
use crate::config::Config;
use crate::llm::probe::{Context, Finding};
use crate::llm::{self, ChatModel, LlmError, Usage, found};
use crate::services::Services;
use crate::settings::{self, Change};
use crate::store::history;

/// Number of questions whose tokens are averaged.
const AVERAGED_QUESTIONS: u32 = 50;

/// The assumed usage of a question before any was asked: five model calls with three results in between.
const TYPICAL: Usage = Usage { prompt: 22_000, completion: 1_300, cached: 0, estimated: true };

/// Where findings go as soon as they are known.
pub type Findings = mpsc::UnboundedSender<CheckLine>;

/// Sends a finding; whoever waited for it may have left.
fn tell(found: &Findings, line: CheckLine) {
    let _ = found.unbounded_send(line);
}

/// The findings of a check as a whole.
async fn whole<F>(check: impl FnOnce(Findings) -> F) -> Result<ModelCheck, AppError>
where
    F: Future<Output = Result<bool, AppError>>,
{
    let (found, lines) = mpsc::unbounded();
    let works = check(found).await?;
    Ok(ModelCheck { works, lines: lines.collect().await })
}

/// Tests the configured model and its server; takes at most ten seconds.
pub async fn check(services: &Services) -> Result<ModelCheck, AppError> {
    whole(|found| check_with(services, &services.config, found)).await
}

/// Likewise, with other settings than those in use; true if it answers.
async fn check_with(services: &Services, config: &Config, found: Findings) -> Result<bool, AppError> {
    let settings = config.models.llm();
    let first = llm::config::bare(&settings).map_err(|error| AppError::invalid("model", error.to_string()))?;
    let Some(model) = first else {
        let none = "none: the desk works by rules. Set PLUMBLINE_LLM_PROVIDER to use one.";
        tell(&found, line("Model", None, none));
        for offer in found::look(|name| std::env::var(name).ok()).await {
            tell(&found, line("Found", None, &format!("{}: {} plumbline serve", offer.title, offer.settings())));
        }
        return Ok(true);
    };
    tell(&found, line("Model", None, model.name()));
    let (mut works, mut tools) = (true, None);
    let mut findings = pin!(model.probe());
    while let Some(finding) = findings.next().await {
        match finding {
            Finding::Answers(answers, pieces) => {
                works = answers.is_ok();
                answered(answers, pieces, settings.timeout_s).into_iter().for_each(|line| tell(&found, line));
            }
            Finding::Tools(asked) => {
                if works {
                    let no = "no: steps are read from lines of text instead";
                    tell(&found, ability("Calls tools", &asked, "yes", no));
                }
                tools = asked.ok();
            }
            Finding::Json(asked) if works => {
                let no = "no: plans and routes are parsed leniently instead";
                tell(&found, ability("Keeps JSON", &asked, "yes, under a schema", no));
            }
            Finding::Json(_) => {}
            Finding::Context(reported) => tell(&found, context(reported.as_ref(), config.models.context())),
        }
    }
    tell(&found, strategy(config, tools)?);
    tell(&found, cost(services, &model).await?);
    Ok(works)
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

/// Whether it answers, and if so, whether in pieces.
fn answered(answers: Result<Duration, LlmError>, pieces: usize, limit: f64) -> Vec<CheckLine> {
    let took = match answers {
        Ok(took) => took,
        Err(error) => {
            let why = match error {
                LlmError::Timeout { .. } => format!(
                    "{error} A question waits up to {limit} s (PLUMBLINE_LLM_TIMEOUT_S); then the rules answer."
                ),
                _ => format!("{error} {}", error.advice()),
            };
            return vec![line("Answers", Some(false), &format!("no: {why}"))];
        }
    };
    let streams = match pieces {
        0 | 1 => {
            line("Streams", Some(false), "no: its answer came in one piece, so nothing is shown while it is written")
        }
        n => line("Streams", Some(true), &format!("yes, in {n} pieces")),
    };
    vec![line("Answers", Some(true), &format!("yes, in {:.1} s", took.as_secs_f64())), streams]
}

fn ability(what: &str, asked: &Result<bool, LlmError>, yes: &str, no: &str) -> CheckLine {
    match asked {
        Ok(true) => line(what, Some(true), yes),
        Ok(false) => line(what, Some(false), no),
        Err(error) => line(what, Some(false), &format!("not known: {error} {}", error.advice())),
    }
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
fn strategy(config: &Config, calls_tools: Option<bool>) -> Result<CheckLine, AppError> {
    let config = &config.models;
    let model = llm::build(&config.llm()).map_err(|error| AppError::invalid("model", error.to_string()))?;
    let wished = config.strategy.value;
    let chosen = Reasoner::choose(wished, model.as_deref());
    let (good, why) = match (wished, chosen, calls_tools) {
        (Strategy::Auto, Strategy::React, Some(true)) => (
            None,
            ": its provider leaves tool calls to the model. This model makes them: PLUMBLINE_STRATEGY=tools works",
        ),
        (_, Strategy::Tools, Some(false)) => (Some(false), ", though it called no tool: set PLUMBLINE_STRATEGY=react"),
        (Strategy::Auto, ..) => (None, ", chosen by what its provider can do"),
        _ => (None, ", as PLUMBLINE_STRATEGY says"),
    };
    Ok(line("Strategy", good, &format!("{chosen}{why}")))
}

async fn cost(services: &Services, model: &llm::client::Client) -> Result<CheckLine, AppError> {
    let spent = history::model_tokens(&services.db, AVERAGED_QUESTIONS).await?;
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
