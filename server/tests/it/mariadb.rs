//! A real MariaDB server for the test alone, in a temporary folder, reached over a socket in it.

use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use sqlx::Executor;

/// A running server, which stops when this is dropped.
pub struct Mariadb {
    server: Child,
    folder: tempfile::TempDir,
}

impl Mariadb {
    /// A new server; `None` if Debian's `mariadb-server` is not installed.
    pub async fn start() -> Option<Self> {
        let debian = ["/usr/sbin/mariadbd", "/usr/local/sbin/mariadbd"].map(PathBuf::from);
        let Some(program) = debian.into_iter().find(|program| program.exists()) else {
            println!("SKIPPED: there is no MariaDB server here: frontend/install-tools mariadb");
            return None;
        };
        let folder = tempfile::tempdir().unwrap();
        let data = format!("--datadir={}", folder.path().join("data").display());
        // A server that starts deletes every temporary table in its folder, also those of another server.
        let temporary = format!("--tmpdir={}", folder.path().display());
        // The server takes this user's files, whoever that is.
        let user = String::from_utf8(Command::new("id").arg("-un").output().unwrap().stdout).unwrap();
        let user = format!("--user={}", user.trim());
        let made = Command::new("mariadb-install-db")
            .args([
                "--no-defaults",
                "--auth-root-authentication-method=normal",
                "--skip-test-db",
                &data,
                &temporary,
                &user,
            ])
            .output()
            .unwrap();
        assert!(made.status.success(), "{}", String::from_utf8_lossy(&made.stderr));
        let socket = format!("--socket={}", folder.path().join("socket").display());
        let log = format!("--log-error={}", folder.path().join("log").display());
        let server = Command::new(program)
            .args([
                "--no-defaults", "--skip-networking", "--innodb-flush-log-at-trx-commit=0",
                "--default-time-zone=+03:00",
            ])
            .args([&data, &temporary, &user, &socket, &log])
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let server = Self { server, folder };
        for _ in 0..400 {
            if sqlx::MySqlPool::connect(&server.url("")).await.is_ok() {
                return Some(server);
            }
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
        panic!("{}", std::fs::read_to_string(server.folder.path().join("log")).unwrap_or_default());
    }

    /// The URL of a fresh database on it, after executing these statements.
    pub async fn database(&self, name: &str, statements: &[String]) -> String {
        let own = sqlx::MySqlPool::connect(&self.url("")).await.unwrap();
        own.execute(format!("CREATE DATABASE {name} CHARACTER SET utf8mb4").as_str()).await.unwrap();
        own.close().await;
        let url = self.url(name);
        // One connection, so that a session's setting holds for the statements after it.
        let pool = sqlx::mysql::MySqlPoolOptions::new().max_connections(1).connect(&url).await.unwrap();
        for statement in statements {
            pool.execute(statement.as_str()).await.unwrap_or_else(|e| panic!("{e}: {statement}"));
        }
        pool.close().await;
        url
    }

    fn url(&self, name: &str) -> String {
        format!("mysql://root@localhost/{name}?socket={}", self.folder.path().join("socket").display())
    }
}

impl Drop for Mariadb {
    fn drop(&mut self) {
        let _ = self.server.kill();
        let _ = self.server.wait();
    }
}
