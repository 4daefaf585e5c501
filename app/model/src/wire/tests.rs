//! Both ways of reading give the same.

use serde_json::{Value, json};

use server_fn::Bytes;

use super::*;
use crate::error::AppError;
use crate::run::{RunEvent, StoredEvent};
use crate::session::DeskInfo;

#[test]
fn both_ways_read_the_same() {
    let plan = json!({"type": "routed", "intent": "count", "domain": "communications", "secondary": [], "recommended": ["a"],
        "reasoning": "r", "confidence": 0.5, "runId": "r1", "seq": 3, "at": 17});
    let event: StoredEvent = lean::read(&plan.to_string()).unwrap();
    assert!(matches!(&event.event, RunEvent::Routed { route } if route.confidence == 0.5), "{event:?}");
    assert_eq!(event, serde_json::from_value(plan).unwrap());
    let info = json!({"asOf": "2026-01-31", "model": "rules", "search": {"type": "keywords"}, "searchChanges": true, "communications": 9_007_199_254_740_993_i64,
        "cases": -1, "customers": 0, "examples": ["\u{1F600} \"quoted\""]});
    assert_eq!(lean::read::<DeskInfo>(&info.to_string()).unwrap(), serde_json::from_value(info).unwrap());
    let failed = "{\"Err\":{\"kind\":\"not_found\",\"detail\":\"gone\"}}";
    assert_eq!(lean::read::<Result<Value, AppError>>(failed).unwrap(), Err(AppError::not_found("gone")));
    for (text, want) in [("null", json!(null)), ("[1.5,{\"a\":[]}]", json!([1.5, {"a": []}])), ("\"x\"", json!("x"))] {
        assert_eq!(lean::read::<Value>(text).unwrap(), want);
    }
}

#[test]
fn what_is_no_json_is_an_error() {
    for text in ["", "{", "1,\"value\":2", "1}{", "nul"] {
        assert!(lean::read::<Value>(text).is_err(), "{text}");
    }
    assert!(<Json as Decodes<Value>>::decode(Bytes::from_static(b"\xff")).is_err());
}
