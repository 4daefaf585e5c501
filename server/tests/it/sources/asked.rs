//! A shop's tables as a stranger has them: a folder of files and a Postgres copy of it, drafted by the program, and
//! queried.

use std::path::Path;

use serde_json::Value;
use server::sources::Place;
use server::store::{Db, SourceDb};

use super::{asked, public, started};
use crate::app::TestApp;
use crate::postgres::Postgres;

/// Drafts a declaration of a place into a folder.
pub async fn drafted(place: &str, name: &str, folder: &Path) {
    let places = server::sources::Places { declarations: vec![folder.to_owned()], loaded: folder.join(".loaded") };
    // The files declare no keys: a person agrees to the joins.
    let drafted = Place::read(place).unwrap().draft(name, &[], &places, true).await.unwrap();
    std::fs::write(folder.join(format!("{name}.yaml")), drafted.text).unwrap();
}

/// Figures computed from the files by other means.
async fn tell(app: &TestApp) {
    for (question, path, want) in [
        ("How many orders were there in 1997?", "/total", 408.0),
        ("revenue by country in 1997", "/all/sumRevenue", 617_085.2),
        ("What is the total revenue?", "/all/sumRevenue", 1_265_793.04),
        ("total revenue in Germany", "/all/sumRevenue", 230_284.63),
        ("average freight per order in 1996", "/all/averageFreight", 67.63),
        ("revenue last quarter", "/all/sumRevenue", 298_491.55),
    ] {
        let (answer, data) = asked(app, question).await;
        let found = data.pointer(path).and_then(Value::as_f64).unwrap_or(f64::NAN);
        println!("{question}: {found}\n  {answer}");
        assert!((found - want).abs() < 0.02, "{question}: {found} is not {want}\n{answer}\n{data}");
    }
    // A figure opens the rows that it counts.
    let run = app.ask("How many orders were there in 1997?").await["runId"].as_str().unwrap().to_owned();
    let (status, page) = app.get(&format!("/api/research/runs/{run}/records?call=c1&path=/total")).await;
    let total = page["records"]["total"].as_i64();
    assert_eq!((status, total), (200, Some(408)), "{page}");
    let (answer, _) = asked(app, "top 3 categories by revenue in 1997").await;
    assert!(answer.contains("Beverages") && answer.contains("Dairy Products"), "{answer}");
}

#[tokio::test]
async fn a_folder_of_files_is_asked() {
    let Some(data) = public("erp-northwind") else { return };
    let folder = tempfile::tempdir().unwrap();
    drafted(&data.display().to_string(), "northwind", folder.path()).await;
    let app = started(folder.path()).await;
    tell(&app).await;
    let (_, page) = app.get("/api/research/tools").await;
    assert!(page.to_string().contains("query_source"));
}

#[tokio::test]
async fn a_postgres_that_nobody_described_is_asked() {
    let Some(data) = public("erp-northwind") else { return };
    let folder = tempfile::tempdir().unwrap();
    let server = Postgres::start();
    let url = server.database("northwind").await;
    copy(&data, folder.path(), &url).await;
    drafted(&url, "northwind", folder.path()).await;
    let app = started(folder.path()).await;
    tell(&app).await;
    // What is asked may only be read.
    let sources = app.services.agent.names().sources();
    let Some(SourceDb::Db(Db::Postgres(pool))) = &sources[0].db else { panic!("no Postgres") };
    let error = sqlx::query("DELETE FROM orders").execute(&**pool).await.unwrap_err().to_string();
    assert!(error.contains("read-only"), "{error}");
    drop(app);
}

/// Copies a folder's tables to Postgres, with the types that were loaded.
pub async fn copy(data: &Path, folder: &Path, url: &str) {
    drafted(&data.display().to_string(), "copied", folder).await;
    std::fs::remove_file(folder.join("copied.yaml")).unwrap();
    let file = std::fs::read_dir(folder.join(".loaded"))
        .unwrap()
        .flatten()
        .map(|e| e.path())
        .find(|p| p.extension().is_some_and(|e| e == "db"));
    let sqlite = sqlx::SqlitePool::connect(&format!("sqlite://{}?mode=ro", file.unwrap().display())).await.unwrap();
    let postgres = sqlx::PgPool::connect(url).await.unwrap();
    let columns: Vec<(String, String, String)> =
        sqlx::query_as("SELECT m.name, p.name, p.type FROM sqlite_master m JOIN pragma_table_info(m.name) p WHERE m.type = 'table' ORDER BY m.name, p.cid")
            .fetch_all(&sqlite)
            .await
            .unwrap();
    let mut tables: Vec<(String, Vec<(String, String)>)> = Vec::new();
    for (table, column, kind) in columns {
        if tables.last().is_none_or(|(name, _)| *name != table) {
            tables.push((table.clone(), Vec::new()));
        }
        tables.last_mut().unwrap().1.push((column, kind));
    }
    for (table, columns) in tables {
        let kind = |kind: &str| match kind {
            "INTEGER" => "bigint",
            "REAL" => "double precision",
            "DATE" => "timestamp",
            _ => "text",
        };
        let list: Vec<String> = columns.iter().map(|(name, k)| format!("\"{name}\" {}", kind(k))).collect();
        sqlx::query(&format!("CREATE TABLE \"{table}\" ({})", list.join(", "))).execute(&postgres).await.unwrap();
        let texts: Vec<String> = columns.iter().map(|(name, _)| format!("CAST(\"{name}\" AS TEXT)")).collect();
        let rows =
            sqlx::query(&format!("SELECT {} FROM \"{table}\"", texts.join(", "))).fetch_all(&sqlite).await.unwrap();
        let marks: Vec<String> =
            columns.iter().enumerate().map(|(n, (_, k))| format!("CAST(${} AS {})", n + 1, kind(k))).collect();
        let insert = format!("INSERT INTO \"{table}\" VALUES ({})", marks.join(", "));
        let mut transaction = postgres.begin().await.unwrap();
        for row in rows {
            let mut query = sqlx::query(&insert);
            for place in 0..columns.len() {
                query = query.bind(sqlx::Row::get::<Option<String>, _>(&row, place));
            }
            query.execute(&mut *transaction).await.unwrap();
        }
        transaction.commit().await.unwrap();
    }
    postgres.close().await;
}
