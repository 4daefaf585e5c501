//! One story through the tools of customer intelligence: their queries on either database, with known figures.

mod analyses;
mod careful;
mod clicks;
mod counted;
mod flat;
mod january;
mod lists;
mod one_figure;
mod panel;
mod questions;
mod real;
mod records;
pub mod screens;

use std::collections::HashSet;
use std::sync::Arc;

use model::answer::{Source, SourceKind};
use model::chart::Drawing;
use model::record::Channel;
use model::run::{Bubble, Scope, ToolOutput};
use model::time::DateRange;
use records::day;
use serde_json::{Value, json};
use server::search::Search;
use server::skills;
use server::store::{self, Db, write};
use server::tools::{Registry, ToolContext, ToolError};

/// The desk as a run sees it.
struct Desk {
    registry: Registry,
    db: Db,
    search: Arc<Search>,
}

impl Desk {
    /// A desk over the current contents of the database.
    async fn of(db: &Db) -> Self {
        let search = Arc::new(Search::open(None).unwrap());
        search.catch_up(db, |_, _| {}).await.unwrap();
        Self { registry: skills::all(), db: db.clone(), search }
    }

    async fn call(&self, tool: &str, args: Value) -> Result<ToolOutput, ToolError> {
        self.within(Scope::default(), tool, args).await
    }

    async fn within(&self, scope: Scope, tool: &str, args: Value) -> Result<ToolOutput, ToolError> {
        let tool = self.registry.get(tool)?;
        self.registry.check(tool, &args)?;
        let context = ToolContext {
            db: self.db.clone(),
            search: self.search.clone(),
            vocabulary: Default::default(),
            asker: "".into(),
            by_model: false,
            as_of: day("2026-01-31"),
            scope,
            cancel: Default::default(),
            call: None,
        };
        tool.run(context, args).await
    }

    async fn ok(&self, tool: &str, args: Value) -> ToolOutput {
        let output = self.call(tool, args.clone()).await.unwrap_or_else(|e| panic!("{tool} {args}: {e}"));
        assert!(!output.summary.is_empty() && output.data.get("summary").is_none(), "{tool}");
        self.excerpts_are_word_for_word(&output.sources).await;
        output
    }

    async fn excerpts_are_word_for_word(&self, sources: &[Source]) {
        for source in sources {
            assert!(source.excerpt.chars().count() <= 200);
            let text = match source.kind {
                SourceKind::Communication => {
                    let c = store::records::communication(&self.db, &source.id).await.unwrap();
                    let all = if c.body.trim().is_empty() { c.subject.as_deref().unwrap_or_default() } else { &c.body };
                    let told = source.start + source.excerpt.chars().count() + source.more;
                    assert_eq!(told, all.trim().chars().count(), "{}: what is left is counted to its end", source.id);
                    let after = all.trim().chars().nth(source.start + source.excerpt.chars().count());
                    assert!(after.is_none_or(char::is_whitespace), "{}: {}", source.id, source.excerpt);
                    format!("{} {}", c.subject.unwrap_or_default(), c.body)
                }
                SourceKind::Case => store::records::case(&self.db, &source.id).await.unwrap().description,
                SourceKind::Document => {
                    store::records::document(&self.db, &source.id).await.unwrap().chunks[0].text.clone()
                }
                SourceKind::Customer => store::records::customer(&self.db, &source.id).await.unwrap().name,
            };
            assert!(text.contains(&source.excerpt), "{}: {}", source.id, source.excerpt);
        }
    }

    async fn error(&self, tool: &str, args: Value) -> ToolError {
        self.call(tool, args.clone()).await.err().unwrap_or_else(|| panic!("{tool} {args} should fail"))
    }
}

pub use analyses::story as analyses;

/// The whole story, on an empty database of either kind.
pub async fn story(db: &Db) {
    write::store(db, &records::bank(), 0).await.unwrap();
    let desk = Desk::of(db).await;
    searching(&desk).await;
    customers(&desk).await;
    volumes(&desk).await;
    breakdowns(&desk).await;
    feelings(&desk).await;
    topics(&desk).await;
    deadlines(&desk).await;
    scopes(&desk).await;
    clicks::story(&desk).await;
    flat::story(&desk).await;
    flat::tables(&desk).await;
    flat::words_and_fields(&desk).await;
    flat::wrong_arguments(&desk).await;
    lists::story(&desk).await;
}

#[tokio::test]
async fn the_tools_on_sqlite() {
    story(&Db::open("sqlite::memory:").await.unwrap()).await;
}

async fn searching(desk: &Desk) {
    let out = desk.ok("search_knowledge_base", json!({"query": "mobile app complaints issues"})).await;
    assert_eq!(out.data["communicationsMatching"], 23);
    assert!(out.summary.starts_with("23 communications match every word"), "{}", out.summary);
    assert_eq!((out.sources.len(), out.sources[0].relevance), (5, Some(1.0)));
    assert_eq!(out.sources[0].title, "Aldermoor Textiles");
    let coverage = out.coverage.unwrap();
    assert_eq!((coverage.read, coverage.available), (5, 23));

    let args =
        json!({"query": "update of 15 January: how customers log in", "topK": 500, "timeRange": "15 January 2026"});
    let out = desk.ok("search_knowledge_base", args).await;
    assert!(out.sources.len() <= 50);
    assert_eq!((out.sources[0].kind, out.sources[0].id.as_str()), (SourceKind::Document, "doc-1"));
    assert!(out.sources.iter().all(|s| s.day == Some(day("2026-01-15"))));

    let args = json!({"query": "helpful", "customerId": "northgate foods", "kind": "feedback", "topK": 2});
    let out = desk.ok("search_knowledge_base", args).await;
    assert_eq!((out.data["communicationsMatching"].clone(), out.sources.len()), (json!(8), 2));
    // By what the index does not hold: of whom, on what, in which mood.
    for (filter, column) in [("tier", "platinum"), ("sentiment", "negative"), ("subcategory", "Login failures")] {
        let all = desk.ok("search_knowledge_base", json!({"query": "app", "topK": 50, filter: column})).await;
        assert!(!all.sources.is_empty() && all.sources.iter().all(|s| s.kind == SourceKind::Communication), "{filter}");
        let ids: Vec<&str> = all.sources.iter().map(|s| s.id.as_str()).collect();
        let test = json!({"is": {"column": "@id", "values": ids}});
        let counted = desk.ok("get_category_breakdown", json!({"where": test, filter: column})).await;
        assert_eq!(counted.data["total"], ids.len(), "{filter}: {ids:?}");
    }
    let out = desk.ok("search_knowledge_base", json!({"query": "zeppelin"})).await;
    assert!(out.summary.starts_with("Nothing matches") && out.sources.is_empty());
    for (domain, kind) in [("documents", "document"), ("communications", "communication")] {
        let args = json!({"query": "app update", "domain": domain, "rerank": true});
        let out = desk.ok("search_knowledge_base", args).await;
        let (found, sources) = (out.data["results"].as_array().unwrap(), &out.sources);
        assert!(!sources.is_empty() && sources.iter().all(|s| s.kind.as_str() == kind), "{domain}: {sources:?}");
        assert!(found.iter().map(|r| &r["id"]).eq(sources.iter().map(|s| &s.id)), "{domain}: {found:?}");
        // There is no embedding model here.
        assert!(out.data["method"].as_str().unwrap().contains("Reranking failed"), "{}", out.data);
    }
    for args in [json!({"denseWeight": 1.5}), json!({"denseWeight": 0, "sparseWeight": 0})] {
        let mut args = args;
        args["query"] = "app".into();
        assert!(desk.error("search_knowledge_base", args).await.message.to_lowercase().contains("weight"));
    }
    let error = desk.error("search_knowledge_base", json!({"query": "what is it"})).await;
    assert!(error.message.contains("no words"), "{error}");
}

async fn customers(desk: &Desk) {
    let by_name = desk.ok("get_customer_info", json!({"customerId": "aldermoor"})).await;
    let by_id = desk.ok("get_customer_info", json!({"customerId": "cust-1"})).await;
    assert_eq!(by_name, by_id);
    assert_eq!(by_id.data["customerName"], "Aldermoor Textiles");
    assert_eq!(by_id.data["totalCommunications"], 412 + 60 + 1);
    assert_eq!(by_id.data["totalCases"], 5);
    let recent = by_id.data["recentCommunications"].as_array().unwrap();
    assert_eq!((recent.len(), &recent[0]["date"]), (5, &json!("2026-01-31")));
    assert_eq!(by_id.coverage.unwrap().read, 10);
    assert!(by_id.summary.starts_with("Aldermoor Textiles is a platinum corporate customer since 1 March 2019"));

    let error = desk.error("get_customer_info", json!({"customerId": "Aldermoor Tectonics"})).await;
    assert_eq!(error.instead(), Some("Aldermoor Textiles"), "{error}");
    assert!(error.message.starts_with("Customer not found or no communications"));
    let error = desk.error("get_customer_info", json!({"customerId": "Northgate"})).await;
    assert!(error.message.contains("Northgate Foods, Northgate Shipping"), "{error}");
}

async fn volumes(desk: &Desk) {
    let args = json!({"dataType": "communications", "kind": "complaint", "product": "mobile app", "timeRange": "last 30 days"});
    let out = desk.ok("get_daily_volumes", args).await;
    assert_eq!((out.data["total"].clone(), out.data["avgPerDay"].clone()), (json!(412), json!(13.73)));
    assert_eq!(out.data["timeRange"]["label"], "2 to 31 January 2026");
    assert_eq!(out.data["daily"].as_array().unwrap().len(), 30);
    let peak = &out.data["peak"];
    assert_eq!((peak["date"].clone(), peak["count"].clone()), (json!("2026-01-16"), json!(80 + 55 + 31 + 3 * 2 + 2)));
    assert!(out.charts[0].finding.starts_with("Peak on 16 January 2026: 174 complaints"), "{}", out.charts[0].finding);
    // Those of the peak, beside the firm's documents around the start of the rise.
    let messages: Vec<_> = out.sources.iter().filter(|s| s.kind == SourceKind::Communication).collect();
    assert!(messages.iter().all(|s| s.day == Some(day("2026-01-16"))) && messages.len() == 3);

    // Days without a record count: 9 cases from 5 to 13 January, over 31 days.
    let out = desk.ok("get_daily_volumes", json!({"dataType": "cases", "timeRange": "January 2026"})).await;
    assert_eq!((out.data["total"].clone(), out.data["days"].clone()), (json!(9), json!(31)));
    assert_eq!(out.data["avgPerDay"], 0.29);
    assert_eq!(out.data["daily"][0], json!({"date": "2026-01-01", "count": 0}));
    assert_eq!(out.data["trend"]["direction"], "stable");
    assert_eq!(out.sources[0].kind, SourceKind::Case);

    // Over many years, days without records are left out and months are drawn.
    let out = desk.ok("get_daily_volumes", json!({"dataType": "communications"})).await;
    assert_eq!(out.data["timeRange"]["from"], "2014-11-01");
    assert_eq!(out.data["monthly"][0], json!({"month": "2014-11-01", "count": 12}));
    let Drawing::Days { points, .. } = &out.charts[0].drawing else { panic!("{:?}", out.charts) };
    assert_eq!(points.len(), 4);

    let out = desk.ok("get_daily_volumes", json!({"dataType": "cases", "timeRange": "2013"})).await;
    assert_eq!((out.data["total"].clone(), out.data["peak"].clone()), (json!(0), Value::Null));
    let from_mail = json!({"dataType": "cases", "channel": "email"});
    assert_eq!(desk.ok("get_daily_volumes", from_mail).await.data["total"], 0, "no case was opened from an email");
}

async fn breakdowns(desk: &Desk) {
    let out = desk.ok("get_category_breakdown", json!({"timeRange": "last 30 days"})).await;
    assert_eq!(out.data["total"], 420);
    let first = &out.data["byCategory"][0];
    assert_eq!((first["category"].clone(), first["count"].clone()), (json!("Digital channels"), json!(386)));
    assert_eq!(first["subcategories"][0], json!({"subcategory": "Login failures", "count": 140, "share": 0.3627}));
    assert_eq!(
        out.data["byCategory"][1],
        json!({"category": "no category", "count": 26, "share": 0.0619, "subcategories": []})
    );

    let november =
        json!({"product": "mortgages", "kind": "complaints", "timeRange": "in November 2014", "groupBy": "state"});
    let out = desk.ok("get_category_breakdown", november).await;
    assert_eq!(out.data["total"], 12);
    assert_eq!(out.data["groups"][0], json!({"value": "CA", "label": "California", "count": 7, "share": 0.5833}));
    assert!(
        out.summary.starts_with("12 complaints about Mortgage (1 to 30 November 2014) by state: California 58% (7)"),
        "{}",
        out.summary
    );
    assert_eq!(out.sources[0].excerpt, "Loan servicing", "without a text the subject is quoted");

    for (group_by, groups, first, count) in [
        ("category", 4, "Digital channels", 447),
        ("subcategory", 7, "Login failures", 200),
        ("product", 2, "Mobile banking", 473),
        ("customer", 3, "Aldermoor Textiles", 473),
        ("channel", 3, "email", 473),
        ("kind", 2, "complaint", 485),
        ("tier", 3, "platinum", 473),
        ("sentiment", 4, "negative", 473),
        ("status", 1, "open", 493),
        ("sub_product", 2, "no sub-product", 481),
        ("company_response", 1, "no response of the company", 493),
        ("tags", 2, "no tag", 491),
        ("month", 4, "November 2014", 12),
    ] {
        let out = desk.ok("get_category_breakdown", json!({"groupBy": group_by})).await;
        let list = if group_by == "category" { "byCategory" } else { "groups" };
        let label = if group_by == "category" { "category" } else { "label" };
        assert_eq!(out.data["groupCount"], groups, "{group_by}: {}", out.data);
        assert_eq!(
            (out.data[list][0][label].clone(), out.data[list][0]["count"].clone()),
            (json!(first), json!(count)),
            "{group_by}"
        );
    }
    let all = json!({"state": "California", "tags": "older americans", "subProduct": "fha mortgage"});
    assert_eq!(desk.ok("get_category_breakdown", all).await.data["total"], 2);
    let out = desk.ok("get_category_breakdown", json!({"groupBy": "subcategory", "top": 1})).await;
    assert_eq!((out.data["groups"].as_array().unwrap().len(), out.data["other"]["count"].clone()), (1, json!(293)));
    let cases = json!({"dataType": "cases", "tier": "gold"});
    assert_eq!(desk.ok("get_category_breakdown", cases).await.data["total"], 4);
    let error = desk.error("get_category_breakdown", json!({"dataType": "cases", "groupBy": "channel"})).await;
    assert!(error.message.contains("Cases have no channel"), "{error}");
}

async fn feelings(desk: &Desk) {
    let out = desk.ok("analyze_sentiment", json!({"timeRange": "January 2026"})).await;
    assert_eq!(out.data["sentimentBreakdown"], json!({"positive": 6, "neutral": 2, "negative": 414}));
    // 414 × -0.5 + 6 × 0.75 over 422.
    assert_eq!(out.data["averageScore"], -0.48);
    assert!((1..=3).contains(&out.data["insights"].as_array().unwrap().len()), "{}", out.data["insights"]);
    assert!(out.data["method"].as_str().unwrap().len() > 20);
    let Drawing::Parts { parts, .. } = &out.charts[0].drawing else { panic!() };
    assert_eq!(parts.iter().map(|p| p.value).sum::<f64>(), 422.0);

    let out = desk.ok("analyze_sentiment", json!({"query": "very helpful", "product": "mortgage"})).await;
    assert_eq!(out.data["sentimentBreakdown"], json!({"positive": 6, "neutral": 2, "negative": 0}));
    assert_eq!(out.data["averageScore"], 0.56);
    let out = desk.ok("analyze_sentiment", json!({"timeRange": "2014"})).await;
    assert_eq!((out.data["averageScore"].clone(), out.data["notJudged"].clone()), (Value::Null, json!(12)));
    assert!(out.summary.contains("none has a text to judge"), "{}", out.summary);
}

async fn topics(desk: &Desk) {
    let args = json!({"kind": "complaint", "product": "mobile-banking", "timeRange": "last 30 days"});
    let out = desk.ok("analyze_topics", args).await;
    assert_eq!(out.data["total"], 412);
    assert_eq!(
        out.summary,
        "412 complaints about Mobile banking (2 to 31 January 2026): Login failures 34% (140), Crashes 28% (115), Slow \
         performance 22% (91)."
    );
    let top = out.data["topTopics"].as_array().unwrap();
    let figures: Vec<_> =
        top.iter().map(|t| (t["topic"].as_str().unwrap(), t["count"].as_i64(), t["share"].as_f64())).collect();
    assert_eq!(
        figures[..3],
        [
            ("Login failures", Some(140), Some(0.3398)),
            ("Crashes", Some(115), Some(0.2791)),
            ("Slow performance", Some(91), Some(0.2209))
        ]
    );
    let listed: i64 = top[..3].iter().filter_map(|t| t["count"].as_i64()).sum();
    assert_eq!(412 - listed, 66);
    assert_eq!((top[0]["previousCount"].clone(), top[0]["changePercent"].clone()), (json!(60), json!(133)));
    assert_eq!((top[0]["meanSentiment"].clone(), top[0]["exampleIds"].as_array().unwrap().len()), (json!(-0.5), 3));
    // 300 of the 412 texts are read, spread over the days; 26 of all speak of it.
    let theme = out.data["themes"].as_array().unwrap().iter().find(|t| t["theme"] == "direct debit").unwrap();
    assert!((15..=26).contains(&theme["texts"].as_i64().unwrap()), "{theme}");
    assert_eq!((out.data["textsRead"].clone(), out.data["textsAvailable"].clone()), (json!(300), json!(412)));
    assert_eq!(out.data["unlabelled"], 26);
    let messages = out.sources.iter().filter(|s| s.kind == SourceKind::Communication);
    let ids: HashSet<_> = messages.map(|s| &s.id).collect();
    assert_eq!(ids.len(), 6, "two examples of each of the three largest");

    // The data begins in November 2014: there is nothing before to compare with.
    let out = desk.ok("analyze_topics", json!({"timeRange": "November 2014"})).await;
    assert_eq!(
        (out.data["previousPeriod"].clone(), out.data["topTopics"][0]["changePercent"].clone()),
        (Value::Null, Value::Null)
    );
    let out = desk.ok("analyze_topics", json!({"timeRange": "2013", "top": 0})).await;
    assert_eq!((out.data["total"].clone(), out.sources.len()), (json!(0), 0));
}

async fn deadlines(desk: &Desk) {
    let out = desk.ok("analyze_sla_compliance", json!({"timeRange": "this month"})).await;
    let data = &out.data;
    assert_eq!(
        (data["totalCases"].clone(), data["breachedCount"].clone(), data["compliantCount"].clone()),
        (json!(9), json!(4), json!(5))
    );
    assert_eq!(data["breachRate"], "44%");
    assert_eq!(data["byCategory"][0]["category"], "Payments");
    assert_eq!(
        (data["byCategory"][0]["total"].clone(), data["byCategory"][0]["breached"].clone()),
        (json!(6), json!(3))
    );
    assert!(out.sources.iter().all(|s| ["case-0", "case-1", "case-2", "case-8"].contains(&s.id.as_str())));
    let out = desk.ok("analyze_sla_compliance", json!({"category": "cdd"})).await;
    assert_eq!((out.data["totalCases"].clone(), out.data["breachRate"].clone()), (json!(3), json!("33%")));
    let out = desk.ok("analyze_sla_compliance", json!({"timeRange": "2013"})).await;
    assert_eq!((out.data["totalCases"].clone(), out.data["breachRate"].clone()), (json!(0), json!("N/A")));
}

async fn scopes(desk: &Desk) {
    let total = async |scope: Scope, args: Value| {
        desk.within(scope, "get_category_breakdown", args).await.map(|o| o.data["total"].as_i64().unwrap())
    };
    let scope = Scope { customer_id: Some("cust-2".into()), ..Scope::default() };
    assert_eq!(total(scope.clone(), json!({})).await, Ok(8));
    assert_eq!(total(scope.clone(), json!({"customerId": "Northgate Foods"})).await, Ok(8));
    assert_eq!(total(scope.clone(), json!({"product": "mobile-banking"})).await, Ok(0));
    let error = total(scope.clone(), json!({"customerId": "cust-1"})).await.unwrap_err();
    assert!(error.message.contains("limited to customer \"cust-2\""), "{error}");
    let error = desk.within(scope.clone(), "get_customer_info", json!({"customerId": "cust-1"})).await.unwrap_err();
    assert!(error.message.contains("outside"), "{error}");
    let query = json!({"query": "log in update helpful", "topK": 50});
    let found = desk.within(scope, "search_knowledge_base", query).await.unwrap();
    assert!(!found.sources.is_empty() && found.sources.iter().all(|s| s.title == "Northgate Foods"));

    let scope =
        Scope { product: Some("mortgage".into()), channel: Some(Channel::Phone.to_string()), ..Scope::default() };
    assert_eq!(total(scope.clone(), json!({})).await, Ok(8));
    assert!(total(scope.clone(), json!({"channel": "web"})).await.is_err());
    assert!(total(scope, json!({"product": "mobile app"})).await.is_err());

    let window = DateRange::new(day("2014-11-01"), day("2014-11-30"));
    let bubble = Bubble::spanning(day("2026-01-15"), day("2026-01-15"));
    let scope = Scope { time_window: Some(window), selected_bubble: Some(bubble.clone()), ..Scope::default() };
    assert_eq!(total(scope.clone(), json!({})).await, Ok(12), "the window holds without an argument");
    assert_eq!(total(scope, json!({"timeRange": "last 30 days"})).await, Ok(420), "an argument may look beyond it");
    let scope = Scope { selected_bubble: Some(bubble), ..Scope::default() };
    assert_eq!(total(scope, json!({})).await, Ok(493), "a bubble does not bound");
}
