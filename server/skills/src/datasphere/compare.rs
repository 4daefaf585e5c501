//! A measure of two entities, summed by common properties and compared. Differences are classified by the data
//! analyst's classes.

use std::collections::BTreeMap;

use serde_json::{Map, Value, json};

use super::client::Rows;
use crate::data_analyst::classes::{self, Class, Judged};
use crate::figures::round2;
use query::declared::Comparison;
use tools::ToolError;

/// Maximum differences listed.
const TOP: usize = 5;

type Sums = BTreeMap<Vec<String>, f64>;

/// The measure summed by the properties.
pub fn sums(entity: &str, found: &Rows, measure: &str, group_by: &[String]) -> Result<Sums, ToolError> {
    if found.truncated {
        let why = format!(
            "{entity} has more rows than are read at once. Narrow it by filter_expr, or sum by ds_execute_sql."
        );
        return Err(ToolError::new(why));
    }
    let mut sums = Sums::new();
    for row in &found.rows {
        let field = |name: &str| {
            let missing = || ToolError::new(format!("{entity} has no property {name}. ds_get_metadata lists them."));
            row.get(name).ok_or_else(missing)
        };
        let mut key = Vec::new();
        for name in group_by {
            let value = field(name)?;
            key.push(value.as_str().map_or_else(|| value.to_string(), str::to_owned));
        }
        let value = field(measure)?;
        let number = match value {
            Value::Null => Some(0.0),
            Value::String(text) => text.trim().parse::<f64>().ok().filter(|n| n.is_finite()),
            other => other.as_f64(),
        };
        let wrong = || ToolError::new(format!("{measure} of {entity} is not a number. Choose another measure."));
        *sums.entry(key).or_insert(0.0) += number.ok_or_else(wrong)?;
    }
    Ok(sums)
}

/// The result, and the sentence about it.
pub fn compared(entities: [&str; 2], measure: &str, group_by: &[String], a: &Sums, b: &Sums) -> (Value, String) {
    let limits = Comparison::default();
    let keys: std::collections::BTreeSet<&Vec<String>> = a.keys().chain(b.keys()).collect();
    let pair = |key: &Vec<String>| -> (Vec<String>, Option<f64>, Option<f64>, Judged) {
        let (of_a, of_b) = (a.get(key).copied(), b.get(key).copied());
        (key.clone(), of_a, of_b, classes::judge(of_a.unwrap_or(0.0), of_b.unwrap_or(0.0), &limits))
    };
    let mut pairs: Vec<_> = keys.into_iter().map(pair).collect();
    let apart = |a: Option<f64>, b: Option<f64>| (a.unwrap_or(0.0) - b.unwrap_or(0.0)).abs();
    pairs.sort_by(|x, y| apart(y.1, y.2).total_cmp(&apart(x.1, x.2)).then_with(|| x.0.cmp(&y.0)));
    let of = |class: Class| pairs.iter().filter(|pair| pair.3.class == class).count();
    let (matches, minor, major) = (of(Class::Match), of(Class::MinorDiff), of(Class::MajorDiff));
    let missing = [pairs.iter().filter(|p| p.1.is_none()).count(), pairs.iter().filter(|p| p.2.is_none()).count()];
    let mut words = classes::interpretation(pairs.len(), matches, minor, major);
    for (many, entity) in missing.iter().zip(entities) {
        match *many {
            0 => {}
            1 => words.push(format!("1 row is missing in {entity} and counted as 0")),
            many => words.push(format!("{many} rows are missing in {entity} and counted as 0")),
        }
    }
    let top = pairs.iter().filter(|p| apart(p.1, p.2) != 0.0).take(TOP).map(|(key, of_a, of_b, judged)| {
        let mut row = Map::new();
        for (name, value) in group_by.iter().zip(key) {
            row.insert(name.clone(), json!(value));
        }
        row.insert("entityAValue".into(), json!(round2(of_a.unwrap_or(0.0))));
        row.insert("entityBValue".into(), json!(round2(of_b.unwrap_or(0.0))));
        row.insert("absoluteDiff".into(), json!(round2(apart(*of_a, *of_b))));
        row.insert("percentageDiff".into(), json!(judged.percent.map(round2)));
        row.insert("status".into(), json!(judged.class));
        row.insert("because".into(), json!(judged.because));
        Value::Object(row)
    });
    let top: Vec<Value> = top.collect();
    let (total_a, total_b) = (a.values().sum::<f64>(), b.values().sum::<f64>());
    let interpretation = words.join("; ");
    let data = json!({
        "source": format!("SAP Datasphere: {}, {}", entities[0], entities[1]),
        "measure": measure,
        "groupBy": group_by,
        "summary": {
            "totalRows": pairs.len(),
            "matches": matches,
            "minorDifferences": minor,
            "majorDifferences": major,
            "missingInA": missing[0],
            "missingInB": missing[1],
            "totalA": round2(total_a),
            "totalB": round2(total_b),
            "totalDiff": round2(total_a - total_b),
        },
        "interpretation": interpretation,
        "topDifferences": top,
    });
    let number = model::number::exact;
    let (total_a, total_b) = (number(round2(total_a)), number(round2(total_b)));
    let summary =
        format!("{measure} of {} against {}: {interpretation}. {total_a} against {total_b}.", entities[0], entities[1]);
    (data, summary)
}
