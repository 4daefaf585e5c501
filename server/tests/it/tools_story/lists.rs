//! Lists of the records themselves.

use serde_json::{Value, json};

use super::Desk;

pub async fn story(desk: &Desk) {
    let column = |out: &model::run::ToolOutput, list: &str, name: &str| -> Vec<Value> {
        out.data[list].as_array().unwrap().iter().map(|row| row[name].clone()).collect()
    };
    // The list and the figure are of the same records.
    let all = desk.ok("list_cases", json!({"top": 50})).await;
    let counted = desk.ok("get_daily_volumes", json!({"dataType": "cases"})).await;
    assert_eq!((&all.data["total"], &all.data["listed"]), (&counted.data["total"], &counted.data["total"]));
    let opened = column(&all, "cases", "opened");
    assert!(opened.is_sorted_by(|a, b| a.as_str() >= b.as_str()), "newest first: {opened:?}");

    for name in ["customer", "tier", "priority", "title", "status"] {
        assert!(column(&all, "cases", name).iter().all(|value| !value.is_null()), "{name}: {}", all.data);
    }
    let open = desk.ok("list_cases", json!({"only": "unfinished"})).await;
    let statuses = column(&open, "cases", "status");
    let unfinished = |s: &Value| ["open", "in_progress", "pending"].contains(&s.as_str().unwrap());
    assert!(statuses.iter().all(unfinished), "{statuses:?}");
    let others = column(&all, "cases", "status").iter().filter(|s| unfinished(s)).count();
    assert_eq!(statuses.len(), others);

    // By priority and by owner; a name that none has is answered with those that there are.
    let high = desk.ok("list_cases", json!({"priority": "High", "top": 50})).await;
    let count = column(&all, "cases", "priority").iter().filter(|priority| *priority == "high").count();
    assert_eq!((&high.data["total"], count > 0), (&json!(count), true), "{}", high.summary);
    assert!(column(&high, "cases", "priority").iter().all(|priority| priority == "high"));
    let own = desk.ok("list_cases", json!({"assignedTo": "dana reyes", "only": "overdue", "top": 50})).await;
    let of_all = column(&desk.ok("list_cases", json!({"only": "overdue", "top": 50})).await, "cases", "assignedTo");
    let count = of_all.iter().filter(|owner| *owner == "Dana Reyes").count();
    assert_eq!(own.data["total"], count, "{}", own.summary);
    assert!(own.summary.contains("Dana Reyes"), "{}", own.summary);
    let own = desk.ok("list_cases", json!({"assignedTo": "Dana Reyes", "top": 50})).await;
    let owners = column(&own, "cases", "assignedTo");
    assert!(!owners.is_empty() && owners.iter().all(|owner| owner == "Dana Reyes"), "{owners:?}");
    let error = desk.error("list_cases", json!({"priority": "glacial"})).await;
    assert!(error.message.contains("critical"), "{error}");

    // Several records at once, each whole; what cannot be read is named beside them.
    let ids: Vec<Value> = column(&all, "cases", "id").into_iter().take(3).collect();
    let several = desk.ok("get_record", json!({"ids": ids})).await;
    assert!(column(&several, "records", "id") == ids && several.data.get("notRead").is_none(), "{}", several.data);
    for id in &ids {
        let alone = desk.ok("get_record", json!({"id": id})).await;
        assert!(several.data["records"].as_array().unwrap().contains(&alone.data), "{id} is whole");
    }
    let partly = desk.ok("get_record", json!({"ids": [ids[0], "case-none"]})).await;
    assert_eq!(partly.data["notRead"][0]["id"], "case-none");
    assert!(desk.error("get_record", json!({})).await.message.contains("ids"));
    let many: Vec<String> = (0..11).map(|n| format!("case-{n}")).collect();
    assert!(desk.error("get_record", json!({"ids": many})).await.message.contains("at most 10"));

    let args = json!({"product": "mobile app", "kind": "complaint", "timeRange": "last 30 days", "top": 7});
    let messages = desk.ok("list_communications", args).await;
    assert_eq!((&messages.data["total"], &messages.data["listed"]), (&json!(412), &json!(7)));
    assert!(messages.summary.contains("the first 7 are listed"), "{}", messages.summary);
    assert!(column(&messages, "communications", "kind").iter().all(|kind| kind == "complaint"));
    let worst = desk.ok("list_communications", json!({"sort": "most_negative", "top": 30})).await;
    let scores: Vec<f64> = column(&worst, "communications", "score").iter().filter_map(Value::as_f64).collect();
    assert!(scores.len() > 1 && scores.is_sorted(), "{scores:?}");
    let ids = column(&worst, "communications", "id");
    assert!(worst.sources.iter().map(|s| json!(s.id)).eq(ids.into_iter().take(10)), "each row is a record");
}
