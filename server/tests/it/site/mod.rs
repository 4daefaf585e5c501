//! The files of the site: packed by the release's script, and served so that browsers cache what cannot change and
//! revalidate the rest.

use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Command, Stdio};

use reqwest::header::{ACCEPT_ENCODING, CACHE_CONTROL, CONTENT_ENCODING, CONTENT_TYPE, ETAG, IF_NONE_MATCH, VARY};

use super::app::TestApp;

/// The script of the parts, as the splitter writes it.
const PARTS: &str = r#"
const wrapAsyncCb = (load) => load;
const makeLoad = (fetcher, shared) => async () => {
    for (const load of shared) await load();
    await fetcher()({});
};
/* calls, settings */
const __chunk_3 = makeLoad(() => {
    const src = fetch(new URL("./chunk_3.wasm", import.meta.url));
}, []);
export const __wasm_split_load_settings = wrapAsyncCb(makeLoad(() => {}, [__chunk_3, __chunk_4]));
"#;

/// Loads a part by the packed script, whose path is the argument, once as announced by the page and once not; prints
/// which files were fetched and how many bytes each module has.
const LOADING: &str = r#"
import { copyFileSync, readFileSync } from "node:fs";
import { basename } from "node:path";
const script = process.argv[1];
for (const announced of [true, false]) {
    const files = [], modules = [];
    globalThis.document = { querySelector: () => announced };
    globalThis.fetch = async (url) => (files.push(basename(url.pathname)), new Response(readFileSync(url)));
    WebAssembly.instantiateStreaming = async (reply) => modules.push((await (await reply).arrayBuffer()).byteLength);
    const copy = script.replace(/\.js$/, announced + ".mjs");
    copyFileSync(script, copy);
    await (await import(copy)).__wasm_split_load_settings();
    console.log(files.join(" "), modules.join(" "));
}
"#;

/// A site as a build leaves it, small, then packed.
fn packed(folder: &Path) -> bool {
    let long = "body { color: black } ".repeat(200);
    std::fs::create_dir_all(folder.join("pkg")).unwrap();
    let files = [
        ("pkg/plumbline.css", long.clone()),
        ("pkg/plumbline.js", format!("new URL('plumbline_bg.wasm', import.meta.url); /* {long} */")),
        ("pkg/plumbline_bg.wasm", "\0asm".repeat(1_000)),
        ("pkg/chunk_2.wasm", "\0asm".repeat(5)),
        ("pkg/chunk_3.wasm", "\0asm".repeat(10)),
        ("pkg/chunk_4.wasm", "\0asm".repeat(3_000)),
        ("pkg/split_settings.wasm", "\0asm".into()),
        ("pkg/parts.js", PARTS.into()),
        ("pkg/parts.json", r#"{"settings": ["chunk_3", "chunk_4", "split_settings"]}"#.into()),
        ("favicon.ico", "icon".into()),
    ];
    for (name, text) in files {
        std::fs::write(folder.join(name), text).unwrap();
    }
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/../frontend/pack-site");
    match Command::new("node").arg(script).arg(folder).arg("plumbline").status() {
        Ok(status) => {
            assert!(status.success());
            true
        }
        Err(_) => {
            println!("SKIPPED: there is no node to pack a site with");
            false
        }
    }
}

#[tokio::test]
async fn a_packed_site_is_sent_small_and_kept() {
    let folder = tempfile::tempdir().unwrap();
    let site = folder.path().join("site");
    if !packed(&site) {
        return;
    }
    let app = TestApp::with(&[("LEPTOS_SITE_ROOT", site.to_str().unwrap()), ("PLUMBLINE_EMBEDDER", "none")]).await;
    let get = |path: &str, headers: &[(reqwest::header::HeaderName, &str)]| {
        let request = app.client.get(format!("{}{path}", app.url));
        headers.iter().fold(request, |r, (name, value)| r.header(name, *value)).send()
    };
    let page = get("/", &[]).await.unwrap().text().await.unwrap();
    let named: Vec<&str> = page.split('"').filter(|part| part.starts_with("/pkg/")).collect();
    for end in [".css", ".js", "_bg.wasm"] {
        let path = named.iter().find(|path| path.ends_with(end)).unwrap_or_else(|| panic!("no {end} in {named:?}"));
        assert!(path.split('/').count() == 4, "{path}");
        let plain = get(path, &[]).await.unwrap();
        assert_eq!((plain.status().as_u16(), plain.headers().get(CONTENT_ENCODING)), (200, None));
        assert_eq!(plain.headers()[CACHE_CONTROL], "public, max-age=31536000, immutable");
        let whole = plain.bytes().await.unwrap();
        for (coding, twin) in [("br", "br"), ("gzip", "gz")] {
            let small = get(path, &[(ACCEPT_ENCODING, coding)]).await.unwrap();
            assert_eq!(small.headers()[CONTENT_ENCODING], coding);
            assert!(small.headers()[VARY].to_str().unwrap().contains("accept-encoding"));
            let bytes = small.bytes().await.unwrap();
            assert!(bytes.len() * 4 < whole.len());
            assert_eq!(bytes, std::fs::read(site.join(format!("{}.{twin}", &path[1..]))).unwrap());
        }
        let kind = get(path, &[(ACCEPT_ENCODING, "br")]).await.unwrap().headers()[CONTENT_TYPE].clone();
        let want = [(".css", "text/css"), (".js", "text/javascript"), ("_bg.wasm", "application/wasm")];
        assert!(kind.to_str().unwrap().starts_with(want.iter().find(|(e, _)| *e == end).unwrap().1), "{kind:?}");
    }
    // Pages of errors are bare, and name the style that every build has.
    assert_eq!(get("/pkg/plumbline.css", &[]).await.unwrap().headers()[CACHE_CONTROL], "no-cache");
    // A page of a part brings the part's files along, small ones in one file; the first page does without.
    let lists = |page: &str, file: &str| page.contains(&format!("/{file}\""));
    let other = get("/sign-in", &[]).await.unwrap().text().await.unwrap();
    for file in ["split_settings.wasm", "chunk_4.wasm", "pieces_settings.wasm", "parts.js"] {
        assert!(lists(&other, file) && !lists(&page, file), "{file}: {other}");
    }
    assert!(!lists(&other, "chunk_3.wasm"));
    let parts = other.split('"').find(|part| part.ends_with("/parts.js")).unwrap();
    let loading =
        Command::new("node").args(["--input-type=module", "-e", LOADING]).arg(site.join(&parts[1..])).output().unwrap();
    assert_eq!(
        String::from_utf8_lossy(&loading.stdout),
        "pieces_settings.wasm chunk_4.wasm split_settings.wasm 40 12000 4\n\
         pieces.wasm chunk_4.wasm split_settings.wasm 40 12000 4\n",
        "{}",
        String::from_utf8_lossy(&loading.stderr)
    );

    let icon = get("/favicon.ico", &[]).await.unwrap();
    assert_eq!(icon.headers()[CACHE_CONTROL], "no-cache");
    let tag = icon.headers()[ETAG].to_str().unwrap().to_owned();
    let again = get("/favicon.ico", &[(IF_NONE_MATCH, &tag)]).await.unwrap();
    assert_eq!((again.status().as_u16(), again.headers()[ETAG].to_str().unwrap()), (304, &*tag));
    assert!(again.bytes().await.unwrap().is_empty());
    std::fs::write(site.join("favicon.ico"), "other").unwrap();
    assert_eq!(get("/favicon.ico", &[(IF_NONE_MATCH, &tag)]).await.unwrap().text().await.unwrap(), "other");
}

#[tokio::test]
async fn only_files_of_the_site_are_sent() {
    let folder = tempfile::tempdir().unwrap();
    let site = folder.path().join("site");
    std::fs::create_dir_all(site.join("pkg")).unwrap();
    std::fs::write(folder.path().join("secret"), "not of the site").unwrap();
    let app = TestApp::with(&[("LEPTOS_SITE_ROOT", site.to_str().unwrap()), ("PLUMBLINE_EMBEDDER", "none")]).await;
    let address = app.url.trim_start_matches("http://").to_owned();
    let folder = folder.path().display().to_string();
    for path in ["/../secret", "/pkg/../../secret", "/%2e%2e/secret", "/pkg", "/none.css", &format!("/{folder}/secret")]
    {
        // A client mends such paths before it sends them, so this one speaks for itself.
        let (address, path) = (address.clone(), path.to_owned());
        let reply = tokio::task::spawn_blocking(move || {
            use std::io::{Read, Write};
            let mut stream = std::net::TcpStream::connect(&address).unwrap();
            write!(stream, "GET {path} HTTP/1.1\r\nhost: {address}\r\nconnection: close\r\n\r\n").unwrap();
            let mut text = String::new();
            stream.read_to_string(&mut text).unwrap();
            text
        });
        let reply = reply.await.unwrap();
        assert!(reply.starts_with("HTTP/1.1 404"), "{reply}");
        assert!(reply.contains("Plumbline") && !reply.contains("not of the site"), "the page of what is not there");
    }
}

/// Guards against a program built alone serving pages without style and scripts, and without any message.
#[tokio::test]
async fn pages_that_are_not_built_say_so() {
    let folder = tempfile::tempdir().unwrap();
    let (none, site) = (folder.path().join("none"), folder.path().join("site"));
    std::fs::create_dir_all(site.join("pkg")).unwrap();
    for end in ["css", "js"] {
        std::fs::write(site.join(format!("pkg/plumbline.{end}")), "").unwrap();
    }
    for (site, is_built) in [(&none, false), (&site, true)] {
        let app = TestApp::with(&[("LEPTOS_SITE_ROOT", site.to_str().unwrap())]).await;
        let page = app.page("/").await;
        let told = page.contains("is not built") && page.contains("make run") && page.contains(site.to_str().unwrap());
        assert_eq!(told, !is_built, "{page}");
        assert_eq!(app.get("/api/me").await.0, 200, "the API answers in any case");
    }
    // And where it is started.
    let mut program = Command::new(env!("CARGO_BIN_EXE_plumbline"));
    program.args(["serve", "--addr", "127.0.0.1:0"]).current_dir(folder.path());
    program.env("PLUMBLINE_DATA", folder.path().join("data")).env("PLUMBLINE_EMBEDDER", "none");
    let mut child =
        program.env_remove("LEPTOS_SITE_ROOT").stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
    let output = BufReader::new(child.stdout.take().unwrap());
    let says = output.lines().map_while(Result::ok).take(2).collect::<Vec<_>>();
    child.kill().unwrap();
    child.wait().unwrap();
    assert!(says[1].contains("target/site is not built") && says[1].contains("`make run`"), "{says:?}");
}
