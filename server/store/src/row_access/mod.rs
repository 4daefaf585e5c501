//! The database as one account may read it: the same tables under the same names, without rows of customers outside its
//! book. Each connection of such a [`Db`] has temporary views that shadow the tables, in SQLite and Postgres alike: no
//! SQL of any tool, page or export can read past them.
//!
//! Writes go to the tables themselves: callers can only write what they could read.

use std::time::Duration;

use model::account::{CustomerBook, DataAccess};
use sha2::{Digest, Sha256};
use sqlx::Executor;
use sqlx::postgres::PgPoolOptions;
use sqlx::sqlite::SqlitePoolOptions;

use super::{Db, Result, StoreError, reading};

/// Connections per book: few, since there may be as many books as people.
const POOL_SIZE: u32 = 4;
/// How long an unused connection stays open.
const IDLE_TIMEOUT: Duration = Duration::from_secs(60);

/// Tables that belong to a customer, after `customers` itself, with the condition on their owner. A table comes after
/// those that its condition uses.
const OF_CUSTOMERS: &[(&str, &str)] = &[
    ("communications", "customer_id IN (SELECT id FROM customers)"),
    ("cases", "customer_id IN (SELECT id FROM customers)"),
    ("case_notes", "case_id IN (SELECT id FROM cases)"),
];

/// Tables of the internet provider, whose customers are in nobody's book.
const OF_OTHERS: &[&str] = &[
    "isp_customers", "isp_addresses", "isp_service_plans", "isp_equipment", "isp_tickets", "isp_customer_history",
    "isp_customer_memory", "isp_ports", "isp_ip_assignments", "isp_network_events", "isp_bandwidth_logs",
    "isp_signal_quality", "isp_ping_tests", "isp_traceroute_logs", "isp_calls", "isp_tasks", "isp_call_lines",
    "isp_tries",
];

impl Db {
    /// The database with this access; itself for `DataAccess::All`.
    ///
    /// # Errors
    /// `Unreachable` for an in-memory database, which has a single connection.
    pub fn seen_by(&self, sees: &DataAccess) -> Result<Self> {
        let DataAccess::Some(book) = sees else { return Ok(self.clone()) };
        match self {
            Self::Sqlite { read, write, columns, known } => {
                let options = (*read.connect_options()).clone();
                if options.get_filename().to_string_lossy().contains(":memory:")
                    || options.get_filename().to_string_lossy().contains("sqlx-in-memory")
                {
                    let why = "A database in memory cannot be shown in parts. Use sqlite://FILE or postgres://…";
                    return Err(StoreError::Unreachable(why.into()));
                }
                let views = views(book, "main.");
                let pool = SqlitePoolOptions::new()
                    .max_connections(POOL_SIZE)
                    .idle_timeout(IDLE_TIMEOUT)
                    .test_before_acquire(false)
                    .after_connect(move |connection, _| {
                        let views = views.clone();
                        Box::pin(async move {
                            connection.execute(views.as_str()).await?;
                            Ok(())
                        })
                    })
                    .connect_lazy_with(options);
                let columns = columns.anew(Some(book));
                Ok(Self::Sqlite { read: pool, write: write.clone(), columns, known: known.clone() })
            }
            Self::Postgres(postgres) => {
                let options = (*postgres.connect_options()).clone();
                // The names inside a view are resolved when it is created, before it shadows the table. pg_temp comes
                // first whatever the connection's search path.
                let first = "SELECT set_config('search_path', 'pg_temp, ' || current_setting('search_path'), FALSE);";
                let mark = mark(book);
                let views = format!("{}CREATE TEMP VIEW {mark} AS SELECT 1;{first}", views(book, ""));
                let pinned = format!("BEGIN READ ONLY; SELECT 1 FROM pg_temp.{mark}");
                let again = pinned.clone();
                let pool = PgPoolOptions::new()
                    .max_connections(POOL_SIZE)
                    .idle_timeout(IDLE_TIMEOUT)
                    .after_connect(move |connection, _| {
                        let (views, pinned) = (views.clone(), pinned.clone());
                        Box::pin(async move {
                            connection.execute(views.as_str()).await?;
                            connection.execute(pinned.as_str()).await.map(drop)
                        })
                    })
                    .before_acquire(move |connection, _| {
                        let pinned = again.clone();
                        Box::pin(async move { connection.execute(pinned.as_str()).await.map(|_| true) })
                    })
                    .after_release(|connection, _| {
                        Box::pin(async move { connection.execute("ROLLBACK").await.map(|_| true) })
                    })
                    .connect_lazy_with(options);
                Ok(Self::Postgres(postgres.read_by(pool, self.columns().anew(Some(book)))))
            }
        }
    }

    /// The same access with nothing loaded in memory: for when a book gains customers.
    pub fn afresh(&self) -> Self {
        match self {
            Self::Sqlite { read, write, columns, known } => {
                let (read, write, known) = (read.clone(), write.clone(), known.clone());
                Self::Sqlite { read, write, columns: columns.anew(None), known }
            }
            Self::Postgres(postgres) => {
                Self::Postgres(postgres.read_by((**postgres).clone(), self.columns().anew(None)))
            }
        }
    }
}

/// The ids of all visible customers, sorted.
pub async fn customers(db: &Db) -> Result<Vec<String>> {
    let sql = "SELECT id FROM customers ORDER BY id";
    Ok(reading!(db, pool => sqlx::query_scalar(sql).fetch_all(pool).await?))
}

/// The views of a book. `tables` qualifies table names.
fn views(book: &CustomerBook, tables: &str) -> String {
    let mine = condition(book);
    let mut sql = format!("CREATE TEMP VIEW customers AS SELECT * FROM {tables}customers WHERE {mine};");
    for (name, belongs) in OF_CUSTOMERS {
        sql += &format!("CREATE TEMP VIEW {name} AS SELECT * FROM {tables}{name} WHERE {belongs};");
    }
    for name in OF_OTHERS {
        sql += &format!("CREATE TEMP VIEW {name} AS SELECT * FROM {tables}{name} WHERE FALSE;");
    }
    sql
}

/// A view's name that identifies the book. Every read transaction starts by querying it: so a pooler between this
/// program and Postgres, which may give each transaction another connection, causes an error and never exposes the
/// tables or another book's views.
fn mark(book: &CustomerBook) -> String {
    let json = serde_json::to_vec(book).unwrap_or_default();
    let digest: String = Sha256::digest(json).iter().take(16).map(|byte| format!("{byte:02x}")).collect();
    format!("plumbline_book_{digest}")
}

/// The condition for customers of the book. Views take no bound values, so names are quoted.
fn condition(book: &CustomerBook) -> String {
    let lists = [("relationship_manager", &book.managers), ("segment", &book.segments), ("region", &book.regions)];
    let any: Vec<String> = lists
        .into_iter()
        .filter(|(_, names)| !names.is_empty())
        .map(|(column, names)| {
            let exact: Vec<String> = names.iter().map(|name| quoted(name)).collect();
            let lower: Vec<String> = names.iter().map(|name| quoted(&name.to_lowercase())).collect();
            // SQLite's LOWER handles only ASCII: other names must match exactly.
            format!("{column} IN ({}) OR LOWER({column}) IN ({})", exact.join(", "), lower.join(", "))
        })
        .collect();
    match (&book.only, any.is_empty()) {
        (None, true) => "FALSE".into(),
        (None, false) => any.join(" OR "),
        (Some(id), true) => format!("id = {}", quoted(id)),
        (Some(id), false) => format!("({}) AND id = {}", any.join(" OR "), quoted(id)),
    }
}

/// Text as an SQL literal for both databases: only quotes are special, and neither accepts NUL.
fn quoted(text: &str) -> String {
    format!("'{}'", text.replace('\0', "").replace('\'', "''"))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Tables without customer data, or owned by the person asking, which is checked where they are read.
    const OPEN: &[&str] = &[
        "counters", "datasets", "sentiment_methods", "products", "customers", "documents", "chunks", "deletions",
        "imports", "sessions", "session_messages", "ratings", "review_cases", "corrections", "runs", "feedback",
        "run_events", "approvals", "taught_words", "isp_streets", "isp_switches", "isp_area_outages", "accounts",
        "sign_ins", "logout_tokens", "devices", "invitations", "api_tokens", "audit", "audit_head", "sent", "outbox",
        "deliveries", "call_settings", "memory", "outside_tools", "settings", "watches",
    ];

    #[test]
    fn every_table_is_shown_or_kept_back_on_purpose() {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../migrations/sqlite");
        for file in std::fs::read_dir(folder).unwrap() {
            let text = std::fs::read_to_string(file.unwrap().path()).unwrap();
            for line in text.lines().filter_map(|line| line.strip_prefix("CREATE TABLE ")) {
                let name = line.split([' ', '(']).next().unwrap_or_default();
                let known = OF_CUSTOMERS.iter().map(|(name, _)| name).chain(OF_OTHERS).chain(OPEN);
                assert_eq!(known.filter(|known| **known == name).count(), 1, "{name}: is it of customers?");
            }
        }
    }

    #[test]
    fn names_are_quoted() {
        let book = CustomerBook { managers: vec!["O'Neil; DROP TABLE x".into()], ..CustomerBook::default() };
        assert_eq!(
            condition(&book),
            "relationship_manager IN ('O''Neil; DROP TABLE x') OR LOWER(relationship_manager) IN ('o''neil; drop table x')"
        );
        assert_eq!(condition(&CustomerBook::default()), "FALSE");
        assert!(mark(&book) != mark(&CustomerBook::default()) && mark(&book).len() < 64);
        let DataAccess::Some(one) = DataAccess::All.narrowed("x' OR '1") else { unreachable!() };
        assert_eq!(condition(&one), "id = 'x'' OR ''1'");
        let book = CustomerBook { regions: vec!["North".into()], only: Some("c".into()), ..CustomerBook::default() };
        assert!(
            condition(&book).starts_with('(') && condition(&book).ends_with(") AND id = 'c'"),
            "{}",
            condition(&book)
        );
    }
}
