//! Columns against SQL: whatever is asked, both count the same.

use app::model::analysis::Stage;
use app::model::record::*;
use app::model::time::DateRange;
use proptest::prelude::*;
use proptest::test_runner::TestRunner;

use super::*;
use crate::store::analytics::Feeling;
use crate::store::analytics::{self, Attribute};
use crate::store::write::{self, Batch};

const CATEGORIES: [Option<&str>; 4] = [None, Some(""), Some("Fees"), Some("Mobile app")];
const TOPICS: [Option<&str>; 4] = [None, Some(""), Some("Login failures"), Some("Crashes")];

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
        at: app::model::time::noon(day) + pick(1, 7) as i64,
        day,
        attributes: if pick(13, 3) == 0 { Attributes::new() } else { [("state".into(), "TX".into())].into() },
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
        title: String::new(),
        description: String::new(),
        category: communication.category,
        subcategory: communication.subcategory,
        product: communication.product,
        status: [CaseStatus::Open, CaseStatus::Pending, CaseStatus::Resolved, CaseStatus::Closed][pick(11, 4)],
        priority: Priority::Low,
        assigned_to: None,
        created_at: created,
        updated_at: created,
        // Some before they were opened, as wrong dates are.
        resolved_at: [None, Some(created + 3_600_000 * pick(13, 90) as i64 - 3_600_000)][pick(12, 2)],
        day: communication.day,
        sla_deadline: [None, Some(created + 86_400_000 * pick(14, 9) as i64)][pick(9, 2)],
        sla_breached: pick(15, 5) == 0,
        sla_told: pick(10, 4) == 0,
        tags: Vec::new(),
        resolution: None,
        attributes: communication.attributes,
        source: "test".into(),
    }
}

fn customer(n: usize) -> Customer {
    Customer {
        id: format!("c{n}"),
        name: format!("Customer {n}"),
        tier: [Tier::Gold, Tier::Silver][n % 2],
        segment: "corporate".into(),
        region: None,
        relationship_manager: None,
        since: None,
        attributes: Attributes::new(),
        source: "test".into(),
    }
}

fn filters() -> impl Strategy<Value = Filter> {
    let day = |n: u64| NaiveDate::from_ymd_opt(2025, 12, 10).unwrap() + chrono::Days::new(n);
    let name = |list: &'static [&'static str]| prop::option::weighted(0.2, prop::sample::select(list));
    let labels = (name(&["Fees", "", "Nothing"]), name(&["Crashes", ""]), name(&["Crashes", "Fees", ""]));
    let who = (name(&["c1", "c4", "c9"]), name(&["mortgage", "x"]), name(&["open"]), prop::option::of(0..2usize));
    let how = (
        prop::option::of(0..4usize),
        prop::option::of(0..4usize),
        prop::option::of(0..4usize),
        any::<bool>(),
        0..20usize,
    );
    let range = (prop::option::of(0..70u64), prop::option::of(0..70u64));
    (labels, who, how, range).prop_map(move |((category, subcategory, topic), who, how, (from, to))| Filter {
        range: DateRange { from: from.map(day), to: to.map(day) },
        category: category.map(Into::into),
        subcategory: subcategory.map(Into::into),
        topic: topic.map(Into::into),
        customer_id: who.0.map(Into::into),
        product: who.1.map(Into::into),
        status: who.2.map(Into::into),
        tier: who.3.map(|n| [Tier::Gold, Tier::Platinum][n]),
        channel: how.0.and_then(|n| [Channel::Email, Channel::Chat].get(n).copied()),
        kind: how.1.and_then(|n| [Kind::Complaint].get(n).copied()),
        sentiment: how.2.and_then(|n| [Sentiment::Negative].get(n).copied()),
        topics: if how.4 % 5 == 4 { vec!["Crashes".into(), "Fees".into()] } else { Vec::new() },
        journey_stage: Stage::ALL.get(how.4).copied(),
        attributes: if how.3 { vec![] } else { vec![(Attribute::State, "TX".into())] },
        ..Filter::default()
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

/// Everything that can be asked, in words that can be compared.
async fn told(db: &Db, filter: &Filter, by: GroupBy, order: Order) -> Vec<String> {
    let data = Data::Communications;
    let cases = Data::Cases;
    let of_cases = if by.of_communications_only() { GroupBy::Topic } else { by };
    let as_of = Filter { as_of: NaiveDate::from_ymd_opt(2026, 1, 20), ..filter.clone() };
    let late = Filter { breached: Some(order == Order::Latest), ..as_of.clone() };
    let to = (by == GroupBy::Topic).then_some((Channel::Chat, Some(ChatMode::HumanAgent)));
    let from = (order == Order::Newest).then_some(EscalatedFrom::Email);
    let escalated = analytics::escalated_ids(db, filter, from, to, 4).await.unwrap();
    let listed = analytics::cases(db, filter, 5).await.unwrap();
    let rounded = |f: Feeling| Feeling { score_sum: (f.score_sum * 1e6).round() / 1e6, ..f };
    let mut groups = analytics::by_group(db, data, filter, by).await.unwrap();
    groups.sort();
    let sorted = |mut lines: Vec<String>| {
        lines.sort();
        lines.join("\n")
    };
    let escalations = analytics::escalations(db, filter).await.unwrap();
    let stages = analytics::stages(db, filter).await.unwrap();
    let modes = analytics::by_mode(db, filter).await.unwrap();
    let topics = ["Crashes", "Nowhere", "Login failures", "Fees"].map(String::from);
    vec![
        format!("{escalated:?}"),
        format!("{:?}", analytics::count(db, cases, &late).await.unwrap()),
        format!("{:?}", analytics::extent(db, cases, filter).await.unwrap()),
        format!("{:?}", analytics::by_day(db, cases, filter).await.unwrap()),
        format!("{:?}", analytics::by_group(db, cases, &late, of_cases).await.unwrap()),
        format!("{:?}", analytics::by_pair(db, cases, filter).await.unwrap()),
        format!("{:?}", analytics::sla(db, &as_of).await.unwrap()),
        format!("{:?}", analytics::resolutions(db, filter).await.unwrap()),
        format!("{:?}", analytics::took(db, filter, 3, 9).await.unwrap()),
        format!("{:?}", analytics::slowest(db, filter, 5).await.unwrap()),
        format!("{:?}", analytics::standing(db, &late).await.unwrap()),
        format!("{:?}", analytics::first_channels(db, filter).await.unwrap()),
        format!("{:?}", listed.iter().map(|case| &case.id).collect::<Vec<_>>()),
        format!("{:?}", analytics::problems(db, filter).await.unwrap()),
        sorted(escalations.iter().map(|e| format!("{e:?}")).collect()),
        sorted(stages.iter().map(|s| format!("{s:?}")).collect()),
        format!("{:?}", analytics::sla_by_day(db, &as_of).await.unwrap()),
        format!("{:?}", analytics::open_changes(db, filter).await.unwrap()),
        sorted(modes.iter().map(|m| format!("{m:?}")).collect()),
        format!("{:?}", analytics::sample(db, filter, filter.range, 20).await.unwrap()),
        format!("{:?}", analytics::count(db, data, filter).await.unwrap()),
        format!("{:?}", analytics::extent(db, data, filter).await.unwrap()),
        format!("{:?}", analytics::by_day(db, data, filter).await.unwrap()),
        format!("{groups:?}"),
        format!("{:?}", analytics::by_pair(db, data, filter).await.unwrap()),
        format!(
            "{:?}",
            analytics::feeling_by(db, filter, by).await.unwrap().into_iter().map(rounded).collect::<Vec<_>>()
        ),
        format!("{:?}", analytics::communication_ids(db, filter, order, 7).await.unwrap()),
        format!("{:?}", analytics::ids_of_topics(db, filter, order, 3, &topics).await.unwrap()),
    ]
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
        fill::fill_from(quick.columns(), &quick, 0).await.unwrap();
        // What comes later is taken in too: changed, new and deleted ones, and a customer of another tier.
        let moved = |n: usize| Communication { id: format!("m{n:04}"), ..communication(n + 7) };
        let later = Batch {
            customers: vec![Customer { tier: Tier::Platinum, ..customer(1) }],
            communications: (380..420).map(moved).collect(),
            cases: (90..110).map(|n| Case { id: format!("k{n:03}"), ..case(n + 3) }).collect(),
            ..Batch::default()
        };
        write::store(&plain, &later, 0).await.unwrap();
        changes::delete_communication(&plain, "m0003").await.unwrap();
        fill::fill_from(quick.columns(), &quick, 0).await.unwrap();
        assert_eq!(quick.columns().held(), Some(changes::latest(&plain).await.unwrap()));
        (plain, quick)
    });
    let orders = prop::sample::select(vec![Order::Latest, Order::Newest, Order::MostNegative]);
    let cases = (filters(), prop::sample::select(BY.to_vec()), orders);
    let config = ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(300) };
    let run = TestRunner::new(config).run(&cases, |(filter, by, order)| {
        let (want, got) = runtime.block_on(async {
            for data in [Data::Communications, Data::Cases] {
                if filter.journey_stage.is_some() && data == Data::Cases {
                    continue;
                }
                assert!(super::total(&quick, data, &filter).await.unwrap().is_some(), "no columns");
            }
            (told(&plain, &filter, by, order).await, told(&quick, &filter, by, order).await)
        });
        prop_assert_eq!(want, got);
        Ok(())
    });
    run.unwrap();
}
