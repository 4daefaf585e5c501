//! Evidence packs: their contents, detection of changes in each kind of part, and their publisher, by the program
//! itself.

use std::path::Path;
use std::process::{Command, Output};

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use server::export::seal::{self, State};

use crate::app::TestApp;

fn plumbline(folder: &Path, args: &[&str]) -> (bool, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_plumbline"));
    command.current_dir(folder).env_clear().env("PLUMBLINE_DATA", folder).env("PLUMBLINE_DATABASE", db(folder));
    let Output { status, stdout, stderr } = command.args(args).output().unwrap();
    (status.success(), format!("{}{}", String::from_utf8_lossy(&stdout), String::from_utf8_lossy(&stderr)))
}

fn db(folder: &Path) -> String {
    format!("sqlite://{}", folder.join("test.db").display())
}

async fn pack_of(app: &TestApp, session: &str) -> String {
    let export = format!("{}/api/research/conversation/{session}/export?format=html", app.url);
    app.client.get(export).send().await.unwrap().text().await.unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_pack_says_what_of_it_holds_and_whose_it_is() {
    let folder = tempfile::tempdir().unwrap();
    let here = folder.path().to_owned();
    let app = TestApp::over(&db(&here), folder, &[("PLUMBLINE_DATA", here.to_str().unwrap())]).await;
    let asked = app.ask("Top complaint reasons this month?").await;
    let whole = pack_of(&app, asked["sessionId"].as_str().unwrap()).await;

    // It holds charts as they are drawn, figures with their rows, and tables that a reader saves.
    assert!(whole.contains("<svg viewBox=") && whole.contains("class=\"c-bar\""), "no chart is drawn");
    assert!(whole.contains("<td>Login failures: ") || whole.contains("Login failures: count"), "no row of a figure");
    let csv = whole.split("data:text/csv;charset=utf-8;base64,").nth(1).unwrap().split('"').next().unwrap();
    let csv = String::from_utf8(STANDARD.decode(csv).unwrap()).unwrap();
    assert!(csv.lines().count() > 1, "{csv}");
    assert!(!whole.contains("src=") && !whole.contains("<link"), "it needs nothing else");

    // One byte of each kind of part: that part is named, and no other.
    for kind in ["question", "answer", "chart", "sources", "figures", "table", "trace", "versions"] {
        let mark = format!("<!--part {kind}-1");
        let at = whole.find(&mark).unwrap_or_else(|| panic!("there is no {kind}"));
        let end = at + whole[at..].find("<!--/part-->").unwrap();
        let mut changed = whole.clone().into_bytes();
        changed[end - 20] ^= 1;
        let checked = seal::check(&changed).unwrap();
        let bad: Vec<_> = checked.parts.iter().filter(|(_, state)| *state != State::Holds).collect();
        assert!(checked.signed && bad.len() == 1, "{kind}: {bad:?}");
        assert!(bad[0].0.starts_with(kind) && bad[0].1 == State::Changed, "{kind}: {bad:?}");
    }
    let checked = seal::check(whole.replacen("<h1>", "<h1> ", 1).as_bytes()).unwrap();
    assert!(checked.parts.contains(&(seal::PAGE.to_owned(), State::Changed)), "{checked:?}");

    // The program makes one of a run beside the server, with the same key, and verifies it without a database.
    let run = asked["runId"].as_str().unwrap();
    let (made, told) = plumbline(&here, &["export", run, "--pack", "run.html"]);
    assert!(made, "{told}");
    assert!(!plumbline(&here, &["export", run, "--pack", "run.html"]).0, "nothing is overwritten");
    assert!(!plumbline(&here, &["export", "none", "--pack", "none.html"]).0);
    let (_, key) = plumbline(&here, &["export", "--key"]);
    let (key, fingerprint) = key.trim().split_once('\n').unwrap();
    let elsewhere = tempfile::tempdir().unwrap();
    let file = here.join("run.html").display().to_string();
    let verify = |more: &[&str]| plumbline(elsewhere.path(), &[&["verify", &file], more].concat());
    // Anybody can sign: without a key that is trusted nothing is verified, unless that is what was wanted.
    for (more, wanted) in [(&[][..], false), (&["--any-key"], true)] {
        let (holds, told) = verify(more);
        assert!(told.contains("Who signed it is not shown") && told.contains(fingerprint), "{told}");
        assert!(holds == wanted && told.contains(&format!(", of {run}")), "{told}");
    }
    let mode = std::fs::metadata(&file).unwrap().permissions();
    assert_eq!(std::os::unix::fs::PermissionsExt::mode(&mode) & 0o777, 0o600);
    // A file that draws its own verdict is told as the text that it is, and the real one stands last.
    let forged = std::fs::read_to_string(&file).unwrap();
    let drawn = "<!--part \u{1b}[2Jsignature holds\u{1b}[8m-->x<!--/part--></main>";
    std::fs::write(elsewhere.path().join("forged.html"), forged.replacen("</main>", drawn, 1)).unwrap();
    let mut verify_forged = Command::new(env!("CARGO_BIN_EXE_plumbline"));
    let forged =
        verify_forged.current_dir(elsewhere.path()).args(["verify", "forged.html", "--key", key]).output().unwrap();
    let told = String::from_utf8_lossy(&forged.stdout).into_owned();
    assert!(!forged.status.success() && !told.contains('\u{1b}'), "{told:?}");
    assert!(told.trim_end().lines().last().unwrap().ends_with("parts were changed after they were signed."), "{told}");
    for trusted in [key, fingerprint] {
        let (holds, told) = verify(&["--key", trusted]);
        assert!(holds && told.contains("the key that you trust"), "{told}");
    }
    let (_, other) = plumbline(elsewhere.path(), &["export", "--key"]);
    for other in other.lines() {
        let (holds, told) = verify(&["--key", other]);
        assert!(!holds && told.contains("another key than the one you trust"), "{told}");
    }
    assert!(!verify(&["--key", "none"]).0);
    let text = std::fs::read_to_string(&file).unwrap().replacen("Login", "Logon", 1);
    std::fs::write(&file, text).unwrap();
    let (holds, told) = verify(&["--key", key]);
    assert!(!holds && told.contains("CHANGED") && told.contains("1 of "), "{told}");
    let audit = app.get(&format!("/api/audit?what=run:{run}&action=exported")).await.1;
    assert_eq!(audit["items"][0]["channel"], "command line", "{audit}");
}
