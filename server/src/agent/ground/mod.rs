//! stub
use app::model::answer::*;
use serde_json::Value;
pub struct Observation<'a> {
    pub call: &'a str,
    pub tool: &'a str,
    pub args: &'a Value,
    pub result: &'a Value,
    pub sources: &'a [Source],
}
pub struct Context<'a> {
    pub question: &'a str,
    pub as_of: Option<chrono::NaiveDate>,
    pub citations: &'a [Source],
}
pub fn ground(_a: &str, _o: &[Observation<'_>], _c: &Context<'_>) -> Grounding {
    Grounding::default()
}
