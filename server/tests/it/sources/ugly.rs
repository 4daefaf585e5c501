//! Files and databases as found in practice. No row and no timestamp is lost silently, and no draft claims more than it
//! knows.

use std::path::Path;

use serde_json::{Value, json};
use server::sources::{Opener, Place, Places};
use server::store::Db;
use sqlx::Row;

use super::forecast::tool;
use super::{asked, started};

fn places(folder: &Path) -> Places {
    Places { declarations: vec![folder.to_owned()], loaded: folder.join(".loaded") }
}

/// The draft of a place, and the messages on opening it.
async fn drafted(place: &Path, folder: &Path) -> (String, Vec<String>) {
    let text = Place::read(&place.display().to_string())
        .unwrap()
        .draft("here", &[], &places(folder), false)
        .await
        .unwrap()
        .text;
    let file = folder.join("here.yaml");
    std::fs::write(&file, &text).unwrap();
    let own = Db::open("sqlite::memory:").await.unwrap();
    let mut opener = Opener::new(own, folder.join(".loaded"), "2026-01-31".parse().unwrap());
    let report = opener.file(&file).await;
    (text, report.lines())
}

/// The result of a query over the loaded files, as text.
async fn told(folder: &Path, sql: &str) -> String {
    let files = std::fs::read_dir(folder.join(".loaded")).unwrap().flatten().map(|e| e.path());
    let file = files
        .filter(|p| p.extension().is_some_and(|e| e == "db"))
        .max_by_key(|p| p.metadata().unwrap().modified().unwrap());
    let pool = sqlx::SqlitePool::connect(&format!("sqlite://{}?mode=ro", file.unwrap().display())).await.unwrap();
    let row = sqlx::query(sql).fetch_one(&pool).await.unwrap();
    row.get::<Option<String>, _>(0).unwrap_or_default()
}

/// A file, its number of rows, a query with its result, and the expected messages on opening it.
type File = (&'static [u8], &'static str, &'static str, &'static str);

const FILES: [File; 20] = [
    (
        b"day;amount\n01.02.2026;1.234,50\n13.02.2026;2,5\n",
        "SELECT MAX(day) || ' ' || SUM(amount) FROM t",
        "2026-02-13 1237.0",
        "",
    ),
    (
        b"day,amount\n02/13/2026,\"1,234.50\"\n12/01/2026,$2.50\n",
        "SELECT MAX(day) || ' ' || SUM(amount) FROM t",
        "2026-12-01 1237.0",
        "",
    ),
    (
        b"day,n\n01/02/2026,1\n03/04/2026,2\n", "SELECT COUNT(*) || MIN(day) FROM t", "201/02/2026",
        "Day or month first?",
    ),
    (b"a;a;;A\n1;2;3;4\n", "SELECT a || a_2 || column_3 || A_3 FROM t", "1234", ""),
    ("name,city\nJürgen,Köln\n".as_bytes(), "SELECT name || city FROM t", "JürgenKöln", ""),
    (b"name,city\nJ\xfcrgen,K\xf6ln\n", "SELECT name || city FROM t", "JürgenKöln", ""),
    (b"\xff\xfea\0,\0b\0\n\0x\0,\x001\0\n\0", "SELECT a || b FROM t", "x1", ""),
    (b"\xfe\xff\0a\0,\0b\0\n\0x\0,\x002\0\n", "SELECT a || b FROM t", "x2", ""),
    ("\u{feff}a,b\nx,3\n".as_bytes(), "SELECT a || b FROM t", "x3", ""),
    (
        b"Sales of May\n\nday,amount\n2026-05-01,1\n2026-05-02,2\n",
        "SELECT SUM(amount) || MAX(day) FROM t",
        "32026-05-02",
        "before the header are left out: Sales of May",
    ),
    (
        b"1,2026-01-01,5.5\n2,2026-01-02,4.5\n",
        "SELECT COUNT(*) || ' ' || SUM(column_3) FROM t",
        "2 10.0",
        "has no header",
    ),
    (b"a|b\n1|x, y\n2|z\n", "SELECT SUM(a) || MIN(b) FROM t", "3x, y", ""),
    (b"a\tb\n1\t\"two\nlines\"\n", "SELECT a || b FROM t", "1two\nlines", ""),
    (b"a,b\n'1','x, y'\n'2','z'\n", "SELECT SUM(a) || MIN(b) FROM t", "3x, y", ""),
    (
        b"a,b\n1,2,3\n4\n5,6\n",
        "SELECT COUNT(*) || ' ' || SUM(a) || ' ' || SUM(column_3) FROM t",
        "3 10 3",
        "more values than the header",
    ),
    (b"a,b,\n1,2,\n3,4,\n", "SELECT SUM(a) || SUM(b) FROM t", "46", ""),
    (b"code,share\n00123,12%\n00045,7.5 %\n", "SELECT MIN(code) || ' ' || SUM(share) FROM t", "00045 19.5", ""),
    (b"amount\n(12.50)\n1'000.00\n3-\n", "SELECT SUM(amount) || '' FROM t", "984.5", ""),
    (b"a,b\r\n1,x\r\n\r\n2,y\r\n", "SELECT COUNT(*) || SUM(a) FROM t", "23", ""),
    (b"a;b\n1,234;x\n2,345;y\n", "SELECT CAST(SUM(a) AS TEXT) FROM t", "3.579", "can be read in two ways"),
];

#[tokio::test]
async fn twenty_files_lose_nothing() {
    for (bytes, sql, want, says) in FILES {
        let folder = tempfile::tempdir().unwrap();
        let data = folder.path().join("data");
        std::fs::create_dir_all(&data).unwrap();
        std::fs::write(data.join("t.csv"), bytes).unwrap();
        let (text, said) = drafted(&data, folder.path()).await;
        let name = String::from_utf8_lossy(bytes);
        assert_eq!(told(folder.path(), sql).await, want, "{name}\n{text}");
        match says {
            "" => assert!(!said.iter().any(|line| line.contains("t.csv:")), "{name}: {said:?}"),
            says => assert!(said.iter().any(|line| line.contains(says)), "{name}: {said:?}"),
        }
    }
}

#[tokio::test]
async fn one_bad_file_stops_no_other() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data");
    std::fs::create_dir_all(&data).unwrap();
    std::fs::write(data.join("good.csv"), "a,b\n1,2\n").unwrap();
    std::fs::write(data.join("bad.csv.gz"), "no gzip").unwrap();
    let (text, said) = drafted(&data, folder.path()).await;
    assert!(text.contains("name: good"), "{text}");
    assert!(said.iter().any(|line| line.contains("bad.csv.gz") && line.contains("left out")), "{said:?}");
}

async fn database(folder: &Path, statements: &[&str]) -> std::path::PathBuf {
    let file = folder.join("own.db");
    let pool = sqlx::SqlitePool::connect(&format!("sqlite://{}?mode=rwc", file.display())).await.unwrap();
    for statement in statements {
        sqlx::raw_sql(statement).execute(&pool).await.unwrap();
    }
    pool.close().await;
    file
}

/// People, their passwords, and two tables that only share a column's name.
#[tokio::test]
async fn a_draft_guesses_no_join_and_shows_no_secret() {
    let folder = tempfile::tempdir().unwrap();
    let file = database(
        folder.path(),
        &[
            "CREATE TABLE members (id INTEGER PRIMARY KEY, last_name TEXT, password TEXT, iban TEXT, reset_code TEXT, height REAL)",
            "CREATE TABLE loans (id INTEGER, member_id INTEGER, last_name TEXT, due_date TEXT, returned_on TEXT, fine REAL, mcc INTEGER)",
            "CREATE VIRTUAL TABLE notes USING fts5(body)",
            "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 40) INSERT INTO members \
             SELECT i, 'Name' || i, 'secret', 'DE89370400440532013000', hex(randomblob(16)) || 'x1y2', 150 + i FROM n",
            "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 100) INSERT INTO loans \
             SELECT i, 1 + i % 40, 'Name' || (1 + i % 40), date('2026-01-01', '+' || (i % 20) || ' days'), \
             date('2026-01-01', '+' || (i % 20 + i % 5) || ' days'), 0.5, 5000 + i FROM n",
        ],
    )
    .await;
    let (text, said) = drafted(&file, folder.path()).await;
    for secret in ["password:", "iban:", "reset_code:", "notes"] {
        assert!(
            !text.contains(&format!("    {secret}")) && !text.contains(&format!("name: {secret}")),
            "{secret}\n{text}"
        );
    }
    assert!(text.contains("# left out: password"), "{text}");
    // A last name is no key, whatever values are found; an id that names its table is offered and off.
    assert!(!text.contains("on: last_name"), "{text}");
    assert!(
        text.contains("on: {member_id: id}, agreed: false") && text.contains("a guess: member_id names members"),
        "{text}"
    );
    assert!(said.iter().any(|line| line.contains("until a person agrees")), "{said:?}");
    assert!(text.contains("height: {column: height, aggregation: avg}") && text.contains("    fine: fine"), "{text}");
    assert!(text.contains("    mcc: mcc  # \"mcc\" is an identifier"), "{text}");
    assert!(text.contains("days(due_date, returned_on)"), "{text}");
    let app = started(folder.path()).await;
    let (answer, data) = asked(&app, "What is the average days late of loans?").await;
    let late: f64 = (1..=100).map(|i| f64::from(i % 5)).sum::<f64>() / 100.0;
    assert!(data["all"]["averageDaysLate"].as_f64().is_some_and(|n| (n - late).abs() < 0.01), "{answer} {data}");
    let (answer, data) = asked(&app, "maximum fine by due date of loans").await;
    assert!(data["all"].to_string().contains("0.5") || answer.contains("0.5"), "{answer} {data}");
}

/// A shop whose lines lead to their customers over the orders; two customers have one name, and one ordered nothing.
#[tokio::test]
async fn two_customers_of_one_name_stay_two() {
    let folder = tempfile::tempdir().unwrap();
    let file = database(
        folder.path(),
        &[
            "CREATE TABLE customers (id INTEGER PRIMARY KEY, name TEXT NOT NULL, city TEXT)",
            "CREATE TABLE orders (id INTEGER PRIMARY KEY, customer_id INTEGER REFERENCES customers (id), ordered TEXT)",
            "CREATE TABLE order_items (id INTEGER PRIMARY KEY, order_id INTEGER REFERENCES orders (id), \
             quantity INTEGER, unit_price REAL)",
            "INSERT INTO customers VALUES (7, 'Ann Lee', 'Riga'), (17, 'Fadi Castillo', 'Lyon'), \
             (23, 'Fadi Castillo', 'Bonn'), (31, 'Never Bought', 'Bonn')",
            "INSERT INTO orders VALUES (1, 7, '2026-01-02'), (2, 17, '2026-01-03'), (3, 23, '2026-01-04'), (4, 23, '2026-01-05')",
            "INSERT INTO order_items VALUES (1, 1, 1, 5), (2, 2, 2, 10), (3, 3, 1, 100), (4, 4, 3, 10)",
        ],
    )
    .await;
    let (text, said) = drafted(&file, folder.path()).await;
    assert!(said.is_empty(), "{said:?}");
    assert!(text.contains("customer: {column: customers.name, key: id}"), "{text}");
    let items = &text[text.find("name: order_items").unwrap()..];
    assert!(
        items.contains("customer_id: orders.customer_id"),
        "what tells customers apart is in reach of a line\n{text}"
    );
    let app = started(folder.path()).await;
    for (by, want) in [
        ("customer", json!({"Ann Lee": 5.0, "Fadi Castillo (17)": 20.0, "Fadi Castillo (23)": 130.0})),
        ("customer_id", json!({"7": 5.0, "17": 20.0, "23": 130.0})),
    ] {
        let args = json!({"source": "order_items", "dimensions": [by], "measures": ["revenue"]});
        let data = tool(&app, "query_source", args).await.unwrap();
        let rows = data["rows"].as_array().unwrap();
        let cell = |row: &Value| {
            let figure = row.as_object().unwrap().iter().find(|(name, _)| name.to_lowercase().contains("revenue"));
            (row[by].as_str().unwrap().to_owned(), figure.unwrap().1.clone())
        };
        assert_eq!(Value::Object(rows.iter().map(cell).collect()), want, "{data}");
    }
    // One of the two is a condition like any other value; both names at once are asked back.
    let of = |name: &str| json!({"source": "order_items", "measures": ["revenue"], "filters": {"customer": name}});
    let data = tool(&app, "query_source", of("Fadi Castillo (23)")).await.unwrap();
    assert!(data.to_string().contains("130"), "{data}");
    let why = tool(&app, "query_source", of("Fadi Castillo")).await.unwrap_err().message;
    assert!(why.contains("Fadi Castillo (17)") && why.contains("Fadi Castillo (23)"), "{why}");
    // Only customers whom rows refer to are values; the list of sources is a row each, and pairs are of values.
    let detail = tool(&app, "list_sources", json!({"source": "order_items"})).await.unwrap().to_string();
    assert!(detail.contains("Ann Lee") && !detail.contains("Never Bought"), "{detail}");
    let list = tool(&app, "list_sources", json!({})).await.unwrap();
    let row = list["sources"].as_array().unwrap().iter().find(|row| row["name"] == "order_items").unwrap().clone();
    assert_eq!((&row["rows"], list.get("pairs")), (&json!(4), None), "{list}");
    let days = row["days"].as_str().unwrap();
    assert!(days.contains("2026") && row["dimensions"].as_str().unwrap().contains("customer (Ann Lee, "), "{row}");
    let pairs = tool(&app, "list_sources", json!({"pairs": true})).await.unwrap();
    assert_eq!(pairs["pairs"], json!([]), "orders and customers have no measure in common: {pairs}");
}

/// Timestamps in every form that SQLite's users store.
#[tokio::test]
async fn moments_are_found_however_they_are_kept() {
    for (kind, value, format) in [
        ("TEXT", "'2026-01-' || printf('%02d', 1 + i % 28)", "type: date"),
        ("TEXT", "printf('%02d', 1 + i % 28) || '.01.2026'", "format: dmy"),
        ("TEXT", "'01/' || printf('%02d', 1 + i % 28) || '/2026 10:00'", "format: mdy"),
        ("INTEGER", "1767225600 + 86400 * (i % 28)", "format: epoch_s"),
        ("DATETIME", "1767225600000 + 86400000 * (i % 28)", "format: epoch_ms"),
        ("REAL", "julianday('2026-01-01') + i % 28", "format: julian"),
        ("INTEGER", "20260101 + i % 28", "format: yyyymmdd"),
    ] {
        let folder = tempfile::tempdir().unwrap();
        let file = database(
            folder.path(),
            &[
                &format!("CREATE TABLE visits (created_at {kind}, room TEXT)"),
                &format!(
                    "WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 55) INSERT INTO visits \
                     SELECT {value}, 'a' FROM n"
                ),
            ],
        )
        .await;
        let (text, said) = drafted(&file, folder.path()).await;
        assert!(text.contains(format) && text.contains("time: created_at"), "{value}\n{text}\n{said:?}");
        let app = started(folder.path()).await;
        let (answer, data) = asked(&app, "How many visits were there from 1 to 7 January 2026?").await;
        assert_eq!(data["total"].as_f64(), Some(14.0), "{value}: {answer}\n{data}\n{text}");
    }
}

/// Codes for companies and periods, names that are not English, and a table whose own day counts before another's.
#[tokio::test]
async fn codes_periods_and_foreign_names_are_what_they_are() {
    let folder = tempfile::tempdir().unwrap();
    let file = database(
        folder.path(),
        &[
            "CREATE TABLE kunden (id INTEGER PRIMARY KEY, \"Größe\" TEXT, created_at TEXT)",
            "CREATE TABLE ledger (company INTEGER, period INTEGER, amount REAL)",
            "CREATE TABLE bills (id INTEGER PRIMARY KEY, kunden_id INTEGER REFERENCES kunden(id), updated_on TEXT, total REAL)",
            "INSERT INTO kunden VALUES (1, 'klein', '2020-01-01'), (2, 'groß', '2020-01-02')",
            "INSERT INTO ledger VALUES (10, 202401, 5.0), (20, 202402, 7.5), (10, 202402, 1.0)",
            "INSERT INTO bills VALUES (1, 1, '2026-01-20', 5), (2, 1, '2026-01-21', 6), (3, 2, '2026-01-22', 7)",
        ],
    )
    .await;
    let (text, said) = drafted(&file, folder.path()).await;
    assert!(
        text.contains("grosse: {column: kunden.\"Größe\"") || text.contains("grosse: {column: \"Größe\""),
        "{text}"
    );
    assert!(text.contains("    company: company") && text.contains("format: yyyymm"), "{text}");
    let bills = text.split("- name: bills").nth(1).unwrap();
    assert!(bills.contains("time: updated_on  # its own"), "{text}");
    assert!(said.is_empty(), "{said:?}\n{text}");
    let app = started(folder.path()).await;
    let (answer, data) = asked(&app, "total amount by company in ledger").await;
    assert_eq!(data["all"]["sumAmount"].as_f64(), Some(13.5), "{answer} {data}");
}
