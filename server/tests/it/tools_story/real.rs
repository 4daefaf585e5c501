//! The analyses over the real complaints, if available, compared with sums computed from the file by other means.

use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::Arc;

use flate2::read::MultiGzDecoder;
use serde_json::{Value, json};
use server::import::cfpb;
use server::import::engine::{Import, Options};
use server::store::Db;
use tokio_util::sync::CancellationToken;

use super::Desk;

/// The rows of the public export, by column name.
fn rows() -> Option<(PathBuf, Vec<HashMap<String, String>>)> {
    let path =
        PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../../shared/data/cfpb-complaints/complaints.csv.gz"));
    let Ok(file) = std::fs::File::open(&path) else {
        println!("SKIPPED: shared/data is not there");
        return None;
    };
    let mut reader = csv::Reader::from_reader(MultiGzDecoder::new(file));
    let header: Vec<String> = reader.headers().unwrap().iter().map(str::to_owned).collect();
    let row = |r: csv::StringRecord| header.iter().cloned().zip(r.iter().map(str::to_owned)).collect();
    let rows = reader.records().map(|r| row(r.unwrap())).collect();
    Some((path, rows))
}

/// The label of a topic: the sub-issue, or the issue if there is none.
fn topic(row: &HashMap<String, String>) -> String {
    let sub = row["Sub-issue"].trim();
    if sub.is_empty() { row["Issue"].split_whitespace().collect::<Vec<_>>().join(" ") } else { sub.to_owned() }
}

#[tokio::test]
async fn the_analyses_over_real_complaints() {
    let Some((path, rows)) = rows() else { return };
    let db = Db::open("sqlite::memory:").await.unwrap();
    let (now, stop) = (1_795_348_800_000, &CancellationToken::new());
    let import = Import { db: &db, options: Options::default(), enricher: Arc::default(), now, stop };
    import.file(cfpb::open(&path, None, now).unwrap().opened, |_| {}).await.unwrap();
    let desk = Desk::of(&db).await;
    let in_year = |year: &'static str| rows.iter().filter(move |r| r["Date received"].starts_with(year));

    let data = desk.ok("detect_issues", json!({"timeRange": "2022"})).await.data;
    assert_eq!(data["totalCommunications"], in_year("2022").count());
    assert_eq!(data["problematicCount"], in_year("2022").count(), "all of them are complaints");
    let mut topics: HashMap<String, i64> = HashMap::new();
    in_year("2022").for_each(|r| *topics.entry(topic(r)).or_default() += 1);
    assert_eq!(data["issueCount"], topics.values().filter(|n| **n >= 3).count());
    for issue in data["issues"].as_array().unwrap() {
        assert_eq!(issue["problematic"], topics[issue["topic"].as_str().unwrap()], "{issue}");
    }

    let data = desk.ok("analyze_trends", json!({"timeRange": "2019"})).await.data;
    assert_eq!(data["total"], in_year("2019").count());
    let month = |m: &str| rows.iter().filter(|r| r["Date received"].starts_with(m)).count();
    for entry in data["monthly"].as_array().unwrap() {
        let day = entry["month"].as_str().unwrap();
        assert_eq!(entry["count"], month(&day[..7]), "{day}");
    }

    // What people write about, named as people would: no mask, no boilerplate, no company.
    let data = desk.ok("analyze_topics", json!({"timeRange": "2019"})).await.data;
    assert!(data["textsRead"].as_i64().unwrap() >= 200, "{}", data["textsRead"]);
    let themes: Vec<&str> = data["themes"].as_array().unwrap().iter().filter_map(|t| t["theme"].as_str()).collect();
    assert!(themes.len() >= 5 && themes.contains(&"identity theft"), "{themes:?}");
    let empty = ["xx", "account number", "consumer", "credit report", "wells fargo", "years", "please"];
    assert!(!themes.iter().any(|t| empty.contains(t) || t.contains("xx")), "{themes:?}");
    let held = |theme: &Value| {
        let (name, n) = (theme["theme"].as_str().unwrap(), theme["texts"].as_u64().unwrap() as usize);
        let words: Vec<&str> = name.split(' ').map(|w| w.trim_end_matches('s')).collect();
        let words: Vec<String> = words.into_iter().map(str::to_lowercase).collect();
        let all = in_year("2019").filter(|r| {
            let text = r["Consumer complaint narrative"].to_lowercase();
            words.iter().all(|w| text.contains(w.as_str()))
        });
        (n, all.count())
    };
    for theme in data["themes"].as_array().unwrap() {
        let (read, all) = held(theme);
        assert!(read >= 3 && read <= all, "{theme}: {read} of {all}");
    }

    // The archive does not say when cases were resolved, nor who handed whom over: both are said, and no figure is
    // made.
    let error = desk.error("analyze_resolution_times", json!({})).await;
    assert!(error.message.starts_with("No resolved cases found in time range"), "{error}");
    assert_eq!(desk.ok("analyze_channel_escalation", json!({})).await.data["totalEscalations"], 0);
    assert!(desk.error("analyze_cdd_cases", json!({})).await.message.contains("no cases of customer due diligence"));
}
