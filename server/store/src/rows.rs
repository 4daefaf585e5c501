//! Rows of the database as nouns of the model, which knows of no database: each says once which columns it is read from.

use std::str::FromStr;

use sqlx::types::Json;

/// A noun as a row has it.
pub(crate) struct Of<T>(pub T);

/// The nouns of rows.
pub(crate) fn all<T>(rows: Vec<Of<T>>) -> Vec<T> {
    rows.into_iter().map(|Of(noun)| noun).collect()
}

/// The noun of a row that may be there.
pub(crate) fn one<T>(row: Option<Of<T>>) -> Option<T> {
    row.map(|Of(noun)| noun)
}

/// Reads a name of a closed set. The writer stored it from the same set; one that no longer parses is the mildest one.
pub(crate) fn or<T: FromStr>(mildest: T) -> impl FnOnce(String) -> T {
    |name| name.parse().unwrap_or(mildest)
}

/// The same where there may be none.
pub(crate) fn known<T: FromStr>(name: Option<String>) -> Option<T> {
    name?.parse().ok()
}

pub(crate) fn json<T>(Json(value): Json<T>) -> T {
    value
}

/// Says which columns a noun is read from: each of the name of its field, or of another after `@`; after `=` stands the
/// function that makes the field of what the row holds. What no row has stands behind the semicolon.
macro_rules! row {
    ($noun:ident { $($fields:tt)* }) => {
        $crate::rows::row!(@for sqlx::sqlite::SqliteRow, $noun { $($fields)* });
        $crate::rows::row!(@for sqlx::postgres::PgRow, $noun { $($fields)* });
    };
    (@for $row:ty, $noun:ident {
        $($field:ident $(@ $column:literal)? $(= $read:expr)?),* $(; $($other:ident : $value:expr),+)?
    }) => {
        impl<'r> sqlx::FromRow<'r, $row> for $crate::rows::Of<$noun> {
            fn from_row(row: &'r $row) -> sqlx::Result<Self> {
                use sqlx::Row as _;
                Ok(Self($noun {
                    $($field: {
                        let value = row.try_get($crate::rows::row!(@column $field $($column)?))?;
                        $crate::rows::row!(@value value $(, $read)?)
                    },)*
                    $($($other: $value),+)?
                }))
            }
        }
    };
    (@column $field:ident) => { stringify!($field) };
    (@column $field:ident $column:literal) => { $column };
    (@value $value:ident) => { $value };
    (@value $value:ident, $read:expr) => { $read($value) };
}
pub(crate) use row;
