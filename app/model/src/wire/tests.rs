//! Both readers give the same result.

use std::collections::BTreeMap;

use chrono::NaiveDate;
use serde::Deserialize;
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

/// As the types are declared in the browser.
#[derive(Debug, PartialEq, Deserialize)]
struct Flat {
    id: String,
    #[serde(rename = "*")]
    tagged: Tagged,
}

#[derive(Debug, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase", rename_all_fields = "camelCase")]
enum Tagged {
    Nothing,
    OneThing { size_mb: u64, when: Option<NaiveDate> },
    Whole(Whole),
}

#[derive(Debug, PartialEq, Deserialize)]
struct Whole {
    kind: String,
    list: Vec<(String, f64)>,
    #[serde(default)]
    more: BTreeMap<String, i64>,
}

#[test]
fn tags_and_flattened_fields_are_read_by_what_the_types_declare() {
    let read = |value: Value| lean::read::<Flat>(&value.to_string()).map(|flat| (flat.id, flat.tagged));
    let one = json!({"type": "oneThing", "id": "a", "sizeMb": 3, "when": "2026-01-16", "unknown": [1]});
    let day = NaiveDate::from_ymd_opt(2026, 1, 16);
    assert_eq!(read(one).unwrap(), ("a".into(), Tagged::OneThing { size_mb: 3, when: day }));
    assert_eq!(read(json!({"id": "b", "kind": "nothing"})).unwrap(), ("b".into(), Tagged::Nothing));
    let whole = json!({"id": "c", "type": "whole", "kind": "odd", "list": [["x", 1], ["y", 0.5]], "more": {"n": -2}});
    let (list, more) = (vec![("x".into(), 1.0), ("y".into(), 0.5)], [("n".into(), -2)].into());
    assert_eq!(read(whole).unwrap().1, Tagged::Whole(Whole { kind: "odd".into(), list, more }));
    let outside: Tagged = lean::read(r#"{"oneThing": {"sizeMb": 1}}"#).unwrap();
    assert_eq!(outside, Tagged::OneThing { size_mb: 1, when: None });
    assert_eq!(lean::read::<Tagged>("\"nothing\"").unwrap(), Tagged::Nothing);
    for wrong in [json!({"id": "d"}), json!({"id": "d", "type": "other"}), json!({"id": "d", "type": "oneThing"})] {
        assert!(read(wrong.clone()).is_err(), "{wrong}");
    }
    let wrong = lean::read::<Tagged>(r#"{"type": "oneThing", "sizeMb": -1}"#).unwrap_err().to_string();
    assert!(wrong.contains("u64"), "{wrong}");
}

#[test]
fn what_is_no_json_is_an_error() {
    for text in ["", "{", "1,\"value\":2", "1}{", "nul"] {
        assert!(lean::read::<Value>(text).is_err(), "{text}");
    }
    assert!(<Json as Decodes<Value>>::decode(Bytes::from_static(b"\xff")).is_err());
}
