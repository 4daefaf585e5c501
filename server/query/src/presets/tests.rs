//! Columns against SQL: both engines return the same for every query.

use std::time::Duration;

use chrono::NaiveDate;
use model::analysis::Stage;
use model::record::*;
use model::run::Scope;
use model::time::DateRange;
use proptest::prelude::*;
use proptest::test_runner::TestRunner;

use super::groups::{groups, name};
use super::*;
use crate::ast::{Dataset, Op};
use crate::catalog::{Column, ColumnExpr, ColumnType};
use crate::check::{Checked, GroupKey, Predicate, Scalar};
use crate::subset::{Subset, is};
use crate::{listing, run};
use serde_json::json;
use store::analytics::{Attribute, Data, Order, bounded, sla, stage};
use store::write::{self, Batch};
use store::{Db, changes, columns};

const CATEGORIES: [Option<&str>; 4] = [None, Some(""), Some("Fees"), Some("Mobile app")];
const TOPICS: [Option<&str>; 4] = [None, Some(""), Some("Login failures"), Some("Crashes")];

/// An archive field that the columns load when a query asks for it.
const RATING: &str = "rating";

fn communication(n: usize) -> Communication {
    let pick = |k: usize, of: usize| ((n * 2_654_435_761) >> k) % of;
    let day: NaiveDate = "2025-12-20".parse().unwrap();
    let day = day + chrono::Days::new(pick(3, 50) as u64);
    let feeling = [None, Some(Sentiment::Negative), Some(Sentiment::Neutral), Some(Sentiment::Positive)][pick(5, 4)];
    Communication {
        id: format!("m{n:04}"),
        customer_id: format!("c{}", pick(7, 5)),
        case_id: (pick(16, 3) > 0).then(|| format!("k{:03}", pick(17, 120))),
        channel: [Channel::Email, Channel::Phone, Channel::Chat][pick(9, 3)],
        chat_mode: [None, Some(ChatMode::Chatbot), Some(ChatMode::HumanAgent)][pick(14, 3)],
        escalated_from: [None, Some(EscalatedFrom::Chatbot), Some(EscalatedFrom::Email)][pick(15, 3)],
        status: [CommunicationStatus::Open, CommunicationStatus::Resolved, CommunicationStatus::Escalated][pick(11, 3)],
        kind: [Kind::Complaint, Kind::Enquiry][pick(2, 2)],
        category: CATEGORIES[pick(4, 4)].map(Into::into),
        subcategory: TOPICS[pick(6, 4)].map(Into::into),
        product: [None, Some("mortgage".to_owned()), Some("payments".to_owned())][pick(8, 3)].clone(),
        sentiment: feeling,
        sentiment_score: feeling.map(|_| pick(10, 9) as f64 / 4.0 - 1.0),
        subject: None,
        body: if pick(12, 3) == 0 { String::new() } else { "Hello.".into() },
        at: model::time::noon(day) + pick(1, 7) as i64,
        day,
        attributes: match pick(13, 5) {
            0 => Attributes::new(),
            1 => [("state".into(), "TX".into())].into(),
            // No value, as in SQL.
            2 => [(RATING.into(), String::new())].into(),
            rating => [("state".into(), "TX".into()), (RATING.into(), rating.to_string())].into(),
        },
        source: "test".into(),
    }
}

fn case(n: usize) -> Case {
    let pick = |k: usize, of: usize| ((n * 2_654_435_761) >> k) % of;
    let communication = communication(n * 7);
    let created = communication.at;
    Case {
        id: format!("k{n:03}"),
        customer_id: communication.customer_id,
        category: communication.category,
        subcategory: communication.subcategory,
        product: communication.product,
        status: [CaseStatus::Open, CaseStatus::Pending, CaseStatus::Resolved, CaseStatus::Closed][pick(11, 4)],
        priority: Priority::Low,
        created_at: created,
        updated_at: created,
        // Some before the opening, as wrong dates are.
        resolved_at: [None, Some(created + 3_600_000 * pick(13, 90) as i64 - 3_600_000)][pick(12, 2)],
        day: communication.day,
        sla_deadline: [None, Some(created + 86_400_000 * pick(14, 9) as i64)][pick(9, 2)],
        sla_breached: pick(15, 5) == 0,
        sla_told: pick(10, 4) == 0,
        attributes: communication.attributes,
        source: "test".into(),
        ..Case::default()
    }
}

fn customer(n: usize) -> Customer {
    Customer {
        id: format!("c{n}"),
        name: format!("Customer {n}"),
        tier: [Tier::Gold, Tier::Silver][n % 2],
        segment: "corporate".into(),
        source: "test".into(),
        ..Customer::default()
    }
}

fn subsets() -> impl Strategy<Value = Subset> {
    let day = |n: u64| NaiveDate::from_ymd_opt(2025, 12, 10).unwrap() + chrono::Days::new(n);
    let name = |list: &'static [&'static str]| prop::option::weighted(0.2, prop::sample::select(list));
    let labels = (name(&["Fees", "Nothing"]), name(&["Crashes"]), name(&["Crashes", "Fees", ""]));
    let who = (name(&["c1", "c4", "c9"]), name(&["mortgage", "x"]), name(&["open"]), prop::option::of(0..2usize));
    let how = (
        prop::option::of(0..4usize),
        prop::option::of(0..4usize),
        prop::option::of(0..4usize),
        any::<bool>(),
        0..20usize,
    );
    let range = (prop::option::of(0..70u64), prop::option::of(0..70u64));
    (labels, who, how, range).prop_map(move |((category, subcategory, topic), who, how, (from, to))| Subset {
        range: DateRange { from: from.map(day), to: to.map(day) },
        scope: Scope {
            category: category.map(Into::into),
            topic: topic.map(Into::into),
            customer_id: who.0.map(Into::into),
            product: who.1.map(Into::into),
            status: who.2.map(Into::into),
            tier: who.3.map(|n| [Tier::Gold, Tier::Platinum][n]),
            channel: how.0.and_then(|n| ["email", "chat"].get(n).map(|name| (*name).to_owned())),
            kind: how.1.and_then(|n| [Kind::Complaint].get(n).copied()),
            sentiment: how.2.and_then(|n| [Sentiment::Negative].get(n).copied()),
            selected_items: if how.4 % 5 == 4 { vec!["Crashes".into(), "Fees".into()] } else { Vec::new() },
            journey_stage: Stage::ALL.get(how.4).copied(),
            state: (!how.3).then(|| "TX".to_owned()),
            ..Scope::default()
        },
        tests: subcategory.map(|name| is("subcategory", &[name])).into_iter().collect(),
        as_of: NaiveDate::from_ymd_opt(2026, 1, 20).unwrap(),
    })
}

const BY: [GroupBy; 12] = [
    GroupBy::Category,
    GroupBy::Topic,
    GroupBy::Product,
    GroupBy::Customer,
    GroupBy::Tier,
    GroupBy::Status,
    GroupBy::Month,
    GroupBy::Day,
    GroupBy::Channel,
    GroupBy::Kind,
    GroupBy::Sentiment,
    GroupBy::Attribute(Attribute::State),
];

/// Every preset, as comparable text.
async fn told(db: &Db, subset: &Subset, by: GroupBy, order: Order) -> Vec<String> {
    let (data, cases) = (Data::Communications, Data::Cases);
    let of_cases = if by.of_communications_only() { GroupBy::FirstChannel } else { by };
    let late = subset.with(|scope| scope.breached = Some(order == Order::Latest));
    let some = subset.and(is("escalated_from", &["email"]));
    let rounded = |number: f64| (number * 1e6).round() / 1e6;
    let round = |f: SentimentCounts| SentimentCounts { score_sum: rounded(f.score_sum), ..f };
    let sorted = |mut lines: Vec<String>| {
        lines.sort();
        lines.join("\n")
    };
    let times = async |by: Option<GroupBy>| {
        let rows = resolutions(db, subset, by).await.unwrap();
        let figures = |r: &Resolution| [r.mean, r.shortest, r.longest, r.median, r.ninth].map(rounded);
        rows.iter()
            .map(|r| format!("{:?} {} {} {} {:?}", r.value, r.cases, r.wrong, r.all, figures(r)))
            .collect::<Vec<_>>()
    };
    let stages = stages(db, subset).await.unwrap().into_iter();
    let stages = stages.map(|s| format!("{:?} {} {:?}", s.product, s.stage, round(s.feeling))).collect();
    let topics = ["Crashes", "Nowhere", "Login failures", "Fees"].map(String::from);
    let listed = if order == Order::Latest { Order::Longest } else { Order::Latest };
    vec![
        format!("{:?}", listing::ids(db, data, &some, Order::Latest, 4).await.unwrap()),
        format!("{:?}", count(db, cases, &late).await.unwrap()),
        format!("{:?}", extent(db, cases, subset).await.unwrap()),
        format!("{:?}", by_day(db, cases, subset).await.unwrap()),
        format!("{:?}", by_group(db, cases, &late, of_cases).await.unwrap()),
        format!("{:?}", by_columns(db, cases, subset, ["category", "subcategory"]).await.unwrap()),
        format!("{:?}", sla(db, subset, of_cases).await.unwrap()),
        format!("{:?}", times(Some(of_cases)).await),
        format!("{:?}", times(None).await),
        format!("{:?}", standing(db, &late).await.unwrap()),
        format!("{:?}", listing::ids(db, cases, subset, listed, 5).await.unwrap()),
        format!("{:?}", listing::ids(db, cases, &subset.and(overdue()), Order::Deadline, 5).await.unwrap()),
        format!("{:?}", problems(db, subset).await.unwrap()),
        format!("{:?}", by_columns(db, data, &some, ["escalated_from", "channel", "chat_mode"]).await.unwrap()),
        sorted(stages),
        format!("{:?}", open_changes(db, subset).await.unwrap()),
        format!("{:?}", by_columns(db, data, subset, ["channel", "chat_mode"]).await.unwrap()),
        format!("{:?}", feeling_bands(db, subset).await.unwrap()),
        format!("{:?}", listing::sample(db, subset, subset.range, 20).await.unwrap()),
        format!("{:?}", listing::latest_scores(db, subset, 9).await.unwrap()),
        format!("{:?}", count(db, data, subset).await.unwrap()),
        format!("{:?}", extent(db, data, subset).await.unwrap()),
        format!("{:?}", by_day(db, data, subset).await.unwrap()),
        format!("{:?}", by_day(db, data, &rated(subset)).await.unwrap()),
        format!("{:?}", by_rating(db, data, subset).await),
        format!("{:?}", by_rating(db, data, &subset.and(rated_three())).await),
        format!("{:?}", by_group(db, data, subset, by).await.unwrap()),
        format!("{:?}", by_columns(db, data, subset, ["category", "subcategory"]).await.unwrap()),
        format!("{:?}", feeling_by(db, subset, by).await.unwrap().into_iter().map(round).collect::<Vec<_>>()),
        format!("{:?}", listing::ids(db, data, subset, order, 7).await.unwrap()),
        format!("{:?}", listing::ids_of_topics(db, subset, order, 3, &topics).await.unwrap()),
    ]
}

fn rating() -> Column {
    Column::at(ColumnExpr::Attribute(RATING.to_owned()), ColumnType::Category)
}

fn rated_three() -> Predicate {
    Predicate::Is { column: rating(), op: Op::Is, values: vec![Scalar::Text("3".to_owned())] }
}

/// Numbers by rating, in the order of the ratings.
async fn by_rating(db: &Db, data: Data, subset: &Subset) -> Vec<(Option<String>, i64)> {
    let lines = groups(db, data, subset, vec![GroupKey::Column(rating())], Vec::new()).await.unwrap();
    let mut groups: Vec<_> = lines.iter().map(|line| (name(line, 0), line.count as i64)).collect();
    groups.sort_unstable();
    groups
}

/// Communications with a rating.
fn rated(subset: &Subset) -> Subset {
    subset.carrying(Data::Communications, &[RATING.to_owned()])
}

#[test]
fn columns_and_sql_tell_the_same() {
    let runtime = tokio::runtime::Runtime::new().unwrap();
    let (plain, quick) = runtime.block_on(async {
        let folder = tempfile::tempdir().unwrap().keep();
        let url = format!("sqlite://{}", folder.join("columns.db").display());
        let plain = Db::open(&url).await.unwrap();
        let whole = Batch {
            customers: (0..5).map(customer).collect(),
            communications: (0..400).map(communication).collect(),
            cases: (0..100).map(case).collect(),
            ..Batch::default()
        };
        write::store(&plain, &whole, 0).await.unwrap();
        let quick = Db::open(&url).await.unwrap();
        columns::load(&quick, 0).await.unwrap();
        let query = rated(&Subset::default()).checked(Data::Communications, Vec::new(), Vec::new()).scoped();
        while crate::columns::asked(&quick, &query).is_none() {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
        // Later changes are included too: changed, new and deleted ones, and a customer with another tier.
        let moved = |n: usize| Communication { id: format!("m{n:04}"), ..communication(n + 7) };
        let later = Batch {
            customers: vec![Customer { tier: Tier::Platinum, ..customer(1) }],
            communications: (380..420).map(moved).collect(),
            cases: (90..110).map(|n| Case { id: format!("k{n:03}"), ..case(n + 3) }).collect(),
            ..Batch::default()
        };
        write::store(&plain, &later, 0).await.unwrap();
        changes::delete_communication(&plain, "m0003").await.unwrap();
        columns::load(&quick, 0).await.unwrap();
        (plain, quick)
    });
    let orders = prop::sample::select(vec![Order::Latest, Order::Newest, Order::MostNegative]);
    let cases = (subsets(), prop::sample::select(BY.to_vec()), orders);
    let config = ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(300) };
    let run = TestRunner::new(config).run(&cases, |(subset, by, order)| {
        let (want, got) = runtime.block_on(async {
            let query = rated(&subset).checked(Data::Communications, Vec::new(), Vec::new());
            let wanted = crate::columns::asked(&quick, &query.scoped()).expect("a question that columns can tell");
            assert!(columns::lines(&quick, wanted).await.unwrap().is_some(), "no columns");
            (told(&plain, &subset, by, order).await, told(&quick, &subset, by, order).await)
        });
        prop_assert_eq!(want, got);
        Ok(())
    });
    run.unwrap();
}

/// What a scope means on communications, cases and customers, in plain SQL.
#[tokio::test]
async fn a_scope_limits_each_dataset_by_what_it_has() {
    let folder = tempfile::tempdir().unwrap();
    let db = Db::open(&format!("sqlite://{}", folder.path().join("scope.db").display())).await.unwrap();
    let document = |(id, product): (&str, &str)| Document {
        id: id.into(),
        kind: DocumentKind::Policy,
        title: id.into(),
        product: Some(product.into()),
        day: NaiveDate::default(),
        source: "test".into(),
        chunks: Vec::new(),
    };
    let whole = Batch {
        customers: (0..5).map(customer).collect(),
        communications: (0..400).map(communication).collect(),
        cases: (0..100).map(case).collect(),
        documents: [("d1", "mortgage"), ("d2", "payments"), ("d3", "mortgage")].map(document).to_vec(),
        ..Batch::default()
    };
    write::store(&db, &whole, 0).await.unwrap();
    let as_of = NaiveDate::from_ymd_opt(2026, 1, 20).unwrap();
    let opened =
        |says: &str| format!("t.id IN (SELECT case_id FROM communications m WHERE {})", says.replace("t.", "m."));
    let wrote =
        |says: &str| format!("t.id IN (SELECT customer_id FROM communications m WHERE {})", says.replace("t.", "m."));
    let of_customer = |says: &str, own: &str| [says.to_owned(), says.to_owned(), own.to_owned()];
    let of_both = |says: &str| of_customer(says, &wrote(says));
    let of_message = |says: &str| [says.to_owned(), opened(says), wrote(says)];
    let topic = "COALESCE(NULLIF(t.subcategory, ''), NULLIF(t.category, ''))";
    let late = format!("{} AND {}", sla::KNOWN, sla::breached(as_of));
    let negative = "t.channel = 'email' AND t.kind = 'complaint' AND t.sentiment = 'negative'";
    let by_mail = "t.product = 'mortgage' AND t.channel = 'email'";
    let scopes = [
        (json!({ "customerId": "c1" }), of_customer("t.customer_id = 'c1'", "t.id = 'c1'")),
        (
            json!({ "tier": "gold" }),
            of_customer("t.customer_id IN (SELECT id FROM customers WHERE tier = 'gold')", "t.tier = 'gold'"),
        ),
        (json!({ "product": "mortgage" }), of_both("t.product = 'mortgage'")),
        (json!({ "category": "Fees" }), of_both("t.category = 'Fees'")),
        (json!({ "status": "resolved" }), of_both("t.status = 'resolved'")),
        (json!({ "state": "TX" }), of_both("t.attributes->>'state' = 'TX'")),
        (json!({ "topic": "Crashes" }), of_both(&format!("{topic} = 'Crashes'"))),
        (json!({ "topic": "" }), of_both(&format!("{topic} IS NULL"))),
        (json!({ "selectedItems": ["Crashes", "Fees"] }), of_both(&format!("{topic} IN ('Crashes', 'Fees')"))),
        (json!({ "channel": "email" }), of_message("t.channel = 'email'")),
        // All of them of one message.
        (json!({ "channel": "email", "kind": "complaint", "sentiment": "negative" }), of_message(negative)),
        (json!({ "journeyStage": "triage" }), of_message(&format!("{} = 'triage'", stage("t")))),
        (
            json!({ "breached": true }),
            [
                format!("t.case_id IN (SELECT id FROM cases t WHERE {late})"),
                late.clone(),
                format!("t.id IN (SELECT customer_id FROM cases t WHERE {late})"),
            ],
        ),
        (
            json!({ "product": "mortgage", "channel": "email" }),
            [
                by_mail.to_owned(),
                format!("t.product = 'mortgage' AND {}", opened("t.channel = 'email'")),
                wrote(by_mail),
            ],
        ),
    ];
    for (scope, expected) in scopes {
        let documents = if scope["product"].is_null() { "1 = 1" } else { "t.product = 'mortgage'" }.to_owned();
        let scope: Scope = serde_json::from_value(scope).unwrap();
        let datasets = [Dataset::Communications, Dataset::Cases, Dataset::Customers, Dataset::Documents];
        for (dataset, says) in datasets.into_iter().zip(expected.into_iter().chain([documents])) {
            let query = Checked::listing(dataset, None, scope.clone(), (as_of, DateRange::ALL), Vec::new());
            let found = run::run(&db, &query, run::LIMIT).await.unwrap().total.count;
            let sql = format!("SELECT CAST(COUNT(*) AS REAL) FROM {} t WHERE {says}", dataset.as_str());
            let rows = bounded::rows(&db, &sql, &[], 0, run::LIMIT).await.unwrap();
            assert_eq!(Some(found), rows[0].1[0], "{dataset:?} {scope:?}");
            assert!(found > 0.0, "nothing to say of {dataset:?} {scope:?}");
        }
    }
}
