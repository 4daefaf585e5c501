//! A tool's result as clients of the REST interface expect it: what tools return once, in their data
//! or beside it, appears here under each of the names that such clients read.

use model::answer::Source;
use model::run::ToolOutput;
use model::time::full_date;
use serde_json::{Value, json};
use skills::figures;

/// Number of examples with a count.
const MAX_SAMPLES: usize = 3;

/// The data with its summary, and with the duplicated fields. `number` is a record's number in the run.
pub fn known(tool: &str, output: &ToolOutput, number: &dyn Fn(&Source) -> Option<usize>) -> Value {
    let mut data = output.with_summary();
    match tool {
        "query_data" if data.get("total").is_some() => {
            let groups = data["groups"].as_array().into_iter().flatten();
            let group = |g| json!({ "key": figures::group(&data, g).0, "count": g["count"] });
            data["aggregations"] = groups.map(group).collect();
            data["sampleDocuments"] = output.sources.iter().take(MAX_SAMPLES).map(cited).collect();
        }
        "get_customer_info" => data["relationshipSummary"] = output.summary.clone().into(),
        "analyze_trends" => {
            let range = &data["timeRange"];
            data["dateRange"] = json!({ "from": range["from"], "to": range["to"] });
        }
        "find_similar" => with_texts(&mut data["similar"], &output.sources),
        "search_knowledge_base" => {
            data["results"] = json!(output.sources);
            let lines = output.sources.iter().map(|source| quoted(&source.excerpt, "", source, number)).collect();
            data["text"] = passages(lines, output.sources.len()).into();
        }
        "ask_question" => {
            data["answer"] = answer(&data, &output.sources, number).into();
            let citation = |source: &Source| {
                let mut cited = cited(source);
                cited["n"] = json!(number(source));
                cited
            };
            data["citations"] = output.sources.iter().map(citation).collect();
        }
        _ => {}
    }
    data
}

fn cited(s: &Source) -> Value {
    let mut one = json!({
        "type": s.kind, "id": s.id, "title": s.title, "date": s.day, "relevance": s.relevance, "excerpt": s.excerpt,
    });
    if s.unauthenticated {
        one["unauthenticated"] = true.into();
    }
    one
}

/// Adds author, content and date to the similarity.
fn with_texts(similar: &mut Value, sources: &[Source]) {
    for one in similar.as_array_mut().into_iter().flatten() {
        let Some(source) = sources.iter().find(|s| one["id"] == s.id.as_str()) else { continue };
        one["content"] = source.excerpt.clone().into();
        one["customer"] = source.title.clone().into();
        one["channel"] = json!(source.channel);
        one["date"] = json!(source.day);
    }
}

/// A quotation with its source.
fn quoted(text: &str, more: &str, source: &Source, number: &dyn Fn(&Source) -> Option<usize>) -> String {
    let when = source.day.filter(|_| source.kind == model::answer::SourceKind::Communication);
    let when = when.map(|day| format!(", {}", full_date(day))).unwrap_or_default();
    let number = number(source).map(|n| format!(" [{n}]")).unwrap_or_default();
    format!("“{text}”{more}{number} [Source: {}{when}]", source.title)
}

/// Quotations, and how many passages were retrieved (E-049).
fn passages(lines: Vec<String>, retrieved: usize) -> String {
    let many = if retrieved == 1 { "" } else { "s" };
    let count = format!("Retrieved {retrieved} relevant passage{many}.");
    if lines.is_empty() { count } else { format!("{}\n\n{count}", lines.join("\n")) }
}

/// Quoted sentences, each with its source.
fn answer(data: &Value, sources: &[Source], number: &dyn Fn(&Source) -> Option<usize>) -> String {
    let line = |sentence: &Value| {
        let source = sources.iter().find(|s| sentence["source"] == s.id.as_str())?;
        let more = sentence["moreCharacters"].as_u64().map(|n| format!(" (… {n} more characters)")).unwrap_or_default();
        Some(quoted(sentence["text"].as_str()?, &more, source, number))
    };
    let lines: Vec<String> = data["sentences"].as_array().into_iter().flatten().filter_map(line).collect();
    if lines.is_empty() {
        return data["summary"].as_str().unwrap_or_default().to_owned();
    }
    let retrieved = data["retrievedPassages"].as_u64().and_then(|n| usize::try_from(n).ok()).unwrap_or(0);
    passages(lines, retrieved)
}

#[cfg(test)]
mod tests {

    use super::*;

    fn output(data: Value) -> ToolOutput {
        let source = Source {
            id: "fee-00".into(),
            title: "Sutter Mills".into(),
            excerpt: "The fee was doubled.".into(),
            day: "2026-01-20".parse().ok(),
            channel: Some("email".into()),
            ..Source::default()
        };
        ToolOutput { data, summary: "Told.".into(), sources: vec![source], ..ToolOutput::default() }
    }

    #[test]
    fn clients_find_the_fields_they_know() {
        let of = |tool: &str, data: Value| known(tool, &output(data), &|_| Some(7));
        let counted = of("query_data", json!({"total": 3, "groups": [{"label": "gold", "count": 2}]}));
        assert_eq!(counted["aggregations"], json!([{"key": "gold", "count": 2}]));
        assert_eq!((&counted["summary"], &counted["sampleDocuments"][0]["id"]), (&json!("Told."), &json!("fee-00")));
        assert!(of("query_data", json!({"dsl": {}})).get("aggregations").is_none());
        let near = of("find_similar", json!({"similar": [{"id": "fee-00", "similarity": 0.9}]}));
        assert_eq!(near["similar"][0]["customer"], "Sutter Mills");
        let trends =
            of("analyze_trends", json!({"timeRange": {"from": "2026-01-01", "to": "2026-01-31", "label": "…"}}));
        assert_eq!(trends["dateRange"], json!({"from": "2026-01-01", "to": "2026-01-31"}));
        let searched = of("search_knowledge_base", json!({}));
        let text =
            "“The fee was doubled.” [7] [Source: Sutter Mills, 20 January 2026]\n\nRetrieved 1 relevant passage.";
        assert_eq!((&searched["text"], &searched["results"][0]["id"]), (&json!(text), &json!("fee-00")));
        let told = of(
            "ask_question",
            json!({"sentences": [{"source": "fee-00", "text": "It doubled."}], "retrievedPassages": 1}),
        );
        let text = "“It doubled.” [7] [Source: Sutter Mills, 20 January 2026]\n\nRetrieved 1 relevant passage.";
        assert_eq!((&told["answer"], &told["citations"][0]["n"]), (&json!(text), &json!(7)));
    }
}
