//! Watched figures over many records: how long a server takes to look at a hundred of them that are due at once, what
//! that costs, and what a person who asks meanwhile notices.

use std::time::{Duration, Instant};

use anyhow::{Context, Result, ensure};
use app::api::watches::Watches as _;
use demo::bank::{SEED, many};
use model::account::Role;
use model::session::Ask;
use model::session::watch::{NewWatch, Rule, Unit};
use server::api::{Api, Caller};
use server::config::{Config, Flags};
use server::services::Services;
use server::store::watches::{self, Change};
use server::store::write::{self, Batch};
use server::store::{Db, columns, records};
use server::world::World;
use tokio_util::sync::CancellationToken;

use super::meter;
use super::scale::{self, fill};
use super::table::{percentile, table};

/// What the person asks, before and meanwhile.
const QUESTION: &str = "How many complaints about mobile banking were there in January 2026?";
/// How often before.
const BEFORE: usize = 100;
/// Between an answer and the next question.
const THINKS: Duration = Duration::from_millis(250);

/// The watched questions are made of these: 100 of them.
const RECORDS: [&str; 4] = ["complaints", "enquiries", "requests", "messages"];
const CONDITIONS: [&str; 5] = ["", " from gold customers", " by phone", " by email", " from platinum customers"];
const PERIODS: [&str; 5] = ["last month", "this year", "in December 2025", "in the last 90 days", "in 2025"];

// Its group would have the same name as the one that it holds.
#[derive(Debug, clap::Args)]
#[group(skip)]
pub struct Args {
    #[command(flatten)]
    scale: scale::Args,
}

pub async fn run(args: Args) -> Result<()> {
    let database = &args.scale.database;
    let db = Db::open(database).await?;
    if records::totals(&db).await?.communications == 0 {
        fill(&db, &args.scale).await?;
    }
    db.close().await;
    let services = Services::open(config(database)?, World::real()).await?;
    services.index(|_, _| {}).await?;
    if services.cluster.is_none() {
        columns::load(&services.db, columns::LARGE).await?;
    }
    let api = Api { services: services.clone(), caller: Caller::local(Role::Admin), channel: "api" };
    for old in watches::list(&services.db, Some(&api.caller.name)).await? {
        watches::delete(&services.db, &old.watch.id).await?;
    }
    let questions: Vec<String> = RECORDS
        .iter()
        .flat_map(|records| CONDITIONS.iter().map(move |condition| format!("{records}{condition}")))
        .flat_map(|asked| PERIODS.iter().map(move |period| format!("How many {asked} were there {period}?")))
        .collect();
    for question in &questions {
        begin(&api, question).await.with_context(|| format!("\"{question}\" cannot be watched"))?;
    }
    let (mut alone, process) = (Vec::new(), std::process::id());
    ask(&api, QUESTION).await?;
    let cpu = meter::cpu(process)?;
    for _ in 0..BEFORE {
        alone.push(ask(&api, QUESTION).await?.1);
    }
    let cpu_of_question = (meter::cpu(process)? - cpu) / u32::try_from(BEFORE)?;

    make_due(&services).await?;
    let began_at = services.world.now();
    let (began, cpu, stop) = (Instant::now(), meter::cpu(process)?, CancellationToken::new());
    let looking = tokio::spawn({
        let (services, stop) = (services.clone(), stop.clone());
        async move { services.keep_watches(stop).await }
    });
    let mut meanwhile = Vec::new();
    loop {
        let all = watches::list(&services.db, Some(&api.caller.name)).await?;
        let failed = all.iter().find_map(|one| one.watch.error.clone());
        ensure!(failed.is_none(), "a watched figure was not computed: {}", failed.unwrap_or_default());
        if all.iter().all(|one| one.watch.looked_at.is_some_and(|at| at >= began_at)) {
            break;
        }
        meanwhile.push(ask(&api, QUESTION).await?.1);
        tokio::time::sleep(THINKS).await;
    }
    let (took, cpu) = (began.elapsed(), meter::cpu(process)? - cpu);
    stop.cancel();
    looking.await?;
    let of_questions = cpu_of_question * u32::try_from(meanwhile.len())?;
    println!(
        "{} communications. {} watched figures, all due at once, were looked at in {:.1} s, by {:.1} s of CPU time ({:.0} ms \
         each); the {} questions asked meanwhile took about {:.1} s of it.\n",
        records::totals(&services.db).await?.communications,
        questions.len(),
        took.as_secs_f64(),
        cpu.as_secs_f64(),
        cpu.saturating_sub(of_questions).as_secs_f64() * 1e3 / questions.len() as f64,
        meanwhile.len(),
        of_questions.as_secs_f64(),
    );
    let row = |what: &str, times: &[f64]| {
        let [p50, p95] = [0.5, 0.95].map(|p| format!("{:.1}", percentile(times, p)));
        vec![what.to_owned(), times.len().to_string(), p50, p95]
    };
    let head = ["a question", "asked", "p50 ms", "p95 ms"].map(String::from).to_vec();
    print!("{}", table(&[head, row("without watches due", &alone), row("meanwhile", &meanwhile)]));
    Ok(())
}

/// The settings of a server with a way to send messages; none is sent.
fn config(database: &str) -> Result<Config> {
    let flags = Flags { database: Some(database.to_owned()), ..Flags::default() };
    let of_webhook = |name: &str| match name {
        "PLUMBLINE_WEBHOOK_URL" => Some("http://127.0.0.1:9/".to_owned()),
        "PLUMBLINE_WEBHOOK_SECRET" => Some("whsec_MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWY=".to_owned()),
        _ => std::env::var(name).ok(),
    };
    Config::gather(&flags, of_webhook, std::path::Path::new("no.toml"))
}

/// The run of a question, and how many milliseconds it took.
async fn ask(api: &Api, question: &str) -> Result<(String, f64)> {
    let begun = Instant::now();
    let asked = Ask { query: question.to_owned(), ..Ask::default() };
    let asked = api.services.agent.ask(asked, &api.caller.name, "api").await?;
    api.services.agent.finish(&asked.run_id).await?;
    Ok((asked.run_id, begun.elapsed().as_secs_f64() * 1e3))
}

/// Watches a question's first figure, for a change that does not come.
async fn begin(api: &Api, question: &str) -> Result<()> {
    let (run, _) = ask(api, question).await?;
    let rule = Rule::Changes { by: 1e12, unit: Unit::Amount };
    api.begin_watch(NewWatch { run, figure: None, rule, way: "webhook".into(), to: None }).await?;
    Ok(())
}

/// The data changes, by one message, and the time has come for all.
async fn make_due(services: &Services) -> Result<()> {
    let bank: Batch = many::nth(SEED, 0).into();
    let mut message = bank.communications.into_iter().next().context("a bank has messages")?;
    message.body.push_str(&services.world.id());
    let batch = Batch { communications: vec![message], ..Batch::default() };
    write::store(&services.db, &batch, services.world.now()).await?;
    for one in watches::list(&services.db, None).await? {
        watches::change(&services.db, &one.watch.id, Change::Resumed(0)).await?;
    }
    Ok(())
}
