//! Results of several shapes and their rows.

use serde_json::json;

use super::*;

/// Each table as "name: row; row".
fn told(value: &Value) -> Vec<String> {
    let one = |t: &Table<'_>| (0..t.rows.len()).map(|i| t.row_text(i)).collect::<Vec<_>>().join("; ");
    tables(value).iter().map(|t| format!("{}|{}", t.name, one(t))).collect()
}

#[test]
fn results_become_tables() {
    for (value, want) in [
        (
            json!({"total": 412, "share": 0.339_86, "topTopics": [
                {"count": 140, "topic": "Login failures", "range": {"from": "2026-01-03"}, "exampleIds": ["a", "b"]},
                {"count": 115, "topic": "Crashes", "z": null, "days": [{"day": 1, "n": 2}, {"day": 2, "n": 3}]}]}),
            vec![
                "|share 0.3399, total 412",
                "topTopics|Login failures: count 140, exampleIds a, b, range.from 2026-01-03; Crashes: count 115",
                "topTopics[Crashes].days|topTopics[Crashes].days: day 1, n 2; topTopics[Crashes].days: day 2, n 3",
            ],
        ),
        (json!({"email": {"n": 3}, "phone": {"n": 4}}), vec!["|email: n 3; phone: n 4"]),
        (json!({"rows": [["Kaunas", 3], ["Vilnius", 4]]}), vec!["rows|Kaunas: 2 3; Vilnius: 2 4"]),
        (json!(["a", "b"]), vec!["|a, b"]),
        (json!({"a": {"b": {"c": 1}}, "none": null, "empty": []}), vec!["a.b|a.b: c 1"]),
        (json!("text"), vec!["|text"]),
        (json!(null), vec![]),
    ] {
        assert_eq!(told(&value), want, "{value}");
    }
}

#[test]
fn every_path_leads_to_its_value() {
    let value = json!({"a/b": [{"x~y": 1, "deep": {"k/l": [1, 2]}}, {"x~y": 2}], "t": {"from": "2026-01-01"},
        "many": (0..20).map(|i| (format!("d{i}"), json!(i))).collect::<serde_json::Map<_, _>>()});
    let mut seen = 0;
    for table in tables(&value) {
        assert!(table.path.is_empty() || value.pointer(&table.path).is_some(), "{}", table.path);
        for row in &table.rows {
            assert_eq!(value.pointer(&row.path), Some(row.of), "{}", row.path);
            for (column, cell) in table.columns.iter().zip(&row.cells) {
                if let Cell::Value(v) = cell {
                    assert_eq!(row.of.pointer(&column.path), Some(*v));
                    seen += 1;
                }
            }
        }
    }
    assert_eq!(seen, 24);
}

#[test]
fn deep_and_odd_results_do_not_break_it() {
    let mut deep = json!(1);
    for _ in 0..100 {
        deep = json!({"a": [deep, {}, [], [[]]]});
    }
    assert!(tables(&deep).len() < 100);
}
