//! Questions about a method: "How is the NPS worked out?" They need no data: the answer is the method's
//! own text, stored where it is applied, so that text and code agree.

use query::frame::Frame;
use search::words::distinct;
use skills::customer_intelligence::methods;

/// A method: its text, and an example question.
pub type Method = (&'static str, &'static str);

/// Each method with the names of its results.
const METHODS: [(&str, Method); 7] = [
    ("nps net promoter score detractor recommend", (skills::nps::METHOD, "What is the NPS?")),
    ("risk churn at-risk leaving", (methods::RISK, "Which customers are at risk?")),
    ("health healthy issue", (methods::HEALTH, "What are the main issues?")),
    ("sla breach breached deadline late overdue on-time", (methods::SLA, "How many cases breached SLA?")),
    ("resolution time resolve close duration", (methods::RESOLUTION, "How long does it take to resolve cases?")),
    ("sentiment mood feeling tone", (methods::SENTIMENT, "How do customers feel?")),
    ("trend rising falling emerging", (methods::TRENDS, "Which topics are rising?")),
];

/// The method that shares most words with a question.
pub fn find(frame: &Frame) -> Option<Method> {
    let asked = distinct(&frame.text);
    let shared = |names: &str| distinct(names).iter().filter(|stem| asked.contains(stem)).count();
    let (names, method) = METHODS.iter().max_by_key(|(names, _)| shared(names))?;
    (shared(names) > 0).then_some(*method)
}
