//! The domain of a question (E-012, E-013, E-044): by a table without a model, by one light call with one. The same
//! call decides whether it needs data at all.
//!
//! Deliberately not here: how the `rules` reasoner reads a question.

use std::collections::BTreeSet;

use model::run::Route;
use reader::Act;
use serde_json::{Value, json};

use super::prompt::{self, fill};
use super::{ModelSession, Purpose, fit, history, json as text_json};
use crate::view::View;
use llm::{ChatRequest, LlmError, Message};
use query::frame::Certainty;
use tools::{Registry, Skill, Tool};

#[derive(Debug)]
pub struct Domain {
    pub name: &'static str,
    pub aliases: &'static [&'static str],
    pub says: &'static str,
}

/// The table. The last entry is for everything else.
pub const DOMAINS: &[Domain] = &[
    Domain {
        name: "customer_intelligence",
        aliases: &["customers", "customer", "research"],
        says: "what customers write, how often, about what, how they feel; cases and their deadlines",
    },
    Domain {
        name: "support",
        aliases: &["isp", "internet"],
        says: "helping one internet customer: connection, outages, router, tickets",
    },
    Domain {
        name: "pipeline",
        aliases: &["sales", "forecast"],
        says: "sales opportunities, stages, forecast, deal health",
    },
    Domain {
        name: "reconciliation",
        aliases: &["comparison", "sources", "sap"],
        says: "figures of data sources that the firm declared, and comparing them",
    },
    Domain {
        name: "erp",
        aliases: &["procurement", "finance", "mold"],
        says: "purchases, vendors, stock, financial summaries",
    },
    Domain { name: "crm", aliases: &[], says: "leads, churn, quotes, the whole picture of one account" },
    Domain { name: "it_ops", aliases: &["itops", "it"], says: "systems, logs, alerts, faults, IT policies" },
    Domain { name: "oa", aliases: &["office"], says: "emails, meetings, documents to write" },
    Domain {
        name: "general",
        aliases: &["fallback", "other"],
        says: "everything else, and questions that need no data",
    },
];

/// The table's domain with this name, in any of its spellings.
pub fn domain(name: &str) -> Option<&'static Domain> {
    let wanted = name.trim().to_lowercase().replace(['-', ' '], "_");
    DOMAINS.iter().find(|d| d.name == wanted || d.aliases.contains(&wanted.as_str()))
}

/// An available domain: of the table, or of one of the firm's own skills.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Field {
    pub name: String,
    pub says: String,
}

impl From<&Domain> for Field {
    fn from(domain: &Domain) -> Self {
        Self { name: domain.name.to_owned(), says: domain.says.to_owned() }
    }
}

/// The domain with this name.
pub fn field(name: &str, tools: &Registry) -> Option<Field> {
    let of_skill = |skill: &Skill| Field { name: skill.domain.to_string(), says: skill.description.to_string() };
    domain(name).map(Field::from).or_else(|| {
        let skills = tools.skills();
        skills.iter().find(|(skill, _)| skill.domain == name.trim()).map(|(skill, _)| of_skill(skill))
    })
}

/// Those with tools for this question, and the one for everything else.
fn offered(view: &View<'_>) -> Vec<Field> {
    let names: BTreeSet<&str> =
        view.offered().map(|tool| &*tool.skill.domain).filter(|name| !name.is_empty()).collect();
    let table = DOMAINS.iter().filter(|d| d.name == "general" || names.contains(d.name)).map(Field::from);
    let others = names.iter().filter(|name| domain(name).is_none()).filter_map(|name| field(name, view.tools));
    others.chain(table).collect()
}

/// The domain of an act.
pub const fn of_act(act: Act, of_source: bool) -> Option<&'static str> {
    match act {
        Act::Deals | Act::Forecast | Act::Pipeline => Some("pipeline"),
        Act::Sources | Act::CompareSources => Some("reconciliation"),
        _ if of_source => Some("reconciliation"),
        Act::Draft => Some("oa"),
        Act::Help | Act::Thanks | Act::Outside | Act::Unclear => None,
        _ => Some("customer_intelligence"),
    }
}

/// The decision: the route, and the answer if no tool is needed.
#[derive(Clone, Debug, PartialEq)]
pub struct Routed {
    pub route: Route,
    pub direct: Option<String>,
}

/// Without a model: the domain of the question's reading, or a given one; others whose tools match its words are
/// secondary.
pub fn by_table(view: &View<'_>, forced: Option<&Field>) -> Route {
    let offered = offered(view);
    let frame = view.reading.get().map(|reading| reading.parse.first());
    let sure = frame.filter(|frame| frame.sureness() != Certainty::Unsure);
    let read = sure.and_then(|frame| domain(of_act(frame.act, frame.of_source())?)).map(Field::from);
    let read = read.filter(|field| offered.contains(field));
    let ranked = fit::ranked(view);
    let fit: Vec<&Tool> =
        ranked.iter().filter(|found| found.words > 1 && found.distinctive > 0).map(|found| found.tool).collect();
    let by_words = || fit.first().and_then(|tool| field(&tool.skill.domain, view.tools));
    let primary = forced.cloned().or(read).or_else(by_words);
    let name = primary.as_ref().map_or("general", |d| &d.name).to_owned();
    let mut secondary: Vec<String> = Vec::new();
    for tool in &fit {
        let other = tool.skill.domain.to_string();
        if !other.is_empty() && other != name && !secondary.contains(&other) && secondary.len() < 2 {
            secondary.push(other);
        }
    }
    let reasoning = match (forced, &primary) {
        (Some(d), _) => format!("The domain was given: {}.", d.says),
        (None, Some(d)) => format!("By its words the question is about {}.", d.says),
        (None, None) => "Nothing in the question names a domain that has tools here.".into(),
    };
    let confidence = if forced.is_some() { 1.0 } else { frame.map_or(0.0, |f| f64::from(f.certainty)) };
    // Without a shared word, the first of all.
    let any = ranked.first().is_some_and(|found| found.words > 0);
    let named = ranked.iter().filter(|found| found.words > 0 || !any).map(|found| found.tool.name.to_string());
    // What needs no records has no tools to begin with.
    let needs_none = frame.is_some_and(|frame| matches!(frame.act, Act::Help | Act::Thanks | Act::Outside));
    let recommended = if needs_none && forced.is_none() { Vec::new() } else { named.take(5).collect() };
    Route { intent: "GENERAL".into(), domain: name, secondary, recommended, reasoning, confidence, ..Route::default() }
}

/// By the model, in one light call. Unreadable output is replaced by the table.
pub async fn by_model(view: &View<'_>, asker: &ModelSession<'_>) -> Result<Routed, LlmError> {
    let list = |lines: Vec<String>| lines.join("\n");
    let fields = offered(view);
    let domains = list(fields.iter().map(|d| format!("- {}: {}", d.name, d.says)).collect());
    let first = |text: &str| text.split_once(". ").map_or(text, |(first, _)| first).to_owned();
    let tools = list(
        fit::listed(view).into_iter().map(|t| format!("- {}: {}", t.name, first(&t.prompt_description()))).collect(),
    );
    let text = fill(
        prompt::ROUTE,
        &[
            ("domains", &domains),
            ("tools", &tools),
            ("conversationHistory", &history::last(view)),
            ("query", &view.run.question),
        ],
    );
    let request = ChatRequest {
        messages: vec![Message::user(text)],
        response_schema: Some(("route".into(), schema(&fields))),
        ..ChatRequest::default()
    };
    let reply = asker.ask_json(Purpose::Route, request).await?;
    Ok(read(&reply.content, view))
}

fn read(text: &str, view: &View<'_>) -> Routed {
    let table = by_table(view, None);
    let Ok(value) = text_json::read_object(text) else {
        tracing::warn!("route.unreadable");
        let reasoning = format!("LLM parse failed, rule-based fallback. {}", table.reasoning);
        return Routed { route: Route { reasoning, ..table }, direct: None };
    };
    let names = |key: &str| -> Vec<&str> {
        value[key].as_array().map(|l| l.iter().filter_map(Value::as_str).collect()).unwrap_or_default()
    };
    let fields = offered(view);
    let offer = |name: &str| field(name, view.tools).filter(|named| fields.contains(named)).map(|named| named.name);
    let text_of = |key: &str| value[key].as_str().unwrap_or_default().trim().to_owned();
    let primary = offer(&text_of("primary_domain")).unwrap_or_else(|| table.domain.clone());
    let secondary = names("secondary_domains").into_iter().filter_map(offer);
    let mut recommended: Vec<String> =
        names("tools").into_iter().filter(|n| view.tools.find(n).is_some()).map(str::to_owned).collect();
    recommended.dedup();
    let answer = text_of("answer");
    let direct = (text_of("kind") == "direct" && !answer.is_empty()).then_some(answer);
    if recommended.is_empty() && direct.is_none() {
        recommended.clone_from(&table.recommended);
    }
    let confidence = value["confidence"].as_f64().filter(|c| c.is_finite()).map(|c| c.clamp(0.0, 1.0));
    let sure = confidence.map(|c| format!(" Confidence {:.0}%.", c * 100.0));
    let reasoning = [text_of("reasoning"), table.reasoning].into_iter().find(|r| !r.is_empty()).unwrap_or_default();
    let intent = [text_of("intent"), table.intent].into_iter().find(|i| INTENTS.contains(&i.as_str()));
    let route = Route {
        intent: intent.unwrap_or_else(|| "GENERAL".into()),
        secondary: secondary.filter(|d| *d != primary).collect(),
        domain: primary,
        recommended,
        reasoning: format!("{reasoning}{}", sure.unwrap_or_default()),
        confidence: confidence.unwrap_or(table.confidence),
        ..Route::default()
    };
    Routed { route, direct }
}

/// The seven of D-037.
const INTENTS: &[&str] = &["AGGREGATION", "LISTING", "COMPARISON", "DEAL_ANALYSIS", "SEARCH", "EXPLANATION", "GENERAL"];

fn schema(fields: &[Field]) -> Value {
    let list = json!({"type": "array", "items": {"type": "string"}});
    let domains: Vec<&str> = fields.iter().map(|d| d.name.as_str()).collect();
    json!({
        "type": "object",
        "properties": {
            "kind": {"type": "string", "enum": ["research", "direct"]},
            "primary_domain": {"type": "string", "enum": domains},
            "secondary_domains": list, "tools": list,
            "intent": {"type": "string", "enum": INTENTS},
            "confidence": {"type": "number"}, "reasoning": {"type": "string"}, "answer": {"type": "string"},
        },
        "required": ["kind", "primary_domain", "secondary_domains", "tools", "intent", "confidence", "reasoning", "answer"],
        "additionalProperties": false,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_domains_have_several_spellings() {
        for (name, want) in
            [("it-ops", Some("it_ops")), (" ITOPS ", Some("it_ops")), ("mold", Some("erp")), ("moon", None)]
        {
            assert_eq!(domain(name).map(|d| d.name), want);
        }
    }
}
