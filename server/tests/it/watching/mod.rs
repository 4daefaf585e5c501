//! Watched figures, on both databases: a night of a moved clock with fifty of them, a restart and two servers; what a
//! message holds in the form of each way; and who may watch what.

mod messages;
mod night;
mod rights;

use std::sync::atomic::{AtomicI64, Ordering};
use std::sync::{Arc, Mutex};

use ::app::api::watches::Watches as _;
use axum::Router;
use axum::body::Bytes;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode, Uri};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use model::account::{Account, CustomerBook, DataAccess, Role};
use model::record::Communication;
use model::session::Ask;
use model::session::watch::{NewWatch, Rule, WatchItem};
use serde_json::Value;
use server::api::{Api, Caller};
use server::auth::sign_in;
use server::config::{Config, FILE, Flags};
use server::services::Services;
use server::store::write::{self, Batch};
use server::world::World;

use crate::app::small_bank;

const COMPLAINTS: &str = "How many complaints were there in January 2026?";

/// A message as it arrived: the path, the headers' id, and the body.
type Arrived = (String, String, Value);

/// A scripted server for webhooks and chats.
#[derive(Clone)]
struct Receiver {
    url: String,
    heard: Arc<Mutex<Vec<Arrived>>>,
    answer: Arc<Mutex<StatusCode>>,
}

impl Receiver {
    async fn start() -> Self {
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
        let url = format!("http://{}", listener.local_addr().unwrap());
        let this = Self { url, heard: Arc::default(), answer: Arc::new(Mutex::new(StatusCode::OK)) };
        let app = Router::new().fallback(hear).with_state(this.clone());
        tokio::spawn(async move { axum::serve(listener, app).await.unwrap() });
        this
    }

    /// What arrived at a path.
    fn at(&self, path: &str) -> Vec<Arrived> {
        self.heard.lock().unwrap().iter().filter(|(at, ..)| at == path).cloned().collect()
    }

    /// The settings of its ways.
    fn settings(&self) -> Vec<(String, String)> {
        let url = &self.url;
        let secret = format!("whsec_{}", STANDARD.encode(b"0123456789abcdef0123456789abcdef"));
        let chats = format!("Sales=slack:{url}/slack/hidden-token, Desk=teams:{url}/teams/hidden-token");
        let all = [
            ("PLUMBLINE_WEBHOOK_URL", format!("{url}/hook")),
            ("PLUMBLINE_WEBHOOK_SECRET", secret),
            ("PLUMBLINE_WATCH_ADDRESSES", chats),
            ("PLUMBLINE_PUBLIC_URL", "https://desk.firm.example".into()),
        ];
        all.map(|(name, value)| (name.to_owned(), value)).into()
    }
}

async fn hear(State(receiver): State<Receiver>, uri: Uri, headers: HeaderMap, body: Bytes) -> StatusCode {
    let id = headers.get("webhook-id").map(|id| id.to_str().unwrap().to_owned()).unwrap_or_default();
    receiver.heard.lock().unwrap().push((uri.path().to_owned(), id, serde_json::from_slice(&body).unwrap()));
    *receiver.answer.lock().unwrap()
}

/// A desk whose clock the test moves, over a database that outlives its servers.
struct Desk {
    folder: tempfile::TempDir,
    database: String,
    settings: Vec<(String, String)>,
    clock: Arc<AtomicI64>,
}

impl Desk {
    /// With the small bank in it; over a file unless a database is given.
    async fn start(database: Option<&str>, settings: Vec<(String, String)>, now: &str) -> (Self, Services) {
        let _ = rustls::crypto::ring::default_provider().install_default();
        let folder = tempfile::tempdir().unwrap();
        let file = format!("sqlite://{}", folder.path().join("desk.db").display());
        let database = database.map_or(file, str::to_owned);
        let desk = Self { folder, database, settings, clock: Arc::default() };
        desk.set(now);
        let services = desk.open().await;
        write::store(&services.db, &small_bank(), 0).await.unwrap();
        (desk, services)
    }

    /// A server.
    async fn open(&self) -> Services {
        let data = self.folder.path().display().to_string();
        let search = format!("{data}/search-{}", World::real().id());
        let look_up = |name: &str| match self.settings.iter().find(|(n, _)| n == name) {
            Some((_, value)) => Some(value.clone()),
            None if name == "PLUMBLINE_SEARCH_DIR" => Some(search.clone()),
            None if name == "PLUMBLINE_DATA" => Some(data.clone()),
            None => None,
        };
        let flags =
            Flags { addr: Some("127.0.0.1:0".into()), database: Some(self.database.clone()), ..Flags::default() };
        let config = Config::gather(&flags, look_up, &self.folder.path().join(FILE)).unwrap();
        let clock = self.clock.clone();
        let world = World::new(move || clock.load(Ordering::SeqCst), || World::real().id());
        Services::open(config, world).await.unwrap()
    }

    fn set(&self, now: &str) {
        let now: chrono::DateTime<chrono::Utc> = now.parse().unwrap();
        self.clock.store(now.timestamp_millis(), Ordering::SeqCst);
    }

    fn advance(&self, minutes: i64) {
        self.clock.fetch_add(minutes * 60_000, Ordering::SeqCst);
    }
}

/// The desk as an account uses it.
async fn used_by(services: &Services, account: &Account) -> Api {
    let services = services.seen_by(&account.sees).await.unwrap();
    Api { services, caller: Caller::from_account(account.clone()), channel: "api" }
}

async fn account(services: &Services, name: &str, role: Role, sees: DataAccess) -> Account {
    sign_in::create(services, name, role, sees, None).await.unwrap()
}

/// The customers of a manager.
fn book(manager: &str) -> DataAccess {
    DataAccess::Some(CustomerBook { managers: vec![manager.into()], ..CustomerBook::default() })
}

/// Asks a question; returns its run.
async fn ask(api: &Api, question: &str) -> String {
    let asked = Ask { query: question.into(), ..Ask::default() };
    let asked = api.services.agent.ask(asked, &api.caller.name, "api").await.unwrap();
    api.services.agent.finish(&asked.run_id).await.unwrap();
    asked.run_id
}

fn watch(run: &str, rule: &Rule, way: &str) -> NewWatch {
    NewWatch { run: run.into(), figure: None, rule: rule.clone(), way: way.into(), to: None }
}

/// Asks a question and watches its first figure.
async fn watched(api: &Api, question: &str, rule: &Rule, way: &str) -> WatchItem {
    let run = ask(api, question).await;
    api.begin_watch(watch(&run, rule, way)).await.unwrap()
}

/// Looks at everything that is due, and sends what follows.
async fn work(services: &Services) {
    while services.look_at_next().await.unwrap() {}
    send(services).await;
}

async fn send(services: &Services) {
    // One round sends at most a few.
    for _ in 0..8 {
        services.outbox.once(&services.db, &services.world).await.unwrap();
    }
}

/// More complaints about logins, of a day.
async fn add_complaints(services: &Services, ids: std::ops::Range<u32>, day: &str) {
    let bank = small_bank();
    let first = &bank.communications[0];
    let day = day.parse().unwrap();
    let communications =
        ids.map(|n| Communication { id: format!("night-{n:03}"), at: model::time::noon(day), day, ..first.clone() });
    let batch = Batch {
        communications: communications.collect(),
        last_day: Some(("test".into(), day.max("2026-01-31".parse().unwrap()))),
        ..Batch::default()
    };
    write::store(&services.db, &batch, 0).await.unwrap();
}
