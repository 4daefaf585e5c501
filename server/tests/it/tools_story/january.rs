//! A bank with a single January, small enough to be counted on a page.

use chrono::Days;
use model::record::*;
use model::time::noon;
use server::store::write::Batch;

use super::records::{complaint, customer, day};

const HOUR: i64 = 3_600_000;

/// A chat or call of Northgate's, neutral.
fn talk(id: &str, on: &str, channel: Channel, mode: Option<ChatMode>, from: Option<EscalatedFrom>) -> Communication {
    let mut c = complaint(id, day(on), Some("Card delivery"), "Where is the new card that was promised?");
    c.customer_id = "cust-2".into();
    c.kind = Kind::Enquiry;
    (c.channel, c.chat_mode, c.escalated_from) = (channel, mode, from);
    (c.sentiment, c.sentiment_score) = (Some(Sentiment::Neutral), Some(0.0));
    c
}

/// A case of due diligence, or of payments, that took this many hours; `None` is still open and overdue.
fn case(id: &str, on: &str, category: &str, reason: &str, hours: Option<i64>) -> Case {
    let opened = noon(day(on));
    Case {
        id: id.into(),
        customer_id: "cust-1".into(),
        title: reason.into(),
        description: format!("About {reason}."),
        category: Some(category.into()),
        subcategory: Some(reason.into()),
        status: if hours.is_some() { CaseStatus::Closed } else { CaseStatus::InProgress },
        priority: Priority::High,
        created_at: opened,
        updated_at: opened,
        resolved_at: hours.map(|h| opened + h * HOUR),
        day: day(on),
        sla_deadline: Some(opened + 4 * HOUR),
        sla_breached: hours.is_none_or(|h| h > 4),
        source: "test".into(),
        ..Case::default()
    }
}

/// Twenty days of January with one complaint a day about transfers and, on the 20th, twelve about fees; ten chats with
/// the assistant, of which four continue; seven cases.
pub fn bank() -> Batch {
    let mut all: Vec<Communication> = (0..20u64)
        .map(|i| {
            let on = day("2026-01-01") + Days::new(i);
            let mut c = complaint(
                format!("transfer-{i:02}"),
                on,
                Some("Failed transfers"),
                "The transfer to my supplier failed again.",
            );
            c.category = Some("Payments".into());
            // The last ten read better than the ten before: -0.2 after -0.6.
            c.sentiment_score = Some(if i < 10 { -0.6 } else { -0.2 });
            c
        })
        .collect();
    for i in 0..12 {
        let mut c = complaint(
            format!("fee-{i:02}"),
            day("2026-01-20"),
            Some("Account fee"),
            "The monthly account fee was doubled without notice.",
        );
        c.customer_id = "cust-3".into();
        c.category = Some("Fees".into());
        c.status = if i < 3 { CommunicationStatus::Escalated } else { CommunicationStatus::Open };
        all.push(c);
    }
    use ChatMode::*;
    use EscalatedFrom as From;
    for i in 0..10 {
        all.push(talk(&format!("bot-{i}"), "2026-01-10", Channel::Chat, Some(Chatbot), None));
    }
    for i in 0..3 {
        all.push(talk(&format!("human-{i}"), "2026-01-10", Channel::Chat, Some(HumanAgent), Some(From::Chatbot)));
    }
    all.push(talk("call-0", "2026-01-11", Channel::Phone, None, Some(From::Chatbot)));
    all.push(talk("call-1", "2026-01-12", Channel::Phone, None, Some(From::Chat)));
    all.push(talk("call-2", "2026-01-12", Channel::Phone, None, Some(From::Email)));
    all.push(talk("call-3", "2026-01-12", Channel::Phone, None, None));
    all[0].case_id = Some("case-1".into());
    let cdd = "CDD Remediation";
    Batch {
        products: vec![Product { slug: "mobile-banking".into(), name: "Mobile banking".into() }],
        customers: vec![
            customer("cust-1", "Aldermoor Textiles", Tier::Platinum),
            customer("cust-2", "Northgate Foods", Tier::Gold),
            customer("cust-3", "Sutter Mills", Tier::Standard),
            customer("cust-4", "Quiet Holdings", Tier::Standard),
        ],
        communications: all,
        cases: vec![
            case("case-1", "2026-01-02", cdd, "Account restrictions", Some(12)),
            case("case-2", "2026-01-05", cdd, "Account restrictions", Some(36)),
            case("case-3", "2026-01-07", cdd, "Unclear requests", Some(96)),
            case("case-4", "2026-01-28", cdd, "Account restrictions", None),
            case("case-5", "2026-01-08", "Payments", "Failed transfers", Some(2)),
            case("case-6", "2026-01-09", "Payments", "Failed transfers", Some(4)),
            case("case-7", "2025-12-20", cdd, "Unclear requests", Some(24)),
        ],
        last_day: Some(("test".into(), day("2026-01-31"))),
        ..Batch::default()
    }
}
