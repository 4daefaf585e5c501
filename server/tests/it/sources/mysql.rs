//! MariaDB as a source: inspected, drafted, opened, queried; read-only, with a time limit, in UTC, and with exact
//! comparison of text.

use std::time::Duration;

use server::sources::{Opener, Place, Places};
use server::store::analytics::bounded::{self, Bind};
use server::store::foreign;
use server::store::{Db, SourceDb, StoreError};

use super::{asked, started};
use crate::mariadb::Mariadb;

/// A shop with this database's peculiarities.
fn shop() -> Vec<String> {
    let orders = (0..60).map(|n| {
        let paid = if n % 3 == 0 { "NULL".to_owned() } else { format!("'2026-01-{:02} 12:00:00'", 1 + n % 28) };
        format!("({n}, {}, '2026-01-{:02}', {paid}, {}.25, 'P{n}', 'new', {}, 'x')", 1 + n % 3, 1 + n % 28, n, n % 2)
    });
    vec![
        "CREATE TABLE customers (id INT PRIMARY KEY, name VARCHAR(40), country VARCHAR(40)) COLLATE utf8mb4_general_ci".into(),
        "INSERT INTO customers VALUES (1, 'Osei', 'Norway'), (2, 'Lima', 'norway'), (3, 'Hart', 'Norway ')".into(),
        "CREATE TABLE orders (id INT PRIMARY KEY, customer_id INT, ordered DATE, paid_at DATETIME NULL, amount DECIMAL(10, 2), \
         code CHAR(8), status ENUM('new', 'done'), rush BOOL, photo BLOB, FOREIGN KEY (customer_id) REFERENCES customers (id))"
            .into(),
        format!("INSERT INTO orders VALUES {}", orders.collect::<Vec<_>>().join(", ")),
        // The last second of January in UTC, told in the time of the session.
        "CREATE TABLE visits (seen TIMESTAMP NULL, room VARCHAR(10), epoch BIGINT, month CHAR(6))".into(),
        "SET time_zone = '+03:00'".into(),
        "INSERT INTO visits VALUES ('2026-02-01 02:59:59', 'a', -86400, '202601'), ('2026-02-01 03:00:00', 'a', 0, '202602')".into(),
        "SET sql_mode = ''".into(),
        "INSERT INTO orders VALUES (99, 1, '0000-00-00', NULL, 7, 'P', 'new', 1, NULL)".into(),
    ]
}

#[tokio::test]
async fn a_shop_is_drafted_and_asked() {
    let Some(server) = Mariadb::start().await else { return };
    let url = server.database("shop", &shop()).await;
    let folder = tempfile::tempdir().unwrap();
    let places = Places { declarations: vec![folder.path().to_owned()], loaded: folder.path().join(".loaded") };
    let place = Place::read(&url).unwrap();
    assert_eq!(place.name(), "shop");
    assert!(place.advice().is_some_and(|text| text.contains("GRANT SELECT ON NAME.*")));
    let text = place.draft("shop", &[], &places, false).await.unwrap().text;
    let orders = text.split("- name: ").find(|source| source.starts_with("orders")).unwrap();
    assert!(orders.contains("on: {customer_id: id}") && !orders.contains("agreed: false"), "{text}");
    assert!(orders.contains("time: ordered") && orders.contains("amount: amount"), "{text}");
    assert!(!orders.contains("    photo"), "{text}");
    let file = folder.path().join("shop.yaml");
    std::fs::write(&file, &text).unwrap();
    let mut opener =
        Opener::new(Db::open("sqlite::memory:").await.unwrap(), places.loaded, "2026-01-31".parse().unwrap());
    let lines = opener.file(&file).await.lines();
    assert!(lines.iter().all(|line| line.contains("1 of 61 values of")), "{lines:?}\n{text}");
    let app = started(folder.path()).await;
    // Capitals and spaces tell values apart, as in every other database.
    let (answer, data) = asked(&app, "total amount of orders by country").await;
    let labels: Vec<&str> = data["groups"].as_array().unwrap().iter().filter_map(|g| g["label"].as_str()).collect();
    assert_eq!(labels.len(), 3, "{answer} {data}");
    assert_eq!(data["all"]["sumAmount"].as_f64(), Some((0..60).map(f64::from).sum::<f64>() + 15.0 + 7.0), "{data}");
    let (answer, data) = asked(&app, "How many orders were there from 1 to 7 January 2026?").await;
    assert_eq!(data["total"].as_f64(), Some(18.0), "{answer} {data}");
    // A time stamp is told in UTC.
    let (answer, data) = asked(&app, "How many visits were there in January 2026?").await;
    assert_eq!(data["total"].as_f64(), Some(1.0), "{answer} {data}");
}

#[tokio::test]
async fn it_reads_only_within_a_time_and_says_what_is_wrong() {
    let Some(server) = Mariadb::start().await else { return };
    let url = server.database("shop", &shop()).await;
    let db = foreign::open(&url).await.unwrap();
    let SourceDb::Mysql(_) = &db else { panic!("{db:?}") };
    let ask = async |text: &str, limit| bounded::rows(&db, text, &[], 0, Duration::from_millis(limit)).await;
    let refused = ask("DELETE FROM orders", 5_000).await.unwrap_err();
    assert!(matches!(refused, StoreError::ReadOnly(_)), "{refused:?}");
    let endless = "SELECT COUNT(*) + 0e0 FROM information_schema.columns a, information_schema.columns b, information_schema.columns c";
    let slow = ask(endless, 200).await.unwrap_err();
    assert!(matches!(slow, StoreError::Slow(_)), "{slow:?}");
    // The connection is as good as before, and values are bound wherever they stand.
    let binds = [Bind::Text("back\\slash 'x'".into()), Bind::Number(2.5)];
    let line = bounded::rows(&db, "SELECT '\\' || $1, $2 + 0e0", &binds, 1, Duration::from_secs(5)).await.unwrap();
    assert_eq!(line, [(vec![Some("\\back\\slash 'x'".to_owned())], vec![Some(2.5)])]);
    for (url, says) in [
        (url.replace("/shop?", "/nowhere?"), "nowhere"),
        (url.replace("/shop?", "/?"), "names no database"),
        (url.replace("root@", "nobody:secret@"), "denied"),
    ] {
        let error = foreign::open(&url).await.unwrap_err().to_string();
        assert!(error.contains(says) && !error.contains("secret"), "{url}: {error}");
    }
}
