//! Checks an answer against what the tools returned. Pure code: no I/O, no model, no clock.
//!
//! Read in this order: `read` turns text into claims, `index` flattens the results, `scene` lays the answer out against
//! them; then `figures` looks for numbers, `calendar` for dates and `quote` for words, and `check` writes down what was
//! found. `measure` says how well all this works. Deliberately not here: what happens to an answer whose claims fail; that is the loop's business.

mod beside;
mod calendar;
mod check;
mod elsewhere;
mod figures;
mod index;
pub mod measure;
mod quote;
pub mod read;
mod scene;
mod told;

use app::model::answer::{Grounding, Source};
use chrono::NaiveDate;
use serde_json::Value;

use index::is_id_key;

/// What one tool call returned.
#[derive(Clone, Copy, Debug)]
pub struct Observation<'a> {
    /// [`app::model::run::Call::id`].
    pub call: &'a str,
    pub tool: &'a str,
    pub args: &'a Value,
    /// The tool's `data`, whole.
    pub result: &'a Value,
    /// The records that the call read.
    pub sources: &'a [Source],
}

/// What an answer may rest on besides the results.
#[derive(Clone, Copy, Debug, Default)]
pub struct Context<'a> {
    pub question: &'a str,
    /// The day that "today" means in this run.
    pub as_of: Option<NaiveDate>,
    /// The answer's numbered sources: `[1]` is the first.
    pub citations: &'a [Source],
    /// What tools said of calls that failed: "no customer C-999".
    pub refusals: &'a [&'a str],
    /// The order of `citations` is only guessed: then only their number counts.
    pub guessed: bool,
}

/// Finds every claim of an answer and where it comes from.
///
/// Pointers lead into a call's `result`; those that begin with `/args` lead into its arguments, those that begin with
/// `/sources` to its sources, and the call "question" is the question itself. Offsets are bytes on character boundaries.
pub fn ground(answer: &str, observations: &[Observation<'_>], context: &Context<'_>) -> Grounding {
    let index = index::Index::new(observations, context);
    let scene = scene::Scene::new(answer, context.question, &index);
    Grounding { claims: check::claims(&scene, &index, context) }
}

#[cfg(test)]
mod tests {
    use app::model::answer::{ClaimKind, SourceKind};
    use serde_json::json;

    use super::*;

    const ANSWER: &str = "Three faults make up 84% of the 412 complaints within 30 days: login failures 34%, crashes 28% \
        and slow performance 22%. Übrigens: 1,900 customers are locked out. “It closes when I open a statement” [2].";

    fn grounded() -> Vec<app::model::answer::Claim> {
        let source = |id: &str, excerpt: &str| Source {
            kind: SourceKind::Communication,
            id: id.into(),
            title: "Osei Textiles".into(),
            relevance: None,
            excerpt: excerpt.into(),
            day: None,
            channel: None,
            sentiment: None,
        };
        let sources = [
            source("comm-1", "Some 1,900 customers are locked out."),
            source("comm-2", "It closes when I open a statement."),
        ];
        let args = json!({"timeRange": "last 30 days"});
        let result = json!({"total": 412, "topTopics": [
            {"topic": "Login failures", "count": 140, "share": 0.3398}, {"topic": "Crashes", "count": 115, "share": 0.2791},
            {"topic": "Slow performance", "count": 91, "share": 0.2209}]});
        let observation =
            Observation { call: "c4", tool: "analyze_topics", args: &args, result: &result, sources: &sources };
        let context = Context { citations: &sources, ..Context::default() };
        ground(ANSWER, &[observation], &context).claims
    }

    #[test]
    fn every_claim_leads_to_its_place() {
        let found: Vec<(String, String, String)> =
            grounded().into_iter().filter_map(|c| c.found.map(|f| (c.text, f.path, f.how))).collect();
        let want = [
            ("Three", "/topTopics", "count"),
            ("84%", "/topTopics", "sum"),
            ("412", "/total", "equal"),
            ("30", "/args/timeRange", "equal"),
            ("34%", "/topTopics/0/share", "rounded"),
            ("28%", "/topTopics/1/share", "rounded"),
            ("22%", "/topTopics/2/share", "rounded"),
            ("“It closes when I open a statement”", "/sources/1/excerpt", "equal"),
            ("[2]", "/sources/1/excerpt", "equal"),
        ];
        let found: Vec<(&str, &str, &str)> =
            found.iter().map(|(a, b, c)| (a.as_str(), b.as_str(), c.as_str())).collect();
        assert_eq!(found, want);
    }

    #[test]
    fn hearsay_is_not_verified_and_says_where_it_stands() {
        let claims = grounded();
        let hearsay = claims.iter().find(|c| c.found.is_none()).unwrap();
        assert_eq!((hearsay.text.as_str(), hearsay.kind), ("1,900", ClaimKind::Number));
        assert_eq!(&ANSWER[hearsay.start..hearsay.end], "1,900");
        assert!(hearsay.problem.as_deref().unwrap().contains("stands in comm-1"), "{:?}", hearsay.problem);
        assert!(claims.iter().all(|c| (c.found.is_none() == c.problem.is_some()) && ANSWER[c.start..c.end] == c.text));
    }

    #[test]
    fn sums_beside_their_parts_and_the_period_before() {
        let result = json!({"total": 412, "topTopics": [
            {"topic": "Login failures", "count": 140, "share": 0.3398, "previousCount": 5},
            {"topic": "Crashes", "count": 115, "share": 0.2791, "previousCount": 9},
            {"topic": "Slow performance", "count": 91, "share": 0.2209, "previousCount": 70}]});
        let args = json!({});
        let observation = Observation { call: "c", tool: "analyze_topics", args: &args, result: &result, sources: &[] };
        let failed = |text: &str| -> Vec<String> {
            let claims = ground(text, &[observation], &Context::default()).claims;
            claims.into_iter().filter(|c| c.found.is_none()).map(|c| c.text).collect()
        };
        let lead = "Login failures 34% (140), Crashes 28% (115) and Slow performance 22% (91) make up";
        for (text, want) in [
            (format!("{lead} 84% of the 412 complaints."), vec![]),
            (format!("{lead} 85% of the 412 complaints."), vec!["85%"]),
            ("Login failures 34% (115) and Crashes 28% (140) lead.".into(), vec!["115", "140"]),
            ("Login failures grew most: 140 against 5 in the period before.".into(), vec![]),
            // Swapped: "5" alone could be a rank or a day of the same row, but not "140" in the period before.
            ("Login failures grew most: 5 against 140 in the period before.".into(), vec!["140"]),
            ("Login failures grew most: 140 against 9 in the period before.".into(), vec!["9"]),
        ] {
            assert_eq!(failed(&text), want, "{text}");
        }
    }

    #[test]
    fn what_a_tool_does_not_know_may_be_said_to_be_unknown() {
        let refusals = ["There is no customer \"cust-999\"."];
        let failed = |text: &str, refusals: &[&str]| {
            let claims = ground(text, &[], &Context { refusals, ..Context::default() }).claims;
            claims.iter().filter(|c| c.found.is_none()).count()
        };
        for (text, with, without) in [
            ("I could find no customer cust-999.", 0, 1),
            ("There is no record of CUST-999, so nothing can be said.", 0, 1),
            ("Customer cust-999 complained most.", 1, 1),
            ("There is no customer cust-998.", 1, 1),
        ] {
            assert_eq!((failed(text, &refusals), failed(text, &[])), (with, without), "{text}");
        }
    }

    #[test]
    fn nothing_breaks_on_odd_input() {
        let (args, result) = (json!(null), json!([1, null, {"a": [[], {}]}, "“", ""]));
        let observation = Observation { call: "c", tool: "t", args: &args, result: &result, sources: &[] };
        for text in [
            "",
            "“",
            "[",
            "[0] [99999999999999999999]",
            "1.2.3 ,.- 12%% $",
            "– 5–",
            "a\n\n### \n1. ",
            "½ ６ ١٢ €€5 ’s",
            "31 February 2026 to 9",
        ] {
            let claims = ground(text, &[observation], &Context::default()).claims;
            assert!(claims.iter().all(|c| text.is_char_boundary(c.start) && text.is_char_boundary(c.end)));
        }
    }
}
