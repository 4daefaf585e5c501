//! Every read-only tool, with arguments generated from its schema, so that new tools are measured as well.

use std::time::Instant;

use anyhow::Result;
use app::api::analysis::Analysis;
use model::account::Role;
use model::analysis::{AnalysisQuery, Picked};
use model::run::Scope;
use rand::seq::IndexedRandom;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};
use server::api::{Api, Caller};
use server::config::{Config, Flags};
use server::query::listing;
use server::query::subset::Subset;
use server::search::SearchQuery;
use server::services::Services;
use server::skills;
use server::store::analytics::{Data, Order};
use server::store::{columns, records};
use server::tools::{Effect, Tool, ToolContext};
use server::world::World;
use tokio_util::sync::CancellationToken;

use super::table::Timed;
use super::{meter, questions};

#[derive(Debug, clap::Args)]
pub struct Args {
    database: String,
    calls: usize,
    /// Only this tool, and each of its calls is told
    #[arg(long)]
    only: Option<String>,
}

/// The report of the process with the tools.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Told {
    pub fed: Option<Fed>,
    pub tools: Vec<Timed>,
    pub search: Vec<Timed>,
    pub questions: Vec<Timed>,
    pub rss_mib: f64,
    pub peak_mib: f64,
}

/// Records that a search cluster indexed at the start, and its disk space.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Fed {
    pub records: u64,
    pub seconds: f64,
    pub disk_mib: f64,
}

/// The settings of a server for a database.
pub fn config(database: &str) -> Result<Config> {
    let flags = Flags { database: Some(database.to_owned()), ..Flags::default() };
    Config::gather(&flags, |name| std::env::var(name).ok(), std::path::Path::new("no.toml"))
}

pub fn main(args: &Args) -> Result<()> {
    tokio::runtime::Runtime::new()?.block_on(async {
        let services = Services::open(config(&args.database)?, World::real()).await?;
        // For a search cluster, the time to catch up; this process's own index exists already.
        let begun = Instant::now();
        let fed = services.index(|_, _| {}).await?;
        let seconds = begun.elapsed().as_secs_f64();
        eprintln!("{fed} records indexed in {seconds:.1} s");
        let fed = match &services.cluster {
            Some(cluster) => {
                Some(Fed { records: fed, seconds, disk_mib: cluster.disk().await? as f64 / f64::from(1 << 20) })
            }
            None => None,
        };
        let context = ToolContext {
            db: services.db.clone(),
            search: services.search.clone(),
            vocabulary: Default::default(),
            asker: "".into(),
            by_model: false,
            as_of: services.agent.as_of().await?,
            scope: Scope::default(),
            cancel: CancellationToken::new(),
            call: None,
        };
        let named = Named {
            customers: records::customer_names(&services.db).await?.into_iter().map(|(id, _)| id).collect(),
            communications: listing::ids(&services.db, Data::Communications, &Subset::default(), Order::Newest, 1_000)
                .await?,
        };
        // As when a server starts.
        if services.cluster.is_none() {
            columns::load(&services.db, columns::LARGE).await?;
        }
        context.vocabulary.get(&services.db).await?;
        let mut tools = Vec::new();
        let meant = |tool: &&Tool| args.only.as_ref().is_none_or(|only| *only == tool.name);
        for tool in skills::all().all().iter().map(|tool| &**tool).filter(|t| t.effect == Effect::Reads).filter(meant) {
            eprintln!("{}", tool.name);
            tools.push(time(tool, &context, &named, args.calls, args.only.is_some()).await);
        }
        if services.cluster.is_none() {
            services.search.vectors().catch_up(&services.db, &CancellationToken::new(), |_, _| {}).await?;
        }
        let find = |meaning| {
            let services = services.clone();
            tokio::task::spawn_blocking(move || searches(&services, meaning))
        };
        let mut search = vec![find(false).await??];
        if services.search.status().await.model.is_some() {
            search.push(find(true).await??);
        }
        for days in [31, 365] {
            search.push(analysis(&services, days).await?);
        }
        let questions = questions::time(&services).await?;
        let (peak_mib, rss_mib) = meter::memory(std::process::id())?;
        println!("{}", json!(Told { fed, tools, search, questions, rss_mib, peak_mib }));
        Ok(())
    })
}

/// Ids that exist in the data.
struct Named {
    customers: Vec<String>,
    communications: Vec<String>,
}

async fn time(tool: &Tool, context: &ToolContext, named: &Named, calls: usize, tell: bool) -> Timed {
    let mut rng = ChaCha8Rng::seed_from_u64(7);
    let (mut times, mut refused, mut slowest) = (Vec::new(), 0, (0.0, String::new()));
    for _ in 0..calls {
        let args = arguments(tool, named, &mut rng);
        let begun = Instant::now();
        let done = tool.run(context.clone(), args.clone()).await;
        let ms = begun.elapsed().as_secs_f64() * 1e3;
        if done.is_err() {
            refused += 1;
            continue;
        }
        times.push(ms);
        if tell {
            eprintln!("{ms:.1} ms {args}");
        }
        if ms > slowest.0 {
            slowest = (ms, args.to_string());
        }
    }
    Timed::of(tool.name.to_string(), &times, refused, slowest.1)
}

/// Possible values of each parameter, if the schema does not list them.
const VALUES: &[(&str, &[&str])] = &[
    (
        "timeRange",
        &["all", "last 30 days", "this month", "last month", "Q3 2025", "last 90 days", "2025", "October 2025"],
    ),
    ("product", &["mobile-banking", "mortgage", "payments", "credit-card"]),
    ("category", &["Mobile app", "Payment processing", "CDD Remediation", "Fees"]),
    ("kind", &["complaint", "enquiry", "request", "feedback"]),
    ("channel", &["email", "phone", "chat"]),
    ("tier", &["platinum", "gold", "silver", "standard"]),
    ("sentiment", &["negative", "positive"]),
    ("status", &["open", "resolved"]),
    (
        "query",
        &["mobile app complaints", "payment was late", "why is my account blocked", "fee", "login code never arrives"],
    ),
    (
        "question",
        &["Why are customers complaining about the mobile app?", "How many complaints were there last month?"],
    ),
    ("text", &["The app crashes when I open a statement.", "My payment has not arrived."]),
];

/// Likewise for `query_data`.
const QUESTIONS: &[(&str, &[&str])] = &[(
    "query",
    &[
        "complaints by product",
        "count emails by sentiment this month",
        "average resolution hours by tier",
        "top 5 customers by complaints in Q3 2025",
        "share of phone calls that are escalated",
        "complaints per month in 2025 about mobile app",
        "median sentiment score by channel last 90 days",
        "cases that breached the SLA by priority compared with the previous quarter",
    ],
)];

/// Generated arguments: all required ones, and about a quarter of the others.
fn arguments(tool: &Tool, named: &Named, rng: &mut ChaCha8Rng) -> Value {
    let mut args = Map::new();
    let required = tool.schema["required"].as_array().cloned().unwrap_or_default();
    for (name, property) in tool.schema["properties"].as_object().into_iter().flatten() {
        // Its query is given in words; a random typed form would be meaningless.
        let must = (tool.name == "query_data" && name == "query") || required.iter().any(|r| r == name.as_str());
        // The range affects the amount of work most, so it is given more often than the others.
        let chance = if name == "timeRange" { 0.85 } else { 0.2 };
        if !must && !rng.random_bool(chance) {
            continue;
        }
        let values = if tool.name == "query_data" { QUESTIONS } else { VALUES };
        let known = values.iter().find(|(n, _)| n == name).and_then(|(_, values)| values.choose(rng).copied());
        let listed = || listed(&tool.schema, property);
        let value = match known {
            Some(text) => json!(text),
            None if name == "customerId" => json!(named.customers.choose(rng)),
            None if matches!(name.as_str(), "communicationId" | "id") => json!(named.communications.choose(rng)),
            None => match listed().choose(rng) {
                Some(one) => one.clone(),
                None => continue,
            },
        };
        args.insert(name.clone(), value);
    }
    Value::Object(args)
}

/// The values that a schema lists for a property.
fn listed(root: &Value, schema: &Value) -> Vec<Value> {
    if let Some(path) = schema["$ref"].as_str() {
        return root.pointer(path.trim_start_matches('#')).map(|s| listed(root, s)).unwrap_or_default();
    }
    let choices = ["anyOf", "oneOf"].iter().filter_map(|key| schema[*key].as_array()).flatten();
    let nested = choices.flat_map(|choice| listed(root, choice));
    let own = schema["enum"].as_array().into_iter().flatten().chain(schema.get("const")).filter(|v| !v.is_null());
    own.cloned().chain(nested).collect()
}

/// The analysis page for the last `days` days, and the details of one of its marks.
async fn analysis(services: &Services, days: u64) -> Result<Timed> {
    let caller = Caller { name: "bench".into(), ..Caller::local(Role::Manager) };
    let api = Api { services: services.clone(), caller, channel: "api" };
    let last = services.agent.as_of().await?;
    let from = last.checked_sub_days(chrono::Days::new(days - 1));
    let mut times = Vec::new();
    for _ in 0..20 {
        let query = AnalysisQuery { from, to: Some(last), ..AnalysisQuery::default() };
        let begun = Instant::now();
        api.analysis(query.clone()).await?;
        api.picked(query, Picked { day: from, ..Picked::default() }).await?;
        times.push(begun.elapsed().as_secs_f64() * 1e3);
    }
    let name = format!("analysis page of {days} days, and a selection");
    Ok(Timed::of(name, &times, 0, String::new()))
}

/// Search by keywords alone, or by `meaning` too.
fn searches(services: &Services, meaning: bool) -> Result<Timed> {
    let texts =
        ["mobile app crashes", "payment delayed", "mortgage early repayment fee", "login code", "blocked account"];
    let (mut times, mut slowest) = (Vec::new(), (0.0, ""));
    for n in 0..200 {
        let text = texts[n % texts.len()];
        let query = SearchQuery { text: text.into(), limit: 10, meaning, ..SearchQuery::default() };
        let begun = Instant::now();
        services.search.find(&query)?;
        let ms = begun.elapsed().as_secs_f64() * 1e3;
        times.push(ms);
        if ms > slowest.0 {
            slowest = (ms, text);
        }
    }
    let name = if meaning { "hybrid" } else { "keyword" }.to_owned();
    Ok(Timed::of(name, &times, 0, slowest.1.into()))
}
