//! The sentences about a declared tool's result, with placeholders for figures. A sentence with an unfilled placeholder
//! is omitted.

use std::collections::BTreeMap;

use model::number::exact;
use serde_json::Value;

/// The sentences, filled in. `units` has the units of fields.
pub fn filled(
    template: &str,
    data: &Value,
    args: &BTreeMap<String, String>,
    units: &BTreeMap<String, String>,
) -> String {
    let one = |sentence: &str| fill(sentence, &|place| value(place, data, args, units));
    sentences(template).into_iter().filter_map(one).collect::<Vec<_>>().join(" ")
}

/// The placeholders of a template: "total.spend", "$period".
pub fn places(template: &str) -> Result<Vec<String>, String> {
    let found = std::cell::RefCell::new(Vec::new());
    fill(template, &|place| {
        found.borrow_mut().push(place.to_owned());
        Some(String::new())
    })
    .map(|_| found.into_inner())
    .ok_or_else(|| format!("The sentence \"{template}\" has a {{ that is not closed."))
}

/// Split after a sentence end followed by a space; not within a placeholder.
fn sentences(template: &str) -> Vec<&str> {
    let mut out = Vec::new();
    let mut from = 0;
    let ends = template.match_indices(['.', '?', '!']).map(|(at, _)| at + 1);
    for end in ends.filter(|end| template[*end..].starts_with(char::is_whitespace)) {
        out.push(template[from..end].trim());
        from = end;
    }
    out.push(template[from..].trim());
    out.retain(|sentence| !sentence.is_empty());
    out
}

/// A text with its placeholders filled in; `None` if one has no value or no end.
fn fill(text: &str, value: &dyn Fn(&str) -> Option<String>) -> Option<String> {
    let mut out = String::new();
    let mut rest = text;
    while let Some((lead, tail)) = rest.split_once('{') {
        let (place, tail) = tail.split_once('}')?;
        out.push_str(lead);
        out.push_str(&value(place.trim())?);
        rest = tail;
    }
    Some(out + rest)
}

fn value(
    place: &str,
    data: &Value,
    args: &BTreeMap<String, String>,
    units: &BTreeMap<String, String>,
) -> Option<String> {
    if let Some(name) = place.strip_prefix('$') {
        return args.get(name).cloned();
    }
    let (result, field) = place.split_once('.')?;
    let found = data.get(result)?;
    if field == "rows" {
        return found.as_array().map(|rows| rows.len().to_string());
    }
    let found = data.pointer(&format!("/{}", place.replace('.', "/")))?;
    let name = field.rsplit('.').next().unwrap_or(field);
    match found {
        Value::Number(number) => {
            let unit = units.get(name).map(|unit| if unit == "%" { "%".to_owned() } else { format!(" {unit}") });
            Some(format!("{}{}", exact(number.as_f64()?), unit.unwrap_or_default()))
        }
        Value::String(text) => Some(text.clone()),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_sentence_without_its_figure_is_left_out() {
        let data =
            json!({"total": {"spend": 1_890_000.0, "change_percent": 51.81}, "items": [{"name": "Bolt"}], "none": []});
        let args = BTreeMap::from([("period".to_owned(), "Q4-2025".to_owned())]);
        let units =
            BTreeMap::from([("spend".to_owned(), "EUR".to_owned()), ("change_percent".to_owned(), "%".to_owned())]);
        let say = |template: &str| filled(template, &data, &args, &units);
        assert_eq!(
            say("Spend in {$period} was {total.spend}. It rose by {total.change_percent}. {none.0.name} leads."),
            "Spend in Q4-2025 was 1,890,000 EUR. It rose by 51.81%."
        );
        assert_eq!(say("{items.rows} low: {items.0.name}."), "1 low: Bolt.");
        assert_eq!(say("{$other} is not known."), "");
        assert_eq!(places("a {x.y} {$p}"), Ok(vec!["x.y".to_owned(), "$p".to_owned()]));
        assert!(places("a {x").is_err());
    }
}
