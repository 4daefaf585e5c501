//! Tools from an API's description: a double of the API over real HTTP, which records its requests.

use std::net::SocketAddr;
use std::sync::{Arc, Mutex};

use axum::Router;
use axum::body::Body;
use axum::extract::{Request, State};
use axum::http::Response;
use model::run::RunStatus;
use model::session::Ask;
use server::config::{Config, FILE, Flags};
use server::services::Services;
use server::store::{approvals, write};
use server::world::World;

use super::*;
use crate::app::small_bank;
use crate::postgres::Postgres;
use crate::recovery::acting::agreed;
use crate::recovery::takeover::finish;

const YAML: &str = "
openapi: 3.1.0
info: {title: Tickets, version: '1'}
paths:
  /tickets/{id}:
    get:
      operationId: getTicket
      summary: Tells a ticket of the workshop.
      parameters:
        - {name: id, in: path, required: true, schema: {type: string}, description: Its number.}
        - {name: fields, in: query, schema: {type: array, items: {type: string}}}
  /tickets:
    post:
      operationId: openTicket
      summary: Opens a ticket of the workshop.
      requestBody:
        required: true
        content:
          application/json:
            schema:
              type: object
              required: [title]
              properties:
                title: {type: string, minLength: 1}
                urgent: {type: boolean}
  /elsewhere: {get: {operationId: elsewhere, summary: Leads away.}}
  /large: {get: {operationId: large, summary: Is too large.}}
  /slow: {get: {operationId: slow, summary: Takes too long.}}
  /broken: {get: {operationId: broken, summary: Fails.}}
  /secret: {get: {operationId: needsHeader, parameters: [{name: X-Key, in: header, required: true}]}}
";

/// A received request: method and path with query, the key, the idempotency key, the body.
type Seen = (String, String, String, String);

struct Double {
    address: SocketAddr,
    seen: Arc<Mutex<Vec<Seen>>>,
    task: tokio::task::JoinHandle<()>,
}

impl Double {
    async fn start() -> Self {
        let seen: Arc<Mutex<Vec<Seen>>> = Arc::default();
        let app = Router::new().fallback(answer).with_state(seen.clone());
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let task = tokio::spawn(async move { axum::serve(listener, app).await.unwrap() });
        Self { address, seen, task }
    }

    fn seen(&self) -> Vec<Seen> {
        self.seen.lock().unwrap().clone()
    }
}

impl Drop for Double {
    fn drop(&mut self) {
        self.task.abort();
    }
}

async fn answer(State(seen): State<Arc<Mutex<Vec<Seen>>>>, request: Request) -> Response<Body> {
    let (parts, body) = request.into_parts();
    let header = |name: &str| parts.headers.get(name).map(|v| v.to_str().unwrap().to_owned()).unwrap_or_default();
    let body = axum::body::to_bytes(body, usize::MAX).await.unwrap();
    let body = String::from_utf8(body.to_vec()).unwrap();
    let what = format!("{} {}", parts.method, parts.uri);
    seen.lock().unwrap().push((what.clone(), header("x-api-key"), header("idempotency-key"), body));
    let reply = |status: u16, body: String| Response::builder().status(status).body(Body::from(body)).unwrap();
    match parts.uri.path() {
        "/v1/tickets" => reply(201, json!({"id": "T-18", "state": "open"}).to_string()),
        "/v1/elsewhere" => {
            let away = Response::builder().status(302).header("location", "http://127.0.0.1:9/stolen");
            away.body(Body::empty()).unwrap()
        }
        "/v1/large" => reply(200, format!("[{}0]", "1,".repeat(2 << 20))),
        "/v1/slow" => std::future::pending().await,
        "/v1/broken" => reply(500, format!("the key {} at http://internal.example/x failed", header("x-api-key"))),
        path if path.starts_with("/v1/tickets/") => {
            let parts = json!([{"name": "belt", "price": 12.5}, {"name": "bolt", "price": 0.5}]);
            reply(200, json!({"id": "T-17", "hours": 7, "parts": parts}).to_string())
        }
        _ => reply(404, json!({"message": "no such thing"}).to_string()),
    }
}

fn settings(folder: &Path, double: &Double, more: &str) -> String {
    let file = folder.join("tickets.yaml");
    std::fs::write(&file, YAML).unwrap();
    let base = format!("http://{}/v1", double.address);
    let key = "key = \"k3y-s3cret-0123456789\"\nkey_header = \"X-Api-Key\"";
    let reads = "reads = [\"getTicket\", \"elsewhere\", \"large\", \"slow\", \"broken\"]";
    format!("[api.shop]\nfile = {:?}\nbase_url = {base:?}\n{key}\n{reads}\n{more}\n", file.display().to_string())
}

#[tokio::test]
async fn operations_that_get_are_read_cited_and_held_to_their_limits() {
    let (folder, double) = (tempfile::tempdir().unwrap(), Double::start().await);
    let call = |name: &str, args: Value| Step::call(name, args);
    let steps = vec![
        call("shop_getTicket", json!({"id": "T 17?x=1#", "fields": ["hours", "parts"]})),
        call("shop_getTicket", json!({"id": "../admin"})),
        call("shop_elsewhere", json!({})),
        call("shop_large", json!({})),
        call("shop_slow", json!({})),
        call("shop_broken", json!({})),
        Step::text("The ticket took 7 hours. [1] The belt cost 12.50. [2]"),
    ];
    let desk = desk(&settings(folder.path(), &double, "timeout_s = 1"), &["shop_getTicket"], steps).await;
    let place = until(&desk.app, "shop", |place| place["state"] == "read").await;
    assert_eq!((&place["tools"], place["leftOut"].to_string().contains("/secret")), (&json!(6), true), "{place}");
    let run = desk.ask("What did the workshop ticket T 17 take?").await;
    assert_eq!(error(&run, "shop_getTicket"), "id must be a name without slashes, and not only dots.");
    let first = run.calls().next().unwrap().outcome.as_ref().unwrap().output().unwrap();
    assert_eq!(first.data["parts"][1]["name"], "bolt");
    let cited = run.grounding.as_ref().unwrap().graded(model::answer::Grade::Cited);
    assert!(cited >= 2, "{:?}", run.grounding);
    assert!(error(&run, "shop_elsewhere").contains("redirect (302)"));
    assert!(error(&run, "shop_large").contains("larger than 2 MiB"));
    assert_eq!(error(&run, "shop_slow"), "The API shop did not answer within 1 s.");
    let failed = error(&run, "shop_broken");
    assert!(
        failed.contains("failed (500)") && !failed.contains("s3cret") && !failed.contains("internal.example"),
        "{failed}"
    );
    let seen = double.seen();
    assert_eq!(seen[0].0, "GET /v1/tickets/T%2017%3Fx%3D1%23?fields=hours&fields=parts");
    assert_eq!((seen[0].1.as_str(), seen.len()), ("k3y-s3cret-0123456789", 5), "the second call never left: {seen:?}");
    // The model never sees the key; the tool is offered with the words of its description as data.
    let told: String = desk.model.seen().iter().map(|s| s.body.to_string()).collect();
    assert!(!told.contains("s3cret") && told.contains("The API shop describes this tool so"), "{told}");
    let stored = serde_json::to_string(&desk.events(&run).await).unwrap();
    assert!(!stored.contains("s3cret"));
}

#[tokio::test]
async fn operations_that_act_are_done_once_after_a_person_agreed() {
    let (folder, double) = (tempfile::tempdir().unwrap(), Double::start().await);
    let open = || Step::call("shop_openTicket", json!({"title": "Belt torn", "urgent": true}));
    let steps = vec![open(), Step::text("T-18 is open. [1]")];
    let desk = desk(&settings(folder.path(), &double, ""), &["shop_openTicket"], steps).await;
    let waiting = desk.ask("Please open a workshop ticket: belt torn").await;
    assert_eq!((waiting.status, double.seen().len()), (RunStatus::Waiting, 0));
    let approval = approvals::of_run(&desk.app.services.db, &waiting.id).await.unwrap().remove(0);
    assert_eq!(approval.proposal.title, "POST /tickets at the API shop");
    let done = decide(&desk.app, &waiting, "approve").await;
    assert_eq!(output(&done, "shop_openTicket").data, json!({"id": "T-18", "state": "open"}));
    let seen = double.seen();
    assert_eq!((seen.len(), seen[0].0.as_str(), seen[0].2.as_str()), (1, "POST /v1/tickets", approval.key.as_str()));
    assert_eq!(serde_json::from_str::<Value>(&seen[0].3).unwrap(), json!({"title": "Belt torn", "urgent": true}));
}

/// A process died: before it started an approved action, or during it.
#[tokio::test]
async fn what_was_under_way_when_a_process_died_is_uncertain_and_not_repeated() {
    let folder = tempfile::tempdir().unwrap();
    let sqlite = |name: &str| format!("sqlite://{}", folder.path().join(name).display());
    died(&sqlite("before.db"), folder.path(), false).await;
    died(&sqlite("meanwhile.db"), folder.path(), true).await;
    let server = Postgres::start();
    died(&server.database("kept").await, folder.path(), true).await;
}

async fn died(database: &str, folder: &Path, begun: bool) {
    let double = Double::start().await;
    let steps = vec![Step::call("shop_openTicket", json!({"title": "Belt torn"})), Step::text("That is all.")];
    let model = crate::agent::scripted(steps).await;
    let services = services(database, folder, &double, &model).await;
    let ask = Ask { query: "Please open a workshop ticket: belt torn".into(), ..Ask::default() };
    let asked = services.agent.ask(ask, "ann", "web").await.unwrap();
    let run = services.agent.finish(&asked.run_id).await.unwrap();
    assert_eq!(run.status, RunStatus::Waiting, "{run:?}");
    agreed(&services, &run).await;
    let approval = approvals::of_run(&services.db, &run.id).await.unwrap().remove(0);
    if begun {
        assert!(approvals::begin(&services.db, &approval.id).await.unwrap());
        assert!(!approvals::begin(&services.db, &approval.id).await.unwrap(), "it begins once");
    }
    let run = finish(&services, &run.id).await;
    if begun {
        let said = error(&run, "shop_openTicket");
        assert!(
            said.starts_with("The program stopped while it was under way. It is unknown whether it was done"),
            "{said}"
        );
        let output = ToolOutput { summary: "Found out later.".into(), ..ToolOutput::default() };
        approvals::end(&services.db, &approval.id, &output, 7).await.unwrap();
        assert!(approvals::end(&services.db, &approval.id, &output, 8).await.is_err(), "it ends once");
    } else {
        assert_eq!(output(&run, "shop_openTicket").data["id"], "T-18");
    }
    assert_eq!(double.seen().len(), usize::from(!begun));
    let last = server::store::runs::latest(&services.db, server::store::sessions::Whose::default(), 5).await.unwrap();
    assert_eq!((last.len(), last[0].id.as_str(), last[0].status.as_str()), (1, run.id.as_str(), "completed"));
    services.db.close().await;
}

async fn services(database: &str, folder: &Path, double: &Double, model: &ScriptedModel) -> Services {
    std::fs::write(folder.join(FILE), settings(folder, double, "")).unwrap();
    let search = folder.join(format!("search-{}", double.address.port())).display().to_string();
    let url = model.url();
    let look_up = |name: &str| {
        let value = match name {
            "PLUMBLINE_SEARCH_DIR" => search.as_str(),
            "PLUMBLINE_LEASE_S" => "1",
            "PLUMBLINE_LLM_PROVIDER" => "openai",
            "PLUMBLINE_LLM_BASE_URL" => url.as_str(),
            "PLUMBLINE_LLM_API_KEY" => "sk-test",
            "PLUMBLINE_LLM_MODEL" => "gpt-4.1-mini",
            "PLUMBLINE_STRATEGY" => "tools",
            _ => return None,
        };
        Some(value.to_owned())
    };
    let database = Some(database.to_owned());
    let config = Config::gather(&Flags { database, ..Flags::default() }, look_up, &folder.join(FILE)).unwrap();
    let services = Services::open(config, World::real()).await.unwrap();
    write::store(&services.db, &small_bank(), 0).await.unwrap();
    services
}
