//! Right answers written by hand in other words than the templates, over one fixed set of results. They are there for
//! the false alarms: a check that cries wolf at ordinary English is worse than none.

use serde_json::json;

use super::cases::seen;
use super::{Case, Seen, check};

fn results() -> Vec<Seen> {
    let daily: Vec<_> =
        [5, 7, 4, 6, 8, 5, 3, 6, 9, 4, 7, 6, 5, 8, 22, 41, 33, 27, 19, 24, 21, 18, 15, 17, 20, 14, 16, 13, 12, 17]
            .iter()
            .enumerate()
            .map(|(i, n)| json!({"date": format!("2026-01-{:02}", i + 2), "count": n}))
            .collect();
    vec![
        seen(
            "analyze_topics",
            json!({"timeRange": "last 30 days", "product": "mobile-banking"}),
            json!({"total": 412, "topTopics": [
                {"topic": "Login failures", "count": 140, "share": 0.3398}, {"topic": "Crashes", "count": 115, "share": 0.2791},
                {"topic": "Slow performance", "count": 91, "share": 0.2209}, {"topic": "Card payments", "count": 40, "share": 0.0971},
                {"topic": "Other", "count": 26, "share": 0.0631}],
                "dateRange": {"from": "2026-01-02", "to": "2026-01-31"}, "insights": ["Login failures rose after 15 January 2026."]}),
        ),
        seen(
            "get_daily_volumes",
            json!({"dataType": "communications"}),
            json!({"total": 412, "avgPerDay": 13.7, "daily": daily, "peak": {"date": "2026-01-17", "count": 41}}),
        ),
        seen(
            "analyze_sla_compliance",
            json!({}),
            json!({"totalCases": 80, "breachedCount": 12, "compliantCount": 68, "breachRate": "15%", "byCategory": [
                {"category": "Fraud", "total": 30, "breached": 9}, {"category": "Payments", "total": 50, "breached": 3}]}),
        ),
        seen(
            "search_knowledge_base",
            json!({"query": "mobile app complaints", "topK": 4}),
            json!({"total": 23, "results": [
                {"id": "comm-12345", "customer": "Hartmann Logistik", "channel": "email", "date": "2026-01-16", "score": 0.92, "excerpt": "I cannot get past the sign-in screen since the update of 15 January. The code arrives, then the app asks for it again."},
                {"id": "comm-12391", "customer": "Alderney Marine", "channel": "phone", "date": "2026-01-17", "score": 0.88, "excerpt": "The whole finance team is locked out; the branch says some 1,900 customers are in the same place."},
                {"id": "comm-12402", "customer": "Osei Textiles", "channel": "chat", "date": "2026-01-19", "score": 0.85, "excerpt": "It closes when I open a statement. Three times this morning."},
                {"id": "doc-62", "type": "release_note", "title": "Release note, mobile banking 6.2", "date": "2026-01-15", "score": 0.8, "text": "New sign-in with device check. Rolled out to everyone on 15 January 2026. Codes stay valid for 90 seconds."}]}),
        ),
        seen(
            "analyze_sentiment",
            json!({}),
            json!({"sentimentBreakdown": {"positive": 61, "neutral": 120, "negative": 231}, "averageScore": -0.31}),
        ),
        seen(
            "analyze_resolution_times",
            json!({}),
            json!({"casesAnalyzed": 74, "avgResolutionDays": 3.4, "minResolutionDays": 0.5, "maxResolutionDays": 21.5}),
        ),
    ]
}

fn case(answer: &str, question: &str, observations: Vec<Seen>) -> Case {
    // The messages and documents that a search found, in order.
    let found = observations.iter().filter(|o| o.tool.starts_with("search"));
    let citations = found.flat_map(|o| super::foreign::sources(&o.result)).collect();
    Case {
        id: String::new(),
        question: question.into(),
        as_of: Some(super::cases::day(2026, 1, 31)),
        observations,
        citations: Some(citations),
        answer: answer.into(),
        label: true,
        error: None,
    }
}

const RIGHT: [&str; 40] = [
    "Three faults make up 84% of the 412 complaints about mobile banking: login failures 34%, crashes 28% and slow performance 22%.",
    "Customers describe a sign-in that asks for its code twice [1] and an app that closes in the statement view [3].",
    "Roughly a third of all complaints (34%) concern login failures.",
    "With 140 mentions, login failures are the number one driver; crashes come second with 115.",
    "The 412 complaints are mostly about login failures.",
    "Login failures and crashes together account for 255 complaints, or 62% of the total.",
    "Complaints jumped from 8 on 15 January to 41 on 17 January 2026.",
    "Volume peaked on 17 January 2026 at 41 communications.",
    "The busiest day saw 41 communications.",
    "From 16 January to 31 January 2026 the desk took 329 communications.",
    "On average 13.7 communications arrived per day.",
    "About 14 communications a day came in over the last 30 days.",
    "12 of 80 cases (15%) breached their SLA; 68 were resolved in time.",
    "The breach rate stands at 15%, driven by fraud, where 9 of 30 cases were late.",
    "Fraud accounts for 9 of the 12 breaches, i.e. 75%.",
    "Payments did better: only 3 of its 50 cases missed the deadline (6%).",
    "Hartmann Logistik wrote on 16 January: “I cannot get past the sign-in screen since the update of 15 January.” [1]",
    "One customer says \"It closes when I open a statement\" [3].",
    "The search found 23 communications; the four best are cited.",
    "See comm-12345 and comm-12402 for details.",
    "231 of the communications are negative, 120 neutral and 61 positive.",
    "Negative communications outnumber positive ones by 170.",
    "More than half of the communications (56%) are negative.",
    "The average sentiment score is -0.31.",
    "Sentiment is clearly negative (average score: −0.31).",
    "Cases are resolved in 3.4 days on average; the slowest took 21.5 days.",
    "Resolution times range from 0.5 to 21.5 days.",
    "Based on 74 resolved cases, the average time to resolution is 3.4 days.",
    "The release note says codes stay valid for 90 seconds [4].",
    "### What happened\nThe update 6.2 was rolled out on 15 January 2026 [4].\n\n### What customers report\n- **Login failures**: 140 complaints (34%)\n- **Crashes**: 115 complaints (28%)\n- **Slow performance**: 91 complaints (22%)",
    "1. Login failures – 140\n2. Crashes – 115\n3. Slow performance – 91",
    "| Topic | Count | Share |\n| Login failures | 140 | 34% |\n| Crashes | 115 | 28% |",
    "Slow performance (91) is less common than crashes (115).",
    "There were 25 more complaints about login failures than about crashes.",
    "Login failures lead by 6 percentage points over crashes (34% against 28%).",
    "Top topics: Login failures, Crashes, Slow performance (140, 115 and 91 complaints).",
    "Between 2 and 31 January 2026 we received 412 communications. The quietest day brought 3, the busiest 41.",
    "At 28%, crashes are the second largest group.",
    "Nothing in the results explains why; two things stand out, though.",
    "Only 40 complaints, just under 10%, are about card payments.",
];

/// Wrong answers in the same free style, with the words that must fail.
const WRONG: [(&str, &str); 20] = [
    ("The number of locked-out customers is 1,900.", "1,900"),
    ("Login failures make up 43% of complaints.", "43%"),
    ("Login failures make up 28% of complaints.", "28%"),
    ("Crashes come second with 140 complaints.", "140"),
    ("Volume peaked on 18 January 2026 at 41 communications.", "41"),
    ("Volume peaked on 19 January 2026.", "19 January 2026"),
    ("The update was rolled out on 16 March 2026 [4].", "16 March 2026"),
    ("In total 412,000 complaints came in.", "412,000"),
    ("12% of cases breached their SLA.", "12%"),
    ("68 of 80 cases breached their SLA.", "68"),
    (
        "Hartmann Logistik wrote: “I cannot get past the login screen since the update.” [1]",
        "“I cannot get past the login screen since the update.”",
    ),
    ("One customer says \"It closes when I open a statement\" [1].", "\"It closes when I open a statement\""),
    ("See comm-12346 for details.", "comm-12346"),
    ("This is well documented [7].", "[7]"),
    ("61 communications are negative.", "61"),
    ("The average score is 0.41.", "0.41"),
    ("Cases are resolved in 21.5 days on average.", "21.5"),
    ("Resolution takes 3.4 hours on average.", "3.4"),
    ("Login failures lead by 8 percentage points over crashes.", "8 percentage points"),
    ("Twice as many complaints are about login failures as about crashes.", "Twice"),
];

/// A second desk: one customer, cases by reason, two years of quarters, an archive with numeric ids.
fn more_results() -> Vec<Seen> {
    vec![
        seen(
            "get_customer_info",
            json!({"customerId": "cust-014"}),
            json!({
            "customerId": "cust-014", "customerName": "Nakamura Optics", "tier": "gold", "totalCommunications": 37,
            "relationshipSummary": "Nakamura Optics, gold tier, customer since 2014; 37 communications, 9 of them negative.",
            "recentCommunications": [
                {"id": "comm-20011", "date": "2026-01-29", "channel": "email", "sentiment": "negative", "summary": "The wire to Osaka took five days."},
                {"id": "comm-20007", "date": "2026-01-22", "channel": "phone", "sentiment": "neutral", "summary": "Asked for the fee table of 2026."},
                {"id": "comm-19950", "date": "2026-01-05", "channel": "email", "sentiment": "positive", "summary": "Thanks for the quick help with the card."}]}),
        ),
        seen(
            "assess_risk",
            json!({"customerId": "cust-014"}),
            json!({"summary": "Risk is medium.", "riskLevel": "medium", "riskScore": 49, "factors": ["24% of communications are negative", "2 open cases"]}),
        ),
        seen(
            "analyze_cdd_cases",
            json!({"timeRange": "this year", "includeChannelBreakdown": true}),
            json!({
            "totalCases": 245, "byReason": [{"reason": "Expired documents", "count": 98}, {"reason": "Ownership change", "count": 61}, {"reason": "Periodic review", "count": 52}, {"reason": "Address mismatch", "count": 34}],
            "byStatus": {"open": 70, "in_progress": 45, "resolved": 130}, "byChannel": [{"channel": "email", "count": 150}, {"channel": "letter", "count": 95}]}),
        ),
        seen(
            "query_data",
            json!({"query": "complaints by quarter"}),
            json!({"total": 7410, "aggregations": [
            {"quarter": "Q1 2025", "count": 1620}, {"quarter": "Q2 2025", "count": 1580}, {"quarter": "Q3 2025", "count": 1830}, {"quarter": "Q4 2025", "count": 2380}]}),
        ),
        seen(
            "query_data",
            json!({"query": "complaints by company"}),
            json!({"total": 7410, "aggregations": [
            {"company": "Bank of Arcadia", "count": 3120, "timelyResponseRate": 0.973}, {"company": "Citrine Bank", "count": 2214, "timelyResponseRate": 0.948}, {"company": "Wells & Moor", "count": 1076, "timelyResponseRate": 0.991}]}),
        ),
        seen(
            "search_knowledge_base",
            json!({"query": "mortgage escrow"}),
            json!({"total": 58, "results": [
            {"id": "1234567", "channel": "web", "customer": "Bank of Arcadia", "date": "2025-11-14", "score": 1.0, "excerpt": "My escrow payment went from $412 to $689 without any notice."},
            {"id": "1299871", "channel": "web", "customer": "Citrine Bank", "date": "2025-12-02", "score": 0.77, "excerpt": "They refused to explain the escrow shortage of $1,200."}]}),
        ),
        seen(
            "get_daily_volumes",
            json!({"channel": "email", "timeRange": "this month"}),
            json!({"total": 512, "avgPerDay": 17}),
        ),
        seen(
            "get_daily_volumes",
            json!({"channel": "email", "timeRange": "last month"}),
            json!({"total": 640, "avgPerDay": 21}),
        ),
    ]
}

const MORE_RIGHT: [&str; 40] = [
    "Nakamura Optics is a gold customer since 2014 with 37 communications on record.",
    "Nine of its 37 communications were negative (24%).",
    "The most recent message, comm-20011 of 29 January 2026, came by email and was negative.",
    "Its risk score is 49 (medium), and two cases are open.",
    "Risk: medium, 49 out of 100.",
    "The last three contacts were on 5, 22 and 29 January.",
    "So far this year 245 CDD cases were opened. Expired documents is the top reason with 98 cases, i.e. 40%.",
    "Four in ten cases (40%) are opened because documents have expired.",
    "Ownership changes (61) and periodic reviews (52) follow.",
    "Of the 245 cases, 130 are resolved, 45 are in progress and 70 are still open.",
    "More than half of all cases have been resolved (53%).",
    "115 cases are not resolved yet (70 open, 45 in progress).",
    "150 cases arrived by email and 95 by letter.",
    "Email is the main channel: 150 of 245 cases, or 61%.",
    "Complaints rose from 1,620 in Q1 2025 to 2,380 in Q4 2025, an increase of 47%.",
    "Q4 2025 was the busiest quarter with 2,380 complaints, 550 more than Q3.",
    "Complaints dipped slightly in the second quarter of 2025 (1,580).",
    "In total, 7,410 complaints were filed in 2025, around 1,850 per quarter.",
    "Roughly 7.4k complaints were filed.",
    "Bank of Arcadia received the most complaints (3,120), followed by Citrine Bank (2,214) and Wells & Moor (1,076).",
    "Bank of Arcadia accounts for 42% of the 7,410 complaints.",
    "Wells & Moor answers 99.1% of complaints in time, Citrine Bank 94.8%.",
    "The timely response rate ranges from 94.8% (Citrine Bank) to 99.1% (Wells & Moor).",
    "Bank of Arcadia has nearly three times as many complaints as Wells & Moor.",
    "Complaint 1234567 says: “My escrow payment went from $412 to $689 without any notice.” [1]",
    "One customer reports that they “refused to explain the escrow shortage of $1,200” (complaint 1299871).",
    "58 complaints mention escrow; two of them are quoted here.",
    "Email volume fell by 20%, from 640 last month to 512 this month.",
    "This month brought 512 emails, 128 fewer than last month.",
    "Emails dropped from 21 to 17 a day.",
    "- Expired documents: 98 (40%)\n- Ownership change: 61 (25%)\n- Periodic review: 52 (21%)\n- Address mismatch: 34 (14%)",
    "**245** cases in total:\n1. **Expired documents** (98)\n2. **Ownership change** (61)",
    "Expired documents and ownership changes together make up 65% of cases.",
    "The top two reasons, expired documents and ownership change, account for 159 of 245 cases.",
    "Complaints in November 2025 include one about escrow [1].",
    "The gap between the largest and the smallest company is 2,044 complaints.",
    "I found no data on revenue, so I cannot say how much money is at stake.",
    "Note: figures cover 1 January to 31 January 2026 only.",
    "The complaint of 2 December 2025 concerns Citrine Bank [2].",
    "Hold times were not recorded; 24/7 support was mentioned once, and the PSD2 rules never.",
];

const MORE_WRONG: [(&str, &str); 20] = [
    ("Nakamura Optics is a gold customer since 2011.", "2011"),
    ("Nakamura Optics has 73 communications on record.", "73"),
    ("The most recent message, comm-20011, is of 22 January 2026.", "22 January 2026"),
    ("Its risk score is 37.", "37"),
    ("Expired documents is the top reason with 61 cases.", "61"),
    ("Ownership changes lead with 98 cases.", "98"),
    ("Of the 245 cases, 45 are resolved.", "45"),
    ("Complaints rose from 1,620 in Q1 2025 to 2,380 in Q3 2025.", "2,380"),
    ("Complaints rose by 57% between Q1 and Q4 2025, from 1,620 to 2,380.", "57%"),
    ("Bank of Arcadia accounts for 52% of the 7,410 complaints.", "52%"),
    ("Citrine Bank answers 99.1% of complaints in time.", "99.1%"),
    ("Complaint 1234568 is about escrow.", "1234568"),
    ("Email volume fell by 25%, from 640 last month to 512 this month.", "25%"),
    ("This month brought 640 emails.", "640"),
    ("150 cases arrived by letter.", "150"),
    ("One customer was asked for $689.", "$689"),
    ("Roughly 7.4m complaints were filed.", "7.4m"),
    ("The timely response rate of Bank of Arcadia is 9.73%.", "9.73%"),
    ("Complaints in November 2024 include one about escrow.", "November 2024"),
    ("The complaint of 2 December 2025 concerns Bank of Arcadia [1].", "2 December 2025"),
];

/// A third batch over the first desk, in the manner of a talkative model.
const TALK: [&str; 28] = [
    "I looked at 412 complaints about the mobile app. The picture is clear: **login failures** (140) are the biggest problem, ahead of **crashes** (115).",
    "Put together, the three leading topics cover 346 of the 412 complaints (84%).",
    "Card payments play a minor role, with 40 complaints or 9.7%.",
    "Only 6% of complaints fall into other categories.",
    "If you look at the timeline, things were calm until 15 January (8 messages that day), then 22 arrived on 16 January and 41 on 17 January. That is more than five times the level of 15 January.",
    "Before 16 January, the desk handled about 6 messages a day.",
    "By 31 January, volume was back to 17 a day.",
    "SLA performance: 85% compliant (68/80), 15% breached (12/80).",
    "Fraud cases are the weak spot: 30% of them (9 out of 30) were late.",
    "One in seven cases was late.",
    "The negative share is 56%, the positive share just 15%.",
    "Sentiment averages -0.31 on a scale from -1 to 1.",
    "A typical case takes 3.4 days; one took as long as 21.5 days.",
    "Three of the four sources cited are customer messages.",
    "Alderney Marine (comm-12391, 17 January 2026) reports that “the whole finance team is locked out” [2].",
    "Osei Textiles, on 19 January: “It closes when I open a statement. […] this morning.” [3]",
    "Osei Textiles complains that the app closes “when I open a statement” [3].",
    "The release note of 15 January 2026 [4] mentions a new sign-in with device check.",
    "Of the 23 communications found, I read 4 in full.",
    "Most relevant: comm-12345 (0.92), comm-12391 (0.88) and comm-12402 (0.85).",
    "comm-12345 is a 92% match.",
    "Login failures are 25 complaints ahead of crashes and 49 ahead of slow performance.",
    "Crashes and slow performance are close to each other: 28% and 22%.",
    "Week by week, the picture is the same.",
    "The period covered is January 2026 (2–31 January).",
    "Payments cases rarely breach: 94% were handled in time.",
    "Nearly 60% of the messages are negative.",
    "My recommendation: fix the login first, then the crashes; that would address 62% of complaints.",
];

const APP: &str = "Why are customers complaining about the mobile app in the last 30 days?";
const FIRM: &str =
    "What should I know about Nakamura Optics, and about complaints this year and this month against last month?";

/// (alarms, misses) of a set.
fn outcome(
    right: &[&str],
    wrong: &[(&str, &str)],
    question: &str,
    results: fn() -> Vec<Seen>,
) -> (Vec<String>, Vec<String>) {
    let (mut alarms, mut missed) = (vec![], vec![]);
    for answer in right {
        for claim in check(&case(answer, question, results())).iter().filter(|c| c.found.is_none()) {
            alarms.push(format!("“{}”: {} In: {answer}", claim.text, claim.problem.as_deref().unwrap_or_default()));
        }
    }
    for (answer, text) in wrong {
        let claims = check(&case(answer, question, results()));
        if !claims.iter().any(|c| c.found.is_none() && c.text == *text) {
            missed.push(format!("{answer}\n   {claims:?}"));
        }
    }
    (alarms, missed)
}

#[test]
fn a_desk_of_topics_and_days() {
    let (alarms, missed) = outcome(&RIGHT, &WRONG, APP, results);
    assert!(alarms.is_empty(), "{} alarms\n{}", alarms.len(), alarms.join("\n"));
    assert!(missed.is_empty(), "{} missed\n{}", missed.len(), missed.join("\n"));
}

#[test]
fn a_talkative_answer() {
    let (alarms, _) = outcome(&TALK, &[], APP, results);
    assert!(alarms.is_empty(), "{} alarms\n{}", alarms.len(), alarms.join("\n"));
}

#[test]
fn a_desk_of_customers_and_quarters() {
    let (alarms, missed) = outcome(&MORE_RIGHT, &MORE_WRONG, FIRM, more_results);
    println!("{} alarms\n{}\n{} missed\n{}", alarms.len(), alarms.join("\n"), missed.len(), missed.join("\n"));
    assert!(alarms.is_empty() && missed.is_empty());
}
