//! A measure of two entities, summed by common properties and compared.

use model::run::{Scope, ToolOutput};
use serde_json::{Value, json};

use super::client::Rows;
use crate::data_analyst::pairs::{Key, Pairs};
use outside::result;
use query::declared::Comparison;
use tools::ToolError;

/// The measure of each row, with its properties.
pub fn figures(entity: &str, found: &Rows, measure: &str, group_by: &[String]) -> Result<Vec<(Key, f64)>, ToolError> {
    if found.truncated {
        let why = format!(
            "{entity} has more rows than are read at once. Narrow it by filter_expr, or sum by ds_execute_sql."
        );
        return Err(ToolError::new(why));
    }
    let figure = |row: &Value| -> Result<(Key, f64), ToolError> {
        let field = |name: &str| {
            let missing = || ToolError::new(format!("{entity} has no property {name}. ds_get_metadata lists them."));
            row.get(name).ok_or_else(missing)
        };
        let text = |value: &Value| value.as_str().map_or_else(|| value.to_string(), str::to_owned);
        let key = group_by.iter().map(|name| Ok(Some(text(field(name)?)))).collect::<Result<Key, ToolError>>()?;
        let number = match field(measure)? {
            Value::Null => Some(0.0),
            Value::String(text) => text.trim().parse::<f64>().ok().filter(|n| n.is_finite()),
            other => other.as_f64(),
        };
        let wrong = || ToolError::new(format!("{measure} of {entity} is not a number. Choose another measure."));
        Ok((key, number.ok_or_else(wrong)?))
    };
    found.rows.iter().map(figure).collect()
}

/// The comparison as a result.
pub fn output(
    entities: [&str; 2],
    measure: &str,
    group_by: &[String],
    figures: [Vec<(Key, f64)>; 2],
    scope: &Scope,
) -> Result<ToolOutput, ToolError> {
    let pairs = Pairs::new(entities, figures, &Comparison::default());
    let data = json!({
        "source": format!("SAP Datasphere: {}, {}", entities[0], entities[1]),
        "measure": measure,
        "groupBy": group_by,
        "summary": pairs.summary(["totalA", "totalB"]),
        "interpretation": pairs.interpretation().join("; "),
        "topDifferences": pairs.largest(group_by, ["entityAValue", "entityBValue"]),
    });
    let output = result::output(data, "SAP Datasphere", scope)?;
    Ok(ToolOutput { summary: pairs.sentence(measure), ..output })
}
