//! The rows for a database and for an index.

use serde_json::{Value, json};
use server::store::Dialect;

use super::{Row, worth};

fn text(value: Option<&str>) -> String {
    value.map_or("NULL".into(), |value| format!("'{}'", value.replace('\'', "''")))
}

/// The same rows as statements for a database.
pub fn statements(rows: &[Row], customers: &[Option<usize>], dialect: Dialect) -> Vec<String> {
    let (flag, day, number) = match dialect {
        Dialect::Sqlite => ("INTEGER", "DATE", "REAL"),
        _ => ("boolean", "date", "numeric(12,2)"),
    };
    let mut all = vec![
        match dialect {
            Dialect::Mysql => "SET sql_mode = 'ANSI_QUOTES'",
            _ => "SELECT 1",
        }
        .to_owned(),
        format!(
            "CREATE TABLE \"the \"\"facts\"\"\" (day {day}, city text, \"order\" text, amount {number}, qty int, rush {flag}, customer int)"
        ),
        "CREATE TABLE customers (id int, country text)".to_owned(),
    ];
    for id in 0..6 {
        let country = (id < 5).then(|| ["Norway", "Italy", "Chile"][id % 3]);
        all.push(format!("INSERT INTO customers VALUES ({id}, {})", text(country)));
    }
    for (row, customer) in rows.iter().zip(customers) {
        let rush = row.rush.map_or("NULL".to_owned(), |rush| match dialect {
            Dialect::Sqlite => i32::from(rush).to_string(),
            _ => rush.to_string(),
        });
        all.push(format!(
            "INSERT INTO \"the \"\"facts\"\"\" VALUES ('{}', {}, {}, {}, {}, {rush}, {})",
            row.day,
            text(row.city.as_deref()),
            text(Some(&row.order)),
            row.amount.map_or("NULL".into(), |a| a.to_string()),
            row.qty as i64,
            customer.map_or("NULL".into(), |c| c.to_string()),
        ));
    }
    all
}

/// The same rows as documents, with the mapping of their index.
pub fn documents(rows: &[Row]) -> (Value, Vec<Value>) {
    let keyword = json!({ "type": "keyword" });
    let mapping = json!({
        "day": { "type": "date" },
        "city": { "type": "text", "fields": { "raw": keyword } },
        "customer": { "properties": { "country": keyword } },
        "order": keyword,
        "amount": { "type": "double" },
        "qty": { "type": "integer" },
        "worth": { "type": "double" },
        "rush": { "type": "boolean" },
    });
    let document = |row: &Row| {
        json!({
            "day": format!("{}T23:59:59.5Z", row.day),
            "city": row.city,
            "customer": { "country": row.country },
            "order": row.order,
            "amount": row.amount,
            "qty": row.qty as i64,
            "worth": worth(row),
            "rush": row.rush,
        })
    };
    (mapping, rows.iter().map(document).collect())
}
