//! The tools that judge and compare, on records whose figures were computed by hand. A separate bank, so that each
//! number can be counted on a page.

use model::chart::Drawing;
use model::record::Tier;
use model::run::Scope;
use serde_json::{Value, json};
use server::store::{Db, write};

use super::Desk;
use super::january::bank;

/// The story of the analyses, on an empty database of either kind.
pub async fn story(db: &Db) {
    nothing_at_all(&Desk::of(db).await).await;
    write::store(db, &bank(), 0).await.unwrap();
    let desk = Desk::of(db).await;
    escalations(&desk).await;
    resolutions(&desk).await;
    due_diligence(&desk).await;
    risk(&desk).await;
    health(&desk).await;
    relationships(&desk).await;
    trends(&desk).await;
    issues(&desk).await;
    anomalies(&desk).await;
    alike(&desk).await;
    asked(&desk).await;
    refused(&desk).await;
}

/// Without records every tool says so, and none invents a figure.
async fn nothing_at_all(desk: &Desk) {
    for tool in [
        "analyze_trends", "assess_risk", "detect_issues", "detect_anomalies", "analyze_topics",
        "analyze_channel_escalation",
    ] {
        let out = desk.ok(tool, json!({})).await;
        assert!(out.charts.is_empty() && out.sources.is_empty(), "{tool}");
        assert!(out.coverage.is_some_and(|c| c.read == 0 && c.available == 0), "{tool}");
    }
    for (tool, args, message) in [
        ("analyze_resolution_times", json!({}), "No resolved cases found in time range"),
        ("analyze_cdd_cases", json!({}), "no cases of customer due diligence"),
        ("analyze_customer_health", json!({"customerId": "Aldermoor"}), "Customer not found or no communications"),
        ("get_relationship_summary", json!({"customerId": "x"}), "Customer not found or no communications"),
        ("find_similar", json!({"communicationId": "comm-1"}), "No communication \"comm-1\""),
    ] {
        assert!(desk.error(tool, args).await.message.contains(message), "{tool}");
    }
    let out = desk.ok("ask_question", json!({"question": "How do transfers fail?"})).await;
    assert!(out.summary.starts_with("Nothing in the documents"), "{}", out.summary);
}

async fn escalations(desk: &Desk) {
    let out = desk.ok("analyze_channel_escalation", json!({})).await;
    assert_eq!(out.data["totalEscalations"], 6);
    assert_eq!(
        out.data["dailyBreakdown"],
        json!([
        {"date": "2026-01-10", "count": 3}, {"date": "2026-01-11", "count": 1}, {"date": "2026-01-12", "count": 2}])
    );
    assert_eq!(out.data["byPath"][0], json!({"path": "chatbot to human-agent", "count": 3, "share": 0.5}));
    assert_eq!(out.charts.len(), 2);

    let ask = async |from: &str, to: &str| {
        desk.ok("analyze_channel_escalation", json!({"fromChannel": from, "toChannel": to})).await.data
    };
    let data = ask("chatbot", "human-agent").await;
    assert_eq!(
        (&data["totalEscalations"], &data["conversationsAtSource"], &data["escalationRate"]),
        (&json!(3), &json!(10), &json!(0.3))
    );
    // One call of four began in a chat with a person; another one with the assistant.
    let data = ask("chat", "phone").await;
    assert_eq!(
        (&data["totalEscalations"], &data["shareOfTarget"], &data["alsoFromChatbot"]),
        (&json!(1), &json!(0.25), &json!(1))
    );
    assert_eq!(ask("email", "chat").await["totalEscalations"], 0);
    let quiet = json!({"timeRange": "2025", "fromChannel": "chatbot"});
    let data = desk.ok("analyze_channel_escalation", quiet).await.data;
    assert_eq!((&data["totalEscalations"], &data["escalationRate"]), (&json!(0), &Value::Null), "no rate of nothing");
}

async fn resolutions(desk: &Desk) {
    // 12, 36, 96, 2, 4 and 24 hours: 174 hours over 6 cases are 29, that is 1.2 days; the middle is (12 + 24) / 2,
    // and nine of ten lie half-way from 36 to 96.
    let out = desk.ok("analyze_resolution_times", json!({})).await;
    let data = &out.data;
    assert_eq!((&data["casesAnalyzed"], &data["notResolved"]), (&json!(6), &json!(1)));
    assert_eq!(
        (&data["avgResolutionDays"], &data["minResolutionDays"], &data["maxResolutionDays"]),
        (&json!(1.2), &json!(0.1), &json!(4.0))
    );
    assert_eq!((&data["medianResolutionDays"], &data["ninetiethPercentileDays"]), (&json!(0.8), &json!(2.8)));
    assert_eq!(data["byCategory"][0]["category"], "CDD Remediation");
    assert_eq!(out.sources[0].id, "case-3", "the slowest first");
    let coverage = out.coverage.unwrap();
    assert_eq!((coverage.read, coverage.available), (6, 7));

    let january = json!({"category": "cdd", "timeRange": "January 2026"});
    let data = desk.ok("analyze_resolution_times", january).await.data;
    assert_eq!((&data["casesAnalyzed"], &data["avgResolutionDays"]), (&json!(3), &json!(2.0)));
    let error = desk.error("analyze_resolution_times", json!({"timeRange": "28 January 2026"})).await;
    assert!(error.message.starts_with("No resolved cases found in time range"), "{error}");
}

async fn due_diligence(desk: &Desk) {
    let out = desk.ok("analyze_cdd_cases", json!({"timeRange": "January 2026", "includeChannelBreakdown": true})).await;
    let data = &out.data;
    assert_eq!(data["totalCases"], 4);
    assert_eq!(data["byReason"][0], json!({"reason": "Account restrictions", "count": 3, "share": 0.75}));
    assert_eq!(
        data["byStatus"],
        json!([{"status": "closed", "count": 3, "share": 0.75}, {"status": "in progress", "count": 1, "share": 0.25}])
    );
    assert_eq!(
        data["byChannel"],
        json!([
        {"channel": "opened without a message", "count": 3, "share": 0.75}, {"channel": "email", "count": 1, "share": 0.25}])
    );
    assert_eq!((&data["openCases"], &data["overdueCases"], &data["breachedCases"]), (&json!(1), &json!(1), &json!(4)));
    assert_eq!(data["dailyVolume"].as_array().unwrap().len(), 4);
    let Drawing::Parts { parts, .. } = &out.charts[1].drawing else { panic!("{:?}", out.charts) };
    assert_eq!(parts.iter().map(|p| p.value).sum::<f64>(), 4.0);

    let data = desk.ok("analyze_cdd_cases", json!({"reason": "account restriction"})).await.data;
    assert_eq!((&data["totalCases"], &data["byChannel"]), (&json!(3), &Value::Null));
    let data = desk.ok("analyze_cdd_cases", json!({})).await.data;
    assert_eq!(data["totalCases"], 5, "no case of payments among them");
    let error = desk.error("analyze_cdd_cases", json!({"reason": "Unclear requests of yours"})).await;
    assert_eq!(error.instead(), Some("Unclear requests"), "{error}");
}

async fn risk(desk: &Desk) {
    // 32 of 49 messages are negative.
    let data = desk.ok("assess_risk", json!({})).await.data;
    assert_eq!((&data["negative"], &data["judged"], &data["negativeShare"]), (&json!(32), &json!(49), &json!(0.6531)));
    assert_eq!((&data["riskLevel"], &data["riskScore"], &data["fallback"]), (&json!("high"), &json!(51), &json!(true)));
    let first = &data["atRisk"][0];
    assert_eq!(
        (&first["customer"], &first["breachedCases"]),
        (&json!("Aldermoor Textiles"), &json!(5)),
        "twenty of twenty is surer than twelve of twelve"
    );
    assert_eq!(data["atRisk"].as_array().unwrap().len(), 2);
    assert!((1..=5).contains(&data["factors"].as_array().unwrap().len()));

    let data = desk.ok("assess_risk", json!({"customerId": "Northgate Foods"})).await.data;
    assert_eq!((&data["riskLevel"], &data["riskScore"]), (&json!("low"), &json!(0)));
    let data = desk.ok("assess_risk", json!({"timeRange": "2013"})).await.data;
    assert_eq!((&data["riskLevel"], &data["riskScore"]), (&Value::Null, &Value::Null), "no risk of nothing");
}

async fn health(desk: &Desk) {
    // The mean of ten times -0.6 and ten times -0.2 is -0.4: 50 - 10.
    let out = desk.ok("analyze_customer_health", json!({"customerId": "aldermoor"})).await;
    let data = &out.data;
    assert_eq!(
        (&data["healthScore"], &data["status"], &data["trend"]),
        (&json!(40.0), &json!("moderate"), &json!("improving"))
    );
    assert_eq!((&data["lastMean"], &data["previousMean"]), (&json!(-0.2), &json!(-0.6)));
    assert!(data["riskFactors"][0].as_str().unwrap().starts_with("100% of 20 messages read as negative"), "{data}");
    assert!(!data["recommendations"].as_array().unwrap().is_empty());
    let data = desk.ok("analyze_customer_health", json!({"customerId": "cust-2"})).await.data;
    assert_eq!((&data["healthScore"], &data["trend"], &data["riskFactors"]), (&json!(50.0), &Value::Null, &json!([])));
    let error = desk.error("analyze_customer_health", json!({"customerId": "Quiet Holdings"})).await;
    assert!(error.message.starts_with("Customer not found or no communications: Quiet Holdings"), "{error}");
}

async fn relationships(desk: &Desk) {
    let out = desk.ok("get_relationship_summary", json!({"customerId": "Aldermoor Textiles"})).await;
    let data = &out.data;
    assert_eq!(
        (&data["communicationCount"], &data["firstContact"], &data["lastContact"]),
        (&json!(20), &json!("2026-01-01"), &json!("2026-01-20"))
    );
    assert_eq!((&data["daysSinceLastContact"], &data["last30DaysCount"]), (&json!(11), &json!(19)));
    assert_eq!((&data["totalCases"], &data["openCases"]), (&json!(7), &json!(1)));
    assert_eq!(data["byTopic"][0], json!({"topic": "Failed transfers", "count": 20, "share": 1.0}));
    assert_eq!(data["byYear"], json!([{"year": "2026", "count": 20, "averageScore": -0.4}]));
}

async fn trends(desk: &Desk) {
    // 25 to 31 January are empty, 18 to 24 hold three transfers and twelve about fees.
    let data = desk.ok("analyze_trends", json!({"timeRange": "January 2026"})).await.data;
    assert_eq!(
        (&data["trendDirection"], &data["last7Days"], &data["previous7Days"]),
        (&json!("decreasing"), &json!(0), &json!(15))
    );
    assert_eq!((&data["total"], &data["dailyAverage"]), (&json!(49), &json!(1.58)));
    assert_eq!((&data["timeRange"]["from"], &data["timeRange"]["to"]), (&json!("2026-01-01"), &json!("2026-01-31")));
    // Against the ten days before, in which fees were not heard of.
    let data = desk.ok("analyze_trends", json!({"timeRange": "2026-01-11 to 2026-01-20"})).await.data;
    assert_eq!(
        data["rising"][0],
        json!({"topic": "Account fee", "count": 12, "previousCount": 0, "changePercent": null, "isNew": true, "z": 3.46})
    );
    assert_eq!((&data["latestCount"], &data["previousCount"]), (&json!(26), &json!(23)));
    assert_eq!(data["falling"].as_array().unwrap().len(), 1, "{}", data["falling"]);
    // A single day has neither weeks nor a period before that could be told from it.
    let data = desk.ok("analyze_trends", json!({"timeRange": "1 January 2026"})).await.data;
    assert_eq!(
        (&data["total"], &data["trendDirection"], &data["latestPeriod"]),
        (&json!(1), &json!("not enough days"), &Value::Null)
    );
    let data = desk.ok("analyze_trends", json!({"dataType": "cases", "timeRange": "January 2026"})).await.data;
    assert_eq!((&data["total"], &data["dataType"]), (&json!(6), &json!("cases")));
}

async fn issues(desk: &Desk) {
    let data = desk.ok("detect_issues", json!({"timeRange": "2026-01-11 to 2026-01-20"})).await.data;
    assert_eq!(
        (&data["issueCount"], &data["problematicCount"], &data["totalCommunications"]),
        (&json!(2), &json!(22), &json!(26))
    );
    let first = &data["issues"][0];
    assert_eq!(
        (&first["topic"], &first["severity"], &first["problematic"]),
        (&json!("Account fee"), &json!("high"), &json!(12))
    );
    assert_eq!(
        (&first["escalated"], &first["previousCount"], &first["firstDay"]),
        (&json!(3), &json!(0), &json!("2026-01-20"))
    );
    assert!((1..=5).contains(&data["insights"].as_array().unwrap().len()), "{}", data["insights"]);
    let data = desk.ok("detect_issues", json!({"customerId": "cust-2"})).await.data;
    assert_eq!((&data["issueCount"], &data["problematicCount"]), (&json!(0), &json!(0)), "questions are no problem");
}

async fn anomalies(desk: &Desk) {
    // 31 days: 17 of one, the 10th of 14, the 11th of 2, the 12th of 4, the 20th of 13, and eleven without any.
    let args = json!({"field": "volume", "timeRange": "January 2026"});
    let out = desk.ok("detect_anomalies", args.clone()).await;
    let mut days = vec![0.0; 31];
    (0..20).for_each(|i| days[i] = 1.0);
    (days[9], days[10], days[11], days[19]) = (14.0, 2.0, 4.0, 13.0);
    let mean = days.iter().sum::<f64>() / 31.0;
    let deviation = (days.iter().map(|d| (d - mean) * (d - mean)).sum::<f64>() / 31.0).sqrt();
    let z = |value: f64| ((value - mean) / deviation * 100.0).round() / 100.0;
    let found = out.data["anomalies"].as_array().unwrap();
    assert_eq!(found.len(), 2, "{}", out.data);
    assert_eq!(
        (&found[0]["date"], &found[0]["distance"], &found[0]["severity"]),
        (&json!("2026-01-10"), &json!(z(14.0)), &json!("high"))
    );
    assert_eq!(
        (&found[1]["date"], &found[1]["mostly"]),
        (
            &json!("2026-01-20"),
            &json!([{"topic": "Account fee", "count": 12}, {"topic": "Failed transfers", "count": 1}])
        )
    );
    let strict = json!({"field": "volume", "timeRange": "January 2026", "threshold": 9.5});
    assert_eq!(desk.ok("detect_anomalies", strict).await.data["anomalyCount"], 0);
    let iqr = json!({"field": "volume", "timeRange": "January 2026", "method": "iqr"});
    // The middle half goes from 0 to 1: more than 2.5 is unusual, more than 3.5 highly so.
    let data = desk.ok("detect_anomalies", iqr).await.data;
    assert_eq!((&data["anomalyCount"], &data["anomalies"][2]["severity"]), (&json!(3), &json!("high")));
    // Three categories of 20, 17 and 12 of 49: (400 + 289 + 144) / 2401.
    let data = desk.ok("detect_anomalies", json!({"field": "category"})).await.data;
    assert_eq!(
        data["concentration"],
        json!({"hhi": 0.35, "severity": "medium", "category": "Payments", "share": 0.4082})
    );
    let data = desk.ok("detect_anomalies", json!({"timeRange": "1 January 2026"})).await.data;
    assert_eq!((&data["anomalyCount"], &data["checked"][0]["note"]), (&json!(0), &json!("fewer than 3 values")));
}

async fn alike(desk: &Desk) {
    let out = desk.ok("find_similar", json!({"communicationId": "fee-00", "topK": 3})).await;
    let list = out.data["similar"].as_array().unwrap();
    assert_eq!(list.len(), 3);
    for one in list {
        assert!(one["id"].as_str().unwrap().starts_with("fee-") && one["id"] != "fee-00", "{one}");
        assert_eq!(one["similarity"], 1.0);
    }
    assert!(out.sources.iter().all(|s| s.title == "Sutter Mills" && s.channel.as_deref() == Some("email")));
    // The record itself is not among those it is compared with, whether or not the filter includes it.
    let compared = async |days: &str| {
        let args = json!({"communicationId": "transfer-00", "timeRange": days});
        desk.ok("find_similar", args).await.data["compared"].as_i64().unwrap()
    };
    assert_eq!(compared("2026-01-01 to 2026-01-09").await, 8, "the transfers of nine days, but this");
    assert_eq!(compared("2026-01-10 to 2026-01-20").await, 11, "those of eleven other days");
    let error = desk.error("find_similar", json!({"communicationId": "fee-1"})).await;
    assert_eq!(error.instead(), Some("fee-10"), "{error}");
    let scope = Scope { customer_id: Some("cust-1".into()), ..Scope::default() };
    let error = desk.within(scope, "find_similar", json!({"communicationId": "fee-00"})).await.unwrap_err();
    assert!(error.message.contains("limited to customer \"cust-1\""), "{error}");
    // Each limit of a click holds for the tools that take a record by its id, too.
    for scope in [
        Scope { customer_id: Some("cust-1".into()), ..Scope::default() },
        Scope { category: Some("Payments".into()), ..Scope::default() },
        Scope { tier: Some(Tier::Platinum), ..Scope::default() },
        Scope { state: Some("CA".into()), ..Scope::default() },
    ] {
        for (tool, argument) in [("find_similar", "communicationId"), ("get_record", "id")] {
            let error = desk.within(scope.clone(), tool, json!({argument: "fee-00"})).await.unwrap_err();
            assert!(error.message.contains("limited to"), "{tool} {scope:?}: {error}");
        }
    }
    let fits = Scope { channel: Some("email".into()), ..Scope::default() };
    assert!(desk.within(fits, "get_record", json!({"id": "fee-00"})).await.is_ok());
}

async fn asked(desk: &Desk) {
    let out = desk.ok("ask_question", json!({"question": "What was doubled without notice?"})).await;
    let said = json!([{"text": "The monthly account fee was doubled without notice.", "from": "Sutter Mills",
        "source": out.sources[0].id}]);
    assert_eq!((&out.data["sentences"], out.sources[0].title.as_str()), (&said, "Sutter Mills"));
    assert_eq!(
        (&out.data["retrievedPassages"], &out.data["confidence"]),
        (&json!(1), &json!(1.0)),
        "form letters count once"
    );
    assert!(out.data.get("degraded").is_none(), "nothing was asked for that could not be done: {}", out.data);
    // Without the full model nothing can be put in order anew: the order stays and the result says so.
    let args = json!({"question": "What was doubled without notice?", "useReranking": true});
    let wished = desk.ok("ask_question", args).await;
    assert_eq!((&wished.data["degraded"], &wished.data["sentences"]), (&json!(true), &said));
    assert!(wished.data["method"].as_str().unwrap().ends_with("in search order (degraded)."));
    let error = desk.error("ask_question", json!({"question": "what is it?"})).await;
    assert!(error.message.contains("no words"), "{error}");
}

/// Errors name the problem and the nearest known name; no tool answers something else instead.
async fn refused(desk: &Desk) {
    let all: &[(&str, Value)] = &[
        ("analyze_trends", json!({})),
        ("assess_risk", json!({})),
        ("detect_issues", json!({})),
        ("detect_anomalies", json!({})),
        ("analyze_topics", json!({})),
        ("analyze_resolution_times", json!({})),
        ("analyze_cdd_cases", json!({})),
        ("analyze_channel_escalation", json!({})),
        ("find_similar", json!({"communicationId": "fee-00"})),
        ("ask_question", json!({"question": "doubled fee"})),
    ];
    for (tool, args) in all {
        let with = |name: &str, value: &str| {
            let mut args = args.clone();
            args[name] = json!(value);
            args
        };
        let error = desk.error(tool, with("timeRange", "2026-01-31 to 2026-01-01")).await;
        assert!(error.message.contains("ends"), "{tool}: {error}");
        let error = desk.error(tool, with("timeRange", "some day")).await;
        assert!(error.message.contains("Accepted"), "{tool}: {error}");
        let error = desk.error(tool, with("customerId", "Aldermoor Tectonics")).await;
        assert_eq!(error.instead(), Some("Aldermoor Textiles"), "{tool}: {error}");
        let error = desk.error(tool, with("category", "CDD Remedation of old")).await;
        assert!(
            error.message.starts_with("No category") && error.instead() == Some("CDD Remediation"),
            "{tool}: {error}"
        );
        let error = desk.error(tool, with("product", "mobile bankng app")).await;
        assert_eq!(error.instead(), Some("mobile-banking"), "{tool}: {error}");
    }
    let error = desk.error("analyze_channel_escalation", json!({"toChannel": "pigeon"})).await;
    assert!(error.message.contains("No toChannel \"pigeon\""), "{error}");
    for threshold in [0.0, -1.0] {
        let error = desk.error("detect_anomalies", json!({"threshold": threshold})).await;
        assert!(error.message.contains("above 0"), "{error}");
    }
    let error = desk.error("detect_anomalies", json!({"method": "guess"})).await;
    assert!(error.message.contains("method must be one of zscore, iqr"), "{error}");
}

#[tokio::test]
async fn the_analyses_on_sqlite() {
    story(&Db::open("sqlite::memory:").await.unwrap()).await;
}
