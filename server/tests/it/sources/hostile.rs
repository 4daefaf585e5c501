//! Hostile or strange sources: names with quotes and reserved words, very many tables, a column with very many values,
//! a schema that lies, and files that are not what they seem. All end in figures or in clear messages.

use std::time::Instant;

use server::sources::{Opener, Place, Places};
use server::store::Db;

use super::{app, asked};

async fn sqlite(file: &std::path::Path, statements: &[String]) {
    let pool = sqlx::SqlitePool::connect(&format!("sqlite://{}?mode=rwc", file.display())).await.unwrap();
    for statement in statements {
        sqlx::query(statement).execute(&pool).await.unwrap();
    }
    pool.close().await;
}

/// The messages about a declaration, source by source.
async fn lines(folder: &std::path::Path, text: &str) -> Vec<String> {
    opened(folder, text).await.0
}

/// Likewise, and how many sources can be queried.
async fn opened(folder: &std::path::Path, text: &str) -> (Vec<String>, usize) {
    let path = folder.join("declared.yaml");
    std::fs::write(&path, text).unwrap();
    let mut opener =
        Opener::new(Db::open("sqlite::memory:").await.unwrap(), folder.join(".loaded"), "2026-01-31".parse().unwrap());
    let report = opener.file(&path).await;
    (report.lines(), opener.opened.len())
}

#[tokio::test]
async fn names_with_quotes_and_reserved_words_are_names_like_others() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("odd.db");
    let table = r#""select; drop table x; --""#;
    sqlite(
        &file,
        &[
            format!(r#"CREATE TABLE {table} ("group" TEXT, "amount ""due""" REAL, "order" TEXT)"#),
            format!(r#"INSERT INTO {table} VALUES ('x''; DROP TABLE y', 2.5, 'where'), ('x''; DROP TABLE y', 4, 'from'), (NULL, 1, '')"#),
        ],
    )
    .await;
    let places = Places { declarations: vec![folder.path().to_owned()], loaded: folder.path().join(".loaded") };
    let drafted = Place::read(&file.display().to_string()).unwrap().draft("odd", &[], &places, false).await.unwrap();
    let (app, _folder) = app(&[("odd.yaml", &drafted.text)]).await;
    let sources = app.services.agent.names().sources();
    assert_eq!(sources.len(), 1, "{}", drafted.text);
    let name = sources[0].source.name.as_str();
    let (answer, data) = asked(&app, "total amount due by group in odd").await;
    assert_eq!(data["all"]["sumAmountDue"].as_f64(), Some(7.5), "{name}: {answer} {data}");
    assert_eq!(data["groups"][0]["label"], "x'; DROP TABLE y");
}

#[tokio::test]
async fn a_schema_that_lies_gives_no_wrong_figure() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("lies.db");
    sqlite(
        &file,
        &[
            "CREATE TABLE t (day DATE, amount INTEGER, empty REAL, key TEXT)".into(),
            "CREATE TABLE twice (key TEXT, name TEXT)".into(),
            "INSERT INTO t VALUES ('2026-01-01', 5, 'words', 'a'), ('yesterday', 'many', 'more', 'a'), ('2026-01-03', 7, '', 'b')".into(),
            "INSERT INTO twice VALUES ('a', 'one'), ('a', 'two'), ('b', 'three')".into(),
        ],
    )
    .await;
    let declared = |more: &str| {
        format!(
            "connections:\n  here: {{url: 'sqlite://{}'}}\nsources:\n- name: lies\n  connection: here\n  table: t\n{more}",
            file.display()
        )
    };
    let said = lines(
        folder.path(),
        &declared("  dimensions:\n    day: {column: day, type: date}\n  measures:\n    amount: amount\n"),
    )
    .await;
    assert_eq!(said.len(), 2, "{said:?}");
    assert!(said[0].contains("declared.yaml:8") && said[0].contains("1 of 3 values of day"), "{said:?}");
    assert!(said[1].contains("1 of 3 values of amount"), "{said:?}");
    for (more, want) in [
        ("  measures:\n    empty: empty\n", "No value of empty (empty) is a number."),
        ("  joins:\n  - {table: twice, on: key}\n  dimensions:\n    name: twice.name\n", "would count rows twice"),
        ("  dimensions:\n    amout: amout\n", "No column of t \"amout\". Closest: amount."),
        ("  joins:\n  - {table: none, on: key}\n", "No table \"none\""),
        ("  measures:\n    x: {formula: amount * (1 + }\n", "formula has"),
        ("  measures:\n    x: {column: amount, aggregation: product}\n", "No aggregation \"product\""),
        ("  dimensions:\n    key: key\n  time: key\n", "key is not a date"),
        ("  today: tomorrow\n", "\"tomorrow\" is not now"),
        ("  scope: {galaxy: key}\n", "No field of the scope \"galaxy\""),
        ("  dimensions:\n    Key: key\n", "is not small letters"),
        ("  colour: red\n", "colour"),
    ] {
        let said = lines(folder.path(), &declared(more)).await;
        assert!(said.iter().any(|line| line.contains(want)), "{more}: {said:?}");
        let numbered = |line: &String| {
            line.split("declared.yaml:").nth(1).is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit()))
        };
        assert!(said.iter().all(numbered), "{said:?}");
    }
    for text in
        ["sources: [", "sources:\n- table: t\n", "- 1\n- 2\n", "sources:\n- {name: a, table: t, connection: nowhere}\n"]
    {
        assert!(!lines(folder.path(), text).await.is_empty(), "{text}");
    }
    let said = lines(folder.path(), "connections: {x: {url: 'postgres://nobody:secret@127.0.0.1:1/none'}}\nsources:\n- {name: a, table: t, connection: x}\n").await;
    assert!(said[0].contains("cannot be read") && !said[0].contains("secret"), "{said:?}");
}

/// Plumbline's own tables contain customers of every manager: a source over them cannot be declared for everyone.
#[tokio::test]
async fn own_tables_are_not_for_everyone() {
    const NOTHING: Vec<String> = Vec::new();
    let folder = tempfile::tempdir().unwrap();
    let declared = |more: &str| {
        format!("sources:\n- name: late_cases\n  table: cases\n{more}  dimensions:\n    category: category\n")
    };
    assert_eq!(opened(folder.path(), &declared("")).await, (NOTHING, 1));
    let (said, many) = opened(folder.path(), &declared("  visible: everyone\n")).await;
    assert_eq!(many, 0, "{said:?}");
    let why = "declared.yaml:2: late_cases: visible: everyone needs a connection";
    assert!(said.len() == 1 && said[0].contains(why), "{said:?}");
    // However it is named.
    let own = format!("sqlite://{}", folder.path().join("own.db").display());
    Db::open(&own).await.unwrap().close().await;
    let named = format!("connections: {{own: {{url: '{own}'}}}}\n");
    let (said, many) =
        opened(folder.path(), &format!("{named}{}", declared("  connection: own\n  visible: everyone\n"))).await;
    assert!(
        many == 0 && said.len() == 1 && said[0].contains("declared.yaml:3: late_cases: visible: everyone"),
        "{said:?}"
    );
    // Those of another database may be.
    let data = folder.path().join("data");
    std::fs::create_dir_all(&data).unwrap();
    std::fs::write(data.join("cases.csv"), "category,number\nFees,1\n").unwrap();
    let text = declared("  connection: here\n  visible: everyone\n");
    let text = format!("connections: {{here: {{folder: data}}}}\n{text}");
    assert_eq!(opened(folder.path(), &text).await, (NOTHING, 1));
}

#[tokio::test]
async fn very_many_tables_and_values_are_no_trouble() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("many.db");
    let mut statements: Vec<String> = (0..500).map(|n| format!("CREATE TABLE t{n} (id INTEGER, v REAL)")).collect();
    statements.push(
        "CREATE TABLE wide AS WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1000000) \
         SELECT 'value ' || i AS name, i % 7 AS amount FROM n"
            .into(),
    );
    sqlite(&file, &statements).await;
    let places = Places { declarations: vec![folder.path().to_owned()], loaded: folder.path().join(".loaded") };
    let place = Place::read(&file.display().to_string()).unwrap();
    let error = place.draft("many", &[], &places, false).await.unwrap_err().to_string();
    assert!(error.contains("501 tables") && error.contains("--tables"), "{error}");
    let error = place.draft("many", &["wid".into()], &places, false).await.unwrap_err().to_string();
    assert!(error.contains("Closest: wide"), "{error}");
    let drafted = place.draft("many", &["wide".into()], &places, false).await.unwrap();
    let begun = Instant::now();
    let (app, _folder) = app(&[("many.yaml", &drafted.text)]).await;
    println!("opened in {:?}", begun.elapsed());
    let (answer, data) = asked(&app, "total amount of wide").await;
    assert_eq!(data["all"]["sumAmount"].as_f64(), Some(2_999_998.0), "{answer} {data}");
}

#[tokio::test]
async fn files_that_are_none_are_named() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data");
    std::fs::create_dir_all(&data).unwrap();
    let text = "connections: {here: {folder: data}}\nsources:\n- {name: a, table: t, connection: here}\n";
    for (name, content, want) in [
        ("t.csv", &b"a,b\n1,2\n3\n"[..], "t.csv: 1 rows have fewer values"),
        ("t.jsonl", b"{\"a\": 1}\n[1]\n", "t.jsonl, line 2"),
        ("t.parquet", b"PAR1 is not", "t.parquet"),
        ("t.csv.gz", b"no gzip", "t.csv.gz"),
        ("t.txt", b"hello", "There is no .csv"),
    ] {
        std::fs::write(data.join(name), content).unwrap();
        let said = lines(folder.path(), text).await;
        assert!(said.iter().any(|line| line.contains(want)), "{name}: {said:?}");
        std::fs::remove_file(data.join(name)).unwrap();
    }
    std::fs::write(data.join("t.jsonl"), "{\"a\": \"x\", \"n\": 1}\n{\"n\": 2.5, \"b\": {\"c\": 1}}\n").unwrap();
    assert_eq!(lines(folder.path(), text).await, Vec::<String>::new());
}
