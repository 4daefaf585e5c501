//! The description at `/openapi.json`: it contains every call of the route table, and real responses match it.

use std::collections::BTreeSet;
use std::path::Path;

use regex::Regex;
use serde_json::{Value, json};

use crate::app::TestApp;

type Call = (String, String);

/// Not part of REST: the pages' own functions, and MCP, which describes itself to its clients.
const OWN: [&str; 12] = [
    "/embed", "/embed/{file}", "/docs", "/docs/{*path}", "/rpc/{*name}", "/mcp", "/metrics", "/oidc/start",
    "/oidc/callback", "/oidc/backchannel-logout", "/desk/tools/{name}/sign-in", "/desk/tools/{name}/signed-in",
];

/// Every call in the sources of `http`, by method and path.
fn table() -> BTreeSet<Call> {
    fn read(folder: &Path, out: &mut String) {
        for entry in std::fs::read_dir(folder).unwrap().map(Result::unwrap) {
            match entry.path() {
                path if path.is_dir() => read(&path, out),
                path => {
                    let text = std::fs::read_to_string(path).unwrap();
                    out.push_str(text.split("#[cfg(test)]").next().unwrap_or_default());
                }
            }
        }
    }
    let mut text = String::new();
    read(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src/http"), &mut text);
    // Handlers with a name of their own stand where they are used.
    let named = Regex::new(r"let (\w+) = (post_with\(.*);").unwrap();
    let text = named
        .captures_iter(&text)
        .fold(text.clone(), |text, found| text.replace(&format!(", {})", &found[1]), &format!(", {})", &found[2])));
    let route = Regex::new(r#"route\(\s*"(?P<path>/[^"]*)"\s*,"#).unwrap();
    let method = Regex::new(r"\b(get|post|put|patch|delete)(_with)?\(").unwrap();
    let starts: Vec<_> = route.captures_iter(&text).map(|c| (c.get(0).unwrap().end(), c["path"].to_owned())).collect();
    let mut calls = BTreeSet::new();
    for (n, (start, path)) in starts.iter().enumerate() {
        let end = starts.get(n + 1).map_or(text.len(), |(end, _)| *end);
        let rest = &text[*start..end];
        let rest =
            rest.split(['\n']).take_while(|line| !line.trim_start().starts_with("}")).collect::<Vec<_>>().join("\n");
        for found in method.captures_iter(&rest) {
            calls.insert((found[1].to_owned(), path.clone()));
        }
    }
    calls.retain(|(_, path)| !OWN.contains(&path.as_str()));
    calls
}

fn described(document: &Value) -> BTreeSet<Call> {
    let paths = document["paths"].as_object().unwrap();
    let of = |(path, item): (&String, &Value)| -> Vec<Call> {
        let methods = item.as_object().unwrap().keys();
        methods
            .filter(|m| ["get", "post", "put", "patch", "delete"].contains(&m.as_str()))
            .map(|m| (m.clone(), path.clone()))
            .collect()
    };
    paths.iter().flat_map(of).collect()
}

#[tokio::test]
async fn every_call_is_described() {
    let app = TestApp::start().await;
    let (status, document) = app.get("/openapi.json").await;
    assert_eq!(status, 200);
    assert!(document["openapi"].as_str().is_some_and(|version| version.starts_with("3.1")), "{}", document["openapi"]);
    let (table, described) = (table(), described(&document));
    assert!(table.len() > 60, "the table is read: {}", table.len());
    let missing: Vec<_> = table.difference(&described).collect();
    assert!(missing.is_empty(), "served, but not described: {missing:?}");
    let unknown: Vec<_> = described.difference(&table).collect();
    assert!(unknown.is_empty(), "described, but not in the table: {unknown:?}");
    let text = document.to_string();
    let names: BTreeSet<&str> = Regex::new(r##""\$ref":"#/components/schemas/([^"]+)""##)
        .unwrap()
        .captures_iter(&text)
        .map(|c| c.extract::<1>().1[0])
        .collect();
    for name in names {
        assert!(document["components"]["schemas"].get(name).is_some(), "{name} is named, but not there");
    }
    let twice = |name: &&String| name.ends_with(|c: char| c.is_ascii_digit());
    let twice: Vec<_> = document["components"]["schemas"].as_object().unwrap().keys().filter(twice).collect();
    assert!(twice.is_empty(), "two types of one name: say `#[schemars(rename = …)]`: {twice:?}");
    for (method, path) in &described {
        let operation = &document["paths"][path][method];
        assert!(operation["summary"].as_str().is_some_and(|s| !s.is_empty()), "{method} {path} says nothing of itself");
        assert_eq!(operation["tags"].as_array().map(Vec::len), Some(1), "{method} {path}");
        let named = operation["parameters"].as_array().into_iter().flatten().filter(|p| p["in"] == "path").count();
        assert_eq!(named, path.matches('{').count(), "{method} {path}: {operation}");
        // It is served: what does not know it answers with a page that says so.
        let address = format!("{}{}", app.url, path.replace(['{', '}'], ""));
        let reply = app.client.request(method.to_uppercase().parse().unwrap(), &address).send().await.unwrap();
        assert_ne!(reply.status(), 405, "{method} {path}");
    }
}

/// A response must have one of the forms described for its status, and no other field.
fn check(document: &Value, call: &Call, status: u16, kind: &str, body: &Value) {
    if let Some(fault) = fault(document, call, status, kind, body) {
        panic!("{call:?}: {status}\n{fault}\n{body}");
    }
}

fn fault(document: &Value, (method, path): &Call, status: u16, kind: &str, body: &Value) -> Option<String> {
    let responses = &document["paths"][path][method]["responses"];
    let response = responses.get(status.to_string()).or_else(|| responses.get("default"));
    let response = response.unwrap_or_else(|| panic!("{method} {path}: {status} is not described: {responses}"));
    let Some(content) = response["content"].as_object() else {
        return (!body.is_null()).then(|| "it has a body".to_owned());
    };
    let of_kind = content.get(kind).unwrap_or_else(|| panic!("{method} {path}: {status} is {kind}: {response}"));
    let schema = json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "allOf": [of_kind["schema"]],
        "unevaluatedProperties": false,
        "components": document["components"],
    });
    let (mut schemas, mut compiler) = (boon::Schemas::new(), boon::Compiler::new());
    let name = "https://plumbline.example/answer.json";
    compiler.add_resource(name, schema).unwrap();
    let compiled = compiler.compile(name, &mut schemas).unwrap();
    schemas.validate(body, compiled).err().map(|fault| format!("{fault:#}"))
}

#[tokio::test]
async fn an_answer_of_another_form_is_noticed() {
    let app = TestApp::start().await;
    let (_, document) = app.get("/openapi.json").await;
    let (status, health) = app.get("/health").await;
    let of = |body: &Value| fault(&document, &("get".into(), "/health".into()), status, "application/json", body);
    assert_eq!(of(&health), None);
    for (field, value) in [("tools", json!("many")), ("moreBesides", json!(1)), ("skills", json!([1]))] {
        let mut other = health.clone();
        other[field] = value;
        assert!(of(&other).is_some_and(|fault| fault.contains(field)), "{field}");
    }
    let mut less = health;
    less.as_object_mut().unwrap().remove("status");
    assert!(of(&less).is_some());
}

#[tokio::test]
async fn answers_are_as_they_are_described() {
    let app = TestApp::start().await;
    let (_, document) = app.get("/openapi.json").await;
    let asked = app.ask("Why are customers complaining about the mobile app?").await;
    let (run, session) = (asked["runId"].as_str().unwrap().to_owned(), asked["sessionId"].as_str().unwrap().to_owned());
    let share = app.post(&format!("/api/research/conversation/{session}/share"), json!({})).await.1;
    let call = app.post("/api/support/calls", json!({"phone": "+37060012345"})).await.1;
    let call = call["sessionId"].as_str().unwrap().to_owned();
    let question = json!({"query": "How many cases breached SLA?"});
    let message = json!({"message": "How many cases breached SLA?"});
    let chat = json!({"model": "plumbline", "messages": [{"role": "user", "content": "How many cases breached SLA?"}]});
    let c = |method: &str, path: &str| (method.to_owned(), path.to_owned());
    let conversation = "/api/research/conversation/{id}";
    let choices = format!("?run={run}");
    let calls: Vec<(Call, &str, Value)> = vec![
        (c("post", "/api/research"), "", question.clone()),
        (c("post", "/api/research"), "?wait=false", question.clone()),
        (c("post", "/api/research"), "", json!({"query": ""})),
        (c("post", "/api/research/quick"), "", question.clone()),
        (
            c("post", "/api/research/customer/{id}"),
            "cust-001",
            json!({"questions": ["How many complaints were there?"]}),
        ),
        (c("post", "/api/research/insight"), "", json!({"context": {"product": "mobile-banking"}})),
        (c("post", "/api/research/conversation"), "", question.clone()),
        (c("post", conversation), &session, json!({"query": "and about mortgages?"})),
        (c("get", conversation), &session, Value::Null),
        (c("get", conversation), "nobody", Value::Null),
        (c("patch", conversation), &session, json!({"title": "The app", "pinned": true})),
        (c("get", "/api/research/conversations"), "?q=app", Value::Null),
        (c("post", "/api/research/conversation/{id}/share"), &session, Value::Null),
        (c("get", "/api/shared/{token}"), share["token"].as_str().unwrap(), Value::Null),
        (c("delete", "/api/research/conversation/{id}/share"), &session, Value::Null),
        (c("get", "/api/research/approvals"), "", Value::Null),
        (c("post", "/api/research/runs/{id}/feedback"), &run, json!({"rating": "good"})),
        (c("get", "/api/research/runs/{id}"), &run, Value::Null),
        (c("post", "/api/research/runs/{id}/cancel"), &run, Value::Null),
        (c("post", "/api/research/runs/{id}/approvals/{approval}"), &run, json!({"decision": "approved"})),
        (c("get", "/api/research/runs/{id}/records"), &run, Value::Null),
        (c("get", "/api/research/tools"), "", Value::Null),
        (c("get", "/api/research/examples"), "", Value::Null),
        (c("post", "/api/analysis/{what}"), "topics", json!({})),
        (c("post", "/api/analysis/{what}"), "trends", json!({})),
        (c("post", "/api/communications/{what}"), "search", json!({"query": "sign-in"})),
        (c("post", "/api/communications/{what}"), "similar", json!({"id": "comm-00001"})),
        (c("post", "/api/rrg/{what}"), "execute", json!({"count": "communications"})),
        (c("get", "/api/analysis/timeline"), "", Value::Null),
        (c("get", "/api/analysis/journey"), "", Value::Null),
        (c("get", "/api/analysis/quadrant"), "", Value::Null),
        (c("get", "/api/support/calls"), "", Value::Null),
        (c("post", "/api/support/calls"), "", json!({"phone": "+37060012346", "language": "en"})),
        (c("get", "/api/support/settings"), "", Value::Null),
        (c("patch", "/api/support/settings"), "", json!({"temperature": 0.4})),
        (c("patch", "/api/support/settings"), "", json!({"temperature": 4})),
        (c("get", "/api/support/calls/{id}"), &call, Value::Null),
        (c("post", "/api/support/calls/{id}/messages"), &call, json!({"message": "Neveikia internetas"})),
        (c("post", "/api/support/calls/{id}/messages"), &call, json!({"message": "x", "more": 1})),
        (c("get", "/api/support/tasks"), "", Value::Null),
        (c("post", "/api/support/calls/{id}/take"), &call, Value::Null),
        (c("post", "/api/support/calls/{id}/write"), &call, json!({"text": "Laba diena"})),
        (c("post", "/api/support/tasks/{id}/close"), "none", json!({"outcome": "called back"})),
        (c("post", "/api/support/calls/{id}/end"), &call, Value::Null),
        (c("post", "/api/words"), "", json!({"word": "Zork", "meaning": "Osei Textiles"})),
        (c("get", "/api/words"), "", Value::Null),
        (c("get", "/api/words/meanings"), "?text=Osei", Value::Null),
        (c("delete", "/api/words/{id}"), "nobody", Value::Null),
        (c("post", "/api/memory"), "", json!({"kind": "customer", "meaning": "Osei Textiles"})),
        (c("get", "/api/memory"), "", Value::Null),
        (c("delete", "/api/memory/{id}"), "nobody", Value::Null),
        (c("get", "/api/audit"), "?limit=1", Value::Null),
        (c("get", "/api/privacy"), "", Value::Null),
        (c("get", "/api/outside"), "", Value::Null),
        (c("get", "/api/research/runs/{id}/sent"), &run, Value::Null),
        (c("get", "/api/customers/{id}/erasure"), "cust-001", Value::Null),
        (c("delete", "/api/customers/{id}"), "nobody", Value::Null),
        (c("get", "/skills"), "", Value::Null),
        (c("post", "/chat"), "", message.clone()),
        (c("post", "/chat/react"), "", message.clone()),
        (c("post", "/sessions"), "", Value::Null),
        (c("get", "/sessions"), "", Value::Null),
        (c("post", "/sessions/{id}/chat"), &session, message.clone()),
        (c("post", "/knowledge/ingest"), "", json!({"documents": [{"title": "Fees", "text": "Ten euros."}]})),
        (c("post", "/knowledge/search"), "", json!({"query": "fees"})),
        (c("post", "/knowledge/files"), "", Value::Null),
        (c("get", "/api/documents"), "", Value::Null),
        (c("get", "/api/documents/search"), "?query=fees", Value::Null),
        (c("get", "/api/document-uploads/{id}"), "nobody", Value::Null),
        (c("post", "/api/documents/reindex"), "", Value::Null),
        (c("post", "/api/documents/{id}/reindex"), "nobody", Value::Null),
        (c("get", "/api/tools"), "", Value::Null),
        (c("post", "/api/tools/{kind}/{name}/try"), "mcp", Value::Null),
        (c("get", "/api/settings/{group}"), "mail", Value::Null),
        (c("patch", "/api/settings/{group}"), "mail", json!({"values": {"PLUMBLINE_MAIL_FROM": "desk@firm.example"}})),
        (c("post", "/api/settings/{group}/try"), "mail", json!({})),
        (c("get", "/api/sources"), "", Value::Null),
        (c("get", "/api/sources/{source}"), "nobody", Value::Null),
        (c("post", "/api/sources"), "", json!({"address": "none"})),
        (c("patch", "/api/sources/{source}"), "nobody", json!({})),
        (c("post", "/api/sources/{source}/test"), "nobody", Value::Null),
        (c("get", "/api/chats"), "", Value::Null),
        (c("get", "/api/watches"), "", Value::Null),
        (c("get", "/api/watches/choices"), &choices, Value::Null),
        (c("post", "/api/watches"), "", json!({"runId": run})),
        (c("post", "/api/watches/{id}/try"), "nobody", Value::Null),
        (c("get", "/admin/sessions"), "", Value::Null),
        (c("get", "/admin/sessions/{id}"), &session, Value::Null),
        (c("post", "/admin/sessions/{id}/rating"), &session, json!({"rating": "bad", "reasons": ["unclear"]})),
        (c("get", "/admin/metrics"), "", Value::Null),
        (c("get", "/admin/agreement"), "", Value::Null),
        (c("get", "/admin/refused"), "", Value::Null),
        (c("get", "/admin/corrections"), "", Value::Null),
        (c("post", "/admin/cases"), "", json!({"runId": run, "says": "3"})),
        (c("post", "/admin/cases/run"), "", Value::Null),
        (c("get", "/admin/cases"), "", Value::Null),
        (c("get", "/api/me"), "", Value::Null),
        (c("get", "/api/accounts"), "", Value::Null),
        (c("post", "/api/accounts"), "", json!({"role": "admin"})),
        (c("patch", "/api/accounts/{id}"), "nobody", json!({"disabled": true})),
        (c("get", "/api/tokens"), "", Value::Null),
        (c("get", "/api/sign-ins"), "", Value::Null),
        (c("post", "/api/tokens"), "", json!({"name": "a program", "may": "read"})),
        (c("post", "/api/embed"), "", json!({"person": "ann", "customer": "cust-001"})),
        (c("get", "/v1/models"), "", Value::Null),
        (c("get", "/v1/models/{id}"), "plumbline", Value::Null),
        (c("get", "/v1/models/{id}"), "gpt-9", Value::Null),
        (c("post", "/v1/chat/completions"), "", chat.clone()),
        (c("post", "/v1/chat/completions"), "", json!({"model": "plumbline", "messages": []})),
        (c("post", "/v1/responses"), "", json!({"model": "plumbline", "input": "How many cases breached SLA?"})),
        (c("get", "/v1/responses/{id}"), &run, Value::Null),
        (c("get", "/health"), "", Value::Null),
        (c("delete", "/sessions/{id}"), &session, Value::Null),
        (c("post", "/api/research/conversation/{id}/restore"), &session, Value::Null),
        (c("delete", conversation), &session, Value::Null),
    ];
    let parameter = Regex::new(r"\{\w+\}").unwrap();
    for ((method, path), to, body) in &calls {
        let (to, query) = if to.starts_with('?') { ("", *to) } else { (*to, "") };
        let query = if path.ends_with("/records") { "?call=c1&path=/total" } else { query };
        let filled = parameter.replace_all(path, to).into_owned();
        let request = app.client.request(method.to_uppercase().parse().unwrap(), format!("{}{filled}{query}", app.url));
        let request = if body.is_null() { request } else { request.json(body) };
        let reply = request.send().await.unwrap();
        let status = reply.status().as_u16();
        let kind = reply.headers().get("content-type").and_then(|v| v.to_str().ok()).unwrap_or_default().to_owned();
        let text = reply.text().await.unwrap();
        let value: Value = if text.is_empty() { Value::Null } else { serde_json::from_str(&text).unwrap() };
        assert!(status < 500, "{method} {filled}: {status} {text}");
        check(&document, &(method.clone(), path.clone()), status, &kind, &value);
    }
    // Forms, files, streams and pages are not JSON; every other call was made.
    let made: BTreeSet<&Call> = calls.iter().map(|(call, ..)| call).collect();
    let is_json = |(method, path): &&Call| {
        let responses = document["paths"][path][method]["responses"].as_object().unwrap();
        let found = responses.iter().filter(|(status, _)| status.starts_with('2'));
        found.into_iter().any(|(_, r)| r["content"].get("application/json").is_some())
    };
    let described = described(&document);
    let left: Vec<&Call> = described.iter().filter(is_json).filter(|call| !made.contains(call)).collect();
    assert!(left.is_empty(), "described, but not tried: {left:?}");
}

#[tokio::test]
async fn the_page_of_the_description_loads_nothing_from_elsewhere() {
    let app = TestApp::start().await;
    let reply = app.client.get(format!("{}/docs/api", app.url)).send().await.unwrap();
    let policy = reply.headers()["content-security-policy"].to_str().unwrap().to_owned();
    assert!(policy.contains("default-src 'none'") && policy.contains("connect-src 'self'"), "{policy}");
    let page = reply.text().await.unwrap();
    let outside = Regex::new(r#"<(script|link|img|iframe)[^>]+(src|href)="https?:"#).unwrap();
    assert!(page.contains("/openapi.json") && !outside.is_match(&page.replace("\\\"", "")), "it names another host");
}
