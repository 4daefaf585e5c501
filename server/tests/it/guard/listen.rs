//! Connections: slow headers, slow bodies, too many at once, and TLS.

use std::time::Duration;

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

use crate::app::TestApp;

/// Longer than any limit set here, for a busy machine.
const LONG: Duration = Duration::from_secs(20);

async fn connect(app: &TestApp) -> TcpStream {
    TcpStream::connect(app.url.strip_prefix("http://").unwrap()).await.unwrap()
}

/// Everything that arrives until the server closes.
async fn rest(mut stream: TcpStream) -> String {
    let mut told = Vec::new();
    let read = stream.read_to_end(&mut told);
    // A connection that is cut while something was still on its way ends with an error.
    let _ = tokio::time::timeout(LONG, read).await.expect("the connection stays open");
    String::from_utf8_lossy(&told).into_owned()
}

#[tokio::test]
async fn a_head_that_does_not_end_is_cut() {
    let app = TestApp::with(&[("PLUMBLINE_HEADER_TIMEOUT_S", "1")]).await;
    let silent = connect(&app).await;
    let mut slow = connect(&app).await;
    slow.write_all(b"GET /health HTTP/1.1\r\nhost: localhost\r\nx-more: ").await.unwrap();
    let mut large = connect(&app).await;
    let head = format!("GET /health HTTP/1.1\r\nhost: localhost\r\nx-more: {}\r\n\r\n", "a".repeat(200 << 10));
    let _ = large.write_all(head.as_bytes()).await;
    let (silent, slow, large) = tokio::join!(rest(silent), rest(slow), rest(large));
    for told in [silent, slow, large] {
        assert!(!told.contains("200 OK"), "{told}");
    }
}

#[tokio::test]
async fn a_body_that_trickles_is_cut() {
    let app = TestApp::with(&[("PLUMBLINE_BODY_TIMEOUT_S", "1")]).await;
    let head = "POST /api/research HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: 100\r\n\r\n";
    let mut slow = connect(&app).await;
    slow.write_all(format!("{head}{{\"query\"").as_bytes()).await.unwrap();
    let told = rest(slow).await;
    assert!(told.starts_with("HTTP/1.1 408"), "{told}");
    assert!(told.contains("did not arrive within 1 s"), "{told}");
    // An upload may take longer, but no piece of it.
    let head = "POST /desk/import HTTP/1.1\r\nhost: localhost\r\ncontent-type: multipart/form-data; boundary=part\r\n\
        content-length: 100000\r\n\r\n--part\r\ncontent-disposition: form-data; name=\"file\"; filename=\"a.csv\"\r\n\r\na,b\r\n";
    let mut slow = connect(&app).await;
    slow.write_all(head.as_bytes()).await.unwrap();
    let told = rest(slow).await;
    assert!(told.starts_with("HTTP/1.1 4"), "{told}");
}

#[tokio::test]
async fn what_is_no_upload_takes_no_time_by_calling_itself_one() {
    let app = TestApp::with(&[("PLUMBLINE_BODY_TIMEOUT_S", "1")]).await;
    let head = "POST /sign-in HTTP/1.1\r\nhost: localhost\r\ncontent-type: multipart/form-data; boundary=part\r\n\
        content-length: 100000\r\n\r\n--part\r\n";
    let mut slow = connect(&app).await;
    slow.write_all(head.as_bytes()).await.unwrap();
    // A piece comes in time each time, and the whole never does.
    for _ in 0..10 {
        tokio::time::sleep(Duration::from_millis(200)).await;
        if slow.write_all(b"a").await.is_err() {
            break;
        }
    }
    let told = rest(slow).await;
    assert!(told.starts_with("HTTP/1.1 408"), "{told}");
}

#[tokio::test]
async fn beyond_the_limit_a_connection_waits_for_another_to_end() {
    let app = TestApp::with(&[("PLUMBLINE_MAX_CONNECTIONS", "1")]).await;
    let first = connect(&app).await;
    let mut second = connect(&app).await;
    second.write_all(b"GET /health HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n").await.unwrap();
    let mut byte = [0];
    let early = tokio::time::timeout(Duration::from_millis(300), second.read(&mut byte)).await;
    assert!(early.is_err(), "it was answered beside another");
    drop(first);
    let told = rest(second).await;
    assert!(told.starts_with("HTTP/1.1 200"), "{told}");
}

#[tokio::test]
async fn it_speaks_tls_and_takes_a_new_certificate() {
    let folder = tempfile::tempdir().unwrap();
    let (chain, key) = (folder.path().join("chain.pem"), folder.path().join("key.pem"));
    let made = || rcgen::generate_simple_self_signed(vec!["127.0.0.1".to_owned()]).unwrap();
    let write = |made: &rcgen::CertifiedKey<rcgen::KeyPair>| {
        std::fs::write(&chain, made.cert.pem()).unwrap();
        std::fs::write(&key, made.signing_key.serialize_pem()).unwrap();
    };
    let first = made();
    write(&first);
    let (chain_path, key_path) = (chain.display().to_string(), key.display().to_string());
    let app = TestApp::with(&[("PLUMBLINE_TLS_CERT", &chain_path), ("PLUMBLINE_TLS_KEY", &key_path)]).await;
    let url = app.url.replace("http://", "https://");
    let client = |trusted: &rcgen::CertifiedKey<rcgen::KeyPair>| {
        let root = reqwest::Certificate::from_pem(trusted.cert.pem().as_bytes()).unwrap();
        reqwest::Client::builder().tls_certs_only([root]).build().unwrap()
    };
    let reply = client(&first).get(format!("{url}/health")).send().await.unwrap();
    assert_eq!(reply.status(), 200);
    assert!(reply.headers().contains_key("strict-transport-security"));
    let own = client(&first).post(format!("{url}/api/research")).header("origin", &url);
    let own = own.json(&serde_json::json!({"query": "How many cases breached SLA?"}));
    assert_eq!(own.send().await.unwrap().status(), 200, "the origin of a page over TLS begins with https");
    assert!(app.client.get(format!("{}/health", app.url)).send().await.is_err(), "without TLS nothing is answered");

    let certificates = server::http::listen::tls::Certificates::open(chain.clone(), key.clone()).unwrap();
    std::fs::write(&key, "no key").unwrap();
    assert!(certificates.reread().is_err(), "what cannot be read does not take the place of what could");
    let second = made();
    write(&second);
    certificates.reread().unwrap();
    // The key of one and the certificate of another do not belong together.
    std::fs::write(&key, first.signing_key.serialize_pem()).unwrap();
    assert!(certificates.reread().unwrap_err().to_string().contains("do not belong together"));
}
