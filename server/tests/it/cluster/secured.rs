//! A cluster with TLS and authentication: a proxy of the test in front of a real node, with a certificate that nobody
//! else trusts.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use opensearch::{Cluster, Settings};
use serde_json::json;
use server::secret::Secret;
use server::sources::Opener;
use server::store::{Db, write};
use tokio::io::{AsyncRead, AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio_rustls::TlsAcceptor;
use tokio_rustls::rustls::ServerConfig;
use tokio_rustls::rustls::pki_types::{CertificateDer, PrivateKeyDer};

use super::node::{Nodes, settings};
use super::{asked, by};
use crate::app::small_bank;

const DENIED: &str = "{\"error\":{\"root_cause\":[{\"reason\":\"who is there?\"}]},\"status\":401}";

/// The head of an HTTP message, including its end.
async fn head(stream: &mut (impl AsyncRead + Unpin)) -> Option<String> {
    let mut head = Vec::new();
    while !head.ends_with(b"\r\n\r\n") {
        head.push(stream.read_u8().await.ok()?);
    }
    String::from_utf8(head).ok()
}

/// The head with `Connection: close`.
fn closing(head: &str) -> String {
    head.replacen("\r\n\r\n", "\r\nconnection: close\r\n\r\n", 1)
}

/// A proxy with TLS that admits only certain `Authorization` values, and forwards to a node. Returns its address, and
/// its certificate in PEM.
async fn proxy(node: &str, allowed: Vec<String>) -> (String, String) {
    let _ = rustls::crypto::ring::default_provider().install_default();
    let made = rcgen::generate_simple_self_signed(vec!["127.0.0.1".to_owned()]).unwrap();
    let chain = vec![CertificateDer::from(made.cert.der().to_vec())];
    let key = PrivateKeyDer::try_from(made.signing_key.serialize_der()).unwrap();
    let config = ServerConfig::builder().with_no_client_auth().with_single_cert(chain, key).unwrap();
    let acceptor = TlsAcceptor::from(Arc::new(config));
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("https://{}", listener.local_addr().unwrap());
    let node = node.strip_prefix("http://").unwrap().to_owned();
    let allowed = Arc::new(allowed);
    tokio::spawn(async move {
        while let Ok((stream, _)) = listener.accept().await {
            let (acceptor, node, allowed) = (acceptor.clone(), node.clone(), allowed.clone());
            tokio::spawn(async move {
                // Whoever does not trust the certificate ends here.
                let Ok(mut stream) = acceptor.accept(stream).await else { return };
                let Some(head) = head(&mut stream).await else { return };
                let proof = head.lines().find_map(|line| {
                    line.split_once(": ").filter(|(name, _)| name.eq_ignore_ascii_case("authorization"))
                });
                if !proof.is_some_and(|(_, proof)| allowed.iter().any(|one| one == proof)) {
                    let many = DENIED.len();
                    let reply = format!(
                        "HTTP/1.1 401 Unauthorized\r\ncontent-length: {many}\r\nconnection: close\r\n\r\n{DENIED}"
                    );
                    let _ = stream.write_all(reply.as_bytes()).await;
                    let _ = stream.shutdown().await;
                    return;
                }
                // One request a connection, so that each is looked at.
                let mut behind = TcpStream::connect(node).await.unwrap();
                behind.write_all(closing(&head).as_bytes()).await.unwrap();
                let (mut asks, mut body) = tokio::io::split(stream);
                let (mut replies, mut to) = behind.split();
                let there = async { tokio::io::copy(&mut asks, &mut to).await };
                let back = async {
                    if let Some(reply) = self::head(&mut replies).await {
                        body.write_all(closing(&reply).as_bytes()).await?;
                    }
                    tokio::io::copy(&mut replies, &mut body).await?;
                    body.shutdown().await
                };
                // What was asked is all there when the reply has come.
                tokio::select! { _ = back => {}, Err(_) = there => {} }
            });
        }
    });
    (url, made.cert.pem())
}

fn written(folder: &Path, name: &str, text: &str) -> PathBuf {
    let file = folder.join(name);
    std::fs::write(&file, text).unwrap();
    file
}

#[tokio::test(flavor = "multi_thread")]
async fn a_cluster_behind_tls_is_asked_with_a_key_or_a_password() {
    let Some(nodes) = Nodes::start(1) else { return };
    let folder = tempfile::tempdir().unwrap();
    // What is set in every environment, for a source takes its secrets from there.
    let home = std::env::var("HOME").unwrap();
    let basic = "Basic cGx1bWJsaW5lOm9wZW4gc2VzYW1l".to_owned();
    let allowed = vec!["ApiKey good-key".to_owned(), basic, format!("ApiKey {home}")];
    let (url, pem) = proxy(&nodes.urls[0], allowed).await;
    let trusted = written(folder.path(), "ca.pem", &pem);
    let stranger = rcgen::generate_simple_self_signed(vec!["127.0.0.1".to_owned()]).unwrap();
    let other = written(folder.path(), "other.pem", &stranger.cert.pem());
    let plain = settings(&url, "desk", 1);
    let keyed = Settings { ca_file: Some(trusted.clone()), api_key: Some(Secret::new("good-key")), ..plain.clone() };
    let secret = |text: &str| Some(Secret::new(text));

    let db = Db::open("sqlite::memory:").await.unwrap();
    write::store(&db, &small_bank(), 1).await.unwrap();
    let cluster = Arc::new(Cluster::new(&keyed).unwrap());
    assert_eq!(cluster.check().await.unwrap(), "OpenSearch 2.19.1");
    cluster.catch_up(&db, |_, _| {}).await.unwrap();
    db.put_engine(cluster);
    assert_eq!(asked(&db, &by("tier")).await.answered, [server::query::run::Engine::Cluster]);
    let (user, password) = (Some("plumbline".to_owned()), secret("open sesame"));
    let by_password = Settings { api_key: None, user: user.clone(), password, ..keyed.clone() };
    assert_eq!(Cluster::new(&by_password).unwrap().check().await.unwrap(), "OpenSearch 2.19.1");

    for (settings, says) in [
        (Settings { ca_file: None, ..keyed.clone() }, "PLUMBLINE_SEARCH_CA_FILE"),
        (Settings { ca_file: Some(other.clone()), ..keyed.clone() }, "is not trusted"),
        (
            Settings { api_key: secret("bad-key"), ..keyed.clone() },
            "does not accept the credentials (401: who is there?)",
        ),
        (Settings { user, password: secret("bad-key"), api_key: None, ..keyed.clone() }, "PLUMBLINE_SEARCH_PASSWORD"),
        (Settings { api_key: None, ..keyed.clone() }, "PLUMBLINE_SEARCH_API_KEY"),
    ] {
        let error = Cluster::new(&settings).unwrap().check().await.unwrap_err().to_string();
        assert!(error.contains(says) && !error.contains("bad-key"), "{error}");
    }
    let none = Settings { ca_file: Some(folder.path().join("none.pem")), ..keyed.clone() };
    assert!(Cluster::new(&none).unwrap_err().to_string().contains("none.pem"));

    // A source takes its secrets from the environment.
    let fields = json!({ "desk": { "type": "keyword" } });
    super::foreign::feed(&nodes.urls[0], "trades", fields, &[json!({ "desk": "rates" })]).await;
    // Plumbline's own copy of its records is no source: a book would not hide what it hides there.
    let indices = opensearch::indices::open(&keyed, &["desk-*".to_owned()]).await.unwrap();
    let names: Vec<&str> = indices.tables.iter().map(|table| table.name.as_str()).collect();
    assert_eq!(names, ["desk-state", "trades"]);
    for (key, ca, says) in [
        ("${HOME}", &trusted, ""),
        ("${PATH}", &trusted, "does not accept the credentials (401)"),
        ("${HOME}", &other, "is not trusted"),
        ("${PLUMBLINE_NEVER_SET}", &trusted, "PLUMBLINE_NEVER_SET is not set"),
    ] {
        let declared = format!(
            "connections: {{c: {{opensearch: \"{url}\", api_key: \"{key}\", ca_file: \"{}\"}}}}\nsources:\n- name: trades\n  \
             connection: c\n  table: trades\n  dimensions: {{desk: desk}}\n",
            ca.display()
        );
        let file = written(folder.path(), "trades.yaml", &declared);
        let mut opener = Opener::new(db.clone(), folder.path().join(".loaded"), super::as_of());
        let told = opener.file(&file).await.lines().join("\n");
        assert!(told.contains(says) && (!says.is_empty() || told.is_empty()), "{told}");
        assert!(!told.contains(&home), "{told}");
    }
}
