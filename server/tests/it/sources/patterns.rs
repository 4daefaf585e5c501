//! Files matching a pattern form one table: with the same columns, in any order, and numbers in the forms that people
//! use.

use std::path::Path;

use server::sources::Place;

use super::asked::drafted;
use super::{asked, started};

fn write(folder: &Path, name: &str, text: &str) {
    std::fs::write(folder.join(name), text).unwrap();
}

#[tokio::test]
async fn monthly_files_are_one_table() {
    let (data, folder) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    write(
        data.path(),
        "sales-2025-01.csv",
        "sold,city,amount\n2025-01-03,Riga,\"1,234.50 EUR\"\n2025-01-04,Oslo,65.5 EUR\n",
    );
    write(data.path(), "sales-2025-02.csv", "city;sold;amount\nRiga;2025-02-01;100 EUR\n");
    write(data.path(), "stock.csv", "item,pieces\nbolt,7\n");
    drafted(&data.path().join("sales-2025-*.csv").display().to_string(), "sales", folder.path()).await;
    let app = started(folder.path()).await;
    let total = |data: &serde_json::Value| data.pointer("/all/sumAmount").and_then(serde_json::Value::as_f64);
    let (answer, data_) = asked(&app, "What is the total amount?").await;
    assert_eq!(total(&data_), Some(1_400.0), "{answer}\n{data_}");
    let (answer, data_) = asked(&app, "amount by city").await;
    assert!(answer.contains("Riga") && answer.contains("1,334.5"), "{answer}\n{data_}");

    // A new file is matched at the next look.
    write(data.path(), "sales-2025-03.csv", "sold,city,amount\n2025-03-01,Oslo,600\n");
    app.services.declare_sources().await;
    let (answer, data_) = asked(&app, "What is the total amount?").await;
    assert_eq!(total(&data_), Some(2_000.0), "{answer}\n{data_}");

    // One that differs is named, with what differs, and the figures do not silently leave it out.
    write(data.path(), "sales-2025-04.csv", "sold,town,amount\n2025-04-01,Oslo,5\n");
    let lines: Vec<String> = app.services.declare_sources().await.iter().flat_map(|report| report.lines()).collect();
    let said = "sales-2025-04.csv has no column city, which sales-2025-01.csv has";
    assert!(lines.iter().any(|line| line.contains(said)), "{lines:?}");
    write(data.path(), "sales-2025-04.csv", "sold,city,amount,tax\n2025-04-01,Oslo,5,1\n");
    let lines: Vec<String> = app.services.declare_sources().await.iter().flat_map(|report| report.lines()).collect();
    let said = "sales-2025-04.csv has a column tax, which sales-2025-01.csv has not";
    assert!(lines.iter().any(|line| line.contains(said)), "{lines:?}");
}

#[tokio::test]
async fn a_pattern_that_names_nothing_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    write(folder.path(), "a.txt", "x");
    let places = server::sources::Places { declarations: Vec::new(), loaded: folder.path().join(".loaded") };
    let place = Place::read(&folder.path().join("*.csv").display().to_string()).unwrap();
    let error = format!("{:#}", place.draft("x", &[], &places, false).await.unwrap_err());
    assert!(
        error.contains("There is no .csv, .jsonl, .parquet, .xlsx, .xls, .xlsb or .ods file named")
            && error.contains("*.csv"),
        "{error}"
    );
    let error = format!("{:#}", Place::read("/no-such-*/x-*.csv").unwrap_err());
    assert!(error.contains("a pattern may only be in the name of the files"), "{error}");
}
