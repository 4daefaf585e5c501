//! Queries as models write them, flat: they give the same counts as in the query language, and errors say what would be
//! valid.

use serde_json::{Value, json};

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
    // Each column has a field of its own, with the stored value where it is another one.
    assert_eq!(data["groupFields"], json!(["customer", "year"]));
    for row in data["groups"].as_array().unwrap() {
        assert!(row["customer"].is_string() && row["customerId"].as_str().unwrap().starts_with("cust-"), "{row}");
        assert!(row["year"].as_str().is_some_and(|year| year.len() == 4) && row.get("yearId").is_none(), "{row}");
        assert!(row.get("label").is_none() && row.get("value").is_none(), "{row}");
    }

    // A part of a name is looked for in the names that people read, not in what they are stored under.
    let part = json!({"conditions": [{"column": "product", "op": "contains", "values": ["Mobile b"]}],
        "timeRange": "last 30 days"});
    let data = desk.ok("query_data", part).await.data;
    assert!(data["total"].as_i64().is_some_and(|n| n >= 412), "{data}");

    for (args, message, suggestion) in [
        (json!({"conditions": [{"column": "customer", "op": "contains", "values": ["zzz"]}]}), "has \"zzz\"", None),
        (json!({"dataset": "mails"}), "no dataset \"mails\"", None),
        (json!({"dataset": "casez"}), "There is: communications, cases, customers, documents.", Some("cases")),
        (json!({"groupBy": ["zodiac"]}), "numbers: sentiment_score", None),
        (json!({"groupBy": ["channel"], "pivot": true}), "two columns in groupBy", None),
        (
            json!({"groupBy": ["channel", "tier"], "pivot": true, "timeRange": "January 2026", "compareWith": "previous year"}),
            "A pivot shows one time",
            None,
        ),
        (json!({"groupBy": ["channel", "customer", "tier", "kind"]}), "Group by 3 at most", None),
        (json!({"dataset": "cases", "conditions": [{"of": "documents", "op": "none"}]}), "for customers", None),
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
        assert_eq!(error.instead(), suggestion, "{args}: {error}");
    }
}

/// The pairs of a table and the same as rows.
pub async fn tables(desk: &Desk) {
    let by = json!({"groupBy": ["customer", "month"], "timeRange": "all", "limit": 500});
    let rows = desk.ok("query_data", by.clone()).await.data;
    let mut pivot = by;
    pivot["pivot"] = true.into();
    let table = desk.ok("query_data", pivot).await.data;
    let columns: Vec<&str> = table["columns"].as_array().unwrap().iter().filter_map(Value::as_str).collect();
    assert!(columns.len() > 2 && table.get("groups").is_none(), "{table}");
    let (mut sum, mut zeros) = (0, 0);
    for row in table["rows"].as_array().unwrap() {
        let mut whole = 0;
        for month in &columns {
            let cell = row[*month].as_i64().unwrap_or_else(|| panic!("{row} has no {month}"));
            let pair = |r: &&Value| r["customerId"] == row["customerId"] && r["month"] == *month;
            let pair = rows["groups"].as_array().unwrap().iter().find(pair);
            assert_eq!(pair.map_or(0, |pair| pair["count"].as_i64().unwrap()), cell, "{row} {month}");
            whole += cell;
            zeros += i64::from(cell == 0);
        }
        assert_eq!(row["total"], whole);
        sum += whole;
    }
    assert_eq!((json!(sum), zeros > 0), (table["total"].clone(), true), "{table}");
    // What has no mean is no 0.
    let mean = json!({"groupBy": ["customer", "month"], "pivot": true, "measure": "avg", "column": "sentiment_score"});
    let table = desk.ok("query_data", mean).await.data;
    let cells =
        table["rows"].as_array().unwrap().iter().flat_map(|row| columns.iter().map(|month| row[*month].clone()));
    let cells: Vec<Value> = cells.collect();
    assert!(cells.contains(&Value::Null) && cells.iter().any(Value::is_number), "{table}");
    assert!(table["rows"].as_array().unwrap().iter().all(|row| row.get("total").is_none()), "means do not add up");
}

/// Words beside the fields: what only they say counts as well, and what both say differently is an error.
pub async fn words_and_fields(desk: &Desk) {
    let words = "How many complaints about the mobile app are there?";
    let both =
        json!({"dataset": "communications", "timeRange": "last 30 days", "groupBy": ["subcategory"], "query": words});
    let data = desk.ok("query_data", both).await.data;
    assert_eq!((&data["total"], &data["groupCount"]), (&json!(412), &json!(5)));
    let same = json!({"conditions": [{"column": "kind", "values": ["complaint"]}], "timeRange": "last 30 days", "query": words});
    assert_eq!(desk.ok("query_data", same).await.data["total"], 412);
    let none = json!({"dataset": "cases", "query": "zeppelins over Atlantis"});
    let out = desk.ok("query_data", none).await;
    assert_eq!(out.data["total"], desk.ok("query_data", json!({"dataset": "cases"})).await.data["total"]);
    assert!(out.summary.contains("were not used"), "{}", out.summary);
    for (args, why) in [
        (
            json!({"conditions": [{"column": "kind", "values": ["enquiry"]}], "query": words}),
            "kind is enquiry in the conditions",
        ),
        (
            json!({"timeRange": "December 2025", "query": "complaints in January 2026"}),
            "timeRange is \"December 2025\"",
        ),
        (json!({"dataset": "documents", "query": "How many cases are there?"}), "dataset is documents"),
    ] {
        let error = desk.error("query_data", args.clone()).await;
        assert!(error.message.contains("do not go together") && error.message.contains(why), "{args}: {error}");
    }
}

pub async fn wrong_arguments(desk: &Desk) {
    // A schema lists the values to give; other spellings of them are understood all the same.
    for args in [json!({"kind": "complaints"}), json!({"channel": "E-Mail"}), json!({"tier": "Platinum customers"})] {
        if let Err(error) = desk.call("get_category_breakdown", args.clone()).await {
            assert!(error.message.starts_with("No "), "{args}: {error}");
        }
    }
    assert!(desk.ok("get_category_breakdown", json!({"kind": "Complaints"})).await.data["total"].as_i64() > Some(0));
    for (args, message, suggestion) in [
        (json!({"product": "mobile bankng app"}), "No product", Some("mobile-banking")),
        (json!({"category": "Digital chanels everywhere"}), "No category", Some("Digital channels")),
        (json!({"channel": "pigeon"}), "No channel \"pigeon\"", None),
        (json!({"kind": "rant"}), "No kind", None),
        (json!({"tier": "golden"}), "No tier", Some("gold")),
        (json!({"state": "Bavaria"}), "No state", None),
        (json!({"tags": "student"}), "No tags", None),
        (json!({"companyResponse": "anything"}), "No companyResponse \"anything\": the data holds none", None),
        (json!({"timeRange": "some day"}), "Accepted: all, today", None),
        (json!({"timeRange": "March 2026 to January 2026"}), "ends", None),
        (json!({"groupBy": "colour"}), "No groupBy \"colour\". There is: category, subcategory", None),
        (json!({"colour": "red"}), "colour is not a parameter", None),
        (json!({"product": "'; DROP TABLE communications; --"}), "No product", None),
    ] {
        let error = desk.error("get_category_breakdown", args.clone()).await;
        assert!(error.message.contains(message), "{args}: {error}");
        assert_eq!(error.instead(), suggestion, "{args}: {error}");
    }
    let error = desk.error("get_daily_volumes", json!({})).await;
    assert!(error.message.contains("dataType is missing"), "{error}");
    assert_eq!(desk.ok("get_category_breakdown", json!({})).await.data["total"], 493, "nothing was dropped");
}
