//! Parquet files by a pattern, written here as other programs write them.

use std::sync::Arc;

use parquet::data_type::ByteArray;
use parquet::file::writer::SerializedFileWriter;
use parquet::schema::parser::parse_message_type;

use super::*;

/// A file of one row group with cities and amounts, in this order or the other.
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

    // The same files as before are not loaded again; one more is another table.
    assert_eq!(load(&pattern, loaded.path()).await.unwrap().0, file);
    parquet(&at("2025-03.parquet"), one, &[("Oslo", 1.0)]);
    assert_ne!(load(&pattern, loaded.path()).await.unwrap().0, file);
    parquet(&at("2025-04.parquet"), "message m { required double amount; }", &[("", 1.0)]);
    let error = load(&pattern, loaded.path()).await.unwrap_err();
    assert!(error.starts_with("2025-04.parquet has no column city, which 2025-01.parquet has."), "{error}");
}
