//! Patterns of Parquet files, written as other programs write them.

use std::sync::Arc;

use parquet::data_type::ByteArray;
use parquet::file::writer::SerializedFileWriter;
use parquet::schema::parser::parse_message_type;

use super::*;

/// A file of one row group with cities and amounts, in either order.
fn parquet(path: &Path, schema: &str, rows: &[(&str, f64)]) {
    let schema = Arc::new(parse_message_type(schema).unwrap());
    let mut writer = SerializedFileWriter::new(std::fs::File::create(path).unwrap(), schema, Arc::default()).unwrap();
    let mut group = writer.next_row_group().unwrap();
    let cities: Vec<ByteArray> = rows.iter().map(|(city, _)| ByteArray::from(*city)).collect();
    let amounts: Vec<f64> = rows.iter().map(|(_, amount)| *amount).collect();
    while let Some(mut column) = group.next_column().unwrap() {
        match &mut column.untyped() {
            parquet::column::writer::ColumnWriter::ByteArrayColumnWriter(texts) => {
                texts.write_batch(&cities, None, None).unwrap();
            }
            parquet::column::writer::ColumnWriter::DoubleColumnWriter(numbers) => {
                numbers.write_batch(&amounts, None, None).unwrap();
            }
            _ => panic!("another type"),
        }
        column.close().unwrap();
    }
    group.close().unwrap();
    writer.close().unwrap();
}

#[tokio::test]
async fn parquet_files_of_a_pattern_are_one_table() {
    let (data, loaded) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let at = |name: &str| data.path().join(name);
    let (one, other) = (
        "message m { required binary city (UTF8); required double amount; }",
        "message m { required double amount; required binary city (UTF8); }",
    );
    parquet(&at("2025-01.parquet"), one, &[("Riga", 1.5), ("Oslo", 2.0)]);
    parquet(&at("2025-02.parquet"), other, &[("Riga", 10.0)]);
    parquet(&at("2026-01.parquet"), one, &[("Riga", 100.0)]);
    let pattern = at("2025-*.parquet");
    let (file, notes) = load(&pattern, loaded.path()).await.unwrap();
    assert!(notes.is_empty(), "{notes:?}");
    let db = store::SourceDb::Db(store::foreign::open_file(&file).await.unwrap());
    let tables = store::foreign::look(&db).await.unwrap();
    assert_eq!(tables.len(), 1);
    let sql = format!("SELECT COUNT(*) * 1.0, SUM(amount) FROM \"{}\"", tables[0].name);
    let rows = store::analytics::bounded::rows(&db, &sql, &[], 0, std::time::Duration::from_secs(5)).await.unwrap();
    assert_eq!(rows[0].1, [Some(3.0), Some(13.5)]);

    // Unchanged files are not loaded again; another file makes another database.
    assert_eq!(load(&pattern, loaded.path()).await.unwrap().0, file);
    parquet(&at("2025-03.parquet"), one, &[("Oslo", 1.0)]);
    assert_ne!(load(&pattern, loaded.path()).await.unwrap().0, file);
    parquet(&at("2025-04.parquet"), "message m { required double amount; }", &[("", 1.0)]);
    let error = load(&pattern, loaded.path()).await.unwrap_err();
    assert!(error.starts_with("2025-04.parquet has no column city, which 2025-01.parquet has."), "{error}");
}

#[tokio::test]
async fn what_a_file_held_before_goes_once_nobody_uses_it() {
    let (data, loaded) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let csv = data.path().join("people.csv");
    std::fs::write(&csv, "name\nErased Person\n").unwrap();
    let (before, _) = load(data.path(), loaded.path()).await.unwrap();
    std::fs::write(&csv, "name\nAnother\n").unwrap();
    let (after, _) = load(data.path(), loaded.path()).await.unwrap();
    let broken_off = loaded.path().join("0a1b.12-0.part");
    std::fs::write(&broken_off, "Erased Person").unwrap();
    let there = || [&before, &broken_off, &after].map(|file| file.is_file());
    sweep(loaded.path(), std::slice::from_ref(&after), SystemTime::now());
    assert_eq!(there(), [true, true, true], "another program may have begun to use it");
    sweep(loaded.path(), std::slice::from_ref(&after), SystemTime::now() + FRESH * 2);
    assert_eq!(there(), [false, false, true]);
    let names = std::fs::read_dir(loaded.path()).unwrap().flatten().count();
    assert_eq!(names, 2, "the database and its notes");
}

#[tokio::test]
async fn files_that_hold_very_much_in_few_bytes_are_refused() {
    let (data, loaded) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let at = |name: &str| data.path().join(name);
    let many: Vec<(&str, f64)> = vec![("", 1.0); 5_000_000];
    parquet(&at("many.parquet"), "message m { required double amount; }", &many);
    let error = load(&at("many.parquet"), loaded.path()).await.unwrap_err();
    assert!(error.contains("says that it has 5000000 rows"), "{error}");
    let mut packed =
        flate2::write::GzEncoder::new(std::fs::File::create(at("orders.csv.gz")).unwrap(), flate2::Compression::best());
    for _ in 0..80 {
        std::io::Write::write_all(&mut packed, &b"a,b,c,d\n".repeat(1 << 17)).unwrap();
    }
    packed.finish().unwrap();
    let error = load(&at("orders.csv.gz"), loaded.path()).await.unwrap_err();
    assert!(error.contains("unpacks to more than"), "{error}");
    assert!(
        std::fs::read_dir(loaded.path()).unwrap().flatten().all(|entry| !entry.path().is_file()),
        "nothing is left"
    );
}
