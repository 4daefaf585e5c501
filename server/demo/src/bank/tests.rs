//! The demo's known facts, counted; and that its texts do not repeat themselves.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::LazyLock;

use model::record::*;
use model::time::day_of;

use super::calendar::*;
use super::*;

static BANK: LazyLock<DemoBank> = LazyLock::new(|| generate(SEED));

/// Complaints about mobile banking of 2 to 31 January 2026.
fn january() -> Vec<&'static Communication> {
    let is = |c: &&Communication| {
        c.kind == Kind::Complaint && c.product.as_deref() == Some("mobile-banking") && c.day >= JANUARY_FROM
    };
    BANK.communications.iter().filter(is).collect()
}

fn text(c: &Communication) -> String {
    format!("{}\n{}", c.subject.as_deref().unwrap_or(""), c.body)
}

fn words(text: &str) -> Vec<String> {
    text.split(|c: char| !c.is_alphanumeric()).filter(|w| !w.is_empty()).map(str::to_lowercase).collect()
}

#[test]
fn the_counts_are_exact() {
    assert_eq!(BANK.communications.len(), 6000);
    assert_eq!(BANK.cases.len(), 900);
    assert_eq!(BANK.documents.len(), 40);
    assert_eq!(BANK.customers.len(), 150);
    assert_eq!(BANK.last_day, day(2026, 1, 31));
    let slugs: Vec<&str> = BANK.products.iter().map(|p| p.slug.as_str()).collect();
    assert_eq!(slugs.len(), 10);
    for c in &BANK.communications {
        assert!(slugs.contains(&c.product.as_deref().unwrap()), "{c:?}");
        assert!((FIRST_DAY..=LAST_DAY).contains(&c.day) && day_of(c.at) == c.day, "{c:?}");
        assert_eq!(c.chat_mode.is_some(), c.channel == Channel::Chat);
    }
    for (i, pair) in BANK.communications.windows(2).enumerate() {
        assert!(pair[0].at <= pair[1].at, "{i}");
        assert_eq!(pair[0].id, format!("comm-{:05}", i + 1));
    }
    for pair in BANK.cases.windows(2) {
        assert!(pair[0].created_at <= pair[1].created_at && pair[0].id < pair[1].id);
    }
}

#[test]
fn the_same_seed_gives_the_same_bank_and_another_a_different_one() {
    assert_eq!(generate(SEED), *BANK);
    let other = generate(7);
    assert_eq!(other.communications.len(), 6000);
    assert_ne!(other.communications, BANK.communications);
    assert_ne!(other.customers, BANK.customers);
}

#[test]
fn mobile_banking_complaints_of_january() {
    let all = january();
    assert_eq!(all.len(), 412);
    let mut topics: BTreeMap<&str, usize> = BTreeMap::new();
    for c in &all {
        assert_eq!(c.category.as_deref(), Some("Mobile app"));
        *topics.entry(c.subcategory.as_deref().unwrap()).or_default() += 1;
    }
    assert_eq!((topics["Login failures"], topics["Crashes"], topics["Slow performance"]), (140, 115, 91));
    assert_eq!(topics.len(), 14);
    assert!(topics.values().filter(|n| **n == 6).count() == 11, "{topics:?}");

    let daily: Vec<usize> =
        JANUARY_FROM.iter_days().take(30).map(|d| all.iter().filter(|c| c.day == d).count()).collect();
    let shape = [5, 6, 4, 7, 6, 5, 8, 6, 5, 7, 6, 5, 6, 22, 41, 31, 27, 38, 33, 29, 24, 21, 13, 11, 17, 9, 7, 6, 4, 3];
    assert_eq!(daily, shape);
    let before = |topic: &str| all.iter().filter(|c| c.day < UPDATE && c.subcategory.as_deref() == Some(topic)).count();
    assert_eq!((before("Login failures"), before("Crashes"), before("Slow performance")), (8, 9, 39));

    let month_before = BANK.communications.iter().filter(|c| {
        c.kind == Kind::Complaint
            && c.product.as_deref() == Some("mobile-banking")
            && (day(2025, 12, 3)..JANUARY_FROM).contains(&c.day)
    });
    assert!((10..80).contains(&month_before.count()));
}

#[test]
fn twenty_three_texts_hold_all_four_words() {
    let (mut exact, mut broad) = (0, 0);
    for c in &BANK.communications {
        let words = words(&text(c));
        let starts = |stem: &str| words.iter().any(|w| w.starts_with(stem));
        let is = |list: &[&str]| words.iter().any(|w| list.contains(&w.as_str()));
        let stems = starts("mobil") && starts("complain") && starts("issu") && starts("app");
        if starts("mobile") && is(&["app", "apps"]) && is(&["complaint", "complaints"]) && is(&["issue", "issues"]) {
            exact += 1;
            assert!(january().iter().any(|j| j.id == c.id), "{c:?}");
        }
        // Nor any that a stemmed search would match ("issued", "applied", "complained").
        broad += usize::from(stems);
    }
    assert_eq!((exact, broad), (23, 23));
}

#[test]
fn due_diligence_cases_on_every_working_day_of_january() {
    let cdd: Vec<&Case> = BANK.cases.iter().filter(|c| c.category.as_deref() == Some("CDD Remediation")).collect();
    for d in days().filter(|d| *d >= day(2026, 1, 1) && is_working_day(*d)) {
        assert!(cdd.iter().any(|c| c.day == d), "{d}");
    }
    assert!(cdd.iter().filter(|c| c.subcategory.as_deref() == Some("Account restrictions")).count() > 20);
    let months: BTreeSet<String> = cdd.iter().map(|c| c.day.format("%Y-%m").to_string()).collect();
    assert_eq!(months.len(), 12);
}

#[test]
fn the_taxonomy_of_complaints_has_its_five_areas() {
    let mut areas: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    for c in BANK.communications.iter().filter(|c| c.kind == Kind::Complaint) {
        areas.entry(c.category.as_deref().unwrap()).or_default().insert(c.subcategory.as_deref().unwrap());
    }
    for area in [
        "Account Opening Process", "Call Handling / Customer Interaction", "CDD Remediation",
        "Fees, Charges and Interest", "Payment processing",
    ] {
        assert!((5..=9).contains(&areas[area].len()), "{area}: {:?}", areas[area]);
    }
    assert_eq!(areas.len(), 6, "{areas:?}");
}

#[test]
fn chats_escalate_and_say_so() {
    let list = &BANK.communications;
    let bot = |c: &&Communication| c.chat_mode == Some(ChatMode::Chatbot);
    let bots = list.iter().filter(bot).count();
    let handed = list.iter().filter(bot).filter(|c| c.status == CommunicationStatus::Escalated).count();
    let taken = list.iter().filter(|c| c.escalated_from == Some(EscalatedFrom::Chatbot)).count();
    assert_eq!(handed, taken);
    let share = handed as f64 / bots as f64;
    assert!((0.15..0.40).contains(&share), "{handed} of {bots}");
    let calls = list.iter().filter(|c| c.channel == Channel::Phone);
    let (from_chat, all) = calls.fold((0, 0), |(f, n), c| (f + usize::from(c.escalated_from.is_some()), n + 1));
    assert!((0.03..0.20).contains(&(from_chat as f64 / all as f64)), "{from_chat} of {all}");
    // Every escalation follows an earlier message on the same matter.
    for c in list.iter().filter(|c| c.escalated_from.is_some()) {
        let earlier = |e: &&Communication| {
            e.customer_id == c.customer_id && e.subcategory == c.subcategory && e.at < c.at && e.day == c.day
        };
        assert!(list.iter().any(|e| earlier(&e) && e.status == CommunicationStatus::Escalated), "{c:?}");
    }
}

#[test]
fn cases_keep_to_their_deadlines_or_say_that_they_did_not() {
    let end = model::time::noon(LAST_DAY) + 12 * HOUR;
    let mut rates: BTreeMap<&str, (usize, usize)> = BTreeMap::new();
    let tiers: HashMap<&str, Tier> = BANK.customers.iter().map(|c| (c.id.as_str(), c.tier)).collect();
    for case in &BANK.cases {
        let tier = tiers[case.customer_id.as_str()];
        let deadline = case.sla_deadline.unwrap();
        assert_eq!(deadline - case.created_at, tier.sla_hours() * HOUR);
        assert_eq!(case.sla_breached, case.resolved_at.map_or(deadline < end, |at| at > deadline), "{case:?}");
        let done = matches!(case.status, CaseStatus::Resolved | CaseStatus::Closed);
        assert_eq!((done, done), (case.resolved_at.is_some(), case.resolution.is_some()), "{case:?}");
        assert!(case.resolved_at.is_none_or(|at| at > case.created_at && at < end));
        assert!(case.priority == priority(tier, None) || case.priority == priority(tier, Some(Sentiment::Negative)));
        let rate = rates.entry(case.category.as_deref().unwrap()).or_default();
        *rate = (rate.0 + usize::from(case.sla_breached), rate.1 + 1);
    }
    for (category, (breached, all)) in rates.iter().filter(|(_, (_, all))| *all >= 40) {
        let rate = *breached as f64 / *all as f64;
        assert!((0.10..0.36).contains(&rate), "{category}: {breached} of {all}");
    }
    assert!(BANK.cases.iter().filter(|c| c.resolved_at.is_none()).count() > 8);
}

#[test]
fn communications_and_cases_name_each_other() {
    let cases: HashMap<&str, &Case> = BANK.cases.iter().map(|c| (c.id.as_str(), c)).collect();
    let linked: Vec<&Communication> = BANK.communications.iter().filter(|c| c.case_id.is_some()).collect();
    assert!(linked.len() > 800, "{}", linked.len());
    for c in &linked {
        let case = cases[c.case_id.as_deref().unwrap()];
        assert_eq!((&case.customer_id, &case.category), (&c.customer_id, &c.category));
    }
    let sources: BTreeSet<&str> = BANK.communications.iter().map(|c| c.id.as_str()).collect();
    for tag in BANK.cases.iter().flat_map(|c| &c.tags) {
        assert!(tag.strip_prefix("from-").is_none_or(|id| sources.contains(id)), "{tag}");
        assert!(tag.strip_prefix("related-").is_none_or(|id| cases.contains_key(id)), "{tag}");
    }
}

#[test]
fn the_years_events_can_be_seen() {
    let count = |category: &str, from: NaiveDate, to: NaiveDate| {
        BANK.communications
            .iter()
            .filter(|c| c.kind == Kind::Complaint && c.category.as_deref() == Some(category))
            .filter(|c| (from..=to).contains(&c.day))
            .count()
    };
    let fees = "Fees, Charges and Interest";
    assert!(count(fees, day(2025, 10, 1), day(2025, 10, 31)) > 2 * count(fees, day(2025, 8, 1), day(2025, 8, 31)));
    let outage = count("Payment processing", OUTAGE, OUTAGE);
    assert!(outage > 5 * count("Payment processing", day(2025, 11, 4), day(2025, 11, 4)), "{outage}");
    let all = |month: u32| {
        BANK.communications.iter().filter(|c| c.day.format("%Y-%m").to_string() == format!("2025-{month:02}")).count()
    };
    assert!(all(12) * 10 < all(9) * 9, "{} {}", all(12), all(9));
    let marine: Vec<&Communication> = BANK.communications.iter().filter(|c| c.customer_id == "cust-001").collect();
    assert_eq!((BANK.customers[0].name.as_str(), BANK.customers[0].tier), ("Alderney Marine", Tier::Platinum));
    assert_eq!(marine.len(), 34);
    assert!(marine.iter().rev().take(3).all(|c| c.kind == Kind::Complaint));
    let textiles: Vec<&Communication> = BANK.communications.iter().filter(|c| c.customer_id == "cust-002").collect();
    assert_eq!(BANK.customers[1].name, "Osei Textiles");
    assert_eq!(textiles.last().unwrap().kind, Kind::Feedback);
}

#[test]
fn tiers_and_names_are_as_planned() {
    let count = |tier: Tier| BANK.customers.iter().filter(|c| c.tier == tier).count();
    assert_eq!((count(Tier::Platinum), count(Tier::Gold), count(Tier::Silver)), (12, 30, 48));
    let names: BTreeSet<&str> = BANK.customers.iter().map(|c| c.name.as_str()).collect();
    assert_eq!(names.len(), 150);
    let managers: BTreeSet<&str> = BANK.customers.iter().filter_map(|c| c.relationship_manager.as_deref()).collect();
    assert!((6..=8).contains(&managers.len()));
}

#[test]
fn texts_do_not_repeat_themselves() {
    let bodies: BTreeSet<&str> = BANK.communications.iter().map(|c| c.body.as_str()).collect();
    assert!(bodies.len() * 100 >= 6000 * 99, "{} distinct", bodies.len());
    let names: Vec<String> = BANK.customers.iter().map(|c| c.name.to_lowercase()).collect();
    let mut seen: HashMap<String, usize> = HashMap::new();
    for c in &BANK.communications {
        for line in c.body.lines() {
            // Without the time and the speaker of a chat, and without greetings and sign-offs.
            let said = line.split_once(": ").filter(|(who, _)| who.len() > 5 && who.as_bytes()[2] == b':');
            for sentence in said.map_or(line, |(_, said)| said).split(['.', '!', '?']) {
                let sentence = sentence.trim().to_lowercase();
                if sentence.split(' ').count() >= 4
                    && !sentence.starts_with("sent from")
                    && !sentence.ends_with([',', ':'])
                {
                    *seen.entry(sentence).or_default() += 1;
                }
            }
        }
    }
    // "Bookkeeping, Almeida Cork" is a signature.
    let signature = |text: &str| names.iter().any(|name| text.ends_with(name.as_str()));
    let mut often: Vec<_> = seen.into_iter().filter(|(text, n)| *n > 40 && !signature(text)).collect();
    often.sort_by_key(|(_, n)| std::cmp::Reverse(*n));
    assert!(often.is_empty(), "{often:#?}");
}

#[test]
fn no_slot_or_bracket_is_left_open() {
    for c in &BANK.communications {
        let text = text(c);
        assert!(!text.contains(['{', '}', '[', ']', '|']) && !text.contains("//"), "{text}");
        assert!(!c.body.trim().is_empty() && !c.body.contains("  "), "{c:?}");
    }
    for c in &BANK.cases {
        let text = format!("{} {} {}", c.title, c.description, c.resolution.as_deref().unwrap_or(""));
        assert!(!text.contains(['{', '}', '[', ']', '|']), "{text}");
    }
}

#[test]
fn nobody_knows_what_has_not_happened_yet() {
    for (word, from) in [
        ("device check", UPDATE),
        ("since the update of 15 January", UPDATE),
        ("statement view", UPDATE),
        ("price list of 1 Oct", NEW_FEES),
        ("Since 1 October", NEW_FEES),
        ("Fee since October", NEW_FEES),
        ("new hours at", BRANCH_HOURS),
        ("outage", OUTAGE),
    ] {
        let early = BANK.communications.iter().find(|c| c.day < from && text(c).contains(word));
        assert!(early.is_none(), "{word}: {early:?}");
        assert!(BANK.communications.iter().any(|c| text(c).contains(word)), "{word} is never said");
    }
}

#[test]
fn documents_are_in_parts_that_can_be_cited() {
    for document in &BANK.documents {
        assert!((2..=6).contains(&document.chunks.len()), "{}", document.title);
        for (i, chunk) in document.chunks.iter().enumerate() {
            assert_eq!(chunk.id, format!("{}#{}", document.id, i + 1));
            assert!(chunk.heading.is_some());
            let words = chunk.text.split_whitespace().count();
            assert!((60..=180).contains(&words), "{} {}: {words} words", document.title, chunk.id);
        }
    }
    let release = BANK.documents.iter().find(|d| d.title.contains("6.2")).unwrap();
    assert_eq!((release.kind, release.day), (DocumentKind::ReleaseNote, UPDATE));
    let ids: BTreeSet<&str> = BANK.documents.iter().map(|d| d.id.as_str()).collect();
    assert_eq!(ids.len(), 40);
}

#[test]
fn messages_carry_the_sentiment_that_they_were_written_with() {
    for c in &BANK.communications {
        let (sentiment, score) = (c.sentiment.unwrap(), c.sentiment_score.unwrap());
        assert!((-1.0..=1.0).contains(&score), "{c:?}");
        // A complaint is negative, however polite its words.
        assert!(c.kind != Kind::Complaint || sentiment == Sentiment::Negative, "{c:?}");
        // Suggestions that are not understood or not answered turn negative; praise never does.
        let suggestion = c.subcategory.as_deref() == Some("Suggestion");
        assert!(c.kind != Kind::Feedback || suggestion || sentiment != Sentiment::Negative, "{c:?}");
    }
    let paid = BANK.communications.iter().filter(|c| c.body.contains("paid with another bank's card"));
    let told: BTreeSet<_> = paid.filter_map(|c| c.sentiment).collect();
    assert_eq!(told, BTreeSet::from([Sentiment::Negative]));
    let count = |kind: Kind, s: Sentiment| {
        BANK.communications.iter().filter(|c| c.kind == kind && c.sentiment == Some(s)).count()
    };
    // Enquiries are calm, unless nobody answers or the assistant does not understand.
    let (calm, cross) = (count(Kind::Enquiry, Sentiment::Neutral), count(Kind::Enquiry, Sentiment::Negative));
    assert!(calm > 8 * cross && cross > 0, "{calm} {cross}");
    let degrees: BTreeSet<i64> =
        BANK.communications.iter().filter_map(|c| Some((c.sentiment_score? * 100.0) as i64)).collect();
    assert!(degrees.len() > 40, "{degrees:?}");
}

#[test]
fn some_messages_belong_to_a_survey() {
    let given = |c: &Communication| c.attributes.get(SURVEY_SCORE).map(|text| text.parse::<u8>().unwrap());
    let asked: Vec<(&Communication, u8)> = BANK.communications.iter().filter_map(|c| Some((c, given(c)?))).collect();
    assert!((300..600).contains(&asked.len()), "{}", asked.len());
    assert!(asked.iter().all(|(c, n)| *n <= 10 && !matches!(c.channel, Channel::Letter | Channel::Social)));
    let mean = |s: Sentiment| {
        let of: Vec<u8> = asked.iter().filter(|(c, _)| c.sentiment == Some(s)).map(|(_, n)| *n).collect();
        of.iter().map(|n| f64::from(*n)).sum::<f64>() / of.len() as f64
    };
    assert!(mean(Sentiment::Positive) > 7.0 && mean(Sentiment::Negative) < 4.0);
}
