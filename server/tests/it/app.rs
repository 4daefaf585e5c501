//! `TestApp`: the real server on a free port, over its own database, with the real clock and real ids.

use std::time::Duration;

use chrono::NaiveDate;
use model::record::*;
use serde_json::Value;
use server::config::{Config, Flags};
use server::services::Services;
use server::store::write::{self, Batch};
use server::world::World;
use tokio_util::sync::CancellationToken;

/// A running server. Dropping it stops the server and removes its files.
pub struct TestApp {
    pub services: Services,
    pub url: String,
    pub client: reqwest::Client,
    stop: CancellationToken,
    _folder: tempfile::TempDir,
}

impl TestApp {
    /// A server over a fresh SQLite file with the small bank of [`small_bank`].
    pub async fn start() -> Self {
        Self::with(&[]).await
    }

    /// Likewise with environment settings.
    pub async fn with(environment: &[(&str, &str)]) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let url = format!("sqlite://{}", folder.path().join("test.db").display());
        Self::over(&url, folder, environment).await
    }

    /// Likewise with a settings file.
    pub async fn with_file(file: &str, environment: &[(&str, &str)]) -> Self {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join(server::config::FILE), file).unwrap();
        let url = format!("sqlite://{}", folder.path().join("test.db").display());
        Self::over(&url, folder, environment).await
    }

    /// A server over the given database, with the small bank in it.
    pub async fn over(database: &str, folder: tempfile::TempDir, environment: &[(&str, &str)]) -> Self {
        let app = Self::bare(database, folder, environment).await;
        write::store(&app.services.db, &small_bank(), 0).await.unwrap();
        app.services.search.catch_up(&app.services.db, |_, _| {}).await.unwrap();
        app
    }

    /// A server over the given database as it is.
    pub async fn bare(database: &str, folder: tempfile::TempDir, environment: &[(&str, &str)]) -> Self {
        let _ = rustls::crypto::ring::default_provider().install_default();
        let search = folder.path().join("search").display().to_string();
        let sources = folder.path().join("sources").display().to_string();
        let data = folder.path().display().to_string();
        let look_up = |name: &str| match name {
            "PLUMBLINE_SEARCH_DIR" => Some(search.clone()),
            _ => match environment.iter().find(|(n, _)| *n == name) {
                None if name == "PLUMBLINE_SOURCES_DIR" => Some(sources.clone()),
                None if name == "PLUMBLINE_DATA" => Some(data.clone()),
                found => found.map(|(_, v)| v.to_string()),
            },
        };
        let flags = Flags { addr: Some("127.0.0.1:0".into()), database: Some(database.into()), ..Flags::default() };
        let config = Config::gather(&flags, look_up, &folder.path().join(server::config::FILE)).unwrap();
        let services = Services::open(config, World::real()).await.unwrap();
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
        let url = format!("http://{}", listener.local_addr().unwrap());
        let stop = CancellationToken::new();
        let (running, stopped) = (services.clone(), stop.clone());
        tokio::spawn(async move { server::cmd::serve::serve(running, listener, stopped.cancelled_owned()).await });
        let client = reqwest::Client::builder().timeout(Duration::from_secs(30)).build().unwrap();
        Self { services, url, client, stop, _folder: folder }
    }

    pub async fn page(&self, path: &str) -> String {
        self.client.get(format!("{}{path}", self.url)).send().await.unwrap().text().await.unwrap()
    }

    pub async fn get(&self, path: &str) -> (u16, Value) {
        json(self.client.get(format!("{}{path}", self.url)).send().await.unwrap()).await
    }

    pub async fn post(&self, path: &str, body: Value) -> (u16, Value) {
        json(self.client.post(format!("{}{path}", self.url)).json(&body).send().await.unwrap()).await
    }

    pub async fn post_bytes(&self, path: &str, body: Vec<u8>) -> (u16, Value) {
        let request = self.client.post(format!("{}{path}", self.url)).header("content-type", "application/json");
        json(request.body(body).send().await.unwrap()).await
    }

    /// Sends a form as a browser without scripts does.
    pub fn form(&self, path: &str, fields: &str) -> reqwest::RequestBuilder {
        let client = reqwest::Client::builder().redirect(reqwest::redirect::Policy::none()).build().unwrap();
        let request = client.post(format!("{}{path}", self.url)).header("origin", &self.url);
        request.header("content-type", "application/x-www-form-urlencoded").body(fields.to_owned())
    }

    /// Asks and waits for the answer, which must exist.
    pub async fn ask(&self, question: &str) -> Value {
        let (status, body) = self.post("/api/research", serde_json::json!({"query": question})).await;
        assert_eq!(status, 200, "{body}");
        body
    }
}

impl Drop for TestApp {
    fn drop(&mut self) {
        self.stop.cancel();
    }
}

/// A reply's status, and its body as JSON (`Null` if it has none).
pub async fn json(reply: reqwest::Response) -> (u16, Value) {
    let status = reply.status().as_u16();
    let text = reply.text().await.unwrap();
    (status, serde_json::from_str(&text).unwrap_or(Value::Null))
}

fn day(text: &str) -> NaiveDate {
    text.parse().unwrap()
}

/// A bank small enough to count by hand: in January 2026 twelve complaints about mobile banking (6 login failures, 4
/// crashes, 2 slow), three about mortgages, five enquiries; ten cases, three of them late; one article.
pub fn small_bank() -> Batch {
    let customer = |id: &str, name: &str, tier| Customer {
        id: id.into(),
        name: name.into(),
        tier,
        segment: "corporate".into(),
        region: Some("North".into()),
        relationship_manager: Some("A. Okafor".into()),
        since: Some(day("2019-04-01")),
        attributes: Attributes::new(),
        source: "test".into(),
    };
    let mut batch = Batch {
        products: vec![
            Product { slug: "mobile-banking".into(), name: "Mobile banking".into() },
            Product { slug: "mortgage".into(), name: "Mortgage".into() },
        ],
        customers: vec![
            customer("cust-001", "Hartmann Logistik", Tier::Platinum),
            customer("cust-002", "Osei Textiles", Tier::Silver),
        ],
        last_day: Some(("test".into(), day("2026-01-31"))),
        ..Batch::default()
    };
    let texts = [
        ("Login failures", 6, "I cannot get past the sign-in screen since the update, the code never arrives."),
        ("Crashes", 4, "The mobile app crashes when I open a statement. It is terrible."),
        ("Slow performance", 2, "The mobile app is painfully slow in the mornings."),
    ];
    let mut n = 0;
    let mut add = |kind, product: Option<&str>, category: &str, sub: &str, text: &str, on: &str, feeling| {
        n += 1;
        batch.communications.push(Communication {
            id: format!("comm-{n:05}"),
            customer_id: if n % 2 == 0 { "cust-001" } else { "cust-002" }.into(),
            channel: if n % 3 == 0 { Channel::Phone } else { Channel::Email },
            kind,
            category: Some(category.into()),
            subcategory: Some(sub.into()),
            product: product.map(Into::into),
            sentiment: Some(feeling),
            sentiment_score: Some(if feeling == Sentiment::Negative { -0.6 } else { 0.1 }),
            subject: Some(format!("About: {sub}")),
            body: format!("{text} ({n})"),
            at: model::time::noon(day(on)),
            day: day(on),
            attributes: Attributes::from([("state".into(), if n % 2 == 0 { "TX" } else { "CA" }.into())]),
            source: "test".into(),
            ..Communication::default()
        });
    };
    for (sub, count, text) in texts {
        for i in 0..count {
            let on = format!("2026-01-{:02}", if sub == "Login failures" { 16 } else { 10 + i });
            add(Kind::Complaint, Some("mobile-banking"), "Mobile app", sub, text, &on, Sentiment::Negative);
        }
    }
    for on in ["2026-01-05", "2026-01-06", "2025-11-20"] {
        add(
            Kind::Complaint,
            Some("mortgage"),
            "Fees",
            "Early repayment fee",
            "The fee is wrong.",
            on,
            Sentiment::Negative,
        );
    }
    for on in ["2026-01-02", "2026-01-03", "2026-01-04", "2026-01-20", "2026-01-31"] {
        add(Kind::Enquiry, None, "General", "Opening hours", "When does the branch open?", on, Sentiment::Neutral);
    }
    for n in 1..=10 {
        let on = day(&format!("2026-01-{:02}", n + 5));
        batch.cases.push(Case {
            id: format!("case-{n:04}"),
            customer_id: "cust-001".into(),
            title: "Case".into(),
            description: "A case.".into(),
            category: Some("CDD Remediation".into()),
            subcategory: Some("Account restrictions".into()),
            status: CaseStatus::Resolved,
            priority: Priority::High,
            created_at: model::time::noon(on),
            updated_at: model::time::noon(on),
            resolved_at: Some(model::time::noon(on) + 3_600_000),
            day: on,
            sla_deadline: Some(model::time::noon(on) + 4 * 3_600_000),
            sla_breached: n <= 3,
            tags: vec![],
            resolution: Some("Done.".into()),
            source: "test".into(),
            ..Case::default()
        });
    }
    batch.documents.push(Document {
        id: "note-0611".into(),
        kind: DocumentKind::ReleaseNote,
        title: "Release note, mobile banking 6.2".into(),
        product: Some("mobile-banking".into()),
        day: day("2026-01-15"),
        source: "test".into(),
        chunks: vec![Chunk {
            id: "note-0611#1".into(),
            position: 1,
            heading: Some("What is new".into()),
            text: "New sign-in with device check. Rolled out to everyone on 15 January 2026.".into(),
        }],
    });
    batch
}

/// The first value that `look` returns; tries again for at most half a minute.
pub async fn until<T>(what: &str, look: impl AsyncFn() -> Option<T>) -> T {
    let come = async {
        loop {
            if let Some(found) = look().await {
                return found;
            }
            tokio::time::sleep(std::time::Duration::from_millis(25)).await;
        }
    };
    tokio::time::timeout(std::time::Duration::from_secs(30), come).await.unwrap_or_else(|_| panic!("in vain: {what}"))
}
