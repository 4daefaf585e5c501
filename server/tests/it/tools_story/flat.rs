//! Queries as models write them, flat: they give the same counts as in the query language, and errors say what would be
//! valid.

use serde_json::json;

use super::Desk;

pub async fn story(desk: &Desk) {
    // 412 complaints about the app in thirty days, 140 of them about logging in.
    let complaints = json!([
        {"column": "kind", "values": ["complaint"]}, {"column": "product", "op": "in", "values": "mobile app"}]);
    let args = json!({"conditions": complaints, "timeRange": "last 30 days", "groupBy": ["subcategory"], "limit": 2});
    let data = desk.ok("query_data", args).await.data;
    assert_eq!((&data["total"], &data["groupCount"]), (&json!(412), &json!(5)));
    assert_eq!(data["groups"][0], json!({"label": "Login failures", "count": 140, "shareOfAll": 0.3398}));

    let share = json!({"timeRange": "January 2026", "compareWith": "December 2025",
        "shareOf": [{"column": "sentiment", "values": ["negative"]}]});
    let all = &desk.ok("query_data", share).await.data["all"];
    assert_eq!((&all["sharePercent"], &all["matchingCount"]), (&json!(98.1), &json!(414)));
    assert!(all["changeInPoints"].is_number() && all.get("change").is_none(), "{all}");

    let not = json!({"conditions": [{"column": "customerId", "not": true, "values": ["aldermoor textiles"]}],
        "timeRange": "all", "groupBy": ["customer", "yearly"], "minimum": 9, "sort": "smallest"});
    let data = desk.ok("query_data", not).await.data;
    assert_eq!((&data["total"], &data["groupBy"]), (&json!(20), &json!(["customer", "year"])));

    // A part of a name is looked for in the names that people read, not in what they are stored under.
    let part = json!({"conditions": [{"column": "product", "op": "contains", "values": ["Mobile b"]}],
        "timeRange": "last 30 days"});
    let data = desk.ok("query_data", part).await.data;
    assert!(data["total"].as_i64().is_some_and(|n| n >= 412), "{data}");

    for (args, message, suggestion) in [
        (json!({"conditions": [{"column": "customer", "op": "contains", "values": ["zzz"]}]}), "has \"zzz\"", None),
        (json!({"dataset": "mails"}), "no dataset \"mails\"", None),
        (json!({"measure": "total"}), "measure must be one of", None),
        (json!({"groupBy": ["produkt"]}), "There is: channel, kind", Some("product")),
        (json!({"conditions": [{"column": "priority", "values": ["high"]}]}), "cases have it", None),
        (json!({"conditions": [{"column": "kind", "operator": "is"}]}), "expected one of `column`", None),
        (json!({"conditions": [{"column": "kind", "op": "betwen", "values": ["a"]}]}), "No op", Some("between")),
        (json!({"groupby": ["kind"]}), "did you mean groupBy?", None),
        (json!({"typed": {"dataset": 3}}), "Invalid arguments", None),
        (json!({}), "Say what is counted", None),
    ] {
        let error = desk.error("query_data", args.clone()).await;
        assert!(error.message.contains(message), "{args}: {error}");
        assert_eq!(error.suggestion.as_deref(), suggestion, "{args}: {error}");
    }
}

pub async fn wrong_arguments(desk: &Desk) {
    for (args, message, suggestion) in [
        (json!({"product": "mobile bankng app"}), "No product", Some("mobile-banking")),
        (json!({"category": "Digital chanels everywhere"}), "No category", Some("Digital channels")),
        (json!({"channel": "pigeon"}), "No channel \"pigeon\"", None),
        (json!({"kind": "rant"}), "No kind", None),
        (json!({"tier": "golden"}), "No tier", Some("gold")),
        (json!({"state": "Bavaria"}), "No state", None),
        (json!({"tags": "student"}), "No tags", None),
        (json!({"companyResponse": "anything"}), "No companyResponse \"anything\": the data holds none", None),
        (json!({"timeRange": "next week"}), "Accepted: all, today", None),
        (json!({"timeRange": "March 2026 to January 2026"}), "ends", None),
        (json!({"groupBy": "colour"}), "groupBy must be one of", None),
        (json!({"colour": "red"}), "colour is not a parameter", None),
        (json!({"product": "'; DROP TABLE communications; --"}), "No product", None),
    ] {
        let error = desk.error("get_category_breakdown", args.clone()).await;
        assert!(error.message.contains(message), "{args}: {error}");
        assert_eq!(error.suggestion.as_deref(), suggestion, "{args}: {error}");
    }
    let error = desk.error("get_daily_volumes", json!({})).await;
    assert!(error.message.contains("dataType is missing"), "{error}");
    assert_eq!(desk.ok("get_category_breakdown", json!({})).await.data["total"], 493, "nothing was dropped");
}
