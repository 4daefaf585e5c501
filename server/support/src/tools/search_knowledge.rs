//! `search_knowledge` (B-041): the support articles that answer a question, with their steps.

use model::number::hundredths;
use model::run::ToolOutput;
use model::support::{Language, Problem};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::json;

use super::{guard, knowledge};
use search::Search;
use search::embed::{Embedder, Tier};
use tools::{ToolContext, ToolError};

#[derive(Deserialize, JsonSchema)]
pub struct Args {
    /// The problem in the customer's words, in Lithuanian or English.
    query: String,
    /// "lt" or "en": the language of the articles. A call has its own.
    #[schemars(extend("x-hidden" = true))]
    language: Option<String>,
    /// The problem whose articles are meant, as a call knows it: of these the one that the words fit best.
    #[schemars(extend("x-hidden" = true))]
    problem: Option<String>,
}

/// An article below this score is hardly on topic.
const WEAK_SCORE: f64 = 0.5;

pub async fn run(ctx: ToolContext, args: Args) -> Result<ToolOutput, ToolError> {
    let query = args.query.trim().to_owned();
    if query.is_empty() {
        return Err(ToolError::new("query is empty. Say what the problem is, e.g. \"internetas neveikia\"."));
    }
    let asked = args.language.as_deref().map(str::parse).transpose().map_err(|e| ToolError::new(format!("{e}.")))?;
    let problem: Option<Problem> = args.problem.as_deref().and_then(|problem| problem.parse().ok());
    let language: Option<Language> = match &ctx.call {
        Some(call) => {
            // Articles are for everyone; the order of a call is enforced.
            if call.customer_id.is_some() {
                guard::confirmed(call)?;
            }
            match call.no_troubleshooting() {
                // A question about bills does not concern the equipment.
                Some(why) if problem != Some(Problem::Account) => return Err(ToolError::new(why)),
                _ => Some(call.language),
            }
        }
        None => asked,
    };
    let about = ctx.call.as_ref().and_then(|call| call.problem_type);
    let search = ctx.search.clone();
    let formal = ctx.call.as_ref().is_some_and(|call| call.formal);
    let work = move || {
        let model = model(&search);
        match problem {
            Some(problem) => knowledge::on(problem, &query, language.unwrap_or_default(), model.as_deref()),
            None => {
                let mut found = knowledge::find(&query, language, model.as_deref());
                // If the words alone find nothing, the topic of the call is used.
                if found.first().is_none_or(|(_, score)| *score < WEAK_SCORE)
                    && let Some(problem) = about
                {
                    let on = knowledge::on(problem, &query, language.unwrap_or_default(), model.as_deref());
                    found.retain(|(article, _)| !on.iter().any(|(other, _)| other.title == article.title));
                    found.splice(0..0, on);
                }
                found
            }
        }
    };
    let found = tokio::task::spawn_blocking(work).await;
    let found = found.map_err(|_| ToolError::new("The articles could not be searched just now. Try once more."))?;
    let results: Vec<_> = found
        .iter()
        .map(|(article, score)| {
            json!({
                "title": article.title, "content": article.content(formal), "score": hundredths(*score),
                "category": article.category, "source": article.source(), "steps": knowledge::steps(article, problem, formal),
            })
        })
        .collect();
    let summary = match found.as_slice() {
        [] => "No article is about this.".to_owned(),
        [(one, _)] => format!("One article: \"{}\".", one.title),
        [(best, _), ..] => format!("{} articles; the nearest is \"{}\".", found.len(), best.title),
    };
    let data = json!({ "success": true, "results": results, "message": summary });
    Ok(ToolOutput { data, summary, ..ToolOutput::default() })
}

/// The model for comparing meanings, if available: the weights were measured with the full form. Without it, or if it
/// cannot be loaded, articles are found by words.
fn model(search: &Search) -> Option<std::sync::Arc<dyn Embedder>> {
    let models = search.vectors().models();
    let tier = models.tier(knowledge::all().len() as u64).filter(|tier| *tier == Tier::Full)?;
    let loaded = models.get(tier);
    loaded.inspect_err(|error| tracing::warn!(%error, "articles are searched by keywords only")).ok()
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use chrono::NaiveDate;
    use model::support::CallState;
    use serde_json::Value;

    use super::*;
    use store::Db;

    async fn context(call: Option<CallState>) -> ToolContext {
        ToolContext {
            db: Db::open("sqlite::memory:").await.unwrap(),
            search: Arc::new(Search::open(None).unwrap()),
            vocabulary: Arc::default(),
            as_of: NaiveDate::from_ymd_opt(2026, 1, 31).unwrap(),
            scope: model::run::Scope::default(),
            cancel: tokio_util::sync::CancellationToken::new(),
            asker: "".into(),
            by_model: false,
            call: call.map(Arc::new),
        }
    }

    async fn ask(call: Option<CallState>, args: Value) -> Result<Value, String> {
        let output = tools::Tool::reads("search_knowledge", "", run).run(context(call).await, args).await;
        output.map(|output| output.data).map_err(|error| error.message)
    }

    #[tokio::test]
    async fn articles_come_with_their_steps_in_the_language_of_the_call() {
        let call = CallState { address_confirmed: true, language: Language::Lt, ..CallState::default() };
        let found = ask(Some(call.clone()), json!({ "query": "Nerodo televizorius, nėra signalo" })).await.unwrap();
        let best = &found["results"][0];
        assert_eq!((&found["success"], &best["source"]), (&json!(true), &json!("lt/tv_no_signal.md")));
        assert!(best["score"].as_f64().unwrap() >= 0.4 && best["steps"].as_array().unwrap().len() == 6);
        assert!(found["results"].as_array().unwrap().len() <= 3);
        for field in ["title", "content", "category"] {
            assert!(!best[field].as_str().unwrap().is_empty(), "{field}");
        }
        // The language of the call counts, not the argument.
        let other = ask(Some(call), json!({ "query": "nėra signalo", "language": "en" })).await.unwrap();
        assert_eq!(other["results"][0]["source"], "lt/tv_no_signal.md");
        let desk = ask(None, json!({ "query": "my wifi keeps dropping", "language": "en" })).await.unwrap();
        assert_eq!(desk["results"][0]["source"], "en/wifi.md");
        let nothing = ask(None, json!({ "query": "Kokia Prancūzijos sostinė?" })).await.unwrap();
        assert_eq!((&nothing["success"], &nothing["results"]), (&json!(true), &json!([])));
    }

    #[tokio::test]
    async fn it_is_refused_where_nothing_may_be_tried() {
        let query = json!({ "query": "neveikia internetas" });
        let mut call = CallState { customer_id: Some("CUST001".into()), ..CallState::default() };
        assert_eq!(ask(Some(call.clone()), query.clone()).await.unwrap_err(), "Confirm the address first.");
        call.address_confirmed = true;
        call.finding.outage = Some(true);
        assert!(ask(Some(call), query).await.unwrap_err().contains("outage"));
        assert!(ask(None, json!({ "query": "  " })).await.unwrap_err().contains("empty"));
        assert!(ask(None, json!({ "query": "wifi", "language": "de" })).await.unwrap_err().contains("lt, en"));
    }
}
