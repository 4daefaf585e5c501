//! A server that needs a person's input during a call: the question appears in the answer, and the person's reply is
//! passed back.

use std::collections::BTreeMap;

use rmcp::model::*;
use rmcp::service::{RequestContext, RoleServer};
use rmcp::transport::streamable_http_server::session::never::NeverSessionManager;
use rmcp::transport::{StreamableHttpServerConfig, StreamableHttpService};
use rmcp::{ErrorData, ServerHandler};

use super::*;

/// A CRM that does not return a balance before it knows for whom.
#[derive(Clone)]
struct Crm;

impl ServerHandler for Crm {
    fn get_info(&self) -> ServerConfig {
        ServerConfig::new(ServerCapabilities::builder().enable_tools().build())
    }

    async fn list_tools(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListToolsResult, ErrorData> {
        let schema = json!({"type": "object", "properties": {"account": {"type": "string"}}, "required": ["account"]});
        let schema = schema.as_object().unwrap().clone();
        let tool =
            Tool::new("balance", "The balance of an account", schema).annotate(ToolAnnotations::new().read_only(true));
        Ok(ListToolsResult::with_all_items(vec![tool]))
    }

    async fn call_tool(
        &self,
        request: CallToolRequestParams,
        _: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        let Some(said) = request.input_responses else {
            let schema = ElicitationSchema::builder().required_string("purpose").build().unwrap();
            let message = "What is the balance needed for?".to_owned();
            let form = ElicitRequestParams::FormElicitationParams { meta: None, message, requested_schema: schema };
            let asks = BTreeMap::from([("why".to_owned(), InputRequest::Elicitation(ElicitRequest::new(form)))]);
            return Ok(InputRequiredResult::new(Some(asks), Some("sealed".into())).into());
        };
        assert_eq!(request.request_state.as_deref(), Some("sealed"));
        assert_eq!(Value::Object(request.arguments.unwrap()), json!({"account": "A-1"}));
        let purpose = said["why"]["content"]["purpose"].as_str().map(str::to_owned);
        let result = match purpose {
            Some(purpose) => CallToolResult::structured(json!({"balance": 4120, "noted": purpose})),
            None => CallToolResult::error(vec![ContentBlock::text("Without a purpose no balance is told.")]),
        };
        Ok(result.into())
    }
}

async fn served() -> String {
    let config = StreamableHttpServerConfig::default().with_legacy_session_mode(false).with_json_response(true);
    let service = StreamableHttpService::new(|| Ok(Crm), NeverSessionManager::default().into(), config);
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let file = format!("[mcp.crm]\nurl = \"http://{}/mcp\"\nreads = [\"balance\"]\n", listener.local_addr().unwrap());
    tokio::spawn(async move { axum::serve(listener, axum::Router::new().nest_service("/mcp", service)).await });
    file
}

/// Guards against a model answering the question itself, or from another conversation than the one that was asked.
#[tokio::test]
async fn a_person_answers_what_a_server_asks() {
    let balance = |answers: Value| Step::call("crm_balance", json!({"account": "A-1", "answers": answers}));
    let bare = || Step::call("crm_balance", json!({"account": "A-1"}));
    let steps = vec![
        bare(),
        Step::text("The CRM asks: what is the balance needed for?"),
        // Another conversation was not asked.
        balance(json!({"purpose": "curiosity"})),
        Step::text("The CRM asks again."),
        balance(json!({"purpose": "made up"})),
        Step::text("The balance is 4,120. [1]"),
        bare(),
        balance(json!({})),
        Step::text("The CRM tells nothing."),
    ];
    let desk = desk(&served().await, &["crm_balance"], steps).await;
    connected(&desk.app, "crm").await;
    let run = desk.ask("What is the balance of account A-1?").await;
    let asked = error(&run, "crm_balance");
    assert!(asked.contains("“What is the balance needed for?” (purpose: text, needed)"), "{asked}");
    assert!(run.answer.as_ref().unwrap().text.contains("what is the balance needed for?"));
    let session = run.session_id.clone();

    let elsewhere = desk.ask("What is the balance of account A-1? I am curious.").await;
    assert_eq!(elsewhere.status, model::run::RunStatus::Waiting);
    let elsewhere = decide(&desk.app, &elsewhere, "approve").await;
    assert!(error(&elsewhere, "crm_balance").contains("What is the balance needed for?"), "asked anew");

    // What the model writes is proposed, and what the person makes of it is sent.
    let run = desk.post(json!({"query": "It is needed for a loan.", "sessionId": session})).await;
    assert_eq!(run.status, model::run::RunStatus::Waiting);
    let events = serde_json::to_string(&desk.events(&run).await).unwrap();
    assert!(events.contains("The server there asks this of you") && !events.contains("4120"), "{events}");
    let approvals = server::store::approvals::of_run(&desk.app.services.db, &run.id).await.unwrap();
    let path = format!("/api/research/runs/{}/approvals/{}", run.id, approvals[0].id);
    let edited = json!({"decision": "edit", "args": {"account": "A-1", "answers": {"purpose": "a loan"}}});
    let (status, body) = desk.app.post(&path, edited).await;
    assert_eq!(status, 200, "{body}");
    let run = desk.app.services.agent.finish(&run.id).await.unwrap();
    assert_eq!(output(&run, "crm_balance").data, json!({"balance": 4120, "noted": "a loan"}));

    // Nor does a model refuse in their place.
    let run = desk.ask("What is the balance of account A-1? I will not say why.").await;
    assert_eq!(run.status, model::run::RunStatus::Waiting);
    let run = decide(&desk.app, &run, "approve").await;
    assert!(error(&run, "crm_balance").contains("Without a purpose"), "{}", error(&run, "crm_balance"));
}
