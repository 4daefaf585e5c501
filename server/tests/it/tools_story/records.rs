//! The records of the story: a small bank with known figures, built here and nowhere else.

use chrono::{Days, NaiveDate};
use model::record::*;
use model::time::noon;
use server::store::write::Batch;

pub fn day(text: &str) -> NaiveDate {
    text.parse().unwrap()
}

pub fn customer(id: &str, name: &str, tier: Tier) -> Customer {
    Customer {
        id: id.into(),
        name: name.into(),
        tier,
        segment: "corporate".into(),
        region: Some("North".into()),
        relationship_manager: Some("Ines Falk".into()),
        since: Some(day("2019-03-01")),
        attributes: Attributes::new(),
        source: "test".into(),
    }
}

/// A negative complaint about mobile banking by email from Aldermoor.
pub fn complaint(id: impl Into<String>, on: NaiveDate, topic: Option<&str>, body: &str) -> Communication {
    Communication {
        id: id.into(),
        customer_id: "cust-1".into(),
        channel: Channel::Email,
        kind: Kind::Complaint,
        category: topic.map(|_| "Digital channels".into()),
        subcategory: topic.map(Into::into),
        product: Some("mobile-banking".into()),
        sentiment: Some(Sentiment::Negative),
        sentiment_score: Some(-0.5),
        body: body.into(),
        at: noon(on),
        day: on,
        source: "test".into(),
        ..Communication::default()
    }
}

fn case(n: u64, category: &str, breached: bool) -> Case {
    let on = day("2026-01-05").checked_add_days(Days::new(n)).unwrap();
    Case {
        id: format!("case-{n}"),
        customer_id: if n.is_multiple_of(2) { "cust-1".into() } else { "cust-2".into() },
        title: format!("Case {n}"),
        description: format!("The customer waits for an answer about case {n}."),
        category: Some(category.into()),
        product: Some("mortgage".into()),
        status: CaseStatus::Resolved,
        priority: Priority::High,
        assigned_to: n.is_multiple_of(2).then(|| "Dana Reyes".into()),
        created_at: noon(on),
        updated_at: noon(on),
        resolved_at: Some(noon(on) + 3_600_000),
        day: on,
        sla_deadline: Some(noon(on) + if breached { 1 } else { 14_400_000 }),
        sla_breached: breached,
        source: "test".into(),
        ..Case::default()
    }
}

/// 412 complaints about mobile banking from 2 to 31 January 2026 (A-007: 140, 115, 91 and 66 others), 60 login failures
/// in the 30 days before, and in addition praise, an archive with states and tags, cases, and a release note.
pub fn bank() -> Batch {
    let mut all = Vec::new();
    let from = day("2026-01-02");
    for (topic, count, body) in [
        (Some("Login failures"), 140, "I cannot log in since the update."),
        (Some("Crashes"), 115, "It closes as soon as I open it."),
        (Some("Slow performance"), 91, "Every screen takes ages."),
        (Some("Notifications"), 40, "I get no alerts any more."),
        (None, 26, "My direct debit was taken twice."),
    ] {
        for i in 0..count {
            let id = format!("comm-{}-{i:03}", topic.unwrap_or("none").to_lowercase().replace(' ', "-"));
            // Two a day at least; what is over falls on 16 January, the day after the update.
            let on = if i < 60 { from + Days::new(i % 30) } else { day("2026-01-16") };
            all.push(complaint(id, on, topic, body));
        }
    }
    // 23 of them say all of "mobile app complaints issues".
    for c in all.iter_mut().take(23) {
        c.body = format!("{} My complaint: the mobile app has issues.", c.body);
    }
    for i in 0..60u64 {
        all.push(complaint(
            format!("old-{i}"),
            day("2025-12-03") + Days::new(i % 30),
            Some("Login failures"),
            "Locked out.",
        ));
    }
    all.push(complaint("oldest", day("2025-11-01"), Some("Crashes"), "It froze."));
    for i in 0..8u64 {
        let mut praise =
            complaint(format!("praise-{i}"), day("2026-01-20"), Some("Service"), "Thank you, very helpful.");
        praise.kind = Kind::Feedback;
        praise.customer_id = "cust-2".into();
        praise.channel = Channel::Phone;
        praise.category = Some("Call Handling / Customer Interaction".into());
        praise.product = Some("mortgage".into());
        praise.sentiment = Some(if i < 6 { Sentiment::Positive } else { Sentiment::Neutral });
        praise.sentiment_score = Some(if i < 6 { 0.75 } else { 0.0 });
        all.push(praise);
    }
    all.extend(archive());
    let product = |slug: &str, name: &str| Product { slug: slug.into(), name: name.into() };
    Batch {
        products: vec![product("mobile-banking", "Mobile banking"), product("mortgage", "Mortgage")],
        customers: vec![
            customer("cust-1", "Aldermoor Textiles", Tier::Platinum),
            customer("cust-2", "Northgate Foods", Tier::Gold),
            customer("cust-3", "Northgate Shipping", Tier::Standard),
        ],
        communications: all,
        cases: (0..9).map(|n| case(n, if n < 6 { "Payments" } else { "CDD Remediation" }, n < 3 || n == 8)).collect(),
        documents: vec![release_note()],
        last_day: Some(("test".into(), day("2026-01-31"))),
        ..Batch::default()
    }
}

/// Twelve complaints about mortgages in November 2014, without text, as in a public archive.
fn archive() -> Vec<Communication> {
    (0..12u64)
        .map(|i| {
            let topic = Some("Loan servicing");
            let mut c = complaint(format!("cfpb-{i}"), day("2014-11-01") + Days::new(i * 2), topic, "");
            c.customer_id = "cust-3".into();
            c.channel = Channel::Web;
            c.category = Some("Loan servicing, payments".into());
            c.product = Some("mortgage".into());
            c.subject = Some("Loan servicing".into());
            (c.sentiment, c.sentiment_score) = (None, None);
            let state = if i < 7 { "CA" } else { "TX" };
            c.attributes =
                [("state".to_owned(), state.to_owned()), ("sub_product".to_owned(), "FHA mortgage".to_owned())].into();
            if i < 2 {
                c.attributes.insert("tags".into(), "Older American".into());
            }
            c
        })
        .collect()
}

fn release_note() -> Document {
    Document {
        id: "doc-1".into(),
        kind: DocumentKind::ReleaseNote,
        title: "Mobile banking 4.2".into(),
        product: Some("mobile-banking".into()),
        day: day("2026-01-15"),
        source: "test".into(),
        chunks: vec![Chunk {
            id: "doc-1#1".into(),
            position: 1,
            heading: Some("What is new".into()),
            text: "The update of 15 January changes how customers log in.".into(),
        }],
    }
}
