//! The basis of an installation: where data is stored, what `doctor` finds, and what the program generates for its
//! packages.

use std::path::Path;
use std::process::{Command, Output};

use server::store::Db;

use crate::postgres::Postgres;

pub fn plumbline(folder: &Path, environment: &[(&str, &str)], args: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_plumbline"));
    command.current_dir(folder).env_clear().env("PLUMBLINE_EMBEDDER", "none").env("PLUMBLINE_ADDR", "127.0.0.1:0");
    command.envs(environment.iter().copied()).args(args).output().unwrap()
}

pub fn says(output: &Output) -> String {
    format!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr))
}

#[tokio::test]
async fn doctor_says_what_is_wrong_and_what_to_do() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data");
    let environment = [("PLUMBLINE_DATA", data.to_str().unwrap())];
    let doctor = |more: &[&str]| plumbline(folder.path(), &environment, &[&["doctor"], more].concat());
    let line = |told: &str, what: &str| told.lines().find(|line| line.contains(what)).unwrap_or_default().to_owned();

    let fresh = doctor(&[]);
    let told = says(&fresh);
    assert!(fresh.status.success() && line(&told, "Database").contains("is not there yet"), "{told}");
    assert!(!data.exists(), "it changes nothing");

    assert!(plumbline(folder.path(), &environment, &["migrate"]).status.success());
    assert!(data.join("plumbline.db").is_file());
    std::fs::create_dir_all(data.join("sources")).unwrap();
    let told = says(&doctor(&[]));
    assert!(line(&told, "Database").starts_with("ok") && line(&told, "Model").contains("rules"), "{told}");
    assert!(line(&told, "Disk").contains("MiB free"), "{told}");
    for what in ["Settings", "Address", "Clock", "Sources"] {
        assert!(line(&told, what).starts_with("ok"), "{what}: {told}");
    }
    for what in ["Data  ", "Accounts", "Search"] {
        assert!(line(&told, what).starts_with("look"), "{what}: {told}");
    }

    std::fs::write(data.join("sources/shop.yaml"), "sources: [{name: orders, table: nowhere}]\n").unwrap();
    let told = says(&doctor(&["--offline"]));
    assert!(told.contains("shop.yaml") && line(&told, "shop.yaml").starts_with("look"), "{told}");

    // Without accounts, nobody can use a desk that others reach.
    let public = [environment[0], ("PLUMBLINE_PUBLIC_URL", "https://desk.example")];
    let reached = plumbline(folder.path(), &public, &["doctor", "--offline"]);
    assert_eq!(reached.status.code(), Some(1));
    assert!(line(&says(&reached), "Accounts").contains("plumbline user add"), "{}", says(&reached));

    let db = Db::open(&format!("sqlite://{}", data.join("plumbline.db").display())).await.unwrap();
    let Db::Sqlite { write, .. } = &db else { unreachable!() };
    let later = "INSERT INTO _sqlx_migrations (version, description, success, checksum, execution_time)
        VALUES (9999, 'later', TRUE, x'00', 0)";
    sqlx::query(later).execute(write).await.unwrap();
    db.close().await;
    let newer = doctor(&[]);
    assert_eq!(newer.status.code(), Some(1));
    assert!(line(&says(&newer), "Database").contains("of a newer Plumbline"), "{}", says(&newer));
    for args in [&["migrate"][..], &["serve"], &["ask", "How many?"]] {
        let refused = plumbline(folder.path(), &environment, args);
        assert_eq!(refused.status.code(), Some(1), "{args:?}");
        assert!(says(&refused).contains("written by a newer Plumbline"), "{args:?}: {}", says(&refused));
    }
}

#[test]
fn a_file_of_settings_is_named_and_what_is_misspelt_stops_the_start() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path().join("desk.toml");
    std::fs::write(&at, "PLUMBLINE_RATE_ASK = 7\n").unwrap();
    let config = |environment: &[(&str, &str)], args: &[&str]| {
        plumbline(folder.path(), environment, &[args, &["serve", "--print-config"]].concat())
    };
    let has = |told: &str| {
        told.lines().any(|l| l.starts_with("PLUMBLINE_RATE_ASK") && l.contains('7') && l.ends_with("file"))
    };
    assert!(has(&says(&config(&[], &["--config", "desk.toml"]))));
    assert!(has(&says(&config(&[("PLUMBLINE_CONFIG", at.to_str().unwrap())], &[]))));
    let missing = config(&[], &["--config", "nowhere.toml"]);
    assert!(!missing.status.success() && says(&missing).contains("nowhere.toml is not there"), "{}", says(&missing));
    for (environment, file) in [(&[("PLUMBLINE_RATE_ASKS", "7")][..], ""), (&[], "PLUMBLINE_RATE_ASKS = 7\n")] {
        std::fs::write(&at, file).unwrap();
        let stopped = config(environment, &["--config", "desk.toml"]);
        assert_eq!(stopped.status.code(), Some(1));
        assert!(says(&stopped).contains("Did you mean PLUMBLINE_RATE_ASK?"), "{}", says(&stopped));
    }
}

#[test]
fn the_program_says_its_versions_and_makes_what_packages_bring_along() {
    let folder = tempfile::tempdir().unwrap();
    let version = says(&plumbline(folder.path(), &[], &["--version"]));
    let expected =
        format!("plumbline {} (schema {}, API 1.0)", env!("CARGO_PKG_VERSION"), server::store::newest_known());
    assert_eq!(version.trim(), expected);
    let made = |args: &[&str]| {
        let ran = plumbline(folder.path(), &[], &[&["generate"], args].concat());
        assert!(ran.status.success(), "{}", says(&ran));
        String::from_utf8(ran.stdout).unwrap()
    };
    assert!(made(&["settings"]).contains("\n#PLUMBLINE_RATE_ASK = \"30\""));
    for shell in ["bash", "zsh", "fish"] {
        assert!(made(&["completions", shell]).contains("doctor"), "{shell}");
    }
    made(&["man", "."]);
    for page in ["plumbline.1", "plumbline-serve.1", "plumbline-user-add.1"] {
        let text = std::fs::read_to_string(folder.path().join(page)).unwrap_or_else(|e| panic!("{page}: {e}"));
        assert!(text.contains(".TH"), "{page}");
    }
}

#[test]
fn an_account_for_a_manager_whom_no_customer_has_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let environment = [("PLUMBLINE_DATA", folder.path().to_str().unwrap())];
    let run = |args: &[&str]| plumbline(folder.path(), &environment, args);
    // Before there are customers any name may be meant.
    assert!(run(&["user", "add", "ann", "--role", "admin", "--manager", "Anybody"]).status.success());
    let rows = "name,relationship manager,region\nAcme,Ada Okafor,North\nBolt,Ben Lind,South\n";
    std::fs::write(folder.path().join("customers.csv"), rows).unwrap();
    let imported = run(&["import", "csv", "customers.csv", "--rows", "customer"]);
    assert!(imported.status.success(), "{}", says(&imported));
    let refused = run(&["user", "add", "ann", "--role", "admin", "--manager", "Ada Okafr"]);
    let told = says(&refused);
    assert!(
        !refused.status.success() && told.contains("No relationship manager \"Ada Okafr\". Closest: Ada Okafor."),
        "{told}"
    );
    let refused = run(&["user", "add", "ann", "--region", "East"]);
    assert!(says(&refused).contains("No region \"East\". There is: North, South."), "{}", says(&refused));
    let made = run(&["user", "add", "ann", "--role", "admin", "--manager", "ada okafor", "--region", "North"]);
    assert!(made.status.success() && says(&made).contains("/join/"), "{}", says(&made));
}

/// A log that is read by the test.
#[derive(Clone, Default)]
struct Said(std::sync::Arc<std::sync::Mutex<Vec<u8>>>);

impl std::io::Write for Said {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.lock().unwrap().write(bytes)
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

/// Waits for another server that creates the tables; the log must not call this a slow statement.
#[tokio::test]
async fn the_first_start_on_postgres_warns_of_no_slow_statements() {
    let server = Postgres::start();
    let url = server.database("first").await;
    let pool = sqlx::PgPool::connect(&url).await.unwrap();
    let name: String = sqlx::query_scalar("SELECT current_database()").fetch_one(&pool).await.unwrap();
    let mut crc = flate2::Crc::new();
    crc.update(name.as_bytes());
    // The lock under which migrations run.
    let lock = 0x3d32_ad9e_i64 * i64::from(crc.sum());
    let mut other = pool.acquire().await.unwrap();
    sqlx::query("SELECT pg_advisory_lock($1)").bind(lock).execute(&mut *other).await.unwrap();

    let said = Said::default();
    let (log, own) = (said.clone(), move || said.clone());
    let subscriber = tracing_subscriber::fmt().with_max_level(tracing::Level::WARN).with_writer(own).finish();
    let _listening = tracing::subscriber::set_default(subscriber);
    let text = || String::from_utf8(log.0.lock().unwrap().clone()).unwrap();
    let release = async {
        tokio::time::sleep(std::time::Duration::from_millis(1_300)).await;
        sqlx::query("SELECT pg_advisory_unlock($1)").bind(lock).execute(&mut *other).await.unwrap();
    };
    let (opened, ()) = tokio::join!(Db::open(&url), release);
    assert_eq!(opened.unwrap().schema().await.unwrap().0, server::store::newest_known());
    assert_eq!(text(), "");
    // Others are still warned of.
    sqlx::query("SELECT pg_sleep(1.1)").execute(&pool).await.unwrap();
    assert!(text().contains("slow statement"), "{}", text());
}
