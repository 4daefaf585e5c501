//! A real Postgres server: the one shared by all tests of a run (`server/tests/shared-postgres`), or, without nextest,
//! one for the test alone, created with `initdb` in a temporary folder. Either is reached over a socket in its folder.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};

/// A running server. One for the test alone stops when this is dropped.
pub struct Postgres {
    folder: PathBuf,
    bin: PathBuf,
    shared: bool,
}

/// One story as two tests: `$tell` gets the URL of a SQLite file, then of a fresh Postgres database; after `app`, a
/// server over each.
macro_rules! on_both {
    ($tell:ident) => {
        $crate::postgres::on_both!($tell as on_sqlite, on_postgres);
    };
    (app $tell:ident as $sqlite:ident, $postgres:ident) => {
        #[tokio::test]
        async fn $sqlite() {
            $tell(&$crate::app::TestApp::start().await).await;
        }

        #[tokio::test]
        async fn $postgres() {
            let server = $crate::postgres::Postgres::start();
            let database = server.database("both").await;
            $tell(&$crate::app::TestApp::over(&database, tempfile::tempdir().unwrap(), &[]).await).await;
        }
    };
    ($tell:ident as $sqlite:ident, $postgres:ident) => {
        #[tokio::test]
        async fn $sqlite() {
            let folder = tempfile::tempdir().unwrap();
            $tell(&format!("sqlite://{}", folder.path().join("test.db").display())).await;
        }

        #[tokio::test]
        async fn $postgres() {
            let server = $crate::postgres::Postgres::start();
            $tell(&server.database("both").await).await;
        }
    };
}
pub(crate) use on_both;

/// Makes the names of this process's servers and databases unique.
static COUNTER: AtomicU32 = AtomicU32::new(0);

impl Postgres {
    /// The shared server, or a new one. The programs come from Debian's `postgresql`; `make test` installs them.
    pub fn start() -> Self {
        let n = COUNTER.fetch_add(1, Ordering::Relaxed);
        let bin = bin_folder().expect("no Postgres server here: run `frontend/install-tools postgres`");
        if let Some(folder) = std::env::var_os("PLUMBLINE_TEST_POSTGRES") {
            return Self { folder: folder.into(), bin, shared: true };
        }
        // Not `tempfile`: the folder must be readable by the server's user, and its path short enough for a socket.
        let folder = PathBuf::from(format!("/tmp/plumbline-pg-{}-{n}", std::process::id()));
        let _ = std::fs::remove_dir_all(&folder);
        std::fs::create_dir_all(&folder).unwrap();
        let server = Self { folder, bin, shared: false };
        if is_root() {
            assert!(Command::new("chown").arg("postgres").arg(&server.folder).status().unwrap().success());
        }
        let data = server.folder.join("data").display().to_string();
        server.run("initdb", &["-D", &data, "-U", "postgres", "-A", "trust", "-E", "UTF8", "--no-sync", "--locale=C"]);
        let options = format!(
            "-c listen_addresses='' -c unix_socket_directories={} -c fsync=off -c synchronous_commit=off -c max_connections=40",
            server.folder.display()
        );
        let log = server.folder.join("log").display().to_string();
        server.run("pg_ctl", &["-D", &data, "-o", &options, "-l", &log, "-w", "start"]);
        server
    }

    /// The URL of a fresh database on it, whose name begins with `name`.
    pub async fn database(&self, name: &str) -> String {
        let name = &format!("{name}_{}_{}", std::process::id(), COUNTER.fetch_add(1, Ordering::Relaxed));
        let url = |name: &str| format!("postgres://postgres@localhost/{name}?host={}", self.folder.display());
        let pool = sqlx::PgPool::connect(&url("postgres")).await.unwrap();
        sqlx::query(&format!("CREATE DATABASE {name}")).execute(&pool).await.unwrap();
        pool.close().await;
        url(name)
    }

    /// Runs a line in a shell whose path begins with this server's own tools; `None` if `program` is not among them.
    pub fn shell(&self, program: &str, line: &str) -> Option<std::process::Output> {
        if !self.bin.join(program).exists() {
            return None;
        }
        let path = format!("{}:{}", self.bin.display(), std::env::var("PATH").unwrap_or_default());
        Some(Command::new("sh").args(["-c", line]).env("PATH", path).stdin(Stdio::null()).output().unwrap())
    }

    /// Runs one of Postgres's programs, as the user `postgres` if this process is root, since the server refuses root.
    fn run(&self, program: &str, args: &[&str]) {
        let path = self.bin.join(program);
        let mut command = if is_root() {
            let mut command = Command::new("setpriv");
            command.args(["--reuid=postgres", "--regid=postgres", "--clear-groups", "--"]).arg(path);
            command
        } else {
            Command::new(path)
        };
        // The server that `pg_ctl` leaves behind keeps its outputs: a pipe would never end.
        let output = tempfile::tempfile().unwrap();
        let errors = output.try_clone().unwrap();
        let status = command.args(args).current_dir("/tmp").stdin(Stdio::null()).stdout(output).stderr(errors).status();
        assert!(status.unwrap().success(), "{program} failed; see {}", self.folder.join("log").display());
    }
}

impl Drop for Postgres {
    fn drop(&mut self) {
        if self.shared {
            return;
        }
        let data = self.folder.join("data").display().to_string();
        self.run("pg_ctl", &["-D", &data, "-m", "immediate", "-w", "stop"]);
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}

fn bin_folder() -> Option<PathBuf> {
    let debian = std::fs::read_dir("/usr/lib/postgresql").into_iter().flatten().flatten().map(|e| e.path().join("bin"));
    let on_path = std::env::var_os("PATH").unwrap_or_default();
    let mut all: Vec<PathBuf> = debian.chain(std::env::split_paths(&on_path)).collect();
    all.retain(|folder| folder.join("initdb").exists());
    all.into_iter().max()
}

fn is_root() -> bool {
    std::fs::metadata(Path::new("/proc/self")).is_ok_and(|m| std::os::unix::fs::MetadataExt::uid(&m) == 0)
}
