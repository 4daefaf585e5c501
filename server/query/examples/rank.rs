//! Dumps, for questions with known figures, the features of each candidate and whether its figure is right.

use std::collections::HashMap;
use std::io::Write;
use std::time::Duration;

use model::review::case::{Case, Expected};
use query::frame::{self, AnswerKind, DialogueState, FEATURES, Listed};
use query::run::QueryResult;
use query::values::SharedVocabulary;
use store::Db;

struct Services {
    db: Db,
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let file = &args[0];
    let (name, path) = args[1].split_once('=').unwrap();
    let out = args.get(2).cloned();
    let list = args.iter().any(|a| a == "--list");
    let services = Services { db: Db::connect(&format!("sqlite://{path}")).await? };
    let v = SharedVocabulary::default().get(&services.db).await?;
    let as_of = v.last_day.unwrap();
    let mut cache: HashMap<String, Option<(QueryResult, Vec<Vec<String>>)>> = HashMap::new();
    let mut file_out = out.filter(|o| o != "--list").map(|o| std::fs::File::create(o).unwrap());
    let (mut any, mut top, mut n) = (0, 0, 0);
    for line in std::fs::read_to_string(file)?.lines() {
        let case: Case = serde_json::from_str(line)?;
        if case.database != name {
            continue;
        }
        let mut before: Option<DialogueState> = None;
        for turn in &case.turns {
            let parse = frame::Parse::of(turn, &v, as_of, before.as_ref());
            let frame = parse.frames.last().unwrap().clone();
            let listed = listed(&services, &frame, &v, as_of, &mut cache).await;
            before = Some(DialogueState { frame, listed });
        }
        if frame::Parse::of(&case.question, &v, as_of, before.as_ref()).frames.len() > 1 {
            continue;
        }
        let all = frame::candidates(&case.question, &v, as_of, before.as_ref());
        let mut rows = Vec::new();
        let mut seen: Vec<String> = Vec::new();
        for c in &all {
            let intent = c.built.as_ref().and_then(|b| b.as_ref().ok());
            let key = intent.map_or_else(
                || format!("{:?}", c.frame.act),
                |i| format!("{:?}{}", i.kind, serde_json::to_string(&i.query).unwrap()),
            );
            let right = match intent {
                Some(intent) => match run(&services, &intent.query, &v, as_of, &mut cache).await {
                    Some((result, labels)) => Some(right(&case, intent, &result, &labels)),
                    None => Some(case.declined),
                },
                None if case.declined => {
                    Some(c.built.is_some() || matches!(c.frame.act, reader::Act::Outside | reader::Act::Unclear))
                }
                None if c.built.is_some() => Some(false),
                None => None,
            };
            let same = seen.contains(&key);
            seen.push(key);
            rows.push((right, same, c));
        }
        n += 1;
        let is_any = rows.iter().any(|r| r.0 == Some(true));
        let is_top = rows.first().is_some_and(|r| r.0 == Some(true));
        any += usize::from(is_any);
        top += usize::from(is_top);
        if list && !is_top {
            let c = rows[0].2;
            println!(
                "{} {} | {} | {:?} {:?}",
                if is_any { "RANK" } else { "NONE" },
                case.id,
                case.turns.iter().map(|t| format!("{t} > ")).collect::<String>() + &case.question,
                case.expected.iter().map(|e| format!("{:?}/{:?}", e.value, e.text)).collect::<Vec<_>>(),
                case.sql
            );
            show(c);
            if let Some(r) = rows.iter().find(|r| r.0 == Some(true)) {
                println!("   RIGHT:");
                show(r.2);
            }
        }
        if let Some(out) = &mut file_out {
            let rows: Vec<_> = rows.iter().map(|(right, same, c)| serde_json::json!({"r": right, "same": same, "p": c.score, "f": c.features.to_vec()})).collect();
            writeln!(
                out,
                "{}",
                serde_json::json!({"id": case.id, "split": case.split, "db": name, "declined": case.declined, "rows": rows})
            )?;
        }
    }
    println!(
        "{name}: {n} questions, {top} right at the top, {any} with a right candidate; {} features",
        FEATURES.len()
    );
    std::process::exit(0)
}

fn show(c: &frame::Candidate) {
    let spans: Vec<String> = c.frame.reading.spans.iter().map(|s| format!("{}:{}", s.role.as_str(), s.text)).collect();
    println!(
        "   {:.2} {:?} {:?} {:?} [{}] dropped {:?} unused {:?} unknown {:?}",
        c.score,
        c.frame.act,
        c.frame.aggregation,
        c.frame.reading.keep,
        spans.join(" | "),
        c.frame.dropped,
        c.frame.unused,
        c.frame.unknown
    );
    match &c.built {
        Some(Ok(i)) => println!("   {:?} {}", i.kind, serde_json::to_string(&i.query).unwrap()),
        Some(Err(e)) => println!("   ERR {e}"),
        None => {}
    }
}

type Cache = HashMap<String, Option<(QueryResult, Vec<Vec<String>>)>>;

async fn run(
    services: &Services,
    query: &query::ast::Query,
    v: &query::values::Vocabulary,
    as_of: chrono::NaiveDate,
    cache: &mut Cache,
) -> Option<(QueryResult, Vec<Vec<String>>)> {
    let key = serde_json::to_string(query).unwrap();
    if let Some(known) = cache.get(&key) {
        return known.clone();
    }
    let found = async {
        let checked = query::check::check(query, v, None, as_of).ok()?;
        let result =
            query::run::run(&services.db, &checked, &Default::default(), Duration::from_secs(20)).await.ok()?;
        let labels = result
            .groups
            .iter()
            .map(|g| {
                g.key
                    .iter()
                    .zip(&checked.keys)
                    .map(|(k, key)| {
                        let k = k.clone().unwrap_or_default();
                        match key {
                            query::check::GroupKey::Column(c) => v.readable(&c.name, &k),
                            _ => {
                                let months = [
                                    "January", "February", "March", "April", "May", "June", "July", "August",
                                    "September", "October", "November", "December",
                                ];
                                match (k.len(), k.get(5..7).and_then(|m| m.parse::<usize>().ok())) {
                                    (7, Some(m)) if (1..=12).contains(&m) => format!("{} {}", months[m - 1], &k[..4]),
                                    _ => k,
                                }
                            }
                        }
                    })
                    .collect()
            })
            .collect();
        Some((result, labels))
    }
    .await;
    cache.insert(key, found.clone());
    found
}

async fn listed(
    services: &Services,
    frame: &frame::Frame,
    v: &query::values::Vocabulary,
    as_of: chrono::NaiveDate,
    cache: &mut Cache,
) -> Vec<Listed> {
    let Some(Ok(intent)) = frame.queried().map(|f| f.intent(v)) else { return Vec::new() };
    let Some((result, labels)) = run(services, &intent.query, v, as_of, cache).await else { return Vec::new() };
    let Some(query::ast::Group::Column(column)) = intent.query.group_by.first() else { return Vec::new() };
    let column = if column == "name" { "customer".to_owned() } else { column.clone() };
    result
        .groups
        .iter()
        .zip(&labels)
        .filter_map(|(g, l)| {
            Some(Listed { column: column.clone(), value: g.key.first()?.clone()?, label: l.first()?.clone() })
        })
        .collect()
}

fn right(case: &Case, intent: &frame::QueryIntent, result: &QueryResult, labels: &[Vec<String>]) -> bool {
    if case.declined {
        return false;
    }
    let total = &result.total;
    let values = |r: &query::run::ResultRow| r.values.iter().flatten().copied().collect::<Vec<f64>>();
    let first = |r: &query::run::ResultRow| r.values.first().copied().flatten();
    let mut numbers: Vec<f64> = Vec::new();
    let mut texts: Vec<String> = Vec::new();
    let both = |now: f64, then: f64, out: &mut Vec<f64>| {
        out.extend([now, then, now - then, now + then]);
        if then != 0.0 {
            out.push((now - then) / then * 100.0);
            out.push(now / then);
        }
    };
    let tops = match intent.kind {
        AnswerKind::Extreme => 1,
        AnswerKind::List => 0,
        _ => 12,
    };
    for (g, l) in result.groups.iter().zip(labels).take(tops) {
        numbers.extend(values(g));
        texts.extend(l.iter().cloned());
        if total.count > 0.0 {
            numbers.push(first(g).unwrap_or(0.0) / total.count * 100.0);
        }
        if let Some((then, _)) = &g.before {
            both(first(g).unwrap_or(0.0), then.first().copied().flatten().unwrap_or(0.0), &mut numbers);
        }
    }
    if tops > 1 && result.groups.len() > 1 {
        let (a, b) = (first(&result.groups[0]).unwrap_or(0.0), first(&result.groups[1]).unwrap_or(0.0));
        if result.groups.len() == 2 {
            both(a, b, &mut numbers);
        }
    }
    match intent.kind {
        AnswerKind::GroupCount => numbers = vec![result.group_count as f64],
        AnswerKind::PerGroup => numbers.push(total.count / result.group_count.max(1) as f64),
        AnswerKind::Extreme => {}
        AnswerKind::Per(bucket) => {
            let days = intent.frame.time.as_ref().and_then(|t| t.time.range.days()).unwrap_or(0) as f64;
            let per = match bucket.as_str() {
                "day" => days,
                "week" => days / 7.0,
                "month" => (days / 30.44).round().max(1.0),
                "quarter" => (days / 91.3).round().max(1.0),
                _ => (days / 365.25).round().max(1.0),
            };
            if per > 0.0 {
                numbers.push(total.count / per);
            }
        }
        _ => {
            numbers.extend(values(total));
            if intent.query.measures.is_empty() {
                numbers.push(total.count);
            }
            if intent.query.group_by.len() > 0 {
                numbers.push(result.group_count as f64);
            }
            if let Some((then, count)) = &total.before {
                both(
                    first(total).unwrap_or(total.count),
                    then.first().copied().flatten().unwrap_or(*count),
                    &mut numbers,
                );
            }
        }
    }
    let near = |e: &Expected, value: f64| {
        let t = tolerance(e, value).max(if value.fract() == 0.0 { 0.0 } else { 0.051 });
        numbers.iter().any(|n| {
            (n.abs() - value.abs()).abs() <= t || ((n * 100.0).abs() - value.abs()).abs() <= t && value.fract() != 0.0
        })
    };
    case.expected.iter().all(|e| {
        e.value.is_none_or(|value| near(e, value))
            && e.text.as_ref().is_none_or(|t| {
                texts.iter().any(|own| {
                    own.to_lowercase().contains(&t.to_lowercase())
                        || t.to_lowercase().contains(&own.to_lowercase()) && own.len() > 3
                })
            })
    })
}

fn tolerance(expected: &Expected, value: f64) -> f64 {
    let written = value.to_string();
    let decimals = written.split_once('.').map_or(0, |(_, decimals)| decimals.len());
    let rounding = if decimals == 0 { 0.0 } else { 0.5 * 0.1_f64.powi(decimals as i32) };
    expected.tolerance.unwrap_or(rounding) + 1e-9
}
