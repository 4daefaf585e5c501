//! Slow tools in place of real ones: the time limit of a call, parallel calls, and stopping during a call. Also a tool
//! with a larger result than an answer may show.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use model::run::{Outcome, RunStatus, ToolOutput};
use model::session::Ask;
use schemars::JsonSchema;
use serde::Deserialize;
use server::agent::Agent;
use server::tools::{Registry, Tool};
use server::{llm, skills, world::World};
use tokio::sync::{Barrier, Notify};

use super::strategies::two_calls;
use super::*;

/// The tools that the scripted model calls here.
const SLOW: [&str; 2] = ["analyze_topics", "search_knowledge_base"];

/// What those take, as far as the scripts say it.
#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[allow(dead_code)]
struct Args {
    kind: Option<String>,
    product: Option<String>,
    time_range: Option<String>,
    query: Option<String>,
}

/// An agent with a desk's data and model, in which `work` replaces the slow tools.
fn agent<F, Fut>(desk: &Desk, work: F) -> Agent
where
    F: Fn() -> Fut + Clone + Send + Sync + 'static,
    Fut: Future<Output = ()> + Send + 'static,
{
    let mut tools = skills::all().into_tools();
    tools.retain(|tool| !SLOW.contains(&&*tool.name));
    for name in SLOW {
        let work = work.clone();
        tools.push(Arc::new(Tool::reads(name, "Takes its time.", move |_, _: Args| {
            let done = work();
            async move {
                done.await;
                Ok(ToolOutput { summary: "Done.".into(), data: json!({"done": 1}), ..ToolOutput::default() })
            }
        })));
    }
    with(desk, tools)
}

fn with(desk: &Desk, tools: Vec<Arc<Tool>>) -> Agent {
    let services = &desk.app.services;
    let model = llm::build(&services.config.models.llm()).unwrap();
    let (db, search) = (services.db.clone(), services.search.clone());
    Agent::new(db, Arc::new(Registry::new(tools)), search, World::real(), services.config.agent(), model)
}

async fn ended(agent: &Agent, query: &str) -> Run {
    let asked = agent.ask(Ask { query: query.into(), ..Ask::default() }, "ada", "api").await.unwrap();
    tokio::time::timeout(Duration::from_secs(20), agent.finish(&asked.run_id))
        .await
        .expect("the run has no end")
        .unwrap()
}

fn outcomes(run: &Run) -> Vec<&Outcome> {
    run.calls().filter_map(|call| call.outcome.as_ref()).collect()
}

#[tokio::test]
async fn a_tool_is_left_at_its_time_limit() {
    let steps = vec![topics(), Step::text("Nothing could be found out.")];
    let desk = Desk::with("tools", scripted(steps).await, &[("PLUMBLINE_TOOL_TIMEOUT_S", "1")]).await;
    let run = ended(&agent(&desk, std::future::pending), WHY).await;
    let list = outcomes(&run);
    assert!(
        matches!(list[..], [Outcome::Error { error, .. }] if error.starts_with("No result within 1 s.")),
        "{list:?}"
    );
    assert_eq!(run.status, RunStatus::Completed);
    assert!(run.calls().all(|call| (900..5_000).contains(&call.duration_ms.unwrap_or_default())));
}

#[tokio::test]
async fn calls_of_one_step_really_run_at_the_same_time() {
    let desk =
        Desk::with("tools", scripted(vec![two_calls(), answer()]).await, &[("PLUMBLINE_TOOL_TIMEOUT_S", "5")]).await;
    // Neither is done before the other has begun.
    let both = Arc::new(Barrier::new(2));
    let work = move || {
        let both = both.clone();
        async move {
            both.wait().await;
        }
    };
    let run = ended(&agent(&desk, work), WHY).await;
    assert!(matches!(outcomes(&run)[..], [Outcome::Ok { .. }, Outcome::Ok { .. }]), "{:?}", outcomes(&run));
}

#[tokio::test]
async fn no_more_calls_run_at_the_same_time_than_the_setting_says() {
    let desk =
        Desk::with("tools", scripted(vec![two_calls(), answer()]).await, &[("PLUMBLINE_TOOLS_AT_ONCE", "1")]).await;
    let (running, most) = (Arc::new(AtomicUsize::new(0)), Arc::new(AtomicUsize::new(0)));
    let seen = most.clone();
    let work = move || {
        let (running, most) = (running.clone(), most.clone());
        async move {
            most.fetch_max(running.fetch_add(1, Ordering::SeqCst) + 1, Ordering::SeqCst);
            tokio::time::sleep(Duration::from_millis(150)).await;
            running.fetch_sub(1, Ordering::SeqCst);
        }
    };
    let run = ended(&agent(&desk, work), WHY).await;
    assert_eq!((outcomes(&run).len(), seen.load(Ordering::SeqCst)), (2, 1));
}

#[tokio::test]
async fn stop_reaches_into_a_tool() {
    /// Notifies that the tool's work was dropped.
    struct Left(Arc<Notify>);
    impl Drop for Left {
        fn drop(&mut self) {
            self.0.notify_one();
        }
    }
    let desk = Desk::start("tools", vec![topics()]).await;
    let (begun, left) = (Arc::new(Notify::new()), Arc::new(Notify::new()));
    let (inside, dropped) = (begun.clone(), left.clone());
    let work = move || {
        let (begun, left) = (inside.clone(), Left(dropped.clone()));
        async move {
            begun.notify_one();
            std::future::pending::<()>().await;
            drop(left);
        }
    };
    let agent = agent(&desk, work);
    let asked = agent.ask(Ask { query: WHY.into(), ..Ask::default() }, "ada", "api").await.unwrap();
    let soon = |what: &'static str| move |_| panic!("{what} within three seconds");
    let second = Duration::from_secs(3);
    tokio::time::timeout(second, begun.notified()).await.unwrap_or_else(soon("the tool did not begin"));
    agent.cancel(&asked.run_id).await.unwrap();
    tokio::time::timeout(second, left.notified()).await.unwrap_or_else(soon("the tool was not left"));
    let run = tokio::time::timeout(second, agent.finish(&asked.run_id)).await.expect("the run goes on").unwrap();
    assert_eq!(run.status, RunStatus::Cancelled);
}

#[tokio::test]
async fn an_answer_shows_three_charts_at_most() {
    for (strategy, steps) in [("tools", vec![topics(), answer()]), ("rules", Vec::new())] {
        let desk = Desk::start(strategy, steps).await;
        let (mut tools, all) = (Vec::new(), skills::all().into_tools());
        for real in all {
            if real.name != "analyze_topics" {
                tools.push(real);
                continue;
            }
            tools.push(Arc::new(Tool::reads("analyze_topics", "Has five charts.", move |context, args: Args| {
                let real = real.clone();
                let args = json!({"kind": args.kind, "product": args.product, "timeRange": args.time_range});
                async move {
                    let mut output = real.run(context, args).await?;
                    let chart = output.charts.first().cloned().expect("it has a chart");
                    output.charts = vec![chart; 5];
                    Ok(output)
                }
            })));
        }
        let run = ended(&with(&desk, tools), WHY).await;
        assert_eq!(run.status, RunStatus::Completed, "{strategy}");
        assert_eq!(run.answer.map(|a| a.charts.len()), Some(3), "{strategy}");
    }
}
