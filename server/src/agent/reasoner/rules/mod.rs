//! stub
use super::*;
pub fn route(_v: &View<'_>) -> RunEvent {
    RunEvent::Routed {
        intent: "x".into(),
        domain: "x".into(),
        secondary: vec![],
        recommended: vec![],
        reasoning: "x".into(),
    }
}
pub fn next(_v: &View<'_>) -> Decision {
    Decision::Answer { thought: None, draft: Draft::default() }
}
pub fn conclude(_v: &View<'_>, _w: &str) -> Draft {
    Draft::default()
}
