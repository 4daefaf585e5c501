//! Converts a cell to its column's type.

use model::support::{local, phone};

use crate::mapped::{Dates, read_date, yes_or_no};
use store::support::tables::{Cell, Column, Kind};

/// Converts a text.
///
/// # Errors
/// The kind of fault, and a message for a person looking at that line.
pub fn read(column: &Column, text: &str, dates: &Dates) -> Result<Cell, (&'static str, String)> {
    let name = column.name;
    if text.is_empty() {
        return match column.needed {
            true => Err(("empty", format!("{name} is empty"))),
            false => Ok(Cell::Nothing),
        };
    }
    let short: String = text.chars().take(60).collect();
    let wrong = |what: &str| ("wrong value", format!("{name} \"{short}\" is {what}"));
    match column.kind {
        Kind::Text | Kind::Refers(_) => Ok(text.into()),
        Kind::Phone => phone::normal(text).map(Cell::Text).ok_or_else(|| wrong("not a telephone number")),
        Kind::Named(known) => known(text).map(Cell::Text).map_err(|what| ("wrong value", format!("{name} {what}"))),
        Kind::Time => read_date(text, dates).map(|(_, at)| at.into()).ok_or_else(|| wrong("not a date")),
        Kind::Whole => number(text)
            .filter(|n| n.fract() == 0.0 && n.abs() < 9e15)
            .map(|n| (n as i64).into())
            .ok_or_else(|| wrong("not a whole number")),
        Kind::Number => number(text).map(Cell::Number).ok_or_else(|| wrong("not a number")),
        Kind::Flag => yes_or_no(text).map(Cell::Flag).ok_or_else(|| wrong("neither yes nor no")),
    }
}

/// A number with a decimal point or comma.
fn number(text: &str) -> Option<f64> {
    let text = if text.contains('.') { text.to_owned() } else { text.replacen(',', ".", 1) };
    text.parse().ok().filter(|n: &f64| n.is_finite())
}

/// A cell for people.
pub fn shown(column: &Column, cell: &Cell) -> String {
    match (column.kind, cell) {
        (_, Cell::Nothing) => String::new(),
        (Kind::Time, Cell::Whole(at)) => local::iso(*at),
        (_, Cell::Text(text)) => text.clone(),
        (_, Cell::Whole(n)) => n.to_string(),
        (_, Cell::Number(n)) => n.to_string(),
        (_, Cell::Flag(yes)) => if *yes { "yes" } else { "no" }.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use store::support::tables;

    fn of(table: &tables::Table, column: &str, text: &str) -> Result<Cell, String> {
        let column = table.columns.iter().find(|c| c.name == column).unwrap();
        read(column, text, &Dates::default()).map_err(|(_, fault)| fault)
    }

    #[test]
    fn cells_are_read_as_their_column_wants_them() {
        for (table, column, text, want) in [
            (&tables::CUSTOMERS, "phone", "8 600 12345", Cell::from("+37060012345")),
            (&tables::CUSTOMERS, "phone", "", Cell::Nothing),
            (&tables::CUSTOMERS, "status", "Active", "active".into()),
            (&tables::TICKETS, "status", "In Progress", "in_progress".into()),
            (&tables::SERVICE_PLANS, "price_eur", "12,5", 12.5.into()),
            (&tables::PING_TESTS, "packets_sent", "20", 20_i64.into()),
            (&tables::PING_TESTS, "at", "2026-01-31T18:00:00+02:00", 1_769_875_200_000_i64.into()),
            (&tables::ADDRESSES, "is_primary", "Taip", true.into()),
        ] {
            assert_eq!(of(table, column, text), Ok(want), "{column} {text}");
        }
        for (table, column, text, fault) in [
            (&tables::CUSTOMERS, "phone", "none", "phone \"none\" is not a telephone number"),
            (&tables::CUSTOMERS, "name", "", "name is empty"),
            (&tables::CUSTOMERS, "status", "gone", "active, suspended, cancelled"),
            (&tables::PING_TESTS, "packets_sent", "2.5", "not a whole number"),
            (&tables::PING_TESTS, "at", "soon", "not a date"),
            (&tables::ADDRESSES, "is_primary", "maybe", "neither yes nor no"),
        ] {
            let told = of(table, column, text).unwrap_err();
            assert!(told.contains(fault), "{told}");
        }
    }
}
