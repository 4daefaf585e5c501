//! Questions until the finished run, by rules: each kind separately; and many at once, until their first event.

use std::pin::pin;
use std::time::Instant;

use anyhow::Result;
use futures::StreamExt;
use futures::future::try_join_all;
use model::session::Ask;
use server::services::Services;
use server::store::records;

use super::table::Timed;

/// How often each kind is asked.
const TIMES: usize = 5;
/// How many are asked at once.
const AT_ONCE: usize = 16;

/// How often that is repeated.
const ROUNDS: usize = 5;

/// The kinds; `{name}`, `{first}` and `{typo}` are replaced by a customer's name, its first word, and the name with a
/// typo.
const KINDS: [(&str, &str); 11] = [
    ("a count", "How many complaints were there last month?"),
    ("why", "Why are customers complaining about the mobile app?"),
    ("by day", "Complaints per day this month"),
    ("broken down", "Complaints by product this year"),
    ("SLA", "How many cases breached SLA?"),
    ("mood", "How do customers feel about mobile banking this month?"),
    ("one customer", "Tell me about {name}"),
    ("by the first word", "How many complaints did {first} send?"),
    ("with a typo", "How healthy is {typo}?"),
    ("the top customers", "Which customers complain most?"),
    ("not understood", "Set the alarm for seven and water the flowers please"),
];

/// The follow-up question in a conversation.
const FOLLOWING: &str = "And in December?";

pub async fn time(services: &Services) -> Result<Vec<Timed>> {
    let names = records::customer_names(&services.db).await?;
    let name = names.first().map_or("", |(_, name)| name);
    let first = name.split(' ').next().unwrap_or_default();
    let mut crossed: Vec<char> = name.chars().collect();
    if crossed.len() > 3 {
        crossed.swap(2, 3);
    }
    let typo: String = crossed.into_iter().collect();
    let filled = |text: &str| text.replace("{name}", name).replace("{first}", first).replace("{typo}", &typo);
    let mut out = Vec::new();
    let (mut all, mut following) = (Vec::new(), Vec::new());
    for (kind, question) in KINDS {
        let question = filled(question);
        let mut times = Vec::new();
        for _ in 0..TIMES {
            let (ms, session) = ask(services, &question, None).await?;
            times.push(ms);
            if kind == "a count" {
                following.push(ask(services, FOLLOWING, Some(session)).await?.0);
            }
        }
        all.extend_from_slice(&times);
        out.push(timed(kind, &times, question));
    }
    out.push(timed("what follows a count", &following, FOLLOWING.into()));
    all.extend(following);
    out.push(timed("all of these", &all, String::new()));
    let mut first = Vec::new();
    for _ in 0..ROUNDS {
        let asked = (0..AT_ONCE).map(|n| first_event(services, filled(KINDS[n % KINDS.len()].1)));
        first.extend(try_join_all(asked).await?);
    }
    out.push(timed("16 at once: first event", &first, String::new()));
    Ok(out)
}

fn timed(name: &str, times: &[f64], question: String) -> Timed {
    Timed::of(name.into(), times, 0, question)
}

/// Milliseconds to the finished run, and its conversation.
async fn ask(services: &Services, question: &str, session_id: Option<String>) -> Result<(f64, String)> {
    let begun = Instant::now();
    let ask = Ask { query: question.to_owned(), session_id, ..Ask::default() };
    let asked = services.agent.ask(ask, "bench", "api").await?;
    services.agent.finish(&asked.run_id).await?;
    Ok((begun.elapsed().as_secs_f64() * 1e3, asked.session_id))
}

/// Milliseconds to the first event; the run is followed to its end.
async fn first_event(services: &Services, query: String) -> Result<f64> {
    let begun = Instant::now();
    let asked = services.agent.ask(Ask { query, ..Ask::default() }, "bench", "api").await?;
    let mut events = pin!(services.agent.watch(&asked.run_id, 0).await?);
    events.next().await;
    let ms = begun.elapsed().as_secs_f64() * 1e3;
    while events.next().await.is_some() {}
    Ok(ms)
}
