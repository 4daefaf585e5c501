//! Answers over one made-up result, and the grade of each of their claims.

use model::answer::{CitedRow, Claim};
use serde_json::json;

use super::*;

fn sources() -> Vec<Source> {
    let source = |id: &str, excerpt: &str| Source {
        id: id.into(),
        title: "Osei Textiles".into(),
        excerpt: excerpt.into(),
        ..Source::default()
    };
    vec![
        source("comm-1", "Some 1,900 customers are locked out since 15 January."),
        source("comm-2", "It closes when I open a statement. Nobody calls back."),
    ]
}

/// Grounds an answer whose `[1]` to `[3]` are the topics, `[4]` the totals, `[5]` and `[6]` the messages, `[7]` to `[9]`
/// days.
fn claims(answer: &str) -> Vec<Claim> {
    let args = json!({"timeRange": "last 30 days"});
    let result = json!({"total": 412, "previousTotal": 14, "timeRange": {"from": "2026-01-01", "to": "2026-01-31"},
        "topTopics": [
            {"topic": "Login failures", "count": 140, "share": 0.3398, "previousCount": 3, "hours": 36.0},
            {"topic": "Crashes", "count": 115, "share": 0.2791, "previousCount": 4, "hours": 50.5},
            {"topic": "Slow performance", "count": 91, "share": 0.2209, "previousCount": 70, "hours": 12.0}],
        "daily": [{"date": "2026-01-16", "count": 21}, {"date": "2026-01-17", "count": 8}, {"date": "2026-01-18", "count": 4}]});
    let sources = sources();
    let row = |path: &str| Citation::Row(CitedRow { call: "c4".into(), path: path.into(), text: String::new() });
    let rows = ["/topTopics/0", "/topTopics/1", "/topTopics/2", ""].map(row);
    let records = sources.iter().cloned().map(Citation::Record);
    let days = ["/daily/0", "/daily/1", "/daily/2"].map(row);
    let citations: Vec<Citation> = rows.into_iter().chain(records).chain(days).collect();
    let observation = Observation { call: "c4", args: &args, result: &result, sources: &sources };
    let context = Context {
        question: "What about the 17 branches?",
        citations: Some(&citations),
        refusals: &["There is no record comm-9."],
        ..Context::default()
    };
    ground(answer, &[observation], &context).claims
}

/// Each claim with its grade and how it was found.
fn told(answer: &str) -> Vec<String> {
    let one = |c: Claim| {
        let how = c.found.as_ref().map_or(String::new(), |f| format!(" {}", f.how));
        format!("{} {}{how}", c.text, c.grade())
    };
    claims(answer).into_iter().map(one).collect()
}

#[test]
fn every_claim_has_its_grade() {
    for (answer, want) in [
        // In the cited row: exact, rounded, in percent.
        ("Login failures: 140 (34%), after 3. [1]", &["140 cited equal", "34% cited rounded", "3 cited equal"][..]),
        // Worked out from cited rows.
        ("Together 346 complaints, 84% of all. [1-3][4]", &["346 cited sum", "84% cited sum"]),
        ("It rose by 137 (4,567%). [1]", &["137 cited difference", "4,567% cited change"]),
        ("About 29 times as many. [4]", &["29 cited ratio"]),
        ("That is 13.3 a day. [4]", &["13.3 cited per day"]),
        ("11 a day on average over 3 days. [7-9]", &["11 cited mean", "3 cited count"]),
        ("They took 1.5 days. [1]", &["1.5 cited rounded"]),
        // The total and the period in the head of the cited row's result.
        (
            "140 of the 412 complaints of January 2026. [1]",
            &["140 cited equal", "412 cited equal", "January 2026 cited equal"],
        ),
        // A share of a sum that was just stated.
        (
            "Together 346, of which 140 (40.5%) are login failures. [1-3]",
            &["346 cited sum", "140 cited equal", "40.5% cited share"],
        ),
        // No citation: the rows that the sentence names.
        ("Crashes and slow performance come to 206.", &["206 matched sum"]),
        ("Crashes took 3,030 minutes.", &["3,030 matched rounded"]),
        // Elsewhere in the results.
        ("Crashes: 140. [2]", &["140 matched equal"]),
        ("No citation: 412.", &["412 matched equal"]),
        ("The rest is 91 of 412, or 321. [5]", &["91 matched equal", "412 matched equal", "321 matched difference"]),
        ("The rest is 94 of 194, or 100. [5]", &["94 not verified", "194 not verified", "100 not verified"]),
        // Nowhere.
        ("Login failures: 141. [1]", &["141 not verified"]),
        ("There were 77 on 3 March 2026. [1]", &["77 not verified", "3 March 2026 not verified"]),
        // Dates: of the cited row, of its call, of any result.
        ("The peak was 16 January. [7]", &["16 January cited equal"]),
        ("From 1 to 31 January 2026: 412. [4]", &["1 cited equal", "31 January 2026 cited equal", "412 cited equal"]),
        ("Locked out since 15 January. [1]", &["15 January matched equal"]),
        ("Between 5 and 9 January nothing. [1]", &[]),
        // Words.
        ("“It closes when I open a statement” [6].", &["“It closes when I open a statement” cited equal"]),
        ("“It closes when I open” [5].", &["“It closes when I open” matched equal"]),
        ("“It crashes when I open a statement” [6].", &["“It crashes when I open a statement” not verified"]),
        ("comm-1, comm-7 and PSD2; no comm-9.", &["comm-1 matched equal", "comm-7 not verified"]),
        ("Some 1,900 are locked out. [5]", &["1,900 cited equal"]),
        // Not findings.
        ("1. In the last 7 days\n2. Of the 17 branches\n3. See [12]", &["17 matched equal", "[12] not verified"]),
        ("The 5th and 2nd, v6 and Q9.", &[]),
    ] {
        assert_eq!(told(answer), want, "{answer}");
    }
}

#[test]
fn the_wrong_row_is_named() {
    let claims = claims("Crashes: 140. [2]");
    let problem = claims[0].problem.as_deref().unwrap();
    assert_eq!(problem, "The row that is cited, “Crashes”, does not have it; “Login failures” does.");
    assert_eq!(claims[0].found.as_ref().unwrap().path, "/topTopics/0/count");
}

#[test]
fn a_worked_out_figure_names_its_operands() {
    let found = claims("Together 231. [1][3]").remove(0).found.unwrap();
    assert_eq!(found.operands, ["Login failures count 140", "Slow performance count 91"]);
}

#[test]
fn nothing_breaks_on_odd_input() {
    let (args, result) = (json!(null), json!([1, null, {"a": [[], {}]}, "“", ""]));
    let observation = Observation { call: "c", args: &args, result: &result, sources: &[] };
    for text in [
        "", "“", "[", "[0] [99999999999999999999]", "1.2.3 ,.- 12%% $", "– 5–", "a\n\n### \n1. ", "½ ６ ١٢ €€5 ’s",
        "31 February 2026 to 9", "\"„“”«»\" 1,,2 1'2",
    ] {
        let context = Context { citations: Some(&[]), ..Context::default() };
        let claims = ground(text, &[observation], &context).claims;
        assert!(claims.iter().all(|c| text.get(c.start..c.end) == Some(c.text.as_str())), "{text}");
    }
}

#[test]
fn a_zero_needs_a_list_that_says_that_it_is_whole() {
    let (args, of) = (json!({}), json!([{"topic": "Crashes", "count": 2}, {"topic": "Fees", "count": 3}]));
    let row = CitedRow { call: "c".into(), path: "/topics/0".into(), text: String::new() };
    let citations = [Citation::Row(row)];
    for (topics, grade) in [(2, "cited"), (9, "not verified")] {
        let result = json!({"topicCount": topics, "topics": of});
        let observation = Observation { call: "c", args: &args, result: &result, sources: &[] };
        let context = Context { citations: Some(&citations), ..Context::default() };
        let claims = ground("Mortgages: 0. [1]", &[observation], &context).claims;
        assert_eq!(claims[0].grade().to_string(), grade, "{topics} topics");
    }
}
