//! Writes a declaration as YAML, as a form changed it. Comments are not kept.

use super::declaration::{
    ComparisonText, Connection, DimensionSaid, File, JoinText, MeasureSaid, Policy, SourceText, Text, Visible,
};
use super::draft::scalar;

/// The whole file.
pub fn write(file: &File) -> String {
    let mut out = String::new();
    if !file.connections.is_empty() {
        out.push_str("connections:\n");
    }
    for (name, connection) in &file.connections {
        out.push_str(&format!("  {}:\n", scalar(name)));
        fields(&mut out, "    ", &connection_fields(&connection.value));
    }
    out.push_str("sources:\n");
    file.sources.iter().for_each(|source| write_source(&mut out, source));
    out
}

/// Names with values that are already YAML.
type FieldList = Vec<(&'static str, Option<String>)>;

fn fields(out: &mut String, indent: &str, list: &FieldList) {
    for (name, value) in list {
        if let Some(value) = value {
            out.push_str(&format!("{indent}{name}: {value}\n"));
        }
    }
}

/// `{a: 1, b: 2}`.
fn flow(list: &FieldList) -> String {
    let all: Vec<String> =
        list.iter().filter_map(|(name, value)| Some(format!("{name}: {}", value.as_ref()?))).collect();
    format!("{{{}}}", all.join(", "))
}

fn text(value: &Option<String>) -> Option<String> {
    value.as_deref().map(scalar)
}

fn of_text(value: &Option<Text>) -> Option<String> {
    value.as_ref().map(|text| scalar(&text.value))
}

fn list(values: &[String]) -> Option<String> {
    let all: Vec<String> = values.iter().map(|value| scalar(value)).collect();
    (!all.is_empty()).then(|| format!("[{}]", all.join(", ")))
}

fn map<'a>(pairs: impl Iterator<Item = (&'a String, &'a String)>) -> Option<String> {
    let all: Vec<String> = pairs.map(|(key, value)| format!("{}: {}", scalar(key), scalar(value))).collect();
    (!all.is_empty()).then(|| format!("{{{}}}", all.join(", ")))
}

fn connection_fields(connection: &Connection) -> FieldList {
    vec![
        ("url", text(&connection.url)),
        ("folder", text(&connection.folder)),
        ("opensearch", text(&connection.opensearch)),
        ("user", text(&connection.user)),
        ("password", text(&connection.password)),
        ("api_key", text(&connection.api_key)),
        ("ca_file", text(&connection.ca_file)),
    ]
}

fn write_source(out: &mut String, source: &SourceText) {
    out.push_str(&format!("- name: {}\n", scalar(&source.name.value)));
    let description = Some(&source.description).filter(|text| !text.is_empty()).map(|text| scalar(text));
    let head = vec![
        ("description", description),
        ("one", text(&source.one)),
        ("many", text(&source.many)),
        ("synonyms", list(&source.synonyms)),
        ("connection", of_text(&source.connection)),
        ("table", Some(scalar(&source.table.value))),
        ("policy", (source.policy == Policy::Aggregates).then(|| "aggregates".to_owned())),
        ("visible", (source.visible == Visible::Everyone).then(|| "everyone".to_owned())),
    ];
    fields(out, "  ", &head);
    if !source.joins.is_empty() {
        out.push_str("  joins:\n");
        source.joins.iter().for_each(|join| out.push_str(&format!("  - {}\n", flow(&join_fields(join)))));
    }
    let rest = vec![
        ("time", of_text(&source.time)),
        ("today", of_text(&source.today)),
        ("scope", {
            let pairs: Vec<(String, String)> =
                source.scope.iter().map(|(field, dimension)| (field.clone(), dimension.value.clone())).collect();
            map(pairs.iter().map(|(field, dimension)| (field, dimension)))
        }),
    ];
    fields(out, "  ", &rest);
    if !source.dimensions.is_empty() {
        out.push_str("  dimensions:\n");
    }
    for (name, said) in &source.dimensions {
        out.push_str(&format!("    {}: {}\n", scalar(name), flow(&dimension_fields(name, &said.value.0))));
    }
    if !source.measures.is_empty() {
        out.push_str("  measures:\n");
    }
    for (name, said) in &source.measures {
        out.push_str(&format!("    {}: {}\n", scalar(name), flow(&measure_fields(name, &said.value.0))));
    }
    write_comparison(out, &source.comparison);
}

fn join_fields(join: &JoinText) -> FieldList {
    let on = &join.on.value.0;
    let same = on.len() == 1 && on.iter().all(|(here, there)| here == there);
    let on = if same { on.keys().next().map(|key| scalar(key)) } else { map(on.iter()) };
    vec![
        ("table", Some(scalar(&join.table.value))),
        ("as", text(&join.r#as)),
        ("from", of_text(&join.from)),
        ("on", on),
        ("agreed", (!join.agreed).then(|| "false".to_owned())),
    ]
}

fn dimension_fields(name: &str, said: &DimensionSaid) -> FieldList {
    vec![
        ("column", Some(scalar(said.column.as_deref().unwrap_or(name)))),
        ("key", text(&said.key)),
        ("type", text(&said.r#type)),
        ("format", text(&said.format)),
        ("unit", text(&said.unit)),
        ("says", text(&said.says)),
        ("synonyms", list(&said.synonyms)),
        ("values", map(said.values.iter())),
    ]
}

fn measure_fields(name: &str, said: &MeasureSaid) -> FieldList {
    let column = said.column.as_deref().or(said.formula.is_none().then_some(name));
    vec![
        ("column", column.map(scalar)),
        ("formula", text(&said.formula)),
        ("aggregation", text(&said.aggregation)),
        ("unit", text(&said.unit)),
        ("currency", text(&said.currency)),
        ("format", text(&said.format)),
        ("says", text(&said.says)),
        ("synonyms", list(&said.synonyms)),
    ]
}

fn write_comparison(out: &mut String, comparison: &ComparisonText) {
    let align: Vec<String> = comparison.align_on.iter().map(|text| text.value.clone()).collect();
    let threshold = |name: &String| {
        let text = comparison.thresholds.get(name)?.value;
        Some(format!("{}: {{absolute: {}, percent: {}}}", scalar(name), text.absolute, text.percent))
    };
    let thresholds: Vec<String> = comparison.thresholds.keys().filter_map(threshold).collect();
    let list = vec![
        ("align_on", list(&align)),
        ("thresholds", (!thresholds.is_empty()).then(|| format!("{{{}}}", thresholds.join(", ")))),
        ("cache_ttl_seconds", comparison.cache_ttl_seconds.map(|n| n.to_string())),
    ];
    if list.iter().any(|(_, value)| value.is_some()) {
        out.push_str(&format!("  comparison: {}\n", flow(&list)));
    }
}

#[cfg(test)]
mod tests {
    use super::super::declaration::parse;
    use super::*;

    /// Every field there is, so that none is lost when a form is saved.
    #[test]
    fn a_declaration_that_is_written_means_the_same() {
        let text = "connections:\n  here: {url: 'postgres://a:${PASSWORD}@b/c', ca_file: x.pem}\n  there: {opensearch: 'https://s', user: u, password: '${P}', api_key: '${K}', folder: f}\n\
            sources:\n- name: orders\n  description: 'All: of them'\n  one: order\n  many: orders\n  synonyms: [sales, 'no']\n  connection: here\n  table: s.orders\n  policy: aggregates\n  visible: everyone\n\
            \x20 joins:\n  - {table: people, as: p, from: orders, on: {person: id}, agreed: false}\n  - {table: towns, on: town}\n\
            \x20 time: day\n  today: last_day\n  scope: {region: town}\n\
            \x20 dimensions:\n    day: {column: Ordered on, type: date, format: dmy}\n    town: {column: p.town, key: id, unit: km, says: 'the town', synonyms: [city], values: {'true': 'yes'}}\n\
            \x20 measures:\n    amount: amount\n    net: {formula: a * b, aggregation: avg, unit: money, currency: EUR, format: text, says: net amount, synonyms: [clear]}\n\
            \x20 comparison: {align_on: [town], thresholds: {match: {absolute: 0.5, percent: 1}}, cache_ttl_seconds: 60}\n";
        let file: File = parse(text).unwrap();
        let written = write(&file);
        let again: File = parse(&written).unwrap();
        // Lines differ; writing once more compares all values.
        assert_eq!(write(&again), written);
        for part in [
            "url: \"postgres://a:${PASSWORD}@b/c\"",
            "ca_file: x.pem",
            "api_key: \"${K}\"",
            "password: \"${P}\"",
            "folder: f",
            "description: \"All: of them\"",
            "synonyms: [sales, \"no\"]",
            "policy: aggregates",
            "visible: everyone",
            "{table: people, as: p, from: orders, on: {person: id}, agreed: false}",
            "{table: towns, on: town}",
            "time: day",
            "today: last_day",
            "scope: {region: town}",
            "day: {column: Ordered on, type: date, format: dmy}",
            "town: {column: p.town, key: id, unit: km, says: the town, synonyms: [city], values: {\"true\": \"yes\"}}",
            "amount: {column: amount}",
            "net: {formula: a * b, aggregation: avg, unit: money, currency: EUR, format: text, says: net amount, synonyms: [clear]}",
            "comparison: {align_on: [town], thresholds: {match: {absolute: 0.5, percent: 1}}, cache_ttl_seconds: 60}",
        ] {
            assert!(written.contains(part), "{part}: {written}");
        }
    }
}
